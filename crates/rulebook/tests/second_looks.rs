//! Corners that a second look found: lists used again, proofs beside open
//! candidates, answers that come late, tables that are too large, reveals in
//! a preview.

use rulebook::prelude::*;
use rulebook::{Cause, Preview, StartError};

/// A counter at a table of as many seats as the state says.
struct Counter;

#[derive(Clone, Debug, PartialEq)]
struct Table {
    total: u32,
    seats: usize,
}

impl Game for Counter {
    type State = Table;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(table: &mut Table, by: &u32) {
        table.total += by;
    }

    fn seats(table: &Table) -> usize {
        table.seats
    }
}

const TABLE: Table = Table { total: 0, seats: 2 };

fn actions(game: &mut Session<Counter>) -> Vec<u32> {
    game.legal(Seat(0)).unwrap().iter().map(|legal| *legal.action()).collect()
}

#[test]
fn a_list_that_holds_stale_proofs_gets_fresh_ones_all_the_same() {
    let book = Book::<Counter>::builder("counter")
        .rule("count", |rule| {
            rule.candidates(|offer| offer.extend([1, 2])).then(|cx, ()| [*cx.action])
        })
        .compile()
        .unwrap();
    let mut game = book.start(TABLE, Seed(1)).unwrap();
    let mut list = game.legal(Seat(0)).unwrap();
    game.submit(Seat(0), 1).unwrap();
    game.legal_into(Seat(0), &mut list).unwrap();
    assert_eq!(list.len(), 4, "two stale ones, and two fresh ones");
    let last = list.pop().unwrap();
    assert!(game.play(last).unwrap().is_committed());
}

#[test]
fn an_action_is_offered_once_though_an_exact_rule_repeats_an_open_one() {
    let book = Book::<Counter>::builder("counter")
        .rule("even", |rule| {
            rule.when("even", |ask| ask.action % 2 == 0)
                .exact([], |offer| offer.extend([2, 4]))
                .then(|cx, ()| [*cx.action])
        })
        .rule("any", |rule| {
            rule.candidates(|offer| offer.extend(1..=4)).then(|cx, ()| [*cx.action])
        })
        .compile()
        .unwrap();
    assert_eq!(actions(&mut book.start(TABLE, Seed(1)).unwrap()), [2, 4, 1, 3]);

    let turned = Book::<Counter>::builder("counter")
        .strategy(Strategy::LastWins)
        .rule("any", |rule| {
            rule.candidates(|offer| offer.extend(1..=4)).then(|cx, ()| [*cx.action])
        })
        .rule("even", |rule| {
            rule.when("even", |ask| ask.action % 2 == 0)
                .exact([], |offer| offer.extend([2, 4]))
                .then(|cx, ()| [*cx.action])
        })
        .compile()
        .unwrap();
    assert_eq!(actions(&mut turned.start(TABLE, Seed(1)).unwrap()), [1, 2, 3, 4]);
}

#[test]
fn a_late_answer_is_not_taken_for_the_answer_to_the_next_question() {
    let book = Book::<Counter>::builder("counter")
        .rule("ask", |rule| {
            rule.then(|cx, ()| {
                let question = format!("Do it {} times?", cx.action);
                let often = if cx.confirm(Seat(0), &question)? { *cx.action } else { 0 };
                Ok((often > 0).then_some(often))
            })
        })
        .compile()
        .unwrap();
    let mut game = book.start(TABLE, Seed(1)).unwrap();
    let Outcome::Pending(first) = game.submit(Seat(0), 1).unwrap() else { panic!("no choice") };
    assert!(matches!(game.answer(Seat(0), first.id, 1).unwrap(), Outcome::NoChange));
    let Outcome::Pending(second) = game.submit(Seat(0), 9).unwrap() else { panic!("no choice") };
    assert_eq!((first.id.frame, first.id.nth), (second.id.frame, second.id.nth));
    let late = game.answer(Seat(0), first.id, 0).unwrap();
    assert!(matches!(late.refusal().unwrap().cause, Cause::OtherChoice));
    assert_eq!(game.state().total, 0);
}

#[test]
fn a_table_has_at_most_sixty_two_seats() {
    let book = Book::<Counter>::builder("counter")
        .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
        .compile()
        .unwrap();
    let mut full = book.start(Table { seats: 62, ..TABLE }, Seed(1)).unwrap();
    assert!(full.submit(Seat(61), 1).unwrap().is_committed());
    let error = book.start(Table { seats: 63, ..TABLE }, Seed(1)).unwrap_err();
    assert_eq!(error, StartError::TooManySeats(63));
}

#[test]
fn nobody_sees_in_a_preview_what_only_the_move_reveals() {
    let book = Book::<Counter>::builder("counter")
        .revealing(Anything::Any)
        .rule("reveal", |rule| rule.then(|cx, ()| [*cx.action]))
        .compile()
        .unwrap();
    let mut game = book.start(TABLE, Seed(1)).unwrap();
    assert!(matches!(game.preview(Seat(0), &5).unwrap(), Preview::DiceAhead));
    let options = rulebook::SessionOptions {
        mode: rulebook::Mode::Analysis,
        ..rulebook::SessionOptions::default()
    };
    let mut analysis = book.start_with(TABLE, Seed(1), options).unwrap();
    let Preview::Commit { state, .. } = analysis.preview(Seat(0), &5).unwrap() else {
        panic!("an analysis may look")
    };
    assert_eq!((state.total, analysis.state().total), (5, 0));
}
