use super::graph::{Along, Graph, NEVER};
use super::snap::Snap;
use super::{Leg, Turn, Walk};
use crate::spatial::{Plane, Position, near_distance_m};

/// Turns are measured between points this far before and after, in metres: corners are often rounded or cut.
const TURN_REACH_M: f64 = 12.0;

/// An edge of a walk, or the part of it that is walked.
struct Stretch {
    along: Along,
    /// Where on the edge it begins and ends, counted from the edge's tail.
    from: f64,
    to: f64,
}

impl Stretch {
    fn whole(along: Along) -> Self {
        let (from, to) = if along.forward { (0.0, 1.0) } else { (1.0, 0.0) };
        Self { along, from, to }
    }
}

impl Graph {
    /// The quickest walk between two places; `None` when they cannot both be snapped, or no way leads there.
    pub(super) fn walk(&self, from: Position, to: Position) -> Option<Walk> {
        let (start, end) = self.snap_both(from, to)?;
        let direct = self.direct(&start, &end);
        let path = self.hierarchy.path(self.departures(&start), self.arrivals(&end));
        let (stretches, ms) = match (direct, path) {
            (Some((stretch, ms)), path) if path.as_ref().is_none_or(|path| ms <= path.ms) => (vec![stretch], ms),
            (_, None) => return None,
            (_, Some(path)) => {
                let leaves_by_head = path.first == self.heads[start.edge as usize];
                let leaves = Stretch {
                    along: Along { edge: start.edge, forward: leaves_by_head },
                    from: start.along,
                    to: if leaves_by_head { 1.0 } else { 0.0 },
                };
                let last = path.edges.last().map_or(path.first, |along| self.end_of(*along));
                let enters_by_tail = last == self.tails[end.edge as usize];
                let enters = Stretch {
                    along: Along { edge: end.edge, forward: enters_by_tail },
                    from: if enters_by_tail { 0.0 } else { 1.0 },
                    to: end.along,
                };
                let between = path.edges.into_iter().map(Stretch::whole);
                (std::iter::once(leaves).chain(between).chain([enters]).collect(), path.ms)
            }
        };
        Some(self.drawn(&stretches, ms))
    }

    /// The walk along the one edge that both ends are on, and its time in milliseconds.
    fn direct(&self, start: &Snap, end: &Snap) -> Option<(Stretch, u32)> {
        let forward = end.along >= start.along;
        let edge = start.edge as usize;
        let whole_ms = if forward { self.forward_ms[edge] } else { self.backward_ms[edge] };
        (start.edge == end.edge && whole_ms != NEVER).then(|| {
            let along = Along { edge: start.edge, forward };
            let ms = f64::from(whole_ms) * (end.along - start.along).abs();
            (Stretch { along, from: start.along, to: end.along }, ms.round() as u32)
        })
    }

    fn end_of(&self, along: Along) -> u32 {
        let nodes = if along.forward { &self.heads } else { &self.tails };
        nodes[along.edge as usize]
    }

    /// The stretches as one line, and as the streets that it follows.
    fn drawn(&self, stretches: &[Stretch], ms: u32) -> Walk {
        let mut walk =
            Walk { points: Vec::new(), distance_m: 0.0, duration_s: f64::from(ms) / 1000.0, legs: Vec::new() };
        let mut leg_edge = None;
        let mut leg_starts = Vec::new();
        for stretch in stretches {
            let edge = stretch.along.edge;
            let length_m = f64::from(self.length_m[edge as usize]) * (stretch.to - stretch.from).abs();
            if length_m == 0.0 && stretches.len() > 1 {
                continue;
            }
            if !leg_edge.is_some_and(|before| self.is_same_street(before, edge)) {
                leg_starts.push(walk.points.len().saturating_sub(1));
                walk.legs.push(Leg {
                    kind: self.kinds[edge as usize],
                    name: self.name(edge).map(str::to_owned),
                    turn: Turn::Depart { bearing_deg: 0.0 },
                    distance_m: 0.0,
                });
            }
            leg_edge = Some(edge);
            self.follow(stretch, &mut walk.points);
            walk.distance_m += length_m;
            if let Some(leg) = walk.legs.last_mut() {
                leg.distance_m += length_m;
            }
        }
        for (index, start) in leg_starts.into_iter().enumerate() {
            let after = bearing_deg(&walk.points[start..]);
            walk.legs[index].turn = if index == 0 {
                Turn::Depart { bearing_deg: after }
            } else {
                let before = bearing_deg_reversed(&walk.points[..=start]) + 180.0;
                Turn::By { angle_deg: (after - before + 180.0).rem_euclid(360.0) - 180.0 }
            };
        }
        walk
    }

    /// Adds the points of a stretch, but for the first when it is there already.
    fn follow(&self, stretch: &Stretch, points: &mut Vec<Position>) {
        let (low, high) =
            if stretch.from <= stretch.to { (stretch.from, stretch.to) } else { (stretch.to, stretch.from) };
        let total_m = f64::from(self.length_m[stretch.along.edge as usize]);
        let mut part = part_of(self.line(stretch.along.edge), low * total_m, high * total_m);
        if !stretch.along.forward {
            part.reverse();
        }
        let is_there = part.first() == points.last();
        points.extend(part.into_iter().skip(usize::from(is_there)));
    }
}

/// The part of a line between two distances from its start, in metres.
fn part_of(line: impl Iterator<Item = Position>, from_m: f64, to_m: f64) -> Vec<Position> {
    let (mut part, mut passed_m) = (Vec::new(), 0.0);
    let mut before: Option<Position> = None;
    for point in line {
        if let Some(before) = before {
            let length_m = near_distance_m(before, point);
            let at = |distance_m: f64| {
                let share = (distance_m - passed_m) / length_m;
                let between = |a: f64, b: f64| a + share * (b - a);
                // The ends themselves, to the last bit, so that stretches meet.
                if share <= 0.0 {
                    before
                } else if share >= 1.0 {
                    point
                } else {
                    Position::new(between(before.lng, point.lng), between(before.lat, point.lat))
                }
            };
            if length_m > 0.0 && passed_m + length_m >= from_m && passed_m <= to_m {
                let (first, last) = (at(from_m), at(to_m));
                if part.last() != Some(&first) {
                    part.push(first);
                }
                if part.last() != Some(&last) {
                    part.push(last);
                }
            }
            passed_m += length_m;
        }
        before = Some(point);
    }
    part
}

/// The bearing of the first stretch of a line, in degrees.
fn bearing_deg(points: &[Position]) -> f64 {
    bearing_of(points.iter())
}

/// The bearing back along the last stretch of a line, in degrees.
fn bearing_deg_reversed(points: &[Position]) -> f64 {
    bearing_of(points.iter().rev())
}

fn bearing_of<'a>(mut points: impl Iterator<Item = &'a Position>) -> f64 {
    let Some(first) = points.next() else { return 0.0 };
    let plane = Plane::around(*first);
    let mut reached = [0.0, 0.0];
    for point in points {
        reached = plane.to_xy(*point);
        if reached[0].hypot(reached[1]) >= TURN_REACH_M {
            break;
        }
    }
    reached[0].atan2(reached[1]).to_degrees().rem_euclid(360.0)
}
