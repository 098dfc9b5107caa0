//! A game by lines: what somebody writes is read line by line, and what comes
//! of it is told below. It ends with the game, or with its input.

use std::io::{BufRead, Read};

use rulebook::{Choice, Seat, Viewer};

use super::table::{NO_CARDS, Next, Plan, Said, Stop, Table};
use super::voice::{Asked, Voice};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::seats::Who;
use crate::text::cut;

/// How many bytes a line may have.
const LONGEST: u64 = 1 << 20;

/// Plays until the game or the input is over.
pub(super) fn play(
    voice: &mut dyn Voice,
    input: &mut dyn BufRead,
    table: &mut dyn Table,
) -> Result<Answer, Failure> {
    let mut game = Plain { voice, input, table, line: 0 };
    let played = game.play();
    // What was played is kept, also if it ends badly.
    let kept = game.table.close()?;
    played?;
    if let Some(path) = kept {
        game.voice.kept(&path)?;
    }
    Ok(Answer::Yes)
}

struct Plain<'p> {
    voice: &'p mut dyn Voice,
    input: &'p mut dyn BufRead,
    table: &'p mut dyn Table,
    line: usize,
}

impl Plain<'_> {
    /// Plays until the game or the input is over.
    fn play(&mut self) -> Result<(), Failure> {
        self.voice.begins(self.table.game(), self.table.who())?;
        let mut shown = None;
        loop {
            let next = self.table.next()?;
            match &next {
                Next::Over(scores) => {
                    self.board(None)?;
                    return self.voice.over(scores);
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
        let mut line = String::new();
        loop {
            line.clear();
            self.line += 1;
            let cannot = |why: &str| {
                Failure::Usage(format!("line {} of the input cannot be read: {why}", self.line))
            };
            let read = (&mut self.input).take(LONGEST + 1).read_line(&mut line);
            let read = read.map_err(|error| cannot(&error.to_string()))?;
            if read as u64 > LONGEST {
                return Err(cannot(&format!("it has more than {LONGEST} bytes, and no move has.")));
            }
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
        self.voice.board(&self.table.board(viewer)?)
    }

    /// What was done last.
    fn tell_last(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let viewer = self.viewer(seat);
        let last = self.table.last(viewer)?;
        let told = last.iter().take_while(|line| !line.is_empty()).cloned();
        self.voice.happened(&told.collect::<Vec<_>>())
    }

    fn bot(&mut self, seat: Seat) -> Result<(), Failure> {
        let said = match self.table.thinking(seat, &Stop::default())?()? {
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
        let moves = self.table.offers(seat)?;
        self.voice.turn(seat, &moves)?;
        let Some(line) = self.read()? else { return Ok(false) };
        let said = match line.split_once(' ') {
            Some(("why", action)) => {
                let why = self.table.explain(seat, action.trim())?;
                let lines: Vec<String> = why.lines().map(str::to_owned).collect();
                self.voice.shown(Asked::Why, &lines)?;
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
            "help" => self.voice.help()?,
            "board" => self.board(Some(seat))?,
            "moves" => self.voice.shown(Asked::Moves, &self.table.offers(seat)?)?,
            "history" => self.voice.shown(Asked::History, &self.table.history(viewer)?)?,
            "last" => self.voice.shown(Asked::Last, &self.table.last(viewer)?)?,
            "cards" => match self.table.cards(viewer)? {
                none if none.is_empty() => self.voice.refused(&[NO_CARDS.to_owned()])?,
                texts => self.voice.shown(Asked::Cards, &texts)?,
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Tells what came of a line.
    fn report(&mut self, seat: Seat, said: Said) -> Result<bool, Failure> {
        match said {
            Said::Done => self.tell_last(Some(seat))?,
            Said::Refused(why) => self.voice.refused(&why)?,
        }
        Ok(true)
    }

    /// Asks a person to choose. False at the end of the input.
    fn choose(&mut self, choice: &Choice) -> Result<bool, Failure> {
        self.voice.choice(choice)?;
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
                let line = cut(&line);
                let why = format!("{line:?} is no option: write its number, or {options}.");
                self.voice.refused(&[why])?;
                Ok(true)
            }
        }
    }
}
