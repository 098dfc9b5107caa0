//! What findings say to people: what to do, and no more names than somebody reads.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::example::Counter;
use rulebook::prelude::*;
use rulebook::{
    About, Certainty, Fact, FactValues, FindingKind, Held, Kind, PhaseBuilder, Played, RuleBuilder,
    Witness,
};

const BY: By = By::Seat(Seat(0));

/// The last sentence of the finding that a rule is shadowed.
fn advice(book: rulebook::BookBuilder<Sandbox>, rule: &str) -> String {
    let analysis = analyse(book);
    let mut shadowed = analysis.of(FindingKind::Shadowed);
    let finding = shadowed.find(|finding| finding.about == About::Rule(rule.into()));
    let text = finding.unwrap_or_else(|| panic!("nothing shadows it:\n{analysis}")).to_string();
    text.rsplit_once("could. ").expect("there is advice").1.to_owned()
}

#[test]
fn what_to_do_for_a_shadowed_rule_depends_on_the_strategy() {
    let pair = |strategy| {
        let first = |rule: RuleBuilder<Sandbox>| says("a")(rule.priority(Priority::HIGH));
        book("pair").strategy(strategy).rule("a", first).rule("b", says("b"))
    };
    let rest = "narrow the other one, or remove it.";
    assert_eq!(advice(pair(Strategy::FirstWins), "b"), format!("Put it first, {rest}"));
    assert_eq!(advice(pair(Strategy::LastWins), "a"), format!("Put it last, {rest}"));
    assert_eq!(
        advice(pair(Strategy::HighestPriority), "b"),
        format!("Give it a higher priority than \"a\", {rest}")
    );
    let keyed = |strategy| {
        let key = |name, key| move |rule: RuleBuilder<Sandbox>| says(name)(rule.key(key));
        book("keyed").strategy(strategy).by_key().rule("a", key("a", 2)).rule("b", key("b", 1))
    };
    let lower = format!("Give it a lower key than \"b\", {rest}");
    assert_eq!(advice(keyed(Strategy::FirstWins), "a"), lower);
    assert_eq!(advice(keyed(Strategy::HighestPriority), "a"), lower);
    let higher = format!("Give it a higher key than \"a\", {rest}");
    assert_eq!(advice(keyed(Strategy::LastWins), "b"), higher);
}

#[test]
fn it_is_the_strategy_where_the_two_part_that_counts() {
    let within = |inner: Strategy, outer: Strategy| {
        book("nested")
            .strategy(outer)
            .phase("one", |one| one.strategy(inner).rule("a", says("a")).rule("b", says("b")))
            .phase("two", |two| two.rule("c", says("c")))
    };
    let rest = "narrow the other one, or remove it.";
    // Both stand in one phase: what is around it does not matter.
    let last = within(Strategy::LastWins, Strategy::HighestPriority);
    assert_eq!(advice(last, "one/a"), format!("Put it last, {rest}"));
    // They stand in two: it is for the phases.
    let first = within(Strategy::LastWins, Strategy::HighestPriority);
    assert_eq!(
        advice(first, "two/c"),
        format!("Give its phase \"two\" a higher priority than the phase \"one\", {rest}")
    );
    let first = within(Strategy::HighestPriority, Strategy::FirstWins);
    assert_eq!(advice(first, "two/c"), format!("Put its phase \"two\" first, {rest}"));
}

#[test]
fn before_several_it_is_enough_to_pass_one() {
    let light = light();
    let dusk = [Light::Dusk, Light::Night];
    let all = |strategy| {
        book("several")
            .strategy(strategy)
            .rule("day", |rule| by(&light, Light::Day)(rule.priority(2)))
            .rule("dusk", |rule| by(&light, dusk)(rule.priority(1)))
            .rule("else", |rule| says("else")(rule.priority(0)))
    };
    let rest = "narrow one of them, or remove it.";
    assert_eq!(advice(all(Strategy::FirstWins), "else"), format!("Put it before them, {rest}"));
    assert_eq!(
        advice(all(Strategy::HighestPriority), "else"),
        format!("Give it a higher priority than they have, {rest}")
    );
    // Where least is moved with it.
    let nested = book("nested").rule("day", by(&light, Light::Day)).phase("rest", |rest| {
        rest.strategy(Strategy::LastWins).rule("else", says("else")).rule("dusk", by(&light, dusk))
    });
    assert_eq!(advice(nested, "rest/else"), format!("Put it after \"rest/dusk\", {rest}"));
}

#[test]
fn also_where_it_was_play_that_found_it() {
    let small = |rule: RuleBuilder<Sandbox>| {
        rule.when("any", |_| true).then(|cx, ()| [Ev::Add(cx.action.number())])
    };
    let book = book("played")
        .strategy(Strategy::LastWins)
        .rule("late", small)
        .rule("small", small)
        .compile()
        .unwrap();
    let search = book.analyse_by_play(|_| Table::default()).universe(|_| vec![(BY, Act::Go(1))]);
    let found = search.games(2).actions(3).run().unwrap();
    let shadowed = found.analysis.of(FindingKind::Shadowed).next().unwrap().to_string();
    let advice =
        "Play more games; if it stays so, put it last, narrow the other one, or remove it.";
    assert!(shadowed.ends_with(advice), "{shadowed}");
}

#[test]
fn a_priority_that_nobody_looks_at_says_who_does_not_and_what_to_do() {
    let found =
        analyse(book("idle").rule("a", |rule| says("a")(maybe_high(rule))).rule("b", says("b")));
    let finding = found.of(FindingKind::RedundantPriority).next().unwrap();
    assert_eq!(
        finding.to_string(),
        "The priority of the rule \"a\" changes nothing: the book is FirstWins and does not look at \
         priorities. Give the book .strategy(Strategy::HighestPriority), or leave it out."
    );
}

fn maybe_high(rule: RuleBuilder<Sandbox>) -> RuleBuilder<Sandbox> {
    rule.when("the total is even", |ask| ask.state.total % 2 == 0).priority(Priority::HIGH)
}

#[test]
fn a_report_names_a_few_and_counts_the_others_and_the_data_has_all() {
    let all = (0..100).fold(book("many"), |book, rule| book.rule(rule.to_string(), says("x")));
    let analysis = analyse(all);
    assert_eq!(analysis.of(FindingKind::Shadowed).count(), 99);
    let report = analysis.to_string();
    assert_eq!(report.matches("is shadowed by").count(), 20);
    let end = "- … and 79 more: `Analysis::findings` has all of them.\n\
               99 findings in the book \"many\": 99 proved, 0 suspected, 0 unknown.";
    assert!(report.ends_with(end), "{report}");
}

#[test]
fn a_finding_names_a_few_rules_and_counts_the_others() {
    let all = (0..100).fold(book("open").strategy(Strategy::Exclusive), |book, rule| {
        book.rule(rule.to_string(), maybe)
    });
    let finding = only(all);
    assert_eq!(finding.rules.len(), 100);
    assert_eq!(
        finding.to_string(),
        "Whether any two of \"0\", \"1\", \"2\", \"3\", \"4\" and 95 more overlap in the book itself, which is \
         Exclusive, is unknown: their own code decides it. Declare their conditions with .given(…), \
         or look for a case by play."
    );
    // Priorities that pass many others, of other kinds.
    let ranked = (0..100).fold(book("ranked").strategy(Strategy::HighestPriority), |book, rule| {
        book.rule(rule.to_string(), move |builder| {
            says("x")(builder.on(ActKind::Go).subject(Subject(rule)))
        })
    });
    let high = |rule: RuleBuilder<Sandbox>| says("x")(rule.on(ActKind::Lost).priority(90));
    let analysis = analyse(ranked.rule("high", high));
    let redundant = analysis.of(FindingKind::RedundantPriority).next().unwrap();
    assert_eq!(redundant.rules.len(), 101);
    let why =
        "it never answers an action that \"0\", \"1\", \"2\", \"3\", \"4\" or 95 more answers";
    assert_eq!(redundant.why, why);
}

#[test]
fn a_case_tells_a_few_conditions_and_counts_the_others() {
    let fact = |nth| FactValues { fact: format!("f{nth}"), values: vec!["A"], at_start: false };
    let held = Held { predicate: "rich".into(), at_start: false };
    let witness = Witness { facts: (0..9).map(fact).collect(), ..Witness::of("Go") };
    assert_eq!(
        Witness { holds: vec![held], ..witness }.to_string(),
        "Go when f0 is A and f1 is A and f2 is A and f3 is A and f4 is A and 5 more conditions"
    );
    let values = vec!["A", "B", "C", "D", "E", "F", "G"];
    let values = FactValues { fact: "f".into(), values, at_start: false };
    assert_eq!(values.to_string(), "f is A or B or C or D or E or 2 more");
}

#[test]
fn what_was_seen_at_once_was_seen_at_the_start() {
    let played = Played { seed: Seed(7), before: Vec::new(), action: "Go by seat 0".into() };
    assert_eq!(played.to_string(), "Go by seat 0 at the start of the game with seed 7");
}

#[test]
fn a_game_without_kinds_has_no_action_of_the_name_any() {
    let light = Fact::of_state("light", |total: &u32| Light::ALL[*total as usize % 3]);
    let counter = || Book::<Counter>::builder("counter");
    let gap = counter()
        .rule("count", |rule| rule.given(&light, Light::Day).then(|cx, ()| [*cx.action]))
        .compile()
        .unwrap()
        .analyse();
    assert_eq!(
        gap.findings()[0].to_string(),
        "No rule answers any action when light is Dusk or Night, if the game ever gets there. Add a rule for \
         it, or a check that says why it is refused."
    );
    let count = |rule: RuleBuilder<Counter>| rule.then(|cx, ()| [*cx.action]);
    let overlap = counter().strategy(Strategy::Exclusive).rule("a", count).rule("b", count);
    assert_eq!(
        overlap.compile().unwrap().analyse().findings()[0].to_string(),
        "\"a\" and \"b\" overlap in the book, which is Exclusive: every action is a fault. Narrow one \
         of them, or give the phase another strategy."
    );
    let never =
        counter().rule("never", |rule| rule.when("never", |_| false).then(|cx, ()| [*cx.action]));
    let mut game = never.compile().unwrap().start(0, Seed(1)).unwrap();
    let refused = game.submit(Seat(0), 1).unwrap();
    assert_eq!(refused.to_string(), "invalid: No rule of an active phase handles the action.");
}

#[test]
fn a_clean_report_says_how_much_was_looked_at() {
    let small = book("small").rule("work", says("work"));
    let report = analyse(small);
    assert_eq!(report.to_string(), "Nothing was found in the 1 rule of the book \"small\".");
    assert_eq!((report.rules(), report.opaque()), (1, 0));
    let mixed = book("mixed").rule("a", maybe).rule("b", maybe).rule("c", says("c"));
    let report = analyse(mixed);
    assert_eq!(
        report.to_string(),
        "Nothing was found in the 3 rules of the book \"mixed\". Whether 2 of them answer, only their \
         own code decides."
    );
    assert_eq!((report.rules(), report.opaque()), (3, 2));
    assert!(report.is_clean() && report.extent().is_none());
}

#[test]
fn a_rule_that_no_step_allows_may_be_allowed_by_one() {
    let analysis = analyse(
        book("steps")
            .turn(
                |table: &Table| table.step,
                Why::NotNow,
                |turn| turn.step(Step::Draw, |step| step.allows(ActKind::Go).leads_to(Step::Draw)),
            )
            .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
            .rule("lost", |rule| says("lost")(rule.on(ActKind::Lost))),
    );
    let lost = analysis.of(FindingKind::Unreachable).next().unwrap();
    assert_eq!(lost.certainty, Certainty::Proved);
    assert_eq!(
        lost.to_string(),
        "The rule \"lost\" is never reached: no step allows its actions. Let a step allow them, or \
         remove the rule."
    );
}

/// A phase in which nothing but its own code decides.
fn in_code(phase: PhaseBuilder<'_, Sandbox>) -> PhaseBuilder<'_, Sandbox> {
    phase.rule("maybe", maybe)
}

#[test]
fn that_their_own_code_decides_is_not_said_of_rules_that_were_played() {
    let book = book("played").phase("p", in_code).rule("else", says("else")).compile().unwrap();
    let search = book.analyse_by_play(|_| Table::default()).universe(|_| vec![(BY, Act::Go(1))]);
    let both = search.games(2).actions(3).run().unwrap().and(book.analyse());
    let report = both.to_string();
    assert!(!report.contains("own code"), "{report}");
}
