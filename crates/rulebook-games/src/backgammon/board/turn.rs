//! One player's turn, step by step, with undo.

use rulebook::Canonical;

use crate::backgammon::board::place::Places;
use crate::backgammon::board::plays::Mover;
use crate::backgammon::board::{Left, Play, Position, Roll, Side, Step, StepProblem, check};

/// One player's turn after the roll: the position now, and the steps made so
/// far, each of which can be taken back.
///
/// A step is legal if some legal play begins with the steps made so far and
/// this one, in any order of the dice. So a player who makes legal steps until
/// there are none has made a legal play.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
///
/// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// turn.make("24/18".parse()?)?;
/// let refused = turn.make("18/12".parse()?).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "The 6 is played already. Point 12 is held by 5 checkers of your opponent.",
/// );
/// turn.make("18/13".parse()?)?;
/// assert!(turn.is_over());
///
/// turn.undo();
/// turn.undo();
/// assert_eq!(turn.position(), Position::START);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub struct Turn {
    position: Position,
    side: Side,
    roll: Roll,
    made: Play,
}

impl Turn {
    /// The turn of this side, right after the roll.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// assert!(turn.made().is_empty());
    /// ```
    #[inline]
    pub const fn new(position: Position, side: Side, roll: Roll) -> Turn {
        Turn { position, side, roll, made: Play::NONE }
    }

    /// The turn in which these steps were made, and led to this position.
    #[inline]
    pub(crate) const fn after(position: Position, side: Side, roll: Roll, made: Play) -> Turn {
        Turn { position, side, roll, made }
    }

    /// The position now, after the steps made so far.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// turn.make("24/18".parse()?)?;
    /// assert_eq!(turn.position().count(Side::White, Place::new(18).unwrap()), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Whose turn it is.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let turn = Turn::new(Position::START, Side::Black, Roll::new(6, 5).unwrap());
    /// assert_eq!(turn.side(), Side::Black);
    /// ```
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// What was rolled.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// assert_eq!(turn.roll().high(), 6);
    /// ```
    #[inline]
    pub const fn roll(&self) -> Roll {
        self.roll
    }

    /// The steps made so far, in the order in which they were made.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// turn.make("24/18".parse()?)?;
    /// assert_eq!(turn.made().to_string(), "24/18");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn made(&self) -> Play {
        self.made
    }

    /// The position when the dice were rolled.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// turn.make("24/18".parse()?)?;
    /// assert_eq!(turn.begun(), Position::START);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begun(&self) -> Position {
        self.made.off(self.position, self.side)
    }

    /// The dice that are still to be played, whether they can be or not.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(3, 3).unwrap());
    /// turn.make("13/10".parse()?)?;
    /// assert!(turn.left().dice().eq([3, 3, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left(&self) -> Left {
        let mut left = self.roll.all_left();
        for step in self.made.steps() {
            if let Some(die) = left.die_for(step) {
                left.use_up(die);
            }
        }
        left
    }

    /// The legal steps, the furthest checker first.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// let steps: Vec<_> = turn.steps().iter().map(|step| step.to_string()).collect();
    /// assert_eq!(steps, ["24/18", "13/8", "13/7", "8/3", "8/2"]);
    /// ```
    pub fn steps(&self) -> Vec<Step> {
        let (mover, left) = (self.mover(), self.left());
        let mut steps = Vec::new();
        for die in (1..=6).filter(|&die| left.has(die)) {
            let possible = Places(mover.sources(die)).map(|from| mover.step(from, die));
            steps.extend(possible.filter(|&step| check::uses_enough(self, step).is_ok()));
        }
        steps.sort_by_key(|step| step.rank());
        // Two dice can bear off the same checker.
        steps.dedup();
        steps
    }

    /// Whether there is no legal step: all is played that can be, or the game
    /// is won.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// assert!(!turn.is_over());
    /// ```
    #[inline]
    pub fn is_over(&self) -> bool {
        let mover = self.mover();
        if self.made.is_empty() {
            return (mover.sources(self.roll.high()) | mover.sources(self.roll.low())) == 0;
        }
        !self.left().dice().any(|die| mover.sources(die) != 0)
    }

    /// Everything that speaks against this step; nothing if it is legal.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Roll, Side, StepProblem, Turn};
    /// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// let midpoint = Place::new(12).unwrap();
    /// assert_eq!(turn.problems("12/6".parse()?), [StepProblem::NotYours { from: midpoint }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problems(&self, step: Step) -> Vec<StepProblem> {
        check::step(self, step)
    }

    /// Makes a step.
    ///
    /// # Errors
    ///
    /// Everything that speaks against it; then nothing is done.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// assert!(turn.make("24/18".parse()?).is_ok());
    /// assert!(turn.make("13/7".parse()?).is_err(), "there is one 6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make(&mut self, step: Step) -> Result<(), StepRefused> {
        let problems = self.problems(step);
        if !problems.is_empty() {
            return Err(StepRefused { step, problems });
        }
        self.go_on(step);
        Ok(())
    }

    /// Takes the last step back, and says which it was; `None` if none was
    /// made.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// turn.make("24/18".parse()?)?;
    /// assert_eq!(turn.undo(), Some("24/18".parse()?));
    /// assert_eq!(turn.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Step> {
        let step = self.made.pop()?;
        self.position = self.position.before(self.side, step);
        Some(step)
    }

    /// Makes a step that a die that is left allows, so that there are never
    /// more than four.
    pub(crate) fn go_on(&mut self, step: Step) {
        if self.made.push(step).is_some() {
            self.position = self.position.after(self.side, step);
        }
    }

    #[inline]
    pub(crate) fn mover(&self) -> Mover {
        Mover::new(&self.position, self.side)
    }
}

/// A step that was refused, and why.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
/// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let refused = turn.make("6/5".parse()?).unwrap_err();
/// assert_eq!(refused.step().to_string(), "6/5");
/// assert_eq!(refused.to_string(), "You did not roll a 1.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRefused {
    step: Step,
    problems: Vec<StepProblem>,
}

impl StepRefused {
    /// The step that was not made.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// let refused = turn.make("8/7".parse()?).unwrap_err();
    /// assert_eq!(refused.step(), "8/7".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&self) -> Step {
        self.step
    }

    /// Everything that speaks against it: at least one reason.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, StepProblem, Turn};
    /// let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    /// let refused = turn.make("8/7".parse()?).unwrap_err();
    /// assert_eq!(refused.problems(), [StepProblem::NotRolled { pips: 1 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problems(&self) -> &[StepProblem] {
        &self.problems
    }
}

/// One sentence for each reason.
impl std::fmt::Display for StepRefused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        crate::backgammon::board::problem::sentences(f, &self.problems)
    }
}

impl std::error::Error for StepRefused {}
