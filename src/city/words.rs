//! The searchable text of a file's features: what several have alike is there once.

use memchr::memmem::Finder;

/// Folded fields of features, each field ended by a line break.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// All distinct texts, one after another.
    text: String,
    /// Where each starts; one more at the end.
    starts: Vec<u32>,
    /// Which text each feature has.
    numbers: Vec<u32>,
}

impl Words {
    /// A text for each feature, of which the first starts at the first of `starts` and the last ends at the last.
    pub fn of_each(text: String, starts: Vec<u32>) -> Self {
        let numbers = (0..starts.len().saturating_sub(1) as u32).collect();
        Self { text, starts, numbers }
    }

    /// Adds a text of these fields; its number.
    pub fn add(&mut self, fields: impl Iterator<Item = String>) -> u32 {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        for field in fields {
            self.text.push_str(&field);
            self.text.push('\n');
        }
        self.starts.push(self.text.len() as u32);
        self.starts.len() as u32 - 2
    }

    /// The next feature has the text of that number.
    pub fn push(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// Gives back what was set aside for more.
    pub fn fit(&mut self) {
        self.text.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.numbers.shrink_to_fit();
    }

    /// The text of a feature.
    pub fn of(&self, index: u32) -> &str {
        let number = self.numbers.get(index as usize).copied().unwrap_or_default() as usize;
        match self.starts.get(number..number + 2) {
            Some([start, end]) => &self.text[*start as usize..*end as usize],
            _ => "",
        }
    }

    /// How many distinct texts there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Which text each feature has.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// A bit for each text in which `query` is found, and whether there is any.
    pub fn holding(&self, query: &Finder) -> (Vec<u64>, bool) {
        let mut bits = vec![0; self.len().div_ceil(64)];
        let (bytes, mut from, mut number, mut any) = (self.text.as_bytes(), 0, 0, false);
        while let Some(found) = query.find(&bytes[from..]) {
            let at = (from + found) as u32;
            // A folded text holds no line break, so that nothing is found across two texts.
            number += self.starts[number..].partition_point(|start| *start <= at) - 1;
            bits[number / 64] |= 1 << (number % 64);
            any = true;
            number += 1;
            match self.starts.get(number) {
                Some(start) => from = *start as usize,
                None => break,
            }
        }
        (bits, any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_wherever_it_stands_and_told_once() {
        let mut words = Words::default();
        for text in ["cafe cordina", "", "bar", "cafecafe", "the cafe"] {
            words.add([text.to_owned(), String::new()].into_iter());
        }
        for number in [4, 0, 0, 1, 3] {
            words.push(number);
        }
        let holding = |query: &str| words.holding(&Finder::new(query.as_bytes()));
        assert_eq!(holding("cafe"), (vec![0b11001], true));
        assert_eq!(holding("bar"), (vec![0b100], true));
        assert_eq!(holding("e\nb"), (vec![0], false));
        assert_eq!(
            (words.of(0), words.of(2), words.of(3), words.len()),
            ("the cafe\n\n", "cafe cordina\n\n", "\n\n", 5)
        );
        assert!(!Words::default().holding(&Finder::new(b"x")).1);
    }
}
