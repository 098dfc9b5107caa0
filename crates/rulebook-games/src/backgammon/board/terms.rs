//! What the players agree upon before they begin.

use rulebook::Canonical;

use std::num::NonZeroU16;

/// How long the players play.
///
/// ```
/// use rulebook_games::backgammon::board::Length;
/// assert_eq!(Length::points(0), Length::Money);
/// assert_eq!(Length::points(7).goal(), Some(7));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Canonical)]
pub enum Length {
    /// For money: every game stands alone and is worth its points.
    #[default]
    Money,
    /// A match: whoever first has so many points wins.
    Match(NonZeroU16),
}

impl Length {
    /// A match to so many points; money play if 0.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Length;
    /// assert_eq!(Length::points(0), Length::Money);
    /// ```
    pub const fn points(points: u16) -> Length {
        match NonZeroU16::new(points) {
            Some(points) => Length::Match(points),
            None => Length::Money,
        }
    }

    /// How many points win the match; `None` for money.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Length;
    /// assert_eq!(Length::points(5).goal(), Some(5));
    /// assert_eq!(Length::Money.goal(), None);
    /// ```
    pub const fn goal(self) -> Option<u16> {
        match self {
            Length::Money => None,
            Length::Match(points) => Some(points.get()),
        }
    }
}

/// Whether a rule of choice is played.
///
/// ```
/// use rulebook_games::backgammon::board::{Switch, Terms};
/// assert_eq!(Terms::money().jacoby, Switch::Off);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub enum Switch {
    /// Not played.
    Off,
    /// Played.
    On,
}

/// How often a double may be turned at once; never in a match.
///
/// ```
/// use rulebook_games::backgammon::board::{Beavers, Terms};
/// assert_eq!(Terms::money().beavers, Beavers::Off);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub enum Beavers {
    /// Never.
    Off,
    /// So often: once allows beavers, twice raccoons as well.
    UpTo(u8),
}

/// What the players agree upon before they begin.
///
/// ```
/// use rulebook_games::backgammon::board::{Beavers, Length, Switch, Terms};
/// let terms = Terms { jacoby: Switch::On, beavers: Beavers::UpTo(1), ..Terms::money() };
/// assert_eq!(terms.length, Length::Money);
/// assert_eq!(Terms::match_to(5).crawford, Switch::On);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub struct Terms {
    /// Money, or a match to so many points.
    pub length: Length,
    /// Whether the doubling cube is used.
    pub cube: Switch,
    /// The Jacoby rule, for money only: gammons and backgammons count as
    /// single games unless the cube was turned.
    pub jacoby: Switch,
    /// Beavers and raccoons, for money only.
    pub beavers: Beavers,
    /// The Crawford rule, for matches only: nobody doubles in the first game
    /// after a player has come within one point of winning.
    pub crawford: Switch,
}

impl Terms {
    /// For money, with the cube, without Jacoby rule and beavers.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Length, Terms};
    /// assert_eq!(Terms::money().length, Length::Money);
    /// ```
    pub const fn money() -> Terms {
        Terms {
            length: Length::Money,
            cube: Switch::On,
            jacoby: Switch::Off,
            beavers: Beavers::Off,
            crawford: Switch::On,
        }
    }

    /// A match to so many points with the cube and the Crawford rule; money
    /// play if 0.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Switch, Terms};
    /// assert_eq!(Terms::match_to(5).crawford, Switch::On);
    /// ```
    pub const fn match_to(points: u16) -> Terms {
        Terms { length: Length::points(points), ..Terms::money() }
    }

    /// How often a double may be turned at once: never in a match, whatever
    /// was agreed.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Beavers, Terms};
    /// let terms = Terms { beavers: Beavers::UpTo(3), ..Terms::match_to(5) };
    /// assert_eq!(terms.beavers_now(), Beavers::Off);
    /// ```
    pub const fn beavers_now(&self) -> Beavers {
        match self.length {
            Length::Money => self.beavers,
            Length::Match(_) => Beavers::Off,
        }
    }
}

/// As [`Terms::money`].
impl Default for Terms {
    fn default() -> Terms {
        Terms::money()
    }
}
