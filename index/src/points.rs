use crate::near::{Near, Ranked};
use crate::tree::{At, FAN, Node, ROOM, Tree, Window};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Where points are, each with a set of kinds, a bit for each: a static tree over columns.
#[derive(Debug, Default)]
pub struct Points {
    /// The points' numbers in the order of the tree.
    numbers: Vec<u32>,
    /// Longitude and latitude in steps, in that order.
    places: Vec<[i32; 2]>,
    /// Kinds, in that order.
    kinds: Vec<u32>,
    tree: Tree,
}

/// What the search for the nearest has yet to look at, the nearest first.
struct Waiting {
    /// No point of it is nearer than this, in metres, squared.
    at_least: f64,
    at: At,
}

impl Points {
    /// The index of points, numbered from 0; `kinds` has a set for each.
    pub fn new(places: &[[i32; 2]], kinds: &[u32]) -> Self {
        let numbers = crate::hilbert::order(places);
        let place = |number: &u32| places[*number as usize];
        let kind = |number: &u32| kinds.get(*number as usize).copied().unwrap_or_default();
        let nodes = numbers.iter().map(|number| Node { window: Window::point(place(number)), kinds: kind(number) });
        let tree = Tree::over(nodes);
        let (places, kinds) = (numbers.iter().map(place).collect(), numbers.iter().map(kind).collect());
        Self { numbers, places, kinds, tree }
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The box round all of them.
    pub fn window(&self) -> Option<Window> {
        self.tree.top().map(|top| self.tree.node(top).window)
    }

    /// All numbers, neighbours on the ground after one another.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The numbers of the points of the wanted kinds in a window.
    pub fn within(&self, window: &Window, wanted: u32, found: &mut Vec<u32>) {
        self.ranges(window, wanted, |points, slots, whole| {
            for slot in slots {
                if (points.kinds[slot] & wanted != 0) & (whole | window.holds(points.places[slot])) {
                    found.push(points.numbers[slot]);
                }
            }
        });
    }

    /// The points of the wanted kinds in a window, which must be within reach, with their distances.
    pub fn inside(&self, near: &Near, window: &Window, wanted: u32, of: u32, found: &mut Vec<Ranked>) {
        self.ranges(window, wanted, |points, slots, whole| {
            for slot in slots {
                let place = points.places[slot];
                if (points.kinds[slot] & wanted != 0) & (whole | window.holds(place)) {
                    found.push(Ranked { metres: near.metres(place), number: points.numbers[slot], of });
                }
            }
        });
    }

    /// The points of the wanted kinds in a window, which must be within reach, that are at most so many metres away, or may
    /// be, with their distances.
    pub fn around(&self, near: &Near, radius_m: f64, window: &Window, wanted: u32, of: u32, found: &mut Vec<Ranked>) {
        let limit = radius_m + Near::error_m(radius_m);
        let (least, limit_2) = (near.least(window), limit * limit);
        self.ranges(window, wanted, |points, slots, whole| {
            for slot in slots {
                let place = points.places[slot];
                // Most of what stands in these boxes is out of the window, or too far in its corners: neither is measured.
                let is_far = !(whole | window.holds(place)) | (least.square_to(place) > limit_2);
                if is_far | (points.kinds[slot] & wanted == 0) {
                    continue;
                }
                let metres = near.metres(place);
                if metres <= limit {
                    found.push(Ranked { metres, number: points.numbers[slot], of });
                }
            }
        });
    }

    /// Every point of the wanted kinds with its distance.
    pub fn all(&self, near: &Near, wanted: u32, of: u32, found: &mut Vec<Ranked>) {
        for ((kinds, place), number) in self.kinds.iter().zip(&self.places).zip(&self.numbers) {
            if kinds & wanted != 0 {
                found.push(Ranked { metres: near.metres(*place), number: *number, of });
            }
        }
    }

    /// The numbers of all points of the wanted kinds.
    pub fn of_kinds(&self, wanted: u32, found: &mut Vec<u32>) {
        let of_kinds = self.kinds.iter().zip(&self.numbers).filter(|(kinds, _)| *kinds & wanted != 0);
        found.extend(of_kinds.map(|(_, number)| *number));
    }

    /// The `most` nearest points of the wanted kinds, and those that may be as near as the last of them. `skipped` has a
    /// bit for each point that is not to be found, or is empty. Nothing is found, and the answer is `false`, where that
    /// cannot be told: when some of them are out of reach.
    pub fn nearest(
        &self,
        near: &Near,
        wanted: u32,
        most: usize,
        skipped: &[u64],
        of: u32,
        found: &mut Vec<Ranked>,
    ) -> bool {
        let Some(top) = self.tree.top().filter(|top| most > 0 && self.tree.node(*top).kinds & wanted != 0) else {
            return true;
        };
        let whole = self.tree.node(top).window;
        let Some((reach, beyond)) = near.part_in_reach(&whole) else { return false };
        if !reach.meets(&whole) {
            return false;
        }
        let least = near.least(&reach);
        let mut waiting = BinaryHeap::with_capacity(ROOM);
        // The nearest so far by a heap whose greatest is the farthest of them.
        let mut best: BinaryHeap<Farthest> = BinaryHeap::with_capacity(most.min(self.len()) + 1);
        let (mut limit, mut limit_2) = (f64::INFINITY, f64::INFINITY);
        let from = found.len();
        waiting.push(Waiting { at_least: 0.0, at: top });
        while let Some(Waiting { at_least, at }) = waiting.pop() {
            if at_least > limit_2 {
                break;
            }
            if at.level > 0 {
                for below in self.tree.below(at) {
                    let node = self.tree.node(below);
                    if node.kinds & wanted != 0 && reach.meets(&node.window) {
                        let at_least = least.square(&node.window);
                        if at_least <= limit_2 {
                            waiting.push(Waiting { at_least, at: below });
                        }
                    }
                }
                continue;
            }
            for slot in self.slots(at) {
                let is_far = least.square_to(self.places[slot]) > limit_2;
                if is_far
                    || !reach.holds(self.places[slot])
                    || self.kinds[slot] & wanted == 0
                    || has_bit(skipped, self.numbers[slot])
                {
                    continue;
                }
                let metres = near.metres(self.places[slot]);
                if metres > limit {
                    continue;
                }
                found.push(Ranked { metres, number: self.numbers[slot], of });
                best.push(Farthest(metres));
                if best.len() > most {
                    best.pop();
                }
                if best.len() == most {
                    limit = best.peek().map_or(limit, |farthest| farthest.0 + 2.0 * Near::error_m(farthest.0));
                    limit_2 = limit * limit;
                }
            }
        }
        let mut kept = from;
        for at in from..found.len() {
            if found[at].metres <= limit {
                found.swap(kept, at);
                kept += 1;
            }
        }
        found.truncate(kept);
        let is_told = reach.covers(&whole) || limit < beyond;
        if !is_told {
            found.truncate(from);
        }
        is_told
    }

    fn slots(&self, at: At) -> std::ops::Range<usize> {
        let first = at.number as usize * FAN;
        first..(first + FAN).min(self.numbers.len())
    }

    /// Gives every run of points whose box meets the window and has a wanted kind, and whether the window holds all of it.
    #[inline]
    fn ranges(&self, window: &Window, wanted: u32, mut each: impl FnMut(&Self, std::ops::Range<usize>, bool)) {
        let passes = |node: &Node| (node.kinds & wanted != 0) & window.meets(&node.window);
        let mut waiting = self.tree.waiting(passes);
        while let Some(at) = waiting.pop() {
            if window.covers(&self.tree.node(at).window) {
                // All that is below it stands together.
                let wide = FAN.pow(at.level + 1);
                let first = at.number as usize * wide;
                each(self, first..(first + wide).min(self.numbers.len()), true);
            } else if at.level == 0 {
                each(self, self.slots(at), false);
            } else {
                waiting.extend(self.tree.below(at).filter(|below| passes(self.tree.node(*below))));
            }
        }
    }
}

/// Whether the bit of that number is there and set.
pub fn has_bit(bits: &[u64], number: u32) -> bool {
    bits.get(number as usize / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        other.at_least.total_cmp(&self.at_least)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

/// A distance in metres, the greatest first.
struct Farthest(f64);

impl Ord for Farthest {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Farthest {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Farthest {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Farthest {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points in a square of a degree, the same each time, every seventh of kind 2 and the others of kind 1.
    fn points(count: u32) -> (Vec<[i32; 2]>, Vec<u32>) {
        let mut state = 11u32;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as i32 % 10_000_000
        };
        let places = (0..count).map(|_| [140_000_000 + next(), 350_000_000 + next()]).collect();
        (places, (0..count).map(|number| if number % 7 == 0 { 2 } else { 1 }).collect())
    }

    #[test]
    fn a_window_finds_what_looking_at_every_point_finds() {
        for count in [0, 1, 15, 16, 17, 256, 257, 5000] {
            let (places, kinds) = points(count);
            let index = Points::new(&places, &kinds);
            for (west, wide, wanted) in
                [(0, 10_000_000, 3), (1_000_000, 3_000_000, 2), (5_000_000, 10_000, 1), (0, -1, 3)]
            {
                let (west, south) = (140_000_000 + west, 350_000_000 + west);
                let window = Window { west, south, east: west + wide, north: south + wide };
                let mut found = Vec::new();
                index.within(&window, wanted, &mut found);
                found.sort_unstable();
                let fits = |at: &u32| window.holds(places[*at as usize]) && kinds[*at as usize] & wanted != 0;
                assert!(found.into_iter().eq((0..count).filter(fits)), "{count} {wide}");
            }
        }
    }

    #[test]
    fn the_nearest_are_those_that_sorting_all_finds_without_the_skipped() {
        let (places, kinds) = points(4000);
        let index = Points::new(&places, &kinds);
        for (lng, lat) in [(14.5, 35.5), (14.0, 36.0), (14.321, 35.123), (13.2, 34.9)] {
            let near = Near::to(lng, lat);
            for (wanted, skips) in [(3, false), (2, false), (1, true)] {
                let skipped = vec![if skips { 0b1010 } else { 0 }; 63];
                let is_left = |at: &u32| kinds[*at as usize] & wanted != 0 && !(skips && [1, 3].contains(&(at % 64)));
                let rank = |number: u32| Ranked { metres: near.metres(places[number as usize]), number, of: 7 };
                let mut expected: Vec<_> = (0..4000).filter(is_left).map(rank).collect();
                expected.sort_unstable_by(|a, b| a.metres.total_cmp(&b.metres));
                let mut found = Vec::new();
                assert!(index.nearest(&near, wanted, 20, &skipped, 7, &mut found));
                found.sort_unstable_by(|a, b| a.metres.total_cmp(&b.metres));
                assert!(found.len() >= 20 && found.len() < 25);
                assert_eq!(found[..20], expected[..20]);
            }
        }
        let mut found = Vec::new();
        assert!(index.nearest(&Near::to(14.5, 35.5), 4, 20, &[], 0, &mut found));
        assert!(found.is_empty());
    }

    #[test]
    fn the_nearest_of_a_wide_country_are_found_where_they_are_within_reach_and_left_where_not() {
        let (mut places, kinds) = points(3000);
        // Eight degrees wide and six high.
        places
            .iter_mut()
            .for_each(|[x, y]| (*x, *y) = ((*x - 140_000_000) * 8 + 100_000_000, (*y - 350_000_000) * 6 + 400_000_000));
        let index = Points::new(&places, &kinds);
        for (lng, lat, is_told) in
            [(14.0, 43.0, true), (10.1, 40.1, true), (17.9, 45.9, true), (25.0, 43.0, false), (14.0, 74.0, false)]
        {
            let near = Near::to(lng, lat);
            let mut found = Vec::new();
            assert_eq!(index.nearest(&near, 3, 20, &[], 0, &mut found), is_told, "{lng} {lat}");
            assert_eq!(found.is_empty(), !is_told);
            let within = |number: &u32| near.reaches(&Window::point(places[*number as usize]));
            let mut expected: Vec<_> =
                (0..3000).filter(within).map(|number| near.metres(places[number as usize])).collect();
            expected.sort_unstable_by(f64::total_cmp);
            found.sort_unstable_by(|a, b| a.metres.total_cmp(&b.metres));
            assert!(found.iter().zip(expected).all(|(ranked, metres)| ranked.metres == metres));
        }
        // More than there are within reach.
        let mut found = Vec::new();
        assert!(!index.nearest(&Near::to(14.0, 43.0), 3, 2900, &[], 0, &mut found) && found.is_empty());
    }

    #[test]
    fn a_radius_finds_what_is_in_it() {
        let (places, kinds) = points(3000);
        let index = Points::new(&places, &kinds);
        let near = Near::to(14.5, 35.5);
        let whole = index.window().expect("there are points");
        let mut found = Vec::new();
        index.around(&near, 9_000.0, &whole, 3, 0, &mut found);
        let mut found: Vec<_> = found.into_iter().map(|ranked| ranked.number).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq((0..3000).filter(|at| near.metres(places[*at as usize]) <= 9_000.0)));
    }
}
