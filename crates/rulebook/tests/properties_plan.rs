//! The plan means what the reference interpreter means: random books, compiled
//! with all passes, with each alone and with all but each, are played with the
//! same steps and come to the same (M16–M20).

#[path = "properties/books/mod.rs"]
mod books;
#[path = "properties/plan/mod.rs"]
mod plan;
#[path = "properties/runner.rs"]
mod runner;

use std::panic;
use std::sync::Once;

use books::generate::Taste;
use plan::compare::agrees;
use plan::steps::{crowded_game, declared_game, flat_game, game, lively_game, looped_game};
use runner::{Cases, Coverage, check};

const PLAIN: Cases = Cases { usual: 100, full: 3_000 };
const SOUND: Cases = Cases { usual: 150, full: 5_000 };
const FLAT: Cases = Cases { usual: 150, full: 5_000 };
const DECLARED: Cases = Cases { usual: 150, full: 5_000 };
const CROWDED: Cases = Cases { usual: 60, full: 2_000 };
const LIVELY: Cases = Cases { usual: 150, full: 5_000 };
const LOOPED: Cases = Cases { usual: 150, full: 5_000 };
const LOOPED_FRAGILE: Cases = Cases { usual: 150, full: 5_000 };
const FRAGILE: Cases = Cases { usual: 200, full: 8_000 };

/// How rare each may be: at least once in so many cases. What a pass avoids is
/// counted once for a game, with all passes on: told to a watcher, or counted;
/// and where it is alone.
const PLAINLY_WANTED: &[(&str, u32)] = &[
    ("a frame", 2),
    ("no change", 2),
    ("unhandled", 3),
    ("refused by a rule", 3),
    ("a conflict", 5),
    ("losers", 3),
    ("a mask", 10),
    ("a sequence", 5),
    ("kinds told", 3),
    ("kinds counted", 3),
    ("kinds alone", 3),
    ("subjects told", 3),
    ("subjects counted", 3),
    ("subjects alone", 3),
    ("linear told", 6),
    ("linear counted", 6),
    ("linear alone", 6),
    ("masks told", 20),
    ("masks counted", 20),
    ("masks alone", 20),
];

const WANTED: &[(&str, u32)] = &[
    ("a frame", 2),
    ("unhandled", 2),
    ("refused by a rule", 3),
    ("a conflict", 6),
    ("losers", 3),
    ("a mask", 10),
    ("kinds told", 3),
    ("subjects told", 4),
    ("facts told", 4),
    ("facts counted", 4),
    ("facts alone", 4),
    ("linear told", 8),
    ("hoist told", 20),
    ("hoist counted", 20),
    ("hoist alone", 20),
    ("memo counted", 70),
    ("memo alone", 20),
    ("masks told", 20),
    ("short cut alone", 50),
    ("two facts at once", 4),
    ("three facts at once", 20),
];

const FLATLY_WANTED: &[(&str, u32)] = &[
    ("a frame", 2),
    ("refused by a rule", 4),
    ("a conflict", 4),
    ("losers", 6),
    ("kinds counted", 3),
    ("subjects counted", 4),
    ("facts counted", 6),
    ("linear counted", 20),
    ("hoist counted", 15),
    ("memo counted", 150),
    ("short cut alone", 75),
];

const DECLARED_WANTED: &[(&str, u32)] = &[
    ("a frame", 2),
    ("unhandled", 2),
    ("a mask", 50),
    ("facts told", 2),
    ("facts counted", 2),
    ("facts alone", 2),
    ("two facts at once", 2),
    ("three facts at once", 3),
];

const CROWDED_WANTED: &[(&str, u32)] = &[
    ("a frame", 2),
    ("a conflict", 10),
    ("losers", 3),
    ("short cut told", 6),
    ("short cut counted", 6),
    ("short cut alone", 6),
];

const LIVELY_WANTED: &[(&str, u32)] = &[
    ("a frame", 1),
    ("a mask", 3),
    ("a conflict", 6),
    ("facts told", 4),
    ("hoist told", 10),
    ("hoist alone", 10),
    ("memo told", 20),
    ("memo counted", 12),
    ("memo alone", 8),
    ("masks told", 10),
    ("masks counted", 10),
    ("masks alone", 10),
    ("linear told", 10),
    ("short cut alone", 50),
];

const LOOPED_WANTED: &[(&str, u32)] = &[
    ("a frame by a bank", 8),
    ("unhandled by a bank", 8),
    ("refused by a bank", 15),
    ("no change by a bank", 30),
    ("beside a bank", 3),
    ("losers", 5),
    ("a conflict", 150),
    ("subjects told", 2),
    ("subjects counted", 2),
];

const LOOPED_BREAKS_WANTED: &[(&str, u32)] = &[
    ("a frame by a bank", 8),
    ("unhandled by a bank", 8),
    ("refused by a bank", 15),
    ("a fault by a bank", 100),
    ("a choice by a bank", 100),
    ("beside a bank", 3),
    ("dice fell", 15),
];

const BREAKS_WANTED: &[(&str, u32)] = &[
    ("a frame", 2),
    ("a conflict", 10),
    ("a choice", 20),
    ("dice fell", 50),
    ("a condition panicked", 200),
    ("an answer panicked", 100),
    ("a fact panicked", 200),
    ("a shared predicate panicked", 20),
    ("a phase's predicate panicked", 20),
    ("an effect panicked", 50),
    ("facts told", 4),
    ("hoist told", 25),
    ("memo counted", 100),
    ("masks told", 25),
    ("short cut alone", 70),
];

/// Functions that break on purpose need not say so on the screen.
#[expect(clippy::disallowed_methods, reason = "here the tests are the whole program")]
fn break_quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let message = panic.payload_as_str().unwrap_or_default();
            if !message.ends_with("breaks") {
                usual(panic);
            }
        }));
    });
}

#[test]
fn the_plan_of_a_book_without_facts_means_what_the_reference_means() {
    let seen = Coverage::default();
    check("plans without words", PLAIN, game(Taste::Plain), |game| agrees(game, &seen));
    seen.insist("plans without words", PLAIN, PLAINLY_WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_with_facts_and_shared_predicates() {
    let seen = Coverage::default();
    check("plans with words", SOUND, game(Taste::Sound), |game| agrees(game, &seen));
    seen.insist("plans with words", SOUND, WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_that_comes_to_one_list() {
    let seen = Coverage::default();
    check("flat plans", FLAT, flat_game(), |game| agrees(game, &seen));
    seen.insist("flat plans", FLAT, FLATLY_WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_whose_rules_name_several_facts() {
    let seen = Coverage::default();
    check("plans with tables", DECLARED, declared_game(), |game| agrees(game, &seen));
    seen.insist("plans with tables", DECLARED, DECLARED_WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_in_which_no_fact_is_worth_a_look_up() {
    let seen = Coverage::default();
    check("crowded plans", CROWDED, crowded_game(), |game| agrees(game, &seen));
    seen.insist("crowded plans", CROWDED, CROWDED_WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_in_which_much_happens() {
    let seen = Coverage::default();
    check("lively plans", LIVELY, lively_game(Taste::Sound), |game| agrees(game, &seen));
    seen.insist("lively plans", LIVELY, LIVELY_WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_that_breaks_now_and_then() {
    break_quietly();
    let seen = Coverage::default();
    check("plans that break", FRAGILE, game(Taste::Fragile), |game| agrees(game, &seen));
    seen.insist("plans that break", FRAGILE, BREAKS_WANTED);
}

#[test]
fn so_does_the_plan_of_a_book_whose_rules_are_written_in_a_loop() {
    let seen = Coverage::default();
    check("looped plans", LOOPED, looped_game(Taste::Plain), |game| agrees(game, &seen));
    seen.insist("looped plans", LOOPED, LOOPED_WANTED);
}

#[test]
fn so_does_one_whose_rules_in_a_loop_break_now_and_then() {
    break_quietly();
    let seen = Coverage::default();
    let games = looped_game(Taste::Fragile);
    check("looped plans that break", LOOPED_FRAGILE, games, |game| agrees(game, &seen));
    seen.insist("looped plans that break", LOOPED_FRAGILE, LOOPED_BREAKS_WANTED);
}
