//! All ground that can be walked to in a time. Each point of it counts as the nearest point of the network does, as a
//! route to it would: so that the area and the router say the same.

use super::graph::{Graph, MS_PER_M, NEVER};
use super::outline::{Field, outline};
use super::snap::Snap;
use crate::city::walking::LegKind;
use crate::spatial::{Plane, Position, Shape, nearest_on_segment};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ground farther than this from the network is in no reachable area, in metres.
pub const NEAR_M: f64 = 75.0;
/// Distance of the points at which the ground is looked at, in metres, for walks of at most so many minutes.
const CELLS_M: [(u32, f64); 3] = [(15, 5.0), (30, 10.0), (u32::MAX, 15.0)];
/// At most so many points are looked at; wider areas are looked at less finely.
const MAX_POINTS: f64 = 4e6;
/// How late a point is that is not reached at all, in metres.
const NOT_REACHED_M: f32 = 1e9;

/// When each node is reached, at most a time later.
struct Arrivals<'a> {
    graph: &'a Graph,
    start: Snap,
    ms: Vec<u32>,
}

impl Graph {
    pub(super) fn reachable(&self, center: Position, minutes: u32) -> Option<Shape> {
        let snaps = self.snaps(center);
        let is_main = |snap: &&Snap| self.part(snap.edge) == self.main_part;
        let start = *snaps.iter().find(is_main).or(snaps.first())?;
        let limit_ms = minutes.saturating_mul(60_000);
        let arrivals = self.arrivals_within(start, limit_ms);
        let plane = Plane::around(center);
        let (low, high) = arrivals.extent(&plane);
        let finest = CELLS_M.iter().find(|(most, _)| minutes <= *most).map_or(0.0, |(_, cell_m)| *cell_m);
        let cell_m = finest.max(((high[0] - low[0]) * (high[1] - low[1]) / MAX_POINTS).sqrt());
        let mut field = Field::covering(low, high, cell_m, NEAR_M);
        arrivals.paint(&plane, &mut field, limit_ms);
        Some(outline(&field, &plane))
    }

    /// Dijkstra's algorithm over the plain network.
    fn arrivals_within(&self, start: Snap, limit_ms: u32) -> Arrivals<'_> {
        let mut ms = vec![NEVER; self.nodes.len()];
        let mut queue = BinaryHeap::new();
        for (node, time) in self.departures(&start).into_iter().flatten() {
            if time <= limit_ms {
                ms[node as usize] = ms[node as usize].min(time);
                queue.push(Reverse((time, node)));
            }
        }
        while let Some(Reverse((here, node))) = queue.pop() {
            if here > ms[node as usize] {
                continue;
            }
            for (next, time) in self.leaving(node) {
                let there = here.saturating_add(time);
                if there <= limit_ms && there < ms[next as usize] {
                    ms[next as usize] = there;
                    queue.push(Reverse((there, next)));
                }
            }
        }
        Arrivals { graph: self, start, ms }
    }
}

impl Arrivals<'_> {
    /// Whether some of the edge is reached.
    fn touches(&self, edge: u32) -> bool {
        let (tail, head) = (self.graph.tails[edge as usize], self.graph.heads[edge as usize]);
        edge == self.start.edge || self.ms[tail as usize] != NEVER || self.ms[head as usize] != NEVER
    }

    /// Opposite corners of the rectangle round every edge that is walked in part.
    fn extent(&self, plane: &Plane) -> ([f64; 2], [f64; 2]) {
        let start = plane.to_xy(self.start.position);
        let (mut low, mut high) = (start, start);
        for edge in 0..self.graph.tails.len() as u32 {
            if self.graph.kinds[edge as usize] != LegKind::Ferry && self.touches(edge) {
                for point in self.graph.line(edge) {
                    let [x, y] = plane.to_xy(point);
                    low = [low[0].min(x), low[1].min(y)];
                    high = [high[0].max(x), high[1].max(y)];
                }
            }
        }
        (low, high)
    }

    /// Gives each point of the field near the network the time of the nearest point of the network. What belongs to
    /// another part of the network does not count: a route would not begin or end there.
    fn paint(&self, plane: &Plane, field: &mut Field, limit_ms: u32) {
        let (low, high) = field.corners();
        let part = self.graph.part(self.start.edge);
        let near = self.graph.near(plane.to_position(low), plane.to_position(high));
        let mut edges: Vec<u32> = near.filter(|edge| self.graph.part(*edge) == part).collect();
        // In the order of numbers, so that equally near edges always rank alike.
        edges.sort_unstable();
        for edge in edges {
            let is_reached = self.touches(edge);
            let length_m = f64::from(self.graph.length_m[edge as usize]).max(1e-6);
            let mut line = self.graph.line(edge).map(|point| plane.to_xy(point));
            let Some(mut before) = line.next() else { continue };
            let mut passed = 0.0;
            for point in line {
                let share = (point[0] - before[0]).hypot(point[1] - before[1]) / length_m;
                field.paint(before, point, |at| {
                    let (along, away_2) = nearest_on_segment(before, point, at);
                    let late_m = move || {
                        if !is_reached {
                            return NOT_REACHED_M;
                        }
                        let ms = self.at(edge, passed + along * share);
                        if ms.is_finite() { ((ms - f64::from(limit_ms)) / MS_PER_M) as f32 } else { NOT_REACHED_M }
                    };
                    (away_2 as f32, late_m)
                });
                passed += share;
                before = point;
            }
        }
    }

    /// When a point of an edge is reached, in milliseconds: `along` is 0 at its tail and 1 at its head.
    fn at(&self, edge: u32, along: f64) -> f64 {
        let index = edge as usize;
        let time = |ms: u32| if ms == NEVER { f64::INFINITY } else { f64::from(ms) };
        let (forward, backward) = (time(self.graph.forward_ms[index]), time(self.graph.backward_ms[index]));
        let by_tail = time(self.ms[self.graph.tails[index] as usize]) + along * forward;
        let by_head = time(self.ms[self.graph.heads[index] as usize]) + (1.0 - along) * backward;
        let from_start = match along - self.start.along {
            _ if edge != self.start.edge => f64::INFINITY,
            ahead if ahead >= 0.0 => ahead * forward,
            behind => -behind * backward,
        };
        // Nothing times infinity is no number, and no way.
        [by_tail, by_head, from_start].into_iter().filter(|ms| !ms.is_nan()).fold(f64::INFINITY, f64::min)
    }
}
