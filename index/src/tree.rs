//! The part that both trees share: boxes round boxes, sixteen to one, level upon level in one run of memory.

/// A rectangle in steps, edges included: west, south, east, north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are its edges")]
pub struct Window {
    pub west: i32,
    pub south: i32,
    pub east: i32,
    pub north: i32,
}

impl Window {
    /// What holds nothing.
    pub const NONE: Self = Self { west: i32::MAX, south: i32::MAX, east: i32::MIN, north: i32::MIN };

    /// The smallest that holds every whole step whose degrees are within these, edges included: what it holds is exactly
    /// what a comparison of degrees would find, of coordinates that are whole steps.
    pub fn of_degrees([west, south, east, north]: [f64; 4]) -> Self {
        Self { west: first(west), south: first(south), east: last(east), north: last(north) }
    }

    /// The smallest of whole steps that holds all that is within these degrees.
    pub fn round([west, south, east, north]: [f64; 4]) -> Self {
        Self { west: last(west), south: last(south), east: first(east), north: first(north) }
    }

    pub(crate) const fn point([x, y]: [i32; 2]) -> Self {
        Self { west: x, south: y, east: x, north: y }
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            west: self.west.min(other.west),
            south: self.south.min(other.south),
            east: self.east.max(other.east),
            north: self.north.max(other.north),
        }
    }

    /// What of it is in the other too.
    pub(crate) fn cut(self, other: &Self) -> Self {
        Self {
            west: self.west.max(other.west),
            south: self.south.max(other.south),
            east: self.east.min(other.east),
            north: self.north.min(other.north),
        }
    }

    /// Whether the two share a point.
    pub const fn meets(&self, other: &Self) -> bool {
        // All four at once: a branch for each, as likely one way as the other, takes longer.
        (self.west <= other.east)
            & (other.west <= self.east)
            & (self.south <= other.north)
            & (other.south <= self.north)
    }

    pub(crate) const fn covers(&self, other: &Self) -> bool {
        self.west <= other.west && self.south <= other.south && self.east >= other.east && self.north >= other.north
    }

    /// Whether a point is in it.
    pub const fn holds(&self, [x, y]: [i32; 2]) -> bool {
        (self.west <= x) & (x <= self.east) & (self.south <= y) & (y <= self.north)
    }
}

/// The least step that is not below these degrees.
fn first(degrees: f64) -> i32 {
    let mut step = (degrees * crate::STEPS).ceil() as i32;
    while step > i32::MIN && f64::from(step - 1) / crate::STEPS >= degrees {
        step -= 1;
    }
    while step < i32::MAX && f64::from(step) / crate::STEPS < degrees {
        step += 1;
    }
    step
}

/// The greatest step that is not above these degrees.
fn last(degrees: f64) -> i32 {
    let mut step = (degrees * crate::STEPS).floor() as i32;
    while step < i32::MAX && f64::from(step + 1) / crate::STEPS <= degrees {
        step += 1;
    }
    while step > i32::MIN && f64::from(step) / crate::STEPS > degrees {
        step -= 1;
    }
    step
}

/// How many boxes one box is round.
pub(crate) const FAN: usize = 16;
/// Most boxes that usually wait to be looked at: three levels of them.
pub(crate) const ROOM: usize = 3 * FAN;

/// A box and the kinds of all that is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub window: Window,
    pub kinds: u32,
}

/// Levels of boxes. The first is round the things themselves, the last is one box.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    /// Where each level starts, the lowest first.
    pub levels: Vec<usize>,
}

/// A box of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub level: u32,
    pub number: u32,
}

impl Tree {
    /// The tree over things that are there in order, each with its box and its kinds.
    pub fn over(things: impl Iterator<Item = Node>) -> Self {
        let mut tree = Self::default();
        let mut below: Vec<Node> = things.collect();
        while below.len() > 1 || (tree.levels.is_empty() && !below.is_empty()) {
            tree.levels.push(tree.nodes.len());
            let around = |nodes: &[Node]| {
                let none = Node { window: Window::NONE, kinds: 0 };
                nodes.iter().fold(none, |sum, node| Node {
                    window: sum.window.with(node.window),
                    kinds: sum.kinds | node.kinds,
                })
            };
            below = below.chunks(FAN).map(around).collect();
            tree.nodes.extend_from_slice(&below);
        }
        tree.nodes.shrink_to_fit();
        tree
    }

    /// The box round everything.
    pub fn top(&self) -> Option<At> {
        let level = self.levels.len().checked_sub(1)?;
        Some(At { level: level as u32, number: 0 })
    }

    /// What a search looks at first: the uppermost box, if it passes, with room for what usually waits after it.
    pub fn waiting(&self, passes: impl Fn(&Node) -> bool) -> Vec<At> {
        let Some(top) = self.top().filter(|top| passes(self.node(*top))) else { return Vec::new() };
        let mut waiting = Vec::with_capacity(ROOM);
        waiting.push(top);
        waiting
    }

    pub fn node(&self, at: At) -> &Node {
        &self.nodes[self.levels[at.level as usize] + at.number as usize]
    }

    /// The boxes in a box that is not of the lowest level.
    pub fn below(&self, at: At) -> impl Iterator<Item = At> {
        let level = at.level as usize;
        let count = self.levels[level] - self.levels[level - 1];
        let first = at.number as usize * FAN;
        (first..(first + FAN).min(count)).map(move |number| At { level: at.level - 1, number: number as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_degrees_holds_just_the_steps_that_a_comparison_of_degrees_would() {
        for step in [0, 1, 145_123_456, -145_123_457, 1_799_999_999, 358_999_991] {
            let degrees = f64::from(step) / crate::STEPS;
            for edge in [degrees, degrees.next_up(), degrees.next_down()] {
                for near in step - 2..=step + 2 {
                    let here = f64::from(near) / crate::STEPS;
                    assert_eq!(near >= first(edge), here >= edge, "{near} {edge}");
                    assert_eq!(near <= last(edge), here <= edge, "{near} {edge}");
                    let round = Window::round([edge; 4]);
                    assert_eq!(near <= round.west || near >= round.east, (near <= last(edge)) || near >= first(edge));
                }
            }
        }
    }
}
