//! The sandbox: a small game in which each test writes the rules that it needs.
//!
//! The state is a log of words, a total, who may act and a step; it counts how
//! often it is copied. Every event can be taken back, so that each test can run
//! with both ways of recovery.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulebook::prelude::*;
use rulebook::{Encoder, Kind};

/// The game.
pub(crate) struct Sandbox;

/// The state of the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) log: Vec<&'static str>,
    pub(crate) total: i64,
    pub(crate) turn: Seat,
    pub(crate) step: Step,
    pub(crate) copies: Copies,
}

/// The steps of the turn machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Draw,
    Play,
    End,
    /// A step that no book declares.
    Nowhere,
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    Go(i64),
    Other(i64),
    /// Of a kind that hardly any book knows.
    Lost(i64),
}

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActKind {
    Go,
    Other,
    Lost,
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ev {
    /// A word for the log.
    Note(&'static str),
    /// A number for the total.
    Add(i64),
    /// A word for the log that was hidden before.
    Reveal(&'static str),
    /// The turn moves to another step.
    Move(Step),
    /// Another seat may act.
    Turn(Seat),
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EvKind {
    Note,
    Add,
    Reveal,
    Move,
    Turn,
}

/// What an event leaves behind: the total after it, and what it overwrote.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) total: i64,
    pub(crate) step: Step,
    pub(crate) turn: Seat,
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Why {
    NotNow,
    NotYou,
    TooLarge(i64),
    Odd,
    Forbidden,
    Because(&'static str),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotNow => f.write_str("Not now."),
            Why::NotYou => f.write_str("It is not your turn."),
            Why::TooLarge(by) => write!(f, "{by} is too large."),
            Why::Odd => f.write_str("Only even numbers."),
            Why::Forbidden => f.write_str("Forbidden."),
            Why::Because(why) => write!(f, "Because {why}."),
        }
    }
}

impl Reason for Why {
    fn code(&self) -> &'static str {
        match self {
            Why::NotNow => "NOT_NOW",
            Why::NotYou => "NOT_YOU",
            Why::TooLarge(_) => "TOO_LARGE",
            Why::Odd => "ODD",
            Why::Forbidden => "FORBIDDEN",
            Why::Because(_) => "BECAUSE",
        }
    }

    fn concerns(&self) -> Option<String> {
        match self {
            Why::TooLarge(by) => Some(format!("number {by}")),
            _ => None,
        }
    }
}

impl Kind for ActKind {
    const ALL: &'static [Self] = &[ActKind::Go, ActKind::Other, ActKind::Lost];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        match self {
            ActKind::Go => "Go",
            ActKind::Other => "Other",
            ActKind::Lost => "Lost",
        }
    }
}

impl Kinded for Act {
    type Kind = ActKind;
    fn kind(&self) -> ActKind {
        match self {
            Act::Go(_) => ActKind::Go,
            Act::Other(_) => ActKind::Other,
            Act::Lost(_) => ActKind::Lost,
        }
    }
}

impl Act {
    pub(crate) fn number(&self) -> i64 {
        match self {
            Act::Go(n) | Act::Other(n) | Act::Lost(n) => *n,
        }
    }
}

impl Kind for EvKind {
    const ALL: &'static [Self] =
        &[EvKind::Note, EvKind::Add, EvKind::Reveal, EvKind::Move, EvKind::Turn];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        match self {
            EvKind::Note => "Note",
            EvKind::Add => "Add",
            EvKind::Reveal => "Reveal",
            EvKind::Move => "Move",
            EvKind::Turn => "Turn",
        }
    }
}

impl Kinded for Ev {
    type Kind = EvKind;
    fn kind(&self) -> EvKind {
        match self {
            Ev::Note(_) => EvKind::Note,
            Ev::Add(_) => EvKind::Add,
            Ev::Reveal(_) => EvKind::Reveal,
            Ev::Move(_) => EvKind::Move,
            Ev::Turn(_) => EvKind::Turn,
        }
    }
}

impl Game for Sandbox {
    type State = Table;
    type Action = Act;
    type Event = Ev;
    type Trace = Mark;
    type Reason = Why;

    fn apply(table: &mut Table, event: &Ev) -> Mark {
        let (step, turn) = (table.step, table.turn);
        match event {
            Ev::Note(word) | Ev::Reveal(word) => table.log.push(word),
            Ev::Add(number) => table.total += number,
            Ev::Move(step) => table.step = *step,
            Ev::Turn(seat) => table.turn = *seat,
        }
        let total = table.total;
        Mark { total, step, turn }
    }

    fn active(table: &Table) -> Actors {
        Actors::only(table.turn).with(By::Clock)
    }

    /// A total of a hundred or more wins for seat 0.
    fn result(table: &Table) -> Option<Scores> {
        (table.total >= 100).then(|| Scores::win(Seat(0), 2))
    }

    /// An action's number is what it is about.
    fn subject(_: &Table, action: &Act) -> Option<Subject> {
        u32::try_from(action.number()).map_or(None, |number| Some(Subject(number)))
    }
}

impl Revert for Sandbox {
    fn revert(table: &mut Table, event: &Ev, mark: &Mark) {
        match event {
            Ev::Note(word) | Ev::Reveal(word) => assert_eq!(table.log.pop(), Some(*word)),
            Ev::Add(number) => table.total -= number,
            Ev::Move(_) => table.step = mark.step,
            Ev::Turn(_) => table.turn = mark.turn,
        }
    }
}

impl Canonical for Table {
    fn encode(&self, into: &mut Encoder) {
        self.log.encode(into);
        self.total.encode(into);
        self.turn.encode(into);
        (self.step as u8).encode(into);
    }
}

impl Default for Table {
    fn default() -> Self {
        Table {
            log: Vec::new(),
            total: 0,
            turn: Seat(0),
            step: Step::Draw,
            copies: Copies::default(),
        }
    }
}

/// Counts how often the state that holds it is copied. All copies are equal.
#[derive(Debug, Default)]
pub(crate) struct Copies(Arc<AtomicUsize>);

impl Copies {
    /// How many copies were ever made.
    pub(crate) fn made(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    /// How many states there are now, with the original.
    pub(crate) fn alive(&self) -> usize {
        Arc::strong_count(&self.0)
    }
}

impl Clone for Copies {
    fn clone(&self) -> Self {
        self.0.fetch_add(1, Ordering::SeqCst);
        Copies(self.0.clone())
    }
}

impl PartialEq for Copies {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
