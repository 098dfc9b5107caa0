//! Rules that lie in banks, or whose conditions are asked in runs, are asked as often and
//! in the order in which the reference asks them, and what panics there is a fault.

mod common;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::plan::counted;
use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Fact, Kind, Kinded, Part, Pass, Passes, Predicate};

thread_local! {
    static ASKED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(what: String) {
    ASKED.with_borrow_mut(|asked| asked.push(what));
}

/// So many rules of one type and then so many of another: what comes of each action, and
/// who was asked.
fn two_types(passes: Passes, [first, second]: [i64; 2]) -> (Vec<String>, Vec<String>) {
    ASKED.take();
    let mut written: BookBuilder<Sandbox> = book("two types").passes(passes);
    for number in 0..first {
        written = written.rule(format!("first {number}"), |rule| {
            let rule = rule.on(ActKind::Go).when("its own", move |ask| {
                note(format!("first {number}"));
                ask.action.number() % 100 == number
            });
            let rule = rule.when("small", move |ask| {
                note(format!("small {number}"));
                ask.action.number() < 100
            });
            rule.then(move |_, ()| [Ev::Add(number)])
        });
    }
    for number in first..first + second {
        written = written.rule(format!("second {number}"), |rule| {
            let rule = rule.on(ActKind::Go).when("its own", move |ask| {
                note(format!("second {number}"));
                ask.action.number() % 100 == number
            });
            rule.then(move |_, ()| [Ev::Add(number), Ev::Add(1)])
        });
    }
    let mut game = start(&written.compile().unwrap(), BOTH[0]);
    let numbers = (0..first + second + 2).chain([100, 103]);
    let came = numbers.map(|number| go(&mut game, Act::Go(number)).to_string());
    (came.collect(), ASKED.take())
}

#[test]
fn runs_behind_each_other_are_asked_once() {
    for rules in [[20, 20], [20, 1], [1, 20], [20, 3], [12, 12], [11, 12], [40, 0]] {
        let reference = two_types(Passes::none(), rules);
        assert!(reference.0.iter().any(|came| came.starts_with("committed")), "{reference:?}");
        assert_eq!(two_types(Passes::all(), rules), reference, "{rules:?}");
    }
}

/// More values than are listed: the last is a mistake of its author's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Third(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Listed(usize);

impl Kind for Listed {
    const ALL: &'static [Self] = &[Listed(0), Listed(1)];
    fn index(self) -> usize {
        self.0
    }
    fn name(self) -> &'static str {
        ["Zero", "One", "Two"][self.0]
    }
}

impl Kinded for Third {
    type Kind = Listed;
    fn kind(&self) -> Listed {
        Listed(self.0)
    }
}

#[test]
fn a_value_that_is_not_listed_is_a_fault_that_changes_nothing() {
    let came = |passes| {
        let third =
            Fact::of_state("third", |table: &Table| Third(table.total.rem_euclid(3) as usize));
        let rules = (0..12_u32).fold(book("thirds").passes(passes), |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(number / 2));
                let rule = rule.given(&third, Listed(number as usize % 2));
                rule.then(move |_, ()| [Ev::Add(i64::from(number) + 1)])
            })
        });
        let rules = rules.rule("add", |rule| {
            rule.on(ActKind::Lost).then(|cx, ()| [Ev::Add(cx.action.number())])
        });
        let mut game = start(&rules.compile().unwrap(), BOTH[0]);
        let came = (0..60).map(|n| {
            let before = game.state().clone();
            let outcome = match game.submit(Seat(0), Act::Go(n * 5 % 7)) {
                Ok(outcome) => outcome.to_string(),
                Err(fault) => {
                    assert_eq!((before.total % 3, game.state()), (2, &before));
                    fault.to_string()
                }
            };
            if before.total % 3 == 2 || n % 4 == 3 {
                go(&mut game, Act::Lost(1));
            }
            format!("{outcome}, {}", game.state().total)
        });
        came.collect::<Vec<_>>()
    };
    let reference = came(Passes::none());
    let faults = reference.iter().filter(|came| came.contains("the fact \"third\"")).count();
    assert!(faults > 3 && faults < 50, "{reference:?}");
    assert!(reference.iter().any(|came| came.starts_with("committed")), "{reference:?}");
    assert_eq!(came(Passes::all()), reference);
}

#[test]
fn a_row_that_stays_shut_is_asked_once() {
    let asked = |passes| {
        let calls = Calls::default();
        let shut = counted("shut", &calls, |_| false);
        let rules = (0..4).fold(book("shut").passes(passes), |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(1)).while_holds(&shut);
                rule.then(move |_, ()| [Ev::Add(number)])
            })
        });
        let mut game = start(&rules.compile().unwrap(), BOTH[0]);
        go(&mut game, Act::Go(1));
        calls.take();
        go(&mut game, Act::Go(1));
        calls.take()
    };
    assert_eq!(asked(Passes::none()), 4);
    assert_eq!(asked(Passes::all()), 0);
    assert_eq!(asked(Passes::all().without(Pass::Hoist)), 4);
}

/// The subject of an action is the action; who asks for it is counted.
struct Sums;

thread_local! {
    static SUBJECTS: Cell<usize> = const { Cell::new(0) };
}

impl Game for Sums {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(sum: &mut u32, by: &u32) {
        *sum += by;
    }

    fn subject(_: &u32, action: &u32) -> Option<Subject> {
        SUBJECTS.set(SUBJECTS.get() + 1);
        Some(Subject(*action))
    }
}

#[test]
fn where_a_predicate_leaves_nobody_nobody_looks_for_more() {
    let asked = |passes| {
        let open = Predicate::new("open", |sum: &u32| *sum > 0).reads([Part(0)]);
        let rules = [(1, "lone"), (2, "first of two"), (2, "second of two")];
        let book = Book::<Sums>::builder("sums").passes(passes);
        let book = rules.into_iter().fold(book, |book, (about, name)| {
            book.rule(name, |rule| {
                rule.subject(Subject(about)).while_holds(&open).then(|_, ()| [1])
            })
        });
        let mut game = book.compile().unwrap().start(0, Seed(1)).unwrap();
        [1, 2].map(|action| {
            SUBJECTS.set(0);
            let refused = game.submit(Seat(0), action).unwrap();
            (SUBJECTS.get(), refused.to_string())
        })
    };
    let reference = asked(Passes::none());
    assert_eq!(reference[0].0, 1);
    assert_eq!(asked(Passes::all()), reference);
}

thread_local! {
    /// How often a kind may be asked for.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
}

#[derive(Clone, Debug, PartialEq)]
struct Fickle(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Anything {
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Kinds)]
enum Half {
    Even,
    Odd,
}

impl Kinded for Fickle {
    type Kind = AnythingKind;
    fn kind(&self) -> AnythingKind {
        let left = LEFT.get();
        LEFT.set(left.wrapping_sub(1));
        assert!(left != 0, "on purpose");
        Anything::Any.kind()
    }
}

struct Fickleness;

impl Game for Fickleness {
    type State = u32;
    type Action = Fickle;
    type Event = Fickle;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, by: &Fickle) {
        *total += by.0;
    }

    fn subject(_: &u32, action: &Fickle) -> Option<Subject> {
        Some(Subject(action.0))
    }
}

#[test]
fn a_kind_that_panics_late_is_a_fault() {
    for passes in [Passes::none(), Passes::all()] {
        let half = Fact::of_state("half", |total: &u32| match total % 2 {
            0 => Half::Even,
            _ => Half::Odd,
        });
        let book = Book::<Fickleness>::builder("fickle").passes(passes);
        let book = (0..4).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.subject(Subject(number)).given(&half, HalfKind::Even);
                rule.when("not two", move |_| number != 2).then(|cx, ()| [cx.action.clone()])
            })
        });
        let book = book.compile().unwrap();
        for (number, at) in
            [0, 2, 7].into_iter().flat_map(|number| (0..8).map(move |at| (number, at)))
        {
            let mut game = book.start(0, Seed(1)).unwrap();
            LEFT.set(at);
            let came =
                catch_unwind(AssertUnwindSafe(|| game.submit(Seat(0), Fickle(number)).is_ok()));
            let panicked = LEFT.replace(u32::MAX) > at;
            let came = came.unwrap_or_else(|_| panic!("{passes:?}: {number} got out at {at}"));
            assert_eq!(came, !panicked, "{passes:?}: {number} at {at}");
            assert_eq!(*game.state(), 0);
        }
    }
}
