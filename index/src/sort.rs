//! One sort for all that is sorted here: by the bytes of a number, the lowest first, which is short code and few steps.

/// Fewer than this are put in order by moving each to its place.
const FEW: usize = 48;

/// Puts pairs in the order of their first number.
pub(crate) fn sort(pairs: &mut Vec<[u64; 2]>) {
    if pairs.len() < FEW {
        for at in 1..pairs.len() {
            let pair = pairs[at];
            let mut to = at;
            while to > 0 && pairs[to - 1][0] > pair[0] {
                pairs[to] = pairs[to - 1];
                to -= 1;
            }
            pairs[to] = pair;
        }
        return;
    }
    let mut sorted = vec![[0; 2]; pairs.len()];
    for shift in (0..64).step_by(8) {
        let byte = |pair: &[u64; 2]| (pair[0] >> shift) as usize & 0xff;
        let mut starts = [0usize; 257];
        pairs.iter().for_each(|pair| starts[byte(pair) + 1] += 1);
        if starts.contains(&pairs.len()) {
            continue;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        for pair in pairs.iter() {
            let place = &mut starts[byte(pair)];
            sorted[*place] = *pair;
            *place += 1;
        }
        std::mem::swap(pairs, &mut sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_in_order_however_many_and_equal_ones_as_they_came() {
        for count in [0, 1, 2, 47, 48, 1000] {
            for spread in [1u64, 7, 1 << 20, u64::MAX] {
                let number = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) % spread;
                let mut pairs: Vec<_> = (0..count).map(|at| [number(at), at]).collect();
                let mut expected = pairs.clone();
                expected.sort();
                sort(&mut pairs);
                assert_eq!(pairs, expected, "{count} {spread}");
            }
        }
    }
}
