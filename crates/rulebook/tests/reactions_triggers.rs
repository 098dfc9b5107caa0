//! Triggers (R14–R18, R21): what they hear, when they are matched, and in
//! which order they resolve.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Fate, Firing, Instead, KindSet, TriggerBuilder, TriggerOrder};

fn dies(card: u32) -> Event {
    Event::Die { card }
}

/// Nothing enters, turns are skipped, lamps are forbidden, draws are heals.
fn fateful() -> BookBuilder<Arena> {
    arena("fates")
        .guard("nothing enters", |g| g.before(EventKind::Move).prevent_all())
        .guard("no turns", |g| g.before(EventKind::Turn).replace(|_| Instead::nothing()))
        .guard("no lamps", |g| g.before(EventKind::Toggle).forbid())
        .guard("heal instead", |g| g.before(EventKind::Draw).replace(|cx| [heal(cx.amount)]))
}

#[test]
fn r15_a_trigger_hears_the_fates_that_it_asks_for() {
    let field = Field { hand: vec![1, 0], ..Field::of(2) };
    let field = field.card(5, 9, 0).with(|card| card.zone = Zone::Limbo);
    let batch = Group::batch([enter(5), Event::Turn, Event::Toggle, draw(2), damage(1, 1)])
        .with(damage(1, 0))
        .with(Event::Discard { who: 0 })
        .with(Event::Discard { who: 0 })
        .group(Group::atomic([Event::Rolled(1), enter(5), Event::Rolled(2)]));
    let heard = |fates: &'static [Fate]| {
        let book = fateful().trigger("hears", move |t| {
            let all = KindSet::all();
            let t =
                if fates.is_empty() { t.after(all) } else { t.after(all).fates(fates.to_vec()) };
            t.when("not its own", |on| !matches!(on.event, Event::Mark(_)))
                .then(|cx| [Event::Mark(cx.events[0].line as u32)])
        });
        let played = play_group(&book.compile().unwrap(), &field, batch.clone());
        let lines: Vec<_> = played.log().iter().map(|&line| line as usize).collect();
        lines.iter().map(|&line| played.account().lines[line].event.clone()).collect::<Vec<_>>()
    };
    let discard = || Event::Discard { who: 0 };
    let happened = [heal(2), damage(1, 1), discard()];
    assert_eq!(heard(&[]), happened);
    assert_eq!(heard(&[Fate::Applied]), happened);
    assert_eq!(heard(&[Fate::Prevented]), [enter(5), enter(5), Event::Rolled(2)]);
    assert_eq!(heard(&[Fate::Replaced]), [draw(2)]);
    assert_eq!(heard(&[Fate::Skipped]), [Event::Turn]);
    assert_eq!(heard(&[Fate::Impossible]), [Event::Toggle]);
    assert_eq!(heard(&[Fate::Fizzled]), [discard()]);
    assert_eq!(heard(&[Fate::RolledBack]), [Event::Rolled(1)]);
    assert_eq!(heard(&[Fate::Replaced, Fate::Skipped]), [Event::Turn, draw(2)]);
}

#[test]
fn r14_one_announcement_for_each_preventer_and_commit() {
    let book = arena("announced")
        .guard("shield", shield)
        .trigger("told", |t| {
            t.after_prevention_of(EventKind::Damage).then(|cx| {
                let said = cx.announcement.expect("there is one");
                assert_eq!(said.prevented.len(), cx.events.len());
                [Event::Mark(said.amount * 10 + said.left)]
            })
        })
        .compile()
        .unwrap();
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(4).card(6, SHIELD.0, 1).charged(3);
    let batch = Group::batch([damage(0, 3), damage(1, 3), damage(2, 3)]);
    let played = play_group(&book, &field, batch);
    assert_eq!(played.state().life, [20, 20, 18]);
    // The first: 3 of the first and 1 of the second, and left 2 of that. The
    // second: those 2 and 1 of the third, and left 2 of it.
    assert_eq!(played.log(), [42, 32]);
    let named: Vec<_> = played.account().announcements.iter().map(|said| &said.prevented).collect();
    assert_eq!(named, [&[0, 1], &[1, 2]]);
    // Two commits are two announcements.
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(4);
    let played = play(&book, &field, Act::List(vec![damage(0, 3), damage(1, 3)]));
    assert_eq!(played.log(), [30, 12]);
}

#[test]
fn r14_announcements_of_other_kinds_are_not_heard() {
    let book = fateful()
        .trigger("told", |t| t.after_prevention_of(EventKind::Damage).then(|_| [Event::Mark(1)]));
    let field = Field::of(2).card(5, 9, 0).with(|card| card.zone = Zone::Limbo);
    let played =
        play_group(&book.compile().unwrap(), &field, Group::atomic([damage(1, 1), enter(5)]));
    // Damage fell with it, but what was prevented is the move.
    assert_eq!(played.announced()[0].2, [damage(1, 1)]);
    assert_eq!(played.fired(), []);
}

#[test]
fn r16_triggers_match_the_state_after_the_commit() {
    let book = arena("after")
        .trigger("someone enters", |t| {
            t.after(EventKind::Move)
                .carried_by(WATCHER)
                .then(|cx| [Event::Mark(cx.source.expect("a card").id.0)])
        })
        .compile()
        .unwrap();
    let limbo =
        |field: Field, id| field.card(id, WATCHER.0, 0).with(|card| card.zone = Zone::Limbo);
    // It sees itself enter, and those that enter with it.
    let field = limbo(limbo(Field::of(2), 5), 6);
    let played = play_group(&book, &field, Group::batch([enter(5), enter(6)]));
    assert_eq!(played.log(), [5, 5, 6, 6]);
    // One after the other, the first sees the second but not the other way.
    let played = play(&book, &field, Act::List(vec![enter(5), enter(6)]));
    assert_eq!(played.log(), [5, 5, 6]);
}

/// Watchers that mark who died, ten times their own number.
fn mourners(look: fn(TriggerBuilder<Arena>) -> TriggerBuilder<Arena>) -> Book<Arena> {
    arena("mourners")
        .trigger("mourns", move |t| {
            look(t.after(EventKind::Die).carried_by(WATCHER)).then(|cx| {
                let &Event::Die { card } = cx.event() else { unreachable!() };
                [Event::Mark(10 * cx.source.expect("a card").id.0 + card)]
            })
        })
        .compile()
        .unwrap()
}

#[test]
fn r16_those_that_look_back_see_what_they_leave_with() {
    let field = Field::of(2).card(5, WATCHER.0, 0).card(6, WATCHER.0, 0).card(7, WATCHER.0, 0);
    let back = mourners(|t| t.looking_back());
    let wipe = Group::batch([dies(5), dies(6)]);
    let played = play_group(&back, &field, wipe.clone());
    assert_eq!(played.log(), [55, 56, 65, 66, 75, 76]);
    let forward = mourners(|t| t);
    assert_eq!(play_group(&forward, &field, wipe).log(), [75, 76], "only who is still there");
    // All or nothing is together, too; and a group that dies in it is not seen.
    let atomic = Group::atomic([dies(5), dies(6)]);
    assert_eq!(play_group(&back, &field, atomic.clone()).log(), [55, 56, 65, 66, 75, 76]);
    let doomed = Group::atomic([dies(7), Event::Discard { who: 0 }]);
    let played = play_group(&back, &field, atomic.optional_group(doomed));
    assert_eq!(played.log(), [55, 56, 65, 66, 75, 76]);
    // One after the other: 5 is gone when 6 dies.
    let played = play(&back, &field, Act::List(vec![dies(5), dies(6)]));
    assert_eq!(played.log(), [55, 65, 75, 66, 76]);
}

#[test]
fn r16_who_came_and_left_within_a_commit_does_not_see_what_comes_after() {
    let field = Field::of(2).card(6, 9, 0).card(5, WATCHER.0, 0);
    let field = field.with(|card| card.zone = Zone::Limbo);
    let back = mourners(|t| t.looking_back());
    let passing = Group::atomic([enter(5), dies(5), dies(6)]);
    assert_eq!(play_group(&back, &field, passing).log(), [55]);
}

#[test]
fn r16_what_looks_back_does_not_see_what_did_not_happen() {
    let field = Field::of(2).card(5, WATCHER.0, 0).card(6, 9, 0);
    let book = mourners(|t| t.looking_back());
    let played = play_group(&book, &field, Group::atomic([dies(6), Event::Discard { who: 0 }]));
    assert_eq!((played.fired(), played.state()), (vec![], &field));
    let played = play_group(&book, &field, Group::batch([dies(6), dies(6)]));
    assert_eq!(played.log(), [56], "the second fizzles");
}

#[test]
fn r16_what_looks_back_asks_its_conditions_of_the_state_before() {
    let at_home = |on: &rulebook::Occasion<'_, Arena>| {
        let &Event::Die { card } = on.event else { return false };
        on.state.on_field(card) || on.state.log.len() == 1
    };
    let book = arena("before")
        .trigger("first", |t| t.after(EventKind::Die).then(|_| [Event::Mark(0)]))
        .trigger("was there", move |t| {
            t.after(EventKind::Die)
                .when("at home", at_home)
                .looking_back()
                .then(|_| [Event::Mark(1)])
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2).card(6, 9, 0), dies(6));
    assert_eq!(played.log(), [0, 1]);
}

#[test]
fn r16_once_per_commit_sees_all_of_them() {
    let book = arena("once")
        .trigger("one or more", |t| {
            t.after(EventKind::Damage)
                .once_per_commit()
                .then(|cx| [Event::Mark(10 * cx.amount() + cx.events.len() as u32)])
        })
        .compile()
        .unwrap();
    let all = vec![damage(0, 1), damage(1, 2), heal(1), damage(0, 0), damage(1, 3)];
    let batch = play_group(&book, &Field::of(2), Group::batch(all.clone()));
    assert_eq!(batch.log(), [63], "three that happened");
    assert_eq!(batch.account().fired[0].lines, [0, 1, 4]);
    let list = play(&book, &Field::of(2), Act::List(all));
    assert_eq!(list.log(), [11, 21, 31]);
}

#[test]
fn r17_conditions_are_tested_again_when_it_resolves() {
    let book = arena("twice")
        .trigger("puts it out", |t| t.after(EventKind::Damage).then(|_| [Event::Toggle]))
        .trigger("if lit", |t| {
            t.after(EventKind::Damage)
                .when("it is damage", |on| on.fate == Some(Fate::Applied))
                .when("the lamp is lit", |on| on.state.lamp)
                .then(|_| [Event::Mark(1)])
        })
        .compile()
        .unwrap();
    let lit = Field { lamp: true, ..Field::of(2) };
    let played = play_one(&book, &lit, damage(1, 1));
    assert_eq!(played.log(), []);
    let fired = |name: &str, came_to| (name.to_owned(), None, came_to);
    let out = fired("puts it out", Firing::Resolved);
    assert_eq!(played.fired(), [out.clone(), fired("if lit", Firing::ConditionFalse(1))]);
    // Where it does not hold when it would fire, it is not put to wait at all.
    let played = play_one(&book, &Field::of(2), damage(1, 1));
    assert_eq!((played.fired(), played.log()), (vec![out], &[][..]));
}

#[test]
fn r21_what_a_trigger_proposes_is_guarded_anew() {
    let book = arena("anew")
        .guard("doubler", doubler)
        .trigger("strike back", |t| {
            t.after(EventKind::Damage)
                .when("to seat 1", |on| matches!(on.event, Event::Damage { to: 1, .. }))
                .then(|cx| [damage(0, cx.amount())])
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2).card(5, DOUBLER.0, 0), damage(1, 2));
    assert_eq!(played.state().life, [12, 16]);
}

#[test]
fn triggers_wait_until_the_rule_has_resolved() {
    let book = arena("waits")
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|_| [Event::Mark(1)]))
        .compile()
        .unwrap();
    let played = play(&book, &Field::of(2), Act::List(vec![damage(1, 1), Event::Mark(2)]));
    assert_eq!(played.log(), [2, 1]);
}

#[test]
fn only_triggers_of_the_same_subject_hear_it() {
    let book = arena("subject")
        .trigger("when it gets power", |t| {
            t.after(EventKind::Power)
                .carried_by(WATCHER)
                .about_its_subject()
                .then(|cx| [Event::Mark(cx.source.expect("a card").id.0)])
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, WATCHER.0, 0).card(6, WATCHER.0, 0);
    let field = field.card(7, WATCHER.0, 0).with(|card| card.host = Some(6));
    assert_eq!(play_one(&book, &field, power(5, 1)).log(), [5]);
    assert_eq!(play_one(&book, &field, power(6, 1)).log(), [6, 7]);
    assert_eq!(play_one(&book, &field, power(7, 1)).log(), []);
}

/// Two watchers of each of three seats with a high and a low trigger on
/// damage, and a trigger on the first mark of all.
fn crowd(order: TriggerOrder) -> Played {
    let mark = |tens: u32| {
        move |cx: &mut rulebook::Reaction<'_, Arena>| {
            [Event::Mark(tens * 10 + u32::from(cx.source.expect("a card").seat.unwrap().0))]
        }
    };
    let book = arena("crowd")
        .trigger_order(order)
        .trigger("low", move |t| {
            t.after(EventKind::Damage).carried_by(WATCHER).priority(Priority::LOW).then(mark(1))
        })
        .trigger("high", move |t| {
            t.after(EventKind::Damage).carried_by(WATCHER).priority(Priority::HIGH).then(mark(2))
        })
        .trigger("later", |t| {
            t.after(EventKind::Mark)
                .when("the first", |on| match (on.event, on.state.log.first()) {
                    (Event::Mark(mark), Some(first)) => mark == first,
                    _ => false,
                })
                .then(|_| [Event::Mark(99)])
        })
        .compile()
        .unwrap();
    let field = Field::of(3).card(5, WATCHER.0, 0).card(6, WATCHER.0, 1).card(7, WATCHER.0, 2);
    play_one(&book, &Field { active: 1, ..field }, damage(0, 1))
}

#[test]
fn r18_first_in_first_out() {
    // By priority, then the active player's, then the others' in turn order;
    // what fires later waits behind.
    assert_eq!(crowd(TriggerOrder::Queue).log(), [21, 22, 20, 11, 12, 10, 99]);
}

#[test]
fn r18_by_priority_alone() {
    // What fires later is of normal priority: before the low ones.
    assert_eq!(crowd(TriggerOrder::Priority).log(), [21, 22, 20, 99, 11, 12, 10]);
}

#[test]
fn r18_onto_a_stack_the_active_players_first() {
    let log = crowd(TriggerOrder::Stack).log().to_vec();
    let seats: Vec<_> = log.iter().filter(|&&mark| mark != 99).map(|mark| mark % 10).collect();
    assert_eq!(seats, [0, 0, 2, 2, 1, 1], "the active player's are resolved last");
    assert_eq!(log[1], 99, "what fires later lies on top");
}

#[test]
fn r18_the_order_does_not_depend_on_declaration_between_players_and_ages() {
    for kinds in [[WATCHER, SHIELD], [SHIELD, WATCHER]] {
        let book = kinds.into_iter().fold(arena("order"), |book, kind| {
            book.trigger(format!("of {}", kind.0), move |t| {
                t.after(EventKind::Damage)
                    .carried_by(kind)
                    .then(|cx| [Event::Mark(cx.source.expect("a card").id.0)])
            })
        });
        let book = book.trigger_order(TriggerOrder::Queue).compile().unwrap();
        let field = Field::of(2).card(8, SHIELD.0, 0).card(5, WATCHER.0, 1).card(7, WATCHER.0, 0);
        let field = field.card(6, SHIELD.0, 0);
        assert_eq!(play_one(&book, &field, damage(1, 1)).log(), [6, 7, 8, 5]);
    }
}
