//! The outline of the ground that is near enough and reached in time, by marching squares.

use crate::spatial::{Plane, Polygon, Position, Shape, round_to};
use geo::{LineString, Simplify};
use rustc_hash::FxHashMap;

/// Parts and holes smaller than this are left out, in square metres.
const LEAST_M2: f64 = 300.0;
/// How far a simplified outline may be from the true one, in cells.
const SIMPLER_CELLS: f64 = 0.25;
/// Between two neighbouring points of one street, the time differs by the time that the way between them takes, on the
/// slowest surface; more than this, in cells, is a step from one street to another.
const STEP_CELLS: f32 = 2.5;

/// A grid of points on the ground. Of each it is known how far the network is and how late its nearest point is reached.
pub(super) struct Field {
    low: [f64; 2],
    cell_m: f64,
    columns: usize,
    rows: usize,
    near_m: f64,
    /// Squared distance to the network, in square metres; infinite beyond `near_m` and a cell.
    away_2: Vec<f32>,
    /// How much later than the limit its nearest point is reached, as a way in metres; at most 0 when in time.
    late_m: Vec<f32>,
}

impl Field {
    /// A field over a rectangle and all that is near it.
    pub(super) fn covering(low: [f64; 2], high: [f64; 2], cell_m: f64, near_m: f64) -> Self {
        let margin = near_m + 2.0 * cell_m;
        // The same points whatever the extent, so that a longer time looks where a shorter one did.
        let low = low.map(|value| ((value - margin) / cell_m).floor() * cell_m);
        let count = |axis: usize| ((high[axis] + margin - low[axis]) / cell_m).ceil() as usize + 2;
        let (columns, rows) = (count(0), count(1));
        let points = columns * rows;
        Self { low, cell_m, columns, rows, near_m, away_2: vec![f32::INFINITY; points], late_m: vec![0.0; points] }
    }

    /// Its lowest and highest corner.
    pub(super) fn corners(&self) -> ([f64; 2], [f64; 2]) {
        (self.low, self.at(self.columns - 1, self.rows - 1))
    }

    fn at(&self, column: usize, row: usize) -> [f64; 2] {
        [self.low[0] + column as f64 * self.cell_m, self.low[1] + row as f64 * self.cell_m]
    }

    /// Looks from every point near the segment a–b: `look` gives the squared distance and how late it is there, asked
    /// for only where no other segment was nearer.
    pub(super) fn paint<L: FnOnce() -> f32>(&mut self, a: [f64; 2], b: [f64; 2], look: impl Fn([f64; 2]) -> (f32, L)) {
        let reach = self.near_m + self.cell_m;
        let range = |axis: usize, count: usize| {
            let first = (a[axis].min(b[axis]) - reach - self.low[axis]) / self.cell_m;
            let last = (a[axis].max(b[axis]) + reach - self.low[axis]) / self.cell_m;
            first.ceil().max(0.0) as usize..(last.floor().max(-1.0) + 1.0).min(count as f64) as usize
        };
        let (columns, rows) = (range(0, self.columns), range(1, self.rows));
        for row in rows {
            for column in columns.clone() {
                let (away_2, late_m) = look(self.at(column, row));
                let point = row * self.columns + column;
                if away_2 < self.away_2[point] {
                    (self.away_2[point], self.late_m[point]) = (away_2, late_m());
                }
            }
        }
    }

    fn is_inside(&self, point: usize) -> bool {
        self.late_m[point] <= 0.0 && f64::from(self.away_2[point]) <= self.near_m * self.near_m
    }

    /// How far from the point inside towards its neighbour outside the edge of the area is, 0 to 1.
    fn edge_between(&self, inside: usize, outside: usize) -> f64 {
        let away = |point: usize| f64::from(self.away_2[point]).sqrt();
        let by_distance = || match (away(inside), away(outside)) {
            (near, far) if far > self.near_m && far.is_finite() => (self.near_m - near) / (far - near),
            (_, far) if far > self.near_m => 0.5,
            _ => 1.0,
        };
        let late = self.late_m[outside];
        let by_time = || {
            let before = self.late_m[inside];
            let is_step = late - before > STEP_CELLS * self.cell_m as f32;
            if is_step { 0.5 } else { f64::from(-before / (late - before)) }
        };
        let share = if late > 0.0 { by_distance().min(by_time()) } else { by_distance() };
        share.clamp(0.01, 0.99)
    }

    /// Where the edge of the area crosses a grid edge: an even number goes right from its point, an odd one up.
    fn crossing(&self, grid_edge: u32) -> [f64; 2] {
        let (point, upwards) = ((grid_edge >> 1) as usize, grid_edge & 1 == 1);
        let other = if upwards { point + self.columns } else { point + 1 };
        let (inside, outside) = if self.is_inside(point) { (point, other) } else { (other, point) };
        let place = |point: usize| self.at(point % self.columns, point / self.columns);
        let (from, to, share) = (place(inside), place(outside), self.edge_between(inside, outside));
        [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
    }

    /// The steps along the edge of the area: from one grid edge to the next, what is inside on the left.
    fn steps(&self) -> FxHashMap<u32, u32> {
        let mut steps = FxHashMap::default();
        for row in 0..self.rows - 1 {
            let first = row * self.columns;
            let (mut left_low, mut left_high) = (self.is_inside(first), self.is_inside(first + self.columns));
            for point in first..first + self.columns - 1 {
                let (low, high) = (self.is_inside(point + 1), self.is_inside(point + 1 + self.columns));
                if left_low != left_high || left_low != low || left_low != high {
                    let edge = |point: usize, upwards: u32| (point as u32) << 1 | upwards;
                    // Round the cell counter-clockwise: its corners, each with the grid edge that follows it.
                    let round = [
                        (left_low, edge(point, 0)),
                        (low, edge(point + 1, 1)),
                        (high, edge(point + self.columns, 0)),
                        (left_high, edge(point, 1)),
                    ];
                    for start in 0..4 {
                        let is_inside = |corner: usize| round[(start + corner) % 4].0;
                        if is_inside(0) && !is_inside(1) {
                            // Back round the same corner: where two opposite ones are inside, they do not meet.
                            let end = (1..4).rev().find(|corner| is_inside(*corner + 1) && !is_inside(*corner));
                            let end = end.map_or(start, |corner| (start + corner) % 4);
                            steps.insert(round[start].1, round[end].1);
                        }
                    }
                }
                (left_low, left_high) = (low, high);
            }
        }
        steps
    }

    /// The closed lines round the area and its holes, the first point not repeated.
    fn rings(&self) -> Vec<Vec<[f64; 2]>> {
        let mut steps = self.steps();
        let mut starts: Vec<u32> = steps.keys().copied().collect();
        starts.sort_unstable();
        let mut rings = Vec::new();
        for start in starts {
            let (mut ring, mut at) = (Vec::new(), start);
            while let Some(next) = steps.remove(&at) {
                ring.push(self.crossing(at));
                at = next;
            }
            if ring.len() >= 3 {
                rings.push(ring);
            }
        }
        rings
    }
}

/// The area of a field as a shape, parts and holes included.
pub(super) fn outline(field: &Field, plane: &Plane) -> Shape {
    let simplified = field.rings().into_iter().map(|ring| simplified(ring, SIMPLER_CELLS * field.cell_m));
    let kept = simplified.map(|ring| (area_m2(&ring), ring)).filter(|(area, _)| area.abs() >= LEAST_M2);
    let (mut outers, holes): (Vec<_>, Vec<_>) = kept.partition(|(area, _)| *area > 0.0);
    // The smallest that holds a hole is the one it is in.
    outers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let to_ring = |ring: &[[f64; 2]]| ring.iter().map(|point| position(plane, *point)).collect::<Vec<_>>();
    let mut polygons: Vec<Polygon> =
        outers.iter().map(|(_, ring)| Polygon { outer: to_ring(ring), holes: vec![] }).collect();
    for (_, hole) in &holes {
        if let Some(index) = outers.iter().position(|(_, outer)| holds(outer, hole[0])) {
            polygons[index].holes.push(to_ring(hole));
        }
    }
    polygons.reverse();
    Shape { polygons }
}

fn position(plane: &Plane, point: [f64; 2]) -> Position {
    let Position { lng, lat } = plane.to_position(point);
    Position::new(round_to(lng, 6), round_to(lat, 6))
}

fn simplified(mut ring: Vec<[f64; 2]>, tolerance_m: f64) -> Vec<[f64; 2]> {
    ring.extend(ring.first().copied());
    let line: LineString<f64> = ring.into_iter().map(|[x, y]| (x, y)).collect();
    let mut simpler: Vec<_> = line.simplify(tolerance_m).into_iter().map(|point| [point.x, point.y]).collect();
    simpler.pop();
    simpler
}

/// Signed area of a ring in square metres, positive counter-clockwise.
fn area_m2(ring: &[[f64; 2]]) -> f64 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0
}

fn holds(ring: &[[f64; 2]], point: [f64; 2]) -> bool {
    let mut inside = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let crosses = (a[1] > point[1]) != (b[1] > point[1]);
        if crosses && point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
            inside = !inside;
        }
    }
    inside
}
