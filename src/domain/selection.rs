use super::Origin;
use std::collections::HashSet;

/// A selected feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The feature's id.
    pub id: String,
    /// Who selected it.
    pub origin: Origin,
}

/// The selected features in the order they were selected, each once. Its methods answer with another selection, for
/// [`super::Edit::Select`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection(Vec<Selected>);

impl Selection {
    /// Of any list; of an id that repeats, the first stays.
    pub fn of(selected: impl IntoIterator<Item = Selected>) -> Self {
        let mut seen = HashSet::new();
        Self(selected.into_iter().filter(|item| seen.insert(item.id.clone())).collect())
    }

    /// These ids and no others, all selected by `origin`.
    #[must_use]
    pub fn replaced(ids: impl IntoIterator<Item = String>, origin: Origin) -> Self {
        Self::of(ids.into_iter().map(|id| Selected { id, origin }))
    }

    /// These ids too; what was selected before keeps its place and who selected it.
    #[must_use]
    pub fn added(&self, ids: impl IntoIterator<Item = String>, origin: Origin) -> Self {
        let new = ids.into_iter().map(|id| Selected { id, origin });
        Self::of(self.0.iter().cloned().chain(new))
    }

    /// All but these ids.
    #[must_use]
    pub fn without(&self, ids: &[impl AsRef<str>]) -> Self {
        let gone: HashSet<&str> = ids.iter().map(AsRef::as_ref).collect();
        Self(self.0.iter().filter(|item| !gone.contains(item.id.as_str())).cloned().collect())
    }

    /// The selected features in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Selected> {
        self.0.iter()
    }

    /// The selected ids in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|item| item.id.as_str())
    }

    /// Who selected it; `None` when it is not selected.
    pub fn origin_of(&self, id: &str) -> Option<Origin> {
        self.0.iter().find(|item| item.id == id).map(|item| item.origin)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_keeps_order_and_whose_hand_it_was_and_replacing_does_not() {
        let ids = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let users = Selection::replaced(ids(&["a", "b", "a"]), Origin::User);
        let both = users.added(ids(&["b", "c"]), Origin::Agent);
        assert_eq!(both.ids().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!((both.origin_of("b"), both.origin_of("c")), (Some(Origin::User), Some(Origin::Agent)));
        assert_eq!(both.without(&["a", "x"]).ids().collect::<Vec<_>>(), ["b", "c"]);
        assert!(Selection::replaced([], Origin::Agent).is_empty());
    }
}
