//! A game by lines: what somebody writes is read line by line, and what comes
//! of it is written below. It ends with the game, or with its input.

use std::io::BufRead;

use rulebook::{Choice, Seat, Viewer};

use super::table::{Next, Plan, Said, Table};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::paint::{BAD, FAINT, GOOD, OPEN, PLAIN, Paper, STRONG};
use crate::seats::Who;
use crate::text::list;
use crate::verdict::verdict;

const HELP: &str = "Write a move, or: moves (what you can do), board, why MOVE (is it legal, and \
                    by which rule), last (the last decision explained), history, undo, redo, \
                    help, quit.";

/// Plays until the game or the input is over.
pub(super) fn play(
    paper: &mut Paper,
    input: &mut dyn BufRead,
    table: &mut dyn Table,
) -> Result<Answer, Failure> {
    let mut game = Plain { paper, input, table, line: 0 };
    let played = game.play();
    // What was played is kept, also if it ends badly.
    let kept = game.table.close()?;
    played?;
    if let Some(path) = kept {
        game.paper.prose(0, FAINT, &format!("The record is in {}.", path.display()))?;
    }
    Ok(Answer::Yes)
}

/// Who sits where.
fn cast(who: &[Who]) -> String {
    let seats: Vec<String> =
        who.iter().enumerate().map(|(seat, who)| format!("seat {seat} {who}")).collect();
    list(&seats, "and")
}
struct Plain<'p> {
    paper: &'p mut Paper,
    input: &'p mut dyn BufRead,
    table: &'p mut dyn Table,
    line: usize,
}

impl Plain<'_> {
    /// Plays until the game or the input is over.
    fn play(&mut self) -> Result<(), Failure> {
        let title = format!("{}: {}", self.table.game(), cast(self.table.who()));
        self.paper.prose(0, STRONG, &title)?;
        self.paper.prose(0, FAINT, HELP)?;
        let mut shown = None;
        loop {
            let next = self.table.next()?;
            match &next {
                Next::Over(scores) => {
                    self.board(None)?;
                    return Ok(self.paper.prose(0, STRONG, &verdict(scores))?);
                }
                Next::Chance(by) => {
                    self.table.chance(*by)?;
                    self.tell_last(None)?;
                    continue;
                }
                Next::Choice(_) | Next::Seat(_) => {}
            }
            let Some(seat) = next.seat() else { continue };
            if self.table.who().get(seat.index()) != Some(&Who::Human) {
                self.bot(seat)?;
                continue;
            }
            let now = Some((seat, self.table.number()));
            if shown != now {
                self.board(Some(seat))?;
                shown = now;
            }
            let goes_on = match &next {
                Next::Choice(choice) => self.choose(choice)?,
                _ => self.turn(seat)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// The next line, without what surrounds it; none at the end.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        self.paper.flush()?;
        let mut line = String::new();
        loop {
            line.clear();
            self.line += 1;
            let read = self.input.read_line(&mut line);
            let read = read.map_err(|error| {
                Failure::Usage(format!("line {} of the input cannot be read: {error}", self.line))
            })?;
            if read == 0 {
                return Ok(None);
            }
            // What is sent by a program may come with remarks.
            let said = line.split('#').next().unwrap_or_default().trim();
            if !said.is_empty() {
                return Ok(Some(said.to_owned()));
            }
        }
    }

    /// Who looks: a person on whose turn it is sees what their seat sees.
    fn viewer(&self, seat: Option<Seat>) -> Viewer {
        let humans: Vec<Seat> = (0..)
            .map(Seat)
            .zip(self.table.who())
            .filter(|(_, who)| **who == Who::Human)
            .map(|(seat, _)| seat)
            .collect();
        match (seat, humans.as_slice()) {
            (Some(seat), _) => Viewer::Seat(seat),
            (None, [only]) => Viewer::Seat(*only),
            _ => Viewer::Spectator,
        }
    }

    fn board(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let viewer = self.viewer(seat);
        let board = self.table.board(viewer)?;
        self.paper.blank()?;
        self.paper.drawing(&board)?;
        Ok(())
    }

    /// What was done last.
    fn tell_last(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let viewer = self.viewer(seat);
        let last = self.table.last(viewer)?;
        let told = last.iter().take_while(|line| !line.is_empty());
        for line in told {
            self.paper.prose(0, PLAIN, line)?;
        }
        Ok(())
    }

    fn bot(&mut self, seat: Seat) -> Result<(), Failure> {
        let said = match self.table.thinking(seat)?()? {
            Plan::Act(action) => self.table.submit(seat, &action)?,
            Plan::Answer(option) => self.table.answer(seat, option)?,
        };
        match said {
            Said::Done => self.tell_last(None),
            Said::Refused(why) => {
                let done = format!("what the bot on {seat} does");
                Err(Failure::Unexpected { done, outcome: why.join(" ") })
            }
        }
    }

    /// Reads a line and does what it says. False at the end.
    fn turn(&mut self, seat: Seat) -> Result<bool, Failure> {
        self.paper.prose(0, OPEN, &format!("{seat} to act:"))?;
        let Some(line) = self.read()? else { return Ok(false) };
        let said = match line.split_once(' ') {
            Some(("why", action)) => {
                let why = self.table.explain(seat, action.trim())?;
                self.paper.drawing(&why)?;
                return Ok(true);
            }
            _ => match line.as_str() {
                "quit" => return Ok(false),
                "undo" => self.table.undo()?,
                "redo" => self.table.redo()?,
                action if self.look(seat, action)? => return Ok(true),
                action => self.table.submit(seat, action)?,
            },
        };
        self.report(seat, said)
    }

    /// What only looks, and does nothing. False if it is none of it.
    fn look(&mut self, seat: Seat, word: &str) -> Result<bool, Failure> {
        let viewer = self.viewer(Some(seat));
        match word {
            "help" => self.paper.prose(0, FAINT, HELP)?,
            "board" => self.board(Some(seat))?,
            "moves" => {
                let offers = self.table.offers(seat)?;
                self.paper.prose(0, PLAIN, &offers.join(", "))?;
            }
            "history" => {
                for line in self.table.history(viewer)? {
                    self.paper.prose(0, PLAIN, &line)?;
                }
            }
            "last" => {
                for line in self.table.last(viewer)? {
                    self.paper.line(PLAIN, &line)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Tells what came of a line.
    fn report(&mut self, seat: Seat, said: Said) -> Result<bool, Failure> {
        match said {
            Said::Done => self.tell_last(Some(seat))?,
            Said::Refused(why) => {
                for why in why {
                    self.paper.prose(0, BAD, &format!("✗ {why}"))?;
                }
            }
        }
        Ok(true)
    }

    /// Asks a person to choose. False at the end of the input.
    fn choose(&mut self, choice: &Choice) -> Result<bool, Failure> {
        self.paper.prose(0, OPEN, &format!("{}, {}", choice.seat, choice.question))?;
        for (number, option) in choice.options.iter().enumerate() {
            self.paper.prose(2, GOOD, &format!("{number}: {option}"))?;
        }
        let Some(line) = self.read()? else { return Ok(false) };
        if line == "quit" {
            return Ok(false);
        }
        let named = choice.options.iter().position(|option| *option == line);
        let numbered = line.parse().ok().filter(|number| *number < choice.options.len());
        match named.or(numbered) {
            Some(option) => {
                let said = self.table.answer(choice.seat, option as u32)?;
                self.report(choice.seat, said)
            }
            None => {
                let options = choice.options.join(", ");
                let why = format!("✗ {line:?} is no option: write its number, or {options}.");
                self.paper.prose(0, BAD, &why)?;
                Ok(true)
            }
        }
    }
}
