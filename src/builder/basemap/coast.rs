//! The sea as polygons, from the lines of the coast: land lies on the left of a line, water on its right.

use crate::spatial::BBox;
use geo::{Area, Contains, Coord, LineString, MultiPolygon, Polygon};

/// How much of a line's length, as the crow flies, drawing out its ends may add.
const LITTLE: f64 = 0.4;

/// The sea of a rectangle, and what of the coast could not be used.
#[derive(Debug)]
pub(super) struct Sea {
    /// The sea in degrees, reaching `margin` degrees beyond the rectangle.
    pub polygons: MultiPolygon<f64>,
    /// Lines left out because they end inside the rectangle or contradict the others.
    pub dropped: usize,
    /// Whether any line of the coast told land from water.
    pub known: bool,
}

/// Cuts the sea out of the rectangle. What touches its edge goes on straight outwards for `margin` degrees, so that
/// the edge itself is no shore.
pub(super) fn sea(lines: &[Vec<Coord<f64>>], bbox: &BBox, margin: f64) -> Sea {
    let frame = Frame { bbox: *bbox, margin };
    let (mut rings, mut found) = (Vec::new(), Vec::new());
    let mut covered_by = None::<(f64, bool)>;
    for line in lines {
        let closed = line.len() > 3 && line.first() == line.last();
        match frame.clip(line, closed) {
            Clipped::Whole if closed => rings.push(LineString(line.clone())),
            Clipped::Outside if closed => {
                let around = Polygon::new(LineString(line.clone()), vec![]);
                let centre = bbox.center();
                if around.contains(&Coord { x: centre.lng, y: centre.lat }) {
                    let area = around.signed_area();
                    if covered_by.is_none_or(|(least, _)| area.abs() < least) {
                        covered_by = Some((area.abs(), area < 0.0));
                    }
                }
            }
            Clipped::Outside => {}
            Clipped::Whole => found.push(line.clone()),
            Clipped::Pieces(parts) => found.extend(parts),
        }
    }
    let whole = found.len();
    let mut pieces: Vec<Piece> = found.iter().filter_map(|line| frame.piece(line)).collect();
    while !alternate(&pieces) {
        let shortest = (0..pieces.len()).min_by(|&a, &b| pieces[a].reach().total_cmp(&pieces[b].reach()));
        shortest.map(|i| pieces.swap_remove(i));
    }
    let mut dropped = whole - pieces.len();
    let (islands, basins): (Vec<_>, Vec<_>) =
        rings.into_iter().map(|ring| Polygon::new(ring, vec![])).partition(|ring| ring.signed_area() > 0.0);
    let mut polygons = frame.close(pieces);
    // Where lines had to be left out, islands alone do not prove open sea round them.
    let open = polygons.is_empty()
        && dropped == 0
        && match covered_by {
            Some((_, water)) => water,
            None => islands.iter().any(|island| !basins.iter().any(|basin| within(island, basin))),
        };
    if open {
        polygons.push(frame.everything());
    }
    polygons.extend(basins);
    let known = !polygons.is_empty() || covered_by.is_some();
    for island in islands {
        let around = polygons.iter_mut().filter(|sea| within(&island, sea));
        match around.min_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area())) {
            Some(sea) => sea.interiors_push(island.exterior().clone()),
            None => dropped += 1,
        }
    }
    Sea { polygons: MultiPolygon(polygons), dropped, known }
}

/// The whole rectangle and its margin as sea.
pub(super) fn everything(bbox: &BBox, margin: f64) -> MultiPolygon<f64> {
    MultiPolygon(vec![Frame { bbox: *bbox, margin }.everything()])
}

/// Whether nearly all of the rectangle's edge is sea.
pub(super) fn edge_is_sea(sea: &MultiPolygon<f64>, bbox: &BBox) -> bool {
    let frame = Frame { bbox: *bbox, margin: 0.0 };
    let wet = (0..200).filter(|&i| sea.contains(&frame.outward(f64::from(i) / 50.0))).count();
    wet >= 190
}

/// Whether the ring lies in the polygon's outer ring; they do not cross.
fn within(ring: &Polygon<f64>, polygon: &Polygon<f64>) -> bool {
    let outer = Polygon::new(polygon.exterior().clone(), vec![]);
    ring.exterior().0.first().is_some_and(|point| outer.contains(point))
}

/// A stretch of coast from one point of the edge to another, with their places along the edge.
struct Piece {
    points: Vec<Coord<f64>>,
    from: f64,
    to: f64,
}

impl Piece {
    /// From end to end as the crow flies.
    fn reach(&self) -> f64 {
        self.points.last().map_or(0.0, |last| (*last - self.points[0]).x.hypot((*last - self.points[0]).y))
    }
}

/// Whether the pieces begin and end in turns along the edge, as the banks of land and water must.
fn alternate(pieces: &[Piece]) -> bool {
    let mut ends: Vec<(f64, bool)> = pieces.iter().flat_map(|p| [(p.from, true), (p.to, false)]).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    (0..ends.len()).all(|i| ends[i].1 != ends[(i + 1) % ends.len()].1)
}

enum Clipped {
    Whole,
    Outside,
    Pieces(Vec<Vec<Coord<f64>>>),
}

struct Frame {
    bbox: BBox,
    margin: f64,
}

impl Frame {
    fn inside(&self, p: Coord<f64>) -> bool {
        let b = &self.bbox;
        p.x > b.west && p.x < b.east && p.y > b.south && p.y < b.north
    }

    /// The line as a piece from edge to edge. An extract cut along its edge lacks the nodes beyond, one cut along a
    /// border the coast beyond: such ends are drawn out to the edge where that adds little to the line.
    fn piece(&self, line: &[Coord<f64>]) -> Option<Piece> {
        let (&first, &last) = (line.first()?, line.last()?);
        let ends = [first, last].map(|end| self.inside(end).then(|| self.nearest_edge(end)));
        let gaps: f64 = ends.iter().flatten().map(|end| end.0).sum();
        if gaps > (last - first).x.hypot((last - first).y) * LITTLE {
            return None;
        }
        let [before, after] = ends.map(|end| end.map(|end| end.1));
        let points: Vec<_> = before.into_iter().chain(line.iter().copied()).chain(after).collect();
        Some(Piece { from: self.edge_of(points[0])?, to: self.edge_of(*points.last()?)?, points })
    }

    /// How far the nearest edge is, and the point on it.
    fn nearest_edge(&self, p: Coord<f64>) -> (f64, Coord<f64>) {
        let b = &self.bbox;
        let sides = [(b.east - p.x, Coord { x: b.east, ..p }), (p.y - b.south, Coord { y: b.south, ..p })];
        let sides = sides.into_iter().chain([(b.north - p.y, Coord { y: b.north, ..p })]);
        let west = (p.x - b.west, Coord { x: b.west, ..p });
        sides.fold(west, |best, side| if side.0 < best.0 { side } else { best })
    }

    /// The parts of the line inside the rectangle.
    fn clip(&self, line: &[Coord<f64>], closed: bool) -> Clipped {
        if !line.is_empty() && line.iter().all(|p| self.inside(*p)) {
            return Clipped::Whole;
        }
        let mut points = line.to_vec();
        if closed {
            // Starts outside, so that no piece is cut in two where the ring happens to begin.
            let start = points.iter().position(|p| !self.inside(*p)).unwrap_or(0);
            points.pop();
            points.rotate_left(start);
            points.push(points[0]);
        }
        let mut pieces: Vec<Vec<Coord<f64>>> = Vec::new();
        let mut going = false;
        for pair in points.windows(2) {
            let Some((from, to)) = self.clip_segment(pair[0], pair[1]) else {
                going = false;
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if going => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
            going = to == pair[1] && self.inside(to);
        }
        if pieces.is_empty() { Clipped::Outside } else { Clipped::Pieces(pieces) }
    }

    /// The part of the segment inside the rectangle, by Liang and Barsky; none when it only touches.
    fn clip_segment(&self, a: Coord<f64>, b: Coord<f64>) -> Option<(Coord<f64>, Coord<f64>)> {
        let (step, r) = (b - a, &self.bbox);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let (mut at_enter, mut at_leave) = (a, b);
        let along = |t: f64| a + step * t;
        let sides = [
            (-step.x, a.x - r.west, Some(r.west), None),
            (step.x, r.east - a.x, Some(r.east), None),
            (-step.y, a.y - r.south, None, Some(r.south)),
            (step.y, r.north - a.y, None, Some(r.north)),
        ];
        for (speed, room, x, y) in sides {
            if speed == 0.0 {
                if room <= 0.0 {
                    return None;
                }
                continue;
            }
            let t = room / speed;
            let exact = |p: Coord<f64>| Coord { x: x.unwrap_or(p.x), y: y.unwrap_or(p.y) };
            if speed < 0.0 && t > enter {
                (enter, at_enter) = (t, exact(along(t)));
            } else if speed > 0.0 && t < leave {
                (leave, at_leave) = (t, exact(along(t)));
            } else if speed < 0.0 && t == 0.0 && enter == 0.0 {
                at_enter = exact(a);
            } else if speed > 0.0 && t == 1.0 && leave == 1.0 {
                at_leave = exact(b);
            }
        }
        (enter < leave).then_some((at_enter, at_leave))
    }

    /// Where on the edge the point lies: 0 to 4, clockwise from the north-western corner; none inside.
    fn edge_of(&self, p: Coord<f64>) -> Option<f64> {
        let b = &self.bbox;
        let (across, down) = ((p.x - b.west) / (b.east - b.west), (b.north - p.y) / (b.north - b.south));
        if p.y == b.north {
            Some(across)
        } else if p.x == b.east {
            Some(1.0 + down)
        } else if p.y == b.south {
            Some(3.0 - across)
        } else if p.x == b.west {
            Some(4.0 - down)
        } else {
            None
        }
    }

    /// The point of the outer edge straight outwards from a place on the edge.
    fn outward(&self, at: f64) -> Coord<f64> {
        let (b, m) = (&self.bbox, self.margin);
        let (width, height) = (b.east - b.west, b.north - b.south);
        match at.rem_euclid(4.0) {
            t if t < 1.0 => Coord { x: b.west + t * width, y: b.north + m },
            t if t < 2.0 => Coord { x: b.east + m, y: b.north - (t - 1.0) * height },
            t if t < 3.0 => Coord { x: b.east - (t - 2.0) * width, y: b.south - m },
            t => Coord { x: b.west - m, y: b.south + (t - 3.0) * height },
        }
    }

    fn corner(&self, number: usize) -> Coord<f64> {
        let (b, m) = (&self.bbox, self.margin);
        let (east, south) = (matches!(number % 4, 1 | 2), matches!(number % 4, 2 | 3));
        let x = if east { b.east + m } else { b.west - m };
        Coord { x, y: if south { b.south - m } else { b.north + m } }
    }

    fn everything(&self) -> Polygon<f64> {
        Polygon::new(LineString((0..4).map(|n| self.corner(n)).collect()), vec![])
    }

    /// Joins the pieces along the edge: from a piece's end, clockwise to the next piece that begins. Water is on the
    /// right of the coast and the rectangle on the right of its edge walked clockwise, so this goes round the water.
    fn close(&self, pieces: Vec<Piece>) -> Vec<Polygon<f64>> {
        let mut left: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
        let mut polygons = Vec::new();
        for start in 0..left.len() {
            let Some(first) = left[start].take() else { continue };
            let (mut ring, mut at, home) = (vec![self.outward(first.from)], first.to, first.from);
            ring.extend(first.points);
            loop {
                ring.push(self.outward(at));
                let ahead = |to: f64| (to - at).rem_euclid(4.0);
                let next = left
                    .iter()
                    .enumerate()
                    .filter_map(|(i, piece)| piece.as_ref().map(|piece| (i, ahead(piece.from))))
                    .min_by(|a, b| a.1.total_cmp(&b.1))
                    .filter(|(_, way)| *way < ahead(home));
                let piece = next.and_then(|(i, _)| left[i].take());
                let to = piece.as_ref().map_or(home, |piece| piece.from);
                let corners = (at.floor() as usize + 1..).take_while(|n| *n as f64 - at < ahead(to));
                ring.extend(corners.map(|n| self.corner(n)));
                let Some(piece) = piece else { break };
                ring.push(self.outward(piece.from));
                ring.extend(piece.points);
                at = piece.to;
            }
            polygons.push(Polygon::new(LineString(ring), vec![]));
        }
        polygons
    }
}

#[cfg(test)]
#[path = "coast_tests.rs"]
mod tests;
