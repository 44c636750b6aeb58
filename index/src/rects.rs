use crate::tree::{FAN, Node, Tree, Window};

/// Where rectangles are: a static tree. Each has a number of the caller's.
#[derive(Debug, Default)]
pub struct Rects {
    numbers: Vec<u32>,
    windows: Vec<Window>,
    tree: Tree,
}

impl Rects {
    /// The index of rectangles, each with its number.
    pub fn new(rects: &[(u32, Window)]) -> Self {
        let middle = |(_, window): &(u32, Window)| {
            [i32::midpoint(window.west, window.east), i32::midpoint(window.south, window.north)]
        };
        let middles: Vec<_> = rects.iter().map(middle).collect();
        let order = crate::hilbert::order(&middles);
        let windows: Vec<_> = order.iter().map(|at| rects[*at as usize].1).collect();
        let numbers = order.iter().map(|at| rects[*at as usize].0).collect();
        let tree = Tree::over(windows.iter().map(|window| Node { window: *window, kinds: u32::MAX }));
        Self { numbers, windows, tree }
    }

    /// The numbers of the rectangles that a window meets.
    pub fn meeting(&self, window: &Window, found: &mut Vec<u32>) {
        let passes = |node: &Node| window.meets(&node.window);
        let mut waiting = self.tree.waiting(passes);
        while let Some(at) = waiting.pop() {
            if at.level > 0 {
                waiting.extend(self.tree.below(at).filter(|below| passes(self.tree.node(*below))));
                continue;
            }
            let first = at.number as usize * FAN;
            for slot in first..(first + FAN).min(self.windows.len()) {
                if window.meets(&self.windows[slot]) {
                    found.push(self.numbers[slot]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_meets_what_looking_at_every_rectangle_finds() {
        let rect = |at: i32| {
            let (west, south, wide) = (at * 7_919 % 100_000, at * 104_729 % 90_000, at % 50 * 37);
            (at as u32 * 2, Window { west, south, east: west + wide, north: south + wide / 2 })
        };
        let rects: Vec<_> = (0..3000).map(rect).collect();
        let index = Rects::new(&rects);
        for window in [
            Window { west: 0, south: 0, east: 100_000, north: 100_000 },
            Window { west: 40_000, south: 40_000, east: 41_000, north: 43_000 },
            Window { west: 500, south: 500, east: 500, north: 500 },
            Window { west: -5, south: -5, east: -1, north: 100 },
        ] {
            let mut found = Vec::new();
            index.meeting(&window, &mut found);
            found.sort_unstable();
            let expected = rects.iter().filter(|(_, rect)| window.meets(rect)).map(|(number, _)| *number);
            assert!(found.into_iter().eq(expected), "{window:?}");
        }
    }
}
