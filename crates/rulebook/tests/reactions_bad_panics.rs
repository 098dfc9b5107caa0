//! A panic in any of the author's functions is a fault that names it; state,
//! digest and sources are as before, and the session goes on.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{FaultKind, Guard, GuardBuilder, Notice, Observer, Recovery, StartError};

/// A shield, each function of which has a fuse.
fn fused_shield(guard: GuardBuilder<Arena>) -> Guard<Arena> {
    guard
        .before(EventKind::Damage)
        .carried_by(SHIELD)
        .when("condition", |_| {
            at("guard condition");
            true
        })
        .charges(
            |field, source| {
                at("left");
                left(field, source)
            },
            |source, n| {
                at("spend");
                spend(source, n)
            },
        )
        .rider(|_| {
            at("rider");
            [Event::Mark(1)]
        })
        .prevent(|cx| {
            at("judge");
            cx.amount
        })
}

/// Everything that reactions can have, each function with a fuse.
fn fused() -> Book<Arena> {
    arena("fused")
        .affected_chooses()
        .guard("shield", fused_shield)
        .guard("as it is", |g| g.before(EventKind::Damage).modify(|cx| cx.event.clone()))
        .trigger("hurt", |t| {
            t.after(EventKind::Damage)
                .when("condition", |_| {
                    at("trigger condition");
                    true
                })
                .then(|_| {
                    at("trigger");
                    [Event::Mark(2)]
                })
        })
        .standing("standing", |s| {
            s.woken_by(EventKind::Damage).propose(|_: &Field| {
                at("standing");
                None
            })
        })
        .rule("buy", |rule| {
            rule.on(ActKind::Buy)
                .cost(Why::TooPoor, |_, ()| {
                    at("cost");
                    [Event::Mark(3)]
                })
                .then(|_, ()| [damage(1, 5)])
        })
        .compile()
        .unwrap()
}

fn field() -> Field {
    Field::of(2).card(5, SHIELD.0, 1).charged(3)
}

/// What a submit comes to while one function panics.
fn blown(spot: &'static str, act: &Act) -> FaultKind {
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(&fused(), &field(), recovery);
        let before = Untouched::of(&mut game);
        let fault = match armed(spot, || game.submit(Seat(0), act.clone())) {
            Err(fault) => fault.kind().clone(),
            Ok(outcome) => panic!("{spot} was not reached: {outcome}"),
        };
        assert!(game.poisoned().is_none(), "{spot}: {fault}");
        assert_eq!(before, Untouched::of(&mut game), "{spot}");
        // The same in a preview, an explanation and on a line.
        let seen = armed(spot, || game.preview(Seat(0), act)).expect_err("a fault, too");
        assert_eq!(*seen.kind(), fault, "{spot}");
        armed(spot, || drop(game.explain(Seat(0), act)));
        let mut line = game.search(Seed(1));
        let pushed = armed(spot, || line.push(Seat(0), act.clone())).expect_err("a fault, too");
        assert_eq!((pushed.kind(), line.state()), (&fault, &field()), "{spot}");
        assert_eq!(before, Untouched::of(&mut game), "{spot}");
        // Both go on, and all is at work.
        let after = game.submit(Seat(0), act.clone()).expect("the session is usable");
        assert!(after.is_committed(), "{spot}: {after}");
        assert!(line.push(Seat(0), act.clone()).expect("the line is usable").is_committed());
        assert_eq!((game.state().life[1], line.state()), (18, game.state()), "{spot}");
        check_sources(&game);
        fault
    });
    assert_eq!(one, two, "{spot}");
    one
}

fn place_of(spot: &'static str) -> String {
    let act = match spot {
        "cost" => Act::Buy(0),
        "zero_is_nothing" => Act::List(vec![damage(1, 5), damage(1, 0)]),
        _ => Act::One(damage(1, 5)),
    };
    match blown(spot, &act) {
        FaultKind::Panic { place, message } => {
            assert_eq!(message, "boom", "{spot}");
            place
        }
        other => panic!("{spot}: {other}"),
    }
}

#[test]
fn a_panic_in_a_function_of_the_book_names_it() {
    for (spot, place) in [
        ("guard condition", "the condition \"condition\" of the guard \"shield\""),
        ("left", "the charges of the guard \"shield\""),
        ("spend", "the charges of the guard \"shield\""),
        ("judge", "the guard \"shield\""),
        ("rider", "the rider of the guard \"shield\""),
        ("trigger condition", "the condition \"condition\" of the trigger \"hurt\""),
        ("trigger", "the trigger \"hurt\""),
        ("standing", "the standing rule \"standing\""),
        ("cost", "the cost of the rule \"buy\""),
    ] {
        assert_eq!(place_of(spot), place);
    }
}

#[test]
fn a_panic_in_a_function_of_reactive_names_it() {
    for spot in [
        "amount",
        "with_amount",
        "zero_is_nothing",
        "about",
        "affected",
        "possible",
        "preventable",
        "active_seat",
        "touches",
        "source",
        "remember",
    ] {
        assert_eq!(place_of(spot), format!("`Reactive::{spot}`"));
    }
}

#[test]
fn a_panic_in_the_sources_of_the_start() {
    let error = armed("sources", || fused().start(field(), Seed(1))).unwrap_err();
    let StartError::Fault(fault) = &error else { panic!("{error}") };
    assert!(fault.to_string().contains("`Reactive::sources`"), "{fault}");
    fused().start(field(), Seed(1)).unwrap();
}

#[test]
fn a_panic_while_sources_are_looked_up_for_undo_and_redo() {
    for spot in ["touches", "source"] {
        for recovery in BOTH {
            let mut game = start(&fused(), &field(), recovery);
            game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
            let after = Untouched::of(&mut game);
            if let Err(fault) = armed(spot, || game.undo()) {
                assert!(fault.to_string().contains(spot), "{fault}");
            }
            assert!(game.poisoned().is_none());
            check_sources(&game);
            if game.number() == 0 {
                armed(spot, || drop(game.redo()));
                check_sources(&game);
            }
            game.rewind(1).unwrap();
            assert_eq!(after, Untouched::of(&mut game), "{spot}");
        }
    }
}

#[test]
fn a_panic_in_apply_while_a_group_is_settled() {
    // There is no seat 9 whose life could change. By copies it is taken back;
    // by revert nobody knows what half of it was done.
    let acts = || {
        let all = vec![Event::Die { card: 5 }, heal(1), damage(9, 4)];
        let groups = [Group::atomic, Group::batch, Group::sequence];
        groups
            .map(|group| Act::Whole(group(all.clone())))
            .into_iter()
            .chain([Act::List(all.clone())])
    };
    for act in acts() {
        let mut game = start(&fused(), &field(), Recovery::Snapshot);
        let before = Untouched::of(&mut game);
        let fault = game.submit(Seat(0), act.clone()).unwrap_err();
        let FaultKind::Panic { place, .. } = fault.kind() else { panic!("{fault}") };
        assert_eq!(place, "`apply` of the event Damage");
        assert_eq!(before, Untouched::of(&mut game));
        check_usable(&mut game);
        let mut game = start(&fused(), &field(), Recovery::Revert);
        let fault = game.submit(Seat(0), act).unwrap_err();
        assert!(fault.to_string().contains("`apply`"), "{fault}");
        assert!(game.poisoned().is_some());
    }
}

/// An observer that cannot stand one notice.
struct Squeamish(&'static str);

impl Observer<Arena> for Squeamish {
    fn notice(&mut self, notice: &Notice<'_, Arena>) {
        assert!(notice.name() != self.0, "boom");
    }
}

#[test]
fn a_panic_in_an_observer_of_reactions_is_taken_back() {
    let book = arena("observed")
        .guard("shield", shield)
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|_| [Event::Mark(2)]))
        .standing("three", |s| {
            s.propose(|field: &Field| (field.log.len() == 1).then_some(Event::Mark(3)))
        })
        .compile()
        .unwrap();
    for name in ["settled", "prevented", "triggered", "rest", "happened", "committed"] {
        for recovery in BOTH {
            let mut game = start(&book, &field(), recovery);
            let before = Untouched::of(&mut game);
            game.observe(Squeamish(name));
            let fault = game.submit(Seat(0), Act::One(damage(1, 5))).unwrap_err();
            let FaultKind::Panic { place, .. } = fault.kind() else { panic!("{name}: {fault}") };
            assert_eq!(place, "the observer", "{name}");
            assert_eq!(before, Untouched::of(&mut game), "{name}");
            game.unobserve();
            game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
            check_sources(&game);
        }
    }
}
