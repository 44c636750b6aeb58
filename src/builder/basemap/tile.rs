//! The sea's part of one vector tile, and merging it into the layer `water` that is already there.

use super::proto::{Field, Message, fields, zigzag};
use geo::MultiPolygon;

/// Units along a tile's edge.
pub(super) const EXTENT: i32 = 4096;
const WATER: &[u8] = b"water";

/// The tile with the sea added to its layer `water` as `class=ocean`; `sea` is in units of the tile, y downwards.
pub(super) fn with_sea(tile: &[u8], sea: &MultiPolygon<f64>) -> Vec<u8> {
    let geometry = commands(sea);
    if geometry.is_empty() {
        return tile.to_vec();
    }
    let (mut out, mut water) = (Message::default(), None);
    for field in fields(tile) {
        match field {
            Field::Bytes(3, layer) if name_of(layer) == Some(WATER) => water = Some(layer),
            Field::Bytes(number, layer) => out.bytes(number, layer),
            Field::Number(..) | Field::Other => {}
        }
    }
    out.bytes(3, &layer_with(water, &geometry));
    out.0
}

fn name_of(layer: &[u8]) -> Option<&[u8]> {
    fields(layer).find_map(|field| match field {
        Field::Bytes(1, name) => Some(name),
        _ => None,
    })
}

/// Keys and values are numbered as they come, so what is appended gets the next numbers.
fn layer_with(layer: Option<&[u8]>, geometry: &[u64]) -> Vec<u8> {
    let mut out = Message(layer.map(<[u8]>::to_vec).unwrap_or_default());
    let (mut keys, mut values, mut class) = (0, 0, None);
    for field in fields(layer.unwrap_or_default()) {
        match field {
            Field::Bytes(3, key) => {
                class = class.or((key == b"class").then_some(keys));
                keys += 1;
            }
            Field::Bytes(4, _) => values += 1,
            _ => {}
        }
    }
    if layer.is_none() {
        out.number(15, 2);
        out.bytes(1, WATER);
        out.number(5, EXTENT as u64);
    }
    let class = class.unwrap_or_else(|| {
        out.bytes(3, b"class");
        keys
    });
    let mut ocean = Message::default();
    ocean.bytes(1, b"ocean");
    out.bytes(4, &ocean.0);
    let mut feature = Message::default();
    feature.packed(2, [class, values]);
    feature.number(3, 3);
    feature.packed(4, geometry.iter().copied());
    out.bytes(2, &feature.0);
    out.0
}

/// The drawing commands of the polygons: outer rings with positive area in the tile's own axes, holes with negative.
fn commands(sea: &MultiPolygon<f64>) -> Vec<u64> {
    let mut out = Vec::new();
    let mut pen = (0, 0);
    for polygon in sea {
        let Some(outer) = ring(&polygon.exterior().0, true) else { continue };
        let holes = polygon.interiors().iter().filter_map(|hole| ring(&hole.0, false));
        for points in std::iter::once(outer).chain(holes) {
            let mut step = |out: &mut Vec<u64>, to: (i32, i32)| {
                out.push(zigzag(i64::from(to.0 - pen.0)));
                out.push(zigzag(i64::from(to.1 - pen.1)));
                pen = to;
            };
            out.push(1 << 3 | 1);
            step(&mut out, points[0]);
            out.push((points.len() as u64 - 1) << 3 | 2);
            points[1..].iter().for_each(|&point| step(&mut out, point));
            out.push(1 << 3 | 7);
        }
    }
    out
}

/// The ring in whole units without its last point, turned the way it must be; none where nothing is left of it.
fn ring(points: &[geo::Coord<f64>], outer: bool) -> Option<Vec<(i32, i32)>> {
    let mut whole: Vec<(i32, i32)> = points.iter().map(|p| (p.x.round() as i32, p.y.round() as i32)).collect();
    whole.dedup();
    if whole.len() > 1 && whole.first() == whole.last() {
        whole.pop();
    }
    let twice_area: i64 = (0..whole.len())
        .map(|i| (whole[i], whole[(i + 1) % whole.len()]))
        .map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1))
        .sum();
    if whole.len() < 3 || twice_area == 0 {
        return None;
    }
    if (twice_area > 0) != outer {
        whole.reverse();
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::{Rect, coord};

    fn square(to: f64) -> MultiPolygon<f64> {
        MultiPolygon(vec![Rect::new(coord! { x: 0.0, y: 0.0 }, coord! { x: to, y: to }).to_polygon()])
    }

    fn layers(tile: &[u8]) -> Vec<&[u8]> {
        fields(tile)
            .filter_map(|field| if let Field::Bytes(3, layer) = field { name_of(layer) } else { None })
            .collect()
    }

    #[test]
    fn the_sea_makes_a_layer_water_or_joins_the_one_that_is_there() {
        let first = with_sea(&[], &square(4096.0));
        assert_eq!(layers(&first), [b"water"]);
        let mut roads = Message::default();
        roads.bytes(1, b"roads");
        let mut tile = Message(first);
        tile.bytes(3, &roads.0);
        let second = with_sea(&tile.0, &square(99.0));
        assert_eq!(layers(&second), [&b"roads"[..], &b"water"[..]]);
        let water = fields(&second).filter_map(|f| if let Field::Bytes(3, l) = f { Some(l) } else { None }).last();
        let count = |wanted| {
            fields(water.expect("what the test made is good"))
                .filter(|f| matches!(f, Field::Bytes(n, _) if *n == wanted))
                .count()
        };
        assert_eq!((count(2), count(3), count(4)), (2, 1, 2), "two features, one key, two values");
    }

    #[test]
    fn a_sea_that_rounds_to_nothing_leaves_the_tile_alone() {
        assert_eq!(with_sea(b"", &square(0.2)), b"");
    }

    #[test]
    fn outer_rings_turn_one_way_and_holes_the_other() {
        let area = |points: &[(i32, i32)]| -> i64 {
            (0..points.len())
                .map(|i| (points[i], points[(i + 1) % points.len()]))
                .map(|(a, b)| i64::from(a.0 * b.1 - b.0 * a.1))
                .sum()
        };
        let square = square(10.0);
        let points = &square.0[0].exterior().0;
        assert!(area(&ring(points, true).expect("what the test made is good")) > 0);
        assert!(area(&ring(points, false).expect("what the test made is good")) < 0);
    }
}
