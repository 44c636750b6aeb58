//! What a set of features says as a whole: how often each value occurs, the numbers of a tag, and how far to trust either.

use super::districts::district_of;
use crate::city::features::{Feature, Features};
use crate::city::{CategorySet, City, Hit};
use crate::spatial::round_to;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// At most this many groups are told.
const MAX_GROUPS: usize = 25;
/// A tag whose semicolons do not part values.
const ONE_VALUE: &str = "opening_hours";

/// What to count by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grouping<'a> {
    /// Those of its kinds that were asked for.
    Category,
    /// The district that it lies in.
    District,
    /// The values of a tag.
    Tag(&'a str),
}

/// How many features have each value. One with several values counts once under each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Groups<'a> {
    /// The biggest, at equal size by key: the key, a district's id, and how many.
    pub biggest: Vec<(&'a str, Option<&'a str>, usize)>,
    /// How many there are in all groups beside the biggest.
    pub other: usize,
    /// How many features have no value.
    pub missing: usize,
}

impl<'a> Groups<'a> {
    /// The groups of the hits; of kinds, those that are `asked` for.
    pub fn of(city: &'a City, hits: &[Hit], by: Grouping<'_>, asked: CategorySet) -> Self {
        let mut counts: BTreeMap<(&str, Option<&str>), usize> = BTreeMap::new();
        let mut missing = 0;
        for hit in hits {
            let keys = keys(city, city.features.get(hit.key), by, asked);
            missing += usize::from(keys.is_empty());
            keys.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
        }
        let mut biggest: Vec<_> = counts.into_iter().map(|((key, id), count)| (key, id, count)).collect();
        // The map gave them by key, and the sort keeps that order among equals.
        biggest.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
        let other = biggest.iter().skip(MAX_GROUPS).map(|(.., count)| count).sum();
        biggest.truncate(MAX_GROUPS);
        Self { biggest, other, missing }
    }

    /// The groups as the answer lists them.
    pub fn rows(&self) -> Value {
        let row = |(key, id, count): &(&str, Option<&str>, usize)| match id {
            Some(id) => json!({ "key": key, "id": id, "count": count }),
            None => json!({ "key": key, "count": count }),
        };
        self.biggest.iter().map(row).collect()
    }
}

/// What the feature counts under, each key once; a district with its id, as two may have one name.
fn keys<'a>(
    city: &'a City,
    feature: Feature<'a>,
    by: Grouping<'_>,
    asked: CategorySet,
) -> BTreeSet<(&'a str, Option<&'a str>)> {
    match by {
        Grouping::Category => {
            let kinds = feature.categories().iter().filter(|category| asked.has(*category));
            let layer = feature.is_of_layer().then(|| feature.kind_name());
            kinds.map(|category| category.name()).chain(layer).map(|name| (name, None)).collect()
        }
        Grouping::District => {
            let district = district_of(city, feature.position());
            district
                .map(|district| (district.name().unwrap_or(district.id()), Some(district.id())))
                .into_iter()
                .collect()
        }
        Grouping::Tag(ONE_VALUE) => feature.tag(ONE_VALUE).map(|hours| (hours, None)).into_iter().collect(),
        Grouping::Tag(tag) => {
            let values = feature.tag(tag).into_iter().flat_map(|value| value.split(';')).map(str::trim);
            values.filter(|value| !value.is_empty()).map(|value| (value, None)).collect()
        }
    }
}

/// The numbers of a tag over a set of features.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    /// The numbers, ascending.
    sorted: Vec<f64>,
    /// How many values are no single number.
    unparsed: usize,
}

impl Numbers {
    /// The numbers of that tag among the hits.
    pub fn of(features: &Features, hits: &[Hit], tag: &str) -> Self {
        let mut numbers = Self::default();
        for value in hits.iter().filter_map(|hit| features.get(hit.key).tag(tag)) {
            match number(value) {
                Some(number) => numbers.sorted.push(number),
                None => numbers.unparsed += 1,
            }
        }
        numbers.sorted.sort_by(f64::total_cmp);
        numbers
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// The least, the greatest, the mean and the median; `None` of no number at all.
    pub fn spread(&self) -> Option<[f64; 4]> {
        let (min, max) = (self.sorted.first()?, self.sorted.last()?);
        let mean = self.sorted.iter().sum::<f64>() / self.len() as f64;
        let middle = |index: usize| self.sorted[index.min(self.len() - 1)];
        let median = f64::midpoint(middle((self.len() - 1) / 2), middle(self.len() / 2));
        Some([*min, *max, round_to(mean, 2), round_to(median, 2)])
    }

    /// The numbers as the answer tells them; without a single one there is neither least nor mean.
    pub fn row(&self, tag: &str) -> Value {
        let mut row = Map::new();
        row.insert("tag".into(), json!(tag));
        row.insert("n".into(), json!(self.len()));
        for (name, value) in ["min", "max", "mean", "median"].into_iter().zip(self.spread().into_iter().flatten()) {
            row.insert(name.into(), plain(value));
        }
        row.insert("unparsed".into(), json!(self.unparsed));
        Value::Object(row)
    }
}

/// The number as JSON, whole when it is.
fn plain(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) }
}

/// The one number that a tag's value is, perhaps with words behind it: "4", "4S", "12.5 m". A range, a list and a number
/// with its thousands set apart are none.
fn number(value: &str) -> Option<f64> {
    let value = value.trim();
    let unsigned = value.strip_prefix(['-', '+']).unwrap_or(value);
    let whole = unsigned.len() - unsigned.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let fraction = unsigned[whole..].strip_prefix('.').map_or("", |rest| rest);
    let decimals = fraction.len() - fraction.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = value.len() - unsigned.len() + if decimals > 0 { whole + 1 + decimals } else { whole };
    let (number, rest) = value.split_at(end);
    if whole == 0 || rest.contains(char::is_numeric) {
        return None;
    }
    number.parse().ok().filter(|number: &f64| number.is_finite())
}

/// On how many of the hits each of these tags is recorded, "27 of 88", for a search that filters or counts by them.
pub(super) fn recorded<'a>(
    features: &Features,
    hits: &[Hit],
    tags: impl IntoIterator<Item = &'a str>,
) -> Map<String, Value> {
    let of = |tag: &str| {
        let with = hits.iter().filter(|hit| features.get(hit.key).tag(tag).is_some()).count();
        (tag.to_owned(), json!(format!("{with} of {}", hits.len())))
    };
    tags.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_a_unit_behind_but_not_out_of_ranges_and_lists() {
        for (text, wanted) in [
            ("4", Some(4.0)),
            (" 4S ", Some(4.0)),
            ("12.5", Some(12.5)),
            ("4 stars", Some(4.0)),
            ("-3 °C", Some(-3.0)),
            ("+2", Some(2.0)),
            ("12.", Some(12.0)),
            ("007", Some(7.0)),
            ("4*****", Some(4.0)),
            ("", None),
            ("yes", None),
            ("S4", None),
            (".5", None),
            ("3-4", None),
            ("3;4", None),
            ("1,000", None),
            ("2 500", None),
            ("1.2.3", None),
            ("24/7", None),
            ("½", None),
            ("4½", None),
            ("-", None),
        ] {
            assert_eq!(number(text), wanted, "{text:?}");
        }
        assert_eq!(number(&"9".repeat(400)), None);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        let of = |sorted: &[f64]| Numbers { sorted: sorted.to_vec(), unparsed: 1 };
        assert_eq!(of(&[]).spread(), None);
        assert_eq!(of(&[]).row("stars"), json!({ "tag": "stars", "n": 0, "unparsed": 1 }));
        assert_eq!(of(&[3.0]).spread(), Some([3.0, 3.0, 3.0, 3.0]));
        assert_eq!(of(&[1.0, 2.0, 3.0, 30.0]).spread(), Some([1.0, 30.0, 9.0, 2.5]));
        assert_eq!(of(&[1.0, 2.0, 7.0]).spread(), Some([1.0, 7.0, 3.33, 2.0]));
        let row = json!({ "tag": "stars", "n": 2, "min": 1, "max": 2, "mean": 1.5, "median": 1.5, "unparsed": 1 });
        assert_eq!(of(&[1.0, 2.0]).row("stars"), row);
    }
}
