//! What the tests share: two small games, books and sessions of them, and
//! pictures of sessions to compare.
#![allow(dead_code, unused_imports, reason = "each file of tests uses a part of this")]

pub(crate) mod concerned;
pub(crate) mod covered;
pub(crate) mod kept;
pub(crate) mod minefield;
pub(crate) mod plan;
mod sandbox;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, FaultKind, Mistakes, Recovery, Refusal, RefusalKind, Rule, RuleBuilder,
    SessionOptions, Violation,
};
pub(crate) use sandbox::*;

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
