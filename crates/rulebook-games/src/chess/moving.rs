//! The part of the rule sheet that says how pieces move.

use rulebook::prelude::*;
use rulebook::{Effect, PhaseBuilder, Rule, RuleBuilder};

use super::board::{Attempt, Move, MoveClass, Role};
use super::book::{LEGAL, TURN};
use super::{Action, ActionKind, ChessGame, Event, Match, Objection};

const DOUBLE_STEP: &str = "moving/double step";
const PROMOTION: &str = "moving/promotion";
const EN_PASSANT: &str = "moving/en passant";
const CASTLING: &str = "moving/castling";

/// The moves: the ordinary ones, and special ones that come before them.
///
/// That a move is legal has been checked before any rule is asked. A rule only
/// says which moves are its own, and what happens. What is no ordinary move the
/// first rule refuses, and the special ones overrule it.
pub(super) fn moves<G: ChessGame>(phase: PhaseBuilder<'_, G>) -> PhaseBuilder<'_, G> {
    phase
        .strategy(Strategy::HighestPriority)
        .rule("ordinary move", ordinary_move)
        .rule("double step", |rule| double_step(rule.priority(Priority::HIGH)))
        .rule("promotion", |rule| promotion(rule.priority(Priority::HIGH)))
        .rule("en passant", |rule| en_passant(rule.priority(Priority::HIGH)))
        .rule("castling", |rule| castling(rule.priority(Priority::HIGH)))
}

fn ordinary_move<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    let special = [DOUBLE_STEP, PROMOTION, EN_PASSANT, CASTLING];
    rule.on(ActionKind::Move)
        .exact([TURN, LEGAL].into_iter().chain(special), |offer| {
            if let Some(game) = to_move(offer) {
                let position = game.position();
                let each = |found: Move| offer.push(Action::Move(found.attempt()));
                position.ordinary_moves(&position.masks(), each);
            }
        })
        .answer(|ask| match meant(ask).map(|chosen| chosen.class) {
            Some(MoveClass::Ordinary) => Answer::Match(()),
            // The rules for these have a higher priority. If one of them is
            // switched off, or taken out of a variant, this is what is left.
            Some(class) => Answer::disallowed(Objection::NotPlayed { class }.into()),
            None => Answer::Skip,
        })
        .then(|cx, ()| [moved(cx, said(cx.action), MoveClass::Ordinary)])
}

fn double_step<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Move)
        .subject(Role::Pawn)
        .exact([TURN, LEGAL], |offer| {
            if let Some(game) = to_move(offer)
                && game.position().may_step_twice()
            {
                let position = game.position();
                let each = |found: Move| offer.push(Action::Move(found.attempt()));
                position.double_steps(&position.masks(), each);
            }
        })
        .when("a pawn goes two squares", |ask| is(ask, |class| class == MoveClass::DoubleStep))
        .then(|cx, ()| [moved(cx, said(cx.action), MoveClass::DoubleStep)])
}

fn promotion<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Move)
        .subject(Role::Pawn)
        .exact([TURN, LEGAL, DOUBLE_STEP], |offer| {
            if let Some(game) = to_move(offer)
                && game.position().may_promote()
            {
                let position = game.position();
                let each = |found: Move| offer.push(Action::Move(found.attempt()));
                position.promotions(&position.masks(), each);
            }
        })
        .when("a pawn becomes another piece", |ask| {
            is(ask, |class| matches!(class, MoveClass::Promotion(_)))
        })
        .then(|cx, ()| {
            let attempt = said(cx.action);
            Some(moved(cx, attempt, MoveClass::Promotion(attempt.promotion?)))
        })
}

fn en_passant<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Move)
        .subject(Role::Pawn)
        .exact([TURN, LEGAL, DOUBLE_STEP, PROMOTION], |offer| {
            if let Some(game) = to_move(offer) {
                game.position().en_passants(|found| offer.push(Action::Move(found.attempt())));
            }
        })
        .when("a pawn takes where a pawn has just passed", |ask| {
            is(ask, |class| class == MoveClass::EnPassant)
        })
        .then(|cx, ()| [moved(cx, said(cx.action), MoveClass::EnPassant)])
}

fn castling<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Move)
        .subject(Role::King)
        .exact([TURN, LEGAL], |offer| {
            if let Some(game) = to_move(offer)
                && game.position().may_castle()
            {
                let position = game.position();
                let each = |found: Move| offer.push(Action::Move(game.said(found)));
                position.castlings(&position.masks(), each);
            }
        })
        .when("a king moves with its rook", |ask| is(ask, |class| class == MoveClass::Castling))
        .then(|cx, ()| [moved(cx, said(cx.action), MoveClass::Castling)])
}

/// The game, if moves are to be offered to this one.
#[inline]
fn to_move<'s, G: ChessGame>(offer: &Offer<'s, G>) -> Option<&'s Match> {
    is_turn(offer).then_some(offer.state)
}

/// Whether it is the turn of whom something is offered to.
#[inline]
pub(super) fn is_turn<G: ChessGame>(offer: &Offer<'_, G>) -> bool {
    offer.by.is(offer.state.turn()) && offer.state.is_arranged()
}

/// Whether the action means a move of that class. Its shape tells.
fn is<G: ChessGame>(ask: &Ask<'_, G>, class: impl Fn(MoveClass) -> bool) -> bool {
    meant(ask).is_some_and(|chosen| class(chosen.class))
}

/// The move that an action means.
pub(super) fn meant<G: ChessGame>(ask: &Ask<'_, G>) -> Option<Move> {
    match *ask.action {
        Action::Move(attempt) => ask.state.position().meant(attempt),
        _ => None,
    }
}

/// What is said of a move that is to be made.
#[inline]
fn said(action: &Action) -> Attempt {
    match *action {
        Action::Move(attempt) => attempt,
        _ => unreachable!("a rule about moves is asked about nothing else"),
    }
}

/// A move of that class is made.
#[inline]
fn moved<G: ChessGame>(cx: &Effect<'_, G>, attempt: Attempt, class: MoveClass) -> Event {
    Event::Moved { chosen: cx.state.position().meant_as(attempt, class) }
}
