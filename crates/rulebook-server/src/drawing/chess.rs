//! Chess boards.

use rulebook_games::chess::Match;
use rulebook_games::chess::notation::write_fen;

use crate::wire;

/// A chess board, of whichever variant.
pub(crate) fn chess(game: &Match, last: Option<&str>, _: &str) -> wire::Drawing {
    let position = game.position();
    let check = !position.checkers().is_empty();
    wire::Drawing::Chess(wire::Chess {
        fen: write_fen(position),
        last: last.filter(|text| is_move(text)).map(str::to_owned),
        check: check.then(|| position.king(position.turn()).to_string()),
    })
}

/// Whether an action goes from a square to another: resigning does not.
fn is_move(text: &str) -> bool {
    let squares = text.as_bytes().get(..4).unwrap_or_default();
    squares.len() == 4
        && squares
            .chunks(2)
            .all(|square| (b'a'..=b'h').contains(&square[0]) && (b'1'..=b'8').contains(&square[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_marked_on_the_board() {
        for text in ["e2e4", "a7a8q"] {
            assert!(is_move(text), "{text}");
        }
        for text in ["", "resign", "draw", "e2", "e9e4"] {
            assert!(!is_move(text), "{text}");
        }
    }
}
