use super::{Position, nearest_on_segment};
use std::collections::BinaryHeap;

/// What is nearer to the straight line than this, in degrees, a tenth of a millimetre, is on it.
const STRAIGHT: f64 = 1e-9;

/// A stretch between two kept points and the point of it that is farthest from the straight line between them.
#[derive(PartialEq)]
struct Stretch {
    deviation: f64,
    start: usize,
    farthest: usize,
    end: usize,
}

impl Eq for Stretch {}

impl Ord for Stretch {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.deviation.total_cmp(&other.deviation).then_with(|| other.start.cmp(&self.start))
    }
}

impl PartialOrd for Stretch {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// At most `most` points of the line, both ends among them: those that bend it the most (Douglas and Peucker, the farthest
/// point first), repeated ones left out.
pub fn simplified(line: &[Position], most: usize) -> Vec<Position> {
    let mut line = line.to_vec();
    line.dedup();
    let most = most.max(2);
    if line.len() <= most {
        return line;
    }
    let end = line.len() - 1;
    let scale = line[0].lat.to_radians().cos();
    let flat: Vec<_> = line.iter().map(|point| [(point.lng - line[0].lng) * scale, point.lat - line[0].lat]).collect();
    let mut kept = vec![0, end];
    let mut stretches: BinaryHeap<Stretch> = stretch(&flat, 0, end).into_iter().collect();
    while let Some(Stretch { start, farthest, end, .. }) = stretches.pop().filter(|_| kept.len() < most) {
        kept.push(farthest);
        stretches.extend(stretch(&flat, start, farthest));
        stretches.extend(stretch(&flat, farthest, end));
    }
    kept.sort_unstable();
    kept.into_iter().map(|index| line[index]).collect()
}

/// The stretch between two points; `None` when nothing lies between, or all of it on the straight line. Points are degrees
/// of latitude on a flat map.
fn stretch(flat: &[[f64; 2]], start: usize, end: usize) -> Option<Stretch> {
    let away_2 = |index: usize| nearest_on_segment(flat[start], flat[end], flat[index]).1;
    let between = (start + 1..end).map(|index| (away_2(index), index));
    let (away_2, farthest) = between.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let deviation = away_2.sqrt();
    (deviation > STRAIGHT).then_some(Stretch { deviation, start, farthest, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_lies_on_a_straight_line_goes_first() {
        let at = |lng: f64, lat: f64| Position::new(lng, lat);
        let bent = [at(0.0, 0.0), at(1.0, 0.0), at(2.0, 0.0), at(2.0, 0.0), at(3.0, 1.0), at(4.0, 0.0)];
        assert_eq!(simplified(&bent, 4), [bent[0], bent[2], bent[4], bent[5]]);
        assert_eq!(simplified(&bent, 5).len(), 5, "all but the repeated one fit");
        assert_eq!(simplified(&bent[..3], 2), [bent[0], bent[2]]);
        assert_eq!(simplified(&[bent[0]; 3], 500), [bent[0]]);
        let straight: Vec<_> = (0..1000).map(|index| at(f64::from(index), 0.0)).collect();
        assert_eq!(simplified(&straight, 500), [straight[0], straight[999]], "the others add nothing");
    }

    proptest! {
        #[test]
        fn ends_and_order_stay(wild in proptest::collection::vec((-5.0..5.0_f64, -5.0..5.0_f64), 2..300), most in 2..80_usize) {
            let line: Vec<_> = wild.into_iter().map(|(lng, lat)| Position::new(lng, lat)).collect();
            let kept = simplified(&line, most);
            prop_assert!(kept.len() <= most);
            prop_assert_eq!((kept.first(), kept.last()), (line.first(), line.last()));
            let mut rest = line.iter();
            prop_assert!(kept.iter().all(|point| rest.any(|other| other == point)));
        }
    }
}
