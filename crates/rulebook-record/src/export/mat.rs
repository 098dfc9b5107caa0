//! Backgammon as a `.mat` file, as Jellyfish and GNU Backgammon write it.
//!
//! Two columns, White's on the left; each cell is a roll and what was played,
//! or a word about the cube. Points are counted from the player's own side. GNU
//! Backgammon reads such files; what it writes back differs in the order of steps
//! and in the words "and the match", which are Jellyfish's.

use std::fmt::Write;

use rulebook::Session;
use rulebook_games::backgammon::board::{Place, Play, Position, Roll, Side};
use rulebook_games::backgammon::{Event, Stage, Table, Victory};

use super::{ExportError, each_event, player};
use crate::entry::Header;
use crate::recordable::Recordable;

/// A game or match of backgammon as a `.mat` file: what stands in the end.
/// Resignations that were declined are not in it.
///
/// # Errors
///
/// If the session has forgotten how the game began; if it did not begin at the
/// start of a game, or beavers were turned, for which such a file has no words.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::{Playable, backgammon::{Action, Backgammon}};
/// use rulebook_record::{Reader, Recorder, mat, session_options};
///
/// let mut game = Backgammon::book().start_with(Backgammon::setup(), Seed(4), session_options())?;
/// let mut recorder = Recorder::start(Vec::new(), &mut game)?;
/// recorder.submit(&mut game, By::Chance, Action::Throw)?;
/// let first = game.legal_all()?.remove(0);
/// recorder.play(&mut game, first)?;
/// let record = recorder.finish(&game)?;
/// let text = mat(Reader::open(&record[..])?.header(), &game)?;
/// assert!(text.starts_with(" 0 point match\n\n Game 1\n White : 0"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mat<G>(header: &Header, session: &Session<G>) -> Result<String, ExportError>
where
    G: Recordable<State = Table, Event = Event>,
{
    let mut sheet: Option<Sheet> = None;
    let end = each_event(header, session, |table, event| {
        let sheet = match &mut sheet {
            Some(sheet) => sheet,
            None => sheet.insert(Sheet::begin(header, table)?),
        };
        sheet.event(table, event)
    })?;
    let sheet = match sheet {
        Some(sheet) => sheet,
        None => Sheet::begin(header, &end)?,
    };
    Ok(sheet.finish())
}

/// How wide a cell of the left column is.
const CELL: usize = 27;
/// How far the right column stands from the left edge, where a line has
/// nothing else.
const RIGHT: usize = 34;

/// What is written so far.
struct Sheet {
    text: String,
    names: [String; 2],
    games: u32,
    /// How many cells this game has; nothing is written yet of one that has
    /// none.
    cells: usize,
}

impl Sheet {
    fn begin(header: &Header, table: &Table) -> Result<Sheet, ExportError> {
        if table.stage() != Stage::Opening || table.position() != Position::START {
            let why = "a .mat file begins every game at its start, and this one begins elsewhere.";
            return Err(ExportError::Unsayable(why.to_owned()));
        }
        let goal = table.contest().terms().length.goal().unwrap_or(0);
        let names = [(0, "White"), (1, "Black")]
            .map(|(seat, colour)| player(header, seat).unwrap_or(colour).replace(':', " "));
        let mut sheet = Sheet { text: format!(" {goal} point match\n"), names, games: 0, cells: 0 };
        sheet.game(table);
        Ok(sheet)
    }

    /// The heading of a game.
    fn game(&mut self, table: &Table) {
        self.games += 1;
        self.cells = 0;
        let [white, black] = Side::ALL
            .map(|side| format!("{} : {}", self.names[side.index()], table.contest().score(side)));
        let _ = write!(self.text, "\n Game {}\n {white:<31}{black}\n", self.games);
    }

    fn event(&mut self, table: &Table, event: &Event) -> Result<(), ExportError> {
        let is_new = table.stage() == Stage::Opening && self.cells > 0;
        if is_new {
            self.game(table);
        }
        match event {
            Event::Played { play } => self.played(table, *play),
            Event::Finished => {
                let made = match table.stage() {
                    Stage::Moving { made, .. } => made,
                    _ => Play::NONE,
                };
                self.played(table, made);
            }
            Event::Doubled { by } => {
                self.cell(*by, &format!(" Doubles => {}", 2 * table.cube().value()));
            }
            Event::Taken { by } => self.cell(*by, " Takes"),
            Event::Beavered { .. } => {
                let why = "a .mat file has no words for beavers.".to_owned();
                return Err(ExportError::Unsayable(why));
            }
            Event::Won { winner, victory, points } => self.won(table, *winner, *victory, *points),
            Event::Thrown { .. }
            | Event::Rolled { .. }
            | Event::Stepped { .. }
            | Event::TakenBack { .. }
            | Event::Resigned { .. }
            | Event::Declined { .. } => {}
        }
        Ok(())
    }

    fn played(&mut self, table: &Table, play: Play) {
        let Stage::Moving { roll, .. } = table.stage() else { return };
        self.cell(table.side(), &said(roll, play));
    }

    /// Writes a cell in the player's column. Players take turns, so a column is
    /// left empty only where Black begins.
    fn cell(&mut self, side: Side, said: &str) {
        if self.cells % 2 != side.index() {
            self.next("");
        }
        self.next(said);
    }

    fn next(&mut self, said: &str) {
        let _ = if self.cells.is_multiple_of(2) {
            write!(self.text, "{:>3}) {said:<CELL$} ", self.cells / 2 + 1)
        } else {
            writeln!(self.text, "{said}")
        };
        self.cells += 1;
    }

    fn won(&mut self, table: &Table, winner: Side, victory: Victory, points: u32) {
        if victory == Victory::Dropped {
            self.cell(winner.other(), " Drops");
        }
        let plural = if points == 1 { "" } else { "s" };
        let contest = table.contest().scored(winner, points);
        let of_match = if contest.winner().is_some() { " and the match" } else { "" };
        let said = format!("Wins {points} point{plural}{of_match}");
        // It stands in the winner's column: beside what the loser did last, or
        // below what the winner did.
        let is_beside = self.cells % 2 == 1 && winner == Side::Black;
        if self.cells % 2 == 1 && !is_beside {
            self.trim();
            self.text.push('\n');
        }
        let indent = match (winner, is_beside) {
            (_, true) => 0,
            (Side::White, false) => 6,
            (Side::Black, false) => RIGHT,
        };
        let _ = writeln!(self.text, "{:indent$}{said}", "");
        self.cells += 2 - self.cells % 2;
    }

    fn trim(&mut self) {
        self.text.truncate(self.text.trim_end().len());
    }

    fn finish(mut self) -> String {
        self.trim();
        self.text.push('\n');
        self.text
    }
}

/// A roll and what was played with it, every step by itself; the bar is 25, and
/// off is 0.
fn said(roll: Roll, play: Play) -> String {
    let place = |place: Place| match place {
        Place::BAR => "25".to_owned(),
        Place::OFF => "0".to_owned(),
        point => point.number().to_string(),
    };
    let steps = play.steps().map(|step| {
        let star = if step.hits() { "*" } else { "" };
        format!("{}/{}{star}", place(step.from()), place(step.to()))
    });
    let steps: Vec<String> = steps.collect();
    let dice = roll.dice();
    format!("{}{}: {}", dice[0], dice[1], steps.join(" "))
}
