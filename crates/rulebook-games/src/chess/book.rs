//! The rule sheet.

use rulebook::prelude::*;
use rulebook::{BookBuilder, Rule, RuleBuilder};

use super::agreeing::{agreements, claims};
use super::board::{Attempt, CHESS960_STARTS, Colour, Role};
use super::moving::moves;
use super::{Action, ActionKind, Chess, ChessGame, Event, Match, Objection, Why};

pub(super) const TURN: &str = "it is your turn";
pub(super) const PLAYER: &str = "you play";
pub(super) const LEGAL: &str = "the move is legal";

/// The rules of chess, as a book.
///
/// ```
/// use rulebook_games::chess::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "moving/ordinary move",
///     "moving/double step",
///     "moving/promotion",
///     "moving/en passant",
///     "moving/castling",
///     "resign",
///     "offer a draw",
///     "accept a draw",
///     "claim a draw",
///     "claim a draw with a move",
///     "arrange the pieces",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Chess> {
    sheet("chess").compile().expect("the rule sheet has no mistakes")
}

/// The rule sheet of chess, to be compiled.
pub(super) fn sheet<G: ChessGame>(name: &str) -> BookBuilder<G> {
    let sheet = Book::<G>::builder(name)
        .version("1")
        .kept_digest(Match::digest, Match::digest_anew)
        .names_subjects(Role::name_of)
        .reverts();
    let sheet = who_may_act(sheet).check(LEGAL, Gate::Targets, |check| {
        check.on([ActionKind::Move, ActionKind::Announce]).test(illegal)
    });
    claims(agreements(sheet.phase("moving", moves))).rule("arrange the pieces", arrange)
}

/// Players take turns, but who is not to move may still resign, or offer or
/// accept a draw.
fn who_may_act<G: ChessGame>(sheet: BookBuilder<G>) -> BookBuilder<G> {
    use ActionKind::{AcceptDraw, Announce, Arrange, Claim, Move, OfferDraw, Resign};
    sheet
        .check(TURN, Gate::Actor, |check| {
            let taking_turns = [Move, Claim, Announce, Arrange];
            check.on(taking_turns).require(is_their_turn, Objection::NotYourTurn.into())
        })
        .check(PLAYER, Gate::Actor, |check| {
            let at_any_time = [Resign, OfferDraw, AcceptDraw];
            let plays = |ask: &Ask<'_, G>| player(ask.state, ask.by).is_some();
            check.on(at_any_time).require(plays, Objection::NotPlaying.into())
        })
}

/// Which player it is, once the pieces stand.
#[inline]
pub(super) fn player(game: &Match, by: By) -> Option<Colour> {
    Colour::of(by).filter(|_| game.is_arranged())
}

/// The move that an action is about.
#[inline]
pub(super) fn attempt(action: &Action) -> Option<Attempt> {
    match *action {
        Action::Move(attempt) | Action::Announce(_, attempt) => Some(attempt),
        _ => None,
    }
}

/// Chance puts the pieces where the game starts; then players take turns.
fn is_their_turn<G: ChessGame>(ask: &Ask<'_, G>) -> bool {
    match *ask.action {
        Action::Arrange => ask.by == By::Chance && !ask.state.is_arranged(),
        _ => player(ask.state, ask.by) == Some(ask.state.position().turn()),
    }
}

/// Every reason against a move.
fn illegal<G: ChessGame>(ask: &Ask<'_, G>) -> Vec<Why> {
    let Some(attempt) = attempt(ask.action) else { return Vec::new() };
    let position = ask.state.position();
    match position.find(attempt) {
        None => position.refusals(attempt).into_iter().map(Why::Illegal).collect(),
        Some(chosen) => {
            let said = ask.state.said(chosen);
            let otherwise = (said != attempt).then_some(Objection::SaidOtherwise { said });
            otherwise.into_iter().map(Why::from).collect()
        }
    }
}

/// Chance draws lots for the first ranks, where they are not settled.
fn arrange<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Arrange)
        .exact([TURN], |offer| {
            if offer.by == By::Chance && !offer.state.is_arranged() {
                offer.push(Action::Arrange);
            }
        })
        .then(|cx, ()| [Event::Arranged { number: cx.below(CHESS960_STARTS.into()) as u16 }])
}
