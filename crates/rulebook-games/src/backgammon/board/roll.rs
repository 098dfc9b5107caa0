//! Two dice, and those of them that are still to be played.

use rulebook::Canonical;

use std::fmt;

use crate::backgammon::board::{Side, Step};

/// Two dice, in the order in which they fell.
///
/// ```
/// use rulebook_games::backgammon::board::Roll;
/// let roll = Roll::new(1, 3).unwrap();
/// assert_eq!((roll.high(), roll.low()), (3, 1));
/// assert_eq!(roll.to_string(), "13");
/// assert_eq!(Roll::new(0, 7), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Roll {
    dice: [u8; 2],
}

impl Roll {
    /// These two dice, if each is from 1 to 6.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert!(Roll::new(3, 1).is_some());
    /// assert_eq!(Roll::new(3, 7), None);
    /// ```
    #[inline]
    pub const fn new(first: u8, second: u8) -> Option<Roll> {
        if first >= 1 && first <= 6 && second >= 1 && second <= 6 {
            Some(Roll { dice: [first, second] })
        } else {
            None
        }
    }

    /// The dice as they fell.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!(Roll::new(1, 3).unwrap().dice(), [1, 3]);
    /// ```
    #[inline]
    pub const fn dice(self) -> [u8; 2] {
        self.dice
    }

    /// The larger die.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!(Roll::new(1, 3).unwrap().high(), 3);
    /// ```
    #[inline]
    pub const fn high(self) -> u8 {
        if self.dice[0] > self.dice[1] { self.dice[0] } else { self.dice[1] }
    }

    /// The smaller die.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!(Roll::new(1, 3).unwrap().low(), 1);
    /// ```
    #[inline]
    pub const fn low(self) -> u8 {
        if self.dice[0] > self.dice[1] { self.dice[1] } else { self.dice[0] }
    }

    /// Whether both dice show the same, so that each is played twice.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert!(Roll::new(2, 2).unwrap().is_double());
    /// ```
    #[inline]
    pub const fn is_double(self) -> bool {
        self.dice[0] == self.dice[1]
    }

    /// The 21 rolls that differ, the larger die first.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!(Roll::all().count(), 21);
    /// assert_eq!(Roll::all().filter(|roll| roll.is_double()).count(), 6);
    /// ```
    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Roll { dice: [high, low] }))
    }

    /// Who begins, and with which roll, when each player has thrown one die.
    /// Nobody if they are the same: then both throw again.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Roll, Side};
    /// assert_eq!(Roll::opening(2, 5), Some((Side::Black, Roll::new(5, 2).unwrap())));
    /// assert_eq!(Roll::opening(4, 4), None);
    /// ```
    pub const fn opening(white: u8, black: u8) -> Option<(Side, Roll)> {
        match Roll::new(white, black) {
            Some(roll) if white > black => Some((Side::White, roll)),
            Some(_) if white < black => Some((Side::Black, Roll { dice: [black, white] })),
            _ => None,
        }
    }

    /// All the dice there are to play: two, or four of a double.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert!(Roll::new(3, 3).unwrap().all_left().dice().eq([3, 3, 3, 3]));
    /// ```
    pub fn all_left(self) -> Left {
        let mut left = Left::default();
        for die in self.dice {
            left.times[usize::from(die - 1)] += if self.is_double() { 2 } else { 1 };
        }
        left
    }
}

/// The two figures, as they fell: `31`.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dice[0], self.dice[1])
    }
}

/// The dice of a roll that are still to be played.
///
/// ```
/// use rulebook_games::backgammon::board::{Roll, Step};
/// let mut left = Roll::new(6, 1).unwrap().all_left();
/// let step: Step = "4/off".parse().unwrap();
/// // There is no 4, but a 6 bears off from point 4 too.
/// assert_eq!(left.die_for(step), Some(6));
/// left.use_up(6);
/// assert!(left.dice().eq([1]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Left {
    /// How many there are of each number.
    times: [u8; 6],
}

impl Left {
    /// The dice, the largest first.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// let left = Roll::new(1, 3).unwrap().all_left();
    /// assert_eq!(left.dice().collect::<Vec<_>>(), [3, 1]);
    /// ```
    pub fn dice(&self) -> impl Iterator<Item = u8> + use<> {
        let times = self.times;
        (1..=6u8).rev().flat_map(move |die| (0..times[usize::from(die - 1)]).map(move |_| die))
    }

    /// How many there are.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!(Roll::new(2, 2).unwrap().all_left().len(), 4);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.times.iter().map(|&times| usize::from(times)).sum()
    }

    /// Whether none is left.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Left;
    /// assert!(Left::default().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.times == [0; 6]
    }

    /// Whether this number is among them.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// let left = Roll::new(1, 3).unwrap().all_left();
    /// assert!(left.has(3) && !left.has(2));
    /// ```
    #[inline]
    pub fn has(&self, die: u8) -> bool {
        (1..=6).contains(&die) && self.times[usize::from(die - 1)] > 0
    }

    /// The die that this step would use: the one that shows its pips, or, to
    /// bear off, the smallest that shows more.
    ///
    /// The smallest is always good enough: a checker may be borne off with a
    /// larger die only if none is further away, so both dice bear one off.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// let left = Roll::new(1, 5).unwrap().all_left();
    /// assert_eq!(left.die_for("24/23".parse()?), Some(1));
    /// assert_eq!(left.die_for("4/off".parse()?), Some(5));
    /// assert_eq!(left.die_for("24/20".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn die_for(&self, step: Step) -> Option<u8> {
        let most = if step.to() == crate::backgammon::board::Place::OFF { 6 } else { step.pips() };
        (step.pips()..=most).find(|&die| self.has(die))
    }

    /// Takes one die of this number away, if there is one.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// let mut left = Roll::new(2, 2).unwrap().all_left();
    /// left.use_up(2);
    /// assert_eq!(left.len(), 3);
    /// ```
    pub fn use_up(&mut self, die: u8) {
        if self.has(die) {
            self.times[usize::from(die - 1)] -= 1;
        }
    }
}
