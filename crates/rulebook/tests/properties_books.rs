//! Random books against an interpreter written a second time: whatever the
//! engine can be asked about a book, it says what the book means.

#[path = "properties/books/mod.rs"]
mod books;
#[path = "properties/runner.rs"]
mod runner;

use runner::{Cases, Coverage, check};

const CASES: Cases = Cases { usual: 1_500, full: 60_000 };

/// How rare each may be: at least once in so many cases.
const WANTED: &[(&str, u32)] = &[
    ("decided by FirstWins", 10),
    ("decided by LastWins", 10),
    ("decided by HighestPriority", 10),
    ("decided by Exclusive", 10),
    ("decided by ApplyAll", 10),
    ("decided by an ordered list", 10),
    ("refused under FirstWins", 50),
    ("refused under LastWins", 50),
    ("refused under HighestPriority", 50),
    ("refused under Exclusive", 80),
    ("refused under ApplyAll", 50),
    ("refused after events", 50),
    ("nested ApplyAll", 20),
    ("ApplyAll inside Exclusive", 80),
    ("a phase settled when its turn came", 20),
    ("a mask fired", 20),
    ("matching without applying masked nothing", 50),
    ("a rule matched and proposed nothing", 20),
    ("a predicate was false", 5),
    ("a predicate would differ on the working state", 20),
    ("an answer differs on the working state", 20),
    ("the subject would differ on the working state", 100),
    ("another subject", 20),
    ("a rule was switched off", 20),
    ("several children were decisive", 10),
    ("a tie", 50),
    ("settled by key", 50),
    ("settled by priority", 50),
    ("legal actions", 10),
    ("committed", 5),
    ("no change", 20),
    ("refused as invalid", 50),
    ("refused as disallowed", 50),
    ("refused as aborted", 50),
    ("unhandled", 20),
    ("conflict", 20),
];

#[test]
fn a_random_book_means_what_the_plain_interpreter_says() {
    let seen = Coverage::default();
    check("random books", CASES, books::generate::case(), |case| {
        books::compare::agrees(case, &seen)
    });
    seen.insist("random books", CASES, WANTED);
}
