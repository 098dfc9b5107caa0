//! The rules. Checks say what stands against an action, rules what it does.

use rulebook::prelude::*;

use crate::{Action, ActionKind, Event, MOST, STONES, Why};

/// The rule sheet.
///
/// # Panics
///
/// If there is a mistake in the book: the message names every one.
pub fn book() -> Book<crate::MyGame> {
    let book = Book::<crate::MyGame>::builder("my-game")
        .digests()
        .only_active("it is your turn", Why::NotYourTurn)
        .check("one to three", Gate::Specific, |check| {
            check.on(ActionKind::Take).test(|ask| match *ask.action {
                Action::Take(stones) => (1..=MOST)
                    .contains(&stones)
                    .or(Why::NotOneToThree { stones }),
                Action::Resign => Ok(()),
            })
        })
        .check("there are enough", Gate::Specific, |check| {
            check.on(ActionKind::Take).test(|ask| match *ask.action {
                Action::Take(stones) => {
                    let left = ask.state.stones;
                    (stones <= left).or(Why::TooFew { stones, left })
                }
                Action::Resign => Ok(()),
            })
        })
        // Rules are asked in this order, and the first that matches decides.
        // (Guide: "Phases, priorities and conflicts".)
        .rule("take the last stone", |rule| {
            rule.on(ActionKind::Take)
                .when("none is left", |ask| {
                    *ask.action == Action::Take(ask.state.stones)
                })
                .then(|cx, ()| {
                    let (seat, stones) = (cx.state.turn, cx.state.stones);
                    [Event::Took { seat, stones }, Event::Lost { seat }]
                })
        })
        .rule("take stones", |rule| {
            rule.on(ActionKind::Take)
                .candidates(|offer| offer.extend((1..=MOST).map(Action::Take)))
                .answer(|ask| match *ask.action {
                    Action::Take(stones) => Answer::Match(stones),
                    Action::Resign => Answer::Skip,
                })
                .then(|cx, stones| {
                    let seat = cx.state.turn;
                    [Event::Took { seat, stones }]
                })
        })
        .rule("resign", |rule| {
            rule.on(ActionKind::Resign)
                .candidates(|offer| offer.push(Action::Resign))
                .then(|cx, ()| {
                    [Event::Lost {
                        seat: cx.state.turn,
                    }]
                })
        })
        // What must hold after every action, or nothing of it stays.
        .invariant("no stone appears", |invariant| {
            invariant.holds(|state| state.stones <= STONES)
        });
    book.compile()
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
}
