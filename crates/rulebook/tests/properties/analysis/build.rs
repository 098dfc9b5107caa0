//! From a random book written down to one that can be played.

use std::sync::{Arc, Mutex};

use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Fact, Kind, KindSet, PhaseBuilder, Predicate, RuleBuilder, TurnBuilder,
};

use super::spec::{Change, FLAGS, Given, Node, OPPOSITE, Phase, Point, SHARED, VALUES};

pub(crate) struct Lab;

/// The facts and the flags.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bench {
    pub(crate) facts: [u8; 2],
    pub(crate) flags: [bool; FLAGS],
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Act {
    pub(crate) kind: ActKind,
    pub(crate) subject: Option<u32>,
    pub(crate) fact: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActKind {
    Red,
    Blue,
}

impl Kind for ActKind {
    const ALL: &'static [Self] = &[ActKind::Red, ActKind::Blue];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Red", "Blue"][self as usize]
    }
}

impl Kinded for Act {
    type Kind = ActKind;
    fn kind(&self) -> ActKind {
        self.kind
    }
}

/// A value of a fact with N of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value<const N: usize>(u8);

impl Kind for Value<3> {
    const ALL: &'static [Self] = &[Value(0), Value(1), Value(2)];
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        ["Zero", "One", "Two"][self.index()]
    }
}

impl Kind for Value<2> {
    const ALL: &'static [Self] = &[Value(0), Value(1)];
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        ["Zero", "One"][self.index()]
    }
}

impl<const N: usize> Kinded for Value<N>
where
    Value<N>: Kind,
{
    type Kind = Self;
    fn kind(&self) -> Self {
        *self
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Ev(Change);

impl Kinded for Ev {
    type Kind = Anything;
    fn kind(&self) -> Anything {
        Anything::Any
    }
}

/// Why a step does not allow an action.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NotNow;

impl std::fmt::Display for NotNow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Not now.")
    }
}

impl Reason for NotNow {
    fn code(&self) -> &'static str {
        "NOT_NOW"
    }
}

impl Game for Lab {
    type State = Bench;
    type Action = Act;
    type Event = Ev;
    type Trace = ();
    type Reason = NotNow;

    fn apply(bench: &mut Bench, event: &Ev) {
        match event.0 {
            Change::Fact(fact, to) => bench.facts[fact] = to,
            Change::Flag(flag, to) => bench.flags[flag] = to,
        }
    }

    fn subject(_: &Bench, action: &Act) -> Option<Subject> {
        action.subject.map(Subject)
    }
}

impl Point {
    pub(crate) fn state(&self) -> Bench {
        Bench { facts: [self.facts[0], self.facts[1]], flags: self.flags }
    }

    pub(crate) fn action(&self) -> Act {
        let kind = ActKind::ALL[usize::from(self.kind)];
        Act { kind, subject: self.subject, fact: self.facts[2] }
    }
}

/// The numbers of the rules that were chosen, as their effects were run.
pub(crate) type Chosen = Arc<Mutex<Vec<usize>>>;

/// The facts of a book.
struct Words {
    state: [Fact<Lab, Value<3>>; 2],
    action: Fact<Lab, Value<2>>,
    shared: Predicate<Lab>,
    opposite: Predicate<Lab>,
    chosen: Chosen,
}

/// The book, and where it notes which rules were chosen.
pub(crate) fn build(root: &Phase) -> (Book<Lab>, Chosen) {
    let chosen = Chosen::default();
    let shared = Predicate::new("shared", |bench: &Bench| bench.flags[SHARED]);
    let words = Words {
        state: [
            Fact::of_state("first", |bench: &Bench| Value::<3>(bench.facts[0])),
            Fact::of_state("second", |bench: &Bench| Value::<3>(bench.facts[1])),
        ],
        action: Fact::of_action("third", |ask: &Ask<'_, Lab>| Value::<2>(ask.action.fact)),
        opposite: shared.opposite("opposite"),
        shared,
        chosen: chosen.clone(),
    };
    let mut book: BookBuilder<Lab> = Book::builder("lab").strategy(root.strategy);
    if let Some(steps) = root.turn {
        book = book.turn_by(&words.state[0], NotNow, |turn| self::turn(turn, steps));
    }
    for child in &root.children {
        book = match child {
            Node::Rule(spec) => {
                book.rule(format!("r{}", spec.number), |rule| self::rule(rule, spec, &words))
            }
            Node::Phase(spec) => {
                book.phase(format!("p{}", spec.number), |phase| self::phase(phase, spec, &words))
            }
        };
    }
    (book.compile().expect("a random book has no mistakes"), chosen)
}

/// Steps that lead everywhere.
fn turn(turn: TurnBuilder<Lab, Value<3>>, steps: [u8; 3]) -> TurnBuilder<Lab, Value<3>> {
    Value::<3>::ALL.iter().zip(steps).fold(turn, |turn, (&value, kinds)| {
        let allowed = ActKind::ALL.iter().filter(|kind| kinds >> kind.index() & 1 == 1);
        let allowed = allowed.fold(KindSet::none(), |set, &kind| set.with(kind));
        turn.step(value, |step| {
            Value::<3>::ALL.iter().fold(step.allows(allowed), |step, &to| step.leads_to(to))
        })
    })
}

fn values<const N: usize>(wanted: u8) -> KindSet<Value<N>>
where
    Value<N>: Kind,
{
    let wanted = (0..N as u8).filter(|value| wanted >> value & 1 == 1);
    wanted.fold(KindSet::none(), |set, value| set.with(Value(value)))
}

fn phase<'b>(
    mut phase: PhaseBuilder<'b, Lab>,
    spec: &Phase,
    words: &Words,
) -> PhaseBuilder<'b, Lab> {
    phase = phase.strategy(spec.strategy);
    for &(fact, wanted) in &spec.givens {
        phase = phase.given(&words.state[fact], values::<3>(wanted));
    }
    if let Some(flag) = spec.flag {
        phase = match flag {
            SHARED => phase.while_holds(&words.shared),
            OPPOSITE => phase.while_holds(&words.opposite),
            own => phase.when(format!("flag {own}"), move |bench| bench.flags[own]),
        };
    }
    if let Some(priority) = spec.priority {
        phase = phase.priority(priority);
    }
    if let Some(group) = spec.group {
        phase = phase.exclusive(format!("group {group}"));
    }
    for child in &spec.children {
        phase = match child {
            Node::Rule(spec) => {
                phase.rule(format!("r{}", spec.number), |rule| self::rule(rule, spec, words))
            }
            Node::Phase(spec) => {
                phase.phase(format!("p{}", spec.number), |phase| self::phase(phase, spec, words))
            }
        };
    }
    phase
}

fn given(rule: RuleBuilder<Lab>, (fact, wanted): Given, words: &Words) -> RuleBuilder<Lab> {
    match words.state.get(fact) {
        Some(fact) => rule.given(fact, values::<3>(wanted)),
        None => rule.given(&words.action, values::<2>(wanted)),
    }
}

fn rule(
    mut rule: RuleBuilder<Lab>,
    spec: &super::spec::Rule,
    words: &Words,
) -> rulebook::Rule<Lab> {
    for (at, &kind) in ActKind::ALL.iter().enumerate() {
        if spec.kinds >> at & 1 == 1 {
            rule = rule.on(kind);
        }
    }
    for &subject in &spec.subjects {
        rule = rule.subject(Subject(subject));
    }
    for &wanted in &spec.givens {
        debug_assert!(wanted.0 < VALUES.len());
        rule = given(rule, wanted, words);
    }
    if let Some(flag) = spec.flag {
        rule = match flag {
            SHARED => rule.while_holds(&words.shared),
            OPPOSITE => rule.while_holds(&words.opposite),
            own => rule.when(format!("flag {own}"), move |ask| ask.state.flags[own]),
        };
    }
    if let Some(priority) = spec.priority {
        rule = rule.priority(priority);
    }
    if let Some(group) = spec.group {
        rule = rule.exclusive(format!("group {group}"));
    }
    let (number, changes, chosen) = (spec.number, spec.changes.clone(), words.chosen.clone());
    rule.then(move |_, ()| {
        chosen.lock().expect("nobody panics with the list").push(number);
        Vec::from_iter(changes.iter().flatten().copied().map(Ev))
    })
}
