//! Which of many texts can hold another at all: a few bits of each for the triples of bytes in it.

/// Words of 64 bits for each text.
const WORDS: usize = 2;
/// Bytes in a triple.
const GRAM: usize = 3;

/// Signatures of texts (a superimposed code: G. S. Mooers, 1948). A text that holds another has all of its bits.
#[derive(Debug, Default)]
pub struct Grams {
    bits: Vec<[u64; WORDS]>,
}

fn signature(text: &[u8]) -> [u64; WORDS] {
    let mut bits = [0; WORDS];
    for gram in text.windows(GRAM) {
        let number = u32::from(gram[0]) | u32::from(gram[1]) << 8 | u32::from(gram[2]) << 16;
        // Multiplied by the golden ratio of 2^32 the highest bits are a hash (D. E. Knuth, volume 3, section 6.4).
        let bit = number.wrapping_mul(2_654_435_769) >> 25;
        bits[bit as usize / 64] |= 1 << (bit % 64);
    }
    bits
}

impl Grams {
    /// Adds a text; they are numbered from 0.
    pub fn push(&mut self, text: &[u8]) {
        self.bits.push(signature(text));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Gives back what was set aside for more.
    pub fn fit(&mut self) {
        self.bits.shrink_to_fit();
    }

    /// The numbers of the texts that may hold `part`; all, when it is shorter than three bytes.
    pub fn candidates(&self, part: &[u8]) -> Vec<u32> {
        let wanted = signature(part);
        let may = |bits: &[u64; WORDS]| bits.iter().zip(&wanted).all(|(bits, wanted)| bits & wanted == *wanted);
        self.bits.iter().zip(0..).filter(|(bits, _)| may(bits)).map(|(_, number)| number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_holds_the_part_is_always_a_candidate_and_few_others_are() {
        let texts: Vec<String> = (0..2000).map(|at| format!("place {} of {:x}", at * 7919, at * 104_729)).collect();
        let mut grams = Grams::default();
        texts.iter().for_each(|text| grams.push(text.as_bytes()));
        for part in ["place", "7919", "f 1", "", "of", "31676 of"] {
            let candidates = grams.candidates(part.as_bytes());
            let holding = (0..2000).filter(|at| texts[*at as usize].contains(part));
            assert!(holding.clone().all(|at| candidates.contains(&at)), "{part}");
            assert!(part.len() < 4 || candidates.len() <= holding.count() + 200, "{part}: {}", candidates.len());
        }
    }
}
