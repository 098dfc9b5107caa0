//! Coverage of reactions: guards that applied, triggers that resolved, standing
//! rules that proposed, costs that could not be paid, and the reasons that were
//! given.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{Coverage, CoverageReport, GuardBuilder, Uses};

/// A book in which everything reacts, or never does.
fn rich() -> Book<Arena> {
    arena("rich")
        .guard("shield", |guard| {
            guard.before(EventKind::Damage).when("deep", |cx| cx.amount > 2).prevent_all()
        })
        .guard("never asked", |guard| guard.before(EventKind::Turn).prevent_all())
        .guard("no payment", |guard| {
            guard
                .before(EventKind::Pay)
                .when("much", |cx| matches!(cx.event, Event::Pay { n: 2.., .. }))
                .forbid()
        })
        .trigger("hurt", |trigger| trigger.after(EventKind::Damage).then(|_| [draw(1)]))
        .trigger("late", |trigger| {
            trigger
                .after(EventKind::Damage)
                .when("the hand is empty", |cx| cx.state.hand[0] == 0)
                .then(|_| [heal(1)])
        })
        .trigger("never heard", |trigger| trigger.after(EventKind::Turn).then(|_| [heal(1)]))
        .standing("at most one", |standing| {
            standing
                .propose(|field: &Field| (field.hand[0] > 1).then_some(Event::Discard { who: 0 }))
        })
        .standing("never", |standing| {
            standing.propose(|field: &Field| (field.hand[0] > 100).then_some(heal(1)))
        })
        .rule("buy", |rule| {
            rule.on(ActKind::Buy)
                .cost(Why::TooPoor, |cx, ()| match *cx.action {
                    Act::Buy(n) => [Event::Pay { who: 0, n }],
                    _ => [Event::Pay { who: 0, n: 0 }],
                })
                .cost(Why::StillTooPoor, |_, ()| [Event::Pay { who: 0, n: 1 }])
                .then(|_, ()| [heal(1)])
        })
        .compile()
        .unwrap()
}

fn field() -> Field {
    Field { mana: vec![9, 0], ..Field::of(2) }
}

fn watched(field: &Field) -> (Coverage<Arena>, Session<Arena>) {
    let book = rich();
    let coverage = Coverage::of(&book);
    let mut game = start(&book, field, BOTH[0]);
    coverage.watch(&mut game).unwrap();
    (coverage, game)
}

fn go(game: &mut Session<Arena>, act: Act) -> Outcome<Arena> {
    game.submit(Seat(0), act).unwrap()
}

fn uses(report: &CoverageReport, item: &str) -> Uses {
    let found = report.items.iter().find(|covered| covered.to_string() == item);
    found.unwrap_or_else(|| panic!("there is {item}")).uses.clone()
}

fn never(coverage: &Coverage<Arena>) -> Vec<String> {
    coverage.never().iter().map(ToString::to_string).collect()
}

#[test]
fn a_guard_has_fired_if_it_did_something_and_not_if_it_was_asked_only() {
    let (coverage, mut game) = watched(&field());
    go(&mut game, Act::One(damage(1, 1)));
    let report = coverage.report();
    assert_eq!(uses(&report, "the guard \"shield\""), Uses::Guard { applied: 0, asked: 1 });
    assert!(never(&coverage).contains(&"the guard \"shield\"".to_owned()));
    go(&mut game, Act::List(vec![damage(1, 5), damage(0, 6)]));
    let report = coverage.report();
    assert_eq!(uses(&report, "the guard \"shield\""), Uses::Guard { applied: 2, asked: 3 });
    assert_eq!(uses(&report, "the guard \"never asked\""), Uses::Guard { applied: 0, asked: 0 });
    // Everything was prevented, and still the rule has fired.
    let Uses::Rule { chosen, .. } = uses(&report, "the rule \"as said\"") else { panic!() };
    assert_eq!((chosen, report.committed), (2, 2));
}

#[test]
fn a_guard_that_others_left_nothing_for_was_not_asked() {
    let all = |guard: GuardBuilder<Arena>| guard.before(EventKind::Damage).prevent_all();
    let book = arena("two walls").guard("first", all).guard("second", all).compile().unwrap();
    let coverage = Coverage::of(&book);
    let mut game = start(&book, &field(), BOTH[0]);
    coverage.watch(&mut game).unwrap();
    go(&mut game, Act::One(damage(1, 3)));
    let report = coverage.report();
    assert_eq!(uses(&report, "the guard \"first\""), Uses::Guard { applied: 1, asked: 1 });
    assert_eq!(uses(&report, "the guard \"second\""), Uses::Guard { applied: 0, asked: 0 });
}

#[test]
fn a_trigger_has_fired_if_it_resolved() {
    let (coverage, mut game) = watched(&field());
    go(&mut game, Act::One(damage(1, 1)));
    let report = coverage.report();
    assert_eq!(uses(&report, "the trigger \"hurt\""), Uses::Trigger { resolved: 1, fizzled: 0 });
    assert_eq!(uses(&report, "the trigger \"late\""), Uses::Trigger { resolved: 0, fizzled: 1 });
    assert!(never(&coverage).contains(&"the trigger \"late\"".to_owned()));
}

#[test]
fn standing_rules_count_by_rounds() {
    let (coverage, mut game) = watched(&field());
    go(&mut game, Act::One(Event::Draw { who: 0, n: 3 }));
    let report = coverage.report();
    assert_eq!(uses(&report, "the standing rule \"at most one\""), Uses::Standing { proposed: 2 });
    assert_eq!(uses(&report, "the standing rule \"never\""), Uses::Standing { proposed: 0 });
}

#[test]
fn a_cost_that_cannot_be_paid_counts_with_the_guard_in_its_way() {
    let (coverage, mut game) = watched(&field());
    go(&mut game, Act::Buy(5));
    let report = coverage.report();
    let cost = |code: &str| uses(&report, &format!("the cost {code} of the rule \"buy\""));
    assert_eq!(cost("TOO_POOR"), Uses::Cost { code: "TOO_POOR", unpaid: 1 });
    assert_eq!(cost("STILL_TOO_POOR"), Uses::Cost { code: "STILL_TOO_POOR", unpaid: 0 });
    assert_eq!(uses(&report, "the guard \"no payment\""), Uses::Guard { applied: 1, asked: 1 });
    assert!(never(&coverage).contains(&"the rule \"buy\"".to_owned()));
    assert_eq!(uses(&report, "the reason TOO_POOR"), Uses::Reason { given: 1 });
    assert_eq!(uses(&report, "the reason STILL_TOO_POOR"), Uses::Reason { given: 0 });
    assert_eq!((report.committed, report.refused), (0, 1));
    go(&mut game, Act::Buy(1));
    let Uses::Rule { chosen, .. } = uses(&coverage.report(), "the rule \"buy\"") else { panic!() };
    assert_eq!(chosen, 1);
}

#[test]
fn what_never_reacted_is_listed() {
    let (coverage, mut game) = watched(&field());
    for act in [
        Act::One(damage(1, 1)),
        Act::One(damage(1, 5)),
        Act::One(draw(3)),
        Act::Buy(1),
        Act::Buy(2),
        Act::Nothing,
    ] {
        go(&mut game, act);
    }
    assert_eq!(
        never(&coverage),
        [
            "the cost STILL_TOO_POOR of the rule \"buy\"",
            "the guard \"never asked\"",
            "the trigger \"late\"",
            "the trigger \"never heard\"",
            "the standing rule \"never\"",
            "the reason STILL_TOO_POOR",
        ]
    );
    assert_eq!(coverage.report().unhandled["Nothing"], 1);
    let text = coverage.to_string();
    for line in [
        "Coverage of \"rich\": 8 of 14 fired (57 %).\n",
        "costs that could not be paid\n       1  buy: TOO_POOR\n   never  buy: STILL_TOO_POOR\n",
        "guards\n       1  shield (asked 2)\n   never  never asked\n",
        "triggers\n       1  hurt\n   never  late (fizzled 1)\n   never  never heard\n",
        "reasons\n       1  TOO_POOR\n   never  STILL_TOO_POOR\n",
    ] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
}

#[test]
fn the_frames_tell_the_same_of_reactions_as_watching() {
    let (watching, mut game) = watched(&field());
    for act in [Act::One(damage(1, 1)), Act::One(damage(1, 5)), Act::One(draw(3)), Act::Buy(1)] {
        assert!(go(&mut game, act).is_committed());
    }
    let adding = Coverage::of(game.book());
    adding.add(&game).unwrap();
    assert_eq!(adding.report(), watching.report());
}
