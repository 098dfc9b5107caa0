//! The scenarios that every version must pass: announcements, triggers, costs
//! and what never ends.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{Fate, FaultKind, Firing, KindSet, RefusalKind, Stance, TriggerOrder};

#[test]
fn scenario_12_a_guard_that_prevents_every_announcement() {
    // It is asked before everything there is; a notice is no event.
    let book = arena("twelve")
        .guard("nothing happens", |g| g.before(KindSet::all()).prevent_all())
        .trigger("announced", |t| {
            t.after_prevention_of(EventKind::Damage).then(|cx| {
                assert_eq!(cx.announcement.expect("there is one").amount, 3);
                [Event::Mark(3)]
            })
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 3));
    assert_eq!(*played.state(), Field::of(2));
    assert_eq!(played.fired(), [("announced".into(), None, Firing::Resolved)], "once");
    assert_eq!(played.account().fired[0].announcement, Some(0));
    // What the trigger proposes is an event like any other.
    let (damage, mark) = (vec![damage(1, 3)], vec![Event::Mark(3)]);
    let name = || "nothing happens".to_owned();
    assert_eq!(played.announced(), [(name(), damage, vec![], 3, 0), (name(), mark, vec![], 1, 0)]);
}

#[test]
fn scenario_12_and_announcements_that_announce_themselves_are_a_loop() {
    let book = arena("twelve")
        .guard("nothing happens", |g| g.before([EventKind::Damage, EventKind::Mark]).prevent_all())
        .trigger("announced", |t| t.after_prevention_of(KindSet::all()).then(|_| [Event::Mark(3)]))
        .compile()
        .unwrap();
    let fault = fault(&book, &Field::of(2), Act::One(damage(1, 3)));
    assert!(matches!(fault, FaultKind::Loop { .. }), "{fault}");
    assert!(chain(&fault).iter().any(|cause| cause.contains("announced")), "{fault}");
}

#[test]
fn scenario_13_three_seats_and_the_stack() {
    let book = |order| {
        arena("thirteen")
            .trigger_order(order)
            .trigger("when hurt", |t| {
                t.after(EventKind::Damage).carried_by(WATCHER).then(|cx| {
                    let seat = cx.source.and_then(|source| source.seat);
                    [Event::Mark(seat.expect("it is somebody's").0.into())]
                })
            })
            .compile()
            .unwrap()
    };
    // Entered in any order: that does not matter among different players.
    for cards in [[5, 6, 7], [7, 5, 6], [6, 7, 5], [7, 6, 5]] {
        let field = (0..3)
            .fold(Field::of(3), |field, seat| field.card(cards[seat as usize], WATCHER.0, seat));
        let field = Field { active: 2, ..field };
        let played = play_one(&book(TriggerOrder::Stack), &field, damage(0, 1));
        assert_eq!(played.log(), [1, 0, 2], "they resolve p1, p0, p2");
        let owners: Vec<_> =
            played.account().fired.iter().map(|fired| fired.source.unwrap().seat).collect();
        assert_eq!(owners, [Some(Seat(2)), Some(Seat(0)), Some(Seat(1))], "put p2, p0, p1");
        let queue = play_one(&book(TriggerOrder::Queue), &field, damage(0, 1));
        assert_eq!(queue.log(), [2, 0, 1]);
    }
}

#[test]
fn scenario_14_a_cost_that_cannot_be_paid() {
    let book = arena("fourteen")
        .rule("buy", |rule| {
            rule.on(ActKind::Buy)
                .candidates(|offer| offer.push(Act::Buy(1)))
                .cost(Why::TooPoor, |_, ()| {
                    [Event::Pay { who: 0, n: 3 }, Event::Discard { who: 0 }]
                })
                .then(|cx, ()| [create(5), Event::Rolled(cx.roll(6))])
        })
        .compile()
        .unwrap();
    let poor = Field { mana: vec![3, 0], ..Field::of(2) };
    let (kind, cause) = refuse(&book, &poor, Act::Buy(1));
    assert_eq!(kind, RefusalKind::Disallowed);
    assert_eq!(cause, r#"Unpaid { rule: "buy", reason: TooPoor, event: Discard { who: 0 } }"#);
    let rich = Field { hand: vec![1, 0], ..poor.clone() };
    for recovery in BOTH {
        let mut game = start(&book, &poor, recovery);
        assert!(game.legal(Seat(0)).unwrap().is_empty(), "it is not offered either");
        let mut game = start(&book, &rich, recovery);
        assert_eq!(game.legal(Seat(0)).unwrap().len(), 1);
        assert_eq!((game.dice_position(), game.state()), (0, &rich), "asking changes nothing");
        game.submit(Seat(0), Act::Buy(1)).unwrap().committed().unwrap();
        let field = game.state();
        assert_eq!((field.mana[0], field.hand[0], field.made), (0, 0, 1));
        assert_eq!(field.log.len(), 1);
        assert!(game.dice_position() > 0);
    }
}

#[test]
fn scenario_15_of_two_one_use_preventers_the_first_is_spent() {
    let book = arena("fifteen")
        .guard("amulet", |g| {
            g.before(EventKind::Damage).carried_by(SHIELD).uses(left, spend).prevent_all()
        })
        .compile()
        .unwrap();
    for (first, second) in [(5, 6), (6, 5)] {
        let amulet = |field: Field, id: u32, since: u64| {
            field.card(id, SHIELD.0, 1).charged(1).with(|card| card.since = since)
        };
        let field = amulet(amulet(Field::of(2), second, 2), first, 1);
        let played = play_one(&book, &field, damage(1, 4));
        assert_eq!(played.state().life, [20, 20]);
        assert_eq!((played.state().charges(first), played.state().charges(second)), (0, 1));
        assert!(!played.state().on_field(first) && played.state().on_field(second));
        assert_eq!(played.events(), [Event::Spend { card: first, n: 1 }]);
        assert_eq!(played.announced(), [("amulet".into(), vec![damage(1, 4)], vec![], 4, 0)]);
        let said = played.stances(0);
        assert_eq!(said[0].1, Some(first));
        assert!(matches!(said[0].2, Stance::Prevented { amount: 4, left: 0 }));
        assert_eq!(said[1..], [("amulet".into(), Some(second), Stance::NotReached)]);
    }
}

#[test]
fn scenario_16_gain_one_gain_one_as_a_trigger_and_as_a_rider() {
    let trigger = arena("sixteen")
        .trigger("and again", |t| t.after(EventKind::Heal).then(|_| [heal(1)]))
        .compile()
        .unwrap();
    let rider = arena("sixteen")
        .guard("and again", |g| {
            g.before(EventKind::Heal).rider(|_| [heal(1)]).modify(|cx| cx.event.clone())
        })
        .compile()
        .unwrap();
    for book in [trigger, rider] {
        let fault = fault(&book, &Field::of(2), Act::One(heal(1)));
        let FaultKind::Limit { limit: "depth", bound: 256, chain } = &fault else {
            panic!("{fault}")
        };
        let [rule, again] = &chain[..] else { panic!("{fault}") };
        assert!(rule.contains("as said"), "the action's rule: {fault}");
        assert!(again.contains("\"and again\" (2") && again.ends_with("times)"), "{fault}");
    }
}

#[test]
fn scenario_16_gain_one_gain_one_as_a_replacement_applies_once_and_ends() {
    let book = arena("sixteen")
        .guard("gain one", |g| g.before(EventKind::Heal).replace(|_| [heal(1)]))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), heal(1));
    assert_eq!(played.state().life, [21, 20]);
    assert_eq!(played.fates(), [Fate::Replaced, Fate::Applied]);
    assert_eq!(played.events(), [heal(1)]);
}

#[test]
fn scenario_16_a_toggle_that_triggers_itself_is_a_mandatory_loop() {
    let book = arena("sixteen")
        .trigger("switch", |t| t.after(EventKind::Toggle).then(|_| [Event::Toggle]))
        .compile()
        .unwrap();
    let fault = fault(&book, &Field::of(2), Act::One(Event::Toggle));
    let FaultKind::Loop { chain } = &fault else { panic!("{fault}") };
    assert!(chain.iter().any(|cause| cause.contains("switch")), "{fault}");
}
