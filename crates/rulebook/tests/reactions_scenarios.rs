//! The scenarios that every version must pass: events, groups and guards.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Fate, Firing, GroupKind, KindSet, Stance, Tier};

/// A trigger that marks what it sees.
fn seeing(builder: BookBuilder<Arena>, kind: EventKind) -> BookBuilder<Arena> {
    builder
        .trigger("seen", move |trigger| trigger.after(kind).then(|cx| [Event::Mark(cx.amount())]))
}

#[test]
fn scenario_01_no_guards_and_an_atomic_group_applies_in_order() {
    let whole = vec![create(5), enter(5), power(5, 2)];
    let book = arena("one").reacts().compile().unwrap();
    let played = play_group(&book, &Field::of(2), summon(5));
    assert_eq!(played.events(), whole);
    assert_eq!(played.fates(), [Fate::Applied; 3]);
    let card = played.state().find(5).unwrap();
    assert_eq!((card.zone, card.power, card.since), (Zone::Field, 2, 101));
    assert_eq!(played.account().groups.len(), 1);
    assert_eq!(played.account().groups[0].kind, GroupKind::Atomic);
    assert_eq!(played.account().groups[0].doomed_by, None);
    assert!(played.account().announcements.is_empty());

    // A list does the same one by one, in a book that knows of no reactions, too.
    let plain = arena("plain").compile().unwrap();
    let plainly = play(&plain, &Field::of(2), Act::List(whole.clone()));
    assert_eq!((plainly.events(), plainly.state()), (whole, played.state()));
}

#[test]
fn scenario_02_all_damage_is_prevented() {
    let book = arena("two").guard("peace", |g| g.before(EventKind::Damage).prevent_all());
    let book = seeing(book, EventKind::Damage).compile().unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 3));
    assert_eq!(*played.state(), Field::of(2));
    assert_eq!((played.events(), played.fates()), (vec![], vec![Fate::Prevented]));
    assert_eq!(played.fired(), []);
    assert_eq!(played.announced(), [("peace".into(), vec![damage(1, 3)], vec![], 3, 0)]);
    let line = &played.account().lines[0];
    assert_eq!((line.by.len(), line.by[0].guard.index(), line.fell_with), (1, 0, None));
}

#[test]
fn scenario_03_the_next_three_are_prevented() {
    let book = arena("three").guard("shield", shield);
    let book = seeing(book, EventKind::Damage).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    let played = play_one(&book, &field, damage(1, 5));
    assert_eq!(played.state().life, [20, 18]);
    let card = played.state().find(5).unwrap();
    assert_eq!((card.charges, card.zone), (0, Zone::Grave));
    assert_eq!(played.game.sources().count(), 0);
    assert_eq!(played.log(), [2]);
    assert_eq!(played.fired(), [("seen".into(), None, Firing::Resolved)]);
    assert_eq!(played.announced(), [("shield".into(), vec![damage(1, 5)], vec![], 3, 2)]);
    // The spending is an event of the same commit, before the trigger.
    let spent = Event::Spend { card: 5, n: 3 };
    assert_eq!(played.events(), [damage(1, 2), spent, Event::Mark(2)]);
    let line = &played.account().lines[0];
    assert_eq!((&line.proposed, line.fate), (&damage(1, 5), Fate::Applied));
}

#[test]
fn scenario_04_doubled_nothing_is_nothing() {
    let asked = Calls::default();
    let asking = asked.clone();
    let book = arena("four").guard("doubler", move |g| {
        g.before(EventKind::Damage).modify(move |cx| {
            asking.hit();
            scaled(cx.event, |n| 2 * n)
        })
    });
    let book = seeing(book, EventKind::Damage).compile().unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 0));
    assert_eq!((played.events(), played.fates()), (vec![], vec![Fate::Vanished]));
    assert_eq!(asked.take(), 0, "no guard is applied to nothing");
    assert_eq!(played.fired(), []);
    assert!(played.announced().is_empty());
    assert!(played.account().lines[0].by.is_empty());
}

#[test]
fn scenario_05_priority_orders_whatever_the_order_of_declaration() {
    type Write = fn(BookBuilder<Arena>) -> BookBuilder<Arena>;
    let double: Write = |book| {
        book.guard("times two", |g| {
            g.before(EventKind::Damage).priority(5).modify(|cx| scaled(cx.event, |n| 2 * n))
        })
    };
    let add: Write = |book| {
        book.guard("plus one", |g| {
            g.before(EventKind::Damage).priority(0).modify(|cx| scaled(cx.event, |n| n + 1))
        })
    };
    let watch: Write = |book| seeing(book, EventKind::Damage);
    let mut states = Vec::new();
    for order in [
        [double, add, watch],
        [double, watch, add],
        [add, double, watch],
        [add, watch, double],
        [watch, double, add],
        [watch, add, double],
    ] {
        let book = order.iter().fold(arena("five"), |book, write| write(book));
        let played = play_one(&book.compile().unwrap(), &Field::of(2), damage(1, 3));
        assert_eq!(played.state().life, [20, 13]);
        assert_eq!(played.log(), [7]);
        let said: Vec<_> = played.stances(0).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(said, ["times two", "plus one"]);
        states.push(played.state().clone());
    }
    assert!(states.iter().all(|state| *state == states[0]));
}

#[test]
fn scenario_05_also_when_cards_carry_them_in_any_order_of_entering() {
    let book = arena("five")
        .guard("plus one", |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .priority(0)
                .modify(|cx| scaled(cx.event, |n| n + 1))
        })
        .guard("times two", |g| {
            g.before(EventKind::Damage)
                .carried_by(DOUBLER)
                .priority(5)
                .modify(|cx| scaled(cx.event, |n| 2 * n))
        })
        .compile()
        .unwrap();
    for (one, two) in [(5, 6), (6, 5)] {
        for owner in [0, 1] {
            let field = Field::of(2).card(one, SHIELD.0, owner).card(two, DOUBLER.0, 1 - owner);
            let played = play_one(&book, &field, damage(1, 3));
            assert_eq!(played.state().life, [20, 13]);
        }
    }
}

/// What scenario 6 says of a group that died of the move.
fn nothing_entered(played: &Played, before: &Field) {
    assert_eq!(played.state(), before, "B does not exist");
    assert_eq!(played.events(), []);
    assert_eq!(played.fates(), [Fate::RolledBack, Fate::Prevented, Fate::Prevented]);
    let account = played.account();
    let fell: Vec<_> = account.lines.iter().map(|line| line.fell_with).collect();
    assert_eq!(fell, [Some(1), None, Some(1)]);
    assert_eq!(account.groups[0].doomed_by, Some(1));
    let fell = vec![create(5), power(5, 2)];
    assert_eq!(played.announced(), [("nothing enters".into(), vec![enter(5)], fell, 1, 0)]);
    assert_eq!(played.fired(), [], "nothing was created");
}

#[test]
fn scenario_06_nothing_may_enter_the_battlefield() {
    let guarded = |name| {
        let book = arena(name)
            .guard("nothing enters", |g| g.before(EventKind::Move).prevent_all())
            .rule("summon", |rule| rule.on(ActKind::Buy).then(|_, ()| summon(5)));
        seeing(book, EventKind::Create).compile().unwrap()
    };
    let field = Field::of(2);
    // The very first group of the game, proposed and returned.
    let book = guarded("six");
    nothing_entered(&play_group(&book, &field, summon(5)), &field);
    nothing_entered(&play(&book, &field, Act::Buy(0)), &field);
    // And after others.
    for recovery in BOTH {
        let mut game = start(&book, &field, recovery);
        for _ in 0..3 {
            game.submit(Seat(0), Act::One(Event::Mark(0))).unwrap().committed().unwrap();
        }
        let before = game.state().clone();
        let id = game.submit(Seat(0), Act::Whole(summon(5))).unwrap().committed().unwrap();
        nothing_entered(&Played { game, id }, &before);
    }
}

#[test]
fn scenario_07_prevented_damage_in_a_batch_and_in_an_atomic_group() {
    let book = arena("seven").guard("b is safe", |g| {
        g.before(EventKind::Damage)
            .when("to b", |on| matches!(on.event, Event::Damage { to: 1, .. }))
            .prevent_all()
    });
    let book = seeing(book, EventKind::Damage).compile().unwrap();
    let all = [damage(0, 1), damage(1, 1), damage(2, 1)];
    let batch = play_group(&book, &Field::of(3), Group::batch(all.clone()));
    assert_eq!(batch.state().life, [19, 20, 19]);
    assert_eq!(batch.fates()[..3], [Fate::Applied, Fate::Prevented, Fate::Applied]);
    assert_eq!(batch.announced(), [("b is safe".into(), vec![damage(1, 1)], vec![], 1, 0)]);
    assert_eq!(batch.log(), [1, 1], "the two that are hurt are seen");

    let atomic = play_group(&book, &Field::of(3), Group::atomic(all));
    assert_eq!(*atomic.state(), Field::of(3));
    assert_eq!(atomic.fates(), [Fate::RolledBack, Fate::Prevented, Fate::Prevented]);
    let fell = vec![damage(0, 1), damage(2, 1)];
    assert_eq!(atomic.announced(), [("b is safe".into(), vec![damage(1, 1)], fell, 1, 0)]);
    assert_eq!(atomic.fired(), []);
}

#[test]
fn scenario_08_two_doublers_make_two_into_eight() {
    let book = seeing(arena("eight").guard("doubler", doubler), EventKind::Damage);
    let field = Field::of(2).card(5, DOUBLER.0, 0).card(6, DOUBLER.0, 1);
    let played = play_one(&book.compile().unwrap(), &field, damage(1, 2));
    assert_eq!((played.state().life[1], played.log()), (12, &[8][..]));
    let said = played.stances(0);
    let each = |card| ("doubler".to_owned(), Some(card), Stance::Modified);
    assert_eq!(said, [each(5), each(6)], "each once");

    let twice = |g: rulebook::GuardBuilder<Arena>| {
        g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| 2 * n))
    };
    let book = arena("eight").guard("one", twice).guard("two", twice).compile().unwrap();
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 2)).state().life, [20, 12]);
}

#[test]
fn scenario_09_a_shield_against_what_cannot_be_prevented() {
    let book = arena("nine").guard("shield", |g| {
        g.before([EventKind::Damage, EventKind::Pierce])
            .carried_by(SHIELD)
            .charges(left, spend)
            .prevent_all()
    });
    let book = seeing(book, EventKind::Pierce)
        .trigger("announced", |t| t.after_prevention_of(KindSet::all()).then(|_| [Event::Mark(99)]))
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    let pierce = Event::Pierce { to: 1, n: 5 };
    let played = play_one(&book, &field, pierce.clone());
    assert_eq!((played.state().life[1], played.state().charges(5)), (15, 3));
    assert_eq!(played.events(), [pierce, Event::Mark(5)]);
    assert!(played.announced().is_empty());
    assert_eq!(played.stances(0), [("shield".into(), Some(5), Stance::CouldNotPrevent)]);
    assert!(played.account().lines[0].by.is_empty());
}

#[test]
fn scenario_10_cannot_gain_life_but_draw_instead() {
    let book = |tier| {
        arena("ten")
            .guard("draw instead", move |g| {
                g.before(EventKind::Heal).tier(tier).replace(|cx| [draw(cx.amount)])
            })
            .guard("no life is gained", |g| g.before(EventKind::Heal).forbid())
            .compile()
            .unwrap()
    };
    let played = play_one(&book(Tier::Other), &Field::of(2), heal(3));
    assert_eq!(*played.state(), Field::of(2));
    assert_eq!(played.fates(), [Fate::Impossible]);
    assert_eq!(played.account().lines[0].by[0].guard.index(), 1, "by the one that forbade");
    assert!(played.announced().is_empty(), "it was not prevented");

    let played = play_one(&book(Tier::Own), &Field::of(2), heal(3));
    assert_eq!((&played.state().life[..], &played.state().hand[..]), (&[20, 20][..], &[3, 0][..]));
    assert_eq!(played.fates(), [Fate::Replaced, Fate::Applied]);
    assert_eq!(played.account().lines[0].by[0].guard.index(), 0, "by the one that replaced it");
}

#[test]
fn scenario_11_an_inner_group_dies_with_the_outer_or_alone() {
    let book = arena("eleven").guard("nothing enters", |g| g.before(EventKind::Move).prevent_all());
    let book = book.compile().unwrap();
    let required = play_group(&book, &Field::of(2), Group::atomic([heal(3)]).group(summon(5)));
    assert_eq!(*required.state(), Field::of(2));
    let lost = Fate::RolledBack;
    assert_eq!(required.fates(), [lost, lost, Fate::Prevented, Fate::Prevented]);
    let fell = vec![heal(3), create(5), power(5, 2)];
    assert_eq!(required.announced(), [("nothing enters".into(), vec![enter(5)], fell, 1, 0)]);

    let group = Group::atomic([heal(3)]).optional_group(summon(5));
    let optional = play_group(&book, &Field::of(2), group);
    assert_eq!(*optional.state(), Field { life: vec![23, 20], ..Field::of(2) });
    assert_eq!(optional.fates(), [Fate::Applied, lost, Fate::Prevented, Fate::Prevented]);
    let doomed: Vec<_> = optional.account().groups.iter().map(|group| group.doomed_by).collect();
    assert_eq!(doomed, [None, Some(2)]);
    let fell = vec![create(5), power(5, 2)];
    assert_eq!(optional.announced(), [("nothing enters".into(), vec![enter(5)], fell, 1, 0)]);
}
