//! What one player does with one roll.

use rulebook::Canonical;

use std::fmt;

use crate::backgammon::board::{Place, Position, Side, Step};

/// The steps that one player makes with one roll: four at most, in order.
///
/// It takes 8 bytes and no allocation. Its text is that of the usual notation
/// with every stop written out, so that it can be read back without a board:
/// `24/18*/13`, `bar/22 6/5`, `6/off(2)`; see [`brief`](Self::brief) for the
/// shorter form.
///
/// ```
/// use rulebook_games::backgammon::board::{Play, Position, Side};
/// let play: Play = "8/5 6/5".parse().unwrap();
/// let after = play.on(Position::START, Side::White);
/// assert_eq!(after.to_string(), "white 24(2) 13(5) 8(2) 6(4) 5(2), black 24(2) 13(5) 8(3) 6(5)");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Play {
    /// The steps, and then nothing but `None`.
    steps: [Option<Step>; Play::MOST],
}

impl Play {
    /// No step at all: what a player plays who cannot move.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// assert_eq!(Play::NONE.to_string(), "no play");
    /// ```
    pub const NONE: Play = Play { steps: [None; Play::MOST] };
    /// How many steps there can be.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// let most: Play = "24/18(2) 13/7(2)".parse()?;
    /// assert_eq!(most.len(), Play::MOST);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const MOST: usize = 4;

    /// These steps in this order; `None` if there are more than four.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Play, Step};
    /// let step = Step::new(Place::BAR, 4).unwrap();
    /// assert_eq!(Play::new(&[step, step]).unwrap().to_string(), "bar/21(2)");
    /// assert_eq!(Play::new(&[step; 5]), None);
    /// ```
    pub fn new(steps: &[Step]) -> Option<Play> {
        let mut play = Play::NONE;
        steps.iter().try_for_each(|&step| play.push(step)).map(|()| play)
    }

    /// The steps, in order.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// let play: Play = "24/18*/13".parse().unwrap();
    /// assert!(play.steps().map(|step| step.pips()).eq([6, 5]));
    /// ```
    #[inline]
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step> + use<> {
        self.steps.into_iter().flatten()
    }

    /// How many steps there are.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// assert_eq!("24/18/13".parse::<Play>()?.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.steps().count()
    }

    /// Whether there is no step.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// assert!(Play::NONE.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.steps[0].is_none()
    }

    /// Adds a step at the end; `None`, and nothing done, if there are four.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Play, Step};
    /// let mut play = Play::NONE;
    /// play.push(Step::new(Place::BAR, 6).unwrap()).unwrap();
    /// assert_eq!(play.to_string(), "bar/19");
    /// ```
    #[must_use]
    pub fn push(&mut self, step: Step) -> Option<()> {
        let free = self.steps.iter_mut().find(|slot| slot.is_none())?;
        *free = Some(step);
        Some(())
    }

    /// Takes the last step away.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// let mut play: Play = "8/5 6/5".parse().unwrap();
    /// assert_eq!(play.pop().unwrap().to_string(), "6/5");
    /// assert_eq!(play.to_string(), "8/5");
    /// ```
    pub fn pop(&mut self) -> Option<Step> {
        self.steps.iter_mut().rev().find(|slot| slot.is_some())?.take()
    }

    /// The position after this side has made all the steps.
    ///
    /// # Panics
    ///
    /// In debug builds, if a step moves or hits what is not there.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Play, Position, Side};
    /// let play: Play = "8/5 6/5".parse()?;
    /// let after = play.on(Position::START, Side::White);
    /// assert_eq!(after.count(Side::White, Place::new(5).unwrap()), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn on(&self, mut position: Position, side: Side) -> Position {
        for step in self.steps {
            let Some(step) = step else { break };
            position = position.after(side, step);
        }
        position
    }

    /// The position before this side made all the steps: takes back
    /// [`on`](Self::on).
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Play, Position, Side};
    /// let play: Play = "8/5 6/5".parse().unwrap();
    /// let after = play.on(Position::START, Side::White);
    /// assert_eq!(play.off(after, Side::White), Position::START);
    /// ```
    ///
    /// # Panics
    ///
    /// In debug builds, if it cannot have been played just now.
    #[inline]
    pub fn off(&self, mut position: Position, side: Side) -> Position {
        for step in self.steps.into_iter().rev().flatten() {
            position = position.before(side, step);
        }
        position
    }

    /// How many checkers it bears off.
    #[inline]
    pub(crate) fn borne_off(&self) -> u8 {
        let off = |step: &Option<Step>| step.is_some_and(|step| step.to() == Place::OFF);
        self.steps.iter().map(|step| u8::from(off(step))).sum()
    }

    /// The same steps in the order in which plays are written: the furthest
    /// checker first. If the steps can be made in some order, they can be made
    /// in this one.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Play, Step};
    /// let step = |from, pips| Step::new(Place::new(from).unwrap(), pips).unwrap();
    /// let play = Play::new(&[step(6, 1), step(8, 3)]).unwrap();
    /// assert_eq!(play.in_order().to_string(), "8/5 6/5");
    /// ```
    pub fn in_order(mut self) -> Play {
        self.steps.sort_by_key(|step| step.map_or((u8::MAX, 0, false), Step::rank));
        self
    }

    /// With the first steps given, and one more: for the generators, which
    /// know how many there are.
    #[inline]
    pub(crate) fn with(mut self, index: usize, step: Step) -> Play {
        self.steps[index] = Some(step);
        self
    }
}

// Legal plays come by the hundred, and positions are copied for each of them.
const _: () = assert!(size_of::<Play>() == 8 && size_of::<Position>() == 32);

/// As it is written.
impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
