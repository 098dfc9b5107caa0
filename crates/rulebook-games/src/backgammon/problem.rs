//! What can be wrong with a table that somebody writes down.

use std::error::Error;
use std::fmt;

use rulebook::Reason;

use super::board::{
    Beavers, Contest, ContestProblem, Crawford, Cube, DoubleProblem, MatchIdProblem, Position,
    PositionIdProblem, Roll, Side, StepProblem, Switch, Win,
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
    /// The number of beavers and raccoons is {times}, and so many are not agreed upon.
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
    /// The match was won before the last game.
    MatchWonBefore,
    /// It is over, but nobody has borne off all checkers, and nothing is resigned or dropped.
    NobodyWon,
    /// It is said that {said} won, but {winner} did.
    OtherWinner {
        /// Who is said to have won.
        said: Side,
        /// Who has won.
        winner: Side,
    },
    /// The game counts {points}, not {said}.
    OtherPoints {
        /// How many points are said.
        said: u32,
        /// How many there are for it.
        points: u32,
    },
    /// The game counted {points} for {winner}, but the score is only {score}.
    NotScored {
        /// Who won the game.
        winner: Side,
        /// How many points it counted.
        points: u32,
        /// How many the winner has.
        score: u32,
    },
    /// Somebody has borne off all checkers, so nothing can be on offer.
    OfferedAfterEnd,
    /// Before the opening throw all checkers are where they begin, and nothing is on offer.
    BegunBeforeOpening,
}

impl TableProblem {
    /// Whether it depends on where the checkers are.
    pub(super) fn is_about_checkers(&self) -> bool {
        matches!(
            self,
            Self::AlreadyWon
                | Self::BegunBeforeOpening
                | Self::Step { .. }
                | Self::NobodyWon
                | Self::OtherWinner { .. }
                | Self::OtherPoints { .. }
                | Self::OfferedAfterEnd
        )
    }
}

impl Table {
    /// Everything that is wrong with this table; nothing if it can come about
    /// in a game. (The score by itself, the position by itself and the steps
    /// of a turn are always right.)
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Cube;
    /// use rulebook_games::backgammon::{TableProblem, setup};
    /// assert_eq!(setup().problems(), []);
    /// let turned = setup().with_cube(Cube::new(1, None).unwrap());
    /// assert_eq!(turned.problems(), [TableProblem::BegunBeforeOpening]);
    /// ```
    pub fn problems(&self) -> Vec<TableProblem> {
        let mut problems = self.cube_problems();
        problems.extend(self.offer_problems());
        match self.stage() {
            Stage::Over { winner, points } => problems.extend(self.end_problems(winner, points)),
            _ => problems.extend(self.stage_problem()),
        }
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
        if times == 0 && !self.is_over() {
            let double = Cube::new(self.cube().doublings(), owner).unwrap_or_default();
            let against = self.contest().double_problems(self.side(), double);
            problems.extend(against.into_iter().map(|problem| TableProblem::Double { problem }));
        }
        if times > allowed {
            problems.push(TableProblem::Beavers { times });
        }
        if !self.is_over() && self.roller() != self.side() {
            problems.push(TableProblem::WrongDecider);
        }
        if times > 0 && !self.is_over() && owner != Some(self.side().other()) {
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

    /// Whether somebody can have won so many points like this.
    fn end_problems(&self, said: Side, said_points: u32) -> Vec<TableProblem> {
        use TableProblem::{NobodyWon, NotScored, OfferedAfterEnd, OtherPoints, OtherWinner};
        let (contest, offered) = (self.contest(), self.cube().offer().is_some());
        let score = contest.score(said);
        let ended = Ended::of(contest, &self.position(), self.cube(), self.resignation());
        let winner = ended.and_then(|ended| ended.winner).filter(|&winner| winner != said);
        let points = ended.map(|ended| ended.points).filter(|&points| points != said_points);
        let is_open = self.position().won().is_some() && (offered || self.resignation().is_some());
        let points_alone = said_points > score;
        [
            ended.is_none().then_some(NobodyWon),
            winner.map(|winner| OtherWinner { said, winner }),
            points.map(|points| OtherPoints { said: said_points, points }),
            points_alone.then_some(NotScored { winner: said, points: said_points, score }),
            self.match_end_problem(said, said_points),
            is_open.then_some(OfferedAfterEnd),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Whether these points won the match.
    fn match_end_problem(&self, winner: Side, points: u32) -> Option<TableProblem> {
        let goal = u32::from(self.contest().terms().length.goal()?);
        let before = self.contest().score(winner).saturating_sub(points);
        match self.contest().winner() {
            None => Some(TableProblem::MatchGoesOn),
            Some(first) => {
                (first != winner || before >= goal).then_some(TableProblem::MatchWonBefore)
            }
        }
    }

    /// Whether the stage is that of a game like this.
    fn stage_problem(&self) -> Option<TableProblem> {
        match self.stage() {
            _ if self.contest().winner().is_some() => Some(TableProblem::MatchWon),
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

/// What speaks for it that a game has ended.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    /// Who has won; unknown if somebody resigned, for it does not say who.
    pub(super) winner: Option<Side>,
    /// How many points that counts.
    pub(super) points: u32,
}

impl Ended {
    /// All checkers are off, or a resignation or a double is still there that
    /// was accepted or dropped.
    pub(super) fn of(
        contest: &Contest,
        position: &Position,
        cube: Cube,
        resignation: Option<Win>,
    ) -> Option<Ended> {
        let borne_off = position.won().map(|(side, win)| (Some(side), contest.worth(cube, win)));
        let resigned = || resignation.map(|win| (None, contest.worth(cube, win)));
        let dropped = || cube.dropped().map(|(side, points)| (Some(side), points));
        let (winner, points) = borne_off.or_else(resigned).or_else(dropped)?;
        Some(Ended { winner, points })
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
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{GnuId, Terms};
    /// use rulebook_games::backgammon::Table;
    /// let id: GnuId = "/////////////w:cInlAAAAAAAE".parse()?;
    /// let problems = Table::from_gnu(id, Terms::money()).unwrap_err();
    /// assert_eq!(problems.problems().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
