//! What has no effect where it stands is a finding, and the book compiles
//! (M13).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, RuleBuilder};

fn warnings(builder: BookBuilder<Sandbox>) -> Vec<Warning> {
    let book = builder.compile().unwrap();
    book.warnings().to_vec()
}

/// The one warning, and its message.
fn only(builder: BookBuilder<Sandbox>) -> (Warning, String) {
    match &warnings(builder)[..] {
        [warning] => (warning.clone(), warning.to_string()),
        other => panic!("there should be one warning: {other:?}"),
    }
}

#[test]
fn a_book_in_which_everything_has_an_effect_has_no_warnings() {
    let book = book("fine")
        .strategy(Strategy::HighestPriority)
        .rule("a", ranks("a", Priority::HIGH))
        .phase("b", |phase| {
            phase
                .strategy(Strategy::ApplyAll)
                .rule("c", |rule| says("c")(rule.exclusive("group")))
                .rule("d", |rule| says("d")(rule.exclusive("group")))
        });
    assert_eq!(warnings(book), []);
}

#[test]
fn a_strategy_over_a_single_child_has_no_effect() {
    let (warning, message) = only(book("one").strategy(Strategy::Exclusive).rule("a", says("a")));
    assert_eq!(warning, Warning::StrategyWithoutEffect { phase: String::new() });
    let why = "because it has a single child: leave it out.";
    assert_eq!(message, format!("The book's strategy has no effect, {why}"));
    for strategy in [Strategy::LastWins, Strategy::ApplyAll] {
        let book = book("one").phase("play", |play| play.strategy(strategy).rule("a", says("a")));
        let (_, message) = only(book);
        assert_eq!(message, format!("The strategy of the phase \"play\" has no effect, {why}"));
    }
}

#[test]
fn a_priority_where_nobody_looks_at_priorities_has_no_effect() {
    for strategy in [Strategy::FirstWins, Strategy::LastWins, Strategy::Exclusive] {
        let book = book("idle")
            .strategy(strategy)
            .rule("a", ranks("a", Priority::HIGH))
            .phase("b", |phase| phase.priority(Priority::LOW).rule("c", says("c")));
        let warning = |name: &str| Warning::PriorityWithoutEffect { name: name.into(), strategy };
        assert_eq!(warnings(book), [warning("a"), warning("b")]);
    }
    let (_, message) = only(
        book("alone")
            .phase("play", |play| play.rule("a", ranks("a", Priority::HIGH)).rule("b", says("b"))),
    );
    assert_eq!(
        message,
        "The priority of \"play/a\" has no effect, because the phase \"play\" is FirstWins and does \
         not look at priorities: give the phase .strategy(Strategy::HighestPriority), or leave it \
         out."
    );
    let (_, message) =
        only(book("alone").rule("a", ranks("a", Priority::HIGH)).rule("b", says("b")));
    assert_eq!(
        message,
        "The priority of \"a\" has no effect, because the book is FirstWins and does not look at \
         priorities: give the book .strategy(Strategy::HighestPriority), or leave it out."
    );
}

#[test]
fn a_priority_has_no_effect_where_keys_order_and_where_nobody_competes() {
    // By key, priorities are not looked at either.
    let keyed = book("keyed")
        .strategy(Strategy::ApplyAll)
        .by_key()
        .rule("a", |rule| says("a")(rule.key(1).priority(Priority::HIGH)))
        .rule("b", |rule| says("b")(rule.key(2)));
    let (warning, message) = only(keyed);
    assert_eq!(warning, Warning::PriorityBesideKey { name: "a".into() });
    assert_eq!(
        message,
        "The priority of \"a\" has no effect, because the book is ordered by key: leave it out."
    );
    // An only child has nobody to compete with, whatever the strategy is.
    for strategy in [None, Some(Strategy::ApplyAll), Some(Strategy::HighestPriority)] {
        let builder = book("alone").phase("play", |phase| {
            let phase = strategy.into_iter().fold(phase, |phase, it| phase.strategy(it));
            phase.rule("a", ranks("a", Priority::HIGH))
        });
        let of_strategy = Warning::StrategyWithoutEffect { phase: "play".into() };
        let mut all = warnings(builder);
        all.retain(|warning| strategy.is_none() || *warning != of_strategy);
        assert_eq!(all, [Warning::PriorityAlone { name: "play/a".into() }]);
        assert_eq!(
            all[0].to_string(),
            "The priority of \"play/a\" has no effect, because it stands alone in the phase \
             \"play\": leave it out."
        );
    }
}

#[test]
fn a_key_in_a_phase_that_does_not_order_by_key_has_no_effect() {
    let (warning, message) =
        only(book("idle").rule("a", |rule| says("a")(rule.key(1))).rule("b", says("b")));
    assert_eq!(warning, Warning::KeyWithoutEffect { name: "a".into() });
    assert_eq!(
        message,
        "The key of \"a\" has no effect, because the book is not ordered by key: say .by_key() there, \
         or leave it out."
    );
}

#[test]
fn an_exclusivity_group_that_can_mask_nothing_has_no_effect() {
    let grouped =
        |word: &'static str| move |rule: RuleBuilder<Sandbox>| says(word)(rule.exclusive("group"));
    // Only under ApplyAll anything can be masked (M17).
    let (warning, message) = only(book("idle").rule("a", grouped("a")).rule("b", grouped("b")));
    let rules = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(warning, Warning::GroupWithoutEffect { group: "group".into(), rules });
    assert_eq!(
        message,
        "The exclusivity group \"group\" has no effect, because no two of its rules (\"a\", \"b\") \
         stand in different children of one ApplyAll phase: put two of them into different children \
         of one, or leave it out."
    );
    // One rule alone masks nobody.
    let alone =
        book("idle").strategy(Strategy::ApplyAll).rule("a", grouped("a")).rule("b", says("b"));
    assert_eq!(
        only(alone).1,
        "The exclusivity group \"group\" has no effect, because it has only one rule, \"a\": put \
         another rule into it, or leave it out."
    );
    // Two rules of one FirstWins phase never both apply.
    let below = book("idle")
        .strategy(Strategy::ApplyAll)
        .phase("inner", |inner| inner.rule("a", grouped("a")).rule("b", grouped("b")))
        .rule("c", says("c"));
    assert_eq!(warnings(below).len(), 1);
    // On two branches of one ApplyAll they may.
    let branches = book("fine")
        .strategy(Strategy::ApplyAll)
        .phase("one", |one| one.rule("a", grouped("a")))
        .phase("two", |two| two.rule("b", grouped("b")));
    assert_eq!(warnings(branches), []);
}

#[test]
fn a_liftable_check_that_nothing_lifts_is_a_finding() {
    let (warning, message) =
        only(book("idle").rule("a", says("a")).check("soft", Gate::Specific, |check| {
            check.liftable().require(|_| true, Why::NotNow)
        }));
    assert_eq!(warning, Warning::NeverLifted { check: "soft".into() });
    assert_eq!(
        message,
        "The check \"soft\" may be lifted, but no exception lifts it: write one, or leave .liftable() \
         out."
    );
}

#[test]
fn a_kind_of_action_that_no_rule_concerns_is_a_finding() {
    let (warning, message) =
        only(book("idle").rule("a", |rule| says("a")(rule.on([ActKind::Go, ActKind::Other]))));
    assert_eq!(warning, Warning::KindWithoutRule { kind: "Lost" });
    assert_eq!(
        message,
        "No rule concerns the action kind Lost, so such actions are always refused: add a rule for \
         them, or take the kind out of the game."
    );
}

#[test]
fn the_outline_shows_the_book_as_a_tree() {
    let book = book("outlined")
        .strategy(Strategy::HighestPriority)
        .phase("play", |play| {
            play.when("not over", |_| true)
                .priority(Priority::HIGH)
                .strategy(Strategy::ApplyAll)
                .rule("one", |rule| says("one")(rule.label("special").exclusive("group")))
                .rule("two", |rule| says("two")(rule.exclusive("group")))
        })
        .rule("rest", says("rest"))
        .compile()
        .unwrap();
    assert_eq!(
        book.outline(),
        "outlined — HighestPriority\n  \
           play — ApplyAll, when not over, priority High (75)\n    \
             one, label special, exclusivity group group\n    \
             two, exclusivity group group\n  \
           rest\n"
    );
}
