use super::Position;
use serde::{Deserialize, Serialize};

/// A rectangle in longitude and latitude, in degrees; it does not cross the antimeridian.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 4]", into = "[f64; 4]")]
pub struct BBox {
    /// Western edge, degrees of longitude.
    pub west: f64,
    /// Southern edge, degrees of latitude.
    pub south: f64,
    /// Eastern edge, degrees of longitude.
    pub east: f64,
    /// Northern edge, degrees of latitude.
    pub north: f64,
}

impl BBox {
    /// A rectangle that holds nothing and grows with [`BBox::include`].
    pub const EMPTY: Self =
        Self { west: f64::INFINITY, south: f64::INFINITY, east: f64::NEG_INFINITY, north: f64::NEG_INFINITY };

    /// The rectangle that is one point.
    pub const fn point(position: Position) -> Self {
        Self { west: position.lng, south: position.lat, east: position.lng, north: position.lat }
    }

    /// The smallest rectangle round all positions; [`BBox::EMPTY`] for none.
    pub fn around(positions: impl IntoIterator<Item = Position>) -> Self {
        positions.into_iter().fold(Self::EMPTY, Self::include)
    }

    /// The smallest rectangle that holds this one and `position`.
    #[must_use]
    pub fn include(self, position: Position) -> Self {
        Self {
            west: self.west.min(position.lng),
            south: self.south.min(position.lat),
            east: self.east.max(position.lng),
            north: self.north.max(position.lat),
        }
    }

    /// Whether the position is inside or on the edge.
    pub fn contains(&self, position: Position) -> bool {
        (self.west..=self.east).contains(&position.lng) && (self.south..=self.north).contains(&position.lat)
    }

    /// Whether the two share at least a point.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.west <= other.east && other.west <= self.east && self.south <= other.north && other.south <= self.north
    }

    /// The middle in degrees.
    pub fn center(&self) -> Position {
        Position::new(f64::midpoint(self.west, self.east), f64::midpoint(self.south, self.north))
    }

    /// The nearest point of the rectangle, in the plane of longitude and latitude.
    pub fn clamp(&self, position: Position) -> Position {
        Position::new(position.lng.clamp(self.west, self.east), position.lat.clamp(self.south, self.north))
    }

    /// Rectangles that together hold every point within `radius_m` of `center`: one, or two across the antimeridian.
    /// A little generous, for use before an exact test.
    pub fn within_radius(center: Position, radius_m: f64) -> impl Iterator<Item = Self> {
        // The shortest degree of latitude is 110,574 m; of longitude at the equator 111,320 m.
        let margin_lat = radius_m / 110_574.0 * 1.001 + 1e-9;
        let (south, north) = ((center.lat - margin_lat).max(-90.0), (center.lat + margin_lat).min(90.0));
        let widest = south.abs().max(north.abs()).min(89.9).to_radians().cos();
        let margin_lng = radius_m / (111_320.0 * widest) * 1.002 + 1e-9;
        let (west, east) = if south <= -89.9 || north >= 89.9 || margin_lng >= 180.0 {
            (-180.0, 180.0)
        } else {
            (center.lng - margin_lng, center.lng + margin_lng)
        };
        let main = Self { west: west.max(-180.0), south, east: east.min(180.0), north };
        let wrapped = if west < -180.0 {
            Some(Self { west: west + 360.0, east: 180.0, ..main })
        } else if east > 180.0 {
            Some(Self { west: -180.0, east: east - 360.0, ..main })
        } else {
            None
        };
        std::iter::once(main).chain(wrapped)
    }
}

impl From<[f64; 4]> for BBox {
    fn from([west, south, east, north]: [f64; 4]) -> Self {
        Self { west, south, east, north }
    }
}

impl From<BBox> for [f64; 4] {
    fn from(bbox: BBox) -> Self {
        [bbox.west, bbox.south, bbox.east, bbox.north]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{destination, distance_m};
    use super::*;

    #[test]
    fn the_radius_rectangle_holds_the_whole_circle_also_across_the_antimeridian() {
        for center in [Position::new(14.5, 35.9), Position::new(179.99, -17.0), Position::new(25.0, 89.5)] {
            let boxes: Vec<_> = BBox::within_radius(center, 9_999.0).collect();
            for azimuth in 0..360 {
                let edge = destination(center, f64::from(azimuth), 9_999.0);
                assert!(boxes.iter().any(|bbox| bbox.contains(edge)), "{center:?} {azimuth} {edge:?}");
                assert!((distance_m(center, edge) - 9_999.0).abs() < 1e-6);
            }
        }
    }
}
