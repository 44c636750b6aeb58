use super::{BBox, Position, ring_area_m2, ring_perimeter_m};
use glassmap_index as index;

/// One outer ring and its holes. Rings do not repeat their first point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    /// The outline.
    pub outer: Vec<Position>,
    /// What is cut out of it.
    pub holes: Vec<Vec<Position>>,
}

impl Polygon {
    /// All rings, the outline first.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<Position>> {
        std::iter::once(&self.outer).chain(&self.holes)
    }
}

/// An area: one or more polygons that do not overlap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Its parts.
    pub polygons: Vec<Polygon>,
}

impl Shape {
    /// Geodesic area in square metres, holes subtracted.
    pub fn area_m2(&self) -> f64 {
        let of = |polygon: &Polygon| {
            ring_area_m2(&polygon.outer) - polygon.holes.iter().map(|hole| ring_area_m2(hole)).sum::<f64>()
        };
        self.polygons.iter().map(of).sum()
    }

    /// Length of all edges in metres, those of holes added.
    pub fn perimeter_m(&self) -> f64 {
        self.polygons.iter().flat_map(Polygon::rings).map(|ring| ring_perimeter_m(ring)).sum()
    }

    /// Area-weighted centroid in the plane of longitude and latitude, holes subtracted; `None` for an area of nothing.
    pub fn centroid(&self) -> Option<Position> {
        let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
        // Relative to a point of the shape: the products of full coordinates would lose the digits that matter.
        let base = *self.polygons.first()?.outer.first()?;
        for polygon in &self.polygons {
            for (index, ring) in polygon.rings().enumerate() {
                let (ring_area, ring_x, ring_y) = planar_moments(ring, base);
                let sign = if (ring_area < 0.0) == (index == 0) { -1.0 } else { 1.0 };
                area += sign * ring_area;
                x += sign * ring_x;
                y += sign * ring_y;
            }
        }
        (area > 0.0).then(|| Position::new(base.lng + x / area, base.lat + y / area))
    }

    /// The rectangle round all of it.
    pub fn bbox(&self) -> BBox {
        BBox::around(self.polygons.iter().flat_map(|polygon| polygon.outer.iter().copied()))
    }

    /// Whether the position is inside or on an edge, edges being straight in longitude and latitude; what lies in a
    /// hole is outside, the hole's own edge is not.
    pub fn contains(&self, position: Position) -> bool {
        self.polygons.iter().any(|polygon| {
            side_of_ring(&polygon.outer, position) != Side::Outside
                && polygon.holes.iter().all(|hole| side_of_ring(hole, position) != Side::Inside)
        })
    }
}

/// The rings of a shape, made ready to be asked of many positions.
#[derive(Debug)]
pub struct PreparedShape {
    /// Of each polygon the outline and the holes.
    polygons: Vec<(index::Ring, Vec<index::Ring>)>,
}

impl PreparedShape {
    /// Makes a shape ready.
    pub fn new(shape: &Shape) -> Self {
        let ring = |ring: &Vec<Position>| {
            index::Ring::new(&ring.iter().map(|position| [position.lng, position.lat]).collect::<Vec<_>>())
        };
        let polygon = |polygon: &Polygon| (ring(&polygon.outer), polygon.holes.iter().map(ring).collect());
        Self { polygons: shape.polygons.iter().map(polygon).collect() }
    }

    /// As [`Shape::contains`].
    pub fn contains(&self, position: Position) -> bool {
        let point = [position.lng, position.lat];
        self.polygons.iter().any(|(outer, holes)| {
            outer.side(point) != index::Side::Outside
                && holes.iter().all(|hole| hole.side(point) != index::Side::Inside)
        })
    }
}

/// Signed area and first moments of a ring about `base`, all in degrees; positive counter-clockwise.
fn planar_moments(ring: &[Position], base: Position) -> (f64, f64, f64) {
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (ax, ay, bx, by) = (a.lng - base.lng, a.lat - base.lat, b.lng - base.lng, b.lat - base.lat);
        let cross = ax * by - bx * ay;
        area += cross / 2.0;
        x += (ax + bx) * cross / 6.0;
        y += (ay + by) * cross / 6.0;
    }
    (area, x, y)
}

#[derive(PartialEq)]
enum Side {
    Inside,
    Edge,
    Outside,
}

fn side_of_ring(ring: &[Position], p: Position) -> Side {
    let mut inside = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let cross = (b.lng - a.lng) * (p.lat - a.lat) - (b.lat - a.lat) * (p.lng - a.lng);
        let between = BBox::point(*a).include(*b).contains(p);
        if cross == 0.0 && between {
            return Side::Edge;
        }
        if (a.lat > p.lat) != (b.lat > p.lat) && (cross > 0.0) == (b.lat > a.lat) {
            inside = !inside;
        }
    }
    if inside { Side::Inside } else { Side::Outside }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)]) -> Vec<Position> {
        points.iter().map(|&(lng, lat)| Position::new(lng, lat)).collect()
    }

    fn holed() -> Shape {
        let outer = ring(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        let holes = vec![ring(&[(1.0, 1.0), (3.0, 1.0), (3.0, 2.0), (1.0, 2.0)])];
        Shape { polygons: vec![Polygon { outer, holes }] }
    }

    #[test]
    fn what_lies_in_a_hole_is_outside_and_edges_are_inside() {
        let shape = holed();
        for (lng, lat, expected) in [
            (0.5, 0.5, true),
            (2.0, 1.5, false),
            (2.0, 1.0, true),
            (4.0, 2.0, true),
            (0.0, 0.0, true),
            (4.1, 2.0, false),
            (-1.0, 4.0, false),
        ] {
            let position = Position::new(lng, lat);
            let prepared = PreparedShape::new(&shape);
            assert_eq!([shape.contains(position), prepared.contains(position)], [expected; 2], "{lng} {lat}");
        }
    }

    #[test]
    fn the_centroid_weighs_by_area_and_ignores_which_way_rings_turn() {
        let mut shape = holed();
        let expected = Position::new(2.0, (16.0 * 2.0 - 2.0 * 1.5) / 14.0);
        for _ in 0..2 {
            let centroid = shape.centroid().expect("it has an area");
            assert!((centroid.lng - expected.lng).abs() < 1e-12 && (centroid.lat - expected.lat).abs() < 1e-12);
            shape.polygons[0].holes[0].reverse();
            shape.polygons[0].outer.reverse();
        }
        assert_eq!(Shape::default().centroid(), None);
    }
}
