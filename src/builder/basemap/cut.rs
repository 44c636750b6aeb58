//! The sea cut into tiles: simplified once per zoom, then clipped with a margin wide enough for lines along the shore.

use super::tile::EXTENT;
use crate::spatial::BBox;
use geo::{Area, BooleanOps, Coord, LineString, MapCoords, MultiPolygon, Polygon, Rect, Simplify};
use std::ops::RangeInclusive;

/// How far a tile's sea reaches beyond the tile, in its units: the style draws bands up to 13 pixels wide along it.
const MARGIN: f64 = 256.0;

/// A longitude and latitude in Web Mercator, 0 to 1 from west to east and from north to south.
fn mercator(p: Coord<f64>) -> Coord<f64> {
    let lat = p.y.clamp(-85.051_128, 85.051_128).to_radians();
    Coord { x: p.x / 360.0 + 0.5, y: 0.5 - lat.tan().asinh() / std::f64::consts::TAU }
}

/// Columns and rows of the tiles that the rectangle touches.
pub(super) fn tiles_of(bbox: &BBox, zoom: u8) -> (RangeInclusive<u32>, RangeInclusive<u32>) {
    let count = f64::from(1_u32 << zoom);
    let at = |value: f64| (value * count).floor().clamp(0.0, count - 1.0) as u32;
    let nw = mercator(Coord { x: bbox.west, y: bbox.north });
    let se = mercator(Coord { x: bbox.east, y: bbox.south });
    (at(nw.x)..=at(se.x), at(nw.y)..=at(se.y))
}

/// Calls `each` with column, row and sea of every tile of the zoom that the rectangle touches, the sea in the tile's
/// units and empty where there is none.
pub(super) fn cut(
    sea: &MultiPolygon<f64>,
    bbox: &BBox,
    zoom: u8,
    last: u8,
    mut each: impl FnMut(u32, u32, &MultiPolygon<f64>),
) {
    let (columns, rows) = tiles_of(bbox, zoom);
    let scale = f64::from(EXTENT) * f64::from(1_u32 << zoom);
    let sea = simplified(&sea.map_coords(|p| mercator(p) * scale), zoom == last);
    for x in columns {
        let (west, size) = (f64::from(x) * f64::from(EXTENT), f64::from(EXTENT));
        let column =
            part(&sea, west, f64::from(*rows.start()) * size, size, f64::from(rows.end() - rows.start() + 1) * size);
        for y in rows.clone() {
            let north = f64::from(y) * size;
            let tile = part(&column, west, north, size, size);
            each(x, y, &tile.map_coords(|p| Coord { x: p.x - west, y: p.y - north }));
        }
    }
}

fn part(sea: &MultiPolygon<f64>, west: f64, north: f64, width: f64, height: f64) -> MultiPolygon<f64> {
    let nw = Coord { x: west - MARGIN, y: north - MARGIN };
    let se = Coord { x: west + width + MARGIN, y: north + height + MARGIN };
    sea.intersection(&Rect::new(nw, se).to_polygon())
}

/// Less than half a pixel moves, and what is smaller than about two pixels square goes; on the last zoom, which is
/// magnified on the screen, next to nothing.
fn simplified(sea: &MultiPolygon<f64>, last: bool) -> MultiPolygon<f64> {
    let (tolerance, least) = if last { (0.8, 8.0) } else { (3.0, 260.0) };
    let large = |ring: &LineString<f64>| Polygon::new(ring.clone(), vec![]).unsigned_area() >= least;
    let polygons = sea.0.iter().filter(|polygon| large(polygon.exterior())).map(|polygon| {
        let holes = polygon.interiors().iter().filter(|ring| large(ring)).map(|ring| ring.simplify(tolerance));
        Polygon::new(polygon.exterior().simplify(tolerance), holes.filter(|ring| ring.0.len() > 3).collect())
    });
    polygons.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_of_the_world_and_of_a_city() {
        let world = BBox { west: -180.0, south: -85.0, east: 180.0, north: 85.0 };
        assert_eq!(tiles_of(&world, 2), (0..=3, 0..=3));
        let valletta = BBox { west: 14.50, south: 35.89, east: 14.52, north: 35.90 };
        assert_eq!(tiles_of(&valletta, 14), (8851..=8852, 6439..=6439));
    }

    #[test]
    fn neighbours_share_their_edge_and_reach_into_each_other() {
        let bbox = BBox { west: -1.0, south: -1.0, east: 1.0, north: 1.0 };
        let sea = MultiPolygon(vec![Rect::new(Coord { x: -9.0, y: -9.0 }, Coord { x: 9.0, y: 9.0 }).to_polygon()]);
        let mut seen = Vec::new();
        cut(&sea, &bbox, 1, 14, |x, y, part| seen.push((x, y, part.unsigned_area())));
        assert_eq!(seen.iter().map(|t| (t.0, t.1)).collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert!(seen.iter().all(|t| t.2 > 200.0 * 200.0));
    }
}
