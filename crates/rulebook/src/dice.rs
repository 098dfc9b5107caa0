//! Dice: chance that can be repeated.
//!
//! What comes in is a [`Seed`] and a position; what comes out is the same
//! sequence of numbers on every platform, in every build profile and in every
//! version of this crate. The engine keeps the dice beside the state and
//! records every [`Draw`] in the frame, so a record replays without luck.
//! Nothing here reads a clock, the system's randomness or a float.
//!
//! The stream is a contract: records hold seeds and positions, so the stream
//! never changes. It stands with [`Dice`].
//!
//! # Why ChaCha, and why written out here
//!
//! * It uses additions, rotations and exclusive ors of 32-bit words only, so
//!   it is the same everywhere.
//! * It is addressed by position: undoing, forking and loading a game keep two
//!   numbers, and any position is reached at once.
//! * The dice that players have seen do not tell the dice to come, which is
//!   not so for the usual small generators. (A seed has 64 bits: choose it at
//!   random, keep it secret while the game lasts, and do not treat it as the
//!   key to anything of value.)
//!
//! The engine has no dependencies, and a generator from elsewhere may change
//! its stream in a new version; this one cannot.

use std::fmt;

use crate::digest::{Canonical, Encoder};

mod chacha;

use chacha::{WORDS, block, key};

/// What the dice of a game start from.
///
/// ```
/// use rulebook::{Dice, Seed};
/// assert_eq!(Dice::new(Seed(7)), Dice::new(Seed(7)));
/// assert_ne!(Dice::new(Seed(7)), Dice::new(Seed(8)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// One draw, as a frame records it.
///
/// ```
/// use rulebook::{Dice, Draw, Seed};
///
/// let mut dice = Dice::new(Seed(7));
/// let draw = Draw { sides: 6, value: dice.below(6) };
/// assert!(draw.value < draw.sides);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// How many values were possible.
    pub sides: u32,
    /// The value drawn, from 0: less than `sides`.
    pub value: u32,
}

/// A stream of chance: a seed and a position in its stream.
///
/// Two dice are equal if seed and position are, whatever was computed ahead.
/// Copying, comparing and saving them needs these two numbers only.
///
/// ```
/// use rulebook::{Dice, Seed};
///
/// let mut dice = Dice::new(Seed(7));
/// let rolls = [dice.roll(6), dice.roll(6), dice.roll(6)];
/// assert!(rolls.iter().all(|roll| (1..=6).contains(roll)));
///
/// let mut loaded = Dice::at(Seed(7), dice.position());
/// assert_eq!(loaded.roll(20), dice.roll(20));
/// ```
///
/// # The stream
///
/// This is a contract: records hold seeds and positions, so the stream
/// never changes. It is the keystream of ChaCha with 8 rounds, read as
/// little-endian 32-bit words:
///
/// * the 32 bytes of the key are the first four outputs of SplitMix64 started
///   at the seed, each little-endian;
/// * the nonce is zero and the block counter has 64 bits and starts at zero;
/// * a *position* is the number of words used so far, so word `p` is word
///   `p % 16` of block `p / 16`.
///
/// How [`below`](Self::below), [`roll`](Self::roll), [`pick`](Self::pick) and
/// [`shuffle`](Self::shuffle) use up words is documented with each of them and
/// is part of the contract.
#[derive(Clone)]
pub struct Dice {
    seed: Seed,
    position: u64,
    /// Which block `words` holds, if any.
    held: Option<u64>,
    words: [u32; WORDS],
}

impl Dice {
    /// Dice at the start of the seed's stream.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    /// assert_eq!(Dice::new(Seed(7)).position(), 0);
    /// ```
    #[inline]
    pub const fn new(seed: Seed) -> Self {
        Self::at(seed, 0)
    }

    /// Dice of which `position` words have been used, as saved earlier.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    ///
    /// let mut dice = Dice::new(Seed(7));
    /// dice.word();
    /// assert_eq!(Dice::at(Seed(7), 1).word(), dice.word());
    /// ```
    #[inline]
    pub const fn at(seed: Seed, position: u64) -> Self {
        Self { seed, position, held: None, words: [0; WORDS] }
    }

    /// The seed that the dice started from.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    /// assert_eq!(Dice::new(Seed(7)).seed(), Seed(7));
    /// ```
    #[inline]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// How many words have been used.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    ///
    /// let mut dice = Dice::new(Seed(7));
    /// dice.word();
    /// assert_eq!(dice.position(), 1);
    /// ```
    #[inline]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Goes to a position, forwards or back. Any distance costs the same, and
    /// nothing is computed before the next draw.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    ///
    /// let mut dice = Dice::new(Seed(7));
    /// let first = dice.word();
    /// dice.seek(1 << 40);
    /// dice.word();
    /// dice.seek(0);
    /// assert_eq!(dice.word(), first);
    /// ```
    #[inline]
    pub const fn seek(&mut self, position: u64) {
        self.position = position;
    }

    /// At the start of another seed's stream.
    #[inline]
    pub(crate) const fn reseed(&mut self, seed: Seed) {
        (self.seed, self.position, self.held) = (seed, 0, None);
    }

    /// The next 32 random bits. Uses one word.
    ///
    /// After 2⁶⁴ words the stream starts again.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    /// assert_eq!(Dice::new(Seed(7)).word(), Dice::new(Seed(7)).word());
    /// ```
    #[inline]
    pub fn word(&mut self) -> u32 {
        let number = self.position / WORDS as u64;
        if self.held != Some(number) {
            self.fill(number);
        }
        let word = self.words[(self.position % WORDS as u64) as usize];
        self.position = self.position.wrapping_add(1);
        word
    }

    #[cold]
    fn fill(&mut self, number: u64) {
        self.words = block(&key(self.seed.0), number);
        self.held = Some(number);
    }

    /// A number less than `n`, every one equally likely.
    ///
    /// A word is multiplied by `n`, and the high 32 bits of the product are
    /// the number. If the low 32 bits are less than 2³² mod `n`, the word is
    /// dropped and the next one is taken, since otherwise some numbers would
    /// be likelier than others. So it uses at least one word, and for small
    /// `n` nearly always exactly one; also for `n` = 1.
    ///
    /// # Panics
    ///
    /// If `n` is 0, because no number is less than 0.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    ///
    /// let mut dice = Dice::new(Seed(7));
    /// assert!(dice.below(52) < 52);
    /// assert_eq!(dice.below(1), 0);
    /// ```
    #[inline]
    #[track_caller]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "no number is less than 0: give `below` at least 1");
        let mut product = u64::from(self.word()) * u64::from(n);
        // 2³² mod n is less than n, so most calls do without the division.
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = u64::from(self.word()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Rolls a die: a number from 1 to `sides`, that is [`below`](Self::below)
    /// plus one.
    ///
    /// # Panics
    ///
    /// If `sides` is 0, because such a die shows nothing.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    /// assert!((1..=6).contains(&Dice::new(Seed(7)).roll(6)));
    /// ```
    #[inline]
    #[track_caller]
    pub fn roll(&mut self, sides: u32) -> u32 {
        assert!(sides > 0, "a die without sides shows nothing: give `roll` at least 1");
        self.below(sides) + 1
    }

    /// Shuffles a slice, every order equally likely.
    ///
    /// It goes from the end (Fisher and Yates): for each index `i` from the
    /// last down to 1, item `i` is swapped with item [`below`](Self::below)`(i + 1)`.
    /// Slices with fewer than two items use no words.
    ///
    /// # Panics
    ///
    /// If the slice has more than `u32::MAX` items.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    ///
    /// let mut cards = ['♠', '♥', '♦', '♣'];
    /// Dice::new(Seed(7)).shuffle(&mut cards);
    /// cards.sort();
    /// assert_eq!(cards, ['♠', '♣', '♥', '♦']);
    /// ```
    #[track_caller]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..count(items)).rev() {
            let other = self.below(i + 1);
            items.swap(i as usize, other as usize);
        }
    }

    /// Picks an item, every one equally likely: the one at index
    /// [`below`](Self::below) of the length. `None`, and no words used, if
    /// there are no items.
    ///
    /// # Panics
    ///
    /// If the slice has more than `u32::MAX` items.
    ///
    /// ```
    /// use rulebook::{Dice, Seed};
    ///
    /// let mut dice = Dice::new(Seed(7));
    /// assert!(dice.pick(&["rock", "paper", "scissors"]).is_some());
    /// assert_eq!(dice.pick::<u8>(&[]), None);
    /// ```
    #[inline]
    #[track_caller]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        let index = self.below(count(items));
        items.get(index as usize)
    }
}

#[inline]
#[track_caller]
fn count<T>(items: &[T]) -> u32 {
    u32::try_from(items.len())
        .expect("dice shuffle and pick among at most 4294967295 items: split the slice")
}

impl PartialEq for Dice {
    fn eq(&self, other: &Self) -> bool {
        self.seed == other.seed && self.position == other.position
    }
}

impl Eq for Dice {}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dice")
            .field("seed", &self.seed.0)
            .field("position", &self.position)
            .finish()
    }
}

impl Canonical for Seed {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.u64(self.0);
    }
}

/// Seed, then position: what dice are equal by.
impl Canonical for Dice {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        self.seed.encode(into);
        into.u64(self.position);
    }
}

/// Sides, then value.
impl Canonical for Draw {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.u32(self.sides);
        into.u32(self.value);
    }
}
