//! The rule sheet.

use rulebook::prelude::*;
use rulebook::{BookBuilder, PhaseBuilder, Rule, RuleBuilder};

use super::board::{CHESS960_STARTS, Claim, FIFTY_MOVES, Move, MoveClass};
use super::{
    Action, ActionKind, Chess, ChessGame, Ending, Event, EventKind, Match, Objection, Why,
};

const TURN: &str = "it is your turn";
const LEGAL: &str = "the move is legal";
const NO_OFFER: &str = "no draw is offered";
const OFFERED: &str = "your opponent offers a draw";
const FOUNDED: &str = "the claim is founded";

const DOUBLE_STEP: &str = "moving/double step";
const PROMOTION: &str = "moving/promotion";
const EN_PASSANT: &str = "moving/en passant";
const CASTLING: &str = "moving/castling";

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
///     "arrange the pieces",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Chess> {
    sheet("chess", Offering::Exact).compile().expect("the rule sheet has no mistakes")
}

/// How the moves of the base game are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offering {
    /// With the rule's word for it: no other rule decides them.
    Exact,
    /// To be looked at one by one: a variant may have rules above.
    Open,
}

/// The rule sheet of chess, to be compiled, or to be added to first.
pub(super) fn sheet<G: ChessGame>(name: &str, offering: Offering) -> BookBuilder<G> {
    let sheet = Book::<G>::builder(name).kept_digest(Match::digest, Match::digest_anew).reverts();
    let sheet = what_may_be_done(sheet).phase("moving", |moving| moves(moving, offering));
    draws(sheet.rule("resign", resign))
        .rule("arrange the pieces", arrange)
        .invariant("each player has one king", |invariant| {
            invariant.broken_by(EventKind::Moved).holds(Match::has_two_kings)
        })
}

fn what_may_be_done<G: ChessGame>(sheet: BookBuilder<G>) -> BookBuilder<G> {
    use ActionKind::{AcceptDraw, Claim, Move, OfferDraw};
    sheet
        .check(TURN, Gate::Actor, |check| {
            check.require(is_their_turn, Objection::NotYourTurn.into())
        })
        .check(LEGAL, Gate::Targets, |check| check.on(Move).test(illegal))
        .check(NO_OFFER, Gate::Specific, |check| {
            check
                .on(OfferDraw)
                .require(|ask| ask.state.offer().is_none(), Objection::AlreadyOffered.into())
        })
        .check(OFFERED, Gate::Specific, |check| {
            check.on(AcceptDraw).require(|ask| ask.state.is_offered(), Objection::NotOffered.into())
        })
        .check(FOUNDED, Gate::Specific, |check| check.on(Claim).test(unfounded))
}

/// Players take turns, once chance has put the pieces where the game starts.
fn is_their_turn<G: ChessGame>(ask: &Ask<'_, G>) -> bool {
    let arranges = *ask.action == Action::Arrange;
    arranges != ask.state.is_arranged() && G::active(ask.state).contains(ask.by)
}

/// Every reason against a move.
fn illegal<G: ChessGame>(ask: &Ask<'_, G>) -> Vec<Why> {
    let Action::Move(attempt) = *ask.action else { return Vec::new() };
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

/// What is missing for a claim.
fn unfounded<G: ChessGame>(ask: &Ask<'_, G>) -> Result<(), Why> {
    match *ask.action {
        Action::Claim(Claim::FiftyMoves) => {
            let moves = ask.state.position().halfmoves();
            (moves >= FIFTY_MOVES).or(Objection::TooFewMoves { moves }.into())
        }
        Action::Claim(Claim::ThreefoldRepetition) => {
            let times = ask.state.times();
            (times >= 3).or(Objection::NotRepeated { times }.into())
        }
        _ => Ok(()),
    }
}

/// The moves: the ordinary ones, and special ones that come before them.
fn moves<G: ChessGame>(phase: PhaseBuilder<'_, G>, offering: Offering) -> PhaseBuilder<'_, G> {
    phase
        .strategy(Strategy::HighestPriority)
        .rule("ordinary move", |rule| {
            let honours = [DOUBLE_STEP, PROMOTION, EN_PASSANT, CASTLING];
            let is = |class| class == MoveClass::Ordinary;
            moving(rule, offering, &honours, is, ordinary_moves)
        })
        .rule("double step", |rule| {
            let is = |class| class == MoveClass::DoubleStep;
            moving(rule.priority(Priority::HIGH), offering, &[], is, double_steps)
        })
        .rule("promotion", |rule| {
            let is = |class| matches!(class, MoveClass::Promotion(_));
            moving(rule.priority(Priority::HIGH), offering, &[DOUBLE_STEP], is, promotions)
        })
        .rule("en passant", |rule| {
            let honours = [DOUBLE_STEP, PROMOTION];
            let is = |class| class == MoveClass::EnPassant;
            moving(rule.priority(Priority::HIGH), offering, &honours, is, en_passants)
        })
        .rule("castling", |rule| {
            let honours = [DOUBLE_STEP, PROMOTION, EN_PASSANT];
            let is = |class| class == MoveClass::Castling;
            moving(rule.priority(Priority::HIGH), offering, &honours, is, castlings)
        })
}

/// A rule for moves of one class: which they are is seen by their shape, for
/// the check has found them legal.
fn moving<G: ChessGame>(
    rule: RuleBuilder<G>,
    offering: Offering,
    before: &[&str],
    is: impl Fn(MoveClass) -> bool + Send + Sync + 'static,
    moves: impl Fn(&Match, &mut Offer<'_, G>) + Send + Sync + 'static,
) -> Rule<G> {
    let offer = move |offer: &mut Offer<'_, G>| {
        if is_turn(offer) {
            moves(offer.state, offer);
        }
    };
    let rule = rule.on(ActionKind::Move);
    let rule = match offering {
        Offering::Exact => {
            rule.exact([TURN, LEGAL].into_iter().chain(before.iter().copied()), offer)
        }
        Offering::Open => rule.candidates(offer),
    };
    rule.answer(move |ask| match meant(ask) {
        Some(chosen) if is(chosen.class) => Answer::Match(chosen),
        _ => Answer::Skip,
    })
    .then(|cx, chosen| make(cx, chosen))
}

/// Whether moves are to be offered to this one.
#[inline]
fn is_turn<G: ChessGame>(offer: &Offer<'_, G>) -> bool {
    offer.by.is(offer.state.turn()) && offer.state.is_arranged()
}

/// The move that an action means.
#[inline]
pub(super) fn meant<G: ChessGame>(ask: &Ask<'_, G>) -> Option<Move> {
    match *ask.action {
        Action::Move(attempt) => ask.state.position().meant(attempt),
        _ => None,
    }
}

/// Makes a move, and ends the game if it ends by itself.
#[inline]
pub(super) fn make<G: ChessGame>(cx: &mut Effect<'_, G>, chosen: Move) {
    let finish = cx.state.finish_after(chosen);
    cx.propose(Event::Moved { chosen });
    if let Some(finish) = finish {
        cx.propose(Event::Ended { ending: Ending::Finished { finish } });
    }
}

#[inline]
fn ordinary_moves<G: ChessGame>(game: &Match, offer: &mut Offer<'_, G>) {
    let position = game.position();
    position.ordinary_moves(&position.masks(), |found| offer.push(Action::Move(found.attempt())));
}

#[inline]
fn double_steps<G: ChessGame>(game: &Match, offer: &mut Offer<'_, G>) {
    let position = game.position();
    position.double_steps(&position.masks(), |found| offer.push(Action::Move(found.attempt())));
}

#[inline]
fn en_passants<G: ChessGame>(game: &Match, offer: &mut Offer<'_, G>) {
    game.position().en_passants(|found| offer.push(Action::Move(found.attempt())));
}

#[inline]
fn promotions<G: ChessGame>(game: &Match, offer: &mut Offer<'_, G>) {
    let position = game.position();
    if position.may_promote() {
        let each = |found: Move| offer.push(Action::Move(found.attempt()));
        position.promotions(&position.masks(), each);
    }
}

#[inline]
fn castlings<G: ChessGame>(game: &Match, offer: &mut Offer<'_, G>) {
    let position = game.position();
    if position.may_castle() {
        let each = |found: Move| offer.push(Action::Move(game.said(found)));
        position.castlings(&position.masks(), each);
    }
}

fn resign<G: ChessGame>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.on(ActionKind::Resign)
        .exact([TURN], |offer| {
            if is_turn(offer) {
                offer.push(Action::Resign);
            }
        })
        .then(|cx, ()| [ended(Ending::Resigned { by: cx.state.position().turn() })])
}

fn draws<G: ChessGame>(sheet: BookBuilder<G>) -> BookBuilder<G> {
    sheet
        .rule("offer a draw", |rule| {
            rule.on(ActionKind::OfferDraw)
                .exact([TURN, NO_OFFER], |offer| {
                    if is_turn(offer) && offer.state.offer().is_none() {
                        offer.push(Action::OfferDraw);
                    }
                })
                .then(|cx, ()| [Event::Offered { by: cx.state.position().turn() }])
        })
        .rule("accept a draw", |rule| {
            rule.on(ActionKind::AcceptDraw)
                .exact([TURN, OFFERED], |offer| {
                    if is_turn(offer) && offer.state.is_offered() {
                        offer.push(Action::AcceptDraw);
                    }
                })
                .then(|_, ()| [ended(Ending::Agreed)])
        })
        .rule("claim a draw", |rule| {
            rule.on(ActionKind::Claim)
                .exact([TURN, FOUNDED], |offer| {
                    if is_turn(offer) {
                        let game = offer.state;
                        let claims = game.position().claims(game.times());
                        offer.extend(claims.into_iter().map(Action::Claim));
                    }
                })
                .answer(|ask| match *ask.action {
                    Action::Claim(claim) => Answer::Match(claim),
                    _ => Answer::Skip,
                })
                .then(|_, claim| [ended(Ending::Claimed { claim })])
        })
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

#[inline]
fn ended(ending: Ending) -> Event {
    Event::Ended { ending }
}
