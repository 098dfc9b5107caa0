//! Random positions.

use rulebook_games::chess::board::{Flaw, Position};
use rulebook_games::chess::chess960::Chess960;
use rulebook_games::chess::notation::{CastlingStyle, write_setup};

use crate::scatter::scatter;
use crate::three::{Three, to_shakmaty};
use crate::{Dice, times};

#[test]
fn random_positions_have_the_same_moves() {
    let mut dice = Dice(1851);
    let (mut legal, mut special) = (0, 0);
    for _ in 0..times(12_000) {
        let Ok(position) = Position::new(&scatter(&mut dice)) else { continue };
        // They refuse some positions that nobody could bring about.
        let Some(mut three) = Three::<Chess960>::new(position) else { continue };
        three.moves();
        if legal % 4 == 0 {
            three.compare_san();
        }
        legal += 1;
        let castles = !position.castles().is_empty();
        special += usize::from(position.legal_en_passant().is_some() || castles);
    }
    assert!(legal > times(1_500), "only {legal} positions");
    assert!(special > times(150), "only {special} positions");
}

#[test]
fn what_others_refuse_as_a_position_is_refused_here() {
    let mut dice = Dice(1972);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..times(12_000) {
        let setup = scatter(&mut dice);
        let fen = write_setup(&setup, CastlingStyle::Files);
        match (Position::new(&setup), to_shakmaty(&fen)) {
            (Ok(_), Ok(_)) => accepted += 1,
            (Err(_), Err(_)) => refused += 1,
            // Checks that no move brings about are not looked for here.
            (Ok(_), Err(error)) => assert!(error.contains("IMPOSSIBLE_CHECK"), "{fen}: {error}"),
            (Err(flaws), Ok(_)) => assert!(flaws.0.iter().all(ours_alone), "{fen}: {flaws}"),
        }
    }
    assert!(accepted > times(1_500) && refused > times(1_500), "{accepted} and {refused}");
}

/// What only ours finds: a king in the corner has no rook on one side, a double
/// step may hide a check that was there before and sets the clock to 0, and no
/// move gives check with two pieces that do not shoot, or with a pawn at home.
fn ours_alone(flaw: &Flaw) -> bool {
    matches!(
        flaw,
        Flaw::CastlingWithoutKing { .. }
            | Flaw::EnPassantCheck { .. }
            | Flaw::EnPassantClock { .. }
            | Flaw::ImpossibleChecks { .. }
            | Flaw::CheckFromHome { .. }
    )
}
