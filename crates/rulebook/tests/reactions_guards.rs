//! Guards (R6–R11): in which order they are asked, what they may say, and what
//! becomes of the event.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Impossible, Prevented, Replaced, Skipped, Vanished};
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Capability, GuardBuilder, Instead, KindSet, SourceKind, Stance, Tier, Verdict,
};

/// A guard that is asked and lets pass, with these capabilities.
fn passing(
    book: BookBuilder<Arena>,
    name: &'static str,
    may: Capability,
    write: impl FnOnce(GuardBuilder<Arena>) -> GuardBuilder<Arena>,
) -> BookBuilder<Arena> {
    book.guard(name, move |g| write(g.before(EventKind::Heal)).judge([may], |_| Verdict::Pass))
}

/// The guards that were considered for the first line, by name and card.
fn asked(played: &Played) -> Vec<(String, Option<u32>)> {
    played.stances(0).into_iter().map(|(name, card, _)| (name, card)).collect()
}

#[test]
fn r6_forbidding_then_tier_then_priority() {
    let (modify, forbid) = (Capability::Modify, Capability::Forbid);
    let book = passing(arena("order"), "low", modify, |g| g.priority(Priority::LOW));
    let book = passing(book, "high", modify, |g| g.priority(Priority::HIGH));
    let book = passing(book, "normal", modify, |g| g);
    let book = passing(book, "own", modify, |g| g.tier(Tier::Own).priority(Priority::LOWEST));
    let book = passing(book, "forbids", forbid, |g| g.priority(Priority::LOWEST));
    let played = play_one(&book.compile().unwrap(), &Field::of(2), heal(1));
    let names: Vec<_> = asked(&played).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["forbids", "own", "high", "normal", "low"]);
}

#[test]
fn r6_then_the_active_players_in_turn_order_then_since_then_declaration() {
    let modify = Capability::Modify;
    let book = passing(arena("order"), "books", modify, |g| g);
    let book = passing(book, "second", modify, |g| g.carried_by(SourceKind(8)));
    let book = passing(book, "first", modify, |g| g.carried_by(SourceKind(9)));
    // Both kinds of guards on one card, through two kinds of source.
    let book = passing(book, "third", modify, |g| g.carried_by(SourceKind(8)));
    let book = book.compile().unwrap();
    let since = |field: Field, since| field.with(|card| card.since = since);
    let field = since(Field::of(3).card(10, 9, 0), 5);
    let field = since(since(field, 5).card(11, 8, 1), 2);
    let field = since(field.card(12, 9, 1), 1);
    let field = since(field.card(13, 8, 2), 9);
    let field = Field { active: 1, ..field };
    let named = |name: &str, card| (name.to_owned(), card);
    assert_eq!(
        asked(&play_one(&book, &field, heal(1))),
        [
            named("first", Some(12)),
            named("second", Some(11)),
            named("third", Some(11)),
            named("second", Some(13)),
            named("third", Some(13)),
            named("first", Some(10)),
            named("books", None),
        ]
    );
}

#[test]
fn r6_the_order_of_cards_in_the_state_does_not_matter() {
    let modify = Capability::Modify;
    let book = passing(arena("order"), "g", modify, |g| g.carried_by(SourceKind(9)));
    let book = book.compile().unwrap();
    let at_once = |field: Field, id| field.card(id, 9, 0).with(|card| card.since = 1);
    let one = [7, 6, 5].into_iter().fold(Field::of(2), at_once);
    let two = [5, 7, 6].into_iter().fold(Field::of(2), at_once);
    assert_eq!(asked(&play_one(&book, &one, heal(1))), asked(&play_one(&book, &two, heal(1))));
}

#[test]
fn r7_a_modified_event_is_open_to_other_guards() {
    let book = arena("again")
        .guard("only the large", |g| {
            g.before(EventKind::Damage)
                .priority(Priority::HIGH)
                .when("more than five", |on| on.amount > 5)
                .prevent(|_| 4)
        })
        .guard("waits for the large", |g| {
            g.before(EventKind::Damage).priority(Priority::HIGH).judge([Capability::Modify], |cx| {
                match cx.amount {
                    0..=5 => Verdict::Pass,
                    n => Verdict::Modify(damage(1, n + 10)),
                }
            })
        })
        .guard("doubler", |g| g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| 2 * n)))
        .compile()
        .unwrap();
    // 3 → 6 by the low one; then the high ones are asked again: 6 - 4 = 2,
    // which the other one lets pass; from 5 on: 10 - 4 = 6, + 10.
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 3)).state().life[1], 18);
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 5)).state().life[1], 4);
}

#[test]
fn r7_an_event_of_another_kind_is_open_to_the_guards_of_that_kind() {
    let book = arena("kinds")
        .guard("draw", |g| g.before(EventKind::Heal).modify(|cx| draw(cx.amount)))
        .guard("draw more", |g| g.before(EventKind::Draw).modify(|cx| draw(cx.amount + 1)))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), heal(3));
    assert_eq!((played.events(), played.fates()), (vec![draw(4)], vec![Applied]));
    assert_eq!(played.account().lines[0].proposed, heal(3));
}

/// Splits damage in two, at this priority; a doubler is normal.
fn splitting(priority: Priority) -> Book<Arena> {
    let half = |n: u32| damage(1, n / 2);
    arena("split")
        .guard("split", move |g| {
            g.before(EventKind::Damage)
                .priority(priority)
                .replace(move |cx| [half(cx.amount), half(cx.amount)])
        })
        .guard("doubler", |g| g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| 2 * n)))
        .compile()
        .unwrap()
}

#[test]
fn r7_the_record_travels_to_the_pieces() {
    // Doubled, then split: the pieces are not doubled again.
    let played = play_one(&splitting(Priority::LOW), &Field::of(2), damage(1, 4));
    assert_eq!(played.events(), [damage(1, 4), damage(1, 4)]);
    // Split, then each piece doubled, and not split again.
    let played = play_one(&splitting(Priority::HIGH), &Field::of(2), damage(1, 4));
    assert_eq!(played.events(), [damage(1, 4), damage(1, 4)]);
    assert_eq!(played.fates(), [Replaced, Applied, Applied]);
    // Also in a group, and for each member of it by itself.
    let batch = Group::batch([damage(1, 4), damage(1, 2)]);
    let played = play_group(&splitting(Priority::LOW), &Field::of(2), batch);
    assert_eq!(played.state().life[1], 8);
}

#[test]
fn r7_the_record_travels_through_replacements_of_replacements() {
    let turn = |from: EventKind, to: Event| {
        move |g: GuardBuilder<Arena>| g.before(from).replace(move |_| [to.clone()])
    };
    let book = arena("round")
        .guard("one", turn(EventKind::Heal, draw(1)))
        .guard("two", turn(EventKind::Draw, damage(1, 1)))
        .guard("three", turn(EventKind::Damage, heal(1)))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), heal(1));
    assert_eq!(played.events(), [heal(1)], "once around");
    assert_eq!(played.fates(), [Replaced, Replaced, Replaced, Applied]);
    assert_eq!(played.account().causes(3), [3, 2, 1, 0]);
}

#[test]
fn r7_two_redirections_do_not_ping_pong() {
    let away = |from: u8| {
        move |g: GuardBuilder<Arena>| {
            g.before(EventKind::Damage)
                .when(
                    "to me",
                    move |on| matches!(on.event, Event::Damage { to, .. } if *to == from),
                )
                .redirect(move |cx| damage(1 - from, cx.amount))
        }
    };
    let book = arena("ping-pong").guard("a", away(0)).guard("b", away(1)).compile().unwrap();
    for to in [0, 1] {
        let played = play_one(&book, &Field::of(2), damage(to, 3));
        assert_eq!(played.events(), [damage(to, 3)], "there and back");
        let said = played.stances(0).into_iter().filter(|(_, _, said)| *said == Stance::Redirected);
        assert_eq!(said.count(), 2);
    }
}

#[test]
fn r7_pass_is_for_now_and_decline_for_good() {
    let book = |say: fn() -> Verdict<Event>| {
        arena("answers")
            .guard("first", move |g| {
                g.before(EventKind::Damage).priority(Priority::HIGH).judge(
                    [Capability::Prevent],
                    move |cx| {
                        if cx.amount < 5 { say() } else { Verdict::PreventAll }
                    },
                )
            })
            .guard("doubler", |g| {
                g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| 2 * n))
            })
            .compile()
            .unwrap()
    };
    let passing = book(|| Verdict::Pass);
    assert_eq!(play_one(&passing, &Field::of(2), damage(1, 3)).fates(), [Prevented]);
    let nothing = book(|| Verdict::Prevent(0));
    assert_eq!(play_one(&nothing, &Field::of(2), damage(1, 3)).fates(), [Prevented]);
    let declining = play_one(&book(|| Verdict::Decline), &Field::of(2), damage(1, 3));
    assert_eq!(declining.events(), [damage(1, 6)]);
    assert!(declining.stances(0).contains(&("first".into(), None, Stance::Declined)));
}

#[test]
fn r8_full_prevention_ends_the_consultation() {
    let later = Calls::default();
    let counted = later.clone();
    let book = arena("ends")
        .guard("all", |g| g.before(EventKind::Damage).priority(Priority::HIGH).prevent_all())
        .guard("later", move |g| {
            g.before(EventKind::Damage).modify(move |cx| {
                counted.hit();
                cx.event.clone()
            })
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 3));
    assert_eq!(later.take(), 0);
    assert_eq!(played.stances(0)[1], ("later".into(), None, Stance::NotReached));
}

#[test]
fn r8_what_cannot_be_counted_is_prevented_whole() {
    for n in [1, 7] {
        let book =
            arena("whole").guard("no", move |g| g.before(EventKind::Toggle).prevent(move |_| n));
        let played = play_one(&book.compile().unwrap(), &Field::of(2), Event::Toggle);
        assert_eq!((played.fates(), played.state().lamp), (vec![Prevented], false));
        assert_eq!(played.announced(), [("no".into(), vec![Event::Toggle], vec![], 1, 0)]);
    }
}

#[test]
fn r8_no_more_is_prevented_than_there_is() {
    let book = arena("more").guard("no", |g| g.before(EventKind::Damage).prevent(|_| 100));
    let played = play_one(&book.compile().unwrap(), &Field::of(2), damage(1, 3));
    assert_eq!(played.announced(), [("no".into(), vec![damage(1, 3)], vec![], 3, 0)]);
}

#[test]
fn r9_what_comes_to_nothing_does_not_happen() {
    let minus = |book: BookBuilder<Arena>| {
        book.guard("minus three", |g| {
            g.before([EventKind::Damage, EventKind::Power])
                .modify(|cx| scaled(cx.event, |n| n.saturating_sub(3)))
        })
        .trigger("seen", |t| t.after(KindSet::all()).then(|_| ()))
    };
    let book = minus(arena("nothing")).compile().unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 3));
    assert_eq!(
        (played.fates(), played.fired(), played.announced()),
        (vec![Vanished], vec![], vec![])
    );
    // Where zero is something, it happens.
    let played = play_one(&book, &Field::of(2).card(5, 9, 0), power(5, 2));
    assert_eq!((played.events(), played.fired().len()), (vec![power(5, 0)], 1));
    let played = play_one(&book, &Field::of(2).card(5, 9, 0), power(5, 0));
    assert_eq!(played.fates(), [Applied]);
    // Two are prevented, and the rest comes to nothing by itself.
    let book = minus(arena("nothing").guard("shield", shield)).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2);
    let played = play_one(&book, &field, damage(1, 4));
    assert_eq!(played.fate_of(&Event::Spend { card: 5, n: 2 }), Applied);
    assert_eq!(played.state().life[1], 20);
    assert_eq!((played.fates()[0], played.announced()[0].3), (Vanished, 2));
}

#[test]
fn r9_prevented_to_nothing_is_prevented_also_where_zero_is_something() {
    let book = arena("zero").guard("no", |g| g.before(EventKind::Power).prevent(|_| 2));
    let book = book.compile().unwrap();
    let field = Field::of(2).card(5, 9, 0);
    assert_eq!(play_one(&book, &field, power(5, 2)).fates(), [Prevented]);
    let played = play_one(&book, &field, power(5, 3));
    assert_eq!(played.events(), [power(5, 1)]);
}

#[test]
fn r10_riders_see_what_would_have_been_and_what_was_prevented() {
    let book = arena("riders")
        .guard("shield", |g| {
            g.before([EventKind::Damage, EventKind::Pierce])
                .carried_by(SHIELD)
                .charges(left, spend)
                .rider(|cx| [Event::Mark(cx.would), Event::Mark(cx.prevented)])
                .prevent_all()
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    let played = play_one(&book, &field, Event::Pierce { to: 1, n: 5 });
    assert_eq!((played.log(), played.state().charges(5)), (&[5, 0][..], 3));
    assert!(played.announced().is_empty());
    let played = play_one(&book, &field, damage(1, 5));
    assert_eq!((played.log(), played.state().charges(5)), (&[5, 3][..], 0));
    let played = play_one(&book, &field, damage(1, 2));
    assert_eq!((played.log(), played.state().charges(5)), (&[2, 2][..], 1));
}

#[test]
fn r10_uses_are_not_spent_on_what_cannot_be_prevented() {
    let book = arena("uses")
        .guard("amulet", |g| {
            g.before(EventKind::Pierce).carried_by(SHIELD).uses(left, spend).prevent_all()
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(1);
    let played = play_one(&book, &field, Event::Pierce { to: 1, n: 5 });
    assert_eq!((played.state().life[1], played.state().charges(5)), (15, 1));
}

#[test]
fn r11_only_a_self_replacement_saves_what_is_forbidden() {
    let own = Calls::default();
    let counted = own.clone();
    let book = arena("forbidden")
        .guard("own change", move |g| {
            g.before(EventKind::Heal).tier(Tier::Own).modify(move |cx| {
                counted.hit();
                draw(cx.amount)
            })
        })
        .guard("forbid", |g| g.before(EventKind::Heal).priority(Priority::LOWEST).forbid())
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), heal(2));
    assert_eq!((played.fates(), own.take()), (vec![Impossible], 0));
}

#[test]
fn r11_what_takes_the_place_can_be_forbidden_too() {
    let book = |instead: fn() -> Instead<Event>| {
        arena("forbidden")
            .guard("own", move |g| {
                g.before(EventKind::Heal).tier(Tier::Own).replace(move |_| instead())
            })
            .guard("forbid", |g| g.before(EventKind::Heal).forbid())
            .compile()
            .unwrap()
    };
    let same = play_one(&book(|| [heal(1)].into()), &Field::of(2), heal(2));
    assert_eq!((same.fates(), same.events()), (vec![Replaced, Impossible], vec![]));
    let none = play_one(&book(Instead::nothing), &Field::of(2), heal(2));
    assert_eq!(none.fates(), [Skipped]);
    let other = play_one(&book(|| [draw(2)].into()), &Field::of(2), heal(2));
    assert_eq!(other.events(), [draw(2)]);
}

#[test]
fn only_guards_of_the_same_subject_are_concerned() {
    let book = arena("subjects")
        .guard("armour", |g| {
            g.before(EventKind::Die).carried_by(SHIELD).about_its_subject().prevent_all()
        })
        .compile()
        .unwrap();
    // Armour 6 is worn by card 5, armour 8 protects nobody but itself.
    let field = Field::of(2).card(5, 9, 0).card(7, 9, 0).card(8, SHIELD.0, 0);
    let field = field.card(6, SHIELD.0, 0).with(|card| card.host = Some(5));
    let dies = |card| Event::Die { card };
    for (card, fate) in [(5, Prevented), (7, Applied), (6, Applied), (8, Prevented)] {
        let played = play_one(&book, &field, dies(card));
        assert_eq!(played.fates(), [fate], "card {card}");
    }
    let played = play_one(&book, &field, dies(5));
    assert_eq!(played.stances(0).len(), 1, "the others are not even looked at");
}

#[test]
fn a_condition_that_does_not_hold_is_named() {
    let book = arena("conditions")
        .guard("choosy", |g| {
            g.before(EventKind::Damage)
                .when("it is something", |on| on.amount > 0 && on.fate.is_none())
                .when("by seat 1", |on| on.by == By::Seat(Seat(1)))
                .prevent_all()
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 1));
    assert_eq!(played.stances(0), [("choosy".into(), None, Stance::ConditionFalse(1))]);
    let mut game = start(&book, &Field::of(2), BOTH[0]);
    game.submit(Seat(1), Act::One(damage(1, 1))).unwrap().committed().unwrap();
    assert_eq!(game.state().life, [20, 20]);
}
