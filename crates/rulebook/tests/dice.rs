//! The stream of the dice is a contract: the golden values here never change.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rulebook::{Dice, Seed};

/// The same stream, made by another implementation of ChaCha.
fn reference(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    let mut state = seed;
    for bytes in key.chunks_mut(8) {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// Asserts that counts are as even as chance makes them: neither less (with a
/// probability of one in a thousand) nor more than that. The bounds come from
/// Wilson and Hilferty's approximation of the chi-square distribution.
#[track_caller]
fn even(counts: &[u32]) {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let chi_square: f64 =
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    let bound = |z: f64| freedom * (1.0 - spread + z * spread.sqrt()).max(0.0).powi(3);
    assert!(chi_square < bound(3.09), "uneven: {chi_square} of {counts:?}");
    assert!(chi_square >= bound(-3.09), "too even: {chi_square} of {counts:?}");
}

#[test]
fn the_stream_is_the_one_of_another_implementation() {
    for seed in [0, 1, 7, 1_234_567, u64::MAX] {
        let mut dice = Dice::new(Seed(seed));
        let mut reference = reference(seed);
        for position in 0..5_000 {
            assert_eq!(dice.word(), reference.next_u32(), "seed {seed}, word {position}");
        }
    }
}

#[test]
fn far_positions_are_the_ones_of_another_implementation() {
    for position in [15, 16, (1 << 36) - 3, (1 << 36) + 5, 1 << 50, u64::MAX - 20] {
        let mut dice = Dice::at(Seed(7), position);
        let mut reference = reference(7);
        reference.set_word_pos(u128::from(position));
        for step in 0..20 {
            assert_eq!(dice.word(), reference.next_u32(), "word {position} + {step}");
        }
    }
}

#[test]
fn the_stream_starts_again_after_its_last_word() {
    let mut dice = Dice::at(Seed(7), u64::MAX);
    dice.word();
    assert_eq!(dice, Dice::new(Seed(7)));
    assert_eq!(dice.word(), Dice::new(Seed(7)).word());
}

#[test]
fn seeking_leads_to_exactly_the_word_at_that_position() {
    let mut straight = Dice::new(Seed(99));
    let words: Vec<u32> = (0..200).map(|_| straight.word()).collect();
    let mut chooser = Dice::new(Seed(100));
    let mut dice = Dice::new(Seed(99));
    for _ in 0..2_000 {
        let position = chooser.below(200);
        dice.seek(u64::from(position));
        assert_eq!(dice.position(), u64::from(position));
        assert_eq!(dice.word(), words[position as usize], "word {position}");
        assert_eq!(dice.position(), u64::from(position) + 1);
    }
}

#[test]
fn dice_are_equal_by_seed_and_position_alone() {
    let mut played = Dice::new(Seed(7));
    for _ in 0..20 {
        played.word();
    }
    assert_eq!(played, Dice::at(Seed(7), 20));
    assert_ne!(played, Dice::at(Seed(8), 20));
    assert_ne!(played, Dice::at(Seed(7), 21));
    assert_eq!(format!("{played:?}"), "Dice { seed: 7, position: 20 }");
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut dice = Dice::new(Seed(7));
    dice.word();
    let mut clone = dice.clone();
    let next = clone.word();
    clone.word();
    assert_eq!(dice.position(), 1);
    assert_eq!(dice.word(), next);
}

#[test]
fn dice_stay_small() {
    assert!(size_of::<Dice>() <= 96, "{}", size_of::<Dice>());
}

#[test]
fn words_of_seed_7_never_change() {
    let mut dice = Dice::new(Seed(7));
    let words: [u32; 4] = std::array::from_fn(|_| dice.word());
    assert_eq!(words, [0x5082_5212, 0x6686_d7a0, 0x9db4_1d41, 0xc63a_5f92]);
    assert_eq!(Dice::at(Seed(7), 1 << 40).word(), 0xe7f7_0587);
}

#[test]
fn rolls_of_seed_7_never_change() {
    let mut dice = Dice::new(Seed(7));
    let rolls: [u32; 12] = std::array::from_fn(|_| dice.roll(6));
    assert_eq!(rolls, [2, 3, 4, 5, 6, 4, 1, 1, 2, 4, 5, 2]);
    assert_eq!(dice.position(), 12);
    // Nearly half of the words are rejected here: six numbers take nine words.
    let numbers: [u32; 6] = std::array::from_fn(|_| dice.below((1 << 31) + 1));
    assert_eq!(
        numbers,
        [1_403_607_611, 697_850_624, 607_785_860, 239_372_801, 1_062_376_936, 2_096_628_699]
    );
    assert_eq!(dice.position(), 21);
}

#[test]
fn shuffles_and_picks_of_seed_7_never_change() {
    let mut dice = Dice::new(Seed(7));
    let mut cards: [u8; 20] = std::array::from_fn(|index| index as u8);
    dice.shuffle(&mut cards);
    assert_eq!(cards, [19, 10, 12, 9, 17, 8, 4, 16, 2, 15, 5, 3, 0, 1, 18, 14, 13, 11, 7, 6]);
    assert_eq!(dice.position(), 19);
    let picks: [char; 6] = std::array::from_fn(|_| *dice.pick(&['a', 'b', 'c']).unwrap());
    assert_eq!(picks, ['b', 'c', 'a', 'a', 'a', 'b']);
}

#[test]
fn a_shuffle_swaps_from_the_end() {
    let mut expected: Vec<u32> = (0..50).collect();
    let mut dice = Dice::new(Seed(12));
    for i in (1..50).rev() {
        let other = dice.below(i + 1);
        expected.swap(i as usize, other as usize);
    }
    let mut shuffled: Vec<u32> = (0..50).collect();
    Dice::new(Seed(12)).shuffle(&mut shuffled);
    assert_eq!(shuffled, expected);
}

#[test]
fn nothing_to_choose_between_uses_no_words() {
    let mut dice = Dice::new(Seed(7));
    dice.shuffle::<u8>(&mut []);
    dice.shuffle(&mut [1]);
    assert_eq!(dice.pick::<u8>(&[]), None);
    assert_eq!(dice.position(), 0);
    assert_eq!(dice.pick(&[1]), Some(&1));
    assert_eq!(dice.below(1), 0);
    assert_eq!(dice.position(), 2);
}

#[test]
fn every_side_of_every_die_is_equally_likely() {
    for sides in [2, 3, 6, 7, 20, 52, 100, 1_000] {
        let mut counts = vec![0; sides as usize];
        let mut dice = Dice::new(Seed(u64::from(sides)));
        for _ in 0..sides * 500 {
            counts[dice.roll(sides) as usize - 1] += 1;
        }
        even(&counts);
    }
}

/// Of these numbers every third would be drawn twice as often as the others if
/// words were not rejected.
#[test]
fn numbers_below_a_large_bound_are_equally_likely() {
    const BOUND: u32 = 3 << 30;
    let mut counts = [0; 3];
    let mut dice = Dice::new(Seed(30));
    for _ in 0..30_000 {
        counts[(dice.below(BOUND) % 3) as usize] += 1;
    }
    even(&counts);
    // One word in four is rejected, so a draw takes 4/3 words on average.
    assert!((39_000..41_000).contains(&dice.position()), "{dice:?}");
}

#[test]
fn every_order_of_a_shuffle_is_equally_likely() {
    let mut counts = [0; 256];
    let mut dice = Dice::new(Seed(24));
    for _ in 0..24_000 {
        let mut cards = [0_usize, 1, 2, 3];
        dice.shuffle(&mut cards);
        counts[cards.iter().fold(0, |code, card| code * 4 + card)] += 1;
    }
    let seen: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(seen.len(), 24);
    even(&seen);
}

#[test]
fn neighbouring_rolls_are_independent() {
    let mut counts = [0; 36];
    let mut dice = Dice::new(Seed(36));
    for _ in 0..36_000 {
        counts[(dice.below(6) * 6 + dice.below(6)) as usize] += 1;
    }
    even(&counts);
}

/// What the first roll of every game is, over games with successive seeds.
#[test]
fn neighbouring_seeds_are_independent() {
    let mut counts = [0; 6];
    for seed in 0..6_000 {
        counts[Dice::new(Seed(seed)).below(6) as usize] += 1;
    }
    even(&counts);
}

#[test]
#[should_panic(expected = "no number is less than 0: give `below` at least 1")]
fn below_zero_panics() {
    Dice::new(Seed(7)).below(0);
}

#[test]
#[should_panic(expected = "a die without sides shows nothing: give `roll` at least 1")]
fn rolling_a_die_without_sides_panics() {
    Dice::new(Seed(7)).roll(0);
}

#[test]
fn the_largest_die_rolls() {
    let mut dice = Dice::new(Seed(7));
    assert!(dice.roll(u32::MAX) > 0);
    assert!(dice.below(u32::MAX) < u32::MAX);
}

/// A slice of units is long without taking memory.
#[test]
#[cfg(target_pointer_width = "64")]
#[should_panic(expected = "at most 4294967295 items")]
fn picking_among_too_many_items_panics() {
    let items = vec![(); 1 << 32];
    Dice::new(Seed(7)).pick(&items);
}
