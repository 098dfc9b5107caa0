//! Rules that are written in a loop are brought together, each found by what an
//! action is about and by what facts come to, or asked in a run. What comes of them is
//! what the reference says, however many there are, of however many types and whatever
//! they are about, and what they hold is held once.

mod common;

use std::sync::Arc;

use common::*;
use rulebook::prelude::*;
use rulebook::{
    Ask, BookBuilder, Fact, Kind, Parity, Part, Passes, Predicate, Rule, RuleBuilder,
    SessionOptions,
};

/// One rule for each of these, with and without a condition by turns of kinds.
fn about(subjects: &[u32]) -> impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    move |book| {
        subjects.iter().fold(book, |book, &number| {
            let (subject, added) = (Subject(number), i64::from(number));
            book.rule(format!("go {number}"), |rule| {
                rule.on(ActKind::Go)
                    .subject(subject)
                    .when("not twice", move |ask| ask.state.total != added)
                    .then(move |cx, ()| [Ev::Add(added - cx.state.total)])
            })
            .rule(format!("other {number}"), |rule| {
                rule.on(ActKind::Other).subject(subject).then(move |_, ()| [Ev::Add(added)])
            })
        })
    }
}

/// What comes of each action, with the rule that it comes from.
fn played(book: BookBuilder<Sandbox>, numbers: &[i64], parity: Parity) -> Vec<String> {
    let options = SessionOptions { parity, ..SessionOptions::default() };
    let mut game = start_with(&book.compile().unwrap(), BOTH[0], options);
    let actions = numbers.iter().flat_map(|&it| [Act::Go(it), Act::Go(it), Act::Other(it)]);
    let came = actions.map(|action| {
        let outcome = go(&mut game, action).to_string();
        format!("{outcome}, {} by {}", game.state().total, game.frames().count())
            + &game.frames().next_back().map(|frame| frame.to_string()).unwrap_or_default()
    });
    came.collect()
}

/// Compares it with the reference, whether or not that is compared besides.
#[track_caller]
fn agrees(write: impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>, numbers: &[i64]) {
    let plain = || write(book("loop").passes(Passes::none()));
    let reference = played(plain(), numbers, Parity::Off);
    assert!(reference.iter().any(|came| came.starts_with("committed")), "{reference:?}");
    for parity in [Parity::Off, Parity::Every] {
        assert_eq!(played(write(book("loop")), numbers, parity), reference, "{parity:?}");
    }
}

#[test]
fn subjects_may_be_few_many_and_far_between() {
    let hundreds: Vec<u32> = (0..300).collect();
    let odd: Vec<u32> = (0..300).map(|it| it * 2 + 1).collect();
    let sparse: Vec<u32> = (0..300).map(|it| it * 14_316_557).collect();
    let mut one_is_far = hundreds.clone();
    one_is_far.push(u32::MAX);
    let all: [&[u32]; 10] = [
        &[0],
        &[5],
        &[67],
        &[68],
        &[u32::MAX],
        &[0, u32::MAX - 1, u32::MAX],
        &hundreds,
        &odd,
        &sparse,
        &one_is_far,
    ];
    for subjects in all {
        let near = subjects.iter().flat_map(|&it| [i64::from(it) - 1, it.into()]);
        let numbers: Vec<i64> = near.chain([-1, 0, 1, 1_000, u32::MAX.into()]).collect();
        agrees(about(subjects), &numbers);
    }
}

#[test]
fn rules_that_hold_nothing_are_brought_together_as_well() {
    let write = |book: BookBuilder<Sandbox>| {
        (0..10).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(number));
                let rule = rule.when("positive", |ask| ask.action.number() > 0);
                rule.then(|cx, ()| [Ev::Add(cx.action.number())])
            })
        })
    };
    agrees(write, &[0, 1, 2, 9, 10]);
}

#[test]
fn what_others_are_about_too_is_left_to_them() {
    let write = |book: BookBuilder<Sandbox>| {
        about(&[1, 2, 3, 4, 5, 6])(book)
            .rule("two and three", |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(2)).subject(Subject(3));
                rule.then(|_, ()| [Ev::Note("two and three")])
            })
            .rule("four of any kind", |rule| says("four")(rule.subject(Subject(4))))
            .rule("any other", |rule| says("any")(rule.on(ActKind::Other)))
    };
    for strategy in [Strategy::FirstWins, Strategy::LastWins, Strategy::HighestPriority] {
        agrees(|book| write(book.strategy(strategy)), &[1, 2, 3, 4, 5, 6, 7]);
    }
}

/// A rule of one of six types, which do different things with a number.
fn of_type(which: usize, number: u32, rule: RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let added = i64::from(number);
    let rule = rule.on(ActKind::Go).subject(Subject(number));
    let fresh = move |ask: &Ask<'_, Sandbox>| ask.state.total != added;
    match which {
        0 => rule.then(move |_, ()| [Ev::Add(added)]),
        1 => rule.when("not twice", fresh).then(move |_, ()| [Ev::Add(2 * added), Ev::Add(1)]),
        2 => rule.when("not odd", |ask| ask.state.total % 2 == 0).then(move |cx, ()| {
            cx.propose(Ev::Add(added));
            Some(Ev::Note("proposed before"))
        }),
        3 => rule
            .answer(move |ask| match ask.state.total % 3 {
                0 => Answer::Skip,
                1 => Answer::disallowed(Why::NotNow),
                _ => Answer::Match(added),
            })
            .then(|_, found| [Ev::Add(found + 1)]),
        4 => rule.then(move |cx, ()| vec![Ev::Add(added + i64::from(cx.roll(6)))]),
        _ => rule.when("not twice", fresh).then(|_, ()| None),
    }
}

/// A rule about each of so many numbers, of the type that is named for it.
fn of_types(
    numbers: u32,
    which: impl Fn(u32) -> usize + Copy,
) -> impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    move |book| {
        (0..numbers).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| of_type(which(number), number, rule))
        })
    }
}

#[test]
fn rules_may_be_of_several_types() {
    let numbers: Vec<i64> = (-1..70).chain((0..70).rev()).chain([u32::MAX.into()]).collect();
    // In turn.
    for types in 2..=6 {
        agrees(of_types(60, |number| number as usize % types), &numbers);
    }
    // Most are of one type, and some types are there once.
    for most in 0..6 {
        agrees(of_types(60, |number| if number % 9 == 5 { 4 } else { most }), &numbers);
        let once = |number| if number < 6 { number as usize } else { most };
        agrees(of_types(60, once), &numbers);
    }
    // Each is there once.
    agrees(of_types(6, |number| number as usize), &numbers);
    // Half of one type, and one more or less.
    for half in 9..12 {
        agrees(
            of_types(20, |number| if number < half { 1 } else { number as usize % 6 }),
            &numbers,
        );
    }
}

#[test]
fn there_may_be_more_types_than_banks() {
    /// So many types: each number that is known when it is compiled makes one.
    fn rules<const N: u32>(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
        let book = book.rule(format!("rule {N}"), |rule| {
            let rule = rule.on(ActKind::Go).subject(Subject(N));
            rule.then(|_, ()| [Ev::Add(N.into())])
        });
        book.rule(format!("other {N}"), |rule| {
            let rule = rule.on(ActKind::Other).subject(Subject(N));
            rule.when("positive", |ask| ask.action.number() > 0).then(|_, ()| [Ev::Add(N.into())])
        })
    }
    macro_rules! all {
        ($book:expr; $($tens:literal)*) => {
            $book$(.pipe(rules::<{ $tens * 8 }>).pipe(rules::<{ $tens * 8 + 1 }>)
                .pipe(rules::<{ $tens * 8 + 2 }>).pipe(rules::<{ $tens * 8 + 3 }>)
                .pipe(rules::<{ $tens * 8 + 4 }>).pipe(rules::<{ $tens * 8 + 5 }>)
                .pipe(rules::<{ $tens * 8 + 6 }>).pipe(rules::<{ $tens * 8 + 7 }>))*
        };
    }
    trait Pipe: Sized {
        fn pipe(self, with: fn(Self) -> Self) -> Self {
            with(self)
        }
    }
    impl Pipe for BookBuilder<Sandbox> {}
    let write = |book: BookBuilder<Sandbox>| {
        all!(book; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29
            30 31 32 33 34)
    };
    agrees(write, &[0, 1, 100, 254, 255, 256, 257, 279, 280]);
}

/// Rules that hold something in their condition, and in their effect.
fn holding(what: &Arc<()>, names: [&str; 3]) -> BookBuilder<Sandbox> {
    (0..).zip(names).fold(book("held"), |book, (number, name)| {
        let (condition, effect) = (what.clone(), what.clone());
        book.rule(name, |rule| {
            let rule = rule.on(ActKind::Go).subject(Subject(number));
            let rule = rule.when("held", move |_| Arc::strong_count(&condition) > 0);
            match name {
                "of its own" => rule.then(move |_, ()| vec![held(&effect)]),
                _ => rule.then(move |_, ()| [held(&effect)]),
            }
        })
    })
}

fn held(what: &Arc<()>) -> Ev {
    Ev::Add(Arc::strong_count(what) as i64)
}

#[test]
fn what_rules_hold_is_held_once_and_given_back() {
    for names in [["a", "b", "c"], ["a", "b", "of its own"], ["a", "of its own", "c"]] {
        held_once(names);
    }
}

fn held_once(names: [&str; 3]) {
    let what = Arc::new(());
    let book = holding(&what, names).compile().unwrap();
    assert_eq!(Arc::strong_count(&what), 7);
    let variant = book.variant("more").rule("d", says("d")).compile().unwrap();
    let mut game = start(&variant, BOTH[0]);
    drop(book);
    go(&mut game, Act::Go(1));
    assert_eq!((Arc::strong_count(&what), game.state().total), (7, 7));
    drop((variant, game));
    assert_eq!(Arc::strong_count(&what), 1);
    // Also by a book that does not compile, which is known only after the move.
    let builder = holding(&what, ["a", "b", "b"]);
    assert_eq!(Arc::strong_count(&what), 7);
    mistakes(builder);
    assert_eq!(Arc::strong_count(&what), 1);
}

/// What is left of the total when it is divided by three.
#[derive(Clone, Copy, Debug, PartialEq, Kinds)]
enum Rest {
    Zero,
    One,
    Two,
}

fn rest() -> Fact<Sandbox, RestKind> {
    Fact::of_state("rest", |table: &Table| match table.total.rem_euclid(3) {
        0 => Rest::Zero,
        1 => Rest::One,
        _ => Rest::Two,
    })
}

fn even() -> Predicate<Sandbox> {
    Predicate::new("even", |table: &Table| table.total % 2 == 0)
}

/// The numbers that actions are about, each once more after all others.
fn numbers() -> Vec<i64> {
    (-1..24).chain((0..24).rev()).chain([u32::MAX.into()]).collect()
}

const IN_ORDER: [Strategy; 3] =
    [Strategy::FirstWins, Strategy::LastWins, Strategy::HighestPriority];

#[test]
fn rules_are_found_by_facts_and_subjects_together() {
    for types in 1..=6 {
        let write = |book: BookBuilder<Sandbox>| {
            let rest = rest();
            (0..60).fold(book, |book, number| {
                let (about, wants) = (number / 3, RestKind::ALL[number as usize % 3]);
                book.rule(format!("rule {number}"), |rule| {
                    of_type(number as usize % types, about, rule.given(&rest, wants))
                })
            })
        };
        for strategy in IN_ORDER {
            agrees(|book| write(book.strategy(strategy)), &numbers());
        }
    }
}

#[test]
fn rules_are_found_by_facts_alone() {
    let write = |book: BookBuilder<Sandbox>| {
        let rest = rest();
        (0..9_i64).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let wants = RestKind::ALL[number as usize % 3];
                let rule = rule.on(ActKind::Go).given(&rest, wants);
                let rule = rule.when("its own", move |ask| ask.action.number() % 3 == number / 3);
                rule.then(move |_, ()| [Ev::Add(number + 1)])
            })
        })
    };
    for strategy in IN_ORDER {
        agrees(|book| write(book.strategy(strategy)), &numbers());
    }
}

/// About each number a rule that waits for a shared predicate, one that does not, one
/// of more conditions, and others about several numbers and about none.
fn in_rows(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    let (even, rest) = (even(), rest());
    let book = (0..20_u32).fold(book, |book, number| {
        let (about, added) = (Subject(number), i64::from(number));
        let on = move |rule: RuleBuilder<Sandbox>| rule.on(ActKind::Go).subject(about);
        book.rule(format!("even {number}"), |rule| {
            let rule = on(rule).while_holds(&even);
            rule.when("not twice", move |ask| ask.state.total != added)
                .then(move |_, ()| [Ev::Add(added)])
        })
        .rule(format!("answers {number}"), |rule| {
            let rule = on(rule).while_holds(&even).answer(move |ask| match ask.state.total % 7 {
                0 => Answer::Skip,
                3 => Answer::disallowed(Why::NotNow),
                _ => Answer::Match(added + 1),
            });
            rule.then(|_, found| [Ev::Add(found)])
        })
        .rule(format!("two conditions {number}"), |rule| {
            let rule = on(rule).when("not three", move |ask| ask.state.total != added + 3);
            let rule = rule.when("not four", move |ask| ask.state.total != added + 4);
            rule.then(move |_, ()| [Ev::Add(1), Ev::Add(added)])
        })
    });
    book.rule("three numbers", |rule| {
        let rule = rule.subject(Subject(1)).subject(Subject(2)).subject(Subject(21));
        rule.given(&rest, RestKind::Two).then(|_, ()| [Ev::Add(7)])
    })
    .rule("any number", |rule| {
        let rule = rule.on(ActKind::Go).given(&rest, RestKind::One);
        rule.when("large", |ask| ask.action.number() > 15).then(|_, ()| [Ev::Add(5)])
    })
}

#[test]
fn several_rules_may_be_about_the_same() {
    for strategy in IN_ORDER {
        agrees(|book| in_rows(book.strategy(strategy)), &numbers());
    }
}

#[test]
fn a_variant_shares_the_rules_of_its_book() {
    for passes in [Passes::none(), Passes::all()] {
        let base = in_rows(book("base").passes(passes)).compile().unwrap();
        let variant = || {
            let more = base.variant("more");
            more.rule("more", |rule| says("more")(rule.on(ActKind::Go).subject(Subject(22))))
        };
        let plain = played(variant(), &numbers(), Parity::Off);
        let whole = in_rows(book("more").passes(Passes::none()))
            .rule("more", |rule| says("more")(rule.on(ActKind::Go).subject(Subject(22))));
        assert_eq!(plain, played(whole, &numbers(), Parity::Off), "{passes:?}");
    }
}

/// Rules that only closures tell apart, in a loop: of so many types, some with a second
/// condition, some with an answer.
fn one_by_one(types: usize) -> impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    move |book| {
        (0..80_i64).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = if number % 20 == 0 { rule } else { rule.on(ActKind::Go) };
                let rule = match number as usize % types {
                    0 => rule.when("its own", move |ask| ask.action.number() == number / 2),
                    _ => rule.when("another", move |ask| ask.action.number() + 1 == number / 2),
                };
                match number % 3 {
                    0 => rule.then(move |_, ()| [Ev::Add(number)]),
                    1 => rule
                        .when("not odd", |ask| ask.state.total % 2 == 0)
                        .then(move |_, ()| [Ev::Add(number), Ev::Add(1)]),
                    _ => rule
                        .answer(move |ask| match ask.state.total % 4 {
                            0 => Answer::Skip,
                            1 => Answer::disallowed(Why::NotNow),
                            _ => Answer::Match(number),
                        })
                        .then(|_, found| [Ev::Add(found)]),
                }
            })
        })
    }
}

#[test]
fn what_only_closures_know_is_asked_in_order() {
    for strategy in IN_ORDER.into_iter().chain([Strategy::ApplyAll]) {
        for types in 1..=2 {
            agrees(|book| one_by_one(types)(book.strategy(strategy)), &numbers());
        }
    }
}

/// What comes of actions of which some lead to faults.
fn faults(book: BookBuilder<Sandbox>, numbers: &[i64]) -> Vec<String> {
    let mut game = start(&book.compile().unwrap(), BOTH[0]);
    let came = numbers.iter().map(|&number| match game.submit(Seat(0), Act::Go(number)) {
        Ok(outcome) => format!("{outcome}, {}", game.state().total),
        Err(fault) => format!("{fault}, {}", game.state().total),
    });
    came.collect()
}

#[test]
fn a_panic_is_named_after_the_condition_it_came_from() {
    let by_subject = |book: BookBuilder<Sandbox>| {
        let even = even();
        (0..10_u32).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(number));
                let rule = if number % 2 == 0 { rule } else { rule.while_holds(&even) };
                let rule = rule.when("not seven or eight", move |_| {
                    assert!(number != 7 && number != 8, "on purpose");
                    true
                });
                rule.then(move |_, ()| {
                    assert!(number != 5, "on purpose");
                    [Ev::Add(i64::from(number) * 2)]
                })
            })
        })
    };
    let one_by_one = |book: BookBuilder<Sandbox>| {
        (0..20_i64).fold(book, |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.when("its own", move |ask| {
                    assert!(ask.action.number() != 7 || number != 6, "on purpose");
                    ask.action.number() == number
                });
                let rule = rule.when("not eight", move |_| {
                    assert!(number != 8, "on purpose");
                    true
                });
                rule.then(move |_, ()| [Ev::Add(number)])
            })
        })
    };
    let numbers = [1, 5, 7, 8, 2, 9, 7, 3];
    let reference = faults(by_subject(book("plain").passes(Passes::none())), &numbers);
    assert_eq!(faults(by_subject(book("plain")), &numbers), reference);
    let named = |condition: &str| format!("the condition \"{condition}\" of the rule ");
    assert!(reference[2].contains(&(named("not seven or eight") + "\"rule 7\"")), "{reference:?}");
    let reference = faults(one_by_one(book("plain").passes(Passes::none())), &numbers);
    assert_eq!(faults(one_by_one(book("plain")), &numbers), reference);
    assert!(reference[2].contains(&(named("its own") + "\"rule 6\"")), "{reference:?}");
    assert!(reference[3].contains(&(named("not eight") + "\"rule 8\"")), "{reference:?}");
}

/// What rules of a row wait for: two predicates and their opposites, or nothing.
fn awaited() -> Vec<Option<Predicate<Sandbox>>> {
    let (even, third) = (even(), Predicate::new("third", |table: &Table| table.total % 3 == 0));
    let third = third.reads([Part(0)]);
    let opposites = [even.opposite("odd"), third.opposite("no third")];
    let all = [even, third].into_iter().chain(opposites);
    all.map(Some).chain([None]).collect()
}

/// About each of 25 numbers a row of so many rules, each of which waits for another one.
fn in_rows_that_fork(book: BookBuilder<Sandbox>, rules: u32) -> BookBuilder<Sandbox> {
    let awaited = awaited();
    // Nothing is said of what events write, but of one.
    let book = book.writes(EvKind::Note, [Part(1)]);
    (0..25 * rules).fold(book, |book, number| {
        let (about, place) = (number / rules, number % rules);
        let waits =
            awaited[(about as usize + place as usize * (1 + about as usize / 5)) % 5].clone();
        book.rule(format!("rule {number}"), |rule| {
            let rule = rule.on(ActKind::Go).subject(Subject(about));
            let rule = waits.into_iter().fold(rule, |rule, waits| rule.while_holds(&waits));
            let rule =
                rule.when("its own", move |ask| (ask.state.total + i64::from(number)) % 4 != 0);
            rule.then(move |_, ()| [Ev::Add(i64::from(number % 7) + 1)])
        })
    })
}

#[test]
fn predicates_and_their_opposites_tell_the_rules_of_a_row_apart() {
    for rules in 1..=6 {
        for strategy in IN_ORDER {
            agrees(|book| in_rows_that_fork(book.strategy(strategy), rules), &numbers());
        }
    }
}

#[test]
fn whoever_has_waited_is_named_with_its_own_condition() {
    let panics = |passes: Passes| {
        let odd = even().opposite("odd");
        let rules = (0..3_u32).fold(book("named").passes(passes), |book, number| {
            book.rule(format!("rule {number}"), |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(number));
                let rule = if number == 0 { rule } else { rule.while_holds(&odd) };
                let rule = rule.when("whole", move |ask| {
                    assert!(ask.state.total != 1, "on purpose");
                    true
                });
                rule.then(|_, ()| [Ev::Add(1)])
            })
        });
        let mut game = start(&rules.compile().unwrap(), BOTH[0]);
        go(&mut game, Act::Go(0));
        fault(&mut game, Act::Go(1)).to_string()
    };
    for passes in [Passes::all(), Passes::none()] {
        let said =
            "There was a panic in the condition \"whole\" of the rule \"rule 1\": on purpose";
        assert_eq!(panics(passes), said);
    }
}
