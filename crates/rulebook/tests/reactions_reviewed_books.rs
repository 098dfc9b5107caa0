//! What a book with reactions may say, and what the engine makes of it: mistakes
//! that it finds, orders that it tries, charges that it counts, work that ends.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, FaultKind, Guard, GuardBuilder, Instead, SessionOptions, Stance, TriggerBuilder,
    Verify,
};

/// The only mistake of a book, and its message.
fn only(book: BookBuilder<Arena>) -> (Mistake, String) {
    let mistakes = book.compile().expect_err("the book must not compile");
    assert_eq!(mistakes.len(), 1, "{mistakes}");
    let mistake = mistakes.iter().next().unwrap().clone();
    (mistake.clone(), mistake.to_string())
}

#[test]
fn a_trigger_hears_events_or_announcements() {
    let heard: [fn(TriggerBuilder<Arena>) -> TriggerBuilder<Arena>; 3] = [
        |t| t.after(EventKind::Heal).after_prevention_of(EventKind::Damage),
        |t| t.after_prevention_of(EventKind::Damage).after(EventKind::Heal),
        |t| t.after_prevention_of(EventKind::Damage).fates([rulebook::Fate::Prevented]),
    ];
    for heard in heard {
        let (mistake, message) = only(arena("bad").trigger("t", move |t| heard(t).then(|_| ())));
        assert_eq!(mistake, Mistake::HearsBoth { trigger: "t".into() });
        assert!(message.contains("write two triggers"), "{message}");
    }
    let twice = arena("fine").trigger("t", |t| {
        let both = t.after_prevention_of(EventKind::Damage).after_prevention_of(EventKind::Heal);
        both.then(|_| ())
    });
    assert!(twice.compile().is_ok());
}

#[test]
fn a_guard_counts_once() {
    let counted: [fn(GuardBuilder<Arena>) -> GuardBuilder<Arena>; 3] = [
        |g| g.charges(left, spend).uses(left, spend),
        |g| g.uses(left, spend).charges(left, spend),
        |g| g.charges(left, spend).charges(left, spend),
    ];
    for counted in counted {
        let guard = move |g: GuardBuilder<Arena>| {
            counted(g.before(EventKind::Damage).carried_by(SHIELD)).prevent_all()
        };
        let (mistake, message) = only(arena("bad").guard("g", guard));
        assert_eq!(mistake, Mistake::CountedTwice { guard: "g".into() });
        assert!(message.contains(".charges(…) or .uses(…) once"), "{message}");
    }
}

#[test]
fn anything_may_take_the_place_of_an_event() {
    let instead: [(fn(GuardBuilder<Arena>) -> Guard<Arena>, &[Event]); 7] = [
        (|g| g.replace(|_| [draw(1), draw(2)]), &[draw(1), draw(2)]),
        (|g| g.replace(|_| vec![draw(1)]), &[draw(1)]),
        (|g| g.replace(|_| Some(draw(3))), &[draw(3)]),
        (|g| g.replace(|_| None), &[]),
        (|g| g.replace(|_| Group::atomic([draw(1), heal(1)])), &[draw(1), heal(1)]),
        (|g| g.replace(|_| Instead::nothing()), &[]),
        (|g| g.replace(|_| Ok::<_, rulebook::Asked>([draw(4)])), &[draw(4)]),
    ];
    for (guard, events) in instead {
        let book = arena("instead").guard("g", move |g| guard(g.before(EventKind::Toggle)));
        let played = play_one(&book.compile().unwrap(), &Field::of(2), Event::Toggle);
        assert_eq!(played.events(), events);
    }
    // And it may ask first.
    let book = arena("asks").guard("may", |g| {
        g.before(EventKind::Toggle).replace(|cx| {
            let draws = cx.confirm(Seat(0), "Draw instead?")?;
            Ok(if draws { Some(draw(1)) } else { None })
        })
    });
    let book = book.compile().unwrap();
    let events = [0, 1]
        .map(|answer| play_with(&book, &Field::of(2), Act::One(Event::Toggle), &[answer]).events());
    assert!(events.contains(&vec![]) && events.contains(&vec![draw(1)]), "{events:?}");
}

/// Each card changes damage by what it is itself: with power 0 it doubles,
/// otherwise it adds its power.
fn cursed() -> Book<Arena> {
    let book = arena("cursed").affected_chooses().guard("curse", |g| {
        g.before(EventKind::Damage).carried_by(DOUBLER).modify(|cx| {
            let card = cx.source.and_then(|source| cx.state.find(source.id.0));
            let power = card.map_or(0, |card| card.power);
            scaled(cx.event, |n| if power == 0 { 2 * n } else { n + power })
        })
    });
    book.compile().unwrap()
}

fn curses(powers: &[u32]) -> Field {
    let numbered = (5..).zip(powers);
    numbered.fold(Field::of(2), |field, (id, &power)| {
        field.card(id, DOUBLER.0, 0).with(|card| card.power = power)
    })
}

#[test]
fn copies_that_do_not_do_the_same_are_ordered_by_the_player() {
    let hit = || Act::One(damage(1, 3));
    let lost = |powers: &[u32], answers: &[u32]| {
        20 - play_with(&cursed(), &curses(powers), hit(), answers).state().life[1]
    };
    assert_eq!((lost(&[0, 1], &[0]), lost(&[0, 1], &[1])), (7, 8));
    // And nobody is asked where they do the same.
    assert_eq!((lost(&[0, 0], &[]), lost(&[2, 1, 3], &[]), lost(&[0; 5], &[])), (12, 9, 96));
}

/// How many guards the first question is about.
fn asked_about(powers: &[u32]) -> usize {
    let mut game = start(&cursed(), &curses(powers), BOTH[0]);
    match game.submit(Seat(0), Act::One(damage(1, 3))).unwrap() {
        Outcome::Pending(choice) => choice.options.len(),
        _ => 0,
    }
}

#[test]
fn of_many_copies_one_that_is_another_is_asked_about() {
    assert_eq!((asked_about(&[0, 0, 0, 1]), asked_about(&[0, 1, 1, 1, 1])), (4, 5));
    assert_eq!((asked_about(&[0, 0, 0, 0]), asked_about(&[1, 2, 3, 4, 5])), (0, 0));
}

#[test]
fn many_copies_are_not_taken_for_the_same_by_symmetry() {
    // Forwards and backwards they come to the same, and otherwise they do not.
    assert_eq!((asked_about(&[0, 1, 1, 0]), asked_about(&[1, 0, 0, 0, 1])), (4, 5));
}

#[test]
fn once_per_commit_all_announcements_are_one() {
    let book = arena("sums")
        .guard("two", |g| g.before(EventKind::Damage).priority(Priority::HIGH).prevent(|_| 2))
        .guard("one", |g| {
            g.before(EventKind::Damage)
                .when("to seat 1", |on| matches!(on.event, Event::Damage { to: 1, .. }))
                .prevent(|_| 1)
        })
        .trigger("relief", |t| {
            t.after_prevention_of(EventKind::Damage)
                .once_per_commit()
                .then(|cx| [cx.events.len() as u32, cx.prevented, cx.would].map(Event::Mark))
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 5));
    assert_eq!((played.log(), &played.account().fired[0].lines[..]), (&[1, 3, 5][..], &[0][..]));
    let both = Group::batch([damage(0, 4), damage(1, 5)]);
    // What "two" left of the second, "one" prevented in part: it counts once.
    assert_eq!(play_group(&book, &Field::of(2), both).log(), [2, 5, 9]);
}

#[test]
fn a_variant_removes_what_has_a_name() {
    let base = arena("base")
        .check("a check", Gate::Shape, |check| check.liftable().require(|_| false, Why::TooPoor))
        .exception("an exception", |exception| exception.lifts("a check").always())
        .invariant("an invariant", |invariant| invariant.holds(|field| field.life[1] > 10))
        .guard("a guard", |g| g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| n + 1)))
        .trigger("a trigger", |t| t.after(EventKind::Damage).then(|_| [draw(1)]))
        .standing("a standing rule", |s| {
            s.propose(|field: &Field| (field.mana[0] == 0 && !field.lamp).then_some(Event::Toggle))
        })
        .compile()
        .unwrap();
    let played = play_one(&base, &Field::of(2), damage(1, 3));
    let field = played.state();
    assert_eq!((field.life[1], field.hand[0], field.lamp), (16, 1, true));
    let names = ["an exception", "a check", "an invariant", "a guard", "a trigger"];
    let bare = names.iter().fold(base.variant("bare"), |book, name| book.remove(name));
    let bare = bare.remove("a standing rule").compile().unwrap();
    assert_eq!((bare.guards().count(), bare.triggers().count()), (0, 0));
    assert_eq!(play_one(&bare, &Field::of(2), damage(1, 15)).events(), [damage(1, 15)]);
    // Without the exception, the check stands.
    let strict = base.variant("strict").remove("an exception").compile().unwrap();
    let mut game = start(&strict, &Field::of(2), BOTH[0]);
    assert!(!game.submit(Seat(0), Act::One(damage(1, 3))).unwrap().is_committed());
    // What was removed can be written anew, and what is not there cannot go.
    let other = base.variant("other").remove("a guard").guard("a guard", doubler).compile();
    assert!(other.is_ok());
    let (mistake, _) = only(base.variant("bad").remove("nobody"));
    assert_eq!(mistake, Mistake::NothingToRemove { name: "nobody".into() });
}

#[test]
fn a_group_in_a_book_without_reactions_is_a_fault() {
    let plain = arena("plain").compile().unwrap();
    let group = Group::atomic([heal(1), Event::Pay { who: 0, n: 99 }]);
    let found = fault(&plain, &Field::of(2), Act::Whole(group.clone()));
    assert!(matches!(found, FaultKind::NoReactions { .. }), "{found}");
    let text = found.to_string();
    assert!(text.contains("\"as said\"") && text.contains(".reacts()"), "{text}");
    let reacting = arena("reacting").reacts().compile().unwrap();
    assert_eq!(play_group(&reacting, &Field::of(2), group).events(), []);
}

/// What a session says that verifies after every event.
fn verified(book: &Book<Arena>, field: &Field, act: Act) -> Result<(), FaultKind> {
    let options = SessionOptions { verify: Verify::EveryEvent, ..SessionOptions::default() };
    let mut game = book.start_with(field.clone(), Seed(1), options).expect("a fine start");
    game.submit(Seat(0), act).map(drop).map_err(|fault| fault.kind().clone())
}

#[test]
fn charges_that_do_not_go_down_are_noticed() {
    let book = |spend: fn(u32) -> Event| {
        let guard = move |g: GuardBuilder<Arena>| {
            let counted = g
                .before(EventKind::Damage)
                .charges(|field: &Field, _| field.mana[0], move |_, n| spend(n));
            counted.prevent(|_| 2)
        };
        arena("charges").guard("shield", guard).compile().unwrap()
    };
    let field = Field { mana: vec![3, 0], ..Field::of(2) };
    let hit = || Act::One(damage(1, 5));
    let found = verified(&book(Event::Mark), &field, hit()).unwrap_err();
    let guard = "shield".to_owned();
    assert_eq!(found, FaultKind::Charges { guard, before: 3, spent: 2, after: 3 });
    assert!(found.to_string().contains("must take off what was spent"), "{found}");
    assert_eq!(verified(&book(|n| Event::Pay { who: 0, n }), &field, hit()), Ok(()));
}

#[test]
fn two_thousand_guards_are_applied_to_one_event() {
    let book = arena("armoury")
        .guard("armour", |g| g.before(EventKind::Damage).carried_by(SHIELD).prevent(|_| 1));
    let book = book.compile().unwrap();
    let field = (0..2_000).fold(Field::of(2), |field, id| field.card(id, SHIELD.0, 0));
    let mut game = start(&book, &field, BOTH[0]);
    let id = game.submit(Seat(0), Act::One(damage(1, 2_005))).unwrap().committed().unwrap();
    assert_eq!(game.state().life[1], 20 - 5);
    let lines = &game.frame(id).unwrap().account().unwrap().lines;
    let one = |stance| matches!(stance, Stance::Prevented { amount: 1, .. });
    assert!(lines[0].considered.iter().all(|said| one(said.stance)));
    assert_eq!(lines[0].considered.len(), 2_000);
}

#[test]
fn replacements_that_bring_their_like_end_at_a_limit() {
    let more = |instead: fn(u32) -> Instead<Event>| {
        let book = arena("more").guard("more", move |g| {
            g.before(EventKind::Heal)
                .carried_by(WATCHER)
                .replace(move |cx| instead(cx.state.cards.len() as u32))
        });
        book.compile().unwrap()
    };
    fn another(card: u32) -> [Event; 3] {
        [Event::Create { card, kind: WATCHER.0, owner: 0 }, enter(card), heal(1)]
    }
    let flat: fn(u32) -> Instead<Event> = |card| another(card).into();
    let nested: fn(u32) -> Instead<Event> = |card| Group::atomic(another(card)).into();
    for instead in [flat, nested] {
        let field = Field::of(2).card(0, WATCHER.0, 0);
        let found = fault(&more(instead), &field, Act::Whole(Group::atomic([heal(1)])));
        assert!(matches!(found, FaultKind::Limit { limit: "depth", bound: 256, .. }), "{found}");
        let chain = chain(&found);
        assert_eq!(chain[0], "the rule \"as said\"");
        assert!(chain[1].contains("the guard \"more\""), "{found}");
    }
}
