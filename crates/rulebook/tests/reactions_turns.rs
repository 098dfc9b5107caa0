//! Reactions and the turn: a step is left and entered when the event that
//! moves it has happened, and not before.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Impossible, Prevented, RolledBack};
use rulebook::prelude::*;
use rulebook::{Because, BookBuilder, FaultKind, KindSet};

/// Two steps, one for each seat; leaving marks 10 and 11, entering 20 and 21.
fn turning() -> BookBuilder<Arena> {
    arena("turning").turn(
        |field: &Field| field.active,
        Why::TooPoor,
        |turn| {
            turn.step(0, |step| {
                step.leads_to(1).leaving(|_| [Event::Mark(10)]).entering(|_| [Event::Mark(20)])
            })
            .step(1, |step| {
                step.leads_to(0).leaving(|_| [Event::Mark(11)]).entering(|_| [Event::Mark(21)])
            })
            .always(KindSet::all())
        },
    )
}

#[test]
fn steps_are_left_and_entered_after_riders_and_before_triggers() {
    let book = turning()
        .guard("rides along", |g| {
            g.before(EventKind::Turn).rider(|_| [Event::Mark(1)]).modify(|cx| cx.event.clone())
        })
        .trigger("turned", |t| t.after(EventKind::Turn).then(|_| [Event::Mark(2)]))
        .standing("settled", |s| {
            s.woken_by(EventKind::Turn)
                .propose(|field: &Field| (!field.log.contains(&3)).then_some(Event::Mark(3)))
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), Event::Turn);
    assert_eq!(played.log(), [1, 10, 21, 3, 2]);
    let because = |mark| played.account().lines[played.line_of(&Event::Mark(mark))].because;
    assert!(matches!(because(10), Because::Leaving { step: 0, .. }));
    assert!(matches!(because(21), Because::Entering { step: 1, .. }));
    let list = Act::List(vec![Event::Turn, Event::Mark(5), Event::Turn]);
    let played = play(&book, &Field::of(2), list);
    assert_eq!(played.log()[..7], [1, 10, 21, 5, 1, 11, 20]);
}

#[test]
fn a_turn_that_does_not_happen_moves_nothing() {
    let book = turning().guard("frozen", |g| {
        g.before(EventKind::Turn).when("no lamp", |on| !on.state.lamp).prevent_all()
    });
    let book = book.compile().unwrap();
    let played = play_one(&book, &Field::of(2), Event::Turn);
    assert_eq!((played.fates(), played.state()), (vec![Prevented], &Field::of(2)));
    // Nor does one that is rolled back.
    let lit = Field { lamp: true, ..Field::of(2) };
    let group = Group::atomic([Event::Turn, Event::Discard { who: 0 }]);
    let played = play_group(&book, &lit, group);
    assert_eq!((played.fates(), played.state()), (vec![RolledBack, Impossible], &lit));
}

#[test]
fn a_turn_within_a_group_moves_after_the_group() {
    let book = turning().reacts().compile().unwrap();
    for kind in [Group::atomic, Group::batch] {
        let played = play_group(&book, &Field::of(2), kind(vec![Event::Turn, Event::Mark(5)]));
        assert_eq!(played.log(), [5, 10, 21]);
    }
    let steps = Group::sequence([Event::Turn, Event::Mark(5)]);
    assert_eq!(play_group(&book, &Field::of(2), steps).log(), [10, 21, 5]);
}

#[test]
fn what_entering_proposes_is_guarded_and_observed() {
    let book = turning()
        .guard("quietly", |g| {
            g.before(EventKind::Mark)
                .when("entering", |on| matches!(on.event, Event::Mark(20 | 21)))
                .prevent_all()
        })
        .trigger("left", |t| {
            t.after(EventKind::Mark)
                .when("leaving", |on| matches!(on.event, Event::Mark(10 | 11)))
                .then(|_| [Event::Mark(7)])
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), Event::Turn);
    assert_eq!(played.log(), [10, 7]);
    assert_eq!(played.announced()[0].1, [Event::Mark(21)]);
}

#[test]
fn a_turn_that_a_trigger_moves_is_a_turn() {
    let book = turning()
        .trigger("ends the turn", |t| t.after(EventKind::Damage).then(|_| [Event::Turn]))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 1));
    assert_eq!((played.log(), played.state().active), (&[10, 21][..], 1));
    assert_eq!(played.fates(), [Applied; 4]);
}

#[test]
fn a_turn_that_triggers_itself_is_a_loop() {
    let book = arena("round and round")
        .turn(
            |field: &Field| field.active,
            Why::TooPoor,
            |turn| {
                turn.step(0, |step| step.leads_to(1))
                    .step(1, |step| step.leads_to(0))
                    .always(KindSet::all())
            },
        )
        .trigger("on and on", |t| {
            t.after(EventKind::Toggle).then(|_| [Event::Turn, Event::Turn, Event::Toggle])
        })
        .compile()
        .unwrap();
    let found = fault(&book, &Field::of(2), Act::One(Event::Toggle));
    assert!(matches!(found, FaultKind::Loop { .. }), "{found}");
    assert!(chain(&found).iter().any(|cause| cause.contains("on and on")), "{found}");
}

#[test]
fn a_turn_that_goes_astray_in_a_reaction_is_a_fault() {
    let book = arena("astray")
        .turn(
            |field: &Field| field.active,
            Why::TooPoor,
            |turn| {
                turn.step(0, |step| step.leads_to(1))
                    .step(1, |step| step.leads_to(2))
                    .step(2, |step| step.leads_to(1))
                    .always(KindSet::all())
            },
        )
        .trigger("one too far", |t| {
            t.after(EventKind::Damage).then(|_| [Event::Turn, Event::Turn, Event::Turn])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, &Field::of(3), BOTH[0]);
    let before = Untouched::of(&mut game);
    let fault = game.submit(Seat(0), Act::One(damage(1, 1))).unwrap_err();
    let FaultKind::StepNotReached { cause, .. } = fault.kind() else { panic!("{fault}") };
    assert!(cause.contains("one too far"), "{fault}");
    assert_eq!(before, Untouched::of(&mut game));
}
