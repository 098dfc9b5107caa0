//! The checkers of one player.

use rulebook::Canonical;

use std::fmt;

use crate::backgammon::board::Place;

/// How many checkers each player has.
///
/// ```
/// use rulebook_games::backgammon::board::{CHECKERS, Place, Position, Side};
/// let won: Position = "white off(15), black 1(15)".parse()?;
/// assert_eq!(won.count(Side::White, Place::OFF), CHECKERS);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const CHECKERS: u8 = 15;

/// Where the fifteen checkers of one player are, seen by that player.
///
/// There are always fifteen: those that are off count too.
///
/// # How it is stored
///
/// The numbers of checkers are written in binary, across: bit `p` of the
/// first word is the ones of place `p`, bit `p` of the second its twos, then
/// fours and eights. So a question about all places at once ("which points
/// have two checkers or more?") takes two or three instructions, and finding
/// plays is mostly such questions.
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Position, Side};
/// let white = Position::START.checkers(Side::White);
/// assert_eq!(white.count(Place::new(6).unwrap()), 5);
/// assert_eq!(white.pips(), 167);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Checkers {
    /// Ones, twos, fours, eights.
    planes: [u32; 4],
}

impl Checkers {
    /// So many checkers on each place, by the place's number. The caller sees
    /// to it that there are fifteen.
    pub(crate) const fn from_counts(counts: &[u8; Place::COUNT]) -> Checkers {
        let mut planes = [0; 4];
        let mut place = 0;
        while place < Place::COUNT {
            let mut plane = 0;
            while plane < planes.len() {
                planes[plane] |= ((counts[place] >> plane & 1) as u32) << place;
                plane += 1;
            }
            place += 1;
        }
        Checkers { planes }
    }

    /// How many checkers are on this place.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Side};
    /// assert_eq!(Position::START.checkers(Side::White).count(Place::new(8).unwrap()), 3);
    /// ```
    #[inline]
    pub fn count(&self, place: Place) -> u8 {
        let digit = |plane: usize| (self.planes[plane] >> place.number() & 1) << plane;
        (digit(0) | digit(1) | digit(2) | digit(3)) as u8
    }

    /// How many pips are left to go, for all checkers together.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// assert_eq!(Position::START.checkers(Side::White).pips(), 167);
    /// ```
    pub fn pips(&self) -> u16 {
        self.places().map(|place| u16::from(place.number()) * u16::from(self.count(place))).sum()
    }

    /// The places with at least one checker, the furthest from home first.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// let places = Position::START.checkers(Side::Black).places();
    /// assert_eq!(places.map(|place| place.number()).collect::<Vec<_>>(), [24, 13, 8, 6]);
    /// ```
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        crate::backgammon::board::place::Places(self.occupied())
    }

    /// How many checkers are outside the home board, on the bar or further
    /// out than point 6.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// assert_eq!(Position::START.checkers(Side::White).outside(), 10);
    /// ```
    pub fn outside(&self) -> u8 {
        self.places().filter(|place| !place.is_home()).map(|place| self.count(place)).sum()
    }

    /// The set of places with at least one checker.
    #[inline]
    pub(crate) fn occupied(&self) -> u32 {
        self.planes[0] | self.several()
    }

    /// The set of places with two checkers or more.
    #[inline]
    pub(crate) fn several(&self) -> u32 {
        self.planes[1] | self.planes[2] | self.planes[3]
    }

    /// The set of places with exactly one checker.
    #[inline]
    pub(crate) fn single(&self) -> u32 {
        self.planes[0] & !self.several()
    }

    /// The same checkers after one of them went from here to there.
    #[inline]
    pub(crate) fn moved(mut self, from: Place, to: Place) -> Checkers {
        let (mut borrow, mut carry) = (from.bit(), to.bit());
        for plane in &mut self.planes {
            let digits = *plane ^ borrow;
            // A digit that became 1 by taking 1 away owes it to the next one.
            borrow &= digits;
            *plane = digits ^ carry;
            carry &= digits;
        }
        self
    }
}

/// As a list of places, such as `{24: 2, 13: 5, 8: 3, 6: 5}`.
impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.places().map(|place| (place, self.count(place)))).finish()
    }
}
