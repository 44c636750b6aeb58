//! Geometries from what formats write: rings closed or not, well-known text.

use super::Sink;
use crate::report::Code;
use crate::{Geometry, Point};
use std::str::FromStr;
use wkt::Wkt;
use wkt::types::{Coord, LineString, Polygon};

/// Collections may be nested so deep in well-known text.
const MAX_DEPTH: usize = 8;

/// The ring without its closing point; `None` when it has fewer than three points, or four with the closing one.
pub fn ring(mut points: Vec<Point>, row: u32, sink: &mut Sink<'_>) -> Option<Vec<Point>> {
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    } else if points.len() > 2 {
        sink.find(row, Code::Unclosed, "");
    }
    (points.len() >= 3).then_some(points)
}

/// All of the rings, or `None` when one is none.
pub fn rings(lists: Vec<Vec<Point>>, row: u32, sink: &mut Sink<'_>) -> Option<Vec<Vec<Point>>> {
    if lists.is_empty() {
        return None;
    }
    lists.into_iter().map(|points| ring(points, row, sink)).collect()
}

/// A line; `None` when it has fewer than two points.
pub fn line(points: Vec<Point>) -> Option<Vec<Point>> {
    (points.len() >= 2).then_some(points)
}

/// The geometry of well-known text.
pub fn of_wkt(text: &str, row: u32, sink: &mut Sink<'_>) -> Option<Geometry> {
    // EWKT says its reference system first.
    let text = text.trim();
    let text = text.strip_prefix("SRID=4326;").unwrap_or(text);
    let depth = text.bytes().try_fold(0usize, |depth, byte| match byte {
        b'(' => Some(depth + 1).filter(|depth| *depth <= MAX_DEPTH),
        b')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    (depth == Some(0)).then_some(())?;
    geometry(Wkt::from_str(text).ok()?, row, sink)
}

fn geometry(wkt: Wkt<f64>, row: u32, sink: &mut Sink<'_>) -> Option<Geometry> {
    let pair = |coord: &Coord<f64>| [coord.x, coord.y];
    let points = |line: &LineString<f64>| line.coords().iter().map(pair).collect::<Vec<_>>();
    let all = |polygon: &Polygon<f64>| polygon.rings().iter().map(points).collect::<Vec<_>>();
    Some(match wkt {
        Wkt::Point(point) => Geometry::Point(pair(point.coord()?)),
        Wkt::MultiPoint(list) => {
            let points: Vec<_> = list.points().iter().filter_map(|point| point.coord().map(pair)).collect();
            Geometry::MultiPoint(Some(points).filter(|points| !points.is_empty())?)
        }
        Wkt::LineString(list) => Geometry::LineString(line(points(&list))?),
        Wkt::MultiLineString(list) => {
            let lines: Option<Vec<_>> = list.line_strings().iter().map(|list| line(points(list))).collect();
            Geometry::MultiLineString(lines.filter(|lines| !lines.is_empty())?)
        }
        Wkt::Polygon(polygon) => Geometry::Polygon(rings(all(&polygon), row, sink)?),
        Wkt::MultiPolygon(list) => {
            let polygons: Option<Vec<_>> =
                list.polygons().iter().map(|polygon| rings(all(polygon), row, sink)).collect();
            Geometry::MultiPolygon(polygons.filter(|polygons| !polygons.is_empty())?)
        }
        Wkt::GeometryCollection(list) => {
            let parts: Option<Vec<_>> =
                list.geometries().iter().map(|part| geometry(part.clone(), row, sink)).collect();
            Geometry::GeometryCollection(parts.filter(|parts| !parts.is_empty())?)
        }
    })
}
