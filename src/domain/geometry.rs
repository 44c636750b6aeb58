use super::circle::{circle_area_m2, circle_bbox, circle_perimeter_m};
use super::crossing;
use crate::spatial::{BBox, Polygon, Position, Shape, distance_m, line_length_m, ring_area_m2, ring_perimeter_m};
use thiserror::Error;

/// Largest radius of a circle in metres.
pub const MAX_RADIUS_M: f64 = 10_000.0;
/// Most points of a polygon or line.
pub const MAX_POINTS: usize = 500;
/// Longest walk that a reachable area stands for, in minutes.
pub const MAX_MINUTES: u32 = 60;

/// Why a geometry is refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum GeometryError {
    /// A coordinate that is no place on Earth.
    #[error("point {index} is not within ±180 degrees of longitude and ±90 of latitude")]
    Coordinate {
        /// Which point, counted from 0.
        index: usize,
        /// What it is.
        position: Position,
    },
    /// Too few or too many points.
    #[error("{count} points; 2 to {MAX_POINTS} are drawn")]
    Count {
        /// How many there are.
        count: usize,
    },
    /// A polygon of fewer than three different points.
    #[error("a polygon needs 3 distinct points; there are {distinct}")]
    Degenerate {
        /// How many different points there are.
        distinct: usize,
    },
    /// A polygon whose outline meets itself.
    #[error("the outline crosses itself at {}, {}", at.lng, at.lat)]
    Crossing {
        /// Where.
        at: Position,
    },
    /// A radius that is not above 0 and at most [`MAX_RADIUS_M`].
    #[error("a radius of {radius_m} m; above 0 and at most {MAX_RADIUS_M} is drawn")]
    Radius {
        /// What it is, in metres.
        radius_m: f64,
    },
    /// A time that is not 1 to [`MAX_MINUTES`] minutes.
    #[error("{minutes} minutes; 1 to {MAX_MINUTES} are drawn")]
    Minutes {
        /// What it is.
        minutes: u32,
    },
}

/// What a router said about a line that it planned.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Length in metres, the router's own.
    pub distance_m: f64,
    /// Walking time in seconds, the router's own.
    pub duration_s: f64,
    /// Whom to credit.
    pub attribution: Option<String>,
}

/// What is drawn. The functions that make one check it.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawingKind {
    /// All within a geodesic distance of a centre.
    Circle {
        /// Its centre.
        center: Position,
        /// Its radius in metres, above 0 and at most [`MAX_RADIUS_M`].
        radius_m: f64,
    },
    /// An area.
    Polygon {
        /// Its outline, the first point not repeated.
        ring: Vec<Position>,
    },
    /// A line.
    Line {
        /// Its points, 2 to [`MAX_POINTS`].
        points: Vec<Position>,
        /// What the router said, when it is a planned route.
        route: Option<Route>,
    },
    /// All that can be walked to in a time.
    Reachable {
        /// Where the walk begins.
        center: Position,
        /// How long it may take, 1 to [`MAX_MINUTES`].
        minutes: u32,
        /// The area, once it is computed.
        shape: Option<Shape>,
    },
}

impl DrawingKind {
    /// A circle.
    pub fn circle(center: Position, radius_m: f64) -> Result<Self, GeometryError> {
        check_positions(&[center])?;
        let fine = radius_m > 0.0 && radius_m <= MAX_RADIUS_M;
        if fine { Ok(Self::Circle { center, radius_m }) } else { Err(GeometryError::Radius { radius_m }) }
    }

    /// A polygon, closed or open, that does not meet itself.
    pub fn polygon(points: Vec<Position>) -> Result<Self, GeometryError> {
        let ring = open_ring(points)?;
        crossing(&ring).map_or(Ok(Self::Polygon { ring }), |at| Err(GeometryError::Crossing { at }))
    }

    /// A polygon that may cross itself: older links hold such, and they open for ever.
    pub fn polygon_of_link(points: Vec<Position>) -> Result<Self, GeometryError> {
        open_ring(points).map(|ring| Self::Polygon { ring })
    }

    /// A line through the points.
    pub fn line(points: Vec<Position>, route: Option<Route>) -> Result<Self, GeometryError> {
        check_points(&points)?;
        Ok(Self::Line { points, route })
    }

    /// What can be walked to in that time, not computed yet. The centre has five decimals, as links keep it, so that the
    /// area is the same wherever it is computed.
    pub fn reachable(center: Position, minutes: u32) -> Result<Self, GeometryError> {
        check_positions(&[center])?;
        let fine = (1..=MAX_MINUTES).contains(&minutes);
        if fine {
            Ok(Self::Reachable { center: center.rounded(), minutes, shape: None })
        } else {
            Err(GeometryError::Minutes { minutes })
        }
    }

    /// The same reachable area with its shape computed; any other kind as it is.
    #[must_use]
    pub fn with_shape(self, computed: Shape) -> Self {
        match self {
            Self::Reachable { center, minutes, .. } => Self::Reachable { center, minutes, shape: Some(computed) },
            other => other,
        }
    }

    /// The kind's name in answers and links: circle, polygon, line or reachable.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Circle { .. } => "circle",
            Self::Polygon { .. } => "polygon",
            Self::Line { .. } => "line",
            Self::Reachable { .. } => "reachable",
        }
    }

    /// Its geodesic measures; `None` for a reachable area that is not computed yet.
    pub fn measure(&self) -> Option<Measure> {
        let area = |area_m2, perimeter_m| Some(Measure::Area { area_m2, perimeter_m });
        match self {
            Self::Circle { center, radius_m } => {
                area(circle_area_m2(*center, *radius_m), circle_perimeter_m(*center, *radius_m))
            }
            Self::Polygon { ring } => area(ring_area_m2(ring), ring_perimeter_m(ring)),
            Self::Line { points, .. } => Some(Measure::Line { length_m: line_length_m(points) }),
            Self::Reachable { shape, .. } => {
                shape.as_ref().and_then(|shape| area(shape.area_m2(), shape.perimeter_m()))
            }
        }
    }

    /// The rectangle round it; that of a reachable area not computed yet is its centre. A circle's may run past ±180.
    pub fn bbox(&self) -> BBox {
        match self {
            Self::Circle { center, radius_m } => circle_bbox(*center, *radius_m),
            Self::Polygon { ring: points } | Self::Line { points, .. } => BBox::around(points.iter().copied()),
            Self::Reachable { shape: Some(shape), .. } if !shape.polygons.is_empty() => shape.bbox(),
            Self::Reachable { center, .. } => BBox::point(*center),
        }
    }

    /// Its inside; `None` for a line, and for a reachable area that is not computed yet.
    pub fn region(&self) -> Option<Region> {
        match self {
            Self::Circle { center, radius_m } => Some(Region::Circle { center: *center, radius_m: *radius_m }),
            Self::Polygon { ring } => {
                Some(Region::Area(Shape { polygons: vec![Polygon { outer: ring.clone(), holes: vec![] }] }))
            }
            Self::Line { .. } => None,
            Self::Reachable { shape, .. } => shape.clone().map(Region::Area),
        }
    }
}

/// Geodesic measures, unrounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names carry the units")]
pub enum Measure {
    /// Of an area.
    Area { area_m2: f64, perimeter_m: f64 },
    /// Of a line.
    Line { length_m: f64 },
}

/// The inside of a drawing.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names carry the units")]
pub enum Region {
    /// All within a geodesic distance.
    Circle { center: Position, radius_m: f64 },
    /// An area with straight edges in longitude and latitude.
    Area(Shape),
}

impl Region {
    /// Whether the position is inside or on the edge.
    pub fn contains(&self, position: Position) -> bool {
        match self {
            Self::Circle { center, radius_m } => distance_m(*center, position) <= *radius_m,
            Self::Area(shape) => shape.contains(position),
        }
    }

    /// The rectangle round it.
    pub fn bbox(&self) -> BBox {
        match self {
            Self::Circle { center, radius_m } => circle_bbox(*center, *radius_m),
            Self::Area(shape) => shape.bbox(),
        }
    }
}

fn check_positions(points: &[Position]) -> Result<(), GeometryError> {
    let wrong = points.iter().position(|point| !point.is_valid());
    wrong.map_or(Ok(()), |index| Err(GeometryError::Coordinate { index, position: points[index] }))
}

fn check_points(points: &[Position]) -> Result<(), GeometryError> {
    let count = points.len();
    if !(2..=MAX_POINTS).contains(&count) {
        return Err(GeometryError::Count { count });
    }
    check_positions(points)
}

/// The ring without its closing point and without points repeated in succession.
fn open_ring(mut points: Vec<Position>) -> Result<Vec<Position>, GeometryError> {
    check_points(&points)?;
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    let is_first = |(index, point): &(usize, &Position)| !points[..*index].contains(point);
    let distinct = points.iter().enumerate().filter(is_first).count();
    if distinct < 3 { Err(GeometryError::Degenerate { distinct }) } else { Ok(points) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(points: &[(f64, f64)]) -> Vec<Position> {
        points.iter().map(|&(lng, lat)| Position::new(lng, lat)).collect()
    }

    #[test]
    fn each_impossible_geometry_is_refused_with_what_is_wrong() {
        let p = Position::new(14.5, 35.9);
        assert_eq!(DrawingKind::circle(p, 0.0), Err(GeometryError::Radius { radius_m: 0.0 }));
        assert!(DrawingKind::circle(p, f64::NAN).is_err() && DrawingKind::circle(p, 10_000.1).is_err());
        assert!(DrawingKind::circle(p, 10_000.0).is_ok());
        assert_eq!(DrawingKind::reachable(p, 61), Err(GeometryError::Minutes { minutes: 61 }));
        assert_eq!(DrawingKind::line(vec![p], None), Err(GeometryError::Count { count: 1 }));
        assert!(DrawingKind::line(vec![p; 500], None).is_ok() && DrawingKind::line(vec![p; 501], None).is_err());
        let wrong = DrawingKind::line(at(&[(14.0, 35.0), (14.0, 90.5)]), None);
        assert_eq!(wrong, Err(GeometryError::Coordinate { index: 1, position: Position::new(14.0, 90.5) }));
        let two = at(&[(0.0, 0.0), (1.0, 1.0), (0.0, 0.0)]);
        assert_eq!(DrawingKind::polygon(two), Err(GeometryError::Degenerate { distinct: 2 }));
        let bow_tie = at(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
        assert_eq!(DrawingKind::polygon(bow_tie.clone()), Err(GeometryError::Crossing { at: Position::new(1.0, 1.0) }));
        assert!(DrawingKind::polygon_of_link(bow_tie).is_ok());
    }

    #[test]
    fn a_closing_point_is_dropped_and_measures_stay() {
        let mut open = at(&[(14.51214, 35.89697), (14.51092, 35.89646), (14.50904, 35.89716)]);
        open.extend(at(&[(14.50925, 35.89884), (14.51038, 35.89931), (14.51219, 35.89877)]));
        let mut closed = open.clone();
        closed.push(open[0]);
        let drawn = DrawingKind::polygon(closed).expect("it is simple");
        assert_eq!(drawn, DrawingKind::Polygon { ring: open });
        assert!(matches!(drawn.measure(), Some(Measure::Area { area_m2, .. }) if (area_m2 - 69_204.2).abs() < 0.1));
    }

    #[test]
    fn what_is_inside_is_what_the_region_holds() {
        let p = Position::new(14.5, 35.9);
        let circle = DrawingKind::circle(p, 300.0).expect("it is fine");
        let region = circle.region().expect("a circle has an inside");
        assert!(region.contains(p) && !region.contains(Position::new(14.504, 35.9)));
        assert!(region.bbox().contains(p) && circle.bbox() == region.bbox());
        let line = DrawingKind::line(vec![p, Position::new(14.51, 35.9)], None).expect("it is fine");
        assert_eq!((line.region(), line.name()), (None, "line"));
        let reachable = DrawingKind::reachable(p, 10).expect("it is fine");
        assert_eq!((reachable.region(), reachable.measure(), reachable.bbox()), (None, None, BBox::point(p)));
    }
}
