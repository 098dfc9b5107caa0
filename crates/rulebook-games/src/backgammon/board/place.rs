//! Where a checker can be.

use std::fmt;

/// Where a checker can be: on the bar, on one of 24 points, or borne off.
///
/// Places are numbered by how far a checker has still to go, seen from its
/// owner: the bar is 25, off is 0, and a step of `n` pips leads from `p` to
/// `p - n`. The opponent's number of the same point is `25 - p`.
///
/// ```
/// use rulebook_games::backgammon::board::Place;
/// let midpoint = Place::new(13).unwrap();
/// assert_eq!(midpoint.to_string(), "13");
/// assert_eq!(midpoint.mirrored(), Place::new(12));
/// assert_eq!(Place::BAR.to_string(), "bar");
/// assert_eq!(Place::new(26), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// Borne off: nothing left to go.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!(Place::OFF.to_string(), "off");
    /// ```
    pub const OFF: Place = Place(0);
    /// On the bar.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!(Place::BAR.to_string(), "bar");
    /// ```
    pub const BAR: Place = Place(25);
    /// How many places there are.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!((0..).map_while(Place::new).count(), Place::COUNT);
    /// ```
    pub const COUNT: usize = 26;

    /// The place with this number: 0 is off, 25 is the bar.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!(Place::new(25), Some(Place::BAR));
    /// assert_eq!(Place::new(26), None);
    /// ```
    #[inline]
    pub const fn new(number: u8) -> Option<Place> {
        if number <= Place::BAR.0 { Some(Place(number)) } else { None }
    }

    /// All places, from the bar down to off.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!(Place::all().next(), Some(Place::BAR));
    /// assert_eq!(Place::all().last(), Some(Place::OFF));
    /// ```
    pub fn all() -> impl Iterator<Item = Place> {
        (0..=Place::BAR.0).rev().map(Place)
    }

    /// The 24 points, from 24 down to 1.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!(Place::points().count(), 24);
    /// assert!(Place::points().all(Place::is_point));
    /// ```
    pub fn points() -> impl Iterator<Item = Place> {
        (1..Place::BAR.0).rev().map(Place)
    }

    /// How many pips a checker here has to go.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!((Place::OFF.number(), Place::BAR.number()), (0, 25));
    /// ```
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it is one of the 24 points.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert!(Place::new(24).unwrap().is_point());
    /// assert!(!Place::BAR.is_point());
    /// ```
    #[inline]
    pub const fn is_point(self) -> bool {
        self.0 != Place::OFF.0 && self.0 != Place::BAR.0
    }

    /// Whether a checker here does not keep its owner from bearing off: in the
    /// home board (points 1 to 6), or off already.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert!(Place::new(6).unwrap().is_home());
    /// assert!(!Place::new(7).unwrap().is_home());
    /// ```
    #[inline]
    pub const fn is_home(self) -> bool {
        self.0 <= 6
    }

    /// What the opponent calls this point. The bar and the tray are no points:
    /// each player has their own.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Place;
    /// assert_eq!(Place::new(24).unwrap().mirrored(), Place::new(1));
    /// assert_eq!(Place::BAR.mirrored(), None);
    /// ```
    #[inline]
    pub const fn mirrored(self) -> Option<Place> {
        if self.is_point() { Some(Place(Place::BAR.0 - self.0)) } else { None }
    }

    /// The place with this number, which the caller knows to be one.
    #[inline]
    pub(crate) const fn known(number: u8) -> Place {
        debug_assert!(number <= Place::BAR.0);
        Place(number)
    }

    /// Where a checker from here stands after so many pips; off, if it has no
    /// further to go.
    #[inline]
    pub(crate) const fn down(self, pips: u8) -> Place {
        Place(self.0.saturating_sub(pips))
    }

    /// The set of places that has only this one.
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// `bar`, `off`, or the number of the point.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::BAR => f.pad("bar"),
            Place::OFF => f.pad("off"),
            Place(number) => fmt::Display::fmt(&number, f),
        }
    }
}

/// By name, so that reasons and events read like the game.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The places of a set, the furthest from home first.
#[derive(Clone, Copy)]
pub(crate) struct Places(pub(crate) u32);

impl Iterator for Places {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let number = self.0.checked_ilog2()?;
        self.0 ^= 1 << number;
        Some(Place(number as u8))
    }
}
