//! The one cheap source of choices that every player of random games draws
//! from, so that nobody is faster for having better dice.

/// Chooses one of `options`, all with the same chance.
pub(crate) trait Choose {
    /// An index below `options`, which is not 0.
    fn choose(&mut self, options: usize) -> usize;
}

/// The wyrand generator: one addition, one wide multiplication.
#[derive(Clone, Debug)]
pub(crate) struct Wyrand(u64);

impl Wyrand {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }
}

impl Choose for Wyrand {
    /// Scales 32 random bits: the bias is below one in a hundred million.
    #[inline]
    fn choose(&mut self, options: usize) -> usize {
        (((self.next() >> 32) * options as u64) >> 32) as usize
    }
}

/// Digests every choice: how many options there were, and which was taken. Two
/// contestants with the same digest played the same games.
#[derive(Clone, Debug)]
pub(crate) struct Witness<C> {
    inner: C,
    digest: u64,
}

impl<C> Witness<C> {
    pub(crate) fn new(inner: C) -> Self {
        Self { inner, digest: 0 }
    }

    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }
}

impl<C: Choose> Choose for Witness<C> {
    fn choose(&mut self, options: usize) -> usize {
        let chosen = self.inner.choose(options);
        let seen = (options as u64) << 32 | chosen as u64;
        self.digest = (self.digest.rotate_left(5) ^ seen).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_uniform() {
        let mut random = Wyrand::new(3);
        for options in 1..=9 {
            let mut counts = vec![0_u32; options];
            for _ in 0..options * 10_000 {
                counts[random.choose(options)] += 1;
            }
            // Six standard deviations of a count around 10,000.
            assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 600), "{options}: {counts:?}");
        }
    }

    #[test]
    fn a_witness_sees_options_and_choices() {
        let digest = |options: &[usize], seed| {
            let mut witness = Witness::new(Wyrand::new(seed));
            for &n in options {
                witness.choose(n);
            }
            witness.digest()
        };
        assert_eq!(digest(&[9, 8], 1), digest(&[9, 8], 1));
        assert_ne!(digest(&[9, 8], 1), digest(&[9, 7], 1));
        assert_ne!(digest(&[9, 8, 7, 6, 5], 1), digest(&[9, 8, 7, 6, 5], 2));
    }
}
