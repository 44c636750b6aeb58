use crate::{Geometry, Record, Value};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The places of a layer as columns: value `i` of each belongs to place `i`. Every string stands once in one run of text;
/// number 0 is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Columns {
    text: String,
    lengths: Vec<u32>,
    #[serde(skip)]
    ends: Vec<u32>,
    /// The rows of the file.
    pub rows: Vec<u32>,
    /// What each place is called, as numbers of strings.
    pub names: Vec<u32>,
    /// The geometries.
    pub geometries: Vec<Geometry>,
    counts: Vec<u32>,
    #[serde(skip)]
    starts: Vec<u32>,
    /// Names and values of attributes by turns, as numbers of strings.
    pairs: Vec<u32>,
    /// Of each attribute, whether it is JSON.
    json: Vec<bool>,
}

/// The columns do not fit one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnsError;

/// Collects places into columns.
#[derive(Default)]
pub struct Builder {
    columns: Columns,
    numbers: FxHashMap<String, u32>,
}

impl Builder {
    fn number(&mut self, string: &str) -> u32 {
        if let Some(number) = self.numbers.get(string) {
            return *number;
        }
        self.columns.text.push_str(string);
        self.columns.lengths.push(string.len() as u32);
        let number = self.columns.lengths.len() as u32;
        self.numbers.insert(string.to_owned(), number);
        number
    }

    /// Adds a place that is called so.
    pub fn push(&mut self, name: Option<&str>, record: Record) {
        let name = name.map_or(0, |name| self.number(name));
        self.columns.rows.push(record.row);
        self.columns.names.push(name);
        self.columns.geometries.push(record.geometry);
        self.columns.counts.push(record.properties.len() as u32);
        for (key, value) in &record.properties {
            let pair = [self.number(key), self.number(value.as_str())];
            self.columns.pairs.extend(pair);
            self.columns.json.push(matches!(value, Value::Json(_)));
        }
    }

    /// The columns.
    pub fn build(self) -> Columns {
        let mut columns = self.columns;
        // Lengths and counts are those of what was pushed.
        let finished = columns.finish();
        debug_assert!(finished.is_ok(), "what was pushed fits");
        columns
    }
}

impl Columns {
    /// The columns of these places; of each its name is told by `name`.
    pub fn of(records: Vec<Record>, name: impl Fn(&Record) -> Option<String>) -> Self {
        let mut builder = Builder::default();
        for record in records {
            let name = name(&record);
            builder.push(name.as_deref(), record);
        }
        builder.build()
    }

    /// Works out what is not written, after reading.
    ///
    /// # Errors
    /// Lengths and numbers that do not fit one another.
    pub fn finish(&mut self) -> Result<(), ColumnsError> {
        let mut end = 0u32;
        self.ends.clear();
        for length in &self.lengths {
            end = end.checked_add(*length).ok_or(ColumnsError)?;
            if !self.text.is_char_boundary(end as usize) {
                return Err(ColumnsError);
            }
            self.ends.push(end);
        }
        self.starts = vec![0];
        let mut start = 0u32;
        for count in &self.counts {
            start = start.checked_add(*count).ok_or(ColumnsError)?;
            self.starts.push(start);
        }
        let count = self.rows.len();
        let same = [self.names.len(), self.geometries.len(), self.counts.len()] == [count; 3];
        let known = self.names.iter().chain(&self.pairs).all(|number| *number as usize <= self.lengths.len());
        let fits = end as usize == self.text.len()
            && self.json.len() == start as usize
            && self.pairs.len() == self.json.len() * 2;
        if same && known && fits { Ok(()) } else { Err(ColumnsError) }
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many different strings there are; their numbers go from 1 to this.
    pub fn strings(&self) -> usize {
        self.lengths.len()
    }

    /// The string of that number; `None` for 0.
    pub fn string(&self, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        Some(&self.text[start..self.ends[index] as usize])
    }

    /// Names and values of the place's attributes by turns, as numbers of strings.
    pub fn pairs(&self, index: usize) -> &[u32] {
        &self.pairs[self.starts[index] as usize * 2..self.starts[index + 1] as usize * 2]
    }

    /// The place's attributes: name, value, and whether the value is JSON.
    pub fn properties(&self, index: usize) -> impl Iterator<Item = (&str, &str, bool)> {
        let json = &self.json[self.starts[index] as usize..self.starts[index + 1] as usize];
        let pairs = self.pairs(index).chunks_exact(2).zip(json);
        pairs.filter_map(|(pair, json)| Some((self.string(pair[0])?, self.string(pair[1]).unwrap_or(""), *json)))
    }

    /// The place once more as it was read.
    pub fn record(&self, index: usize) -> Record {
        let properties = self.properties(index).map(|(key, value, json)| {
            let value = value.to_owned();
            (key.to_owned(), if json { Value::Json(value) } else { Value::Text(value) })
        });
        Record { row: self.rows[index], geometry: self.geometries[index].clone(), properties: properties.collect() }
    }
}
