//! Legal actions and their proofs: offered is what a submit would accept, and
//! a proof is for one version of the state (M27).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Cause, FaultKind, Legal, Rule, RuleBuilder};

/// Candidates one to twenty.
fn many(rule: RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    rule.candidates(|offer| offer.extend((1..=20).map(Act::Go)))
        .then(|cx, ()| [Ev::Add(cx.action.number())])
}

fn steps() -> Book<Sandbox> {
    book("steps")
        .check("small steps", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() <= 3, Why::TooLarge(0))
        })
        .rule("step", many)
        .compile()
        .unwrap()
}

fn actions(legal: &[Legal<Sandbox>]) -> Vec<i64> {
    legal.iter().map(|legal| legal.action().number()).collect()
}

fn is_stale(outcome: &Outcome<Sandbox>) -> bool {
    outcome.refusal().is_some_and(|refusal| matches!(refusal.cause, Cause::StaleProof))
}

#[test]
fn offered_is_exactly_what_a_submit_would_accept() {
    let book = book("offers")
        .check("small steps", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() <= 9, Why::TooLarge(0))
        })
        .rule("not three", |rule| {
            rule.answer(|ask| match ask.action.number() {
                3 => Answer::invalid(Why::Odd),
                5 => Answer::disallowed(Why::Odd),
                7 => Answer::aborted(Why::Odd),
                _ => Answer::<(), _>::Skip,
            })
            .then(|_, ()| ())
        })
        .rule("odd steps", |rule| {
            rule.when("odd", |ask| ask.action.number() % 2 == 1)
                .candidates(|offer| offer.extend((1..=20).map(Act::Go)))
                .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let offered = actions(&game.legal(Seat(0)).unwrap());
    // Seven is aborted, which is neither invalid nor disallowed.
    assert_eq!(offered, [1, 7, 9]);
    for number in 1..=20 {
        let mut game = start(&book, BOTH[0]);
        let outcome = go(&mut game, Act::Go(number));
        let refused = matches!(outcome, Outcome::InvalidInput(_) | Outcome::Disallowed(_));
        assert_eq!(!refused, offered.contains(&number), "{number}: {outcome}");
    }
}

#[test]
fn a_late_refusal_under_apply_all_is_not_offered_either() {
    // M15, M27: the second rule sees what the first one did.
    for recovery in BOTH {
        let book = book("late")
            .strategy(Strategy::ApplyAll)
            .rule("step", many)
            .rule("not above five", |rule| {
                rule.answer(|ask| match ask.state.total {
                    ..=5 => Answer::<(), _>::Skip,
                    _ => Answer::disallowed(Why::TooLarge(ask.state.total)),
                })
                .then(|_, ()| ())
            })
            .compile()
            .unwrap();
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(2));
        let before = picture(&mut game);
        assert_eq!(actions(&game.legal(Seat(0)).unwrap()), [1, 2, 3]);
        assert_eq!(picture(&mut game), before, "asking changes nothing");
    }
}

#[test]
fn a_candidate_that_two_rules_propose_comes_once() {
    let book = book("twice").rule("step", many).rule("step again", many).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(game.legal(Seat(0)).unwrap().len(), 20);
}

#[test]
fn nothing_is_offered_by_closed_phases_for_switched_off_rules_and_after_the_end() {
    let book = book("closed")
        .phase("early", |early| {
            early
                .when("below ten", |table: &Table| table.total < 10)
                .rule("step", |rule| many(rule.on(ActKind::Go)))
        })
        .rule("jump", |rule| {
            rule.on(ActKind::Other)
                .candidates(|offer| offer.push(Act::Other(100)))
                .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(game.legal(Seat(0)).unwrap().len(), 21);
    game.disable(book.rule("jump").unwrap()).unwrap();
    assert_eq!(game.legal(Seat(0)).unwrap().len(), 20);
    go(&mut game, Act::Go(15));
    assert_eq!(game.legal(Seat(0)).unwrap(), []);
    game.enable(book.rule("jump").unwrap()).unwrap();
    assert_eq!(actions(&game.legal(Seat(0)).unwrap()), [100]);
    go(&mut game, Act::Other(100));
    assert_eq!(game.legal(Seat(0)).unwrap(), []);
    assert_eq!(game.legal_all().unwrap(), []);
}

#[test]
fn legal_parts_of_a_half_built_action_come_from_the_same_source() {
    let mut game = start(&steps(), BOTH[0]);
    let parity = game.legal_parts(Seat(0), |action| Some(action.number() % 2)).unwrap();
    assert_eq!(parity, [1, 0]);
    let large = game
        .legal_parts(Seat(0), |action| (action.number() > 1).then_some(action.number()))
        .unwrap();
    assert_eq!(large, [2, 3]);
}

#[test]
fn a_proof_is_for_one_version_of_the_state() {
    let mut game = start(&steps(), BOTH[0]);
    let legal = game.legal(Seat(0)).unwrap();
    assert!(game.play(legal[0].clone()).unwrap().is_committed());
    let before = picture(&mut game);
    let outcome = game.play(legal[1].clone()).unwrap();
    assert!(is_stale(&outcome), "{outcome}");
    assert!(matches!(outcome, Outcome::InvalidInput(_)));
    assert_eq!(outcome.refusal().unwrap().action, Some(legal[1].action().clone()));
    assert_eq!(picture(&mut game), before);
}

#[test]
fn undo_restores_the_ticket_and_redo_the_later_one() {
    for recovery in BOTH {
        let mut game = start(&steps(), recovery);
        let early = game.legal(Seat(0)).unwrap();
        go(&mut game, Act::Go(1));
        let late = game.legal(Seat(0)).unwrap();
        game.undo().unwrap();
        assert!(is_stale(&game.play(late[0].clone()).unwrap()));
        game.redo().unwrap();
        assert!(is_stale(&game.play(early[0].clone()).unwrap()));
        game.undo().unwrap();
        assert!(game.play(early[2].clone()).unwrap().is_committed());
        // The branch that was left has its tickets for itself.
        assert!(is_stale(&game.play(late[0].clone()).unwrap()));
    }
}

#[test]
fn a_refused_or_faulty_action_leaves_proofs_valid() {
    let book = book("refusing")
        .rule("panics", |rule| rule.on(ActKind::Other).then(|_, ()| -> () { panic!("on purpose") }))
        .rule("step", many)
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let legal = game.legal(Seat(0)).unwrap();
        assert!(game.submit(Seat(0), Act::Other(1)).is_err());
        game.preview(Seat(0), &Act::Go(3)).unwrap();
        game.explain(Seat(0), &Act::Go(3)).unwrap();
        assert!(game.play(legal[0].clone()).unwrap().is_committed());
    }
}

#[test]
fn switching_a_rule_makes_another_version() {
    let book = steps();
    let mut game = start(&book, BOTH[0]);
    let legal = game.legal(Seat(0)).unwrap();
    game.disable(book.rule("step").unwrap()).unwrap();
    assert!(is_stale(&game.play(legal[0].clone()).unwrap()));
    game.undo().unwrap();
    assert!(game.play(legal[0].clone()).unwrap().is_committed());
}

#[test]
fn a_fork_takes_proofs_of_the_common_state_and_no_later_ones() {
    let mut game = start(&steps(), BOTH[0]);
    let common = game.legal(Seat(0)).unwrap();
    let mut fork = game.fork();
    assert!(fork.play(common[0].clone()).unwrap().is_committed());
    assert!(game.play(common[0].clone()).unwrap().is_committed());
    // The same action from the same state, and yet not the same version.
    let mine = game.legal(Seat(0)).unwrap();
    assert!(is_stale(&fork.play(mine[0].clone()).unwrap()));
    let theirs = fork.legal(Seat(0)).unwrap();
    assert!(is_stale(&game.play(theirs[0].clone()).unwrap()));
}

#[test]
fn a_proof_from_another_session_is_refused() {
    let book = steps();
    let mut one = start(&book, BOTH[0]);
    let mut two = start(&book, BOTH[0]);
    let legal = one.legal(Seat(0)).unwrap();
    assert!(is_stale(&two.play(legal[0].clone()).unwrap()));
}

#[test]
fn a_search_line_takes_the_proofs_of_its_own_versions() {
    for recovery in BOTH {
        let mut game = start(&steps(), recovery);
        let legal = game.legal(Seat(0)).unwrap();
        let mut line = game.search(Seed(1));
        assert!(line.play(&legal[1]).unwrap().is_committed());
        assert!(is_stale(&line.play(&legal[1]).unwrap()));
        let mut deeper = Vec::new();
        line.legal_into(Seat(0), &mut deeper).unwrap();
        assert!(line.pop());
        assert!(is_stale(&line.play(&deeper[0]).unwrap()));
        assert!(line.play(&legal[1]).unwrap().is_committed());
        assert_eq!((line.state().total, game.state().total), (2, 0));
    }
}

#[test]
fn a_played_proof_still_records_the_exceptions_that_make_it_legal() {
    // M9, M27
    let book = book("exceptional")
        .check("small steps", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() <= 3, Why::TooLarge(0))
        })
        .exception("four is fine", |exception| {
            exception.lifts("small steps").when(|ask| ask.action.number() == 4)
        })
        .rule("step", many)
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let four = game.legal(Seat(0)).unwrap().pop().unwrap();
    assert_eq!(*four.action(), Act::Go(4));
    let id = game.play(four).unwrap().frame().unwrap();
    let used: Vec<_> = game.frame(id).unwrap().exceptions().collect();
    assert_eq!(used, ["four is fine"]);
}

#[test]
fn a_candidate_that_is_a_fault_is_offered_and_spoils_no_other() {
    // Two rules under Exclusive want three, and nobody else does. So it is
    // without events as well as with them, when the stages run on trial.
    for applies_all in [false, true] {
        let book = book("at fault").phase("play", |play| {
            play.strategy(Strategy::Exclusive).rule("step", many).rule("three", |rule| {
                rule.when("three", |ask| ask.action.number() == 3).then(|_, ()| [Ev::Add(3)])
            })
        });
        let book = match applies_all {
            true => book.phase("late", |late| {
                late.strategy(Strategy::ApplyAll)
                    .rule("never", |rule| rule.when("never", |_| false).then(|_, ()| ()))
            }),
            false => book,
        };
        let book = book.compile().unwrap();
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            let before = picture(&mut game);
            let legal = game.legal(Seat(0)).unwrap();
            assert_eq!(actions(&legal), (1..=20).collect::<Vec<_>>());
            assert_eq!(game.legal_all().unwrap().len(), 2 * legal.len());
            for legal in legal {
                let three = *legal.action() == Act::Go(3);
                let mut fork = game.fork();
                assert_eq!(fork.play(legal).is_err(), three);
            }
            assert!(matches!(fault(&mut game, Act::Go(3)), FaultKind::Conflict { .. }));
            assert_eq!(picture(&mut game), before);
            go(&mut game, Act::Go(4));
        }
    }
}
