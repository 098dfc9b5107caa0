//! Writing a position.

use super::{CastlingStyle, EnPassantStyle, FenStyle};
use crate::chess::board::{Board, Colour, Position, Role, Setup, Square, Squares, Wing};

/// Writes a position in the usual style: [`FenStyle::STANDARD`].
///
/// ```
/// use rulebook_games::chess::board::Position;
/// use rulebook_games::chess::notation::write_fen;
/// assert_eq!(
///     write_fen(&Position::start()),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
/// );
/// ```
pub fn write_fen(position: &Position) -> String {
    write_fen_as(position, FenStyle::STANDARD)
}

/// Writes a position in some style.
///
/// ```
/// use rulebook_games::chess::board::Position;
/// use rulebook_games::chess::notation::{FenStyle, write_fen_as};
/// assert_eq!(
///     write_fen_as(&Position::start(), FenStyle::SHREDDER),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
/// );
/// ```
pub fn write_fen_as(position: &Position, style: FenStyle) -> String {
    let mut setup = position.setup();
    if style.en_passant == EnPassantStyle::Legal {
        setup.en_passant = position.legal_en_passant();
    }
    write_setup(&setup, style.castling)
}

/// Writes a position that need not be legal. The skipped square is written as
/// it stands in the setup.
///
/// ```
/// use rulebook_games::chess::board::Setup;
/// use rulebook_games::chess::notation::{CastlingStyle, write_setup};
/// assert_eq!(write_setup(&Setup::empty(), CastlingStyle::Wings), "8/8/8/8/8/8/8/8 w - - 0 1");
/// ```
pub fn write_setup(setup: &Setup, style: CastlingStyle) -> String {
    let pieces: Vec<String> = (0..8).rev().map(|rank| write_rank(&setup.board, rank)).collect();
    let turn = match setup.turn {
        Colour::White => 'w',
        Colour::Black => 'b',
    };
    let castling = write_castling(setup, style);
    let en_passant = setup.en_passant.map_or("-".to_owned(), |square| square.to_string());
    let (pieces, halfmoves, moves) = (pieces.join("/"), setup.halfmoves, setup.moves);
    format!("{pieces} {turn} {castling} {en_passant} {halfmoves} {moves}")
}

fn write_rank(board: &Board, rank: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut u32| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
            *empty = 0;
        }
    };
    for square in Squares::rank(rank) {
        match board.piece_at(square) {
            Some(piece) => {
                flush(&mut text, &mut empty);
                text.push(piece.letter());
            }
            None => empty += 1,
        }
    }
    flush(&mut text, &mut empty);
    text
}

fn write_castling(setup: &Setup, style: CastlingStyle) -> String {
    let mut text = String::new();
    for colour in Colour::ALL {
        let home = Squares::rank(colour.home_rank());
        let mut rooks: Vec<Square> = (setup.castles & home).into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let letter = match style {
                CastlingStyle::Wings => wing_letter(&setup.board, colour, rook),
                CastlingStyle::Files => None,
            };
            let letter = letter.unwrap_or(rook.file_letter().to_ascii_uppercase());
            text.push(match colour {
                Colour::White => letter,
                Colour::Black => letter.to_ascii_lowercase(),
            });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// `K` or `Q`, if the rook is the outermost one on its side.
fn wing_letter(board: &Board, colour: Colour, rook: Square) -> Option<char> {
    let home = Squares::rank(colour.home_rank());
    let king = (board.of(colour, Role::King) & home).first()?;
    let rooks = board.of(colour, Role::Rook) & home;
    match Wing::of(king, rook) {
        Wing::King => (rooks.last() == Some(rook)).then_some('K'),
        Wing::Queen => (rooks.first() == Some(rook)).then_some('Q'),
    }
}
