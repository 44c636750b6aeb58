use super::draft::{Draft, stored};
use crate::city::Category;
use crate::spatial::{Position, distance_m, fold};
use std::collections::BTreeMap;

/// Stations of one name within this distance of one another are one, in metres.
const SAME_STATION_M: f64 = 600.0;

/// Makes one station of all that share their folded name and lie within 600 m of one another, chained: at the mean of
/// their positions, with the lowest id, saying what any of them says.
pub(super) fn merge_stations(drafts: Vec<Draft>) -> Vec<Draft> {
    let (stations, mut others): (Vec<_>, Vec<_>) =
        drafts.into_iter().partition(|draft| draft.categories.has(Category::MrtStation));
    let mut by_name: BTreeMap<String, Vec<Draft>> = BTreeMap::new();
    for station in stations {
        by_name.entry(fold(station.name.as_deref().unwrap_or_default())).or_default().push(station);
    }
    let groups = by_name.into_values().flat_map(chain);
    others.extend(groups.filter_map(merge));
    others
}

/// Splits stations of one name into groups of which each is within reach of another of its group.
fn chain(stations: Vec<Draft>) -> Vec<Vec<Draft>> {
    let mut groups: Vec<Vec<Draft>> = Vec::new();
    for station in stations {
        let near = |group: &Vec<Draft>| {
            group.iter().any(|other| distance_m(other.position, station.position) <= SAME_STATION_M)
        };
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(near);
        groups = apart;
        groups.push(joined.into_iter().flatten().chain([station]).collect());
    }
    groups
}

fn merge(mut group: Vec<Draft>) -> Option<Draft> {
    group.sort_by_key(|draft| draft.origin);
    let count = group.len() as f64;
    let lng = group.iter().map(|draft| draft.position.lng).sum::<f64>() / count;
    let lat = group.iter().map(|draft| draft.position.lat).sum::<f64>() / count;
    let merged = group.into_iter().reduce(|mut first, other| {
        first.absorb(other);
        first
    });
    merged.map(|draft| Draft { position: stored(Position::new(lng, lat)), ..draft })
}
