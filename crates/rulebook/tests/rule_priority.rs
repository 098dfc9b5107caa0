//! What the text "Rule Priority & Conflict Resolution" describes, in our form:
//! its example test, its three patterns, and its migration.

mod common;

use std::sync::mpsc::{Sender, channel};

use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, FaultKind, Lost, Notice, Observer, RefusalKind, Rule, RuleBuilder, Standing,
};

/// The first number is where the king stands, the action where it goes. A
/// distance of two is castling, a distance of one an ordinary move.
fn castling(rule: RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    rule.on(ActKind::Go)
        .label("special-moves")
        .when("two squares", |ask| (ask.action.number() - ask.state.total).abs() == 2)
        .then(|cx, ()| [Ev::Add(cx.action.number() - cx.state.total), Ev::Note("castled")])
}

fn normal(rule: RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    rule.on(ActKind::Go)
        .then(|cx, ()| [Ev::Add(cx.action.number() - cx.state.total), Ev::Note("moved")])
}

fn played(builder: BookBuilder<Sandbox>, to: i64) -> (i64, Vec<&'static str>) {
    let book = builder.compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(to));
    (game.state().total, game.state().log.clone())
}

#[test]
fn given_highest_priority_when_multiple_rules_match_then_the_highest_is_applied() {
    // The text's example test: a root, and in it "low" and "high". The
    // strategy stands on the parent here (M13).
    let book = book("root")
        .strategy(Strategy::HighestPriority)
        .phase("low", |low| low.priority(Priority::LOW).rule("rule", says("Low")))
        .phase("high", |high| high.priority(Priority::HIGH).rule("rule", says("High")))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(0));
    assert_eq!(game.state().log, ["High"]);
}

#[test]
fn pattern_1_special_moves_take_precedence_over_normal_ones() {
    let book = || {
        book("special moves").phase("move", |phase| {
            phase
                .strategy(Strategy::HighestPriority)
                .rule("normal king move", |rule| normal(rule.priority(Priority::NORMAL)))
                .rule("castling", |rule| castling(rule.priority(Priority::HIGH)))
        })
    };
    assert_eq!(played(book(), 2), (2, vec!["castled"]));
    assert_eq!(played(book(), 1), (1, vec!["moved"]));
}

#[test]
fn pattern_2_a_variant_overrides_base_rules_even_their_refusals() {
    let base = book("base")
        .phase("move", |phase| {
            phase
                .strategy(Strategy::HighestPriority)
                .rule("base", refuses(RefusalKind::Disallowed, "the base forbids it"))
                .rule("fallback", says("fallback"))
        })
        .compile()
        .unwrap();
    let outcome = go(&mut start(&base, BOTH[0]), Act::Go(1));
    assert_eq!(outcome.to_string(), "disallowed: Because the base forbids it.");
    let variant = base
        .variant("variant")
        .in_phase("move", |phase| phase.rule("variant", ranks("variant", Priority::OVERRIDE)))
        .compile()
        .unwrap();
    let mut game = start(&variant, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!(game.state().log, ["variant"]);
}

#[test]
fn a_derived_module_overrides_base_rules_with_last_wins() {
    let base = book("base")
        .strategy(Strategy::LastWins)
        .rule("base", says("base"))
        .rule("other base", says("other base"))
        .compile()
        .unwrap();
    let derived = base.variant("derived").rule("derived", says("derived")).compile().unwrap();
    let mut game = start(&derived, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!(game.state().log, ["derived"]);
}

#[test]
fn pattern_3_exclusive_catches_accidental_overlaps_in_development() {
    let book = book("fail fast")
        .phase("move", |phase| {
            phase.strategy(Strategy::Exclusive).rule("rule-a", normal).rule("rule-b", castling)
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert!(go(&mut game, Act::Go(1)).is_committed(), "only one matches");
    let fault = fault(&mut game, Act::Go(3));
    let FaultKind::Conflict { action, ref rules, .. } = fault else {
        panic!("{fault}");
    };
    assert_eq!((action, rules.len()), ("Go", 2));
    assert_eq!(rules[..], ["move/rule-a", "move/rule-b"]);
}

#[test]
fn migration_from_declaration_order_changes_nothing_and_frees_the_order() {
    let before = || {
        book("before")
            .phase("move", |phase| phase.rule("castling", castling).rule("normal", normal))
    };
    let after = || {
        book("after").phase("move", |phase| {
            phase
                .strategy(Strategy::HighestPriority)
                .rule("normal", |rule| normal(rule.priority(Priority::NORMAL)))
                .rule("castling", |rule| castling(rule.priority(Priority::HIGH)))
        })
    };
    for to in -3..=3 {
        assert_eq!(played(before(), to), played(after(), to), "to {to}");
    }
    // The other way round, declaration order alone would have been wrong.
    let swapped = book("swapped")
        .phase("move", |phase| phase.rule("normal", normal).rule("castling", castling));
    assert_ne!(played(swapped, 2), played(after(), 2));
}

/// Sends on what it hears of conflicts.
struct Conflicts(Sender<(String, Vec<(String, Strategy, Lost)>)>, Book<Sandbox>);

impl Observer<Sandbox> for Conflicts {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        if let Notice::Conflict { selected, rejected } = notice {
            let name = |rule| self.1.rule_view(rule).name();
            let rejected =
                rejected.iter().map(|lost| (name(lost.rule), lost.strategy, lost.lost)).collect();
            self.0.send((name(*selected), rejected)).unwrap();
        }
    }
}

#[test]
fn diagnostics_say_what_was_selected_what_was_rejected_and_why() {
    // The text's planned `EvaluateWithDiagnostics` and `OnConflictResolved`.
    let book = book("diagnostics")
        .phase("move", |phase| {
            phase
                .strategy(Strategy::HighestPriority)
                .rule("normal", |rule| normal(rule.priority(Priority::NORMAL)))
                .rule("castling", |rule| castling(rule.priority(Priority::HIGH)))
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(2)).unwrap();
    let rules: Vec<_> = explained.rules().collect();
    let [normal, castling] = &rules[..] else {
        panic!("{explained}");
    };
    assert_eq!(castling.standing, Standing::Selected);
    assert_eq!(castling.priority, Priority::HIGH);
    assert_eq!(castling.label, Some("special-moves"));
    assert!(matches!(
        normal.standing,
        Standing::Lost { how: Lost::ByPriority, strategy: Strategy::HighestPriority, to, .. }
            if to == "move/castling"
    ));
    let (sender, heard) = channel();
    game.observe(Conflicts(sender, book));
    go(&mut game, Act::Go(2));
    go(&mut game, Act::Go(3));
    let told: Vec<_> = heard.try_iter().collect();
    assert_eq!(
        told,
        [(
            "move/castling".to_owned(),
            vec![("move/normal".to_owned(), Strategy::HighestPriority, Lost::ByPriority)]
        )],
        "only the first move was in conflict"
    );
}

#[test]
fn the_same_priorities_give_the_same_order_in_every_run() {
    // Peers: equal priorities in undefined order, 20 runs, 20 orders.
    let words = ["q", "w", "e", "r", "t", "z", "u", "i", "o", "p"];
    for _ in 0..20 {
        let mut builder = book("ties").strategy(Strategy::ApplyAll);
        for word in words {
            builder = builder.rule(word, ranks(word, Priority::HIGH));
        }
        let (_, log) = played(builder, 0);
        assert_eq!(log, words);
    }
}
