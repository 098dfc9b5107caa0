//! Which author's function is running, in case it panics.
//!
//! Either the place is written down before the function runs, and stays there
//! until the next one is, or, on the straight line, it is noted only while a
//! panic passes by.

use crate::book::rule::EventKind;
use crate::book::{Compiled, RuleId};
use crate::game::{Game, Kind};

/// Which author's function is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// None: the engine itself, or a trait of the author's types (`Clone`,
    /// `PartialEq`, `kind`).
    Engine,
    Check(u32),
    Exception(u32),
    /// A phase, and which of its predicates.
    Predicate(u32, u32),
    Condition(RuleId, u32),
    Answer(RuleId),
    Effect(RuleId),
    Candidates(RuleId),
    Leaving(u32),
    Entering(u32),
    Apply(usize),
    Revert,
    Redo,
    CloneState,
    Invariant(u32),
    Result,
    Seats,
    Active,
    Subject,
    Step,
    Digest,
    Observer,
    Cost(RuleId),
    Fact(u32),
    Shared(u32),
    Guard(u32),
    GuardCondition(u32, u32),
    Charges(u32),
    Rider(u32),
    Trigger(u32),
    TriggerCondition(u32, u32),
    Standing(u32),
    /// A function of `Reactive`.
    Reactive(&'static str),
}

/// Runs an author's function; should it panic, its name is noted. Until then
/// nothing is written: of a short action most of the time goes into what is
/// written to memory.
#[inline(always)]
pub(crate) fn naming<T>(place: &mut Place, name: Place, run: impl FnOnce() -> T) -> T {
    let noting = noting(place, name);
    let value = run();
    noting.done();
    value
}

/// The same for what comes until it is [done](Noting::done). The compiler may not
/// see that a closure is short, and make a function of it.
#[inline(always)]
pub(crate) fn noting(place: &mut Place, name: Place) -> Noting<'_> {
    Noting { place, name }
}

/// Dropped only where a panic passes by.
pub(crate) struct Noting<'p> {
    place: &'p mut Place,
    name: Place,
}

impl Noting<'_> {
    #[inline(always)]
    pub(crate) fn done(self) {
        std::mem::forget(self);
    }
}

impl Drop for Noting<'_> {
    fn drop(&mut self) {
        *self.place = self.name;
    }
}

impl Place {
    /// The place in words.
    pub(crate) fn describe<G: Game>(self, book: &Compiled<G>) -> String {
        let step = |at: u32| match &book.draft.turn {
            Some(turn) => turn.steps[at as usize].name.clone(),
            None => at.to_string(),
        };
        match self {
            Place::Engine => "a trait that the game's own types implement".to_owned(),
            Place::Check(at) => format!("the check \"{}\"", book.draft.checks[at as usize].name),
            Place::Exception(at) => {
                format!("the exception \"{}\"", book.draft.exceptions[at as usize].name)
            }
            Place::Predicate(node, which) => {
                let name = book.draft.predicates(node)[which as usize].name();
                match node {
                    0 => format!("the predicate \"{name}\" of the book"),
                    _ => {
                        let phase = book.draft.path(node as usize);
                        format!("the predicate \"{name}\" of the phase \"{phase}\"")
                    }
                }
            }
            Place::Condition(rule, at) => format!(
                "the condition \"{}\" of the rule \"{}\"",
                book.rules[rule.index()].def.conditions[at as usize].name,
                book.rule_name(rule)
            ),
            Place::Answer(rule) => format!("the answer of the rule \"{}\"", book.rule_name(rule)),
            Place::Effect(rule) => format!("the effect of the rule \"{}\"", book.rule_name(rule)),
            Place::Candidates(rule) => {
                format!("the candidates of the rule \"{}\"", book.rule_name(rule))
            }
            Place::Leaving(at) => format!("leaving the step {}", step(at)),
            Place::Entering(at) => format!("entering the step {}", step(at)),
            Place::Apply(kind) => {
                format!(
                    "`apply` of the event {}",
                    EventKind::<G>::ALL.get(kind).map_or("?", |kind| kind.name())
                )
            }
            Place::Revert => "`revert` of an event".to_owned(),
            Place::Redo => "`apply` of an event that was redone".to_owned(),
            Place::CloneState => "`clone` of the state".to_owned(),
            Place::Invariant(at) => {
                format!("the invariant \"{}\"", book.draft.invariants[at as usize].name)
            }
            Place::Result => "`Game::result`".to_owned(),
            Place::Seats => "`Game::seats`".to_owned(),
            Place::Active => "`Game::active`".to_owned(),
            Place::Subject => "`Game::subject`".to_owned(),
            Place::Step => "the step of the turn".to_owned(),
            Place::Digest => "the digest of the state".to_owned(),
            Place::Observer => "the observer".to_owned(),
            Place::Fact(at) => format!("the fact \"{}\"", book.words.facts[at as usize].name),
            Place::Shared(at) => {
                format!("the predicate \"{}\"", book.words.shared[at as usize].name)
            }
            Place::Cost(rule) => format!("the cost of the rule \"{}\"", book.rule_name(rule)),
            Place::Guard(at) => format!("the guard \"{}\"", book.draft.guards[at as usize].name),
            Place::GuardCondition(at, which) => {
                let guard = &book.draft.guards[at as usize];
                let condition = &guard.conditions[which as usize].name;
                format!("the condition \"{condition}\" of the guard \"{}\"", guard.name)
            }
            Place::Charges(at) => {
                format!("the charges of the guard \"{}\"", book.draft.guards[at as usize].name)
            }
            Place::Rider(at) => {
                format!("the rider of the guard \"{}\"", book.draft.guards[at as usize].name)
            }
            Place::Trigger(at) => {
                format!("the trigger \"{}\"", book.draft.triggers[at as usize].name)
            }
            Place::TriggerCondition(at, which) => {
                let trigger = &book.draft.triggers[at as usize];
                let condition = &trigger.conditions[which as usize].name;
                format!("the condition \"{condition}\" of the trigger \"{}\"", trigger.name)
            }
            Place::Standing(at) => {
                format!("the standing rule \"{}\"", book.draft.standing[at as usize].name)
            }
            Place::Reactive(function) => format!("`Reactive::{function}`"),
        }
    }
}
