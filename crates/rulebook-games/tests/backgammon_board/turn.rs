//! Step by step: the same ends as whole plays, every reason provoked, and
//! undo.

use std::collections::BTreeSet;

use crate::common::{Chance, random_game, strewn};
use rulebook_games::backgammon::board::{
    Place, PlayProblem, Position, Roll, Side, Step, StepProblem, Turn, check, play_problems, plays,
};

/// Every position in which a turn can end, step by step.
fn ends(turn: Turn, found: &mut BTreeSet<Position>) {
    let steps = turn.steps();
    assert_eq!(steps.is_empty(), turn.is_over(), "{turn:?}");
    if steps.is_empty() && !turn.made().is_empty() {
        found.insert(turn.position());
    }
    for step in steps {
        let mut next = turn;
        next.make(step).unwrap();
        let mut undone = next;
        assert_eq!(undone.undo(), Some(step));
        assert_eq!(undone, turn);
        assert_eq!(next.begun(), turn.begun());
        ends(next, found);
    }
}

fn check_ends(position: Position, side: Side, roll: Roll) {
    let mut found = BTreeSet::new();
    ends(Turn::new(position, side, roll), &mut found);
    let whole: BTreeSet<_> =
        plays(&position, side, roll).iter().map(|play| play.on(position, side)).collect();
    assert_eq!(found, whole, "{position}, {side} {roll}");
}

#[test]
fn step_by_step_a_turn_ends_where_whole_plays_do() {
    let mut chance = Chance(11);
    let mut dice = Chance(12);
    for _ in 0..2 {
        random_game(&mut chance, |position, side, roll| {
            // Doubles have many orders; a few of them will do.
            if !roll.is_double() || dice.below(8) == 0 {
                check_ends(position, side, roll);
            }
        });
    }
    for _ in 0..200 {
        check_ends(strewn(&mut chance), Side::White, chance.roll());
    }
}

#[test]
fn a_step_is_offered_if_and_only_if_nothing_speaks_against_it() {
    let mut chance = Chance(13);
    for _ in 0..60 {
        let mut turn = Turn::new(strewn(&mut chance), Side::Black, chance.roll());
        loop {
            let offered = turn.steps();
            let mut accepted: Vec<_> =
                Step::all().filter(|&step| turn.problems(step).is_empty()).collect();
            assert!(offered.iter().all(|step| accepted.contains(step)), "{turn:?}");
            accepted.retain(|step| !offered.contains(step));
            assert_eq!(accepted, [], "{turn:?}");
            if offered.is_empty() {
                break;
            }
            turn.make(offered[chance.below(offered.len())]).unwrap();
        }
    }
}

#[test]
fn a_refused_step_changes_nothing() {
    let mut turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
    let before = turn;
    assert!(turn.make("24/19".parse().unwrap()).is_err());
    assert_eq!(turn, before);
    assert_eq!(turn.undo(), None);
}

fn place(number: u8) -> Place {
    Place::new(number).unwrap()
}

/// What speaks against white's step after these.
fn problems(position: &str, roll: &str, made: &[&str], step: &str) -> Vec<StepProblem> {
    let mut turn = Turn::new(position.parse().unwrap(), Side::White, roll.parse().unwrap());
    for step in made {
        turn.make(step.parse().unwrap()).unwrap();
    }
    turn.problems(step.parse().unwrap())
}

const START: &str = "white 24(2) 13(5) 8(3) 6(5), black 24(2) 13(5) 8(3) 6(5)";

#[test]
fn every_reason_against_a_step_is_given() {
    use StepProblem::*;
    for (position, roll, made, step, expected) in [
        (START, "65", &[][..], "13/9", NotRolled { pips: 4 }),
        (START, "65", &["13/8"], "8/3", Used { pips: 5 }),
        (START, "65", &[], "14/8", NoChecker { from: place(14) }),
        (START, "65", &[], "12/6", NotYours { from: place(12) }),
        ("white bar(2) 8(13), black 6(15)", "21", &["bar/23"], "8/7", EnterFirst { waiting: 1 }),
        (START, "65", &[], "24/19", Blocked { point: place(19), checkers: 5 }),
        (START, "65", &[], "6/off", NotHome { outside: 10 }),
        (
            "white 5 3(2) off(12), black 1(15)",
            "41",
            &[],
            "3/off",
            FurtherFirst { furthest: place(5) },
        ),
        ("white 8(15), black 23 6(14)", "65", &[], "8/2", HitNotMarked { point: place(2) }),
        (START, "65", &[], "13/7*", NothingToHit { point: place(7) }),
        (
            "white 12 9 off(13), black 24(2) 21(2) 8(11)",
            "65",
            &[],
            "12/6",
            MustUseBoth { stranded: 5 },
        ),
        ("white 12 2(14), black 24(2) 6(13)", "65", &[], "12/7", MustUseLarger { larger: 6 }),
        ("white 3 off(14), black 23 1(14)", "61", &[], "3/off", MustUseBoth { stranded: 1 }),
    ] {
        assert_eq!(problems(position, roll, made, step), [expected], "{position} {roll} {step}");
    }
}

#[test]
fn all_reasons_are_given_at_once() {
    let all = problems("white bar 5 3(2) off(11), black 24(2) 1(13)", "62", &[], "3/1*");
    assert_eq!(
        all,
        [
            StepProblem::EnterFirst { waiting: 1 },
            StepProblem::Blocked { point: place(1), checkers: 2 },
        ]
    );
    let all = problems("white bar 5 3(2) off(11), black 24(2) 1(13)", "21", &[], "4/off");
    assert_eq!(
        all,
        [
            StepProblem::NotRolled { pips: 4 },
            StepProblem::NoChecker { from: place(4) },
            StepProblem::EnterFirst { waiting: 1 },
            StepProblem::NotHome { outside: 1 },
        ]
    );
}

/// What speaks against white's play.
fn play_refused(position: &str, roll: &str, play: &str) -> Vec<PlayProblem> {
    let position: Position = position.parse().unwrap();
    play_problems(&position, Side::White, roll.parse().unwrap(), play.parse().unwrap())
}

#[test]
fn every_reason_against_a_play_is_given() {
    use PlayProblem::*;
    assert_eq!(play_refused(START, "65", "24/18/13"), []);
    let other = "24/18/13".parse().unwrap();
    for (position, roll, play, expected) in [
        (
            START,
            "65",
            "24/19/13",
            Step { number: 1, problem: StepProblem::Blocked { point: place(19), checkers: 5 } },
        ),
        (START, "65", "13/8 13/9", Step { number: 1, problem: StepProblem::NotRolled { pips: 4 } }),
        (START, "65", "13/7(2)", Step { number: 2, problem: StepProblem::Used { pips: 6 } }),
        (START, "65", "no play", TooShort { made: 0, playable: 2 }),
        (START, "66", "24/18(2)", TooShort { made: 2, playable: 4 }),
        ("white 12 2(14), black 24(2) 6(13)", "65", "12/7", MustUseLarger { larger: 6 }),
        ("white 24 off(14), black 8(15)", "65", "24/19/13", SameAs { play: other }),
    ] {
        assert_eq!(play_refused(position, roll, play), [expected], "{position} {roll} {play}");
    }
}

#[test]
fn no_play_is_right_when_there_is_none() {
    let shut_out = "white bar 6(14), black 6(3) 5(3) 4(3) 3(2) 2(2) 1(2)";
    assert_eq!(play_refused(shut_out, "65", "no play"), []);
    assert_eq!(play_refused(shut_out, "65", "6/1").len(), 1);
}

#[test]
fn a_play_is_legal_if_and_only_if_nothing_speaks_against_it() {
    let mut chance = Chance(15);
    for _ in 0..80 {
        let (position, roll) = (strewn(&mut chance), chance.roll());
        let legal = plays(&position, Side::White, roll);
        for &play in &legal {
            assert_eq!(play_problems(&position, Side::White, roll, play), [], "{position} {roll}");
        }
        // Steps that are possible one by one, in any order and number.
        for _ in 0..20 {
            let mut turn = Turn::new(position, Side::White, roll);
            for _ in 0..chance.below(5) {
                let steps: Vec<_> =
                    Step::all().filter(|&step| check::alone(&turn, step).is_empty()).collect();
                if steps.is_empty() {
                    break;
                }
                let step = steps[chance.below(steps.len())];
                if turn.make(step).is_err() {
                    break;
                }
            }
            let refused = !play_problems(&position, Side::White, roll, turn.made()).is_empty();
            let is_legal =
                legal.contains(&turn.made()) || legal.is_empty() && turn.made().is_empty();
            assert_eq!(refused, !is_legal, "{position} {roll} {}", turn.made());
        }
    }
}
