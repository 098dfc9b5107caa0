//! What the tests of the plan share: facts and parts of the sandbox, closures
//! that count their calls, and somebody who writes down what was avoided.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rulebook::prelude::*;
use rulebook::{
    Ask, BookBuilder, Fact, Kind, Notice, Observer, Parity, Part, Pass, Passes, Predicate,
    SessionOptions, Standing,
};

use super::*;

impl Kind for Step {
    const ALL: &'static [Self] = &[Step::Draw, Step::Play, Step::End, Step::Nowhere];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        match self {
            Step::Draw => "Draw",
            Step::Play => "Play",
            Step::End => "End",
            Step::Nowhere => "Nowhere",
        }
    }
}

impl Kinded for Step {
    type Kind = Step;
    fn kind(&self) -> Step {
        *self
    }
}

/// What a number is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Minus,
    Zero,
    Plus,
}

impl Sign {
    pub(crate) fn of(number: i64) -> Sign {
        match number {
            ..0 => Sign::Minus,
            0 => Sign::Zero,
            1.. => Sign::Plus,
        }
    }
}

impl Kind for Sign {
    const ALL: &'static [Self] = &[Sign::Minus, Sign::Zero, Sign::Plus];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        match self {
            Sign::Minus => "Minus",
            Sign::Zero => "Zero",
            Sign::Plus => "Plus",
        }
    }
}

impl Kinded for Sign {
    type Kind = Sign;
    fn kind(&self) -> Sign {
        *self
    }
}

/// The parts of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of {
    Log,
    Total,
    Step,
}

impl From<Of> for Part {
    fn from(part: Of) -> Part {
        Part(part as u8)
    }
}

/// The step of the turn.
pub(crate) fn step() -> Fact<Sandbox, Step> {
    Fact::of_state("step", |table: &Table| table.step)
}

/// What the total is like.
pub(crate) fn sign() -> Fact<Sandbox, Sign> {
    Fact::of_state("sign", |table: &Table| Sign::of(table.total))
}

/// What the action's number is like.
pub(crate) fn number() -> Fact<Sandbox, Sign> {
    Fact::of_action("number", |ask: &Ask<'_, Sandbox>| Sign::of(ask.action.number()))
}

/// What each kind of event writes.
pub(crate) fn in_parts(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    book.writes([EvKind::Note, EvKind::Reveal], [Of::Log])
        .writes(EvKind::Add, [Of::Total])
        .writes(EvKind::Move, [Of::Step])
}

/// A shared predicate that counts its calls.
pub(crate) fn counted(
    name: &str,
    calls: &Calls,
    holds: impl Fn(&Table) -> bool + Send + Sync + 'static,
) -> Predicate<Sandbox> {
    let calls = calls.clone();
    Predicate::new(name, move |table| {
        calls.hit();
        holds(table)
    })
}

/// A condition that counts how often it is asked, and holds.
pub(crate) fn asked(calls: &Calls) -> impl Fn(&Ask<'_, Sandbox>) -> bool + Send + Sync + use<> {
    let calls = calls.clone();
    move |_| {
        calls.hit();
        true
    }
}

/// A session that counts the work that is avoided.
pub(crate) const COUNTING: SessionOptions =
    SessionOptions { count_work: true, ..SessionOptions::DEFAULT };

/// A session that compares every action with the reference.
pub(crate) const COMPARING: SessionOptions =
    SessionOptions { parity: Parity::Every, ..SessionOptions::DEFAULT };

/// How much each pass has avoided; those that avoided nothing are left out.
pub(crate) type Counts = BTreeMap<Pass, u64>;

/// What a session has counted.
pub(crate) fn avoided(game: &Session<Sandbox>) -> Counts {
    let avoided = game.avoided();
    let counts = Pass::ALL.into_iter().map(|pass| (pass, avoided.by(pass)));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// What somebody was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// The notices by name, but for the two kinds below.
    pub(crate) names: Vec<&'static str>,
    pub(crate) skipped: Vec<(String, Standing<'static, Why>)>,
    pub(crate) avoided: Counts,
}

/// Somebody who is told everything.
#[derive(Clone)]
pub(crate) struct Watcher {
    book: Book<Sandbox>,
    told: Arc<Mutex<Told>>,
}

impl Watcher {
    /// Watches a game from now on.
    pub(crate) fn of(game: &mut Session<Sandbox>) -> Watcher {
        let watcher = Watcher { book: game.book().clone(), told: Arc::default() };
        game.observe(watcher.clone());
        watcher
    }

    /// What was told since the last time somebody asked.
    pub(crate) fn take(&self) -> Told {
        std::mem::take(&mut *self.told.lock().unwrap())
    }
}

impl Observer<Sandbox> for Watcher {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        let mut told = self.told.lock().unwrap();
        match notice {
            Notice::Skipped { rule, why } => {
                told.skipped.push((self.book.rule_view(*rule).name(), kept::kept(why)));
            }
            Notice::Avoided { pass, count } => {
                *told.avoided.entry(*pass).or_default() += count;
            }
            other => told.names.push(other.name()),
        }
    }
}

/// All that a play came to, for comparing it with another: outcomes, and a
/// picture of the session at the end.
pub(crate) fn play(game: &mut Session<Sandbox>, actions: &[Act]) -> (Vec<String>, Picture<Table>) {
    let outcomes = actions.iter().map(|action| match game.submit(Seat(0), action.clone()) {
        Ok(outcome) => outcome.to_string(),
        Err(fault) => format!("fault: {fault}"),
    });
    (outcomes.collect(), picture(game))
}

/// A game that is played with these passes from the empty table.
pub(crate) fn with_passes(
    write: &dyn Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>,
    passes: Passes,
    options: SessionOptions,
) -> Session<Sandbox> {
    let book = write(book("planned").passes(passes)).compile().unwrap();
    start_with(&book, BOTH[0], options)
}
