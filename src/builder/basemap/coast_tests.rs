use super::*;

const BOX: BBox = BBox { west: 0.0, south: 0.0, east: 10.0, north: 10.0 };

fn line(points: &[(f64, f64)]) -> Vec<Coord<f64>> {
    points.iter().map(|&(x, y)| Coord { x, y }).collect()
}

fn found(lines: &[&[(f64, f64)]]) -> Sea {
    let lines: Vec<_> = lines.iter().map(|points| line(points)).collect();
    sea(&lines, &BOX, 1.0)
}

fn wet(sea: &Sea, x: f64, y: f64) -> bool {
    sea.polygons.contains(&Coord { x, y })
}

const ISLAND: &[(f64, f64)] = &[(4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0), (4.0, 4.0)];

#[test]
fn an_island_stands_in_the_sea() {
    let sea = found(&[ISLAND]);
    assert!(!wet(&sea, 5.0, 5.0) && wet(&sea, 1.0, 1.0) && wet(&sea, 10.5, 10.5), "the margin is sea too");
    assert_eq!((sea.dropped, sea.known), (0, true));
    assert!((sea.polygons.unsigned_area() - (144.0 - 4.0)).abs() < 1e-9);
}

#[test]
fn several_islands_stand_in_the_sea_and_may_cross_the_edge() {
    let sea = found(&[
        ISLAND,
        &[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 1.0)],
        &[(8.0, 8.0), (12.0, 8.0), (12.0, 9.0), (8.0, 9.0), (8.0, 8.0)],
    ]);
    for (x, y, water) in [
        (5.0, 5.0, false),
        (1.8, 1.5, false),
        (9.0, 8.5, false),
        (10.5, 8.5, false),
        (9.0, 9.5, true),
        (3.0, 7.0, true),
    ] {
        assert_eq!(wet(&sea, x, y), water, "{x} {y}");
    }
}

#[test]
fn a_coast_cut_by_the_edge_has_land_on_its_left() {
    let north_going: &[(f64, f64)] = &[(3.0, -5.0), (3.0, 5.0), (4.0, 15.0)];
    let sea = found(&[north_going]);
    assert!(wet(&sea, 8.0, 5.0) && !wet(&sea, 1.0, 5.0));
    let back: Vec<_> = north_going.iter().rev().copied().collect();
    let sea = found(&[&back]);
    assert!(!wet(&sea, 8.0, 5.0) && wet(&sea, 1.0, 5.0) && wet(&sea, -0.5, 10.5));
}

#[test]
fn a_channel_between_two_coasts_is_one_strip() {
    let sea = found(&[&[(4.0, -1.0), (4.0, 11.0)], &[(6.0, 11.0), (6.0, -1.0)]]);
    assert!(wet(&sea, 5.0, 5.0) && !wet(&sea, 2.0, 5.0) && !wet(&sea, 8.0, 5.0));
    assert!((sea.polygons.unsigned_area() - 24.0).abs() < 1e-9);
    let between: Vec<_> = found(&[&[(4.0, 11.0), (4.0, -1.0)], &[(6.0, -1.0), (6.0, 11.0)]]).polygons.0;
    assert_eq!(between.len(), 2, "two seas on both sides of a neck of land");
}

#[test]
fn a_coast_that_leaves_and_returns_through_the_same_edge_closes_the_short_way() {
    let bay = found(&[&[(3.0, 11.0), (3.0, 5.0), (6.0, 5.0), (6.0, 11.0)]]);
    assert!(!wet(&bay, 4.0, 8.0) && wet(&bay, 1.0, 1.0) && wet(&bay, 9.0, 9.0), "a headland from the north");
    let bay = found(&[&[(6.0, 11.0), (6.0, 5.0), (3.0, 5.0), (3.0, 11.0)]]);
    assert!(wet(&bay, 4.0, 8.0) && !wet(&bay, 1.0, 1.0) && !wet(&bay, 9.0, 9.0), "a bay open to the north");
}

#[test]
fn a_ring_with_water_on_its_inside_is_a_basin_and_may_hold_an_island() {
    let basin: &[(f64, f64)] = &[(2.0, 2.0), (2.0, 8.0), (8.0, 8.0), (8.0, 2.0), (2.0, 2.0)];
    let sea = found(&[basin, ISLAND]);
    assert!(wet(&sea, 3.0, 3.0) && !wet(&sea, 5.0, 5.0) && !wet(&sea, 1.0, 1.0));
    assert!((sea.polygons.unsigned_area() - 32.0).abs() < 1e-9);
}

#[test]
fn an_unclosed_line_is_dropped_and_floods_nothing() {
    let sea = found(&[&[(2.0, 2.0), (5.0, 5.0), (6.0, 2.0)], &[(3.0, -1.0), (3.0, 4.0)]]);
    assert_eq!((sea.polygons.0.len(), sea.dropped, sea.known), (0, 2, false));
}

#[test]
fn a_line_that_stops_just_short_of_the_edge_goes_on_to_it() {
    let sea = found(&[&[(9.9, 2.0), (5.0, 2.0), (5.0, 6.0), (9.95, 6.0)]]);
    assert_eq!((sea.polygons.0.len(), sea.dropped), (1, 0));
    assert!(wet(&sea, 7.0, 4.0) && wet(&sea, 10.5, 4.0) && !wet(&sea, 7.0, 8.0));
}

#[test]
fn a_long_coast_that_ends_at_a_border_goes_on_to_the_edge() {
    let sea = found(&[&[(1.5, 1.0), (4.0, 4.0), (8.5, 8.0)], &[(7.0, 3.0), (7.5, 3.0), (7.5, 3.5), (7.0, 3.0)]]);
    assert_eq!(sea.dropped, 0);
    assert!(wet(&sea, 8.0, 2.0) && !wet(&sea, 2.0, 8.0) && !wet(&sea, 7.4, 3.2));
}

#[test]
fn a_scrap_of_coast_that_contradicts_the_rest_is_dropped() {
    let main: &[(f64, f64)] = &[(1.0, -1.0), (5.0, 5.0), (9.0, 11.0)];
    let scrap: &[(f64, f64)] = &[(0.8, 0.1), (0.4, -0.1)];
    let sea = found(&[main, scrap]);
    assert_eq!(sea.dropped, 1);
    assert!(wet(&sea, 8.0, 2.0) && !wet(&sea, 2.0, 8.0));
}

#[test]
fn islands_beside_a_line_that_was_dropped_flood_nothing() {
    let sea = found(&[&[(2.0, 2.0), (5.0, 5.0), (6.0, 2.0)], &[(8.0, 8.0), (9.0, 8.0), (9.0, 9.0), (8.0, 8.0)]]);
    assert!(sea.polygons.0.is_empty() && !wet(&sea, 1.0, 8.0));
    assert_eq!(sea.dropped, 2);
}

#[test]
fn no_coast_tells_nothing_and_a_coast_all_round_tells_all() {
    let sea = found(&[]);
    assert_eq!((sea.polygons.0.len(), sea.known), (0, false));
    let around: &[(f64, f64)] = &[(-9.0, -9.0), (20.0, -9.0), (20.0, 20.0), (-9.0, 20.0), (-9.0, -9.0)];
    let land = found(&[around]);
    assert_eq!((land.polygons.0.len(), land.known), (0, true));
    let back: Vec<_> = around.iter().rev().copied().collect();
    assert!(wet(&found(&[&back]), 5.0, 5.0));
}
