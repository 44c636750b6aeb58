//! What a human may mean while they still type: places by any words of their fields, kinds of places, coordinates, and
//! what is spelt nearly so.

use super::features::{Feature, FeatureKey};
use super::gazetteer::{Gazetteer, PlaceText, Resolved, is_word_for};
use super::places::{Resolution, resolve};
use super::{Category, CategorySet, City};
use crate::spatial::{BBox, Position, fold, near_distance_m};

/// How well a place fits what is typed, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Name,
    StartOfName,
    StartOfWord,
    PartOfName,
    OtherField,
    WordsApart,
}

/// The loaded places that the folded text fits, best first, at an equal fit the nearer first. Words that are not together
/// in any field may stand in several, or say what kind of place it is.
pub fn places(city: &City, folded: &str, origin: Position) -> Vec<FeatureKey> {
    if folded.is_empty() {
        return Vec::new();
    }
    let inner = format!(" {folded}");
    let words: Vec<&str> = folded.split(' ').collect();
    let ranked = city.features.iter().filter_map(|feature| Some((fit(feature, folded, &inner, &words)?, feature)));
    let mut found: Vec<_> = ranked.collect();
    found.sort_by_cached_key(|(fit, feature)| {
        // A district before a school of the same name: it is what most people mean by it.
        let is_small = !feature.categories().has(Category::District);
        let metres = near_distance_m(origin, feature.position()) as u64;
        (*fit, *fit <= Fit::StartOfName && is_small, metres, feature.key())
    });
    found.into_iter().map(|(_, feature)| feature.key()).collect()
}

fn fit(feature: Feature<'_>, folded: &str, inner: &str, words: &[&str]) -> Option<Fit> {
    let all = feature.folded();
    if all.contains(folded) {
        let of_name = |name: &str| {
            if name == folded {
                Fit::Name
            } else if name.starts_with(folded) {
                Fit::StartOfName
            } else if name.contains(inner) {
                Fit::StartOfWord
            } else if name.contains(folded) {
                Fit::PartOfName
            } else {
                Fit::OtherField
            }
        };
        return feature.folded_names().into_iter().map(of_name).min();
    }
    let is_there =
        |word: &&str| all.contains(*word) || feature.categories().iter().any(|category| is_word_for(word, category));
    (words.len() > 1 && words.iter().all(is_there)).then_some(Fit::WordsApart)
}

/// The kinds of places that the folded text names or begins to name; `words` is what the page calls each. One that is
/// spelt nearly so counts when no other does.
pub fn kinds(folded: &str, words: impl Fn(Category) -> &'static str) -> Vec<Category> {
    if folded.chars().count() < 2 {
        return Vec::new();
    }
    let all = || Category::ALL.iter().copied();
    let called = |category: Category| [fold(words(category)), category.name().replace('_', " ")];
    let begins = |category: &Category| {
        called(*category).iter().any(|name| name.starts_with(folded)) || is_word_for(folded, *category)
    };
    let found: Vec<_> = all().filter(begins).collect();
    let most = match folded.chars().count() {
        0..=4 => 0,
        5..=7 => 1,
        _ => 2,
    };
    if !found.is_empty() || most == 0 {
        return found;
    }
    let is_near = |category: &Category| called(*category).iter().any(|name| strsim::osa_distance(name, folded) <= most);
    all().filter(is_near).collect()
}

/// Loaded places whose names are spelt nearly like the text, the likeliest first.
pub fn near_spellings(city: &City, text: &str, origin: Position) -> Vec<FeatureKey> {
    let mut found = Vec::new();
    if let Resolved::Place(key, _) = Gazetteer::of(city).resolve(&PlaceText::new(text), None, origin) {
        found.push(key);
    }
    let Resolution::None(names) = resolve(&city.features, text) else { return found };
    for name in names.iter().map(|name| fold(name)) {
        let same = city.features.iter().filter(|feature| feature.folded_names().contains(&name.as_str()));
        let nearest = same.min_by_key(|feature| near_distance_m(origin, feature.position()) as u64);
        found.extend(nearest.map(Feature::key).filter(|key| !found.contains(key)).into_iter().collect::<Vec<_>>());
    }
    found
}

/// A place of a kind that is not loaded, of which no more is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Its id.
    pub id: String,
    /// Its name, from its folded letters.
    pub name: String,
    /// The kind it is shown as.
    pub category: Category,
}

/// Places of kinds that are not loaded whose names are spelt nearly like the folded text, the likeliest first.
pub fn near_elsewhere(city: &City, folded: &str, most: usize) -> Vec<Elsewhere> {
    let Some(index) = &city.text else { return Vec::new() };
    let waiting: CategorySet = city.unloaded().map(|(category, _)| category).collect();
    let length = folded.chars().count();
    let allowed = ((length + 1) / 3).clamp(1, 4);
    let edits = |name: &str| {
        // Bytes, not letters: only to pass over most names without a look.
        let is_near = name.len().abs_diff(folded.len()) <= allowed * 4;
        is_near.then(|| strsim::osa_distance(name, folded)).filter(|edits| *edits <= allowed)
    };
    let score = |fields: &str| fields.split('\n').take(2).filter(|name| !name.is_empty()).filter_map(edits).min();
    let place = |(id, fields, kinds): (&str, &str, CategorySet)| {
        let name = fields.split('\n').take(2).filter(|name| edits(name).is_some()).last()?;
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        };
        let name = name.split(' ').map(capital).collect::<Vec<_>>().join(" ");
        Some(Elsewhere { id: id.to_owned(), name, category: kinds.first()? })
    };
    index.best(waiting, most, score).into_iter().filter_map(place).collect()
}

/// The place that two numbers are: latitude and longitude, or the other way round where only that lies in `bbox`. With
/// the letter of a compass point after each it is as they say.
pub fn coordinates(text: &str, bbox: &BBox) -> Option<Position> {
    let plain = text.trim().trim_start_matches("geo:").trim_matches(|c| matches!(c, '(' | ')' | '[' | ']'));
    let is_part = |c: char| c.is_ascii_digit() || "+-−.,; °\tNSEWnsew".contains(c);
    if plain.is_empty() || !plain.chars().all(is_part) {
        return None;
    }
    let text = plain.replace('−', "-").to_ascii_uppercase().replace('°', "");
    let mut numbers = Vec::new();
    let mut letters = Vec::new();
    for part in text.split([',', ';', ' ', '\t']).filter(|part| !part.is_empty()) {
        let number = part.trim_end_matches(['N', 'S', 'E', 'W']);
        letters.extend(part[number.len()..].chars());
        if !number.is_empty() {
            numbers.push(number.parse::<f64>().ok().filter(|number| number.is_finite())?);
        }
    }
    let (first, second) = match numbers.as_slice() {
        [first, second] => (*first, *second),
        _ => return None,
    };
    let signed = |number: f64, letter: char| if matches!(letter, 'S' | 'W') { -number.abs() } else { number };
    let position = match letters.as_slice() {
        [] => {
            let (usual, swapped) = (Position::new(second, first), Position::new(first, second));
            let is_swapped =
                !(usual.is_valid() && bbox.contains(usual)) && swapped.is_valid() && bbox.contains(swapped);
            // Two whole numbers are more likely part of an address than a place on Earth, unless they are one here.
            let is_written_out = text.contains('.') || bbox.contains(usual);
            if !is_written_out && !is_swapped {
                return None;
            }
            if is_swapped { swapped } else { usual }
        }
        [lat @ ('N' | 'S'), lng @ ('E' | 'W')] => Position::new(signed(second, *lng), signed(first, *lat)),
        [lng @ ('E' | 'W'), lat @ ('N' | 'S')] => Position::new(signed(first, *lng), signed(second, *lat)),
        _ => return None,
    };
    position.is_valid().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MALTA: BBox = BBox { west: 14.0, south: 35.7, east: 14.7, north: 36.2 };

    #[test]
    fn coordinates_are_read_in_the_ways_people_write_them() {
        let read = |text| coordinates(text, &MALTA).map(|at| (at.lng, at.lat));
        let here = Some((14.5, 35.9));
        for text in
            ["35.9, 14.5", "35.9 14.5", "14.5,35.9", "35.9° N, 14.5° E", "35.9N 14.5E", "geo:35.9,14.5", "(35.9; 14.5)"]
        {
            assert_eq!(read(text), here, "{text}");
        }
        assert_eq!(read("33.9 S 151.2 E"), Some((151.2, -33.9)));
        assert_eq!(read("−33.9, 151.2"), Some((151.2, -33.9)));
        for text in ["", "12", "12 13", "35.9", "35.9, 14.5, 3", "135.9, 214.5", "Triq 3, 4", "35.9,14.5 cafe", "N E"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn kinds_are_known_from_their_beginning_and_from_a_slip_of_the_pen() {
        let words =
            |category: Category| if category == Category::Convenience { "Corner shops" } else { category.name() };
        assert_eq!(kinds("caf", words), [Category::Cafe]);
        assert_eq!(kinds("pharmacies", words), [Category::Pharmacy]);
        assert_eq!(kinds("corner", words), [Category::Convenience]);
        assert_eq!(kinds("resturant", words), [Category::Restaurant]);
        assert_eq!(kinds("coffee", words), [Category::Cafe]);
        assert_eq!(kinds("c", words), []);
        assert_eq!(kinds("valletta", words), []);
    }
}
