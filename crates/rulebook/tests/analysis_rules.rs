//! Rules that are never reached and phases that are never open: each planted in a
//! book, with a sound twin.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{
    About, AnalysisOptions, Certainty, FindingKind, KindSet, Predicate, Rule, RuleBuilder,
};

#[test]
fn a_rule_behind_one_that_always_answers_is_shadowed() {
    let finding = only(book("shadow").rule("a", says("a")).rule("b", says("b")));
    assert_eq!(finding.kind, FindingKind::Shadowed);
    assert_eq!(finding.about, About::Rule("b".into()));
    assert_eq!(finding.rules, ["b", "a"]);
    assert_eq!((finding.certainty, &finding.witness), (Certainty::Proved, &None));
    assert_eq!(
        finding.to_string(),
        "The rule \"b\" is shadowed by \"a\", which answers before it whenever it could. Put it \
         first, narrow the other one, or remove it."
    );
    is_clean(book("sound").rule("b", maybe).rule("a", says("a")));
}

#[test]
fn also_where_its_own_code_would_decide() {
    assert_eq!(only(book("shadow").rule("a", says("a")).rule("b", maybe)).rules, ["b", "a"]);
}

#[test]
fn a_rule_whose_own_code_decides_shadows_nothing() {
    is_clean(book("sound").rule("a", maybe).rule("b", maybe).rule("c", says("c")));
    let answers = |rule: RuleBuilder<Sandbox>| {
        rule.answer(|_| Answer::<(), Why>::Match(())).then(|_, ()| [Ev::Note("a")])
    };
    is_clean(book("sound").rule("a", answers).rule("b", says("b")));
}

#[test]
fn the_order_of_asking_says_who_comes_first() {
    let pair = |strategy| {
        book("order")
            .strategy(strategy)
            .rule("a", says("a"))
            .rule("b", |rule| says("b")(rule.priority(Priority::HIGH)))
    };
    let shadowed = |strategy| {
        let analysis = analyse(pair(strategy));
        let mut shadowed = analysis.of(FindingKind::Shadowed);
        shadowed.next().map(|finding| finding.rules.clone())
    };
    let (a, b) = ("a".to_owned(), "b".to_owned());
    assert_eq!(shadowed(Strategy::FirstWins), Some(vec![b.clone(), a.clone()]));
    assert_eq!(shadowed(Strategy::LastWins), Some(vec![a.clone(), b.clone()]));
    assert_eq!(shadowed(Strategy::HighestPriority), Some(vec![a, b]));
    assert_eq!(shadowed(Strategy::Exclusive), None);
    assert_eq!(shadowed(Strategy::ApplyAll), None);
}

#[test]
fn several_rules_shadow_one_together_and_only_those_are_named() {
    let light = light();
    let planted = book("together")
        .rule("by day", by(&light, Light::Day))
        .rule("maybe", maybe)
        .rule("at dusk", by(&light, Light::Dusk))
        .rule("from dusk on", by(&light, [Light::Dusk, Light::Night]))
        .rule("else", says("else"));
    let finding = only(planted);
    assert_eq!(finding.rules, ["else", "by day", "from dusk on"]);
    assert_eq!(
        finding.to_string(),
        "The rule \"else\" is shadowed by \"by day\" and \"from dusk on\" together: one of them \
         answers before it whenever it could. Put it before them, narrow one of them, or remove \
         it."
    );
    is_clean(
        book("sound")
            .rule("by day", by(&light, Light::Day))
            .rule("at dusk", by(&light, Light::Dusk))
            .rule("else", says("else")),
    );
}

#[test]
fn subjects_and_kinds_are_told_apart() {
    let planted = book("subjects")
        .rule("one", |rule| says("one")(rule.on(ActKind::Go).subject(Subject(1))))
        .rule("two", |rule| says("two")(rule.on(ActKind::Go).subject(Subject(2))))
        .rule("both", |rule| {
            says("both")(rule.on(ActKind::Go).subject(Subject(1)).subject(Subject(2)))
        })
        .rule("else", says("else"));
    assert_eq!(only(planted).rules, ["both", "one", "two"]);
    is_clean(
        book("sound")
            .rule("one", |rule| says("one")(rule.on(ActKind::Go).subject(Subject(1))))
            .rule("two", |rule| says("two")(rule.on(ActKind::Other).subject(Subject(2))))
            .rule("both", |rule| {
                says("both")(rule.on(ActKind::Go).subject(Subject(1)).subject(Subject(2)))
            })
            .rule("else", says("else")),
    );
}

#[test]
fn a_predicate_that_both_need_does_not_stand_between() {
    let even = Predicate::new("even", |table: &Table| table.total % 2 == 0);
    let odd = Predicate::new("odd", |table: &Table| table.total % 2 == 1);
    let needs = |predicate: &Predicate<Sandbox>| {
        let predicate = predicate.clone();
        move |rule: RuleBuilder<Sandbox>| says("needs")(rule.while_holds(&predicate))
    };
    let planted = |second: &Predicate<Sandbox>| {
        book("shared")
            .rule("a", needs(&even))
            .phase("p", |phase| phase.while_holds(second).rule("b", says("b")))
            .rule("else", says("else"))
    };
    assert_eq!(only(planted(&even)).rules, ["p/b", "a"]);
    is_clean(planted(&odd));
    // A predicate that a phase has for itself is the same for all below it.
    let within = book("own").phase("p", |phase| {
        phase.when("even", |table| table.total % 2 == 0).rule("a", says("a")).rule("b", says("b"))
    });
    assert_eq!(only(within.rule("else", says("else"))).rules, ["p/b", "p/a"]);
}

/// A rule that writes its name by day.
fn day(
    light: &rulebook::Fact<Sandbox, Light>,
    name: &'static str,
) -> impl Fn(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let light = light.clone();
    move |rule| rule.given(&light, Light::Day).then(move |_, ()| [Ev::Note(name)])
}

/// What a rule below ApplyAll asks is about the working state.
#[test]
fn below_apply_all_only_what_is_asked_together_shadows() {
    let light = light();
    // The second is asked after what the first has done.
    let all = || book("all").strategy(Strategy::ApplyAll);
    is_clean(all().rule("a", says("a")).rule("b", says("b")));
    // In a phase where one decides, both are asked about the same state.
    let inner = |first: Option<&'static str>, last: Option<&'static str>| {
        let masked = |rule: RuleBuilder<Sandbox>, group: Option<&'static str>| match group {
            Some(group) => rule.exclusive(group),
            None => rule,
        };
        let inner = all().rule("first", |rule| says("first")(masked(rule, first)));
        let inner = inner.phase("p", |p| {
            p.rule("a", |rule| day(&light, "a")(masked(rule, first.or(last))))
                .rule("b", day(&light, "b"))
        });
        inner.rule("last", |rule| says("last")(masked(rule, last)))
    };
    assert_eq!(only(inner(None, None)).rules, ["p/b", "p/a"]);
    // One that is masked decides nothing, and the other is asked.
    is_clean(inner(Some("group"), None));
    // But nothing of the group comes before it here.
    assert_eq!(only(inner(None, Some("group"))).rules, ["p/b", "p/a"]);
}

/// What stands before an ApplyAll phase as a whole is about the starting state.
#[test]
fn before_apply_all_the_first_rule_that_could_be_chosen_counts() {
    let light = light();
    let whole = |second: Light| {
        let second = by(&light, second);
        let book = book("whole").rule("by day", day(&light, "by day"));
        let analysis = analyse(book.phase("p", |p| {
            p.strategy(Strategy::ApplyAll).rule("a", day(&light, "a")).rule("b", second)
        }));
        let shadowed = analysis.of(FindingKind::Shadowed);
        shadowed.map(|found| found.rules.clone()).collect::<Vec<_>>()
    };
    assert_eq!(whole(Light::Day), [["p/a", "by day"], ["p/b", "by day"]]);
    // If the second begins, the first has been passed over.
    assert_eq!(whole(Light::Night), [["p/a", "by day"]]);
}

/// A rule that is asked after another one of its phase is asked about another
/// state than those before the phase.
#[test]
fn what_was_asked_about_a_state_that_is_gone_shadows_nothing() {
    let light = light();
    let book = book("gone")
        .strategy(Strategy::ApplyAll)
        .rule("first", |rule| says("first")(rule.on(ActKind::Go)))
        .phase("one of them", |one| {
            one.rule("by day", by(&light, Light::Day)).phase("all", |all| {
                all.strategy(Strategy::ApplyAll)
                    .rule("dawn", |rule| {
                        rule.given(&light, Light::Night).then(|_, ()| [Ev::Add(1)])
                    })
                    .rule("work", by(&light, Light::Day))
            })
        })
        .rule("last", says("last"))
        .compile()
        .unwrap();
    let analysis = book.analyse();
    assert_eq!(analysis.of(FindingKind::Shadowed).count(), 0, "{analysis}");
    // At night it dawns, and then there is work.
    let night = Table { total: 2, ..Table::default() };
    let mut game = book.start(night, Seed(1)).unwrap();
    game.submit(Seat(0), Act::Go(1)).unwrap();
    assert_eq!(game.state().log, ["first", "by light", "last"]);
    // Those that want nothing themselves stand before all of it.
    let shadowed = book.variant("gone").replace("one of them/by day", says("always")).compile();
    let shadowed = shadowed.unwrap().analyse();
    let rules: Vec<_> = shadowed.of(FindingKind::Shadowed).map(|found| &found.rules[0]).collect();
    assert_eq!(rules, ["one of them/all/dawn", "one of them/all/work"]);
}

#[test]
fn conditions_that_contradict_each_other_are_never_met() {
    let light = light();
    let within = |phase: KindSet<Light>, rule: KindSet<Light>| {
        let light = light.clone();
        book("contradiction")
            .phase("night", |night| night.given(&light, phase).rule("work", by(&light, rule)))
            .rule("else", says("else"))
    };
    let finding = only(within(Light::Night.into(), [Light::Day, Light::Dusk].into()));
    assert_eq!(finding.kind, FindingKind::Unreachable);
    assert_eq!(finding.certainty, Certainty::Proved);
    assert_eq!(
        finding.to_string(),
        "The rule \"night/work\" is never reached: \"light is Day or Dusk\" and \"light is Night\" \
         of the phase \"night\" cannot hold together. Correct a condition, or remove the rule."
    );
    is_clean(within([Light::Dusk, Light::Night].into(), [Light::Day, Light::Dusk].into()));
    let nothing = only(within(Light::Night.into(), KindSet::none()));
    assert_eq!(nothing.why, "\"light is none of its values\" never holds");
}

#[test]
fn below_apply_all_a_contradiction_may_be_mended_by_an_earlier_rule() {
    let light = light();
    let below = |first: bool| {
        let light = light.clone();
        book("mended").phase("all", |all| {
            let all = all.strategy(Strategy::ApplyAll);
            let all = if first { all.rule("first", says("first")) } else { all };
            all.phase("night", |night| {
                night.given(&light, Light::Night).rule("work", by(&light, Light::Day))
            })
            .rule("last", says("last"))
        })
    };
    is_clean(below(true));
    assert_eq!(
        only(below(false)).why,
        "\"light is Day\" and \"light is Night\" of the phase \"all/night\" cannot hold together, \
         and no rule before it can change that"
    );
}

#[test]
fn a_phase_that_contradicts_those_around_it_is_dead_with_all_its_rules() {
    let (light, step) = (light(), at());
    let nested = |inner: KindSet<Light>| {
        let (light, step) = (light.clone(), step.clone());
        book("dead")
            .phase("night", |night| {
                night.given(&light, [Light::Dusk, Light::Night]).phase("market", |market| {
                    market
                        .given(&light, inner)
                        .phase("stalls", |stalls| {
                            stalls.given(&step, At::Play).rule("sell", says("sell"))
                        })
                        .rule("buy", says("buy"))
                })
            })
            .rule("else", says("else"))
    };
    let finding = only(nested(Light::Day.into()));
    assert_eq!(finding.kind, FindingKind::DeadPhase);
    assert_eq!(finding.about, About::Phase("night/market".into()));
    assert_eq!(finding.rules, ["night/market/stalls/sell", "night/market/buy"]);
    assert_eq!(
        finding.to_string(),
        "The phase \"night/market\" is never of use: \"light is Day\" and \"light is Dusk or Night\" \
         of the phase \"night\" cannot hold together. Its 2 rules are never asked. Correct a \
         condition, or remove the phase."
    );
    is_clean(nested([Light::Day, Light::Dusk].into()));
}

#[test]
fn an_action_that_no_step_allows_reaches_no_rule() {
    let turn = |allowed: KindSet<ActKind>| {
        book("steps")
            .turn(
                |table| table.step,
                Why::NotNow,
                |turn| turn.step(Step::Draw, |step| step.allows(allowed).leads_to(Step::Draw)),
            )
            .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
            .rule("else", |rule| says("else")(rule.on([ActKind::Other, ActKind::Lost])))
    };
    let analysis = analyse(turn([ActKind::Go, ActKind::Other].into()));
    assert_eq!(analysis.of(FindingKind::Unreachable).count(), 0, "Other is allowed");
    let analysis = analyse(turn(ActKind::Go.into()));
    let finding = analysis.of(FindingKind::Unreachable).next().unwrap();
    assert_eq!((finding.about.name(), &*finding.why), ("else", "no step allows its actions"));
    is_clean(turn(KindSet::all()));
    // A variant may have no use for the steps.
    let base = turn(ActKind::Go.into()).compile().unwrap();
    is_clean(base.variant("free").remove("the step allows it"));
}

#[test]
fn a_budget_that_is_spent_leaves_the_question_open() {
    let light = light();
    let planted = book("budget")
        .rule("by day", by(&light, Light::Day))
        .rule("at dusk", by(&light, Light::Dusk))
        .rule("at night", by(&light, Light::Night))
        .rule("else", says("else"))
        .compile()
        .unwrap();
    assert_eq!(planted.analyse().proved().count(), 1);
    let hasty = planted.analyse_with(AnalysisOptions { budget: 2 });
    assert_eq!(hasty.proved().count(), 0);
    let open: Vec<_> = hasty.with(Certainty::Unknown).map(|found| found.to_string()).collect();
    assert_eq!(
        open[0],
        "Whether the rule \"else\" is shadowed is unknown: the budget was not enough to find out. \
         Analyse it with a larger budget."
    );
}

/// A false proof would be worse than none: the plan and the reference mean the
/// same, so the analysis says the same.
#[test]
fn the_passes_of_the_plan_do_not_matter() {
    let light = light();
    let planted = |passes| {
        let book = book("passes").strategy(Strategy::LastWins).passes(passes);
        analyse(book.rule("a", by(&light, Light::Day)).rule("b", says("b")))
    };
    let (with, without) = (planted(rulebook::Passes::all()), planted(rulebook::Passes::none()));
    assert_eq!(with, without);
    assert_eq!(with.of(FindingKind::Shadowed).count(), 1);
}
