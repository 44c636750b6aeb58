use super::columns::{Ids, Strings, StringsBuilder, id_order};
use super::{PackError, pack, unpack};
use crate::city::CategorySet;
use serde::{Deserialize, Serialize};

/// What the text index holds of one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRecord {
    /// The feature's id.
    pub id: String,
    /// All kinds it is one of.
    pub categories: CategorySet,
    /// Name, English name, brand, cuisine and address, folded, without empty ones.
    pub fields: Vec<String>,
}

/// The city-wide index: of every feature with an on-demand category its id, kinds and searchable text, so that ids are
/// known and matches are counted before a category is loaded.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TextColumns {
    /// The prefixes of ids.
    pub strings: Strings,
    /// The features' ids.
    pub ids: Ids,
    /// All kinds of each feature.
    pub categories: Vec<CategorySet>,
    /// The fields of all features, each ended by a line break, which no folded text holds.
    pub text: String,
    /// Bytes of each feature's share of the text.
    pub lengths: Vec<u32>,
}

impl TextColumns {
    /// The bytes of a file of these records, put in the order of their ids.
    pub fn encode(mut records: Vec<TextRecord>) -> Vec<u8> {
        records.sort_by(|a, b| id_order(&a.id).cmp(&id_order(&b.id)));
        let mut columns = Self::default();
        let mut strings = StringsBuilder::default();
        let mut before = 0;
        for record in &records {
            columns.ids.push(&record.id, &mut before, &mut strings);
            columns.categories.push(record.categories);
            let start = columns.text.len();
            for (index, field) in record.fields.iter().enumerate() {
                // What stands inside another field finds nothing of its own.
                let repeated = record.fields.iter().enumerate().any(|(other, longer)| {
                    longer.contains(field.as_str()) && (longer.len() > field.len() || other < index)
                });
                if !repeated {
                    columns.text.push_str(field);
                    columns.text.push('\n');
                }
            }
            columns.lengths.push((columns.text.len() - start) as u32);
        }
        columns.strings = strings.build();
        pack(&columns)
    }

    /// The columns of a file, every length in them checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        let mut columns: Self = unpack(bytes)?;
        columns.strings.finish()?;
        let count = columns.ids.len();
        let mut end = 0usize;
        let bounded = columns.lengths.iter().all(|length| {
            end += *length as usize;
            columns.text.is_char_boundary(end)
        });
        let whole = bounded && end == columns.text.len();
        if whole && columns.categories.len() == count && columns.lengths.len() == count {
            Ok(columns)
        } else {
            Err(PackError::Damaged("its columns do not fit one another"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::Category;

    #[test]
    fn fields_that_stand_inside_others_are_kept_once() {
        let record = TextRecord {
            id: "osm:node:1".into(),
            categories: CategorySet::NONE.with(Category::Cafe),
            fields: ["costa", "costa coffee", "costa coffee", "coffee"].map(String::from).to_vec(),
        };
        let columns = TextColumns::decode(&TextColumns::encode(vec![record])).expect("whole");
        assert_eq!(columns.text, "costa coffee\n");
    }
}
