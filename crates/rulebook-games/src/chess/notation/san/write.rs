//! Writing a move as people read it.

use crate::chess::board::{Move, MoveClass, Position, Role, Square, Squares, Wing};

/// Writes a legal move: with as much as is needed to tell the piece from
/// others, `x` if it takes, and `+` or `#`.
///
/// ```
/// use rulebook_games::chess::notation::{read_fen, read_uci, write_san};
/// let position = read_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
/// assert_eq!(write_san(&position, read_uci(&position, "a1d1")?), "Rd1");
/// assert_eq!(write_san(&position, read_uci(&position, "a1a8")?), "Ra8+");
/// assert_eq!(write_san(&position, read_uci(&position, "e1c1")?), "O-O-O");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_san(position: &Position, chosen: Move) -> String {
    let mut text = match chosen.class {
        MoveClass::Castling => match Wing::of(chosen.from, chosen.to) {
            Wing::King => "O-O".to_owned(),
            Wing::Queen => "O-O-O".to_owned(),
        },
        _ => write_piece(position, chosen),
    };
    let next = position.after(chosen);
    if next.is_check() {
        text.push(if next.has_legal_move() { '+' } else { '#' });
    }
    text
}

fn write_piece(position: &Position, chosen: Move) -> String {
    let takes = position.taken(chosen).is_some();
    let mut text = match chosen.role {
        Role::Pawn if takes => chosen.from.file_letter().to_string(),
        Role::Pawn => String::new(),
        role => role.letter().to_string() + &origin(position, chosen),
    };
    if takes {
        text.push('x');
    }
    text.push_str(&chosen.to.to_string());
    if let MoveClass::Promotion(role) = chosen.class {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// What tells the piece from others of its kind that may go there too: its
/// file if that does, else its rank if that does, else both.
fn origin(position: &Position, chosen: Move) -> String {
    let mut others = Squares::NONE;
    position.ordinary_moves(&position.masks(), |other| {
        if other.role == chosen.role && other.to == chosen.to && other.from != chosen.from {
            others |= other.from.into();
        }
    });
    let shared = |same: &dyn Fn(Square) -> bool| others.into_iter().any(same);
    if others.is_empty() {
        String::new()
    } else if !shared(&|other| other.file() == chosen.from.file()) {
        chosen.from.file_letter().to_string()
    } else if !shared(&|other| other.rank() == chosen.from.rank()) {
        chosen.from.rank_digit().to_string()
    } else {
        chosen.from.to_string()
    }
}
