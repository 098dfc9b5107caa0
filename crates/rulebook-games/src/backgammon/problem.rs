//! What can be wrong with a table that somebody writes down.

use std::error::Error;
use std::fmt;

use rulebook::Reason;

use super::board::{
    Beavers, ContestProblem, Crawford, Cube, DoubleProblem, Length, MatchIdProblem,
    PositionIdProblem, Roll, StepProblem, Switch,
};
use super::{Stage, Table};

/// One thing that is wrong with a table.
///
/// ```
/// use rulebook_games::backgammon::{Table, TableProblem};
/// use rulebook_games::backgammon::board::{Cube, Position, Side};
/// let cube = Cube::new(0, Some(Side::White)).unwrap();
/// let table = Table::to_roll(Position::START, Side::White).with_cube(cube);
/// assert_eq!(table.problems(), [TableProblem::OwnedAtOne]);
/// assert_eq!(TableProblem::OwnedAtOne.to_string(), "A cube that was never turned is nobody's.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum TableProblem {
    /// {problem}
    Position {
        /// What is wrong with the position.
        problem: PositionIdProblem,
    },
    /// {problem}
    Match {
        /// What is wrong with the id of the match.
        problem: MatchIdProblem,
    },
    /// {problem}
    Score {
        /// What does not fit together.
        problem: ContestProblem,
    },
    /// Step {number}: {problem}
    Step {
        /// Which step of the turn, counted from 1.
        number: u8,
        /// What speaks against it.
        problem: StepProblem,
    },
    /// The dice are {said} here, but {roll} in the id of the match.
    OtherDice {
        /// The dice behind the ids.
        said: Roll,
        /// The dice in the id.
        roll: Roll,
    },
    /// There are dice, but nobody is playing.
    NobodyPlays,
    /// There is a double on offer that nobody could make: {problem}
    Double {
        /// What speaks against it.
        problem: DoubleProblem,
    },
    /// The double was turned again {times} times, and that is not agreed upon.
    Beavers {
        /// How often.
        times: u8,
    },
    /// After a beaver the cube belongs to the player who was doubled.
    BeaverOwner,
    /// A cube that was never turned is nobody's.
    OwnedAtOne,
    /// The cube stands at {value}, but this game is played without it.
    CubeUnused {
        /// What it is worth.
        value: u32,
    },
    /// The cube stands at {value}, but this is the Crawford game.
    CubeInCrawford {
        /// What it is worth.
        value: u32,
    },
    /// A double is on offer, and the dice are rolled.
    RolledAndDoubled,
    /// A double and a resignation are on offer at once.
    DoubledAndResigned,
    /// The wrong player is to decide.
    WrongDecider,
    /// Somebody has borne off all checkers, so the game is over.
    AlreadyWon,
    /// Somebody has won the match, so it is over.
    MatchWon,
    /// Nobody has won the match, so the next game is to begin.
    MatchGoesOn,
    /// Before the opening throw all checkers are where they begin, and nothing is on offer.
    BegunBeforeOpening,
}

impl TableProblem {
    /// Whether it depends on where the checkers are.
    pub(super) fn is_about_checkers(&self) -> bool {
        matches!(self, Self::AlreadyWon | Self::BegunBeforeOpening | Self::Step { .. })
    }
}

impl Table {
    /// Everything that is wrong with this table; nothing if it can come about
    /// in a game. (The score by itself, the position by itself and the steps
    /// of a turn are always right.)
    pub fn problems(&self) -> Vec<TableProblem> {
        let mut problems = self.cube_problems();
        problems.extend(self.offer_problems());
        problems.extend(self.stage_problem());
        problems
    }

    fn cube_problems(&self) -> Vec<TableProblem> {
        let (cube, contest) = (self.cube(), self.contest());
        let value = cube.value();
        let is_turned = cube.doublings() > 0;
        let no_cube = is_turned && contest.terms().cube == Switch::Off;
        let in_crawford = is_turned && contest.crawford() == Crawford::Now;
        let owned = !is_turned && cube.owner().is_some();
        [
            owned.then_some(TableProblem::OwnedAtOne),
            no_cube.then_some(TableProblem::CubeUnused { value }),
            in_crawford.then_some(TableProblem::CubeInCrawford { value }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn offer_problems(&self) -> Vec<TableProblem> {
        let Some(offer) = self.cube().offer() else { return Vec::new() };
        let (times, owner) = (offer.beavers(), self.cube().owner());
        let allowed = match self.contest().terms().beavers_now() {
            Beavers::Off => 0,
            Beavers::UpTo(limit) => limit,
        };
        let mut problems = Vec::new();
        if times == 0 && self.stage() != Stage::Over {
            let double = Cube::new(self.cube().doublings(), owner).unwrap_or_default();
            let against = self.contest().double_problems(self.side(), double);
            problems.extend(against.into_iter().map(|problem| TableProblem::Double { problem }));
        }
        if times > allowed {
            problems.push(TableProblem::Beavers { times });
        }
        if self.stage() != Stage::Over && self.roller() != self.side() {
            problems.push(TableProblem::WrongDecider);
        }
        if times > 0 && self.stage() != Stage::Over && owner != Some(self.side().other()) {
            problems.push(TableProblem::BeaverOwner);
        }
        if matches!(self.stage(), Stage::Moving { .. }) {
            problems.push(TableProblem::RolledAndDoubled);
        }
        if self.resignation().is_some() {
            problems.push(TableProblem::DoubledAndResigned);
        }
        problems
    }

    /// Whether the stage is that of a game like this.
    fn stage_problem(&self) -> Option<TableProblem> {
        let is_match = self.contest().terms().length != Length::Money;
        let match_won = self.contest().winner().is_some();
        match self.stage() {
            Stage::Over => (is_match && !match_won).then_some(TableProblem::MatchGoesOn),
            _ if match_won => Some(TableProblem::MatchWon),
            Stage::Opening => {
                let fresh = Table::new(*self.contest().terms());
                let is_fresh = self.position() == fresh.position() && self.cube() == fresh.cube();
                let is_quiet = self.resignation().is_none();
                (!is_fresh || !is_quiet).then_some(TableProblem::BegunBeforeOpening)
            }
            // The last checker may be off before the turn is done.
            Stage::Moving { made, .. } if !made.is_empty() => None,
            _ => self.position().won().map(|_| TableProblem::AlreadyWon),
        }
    }
}

/// Everything that is wrong with a table: at least one thing.
///
/// ```
/// use rulebook_games::backgammon::Table;
/// use rulebook_games::backgammon::board::{GnuId, Terms};
/// // Nobody doubles in the Crawford game, and not with a cube of the opponent.
/// let id: GnuId = "4HPwATDgc/ABMA:wRmgAAAAIAAA".parse()?;
/// let problems = Table::from_gnu(id, Terms::money()).unwrap_err();
/// assert!(problems.problems().len() > 1, "{problems}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TableProblems(Vec<TableProblem>);

impl TableProblems {
    /// The table, if nothing is wrong with it.
    pub(super) fn unless_any(
        table: Option<Table>,
        problems: Vec<TableProblem>,
    ) -> Result<Table, TableProblems> {
        match table {
            Some(table) if problems.is_empty() => Ok(table),
            _ => Err(TableProblems(problems)),
        }
    }

    /// The problems.
    pub fn problems(&self) -> &[TableProblem] {
        &self.0
    }
}

/// One sentence for each.
impl fmt::Display for TableProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::board::sentences(f, &self.0)
    }
}

impl Error for TableProblems {}
