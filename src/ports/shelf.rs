use crate::city::TextIndex;
use crate::city::features::File;
use crate::city::walking::Walking;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Parts of packs that several loaders share, by the path with its version. What was read stays, until a newer
/// version of the file is read and nobody uses the old one.
#[derive(Default)]
pub struct Shelf {
    features: Kept<File>,
    text: Kept<TextIndex>,
    walking: Kept<Walking>,
}

impl Shelf {
    pub(super) fn features(&self) -> &Kept<File> {
        &self.features
    }

    pub(super) fn text(&self) -> &Kept<TextIndex> {
        &self.text
    }

    pub(super) fn walking(&self) -> &Kept<Walking> {
        &self.walking
    }
}

/// The parts of one kind.
pub(super) struct Kept<T>(RefCell<FxHashMap<String, Rc<T>>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T> Kept<T> {
    pub(super) fn get(&self, path: &str) -> Option<Rc<T>> {
        self.0.borrow().get(path).map(Rc::clone)
    }

    pub(super) fn put(&self, path: String, part: &Rc<T>) {
        let file = |path: &str| path.split('?').next().unwrap_or_default().to_owned();
        let mut parts = self.0.borrow_mut();
        parts.retain(|other, part| file(other) != file(&path) || Rc::strong_count(part) > 1);
        parts.insert(path, Rc::clone(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stays_until_a_newer_version_comes_and_nobody_uses_it() {
        let kept = Kept::default();
        let part = Rc::new(1);
        kept.put("a?1".into(), &part);
        kept.put("b?1".into(), &Rc::new(2));
        kept.put("a?2".into(), &Rc::new(3));
        assert!(kept.get("a?1").is_some_and(|found| Rc::ptr_eq(&found, &part)));
        drop(part);
        kept.put("a?3".into(), &Rc::new(4));
        assert!(kept.get("a?1").is_none() && kept.get("a?2").is_none());
        assert_eq!(kept.get("b?1").as_deref(), Some(&2));
    }
}
