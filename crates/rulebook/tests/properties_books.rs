//! Random books against an interpreter written a second time: whatever the
//! engine can be asked about a book, it says what the book means.

#[path = "properties/books/mod.rs"]
mod books;
#[path = "properties/runner.rs"]
mod runner;

use books::generate::{Taste, calm_case, case, lively_case, looped_case};
use books::loops;
use books::spec::{Case, Table};
use rulebook::Passes;
use runner::{Cases, Coverage, Said, check};

const CASES: Cases = Cases { usual: 1_200, full: 15_000 };
const WORDS: Cases = Cases { usual: 600, full: 10_000 };
const LIVELY: Cases = Cases { usual: 400, full: 8_000 };
const CALM: Cases = Cases { usual: 400, full: 8_000 };
const LOOPED: Cases = Cases { usual: 400, full: 8_000 };

/// How rare each may be: at least once in so many cases.
const WANTED: &[(&str, u32)] = &[
    ("decided by FirstWins", 10),
    ("decided by LastWins", 10),
    ("decided by HighestPriority", 10),
    ("decided by Exclusive", 15),
    ("decided by ApplyAll", 5),
    ("refused under FirstWins", 50),
    ("refused under LastWins", 50),
    ("refused under HighestPriority", 50),
    ("refused under Exclusive", 80),
    ("refused under ApplyAll", 20),
    ("refused after events", 30),
    ("nested ApplyAll", 20),
    ("ApplyAll inside Exclusive", 100),
    ("a phase settled when its turn came", 20),
    ("a mask fired", 10),
    ("matching without applying masked nothing", 50),
    ("a rule matched and proposed nothing", 10),
    ("a predicate was false", 2),
    ("a phase without a rule for the kind", 10),
    ("a predicate would differ on the working state", 50),
    ("an answer differs on the working state", 20),
    ("the subject would differ on the working state", 150),
    ("another subject", 5),
    ("a rule was switched off", 10),
    ("several children were decisive", 5),
    ("a tie", 20),
    ("settled by key", 20),
    ("settled by priority", 20),
    ("legal actions", 5),
    ("a conflict is offered", 10),
    ("committed", 3),
    ("no change", 10),
    ("refused as invalid", 20),
    ("refused as disallowed", 20),
    ("refused as aborted", 20),
    ("unhandled", 5),
    ("conflict", 5),
];

/// The same of facts and shared predicates, and of what depends on them.
const WANTED_OF_WORDS: &[(&str, u32)] = &[
    ("a declared condition was false", 3),
    ("a declared condition ceased to hold", 300),
    ("a declared condition came to hold", 300),
    ("a shared predicate was false for a rule", 3),
    ("a predicate was false", 2),
    ("a predicate would differ on the working state", 150),
    ("a mask fired", 20),
    ("another subject", 10),
    ("a rule was switched off", 20),
    ("several children were decisive", 10),
    ("decided by ApplyAll", 5),
    ("decided by Exclusive", 20),
    ("conflict", 10),
    ("committed", 3),
    ("no change", 15),
    ("unhandled", 3),
];

/// The same where much happens for one action.
const LIVELY_WANTED: &[(&str, u32)] = &[
    ("a declared condition ceased to hold", 80),
    ("a declared condition came to hold", 40),
    ("a predicate would differ on the working state", 20),
    ("an answer differs on the working state", 30),
    ("a mask fired", 3),
    ("nested ApplyAll", 3),
];

/// The same where a book comes to ordered lists.
const CALMLY_WANTED: &[(&str, u32)] = &[
    ("decided by FirstWins", 10),
    ("decided by LastWins", 5),
    ("decided by HighestPriority", 3),
    ("refused under FirstWins", 40),
    ("refused under LastWins", 20),
    ("refused under HighestPriority", 10),
    ("a predicate was false", 2),
    ("a phase without a rule for the kind", 10),
    ("another subject", 5),
    ("a rule was switched off", 10),
    ("several children were decisive", 2),
    ("a tie", 5),
    ("settled by key", 5),
    ("settled by priority", 5),
    ("legal actions", 5),
    ("committed", 2),
    ("no change", 10),
    ("unhandled", 5),
];

/// The same where most rules are written in a loop.
const LOOPED_WANTED: &[(&str, u32)] = &[
    ("a bank", 2),
    ("rules of several types", 15),
    ("an action for a bank", 2),
    ("an action beside a bank", 2),
    ("decided by FirstWins", 10),
    ("decided by LastWins", 5),
    ("decided by HighestPriority", 3),
    ("another subject", 1),
    ("a rule was switched off", 80),
    ("committed", 2),
    ("no change", 10),
    ("unhandled", 2),
];

/// The same where other rules declare what they wait for.
const LOOPED_WORDS_WANTED: &[(&str, u32)] = &[
    ("a bank beside facts or shared predicates", 8),
    ("an action for a bank", 2),
    ("an action beside a bank", 3),
    ("a declared condition was false", 10),
    ("a shared predicate was false for a rule", 25),
    ("committed", 2),
    ("unhandled", 2),
];

/// The plan and the reference interpreter, each against the oracle.
fn agrees(case: &Case, seen: &Coverage) -> Said {
    look_at_banks(case, seen);
    books::compare::agrees(case, Passes::all(), seen)?;
    let again = Coverage::default();
    books::compare::agrees(case, Passes::none(), &again)
        .map_err(|why| format!("by the reference: {why}"))
}

#[test]
fn a_random_book_means_what_the_plain_interpreter_says() {
    let seen = Coverage::default();
    check("random books", CASES, case(Taste::Plain), |case| agrees(case, &seen));
    seen.insist("random books", CASES, WANTED);
}

#[test]
fn so_does_a_book_with_facts_and_shared_predicates() {
    let seen = Coverage::default();
    check("books with words", WORDS, case(Taste::Sound), |case| agrees(case, &seen));
    seen.insist("books with words", WORDS, WANTED_OF_WORDS);
}

#[test]
fn so_does_a_book_in_which_much_happens() {
    let seen = Coverage::default();
    check("lively books", LIVELY, lively_case(Taste::Sound), |case| agrees(case, &seen));
    seen.insist("lively books", LIVELY, LIVELY_WANTED);
}

/// Which books have banks, and which actions meet them.
fn look_at_banks(case: &Case, seen: &Coverage) {
    let banks = loops::banks(case);
    seen.saw_if(banks.iter().any(Option::is_some), "a bank");
    seen.saw_if(banks.iter().flatten().any(loops::Bank::is_mixed), "rules of several types");
    let with_words = banks.iter().flatten().any(|bank| bank.with_words);
    seen.saw_if(with_words, "a bank beside facts or shared predicates");
    let start = Table { counters: case.start, log: Vec::new() };
    for meets in case.actions.iter().filter_map(|act| loops::meets(case, &start, *act)) {
        seen.saw(if meets { "an action for a bank" } else { "an action beside a bank" });
    }
}

#[test]
fn so_does_a_book_whose_rules_are_written_in_a_loop() {
    let seen = Coverage::default();
    check("looped books", LOOPED, looped_case(Taste::Plain), |case| agrees(case, &seen));
    seen.insist("looped books", LOOPED, LOOPED_WANTED);
}

#[test]
fn so_does_one_in_which_other_rules_declare_what_they_wait_for() {
    let seen = Coverage::default();
    check("looped words", LOOPED, looped_case(Taste::Sound), |case| agrees(case, &seen));
    seen.insist("looped words", LOOPED, LOOPED_WORDS_WANTED);
}

#[test]
fn so_does_a_book_in_which_one_rule_decides() {
    let seen = Coverage::default();
    check("calm books", CALM, calm_case(), |case| agrees(case, &seen));
    seen.insist("calm books", CALM, CALMLY_WANTED);
}
