//! What is evaluated when: phase predicates see the starting state, conditions
//! the working state, and neither is evaluated twice (M16).

mod common;

use common::plan::{self, COMPARING};
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Detail, Fact, FaultKind, Notice, Observer, Pass, Passes, PhaseBuilder, Recovery,
    RuleBuilder,
};

/// A phase predicate that holds and counts.
fn counted<'b>(phase: PhaseBuilder<'b, Sandbox>, calls: &Calls) -> PhaseBuilder<'b, Sandbox> {
    let calls = calls.clone();
    phase.when("counted", move |_| {
        calls.hit();
        true
    })
}

/// A rule with a condition that counts and holds or not.
fn asks(
    calls: &Calls,
    holds: bool,
) -> impl FnOnce(RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> + use<> {
    let calls = calls.clone();
    move |rule| {
        rule.when("counted", move |_| {
            calls.hit();
            holds
        })
        .candidates(|offer| offer.push(Act::Go(1)))
        .then(|_, ()| [Ev::Add(1)])
    }
}

/// The first rule writes a word; everything else looks at it.
fn after_a_word(write: impl FnOnce(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>) -> Vec<Table> {
    let builder = book("looks").strategy(Strategy::ApplyAll).rule("one", says("one"));
    let book = write(builder).compile().unwrap();
    BOTH.map(|recovery| {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(0));
        game.state().clone()
    })
    .into()
}

#[test]
fn phase_predicates_see_the_starting_state_and_conditions_the_working_state() {
    let tables = after_a_word(|book| {
        book.phase("begun empty", |phase| {
            phase.when("empty", |table: &Table| table.log.is_empty()).rule("two", |rule| {
                rule.when("not empty any more", |ask| !ask.state.log.is_empty())
                    .then(|_, ()| [Ev::Note("two")])
            })
        })
        .phase("not yet", |phase| {
            phase
                .when("not empty", |table: &Table| !table.log.is_empty())
                .rule("three", says("three"))
        })
    });
    for table in tables {
        assert_eq!(table.log, ["one", "two"]);
    }
}

#[test]
fn so_do_the_predicates_of_phases_in_phases() {
    let tables = after_a_word(|book| {
        book.phase("outer", |outer| {
            outer.strategy(Strategy::ApplyAll).rule("two", says("two")).phase("inner", |inner| {
                inner
                    .when("empty", |table: &Table| table.log.is_empty())
                    .phase("innermost", |innermost| {
                        innermost
                            .when("still empty", |table: &Table| table.log.is_empty())
                            .rule("three", says("three"))
                    })
                    .rule("instead", says("instead"))
            })
        })
    });
    for table in tables {
        assert_eq!(table.log, ["one", "two", "three"]);
    }
}

#[test]
fn a_predicate_behind_a_closed_phase_is_not_evaluated() {
    // It may rely on what the outer one says.
    let calls = Calls::default();
    let tables = after_a_word(|book| {
        book.phase("closed", |closed| {
            closed
                .when("never", |_| false)
                .phase("inner", |inner| counted(inner, &calls).rule("two", says("two")))
        })
    });
    assert_eq!(tables[0].log, ["one"]);
    assert_eq!(calls.take(), 0);
}

#[test]
fn nor_is_it_under_another_strategy_or_for_legal_actions() {
    let calls = Calls::default();
    let book = book("closed")
        .phase("closed", |closed| {
            closed.when("never", |_| false).phase("inner", |inner| {
                counted(inner, &calls).rule("one", |rule| {
                    rule.candidates(|offer| offer.push(Act::Go(1))).then(|_, ()| [Ev::Note("one")])
                })
            })
        })
        .rule("two", says("two"))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(game.legal(Seat(0)).unwrap(), []);
    go(&mut game, Act::Go(0));
    assert_eq!((calls.take(), game.state().log.len()), (0, 1));
}

#[test]
fn the_second_predicate_of_a_phase_is_not_evaluated_when_the_first_is_false() {
    let calls = Calls::default();
    let book = book("two predicates")
        .phase("closed", |closed| {
            counted(closed.when("never", |_| false), &calls).rule("one", says("one"))
        })
        .rule("two", says("two"))
        .compile()
        .unwrap();
    go(&mut start(&book, BOTH[0]), Act::Go(0));
    assert_eq!(calls.take(), 0);
}

#[test]
fn a_predicate_is_evaluated_once_for_a_version_of_the_state() {
    let calls = Calls::default();
    for (strategy, recovery) in [
        (Strategy::FirstWins, Recovery::Snapshot),
        (Strategy::ApplyAll, Recovery::Snapshot),
        (Strategy::ApplyAll, Recovery::Revert),
    ] {
        let book = book("once")
            .phase("outer", |outer| {
                counted(outer.strategy(strategy), &calls)
                    .phase("inner", |inner| {
                        inner
                            .rule("a", |rule| skips(rule.on(ActKind::Lost)))
                            .rule("b", asks(&Calls::default(), false))
                    })
                    .rule("c", asks(&Calls::default(), true))
                    .rule("d", |rule| says("d")(rule.on(ActKind::Go)))
            })
            .compile()
            .unwrap();
        let mut game = start(&book, recovery);
        // Legal actions, a preview and the submit all read the same version.
        let legal = game.legal(Seat(0)).unwrap();
        assert_eq!(game.legal(Seat(1)).unwrap().len(), legal.len());
        game.preview(Seat(0), &Act::Go(1)).unwrap();
        assert_eq!(calls.take(), 1, "{strategy}");
        assert!(game.play(legal[0].clone()).unwrap().is_committed());
        assert_eq!(calls.take(), 0, "{strategy}");
        // The next version is another one.
        go(&mut game, Act::Go(1));
        assert_eq!(calls.take(), 1, "{strategy}");
        // Undo brings an old version back, for which the answer may be kept
        // only if it is the right one.
        game.undo().unwrap();
        go(&mut game, Act::Go(1));
        assert!(calls.take() <= 1);
    }
}

#[test]
fn a_kept_answer_is_never_taken_for_another_version() {
    let book = book("versions")
        .phase("even", |even| {
            even.when("even", |table: &Table| table.total % 2 == 0)
                .rule("even", |rule| rule.then(|_, ()| [Ev::Add(1), Ev::Note("even")]))
        })
        .rule("odd", |rule| rule.then(|_, ()| [Ev::Add(1), Ev::Note("odd")]))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        for _ in 0..4 {
            go(&mut game, Act::Go(0));
        }
        game.undo().unwrap();
        game.undo().unwrap();
        game.preview(Seat(0), &Act::Go(0)).unwrap();
        let mut fork = game.fork();
        for game in [&mut game, &mut fork] {
            go(game, Act::Go(0));
            go(game, Act::Go(0));
            assert_eq!(game.state().log, ["even", "odd", "even", "odd"]);
        }
        let mut line = game.search(Seed(1));
        line.push(Seat(0), Act::Go(0)).unwrap();
        line.pop();
        line.push(Seat(0), Act::Go(0)).unwrap();
        line.push(Seat(0), Act::Go(0)).unwrap();
        assert_eq!(line.state().log[4..], ["even", "odd"]);
    }
}

#[test]
fn a_condition_is_evaluated_once_for_each_action_and_state() {
    let (matching, unmet) = (Calls::default(), Calls::default());
    for strategy in
        [Strategy::FirstWins, Strategy::HighestPriority, Strategy::Exclusive, Strategy::ApplyAll]
    {
        let book = book("once")
            .phase("effects", |effects| {
                effects
                    .strategy(strategy)
                    .rule("unmet", asks(&unmet, false))
                    .rule("matching", asks(&matching, true))
            })
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        go(&mut game, Act::Go(1));
        assert_eq!((unmet.take(), matching.take()), (1, 1), "{strategy}");
    }
}

#[test]
fn each_condition_of_an_exclusive_book_is_evaluated_once_whatever_comes_of_it() {
    // By number of the action: which rules are decisive, and what comes of it.
    let courses: [(&[u32], &str); 5] = [
        (&[], "invalid: No rule"),
        (&[1], "committed"),
        (&[1, 2], "2 of its children are decisive for the action Go: \"1\", \"2\"."),
        (&[3], "disallowed"),
        (&[0, 2, 3], "3 of its children are decisive for the action Go: \"0\", \"2\", \"3\"."),
    ];
    let calls = Calls::default();
    let decides = move |rule: u32, ask: &Ask<'_, Sandbox>| {
        courses[ask.action.number() as usize].0.contains(&rule)
    };
    let mut builder = book("exclusive").strategy(Strategy::Exclusive);
    for number in 0..4 {
        let (condition, answer) = (calls.clone(), calls.clone());
        builder = builder.rule(number.to_string(), |rule| {
            rule.when("counted", move |ask| {
                condition.hit();
                number > 1 || decides(number, ask)
            })
            .answer(move |ask| {
                answer.hit();
                match decides(number, ask) {
                    true if number == 3 => Answer::disallowed(Why::NotNow),
                    true => Answer::Match(()),
                    false => Answer::Skip,
                }
            })
            .then(|_, ()| [Ev::Add(1)])
        });
    }
    let book = builder.compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        for (number, (decisive, came)) in (0..).zip(courses) {
            let told = match game.submit(Seat(0), Act::Go(number)) {
                Ok(outcome) => outcome.to_string(),
                Err(fault) => fault.to_string(),
            };
            assert!(told.contains(came), "{told}");
            // All conditions, and the answers of those whose conditions hold.
            let holding = decisive.iter().filter(|rule| **rule < 2).count() + 2;
            assert_eq!(calls.take(), 4 + holding, "{told}");
        }
    }
}

#[test]
fn an_apply_all_phase_is_not_asked_again_after_it_was_found_decisive() {
    // M15: deciding that the phase competes must not be asked twice.
    let calls = Calls::default();
    let book = book("once")
        .strategy(Strategy::Exclusive)
        .phase("effects", |effects| {
            effects
                .strategy(Strategy::ApplyAll)
                .rule("unmet", asks(&calls, false))
                .rule("first", asks(&calls, true))
                .rule("second", asks(&calls, true))
        })
        .rule("silent", skips)
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 3);
}

/// Wants to know everything.
struct Curious;

impl Observer<Sandbox> for Curious {
    fn notice(&mut self, _: &Notice<'_, Sandbox>) {}
    fn detail(&self) -> Detail {
        Detail::Decisions
    }
}

#[test]
fn a_false_predicate_is_evaluated_once_even_when_somebody_watches() {
    let calls = Calls::default();
    let asked = calls.clone();
    let book = book("watched")
        .phase("closed", move |closed| {
            closed
                .when("never", move |_| {
                    asked.hit();
                    false
                })
                .rule("one", says("one"))
        })
        .rule("two", says("two"))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    game.observe(Curious);
    go(&mut game, Act::Go(0));
    assert_eq!(calls.take(), 1);
}

#[test]
fn a_rule_of_another_kind_or_switched_off_is_not_asked() {
    let calls = Calls::default();
    let book = book("not asked")
        .rule("other kind", |rule| asks(&calls, true)(rule.on(ActKind::Lost)))
        .rule("other subject", |rule| asks(&calls, true)(rule.subject(Subject(99))))
        .rule("off", asks(&calls, true))
        .rule("on", says("on"))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    game.disable(book.rule("off").unwrap()).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!((calls.take(), game.state().log.len()), (0, 1));
}

/// How many phases there are of one shape.
const MANY: i64 = 40;

/// Under ApplyAll, one phase for each subject; `ask` says what it waits for.
fn a_phase_for_each_subject(
    passes: Passes,
    ask: impl for<'b> Fn(PhaseBuilder<'b, Sandbox>) -> PhaseBuilder<'b, Sandbox>,
) -> Book<Sandbox> {
    let each = (0..MANY).fold(book("many").passes(passes), |book, number| {
        let subject = Subject(number as u32);
        book.phase(format!("{number}"), |phase| {
            ask(phase)
                .strategy(Strategy::ApplyAll)
                .rule("move", |rule| rule.subject(subject).then(|_, ()| [Ev::Move(Step::Play)]))
                .rule("say", |rule| says("said")(rule.subject(subject)))
        })
    });
    each.strategy(Strategy::ApplyAll).rule("each", says("each")).compile().unwrap()
}

#[test]
fn before_the_first_event_nobody_asks_phases_whose_rules_are_about_other_subjects() {
    for passes in [Passes::all(), Passes::none(), Passes::all().without(Pass::Subjects)] {
        let calls = Calls::default();
        let book = a_phase_for_each_subject(passes, |phase| counted(phase, &calls));
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            go(&mut game, Act::Go(3));
            assert_eq!(calls.take(), 1, "{passes:?}");
            assert_eq!(game.state().log, ["said", "each"]);
            // Nobody is about a negative number.
            go(&mut game, Act::Go(-1));
            assert_eq!(calls.take(), 0, "{passes:?}");
        }
    }
}

#[test]
fn one_that_panics_is_in_nobodys_way_where_it_is_not_asked() {
    for passes in [Passes::all(), Passes::none()] {
        let book = book("panics")
            .strategy(Strategy::ApplyAll)
            .passes(passes)
            .rule("one", says("one"))
            .phase("never", |phase| {
                phase
                    .when("panics", |_| panic!("nobody should have asked"))
                    .rule("two", |rule| says("two")(rule.subject(Subject(2))))
            })
            .compile()
            .unwrap();
        let mut game = start_with(&book, BOTH[0], COMPARING);
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["one"]);
        // The one that is asked is asked before anything happens.
        let FaultKind::Panic { place, .. } = fault(&mut game, Act::Go(2)) else {
            panic!("it is asked");
        };
        assert!(place.contains("the predicate \"panics\""), "{place}");
        assert_eq!(game.state().log, ["one"]);
    }
}

#[test]
fn what_phases_declare_is_read_once_and_kept_from_the_start() {
    for passes in [Passes::all(), Passes::none(), Passes::all().without(Pass::Facts)] {
        let reads = Calls::default();
        let counted = reads.clone();
        let step = Fact::of_state("step", move |table: &Table| {
            counted.hit();
            table.step
        });
        let book = a_phase_for_each_subject(passes, |phase| phase.given(&step, Step::Draw));
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            reads.take();
            go(&mut game, Act::Go(3));
            assert_eq!(reads.take(), 1, "{passes:?}");
            // That the first rule has moved the step counts from the next action on.
            assert_eq!(game.state().log, ["said", "each"]);
            go(&mut game, Act::Go(3));
            assert_eq!(game.state().log, ["said", "each", "each"]);
            assert_eq!(reads.take(), 1, "{passes:?}");
        }
    }
}

#[test]
fn a_rule_of_its_own_sees_the_step_that_others_have_moved_and_its_phase_the_one_before() {
    let moves = |to| move |rule: RuleBuilder<Sandbox>| rule.then(move |_, ()| [Ev::Move(to)]);
    for passes in [Passes::all(), Passes::none(), Passes::all().without(Pass::Facts)] {
        let step = plan::step();
        let given = |at, word: &'static str| {
            let step = step.clone();
            move |rule: RuleBuilder<Sandbox>| says(word)(rule.given(&step, at))
        };
        let book = book("moves")
            .strategy(Strategy::ApplyAll)
            .passes(passes)
            .rule("move", moves(Step::Play))
            .phase("drawing", |phase| {
                phase
                    .given(&step, Step::Draw)
                    .strategy(Strategy::ApplyAll)
                    .rule("still", given(Step::Draw, "still"))
                    .rule("moved", given(Step::Play, "moved"))
                    .rule("any", says("any"))
            })
            .phase("playing", |phase| phase.given(&step, Step::Play).rule("late", says("late")))
            .compile()
            .unwrap();
        for recovery in BOTH {
            let mut game = start_with(&book, recovery, COMPARING);
            go(&mut game, Act::Go(1));
            assert_eq!(game.state().log, ["moved", "any"], "{passes:?}");
            go(&mut game, Act::Go(1));
            assert_eq!(game.state().log, ["moved", "any", "late"], "{passes:?}");
        }
    }
}
