//! The city-wide text index: what is known of features whose category is not loaded.

use super::ids::FileIds;
use super::pack::{PackError, TextColumns};
use super::{Category, CategorySet};
use memchr::memmem::Finder;

/// Ids and searchable text of every feature with an on-demand category.
pub struct TextIndex {
    columns: TextColumns,
    ids: FileIds,
}

impl TextIndex {
    /// The index that a pack's text file holds.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        let mut columns = TextColumns::decode(bytes)?;
        let ids = FileIds::of_columns(std::mem::take(&mut columns.ids), &columns.strings)?;
        Ok(Self { columns, ids })
    }

    /// The kinds of the feature of that id; `None` when the index does not know it.
    pub fn categories_of(&self, id: &str) -> Option<CategorySet> {
        let index = self.ids.find(id, &self.columns.strings)?;
        self.columns.categories.get(index as usize).copied()
    }

    /// Those of the `asked` categories that have a feature whose fields, each ended by a line break, pass the test.
    pub fn categories_where(&self, asked: CategorySet, test: impl Fn(&str) -> bool) -> CategorySet {
        let (mut found, mut start) = (CategorySet::NONE, 0);
        for (length, categories) in self.columns.lengths.iter().zip(&self.columns.categories) {
            let end = start + *length as usize;
            let new = categories.0 & asked.0 & !found.0;
            if new != 0 && test(&self.columns.text[start..end]) {
                found.0 |= new;
            }
            start = end;
        }
        found
    }

    /// The features of the `asked` categories whose fields, each ended by a line break, score least, the least first: id,
    /// fields and kinds.
    pub fn best(
        &self,
        asked: CategorySet,
        most: usize,
        score: impl Fn(&str) -> Option<usize>,
    ) -> Vec<(&str, &str, CategorySet)> {
        let (mut best, mut start) = (Vec::new(), 0);
        for (index, (length, categories)) in self.columns.lengths.iter().zip(&self.columns.categories).enumerate() {
            let end = start + *length as usize;
            let fields = &self.columns.text[start..end];
            if let Some(score) = categories.meets(asked).then(|| score(fields)).flatten() {
                best.push((score, index as u32, fields, *categories));
            }
            start = end;
        }
        best.sort_by_key(|(score, index, ..)| (*score, *index));
        best.truncate(most);
        let id_of = |index: u32| self.ids.get(index as usize, &self.columns.strings);
        best.into_iter().map(|(_, index, fields, kinds)| (id_of(index), fields, kinds)).collect()
    }

    /// How many features of each of the `asked` categories hold the folded text, biggest first, then in category
    /// order, without zeros. A feature counts under each of its kinds.
    pub fn count_matches(&self, query: &Finder, asked: CategorySet) -> Vec<(Category, u32)> {
        let mut counts = [0u32; Category::ALL.len()];
        let mut start = 0;
        for (length, categories) in self.columns.lengths.iter().zip(&self.columns.categories) {
            let end = start + *length as usize;
            if categories.meets(asked) && query.find(&self.columns.text.as_bytes()[start..end]).is_some() {
                categories.iter().for_each(|category| counts[category as usize] += 1);
            }
            start = end;
        }
        let mut found: Vec<_> = asked.iter().map(|category| (category, counts[category as usize])).collect();
        found.retain(|(_, count)| *count > 0);
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        found
    }
}
