//! Ids of the features of a file: found by their text, and written out as text where they are asked for.

use super::pack::{Ids, PackError, Strings, id_order};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// So many ids are written out together.
const CHUNK: usize = 32;

/// The ids of a file.
pub(super) struct FileIds {
    known: Known,
    /// Written out, chunk by chunk, when one of the chunk is first asked for.
    texts: Vec<OnceCell<Box<[Box<str>]>>>,
    /// Features in the order of their ids, where they are not in that order themselves.
    order: Option<Vec<u32>>,
}

enum Known {
    /// Of a pack's file: numbers of strings, and the numbers behind them.
    Columns(Ids),
    /// As they are.
    Texts(Vec<Box<str>>),
}

impl FileIds {
    /// The ids of a pack's file.
    ///
    /// # Errors
    /// They are incomplete, or name strings that are not there.
    pub fn of_columns(mut ids: Ids, strings: &Strings) -> Result<Self, PackError> {
        ids.finish(strings)?;
        let texts = std::iter::repeat_with(OnceCell::new).take(ids.len().div_ceil(CHUNK)).collect();
        Ok(Self { known: Known::Columns(ids), texts, order: None }.ordered(strings))
    }

    /// These ids.
    pub fn of_texts(texts: Vec<Box<str>>) -> Self {
        Self { known: Known::Texts(texts), texts: Vec::new(), order: None }.ordered(&Strings::default())
    }

    fn ordered(mut self, strings: &Strings) -> Self {
        let is_sorted = (1..self.len()).all(|at| self.part(at - 1, strings) <= self.part(at, strings));
        if !is_sorted {
            let mut order: Vec<u32> = (0..self.len() as u32).collect();
            order.sort_unstable_by(|a, b| {
                let by_id = self.part(*a as usize, strings).cmp(&self.part(*b as usize, strings));
                by_id.then(a.cmp(b))
            });
            self.order = Some(order);
        }
        self
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.known {
            Known::Columns(ids) => ids.len(),
            Known::Texts(texts) => texts.len(),
        }
    }

    /// The id of a feature. `strings` are those of the file.
    pub fn get<'a>(&'a self, index: usize, strings: &Strings) -> &'a str {
        match &self.known {
            Known::Texts(texts) => texts.get(index).map_or("", |id| id),
            Known::Columns(ids) => {
                let Some(chunk) = self.texts.get(index / CHUNK) else { return "" };
                let first = index / CHUNK * CHUNK;
                let write = || (first..(first + CHUNK).min(ids.len())).map(|at| ids.text(at, strings)).collect();
                chunk.get_or_init(write).get(index % CHUNK).map_or("", |id| id)
            }
        }
    }

    /// The first feature of that id.
    pub fn find(&self, id: &str, strings: &Strings) -> Option<u32> {
        let wanted = id_order(id);
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.part(self.at(middle), strings) < wanted { low = middle + 1 } else { high = middle }
        }
        let found = (low < self.len()).then(|| self.at(low))?;
        (self.part(found, strings) == wanted).then_some(found as u32)
    }

    /// A bit for each feature whose id an earlier feature has, or one of another file. No bits when there is none.
    pub fn repeated<'a>(&self, strings: &Strings, others: impl Iterator<Item = (&'a Self, &'a Strings)>) -> Vec<u64> {
        let mut bits = Vec::new();
        let mut repeat = |index: usize| {
            bits.resize(self.len().div_ceil(64), 0u64);
            bits[index / 64] |= 1 << (index % 64);
        };
        for at in 1..self.len() {
            if self.part(self.at(at), strings) == self.part(self.at(at - 1), strings) {
                repeat(self.at(at));
            }
        }
        for (other, other_strings) in others {
            let (mut own, mut their) = (0, 0);
            while own < self.len() && their < other.len() {
                let mine = self.part(self.at(own), strings);
                match mine.cmp(&other.part(other.at(their), other_strings)) {
                    Ordering::Less => own += 1,
                    Ordering::Greater => their += 1,
                    Ordering::Equal => {
                        repeat(self.at(own));
                        own += 1;
                    }
                }
            }
        }
        bits
    }

    /// The feature at that place in the order of ids.
    fn at(&self, place: usize) -> usize {
        self.order.as_ref().map_or(place, |order| order[place] as usize)
    }

    fn part<'a>(&'a self, index: usize, strings: &'a Strings) -> (&'a str, Option<u64>) {
        match &self.known {
            Known::Columns(ids) => ids.part(index, strings),
            Known::Texts(texts) => id_order(&texts[index]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(texts: &[&str]) -> FileIds {
        FileIds::of_texts(texts.iter().map(|text| Box::from(*text)).collect())
    }

    #[test]
    fn an_id_is_found_in_any_order_and_of_two_the_first() {
        let ids = ids(&["osm:way:10", "osm:node:9", "osm:node:10", "b", "osm:node:9", ""]);
        let none = Strings::default();
        let find = |id: &str| ids.find(id, &none);
        assert_eq!([find("osm:way:10"), find("osm:node:9"), find("osm:node:10"), find("b")], [0, 1, 2, 3].map(Some));
        assert_eq!([find("osm:node:11"), find("zz"), find("osm:node:")], [None; 3]);
        assert_eq!(ids.repeated(&none, std::iter::empty()), [1 << 4]);
    }

    #[test]
    fn what_another_file_has_is_repeated() {
        let (one, two, none) = (ids(&["a:1", "a:2", "a:30"]), ids(&["a:30", "a:4", "a:1"]), Strings::default());
        assert_eq!(two.repeated(&none, [(&one, &none)].into_iter()), [0b101]);
        assert!(ids(&["x"]).repeated(&none, [(&one, &none)].into_iter()).is_empty());
    }
}
