use super::MAX_SNAP_M;
use super::graph::{Graph, NEVER};
use super::hierarchy::End;
use crate::spatial::{Plane, Position, near_distance_m, nearest_on_segment};

/// How far is looked at first, in metres, and then: most places are on a street.
const LOOKS_M: [f64; 3] = [40.0, 120.0, MAX_SNAP_M];

/// A point of the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Snap {
    pub(super) edge: u32,
    /// How far along the edge it is: 0 at its tail, 1 at its head.
    pub(super) along: f64,
    pub(super) position: Position,
    /// How far the place is that it stands for, in metres.
    pub(super) away_m: f64,
}

impl Graph {
    /// The points of the network nearest to a place, at most one in each part of the network, nearest first. Parts
    /// farther than the main one are left out.
    pub(super) fn snaps(&self, place: Position) -> Vec<Snap> {
        let plane = Plane::around(place);
        for look_m in LOOKS_M {
            let (low, high) = (plane.to_position([-look_m, -look_m]), plane.to_position([look_m, look_m]));
            let mut found: Vec<(u32, Snap)> = Vec::new();
            for edge in self.near(low, high) {
                let (part, snap) = (self.part(edge), self.snap(&plane, edge));
                if snap.away_m > look_m {
                    continue;
                }
                match found.iter_mut().find(|(other, _)| *other == part) {
                    Some((_, best)) if (best.away_m, best.edge) <= (snap.away_m, snap.edge) => {}
                    Some((_, best)) => *best = snap,
                    None => found.push((part, snap)),
                }
            }
            let main = found.iter().find(|(part, _)| *part == self.main_part).map(|(_, snap)| snap.away_m);
            if main.is_some() || look_m >= MAX_SNAP_M {
                let mut snaps: Vec<_> = found.into_iter().map(|(_, snap)| snap).collect();
                snaps.retain(|snap| main.is_none_or(|main| snap.away_m <= main));
                snaps.sort_by(|a, b| a.away_m.total_cmp(&b.away_m).then(a.edge.cmp(&b.edge)));
                return snaps;
            }
        }
        Vec::new()
    }

    /// The nearest points of the network to two places that are in one part of it: the very nearest where they are,
    /// else those that are nearest in all.
    pub(super) fn snap_both(&self, from: Position, to: Position) -> Option<(Snap, Snap)> {
        let (from, to) = (self.snaps(from), self.snaps(to));
        let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (*a, *b)));
        let mut pairs = pairs.filter(|(a, b)| self.part(a.edge) == self.part(b.edge));
        let first = pairs.next()?;
        let is_nearest = Some(&first.0) == from.first() && Some(&first.1) == to.first();
        if is_nearest {
            return Some(first);
        }
        pairs.chain([first]).min_by(|a, b| (a.0.away_m + a.1.away_m).total_cmp(&(b.0.away_m + b.1.away_m)))
    }

    /// The point of an edge that is nearest to the plane's origin.
    fn snap(&self, plane: &Plane, edge: u32) -> Snap {
        let mut best = (f64::INFINITY, Position::new(0.0, 0.0), 0.0);
        let mut passed_m = 0.0;
        let mut line = self.line(edge);
        let mut before = line.next().unwrap_or(best.1);
        for point in line {
            let length_m = near_distance_m(before, point);
            let (along, away_2) = nearest_on_segment(plane.to_xy(before), plane.to_xy(point), [0.0, 0.0]);
            if away_2 < best.0 {
                let between = |a: f64, b: f64| a + along * (b - a);
                let position = Position::new(between(before.lng, point.lng), between(before.lat, point.lat));
                best = (away_2, position, passed_m + along * length_m);
            }
            passed_m += length_m;
            before = point;
        }
        let along = if passed_m > 0.0 { best.2 / passed_m } else { 0.0 };
        Snap { edge, along, position: best.1, away_m: best.0.sqrt() }
    }

    /// Where a path from there begins: the edge's head and tail, and the time to each in milliseconds.
    pub(super) fn departures(&self, snap: &Snap) -> [End; 2] {
        let edge = snap.edge as usize;
        [
            end(self.heads[edge], self.forward_ms[edge], 1.0 - snap.along),
            end(self.tails[edge], self.backward_ms[edge], snap.along),
        ]
    }

    /// Where a path to there ends: the edge's tail and head, and the time from each in milliseconds.
    pub(super) fn arrivals(&self, snap: &Snap) -> [End; 2] {
        let edge = snap.edge as usize;
        [
            end(self.tails[edge], self.forward_ms[edge], snap.along),
            end(self.heads[edge], self.backward_ms[edge], 1.0 - snap.along),
        ]
    }
}

fn end(node: u32, ms: u32, share: f64) -> End {
    (ms != NEVER).then(|| (node, (f64::from(ms) * share).round() as u32))
}
