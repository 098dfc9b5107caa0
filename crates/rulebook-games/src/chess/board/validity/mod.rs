//! Whether a setup is a legal position: every reason why not.
//!
//! What is refused could not come about in any game, by what the position
//! itself shows: counts, checks, castling rights and the skipped square. That
//! a game leads here is not proven.
//!
//! Why none of it can come about: the start is not refused, and no legal move
//! leads from a position that is not refused to one that is. The tests try that
//! on games and on boards that are set up at random. For checks, in words:
//!
//! - Who has just moved has left the opponent's king where it was, and that
//!   king was not in check before, or the move would have taken it. So every
//!   check is new.
//! - A pawn or a knight gives a new check only by arriving where it stands. A
//!   move brings one piece to where it gives check (castling brings two, a king
//!   and a rook; a promotion one, in place of the pawn). So at most one pawn or
//!   knight gives check, and no pawn on the rank where it began, for no move
//!   brings it there.
//! - A new check along a line comes from the piece that has moved, or from one
//!   whose line a piece has left. A move leaves one square, and en passant
//!   leaves two, the second being that of the pawn that is taken. If lines
//!   through both are opened, the pawn that took gives no check itself: where
//!   it does, the king stands one file beside the pawn that was taken and two
//!   ranks from it, and no line joins them. So there are never three checks.
//! - A pawn that has just skipped a square has just moved. The clock counts the
//!   moves since a pawn moved, so it stands at 0; a text that says otherwise
//!   contradicts itself, and it would be wrong to guess which half is meant.
//!
//! The number of the move is only a label: problems and studies are printed
//! with move 1 and any clock, so the two are not held against each other.

mod flaw;

pub use flaw::{Flaw, Flaws};

use super::position::passed;
use super::{Colour, Role, Setup, Square, Squares, Wing};

/// Every reason why a setup is not a legal position.
pub(super) fn flaws(setup: &Setup) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for colour in Colour::ALL {
        counts(setup, colour, &mut flaws);
    }
    let astray = setup.board.role(Role::Pawn) & Squares::EDGE_RANKS;
    flaws.extend(astray.into_iter().map(|square| Flaw::PawnOnLastRank { square }));
    opponent_in_check(setup, &mut flaws);
    checkers(setup, &mut flaws);
    castling(setup, &mut flaws);
    if let Some(skipped) = setup.en_passant {
        en_passant(setup, skipped, &mut flaws);
    }
    if setup.moves == 0 {
        flaws.push(Flaw::MoveZero);
    }
    flaws
}

fn counts(setup: &Setup, colour: Colour, flaws: &mut Vec<Flaw>) {
    let count = |role| setup.board.of(colour, role).len();
    match count(Role::King) {
        0 => flaws.push(Flaw::NoKing { colour }),
        1 => {}
        count => flaws.push(Flaw::ManyKings { colour, count }),
    }
    let pieces = setup.board.colour(colour).len();
    if pieces > 16 {
        flaws.push(Flaw::ManyPieces { colour, count: pieces });
    }
    let pawns = count(Role::Pawn);
    if pawns > 8 {
        flaws.push(Flaw::ManyPawns { colour, count: pawns });
    }
    let (promoted, missing) = (promoted(setup, colour), 8_usize.saturating_sub(pawns));
    if promoted > missing {
        flaws.push(Flaw::ManyPromoted { colour, promoted, missing });
    }
}

/// How many of a player's officers must once have been pawns. Bishops of the
/// start stand on squares of different colours.
fn promoted(setup: &Setup, colour: Colour) -> usize {
    let of = |role| setup.board.of(colour, role);
    let light = of(Role::Bishop) & Squares::LIGHT;
    let dark = of(Role::Bishop) & !Squares::LIGHT;
    let more = |pieces: Squares, usual: usize| pieces.len().saturating_sub(usual);
    more(of(Role::Queen), 1)
        + more(of(Role::Rook), 2)
        + more(of(Role::Knight), 2)
        + more(light, 1)
        + more(dark, 1)
}

fn opponent_in_check(setup: &Setup, flaws: &mut Vec<Flaw>) {
    let (board, colour) = (&setup.board, !setup.turn);
    for king in board.of(colour, Role::King) {
        for by in board.attackers(setup.turn, king, board.occupied()) {
            flaws.push(Flaw::OpponentInCheck { colour, by });
        }
    }
}

/// A move gives check with one piece, and perhaps opens the line of another.
fn checkers(setup: &Setup, flaws: &mut Vec<Flaw>) {
    let board = &setup.board;
    for king in board.of(setup.turn, Role::King) {
        let checkers = board.attackers(!setup.turn, king, board.occupied());
        if checkers.len() > 2 {
            flaws.push(Flaw::ManyCheckers { count: checkers.len() });
        }
        let steppers = checkers & !lines_of(setup);
        if let (2, Some(one), Some(other)) = (checkers.len(), steppers.first(), steppers.last())
            && one != other
        {
            flaws.push(Flaw::ImpossibleChecks { one, other });
        }
        let home = Squares::rank((!setup.turn).pawn_rank());
        let unmoved = checkers & board.role(Role::Pawn) & home;
        flaws.extend(unmoved.into_iter().map(|square| Flaw::CheckFromHome { square }));
    }
}

/// The pieces that attack along a line, so that another one's move can have
/// opened it.
fn lines_of(setup: &Setup) -> Squares {
    let [_, _, bishops, rooks, queens, _] = setup.board.roles;
    bishops | rooks | queens
}

fn castling(setup: &Setup, flaws: &mut Vec<Flaw>) {
    let mut homes = Squares::NONE;
    for colour in Colour::ALL {
        let home = Squares::rank(colour.home_rank());
        homes |= home;
        let rights = setup.castles & home;
        let rooks = setup.board.of(colour, Role::Rook);
        flaws.extend(
            (rights & !rooks).into_iter().map(|square| Flaw::CastlingWithoutRook { square }),
        );
        let rooks = rights & rooks;
        match (setup.board.of(colour, Role::King) & home & inner_files()).first() {
            Some(king) => castling_twice(colour, king, rooks, flaws),
            None => {
                flaws.extend(rooks.into_iter().map(|square| Flaw::CastlingWithoutKing { square }))
            }
        }
    }
    let away = setup.castles & !homes;
    flaws.extend(away.into_iter().map(|square| Flaw::CastlingWithoutRook { square }));
}

fn castling_twice(colour: Colour, king: Square, rooks: Squares, flaws: &mut Vec<Flaw>) {
    for wing in Wing::ALL {
        if rooks.into_iter().filter(|&rook| Wing::of(king, rook) == wing).count() > 1 {
            flaws.push(Flaw::CastlingTwice { colour, wing });
        }
    }
}

/// Where a king that may castle can start: there is a rook on either side.
fn inner_files() -> Squares {
    !(Squares::FILE_A | Squares::FILE_H)
}

fn en_passant(setup: &Setup, skipped: Square, flaws: &mut Vec<Flaw>) {
    let mover = !setup.turn;
    let third = match mover {
        Colour::White => 2,
        Colour::Black => 5,
    };
    if skipped.rank() != third {
        return flaws.push(Flaw::EnPassantRank { square: skipped });
    }
    if setup.halfmoves > 0 {
        flaws.push(Flaw::EnPassantClock { square: skipped, halfmoves: setup.halfmoves });
    }
    let (pawn, origin) = (passed(skipped), Square::wrap(skipped.index() as u8 ^ 24));
    if !setup.board.of(mover, Role::Pawn).contains(pawn) {
        return flaws.push(Flaw::EnPassantWithoutPawn { square: skipped });
    }
    let occupied = setup.board.occupied();
    let way = Squares::from(skipped) | origin.into();
    if !(way & occupied).is_empty() {
        let squares = (way & occupied).into_iter();
        return flaws.extend(squares.map(|square| Flaw::EnPassantBlocked { square }));
    }
    en_passant_check(setup, skipped, (pawn, origin), flaws);
}

/// Takes the double step back: nobody may have been in check before it.
fn en_passant_check(
    setup: &Setup,
    skipped: Square,
    (pawn, origin): (Square, Square),
    flaws: &mut Vec<Flaw>,
) {
    let occupied = setup.board.occupied() ^ pawn.into() ^ origin.into();
    for king in setup.board.of(setup.turn, Role::King) {
        let before = setup.board.attackers(!setup.turn, king, occupied) & !Squares::from(pawn);
        for by in before {
            flaws.push(Flaw::EnPassantCheck { square: skipped, by });
        }
    }
}
