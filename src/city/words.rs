//! The searchable text of a file's features: what several have alike is there once.

use glassmap_index::Grams;
use memchr::memmem::Finder;

/// So many texts of a layer are made ready at a time, which takes some ten milliseconds.
pub(super) const PART: usize = 20_000;

/// Folded fields of features, each field ended by a line break.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// All distinct texts, one after another.
    text: String,
    /// Where each starts; one more at the end.
    starts: Vec<u32>,
    /// Which text each feature has.
    numbers: Vec<u32>,
    /// Features by their texts, and where those of each text start; one more at the end.
    members: Vec<u32>,
    member_starts: Vec<u32>,
    grams: Grams,
}

impl Words {
    /// Texts, of which the first starts at the first of `starts` and the last ends at the last, and which of them each
    /// feature has. Between parts of the work it waits for `pause`.
    pub async fn of_each(text: String, starts: Vec<u32>, numbers: Vec<u32>, pause: &impl AsyncFn()) -> Self {
        let mut words = Self { text, starts, numbers, ..Self::default() };
        while words.grams.len() < words.len() {
            words.sign(PART);
            pause().await;
        }
        words.finished()
    }

    /// Makes the signatures of the next texts, of so many at most.
    fn sign(&mut self, most: usize) {
        let mut grams = std::mem::take(&mut self.grams);
        let from = grams.len();
        let to = self.len().min(from.saturating_add(most));
        (from..to).for_each(|number| grams.push(self.text_of(number).as_bytes()));
        self.grams = grams;
    }

    /// Adds a text of these fields; its number.
    pub fn add<'a>(&mut self, fields: impl Iterator<Item = &'a str>) -> u32 {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        for field in fields {
            self.text.push_str(field);
            self.text.push('\n');
        }
        self.starts.push(self.text.len() as u32);
        self.starts.len() as u32 - 2
    }

    /// The next feature has the text of that number.
    pub fn push(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// Makes it ready to be searched: nothing is added after this.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.text.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self.sign(usize::MAX);
        self.grams.fit();
        // Counted, then put in their places.
        let mut starts = vec![0u32; self.len() + 1];
        self.numbers.iter().for_each(|number| starts[*number as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        self.members = vec![0; self.numbers.len()];
        for (number, feature) in self.numbers.iter().zip(0..) {
            let place = &mut next[*number as usize];
            self.members[*place as usize] = feature;
            *place += 1;
        }
        self.member_starts = starts;
        self
    }

    /// The text of a feature.
    pub fn of(&self, index: u32) -> &str {
        let number = self.numbers.get(index as usize).copied().unwrap_or_default() as usize;
        self.text_of(number)
    }

    fn text_of(&self, number: usize) -> &str {
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

    /// The numbers of the texts in which `query` is found.
    pub fn holding(&self, query: &Finder) -> Vec<u32> {
        let mut candidates = self.grams.candidates(query.needle());
        candidates.retain(|number| query.find(self.text_of(*number as usize).as_bytes()).is_some());
        candidates
    }

    /// The features that have the text of that number.
    pub fn members(&self, number: u32) -> &[u32] {
        let number = number as usize;
        match self.member_starts.get(number..number + 2) {
            Some([start, end]) => &self.members[*start as usize..*end as usize],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_wherever_it_stands_and_told_once() {
        let mut words = Words::default();
        for text in ["cafe cordina", "", "bar", "cafecafe", "the cafe"] {
            words.add([text, ""].into_iter());
        }
        for number in [4, 0, 0, 1, 3] {
            words.push(number);
        }
        let words = words.finished();
        let holding = |query: &str| words.holding(&Finder::new(query.as_bytes()));
        assert_eq!([holding("cafe"), holding("bar"), holding("e\nb")], [vec![0, 3, 4], vec![2], vec![]]);
        assert_eq!([holding("c"), holding("ba")], [vec![0, 3, 4], vec![2]]);
        assert_eq!((words.of(0), words.of(2), words.of(3)), ("the cafe\n\n", "cafe cordina\n\n", "\n\n"));
        assert_eq!([0, 1, 2, 3, 4].map(|number| words.members(number)), [&[1, 2][..], &[3], &[], &[4], &[0]]);
        assert!(Words::default().holding(&Finder::new(b"x")).is_empty());
        assert!(Words::default().finished().members(0).is_empty());
    }
}
