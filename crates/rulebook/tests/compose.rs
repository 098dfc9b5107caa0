//! Books compose: a variant is the base book and a few rules, with clashes of
//! names reported (M35).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, PhaseBuilder, RefusalKind};

fn base() -> Book<Sandbox> {
    book("base")
        .phase("play", |play| {
            play.strategy(Strategy::HighestPriority).rule("move", says("move")).phase(
                "special",
                |special| {
                    special
                        .priority(Priority::HIGH)
                        .when("thirteen", |table: &Table| table.total == 13)
                        .rule("jump", says("jump"))
                },
            )
        })
        .rule("rest", |rule| says("rest")(rule.on(ActKind::Other)))
        .check("small steps", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() < 50, Why::TooLarge(0))
        })
        .compile()
        .unwrap()
}

fn written(book: &Book<Sandbox>, action: Act) -> Vec<&'static str> {
    let mut game = start(book, BOTH[0]);
    let outcome = go(&mut game, action);
    assert!(outcome.is_committed(), "{outcome}");
    game.state().log.clone()
}

fn names(book: &Book<Sandbox>) -> Vec<String> {
    book.rules().map(|rule| rule.name()).collect()
}

/// What is wrong with a variant of the base book.
fn wrong(write: impl FnOnce(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>) -> Vec<Mistake> {
    let found = mistakes(write(base().variant("variant")));
    found.iter().cloned().collect()
}

#[test]
fn a_variant_has_everything_of_the_base_and_its_own_name() {
    let variant = base().variant("variant").compile().unwrap();
    assert_eq!((variant.name(), base().name()), ("variant", "base"));
    assert_eq!(names(&variant), names(&base()));
    assert_eq!(variant.checks().collect::<Vec<_>>(), ["small steps"]);
    assert!(variant.has_digests() && variant.has_revert());
    assert_eq!(written(&variant, Act::Go(1)), ["move"]);
    let refused = go(&mut start(&variant, BOTH[0]), Act::Go(50));
    assert_eq!(violations(refused.refusal().unwrap()), [("small steps", Why::TooLarge(0))]);
}

#[test]
fn a_variant_adds_to_a_named_phase() {
    let base = base();
    let variant = base
        .variant("variant")
        .in_phase("play", |play| play.rule("sprint", ranks("sprint", Priority::OVERRIDE)))
        .in_phase("play/special", |special| special.rule("dive", says("dive")))
        .in_phase("", |root| root.rule("sleep", says("sleep")))
        .compile()
        .unwrap();
    assert_eq!(
        names(&variant),
        ["play/move", "play/special/jump", "rest", "play/sprint", "play/special/dive", "sleep"]
    );
    assert_eq!(written(&variant, Act::Go(1)), ["sprint"]);
    // The base book is not affected.
    assert_eq!(written(&base, Act::Go(1)), ["move"]);
    assert_eq!(names(&base), ["play/move", "play/special/jump", "rest"]);
}

#[test]
fn a_variant_replaces_a_rule_at_its_place() {
    let base = base();
    let variant = base
        .variant("variant")
        .replace("play/move", |rule| {
            refuses(RefusalKind::Disallowed, "nobody moves")(rule.label("new"))
        })
        .compile()
        .unwrap();
    assert_eq!(names(&variant), names(&base));
    let outcome = go(&mut start(&variant, BOTH[0]), Act::Go(1));
    assert!(matches!(
        &outcome.refusal().unwrap().cause,
        Cause::Rule { rule, .. } if rule == "play/move"
    ));
    let rule = variant.rule_view(variant.rule("play/move").unwrap());
    assert_eq!(rule.label(), Some("new"));
    assert_eq!(written(&base, Act::Go(1)), ["move"]);
}

#[test]
fn a_variant_removes_rules_and_phases_with_all_that_is_in_them() {
    let base = base();
    let without_move = base.variant("variant").remove("play/special").compile().unwrap();
    assert_eq!(names(&without_move), ["play/move", "rest"]);
    let without_play = base.variant("variant").remove("play").compile().unwrap();
    assert_eq!(names(&without_play), ["rest"]);
    assert_eq!(written(&without_play, Act::Other(1)), ["rest"]);
    let outcome = go(&mut start(&without_play, BOTH[0]), Act::Go(1));
    assert!(matches!(outcome.refusal().unwrap().cause, Cause::Unhandled { .. }));
    assert_eq!(names(&base).len(), 3);
}

#[test]
fn what_was_removed_can_be_written_anew() {
    let variant = base()
        .variant("variant")
        .remove("play/move")
        .in_phase("play", |play| play.rule("move", says("walk")))
        .compile()
        .unwrap();
    assert_eq!(written(&variant, Act::Go(1)), ["walk"]);
}

#[test]
fn what_was_written_anew_can_be_removed_and_replaced() {
    fn walk(play: PhaseBuilder<'_, Sandbox>) -> PhaseBuilder<'_, Sandbox> {
        play.rule("move", says("walk"))
    }
    let again = |variant: BookBuilder<Sandbox>| variant.remove("play/move").in_phase("play", walk);
    let twice = again(again(base().variant("variant")));
    let replaced = twice.replace("play/move", says("run")).compile().unwrap();
    assert_eq!(written(&replaced, Act::Go(1)), ["run"]);
    // A phase that takes the place of another one has none of its rules.
    let new = base().variant("variant").remove("play/move").remove("play");
    let new = new.phase("play", walk).remove("rest");
    assert_eq!(names(&new.compile().unwrap()), ["play/move"]);
    let wrong = base().variant("variant").remove("play").remove("play/move").compile();
    assert!(wrong.is_err());
}

#[test]
fn a_variant_adds_checks_exceptions_prohibitions_and_invariants() {
    let variant = base()
        .variant("variant")
        .exception("sixty", |exception| {
            exception.lifts("small steps").when(|ask| ask.action.number() == 60)
        })
        .prohibition("not one", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 1, Why::Forbidden)
        })
        .invariant("few words", |invariant| invariant.holds(|table| table.log.len() < 3))
        .compile()
        .unwrap();
    let mut game = start(&variant, BOTH[0]);
    assert!(go(&mut game, Act::Go(60)).is_committed());
    assert!(go(&mut game, Act::Go(2)).is_committed());
    assert!(matches!(go(&mut game, Act::Go(1)), Outcome::Disallowed(_)));
    assert!(matches!(go(&mut game, Act::Go(2)), Outcome::Aborted(_)));
}

#[test]
fn a_variant_may_change_the_strategy_and_what_it_says_last_stands() {
    let base = book("base").rule("a", says("a")).rule("b", says("b")).compile().unwrap();
    let variant = base.variant("variant").strategy(Strategy::LastWins).compile().unwrap();
    assert_eq!(written(&variant, Act::Go(1)), ["b"]);
    assert_eq!(written(&base, Act::Go(1)), ["a"]);
}

#[test]
fn a_variant_of_a_variant_is_a_book_like_any_other() {
    let first = base()
        .variant("first")
        .in_phase("play", |play| play.rule("sprint", ranks("sprint", 90)))
        .compile()
        .unwrap();
    let second = first
        .variant("second")
        .replace("play/sprint", |rule| says("crawl")(rule.priority(90)))
        .compile()
        .unwrap();
    assert_eq!(written(&first, Act::Go(1)), ["sprint"]);
    assert_eq!(written(&second, Act::Go(1)), ["crawl"]);
}

#[test]
fn unknown_names_are_reported_all_at_once() {
    let found = wrong(|variant| {
        variant
            .in_phase("pla", |phase| phase.rule("x", says("x")))
            .in_phase("play/move", |phase| phase.rule("x", says("x")))
            .replace("play/special", says("x"))
            .replace("play/nothing", says("x"))
            .replace("", says("x"))
            .remove("rest/nothing")
            .remove("")
    });
    let phase = |phase: &str| Mistake::UnknownPhase { phase: phase.into() };
    let rule = |rule: &str| Mistake::UnknownRule { rule: rule.into() };
    let gone = |name: &str| Mistake::NothingToRemove { name: name.into() };
    assert_eq!(
        found,
        [
            phase("pla"),
            Mistake::NotAPhase { rule: "play/move".into() },
            Mistake::NotARule { phase: "play/special".into() },
            rule("play/nothing"),
            rule(""),
            gone("rest/nothing"),
            gone(""),
        ]
    );
    assert_eq!(
        found[0].to_string(),
        "There is no phase \"pla\" to change: give its full name, with the phases around it."
    );
    assert_eq!(
        found[1].to_string(),
        "\"play/move\" is a rule, and .in_phase(…) adds to a phase: change it with .replace(…), or \
         give the full name of a phase."
    );
    assert_eq!(
        found[2].to_string(),
        "\"play/special\" is a phase, and .replace(…) changes a rule: change it with .in_phase(…), or \
         .remove(…) it and write it anew."
    );
    assert_eq!(
        found[3].to_string(),
        "There is no rule \"play/nothing\" to change: give its full name, with the phases around it."
    );
    assert_eq!(
        found[5].to_string(),
        "There is nothing named \"rest/nothing\" to remove: give the full name of a rule or phase, \
         with the phases around it, or the name of a check, exception, invariant, guard, trigger or \
         standing rule."
    );
}

#[test]
fn clashes_of_names_are_reported() {
    let found = wrong(|variant| {
        variant
            .rule("rest", says("rest"))
            .in_phase("play", |play| {
                play.rule("special", says("special"))
                    .phase("move", |phase| phase.rule("x", says("x")))
            })
            .check("small steps", Gate::Specific, |check| check.require(|_| true, Why::NotNow))
    });
    let duplicate = |what, name: &str| Mistake::DuplicateName { what, name: name.into() };
    assert_eq!(
        found,
        [
            duplicate("rule", "rest"),
            duplicate("rule", "play/special"),
            duplicate("phase", "play/move"),
            duplicate("check", "small steps"),
        ]
    );
}

#[test]
fn removing_the_last_rule_of_a_phase_leaves_it_empty() {
    let found = wrong(|variant| variant.remove("play/special/jump"));
    assert_eq!(found, [Mistake::EmptyPhase { phase: "play/special".into() }]);
}
