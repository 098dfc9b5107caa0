//! Random histories: whatever is done to a session, it is where a naive model
//! of it is.

#[path = "properties/histories/mod.rs"]
mod histories;
#[path = "properties/runner.rs"]
mod runner;

use histories::book::{Flavour, book};
use histories::dump::Digests;
use histories::game::Fuse;
use histories::lane::Lane;
use histories::model::Terms;
use histories::script::{Op, Panics, fuse, script};
use proptest::prelude::{Just, Strategy, prop_oneof};
use rulebook::{History, Mode, Seed};
use runner::{Cases, Coverage, Said, check};

const CASES: Cases = Cases { usual: 500, full: 12_000 };
const PANICS: Cases = Cases { usual: 700, full: 12_000 };

/// How rare each may be: at least once in so many cases.
const WANTED: &[(&str, u32)] = &[
    ("undone", 2),
    ("undo refused", 2),
    ("redone", 4),
    ("redo refused", 2),
    ("rewound", 4),
    ("rewind refused", 4),
    ("committed", 1),
    ("no change", 2),
    ("no change with a redo branch", 20),
    ("refused as invalid", 2),
    ("refused as disallowed", 2),
    ("refused as aborted", 10),
    ("a fault", 4),
    ("a choice", 2),
    ("an answer committed", 10),
    ("an answer aborted", 25),
    ("the last answer aborted", 50),
    ("an answer led to another choice", 4),
    ("a wrong answer", 10),
    ("a sequence of nothing", 4),
    ("a sequence committed", 4),
    ("a sequence stopped", 4),
    ("a sequence would get through", 10),
    ("a sequence would stop", 10),
    ("previewed", 2),
    ("explained", 2),
    ("switched", 4),
    ("legal actions", 2),
    ("a stale proof", 10),
    ("a proof that was good", 20),
    ("forked", 2),
];

/// The same where author's functions panic.
const WANTED_OF_PANICS: &[(&str, u32)] = &[
    ("a panic", 4),
    ("an observer panicked", 4),
    ("poisoned", 30),
    ("a panic in a check", 120),
    ("a panic in an exception", 120),
    ("a panic in a predicate", 120),
    ("a panic in a condition", 120),
    ("a panic in an answer", 120),
    ("a panic in an effect", 120),
    ("a panic in apply", 120),
    ("a panic in clone", 120),
    ("a panic in an invariant", 120),
    ("a panic in result", 120),
    ("a panic in the digest", 120),
    ("a panic in active", 120),
    ("a panic in candidates", 120),
];

/// A script, and how the sessions are kept that run it.
#[derive(Clone, Debug)]
struct Case {
    script: Vec<Op>,
    flavour: Flavour,
    seed: u64,
    other: usize,
    fuse: Option<Fuse>,
}

fn flavour() -> impl Strategy<Value = Flavour> {
    let (often, any) = (prop_oneof![1 => Just(false), 2 => Just(true)], proptest::bool::ANY);
    (any, often.clone(), often).prop_map(|(exception, invariants, phases)| Flavour {
        exception,
        invariants,
        phases,
    })
}

fn case(panics: Panics) -> impl Strategy<Value = Case> {
    let parts = (script(panics), flavour(), 0..1_000_u64, 0..6_usize, fuse());
    parts.prop_map(move |(script, flavour, seed, other, fuse)| {
        let fuse = (panics == Panics::Sometimes).then_some(fuse);
        Case { script, flavour, seed, other, fuse }
    })
}

/// One that copies and one that reverts, and one of another sort.
fn lanes(case: &Case) -> [Terms; 3] {
    let copying = Terms {
        history: History::All,
        mode: Mode::Play,
        copying: true,
        digests: true,
        every_event: false,
        flavour: case.flavour,
        seed: Seed(case.seed),
        fuse: case.fuse,
    };
    let reverting = Terms { copying: false, ..copying };
    let analysis = Mode::Analysis;
    let other = [
        Terms { history: History::Last(2), digests: false, ..copying },
        Terms { history: History::Last(3), mode: analysis, ..reverting },
        Terms { history: History::None, every_event: true, ..copying },
        Terms { history: History::None, digests: false, ..reverting },
        Terms { mode: analysis, digests: false, ..copying },
        Terms { mode: analysis, every_event: true, ..reverting },
    ];
    [copying, reverting, other[case.other]]
}

fn agrees(case: &Case, seen: &Coverage) -> Said {
    let digests = Digests::default();
    let book = book(case.flavour);
    for terms in lanes(case) {
        Lane::new(&book, terms, &digests, seen)?.run(&case.script)?;
    }
    Ok(())
}

#[test]
fn a_session_is_always_where_a_naive_model_is() {
    let seen = Coverage::default();
    check("histories", CASES, case(Panics::Never), |case| agrees(case, &seen));
    seen.insist("histories", CASES, WANTED);
}

#[test]
fn a_panicking_function_leaves_everything_as_it_was() {
    let seen = Coverage::default();
    check("panics", PANICS, case(Panics::Sometimes), |case| agrees(case, &seen));
    seen.insist("panics", PANICS, WANTED_OF_PANICS);
}
