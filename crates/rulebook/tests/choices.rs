//! Choices in the middle of a transition: asked, pending, answered by running
//! the same transition again (M28).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, Choice, ChoiceId, FaultKind, Limits, Mode, Preview, Refusal, Reversibility,
    Sequence, SessionOptions, Stopped, Transition,
};

/// Go(n) asks seat 1 for one of n numbers and seat 0 for a yes or a no.
fn asking() -> BookBuilder<Sandbox> {
    book("asking").rule("ask", |rule| {
        rule.on(ActKind::Go).then(|cx, ()| {
            cx.propose(Ev::Note("begun"));
            let by = cx.choose(Seat(1), "How many?", 0..cx.action.number())?;
            let twice = cx.confirm(Seat(0), "Twice?")?;
            Ok(vec![Ev::Add(by); if twice { 2 } else { 1 }])
        })
    })
}

fn pending(outcome: Outcome<Sandbox>) -> Choice {
    match outcome {
        Outcome::Pending(choice) => (*choice).clone(),
        other => panic!("a choice should be pending, and not: {other}"),
    }
}

fn refusal(outcome: &Outcome<Sandbox>) -> &Refusal<Sandbox> {
    outcome.refusal().unwrap_or_else(|| panic!("{outcome}"))
}

/// A game that waits for seat 1.
fn waiting(builder: BookBuilder<Sandbox>, options: SessionOptions) -> (Session<Sandbox>, Choice) {
    let book = builder.compile().unwrap();
    let mut game = start_with(&book, BOTH[0], options);
    let choice = pending(go(&mut game, Act::Go(3)));
    (game, choice)
}

#[test]
fn a_choice_is_pending_until_it_is_answered_and_nothing_has_changed() {
    let book = asking().compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Lost(0));
        let before = (game.state().clone(), game.digest().unwrap(), game.number());
        let choice = pending(go(&mut game, Act::Go(3)));
        assert_eq!(
            choice,
            Choice {
                id: ChoiceId { frame: 1, nth: 0, ..choice.id },
                seat: Seat(1),
                question: "How many?".into(),
                options: vec!["0".into(), "1".into(), "2".into()],
            }
        );
        assert_eq!(choice.to_string(), "seat 1 must choose: How many? (0: 0, 1: 1, 2: 2)");
        assert_eq!(game.pending(), Some(&choice));
        assert_eq!(game.active(), Actors::only(Seat(1)));
        assert_eq!(game.turn(), Some(Seat(1)));
        let after = (game.state().clone(), game.digest().unwrap(), game.number());
        assert_eq!(after, before);
    }
}

#[test]
fn several_choices_of_one_action_come_one_after_the_other_and_are_recorded() {
    let book = asking().compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let first = pending(go(&mut game, Act::Go(3)));
        let second = pending(game.answer(Seat(1), first.id, 2).unwrap());
        assert_eq!(second.id, ChoiceId { frame: 1, nth: 1, ..second.id });
        assert_eq!(
            (second.seat, second.question.as_str(), &second.options[..]),
            (Seat(0), "Twice?", &["yes".to_owned(), "no".to_owned()][..])
        );
        assert_eq!(game.state().log, [""; 0]);
        let outcome = game.answer(Seat(0), second.id, 0).unwrap();
        assert_eq!(game.pending(), None);
        assert_eq!((game.state().total, game.number()), (4, 1));
        // One frame, with the action and the choices that were made.
        let frame = game.frame(outcome.frame().unwrap()).unwrap();
        assert!(matches!(
            frame.transition(),
            Transition::Action { by: By::Seat(Seat(0)), action: Act::Go(3) }
        ));
        let made: Vec<_> = frame.choices().iter().map(ToString::to_string).collect();
        assert_eq!(made, ["seat 1: How many? 2", "seat 0: Twice? yes"]);
        assert_eq!(frame.events().len(), 3);
        game.undo().unwrap();
        assert_eq!(*game.state(), Table::default());
        game.redo().unwrap();
        assert_eq!((game.state().total, game.pending()), (4, None));
    }
}

#[test]
fn a_single_option_is_taken_without_asking_and_recorded() {
    let book = asking().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let choice = pending(go(&mut game, Act::Go(1)));
    // The first question had one option, so the second is the first asked.
    assert_eq!((choice.id.nth, choice.question.as_str()), (0, "Twice?"));
    let outcome = game.answer(Seat(0), choice.id, 1).unwrap();
    let frame = game.frame(outcome.frame().unwrap()).unwrap();
    let made: Vec<_> = frame.choices().iter().map(ToString::to_string).collect();
    assert_eq!(made, ["seat 1: How many? 0 (the only option)", "seat 0: Twice? no"]);
    assert!(frame.choices()[0].alone && !frame.choices()[1].alone);
}

#[test]
fn a_wrong_answer_is_refused_and_nothing_changes() {
    let (mut game, choice) = waiting(asking(), SessionOptions::default());
    let before = picture(&mut game);
    let other = ChoiceId { frame: 1, nth: 1, ..choice.id };
    let later = ChoiceId { frame: 2, nth: 0, ..choice.id };
    for (by, id, option, message) in [
        (By::Seat(Seat(0)), choice.id, 0, "The choice is for seat 1."),
        (By::Clock, choice.id, 0, "The choice is for seat 1."),
        (By::Seat(Seat(1)), choice.id, 3, "There is no option 3: they are numbered 0 to 2."),
        (
            By::Seat(Seat(1)),
            other,
            0,
            "The answer is to another choice than the one that is pending.",
        ),
        (
            By::Seat(Seat(1)),
            later,
            0,
            "The answer is to another choice than the one that is pending.",
        ),
    ] {
        let outcome = game.answer(by, id, option).unwrap();
        assert_eq!(refusal(&outcome).to_string(), message);
        assert!(refusal(&outcome).is_retryable());
        assert_eq!(picture(&mut game), before);
    }
    // Still good for a right answer.
    pending(game.answer(Seat(1), choice.id, 0).unwrap());
}

#[test]
fn an_answer_to_nothing_and_a_second_answer_are_refused() {
    let book = asking().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let id = ChoiceId { frame: 1, nth: 0, asked: rulebook::Digest(0) };
    let outcome = game.answer(Seat(1), id, 0).unwrap();
    assert!(matches!(refusal(&outcome).cause, Cause::NoChoicePending));
    let first = pending(go(&mut game, Act::Go(3)));
    let second = pending(game.answer(Seat(1), first.id, 0).unwrap());
    let outcome = game.answer(Seat(1), first.id, 1).unwrap();
    assert!(matches!(refusal(&outcome).cause, Cause::OtherChoice));
    game.answer(Seat(0), second.id, 0).unwrap();
    let outcome = game.answer(Seat(0), second.id, 0).unwrap();
    assert!(matches!(refusal(&outcome).cause, Cause::NoChoicePending));
    assert_eq!(game.number(), 1);
}

#[test]
fn while_a_choice_is_pending_it_can_only_be_answered() {
    // M26: also no undo, so that nobody peeks at what an answer would bring.
    let book = asking()
        .rule("write", |rule| {
            rule.candidates(|offer| offer.push(Act::Other(1))).then(|_, ()| [Ev::Note("word")])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Other(1));
    go(&mut game, Act::Other(1));
    game.undo().unwrap();
    let legal = game.legal(Seat(0)).unwrap().pop().unwrap();
    pending(go(&mut game, Act::Go(3)));
    let before = picture(&mut game);
    let by = By::Seat(Seat(0));
    let rule = book.rule("write").unwrap();
    for outcome in [
        game.submit(by, Act::Other(1)).unwrap(),
        game.play(legal).unwrap(),
        game.undo().unwrap(),
        game.redo().unwrap(),
        game.rewind(0).unwrap(),
        game.disable(rule).unwrap(),
    ] {
        assert!(matches!(outcome, Outcome::InvalidInput(_)));
        assert_eq!(refusal(&outcome).to_string(), "First seat 1 must answer: How many?");
    }
    let Preview::Refused(_, refused) = game.preview(by, &Act::Other(1)).unwrap() else {
        panic!("a preview is refused too");
    };
    assert!(matches!(refused.cause, Cause::ChoicePending { .. }));
    for sequence in [
        game.try_sequence([(by, Act::Other(1))]).unwrap(),
        game.submit_all([(by, Act::Other(1))]).unwrap(),
    ] {
        assert!(matches!(sequence, Sequence::Stopped { at: 0, why: Stopped::Refused(..) }));
    }
    assert_eq!(game.legal(by).unwrap(), []);
    assert_eq!(picture(&mut game), before);
}

#[test]
fn an_effect_that_swallows_the_question_is_asked_all_the_same() {
    let book = book("swallows")
        .rule("ask", |rule| {
            rule.then(|cx, ()| match cx.choose(Seat(0), "Which?", ["a", "b"]) {
                Ok(word) => [Ev::Note(word)],
                Err(_) => [Ev::Note("nobody answered")],
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let choice = pending(go(&mut game, Act::Go(1)));
        assert_eq!(game.state().log, [""; 0]);
        game.answer(Seat(0), choice.id, 1).unwrap();
        assert_eq!(game.state().log, ["b"]);
    }
}

#[test]
fn a_choice_without_options_is_a_fault() {
    let book = asking().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let before = picture(&mut game);
    assert_eq!(
        fault(&mut game, Act::Go(0)),
        FaultKind::NoOptions {
            place: "the effect of the rule \"ask\"".into(),
            question: "How many?".into(),
        }
    );
    assert_eq!(picture(&mut game), before);
}

#[test]
fn the_number_of_choices_is_limited() {
    // M32
    let book = book("nosy")
        .limits(Limits { choices: 3, ..Limits::default() })
        .rule("ask for ever", |rule| {
            rule.then(|cx, ()| {
                for _ in 0..cx.action.number() {
                    cx.confirm(Seat(0), "Again?")?;
                }
                Ok([Ev::Add(1)])
            })
        })
        .compile()
        .unwrap();
    for (asks, fine) in [(3, true), (4, false)] {
        let mut game = start(&book, BOTH[0]);
        let mut outcome = game.submit(Seat(0), Act::Go(asks));
        for nth in 0..3 {
            let choice = pending(outcome.unwrap());
            assert_eq!(choice.id.nth, nth);
            outcome = game.answer(Seat(0), choice.id, 0);
        }
        match outcome {
            Ok(outcome) => assert!(fine && outcome.is_committed()),
            Err(fault) => {
                assert!(!fine);
                assert_eq!(
                    fault.to_string(),
                    "One action reached the limit `choices` of 3, through the rule \
                     \"ask for ever\"."
                );
                // As before: the third choice is still pending.
                assert_eq!(game.pending().unwrap().id.nth, 2);
            }
        }
    }
}

#[test]
fn dice_before_a_choice_are_the_same_after_the_answer() {
    let book = book("dice and choices")
        .rule("roll and ask", |rule| {
            rule.then(|cx, ()| {
                let pips = i64::from(cx.roll(1000));
                let keep = cx.choose(Seat(0), "Keep it?", [pips, -1])?;
                let more = i64::from(cx.roll(1000));
                Ok([Ev::Add(-keep), Ev::Add(-more)])
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let choice = pending(go(&mut game, Act::Go(1)));
        assert_eq!(game.dice_position(), 0, "nothing has been drawn yet");
        let offered: i64 = choice.options[0].parse().unwrap();
        let outcome = game.answer(Seat(0), choice.id, 0).unwrap();
        let frame = game.frame(outcome.frame().unwrap()).unwrap();
        assert_eq!(i64::from(frame.draws()[0].value) + 1, offered);
        assert_eq!((frame.draws().len(), frame.choices().len()), (2, 1));
        assert_eq!(frame.reversibility(), Reversibility::Irreversible);
        let first = frame.events().next().unwrap();
        assert_eq!(*first.event, Ev::Add(-offered));
    }
}

#[test]
fn the_reversibility_of_the_submit_is_kept_through_the_answers() {
    let book = asking().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let outcome = game.submit_as(Reversibility::Irreversible, Seat(0), Act::Go(3));
    let first = pending(outcome.unwrap());
    let second = pending(game.answer(Seat(1), first.id, 1).unwrap());
    game.answer(Seat(0), second.id, 1).unwrap();
    assert_eq!(game.undo_depth(), 0);
}

#[test]
fn a_choice_can_be_withdrawn_in_analysis_only() {
    let (mut game, _) = waiting(asking(), SessionOptions::default());
    let outcome = game.withdraw().unwrap();
    assert!(matches!(refusal(&outcome).cause, Cause::OnlyInAnalysis));
    assert!(game.pending().is_some());
    let analysis = SessionOptions { mode: Mode::Analysis, ..SessionOptions::default() };
    let (mut game, choice) = waiting(asking(), analysis);
    game.withdraw().unwrap();
    assert_eq!((game.pending(), game.number()), (None, 0));
    let outcome = game.answer(Seat(1), choice.id, 0).unwrap();
    assert!(matches!(refusal(&outcome).cause, Cause::NoChoicePending));
    let outcome = game.withdraw().unwrap();
    assert!(matches!(refusal(&outcome).cause, Cause::NoChoicePending));
}

#[test]
fn an_answer_with_which_the_action_is_refused_leaves_the_choice_pending() {
    // M1: another option may do.
    let book = asking()
        .invariant("small", |invariant| invariant.holds(|table| table.total < 3))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let first = pending(go(&mut game, Act::Go(3)));
        let second = pending(game.answer(Seat(1), first.id, 2).unwrap());
        let before = picture(&mut game);
        let outcome = game.answer(Seat(0), second.id, 0).unwrap();
        assert!(matches!(outcome, Outcome::Aborted(_)));
        assert_eq!(refusal(&outcome).action, Some(Act::Go(3)));
        assert_eq!(picture(&mut game), before);
        assert!(game.answer(Seat(0), second.id, 1).unwrap().is_committed());
        assert_eq!((game.state().total, game.pending()), (2, None));
    }
}
