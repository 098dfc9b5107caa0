//! Exclusivity groups: once a rule of a group has applied, the others of the
//! group are skipped whole (M17).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, RefusalKind, Rule, RuleBuilder};

fn all(name: &str) -> BookBuilder<Sandbox> {
    book(name).strategy(Strategy::ApplyAll)
}

fn in_group(
    group: &'static str,
    word: &'static str,
) -> impl Fn(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| says(word)(rule.exclusive(group))
}

fn written(builder: BookBuilder<Sandbox>) -> Vec<&'static str> {
    let book = builder.compile().unwrap();
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(&book, recovery);
        let outcome = go(&mut game, Act::Go(0));
        assert!(outcome.is_committed(), "{outcome}");
        game.state().log.clone()
    });
    assert_eq!(one, two);
    one
}

#[test]
fn an_applied_rule_masks_the_rest_of_its_group_and_no_other() {
    let book = all("masks")
        .rule("a1", in_group("A", "a1"))
        .rule("b1", in_group("B", "b1"))
        .rule("a2", in_group("A", "a2"))
        .rule("free", says("free"))
        .rule("b2", in_group("B", "b2"))
        .rule("a3", in_group("A", "a3"));
    assert_eq!(written(book), ["a1", "b1", "free"]);
}

#[test]
fn matching_without_applying_masks_nothing() {
    let book = all("matches")
        .rule("nothing", |rule| rule.exclusive("A").then(|_, ()| ()))
        .rule("skips", |rule| skips(rule.exclusive("A")))
        .rule("a1", in_group("A", "a1"))
        .rule("a2", in_group("A", "a2"));
    assert_eq!(written(book), ["a1"]);
}

#[test]
fn dice_alone_mask_nothing() {
    // At least one of its events must have happened.
    let book = all("dice")
        .rule("rolls", |rule| {
            rule.exclusive("A").then(|cx, ()| {
                cx.roll(6);
            })
        })
        .rule("a1", in_group("A", "a1"))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(0));
    assert_eq!(game.state().log, ["a1"]);
}

#[test]
fn a_masked_rule_is_skipped_whole() {
    let calls = Calls::default();
    let (condition, answer) = (calls.clone(), calls.clone());
    let book = all("whole").rule("a1", in_group("A", "a1")).rule("a2", move |rule| {
        rule.exclusive("A")
            .when("counted", move |_| {
                condition.hit();
                true
            })
            .answer(move |_| {
                answer.hit();
                Answer::<(), _>::disallowed(Why::Forbidden)
            })
            .then(|_, ()| ())
    });
    // Even its refusal does not count.
    assert_eq!(written(book), ["a1"]);
    assert_eq!(calls.take(), 0);
}

#[test]
fn a_refusal_of_the_group_before_anything_applied_still_refuses() {
    let book = all("refuses")
        .rule("no", |rule| refuses(RefusalKind::Invalid, "no")(rule.exclusive("A")))
        .rule("a1", in_group("A", "a1"))
        .compile()
        .unwrap();
    let outcome = go(&mut start(&book, BOTH[0]), Act::Go(0));
    assert!(matches!(outcome, Outcome::InvalidInput(_)));
}

#[test]
fn tagging_a_phase_tags_every_rule_below_it() {
    let book = all("tags")
        .phase("tagged", |tagged| {
            tagged
                .exclusive("A")
                .strategy(Strategy::ApplyAll)
                .rule("a1", says("a1"))
                .rule("a2", says("a2"))
        })
        .phase("also tagged", |tagged| {
            tagged
                .exclusive("A")
                .phase("deep", |deep| deep.phase("deeper", |deeper| deeper.rule("a3", says("a3"))))
        })
        .rule("a4", in_group("A", "a4"))
        .rule("free", says("free"));
    assert_eq!(written(book), ["a1", "free"]);
}

#[test]
fn a_rule_in_two_groups_is_masked_by_either_and_masks_both() {
    let book = |first: &'static str| {
        all("two groups")
            .rule("first", in_group(first, "first"))
            .phase("outer", |outer| outer.exclusive("A").rule("both", in_group("B", "both")))
            .rule("a", in_group("A", "a"))
            .rule("b", in_group("B", "b"))
    };
    assert_eq!(written(book("A")), ["first", "b"]);
    assert_eq!(written(book("B")), ["first", "a"]);
    assert_eq!(written(book("C")), ["first", "both"]);
}

#[test]
fn a_group_is_known_throughout_the_book_across_nested_phases() {
    let book = all("nested")
        .phase("one", |one| {
            one.strategy(Strategy::HighestPriority)
                .rule("low", ranks("low", Priority::LOW))
                .rule("high", |rule| in_group("A", "high")(rule.priority(Priority::HIGH)))
        })
        .phase("two", |two| {
            two.phase("inner", |inner| {
                inner
                    .strategy(Strategy::LastWins)
                    .rule("instead", says("instead"))
                    .rule("masked", in_group("A", "masked"))
            })
        });
    // In the second phase the masked rule does not win, so the other one does.
    assert_eq!(written(book), ["high", "instead"]);
}

#[test]
fn a_masked_child_does_not_count_under_exclusive() {
    let book = all("counts").rule("a1", in_group("A", "a1")).phase("child", |child| {
        child
            .strategy(Strategy::Exclusive)
            .rule("a2", in_group("A", "a2"))
            .rule("free", says("free"))
    });
    assert_eq!(written(book), ["a1", "free"]);
}

#[test]
fn only_apply_all_can_mask() {
    for strategy in [Strategy::FirstWins, Strategy::LastWins, Strategy::HighestPriority] {
        let book = book("no masks")
            .strategy(strategy)
            .rule("a1", in_group("A", "a1"))
            .rule("a2", in_group("A", "a2"));
        assert_eq!(written(book).len(), 1);
    }
}

#[test]
fn masks_last_for_one_action() {
    let book = all("one action")
        .rule("a1", in_group("A", "a1"))
        .rule("a2", in_group("A", "a2"))
        .rule("a3", |rule| in_group("A", "a3")(rule.when("second", |ask| ask.action.number() == 2)))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        for number in 1..=3 {
            go(&mut game, Act::Go(number));
        }
        assert_eq!(game.state().log, ["a1", "a1", "a1"]);
    }
}
