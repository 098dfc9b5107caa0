//! Costs (R22), and the difference between to counter and to prevent.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{Because, BookBuilder, Fate, Origin, Preview, RefusalKind, RuleBuilder};

fn pay(n: u32) -> Event {
    Event::Pay { who: 0, n }
}

fn discard() -> Event {
    Event::Discard { who: 0 }
}

/// A rule for what is bought.
fn buying(rule: RuleBuilder<Arena>) -> RuleBuilder<Arena> {
    rule.on(ActKind::Buy).candidates(|offer| (0..5).for_each(|n| offer.push(Act::Buy(n))))
}

/// A field with mana and cards in hand for seat 0.
fn purse(mana: u32, hand: u32) -> Field {
    Field { mana: vec![mana, 0], hand: vec![hand, 0], ..Field::of(2) }
}

/// What is legal for seat 0, by number.
fn offered(book: &Book<Arena>, field: &Field) -> Vec<u32> {
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(book, field, recovery);
        let before = Untouched::of(&mut game);
        let legal = game.legal(Seat(0)).unwrap();
        assert_eq!(before, Untouched::of(&mut game), "asking changes nothing");
        let mut line = game.search(Seed(1));
        let mut on_line = Vec::new();
        line.legal_into(Seat(0), &mut on_line).unwrap();
        assert_eq!(legal, on_line, "the same on a line");
        assert_eq!(line.state(), field);
        let number = |legal: &rulebook::Legal<Arena>| match legal.action() {
            Act::Buy(n) => *n,
            other => panic!("{other:?}"),
        };
        legal.iter().map(number).collect::<Vec<_>>()
    });
    assert_eq!(one, two);
    one
}

fn reasons(book: &Book<Arena>, field: &Field, act: Act) -> Vec<Why> {
    refuse(book, field, act.clone());
    let mut game = start(book, field, BOTH[0]);
    let outcome = game.submit(Seat(0), act).unwrap();
    assert_eq!(outcome.refusal_kind(), Some(RefusalKind::Disallowed));
    outcome.refusal().unwrap().reasons().cloned().collect()
}

#[test]
fn r22_a_cost_is_paid_before_the_effect() {
    let book = arena("shop")
        .rule("buy", |rule| {
            buying(rule)
                .cost(Why::TooPoor, |_, ()| [pay(2)])
                .then(|cx, ()| [Event::Mark(cx.state.mana[0])])
        })
        .compile()
        .unwrap();
    let played = play(&book, &purse(5, 0), Act::Buy(0));
    assert_eq!(played.events(), [pay(2), Event::Mark(3)], "the effect sees what is left");
    assert!(matches!(played.account().lines[0].because, Because::Cost(_)));
    let frame = played.game.frames().next_back().unwrap();
    let origins: Vec<_> = frame.events().map(|event| event.origin).collect();
    assert!(matches!(origins[..], [Origin::Cost(_), Origin::Rule(_)]));
    assert_eq!(reasons(&book, &purse(1, 0), Act::Buy(0)), [Why::TooPoor]);
}

#[test]
fn r22_several_costs_and_what_was_found() {
    let book = arena("shop")
        .rule("buy", |rule| {
            buying(rule)
                .answer(|ask| match ask.action {
                    Act::Buy(n) => Answer::Match(*n),
                    _ => Answer::Skip,
                })
                .cost(Why::TooPoor, |_, n: &u32| [pay(*n)])
                .cost(Why::StillTooPoor, |cx, n: &u32| {
                    // It sees that the first one is paid.
                    assert_eq!(cx.state.mana[0] + n, 3);
                    vec![discard(); (*n > 1) as usize]
                })
                .then(|_, n| [Event::Mark(n)])
        })
        .compile()
        .unwrap();
    assert_eq!(offered(&book, &purse(3, 1)), [0, 1, 2, 3]);
    assert_eq!(offered(&book, &purse(3, 0)), [0, 1]);
    assert_eq!(reasons(&book, &purse(3, 1), Act::Buy(4)), [Why::TooPoor]);
    assert_eq!(reasons(&book, &purse(3, 0), Act::Buy(2)), [Why::StillTooPoor]);
    let played = play(&book, &purse(3, 1), Act::Buy(3));
    assert_eq!(played.events(), [pay(3), discard(), Event::Mark(3)]);
}

#[test]
fn r22_guards_can_make_a_cost_unpayable() {
    let book = arena("shop")
        .guard("nobody pays", |g| {
            g.before(EventKind::Pay).rider(|_| [Event::Mark(66)]).prevent_all()
        })
        .rule("buy", |rule| {
            buying(rule).cost(Why::TooPoor, |_, ()| [discard(), pay(1)]).then(|_, ()| [heal(1)])
        })
        .compile()
        .unwrap();
    assert_eq!(reasons(&book, &purse(9, 9), Act::Buy(0)), [Why::TooPoor]);
    assert_eq!(offered(&book, &purse(9, 9)), []);
}

#[test]
fn r22_a_cost_may_be_replaced_or_have_optional_parts() {
    let book = arena("shop")
        .guard("life instead", |g| g.before(EventKind::Pay).replace(|_| [damage(0, 2)]))
        .rule("buy", |rule| {
            buying(rule)
                .cost(Why::TooPoor, |_, ()| Group::atomic([pay(1)]).optional(discard()))
                .then(|_, ()| [heal(1)])
        })
        .compile()
        .unwrap();
    // Replaced before it is known to be impossible? It is not possible, so
    // nobody is asked.
    assert_eq!(reasons(&book, &purse(0, 0), Act::Buy(0)), [Why::TooPoor]);
    let played = play(&book, &purse(1, 0), Act::Buy(0));
    assert_eq!(played.events(), [damage(0, 2), heal(1)]);
    assert_eq!(played.state().mana[0], 1);
}

#[test]
fn r22_charges_spent_for_an_unpaid_cost_are_as_before() {
    let book = arena("shop")
        .guard("shield", |g| {
            g.before(EventKind::Damage).carried_by(SHIELD).charges(left, spend).prevent_all()
        })
        .rule("buy", |rule| {
            buying(rule).cost(Why::TooPoor, |_, ()| [damage(0, 2)]).then(|_, ()| [draw(1)])
        })
        .compile()
        .unwrap();
    // Shielded life cannot be paid with, and the shield is as it was.
    let field = purse(0, 0).card(5, SHIELD.0, 0).charged(2);
    assert_eq!(reasons(&book, &field, Act::Buy(0)), [Why::TooPoor]);
    // A part of it is paid, which is enough.
    let field = purse(0, 0).card(5, SHIELD.0, 0).charged(1);
    let played = play(&book, &field, Act::Buy(0));
    assert_eq!((played.state().life[0], played.state().hand[0]), (19, 1));
}

#[test]
fn r22_dice_of_an_unpaid_cost_have_not_fallen() {
    let book = arena("shop")
        .rule("gamble", |rule| {
            buying(rule)
                .cost(Why::TooPoor, |_, ()| [pay(1)])
                .cost(Why::StillTooPoor, |cx, ()| [Event::Rolled(cx.roll(6)), discard()])
                .then(|cx, ()| [Event::Rolled(cx.roll(6))])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, &purse(1, 0), BOTH[0]);
    let before = Untouched::of(&mut game);
    let outcome = game.submit(Seat(0), Act::Buy(0)).unwrap();
    assert_eq!(outcome.refusal_kind(), Some(RefusalKind::Disallowed));
    assert_eq!(before, Untouched::of(&mut game));
    let seen = game.preview(Seat(0), &Act::Buy(0)).unwrap();
    assert!(matches!(seen, Preview::DiceAhead | Preview::Refused(..)), "{seen:?}");
    // The cheap one comes first: unpaid, it is known without a die.
    let mut game = start(&book, &purse(0, 0), BOTH[0]);
    let seen = game.preview(Seat(0), &Act::Buy(0)).unwrap();
    assert!(matches!(seen, Preview::Refused(RefusalKind::Disallowed, _)), "{seen:?}");
}

#[test]
fn r22_triggers_of_a_cost_wait_for_the_effect() {
    let book = arena("shop")
        .rule("buy", |rule| {
            buying(rule).cost(Why::TooPoor, |_, ()| [pay(1)]).then(|_, ()| [Event::Mark(1)])
        })
        .trigger("paid", |t| t.after(EventKind::Pay).then(|_| [Event::Mark(2)]))
        .compile()
        .unwrap();
    assert_eq!(play(&book, &purse(1, 0), Act::Buy(0)).log(), [1, 2]);
}

#[test]
fn r22_only_the_rule_that_is_chosen_is_paid_for() {
    let book = arena("shop")
        .strategy(Strategy::HighestPriority)
        .rule("dear", |rule| {
            buying(rule)
                .priority(Priority::HIGH)
                .when("large", |ask| *ask.action == Act::Buy(4))
                .cost(Why::TooPoor, |_, ()| [pay(4)])
                .then(|_, ()| [heal(4)])
        })
        .rule("cheap", |rule| {
            buying(rule).cost(Why::StillTooPoor, |_, ()| [pay(1)]).then(|_, ()| [heal(1)])
        })
        .compile()
        .unwrap();
    assert_eq!(play(&book, &purse(4, 0), Act::Buy(4)).events(), [pay(4), heal(4)]);
    assert_eq!(play(&book, &purse(4, 0), Act::Buy(1)).events(), [pay(1), heal(1)]);
    assert_eq!(offered(&book, &purse(1, 0)), [0, 1, 2, 3]);
}

/// A spell is cast: paid for, and a card that stands for it is made and goes
/// to a stack (the field). It resolves when its turn comes.
fn countered(book: BookBuilder<Arena>) -> Book<Arena> {
    book.rule("cast", |rule| {
        rule.on(ActKind::Buy)
            .cost(Why::TooPoor, |_, ()| [pay(3)])
            .then(|_, ()| [create(50), enter(50)])
    })
    .rule("resolve", |rule| {
        rule.on(ActKind::Nothing)
            .then(|cx, ()| cx.state.on_field(50).then_some(heal(5)).into_iter().collect::<Vec<_>>())
    })
    .compile()
    .unwrap()
}

#[test]
fn to_counter_a_spell_leaves_its_cost_paid() {
    let book = countered(arena("stack"));
    for recovery in BOTH {
        let mut game = start(&book, &purse(3, 0), recovery);
        game.submit(Seat(0), Act::Buy(0)).unwrap().committed().unwrap();
        // Somebody counters it: it is taken from the stack.
        game.submit(Seat(1), Act::One(Event::Die { card: 50 })).unwrap().committed().unwrap();
        let outcome = game.submit(Seat(0), Act::Nothing).unwrap();
        assert!(matches!(outcome, Outcome::NoChange), "its later events are never proposed");
        assert_eq!((game.state().mana[0], game.state().life[0]), (0, 20));
    }
}

#[test]
fn to_prevent_a_spell_that_is_one_group_prevents_its_payment_too() {
    let book = arena("at once").guard("no healing", |g| g.before(EventKind::Heal).prevent_all());
    let spell = || Group::atomic([pay(3), create(50), enter(50), heal(5)]);
    let played = play_group(&book.compile().unwrap(), &purse(3, 0), spell());
    assert_eq!(*played.state(), purse(3, 0));
    let fell = vec![pay(3), create(50), enter(50)];
    assert_eq!(played.announced(), [("no healing".into(), vec![heal(5)], fell, 5, 0)]);
    let free = arena("at once").reacts().compile().unwrap();
    let played = play_group(&free, &purse(3, 0), spell());
    assert_eq!((played.state().mana[0], played.state().life[0]), (0, 25));
    assert_eq!(played.fates(), [Fate::Applied; 4]);
}

#[test]
fn a_cost_of_nothing_is_paid() {
    let book = arena("free")
        .rule("take", |rule| {
            buying(rule)
                .cost(Why::TooPoor, |_, ()| ())
                .cost(Why::StillTooPoor, |_, ()| [damage(0, 0)])
                .then(|_, ()| [heal(1)])
        })
        .compile()
        .unwrap();
    let played = play(&book, &purse(0, 0), Act::Buy(0));
    assert_eq!(played.events(), [heal(1)]);
    assert_eq!(offered(&book, &purse(0, 0)).len(), 5);
}
