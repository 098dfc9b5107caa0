//! The score: of a match, or of a session for money.

use rulebook::{Canonical, Reason};

use std::error::Error;
use std::fmt;

use crate::backgammon::board::{Cube, Length, Side, Switch, Terms, Win};

/// Where a match is with regard to the Crawford rule.
///
/// ```
/// use rulebook_games::backgammon::board::{Contest, Crawford, Side, Terms};
/// let contest = Contest::new(Terms::match_to(3)).scored(Side::White, 2);
/// assert_eq!(contest.crawford(), Crawford::Now);
/// assert_eq!(contest.scored(Side::Black, 1).crawford(), Crawford::After);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub enum Crawford {
    /// Nobody was within one point of winning yet, or the rule is not played.
    Before,
    /// This is the game in which nobody may double.
    Now,
    /// That game is over: everything is as before.
    After,
}

/// The score of a match, or of a session for money, between two games or
/// during one.
///
/// ```
/// use rulebook_games::backgammon::board::{Contest, Cube, Side, Terms, Win};
/// let contest = Contest::new(Terms::match_to(5));
/// let cube = Cube::CENTRED.offered(Side::White).taken().unwrap();
/// let points = contest.worth(cube, Win::Gammon);
/// let contest = contest.scored(Side::Black, points);
/// assert_eq!(contest.score(Side::Black), 4);
/// assert_eq!(contest.winner(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub struct Contest {
    terms: Terms,
    score: [u32; 2],
    crawford: Crawford,
}

impl Contest {
    /// Nobody has a point yet.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Side, Terms};
    /// assert_eq!(Contest::new(Terms::money()).score(Side::White), 0);
    /// ```
    pub const fn new(terms: Terms) -> Contest {
        Contest { terms, score: [0; 2], crawford: Crawford::Before }
    }

    /// A contest that stands like this, white's points first.
    ///
    /// # Errors
    ///
    /// Everything that does not fit together.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, ContestProblem, Crawford, Terms};
    /// let contest = Contest::at(Terms::match_to(5), [3, 2], Crawford::Now);
    /// assert_eq!(contest.unwrap_err().problems(), [ContestProblem::NoCrawfordGame]);
    /// ```
    pub fn at(terms: Terms, score: [u32; 2], crawford: Crawford) -> Result<Contest, NoContest> {
        let contest = Contest { terms, score, crawford };
        let problems = contest.problems();
        if problems.is_empty() { Ok(contest) } else { Err(NoContest(problems)) }
    }

    fn problems(&self) -> Vec<ContestProblem> {
        let both_won = Side::ALL.iter().all(|&side| self.needs(side) == Some(0));
        let played = self.terms.crawford == Switch::On;
        let one_away = Side::ALL.iter().any(|&side| matches!(self.needs(side), Some(0 | 1)));
        let wrong_crawford = match self.crawford {
            Crawford::Before => {
                (played && self.is_beyond_crawford()).then_some(ContestProblem::CrawfordGameDue)
            }
            Crawford::Now => {
                (!played || !self.is_crawford_score()).then_some(ContestProblem::NoCrawfordGame)
            }
            Crawford::After => (!played || !one_away).then_some(ContestProblem::NoCrawfordGame),
        };
        both_won.then_some(ContestProblem::BothWon).into_iter().chain(wrong_crawford).collect()
    }

    /// What was agreed.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Length, Terms};
    /// let contest = Contest::new(Terms::match_to(5));
    /// assert_eq!(contest.terms().length, Length::points(5));
    /// ```
    #[inline]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many points this side has.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Side, Terms};
    /// let contest = Contest::new(Terms::match_to(5)).scored(Side::Black, 2);
    /// assert_eq!(contest.score(Side::Black), 2);
    /// ```
    #[inline]
    pub const fn score(&self, side: Side) -> u32 {
        self.score[side.index()]
    }

    /// Where the match is with regard to the Crawford rule.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Crawford, Terms};
    /// assert_eq!(Contest::new(Terms::match_to(5)).crawford(), Crawford::Before);
    /// ```
    #[inline]
    pub const fn crawford(&self) -> Crawford {
        self.crawford
    }

    /// How many points this side needs to win the match; `None` for money.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Side, Terms};
    /// let contest = Contest::new(Terms::match_to(5)).scored(Side::White, 3);
    /// assert_eq!(contest.needs(Side::White), Some(2));
    /// assert_eq!(Contest::new(Terms::money()).needs(Side::White), None);
    /// ```
    #[inline]
    pub fn needs(&self, side: Side) -> Option<u32> {
        let goal = u32::from(self.terms.length.goal()?);
        Some(goal.saturating_sub(self.score(side)))
    }

    /// Who has won the match. Nobody ever wins a session for money.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Side, Terms};
    /// let contest = Contest::new(Terms::match_to(5)).scored(Side::White, 8);
    /// assert_eq!(contest.winner(), Some(Side::White));
    /// ```
    pub fn winner(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.needs(side) == Some(0))
    }

    /// How many points a game counts that ended like this with the cube like
    /// this.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Cube, Switch, Terms, Win};
    /// let jacoby = Contest::new(Terms { jacoby: Switch::On, ..Terms::money() });
    /// assert_eq!(jacoby.worth(Cube::CENTRED, Win::Gammon), 1);
    /// assert_eq!(Contest::new(Terms::money()).worth(Cube::CENTRED, Win::Gammon), 2);
    /// ```
    pub fn worth(&self, cube: Cube, win: Win) -> u32 {
        let jacoby = self.terms.jacoby == Switch::On && self.terms.length == Length::Money;
        let is_turned = cube.doublings() > 0;
        let factor = if jacoby && !is_turned { 1 } else { win.factor() };
        cube.value() * u32::from(factor)
    }

    /// The contest after this side has won a game that counts so many points.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Crawford, Side, Terms};
    /// let contest = Contest::new(Terms::match_to(5)).scored(Side::White, 4);
    /// assert_eq!(contest.crawford(), Crawford::Now);
    /// ```
    #[must_use]
    pub fn scored(mut self, side: Side, points: u32) -> Contest {
        let score = &mut self.score[side.index()];
        *score = score.saturating_add(points);
        self.crawford = match self.crawford {
            Crawford::Now | Crawford::After => Crawford::After,
            Crawford::Before if self.is_crawford_score() => Crawford::Now,
            Crawford::Before => Crawford::Before,
        };
        self
    }

    /// Whether the rule is played and exactly one side needs one more point.
    fn is_crawford_score(&self) -> bool {
        let needs = Side::ALL.map(|side| self.needs(side));
        let one_away = needs.iter().filter(|needs| **needs == Some(1)).count();
        self.terms.crawford == Switch::On && one_away == 1 && !needs.contains(&Some(0))
    }

    /// Whether the Crawford game must have been played or be played now. (A
    /// match to one point has none.)
    fn is_beyond_crawford(&self) -> bool {
        let both = Side::ALL.iter().all(|&side| self.needs(side) == Some(1));
        self.is_crawford_score() || both && self.score != [0, 0]
    }

    /// Everything that speaks against a double by this side, apart from whose
    /// turn it is.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Cube, DoubleProblem, Side, Terms};
    /// let contest = Contest::new(Terms::match_to(3)).scored(Side::White, 2);
    /// assert_eq!(
    ///     contest.double_problems(Side::Black, Cube::CENTRED),
    ///     [DoubleProblem::CrawfordGame],
    /// );
    /// ```
    pub fn double_problems(&self, side: Side, cube: Cube) -> Vec<DoubleProblem> {
        self.against_double(side, cube).into_iter().flatten().collect()
    }

    /// Whether nothing speaks against a double by this side, apart from whose
    /// turn it is.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Cube, Side, Terms};
    /// let contest = Contest::new(Terms::match_to(3));
    /// assert!(contest.may_double(Side::Black, Cube::CENTRED));
    /// assert!(!contest.scored(Side::White, 2).may_double(Side::Black, Cube::CENTRED));
    /// ```
    #[inline]
    pub fn may_double(&self, side: Side, cube: Cube) -> bool {
        self.against_double(side, cube).iter().all(Option::is_none)
    }

    #[inline]
    fn against_double(&self, side: Side, cube: Cube) -> [Option<DoubleProblem>; 6] {
        let no_cube = (self.terms.cube == Switch::Off).then_some(DoubleProblem::NoCube);
        let offered = cube.offer().map(|_| DoubleProblem::AlreadyOffered);
        let not_yours = cube.owner().filter(|&owner| owner != side);
        let crawford = self.crawford == Crawford::Now;
        let value = cube.value();
        let dead = self.needs(side).filter(|&needs| needs <= value);
        let at_limit = cube.doublings() >= Cube::LIMIT;
        [
            no_cube,
            offered,
            not_yours.map(|_| DoubleProblem::NotYourCube),
            crawford.then_some(DoubleProblem::CrawfordGame),
            dead.map(|needs| DoubleProblem::DeadCube { needs, value }),
            at_limit.then_some(DoubleProblem::AtLimit { value }),
        ]
    }
}

/// Why a player may not double.
///
/// ```
/// use rulebook_games::backgammon::board::DoubleProblem;
/// assert_eq!(DoubleProblem::CrawfordGame.to_string(), "Nobody doubles in the Crawford game.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reason)]
pub enum DoubleProblem {
    /// This game is played without the cube.
    NoCube,
    /// A double is on offer already.
    AlreadyOffered,
    /// The cube belongs to your opponent.
    NotYourCube,
    /// Nobody doubles in the Crawford game.
    CrawfordGame,
    /// To win the match you need {needs} more, and the game is worth {value} already.
    DeadCube {
        /// How many points win the match.
        needs: u32,
        /// What the cube is worth.
        value: u32,
    },
    /// The cube stands at {value} and cannot be turned any more.
    AtLimit {
        /// What it is worth.
        value: u32,
    },
}

/// One thing about a score that does not fit together.
///
/// ```
/// use rulebook_games::backgammon::board::ContestProblem;
/// assert_eq!(ContestProblem::BothWon.to_string(), "Both sides have won the match.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestProblem {
    /// Both sides have won the match.
    BothWon,
    /// Neither side is one point away from winning, so no game is, or was, the
    /// Crawford game; or the rule is not played.
    NoCrawfordGame,
    /// One side is one point away from winning, so this game is the Crawford
    /// game or comes after it.
    CrawfordGameDue,
}

impl fmt::Display for ContestProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BothWon => "Both sides have won the match.",
            Self::NoCrawfordGame => "At this score there is no Crawford game, and there was none.",
            Self::CrawfordGameDue => {
                "At this score the game is the Crawford game, or that one is over."
            }
        })
    }
}

/// Everything about a score that does not fit together.
///
/// ```
/// use rulebook_games::backgammon::board::{Contest, Crawford, Terms};
/// let error = Contest::at(Terms::match_to(5), [5, 5], Crawford::After).unwrap_err();
/// assert_eq!(error.to_string(), "Both sides have won the match.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoContest(Vec<ContestProblem>);

impl NoContest {
    /// The problems: at least one.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, ContestProblem, Crawford, Terms};
    /// let error = Contest::at(Terms::match_to(5), [5, 5], Crawford::After).unwrap_err();
    /// assert_eq!(error.problems(), [ContestProblem::BothWon]);
    /// ```
    pub fn problems(&self) -> &[ContestProblem] {
        &self.0
    }
}

/// One sentence for each problem.
impl fmt::Display for NoContest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::backgammon::board::problem::sentences(f, &self.0)
    }
}

impl Error for NoContest {}
