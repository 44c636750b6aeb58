use crate::spatial::{BBox, Position};

/// Where a closed ring meets itself, its edges being straight in longitude and latitude: the crossing of two edges, or
/// the point where they touch. Touching counts too, as in OGC Simple Features, where a ring must be simple: what a ring
/// that touches itself encloses depends on who reads it. The ring is open and repeats no point in succession.
pub fn crossing(ring: &[Position]) -> Option<Position> {
    let count = ring.len();
    let edge = |index: usize| (ring[index], ring[(index + 1) % count]);
    for first in 0..count {
        let (a, b) = edge(first);
        let next = ring[(first + 2) % count];
        if turn(a, b, next) == 0.0 && ahead(a, b, next) < 0.0 {
            return Some(b);
        }
        // The edge after this one shares a point with it, and so does the one before.
        let met = (first + 2..count).filter(|second| (second + 1) % count != first).find_map(|second| {
            let (c, d) = edge(second);
            meeting(a, b, c, d)
        });
        if met.is_some() {
            return met;
        }
    }
    None
}

/// Positive when a, b, c turn to the left, 0 when they are on one line.
fn turn(a: Position, b: Position, c: Position) -> f64 {
    (b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng)
}

/// Negative when the step from b to c goes back the way from a to b.
fn ahead(a: Position, b: Position, c: Position) -> f64 {
    (b.lng - a.lng) * (c.lng - b.lng) + (b.lat - a.lat) * (c.lat - b.lat)
}

/// A point that two edges have in common.
fn meeting(a: Position, b: Position, c: Position, d: Position) -> Option<Position> {
    if !BBox::around([a, b]).overlaps(&BBox::around([c, d])) {
        return None;
    }
    let (from_c, from_d) = (turn(a, b, c), turn(a, b, d));
    let (from_a, from_b) = (turn(c, d, a), turn(c, d, b));
    if from_c * from_d < 0.0 && from_a * from_b < 0.0 {
        let along = from_a / (from_a - from_b);
        return Some(Position::new(a.lng + along * (b.lng - a.lng), a.lat + along * (b.lat - a.lat)));
    }
    let touches = [(from_c, c, a, b), (from_d, d, a, b), (from_a, a, c, d), (from_b, b, c, d)];
    let on_edge = |(side, point, from, to): &(f64, Position, Position, Position)| {
        *side == 0.0 && BBox::around([*from, *to]).contains(*point)
    };
    touches.iter().find(|touch| on_edge(touch)).map(|touch| touch.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: &[(f64, f64)]) -> Option<(f64, f64)> {
        let ring: Vec<_> = points.iter().map(|&(lng, lat)| Position::new(lng, lat)).collect();
        crossing(&ring).map(|at| (at.lng, at.lat))
    }

    #[test]
    fn a_ring_that_crosses_or_touches_itself_is_told_where() {
        assert_eq!(of(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]), Some((1.0, 1.0)));
        assert_eq!(of(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)]), Some((2.0, 0.0)));
        assert_eq!(of(&[(0.0, 0.0), (2.0, 2.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0)]), Some((2.0, 2.0)));
        assert_eq!(of(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)]), Some((2.0, 0.0)), "three points on one line");
    }

    #[test]
    fn a_simple_ring_meets_itself_nowhere_whatever_its_form() {
        assert_eq!(of(&[(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)]), None);
        assert_eq!(of(&[(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)]), None);
        assert_eq!(of(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0)]), None, "a point amid a straight edge");
    }
}
