//! The game that random books are for, and the book itself, written with the
//! builder.

use std::cell::RefCell;
use std::fmt;

use rulebook::{
    Answer, Ask, Asked, Book, Canonical, Effect, Encoder, Fact, Game, Gate, Kind, Kinded, Part,
    Passes, PhaseBuilder, Predicate, Reason, Revert, RuleBuilder, Seat, Subject,
};

use super::meaning::{self, Note};
use super::spec::{
    Act, Answering, COLOURS, Case, Change, Colour, Node, Phase, PhaseAsks, Rule, Saying, Table,
    Test, actions_up_to, universe,
};
use super::words::{self, AIM, BREAKS_AT, FACTS, LEVELS, LOG, Level, SHARED};

pub(crate) struct Tables;

/// The last number that an action has.
pub(crate) const LAST: u8 = 12;

/// What happens, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happening {
    Add { rule: u16, counter: usize, by: i32 },
    Set { rule: u16, counter: usize, to: i32 },
    Note { rule: u16 },
}

/// Kinds of events tell the counters apart, so that each can say which part of
/// the state it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HappeningKind(u8);

/// The rule of that number refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct No(pub(crate) u16);

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule {} says no.", self.0)
    }
}

impl Reason for No {
    fn code(&self) -> &'static str {
        "NO"
    }
}

impl Kind for Colour {
    const ALL: &'static [Self] = &COLOURS;
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Red", "Green", "Blue"][self as usize]
    }
}

impl Kinded for Act {
    type Kind = Colour;
    fn kind(&self) -> Colour {
        self.colour
    }
}

impl Kind for HappeningKind {
    const ALL: &'static [Self] = &[Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        ["Add0", "Add1", "Add2", "Set0", "Set1", "Set2", "Note"][self.index()]
    }
}

impl HappeningKind {
    /// The parts of the state that are written: a counter, and the log.
    fn writes(self) -> Vec<Part> {
        match self.0 {
            6 => vec![Part(LOG)],
            kind => vec![Part(kind % 3), Part(LOG)],
        }
    }
}

impl Kinded for Happening {
    type Kind = HappeningKind;
    fn kind(&self) -> HappeningKind {
        HappeningKind(match self {
            Happening::Add { counter, .. } => *counter as u8,
            Happening::Set { counter, .. } => 3 + *counter as u8,
            Happening::Note { .. } => 6,
        })
    }
}

impl Kind for Level {
    const ALL: &'static [Self] = &LEVELS;
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Low", "Middle", "High"][self as usize]
    }
}

impl Kinded for Level {
    type Kind = Level;
    fn kind(&self) -> Level {
        *self
    }
}

impl Canonical for Table {
    fn encode(&self, into: &mut Encoder) {
        self.counters.encode(into);
        self.log.encode(into);
    }
}

impl Game for Tables {
    type State = Table;
    type Action = Act;
    type Event = Happening;
    /// The counter before, or how long the log was.
    type Trace = i32;
    type Reason = No;

    fn apply(table: &mut Table, event: &Happening) -> i32 {
        let (rule, was) = match *event {
            Happening::Add { rule, counter, by } => {
                let was = table.counters[counter];
                table.counters[counter] += by;
                (rule, was)
            }
            Happening::Set { rule, counter, to } => {
                (rule, std::mem::replace(&mut table.counters[counter], to))
            }
            Happening::Note { rule } => (rule, table.log.len() as i32),
        };
        table.log.push(rule);
        was
    }

    /// It depends on the state, so that an engine which asks too late is wrong.
    fn subject(table: &Table, act: &Act) -> Option<Subject> {
        meaning::subject(table, *act).map(subject)
    }
}

/// Subjects are numbered so that some lie close together and one far off.
pub(crate) fn subject(which: u32) -> Subject {
    Subject(if which == 2 { 1_000_000 } else { which })
}

impl Revert for Tables {
    /// Right only if events are reverted in reverse order.
    fn revert(table: &mut Table, event: &Happening, was: &i32) {
        table.log.pop();
        match *event {
            Happening::Add { counter, .. } | Happening::Set { counter, .. } => {
                table.counters[counter] = *was;
            }
            Happening::Note { .. } => {}
        }
    }
}

/// A call of an author's function, and the state that it saw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Call {
    Predicate(String, usize, Table),
    Condition(u16, usize, Table),
    Answer(u16, Table),
    Fact(usize, Table),
    Shared(usize, Table),
}

thread_local! {
    /// The calls since somebody began to listen.
    static CALLS: RefCell<Option<Vec<Call>>> = const { RefCell::new(None) };
}

/// Runs something, and says which of the book's functions it called.
pub(crate) fn listening<T>(run: impl FnOnce() -> T) -> (T, Vec<Call>) {
    CALLS.set(Some(Vec::new()));
    let done = run();
    (done, CALLS.take().unwrap_or_default())
}

fn called(call: impl FnOnce() -> Call) {
    CALLS.with_borrow_mut(|calls| {
        if let Some(calls) = calls {
            calls.push(call());
        }
    });
}

/// The facts and shared predicates that a book may name.
struct Words {
    facts: Vec<Fact<Tables, Level>>,
    shared: Vec<Predicate<Tables>>,
    /// The kind of actions that is checked.
    checked: Option<Colour>,
}

/// The name of the check.
const CHECK: &str = "not too many";

fn say_words(checked: Option<Colour>) -> Words {
    let fact = |(which, name): (usize, &&str)| match which {
        AIM => Fact::of_action(*name, move |ask: &Ask<'_, Tables>| {
            called(|| Call::Fact(which, ask.state.clone()));
            words::fact(which, ask.state, Some(*ask.action))
        }),
        _ => Fact::of_state(*name, move |table: &Table| {
            called(|| Call::Fact(which, table.clone()));
            words::fact(which, table, None)
        }),
    };
    let mut shared: Vec<Predicate<Tables>> = Vec::new();
    for (which, spec) in SHARED.iter().enumerate() {
        shared.push(match spec.opposite_of {
            Some(of) => shared[of].opposite(spec.name),
            None => say_shared(which, spec),
        });
    }
    Words { facts: FACTS.iter().enumerate().map(fact).collect(), shared, checked }
}

fn say_shared(which: usize, spec: &words::Shared) -> Predicate<Tables> {
    let predicate = Predicate::new(spec.name, move |table: &Table| {
        called(|| Call::Shared(which, table.clone()));
        words::shared(which, table)
    });
    match spec.reads {
        Some(parts) => predicate.reads(parts.iter().copied().map(Part)),
        None => predicate,
    }
}

/// Writes the book down.
pub(crate) fn book(case: &Case, passes: Passes) -> Result<Book<Tables>, String> {
    let words = say_words(case.checked);
    let mut builder = Book::<Tables>::builder("random")
        .passes(passes)
        .digests()
        .reverts()
        .names_subjects(words::subject_name);
    if let Some(colour) = case.checked {
        builder = builder.check(CHECK, Gate::Specific, |check| {
            check.on(colour).require(|ask| meaning::passes(ask.state), No(u16::MAX))
        });
    }
    let says = |kind: &&HappeningKind| case.writes >> kind.index() & 1 == 1;
    let builder = HappeningKind::ALL
        .iter()
        .filter(says)
        .fold(builder, |builder, &kind| builder.writes(kind, kind.writes()));
    builder
        .in_phase("", |root| fill(root, &case.root, &words))
        .compile()
        .map_err(|mistakes| mistakes.to_string())
}

fn fill<'d>(
    mut phase: PhaseBuilder<'d, Tables>,
    spec: &Phase,
    words: &Words,
) -> PhaseBuilder<'d, Tables> {
    for (which, &asks) in spec.when.iter().enumerate() {
        let path = spec.at.path.clone();
        phase = match asks {
            PhaseAsks::Shared(shared) => phase.while_holds(&words.shared[shared]),
            PhaseAsks::Given(given) => phase.given(&words.facts[given.fact], &given.wanted()[..]),
            PhaseAsks::Own(test) => phase.when(format!("{test:?}"), move |table| {
                called(|| Call::Predicate(path.clone(), which, table.clone()));
                test.holds(table)
            }),
        };
    }
    if let Some(strategy) = spec.strategy {
        phase = phase.strategy(strategy);
    }
    if spec.by_key {
        phase = phase.by_key();
    }
    for child in &spec.children {
        let name = child.at().name.clone();
        phase = match child {
            Node::Rule(rule) => phase.rule(name, |builder| write(builder, rule, words)),
            Node::Phase(inner) => {
                phase.phase(name, |builder| fill(place(builder, inner), inner, words))
            }
        };
    }
    phase
}

fn place<'d>(mut phase: PhaseBuilder<'d, Tables>, spec: &Phase) -> PhaseBuilder<'d, Tables> {
    if let Some(priority) = spec.at.priority {
        phase = phase.priority(priority);
    }
    if let Some(group) = spec.at.group {
        phase = phase.exclusive(format!("group {group}"));
    }
    phase.key(spec.at.key)
}

fn write(mut rule: RuleBuilder<Tables>, spec: &Rule, words: &Words) -> rulebook::Rule<Tables> {
    if !spec.kinds.is_empty() {
        rule = rule.on(&spec.kinds[..]);
    }
    rule = rule.key(spec.at.key);
    for &subject in &spec.subjects {
        rule = rule.subject(self::subject(subject));
    }
    if let Some(priority) = spec.at.priority {
        rule = rule.priority(priority);
    }
    if let Some(group) = spec.at.group {
        rule = rule.exclusive(format!("group {group}"));
    }
    if spec.offers {
        rule = rule.candidates(|offer| offer.extend(universe()));
    }
    if spec.exact {
        rule = vouch(rule, spec.clone(), words.checked);
    }
    for given in &spec.givens {
        rule = rule.given(&words.facts[given.fact], &given.wanted()[..]);
    }
    let id = spec.id;
    for (which, &test) in spec.when.iter().enumerate() {
        rule = rule.when(format!("{test:?}"), move |ask| {
            called(|| Call::Condition(id, which, ask.state.clone()));
            test.holds(ask.state)
        });
    }
    // Shared predicates are asked first, wherever they are written.
    for &which in &spec.shares {
        rule = rule.while_holds(&words.shared[which]);
    }
    finish(rule, spec)
}

/// A rule proposes the actions that it would match, and gives its word for them.
fn vouch(rule: RuleBuilder<Tables>, spec: Rule, checked: Option<Colour>) -> RuleBuilder<Tables> {
    let honours = checked.map(|_| CHECK);
    rule.exact(honours, move |offer| {
        let table = offer.state;
        let matches = meaning::opinion(&spec, table) == Note::Said(Saying::Match);
        let mine = |act: &Act| {
            let about = meaning::subject(table, *act);
            meaning::about(&spec, *act)
                && spec.subjects.iter().any(|it| about == Some(*it))
                && (checked != Some(act.colour) || meaning::passes(table))
        };
        offer.extend(actions_up_to(LAST).filter(|act| matches && mine(act)));
    })
}

/// Rules find nothing, a number or a text, so that findings of several types
/// lie about at once.
fn finish(rule: RuleBuilder<Tables>, spec: &Rule) -> rulebook::Rule<Tables> {
    let (id, changes) = (spec.id, spec.changes.clone());
    match spec.answer {
        Answering::Plain => rule.then(move |cx, ()| happenings(cx, id, &changes, 0)),
        Answering::Looks { at, yes, no, text: false } => rule
            .answer(move |ask| answer(id, ask.state, at, yes, no, |total| total))
            .then(move |cx, found| happenings(cx, id, &changes, found)),
        Answering::Looks { at, yes, no, text: true } => rule
            .answer(move |ask| answer(id, ask.state, at, yes, no, |total| total.to_string()))
            .then(move |cx, found| happenings(cx, id, &changes, found.parse().unwrap_or(i32::MIN))),
    }
}

fn answer<F>(
    id: u16,
    table: &Table,
    at: Test,
    yes: Saying,
    no: Saying,
    found: impl Fn(i32) -> F,
) -> Answer<F, No> {
    called(|| Call::Answer(id, table.clone()));
    match if at.holds(table) { yes } else { no } {
        Saying::Match => Answer::Match(found(table.total())),
        Saying::Skip => Answer::Skip,
        Saying::Refuse(kind) => Answer::Refuse(kind, No(id)),
    }
}

fn happenings(
    cx: &mut Effect<'_, Tables>,
    rule: u16,
    changes: &[Change],
    found: i32,
) -> Result<Vec<Happening>, Asked> {
    let mut all = Vec::new();
    for change in changes {
        all.push(match *change {
            Change::Add(counter, by) => Happening::Add { rule, counter, by },
            Change::Set(counter, to) => Happening::Set { rule, counter, to },
            Change::SetFound(counter) => Happening::Set { rule, counter, to: found.rem_euclid(5) },
            Change::Note => Happening::Note { rule },
            Change::Roll(counter) => Happening::Set { rule, counter, to: cx.roll(4) as i32 },
            Change::Choose(counter) => {
                let to = cx.choose(Seat(0), "How many?", [0, 1, BREAKS_AT])?;
                Happening::Set { rule, counter, to }
            }
            Change::Break(counter) => {
                let value = cx.state.counters[counter];
                assert!(value != BREAKS_AT, "the effect breaks");
                continue;
            }
        });
    }
    Ok(all)
}
