//! Random books of guards, triggers and standing rules: the engine does what a
//! plain interpreter of the same book says, and keeps to the laws of
//! reactions, whatever the book.

#[path = "properties/reactions/mod.rs"]
mod reactions;
#[path = "properties/runner.rs"]
mod runner;

use reactions::generate::spec;
use reactions::shrink::Books;
use runner::{Cases, Coverage, check};

const CASES: Cases = Cases { usual: 1_500, full: 40_000 };

/// How rare each may be: at least in one of so many cases.
const WANTED: &[(&str, u32)] = &[
    ("committed", 2),
    ("no change", 130),
    ("a refused cost", 30),
    ("a doomed group", 6),
    ("a nested doomed group: doomed through an inner one", 16),
    ("a nested doomed group: doom stopped at an optional edge", 80),
    ("a group doomed by a fizzle", 30),
    ("a replacement", 20),
    ("a replacement by nothing", 130),
    ("a replacement of a replacement", 300),
    ("a redirection", 20),
    ("a modification", 16),
    ("a partial prevention", 12),
    ("a full prevention", 10),
    ("a prevention given back", 150),
    ("it cannot be prevented", 60),
    ("forbidden", 30),
    ("saved by a self-replacement", 500),
    ("charges spent", 6),
    ("no charges left", 8),
    ("a guard declined", 40),
    ("a guard not reached", 14),
    ("one announcement of several preventions", 20),
    ("an announcement of what fell", 50),
    ("a rider", 14),
    ("a choice", 6),
    ("several choices", 16),
    ("a choice among equal guards", 40),
    ("a choice: a shield divided", 60),
    ("a choice of a player", 14),
    ("a choice of yes or no", 18),
    ("a trigger", 8),
    ("a trigger that looks back", 25),
    ("a trigger on an announcement", 80),
    ("a trigger on another fate", 110),
    ("one firing for several events", 50),
    ("a condition false at the second look", 100),
    ("a standing rule", 20),
    ("several rounds of rest", 60),
    ("a loop", 20),
    ("a loop: limit of depth", 70),
    ("a loop: limit of events", 150),
    ("a loop: limit of rounds", 200),
    ("a loop: the same again", 250),
    ("fate: applied", 2),
    ("fate: prevented", 10),
    ("fate: replaced", 20),
    ("fate: skipped", 20),
    ("fate: impossible", 4),
    ("fate: vanished", 12),
    ("fate: fizzled", 12),
    ("fate: rolled back", 14),
];

/// What else must not be rare where nothing may make a difference.
const WANTED_OF_ORDERS: &[(&str, u32)] = &[
    ("saved and loaded at a choice", 6),
    ("sources in another order", 3),
    ("declared in another order", 2),
];

#[test]
fn a_random_book_means_what_the_plain_interpreter_says() {
    let seen = Coverage::default();
    check("meaning", CASES, Books(spec()), |spec| reactions::compare::agrees(spec, &seen));
    seen.insist("meaning", CASES, WANTED);
}

#[test]
fn the_laws_of_reactions_hold_of_every_book() {
    let seen = Coverage::default();
    check("laws", CASES, Books(spec()), |spec| reactions::laws::hold(spec, &seen));
    seen.insist("laws", CASES, WANTED);
}

#[test]
fn neither_registration_nor_saving_makes_a_difference() {
    let seen = Coverage::default();
    check("sameness", CASES, Books(spec()), |spec| {
        reactions::permute::nothing_differs(spec, &seen)
    });
    seen.insist("sameness", CASES, &[WANTED, WANTED_OF_ORDERS].concat());
}
