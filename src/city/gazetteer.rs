//! Names and addresses as people write them to the one place they mean: in any order of words, in either language, with
//! or without the town, with a slip of the pen; and how sure that is.

use super::features::{Feature, FeatureKey};
use super::places::without_suffix;
use super::{Category, City};
use crate::spatial::{BBox, Position, distance_m, fold};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// So many places of one name that sell something are a chain, whether their brand is recorded or not.
const FEW: usize = 3;
/// Kinds whose places may be branches of a chain.
const SELLERS: [Category; 11] = [
    Category::Supermarket,
    Category::Restaurant,
    Category::Cafe,
    Category::FastFood,
    Category::Bakery,
    Category::Bar,
    Category::Convenience,
    Category::Pharmacy,
    Category::Bank,
    Category::Hotel,
    Category::Parking,
];
/// Words that stand for one another in names and addresses, folded: English, Maltese and their short forms.
const ALIKE: [&[&str]; 15] = [
    &["street", "st", "str", "triq", "strada", "road", "rd"],
    &["saint", "st", "san", "sant", "santa", "santu", "sta", "ste"],
    &["square", "sq", "misrah", "pjazza", "piazza"],
    &["avenue", "ave", "av", "vjal"],
    &["alley", "sqaq"],
    &["church", "knisja", "chapel", "kappella"],
    &["school", "skola"],
    &["hospital", "sptar"],
    &["museum", "muzew"],
    &["garden", "gardens", "gnien", "gonna"],
    &["bay", "bajja"],
    &["pharmacy", "chemist", "spizerija"],
    &["valletta", "belt"],
    &["gozo", "ghawdex"],
    &["and", "u"],
];
/// Words that a name is the same without, folded: articles and what joins.
const SMALL: [&str; 40] = [
    "il", "l", "is", "it", "in", "ir", "ix", "iz", "z", "id", "d", "ic", "c", "the", "of", "at", "ta", "tal", "tas",
    "tat", "tan", "tar", "tad", "tax", "taz", "tac", "ghal", "de", "del", "la", "le", "les", "el", "s", "t", "n", "r",
    "x", "a", "i",
];
/// Other words for what a place is.
const KINDS: [(&str, Category); 14] = [
    ("store", Category::Convenience),
    ("shop", Category::Convenience),
    ("grocery", Category::Supermarket),
    ("chemist", Category::Pharmacy),
    ("coffee", Category::Cafe),
    ("coffeeshop", Category::Cafe),
    ("pub", Category::Bar),
    ("church", Category::PlaceOfWorship),
    ("temple", Category::PlaceOfWorship),
    ("station", Category::MrtStation),
    ("metro", Category::MrtStation),
    ("mrt", Category::MrtStation),
    ("subway", Category::MrtStation),
    ("garden", Category::Park),
];

/// Those of them that name no place by themselves.
const PLAIN: [&str; 7] = ["store", "shop", "grocery", "pub", "church", "temple", "station"];

/// How sure a place is the one that was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// Nothing else has that name, as it is written or but for a slip of the pen.
    High,
    /// The best of several, a part of its name, or a name spelt otherwise.
    Medium,
}

/// What a name or address was resolved to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolved {
    /// This place.
    Place(FeatureKey, Confidence),
    /// The text holds no letter or number.
    Empty,
    /// It names a kind of places.
    Generic,
    /// It names a chain, of which there are so many here.
    Chain(usize),
    /// Nothing here has that name or address.
    Unknown,
}

/// What was looked at, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Name,
    Address,
    PartOfName,
}

/// One way in which a place fits the text.
#[derive(Clone, Copy)]
struct Fit {
    kind: Kind,
    /// Letters that are otherwise.
    edits: usize,
    /// Whether words beyond the name placed it.
    narrowed: bool,
}

/// A text that stands for a place.
pub struct PlaceText {
    /// The words before the first comma.
    name: Vec<String>,
    /// Those without what a station's name may end with.
    bare: Vec<String>,
    /// And those after it.
    rest: Vec<String>,
    /// The name in one word.
    joined: String,
    /// The name as it is folded.
    folded: String,
}

impl PlaceText {
    /// The text as it is compared.
    pub fn new(text: &str) -> Self {
        let mut parts = text.split([',', ';', '，', '、', '\n']).map(fold).filter(|part| !part.is_empty());
        // An apostrophe that became a space has left its s alone.
        let folded = format!("{} ", parts.next().unwrap_or_default()).replace(" s ", "s ").trim_end().to_owned();
        let owned = |folded: &str| words(folded).map(str::to_owned).collect::<Vec<_>>();
        let (name, bare) = (owned(&folded), owned(without_suffix(&folded)));
        let rest = parts.flat_map(|part| words(&part).map(str::to_owned).collect::<Vec<_>>()).collect();
        Self { joined: name.concat(), name, bare, rest, folded }
    }

    /// What it says without any city: nothing, or a kind of places.
    pub fn refused(&self) -> Option<Resolved> {
        // Words such as coffee or metro also name chains and places.
        let is_kind = |word: &String| {
            let is_plain = KINDS.iter().all(|(other, _)| *other != word.as_str()) || PLAIN.contains(&word.as_str());
            is_plain && Category::ALL.iter().any(|category| is_word_for(word, *category))
        };
        if self.name.is_empty() {
            Some(Resolved::Empty)
        } else {
            (self.rest.is_empty() && self.name.iter().all(is_kind)).then_some(Resolved::Generic)
        }
    }

    /// Whether folded fields, each ended by a line break, may be of a place that it means. Asked of places that are not
    /// loaded, so that only files with a chance are fetched.
    pub fn may_be(&self, fields: &str) -> bool {
        let is_telling = |word: &&String| word.chars().count() >= 3 || self.name.len() == 1;
        let own = || fields.split([' ', '\n']).filter(|word| !word.is_empty());
        self.name
            .iter()
            .chain(&self.bare)
            .filter(is_telling)
            .any(|word| own().any(|other| word_edits(word, other).is_some()))
            || fields.lines().any(|field| self.joined_edits(field).is_some())
    }

    /// The letters by which it differs from a folded field when both are written in one word.
    fn joined_edits(&self, field: &str) -> Option<usize> {
        let spaces = field.bytes().filter(|byte| *byte == b' ').count();
        // Bytes, not letters: only to pass over most fields without a look.
        let is_near = (field.len() - spaces).abs_diff(self.joined.len()) <= 8;
        is_near.then(|| edits(&self.joined, &words(field).collect::<String>())).flatten()
    }

    /// How many letters may be otherwise in a slip of the pen.
    fn slips(&self) -> usize {
        match self.joined.chars().count() {
            0..=4 => 0,
            5..=9 => 1,
            _ => 2,
        }
    }
}

/// The places of a city by the words of their names and addresses.
pub struct Gazetteer<'a> {
    city: &'a City,
    vocabulary: Vec<&'a str>,
    /// Of each word of the vocabulary.
    letters: Vec<Letters>,
    entries: Vec<Entry<'a>>,
    districts: Vec<(Feature<'a>, Vec<u32>)>,
    /// Words that say nothing more than which city it is.
    around: Vec<String>,
}

/// What tells most words apart before their letters are compared in order.
#[derive(Clone, Copy)]
struct Letters {
    count: u8,
    /// A bit for each letter that is there, several letters sharing some.
    set: u64,
}

impl Letters {
    fn of(word: &str) -> Self {
        let set = word.chars().fold(0, |set, letter| set | 1 << (letter as u32 % 64));
        Self { count: word.chars().count().min(255) as u8, set }
    }

    /// Whether the words may be two letters from each other.
    fn may_be(self, other: Self) -> bool {
        self.count.abs_diff(other.count) <= 2 && (self.set ^ other.set).count_ones() <= 4
    }
}

/// The words of a place, as numbers of the vocabulary.
struct Entry<'a> {
    feature: Feature<'a>,
    names: [Vec<u32>; 2],
    brand: Vec<u32>,
    address: Vec<u32>,
}

/// The words of the vocabulary that a word of the text may be, each with the letters by which it differs.
type Near = FxHashMap<u32, usize>;

impl<'a> Gazetteer<'a> {
    /// The places of the city that are loaded.
    pub fn of(city: &'a City) -> Self {
        let mut numbers: FxHashMap<&'a str, u32> = FxHashMap::default();
        let mut vocabulary = Vec::new();
        let mut read = |field: &'a str| -> Vec<u32> {
            let number = |word| {
                *numbers.entry(word).or_insert_with(|| {
                    vocabulary.push(word);
                    vocabulary.len() as u32 - 1
                })
            };
            words(field).map(number).collect()
        };
        let (mut entries, mut districts) = (Vec::new(), Vec::new());
        for feature in city.features.iter() {
            let mut fields = feature.folded().split('\n');
            let mut next = || fields.next().unwrap_or_default();
            let is_station = feature.categories().has(Category::MrtStation);
            let name = |field| if is_station { without_suffix(field) } else { field };
            let names = [read(name(next())), read(name(next()))];
            let (brand, _cuisine, address) = (read(next()), next(), read(next()));
            if feature.category() == Category::District {
                districts.push((feature, names.concat()));
            }
            entries.push(Entry { feature, names, brand, address });
        }
        let around = [&city.manifest.name, &city.manifest.id].map(|name| fold(name));
        let around = around.iter().flat_map(|name| words(name)).map(str::to_owned).collect();
        let letters = vocabulary.iter().map(|word| Letters::of(word)).collect();
        Self { city, vocabulary, letters, entries, districts, around }
    }

    /// The place that the text means. `bias` is where it is rather than elsewhere; without one, nearer to `center` is
    /// better.
    pub fn resolve(&self, text: &PlaceText, bias: Option<BBox>, center: Position) -> Resolved {
        if let Some(refused) = text.refused() {
            return refused;
        }
        let near = |words: &[String]| words.iter().map(|word| self.near(word)).collect::<Vec<_>>();
        let (name, bare, rest) = (near(&text.name), near(&text.bare), near(&text.rest));
        let fits = self.entries.iter().filter_map(|entry| {
            let is_station = entry.feature.categories().has(Category::MrtStation);
            let as_it_is = self.fit(text, (&text.name, &name), &rest, entry);
            let has_suffix = is_station && text.bare != text.name;
            let without = has_suffix.then(|| self.fit(text, (&text.bare, &bare), &rest, entry)).flatten();
            let fit = as_it_is.into_iter().chain(without).min_by_key(|fit| (fit.kind, fit.edits))?;
            Some((fit, entry.feature))
        });
        let fits: Vec<(Fit, Feature<'_>)> = fits.collect();
        let Some(best) = fits.iter().map(|(fit, _)| (fit.kind, fit.edits)).min() else { return Resolved::Unknown };
        // The city's own name is no slip of another.
        if best != (Kind::Name, 0) && text.name.iter().all(|word| self.around.contains(word)) {
            return Resolved::Unknown;
        }
        let others = fits.iter().filter(|(fit, _)| fit.kind == best.0 && fit.edits > best.1);
        let is_close = others.map(|(fit, _)| fit.edits).min().is_some_and(|edits| edits <= best.1 + 1);
        let mut found: Vec<_> = fits.into_iter().filter(|(fit, _)| (fit.kind, fit.edits) == best).collect();
        let has_station = found.iter().any(|(_, feature)| feature.categories().has(Category::MrtStation));
        found.retain(|(_, feature)| !(has_station && feature.category() == Category::District));
        if let [(fit, feature)] = found.as_slice() {
            let is_sure = fit.kind != Kind::PartOfName && (fit.edits == 0 || fit.edits <= text.slips() && !is_close);
            return Resolved::Place(feature.key(), if is_sure { Confidence::High } else { Confidence::Medium });
        }
        let has_brand = |feature: &Feature<'_>| {
            let brand = feature.tag("brand").map(fold);
            brand.is_some_and(|brand| feature.folded_names().contains(&brand.as_str()) || brand == text.folded)
        };
        let sells = |feature: &Feature<'_>| SELLERS.contains(&feature.category());
        let is_chain = found.iter().any(|(_, feature)| has_brand(feature)) || found.len() >= FEW;
        if bias.is_none() && is_chain && found.iter().all(|(fit, feature)| !fit.narrowed && sells(feature)) {
            return Resolved::Chain(found.len());
        }
        let near = bias.map_or(center, |bias| bias.center());
        let nearest = found.iter().min_by(|(_, a), (_, b)| {
            let is_outside = |feature: &Feature<'_>| bias.is_some_and(|bias| !bias.contains(feature.position()));
            let away_m = |feature: &Feature<'_>| distance_m(near, feature.position());
            is_outside(a).cmp(&is_outside(b)).then(away_m(a).total_cmp(&away_m(b))).then_with(|| a.id().cmp(b.id()))
        });
        nearest.map_or(Resolved::Unknown, |(_, feature)| Resolved::Place(feature.key(), Confidence::Medium))
    }

    /// The city that it is of.
    pub fn city(&self) -> &'a City {
        self.city
    }

    fn near(&self, word: &str) -> Near {
        let alike: Vec<&str> = ALIKE.iter().filter(|alike| alike.contains(&word)).copied().flatten().copied().collect();
        let letters = Letters::of(word);
        let known = self.vocabulary.iter().zip(&self.letters).zip(0..);
        let near = known.filter_map(|((other, other_letters), number)| {
            let is_same = *other == word || alike.contains(other);
            let differs = || letters.may_be(*other_letters).then(|| word_edits(word, other)).flatten();
            Some((number, if is_same { 0 } else { differs()? }))
        });
        near.collect()
    }

    /// How a place fits a text with these words as its name.
    fn fit(
        &self,
        text: &PlaceText,
        (own, name): (&[String], &[Near]),
        rest: &[Near],
        entry: &Entry<'_>,
    ) -> Option<Fit> {
        let places = |left: &[usize]| {
            let of_name = left.iter().map(|word| self.placed(&own[*word], &name[*word], entry));
            let of_rest = rest.iter().zip(&text.rest).map(|(near, word)| self.placed(word, near, entry));
            of_name.chain(of_rest).sum::<Option<usize>>()
        };
        let by_name = entry.names.iter().zip(entry.feature.folded_names()).filter_map(|(theirs, folded)| {
            if theirs.is_empty() {
                return None;
            }
            let (edits, left, missing) = matched(name, theirs);
            if missing == 0 {
                // A brand may be said beside the name of the branch.
                let left: Vec<_> = left
                    .into_iter()
                    .filter(|word| !entry.brand.iter().any(|id| name[*word].get(id) == Some(&0)))
                    .collect();
                let narrowed = !left.is_empty() || !rest.is_empty();
                return Some(Fit { kind: Kind::Name, edits: edits + places(&left)?, narrowed });
            }
            if let Some(edits) = text.joined_edits(folded) {
                return Some(Fit { kind: Kind::Name, edits: edits + 1 + places(&[])?, narrowed: !rest.is_empty() });
            }
            let theirs: String = words(folded).collect();
            let (length, whole) = (text.joined.chars().count(), theirs.chars().count());
            // A word of Han letters is as telling at two; a lesser half of a name is another name.
            let is_telling = length >= if text.joined.is_ascii() { 4 } else { 2 } && length * 2 >= whole;
            let is_part = is_telling && (left.is_empty() || theirs.starts_with(&text.joined));
            is_part.then(|| {
                Some(Fit { kind: Kind::PartOfName, edits: edits + places(&[])?, narrowed: !rest.is_empty() })
            })?
        });
        let is_number = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
        let by_address = || {
            let has_number = own.iter().chain(&text.rest).any(|word| is_number(word));
            let (edits, left, _) = matched(name, &entry.address);
            // The number and something of the street must be there; a town may follow without a comma.
            let is_there = has_number && left.iter().all(|word| !is_number(&own[*word]));
            let is_enough = own.len() - left.len() >= 2;
            (is_there && is_enough)
                .then(|| Some(Fit { kind: Kind::Address, edits: edits + places(&left)?, narrowed: true }))?
        };
        by_name.chain(by_address()).min_by_key(|fit| (fit.kind, fit.edits))
    }

    /// The letters by which a word differs from one that says where the place is, or what it is; nothing when it says
    /// neither: then another place is meant.
    fn placed(&self, word: &str, near: &Near, entry: &Entry<'_>) -> Option<usize> {
        let of = |ids: &[u32]| ids.iter().filter_map(|id| near.get(id).copied()).min();
        let in_district = || {
            let named = self.districts.iter().filter_map(|(district, words)| Some((of(words)?, district)));
            let holds = |(_, district): &(usize, &Feature<'_>)| {
                let position = entry.feature.position();
                district.bbox().contains(position) && district.shape().is_some_and(|shape| shape.contains(position))
            };
            named.filter(holds).map(|(edits, _)| edits).min()
        };
        let is_around = || self.around.iter().filter_map(|other| word_edits(word, other)).min();
        let is_kind = || entry.feature.categories().iter().any(|category| is_word_for(word, category)).then_some(0);
        of(&entry.address).or_else(is_around).or_else(is_kind).or_else(in_district)
    }
}

/// Pairs words of the text with words of a name, each once, those that differ least first: how many letters differ in
/// all, which words of the text have none, and how many of the name have none.
fn matched(text: &[Near], name: &[u32]) -> (usize, Vec<usize>, usize) {
    let (mut edits, mut left, mut free) = (0, Vec::new(), name.to_vec());
    for (word, near) in text.iter().enumerate() {
        let best = free.iter().enumerate().filter_map(|(at, id)| Some((*near.get(id)?, at))).min();
        match best {
            Some((cost, at)) => {
                edits += cost;
                free.swap_remove(at);
            }
            None => left.push(word),
        }
    }
    (edits, left, free.len())
}

/// The words of a folded text, without those that a name is the same without, unless there are no others.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    let all = || folded.split(' ').filter(|word| !word.is_empty());
    let has_others = all().any(|word| !SMALL.contains(&word));
    all().filter(move |word| !has_others || !SMALL.contains(word))
}

/// How many letters are otherwise in two words that may be the same: 0 for the same or what stands for it. Numbers are
/// the same or not.
fn word_edits(a: &str, b: &str) -> Option<usize> {
    if a == b || ALIKE.iter().any(|alike| alike.contains(&a) && alike.contains(&b)) {
        return Some(0);
    }
    let has_digit = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
    if has_digit(a) || has_digit(b) { None } else { edits(a, b) }
}

/// The letters by which two texts differ, where that is few enough for their length.
fn edits(a: &str, b: &str) -> Option<usize> {
    let (a_length, b_length) = (a.chars().count(), b.chars().count());
    let most = match a_length.min(b_length) {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    if a_length.abs_diff(b_length) > most {
        return None;
    }
    Some(strsim::osa_distance(a, b)).filter(|edits| *edits <= most)
}

/// Whether a word says what a place of that category is.
pub(super) fn is_word_for(word: &str, category: Category) -> bool {
    let singular: Cow<'_, str> = match word {
        word if word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]).into(),
        word if word.ends_with("es") && category.name().split('_').any(|part| part == &word[..word.len() - 2]) => {
            word[..word.len() - 2].into()
        }
        word => word.strip_suffix('s').unwrap_or(word).into(),
    };
    category.name().split('_').any(|part| part == word || part == singular)
        || KINDS.iter().any(|(other, of)| *of == category && (*other == word || *other == singular))
}
