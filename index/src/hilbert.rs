//! An order in which what is near on the ground is near in memory.

use crate::sort::sort;

/// How far along a Hilbert curve of order 16 that cell is (D. Hilbert, 1891; by turning the quadrants from the largest
/// down).
fn along(mut x: u32, mut y: u32) -> u32 {
    let mut distance = 0;
    let mut side = 1 << 15;
    while side > 0 {
        let (right, up) = (u32::from(x & side != 0), u32::from(y & side != 0));
        distance = (distance << 2) | ((3 * right) ^ up);
        if up == 0 {
            if right == 1 {
                (x, y) = (!x & 0xffff, !y & 0xffff);
            }
            (x, y) = (y, x);
        }
        side >>= 1;
    }
    distance
}

/// The numbers of the points, 0 to one less than there are, in the order of a Hilbert curve over all of them.
pub(crate) fn order(points: &[[i32; 2]]) -> Vec<u32> {
    let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
    for point in points {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    let cells = [0, 1].map(|axis| 65_535.0 / (f64::from(high[axis]) - f64::from(low[axis])).max(1.0));
    let cell = |point: &[i32; 2], axis: usize| ((f64::from(point[axis]) - f64::from(low[axis])) * cells[axis]) as u32;
    let key = |(point, number): (&[i32; 2], u32)| [u64::from(along(cell(point, 0), cell(point, 1))), u64::from(number)];
    let mut keys: Vec<_> = points.iter().zip(0..).map(key).collect();
    sort(&mut keys);
    keys.into_iter().map(|[_, number]| number as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_from_cell_to_neighbouring_cell_and_through_each_once() {
        // A grid of 8 by 8 whose cells are 2^13 wide is what a curve of order 3 goes through.
        let mut cells: Vec<(u32, [u32; 2])> = Vec::new();
        for x in 0..8 {
            for y in 0..8 {
                cells.push((along(x << 13, y << 13) >> 26, [x, y]));
            }
        }
        cells.sort_unstable();
        assert!(cells.iter().zip(0..).all(|((at, _), expected)| *at == expected));
        let far = |pair: &[(u32, [u32; 2])]| pair[0].1[0].abs_diff(pair[1].1[0]) + pair[0].1[1].abs_diff(pair[1].1[1]);
        assert!(cells.windows(2).all(|pair| far(pair) == 1));
    }

    #[test]
    fn every_point_is_in_the_order_once_also_when_all_are_one() {
        let mut order = order(&[[5, 5]; 40]);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..40));
    }
}
