use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Degrees east and north.
pub type Point = [f64; 2];

/// Where a place is. Rings do not repeat their first point; the first ring of a polygon is its outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of RFC 7946")]
pub enum Geometry {
    Point(Point),
    MultiPoint(Vec<Point>),
    LineString(Vec<Point>),
    MultiLineString(Vec<Vec<Point>>),
    Polygon(Vec<Vec<Point>>),
    MultiPolygon(Vec<Vec<Vec<Point>>>),
    GeometryCollection(Vec<Geometry>),
}

impl Geometry {
    /// Calls `each` with every point, those of a list together: points by themselves, a line, a ring.
    pub fn runs<'a>(&'a self, each: &mut impl FnMut(&'a [Point])) {
        match self {
            Self::Point(point) => each(std::slice::from_ref(point)),
            Self::MultiPoint(points) | Self::LineString(points) => each(points),
            Self::MultiLineString(lists) | Self::Polygon(lists) => lists.iter().for_each(|list| each(list)),
            Self::MultiPolygon(polygons) => polygons.iter().flatten().for_each(|ring| each(ring)),
            Self::GeometryCollection(parts) => parts.iter().for_each(|part| part.runs(each)),
        }
    }

    /// How many points it has.
    pub fn vertices(&self) -> usize {
        let mut count = 0;
        self.runs(&mut |run| count += run.len());
        count
    }

    /// Whether every point passes the test.
    pub fn all(&self, test: impl Fn(Point) -> bool) -> bool {
        let mut all = true;
        self.runs(&mut |run| all = all && run.iter().all(|point| test(*point)));
        all
    }

    /// Its first point.
    pub fn first(&self) -> Option<Point> {
        let mut first = None;
        self.runs(&mut |run| first = first.or(run.first().copied()));
        first
    }

    /// West, south, east and north of all its points; `None` of none.
    pub fn bbox(&self) -> Option<[f64; 4]> {
        let mut bbox: Option<[f64; 4]> = None;
        self.runs(&mut |run| {
            for [x, y] in run {
                let [west, south, east, north] = bbox.unwrap_or([*x, *y, *x, *y]);
                bbox = Some([west.min(*x), south.min(*y), east.max(*x), north.max(*y)]);
            }
        });
        bbox
    }

    /// Its points by themselves, those of a collection too.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Self::Point(point) => vec![*point],
            Self::MultiPoint(points) => points.clone(),
            Self::GeometryCollection(parts) => parts.iter().flat_map(Self::points).collect(),
            _ => Vec::new(),
        }
    }

    /// Its lines, those of a collection too.
    pub fn lines(&self) -> Vec<&[Point]> {
        match self {
            Self::LineString(line) => vec![line],
            Self::MultiLineString(lines) => lines.iter().map(Vec::as_slice).collect(),
            Self::GeometryCollection(parts) => parts.iter().flat_map(Self::lines).collect(),
            _ => Vec::new(),
        }
    }

    /// Its polygons, those of a collection too, each its rings.
    pub fn polygons(&self) -> Vec<&[Vec<Point>]> {
        match self {
            Self::Polygon(rings) => vec![rings],
            Self::MultiPolygon(polygons) => polygons.iter().map(Vec::as_slice).collect(),
            Self::GeometryCollection(parts) => parts.iter().flat_map(Self::polygons).collect(),
            _ => Vec::new(),
        }
    }

    /// Its kind as RFC 7946 calls it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Point(_) => "Point",
            Self::MultiPoint(_) => "MultiPoint",
            Self::LineString(_) => "LineString",
            Self::MultiLineString(_) => "MultiLineString",
            Self::Polygon(_) => "Polygon",
            Self::MultiPolygon(_) => "MultiPolygon",
            Self::GeometryCollection(_) => "GeometryCollection",
        }
    }

    /// The geometry with the axes of every point exchanged.
    pub fn swap(&mut self) {
        let swap = |points: &mut Vec<Point>| points.iter_mut().for_each(|point| point.swap(0, 1));
        match self {
            Self::Point(point) => point.swap(0, 1),
            Self::MultiPoint(points) | Self::LineString(points) => swap(points),
            Self::MultiLineString(lists) | Self::Polygon(lists) => lists.iter_mut().for_each(swap),
            Self::MultiPolygon(polygons) => polygons.iter_mut().flatten().for_each(swap),
            Self::GeometryCollection(parts) => parts.iter_mut().for_each(Self::swap),
        }
    }

    /// Well-known text, rings closed again.
    pub fn wkt(&self) -> String {
        let mut text = String::new();
        self.write_wkt(&mut text);
        text
    }

    fn write_wkt(&self, to: &mut String) {
        to.push_str(&self.kind().to_ascii_uppercase());
        match self {
            Self::Point(point) => list(to, [point], pair),
            Self::MultiPoint(points) => list(to, points, |to, point| list(to, [point], pair)),
            Self::LineString(line) => list(to, line, pair),
            Self::MultiLineString(lines) => list(to, lines, |to, line| list(to, line, pair)),
            Self::Polygon(rings) => list(to, rings, |to, ring| list(to, closed(ring), pair)),
            Self::MultiPolygon(polygons) => list(to, polygons, |to, rings| {
                list(to, rings, |to, ring| list(to, closed(ring), pair));
            }),
            Self::GeometryCollection(parts) => list(to, parts, |to, part| part.write_wkt(to)),
        }
    }
}

/// The ring with its first point again at its end.
pub fn closed(ring: &[Point]) -> impl Iterator<Item = &Point> {
    ring.iter().chain(ring.first())
}

fn pair(to: &mut String, [x, y]: &Point) {
    // Writing into memory does not fail.
    let _ = write!(to, "{x} {y}");
}

fn list<T>(to: &mut String, items: impl IntoIterator<Item = T>, each: impl Fn(&mut String, T)) {
    to.push('(');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            to.push(',');
        }
        each(to, item);
    }
    to.push(')');
}
