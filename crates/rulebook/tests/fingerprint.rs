//! The fingerprint of a book: the same for the same book, and another one when
//! anything is declared otherwise that can decide what happens.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Pass, Passes, Reactive, StepBuilder, TriggerOrder};

type Write = fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>;

fn base() -> BookBuilder<Sandbox> {
    book("fingerprints").version("1").rule("go", says("go")).phase("later", |later| {
        later.strategy(Strategy::HighestPriority).rule("stay", says("stay"))
    })
}

fn of(write: Write) -> Digest {
    write(base()).compile().expect("the book has no mistakes").fingerprint()
}

#[test]
fn equal_books_have_equal_fingerprints() {
    assert_eq!(of(|book| book), of(|book| book));
}

/// What can be declared otherwise, one thing at a time.
const CHANGES: &[(&str, Write)] = &[
    ("nothing", |book| book),
    ("the name", |book| book.name("others")),
    ("the version", |book| book.version("2")),
    ("data", |book| book.reads_data("cards", &1_u8)),
    ("other data", |book| book.reads_data("cards", &2_u8)),
    ("data of another name", |book| book.reads_data("prices", &1_u8)),
    ("a rule more", |book| book.rule("run", says("run"))),
    ("a rule of another name", |book| book.rule("walk", says("run"))),
    ("a rule with a priority", |book| book.rule("run", |rule| says("run")(rule.priority(75)))),
    ("a rule with a group", |book| book.rule("run", |rule| says("run")(rule.exclusive("legs")))),
    ("a rule with a subject", |book| {
        book.rule("run", |rule| says("run")(rule.subject(Subject(3))))
    }),
    ("another subject", |book| book.rule("run", |rule| says("run")(rule.subject(Subject(4))))),
    ("a condition", |book| book.rule("run", |rule| says("run")(rule.when("fit", |_| true)))),
    ("another condition", |book| book.rule("run", |rule| says("run")(rule.when("able", |_| true)))),
    ("a shared condition", |book| {
        let fit = Predicate::new("fit", |_: &Table| true);
        book.rule("run", |rule| says("run")(rule.while_holds(&fit)))
    }),
    ("the opposite of a shared condition", |book| {
        let fit = Predicate::new("unfit", |_: &Table| false).opposite("fit");
        book.rule("run", |rule| says("run")(rule.while_holds(&fit)))
    }),
    ("the opposite of another", |book| {
        let fit = Predicate::new("ill", |_: &Table| false).opposite("fit");
        book.rule("run", |rule| says("run")(rule.while_holds(&fit)))
    }),
    ("the opposite of a phase's shared predicate", |book| {
        let late = Predicate::new("early", |_: &Table| false).opposite("late");
        book.phase("last", |last| last.while_holds(&late).rule("run", says("run")))
    }),
    ("kinds of actions", |book| book.rule("run", |rule| says("run")(rule.on(ActKind::Go)))),
    ("a phase more", |book| book.phase("last", |last| last.rule("run", says("run")))),
    ("a phase's predicate", |book| {
        book.phase("last", |last| last.when("late", |_| true).rule("run", says("run")))
    }),
    ("a phase's strategy", |book| {
        book.phase("last", |last| last.strategy(Strategy::LastWins).rule("run", says("run")))
    }),
    ("the book's strategy", |book| book.strategy(Strategy::LastWins)),
    ("the book's predicate", |book| book.when("awake", |_| true)),
    ("a check", |book| book.check("it is", Gate::Shape, |check| check.test(|_| Ok(())))),
    ("a check at another gate", |book| {
        book.check("it is", Gate::Timing, |check| check.test(|_| Ok(())))
    }),
    ("a check of another name", |book| {
        book.check("it was", Gate::Shape, |check| check.test(|_| Ok(())))
    }),
    ("a prohibition", |book| {
        book.prohibition("it is", Gate::Shape, |check| check.test(|_| Ok(())))
    }),
    ("a check of some kinds", |book| {
        book.check("it is", Gate::Shape, |check| check.on(ActKind::Go).test(|_| Ok(())))
    }),
    ("a liftable check", |book| {
        book.check("it is", Gate::Shape, |check| check.liftable().test(|_| Ok(())))
    }),
    ("an exception", |book| {
        book.check("it is", Gate::Shape, |check| check.liftable().test(|_| Ok(())))
            .exception("but", |exception| exception.lifts("it is").when(|_| true))
    }),
    ("an invariant", |book| book.invariant("sound", |invariant| invariant.holds(|_| true))),
    ("an invariant at rest", |book| {
        book.invariant("sound", |invariant| invariant.at_rest().holds(|_| true))
    }),
    ("a turn", |book| turn(book, |step| step.allows(ActKind::Go).leads_to(Step::Draw))),
    ("what a step allows", |book| {
        turn(book, |step| step.allows(ActKind::Other).leads_to(Step::Draw))
    }),
    ("where a step leads", |book| turn(book, |step| step.allows(ActKind::Go).leads_to(Step::Play))),
    ("what happens on entering", |book| {
        turn(book, |step| {
            step.allows(ActKind::Go).leads_to(Step::Draw).entering(|_| [Ev::Note("in")])
        })
    }),
    ("what happens on leaving", |book| {
        turn(book, |step| {
            step.allows(ActKind::Go).leads_to(Step::Draw).leaving(|_| [Ev::Note("out")])
        })
    }),
    ("limits", |book| book.limits(Limits { events: 7, ..Limits::default() })),
    ("other limits", |book| book.limits(Limits { depth: 7, ..Limits::default() })),
    ("what reveals", |book| book.revealing(EvKind::Note)),
];

type Steps = StepBuilder<Sandbox, Step>;

/// A turn of two steps, the second of which can be written otherwise.
fn turn(book: BookBuilder<Sandbox>, second: fn(Steps) -> Steps) -> BookBuilder<Sandbox> {
    book.turn(
        |table: &Table| table.step,
        Why::NotNow,
        |turn| {
            turn.step(Step::Draw, |step| step.allows(ActKind::Go).leads_to(Step::Play))
                .step(Step::Play, second)
        },
    )
}

#[test]
fn every_declared_change_is_another_fingerprint() {
    let all: Vec<(&str, Digest)> =
        CHANGES.iter().map(|(what, write)| (*what, of(*write))).collect();
    for (at, (what, digest)) in all.iter().enumerate() {
        for (other, same) in &all[..at] {
            assert_ne!(digest, same, "{what} and {other}");
        }
    }
}

#[test]
fn what_decides_nothing_is_not_in_it() {
    let plain = of(|book| book);
    assert_eq!(plain, of(|book| book.passes(Passes::all().without(Pass::Linear))));
    let labelled = of(|book| book.rule("run", |rule| says("run")(rule.label("legs"))));
    assert_eq!(labelled, of(|book| book.rule("run", says("run"))));
}

#[test]
fn a_variant_without_changes_differs_by_its_name_only() {
    let book = base().compile().unwrap();
    let same = book.variant("fingerprints").compile().unwrap();
    let other = book.variant("others").compile().unwrap();
    assert_eq!(book.fingerprint(), same.fingerprint());
    assert_ne!(book.fingerprint(), other.fingerprint());
    assert_eq!(other.version(), Some("1"));
}

/// A game with reactions.
struct Duel;
impl Game for Duel {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;
    fn apply(life: &mut u32, damage: &u32) {
        *life = life.saturating_sub(*damage);
    }
}
impl Reactive for Duel {
    fn amount(damage: &u32) -> Option<u32> {
        Some(*damage)
    }
    fn with_amount(_: &u32, damage: u32) -> u32 {
        damage
    }
}

type Wards = fn(BookBuilder<Duel>) -> BookBuilder<Duel>;

const REACTIONS: &[(&str, Wards)] = &[
    ("nothing", |book| book),
    ("reactions", |book| book.reacts()),
    ("a guard", |book| book.guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 1))),
    ("a guard of another name", |book| {
        book.guard("shield", |guard| guard.before(Anything::Any).prevent(|_| 1))
    }),
    ("a guard with a condition", |book| {
        book.guard("armour", |guard| {
            guard.before(Anything::Any).when("heavy", |occasion| occasion.amount > 1).prevent(|_| 1)
        })
    }),
    ("a guard with a priority", |book| {
        book.guard("armour", |guard| guard.before(Anything::Any).priority(75).prevent(|_| 1))
    }),
    ("a guard that forbids", |book| {
        book.guard("armour", |guard| guard.before(Anything::Any).forbid())
    }),
    ("a trigger", |book| {
        book.trigger("bleed", |trigger| {
            trigger.after(Anything::Any).when("deep", |occasion| occasion.amount > 3).then(|_| [1])
        })
    }),
    ("a trigger of another name", |book| {
        book.trigger("scar", |trigger| {
            trigger.after(Anything::Any).when("deep", |occasion| occasion.amount > 3).then(|_| [1])
        })
    }),
    ("a trigger with another condition", |book| {
        book.trigger("bleed", |trigger| {
            trigger.after(Anything::Any).when("wide", |occasion| occasion.amount > 3).then(|_| [1])
        })
    }),
    ("a standing rule", |book| book.standing("mend", |standing| standing.propose(|_| None::<u32>))),
    ("the order of triggers", |book| book.reacts().trigger_order(TriggerOrder::Stack)),
];

#[test]
fn every_declared_reaction_is_another_fingerprint() {
    let of = |write: Wards| {
        let hit =
            Book::<Duel>::builder("duel").rule("hit", |rule| rule.then(|cx, ()| [*cx.action]));
        write(hit).compile().expect("the book has no mistakes").fingerprint()
    };
    for (at, (what, write)) in REACTIONS.iter().enumerate() {
        for (other, same) in &REACTIONS[..at] {
            assert_ne!(of(*write), of(*same), "{what} and {other}");
        }
    }
}
