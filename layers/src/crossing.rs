//! Whether an outline crosses itself.

use crate::{Geometry, Point};

/// Pairs of edges that are compared in one file at most: beyond it outlines are not looked at.
pub const MAX_PAIRS: usize = 40_000_000;

/// Where a ring of the geometry crosses itself; counts what it compares off `budget`, and stops at none left.
pub fn crossing(geometry: &Geometry, budget: &mut usize) -> Option<Point> {
    geometry.polygons().into_iter().flatten().find_map(|ring| of_ring(ring, budget))
}

/// Edges in the order of their western ends: each is compared with those that have begun and not ended.
fn of_ring(ring: &[Point], budget: &mut usize) -> Option<Point> {
    let count = ring.len();
    if count < 4 {
        return None;
    }
    let edge = |index: usize| (ring[index], ring[(index + 1) % count]);
    let mut order: Vec<usize> = (0..count).collect();
    let west = |index: &usize| edge(*index).0[0].min(edge(*index).1[0]);
    order.sort_unstable_by(|a, b| west(a).total_cmp(&west(b)));
    let mut open: Vec<usize> = Vec::new();
    for index in order {
        let start = west(&index);
        open.retain(|other| edge(*other).0[0].max(edge(*other).1[0]) >= start);
        if open.len() > *budget {
            *budget = 0;
            return None;
        }
        *budget -= open.len();
        for other in &open {
            let apart = index.abs_diff(*other);
            if apart == 1 || apart == count - 1 {
                continue;
            }
            if let Some(at) = meet(edge(index), edge(*other)) {
                return Some(at);
            }
        }
        open.push(index);
    }
    None
}

/// Where two edges cross, ends not counted: rings may touch themselves.
fn meet((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<Point> {
    let side = |p: Point, q: Point, r: Point| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let (of_c, of_d, of_a, of_b) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b));
    let crosses = of_c * of_d < 0.0 && of_a * of_b < 0.0;
    crosses.then(|| {
        let part = of_a / (of_a - of_b);
        [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bow_tie_crosses_and_rings_that_only_touch_do_not() {
        let ring = |points: &[(f64, f64)]| Geometry::Polygon(vec![points.iter().map(|(x, y)| [*x, *y]).collect()]);
        let mut budget = MAX_PAIRS;
        let bow = ring(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
        assert_eq!(crossing(&bow, &mut budget), Some([1.0, 1.0]));
        let touching = ring(&[(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0), (1.0, 1.0)]);
        assert_eq!(crossing(&touching, &mut budget), None);
        assert!(budget < MAX_PAIRS);
    }

    #[test]
    fn a_round_of_many_points_is_looked_at_within_the_budget() {
        let round = (0..20_000).map(|i| f64::from(i) / 20_000.0 * std::f64::consts::TAU);
        let ring = Geometry::Polygon(vec![round.map(|angle| [angle.cos(), angle.sin()]).collect()]);
        let mut budget = MAX_PAIRS;
        assert_eq!(crossing(&ring, &mut budget), None);
        assert!(budget > MAX_PAIRS - 1_000_000, "{}", MAX_PAIRS - budget);
    }
}
