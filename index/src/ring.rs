//! A ring made ready to be asked many times on which side of it a point is.

/// Which side of a ring a point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    Inside,
    Edge,
    Outside,
}

/// A closed ring of straight edges, each in the bands of latitude that it passes, so that a point is compared with the few
/// edges at its own height.
#[derive(Debug, Default)]
pub struct Ring {
    south: f64,
    north: f64,
    /// Bands in a unit of latitude.
    scale: f64,
    /// Where each band's edges start in `edges`; one more at the end.
    starts: Vec<u32>,
    /// From x, y to x, y.
    edges: Vec<[f64; 4]>,
}

impl Ring {
    /// The ring through these points, the last of which is joined to the first.
    pub fn new(points: &[[f64; 2]]) -> Self {
        let south = points.iter().map(|point| point[1]).fold(f64::INFINITY, f64::min);
        let north = points.iter().map(|point| point[1]).fold(f64::NEG_INFINITY, f64::max);
        let bands = (points.len() / 2).clamp(1, 1024);
        let scale = if north > south { bands as f64 / (north - south) } else { 0.0 };
        let mut ring = Self { south, north, scale, starts: vec![0; bands + 1], edges: Vec::new() };
        let edge = |at: usize| {
            let ([ax, ay], [bx, by]) = (points[at], points[if at + 1 < points.len() { at + 1 } else { 0 }]);
            [ax, ay, bx, by]
        };
        let reach = |ring: &Self, [_, ay, _, by]: [f64; 4]| ring.band(ay.min(by))..=ring.band(ay.max(by));
        for at in 0..points.len() {
            for band in reach(&ring, edge(at)) {
                ring.starts[band + 1] += 1;
            }
        }
        for band in 0..bands {
            ring.starts[band + 1] += ring.starts[band];
        }
        ring.edges = vec![[0.0; 4]; ring.starts[bands] as usize];
        let mut next = ring.starts.clone();
        for at in 0..points.len() {
            for band in reach(&ring, edge(at)) {
                ring.edges[next[band] as usize] = edge(at);
                next[band] += 1;
            }
        }
        ring
    }

    /// On which side of it the point is.
    pub fn side(&self, [x, y]: [f64; 2]) -> Side {
        if !(y >= self.south && y <= self.north) {
            return Side::Outside;
        }
        let band = self.band(y);
        let mut inside = false;
        for &[ax, ay, bx, by] in &self.edges[self.starts[band] as usize..self.starts[band + 1] as usize] {
            // An edge above or below the point is neither crossed nor stood on.
            if (ay > y && by > y) || (ay < y && by < y) {
                continue;
            }
            let cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            if cross == 0.0 && ax.min(bx) <= x && x <= ax.max(bx) {
                return Side::Edge;
            }
            if (ay > y) != (by > y) && (cross > 0.0) == (by > ay) {
                inside = !inside;
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }

    /// The band of a latitude: never one too low for a higher latitude, which is all that matters.
    fn band(&self, y: f64) -> usize {
        (((y - self.south) * self.scale) as usize).min(self.starts.len() - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By looking at every edge.
    fn plainly(points: &[[f64; 2]], [x, y]: [f64; 2]) -> Side {
        let mut inside = false;
        for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
            let cross = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
            let between = |axis: usize, v: f64| a[axis].min(b[axis]) <= v && v <= a[axis].max(b[axis]);
            if cross == 0.0 && between(0, x) && between(1, y) {
                return Side::Edge;
            }
            if (a[1] > y) != (b[1] > y) && (cross > 0.0) == (b[1] > a[1]) {
                inside = !inside;
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }

    #[test]
    fn a_point_is_on_the_side_that_looking_at_every_edge_says() {
        let star: Vec<[f64; 2]> = (0..500)
            .map(|at| {
                let (sin, cos) = (f64::from(at) / 500.0 * std::f64::consts::TAU).sin_cos();
                let reach = 1.0 + 0.3 * (f64::from(at) * 0.3).sin();
                // Whole halves, so that points fall on corners and edges too.
                [(cos * reach * 20.0).round() / 2.0, (sin * reach * 20.0).round() / 2.0]
            })
            .collect();
        let square = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let flat = vec![[0.0, 1.0], [2.0, 1.0], [3.0, 1.0]];
        for points in [star, square, flat, vec![[1.0, 1.0]], vec![]] {
            let ring = Ring::new(&points);
            for x in -60..=60 {
                for y in -60..=60 {
                    let point = [f64::from(x) / 4.0, f64::from(y) / 4.0];
                    assert_eq!(ring.side(point), plainly(&points, point), "{point:?} of {} points", points.len());
                }
            }
        }
    }
}
