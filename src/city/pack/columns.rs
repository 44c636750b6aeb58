use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::PackError;

/// A table of distinct strings in one run of text. Number 0 stands for no string.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Strings {
    text: String,
    lengths: Vec<u32>,
    #[serde(skip)]
    ends: Vec<u32>,
}

impl Strings {
    /// The string of that number; `None` for 0.
    pub fn get(&self, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        Some(&self.text[start..self.ends[index] as usize])
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.lengths.len().max(self.ends.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lets go of what only the writing of a file takes.
    pub(super) fn forget(&mut self) {
        self.lengths = Vec::new();
    }

    /// Works out where each string ends, after reading; an error when the lengths do not fit the text.
    pub(super) fn finish(&mut self) -> Result<(), PackError> {
        let mut end = 0u32;
        self.ends = Vec::with_capacity(self.lengths.len());
        for length in &self.lengths {
            end = end.checked_add(*length).ok_or(PackError::Damaged("its strings are too long"))?;
            if !self.text.is_char_boundary(end as usize) {
                return Err(PackError::Damaged("its strings do not fit their text"));
            }
            self.ends.push(end);
        }
        if end as usize == self.text.len() { Ok(()) } else { Err(PackError::Damaged("its strings are cut short")) }
    }

    /// An error unless every number names a string or none.
    pub(super) fn check(&self, numbers: &[u32]) -> Result<(), PackError> {
        let known = numbers.iter().all(|number| *number as usize <= self.len());
        if known { Ok(()) } else { Err(PackError::Damaged("it names a string that is not there")) }
    }
}

/// Collects distinct strings into a table.
#[derive(Default)]
pub(super) struct StringsBuilder {
    strings: Strings,
    numbers: FxHashMap<String, u32>,
}

impl StringsBuilder {
    /// The number of that string, a new one if need be.
    pub(super) fn number(&mut self, string: &str) -> u32 {
        if let Some(number) = self.numbers.get(string) {
            return *number;
        }
        self.strings.text.push_str(string);
        self.strings.lengths.push(string.len() as u32);
        let number = self.strings.lengths.len() as u32;
        self.numbers.insert(string.to_owned(), number);
        number
    }

    /// The number of that string, or 0 for none.
    pub(super) fn optional(&mut self, string: Option<&str>) -> u32 {
        string.map_or(0, |string| self.number(string))
    }

    pub(super) fn build(mut self) -> Strings {
        self.strings.finish().expect("lengths were counted from the text itself");
        self.strings
    }
}

/// Feature ids, each a prefix and the number at its end (`osm:node:` and 123), as differences between neighbours.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ids {
    prefixes: Vec<u32>,
    /// Number + 1 less that of the feature before; a value of 0 means the id has no number at its end.
    numbers: Vec<i64>,
}

impl Ids {
    pub(super) fn push(&mut self, id: &str, before: &mut u64, strings: &mut StringsBuilder) {
        let (prefix, number) = split_id(id);
        let value = number.map_or(0, |number| number + 1);
        self.prefixes.push(strings.number(prefix));
        self.numbers.push(value.wrapping_sub(*before) as i64);
        *before = value;
    }

    /// How many ids there are.
    pub fn len(&self) -> usize {
        self.prefixes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.prefixes.is_empty()
    }

    /// Turns differences into the numbers themselves, for [`Ids::part`] and [`Ids::text`].
    ///
    /// # Errors
    /// They are incomplete, or name strings that are not there.
    pub(in crate::city) fn finish(&mut self, strings: &Strings) -> Result<(), PackError> {
        strings.check(&self.prefixes)?;
        if self.prefixes.len() != self.numbers.len() {
            return Err(PackError::Damaged("its ids are incomplete"));
        }
        let mut value = 0i64;
        for number in &mut self.numbers {
            value = value.wrapping_add(*number);
            *number = value;
        }
        Ok(())
    }

    /// Prefix and number of an id that is finished: its order among others.
    pub(in crate::city) fn part<'a>(&self, index: usize, strings: &'a Strings) -> (&'a str, Option<u64>) {
        (strings.get(self.prefixes[index]).unwrap_or_default(), (self.numbers[index] as u64).checked_sub(1))
    }

    /// The text of an id that is finished.
    pub(in crate::city) fn text(&self, index: usize, strings: &Strings) -> Box<str> {
        match self.part(index, strings) {
            (prefix, Some(number)) => format!("{prefix}{number}").into_boxed_str(),
            (prefix, None) => Box::from(prefix),
        }
    }

    /// All ids as text, in order.
    pub fn to_strings(&self, strings: &Strings) -> Result<Vec<Box<str>>, PackError> {
        strings.check(&self.prefixes)?;
        if self.prefixes.len() != self.numbers.len() {
            return Err(PackError::Damaged("its ids are incomplete"));
        }
        let mut value = 0u64;
        let ids = self.prefixes.iter().zip(&self.numbers).map(|(prefix, difference)| {
            value = value.wrapping_add(*difference as u64);
            let prefix = strings.get(*prefix).unwrap_or_default();
            match value.checked_sub(1) {
                Some(number) => format!("{prefix}{number}").into_boxed_str(),
                None => Box::from(prefix),
            }
        });
        Ok(ids.collect())
    }
}

/// An id's order in a file: ids alike but for their number stand together, by number.
pub(in crate::city) fn id_order(id: &str) -> (&str, Option<u64>) {
    split_id(id)
}

/// The id without the number at its end, and that number, when writing it again gives the same text.
fn split_id(id: &str) -> (&str, Option<u64>) {
    let prefix = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &id[prefix.len()..];
    let canonical = digits == "0" || !digits.starts_with('0');
    match digits.parse::<u64>() {
        Ok(number) if canonical && number < u64::MAX => (prefix, Some(number)),
        _ => (id, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ids_of_any_form_come_back_as_they_were(ids in proptest::collection::vec("[a-z:]{0,6}[0-9]{0,21}", 0..20)) {
            let (mut column, mut builder, mut before) = (Ids::default(), StringsBuilder::default(), 0);
            for id in &ids {
                column.push(id, &mut before, &mut builder);
            }
            let read = column.to_strings(&builder.build()).expect("whole");
            prop_assert_eq!(read.iter().map(|id| id.as_ref()).collect::<Vec<_>>(), ids);
        }
    }
}
