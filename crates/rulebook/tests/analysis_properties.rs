//! Random small books, played in every case there is: what the analysis proves
//! is so, and where one rule decides it finds everything.

#[path = "properties/analysis/mod.rs"]
mod analysis;
#[path = "properties/runner.rs"]
mod runner;

use analysis::generate::{Taste, book, turning};
use analysis::laws::hold;
use runner::{Cases, Coverage, check};

const CASES: Cases = Cases { usual: 120, full: 4_000 };

#[test]
fn where_one_rule_decides_exactly_those_that_are_never_chosen_are_found() {
    let seen = Coverage::default();
    check("one decides", CASES, book(Taste::OneDecides), |root| hold(root, &seen));
    seen.insist(
        "one decides",
        CASES,
        &[
            ("unreachable", 5),
            ("shadowed", 3),
            ("shadowed together", 10),
            ("dead phase", 20),
            ("overlap, proved", 60),
            ("overlap, suspected", 10),
            ("overlap, unknown", 20),
            ("gap, suspected", 3),
            ("gaps about several subjects", 60),
            ("a gap in several cases", 10),
            ("redundant priority", 3),
            ("idle condition", 3),
            ("idle strategy", 3),
        ],
    );
}

#[test]
fn in_any_book_what_is_proved_is_so() {
    let seen = Coverage::default();
    check("anything", CASES, book(Taste::Anything), |root| hold(root, &seen));
    seen.insist(
        "anything",
        CASES,
        &[
            ("unreachable", 5),
            ("shadowed", 10),
            ("shadowed together", 60),
            ("redundant priority", 3),
            ("idle condition", 3),
            ("idle strategy", 3),
            ("idle group", 5),
            ("idle member", 10),
            ("groups that mask", 10),
            ("conflicts", 10),
        ],
    );
}

#[test]
fn in_a_turn_that_goes_by_a_fact_only_what_its_steps_allow_counts() {
    const CASES: Cases = Cases { usual: 80, full: 4_000 };
    let seen = Coverage::default();
    check("turns", CASES, turning(Taste::OneDecides), |root| hold(root, &seen));
    check("any turns", CASES, turning(Taste::Anything), |root| hold(root, &seen));
    seen.insist(
        "turns",
        CASES,
        &[
            ("never in a step that allows it", 2),
            ("shadowed", 3),
            ("shadowed together", 10),
            ("dead phase", 10),
            ("overlap, suspected", 10),
            ("gap, suspected", 3),
            ("redundant priority", 3),
            ("idle group", 5),
        ],
    );
}
