//! Names to places: exact, exact without a station's suffix, prefix, substring; the best kind of match wins.

use super::Category;
use super::features::{Feature, FeatureKey, Features};
use crate::spatial::fold;
use rustc_hash::FxHashSet;

/// Words that a station's name may end with, folded, longest first.
const STATION_SUFFIXES: [&str; 8] =
    [" subway station", " metro station", " mrt station", " station", "捷運站", "車站", "站", "駅"];

/// At most this many near spellings are offered for a name that nothing has.
const MAX_SPELLINGS: usize = 3;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// One place.
    One(FeatureKey),
    /// Several equally good ones.
    Several(Vec<FeatureKey>),
    /// None; names of places that are spelt nearly so, nearest first.
    None(Vec<String>),
}

/// How well a name fits, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    WithoutSuffix,
    Prefix,
    Substring,
}

/// Looks a name up among the base features, then, when none of them fits in any way, among all that is loaded.
///
/// At an equal kind of match a station beats a district; nothing else beats anything.
pub fn resolve(features: &Features, name: &str) -> Resolution {
    let query = Query::new(name);
    if query.folded.is_empty() {
        return Resolution::None(Vec::new());
    }
    let mut found = query.best_of(features.base());
    if found.is_empty() {
        found = query.best_of(features.iter());
    }
    match found.as_slice() {
        [] => Resolution::None(near_spellings(features, &query.folded)),
        [one] => Resolution::One(*one),
        _ => Resolution::Several(found),
    }
}

struct Query {
    folded: String,
    bare: String,
}

impl Query {
    fn new(name: &str) -> Self {
        let folded = fold(name);
        let bare = without_suffix(&folded).to_owned();
        Self { folded, bare }
    }

    fn best_of<'a>(&self, features: impl Iterator<Item = Feature<'a>>) -> Vec<FeatureKey> {
        let mut best = None;
        let mut found = Vec::new();
        for feature in features {
            let Some(fit) = self.fit(feature) else { continue };
            if best.is_none_or(|best| fit < best) {
                found.clear();
                best = Some(fit);
            }
            if best == Some(fit) {
                found.push(feature);
            }
        }
        let stations = found.iter().any(|feature| feature.categories().has(Category::MrtStation));
        found.retain(|feature| !(stations && feature.category() == Category::District));
        found.into_iter().map(Feature::key).collect()
    }

    fn fit(&self, feature: Feature<'_>) -> Option<Fit> {
        let station = feature.categories().has(Category::MrtStation);
        let names = feature.folded_names();
        let of_name = |name: &&str| {
            let bare = if station { without_suffix(name) } else { name };
            if *name == self.folded {
                Some(Fit::Exact)
            } else if bare == self.bare {
                Some(Fit::WithoutSuffix)
            } else if name.starts_with(&self.folded) || name.starts_with(&self.bare) {
                Some(Fit::Prefix)
            } else if name.contains(&self.folded) || name.contains(&self.bare) {
                Some(Fit::Substring)
            } else {
                None
            }
        };
        names.iter().filter(|name| !name.is_empty()).filter_map(of_name).min()
    }
}

/// The folded name without a station's suffix, unless nothing would be left.
pub(super) fn without_suffix(folded: &str) -> &str {
    let stripped = STATION_SUFFIXES.iter().find_map(|suffix| folded.strip_suffix(suffix));
    stripped.map(str::trim_end).filter(|rest| !rest.is_empty()).unwrap_or(folded)
}

/// Names within a third of their letters of the folded text, by Damerau-Levenshtein distance, nearest first.
fn near_spellings(features: &Features, folded: &str) -> Vec<String> {
    let length = folded.chars().count();
    let allowed = ((length + 1) / 3).clamp(1, 4);
    let mut near: Vec<(usize, &str, &str)> = Vec::new();
    for feature in features.iter() {
        for (text, name) in feature.folded_names().into_iter().zip([feature.name(), feature.name_en()]) {
            let Some(name) = name else { continue };
            let similar = text.chars().count().abs_diff(length) <= allowed;
            let distance = if similar { strsim::osa_distance(text, folded) } else { usize::MAX };
            if distance <= allowed {
                near.push((distance, text, name));
            }
        }
    }
    near.sort_unstable();
    let mut seen = FxHashSet::default();
    near.retain(|(_, text, _)| seen.insert(*text));
    near.into_iter().take(MAX_SPELLINGS).map(|(_, _, name)| name.to_owned()).collect()
}
