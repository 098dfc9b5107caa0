//! A table is read.

use std::str::FromStr;

use super::super::board::{
    Beavers, Contest, Crawford, Cube, Cursor, Expected, GnuId, Layout, Length, Play, Position,
    PositionId, PositionIdProblem, Roll, Side, Step, Switch, Terms, TextError, Turn, Win, check,
    read_layout,
};
use super::super::{Stage, Table, TableProblem, TableProblems};
use super::TableTextError;

/// As a table is written; or the ids that GNU Backgammon gives to a position
/// and its match.
///
/// ```
/// use rulebook_games::backgammon::Table;
/// use rulebook_games::backgammon::board::{Position, Roll, Side};
/// let rolled = Table::rolled(Position::START, Side::Black, Roll::new(3, 1).unwrap());
/// assert_eq!("4HPwATDgc/ABMA, black to play 31".parse(), Ok(rolled));
/// assert_eq!("4HPwATDgc/ABMA".parse(), Ok(Table::to_roll(Position::START, Side::White)));
///
/// let table: Table = "4HPwATDgc/ABMA:cInlAAAAAAAE, whole plays".parse()?;
/// assert_eq!(table.to_string(), "4HPwATDgc/ABMA, black to play 31, match to 7, whole plays");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Table {
    type Err = TableTextError;

    fn from_str(text: &str) -> Result<Table, TableTextError> {
        let mut cursor = Cursor::new(text);
        let (board, mut said) = (board(&mut cursor)?, Said::default());
        if cursor.take(" ") {
            said.dice(&mut cursor, " ")?;
        } else if !matches!(board, Board::Both(_)) {
            said.turn(&mut cursor)?;
        }
        if !matches!(board, Board::Both(_)) {
            said.game(&mut cursor)?;
        }
        said.agreed(&mut cursor)?;
        let has_steps = !clause(&mut cursor, "whole plays");
        if !cursor.is_at_end() {
            return Err(cursor.error(Expected::Clause).into());
        }
        let table = match board {
            Board::Both(id) => said.rolled(Table::from_gnu(id, said.terms)?)?,
            Board::Id(id) => said.table(id.position(said.side))?,
            Board::Layout(layout) => {
                said.table(layout.check().map_err(PositionIdProblem::Impossible))?
            }
        };
        Ok(if has_steps { table } else { table.with_whole_plays_only() })
    }
}

/// Where the checkers are, as it is written.
enum Board {
    Id(PositionId),
    Both(GnuId),
    Layout(Layout),
}

fn board(cursor: &mut Cursor<'_>) -> Result<Board, TextError> {
    let written = cursor.rest().split(',').next().unwrap_or_default();
    // No id has a space in it.
    if written.starts_with("white ") {
        return read_layout(cursor).map(Board::Layout);
    }
    if written.contains(':') {
        return cursor.take_until(&[',', ' ']).map(Board::Both);
    }
    cursor.take_until(&[',', ' ']).map(Board::Id)
}

/// Reads this, if it is said next.
fn clause(cursor: &mut Cursor<'_>, words: &str) -> bool {
    cursor.take(&format!(", {words}"))
}

fn number<T: FromStr>(cursor: &mut Cursor<'_>) -> Result<T, TextError> {
    cursor.take_amount().ok_or_else(|| cursor.error(Expected::Number))
}

fn side(cursor: &mut Cursor<'_>) -> Result<Side, TextError> {
    let named = Side::ALL.into_iter().find(|side| cursor.take(&side.to_string()));
    named.ok_or_else(|| cursor.error(Expected::Clause))
}

/// Who won the last game, and how many points.
fn over(cursor: &mut Cursor<'_>) -> Result<Stage, TextError> {
    let winner = Side::ALL.into_iter().find(|side| clause(cursor, &format!("{side} won ")));
    let winner = winner.ok_or_else(|| cursor.error(Expected::Winner))?;
    Ok(Stage::Over { winner, points: number(cursor)? })
}

/// What is said of a table besides where the checkers are.
struct Said {
    side: Side,
    stage: Stage,
    steps: Vec<Step>,
    cube: Cube,
    resignation: Option<Win>,
    terms: Terms,
    score: [u32; 2],
    crawford: Crawford,
}

/// White is to roll, in a game for money.
impl Default for Said {
    fn default() -> Said {
        Said {
            side: Side::White,
            stage: Stage::Rolling,
            steps: Vec::new(),
            cube: Cube::CENTRED,
            resignation: None,
            terms: Terms::money(),
            score: [0; 2],
            crawford: Crawford::Before,
        }
    }
}

impl Said {
    /// What the id of a match says too.
    fn game(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
        self.cube(cursor)?;
        if clause(cursor, "resigned ") {
            let win = Win::ALL.into_iter().find(|win| cursor.take(&win.to_string()));
            self.resignation = Some(win.ok_or_else(|| cursor.error(Expected::Win))?);
        }
        if clause(cursor, "match to ") {
            let points = cursor.take_amount().map(Length::Match);
            self.terms.length = points.ok_or_else(|| cursor.error(Expected::Number))?;
        }
        if clause(cursor, "score ") {
            let white = number(cursor)?;
            let goes_on = cursor.take("-");
            let black = goes_on.then(|| number(cursor)).transpose()?;
            self.score = [white, black.ok_or_else(|| cursor.error(Expected::Number))?];
        }
        if clause(cursor, "Crawford game") {
            self.crawford = Crawford::Now;
        } else if clause(cursor, "after the Crawford game") {
            self.crawford = Crawford::After;
        }
        if clause(cursor, "Jacoby rule") {
            self.terms.jacoby = Switch::On;
        }
        Ok(())
    }

    fn turn(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
        if clause(cursor, "opening") {
            self.stage = Stage::Opening;
        } else if clause(cursor, "over") {
            self.stage = over(cursor)?;
        } else if let Some(side) =
            Side::ALL.into_iter().find(|side| clause(cursor, &format!("{side} to ")))
        {
            self.side = side;
            if cursor.take("play ") {
                self.dice(cursor, ": ")?;
            } else if !cursor.take("roll") {
                return Err(cursor.error(Expected::ToDo));
            }
        }
        Ok(())
    }

    /// The dice, and behind that the steps.
    fn dice(&mut self, cursor: &mut Cursor<'_>, behind: &str) -> Result<(), TextError> {
        let roll: Roll = cursor.take_until(&[',', ':', ' '])?;
        self.stage = Stage::Moving { roll, made: Play::NONE };
        let mut goes_on = cursor.take(behind);
        while goes_on {
            self.steps.push(cursor.take_until(&[',', ' '])?);
            goes_on = cursor.take(" ");
        }
        Ok(())
    }

    fn cube(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
        if clause(cursor, "cube ") {
            let at = cursor.at();
            let value = number::<u32>(cursor)?;
            let owner = cursor.take(" of ").then(|| side(cursor)).transpose()?;
            let cube = Some(value).filter(|value| value.is_power_of_two());
            let cube = cube.and_then(|value| Cube::new(value.ilog2() as u8, owner));
            self.cube = cube.ok_or_else(|| cursor.error_at(at, Expected::CubeValue))?;
        }
        let times = if clause(cursor, "doubled") {
            Some(0)
        } else if clause(cursor, "beavered ") {
            Some(number(cursor)?)
        } else {
            None
        };
        if let Some(times) = times {
            let is_named = cursor.take(" by ");
            let by = is_named.then(|| side(cursor)).transpose()?;
            let by = by.ok_or_else(|| cursor.error(Expected::Clause))?;
            self.cube = self.cube.offered_after(by, times);
        }
        Ok(())
    }

    /// What the id of a match does not say.
    fn agreed(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
        if clause(cursor, "no cube") {
            self.terms.cube = Switch::Off;
        }
        if clause(cursor, "beavers ") {
            self.terms.beavers = Beavers::UpTo(number(cursor)?);
        }
        if clause(cursor, "no Crawford rule") {
            self.terms.crawford = Switch::Off;
        }
        Ok(())
    }

    /// The table of an id, with the dice and steps that are said behind it.
    fn rolled(&self, table: Table) -> Result<Table, TableProblems> {
        let Stage::Moving { roll: said, .. } = self.stage else { return Ok(table) };
        let mut problems = Vec::new();
        match table.stage() {
            Stage::Moving { roll, .. } => {
                if [roll.high(), roll.low()] != [said.high(), said.low()] {
                    problems.push(TableProblem::OtherDice { said, roll });
                }
            }
            Stage::Rolling => {}
            Stage::Opening | Stage::Answering | Stage::Over { .. } => {
                problems.push(TableProblem::NobodyPlays);
            }
        }
        let turn = Said { side: table.side(), steps: self.steps.clone(), ..*self };
        let (position, stage) = turn.stepped(table.position(), &mut problems);
        let parts = (table.side(), stage, table.resignation());
        let table = Table::with_parts(*table.contest(), position, table.cube(), parts);
        TableProblems::unless_any(Some(table), problems)
    }

    /// The table of which this is said, if there is one.
    fn table(&self, position: Result<Position, PositionIdProblem>) -> Result<Table, TableProblems> {
        let mut problems = Vec::new();
        let contest = Contest::at(self.terms, self.score, self.crawford).map_err(|wrong| {
            let wrong = wrong.problems().iter();
            problems.extend(wrong.map(|&problem| TableProblem::Score { problem }));
        });
        let position =
            position.map_err(|problem| problems.push(TableProblem::Position { problem })).ok();
        let Ok(contest) = contest else {
            return TableProblems::unless_any(None, problems);
        };
        // With any position one can see what else is wrong.
        let mut more = Vec::new();
        let (now, stage) = self.stepped(position.unwrap_or(Position::START), &mut more);
        let parts = (self.side, stage, self.resignation);
        let table = Table::with_parts(contest, now, self.cube, parts);
        more.extend(table.problems());
        more.retain(|problem| position.is_some() || !problem.is_about_checkers());
        problems.extend(more);
        TableProblems::unless_any(position.map(|_| table), problems)
    }

    /// Where the checkers are after the steps, and the stage of the game.
    fn stepped(&self, begun: Position, problems: &mut Vec<TableProblem>) -> (Position, Stage) {
        let Stage::Moving { roll, .. } = self.stage else {
            let is_offered = self.stage == Stage::Rolling && self.cube.offer().is_some();
            return (begun, if is_offered { Stage::Answering } else { self.stage });
        };
        let mut turn = Turn::new(begun, self.side, roll);
        for (number, &step) in (1..).zip(&self.steps) {
            let wrong = check::step(&turn, step).into_iter();
            let before = problems.len();
            problems.extend(wrong.map(|problem| TableProblem::Step { number, problem }));
            // The board after an impossible step does not exist.
            if problems.len() > before {
                break;
            }
            turn.go_on(step);
        }
        (turn.position(), Stage::Moving { roll, made: turn.made() })
    }
}
