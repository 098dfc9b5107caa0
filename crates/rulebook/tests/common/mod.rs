//! A small game for tests, in which each test writes the rules that it needs.
//!
//! The state is a log of words, a total, who may act and a step; it counts how
//! often it is copied. Every event can be taken back, so that each test can run
//! with both ways of recovery.
#![allow(dead_code, reason = "each file of tests uses a part of this")]

pub(crate) mod minefield;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, Encoder, FaultKind, Kind, Mistakes, Recovery, Refusal, RefusalKind, Rule,
    RuleBuilder, SessionOptions, Violation,
};

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

/// Counts calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<AtomicUsize>);

impl Calls {
    /// One more call.
    pub(crate) fn hit(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    /// How many there were since the last time somebody asked.
    pub(crate) fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}

/// Both ways of recovery.
pub(crate) const BOTH: [Recovery; 2] = [Recovery::Snapshot, Recovery::Revert];

/// A book of the sandbox, with digests and revert.
pub(crate) fn book(name: &str) -> BookBuilder<Sandbox> {
    Book::builder(name).digests().reverts()
}

/// The mistakes of a book that must not compile.
pub(crate) fn mistakes(builder: BookBuilder<Sandbox>) -> Mistakes {
    builder.compile().expect_err("the book must not compile")
}

/// A game from the empty table.
pub(crate) fn start(book: &Book<Sandbox>, recovery: Recovery) -> Session<Sandbox> {
    start_with(book, recovery, SessionOptions::default())
}

/// A game from the empty table, with options.
pub(crate) fn start_with(
    book: &Book<Sandbox>,
    recovery: Recovery,
    options: SessionOptions,
) -> Session<Sandbox> {
    let options = SessionOptions { recovery: Some(recovery), ..options };
    book.start_with(Table::default(), Seed(7), options).expect("the empty table is a fine start")
}

/// Submits by seat 0, in a game that must not be at fault.
pub(crate) fn go(game: &mut Session<Sandbox>, action: Act) -> Outcome<Sandbox> {
    game.submit(Seat(0), action).expect("the book is not at fault")
}

/// The fault of a submit by seat 0.
pub(crate) fn fault(game: &mut Session<Sandbox>, action: Act) -> FaultKind {
    match game.submit(Seat(0), action) {
        Err(fault) => fault.kind().clone(),
        Ok(outcome) => panic!("there should be a fault, and not: {outcome}"),
    }
}

/// What a session is, as far as a refused call must leave it alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture<S> {
    table: S,
    digest: Option<Digest>,
    dice: u64,
    number: u64,
    undo: usize,
    redo: usize,
    pending: Option<rulebook::Choice>,
    disabled: Vec<bool>,
    frames: String,
    /// Everything redone: the digest and the frames.
    redone: (Option<Digest>, String),
}

impl<S> Picture<S> {
    /// The state in it.
    pub(crate) fn table(&self) -> &S {
        &self.table
    }

    /// The digest in it.
    pub(crate) fn digest(&self) -> Option<Digest> {
        self.digest
    }
}

/// A picture of a session, to compare with a later one.
pub(crate) fn picture<G: Game>(game: &mut Session<G>) -> Picture<G::State> {
    let disabled = game.book().rules().map(|rule| rule.id());
    Picture {
        table: game.state().clone(),
        dice: game.dice_position(),
        number: game.number(),
        undo: game.undo_depth(),
        redo: game.redo_depth(),
        pending: game.pending().cloned(),
        disabled: disabled.map(|rule| game.is_disabled(rule)).collect(),
        frames: frames(game),
        redone: redone(game),
        digest: game.digest().expect("the state is encoded without fail"),
    }
}

fn frames<G: Game>(game: &Session<G>) -> String {
    game.frames().map(|frame| format!("{frame:?}\n")).collect()
}

/// What lies ahead, on a fork.
fn redone<G: Game>(game: &Session<G>) -> (Option<Digest>, String) {
    let mut fork = game.fork();
    while fork.pending().is_none() && fork.redo_depth() > 0 {
        fork.redo().expect("what was undone can be redone");
    }
    (fork.digest().expect("the state is encoded without fail"), frames(&fork))
}

/// The violations of an action that checks refused.
pub(crate) fn violations(refusal: &Refusal<Sandbox>) -> Vec<(&str, Why)> {
    match &refusal.cause {
        Cause::Checks { violations, .. } => violations
            .iter()
            .map(|Violation { check, reason }| (check.as_str(), reason.clone()))
            .collect(),
        other => panic!("there should be violations, and not: {other:?}"),
    }
}

/// A rule that writes its word.
pub(crate) fn says(word: &'static str) -> impl Fn(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| rule.then(move |_, ()| [Ev::Note(word)])
}

/// The same with a priority.
pub(crate) fn ranks(
    word: &'static str,
    priority: impl Into<Priority>,
) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let priority = priority.into();
    move |rule| says(word)(rule.priority(priority))
}

/// A rule that refuses with its word.
pub(crate) fn refuses(
    kind: RefusalKind,
    word: &'static str,
) -> impl Fn(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| {
        rule.answer(move |_| Answer::<(), _>::Refuse(kind, Why::Because(word))).then(|_, ()| ())
    }
}

/// A rule that has nothing to say.
pub(crate) fn skips(rule: RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    rule.answer(|_| Answer::<(), _>::Skip).then(|_, ()| [Ev::Note("never")])
}
