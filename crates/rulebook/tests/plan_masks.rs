//! ApplyAll with masks across nested phases, by the plan and by the reference
//! (M15–M17): what masks what, what is asked of whom, and on which state.

mod common;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Pass, Passes, PhaseBuilder, RefusalKind, Rule, RuleBuilder, SessionOptions,
};

/// A book that applies all.
fn all(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    book.strategy(Strategy::ApplyAll)
}

/// What a game logs for some actions: with all passes, without masks, by the
/// reference, and in parity; by both ways of recovery.
fn logged(
    actions: &[Act],
    write: impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>,
) -> Vec<&'static str> {
    let mut logs = Vec::new();
    for passes in [Passes::all(), Passes::all().without(Pass::Masks), Passes::none()] {
        let book = write(book("masks").passes(passes)).compile().unwrap();
        for (recovery, options) in [(BOTH[0], COMPARING), (BOTH[1], SessionOptions::default())] {
            let mut game = start_with(&book, recovery, options);
            actions.iter().for_each(|action| drop(go(&mut game, action.clone())));
            logs.push(game.state().log.clone());
        }
    }
    assert!(logs.iter().all(|log| *log == logs[0]), "{logs:?}");
    logs.swap_remove(0)
}

/// A rule of a group that writes its word.
fn of(group: &str, word: &'static str) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let group = group.to_owned();
    move |rule| says(word)(rule.exclusive(group))
}

/// A rule that writes its word if the log is as long as that when it is asked.
fn after(length: usize, word: &'static str) -> impl Fn(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| says(word)(rule.when("so many words", move |ask| ask.state.log.len() == length))
}

#[test]
fn groups_on_phases_and_on_rules_are_one_throughout_the_book() {
    let log = logged(&[Act::Go(1)], |book| {
        all(book)
            .phase("outer", |outer| {
                outer.strategy(Strategy::ApplyAll).phase("inner", |inner| {
                    inner
                        .strategy(Strategy::ApplyAll)
                        .exclusive("A")
                        .rule("a1", says("a1"))
                        .rule("a2", says("a2"))
                })
            })
            .rule("a3", of("A", "a3"))
            .phase("chooses", |phase| {
                phase
                    .strategy(Strategy::HighestPriority)
                    .rule("low", ranks("low", Priority::LOW))
                    .rule("a4", |rule| of("A", "a4")(rule.priority(Priority::HIGH)))
            })
            .phase("last", |phase| {
                phase.strategy(Strategy::LastWins).rule("b", of("B", "b")).rule("a5", of("A", "a5"))
            })
            .phase("only one", |phase| {
                phase
                    .strategy(Strategy::Exclusive)
                    .rule("c", says("c"))
                    .rule("a6", of("A", "a6"))
                    .rule("b2", of("B", "b2"))
            })
    });
    assert_eq!(log, ["a1", "low", "b", "c"]);
}

/// Each phase around adds a group: the rule below is in three.
fn three(phase: PhaseBuilder<'_, Sandbox>) -> PhaseBuilder<'_, Sandbox> {
    phase
        .exclusive("A")
        .phase("b", |phase| phase.exclusive("B").rule("in three", of("C", "in three")))
}

#[test]
fn a_rule_of_several_groups_is_masked_by_any_of_them_and_masks_them_all() {
    for first in ["A", "B", "C"] {
        let log = logged(&[Act::Go(1)], |book| {
            all(book)
                .rule("first", of(first, "first"))
                .phase("three", three)
                .rule("free", says("free"))
        });
        assert_eq!(log, ["first", "free"], "{first}");
    }
    let log = logged(&[Act::Go(1)], |book| {
        let book = all(book).rule("first", of("D", "first")).phase("three", three);
        book.rule("a", of("A", "a")).rule("b", of("B", "b")).rule("c", of("C", "c"))
    });
    assert_eq!(log, ["first", "in three"]);
}

#[test]
fn a_book_may_have_more_groups_than_a_word_has_bits() {
    // 150 groups of three rules each, the rules of a group far apart.
    let names: Vec<String> = (0..150).map(|group| format!("group {group}")).collect();
    let write = |mut book: BookBuilder<Sandbox>| {
        for round in ["first", "second", "third"] {
            for (at, group) in names.iter().enumerate() {
                // Every seventh group has nothing to say in the first round.
                let silent = round == "first" && at % 7 == 0;
                book = book.rule(format!("{round} of {group}"), move |rule| {
                    of(group, round)(rule.on(if silent { ActKind::Lost } else { ActKind::Go }))
                });
            }
        }
        all(book)
    };
    let log = logged(&[Act::Go(1)], write);
    let count = |word| log.iter().filter(|said| **said == word).count();
    assert_eq!((count("first"), count("second"), count("third")), (128, 22, 0));
    // 128 in the second round, all 150 in the third.
    let mut game = with_passes(&write, Passes::all(), COUNTING);
    go(&mut game, Act::Go(1));
    assert_eq!(game.avoided().by(Pass::Masks), 128 + 150);
}

#[test]
fn a_masked_entry_is_asked_nothing_not_even_a_shared_predicate() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let shared = counted("shared", &calls, |_| true);
        let masked = |rule: RuleBuilder<Sandbox>| {
            says("masked")(rule.while_holds(&shared).when("asked", asked(&calls)))
        };
        all(book)
            .rule("a1", of("A", "a1"))
            .rule("a2", |rule| masked(rule.exclusive("A")))
            .phase("tagged", |phase| phase.exclusive("A").rule("a3", masked).rule("a4", masked))
    };
    for passes in [Passes::all(), Passes::all().without(Pass::Masks), Passes::none()] {
        let mut game = with_passes(&write, passes, SessionOptions::default());
        go(&mut game, Act::Go(1));
        assert_eq!((calls.take(), game.state().log.as_slice()), (0, &["a1"][..]));
    }
}

#[test]
fn the_predicate_of_a_masked_phase_is_not_asked_at_all() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let shared = counted("shared", &calls, |_| panic!("nobody should ask"));
        let open = move |_: &Table| panic!("nobody should ask");
        all(book)
            .rule("a1", of("A", "a1"))
            .phase("tagged", move |phase| {
                phase
                    .exclusive("A")
                    .when("open", open)
                    .rule("a2", says("a2"))
                    .rule("a3", says("a3"))
            })
            .phase("shares", |phase| {
                phase.exclusive("A").while_holds(&shared).rule("a4", says("a4"))
            })
    };
    for passes in [Passes::all(), Passes::all().without(Pass::Masks), Passes::none()] {
        for options in [SessionOptions::default(), COMPARING] {
            let mut game = with_passes(&write, passes, options);
            go(&mut game, Act::Go(1));
            assert_eq!((game.state().log.as_slice(), calls.take()), (&["a1"][..], 0));
        }
    }
}

#[test]
fn beside_a_masked_rule_others_of_its_phase_are_asked_before_the_first_event() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let calls = calls.clone();
        let quiet = move |table: &Table| {
            calls.hit();
            table.log.is_empty()
        };
        all(book).rule("a1", of("A", "a1")).phase("quiet", move |phase| {
            phase.when("quiet", quiet).rule("a2", of("A", "a2")).rule("free", says("free"))
        })
    };
    for passes in [Passes::all(), Passes::none()] {
        let mut game = with_passes(&write, passes, SessionOptions::default());
        go(&mut game, Act::Go(1));
        assert_eq!((game.state().log.as_slice(), calls.take()), (&["a1", "free"][..], 1));
    }
}

#[test]
fn a_rule_that_does_not_apply_after_all_leaves_time_to_ask_on_the_starting_state() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let calls = calls.clone();
        let quiet = move |table: &Table| {
            calls.hit();
            table.log.is_empty()
        };
        all(book)
            .rule("a1", |rule| rule.exclusive("A").then(|_, ()| ()))
            .rule("b1", of("B", "b1"))
            .phase("tagged", move |phase| {
                phase.exclusive("A").when("quiet", quiet).rule("a2", says("a2"))
            })
    };
    for passes in [Passes::all(), Passes::all().without(Pass::Masks), Passes::none()] {
        for (options, copies) in [(SessionOptions::default(), 0), (COMPARING, 2)] {
            let mut game = with_passes(&write, passes, options);
            go(&mut game, Act::Go(1));
            let log = game.state().log.as_slice();
            assert_eq!((log, calls.take()), (&["b1", "a2"][..], 1 + copies));
        }
    }
}

#[test]
fn masks_are_forgotten_after_the_action_however_it_ended() {
    // Go commits and masks; Lost is refused after the group has applied; Other
    // changes nothing.
    let write = |book: BookBuilder<Sandbox>| {
        all(book)
            .rule("a1", |rule| of("A", "a1")(rule.on([ActKind::Go, ActKind::Lost])))
            .rule("a2", |rule| of("A", "a2")(rule.on([ActKind::Go, ActKind::Lost])))
            .rule("no", |rule| refuses(RefusalKind::Disallowed, "lost")(rule.on(ActKind::Lost)))
            .rule("nothing", |rule| rule.on(ActKind::Other).exclusive("A").then(|_, ()| ()))
    };
    let actions = [Act::Go(1), Act::Lost(1), Act::Go(2), Act::Other(1), Act::Go(3)];
    assert_eq!(logged(&actions, write), ["a1", "a1", "a1"]);
    for recovery in BOTH {
        let book = write(book("travels")).compile().unwrap();
        let mut game = start_with(&book, recovery, COMPARING);
        go(&mut game, Act::Go(1));
        game.undo().unwrap();
        go(&mut game, Act::Go(1));
        game.undo().unwrap();
        game.redo().unwrap();
        // Looking ahead leaves nothing behind either.
        game.preview(Seat(0), &Act::Go(1)).unwrap();
        game.explain(Seat(0), &Act::Go(1)).unwrap();
        game.legal(Seat(0)).unwrap();
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["a1", "a1"]);
    }
}

#[test]
fn what_one_action_masked_is_not_counted_in_the_next() {
    let write = |book: BookBuilder<Sandbox>| {
        all(book)
            .rule("a1", |rule| of("A", "a1")(rule.on(ActKind::Go)))
            .rule("b1", of("B", "b1"))
            .rule("a2", |rule| skips(rule.exclusive("A")))
            .rule("b2", of("B", "b2"))
    };
    let mut game = with_passes(&write, Passes::all(), COUNTING);
    // Go masks "a2" and "b2", Other only the latter.
    for (action, masked) in [(Act::Go(1), 2), (Act::Other(1), 3), (Act::Go(1), 5)] {
        go(&mut game, action);
        assert_eq!(game.avoided().by(Pass::Masks), masked);
    }
}

#[test]
fn a_panic_after_a_group_has_applied_leaves_no_mask_behind() {
    let write = |book: BookBuilder<Sandbox>| {
        all(book).rule("a1", of("A", "a1")).rule("breaks", |rule| {
            rule.on(ActKind::Lost).then(|_, ()| -> [Ev; 1] { panic!("it breaks") })
        })
    };
    let book = write(book("breaks")).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        game.submit(Seat(0), Act::Lost(1)).unwrap_err();
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["a1"]);
    }
}

#[test]
fn facts_and_conditions_of_rules_are_about_the_working_state() {
    let log = logged(&[Act::Go(1)], |book| {
        let (sign, step) = (sign(), step());
        all(book)
            .rule("zero", |rule| {
                rule.given(&sign, Sign::Zero).then(|_, ()| [Ev::Note("zero"), Ev::Add(5)])
            })
            // It was zero when the action began.
            .rule("still zero", |rule| says("still zero")(rule.given(&sign, Sign::Zero)))
            .rule("plus", |rule| {
                rule.given(&sign, Sign::Plus).then(|_, ()| [Ev::Note("plus"), Ev::Move(Step::End)])
            })
            .phase("nested", |phase| {
                phase
                    .rule("draw", |rule| says("draw")(rule.given(&step, Step::Draw)))
                    .rule("end", |rule| says("end")(rule.given(&step, Step::End)))
            })
            .rule("counts", after(3, "counts"))
    });
    assert_eq!(log, ["zero", "plus", "end", "counts"]);
}

#[test]
fn predicates_of_phases_are_about_the_state_at_the_start_of_the_action() {
    let log = logged(&[Act::Go(1)], |book| {
        let (sign, step) = (sign(), step());
        all(book)
            .rule("moves", |rule| rule.then(|_, ()| [Ev::Add(5), Ev::Move(Step::End)]))
            .phase("was zero", |phase| phase.given(&sign, Sign::Zero).rule("a", says("was zero")))
            .phase("is plus", |phase| phase.given(&sign, Sign::Plus).rule("a", says("is plus")))
            .phase("was drawing", |phase| {
                phase.strategy(Strategy::ApplyAll).phase("deep", |deep| {
                    deep.given(&step, Step::Draw)
                        // The phase is open as it was, its rule closed as it is.
                        .rule("draw", |rule| says("draw")(rule.given(&step, Step::Draw)))
                        .rule("end", |rule| says("end in draw")(rule.given(&step, Step::End)))
                })
            })
            .phase("own", |phase| {
                phase.when("nothing was there", |table| table.total == 0).rule("a", says("own"))
            })
    });
    assert_eq!(log, ["was zero", "end in draw", "own"]);
}

#[test]
fn a_shared_predicate_is_about_the_start_for_a_phase_and_about_now_for_a_rule() {
    let calls = Calls::default();
    let log = logged(&[Act::Go(1)], |book| {
        let poor = counted("poor", &calls, |table| table.total == 0);
        all(book)
            .rule("earns", |rule| rule.then(|_, ()| [Ev::Add(5)]))
            .rule("poor now", |rule| says("poor now")(rule.while_holds(&poor)))
            .phase("was poor", |phase| phase.while_holds(&poor).rule("a", says("was poor")))
    });
    assert_eq!(log, ["was poor"]);
}

#[test]
fn what_is_not_written_in_between_is_not_asked_again() {
    // M16: neither is evaluated twice for the same version of what it reads.
    let (poor, quiet) = (Calls::default(), Calls::default());
    let write = |book: BookBuilder<Sandbox>| {
        let poor = counted("poor", &poor, |table| table.total == 0).reads([Of::Total]);
        let quiet = counted("quiet", &quiet, |table| table.log.is_empty()).reads([Of::Log]);
        all(in_parts(book))
            .phase("start", |phase| {
                phase.while_holds(&poor).while_holds(&quiet).rule("a", says("a"))
            })
            .rule("b", |rule| says("b")(rule.while_holds(&poor)))
            .rule("c", |rule| says("c")(rule.while_holds(&poor).while_holds(&quiet)))
            .rule("d", |rule| rule.while_holds(&poor).then(|_, ()| [Ev::Add(1)]))
            .rule("e", |rule| says("e")(rule.while_holds(&poor)))
    };
    let mut game = with_passes(&write, Passes::all(), SessionOptions::default());
    go(&mut game, Act::Go(1));
    assert_eq!(game.state().log, ["a", "b"]);
    // The total was written once and the log twice, and each was asked about
    // again where somebody wanted to know.
    assert_eq!((poor.take(), quiet.take()), (2, 2));
}

#[test]
fn a_refusal_after_masks_takes_everything_back() {
    let book = all(book("refused"))
        .rule("a1", of("A", "a1"))
        .phase("inner", |phase| {
            phase
                .strategy(Strategy::ApplyAll)
                .rule("a2", |rule| refuses(RefusalKind::Aborted, "masked")(rule.exclusive("A")))
                .rule("b", says("b"))
                .rule("no", |rule| refuses(RefusalKind::Disallowed, "no")(rule.on(ActKind::Other)))
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start_with(&book, recovery, COMPARING);
        let before = picture(&mut game);
        let outcome = go(&mut game, Act::Other(1));
        // The refusal that is masked is not asked; the other one is.
        assert_eq!(outcome.refusal_kind(), Some(RefusalKind::Disallowed), "{outcome}");
        assert_eq!(picture(&mut game), before);
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["a1", "b"]);
    }
}

#[test]
fn an_apply_all_phase_masks_also_where_it_is_a_candidate_of_another_strategy() {
    for parent in [Strategy::FirstWins, Strategy::HighestPriority, Strategy::Exclusive] {
        let log = logged(&[Act::Go(1)], |book| {
            book.strategy(parent)
                .rule("other", |rule| says("other")(rule.on(ActKind::Other)))
                .phase("effects", |phase| {
                    phase
                        .strategy(Strategy::ApplyAll)
                        .rule("a1", of("A", "a1"))
                        .rule("a2", of("A", "a2"))
                        .phase("more", |more| more.exclusive("A").rule("a3", says("a3")))
                        .rule("b", says("b"))
                })
                .rule("lost", |rule| says("lost")(rule.on(ActKind::Lost).exclusive("A")))
        });
        assert_eq!(log, ["a1", "b"], "{parent}");
    }
}
