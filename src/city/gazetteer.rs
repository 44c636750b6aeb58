//! Names and addresses as people write them to the one place they mean: in any order of words, in either language, with
//! or without the town, with a slip of the pen; and how sure that is.

use super::features::{Feature, FeatureKey};
use super::places::without_suffix;
use super::{Category, City};
use crate::spatial::{BBox, Position, distance_m, fold};
use std::borrow::Cow;

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
struct Query {
    /// The words before the first comma, and those after it.
    name: Vec<String>,
    rest: Vec<String>,
    /// The name in one word, without spaces.
    joined: String,
    /// The name as it is folded.
    folded: String,
}

/// The place in the city, everything of which must be loaded, that the text means. `bias` is where it is rather than
/// elsewhere; without one, nearer to `center` is better.
pub fn resolve_text(city: &City, text: &str, bias: Option<BBox>, center: Position) -> Resolved {
    let query = Query::new(text);
    if query.name.is_empty() && query.rest.is_empty() {
        return Resolved::Empty;
    }
    if query.is_generic() {
        return Resolved::Generic;
    }
    let around: Vec<String> =
        [&city.manifest.name, &city.manifest.id].into_iter().flat_map(|name| words(&fold(name))).collect();
    let districts: Vec<Feature<'_>> = city.features.base().filter(|f| f.category() == Category::District).collect();
    let mut fits: Vec<(Fit, Feature<'_>)> = Vec::new();
    for feature in city.features.iter() {
        if let Some(fit) = query.fit(feature, &around, &districts) {
            fits.push((fit, feature));
        }
    }
    let Some(best) = fits.iter().map(|(fit, _)| (fit.kind, fit.edits)).min() else { return Resolved::Unknown };
    let runner_up = fits.iter().filter(|(fit, _)| (fit.kind, fit.edits) > best && fit.kind == best.0);
    let is_close = runner_up.map(|(fit, _)| fit.edits).min().is_some_and(|edits| edits <= best.1 + 1);
    let mut found: Vec<_> = fits.into_iter().filter(|(fit, _)| (fit.kind, fit.edits) == best).collect();
    let has_station = found.iter().any(|(_, feature)| feature.categories().has(Category::MrtStation));
    found.retain(|(_, feature)| !(has_station && feature.category() == Category::District));
    if let [(fit, feature)] = found.as_slice() {
        let is_sure = fit.kind != Kind::PartOfName && (fit.edits == 0 || fit.edits <= query.slips() && !is_close);
        return Resolved::Place(feature.key(), if is_sure { Confidence::High } else { Confidence::Medium });
    }
    let of_chain = |feature: &Feature<'_>| {
        let brand = feature.tag("brand").map(fold);
        brand.is_some_and(|brand| feature.folded_names().contains(&brand.as_str()) || brand == query.folded)
    };
    if bias.is_none() && found.iter().all(|(fit, feature)| !fit.narrowed && of_chain(feature)) {
        return Resolved::Chain(found.len());
    }
    let near = bias.map_or(center, |bias| bias.center());
    let away = |feature: &Feature<'_>| {
        let is_outside = bias.is_some_and(|bias| !bias.contains(feature.position()));
        (is_outside, distance_m(near, feature.position()))
    };
    found.sort_by(|(_, a), (_, b)| {
        let ((a_outside, a_m), (b_outside, b_m)) = (away(a), away(b));
        a_outside.cmp(&b_outside).then(a_m.total_cmp(&b_m)).then_with(|| a.id().cmp(b.id()))
    });
    Resolved::Place(found[0].1.key(), Confidence::Medium)
}

/// Whether a folded text may name one of the places that the text means: enough of its words are there. Said of texts
/// whose places are not loaded, so that only files with a chance are fetched.
pub fn may_hold(text: &str, folded: &str) -> bool {
    let query = Query::new(text);
    let own: Vec<&str> = folded.split([' ', '\n']).filter(|word| !word.is_empty()).collect();
    let in_one_word = || {
        let joined: String = folded.split('\n').next().unwrap_or_default().split(' ').collect();
        edits(&query.joined, &joined).is_some()
    };
    let is_telling = |word: &&String| word.chars().count() >= 3 || query.name.len() == 1;
    query.name.iter().filter(is_telling).any(|word| own.iter().any(|other| word_edits(word, other).is_some()))
        || in_one_word()
}

impl Query {
    fn new(text: &str) -> Self {
        let mut parts = text.split([',', ';', '，', '、', '\n']).map(fold).filter(|part| !part.is_empty());
        let folded = parts.next().unwrap_or_default();
        let name = words(without_suffix(&folded));
        let rest = parts.flat_map(|part| words(&part)).collect();
        Self { joined: name.concat(), name, rest, folded }
    }

    /// Whether it names nothing but a kind of places.
    fn is_generic(&self) -> bool {
        let is_kind = |word: &String| Category::ALL.iter().any(|category| is_word_for(word, *category));
        self.rest.is_empty() && !self.name.is_empty() && self.name.iter().all(is_kind)
    }

    /// How many letters may be otherwise in a slip of the pen.
    fn slips(&self) -> usize {
        match self.joined.chars().count() {
            0..=4 => 0,
            5..=9 => 1,
            _ => 2,
        }
    }

    fn fit(&self, feature: Feature<'_>, around: &[String], districts: &[Feature<'_>]) -> Option<Fit> {
        let mut fields = feature.folded().split('\n');
        let mut next = || fields.next().unwrap_or_default();
        let names = [next(), next()];
        let (brand, _cuisine, address) = (next(), next(), next());
        let address_words = words(address);
        let placed = |word: &String| -> Option<usize> {
            let own = address_words.iter().chain(around).filter_map(|other| word_edits(word, other)).min();
            own.or_else(|| feature.categories().iter().any(|category| is_word_for(word, category)).then_some(0))
                .or_else(|| {
                    let named = districts.iter().filter_map(|district| {
                        let names = district.folded_names();
                        let fits =
                            names.iter().flat_map(|name| words(name)).filter_map(|other| word_edits(word, &other));
                        Some((fits.min()?, district))
                    });
                    let holds = |district: &&Feature<'_>| {
                        district.shape().is_some_and(|shape| {
                            district.bbox().contains(feature.position()) && shape.contains(feature.position())
                        })
                    };
                    named.filter(|(_, district)| holds(district)).map(|(edits, _)| edits).min()
                })
        };
        // Where what stands after the name puts it somewhere else, it is another place.
        let all_placed = |left: &[&String]| left.iter().map(|word| placed(word)).sum::<Option<usize>>();
        let by_name = names.iter().filter(|name| !name.is_empty()).filter_map(|name| {
            let is_station = feature.categories().has(Category::MrtStation);
            let own = words(if is_station { without_suffix(name) } else { name });
            let (kind, edits, left) = self.name_fit(&own)?;
            let left: Vec<_> = left.into_iter().chain(&self.rest).collect();
            // A brand may be said before or after the name of the branch.
            let left: Vec<_> =
                left.into_iter().filter(|word| !brand.split(' ').any(|other| other == word.as_str())).collect();
            Some(Fit { kind, edits: edits + all_placed(&left)?, narrowed: !left.is_empty() })
        });
        let by_address = || {
            let has_number = self.name.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
            let (edits, left) = covered(&self.name, &address_words)?;
            let is_whole = left.is_empty() && !address.is_empty() && has_number;
            is_whole.then_some(())?;
            let rest: Vec<_> = self.rest.iter().collect();
            Some(Fit { kind: Kind::Address, edits: edits + all_placed(&rest)?, narrowed: true })
        };
        by_name.chain(by_address()).min_by_key(|fit| (fit.kind, fit.edits))
    }

    /// How the words of a place's name are in this one: all of them, as one word, or some; with what is left over here.
    fn name_fit(&self, own: &[String]) -> Option<(Kind, usize, Vec<&String>)> {
        if own.is_empty() {
            return None;
        }
        if let Some((edits, left)) =
            covered(own, &self.name).filter(|(_, missing)| missing.is_empty()).map(|(edits, _)| {
                let (_, left) = covered(&self.name, own).unwrap_or_default();
                (edits, left)
            })
        {
            return Some((Kind::Name, edits, left));
        }
        if let Some(edits) = edits(&self.joined, &own.concat()) {
            return Some((Kind::Name, edits + 1, vec![]));
        }
        let (edits, left) = covered(&self.name, own)?;
        let telling: usize = self.name.iter().map(|word| word.chars().count()).sum();
        (left.is_empty() && telling >= 4).then_some((Kind::PartOfName, edits, vec![]))
    }
}

/// How many letters are otherwise in the words that the others have too, and the words that they do not have. Each of the
/// others counts once; nothing when there are no words.
fn covered<'a>(words: &'a [String], others: &[String]) -> Option<(usize, Vec<&'a String>)> {
    if words.is_empty() {
        return None;
    }
    let mut free: Vec<&String> = others.iter().collect();
    let (mut edits, mut left) = (0, Vec::new());
    for word in words {
        let best = free.iter().enumerate().filter_map(|(at, other)| Some((word_edits(word, other)?, at))).min();
        match best {
            Some((cost, at)) => {
                edits += cost;
                free.swap_remove(at);
            }
            None => left.push(word),
        }
    }
    Some((edits, left))
}

/// The words of a folded text, without those that a name is the same without, unless there are no others.
fn words(folded: &str) -> Vec<String> {
    let all = || folded.split(' ').filter(|word| !word.is_empty());
    let telling: Vec<String> = all().filter(|word| !SMALL.contains(word)).map(str::to_owned).collect();
    if telling.is_empty() { all().map(str::to_owned).collect() } else { telling }
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
fn is_word_for(word: &str, category: Category) -> bool {
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
