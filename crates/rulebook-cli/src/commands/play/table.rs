//! A match at the keyboard, with the game's types hidden: whoever shows it need
//! not know which game it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rulebook::{By, Choice, Scores, Seat, Viewer};
use rulebook_bots::NoDecision;
use rulebook_record::CutOff;

use super::words::Move;
use crate::failure::Failure;
use crate::seats::Who;

/// What is said of cards where there are none.
pub(super) const NO_CARDS: &str =
    "Nobody sees a card: this game is played without, or none is out.";

/// Who has to do something next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The game is over.
    Over(Scores),
    /// A player must choose first.
    Choice(Choice),
    /// It is for this seat to act.
    Seat(Seat),
    /// Chance does something; nobody needs to be asked.
    Chance(By),
}

impl Next {
    /// The seat that has to do something.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            Next::Choice(choice) => Some(choice.seat),
            Next::Seat(seat) => Some(*seat),
            Next::Over(_) | Next::Chance(_) => None,
        }
    }
}

/// What came of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It is done, or somebody must choose first.
    Done,
    /// It was refused, or came to nothing: why, a sentence each.
    Refused(Vec<String>),
}

/// What a bot wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    Act(String),
    Answer(u32),
}

/// The piece of an entry that a record ended in, where the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Which entry it was, by number; the header is 1.
    pub(super) entry: u64,
    /// The same in sentences.
    pub(super) said: String,
}

impl Cut {
    pub(super) fn of(path: &Path, cut: CutOff) -> Self {
        let rest = "The piece of an entry that stood here is taken out, and the game goes on.";
        Cut { entry: cut.place.entry, said: format!("{}: {cut} {rest}", path.display()) }
    }
}

/// Asks a bot to stop thinking, wherever it thinks.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody waits any more.
    pub(super) fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A bot's thinking, to be done elsewhere.
pub(super) type Thinking = Box<dyn FnOnce() -> Result<Plan, NoDecision> + Send>;

/// A match at the keyboard.
pub(super) trait Table: Send {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// Who plays, by seat.
    fn who(&self) -> &[Who];

    /// What was cut off of the record that the game goes on from, if it was.
    fn cut(&self) -> Option<&Cut>;

    /// Whether everybody sees everything.
    fn is_open(&self) -> bool;

    /// How many actions were made.
    fn number(&mut self) -> u64;

    /// Who has to do something next.
    fn next(&mut self) -> Result<Next, Failure>;

    /// The board as somebody sees it.
    fn board(&mut self, viewer: Viewer) -> Result<String, Failure>;

    /// What a seat can do, the usual things first.
    fn offers(&mut self, seat: Seat) -> Result<Vec<String>, Failure>;

    /// What the other people at the keyboard can do meanwhile and this seat
    /// cannot, as this seat writes it: `as 1 accept draw`. Nothing where they
    /// hide something from each other.
    fn offers_of_others(&mut self, seat: Seat) -> Result<Vec<String>, Failure>;

    /// Submits what somebody wrote.
    fn submit(&mut self, seat: Seat, text: &str) -> Result<Said, Failure>;

    /// Submits what somebody wrote on this seat's turn: for this seat, or for
    /// whoever is named, or else for the only other person who can do it.
    fn submit_for(&mut self, seat: Seat, said: Move<'_>) -> Result<Said, Failure>;

    /// Answers the pending choice.
    fn answer(&mut self, seat: Seat, option: u32) -> Result<Said, Failure>;

    /// Lets chance do what it has to.
    fn chance(&mut self, by: By) -> Result<(), Failure>;

    /// Takes back what was done since a person decided last.
    fn undo(&mut self) -> Result<Said, Failure>;

    /// Brings back what was undone, up to where a person decides.
    fn redo(&mut self) -> Result<Said, Failure>;

    /// Says why an action is legal or not: of this seat, or of whoever is named.
    fn explain(&mut self, seat: Seat, said: Move<'_>) -> Result<Vec<String>, Failure>;

    /// What the bot of a seat does to come to a decision, unless it is asked to
    /// stop.
    fn thinking(&mut self, seat: Seat, stop: &Stop) -> Result<Thinking, Failure>;

    /// What happened, a line for each action, as far as somebody may know.
    fn history(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// What was done last, as far as somebody may know.
    fn done(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// The last decision, explained as far as somebody may know.
    fn last(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// What the cards say that somebody sees; nothing in a game without cards.
    fn cards(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// Everybody gets up: what is kept of the game is finished. Says where it
    /// is, if something is kept.
    fn close(&mut self) -> Result<Option<PathBuf>, Failure>;
}
