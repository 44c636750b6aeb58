use crate::spatial::{Position, meeting, turn};

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

/// Negative when the step from b to c goes back the way from a to b.
fn ahead(a: Position, b: Position, c: Position) -> f64 {
    (b.lng - a.lng) * (c.lng - b.lng) + (b.lat - a.lat) * (c.lat - b.lat)
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
