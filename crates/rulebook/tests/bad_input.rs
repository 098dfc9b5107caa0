//! Bad input, one test each: whatever a caller or an author sends, the session
//! says what is wrong and stays as it was.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, Choice, ChoiceId, RefusalKind, RuleId};

/// A small game: seats in turn, pieces one to three, a choice, an end.
fn small() -> BookBuilder<Sandbox> {
    book("small")
        .check("there is such a piece", Gate::Shape, |check| {
            check.on(ActKind::Go).test(|ask| {
                let piece = ask.action.number();
                (1..=3).contains(&piece).or(Why::TooLarge(piece))
            })
        })
        .only_active("it is your turn", Why::NotYou)
        .rule("move", |rule| {
            rule.on(ActKind::Go)
                .candidates(|offer| offer.extend((1..=3).map(Act::Go)))
                .then(|cx, ()| [Ev::Add(cx.action.number()), Ev::Turn(cx.state.turn.next(2))])
        })
        .rule("ask", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                if cx.action.number() == 100 {
                    return Ok([Ev::Add(100)]);
                }
                let by = cx.choose(Seat(1), "How many?", [1, 2, 3])?;
                Ok([Ev::Add(by)])
            })
        })
}

fn game() -> Session<Sandbox> {
    let mut game = start(&small().compile().unwrap(), BOTH[0]);
    go(&mut game, Act::Go(1));
    game.undo().unwrap();
    game
}

/// A game in which seat 1 must choose.
fn waiting() -> (Session<Sandbox>, Choice) {
    let mut game = game();
    match go(&mut game, Act::Other(0)) {
        Outcome::Pending(choice) => (game, (*choice).clone()),
        other => panic!("{other}"),
    }
}

/// A call that is refused, and leaves everything as it was.
fn refused(
    game: &mut Session<Sandbox>,
    call: impl FnOnce(&mut Session<Sandbox>) -> Outcome<Sandbox>,
) -> (RefusalKind, String) {
    let before = picture(game);
    let outcome = call(game);
    assert_eq!(picture(game), before);
    let kind = outcome.refusal_kind().unwrap_or_else(|| panic!("it went through: {outcome}"));
    (kind, outcome.refusal().unwrap().to_string())
}

#[test]
fn an_action_of_a_kind_that_no_rule_knows() {
    let (kind, message) = refused(&mut game(), |game| go(game, Act::Lost(1)));
    assert_eq!(kind, RefusalKind::Invalid);
    assert_eq!(message, "No rule of an active phase handles the action Lost.");
}

#[test]
fn an_action_out_of_turn() {
    let (kind, message) = refused(&mut game(), |game| game.submit(Seat(1), Act::Go(1)).unwrap());
    assert_eq!((kind, message.as_str()), (RefusalKind::Disallowed, "It is not your turn."));
}

#[test]
fn an_action_by_a_seat_that_does_not_exist() {
    for seat in [Seat(2), Seat(63), Seat(255)] {
        let (kind, message) = refused(&mut game(), |game| game.submit(seat, Act::Go(1)).unwrap());
        assert_eq!(kind, RefusalKind::Invalid);
        assert_eq!(message, format!("There is no {seat}: they are numbered 0 to 1."));
        assert_eq!(game().legal(seat).unwrap(), []);
    }
}

#[test]
fn an_action_after_the_end() {
    let mut game = game();
    go(&mut game, Act::Other(100));
    let (kind, message) = refused(&mut game, |game| go(game, Act::Go(1)));
    assert_eq!(kind, RefusalKind::Invalid);
    assert!(message.starts_with("The game is over"), "{message}");
}

#[test]
fn an_action_with_ids_that_do_not_exist() {
    for piece in [0, 4, -1, i64::MAX, i64::MIN] {
        let (kind, message) = refused(&mut game(), |game| go(game, Act::Go(piece)));
        assert_eq!(kind, RefusalKind::Invalid);
        assert_eq!(message, format!("{piece} is too large."));
    }
}

#[test]
fn a_stale_proof() {
    let mut game = game();
    let legal = game.legal(Seat(0)).unwrap().remove(0);
    go(&mut game, Act::Go(2));
    let (kind, message) = refused(&mut game, |game| game.play(legal).unwrap());
    assert_eq!(kind, RefusalKind::Invalid);
    assert_eq!(message, "The proof is for another state: ask for the legal actions again.");
}

#[test]
fn an_answer_to_nothing() {
    let id = ChoiceId { frame: 1, nth: 0, asked: Digest(0) };
    let (kind, message) = refused(&mut game(), |game| game.answer(Seat(1), id, 0).unwrap());
    assert_eq!(kind, RefusalKind::Invalid);
    assert_eq!(message, "There is no choice to answer.");
}

#[test]
fn an_answer_to_the_choice_of_another_seat() {
    let (mut game, choice) = waiting();
    let (kind, message) = refused(&mut game, |game| game.answer(Seat(0), choice.id, 0).unwrap());
    assert_eq!(kind, RefusalKind::Disallowed);
    assert_eq!(message, "The choice is for seat 1.");
}

#[test]
fn an_answer_to_a_choice_that_is_not_pending() {
    let (mut game, choice) = waiting();
    let other = ChoiceId { nth: 7, ..choice.id };
    let (kind, _) = refused(&mut game, |game| game.answer(Seat(1), other, 0).unwrap());
    assert_eq!(kind, RefusalKind::Invalid);
}

#[test]
fn an_answer_with_an_option_that_was_not_offered() {
    for option in [3, u32::MAX] {
        let (mut game, choice) = waiting();
        let (kind, message) =
            refused(&mut game, |game| game.answer(Seat(1), choice.id, option).unwrap());
        assert_eq!(kind, RefusalKind::Invalid);
        assert_eq!(message, format!("There is no option {option}: they are numbered 0 to 2."));
    }
}

#[test]
fn an_answer_given_twice() {
    let (mut game, choice) = waiting();
    assert!(game.answer(Seat(1), choice.id, 0).unwrap().is_committed());
    let (kind, message) = refused(&mut game, |game| game.answer(Seat(1), choice.id, 0).unwrap());
    assert_eq!(kind, RefusalKind::Invalid);
    assert_eq!(message, "There is no choice to answer.");
}

#[test]
fn an_answer_given_twice_when_the_same_question_is_asked_again() {
    let (mut game, first) = waiting();
    assert!(game.answer(Seat(1), first.id, 0).unwrap().is_committed());
    let Outcome::Pending(second) = go(&mut game, Act::Other(0)) else {
        panic!("it asks again");
    };
    assert_ne!(first.id, second.id);
    let (_, message) = refused(&mut game, |game| game.answer(Seat(1), first.id, 0).unwrap());
    assert_eq!(message, "The answer is to another choice than the one that is pending.");
}

#[test]
fn undo_on_an_empty_history() {
    let (kind, message) = refused(&mut game(), |game| game.undo().unwrap());
    assert_eq!(kind, RefusalKind::Disallowed);
    assert_eq!(message, "There is nothing to undo.");
}

#[test]
fn redo_with_nothing_undone_and_a_rewind_to_a_frame_that_does_not_exist() {
    let mut game = start(&small().compile().unwrap(), BOTH[0]);
    let (_, message) = refused(&mut game, |game| game.redo().unwrap());
    assert_eq!(message, "There is nothing to redo.");
    for number in [1, u64::MAX] {
        let (_, message) = refused(&mut game, |game| game.rewind(number).unwrap());
        assert_eq!(message, "There is no such frame in the history.");
    }
}

#[test]
fn a_book_without_rules() {
    let found = mistakes(book("empty"));
    assert_eq!(found.iter().collect::<Vec<_>>(), [&Mistake::NoRules]);
    let unfinished = mistakes(book("unfinished").phase("play", |play| play));
    assert_eq!(unfinished.len(), 2);
}

#[test]
fn a_rule_of_another_book() {
    let mut builder = book("larger");
    for at in 0..100 {
        builder = builder.rule(format!("rule {at}"), says("x"));
    }
    let other = builder.compile().unwrap();
    let foreign: RuleId = other.rule("rule 99").unwrap();
    let (_, message) = refused(&mut game(), |game| game.disable(foreign).unwrap());
    assert_eq!(message, "There is no such rule in this book.");
    let (_, message) = refused(&mut game(), |game| game.enable(foreign).unwrap());
    assert_eq!(message, "There is no such rule in this book.");
    assert!(!game().is_disabled(foreign));
}

#[test]
fn a_name_that_does_not_exist() {
    let book = small().compile().unwrap();
    assert_eq!(book.rule("no such rule"), None);
    assert_eq!(book.rule(""), None);
    assert_eq!(book.rule("move/"), None);
    assert!(book.rule("move").is_some());
}

#[test]
fn numbers_at_the_edge_panic_in_the_authors_code_and_nowhere_else() {
    let careless = small()
        .replace("move", |rule| {
            rule.on(ActKind::Go).then(|cx, ()| {
                let number = cx.action.number();
                [Ev::Add(number.checked_mul(i64::MAX).expect("too large"))]
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&careless, BOTH[0]);
    let before = picture(&mut game);
    assert!(game.submit(Seat(0), Act::Go(2)).is_err());
    assert_eq!(picture(&mut game), before);
    assert!(matches!(
        go(&mut game, Act::Lost(i64::MIN)).refusal().unwrap().cause,
        Cause::Unhandled { .. }
    ));
}

/// A game with more seats than there can be.
struct Stadium;

impl Game for Stadium {
    type State = usize;
    type Action = ();
    type Event = ();
    type Trace = ();
    type Reason = Never;
    fn apply(_: &mut usize, (): &()) {}
    fn seats(seats: &usize) -> usize {
        *seats
    }
}

#[test]
fn a_game_with_more_seats_than_can_be_told_apart() {
    let book = Book::<Stadium>::builder("stadium")
        .rule("wave", |rule| rule.then(|_, ()| [()]))
        .compile()
        .unwrap();
    assert!(book.start(62, Seed(1)).is_ok());
    assert_eq!(
        book.start(63, Seed(1)).unwrap_err().to_string(),
        "The game has 63 seats, and 62 at most can be told apart."
    );
    let mut nobody = book.start(0, Seed(1)).unwrap();
    let outcome = nobody.submit(Seat(0), ()).unwrap();
    assert_eq!(outcome.to_string(), "invalid: There is no seat 0: nobody is at the table.");
    assert!(nobody.submit(By::Clock, ()).unwrap().is_committed());
}
