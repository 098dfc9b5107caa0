//! What a player can do.

use rulebook::prelude::*;

use super::Match;
use super::board::{Attempt, Board, Claim, Colour, Piece, Role, Square, Squares, attacks};

/// What a player can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_games::chess::{Action, ActionKind, parse};
/// assert_eq!(parse("e2e4")?.kind(), ActionKind::Move);
/// assert_eq!(parse("resign")?, Action::Resign);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// Move a piece. Castling is said as [`Match::said`] writes it.
    Move(Attempt),
    /// Give up, whoever is to move.
    Resign,
    /// Offer a draw, whoever is to move: it stands until the opponent accepts
    /// or moves.
    OfferDraw,
    /// Accept the draw that the opponent offers.
    AcceptDraw,
    /// Claim a draw.
    Claim(Claim),
    /// Claim a draw that would come about with a move: it is announced, and
    /// not made.
    Announce(Claim, Attempt),
    /// Draw lots for the first rank; chance does, where the start is drawn.
    Arrange,
}

/// Actions to try: whatever each piece could do if what is nearest were not in
/// its way, castling in both ways of saying it, pawns with and without a
/// promotion, a piece of the opponent, an empty square, and everything that is
/// no move.
///
/// ```
/// use rulebook_games::chess::{Action, setup, universe};
/// assert!(universe(&setup()).contains(&Action::Resign));
/// ```
pub fn universe(game: &Match) -> Vec<Action> {
    let board = game.position().board();
    let turn = game.position().turn();
    let mut actions = others();
    for from in board.colour(turn) {
        let Some(piece) = board.piece_at(from) else { continue };
        for to in reach(board, piece, from) {
            actions.extend(promotions(piece, to).map(|promotion| said(from, to, promotion)));
        }
    }
    // A piece of the opponent, and no piece at all.
    for from in [board.colour(!turn).first(), (!board.occupied()).last()].into_iter().flatten() {
        actions.extend([Square::D4, from].map(|to| said(from, to, None)));
    }
    actions.extend([Role::King, Role::Pawn].map(|role| said(Square::A7, Square::A8, Some(role))));
    actions.extend(announcements(game));
    actions
}

/// Everything that is no move.
fn others() -> Vec<Action> {
    let claims = Claim::ALL.map(Action::Claim);
    let words = [Action::Resign, Action::OfferDraw, Action::AcceptDraw, Action::Arrange];
    words.into_iter().chain(claims).collect()
}

/// Claims with a move: all that are founded, and some that are not.
fn announcements(game: &Match) -> Vec<Action> {
    let mut actions = Vec::new();
    game.announceable(|claim, found| actions.push(Action::Announce(claim, game.said(found))));
    let first = game.position().legal_list().into_iter().next().map(|found| game.said(found));
    let nowhere = Attempt { from: Square::D4, to: Square::D4, promotion: None };
    for attempt in first.into_iter().chain([nowhere]) {
        actions.extend(Claim::ALL.map(|claim| Action::Announce(claim, attempt)));
    }
    actions
}

fn said(from: Square, to: Square, promotion: Option<Role>) -> Action {
    Action::Move(Attempt { from, to, promotion })
}

/// Where a piece could go at most, if what is nearest were not in its way.
fn reach(board: &Board, piece: Piece, from: Square) -> Squares {
    let ahead = |from: Squares| from.forward(piece.colour);
    match piece.role {
        Role::Pawn => {
            let one = ahead(from.into());
            attacks::pawn(piece.colour, from) | one | ahead(one)
        }
        Role::King if from.rank() == piece.colour.home_rank() => {
            let rooks = board.of(piece.colour, Role::Rook) & Squares::rank(from.rank());
            let two = [2, 6].into_iter().filter_map(|file| Square::at(file, from.rank()));
            attacks::king(from) | rooks | two.collect()
        }
        _ => {
            let nearest = attacks::piece(piece, from, board.occupied());
            attacks::piece(piece, from, board.occupied() & !nearest)
        }
    }
}

/// What may be said about promotion where a piece goes.
fn promotions(piece: Piece, to: Square) -> impl Iterator<Item = Option<Role>> {
    let is_last = |colour: Colour| to.rank() == (!colour).home_rank();
    let promotes = piece.role == Role::Pawn && is_last(piece.colour);
    let roles = Role::PROMOTIONS.into_iter().filter(move |_| promotes);
    [None].into_iter().chain(roles.map(Some))
}
