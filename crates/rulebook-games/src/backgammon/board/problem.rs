//! Why a step or a play is refused.

use rulebook::Reason;

use std::fmt;

use crate::backgammon::board::{Place, Play};

/// Why a step is refused.
///
/// ```
/// use rulebook_games::backgammon::board::{Place, StepProblem};
/// assert_eq!(
///     StepProblem::Blocked { point: Place::new(5).unwrap(), checkers: 3 }.to_string(),
///     "Point 5 is held by 3 checkers of your opponent.",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reason)]
pub enum StepProblem {
    /// You did not roll a {pips}.
    NotRolled {
        /// What the step needs.
        pips: u8,
    },
    /// No die shows {pips}, but several together do: write every stop, beginning with {from}/{stop}.
    SeveralDice {
        /// What the step needs.
        pips: u8,
        /// Where it begins.
        from: Place,
        /// Where the first die leads.
        stop: Place,
    },
    /// The {pips} is played already.
    Used {
        /// What the step needs.
        pips: u8,
    },
    /// There is no checker on {from}.
    NoChecker {
        /// Where the step begins.
        from: Place,
    },
    /// The checkers on {from} are your opponent's.
    NotYours {
        /// Where the step begins.
        from: Place,
    },
    /// Enter from the bar first: you have {waiting} there.
    EnterFirst {
        /// How many are on the bar.
        waiting: u8,
    },
    /// Point {point} is held by {checkers} checkers of your opponent.
    Blocked {
        /// Where the step ends.
        point: Place,
        /// How many checkers are there.
        checkers: u8,
    },
    /// You cannot bear off yet: you have {outside} that are not at home.
    NotHome {
        /// How many are on the bar or beyond point 6.
        outside: u8,
    },
    /// A larger die bears off only the furthest checker, which is on {furthest}.
    FurtherFirst {
        /// Where the furthest checker is.
        furthest: Place,
    },
    /// This step hits the checker on {point}: mark it with a star.
    HitNotMarked {
        /// Where the step ends.
        point: Place,
    },
    /// There is nobody to hit on {point}.
    NothingToHit {
        /// Where the step ends.
        point: Place,
    },
    /// Both dice can be played, but not if you begin like this: the {stranded} would be left.
    MustUseBoth {
        /// The die that could not be played any more.
        stranded: u8,
    },
    /// Only one die can be played, and it must be the larger: the {larger}.
    MustUseLarger {
        /// The die that is to be played.
        larger: u8,
    },
}

/// Why a whole play is refused.
///
/// ```
/// use rulebook_games::backgammon::board::{PlayProblem, Position, Roll, Side, play_problems};
/// let roll = Roll::new(6, 5).unwrap();
/// let problems = play_problems(&Position::START, Side::White, roll, "24/18".parse()?);
/// assert_eq!(problems, [PlayProblem::TooShort { made: 1, playable: 2 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reason)]
pub enum PlayProblem {
    /// Step {number}: {problem}
    Step {
        /// Which step, counted from 1.
        number: u8,
        /// What speaks against it.
        problem: StepProblem,
    },
    /// This plays {made} of the dice, but {playable} can be played.
    TooShort {
        /// How many steps there are.
        made: u8,
        /// How many there must be.
        playable: u8,
    },
    /// Only one die can be played, and it must be the larger: the {larger}.
    MustUseLarger {
        /// The die that is to be played.
        larger: u8,
    },
    /// This leads to the same position as {play}: write that.
    SameAs {
        /// The play that stands for all of them.
        play: Play,
    },
}

/// One sentence for each problem.
pub(crate) fn sentences(f: &mut fmt::Formatter<'_>, problems: &[impl fmt::Display]) -> fmt::Result {
    for (index, problem) in problems.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        write!(f, "{space}{problem}")?;
    }
    Ok(())
}
