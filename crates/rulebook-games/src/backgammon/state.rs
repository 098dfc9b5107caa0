//! A table at which backgammon is played.

mod change;

use rulebook::prelude::*;

use super::board::{Contest, Cube, Length, Play, Position, Roll, Side, Switch, Terms, Turn, Win};

/// What is to be done next.
///
/// ```
/// use rulebook_games::backgammon::{Stage, setup};
/// assert_eq!(setup().stage(), Stage::Opening);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Stage {
    /// Each player throws a die for who begins.
    Opening,
    /// The player whose turn it is rolls, or doubles.
    Rolling,
    /// A double waits for its answer.
    Answering,
    /// The dice are to be played.
    Moving {
        /// How they fell.
        roll: Roll,
        /// The steps made so far.
        made: Play,
    },
    /// Nothing: it is over. The score may come from earlier games too, so it
    /// does not say what this one came to.
    Over {
        /// Who won the last game.
        winner: Side,
        /// How many points it counted.
        points: u32,
    },
}

/// Everything that is true of a game or match of backgammon.
///
/// ```
/// use rulebook_games::backgammon::Table;
/// use rulebook_games::backgammon::board::{Side, Terms};
/// let table = Table::new(Terms::match_to(5));
/// assert_eq!(table.contest().needs(Side::White), Some(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub struct Table {
    contest: Contest,
    /// Where the checkers are now, in the middle of a turn too.
    position: Position,
    cube: Cube,
    /// White's, as long as it is nobody's turn.
    side: Side,
    stage: Stage,
    resignation: Option<Win>,
    steps: Switch,
}

/// A game for money, before the opening throw.
///
/// ```
/// use rulebook_games::backgammon::board::Position;
/// use rulebook_games::backgammon::setup;
/// assert_eq!(setup().position(), Position::START);
/// ```
pub fn setup() -> Table {
    Table::new(Terms::money())
}

impl Table {
    /// A game for money or a match, before the opening throw.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Terms;
    /// use rulebook_games::backgammon::{Stage, Table};
    /// assert_eq!(Table::new(Terms::money()).stage(), Stage::Opening);
    /// ```
    pub const fn new(terms: Terms) -> Table {
        Table {
            contest: Contest::new(terms),
            position: Position::START,
            cube: Cube::CENTRED,
            side: Side::White,
            stage: Stage::Opening,
            resignation: None,
            steps: Switch::On,
        }
    }

    /// A game for money from this position, in which this side is to roll; or
    /// its end, if the position is won.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// use rulebook_games::backgammon::{Stage, Table};
    /// assert_eq!(Table::to_roll(Position::START, Side::Black).stage(), Stage::Rolling);
    /// let won: Position = "white off(15), black 1(15)".parse()?;
    /// let over = Stage::Over { winner: Side::White, points: 2 };
    /// assert_eq!(Table::to_roll(won, Side::Black).stage(), over);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_roll(position: Position, side: Side) -> Table {
        let mut table = Table { position, side, stage: Stage::Rolling, ..setup() };
        if let Some((winner, win)) = position.won() {
            table.win(winner, table.worth(win));
        }
        table
    }

    /// A game for money from this position, in which this side has rolled.
    ///
    /// ```
    /// use rulebook_games::backgammon::Table;
    /// use rulebook_games::backgammon::board::{Position, Roll, Side};
    /// let table = Table::rolled(Position::START, Side::Black, Roll::new(6, 5).unwrap());
    /// assert_eq!(table.turn().unwrap().side(), Side::Black);
    /// ```
    pub fn rolled(position: Position, side: Side, roll: Roll) -> Table {
        let mut table = Table::to_roll(position, side);
        if table.stage == Stage::Rolling {
            table.roll(side, roll);
        }
        table
    }

    /// A table where everything is as it is said. Whether it can be so is
    /// asked by [`problems`](Self::problems).
    pub(super) fn with_parts(
        contest: Contest,
        position: Position,
        cube: Cube,
        (side, stage, resignation): (Side, Stage, Option<Win>),
    ) -> Table {
        Table { contest, position, cube, side, stage, resignation, steps: Switch::On }
    }

    /// The same table with this score, and what was agreed there.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Contest, Side, Terms};
    /// use rulebook_games::backgammon::setup;
    /// let contest = Contest::new(Terms::match_to(5)).scored(Side::White, 3);
    /// let table = setup().with_contest(contest);
    /// assert_eq!(table.contest().score(Side::White), 3);
    /// ```
    #[must_use]
    pub fn with_contest(self, contest: Contest) -> Table {
        Table { contest, ..self }
    }

    /// The same table with this cube. A double that is on offer waits for its
    /// answer.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Position, Side};
    /// use rulebook_games::backgammon::{Stage, Table};
    /// let table = Table::to_roll(Position::START, Side::White);
    /// let doubled = table.with_cube(Cube::CENTRED.offered(Side::White));
    /// assert_eq!(doubled.stage(), Stage::Answering);
    /// ```
    #[must_use]
    pub fn with_cube(mut self, cube: Cube) -> Table {
        self.cube = cube;
        if self.stage == Stage::Rolling && cube.offer().is_some() {
            self.stage = Stage::Answering;
        }
        self
    }

    /// The same table, where a roll is played as a whole and nothing else is
    /// done with it: no steps, no resignation. Who counts plays or searches
    /// wants this.
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::backgammon::board::{Position, Roll, Side};
    /// use rulebook_games::backgammon::{Table, book};
    /// let table = Table::rolled(Position::START, Side::White, Roll::new(3, 1).unwrap());
    /// let mut game = book().start(table.with_whole_plays_only(), Seed(1))?;
    /// assert_eq!(game.legal_all()?.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_whole_plays_only(self) -> Table {
        Table { steps: Switch::Off, ..self }
    }

    /// The score, and what was agreed.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Side;
    /// use rulebook_games::backgammon::setup;
    /// assert_eq!(setup().contest().score(Side::Black), 0);
    /// ```
    #[inline]
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Where the checkers are now, in the middle of a turn too.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Position;
    /// use rulebook_games::backgammon::Table;
    /// let table: Table = "4HPwATDgc/ABMA 31 8/5".parse()?;
    /// assert_ne!(table.position(), Position::START);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn position(&self) -> Position {
        self.position
    }

    /// The doubling cube.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Cube;
    /// use rulebook_games::backgammon::setup;
    /// assert_eq!(setup().cube(), Cube::CENTRED);
    /// ```
    #[inline]
    pub fn cube(&self) -> Cube {
        self.cube
    }

    /// What is to be done next.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// use rulebook_games::backgammon::{Stage, Table};
    /// assert_eq!(Table::to_roll(Position::START, Side::White).stage(), Stage::Rolling);
    /// ```
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The roll that is being played, and the steps made so far.
    ///
    /// ```
    /// use rulebook_games::backgammon::{Table, setup};
    /// let table: Table = "4HPwATDgc/ABMA 31 8/5".parse()?;
    /// assert_eq!(table.turn().unwrap().made().to_string(), "8/5");
    /// assert_eq!(setup().turn(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn turn(&self) -> Option<Turn> {
        match self.stage {
            Stage::Moving { roll, made } => Some(Turn::after(self.position, self.side, roll, made)),
            _ => None,
        }
    }

    /// What the player whose turn it is has resigned, as long as it is not
    /// answered.
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::backgammon::board::{Position, Side, Win};
    /// use rulebook_games::backgammon::{Table, book, parse};
    /// let table = Table::to_roll(Position::START, Side::White);
    /// let mut game = book().start(table, Seed(1))?;
    /// game.submit(Seat(0), parse("resign gammon")?)?;
    /// assert_eq!(game.state().resignation(), Some(Win::Gammon));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn resignation(&self) -> Option<Win> {
        self.resignation
    }

    /// Whether plays can be made step by step.
    ///
    /// ```
    /// use rulebook_games::backgammon::setup;
    /// assert!(setup().is_step_by_step());
    /// assert!(!setup().with_whole_plays_only().is_step_by_step());
    /// ```
    #[inline]
    pub fn is_step_by_step(&self) -> bool {
        self.steps == Switch::On
    }

    /// Whose turn it is, whoever answers an offer in it; White if it is
    /// nobody's.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Side};
    /// use rulebook_games::backgammon::Table;
    /// assert_eq!(Table::to_roll(Position::START, Side::Black).side(), Side::Black);
    /// ```
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Who acts next; nobody at the opening, which is chance's.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Position, Side};
    /// use rulebook_games::backgammon::{Table, setup};
    /// let table = Table::to_roll(Position::START, Side::White);
    /// let doubled = table.with_cube(Cube::CENTRED.offered(Side::White));
    /// assert_eq!((table.to_act(), doubled.to_act()), (Some(Side::White), Some(Side::Black)));
    /// assert_eq!(setup().to_act(), None);
    /// ```
    #[inline]
    pub fn to_act(&self) -> Option<Side> {
        match self.stage {
            Stage::Opening => None,
            Stage::Answering => self.cube.offer().map(|offer| offer.by().other()),
            Stage::Rolling | Stage::Moving { .. } if self.resignation.is_some() => {
                Some(self.side.other())
            }
            Stage::Rolling | Stage::Moving { .. } | Stage::Over { .. } => Some(self.side),
        }
    }

    /// How many points the game counts if it is won like this now.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Win};
    /// use rulebook_games::backgammon::setup;
    /// let table = setup().with_cube(Cube::new(1, None).unwrap());
    /// assert_eq!(table.worth(Win::Gammon), 4);
    /// ```
    #[inline]
    pub fn worth(&self, win: Win) -> u32 {
        self.contest.worth(self.cube, win)
    }

    /// What each player got, once it is over: for money the points of the game,
    /// whatever was won before; in a match 1 for the winner and −1 for the
    /// loser.
    #[inline]
    pub(super) fn scores(&self) -> Option<Scores> {
        let Stage::Over { winner, points } = self.stage else { return None };
        if self.contest.terms().length != Length::Money {
            return Some(Scores::win(winner.seat(), 2));
        }
        let points = i32::try_from(points).unwrap_or(i32::MAX);
        Some(Scores::new(&Side::ALL.map(|side| if side == winner { points } else { -points })))
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over { .. })
    }
}

impl Side {
    /// Where this player sits: White has seat 0.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::backgammon::board::Side;
    /// assert_eq!(Side::Black.seat(), Seat(1));
    /// ```
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}
