//! What is known of such plans elsewhere, sentence by sentence: grouping,
//! filtering, exclusivity masks, what is always true, parity, a golden
//! signature, and skip reasons.

mod common;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Fact, FaultKind, Kind, KindSet, Pass, Passes, Predicate, RuleBuilder, Standing,
};

/// A game with all passes, and how it would be without any.
fn both_ways(
    write: impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>,
) -> [Session<Sandbox>; 2] {
    [Passes::all(), Passes::none()].map(|passes| with_passes(&write, passes, COUNTING))
}

#[test]
fn a_shared_predicate_is_evaluated_once() {
    let calls = Calls::default();
    let shared = counted("shared", &calls, |_| true);
    let share = |rule: RuleBuilder<Sandbox>| skips(rule.while_holds(&shared));
    let book = book("shared")
        .phase("a", |phase| phase.while_holds(&shared).rule("a", share).rule("b", share))
        .phase("c", |phase| phase.while_holds(&shared).rule("c", skips))
        .rule("d", share)
        .rule("e", says("e"));
    let mut game = start(&book.compile().unwrap(), BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!((calls.take(), game.state().log.as_slice()), (1, &["e"][..]));
}

#[test]
fn a_false_predicate_skips_its_group_at_one_evaluation() {
    let (predicate, rules) = (Calls::default(), Calls::default());
    let closed = counted("open", &predicate, |_| false);
    let ask = |rule: RuleBuilder<Sandbox>| says("never")(rule.when("asked", asked(&rules)));
    let book = book("skips")
        .phase("closed", |phase| {
            phase
                .while_holds(&closed)
                .rule("a", ask)
                .phase("deep", |deep| deep.rule("b", ask).rule("c", ask))
        })
        .rule("open", says("open"))
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COUNTING);
    go(&mut game, Act::Go(1));
    assert_eq!((predicate.take(), rules.take()), (1, 0));
    assert_eq!(game.avoided().by(Pass::Linear), 2);
    assert_eq!(game.state().log, ["open"]);
}

#[test]
fn a_predicate_that_stands_apart_is_evaluated_for_itself() {
    // Two that ask the same and are not the same one, and one of a rule's own.
    let (one, two, own) = (Calls::default(), Calls::default(), Calls::default());
    let first = counted("first", &one, |_| true);
    let second = counted("second", &two, |_| true);
    let book = book("apart")
        .rule("a", |rule| skips(rule.while_holds(&first)))
        .rule("b", |rule| skips(rule.while_holds(&second)))
        .rule("c", |rule| skips(rule.when("own", asked(&own))))
        .rule("d", |rule| skips(rule.when("own", asked(&own))))
        .rule("e", |rule| says("e")(rule.while_holds(&first)))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!((one.take(), two.take(), own.take()), (1, 1, 2));
}

#[test]
fn filtering_by_kind_skips_the_rules_of_other_kinds_and_never_changes_an_outcome() {
    let write = |book: BookBuilder<Sandbox>| {
        book.strategy(Strategy::LastWins)
            .rule("any", says("any"))
            .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
            .rule("go or other", |rule| {
                rule.on([ActKind::Go, ActKind::Other])
                    .when("even", |ask| ask.action.number() % 2 == 0)
                    .then(|_, ()| [Ev::Note("go or other")])
            })
            .rule("lost", |rule| {
                refuses(rulebook::RefusalKind::Disallowed, "lost")(rule.on(ActKind::Lost))
            })
    };
    let actions: Vec<_> = (0..4)
        .flat_map(|number| [Act::Go(number), Act::Other(number), Act::Lost(number)])
        .collect();
    let [mut plan, mut reference] = both_ways(write);
    assert_eq!(play(&mut plan, &actions), play(&mut reference, &actions));
    // Go meets three rules of four, Other two, and so does Lost.
    assert_eq!(plan.avoided().by(Pass::Kinds), 4 * (1 + 2 + 2));
}

#[test]
fn a_group_whose_first_entry_is_of_another_kind_is_grouped_all_the_same() {
    for open in [true, false] {
        let calls = Calls::default();
        let write = |book: BookBuilder<Sandbox>| {
            let gate = counted("gate", &calls, move |_| open);
            book.phase("gated", |phase| {
                phase
                    .while_holds(&gate)
                    .rule("first", |rule| says("first")(rule.on(ActKind::Other)))
                    .rule("second", |rule| says("second")(rule.on(ActKind::Go)))
                    .rule("third", |rule| says("third")(rule.on(ActKind::Go)))
            })
            .rule("apart", |rule| says("apart")(rule.while_holds(&gate).on(ActKind::Go)))
            .rule("else", says("else"))
        };
        let [mut plan, mut reference] = both_ways(write);
        let expected = play(&mut reference, &[Act::Go(1)]);
        calls.take();
        assert_eq!(play(&mut plan, &[Act::Go(1)]), expected);
        assert_eq!(calls.take(), 1);
        assert_eq!(plan.state().log, [if open { "second" } else { "else" }]);
        // Where no rule of the phase is for it, nobody asks.
        go(&mut plan, Act::Lost(1));
        assert_eq!(calls.take(), 0);
    }
}

#[test]
fn after_an_applied_rule_the_rest_of_its_exclusivity_group_is_skipped_whole() {
    let (predicate, condition, rule) = (Calls::default(), Calls::default(), Calls::default());
    let shared = counted("shared", &predicate, |_| true);
    let answered = rule.clone();
    let book = book("whole")
        .strategy(Strategy::ApplyAll)
        .rule("a", |rule| says("a")(rule.exclusive("G")))
        .rule("b", |rule| {
            rule.exclusive("G")
                .while_holds(&shared)
                .when("counted", asked(&condition))
                .answer(move |_| {
                    answered.hit();
                    Answer::Match(())
                })
                .then(|_, ()| [Ev::Note("b")])
        })
        .rule("c", says("c"))
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COUNTING);
    go(&mut game, Act::Go(1));
    assert_eq!(game.state().log, ["a", "c"]);
    assert_eq!((predicate.take(), condition.take(), rule.take()), (0, 0, 0));
    assert_eq!(game.avoided().by(Pass::Masks), 1);
}

#[test]
fn matching_without_applying_masks_nothing() {
    let write = |book: BookBuilder<Sandbox>| {
        book.strategy(Strategy::ApplyAll)
            .rule("silent", |rule| rule.exclusive("G").then(|_, ()| ()))
            .rule("skips", |rule| skips(rule.exclusive("G")))
            .rule("a", |rule| says("a")(rule.exclusive("G")))
            .rule("b", |rule| says("b")(rule.exclusive("G")))
    };
    for mut game in both_ways(write) {
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["a"]);
    }
}

#[test]
fn what_is_always_true_is_flagged_and_not_called() {
    let (reads, answers) = (Calls::default(), Calls::default());
    let read = reads.clone();
    let step = Fact::of_state("step", move |table: &Table| {
        read.hit();
        table.step
    });
    let book = book("always")
        .phase("any step", |phase| {
            phase
                .given(&step, KindSet::all())
                .rule("not yet", |rule| skips(rule.when("asked", asked(&answers))))
                .rule("always", |rule| says("always")(rule.given(&step, Step::ALL)))
        })
        .phase("all", |phase| {
            let any = phase.strategy(Strategy::ApplyAll).given(&step, KindSet::all());
            any.rule("also", says("also"))
        })
        .compile()
        .unwrap();
    let flags: Vec<_> = book.plan().unwrap().entries().map(|entry| entry.is_always()).collect();
    assert_eq!(flags, [false, true, true]);
    let text = book.plan().unwrap().to_string();
    assert!(text.contains("  1 any step/always, always\n"), "{text}");
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!(game.state().log, ["always"]);
    assert_eq!((reads.take(), answers.take()), (0, 1));
}

/// A book whose predicate says that it reads the log, and may read more.
fn remembers(predicate: Predicate<Sandbox>) -> BookBuilder<Sandbox> {
    in_parts(book("remembers"))
        .rule("first", |rule| {
            rule.while_holds(&predicate.reads([Of::Log])).then(|_, ()| [Ev::Add(1)])
        })
        .rule("then", says("then"))
}

#[test]
fn a_forced_mismatch_is_caught_by_parity() {
    let poor = Predicate::new("poor", |table: &Table| table.total == 0);
    let book = remembers(poor).compile().unwrap();
    // Without parity the plan goes wrong, and nobody sees it.
    let mut blind = start(&book, BOTH[0]);
    go(&mut blind, Act::Go(1));
    go(&mut blind, Act::Go(1));
    assert_eq!(blind.state().total, 2);
    let mut game = start_with(&book, BOTH[0], COMPARING);
    go(&mut game, Act::Go(1));
    let FaultKind::Diverged { what, reference, plan } = fault(&mut game, Act::Go(1)) else {
        panic!("the predicate reads more than it says");
    };
    assert_eq!(what.name(), "a remembered predicate");
    assert!(reference.contains("\"poor\"") && plan.contains("\"poor\""), "{reference} {plan}");
}

#[test]
fn a_sound_run_is_not_caught_by_parity() {
    let quiet = Predicate::new("quiet", |table: &Table| table.log.is_empty());
    let book = remembers(quiet).rule("last", says("last")).compile().unwrap();
    let mut game = start_with(&book, BOTH[0], COMPARING);
    for number in 0..20 {
        assert!(go(&mut game, Act::Go(number)).is_committed());
    }
    assert_eq!(game.state().total, 20);
}

/// A book in which everything stands that a plan can show.
fn medium() -> BookBuilder<Sandbox> {
    let (step, sign) = (step(), sign());
    let book = in_parts(book("medium"))
        .strategy(Strategy::HighestPriority)
        .when("not over", |table| table.total < 100)
        .rule("any", says("any"));
    calm_phases(book, &step)
        .phase("signs", |phase| {
            phase
                .strategy(Strategy::Exclusive)
                .rule("zero", |rule| {
                    says("zero")(rule.given(&step, Step::Play).given(&sign, Sign::Zero))
                })
                .rule("plus", |rule| {
                    says("plus")(rule.given(&step, Step::Play).given(&sign, Sign::Plus))
                })
        })
        .phase("last", |phase| {
            phase
                .strategy(Strategy::LastWins)
                .rule("end", |rule| says("end")(rule.given(&step, Step::End).on(ActKind::Lost)))
                .rule("over", |rule| {
                    let any = rule.given(&step, KindSet::all());
                    says("over")(any.subject(Subject(1)).subject(Subject(2)))
                })
        })
}

/// The phases of it that share a predicate.
fn calm_phases(book: BookBuilder<Sandbox>, step: &Fact<Sandbox, Step>) -> BookBuilder<Sandbox> {
    let calm = Predicate::new("calm", |table: &Table| table.log.len() < 5).reads([Of::Log]);
    book.phase("drawing", |phase| {
        phase
            .given(step, Step::Draw)
            .rule("draw", |rule| says("draw")(rule.on(ActKind::Go).subject(Subject(7))))
            .rule("redraw", |rule| {
                let rule = rule.on([ActKind::Go, ActKind::Lost]).while_holds(&calm);
                says("redraw")(rule.when("even", |ask| ask.action.number() % 2 == 0))
            })
    })
    .phase("effects", |phase| {
        phase
            .priority(Priority::HIGH)
            .strategy(Strategy::ApplyAll)
            .while_holds(&calm)
            .exclusive("effects")
            .rule("first", |rule| says("first")(rule.given(step, [Step::Play, Step::End])))
            .rule("second", |rule| {
                says("second")(rule.exclusive("second").given(&number(), Sign::Plus))
            })
    })
}

const GOLDEN: &str = "\
medium: 9 entries
  0 effects/first, given step is Play or End, while not over at the start, while calm at the start, exclusivity group effects (root 0), in node 0
  1 effects/second, given number is Plus, while not over at the start, while calm at the start, exclusivity group effects (root 0), exclusivity group second (root 1), in node 0
  2 any, while not over
  3 drawing/draw, on Go, about subject 7, given step is Draw, while not over
  4 drawing/redraw, on Go or Lost, given step is Draw, while not over, while calm, when even
  5 signs/zero, given step is Play, given sign is Zero, while not over, short cut, in node 1
  6 signs/plus, given step is Play, given sign is Plus, while not over, in node 1
  7 last/over, about subject 1 or subject 2, while not over
  8 last/end, on Lost, given step is End, while not over
  node 0: effects, ApplyAll, entries 0 to 1
  node 1: signs, Exclusive, entries 5 to 6
  exclusivity group effects: root 0
  exclusivity group second: root 1
  shared predicate calm, reads part 0: 3 entries
  part 0 is written by Note and Reveal
  Turn may write anything
  Go, Other and Lost are looked up by step and number
";

#[test]
fn the_plan_of_a_book_is_as_it_was() {
    let book = medium().compile().unwrap();
    let plan = book.plan().unwrap();
    assert_eq!(plan.to_string(), GOLDEN, "\n{plan}");
    assert_eq!(plan.signature().to_string(), "04e02a901b3466ab");
}

/// A book in which each rule but the first is passed over for another reason.
fn reasons() -> Book<Sandbox> {
    let step = step();
    book("reasons")
        .strategy(Strategy::ApplyAll)
        .rule("first", |rule| says("first")(rule.exclusive("G")))
        .rule("kind", |rule| says("never")(rule.on(ActKind::Other)))
        .rule("subject", |rule| says("never")(rule.subject(Subject(9))))
        .rule("off", says("never"))
        .rule("masked", |rule| says("never")(rule.exclusive("G")))
        .rule("given", |rule| says("never")(rule.given(&step, Step::Play)))
        .phase("closed", |phase| phase.when("open", |_| false).rule("in it", says("never")))
        .phase("later", |phase| phase.given(&step, Step::End).rule("in it", says("never")))
        .rule("condition", |rule| says("never")(rule.when("asked", |_| false)))
        .rule("itself", skips)
        .compile()
        .unwrap()
}

/// These reasons.
fn expected() -> [(&'static str, Standing<'static, Why>); 10] {
    let closed = |phase, predicate| Standing::PredicateFalse { phase, predicate };
    let condition = |condition| Standing::ConditionFalse { condition };
    [
        ("first", Standing::Selected),
        ("kind", Standing::OtherKind),
        ("subject", kept::other_subject(&[Subject(9).into()])),
        ("off", Standing::Disabled),
        ("masked", Standing::Masked { group: "G" }),
        ("given", condition("step is Play")),
        ("closed/in it", closed("closed", "open")),
        ("later/in it", closed("later", "step is End")),
        ("condition", condition("asked")),
        ("itself", Standing::Skipped),
    ]
}

#[test]
fn skip_reasons_are_recorded() {
    let book = reasons();
    let mut game = start(&book, BOTH[0]);
    game.disable(book.rule("off").unwrap()).unwrap();
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    let said: Vec<_> = explained.rules().map(|report| (report.name, report.standing)).collect();
    assert_eq!(said, expected());
    // An observer is told the same of each rule that was looked at.
    let watcher = Watcher::of(&mut game);
    go(&mut game, Act::Go(1));
    let told = watcher.take();
    let looked_at = ["off", "masked", "given", "later/in it", "condition", "itself"];
    let skipped = expected().into_iter().filter(|(rule, _)| looked_at.contains(rule));
    assert!(told.skipped.iter().cloned().eq(skipped.map(|(rule, why)| (rule.to_owned(), why))));
    // The others were left out, which it is told in sum.
    let left_out = [(Pass::Linear, 1), (Pass::Kinds, 1), (Pass::Subjects, 1), (Pass::Masks, 1)];
    assert_eq!(told.avoided, Counts::from(left_out));
}
