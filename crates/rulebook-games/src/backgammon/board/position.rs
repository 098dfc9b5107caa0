//! The board: where all checkers are.

use rulebook::Canonical;

use crate::backgammon::board::checkers::{CHECKERS, Checkers};
use crate::backgammon::board::{Layout, Place, Side, Step, Win};

/// Where the checkers of both players are: 32 bytes, copied and compared as
/// such.
///
/// A position is always possible: each side has fifteen checkers and no point
/// has checkers of both. Anybody can write down a [`Layout`]; only its check
/// makes a position.
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Position, Side};
/// let start = Position::START;
/// assert_eq!(start.count(Side::White, Place::new(24).unwrap()), 2);
/// assert_eq!(start.checkers(Side::White), start.checkers(Side::Black));
/// assert_eq!(start.won(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Position {
    sides: [Checkers; 2],
}

impl Position {
    /// Where every game begins.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// assert_eq!(Position::START.checkers(Side::White).pips(), 167);
    /// ```
    pub const START: Position = {
        let mut counts = [0; Place::COUNT];
        counts[24] = 2;
        counts[13] = 5;
        counts[8] = 3;
        counts[6] = 5;
        Position { sides: [Checkers::from_counts(&counts); 2] }
    };

    /// The caller has checked them.
    pub(crate) const fn from_sides(sides: [Checkers; 2]) -> Position {
        Position { sides }
    }

    /// The checkers of one side.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Side};
    /// let checkers = Position::START.checkers(Side::Black);
    /// assert_eq!(checkers.count(Place::new(6).unwrap()), 5);
    /// ```
    #[inline]
    pub const fn checkers(&self, side: Side) -> Checkers {
        self.sides[side.index()]
    }

    /// How many checkers this side has on this place, which it counts from its
    /// own side.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Side};
    /// assert_eq!(Position::START.count(Side::White, Place::new(24).unwrap()), 2);
    /// ```
    #[inline]
    pub fn count(&self, side: Side, place: Place) -> u8 {
        self.sides[side.index()].count(place)
    }

    /// How many checkers the opponent of this side has on this point, which
    /// *this side* counts. None on the bar or off: these are not shared.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Side};
    /// let their_midpoint = Place::new(12).unwrap();
    /// assert_eq!(Position::START.opposing(Side::White, their_midpoint), 5);
    /// ```
    #[inline]
    pub fn opposing(&self, side: Side, place: Place) -> u8 {
        place.mirrored().map_or(0, |point| self.count(side.other(), point))
    }

    /// The position after this side has made this step, hit and all.
    ///
    /// Whether the step is allowed is asked elsewhere: see
    /// [`Turn`](crate::backgammon::board::Turn).
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Side, Step};
    /// let step: Step = "13/7".parse().unwrap();
    /// let after = Position::START.after(Side::White, step);
    /// assert_eq!(after.count(Side::White, Place::new(7).unwrap()), 1);
    /// assert_eq!(after.before(Side::White, step), Position::START);
    /// ```
    ///
    /// # Panics
    ///
    /// In debug builds, if there is no such checker or nothing to hit.
    #[inline]
    pub fn after(mut self, side: Side, step: Step) -> Position {
        debug_assert!(self.count(side, step.from()) > 0, "nothing to move: {step}");
        let mine = &mut self.sides[side.index()];
        *mine = mine.moved(step.from(), step.to());
        if let Some(point) = step.hit_point() {
            debug_assert!(self.count(side.other(), point) == 1, "nothing to hit: {step}");
            let theirs = &mut self.sides[side.other().index()];
            *theirs = theirs.moved(point, Place::BAR);
        }
        self
    }

    /// The position before this side made this step: takes back
    /// [`after`](Self::after).
    ///
    /// # Panics
    ///
    /// In debug builds, if the step cannot have been made just now.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// let step = "24/18".parse()?;
    /// let after = Position::START.after(Side::White, step);
    /// assert_eq!(after.before(Side::White, step), Position::START);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn before(mut self, side: Side, step: Step) -> Position {
        debug_assert!(self.count(side, step.to()) > 0, "nothing to take back: {step}");
        let mine = &mut self.sides[side.index()];
        *mine = mine.moved(step.to(), step.from());
        if let Some(point) = step.hit_point() {
            debug_assert!(self.count(side.other(), Place::BAR) > 0, "nobody was hit: {step}");
            let theirs = &mut self.sides[side.other().index()];
            *theirs = theirs.moved(Place::BAR, point);
        }
        self
    }

    /// How many pips this side has to go; 167 at the start.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// assert_eq!(Position::START.pips(Side::Black), 167);
    /// ```
    pub fn pips(&self, side: Side) -> u16 {
        self.checkers(side).pips()
    }

    /// Who has borne off all checkers, if somebody has, and how much the
    /// position counts.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side, Win};
    /// let position: Position = "white off(15), black 20 6(14)".parse().unwrap();
    /// assert_eq!(position.won(), Some((Side::White, Win::Backgammon)));
    /// ```
    #[inline]
    pub fn won(&self) -> Option<(Side, Win)> {
        let all_off = |side: &Side| self.count(*side, Place::OFF) == CHECKERS;
        let winner = Side::ALL.into_iter().find(all_off)?;
        Some((winner, self.loss(winner.other())))
    }

    /// What it would count if this side had lost now.
    fn loss(&self, side: Side) -> Win {
        // The winner's home board is the loser's points 19 to 24; the bar is 25.
        let far = self.checkers(side).occupied() >> 19 != 0;
        match (self.count(side, Place::OFF), far) {
            (0, true) => Win::Backgammon,
            (0, false) => Win::Gammon,
            _ => Win::Single,
        }
    }

    /// The numbers of checkers, written out.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Position;
    /// assert_eq!(Position::START.layout().check(), Ok(Position::START));
    /// ```
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for side in Side::ALL {
            for place in self.checkers(side).places() {
                layout.put(side, place, self.count(side, place));
            }
        }
        layout
    }

    /// The same position with the sides changed over.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// let position: Position = "white off(15), black 20 6(14)".parse().unwrap();
    /// assert_eq!(position.swapped().checkers(Side::Black), position.checkers(Side::White));
    /// ```
    pub const fn swapped(&self) -> Position {
        let [white, black] = self.sides;
        Position { sides: [black, white] }
    }
}

/// As [`Position::START`].
impl Default for Position {
    fn default() -> Position {
        Position::START
    }
}
