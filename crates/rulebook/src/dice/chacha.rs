//! The keystream: ChaCha with 8 rounds, a 64-bit block counter and a zero
//! nonce, and the key that a seed stands for. Pure functions of their
//! arguments.

/// How many 32-bit words a block has.
pub(super) const WORDS: usize = 16;

/// "expand 32-byte k", as little-endian words.
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Eight rounds are four times a round of columns and one of diagonals.
const DOUBLE_ROUNDS: usize = 4;

/// The key of a seed: four outputs of SplitMix64, as little-endian words.
pub(super) fn key(seed: u64) -> [u32; 8] {
    let mut state = seed;
    let mut key = [0; 8];
    let (pairs, _) = key.as_chunks_mut::<2>();
    for [low, high] in pairs {
        let output = split_mix(&mut state);
        *low = output as u32;
        *high = (output >> 32) as u32;
    }
    key
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One block of the keystream.
pub(super) fn block(key: &[u32; 8], counter: u64) -> [u32; WORDS] {
    let mut start = [0; WORDS];
    start[..4].copy_from_slice(&CONSTANTS);
    start[4..12].copy_from_slice(key);
    start[12] = counter as u32;
    start[13] = (counter >> 32) as u32;

    let mut words = start;
    for _ in 0..DOUBLE_ROUNDS {
        for column in 0..4 {
            quarter_round(&mut words, [column, column + 4, column + 8, column + 12]);
        }
        for diagonal in 0..4 {
            quarter_round(
                &mut words,
                [diagonal, 4 + (diagonal + 1) % 4, 8 + (diagonal + 2) % 4, 12 + (diagonal + 3) % 4],
            );
        }
    }
    for (word, begin) in words.iter_mut().zip(start) {
        *word = word.wrapping_add(begin);
    }
    words
}

#[inline]
fn quarter_round(words: &mut [u32; WORDS], [a, b, c, d]: [usize; 4]) {
    words[a] = words[a].wrapping_add(words[b]);
    words[d] = (words[d] ^ words[a]).rotate_left(16);
    words[c] = words[c].wrapping_add(words[d]);
    words[b] = (words[b] ^ words[c]).rotate_left(12);
    words[a] = words[a].wrapping_add(words[b]);
    words[d] = (words[d] ^ words[a]).rotate_left(8);
    words[c] = words[c].wrapping_add(words[d]);
    words[b] = (words[b] ^ words[c]).rotate_left(7);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keystream_of_the_zero_key_is_the_published_one() {
        let bytes: Vec<u8> = block(&[0; 8], 0).into_iter().flat_map(u32::to_le_bytes).collect();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
             984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        );
    }

    #[test]
    fn both_halves_of_the_counter_count() {
        let key = key(7);
        let blocks = [0, 1, 1 << 32, (1 << 32) + 1].map(|counter| block(&key, counter));
        for (index, one) in blocks.iter().enumerate() {
            assert!(!blocks[..index].contains(one), "block {index} is repeated");
        }
    }

    #[test]
    fn split_mix_gives_its_published_values() {
        let outputs =
            |mut state: u64| -> [u64; 4] { std::array::from_fn(|_| split_mix(&mut state)) };
        assert_eq!(
            outputs(1_234_567),
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
            ]
        );
        assert_eq!(
            outputs(0),
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f,
                0xf88b_b8a8_724c_81ec,
            ]
        );
    }

    #[test]
    fn a_key_is_the_outputs_of_split_mix_low_half_first() {
        assert_eq!(
            key(0),
            [
                0x7b1d_cdaf,
                0xe220_a839,
                0xa1b9_65f4,
                0x6e78_9e6a,
                0x8009_454f,
                0x06c4_5d18,
                0x724c_81ec,
                0xf88b_b8a8,
            ]
        );
    }
}
