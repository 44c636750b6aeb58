//! Straight segments in the plane of longitude and latitude.

use super::{BBox, Position};

/// Positive when a, b, c turn to the left, 0 when they are on one line.
pub fn turn(a: Position, b: Position, c: Position) -> f64 {
    (b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng)
}

/// A point that the segments a–b and c–d have in common; ends count.
pub fn meeting(a: Position, b: Position, c: Position, d: Position) -> Option<Position> {
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
