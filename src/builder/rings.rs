use super::rules::Dropped;
use crate::spatial::{BBox, Polygon, Position, Shape};
use geo::coordinate_position::{CoordPos, CoordinatePosition};
use rustc_hash::{FxHashMap, FxHashSet};

/// An area as it was mapped.
#[derive(Clone, Debug, Default)]
pub(super) struct Area {
    /// Its geometry, not simplified.
    pub(super) shape: Shape,
    /// Points where one way ends and the next begins. Neighbours share whole ways, so that simplifying between these
    /// points leaves them without gaps or overlaps.
    pub(super) joints: FxHashSet<PositionKey>,
}

/// A position that can be looked up: the bits of its coordinates.
pub(super) type PositionKey = (u64, u64);

/// The key of a position.
pub(super) const fn key(position: Position) -> PositionKey {
    (position.lng.to_bits(), position.lat.to_bits())
}

/// The area inside one closed way, given without its repeated last point.
pub(super) fn area_of_ring(ring: Vec<Position>) -> Result<Area, Dropped> {
    if ring.len() < 3 {
        return Err(Dropped::NoArea);
    }
    let shape = Shape { polygons: vec![Polygon { outer: ring, holes: Vec::new() }] };
    Ok(Area { shape, joints: FxHashSet::default() })
}

/// The area that the ways of a relation enclose, each a line of node ids; `place` gives a node's position.
pub(super) fn area_of_ways(ways: &[&[i64]], place: impl Fn(i64) -> Option<Position>) -> Result<Area, Dropped> {
    let rings = join(ways)?;
    let positions = |ring: &Vec<i64>| ring.iter().map(|node| place(*node)).collect::<Option<Vec<_>>>();
    let rings = rings.iter().map(positions).collect::<Option<Vec<_>>>().ok_or(Dropped::MissingNodes)?;
    if rings.iter().any(|ring| ring.len() < 3) {
        return Err(Dropped::NoArea);
    }
    let ends = ways.iter().flat_map(|way| [way.first(), way.last()]).flatten();
    let joints = ends.filter_map(|node| place(*node)).map(key).collect();
    Ok(Area { shape: Shape { polygons: nest(rings) }, joints })
}

/// Joins ways end to end into closed rings, without the repeated last node. Where more than two ends meet, the ring is
/// closed as soon as it comes back to a node it went through, so that no ring touches itself there.
fn join(ways: &[&[i64]]) -> Result<Vec<Vec<i64>>, Dropped> {
    let mut rings = Vec::new();
    let mut open: FxHashMap<i64, Vec<usize>> = FxHashMap::default();
    for (index, way) in ways.iter().enumerate() {
        match (way.first(), way.last()) {
            (Some(first), Some(last)) if first == last => rings.push(way[1..].to_vec()),
            (Some(first), Some(last)) => {
                open.entry(*first).or_default().push(index);
                open.entry(*last).or_default().push(index);
            }
            _ => return Err(Dropped::OpenRing),
        }
    }
    let mut used = vec![false; ways.len()];
    for start in 0..ways.len() {
        if ways[start].first() != ways[start].last() && !used[start] {
            walk(ways, &open, &mut used, ways[start][0], &mut rings)?;
        }
    }
    Ok(rings)
}

/// Follows unused ways from a node until it is back there with nothing left over, and adds every ring closed on the way.
fn walk(
    ways: &[&[i64]],
    open: &FxHashMap<i64, Vec<usize>>,
    used: &mut [bool],
    start: i64,
    rings: &mut Vec<Vec<i64>>,
) -> Result<(), Dropped> {
    let mut path: Vec<Vec<i64>> = Vec::new();
    let mut at: FxHashMap<i64, usize> = FxHashMap::from_iter([(start, 0)]);
    let mut node = start;
    loop {
        let next = open.get(&node).into_iter().flatten().copied().find(|way| !used[*way]);
        let way = next.ok_or(Dropped::OpenRing)?;
        used[way] = true;
        let mut leg = ways[way].to_vec();
        if leg[0] != node {
            leg.reverse();
        }
        node = leg.pop().ok_or(Dropped::OpenRing)?;
        path.push(leg);
        let Some(back) = at.get(&node).copied() else {
            at.insert(node, path.len());
            continue;
        };
        let ring = path.split_off(back).concat();
        at.retain(|_, index| *index <= back);
        rings.push(ring);
        if path.is_empty() {
            return Ok(());
        }
    }
}

/// Puts rings into one another: those inside an even number of others are outlines, the rest are holes of the ring
/// right around them. Roles are not asked, as they are often wrong.
fn nest(rings: Vec<Vec<Position>>) -> Vec<Polygon> {
    let outlines: Vec<_> = rings.iter().map(|ring| to_geo(ring)).collect();
    let boxes: Vec<_> = rings.iter().map(|ring| BBox::around(ring.iter().copied())).collect();
    let around = |inner: usize| -> Vec<usize> {
        let candidates = (0..rings.len()).filter(|outer| *outer != inner && boxes[*outer].overlaps(&boxes[inner]));
        candidates.filter(|outer| is_inside(&rings[inner], &outlines[*outer])).collect()
    };
    let containers: Vec<_> = (0..rings.len()).map(around).collect();
    let mut polygons: Vec<(usize, Polygon)> = Vec::new();
    let mut holes = Vec::new();
    for (index, ring) in rings.into_iter().enumerate() {
        if containers[index].len().is_multiple_of(2) {
            polygons.push((index, Polygon { outer: ring, holes: Vec::new() }));
        } else {
            holes.push((index, ring));
        }
    }
    for (index, ring) in holes {
        let depth = containers[index].len();
        let parent = |outer: &usize| containers[index].contains(outer) && containers[*outer].len() + 1 == depth;
        match polygons.iter_mut().find(|(outer, _)| parent(outer)) {
            Some((_, polygon)) => polygon.holes.push(ring),
            // Rings that cross have no order; the area is kept as an outline of its own.
            None => polygons.push((index, Polygon { outer: ring, holes: Vec::new() })),
        }
    }
    polygons.into_iter().map(|(_, polygon)| polygon).collect()
}

/// Whether a ring lies inside another, decided by its first corner, or middle of an edge, that is not on the other.
fn is_inside(ring: &[Position], outline: &geo::Polygon) -> bool {
    let corners = ring.iter().copied();
    let middles = ring.iter().zip(ring.iter().cycle().skip(1));
    let middles = middles.map(|(a, b)| Position::new(f64::midpoint(a.lng, b.lng), f64::midpoint(a.lat, b.lat)));
    let sides = corners.chain(middles).map(|p| outline.coordinate_position(&geo::coord! { x: p.lng, y: p.lat }));
    sides.into_iter().find(|side| *side != CoordPos::OnBoundary) == Some(CoordPos::Inside)
}

fn to_geo(ring: &[Position]) -> geo::Polygon {
    geo::Polygon::new(ring.iter().map(|p| (p.lng, p.lat)).collect(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(node: i64) -> Option<Position> {
        (node < 1000).then(|| Position::new((node / 10) as f64, (node % 10) as f64))
    }

    #[test]
    fn ways_join_in_any_order_and_direction_and_holes_find_their_outline() {
        let ways: [&[i64]; 4] = [&[0, 60], &[6, 66, 60], &[0, 6], &[22, 42, 44, 24, 22]];
        let area = area_of_ways(&ways, place).expect("whole");
        assert_eq!((area.shape.polygons.len(), area.shape.polygons[0].holes.len()), (1, 1));
        assert_eq!(area.shape.polygons[0].outer.len(), 4);
        assert_eq!(area.joints.len(), 4);
        let centroid = area.shape.centroid().expect("it has an area");
        assert!((centroid.lng - 3.0).abs() < 1e-12 && (centroid.lat - 3.0).abs() < 1e-12);
    }

    #[test]
    fn several_outlines_stay_apart_and_an_island_in_a_hole_is_one_of_them() {
        let ways: [&[i64]; 4] =
            [&[0, 80, 88, 8, 0], &[11, 71, 77, 17, 11], &[33, 53, 55, 35, 33], &[900, 910, 911, 900]];
        let shape = area_of_ways(&ways, place).expect("whole").shape;
        assert_eq!(shape.polygons.iter().map(|polygon| polygon.holes.len()).collect::<Vec<_>>(), [1, 0, 0]);
    }

    #[test]
    fn rings_that_touch_at_a_node_come_apart() {
        let ways: [&[i64]; 4] = [&[11, 21, 22], &[22, 12, 11], &[22, 32, 33], &[33, 23, 22]];
        let shape = area_of_ways(&ways, place).expect("whole").shape;
        assert_eq!(shape.polygons.iter().map(|polygon| polygon.outer.len()).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn what_does_not_close_or_lacks_nodes_is_refused() {
        let of = |ways: &[&[i64]]| area_of_ways(ways, place).map(|_| ());
        assert_eq!(of(&[&[0, 60], &[60, 66]]), Err(Dropped::OpenRing));
        assert_eq!(of(&[&[0, 60, 66, 0], &[1, 2]]), Err(Dropped::OpenRing));
        assert_eq!(of(&[&[0, 60, 5000, 0]]), Err(Dropped::MissingNodes));
        assert_eq!(of(&[&[0, 60, 0]]), Err(Dropped::NoArea));
        assert!(area_of_ring(vec![Position::new(0.0, 0.0); 2]).is_err());
    }
}
