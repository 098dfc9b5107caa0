//! Parity catches a pass that is broken: for each, a book whose plan is sound
//! agrees with the reference, and the same book with the pass's own data
//! spoilt does not.

use std::sync::Arc;

use crate::actor::Seat;
use crate::book::builder::BookBuilder;
use crate::book::fact::{Fact, Part, Predicate};
use crate::book::strategy::Strategy;
use crate::book::{Book, Compiled};
use crate::dice::Seed;
use crate::error::{Difference, Fault, FaultKind};
use crate::game::{Game, Kind, Kinded, Never, Subject};
use crate::session::Session;
use crate::session::options::{Parity, SessionOptions};

/// Two numbers; an action is a number of one of two kinds, and so is an event:
/// it is added.
struct Sums;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Left(u32),
    Right(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    Left,
    Right,
}

impl Kind for Side {
    const ALL: &'static [Self] = &[Side::Left, Side::Right];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Left", "Right"][self as usize]
    }
}

impl Kinded for Which {
    type Kind = Side;
    fn kind(&self) -> Side {
        match self {
            Which::Left(_) => Side::Left,
            Which::Right(_) => Side::Right,
        }
    }
}

impl Game for Sums {
    type State = [u32; 2];
    type Action = Which;
    type Event = Which;
    type Trace = ();
    type Reason = Never;

    fn apply(sums: &mut [u32; 2], event: &Which) {
        match event {
            Which::Left(by) => sums[0] += by,
            Which::Right(by) => sums[1] += by,
        }
    }

    fn subject(_: &[u32; 2], action: &Which) -> Option<Subject> {
        let (Which::Left(number) | Which::Right(number)) = action;
        Some(Subject(*number))
    }
}

fn book() -> BookBuilder<Sums> {
    Book::builder("sums").digests()
}

/// The side that is behind.
fn behind() -> Fact<Sums, Side> {
    Fact::of_state("behind", |sums: &[u32; 2]| match sums[0] < sums[1] {
        true => Which::Left(0),
        false => Which::Right(0),
    })
}

const ON: SessionOptions = SessionOptions { parity: Parity::Every, ..SessionOptions::DEFAULT };

fn play(book: &Book<Sums>, actions: &[Which]) -> (Session<Sums>, Result<(), Fault>) {
    let mut game = book.start_with([0, 0], Seed(1), ON).unwrap();
    let played = actions.iter().try_for_each(|action| game.submit(Seat(0), *action).map(drop));
    (game, played)
}

/// Plays by a sound plan, and by the same one spoilt.
#[track_caller]
fn caught(
    book: BookBuilder<Sums>,
    spoil: impl FnOnce(&mut Compiled<Sums>),
    actions: &[Which],
    expected: (&str, &str, &str),
) {
    let mut book = book.compile().unwrap();
    play(&book, actions).1.unwrap();
    spoil(Arc::get_mut(&mut book.inner).unwrap());
    let (game, played) = play(&book, actions);
    let fault = played.unwrap_err();
    let FaultKind::Diverged { what, reference, plan } = fault.kind() else { panic!("{fault}") };
    assert_eq!((what.name(), reference.as_str(), plan.as_str()), expected);
    // What stands is what was committed before.
    let sound = play(&book, &actions[..actions.len() - 1]);
    assert_eq!((sound.0.state(), sound.1), (game.state(), Ok(())));
}

#[test]
fn a_list_in_the_wrong_order_is_caught() {
    let book = book()
        .rule("one", |rule| rule.then(|_, ()| [Which::Left(1)]))
        .rule("two", |rule| rule.then(|_, ()| [Which::Left(2)]));
    let spoil = |book: &mut Compiled<Sums>| {
        book.plan.as_mut().unwrap().rows[0].open.any.swap(0, 1);
    };
    let actions = [Which::Left(0)];
    caught(book, spoil, &actions, ("the chosen rules", "\"one\"", "\"two\""));
}

#[test]
fn rows_of_the_wrong_kind_are_caught() {
    let book = book()
        .rule("left", |rule| rule.on(Side::Left).then(|cx, ()| [*cx.action]))
        .rule("right", |rule| rule.on(Side::Right).then(|cx, ()| [*cx.action]));
    let spoil = |book: &mut Compiled<Sums>| book.plan.as_mut().unwrap().rows.swap(0, 1);
    let actions = [Which::Left(1)];
    caught(book, spoil, &actions, ("the chosen rules", "\"left\"", "none"));
}

#[test]
fn rows_of_the_wrong_subject_are_caught() {
    let book = book()
        .rule("one", |rule| rule.subject(Subject(1)).then(|cx, ()| [*cx.action]))
        .rule("two", |rule| rule.subject(Subject(2)).then(|cx, ()| [*cx.action]));
    let spoil = |book: &mut Compiled<Sums>| {
        book.plan.as_mut().unwrap().rows[0].open.alone.swap(1, 2);
    };
    let actions = [Which::Left(1)];
    caught(book, spoil, &actions, ("the chosen rules", "\"one\"", "none"));
}

#[test]
fn rules_that_stand_alone_for_the_wrong_subject_are_caught() {
    let book = book()
        .rule("one", |rule| rule.subject(Subject(1)).then(|cx, ()| [*cx.action]))
        .rule("two", |rule| rule.subject(Subject(2)).then(|cx, ()| [*cx.action]));
    let spoil = |book: &mut Compiled<Sums>| book.lones.swap(1, 2);
    let actions = [Which::Left(1)];
    caught(book, spoil, &actions, ("the chosen rules", "\"one\"", "\"two\""));
}

#[test]
fn rows_of_the_wrong_value_are_caught() {
    let behind = behind();
    let book = book()
        .rule("catch up", |rule| rule.given(&behind, Side::Left).then(|_, ()| [Which::Left(9)]))
        .rule("go on", |rule| rule.given(&behind, Side::Right).then(|cx, ()| [*cx.action]));
    let spoil = |book: &mut Compiled<Sums>| {
        let rows = &mut book.plan.as_mut().unwrap().rows;
        rows[1].table.as_mut().unwrap().cases.swap(0, 1);
    };
    let actions = [Which::Right(5)];
    caught(book, spoil, &actions, ("the chosen rules", "\"go on\"", "none"));
}

/// Whether the left one is even.
fn even() -> Fact<Sums, Side> {
    Fact::of_state("even", |sums: &[u32; 2]| match sums[0] % 2 {
        0 => Which::Left(0),
        _ => Which::Right(0),
    })
}

#[test]
fn rows_of_the_wrong_value_of_a_second_fact_are_caught() {
    let (behind, even) = (behind(), even());
    let names = [["even and behind", "odd and behind"], ["even", "odd"]];
    let mut book = book();
    for (first, names) in Side::ALL.iter().zip(names) {
        for (second, name) in Side::ALL.iter().zip(names) {
            book = book.rule(name, |rule| {
                rule.given(&behind, *first).given(&even, *second).then(|cx, ()| [*cx.action])
            });
        }
    }
    // The state is even and behind is the right one; the next case is an odd one.
    let spoil = |book: &mut Compiled<Sums>| {
        let table = book.plan.as_mut().unwrap().rows[0].table.as_mut().unwrap();
        assert!(table.facts().eq([0, 1]));
        table.cases.swap(1, 4);
    };
    let actions = [Which::Left(4)];
    caught(book, spoil, &actions, ("the chosen rules", "\"even\"", "none"));
}

#[test]
fn predicates_taken_for_one_another_are_caught() {
    let small = Predicate::new("small", |sums: &[u32; 2]| sums[0] < 5);
    let large = Predicate::new("large", |sums: &[u32; 2]| sums[0] >= 5);
    let book = book()
        .rule("start", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
        .rule("finish", |rule| rule.while_holds(&large).then(|_, ()| [Which::Right(1)]));
    let spoil = |book: &mut Compiled<Sums>| {
        let [start, finish] = &mut book.quick[..] else { unreachable!() };
        std::mem::swap(&mut start.tests, &mut finish.tests);
    };
    let actions = [Which::Left(1)];
    caught(book, spoil, &actions, ("the chosen rules", "\"start\"", "\"finish\""));
}

#[test]
fn a_predicate_that_is_remembered_too_long_is_caught() {
    let small = Predicate::new("small", |sums: &[u32; 2]| sums[0] < 5).reads([Part(0)]);
    let book = book()
        .writes(Side::Left, [Part(0)])
        .writes(Side::Right, [Part(1)])
        .rule("start", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
        .rule("finish", |rule| rule.then(|_, ()| [Which::Right(1)]));
    let spoil = |book: &mut Compiled<Sums>| book.words.writes.swap(0, 1);
    let actions = [Which::Left(7), Which::Left(7)];
    let remembered = "\"small\" is remembered as true: it reads more than it declares, or an event writes more than the book says";
    caught(book, spoil, &actions, ("a remembered predicate", "\"small\" is false", remembered));
}

#[test]
fn a_mask_that_is_not_there_is_caught() {
    let book = book()
        .strategy(Strategy::ApplyAll)
        .rule("one", |rule| rule.exclusive("once").then(|_, ()| [Which::Left(1)]))
        .rule("two", |rule| rule.exclusive("once").then(|_, ()| [Which::Left(2)]));
    let spoil = |book: &mut Compiled<Sums>| book.rules[1].mask.fill(0);
    let actions = [Which::Left(0)];
    caught(book, spoil, &actions, ("the chosen rules", "\"one\"", "\"one\", \"two\""));
}

#[test]
fn a_short_cut_past_a_conflict_is_caught() {
    let behind = behind();
    let book = book()
        .strategy(Strategy::Exclusive)
        .rule("left", |rule| rule.given(&behind, Side::Left).then(|_, ()| [Which::Left(1)]))
        .rule("right", |rule| rule.given(&behind, Side::Right).then(|_, ()| [Which::Right(9)]))
        .rule("both", |rule| rule.when("five", |cx| cx.state[0] == 5).then(|cx, ()| [*cx.action]));
    let spoil = |book: &mut Compiled<Sums>| {
        book.plan.as_mut().unwrap().entries.iter_mut().for_each(|entry| entry.clears = true);
    };
    let mut spoilt = book.compile().unwrap();
    spoil(Arc::get_mut(&mut spoilt.inner).unwrap());
    let mut game = spoilt.start_with([5, 9], Seed(1), ON).unwrap();
    let fault = game.submit(Seat(0), Which::Left(1)).unwrap_err();
    let FaultKind::Diverged { what, reference, plan } = fault.kind() else { panic!("{fault}") };
    assert_eq!((*what, plan.as_str()), (Difference::Outcome, "committed"));
    assert_eq!(
        reference,
        "a fault: The book is Exclusive, but 2 of its children are decisive for the action Left: \"left\", \"both\"."
    );
    // Also where there is no conflict, somebody was not asked who should be.
    let mut game = spoilt.start_with([4, 9], Seed(1), ON).unwrap();
    let fault = game.submit(Seat(0), Which::Left(1)).unwrap_err();
    let FaultKind::Diverged { what, reference, plan } = fault.kind() else { panic!("{fault}") };
    assert_eq!(*what, Difference::RejectedRules);
    assert_eq!((&**reference, &**plan), ("\"both\": Unmet(0)", "\"both\" was not asked"));
}
