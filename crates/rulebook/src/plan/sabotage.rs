//! Parity catches a pass that is broken: for each, a book whose plan is sound
//! agrees with the reference, and the same book with the pass's own data
//! spoilt does not. The same for the straight line and the banks, which have
//! ways that belong to another book.

use std::sync::Arc;

use crate::actor::Seat;
use crate::book::builder::BookBuilder;
use crate::book::fact::{Fact, Part, Predicate};
use crate::book::rule::RuleBuilder;
use crate::book::strategy::{Priority, Strategy};
use crate::book::{Book, Compiled};
use crate::dice::{Dice, Seed};
use crate::error::{Difference, Fault, FaultKind};
use crate::game::{Game, Kind, Kinded, Never, Subject};
use crate::plan::passes::{Pass, Passes};
use crate::plan::run::MANY;
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
fn a_phase_that_nobody_foresees_is_caught() {
    let book = book()
        .strategy(Strategy::ApplyAll)
        .rule("one", |rule| rule.then(|_, ()| [Which::Left(1)]))
        .phase("fresh", |phase| {
            phase
                .when("nothing yet", |sums: &[u32; 2]| sums[0] == 0)
                .rule("two", |rule| rule.then(|_, ()| [Which::Right(1)]))
        });
    let spoil = |book: &mut Compiled<Sums>| book.plan.as_mut().unwrap().foreseen.clear();
    let actions = [Which::Left(0)];
    caught(book, spoil, &actions, ("the chosen rules", "\"one\", \"fresh/two\"", "\"one\""));
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
fn rows_of_the_wrong_kind_are_caught_where_nothing_is_submitted() {
    let both = [Which::Left(1), Which::Right(1)];
    let mut book = book()
        .rule("left", |rule| {
            let rule = rule.on(Side::Left).candidates(move |offer| offer.extend(both));
            rule.then(|cx, ()| [*cx.action])
        })
        .rule("right", |rule| rule.on(Side::Right).when("never", |_| false).then(|_, ()| []))
        .compile()
        .unwrap();
    let start = |book: &Book<Sums>| book.start_with([0, 0], Seed(1), ON).unwrap();
    let all: fn(&Which) -> bool = |_| true;
    let mut game = start(&book);
    assert_eq!(game.legal(Seat(0)).unwrap().len(), 1);
    let picked = game.search(Seed(1)).pick(Seat(0), &mut Dice::new(Seed(1)), all).unwrap();
    assert_eq!(picked.map(|legal| *legal.action()), Some(Which::Left(1)));
    both.iter().for_each(|action| assert!(game.explain(Seat(0), action).is_ok()));
    drop(game);
    Arc::get_mut(&mut book.inner).unwrap().plan.as_mut().unwrap().rows.swap(0, 1);
    let mut game = start(&book);
    let said = |fault: &Fault| match fault.kind() {
        FaultKind::Diverged { what, reference, plan } => {
            (what.name(), reference.clone(), plan.clone())
        }
        other => panic!("{other:?}"),
    };
    let unhandled = "refused as Invalid: No rule of an active phase handles the action Left.";
    let listed = said(&game.legal(Seat(0)).unwrap_err());
    let expected = ("Left(1): no rule refuses".to_owned(), format!("Left(1): {unhandled}"));
    assert_eq!(listed, ("the legal actions", expected.0, expected.1));
    let picked = game.search(Seed(1)).pick(Seat(0), &mut Dice::new(Seed(1)), all);
    assert_eq!(said(&picked.unwrap_err()).0, "the legal actions");
    let explained = said(&game.explain(Seat(0), &both[0]).unwrap_err());
    assert_eq!(explained, ("the chosen rules", "\"left\"".to_owned(), "none".to_owned()));
    assert_eq!((*game.state(), game.poisoned()), ([0, 0], None));
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
        table.cases.swap(1, 3);
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
fn an_answer_that_is_of_another_version_is_caught() {
    let small = Predicate::new("small", |sums: &[u32; 2]| sums[0] < 5);
    let play = |passes: Passes| {
        let book = book()
            .passes(passes)
            .rule("start", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
            .rule("finish", |rule| rule.then(|_, ()| [Which::Right(1)]));
        let (mut game, played) = play(&book.compile().unwrap(), &[Which::Left(7)]);
        played.unwrap();
        // As if the event had not made another version of the state.
        let desk = &mut game.core.desk;
        assert!(desk.shared[0].holds && desk.shared[0].at < desk.version);
        desk.shared[0].at = desk.version;
        game.submit(Seat(0), Which::Left(7)).map(|_| *game.state())
    };
    let fault = play(Passes::all()).unwrap_err();
    let FaultKind::Diverged { what, reference, plan } = fault.kind() else { panic!("{fault}") };
    assert_eq!((*what, reference.as_str()), (Difference::Memory, "\"small\" is false"));
    assert!(
        plan.starts_with("\"small\" is remembered as true: asked twice of one state"),
        "{plan}"
    );
    // It is this pass that looks at versions alone.
    assert_eq!(play(Passes::all().without(Pass::Hoist)), Ok([7, 1]));
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

/// Starts while the left is small, and finishes then; the predicate says that it reads
/// this part, and the left is part 0.
fn remembering(part: u8) -> BookBuilder<Sums> {
    let small = Predicate::new("small", |sums: &[u32; 2]| sums[0] < 5).reads([Part(part)]);
    book()
        .writes(Side::Left, [Part(0)])
        .writes(Side::Right, [Part(1)])
        .rule("start", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
        .rule("finish", |rule| rule.then(|_, ()| [Which::Right(1)]))
}

#[test]
fn a_straight_line_that_remembers_by_another_part_is_caught() {
    let mut other = remembering(1).compile().unwrap();
    let other = Arc::get_mut(&mut other.inner).unwrap();
    let (ways, quick) = (std::mem::take(&mut other.ways), std::mem::take(&mut other.quick));
    let spoil = |book: &mut Compiled<Sums>| (book.ways, book.quick) = (ways, quick);
    let actions = [Which::Left(7), Which::Left(7)];
    let expected = ("the chosen rules", "\"finish\"", "\"start\", in a straight line");
    caught(remembering(0), spoil, &actions, expected);
}

#[test]
fn a_straight_line_that_takes_the_wrong_way_at_a_fork_is_caught() {
    let book = |wants: bool| {
        let small = Predicate::new("small", |sums: &[u32; 2]| sums[0] < 5);
        let (one, two) = (small.clone(), small.opposite("large"));
        let [one, two] = if wants { [one, two] } else { [two, one] };
        book()
            .rule("one", |rule| rule.while_holds(&one).then(|_, ()| [Which::Left(1)]))
            .rule("two", |rule| rule.while_holds(&two).then(|_, ()| [Which::Left(2)]))
    };
    let expected = ("the chosen rules", "\"one\"", "\"two\", in a straight line");
    caught(book(true), with_ways_of(book(false)), &[Which::Left(1)], expected);
}

#[test]
fn a_closed_phase_that_ends_too_late_is_caught() {
    let book = book()
        .phase("closed", |phase| {
            phase
                .when("never", |_| false)
                .rule("a", |rule| rule.then(|_, ()| [Which::Left(1)]))
                .rule("b", |rule| rule.then(|_, ()| [Which::Left(2)]))
        })
        .rule("one", |rule| rule.then(|_, ()| [Which::Left(3)]))
        .rule("two", |rule| rule.then(|_, ()| [Which::Left(4)]));
    let spoil = |book: &mut Compiled<Sums>| {
        let ends = &mut book.plan.as_mut().unwrap().ends;
        ends.iter_mut().filter(|end| **end == 2).for_each(|end| *end = 3);
    };
    caught(book, spoil, &[Which::Left(1)], ("the chosen rules", "\"one\"", "\"two\""));
}

#[test]
fn a_mask_that_is_not_there_is_caught() {
    let book = book()
        .strategy(Strategy::ApplyAll)
        .rule("one", |rule| rule.exclusive("once").then(|_, ()| [Which::Left(1)]))
        .rule("two", |rule| rule.exclusive("once").then(|_, ()| [Which::Left(2)]));
    let spoil = |book: &mut Compiled<Sums>| book.rules[1].mask = Box::default();
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
        "a fault: The book is Exclusive, but 2 of its children are decisive for the action Left: \"left\", \"both\". Narrow one of them, or give the book another strategy."
    );
    // Also where there is no conflict, somebody was not asked who should be.
    let mut game = spoilt.start_with([4, 9], Seed(1), ON).unwrap();
    let fault = game.submit(Seat(0), Which::Left(1)).unwrap_err();
    let FaultKind::Diverged { what, reference, plan } = fault.kind() else { panic!("{fault}") };
    assert_eq!(*what, Difference::RejectedRules);
    assert_eq!((&**reference, &**plan), ("\"both\": Unmet(0)", "\"both\" was not asked"));
}

/// A rule that is written in a loop: its name, its subject, below which sum it
/// matches, and what it adds.
type Written = (&'static str, u32, u32, u32);

const ONE: Written = ("one", 1, 100, 10);
const TWO: Written = ("two", 2, 50, 20);

fn in_a_loop(rules: &[Written]) -> BookBuilder<Sums> {
    rules.iter().fold(book(), |book, &(name, about, below, add)| {
        book.rule(name, |rule| {
            rule.on(Side::Left)
                .subject(Subject(about))
                .when("not too much", move |ask| ask.state[0] < below)
                .then(move |_, ()| [Which::Left(add)])
        })
    })
}

/// The same, where those that add an odd number are of another type.
fn of_two_types(rules: &[Written]) -> BookBuilder<Sums> {
    rules.iter().fold(book(), |book, &(name, about, below, add)| {
        book.rule(name, |rule| {
            let rule = rule.on(Side::Left).subject(Subject(about));
            let rule = rule.when("not too much", move |ask| ask.state[0] < below);
            match add % 2 {
                0 => rule.then(move |_, ()| [Which::Left(add)]),
                _ => rule.then(move |_, ()| vec![Which::Left(add)]),
            }
        })
    })
}

/// Gives a book the ways of another one, with all that lies in its banks.
fn with_ways_of(other: BookBuilder<Sums>) -> impl FnOnce(&mut Compiled<Sums>) {
    let mut other = other.compile().unwrap();
    let ways = std::mem::take(&mut Arc::get_mut(&mut other.inner).unwrap().ways);
    |book| book.ways = ways
}

/// The same for rules that lie in banks.
fn with_banks_of(other: BookBuilder<Sums>) -> impl FnOnce(&mut Compiled<Sums>) {
    let spoil = with_ways_of(other);
    |book| {
        assert!(book.ways[0].banked, "the rules do not lie in a bank");
        spoil(book);
        assert!(book.ways[0].banked, "nor do those of the other book");
    }
}

/// Plays by a sound bank, and by one that is spoilt.
#[track_caller]
fn bank_caught(other: &[Written], actions: &[Which], expected: (&str, &str, &str)) {
    caught(in_a_loop(&[ONE, TWO]), with_banks_of(in_a_loop(other)), actions, expected);
}

const UNHANDLED: &str = "refused as Invalid: No rule of an active phase handles the action Left.";

#[test]
fn a_bank_with_rules_in_each_others_place_is_caught() {
    let other = [("one", 2, 100, 10), ("two", 1, 50, 20)];
    let expected = ("the chosen rules", "\"one\"", "\"two\", in a straight line");
    bank_caught(&other, &[Which::Left(1)], expected);
}

#[test]
fn a_bank_with_the_wrong_number_of_a_rule_is_caught() {
    // All that is done is right, and told of the wrong rule.
    let expected = ("the chosen rules", "\"one\"", "\"two\", in a straight line");
    bank_caught(&[TWO, ONE], &[Which::Left(1)], expected);
}

#[test]
fn a_bank_with_the_code_of_another_rule_is_caught() {
    let other = [("one", 1, 100, 20), ("two", 2, 50, 10)];
    let events = (
        "event 0, by the rule \"one\", is Left(10)",
        "event 0, by the rule \"one\", is Left(20), in a straight line",
    );
    bank_caught(&other, &[Which::Left(1)], ("the events", events.0, events.1));
}

#[test]
fn a_bank_with_a_subject_of_no_rule_is_caught() {
    let other = [ONE, TWO, ("three", 3, 100, 30)];
    let expected = ("the outcome", UNHANDLED, "committed, in a straight line");
    bank_caught(&other, &[Which::Left(3)], expected);
}

#[test]
fn a_bank_with_a_subject_twice_is_caught() {
    // The later rule has taken the place of the one that it belongs to.
    let other = [("one", 0, 100, 10), ("two", 1, 50, 20)];
    let expected = ("the chosen rules", "\"one\"", "\"two\", in a straight line");
    bank_caught(&other, &[Which::Left(1)], expected);
}

#[test]
fn a_bank_with_the_conditions_of_other_rules_is_caught() {
    let other = [("one", 1, 50, 10), ("two", 2, 100, 20)];
    let actions = [Which::Left(1); 6];
    let line = format!("{UNHANDLED}, in a straight line");
    bank_caught(&other, &actions, ("the outcome", "committed", &line));
}

#[test]
fn a_bank_that_skips_its_conditions_is_caught() {
    let other = [("one", 1, u32::MAX, 10), ("two", 2, u32::MAX, 20)];
    let actions = [Which::Left(2); 4];
    bank_caught(&other, &actions, ("the outcome", UNHANDLED, "committed, in a straight line"));
}

#[test]
fn a_register_that_is_wrong_is_caught() {
    let [one, two, three, four] = [ONE, TWO, ("three", 3, 100, 31), ("four", 4, 100, 41)];
    let sound = || of_two_types(&[one, two, three, four]);
    let chosen = |right, wrong| ("the chosen rules", right, wrong);
    // It leads to another rule of the same bank, and to one of another bank.
    let mut other = [("one", 2, 100, 10), ("two", 1, 50, 20), three, four];
    let expected = chosen("\"one\"", "\"two\", in a straight line");
    caught(sound(), with_banks_of(of_two_types(&other)), &[Which::Left(1)], expected);
    other = [one, ("two", 3, 50, 20), ("three", 2, 100, 31), four];
    let expected = chosen("\"three\"", "\"two\", in a straight line");
    caught(sound(), with_banks_of(of_two_types(&other)), &[Which::Left(3)], expected);
    // The rule is right, but not what lies there: its code, or its condition.
    other = [one, two, ("three", 3, 100, 41), ("four", 4, 100, 31)];
    let events = (
        "event 0, by the rule \"three\", is Left(31)",
        "event 0, by the rule \"three\", is Left(41), in a straight line",
    );
    let expected = ("the events", events.0, events.1);
    caught(sound(), with_banks_of(of_two_types(&other)), &[Which::Left(3)], expected);
    other = [one, two, ("three", 3, 0, 31), four];
    let line = format!("{UNHANDLED}, in a straight line");
    let expected = ("the outcome", "committed", line.as_str());
    caught(sound(), with_banks_of(of_two_types(&other)), &[Which::Left(3)], expected);
    // It knows a rule that there is not.
    let more = of_two_types(&[one, two, three, four, ("five", 5, 100, 50)]);
    let expected = ("the outcome", UNHANDLED, "committed, in a straight line");
    caught(sound(), with_banks_of(more), &[Which::Left(5)], expected);
}

#[test]
fn what_a_bank_does_not_have_is_found_by_the_plan() {
    let mut book = in_a_loop(&[ONE, TWO]).compile().unwrap();
    with_banks_of(in_a_loop(&[("one", 1, 100, 10)]))(Arc::get_mut(&mut book.inner).unwrap());
    let actions = [Which::Left(1), Which::Left(2)];
    let (game, played) = play(&book, &actions);
    assert_eq!((*game.state(), played), ([30, 0], Ok(())));
    let mut game = book.start([0, 0], Seed(1)).unwrap();
    actions.into_iter().for_each(|action| drop(game.submit(Seat(0), action).unwrap()));
    assert_eq!(*game.state(), [30, 0]);
}

#[test]
fn a_straight_line_in_the_wrong_order_is_caught() {
    let book = |[one, two]: [Priority; 2]| {
        let rules = [("one", one, 1), ("two", two, 2)];
        let book = book().strategy(Strategy::HighestPriority);
        rules.into_iter().fold(book, |book, (name, priority, add)| {
            book.rule(name, |rule| {
                let rule = rule.priority(priority).when("small", |ask| ask.state[0] < 9);
                rule.then(move |_, ()| [Which::Left(add)])
            })
        })
    };
    let spoil = with_ways_of(book([Priority::LOW, Priority::HIGH]));
    let expected = ("the chosen rules", "\"one\"", "\"two\", in a straight line");
    caught(book([Priority::HIGH, Priority::LOW]), spoil, &[Which::Left(0)], expected);
}

#[test]
fn a_straight_line_that_stops_too_early_in_its_row_is_caught() {
    let behind = behind();
    let book = |strategy| {
        ["one", "two"].into_iter().fold(book().strategy(strategy), |book, name| {
            book.rule(name, |rule| {
                let rule = rule.given(&behind, Side::Right).when("small", |ask| ask.state[0] < 9);
                rule.then(|cx, ()| [*cx.action])
            })
        })
    };
    let spoil = with_ways_of(book(Strategy::FirstWins));
    let expected = ("the chosen rules", "\"one\", \"two\"", "\"one\", in a straight line");
    caught(book(Strategy::ApplyAll), spoil, &[Which::Left(1)], expected);
}

/// A rule for each side that can be behind and each of these subjects.
fn by_fact_and_subject(one: u32, two: u32) -> BookBuilder<Sums> {
    let behind = behind();
    let names = [["one, left", "two, left"], ["one, right", "two, right"]];
    let mut book = book();
    for (side, names) in Side::ALL.iter().zip(names) {
        for (subject, name) in [one, two].into_iter().zip(names) {
            book = book.rule(name, |rule| {
                let rule = rule.subject(Subject(subject)).given(&behind, *side);
                rule.then(|cx, ()| [*cx.action])
            });
        }
    }
    book
}

#[test]
fn a_register_that_is_wrong_about_a_subject_in_a_case_is_caught() {
    let spoil = with_ways_of(by_fact_and_subject(2, 1));
    let expected = ("the chosen rules", "\"one, right\"", "\"two, right\", in a straight line");
    caught(by_fact_and_subject(1, 2), spoil, &[Which::Left(1)], expected);
}

#[test]
fn a_register_that_is_wrong_about_a_case_is_caught() {
    let book = |[one, two]: [Side; 2]| {
        let behind = behind();
        [("one", one), ("two", two)].into_iter().fold(book(), |book, (name, side)| {
            book.rule(name, |rule| {
                let rule = rule.given(&behind, side).when("small", |ask| ask.state[0] < 9);
                rule.then(|cx, ()| [*cx.action])
            })
        })
    };
    let spoil = with_ways_of(book([Side::Right, Side::Left]));
    let expected = ("the chosen rules", "\"two\"", "\"one\", in a straight line");
    caught(book([Side::Left, Side::Right]), spoil, &[Which::Left(1)], expected);
}

/// Two rules about the same, one while little was added and one later.
fn waiting(book: BookBuilder<Sums>, waits: [&Predicate<Sums>; 2]) -> BookBuilder<Sums> {
    ["one", "two"].into_iter().zip(waits).fold(book, |book, (name, waits)| {
        book.rule(name, |rule| {
            let rule = rule.on(Side::Left).subject(Subject(1)).while_holds(waits);
            rule.when("not ten", |ask| ask.state[0] != 10).then(|cx, ()| [*cx.action])
        })
    })
}

#[test]
fn a_register_in_which_a_rule_waits_for_another_predicate_is_caught() {
    let small = Predicate::new("small", |sums: &[u32; 2]| sums[0] < 5);
    let large = Predicate::new("large", |sums: &[u32; 2]| sums[0] >= 5);
    // Predicates are numbered as they are named: here the first rule names them both.
    let book = |waits: [&Predicate<Sums>; 2]| {
        let named = |rule: RuleBuilder<Sums>| rule.while_holds(&small).while_holds(&large);
        let book =
            book().rule("never", |rule| named(rule.on(Side::Right)).then(|cx, ()| [*cx.action]));
        waiting(book, waits)
    };
    let spoil = with_ways_of(book([&large, &small]));
    let expected = ("the chosen rules", "\"one\"", "\"two\", in a straight line");
    caught(book([&small, &large]), spoil, &[Which::Left(1)], expected);
}

/// Rules that are asked one by one, each with a sum below which it matches.
fn one_by_one(below: [u32; 4]) -> BookBuilder<Sums> {
    let below = [0; MANY].into_iter().chain(below);
    (0..).zip(below).fold(book(), |book, (number, below): (u32, u32)| {
        book.rule(format!("rule {number}"), |rule| {
            let rule = rule.when("below", move |ask| ask.state[0] < below);
            rule.then(move |_, ()| [Which::Left(number)])
        })
    })
}

#[test]
fn a_run_of_the_conditions_of_other_rules_is_caught() {
    let sound = || one_by_one([0, 5, 6, 7]);
    assert_eq!(sound().compile().unwrap().inner.first_tests.len(), MANY + 4);
    let spoil = with_ways_of(one_by_one([0, 0, 6, 7]));
    let expected = ("the chosen rules", "\"rule 13\"", "\"rule 14\", in a straight line");
    caught(sound(), spoil, &[Which::Left(1)], expected);
}
