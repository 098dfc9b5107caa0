//! Bounded: a runaway rule is a fault that names the limit, and size alone is
//! no problem (M32).

mod common;

use std::sync::Arc;

use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, FaultKind, Forecast, History, Notice, Observer, PhaseBuilder, Recovery,
    SessionOptions, Standing,
};

const FEW: Limits = Limits { events: 100, depth: 10, choices: 5, group: 10, rounds: 5 };

/// Proposes as many events as the action says.
fn flooding() -> BookBuilder<Sandbox> {
    book("flooding").rule("flood", |rule| {
        rule.then(|cx, ()| (0..cx.action.number()).for_each(|_| cx.propose(Ev::Add(0))))
    })
}

fn limit_of_events(fault: FaultKind) -> (usize, Vec<String>) {
    match fault {
        FaultKind::Limit { limit: "events", bound, chain } => (bound, chain),
        other => panic!("the limit of events is reached, and not: {other}"),
    }
}

#[test]
fn a_rule_that_emits_a_million_events_hits_the_limit() {
    let book = flooding().compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(1));
        go(&mut game, Act::Go(1));
        game.undo().unwrap();
        let before = picture(&mut game);
        let (bound, chain) = limit_of_events(fault(&mut game, Act::Go(1_000_000)));
        assert_eq!((bound, &chain[..]), (65_536, &["the rule \"flood\"".to_owned()][..]));
        assert_eq!(picture(&mut game), before);
        assert!(go(&mut game, Act::Go(3)).is_committed());
    }
}

#[test]
fn the_limit_itself_is_fine_and_one_more_is_not() {
    let book = flooding().limits(FEW).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        assert!(go(&mut game, Act::Go(100)).is_committed());
        for too_many in [101, 102, 103, 10_000] {
            let before = picture(&mut game);
            let fault = game.submit(Seat(0), Act::Go(too_many)).unwrap_err();
            assert_eq!(limit_of_events(fault.kind().clone()).0, 100);
            assert!(fault.to_string().contains("the rule \"flood\""), "{fault}");
            assert_eq!(picture(&mut game), before);
        }
        // What was proposed in vain does not turn up later.
        let id = go(&mut game, Act::Go(2)).frame().unwrap();
        assert_eq!(game.frame(id).unwrap().events().len(), 2);
    }
}

#[test]
fn the_events_of_all_rules_and_steps_of_one_action_count_together() {
    let sixty = |rule: rulebook::RuleBuilder<Sandbox>| {
        rule.on(ActKind::Go).then(|_, ()| vec![Ev::Add(0); 60])
    };
    let both = book("together")
        .strategy(Strategy::ApplyAll)
        .limits(FEW)
        .rule("one", sixty)
        .rule("two", sixty)
        .compile()
        .unwrap();
    let stepping = book("stepping")
        .limits(FEW)
        .turn(
            |table: &Table| table.step,
            Why::NotNow,
            |turn| {
                turn.step(Step::Draw, |step| {
                    step.allows(ActKind::Go).leads_to(Step::Play).leaving(|_| vec![Ev::Add(0); 60])
                })
                .step(Step::Play, |step| {
                    step.leads_to(Step::Draw).entering(|_| vec![Ev::Add(0); 60])
                })
            },
        )
        .rule("move", |rule| rule.then(|_, ()| [Ev::Move(Step::Play)]))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&both, recovery);
        let before = picture(&mut game);
        let (_, chain) = limit_of_events(fault(&mut game, Act::Go(1)));
        assert_eq!(chain.last().unwrap(), "the rule \"two\"");
        assert_eq!(picture(&mut game), before);
        let mut game = start(&stepping, recovery);
        let (_, chain) = limit_of_events(fault(&mut game, Act::Go(1)));
        assert_eq!(chain, ["the rule \"move\"", "entering the step Play"]);
        assert_eq!(*game.state(), Table::default());
    }
}

/// A game whose events can be counted while they live.
struct Flood;

impl Game for Flood {
    type State = u64;
    type Action = u64;
    type Event = Drop;
    type Trace = ();
    type Reason = Never;
    fn apply(level: &mut u64, _: &Drop) {
        *level += 1;
    }
}

#[derive(Clone, Debug)]
struct Drop(#[expect(dead_code, reason = "it is there to be counted")] Arc<()>);

impl Kinded for Drop {
    type Kind = Anything;
    fn kind(&self) -> Anything {
        Anything::Any
    }
}

#[test]
fn a_runaway_rule_does_not_fill_the_memory_before_it_is_stopped() {
    let drop = Arc::new(());
    let (source, seen) = (drop.clone(), Arc::new(std::sync::atomic::AtomicUsize::new(0)));
    let most = seen.clone();
    let book = Book::<Flood>::builder("flood")
        .limits(FEW)
        .rule("rain", move |rule| {
            rule.then(move |cx, ()| {
                for _ in 0..*cx.action {
                    cx.propose(Drop(source.clone()));
                }
                most.fetch_max(Arc::strong_count(&source), std::sync::atomic::Ordering::SeqCst);
            })
        })
        .compile()
        .unwrap();
    let mut game = book.start(0, Seed(1)).unwrap();
    let fault = game.submit(Seat(0), 1_000_000).unwrap_err();
    assert!(matches!(fault.kind(), FaultKind::Limit { .. }));
    let most = seen.load(std::sync::atomic::Ordering::SeqCst);
    assert!(most <= FEW.events + 10, "{most} events lived at once");
    game.submit(Seat(0), 1).unwrap();
    assert_eq!(*game.state(), 1);
}

const DEEP: usize = 10_000;

type Phase<'b> = PhaseBuilder<'b, Sandbox>;

/// How each of the nested phases is written.
type Around = for<'b> fn(Phase<'b>) -> Phase<'b>;

/// Phases in phases, and in the innermost what `inner` writes.
fn nested(around: Around, inner: Around) -> Book<Sandbox> {
    fn nest<'b>(phase: Phase<'b>, left: usize, around: Around, inner: Around) -> Phase<'b> {
        if left == 0 {
            return inner(phase);
        }
        around(phase).phase("p", move |phase| nest(phase, left - 1, around, inner))
    }
    let write = move || book("deep").phase("p", |phase| nest(phase, DEEP - 1, around, inner));
    // Only the writing down is recursive, and only because it is written so here.
    #[expect(clippy::disallowed_methods, reason = "a large stack for the test's own recursion")]
    let written = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 30);
        thread.spawn_scoped(scope, write).unwrap().join().unwrap()
    });
    written.compile().unwrap()
}

fn innermost(phase: Phase<'_>) -> Phase<'_> {
    phase.rule("skips", skips).rule("acts", |rule| {
        rule.candidates(|offer| offer.push(Act::Go(1))).then(|_, ()| [Ev::Note("deep down")])
    })
}

#[test]
fn ten_thousand_nested_phases_compile_decide_and_explain() {
    let arounds: [Around; 3] = [
        |phase| phase,
        |phase| phase.when("open", |_| true),
        |phase| phase.strategy(Strategy::ApplyAll),
    ];
    for around in arounds {
        let book = nested(around, innermost);
        let mut game = start(&book, BOTH[0]);
        assert!(go(&mut game, Act::Go(1)).is_committed());
        assert_eq!(game.state().log, ["deep down"]);
        assert_eq!(game.legal(Seat(0)).unwrap().len(), 1);
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        assert!(matches!(explained.forecast(), Forecast::Commit(_)));
        assert_eq!(explained.rules().nth(1).unwrap().standing, Standing::Selected);
        assert_eq!(explained.rules().nth(1).unwrap().name.split('/').count(), DEEP + 1);
        game.observe(Silent);
        assert!(go(&mut game, Act::Go(1)).is_committed());
    }
}

/// Wants to know everything, and says nothing.
struct Silent;

impl Observer<Sandbox> for Silent {
    fn notice(&mut self, _: &Notice<'_, Sandbox>) {}
}

#[test]
fn a_conflict_ten_thousand_phases_deep_is_a_fault_like_any_other() {
    let book = nested(
        |phase| phase,
        |phase| {
            phase.strategy(Strategy::Exclusive).rule("one", says("one")).rule("two", says("two"))
        },
    );
    let mut game = start(&book, BOTH[0]);
    let FaultKind::Conflict { rules, .. } = fault(&mut game, Act::Go(1)) else {
        panic!("both match");
    };
    assert!(rules[0].ends_with("/p/one"));
}

#[test]
fn ten_thousand_rules_are_fine() {
    let mut builder = book("wide").phase("wide", |phase| {
        (0..10_000).fold(phase, |phase, at| {
            phase.rule(format!("rule {at}"), move |rule| {
                rule.when("its number", move |ask| ask.action.number() == at)
                    .then(move |_, ()| [Ev::Add(at)])
            })
        })
    });
    builder = builder.rule("rest", says("rest"));
    let book = builder.compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(9_999));
    assert_eq!(game.state().total, 9_999);
    game.undo().unwrap();
    let explained = game.explain(Seat(0), &Act::Go(5_000)).unwrap();
    assert_eq!(explained.rules().len(), 10_001);
    assert_eq!(book.rules().count(), 10_001);
}

#[test]
fn a_long_game_without_history_stays_small() {
    let book = flooding().compile().unwrap();
    let options = SessionOptions { history: History::None, ..SessionOptions::default() };
    let mut game = start_with(&book, Recovery::Snapshot, options);
    for _ in 0..10_000 {
        go(&mut game, Act::Go(3));
    }
    assert_eq!((game.number(), game.frames().count()), (10_000, 1));
    assert_eq!(game.state().copies.alive(), 2);
}
