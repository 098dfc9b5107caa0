//! What must hold in every position, tried on games played at random.

use crate::common::dice::Dice;
use crate::common::{play, start};
use rulebook_games::chess::board::{Attempt, Move, MoveClass, Position, Role, Square};
use rulebook_games::chess::notation::{
    CastlingStyle, EnPassantStyle, FenStyle, UciCastling, read_fen, read_san, read_uci, write_fen,
    write_fen_as, write_san, write_uci,
};

/// Shows positions of many random games.
fn everywhere(games: usize, mut show: impl FnMut(&Position, &[Move], Move)) {
    let mut dice = Dice(20_240_229);
    for number in 0..games {
        play(start(number), &mut dice, 120, &mut show);
    }
}

fn attempts() -> impl Iterator<Item = Attempt> {
    Square::all().flat_map(|from| {
        Square::all().flat_map(move |to| {
            let promotions = [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King)];
            promotions.map(|promotion| Attempt { from, to, promotion })
        })
    })
}

#[test]
fn what_is_refused_is_not_legal_and_what_is_not_refused_is() {
    let mut dice = Dice(7);
    let mut legal = 0;
    everywhere(12, |position, moves, _| {
        if dice.below(8) > 0 {
            return;
        }
        for attempt in attempts() {
            let found = position.find(attempt);
            let refusals = position.refusals(attempt);
            assert_eq!(
                found.is_some(),
                refusals.is_empty(),
                "{attempt} in {position:?}: {refusals:?}"
            );
            if let Some(found) = found {
                assert!(moves.contains(&found), "{found:?} in {position:?}");
                legal += 1;
            }
        }
    });
    assert!(legal > 3_000);
}

#[test]
fn every_legal_move_is_found_by_what_a_player_says() {
    everywhere(40, |position, moves, _| {
        for &found in moves {
            assert!(position.is_legal(found));
            assert_eq!(position.find(found.attempt()), Some(found));
        }
        assert_eq!(position.count_legal(), moves.len());
        assert_eq!(position.has_legal_move(), !moves.is_empty());
    });
}

#[test]
fn each_move_comes_once_and_from_the_generator_of_its_class() {
    everywhere(40, |position, moves, _| {
        let masks = position.masks();
        let mut by_class = Vec::new();
        let mut of = |class: fn(MoveClass) -> bool, found: Move| {
            assert!(class(found.class), "{found:?}");
            by_class.push(found);
        };
        position.ordinary_moves(&masks, |found| of(|class| class == MoveClass::Ordinary, found));
        position.double_steps(&masks, |found| of(|class| class == MoveClass::DoubleStep, found));
        position.en_passants(|found| of(|class| class == MoveClass::EnPassant, found));
        position.castlings(&masks, |found| of(|class| class == MoveClass::Castling, found));
        position.promotions(&masks, |found| {
            of(|class| matches!(class, MoveClass::Promotion(role) if role.is_promotion()), found);
        });
        let mut all = moves.to_vec();
        all.sort_unstable();
        by_class.sort_unstable();
        assert_eq!(by_class, all);
        all.dedup();
        assert_eq!(all.len(), moves.len());
    });
}

#[test]
fn a_move_leads_to_a_legal_position_with_the_hash_of_its_text() {
    everywhere(60, |position, _, chosen| {
        let next = position.after(chosen);
        assert_eq!(Position::new(&next.setup()), Ok(next));
        let again = read_fen(&write_fen(&next)).unwrap();
        assert_eq!(again, next);
        assert_eq!(again.hash(), next.hash());
    });
}

#[test]
fn positions_read_as_they_were_written_in_every_style() {
    everywhere(20, |position, _, _| {
        for castling in [CastlingStyle::Wings, CastlingStyle::Files] {
            let style = FenStyle { castling, en_passant: EnPassantStyle::Legal };
            let again = read_fen(&write_fen_as(position, style)).unwrap();
            assert_eq!(again.hash(), position.hash());
            let style = FenStyle { castling, en_passant: EnPassantStyle::Always };
            assert_eq!(read_fen(&write_fen_as(position, style)).as_ref(), Ok(position));
        }
    });
}

#[test]
fn moves_read_as_they_were_written() {
    everywhere(20, |position, moves, _| {
        let mut texts = Vec::new();
        for &found in moves {
            let san = write_san(position, found);
            assert_eq!(read_san(position, &san), Ok(found), "{san}");
            assert_eq!(read_san(position, san.trim_end_matches(['+', '#'])), Ok(found));
            for castling in [UciCastling::KingMoves, UciCastling::TakesRook] {
                let uci = write_uci(found, castling);
                assert_eq!(read_uci(position, &uci), Ok(found), "{uci}");
            }
            texts.push(san);
        }
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), moves.len(), "two moves of {position:?} look the same");
    });
}
