//! Checks at gates as plain data, and the book that has them.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy as Inputs, prop_oneof};
use rulebook::{
    Ask, Book, BookBuilder, By, CheckBuilder, Force, Game, Gate, Kind, Kinded, Mistakes, Reason,
    Seat,
};

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Push,
    Pull,
    Wait,
}

const SORTS: [Sort; 3] = [Sort::Push, Sort::Pull, Sort::Wait];

impl Kind for Sort {
    const ALL: &'static [Self] = &SORTS;
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Push", "Pull", "Wait"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    pub(crate) sort: Sort,
    pub(crate) size: u8,
}

impl Kinded for Act {
    type Kind = Sort;
    fn kind(&self) -> Sort {
        self.sort
    }
}

/// The n-th objection of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Objection(pub(crate) usize);

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Objection {}.", self.0)
    }
}

impl Reason for Objection {
    fn code(&self) -> &'static str {
        "OBJECTION"
    }
}

pub(crate) struct Gates;

impl Game for Gates {
    type State = u8;
    type Action = Act;
    type Event = u8;
    type Trace = ();
    type Reason = Objection;
    fn apply(state: &mut u8, size: &u8) {
        *state = (*state + size) % 4;
    }
}

/// What a check or exception asks of state, action and actor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asks {
    State(u8),
    Size(u8),
    Both(u8),
    ByClock,
    Always,
}

impl Asks {
    pub(crate) fn holds(self, state: u8, act: Act, by: By) -> bool {
        match self {
            Asks::State(n) => state == n,
            Asks::Size(n) => act.size == n,
            Asks::Both(n) => (state + act.size) % 3 == n,
            Asks::ByClock => by == By::Clock,
            Asks::Always => true,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CheckSpec {
    pub(crate) gate: Gate,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) force: Force,
    /// When it objects; each is a reason of its own.
    pub(crate) objects: Vec<Asks>,
}

#[derive(Clone, Debug)]
pub(crate) struct ExceptionSpec {
    /// The number of the check it names; there may be none of that number.
    pub(crate) lifts: usize,
    pub(crate) when: Asks,
}

/// Checks, exceptions, and who submits what.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) checks: Vec<CheckSpec>,
    pub(crate) exceptions: Vec<ExceptionSpec>,
    pub(crate) start: u8,
    pub(crate) actions: Vec<(By, Act)>,
}

pub(crate) fn check_name(at: usize) -> String {
    format!("check {at}")
}

pub(crate) fn exception_name(at: usize) -> String {
    format!("exception {at}")
}

fn asks() -> impl Inputs<Value = Asks> {
    prop_oneof![
        (0..4_u8).prop_map(Asks::State),
        (0..4_u8).prop_map(Asks::Size),
        (0..3_u8).prop_map(Asks::Both),
        Just(Asks::ByClock),
        Just(Asks::Always),
    ]
}

fn sort() -> impl Inputs<Value = Sort> {
    (0..SORTS.len()).prop_map(|at| SORTS[at])
}

fn check() -> impl Inputs<Value = CheckSpec> {
    let force = prop_oneof![
        1 => Just(Force::Hard),
        4 => Just(Force::Liftable),
        1 => Just(Force::Prohibition),
    ];
    let gate = (0..Gate::ALL.len()).prop_map(|at| Gate::ALL[at]);
    // An objection that always stands would hide whatever comes after it.
    let objects = vec(prop_oneof![6 => asks(), 1 => Just(Asks::Always)], 0..3);
    (gate, vec(sort(), 0..3), force, objects).prop_map(|(gate, sorts, force, objects)| CheckSpec {
        gate,
        sorts,
        force,
        objects,
    })
}

pub(crate) fn by() -> impl Inputs<Value = By> {
    prop_oneof![Just(By::Seat(Seat(0))), Just(By::Seat(Seat(1))), Just(By::Clock)]
}

pub(crate) fn case() -> impl Inputs<Value = Case> {
    let exception = (0..9_usize, asks()).prop_map(|(lifts, when)| ExceptionSpec { lifts, when });
    let action = (by(), sort(), 0..4_u8).prop_map(|(by, sort, size)| (by, Act { sort, size }));
    let parts = (vec(check(), 0..8), vec(exception, 0..10), 0..4_u8, vec(action, 1..6));
    parts.prop_map(|(checks, exceptions, start, actions)| Case {
        checks,
        exceptions,
        start,
        actions,
    })
}

/// Only with exceptions that may stand.
pub(crate) fn sound_case() -> impl Inputs<Value = Case> {
    case().prop_map(|mut case| {
        let liftable: Vec<usize> =
            (0..case.checks.len()).filter(|&at| case.checks[at].force == Force::Liftable).collect();
        if liftable.is_empty() {
            case.exceptions.clear();
        }
        for exception in &mut case.exceptions {
            exception.lifts = liftable[exception.lifts % liftable.len()];
        }
        case
    })
}

pub(crate) fn universe() -> impl Iterator<Item = Act> {
    SORTS.into_iter().flat_map(|sort| (0..4).map(move |size| Act { sort, size }))
}

pub(crate) fn book(case: &Case) -> Result<Book<Gates>, Mistakes> {
    let mut builder = Book::<Gates>::builder("gates").rule("do", |rule| {
        rule.candidates(|offer| offer.extend(universe())).then(|cx, ()| [cx.action.size])
    });
    for (at, exception) in case.exceptions.iter().enumerate() {
        let when = exception.when;
        builder = builder.exception(exception_name(at), |writing| {
            let lifting = writing.lifts(check_name(exception.lifts));
            lifting.when(move |ask| when.holds(*ask.state, *ask.action, ask.by))
        });
    }
    for (at, check) in case.checks.iter().enumerate() {
        builder = write(builder, check_name(at), check);
    }
    builder.compile()
}

fn write(builder: BookBuilder<Gates>, name: String, spec: &CheckSpec) -> BookBuilder<Gates> {
    let objects = spec.objects.clone();
    let test = move |ask: &Ask<'_, Gates>| {
        let stands = |(_, object): &(usize, &Asks)| object.holds(*ask.state, *ask.action, ask.by);
        let standing = objects.iter().enumerate().filter(stands);
        standing.map(|(at, _)| Objection(at)).collect::<Vec<_>>()
    };
    let on = |check: CheckBuilder<Gates>| check.on(&spec.sorts[..]);
    match spec.force {
        Force::Prohibition => builder.prohibition(name, spec.gate, |check| on(check).test(test)),
        Force::Hard => builder.check(name, spec.gate, |check| on(check).test(test)),
        Force::Liftable => builder.check(name, spec.gate, |check| on(check).liftable().test(test)),
    }
}
