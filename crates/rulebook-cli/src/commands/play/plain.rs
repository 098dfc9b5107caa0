//! A game by lines: what somebody writes is read line by line, and what comes
//! of it is told below. It ends with the game, or with its input.

use std::io::{BufRead, Read};

use rulebook::{Choice, Seat, Viewer};

use super::table::{NO_CARDS, Next, Plan, Said, Stop, Table};
use super::voice::{Asked, Voice, Way};
use super::words::{Word, half, why_option};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::options::{no_option, option};
use crate::seats::Who;

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
        if let Some(cut) = self.table.cut() {
            self.voice.cut_off(cut)?;
        }
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
            let choice = match &next {
                Next::Choice(choice) => Some(choice),
                _ => None,
            };
            if !self.ask(seat, choice)? {
                return Ok(());
            }
        }
    }

    /// The next line, without what surrounds it, or why nobody can read it; none at
    /// the end.
    fn read(&mut self) -> Result<Option<Result<String, String>>, Failure> {
        let mut line = Vec::new();
        loop {
            line.clear();
            self.line += 1;
            let cannot = |why: &str| {
                Failure::Usage(format!("line {} of the input cannot be read: {why}", self.line))
            };
            let read = (&mut self.input).take(LONGEST + 1).read_until(b'\n', &mut line);
            let read = read.map_err(|error| cannot(&error.to_string()))?;
            if read as u64 > LONGEST {
                return Err(cannot(&format!("it has more than {LONGEST} bytes, and no move has.")));
            }
            if read == 0 {
                return Ok(None);
            }
            let Ok(text) = str::from_utf8(&line) else {
                let why = format!("Line {} of the input is no text in UTF-8.", self.line);
                return Ok(Some(Err(why)));
            };
            // What is sent by a program may come with remarks.
            let said = text.split('#').next().unwrap_or_default().trim();
            if !said.is_empty() {
                return Ok(Some(Ok(said.to_owned())));
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
        self.voice.happened(&self.table.done(viewer)?)
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

    /// Asks a person to act or to choose, reads a line and does what it says.
    /// False at the end.
    fn ask(&mut self, seat: Seat, choice: Option<&Choice>) -> Result<bool, Failure> {
        match choice {
            Some(choice) => self.voice.choice(choice)?,
            None => {
                let (moves, others) =
                    (self.table.offers(seat)?, self.table.offers_of_others(seat)?);
                self.voice.turn(seat, &moves, &others)?;
            }
        }
        let line = match self.read()? {
            Some(Ok(line)) => line,
            Some(Err(why)) => return self.report(seat, Said::Refused(vec![why])),
            None => return Ok(false),
        };
        if let Some(option) = choice.and_then(|choice| option(choice, &line)) {
            let said = self.table.answer(seat, option)?;
            return self.report(seat, said);
        }
        let word = Word::read(&line);
        let said = match (word, choice) {
            (Word::Quit, _) => return Ok(false),
            (Word::Undo, _) => return self.travel(seat, Way::Back),
            (Word::Redo, _) => return self.travel(seat, Way::Forth),
            (Word::Half(whole), _) => Said::Refused(vec![half(whole)]),
            (Word::Move(_), Some(choice)) => Said::Refused(vec![no_option(choice, &line)]),
            (Word::Move(action), None) => self.table.submit_for(seat, action)?,
            (word, _) => {
                self.look(seat, choice, word)?;
                return Ok(true);
            }
        };
        self.report(seat, said)
    }

    /// Shows what somebody only wants to look at.
    fn look(&mut self, seat: Seat, choice: Option<&Choice>, word: Word<'_>) -> Result<(), Failure> {
        let viewer = self.viewer(Some(seat));
        let (asked, lines) = match word {
            Word::Help => return self.voice.help(),
            Word::Board => return self.board(Some(seat)),
            Word::Moves => (Asked::Moves, self.moves(seat, choice)?),
            Word::History => (Asked::History, self.table.history(viewer)?),
            Word::Last => (Asked::Last, self.table.last(viewer)?),
            Word::Why(action) => match why_option(choice, action.text) {
                Some(why) => (Asked::Why, why),
                None => (Asked::Why, self.table.explain(seat, action)?),
            },
            Word::Cards => match self.table.cards(viewer)? {
                none if none.is_empty() => return self.voice.refused(&[NO_CARDS.to_owned()]),
                texts => (Asked::Cards, texts),
            },
            Word::Undo | Word::Redo | Word::Quit | Word::Half(_) | Word::Move(_) => return Ok(()),
        };
        self.voice.shown(asked, &lines)
    }

    /// What can be written now, besides words.
    fn moves(&mut self, seat: Seat, choice: Option<&Choice>) -> Result<Vec<String>, Failure> {
        if let Some(choice) = choice {
            return Ok(choice.options.clone());
        }
        let mut moves = self.table.offers(seat)?;
        moves.extend(self.table.offers_of_others(seat)?);
        Ok(moves)
    }

    /// Takes something back, or brings it back, and tells what it was.
    fn travel(&mut self, seat: Seat, way: Way) -> Result<bool, Failure> {
        let viewer = self.viewer(Some(seat));
        let before = self.table.history(viewer)?;
        let said = match way {
            Way::Back => self.table.undo()?,
            Way::Forth => self.table.redo()?,
        };
        if let Said::Refused(why) = said {
            self.voice.refused(&why)?;
            return Ok(true);
        }
        let after = self.table.history(viewer)?;
        let both = before.len().min(after.len());
        match way {
            // What was done last is taken back first.
            Way::Back => {
                self.voice.travelled(way, &before[both..].iter().rev().collect::<Vec<_>>())?
            }
            Way::Forth => self.voice.travelled(way, &after[both..].iter().collect::<Vec<_>>())?,
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
}
