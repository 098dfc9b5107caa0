//! What is in the window, and how it goes on.

use std::cell::Cell;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use rulebook::{Seat, Viewer};
use rulebook_bots::NoDecision;

use super::matching::matching;
use crate::commands::play::table::{Next, Plan, Said, Stop, Table};
use crate::commands::play::words::{WORDS, Word, half, why_option};
use crate::failure::Failure;
use crate::options::{no_option, option};
use crate::seats::Who;

/// What fills the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    /// The game.
    Game,
    /// The keys.
    Help,
    /// The last decision, explained.
    Last,
    /// Why a move is legal or not.
    Why,
    /// What happened so far.
    History,
    /// What the cards say.
    Cards,
    /// Another person comes to the keyboard.
    HandOver(Seat),
    /// Whether to leave.
    Leave,
}

/// A bot that thinks elsewhere. If nobody waits for it any more, it stops.
struct Thought {
    seat: Seat,
    answer: Receiver<Result<Plan, NoDecision>>,
    stop: Stop,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

/// The game in the window.
pub(super) struct App {
    pub(super) table: Box<dyn Table>,
    pub(super) page: Page,
    pub(super) next: Next,
    /// Whose eyes the window shows the game through.
    pub(super) viewer: Viewer,
    pub(super) board: Vec<String>,
    /// What the one who looks can do or answer now.
    pub(super) offers: Vec<String>,
    pub(super) last: Vec<String>,
    /// Why the move that somebody asked about is legal or not.
    pub(super) why: Vec<String>,
    pub(super) history: Vec<String>,
    pub(super) cards: Vec<String>,
    /// What is being written.
    pub(super) input: String,
    /// Which of the moves that fit is chosen with the arrows.
    pub(super) chosen: Option<usize>,
    /// Why something was refused, or that the record was cut off.
    pub(super) message: Vec<String>,
    /// How far the board is moved out of the window, and the text.
    pub(super) board_at: u16,
    pub(super) text_at: u16,
    /// How far they could be moved when they were drawn.
    pub(super) board_most: Cell<u16>,
    pub(super) text_most: Cell<u16>,
    thought: Option<Thought>,
    /// What ended the game against everybody's will.
    failure: Option<Failure>,
    left: bool,
}

impl App {
    /// Sits down at a table.
    pub(super) fn new(mut table: Box<dyn Table>) -> Result<Self, Failure> {
        let next = table.next()?;
        let message = table.cut().map(|cut| cut.said.clone()).into_iter().collect();
        let mut app = App {
            table,
            page: Page::Game,
            next,
            viewer: Viewer::Spectator,
            board: Vec::new(),
            offers: Vec::new(),
            last: Vec::new(),
            why: Vec::new(),
            history: Vec::new(),
            cards: Vec::new(),
            input: String::new(),
            chosen: None,
            message,
            board_at: 0,
            text_at: 0,
            board_most: Cell::new(0),
            text_most: Cell::new(0),
            thought: None,
            failure: None,
            left: false,
        };
        app.viewer = app.first_viewer();
        app.look()?;
        Ok(app)
    }

    /// Whether somebody has left.
    pub(super) fn has_left(&self) -> bool {
        self.left
    }

    pub(super) fn leave(&mut self) {
        self.thought = None;
        self.left = true;
    }

    /// Whether a bot thinks, and on which seat.
    pub(super) fn thinks(&self) -> Option<Seat> {
        self.thought.as_ref().map(|thought| thought.seat)
    }

    pub(super) fn who(&self, seat: Seat) -> Who {
        self.table.who().get(seat.index()).copied().unwrap_or(Who::Random)
    }

    fn humans(&self) -> Vec<Seat> {
        let seats = (0..).map(Seat).take(self.table.who().len());
        seats.filter(|seat| self.who(*seat) == Who::Human).collect()
    }

    /// Where there is one person, they look; where there are several, whoever
    /// acts; where there is none, nobody in particular.
    fn first_viewer(&self) -> Viewer {
        match (self.humans().as_slice(), self.next.seat()) {
            ([], _) => Viewer::Spectator,
            ([only], _) => Viewer::Seat(*only),
            (humans, Some(seat)) if humans.contains(&seat) => Viewer::Seat(seat),
            ([first, ..], _) => Viewer::Seat(*first),
        }
    }

    /// The person who has to do something now, if they look.
    pub(super) fn asked(&self) -> Option<Seat> {
        let seat = self.next.seat()?;
        (self.who(seat) == Who::Human && self.viewer.is(seat)).then_some(seat)
    }

    /// Looks at the table again.
    pub(super) fn look(&mut self) -> Result<(), Failure> {
        self.next = self.table.next()?;
        if let Some(seat) = self.next.seat()
            && self.who(seat) == Who::Human
            && !self.viewer.is(seat)
        {
            // Nobody sees another's cards; where there are none, it is enough
            // to turn the board.
            if self.table.is_open() {
                self.viewer = Viewer::Seat(seat);
            } else if self.page != Page::Leave {
                self.page = Page::HandOver(seat);
            }
        }
        self.board = self.table.board(self.viewer)?.lines().map(str::to_owned).collect();
        self.offers = match (&self.next, self.asked()) {
            (Next::Choice(choice), Some(_)) => choice.options.clone(),
            (Next::Seat(seat), Some(_)) => {
                let mut offers = self.table.offers(*seat)?;
                offers.extend(self.table.offers_of_others(*seat)?);
                offers
            }
            _ => Vec::new(),
        };
        self.last = self.table.last(self.viewer)?;
        self.history = self.table.history(self.viewer)?;
        self.cards = self.table.cards(self.viewer)?;
        self.text_at = 0;
        Ok(())
    }

    /// The person to whom the keyboard was handed looks now.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Result<(), Failure> {
        self.viewer = Viewer::Seat(seat);
        self.page = Page::Game;
        self.message.clear();
        self.look()
    }

    /// The moves that fit what is written.
    pub(super) fn fitting(&self) -> Vec<usize> {
        matching(&self.offers, &self.input)
    }

    /// Whether a word is being written that is no move.
    pub(super) fn is_word(&self) -> bool {
        let written = self.input.trim_start();
        let is_begun = WORDS.iter().any(|word| word.starts_with(written));
        !written.is_empty() && (is_begun || written.starts_with("why "))
    }

    /// Goes on where nobody has to be asked.
    ///
    /// # Errors
    ///
    /// If the book or a bot is at fault: then there is nothing to go on with.
    pub(super) fn tick(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        match (&self.next, self.next.seat()) {
            (Next::Chance(by), _) => {
                let by = *by;
                self.table.chance(by)?;
                self.look()
            }
            (_, Some(seat)) if self.who(seat) != Who::Human => self.think(seat),
            _ => Ok(()),
        }
    }

    /// Lets a bot think, and does what it has come to.
    fn think(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(thought) = &self.thought else {
            let stop = Stop::default();
            let thinking = self.table.thinking(seat, &stop)?;
            let (tell, answer) = channel();
            // Who has gone away in the meantime need not hear it.
            thread::spawn(move || drop(tell.send(thinking())));
            self.thought = Some(Thought { seat, answer, stop });
            return Ok(());
        };
        let plan = match thought.answer.try_recv() {
            Ok(plan) => plan?,
            Err(TryRecvError::Empty) => return Ok(()),
            Err(TryRecvError::Disconnected) => {
                let done = format!("the thinking of the bot on {seat}");
                return Err(Failure::Unexpected { done, outcome: "it broke off".to_owned() });
            }
        };
        self.thought = None;
        let said = match plan {
            Plan::Act(action) => self.table.submit(seat, &action)?,
            Plan::Answer(option) => self.table.answer(seat, option)?,
        };
        match said {
            Said::Done => self.look(),
            Said::Refused(why) => {
                let done = format!("what the bot on {seat} does");
                Err(Failure::Unexpected { done, outcome: why.join(" ") })
            }
        }
    }

    /// Does something at the table that somebody asked for.
    pub(super) fn attempt(&mut self, doing: impl FnOnce(&mut dyn Table) -> Result<Said, Failure>) {
        let done = doing(&mut *self.table).and_then(|said| {
            match said {
                Said::Done => {
                    self.message.clear();
                    self.input.clear();
                    // What a bot is thinking about has changed.
                    self.thought = None;
                }
                Said::Refused(why) => self.message = why,
            }
            self.chosen = None;
            self.look()
        });
        self.failure = match done {
            // Nothing came of it, and the game stands where it stood: that can be
            // told in the window, as long as there is something to look at.
            Err(Failure::Fault(fault)) => {
                self.message = vec![Failure::Fault(fault).to_string()];
                self.look().err()
            }
            done => done.err(),
        };
    }

    /// Does what is written, or what is chosen if nothing is.
    pub(super) fn enter(&mut self) {
        let Some(seat) = self.asked() else { return };
        let chosen = self.chosen.and_then(|at| self.fitting().get(at).copied());
        let text = match chosen {
            Some(at) => self.offers[at].clone(),
            None => self.input.trim().to_owned(),
        };
        if text.is_empty() {
            self.message = vec!["Write a move, or choose one with the arrows.".to_owned()];
            return;
        }
        let choice = match &self.next {
            Next::Choice(choice) => Some(choice),
            _ => None,
        };
        if let Some(option) = choice.and_then(|choice| option(choice, &text)) {
            return self.attempt(|table| table.answer(seat, option));
        }
        match (Word::read(&text), choice) {
            (Word::Move(_), Some(choice)) => self.message = vec![no_option(choice, &text)],
            (Word::Move(action), None) => self.attempt(|table| table.submit_for(seat, action)),
            (word, _) => self.do_word(seat, word),
        }
    }

    /// Does what the keys do, for who writes words.
    fn do_word(&mut self, seat: Seat, word: Word<'_>) {
        let page = match word {
            Word::Half(whole) => {
                self.message = vec![half(whole)];
                return;
            }
            Word::Undo => return self.attempt(|table| table.undo()),
            Word::Redo => return self.attempt(|table| table.redo()),
            Word::Why(action) => {
                let choice = match &self.next {
                    Next::Choice(choice) => Some(choice),
                    _ => None,
                };
                let why = why_option(choice, action.text);
                match why.map_or_else(|| self.table.explain(seat, action), Ok) {
                    Ok(why) => self.why = why,
                    Err(failure) => return self.attempt(|_| Err(failure)),
                }
                Page::Why
            }
            Word::Quit => Page::Leave,
            Word::Help => Page::Help,
            Word::History => Page::History,
            Word::Last => Page::Last,
            Word::Cards => Page::Cards,
            // They are in the window already.
            Word::Board | Word::Moves | Word::Move(_) => Page::Game,
        };
        self.input.clear();
        self.message.clear();
        self.chosen = None;
        self.text_at = 0;
        self.page = page;
    }
}
