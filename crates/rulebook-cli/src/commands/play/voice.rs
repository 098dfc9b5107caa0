//! How a game by lines is told.

use std::io;
use std::path::Path;

use rulebook::{Choice, Scores, Seat};

use super::table::Cut;
use crate::failure::Failure;
use crate::paint::{BACK, BAD, FAINT, GOOD, OPEN, PLAIN, Paper, STRONG};
use crate::seats::Who;
use crate::text::list;
use crate::verdict::verdict;

const HELP: &str = "Write a move, or: moves (what you can do), board, why MOVE (is it legal, and \
                    by which rule), last (the last decision explained), history, cards (what \
                    they say), undo, redo, as SEAT MOVE (for another person here), help, quit.";

/// What somebody asked to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Moves,
    History,
    Last,
    Why,
    Cards,
}

/// Where somebody goes through the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Something is taken back.
    Back,
    /// What was taken back is done again.
    Forth,
}

/// What becomes of a game by lines, told to people or to programs.
pub(super) trait Voice {
    /// The game begins, or goes on.
    fn begins(&mut self, game: &str, who: &[Who]) -> Result<(), Failure>;

    /// The record that the game goes on from was cut off.
    fn cut_off(&mut self, cut: &Cut) -> Result<(), Failure>;

    /// What can be written.
    fn help(&mut self) -> Result<(), Failure>;

    /// The board, as somebody sees it.
    fn board(&mut self, board: &str) -> Result<(), Failure>;

    /// What was done last, a line for each part of it.
    fn happened(&mut self, lines: &[String]) -> Result<(), Failure>;

    /// What was taken back or done again, a line for each action.
    fn travelled(&mut self, way: Way, lines: &[&String]) -> Result<(), Failure>;

    /// Somebody has the turn, and can do this, and other people that meanwhile;
    /// everything before it was told.
    fn turn(&mut self, seat: Seat, moves: &[String], others: &[String]) -> Result<(), Failure>;

    /// Somebody must choose; everything before it was told.
    fn choice(&mut self, choice: &Choice) -> Result<(), Failure>;

    /// Why a line came to nothing.
    fn refused(&mut self, why: &[String]) -> Result<(), Failure>;

    /// What somebody asked for.
    fn shown(&mut self, asked: Asked, lines: &[String]) -> Result<(), Failure>;

    /// The game is over.
    fn over(&mut self, scores: &Scores) -> Result<(), Failure>;

    /// Where the record is.
    fn kept(&mut self, path: &Path) -> Result<(), Failure>;
}

/// For people.
pub(super) struct Words<'p>(pub(super) &'p mut Paper);

impl Words<'_> {
    /// A line, and what does not fit into it below it, indented as it is.
    fn indented(&mut self, line: &str) -> io::Result<()> {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        match text.split_once(' ') {
            Some((mark, text)) if indent > 0 => self.0.item(indent, mark, PLAIN, text),
            _ => self.0.prose(indent, PLAIN, text),
        }
    }
}

impl Voice for Words<'_> {
    fn begins(&mut self, game: &str, who: &[Who]) -> Result<(), Failure> {
        let seats = who.iter().enumerate().map(|(seat, who)| format!("seat {seat} {who}"));
        let seats: Vec<String> = seats.collect();
        self.0.prose(0, STRONG, &format!("{game}: {}", list(&seats, "and")))?;
        self.help()
    }

    fn cut_off(&mut self, cut: &Cut) -> Result<(), Failure> {
        Ok(self.0.prose(0, OPEN, &cut.said)?)
    }

    fn help(&mut self) -> Result<(), Failure> {
        Ok(self.0.prose(0, FAINT, HELP)?)
    }

    fn board(&mut self, board: &str) -> Result<(), Failure> {
        self.0.blank()?;
        Ok(self.0.drawing(board)?)
    }

    fn happened(&mut self, lines: &[String]) -> Result<(), Failure> {
        Ok(lines.iter().try_for_each(|line| self.0.prose(0, PLAIN, line))?)
    }

    fn travelled(&mut self, way: Way, lines: &[&String]) -> Result<(), Failure> {
        let done = match way {
            Way::Back => "taken back",
            Way::Forth => "done again",
        };
        let tell = |line: &&String| self.0.prose(0, BACK, &format!("{done}: {line}"));
        Ok(lines.iter().try_for_each(tell)?)
    }

    fn turn(&mut self, seat: Seat, _moves: &[String], others: &[String]) -> Result<(), Failure> {
        let others = match others {
            [] => String::new(),
            others => format!(" (or {})", list(others, "or")),
        };
        self.0.prose(0, OPEN, &format!("{seat} to act{others}:"))?;
        Ok(self.0.flush()?)
    }

    fn choice(&mut self, choice: &Choice) -> Result<(), Failure> {
        self.0.prose(0, OPEN, &format!("{}, {}", choice.seat, choice.question))?;
        for (number, option) in choice.options.iter().enumerate() {
            self.0.prose(2, GOOD, &format!("{number}: {option}"))?;
        }
        Ok(self.0.flush()?)
    }

    fn refused(&mut self, why: &[String]) -> Result<(), Failure> {
        Ok(why.iter().try_for_each(|why| self.0.prose(0, BAD, &format!("✗ {why}")))?)
    }

    fn shown(&mut self, asked: Asked, lines: &[String]) -> Result<(), Failure> {
        Ok(match asked {
            Asked::Moves => self.0.prose(0, PLAIN, &lines.join(", ")),
            Asked::History => lines.iter().try_for_each(|line| self.0.prose(0, PLAIN, line)),
            Asked::Cards => lines.iter().try_for_each(|line| self.0.prose(0, PLAIN, line)),
            Asked::Last | Asked::Why => lines.iter().try_for_each(|line| self.indented(line)),
        }?)
    }

    fn over(&mut self, scores: &Scores) -> Result<(), Failure> {
        Ok(self.0.prose(0, STRONG, &verdict(scores))?)
    }

    fn kept(&mut self, path: &Path) -> Result<(), Failure> {
        Ok(self.0.prose(0, FAINT, &format!("The record is in {}.", path.display()))?)
    }
}
