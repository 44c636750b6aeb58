//! Mends what tilemaker 2.2 leaves in tiles: points that belong to another tile, and long lines that were not cut.

use super::proto::{Field, Message, fields, numbers, unzigzag, zigzag};
use super::tile::EXTENT;

/// How far a line may reach beyond the tile, in its units.
const MARGIN: f64 = 256.0;
/// A line that reaches this far beyond is cut; the map refuses coordinates that do not fit its own.
const FAR: i64 = 2 * EXTENT as i64;

type Point = (i64, i64);

/// The tile without points outside it, and with its lines inside it and a margin.
pub(super) fn tidied(tile: &[u8]) -> Vec<u8> {
    let mut out = Message::default();
    for field in fields(tile) {
        if let Field::Bytes(3, layer) = field {
            out.bytes(3, &tidy_layer(layer));
        }
    }
    out.0
}

fn tidy_layer(layer: &[u8]) -> Vec<u8> {
    let mut out = Message::default();
    for field in fields(layer) {
        match field {
            Field::Bytes(2, feature) => {
                if let Some(feature) = tidy_feature(feature) {
                    out.bytes(2, &feature);
                }
            }
            Field::Bytes(number, value) => out.bytes(number, value),
            Field::Number(number, value) => out.number(number, value),
            Field::Other => {}
        }
    }
    out.0
}

fn tidy_feature(feature: &[u8]) -> Option<Vec<u8>> {
    let (mut kind, mut geometry) = (0, &[][..]);
    for field in fields(feature) {
        match field {
            Field::Number(3, value) => kind = value,
            Field::Bytes(4, value) => geometry = value,
            _ => {}
        }
    }
    let lines = read(geometry);
    let inside = |&(x, y): &Point| (0..i64::from(EXTENT)).contains(&x) && (0..i64::from(EXTENT)).contains(&y);
    let far = |&(x, y): &Point| x.min(y) < -FAR + 1 || x.max(y) >= FAR;
    match kind {
        1 if !lines.iter().flatten().any(inside) => None,
        2 if lines.iter().flatten().any(far) => {
            let cut: Vec<_> = lines.iter().flat_map(|line| clip(line)).collect();
            let mut out = Message::default();
            for field in fields(feature) {
                match field {
                    Field::Bytes(4, _) => out.packed(4, write(&cut)),
                    Field::Bytes(number, value) => out.bytes(number, value),
                    Field::Number(number, value) => out.number(number, value),
                    Field::Other => {}
                }
            }
            (!cut.is_empty()).then_some(out.0)
        }
        _ => Some(feature.to_vec()),
    }
}

/// The lines, or each point as a line of its own, that the commands draw.
fn read(geometry: &[u8]) -> Vec<Vec<Point>> {
    let mut commands = numbers(geometry);
    let (mut lines, mut pen): (Vec<Vec<Point>>, Point) = (Vec::new(), (0, 0));
    while let Some(command) = commands.next() {
        if command & 7 == 7 {
            continue;
        }
        for _ in 0..command >> 3 {
            let (Some(x), Some(y)) = (commands.next(), commands.next()) else { return lines };
            pen = (pen.0 + unzigzag(x), pen.1 + unzigzag(y));
            match lines.last_mut() {
                Some(line) if command & 7 == 2 => line.push(pen),
                _ => lines.push(vec![pen]),
            }
        }
    }
    lines
}

fn write(lines: &[Vec<Point>]) -> Vec<u64> {
    let (mut out, mut pen) = (Vec::new(), (0, 0));
    for line in lines {
        for (i, &point) in line.iter().enumerate() {
            match i {
                0 => out.push(1 << 3 | 1),
                1 => out.push((line.len() as u64 - 1) << 3 | 2),
                _ => {}
            }
            out.extend([zigzag(point.0 - pen.0), zigzag(point.1 - pen.1)]);
            pen = point;
        }
    }
    out
}

/// The parts of the line in the tile and its margin.
fn clip(line: &[Point]) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut going = false;
    for pair in line.windows(2) {
        let Some((from, to)) = clip_segment(pair[0], pair[1]) else {
            going = false;
            continue;
        };
        match parts.last_mut() {
            Some(part) if going => part.push(to),
            _ => parts.push(vec![from, to]),
        }
        going = to == pair[1];
    }
    parts.iter_mut().for_each(|part| part.dedup());
    parts.retain(|part| part.len() > 1);
    parts
}

fn clip_segment(a: Point, b: Point) -> Option<(Point, Point)> {
    let (from, step) = ((a.0 as f64, a.1 as f64), ((b.0 - a.0) as f64, (b.1 - a.1) as f64));
    let (low, high) = (-MARGIN, f64::from(EXTENT) + MARGIN);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (at, speed) in [(from.0, step.0), (from.1, step.1)] {
        for (speed, room) in [(-speed, at - low), (speed, high - at)] {
            if speed == 0.0 && room < 0.0 {
                return None;
            } else if speed < 0.0 {
                enter = enter.max(room / speed);
            } else if speed > 0.0 {
                leave = leave.min(room / speed);
            }
        }
    }
    let along = |t: f64| ((from.0 + step.0 * t).round() as i64, (from.1 + step.1 * t).round() as i64);
    (enter < leave).then(|| (if enter > 0.0 { along(enter) } else { a }, if leave < 1.0 { along(leave) } else { b }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(kind: u64, lines: &[Vec<Point>]) -> Vec<u8> {
        let mut out = Message::default();
        out.packed(2, [0, 0]);
        out.number(3, kind);
        out.packed(4, write(lines));
        out.0
    }

    fn drawn(feature: &[u8]) -> Vec<Vec<Point>> {
        fields(feature)
            .find_map(|f| if let Field::Bytes(4, g) = f { Some(read(g)) } else { None })
            .expect("what the test made is good")
    }

    #[test]
    fn a_point_of_another_tile_goes_and_one_of_this_tile_stays() {
        assert_eq!(tidy_feature(&feature(1, &[vec![(5000, 20)]])), None);
        let kept = feature(1, &[vec![(4095, 0)]]);
        assert_eq!(tidy_feature(&kept), Some(kept));
    }

    #[test]
    fn a_long_line_is_cut_at_the_margin_and_a_short_one_left_alone() {
        let long =
            feature(2, &[vec![(-90_000, 100), (2000, 100), (2000, 200), (2000, 90_000), (9, 90_000), (9, 4000)]]);
        let cut = tidy_feature(&long).expect("what the test made is good");
        assert_eq!(
            drawn(&cut),
            [vec![(-256, 100), (2000, 100), (2000, 200), (2000, 4352)], vec![(9, 4352), (9, 4000)]]
        );
        let short = feature(2, &[vec![(-300, 100), (2000, 100)]]);
        assert_eq!(tidy_feature(&short), Some(short));
        assert_eq!(tidy_feature(&feature(2, &[vec![(-90_000, 9000), (90_000, 9000)]])), None);
    }
}
