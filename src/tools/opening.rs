//! `open_at`: which places are open at a moment, and of how many nobody can tell.

use super::ToolError;
use super::reader::Reader;
use super::statistics::recorded;
use crate::city::features::{Feature, FeatureKey, Features};
use crate::city::{City, Hit};
use crate::domain::clipped;
use crate::ports::{moment_in, within};
use glassmap_hours::{Batch, LocalTime, Moment, Opening, Place, State, Why};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The tag that says when a place is open.
const TAG: &str = "opening_hours";
/// How long a call waits for what knows who is open.
const HOURS_LIMIT: Duration = Duration::from_secs(8);
/// Characters of a remark that are told.
const MAX_REMARK: usize = 200;

/// A moment that a call asks about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum When {
    /// This one.
    Now,
    /// When the city's clocks show this.
    At(LocalTime),
}

impl When {
    /// The moment that the argument `open_at` names.
    pub fn read(open_at: &str) -> Result<Self, ToolError> {
        match open_at.trim() {
            "now" => Ok(Self::Now),
            time => time.parse().map(Self::At).map_err(|()| {
                ToolError::InvalidArgument(format!(
                    "open_at takes \"now\", or a date and time in the city's own time zone as YYYY-MM-DDTHH:MM with a \
                     year from 2000 to 2099, such as 2026-12-05T20:30; you gave {open_at:?}."
                ))
            }),
        }
    }

    /// The moment as the city's clocks show it.
    fn moment(self, city: &City, map: Reader<'_>) -> Result<Moment, ToolError> {
        let Some(zone) = city.manifest.time_zone.as_deref() else {
            return Err(ToolError::InvalidArgument(format!(
                "The pack of {} names no time zone, so nobody can tell what is open there when. Leave open_at out; \
                 get_place_details gives opening_hours as recorded.",
                city.manifest.name
            )));
        };
        let at = match self {
            Self::Now => None,
            Self::At(time) => Some(time),
        };
        let (at, offset_minutes) = moment_in(map.loader().clock(), zone, at).ok_or_else(|| {
            ToolError::InvalidArgument(format!(
                "The time zone {zone:?} that the pack of {} names is not known here. Leave open_at out; \
                 get_place_details gives opening_hours as recorded.",
                city.manifest.name
            ))
        })?;
        Ok(Moment { at, offset_minutes, country: city.manifest.country.clone() })
    }
}

/// What the tags say at that moment, in their order; `None` when what knows that could not be had in time.
async fn openings(map: Reader<'_>, moment: Moment, places: Vec<Place>) -> Option<Vec<Opening>> {
    let count = places.len();
    if count == 0 {
        return Some(Vec::new());
    }
    let hours = map.context().hours();
    let answer = within(map.loader().clock(), HOURS_LIMIT, hours.openings(Batch { moment, places })).await;
    answer.flatten().filter(|openings| openings.len() == count)
}

fn place(feature: Feature<'_>, value: &str) -> Place {
    Place { lng: feature.position().lng, lat: feature.position().lat, value: value.to_owned() }
}

/// The matches of a search by whether they are open at a moment.
pub(super) struct OpenAt {
    at: LocalTime,
    /// All that match otherwise.
    candidates: Vec<Hit>,
    /// What those of them say that say anything.
    openings: FxHashMap<FeatureKey, Opening>,
}

impl OpenAt {
    /// Finds out which of the matches are open.
    pub async fn of(map: Reader<'_>, candidates: Vec<Hit>, when: When) -> Result<Self, ToolError> {
        let (moment, keys, places) = {
            let city = map.loaded_city()?;
            let features = candidates.iter().map(|hit| city.features.get(hit.key));
            let told = features.filter_map(|feature| Some((feature.key(), place(feature, feature.tag(TAG)?))));
            let (keys, places): (Vec<_>, Vec<_>) = told.unzip();
            (when.moment(&city, map)?, keys, places)
        };
        let at = moment.at;
        let openings = openings(map, moment, places).await.ok_or_else(|| {
            ToolError::MapDataNotReady(
                "The part of the map that reads opening hours could not be loaded. Ask again to try once more, or leave \
                 open_at out."
                    .into(),
            )
        })?;
        Ok(Self { at, candidates, openings: keys.into_iter().zip(openings).collect() })
    }

    /// The matches that are open.
    pub fn open(&self) -> Vec<Hit> {
        let is_open = |hit: &&Hit| self.openings.get(&hit.key).is_some_and(|opening| opening.state == State::Open);
        self.candidates.iter().filter(is_open).copied().collect()
    }

    /// The same among fewer matches.
    #[must_use]
    pub fn among(self, narrow: impl FnOnce(Vec<Hit>) -> Vec<Hit>) -> Self {
        Self { candidates: narrow(self.candidates), ..self }
    }

    /// How many matches may be open or not.
    pub fn unknown(&self) -> usize {
        let is_unknown =
            |hit: &&Hit| self.openings.get(&hit.key).is_none_or(|opening| matches!(opening.state, State::Unknown(_)));
        self.candidates.iter().filter(is_unknown).count()
    }

    /// The moment as the city's clocks show it.
    pub fn at(&self) -> LocalTime {
        self.at
    }

    /// Adds the moment, how many may be open or not, and of how many the hours are recorded.
    pub fn tell(&self, features: &Features, answer: &mut Map<String, Value>) {
        answer.insert("open_at".into(), json!(self.at.to_string()));
        let unknown = self.unknown();
        if unknown > 0 {
            answer.insert("hours_unknown".into(), json!(unknown));
        }
        let of = recorded(features, &self.candidates, [TAG]);
        match answer.get_mut("recorded").and_then(Value::as_object_mut) {
            Some(told) => told.extend(of),
            None => drop(answer.insert("recorded".into(), Value::Object(of))),
        }
    }

    /// What a row tells of when the feature closes.
    pub fn row(&self, key: FeatureKey) -> Option<Value> {
        self.openings.get(&key).map(|opening| Value::Object(told(opening, None)))
    }
}

/// What is told of one place beside its tag, at `when`, or now where the city's time zone is known; nothing when it has
/// no such tag.
pub(super) async fn opening_of(
    map: Reader<'_>,
    key: FeatureKey,
    when: Option<When>,
) -> Result<Option<Value>, ToolError> {
    let (moment, place) = {
        let city = map.loaded_city()?;
        let moment = when.unwrap_or(When::Now).moment(&city, map);
        let feature = city.features.get(key);
        match (moment, feature.tag(TAG)) {
            (Err(error), _) if when.is_some() => return Err(error),
            (Ok(moment), Some(value)) => (moment, place(feature, value)),
            _ => return Ok(None),
        }
    };
    let at = moment.at;
    let opening = openings(map, moment, vec![place]).await.and_then(|mut openings| openings.pop());
    let missing = Opening::unknown(Why::Failed);
    let mut row = told(opening.as_ref().unwrap_or(&missing), Some(at));
    let reason = match opening.map(|opening| opening.state) {
        None => Some("what reads opening hours could not be loaded; ask again to try once more"),
        Some(State::Unknown(Why::Said)) => Some("opening_hours itself leaves it in doubt"),
        Some(State::Unknown(Why::Unreadable)) => Some("opening_hours is not written by its rules"),
        Some(State::Unknown(Why::Holidays)) => Some("it depends on holidays that are not known here"),
        Some(State::Unknown(Why::Failed)) => Some("opening_hours could not be worked out"),
        Some(State::Open | State::Closed) => None,
    };
    if let Some(reason) = reason {
        row.insert("reason".into(), json!(reason));
    }
    Ok(Some(Value::Object(row)))
}

/// State, the moment where it is told, next change and remark.
fn told(opening: &Opening, at: Option<LocalTime>) -> Map<String, Value> {
    let state = match opening.state {
        State::Open => "open",
        State::Closed => "closed",
        State::Unknown(_) => "unknown",
    };
    let mut row = Map::new();
    row.insert("state".into(), json!(state));
    for (name, time) in [("at", at), ("next_change", opening.next_change)] {
        if let Some(time) = time {
            row.insert(name.into(), json!(time.to_string()));
        }
    }
    if let Some(comment) = &opening.comment {
        row.insert("comment".into(), json!(clipped(comment, MAX_REMARK)));
    }
    row
}
