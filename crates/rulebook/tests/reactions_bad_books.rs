//! Mistakes of books with reactions: found when the book is compiled, each in
//! a sentence that says what to do.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Fate, KindSet, Verdict};

/// The only mistake of a book, and its message.
fn only(book: BookBuilder<Arena>) -> (Mistake, String) {
    let mistakes = book.compile().expect_err("the book must not compile");
    assert_eq!(mistakes.len(), 1, "{mistakes}");
    let mistake = mistakes.iter().next().unwrap().clone();
    (mistake.clone(), mistake.to_string())
}

#[test]
fn a_guard_or_trigger_of_no_kind_of_event() {
    let (mistake, message) = only(arena("bad").guard("g", |g| g.prevent_all()));
    assert_eq!(mistake, Mistake::NoEventKinds { what: "guard", name: "g".into() });
    assert_eq!(message, "The guard \"g\" names no kind of event: say .before(…).");
    let (mistake, message) = only(arena("bad").trigger("t", |t| t.then(|_| ())));
    assert_eq!(mistake, Mistake::NoEventKinds { what: "trigger", name: "t".into() });
    assert_eq!(message, "The trigger \"t\" names no kind of event: say .after(…).");
}

#[test]
fn a_guard_that_may_nothing() {
    let book = arena("bad").guard("g", |g| g.before(EventKind::Heal).judge([], |_| Verdict::Pass));
    let (mistake, message) = only(book);
    assert_eq!(mistake, Mistake::GuardMayNothing { guard: "g".into() });
    assert!(message.contains(".judge([…], …)"), "{message}");
}

#[test]
fn charges_of_a_guard_that_prevents_nothing() {
    let book = arena("bad").guard("g", |g| {
        g.before(EventKind::Heal).charges(left, spend).modify(|cx| cx.event.clone())
    });
    let (mistake, message) = only(book);
    assert_eq!(mistake, Mistake::ChargesPreventNothing { guard: "g".into() });
    assert!(message.contains(".uses(…)"), "{message}");
}

#[test]
fn nothing_to_divide() {
    let divided = |g: rulebook::GuardBuilder<Arena>| g.before(EventKind::Heal).divided("How?");
    let (mistake, _) = only(arena("bad").guard("g", move |g| divided(g).prevent_all()));
    assert_eq!(mistake, Mistake::NothingToDivide { guard: "g".into() });
    let uses = only(arena("bad").guard("g", move |g| divided(g).uses(left, spend).prevent_all()));
    assert_eq!(uses.0, Mistake::NothingToDivide { guard: "g".into() });
}

#[test]
fn about_the_subject_of_nobody() {
    let book =
        arena("bad").guard("g", |g| g.before(EventKind::Heal).about_its_subject().prevent_all());
    let (mistake, message) = only(book);
    assert_eq!(mistake, Mistake::NoSubject { what: "guard", name: "g".into() });
    assert!(message.contains(".carried_by(…)"), "{message}");
    let book =
        arena("bad").trigger("t", |t| t.after(EventKind::Heal).about_its_subject().then(|_| ()));
    assert_eq!(only(book).0, Mistake::NoSubject { what: "trigger", name: "t".into() });
}

#[test]
fn a_trigger_on_no_fate_or_on_nothing() {
    let on = |fates: Vec<Fate>| {
        only(arena("bad").trigger("t", |t| t.after(EventKind::Heal).fates(fates).then(|_| ()))).0
    };
    assert_eq!(on(vec![]), Mistake::NoFates { trigger: "t".into() });
    assert_eq!(on(vec![Fate::Vanished]), Mistake::TriggerOnNothing { trigger: "t".into() });
    let both = vec![Fate::Applied, Fate::Vanished];
    assert_eq!(on(both), Mistake::TriggerOnNothing { trigger: "t".into() });
}

#[test]
fn looking_back_in_vain() {
    for fate in [Fate::Prevented, Fate::RolledBack, Fate::Impossible] {
        let book = arena("bad")
            .trigger("t", |t| t.after(EventKind::Heal).fates([fate]).looking_back().then(|_| ()));
        assert_eq!(only(book).0, Mistake::LooksBackInVain { trigger: "t".into() });
    }
    let book = arena("bad")
        .trigger("t", |t| t.after_prevention_of(KindSet::all()).looking_back().then(|_| ()));
    assert_eq!(only(book).0, Mistake::LooksBackInVain { trigger: "t".into() });
}

#[test]
fn names_are_given_and_given_once() {
    let guard = |book: BookBuilder<Arena>, name: &str| book.guard(name, shield);
    let trigger = |book: BookBuilder<Arena>, name: &str| {
        book.trigger(name, |t| t.after(EventKind::Heal).then(|_| ()))
    };
    let standing =
        |book: BookBuilder<Arena>, name: &str| book.standing(name, |s| s.propose(|_: &Field| None));
    type Write = fn(BookBuilder<Arena>, &str) -> BookBuilder<Arena>;
    for write in [guard as Write, trigger, standing] {
        let (mistake, message) = only(write(write(arena("bad"), "same"), "same"));
        assert!(matches!(mistake, Mistake::DuplicateName { ref name, .. } if name == "same"));
        assert!(message.contains("\"same\""), "{message}");
        let (mistake, _) = only(write(arena("bad"), ""));
        assert!(matches!(mistake, Mistake::NoName { .. }), "{mistake}");
    }
    // A guard and a trigger may share a name: they are said apart everywhere.
    let mut book = arena("fine");
    for write in [guard as Write, trigger, standing] {
        book = write(book, "same");
    }
    book.compile().unwrap();
}

#[test]
fn limits_of_zero() {
    let limits = Limits::default();
    for (zero, name) in [
        (Limits { group: 0, ..limits }, "group"),
        (Limits { rounds: 0, ..limits }, "rounds"),
        (Limits { depth: 0, ..limits }, "depth"),
        (Limits { events: 0, ..limits }, "events"),
        (Limits { choices: 0, ..limits }, "choices"),
    ] {
        let (mistake, _) = only(arena("bad").guard("shield", shield).limits(zero));
        assert_eq!(mistake, Mistake::ZeroLimit { limit: name });
    }
}

#[test]
fn all_mistakes_at_once() {
    let mistakes = arena("bad")
        .guard("g", |g| g.prevent_all())
        .trigger("t", |t| t.after(EventKind::Heal).fates([]).then(|_| ()))
        .limits(Limits { rounds: 0, ..Limits::default() })
        .compile()
        .unwrap_err();
    assert_eq!(mistakes.len(), 3, "{mistakes}");
}

#[test]
fn an_exact_rule_takes_its_costs_into_account() {
    let book = arena("exact").rule("buy", |rule| {
        rule.on(ActKind::Buy)
            .exact(["as said"], |offer| {
                if offer.state.mana[0] > 0 {
                    offer.push(Act::Buy(0));
                }
            })
            .cost(Why::TooPoor, |_, ()| [Event::Pay { who: 0, n: 1 }])
            .then(|_, ()| [heal(1)])
    });
    let book = book.compile().unwrap();
    for (mana, offered) in [(0, 0), (1, 1)] {
        let field = Field { mana: vec![mana, 0], ..Field::of(2) };
        let mut game = start(&book, &field, BOTH[0]);
        let legal = game.legal(Seat(0)).unwrap();
        assert_eq!(legal.len(), offered);
        for legal in legal {
            assert!(game.play(legal).unwrap().is_committed());
        }
    }
}
