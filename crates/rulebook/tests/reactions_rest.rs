//! Rest (R19): standing rules to a fixed point, then waiting triggers, until
//! neither has anything.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Impossible, Prevented};
use rulebook::prelude::*;
use rulebook::{
    Because, BookBuilder, Capability, FaultKind, Limits, Reversibility, TriggerOrder, Verdict,
};

fn dies(card: u32) -> Event {
    Event::Die { card }
}

/// Cards whose host is gone die.
fn orphans(field: &Field) -> Vec<Event> {
    let orphan = |card: &&Card| {
        card.zone == Zone::Field && card.host.is_some_and(|host| !field.on_field(host))
    };
    field.cards.iter().filter(orphan).map(|card| dies(card.id)).collect()
}

fn attached() -> BookBuilder<Arena> {
    arena("attached").standing("orphans die", |s| s.propose(orphans))
}

/// 5 carries 6 and 7; 7 carries 8.
fn tower() -> Field {
    [(6, 5), (7, 5), (8, 7)].into_iter().fold(Field::of(2).card(5, 9, 0), |field, (card, host)| {
        field.card(card, 9, 0).with(|card| card.host = Some(host))
    })
}

#[test]
fn r19_standing_rules_go_on_until_none_proposes() {
    let played = play_one(&attached().compile().unwrap(), &tower(), dies(5));
    assert_eq!(played.events(), [dies(5), dies(6), dies(7), dies(8)]);
    assert_eq!(played.account().rounds.len(), 2, "the second level in a round of its own");
    let because = |card| played.account().lines[played.line_of(&dies(card))].because;
    for (card, expected) in [(6, 0), (7, 0), (8, 1)] {
        let Because::Standing { standing, round, .. } = because(card) else {
            panic!("card {card}")
        };
        assert_eq!((standing.index(), round), (0, expected));
    }
    let untouched = play_one(&attached().compile().unwrap(), &tower(), dies(8));
    assert_eq!((untouched.events().len(), untouched.account().rounds.len()), (1, 0));
}

#[test]
fn r19_all_propose_one_batch_and_equal_proposals_count_once() {
    let book = attached()
        .standing("the weak die", |s| {
            s.propose(|field: &Field| {
                let weak = |card: &&Card| card.zone == Zone::Field && card.power == 0;
                field.cards.iter().filter(weak).map(|card| dies(card.id)).collect::<Vec<_>>()
            })
        })
        .trigger("one or more died", |t| {
            t.after(EventKind::Die)
                .once_per_commit()
                .then(|cx| [Event::Mark(cx.events.len() as u32)])
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &tower(), dies(5));
    assert_eq!(played.events()[..4], [dies(5), dies(6), dies(7), dies(8)]);
    assert_eq!(played.log(), [1, 3], "the three die together, each once");
    let rounds: Vec<Vec<_>> = played
        .account()
        .rounds
        .iter()
        .map(|round| round.iter().map(|standing| standing.index()).collect())
        .collect();
    assert_eq!(rounds, [[0, 1]]);
}

#[test]
fn r19_a_batch_of_standing_rules_is_settled_against_one_state() {
    // Each is saved by the other's being there, and both go.
    let book = arena("duel")
        .standing("legends", |s| {
            s.propose(|field: &Field| {
                let legends: Vec<_> =
                    field.cards.iter().filter(|card| card.zone == Zone::Field).collect();
                if legends.len() < 2 {
                    return Vec::new();
                }
                legends.iter().map(|card| dies(card.id)).collect()
            })
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, 9, 0).card(6, 9, 1).with(|card| card.zone = Zone::Limbo);
    let played = play_one(&book, &field, enter(6));
    assert_eq!(played.events(), [enter(6), dies(5), dies(6)]);
}

#[test]
fn r19_standing_rules_go_through_guards_and_end_when_nothing_comes_of_them() {
    let book = attached()
        .guard("indestructible", |g| {
            g.before(EventKind::Die).when("card 7", |on| *on.event == dies(7)).prevent_all()
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &tower(), dies(5));
    assert!(played.state().on_field(7) && played.state().on_field(8));
    assert!(!played.state().on_field(6));
    assert_eq!(played.fate_of(&dies(7)), Prevented);
    let forbidden = attached().guard("no", |g| {
        g.before(EventKind::Die).when("card 6 or 7", |on| *on.event != dies(5)).forbid()
    });
    let played = play_one(&forbidden.compile().unwrap(), &tower(), dies(5));
    assert_eq!(played.events(), [dies(5)]);
    assert_eq!(played.fates()[1..], [Impossible, Impossible]);
}

#[test]
fn r19_standing_rules_come_before_waiting_triggers_and_between_them() {
    let book = |order| {
        arena("between")
            .trigger_order(order)
            .trigger("first", |t| t.after(EventKind::Damage).then(|_| [heal(1)]))
            .trigger("second", |t| t.after(EventKind::Damage).then(|_| [heal(1)]))
            .standing("count", |s| {
                s.propose(|field: &Field| {
                    let life = field.life.iter().sum::<i64>() as u32;
                    (field.log.last() != Some(&life)).then_some(Event::Mark(life))
                })
            })
            .compile()
            .unwrap()
    };
    for order in [TriggerOrder::Queue, TriggerOrder::Stack, TriggerOrder::Priority] {
        let played = play_one(&book(order), &Field::of(2), damage(1, 10));
        assert_eq!(played.log(), [30, 31, 32]);
    }
}

#[test]
fn r19_a_trigger_that_is_put_to_wait_by_rest_is_resolved_too() {
    let book = attached()
        .trigger("mourn", |t| {
            t.after(EventKind::Die).then(|cx| {
                let &Event::Die { card } = cx.event() else { unreachable!() };
                [Event::Mark(card)]
            })
        })
        .compile()
        .unwrap();
    assert_eq!(play_one(&book, &tower(), dies(5)).log(), [5, 6, 7, 8]);
}

#[test]
fn standing_rules_are_asked_only_when_something_wakes_them() {
    let asked = Calls::default();
    let counted = asked.clone();
    let book = arena("woken")
        .standing("no lamp by day", move |s| {
            let counted = counted.clone();
            s.woken_by(EventKind::Toggle).propose(move |field: &Field| {
                counted.hit();
                field.lamp.then_some(Event::Toggle)
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, &Field::of(2), BOTH[0]);
    game.submit(Seat(0), Act::One(damage(1, 1))).unwrap().committed().unwrap();
    assert_eq!(asked.take(), 0);
    game.submit(Seat(0), Act::One(Event::Toggle)).unwrap().committed().unwrap();
    assert!(asked.take() > 0);
    assert!(!game.state().lamp);
    let played = play_one(&book, &Field::of(2), Event::Toggle);
    assert_eq!(played.fates(), [Applied, Applied]);
}

#[test]
fn standing_rules_are_not_woken_by_what_did_not_happen() {
    let asked = Calls::default();
    let counted = asked.clone();
    let book = arena("asleep")
        .guard("no lamps", |g| g.before(EventKind::Toggle).prevent_all())
        .standing("lamp", move |s| {
            let counted = counted.clone();
            s.woken_by(EventKind::Toggle).propose(move |_: &Field| {
                counted.hit();
                None
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, &Field::of(2), BOTH[0]);
    game.submit(Seat(0), Act::One(Event::Toggle)).unwrap().committed().unwrap();
    assert_eq!(asked.take(), 0);
}

#[test]
fn standing_rules_that_never_come_to_rest_are_a_fault() {
    let grows = arena("grows")
        .standing("more", |s| {
            s.woken_by([EventKind::Damage, EventKind::Heal]).propose(|_: &Field| [heal(1)])
        })
        .limits(Limits { rounds: 10, ..Limits::default() })
        .compile()
        .unwrap();
    let found = fault(&grows, &Field::of(2), Act::One(damage(1, 1)));
    let FaultKind::Limit { limit: "rounds", bound: 10, chain } = &found else { panic!("{found}") };
    assert!(chain.iter().any(|cause| cause.contains("more")), "{found}");
}

#[test]
fn a_proposal_that_is_prevented_for_ever_is_a_fault_if_something_happens_each_time() {
    let book = attached()
        .guard("indestructible", |g| {
            g.before(EventKind::Die)
                .when("card 7", |on| *on.event == dies(7))
                .rider(|_| [Event::Mark(7)])
                .prevent_all()
        })
        .compile()
        .unwrap();
    let found = fault(&book, &tower(), Act::One(dies(5)));
    assert!(matches!(found, FaultKind::Limit { limit: "rounds", bound: 256, .. }), "{found}");
}

#[test]
fn standing_rules_that_undo_each_other_are_a_loop() {
    let book = arena("back and forth")
        .standing("on", |s| s.propose(|field: &Field| (!field.lamp).then_some(Event::Toggle)))
        .standing("off", |s| s.propose(|field: &Field| field.lamp.then_some(Event::Toggle)))
        .compile()
        .unwrap();
    let mut game = start(&book, &Field::of(2), BOTH[0]);
    let found = game.submit(Seat(0), Act::One(damage(1, 1))).unwrap_err().kind().clone();
    assert!(matches!(found, FaultKind::Loop { .. }), "{found}");
    assert!(chain(&found).iter().any(|cause| cause.contains("on") || cause.contains("off")));
    assert_eq!(*game.state(), Field::of(2));
}

#[test]
fn rest_comes_after_the_last_rule_of_several() {
    let book = Book::<Arena>::builder("several")
        .digests()
        .reverts()
        .strategy(Strategy::ApplyAll)
        .rule("one", |rule| rule.then(|_, ()| [damage(1, 1)]))
        .rule("two", |rule| rule.then(|_, ()| [Event::Mark(1)]))
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|_| [Event::Mark(2)]))
        .standing("three", |s| {
            s.propose(|field: &Field| (field.log.len() == 1).then_some(Event::Mark(3)))
        })
        .compile()
        .unwrap();
    let played = play(&book, &Field::of(2), Act::Nothing);
    assert_eq!(played.log(), [1, 3, 2]);
    let frame = played.game.frames().next_back().unwrap();
    assert_eq!(frame.reversibility(), Reversibility::Reversible);
}

#[test]
fn many_triggers_with_a_round_of_rest_after_each() {
    // Each comes to rest at once: what is bounded is how long rest takes.
    let book = arena("many")
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|_| [heal(1)]))
        .standing("count", |s| {
            s.woken_by(EventKind::Heal).propose(|field: &Field| {
                let life = field.life[0] as u32;
                (field.log.last() != Some(&life)).then_some(Event::Mark(life))
            })
        })
        .compile()
        .unwrap();
    let batch = Group::batch(vec![damage(1, 1); 400]);
    let played = play_group(&book, &Field::of(2), batch);
    assert_eq!((played.state().life[0], played.log().len()), (420, 400));
}

#[test]
fn nobody_is_asked_again_where_everything_is_verified() {
    let book = arena("asks")
        .guard("save it?", |g| {
            g.before(EventKind::Die).judge([Capability::Prevent], |cx| {
                Ok(match cx.confirm(Seat(0), "Save it?")? {
                    true => Verdict::PreventAll,
                    false => Verdict::Pass,
                })
            })
        })
        .standing("orphans die", |s| s.woken_by(EventKind::Die).propose(orphans))
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, 9, 0).card(6, 9, 0).with(|card| card.host = Some(5));
    let played = play_with(&book, &field, Act::One(dies(5)), &[1, 0]);
    assert!(played.state().on_field(6));
}

#[test]
fn a_circle_of_a_trigger_and_a_standing_rule_that_grows_is_a_fault() {
    // Each alone comes to rest at once; together they never do.
    let book = arena("circle")
        .limits(Limits { events: 5_000, ..Limits::default() })
        .trigger("a card heals", |t| t.after(EventKind::Draw).then(|_| [heal(1)]))
        .standing("a card for each life", |s| {
            s.woken_by(EventKind::Heal).propose(|field: &Field| {
                (i64::from(field.hand[0]) < field.life[0] - 20).then_some(draw(1))
            })
        })
        .compile()
        .unwrap();
    let found = fault(&book, &Field::of(2), Act::One(heal(1)));
    assert!(matches!(found, FaultKind::Limit { .. }), "{found}");
    let names = ["a card heals", "a card for each life"];
    assert!(chain(&found).iter().any(|cause| names.iter().any(|name| cause.contains(name))));
}
