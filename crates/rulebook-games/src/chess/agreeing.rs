//! The part of the rule sheet that says how players end a game by a word: they
//! resign, agree on a draw, or claim one.

use rulebook::prelude::*;
use rulebook::{BookBuilder, Rule, RuleBuilder};

use super::board::{Claim, FIFTY_MOVES};
use super::book::{LEGAL, PLAYER, TURN, player};
use super::moving::is_turn;
use super::{Action, ActionKind, ChessGame, Ending, Event, Objection, Why};

const NO_OFFER: &str = "no draw is offered";
const OFFERED: &str = "your opponent offers a draw";
const FOUNDED: &str = "the claim is founded";

/// Resigning, and offering and accepting a draw.
pub(super) fn agreements<G: ChessGame>(sheet: BookBuilder<G>) -> BookBuilder<G> {
    use ActionKind::{AcceptDraw, OfferDraw};
    sheet
        .check(NO_OFFER, Gate::Specific, |check| {
            check
                .on(OfferDraw)
                .require(|ask| ask.state.offer().is_none(), Objection::AlreadyOffered.into())
        })
        .check(OFFERED, Gate::Specific, |check| {
            check.on(AcceptDraw).require(is_offered, Objection::NotOffered.into())
        })
        .rule("resign", resign)
        .rule("offer a draw", offer_draw)
        .rule("accept a draw", accept_draw)
}

fn is_offered<G: ChessGame>(ask: &Ask<'_, G>) -> bool {
    player(ask.state, ask.by).is_some_and(|player| ask.state.is_offered_to(player))
}

fn resign<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Resign)
        .exact([PLAYER], |offer| {
            if player(offer.state, offer.by).is_some() {
                offer.push(Action::Resign);
            }
        })
        .then(|cx, ()| {
            let by = player(cx.state, cx.by)?;
            Some(ended(Ending::Resigned { by }))
        })
}

fn offer_draw<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::OfferDraw)
        .exact([PLAYER, NO_OFFER], |offer| {
            if player(offer.state, offer.by).is_some() && offer.state.offer().is_none() {
                offer.push(Action::OfferDraw);
            }
        })
        .then(|cx, ()| {
            let by = player(cx.state, cx.by)?;
            Some(Event::Offered { by })
        })
}

fn accept_draw<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::AcceptDraw)
        .exact([PLAYER, OFFERED], |offer| {
            let game = offer.state;
            if player(game, offer.by).is_some_and(|player| game.is_offered_to(player)) {
                offer.push(Action::AcceptDraw);
            }
        })
        .then(|_, ()| [ended(Ending::Agreed)])
}

/// Claims: by what is on the board, or by what a move would bring about.
pub(super) fn claims<G: ChessGame>(sheet: BookBuilder<G>) -> BookBuilder<G> {
    sheet
        .check(FOUNDED, Gate::Specific, |check| {
            check.on([ActionKind::Claim, ActionKind::Announce]).test(unfounded)
        })
        .rule("claim a draw", claim)
        .rule("claim a draw with a move", announce)
}

/// What is missing for a claim.
fn unfounded<G: ChessGame>(ask: &Ask<'_, G>) -> Result<(), Why> {
    let game = ask.state;
    let (fifty, three) = (|moves| moves >= FIFTY_MOVES, |times| times >= 3);
    match *ask.action {
        Action::Claim(Claim::FiftyMoves) => {
            let moves = game.position().halfmoves();
            fifty(moves).or(Objection::TooFewMoves { moves }.into())
        }
        Action::Claim(Claim::ThreefoldRepetition) => {
            let times = game.times();
            three(times).or(Objection::NotRepeated { times }.into())
        }
        Action::Announce(claim, attempt) => {
            // What is no legal move has been refused for that.
            let Some(chosen) = game.position().find(attempt) else { return Ok(()) };
            match claim {
                Claim::FiftyMoves => {
                    let moves = game.position().after(chosen).halfmoves();
                    fifty(moves).or(Objection::TooFewMovesWith { attempt, moves }.into())
                }
                Claim::ThreefoldRepetition => {
                    let times = game.times_after(chosen);
                    three(times).or(Objection::NotRepeatedWith { attempt, times }.into())
                }
            }
        }
        _ => Ok(()),
    }
}

fn claim<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Claim)
        .exact([TURN, FOUNDED], |offer| {
            let game = offer.state;
            if is_turn(offer) {
                let claims = game.position().claims(game.times());
                claims.for_each(|claim| offer.push(Action::Claim(claim)));
            }
        })
        .then(|cx, ()| claimed(cx.action))
}

fn announce<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Announce)
        .exact([TURN, LEGAL, FOUNDED], |offer| {
            let game = offer.state;
            if is_turn(offer) {
                game.announceable(|claim, found| {
                    offer.push(Action::Announce(claim, game.said(found)));
                });
            }
        })
        .then(|cx, ()| claimed(cx.action))
}

fn claimed(action: &Action) -> Option<Event> {
    match *action {
        Action::Claim(claim) | Action::Announce(claim, _) => Some(ended(Ending::Claimed { claim })),
        _ => None,
    }
}

#[inline]
fn ended(ending: Ending) -> Event {
    Event::Ended { ending }
}
