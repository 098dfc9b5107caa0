//! Resignations: what they count, and what happens if they are declined.

use rulebook::prelude::*;
use rulebook_games::backgammon::board::{Crawford, Side};
use rulebook_games::backgammon::*;

use crate::common::{legal, play, start};

const WAYS: [&str; 3] = ["resign single", "resign gammon", "resign backgammon"];

#[test]
fn an_accepted_resignation_counts_once_twice_and_three_times_the_cube() {
    for (cube, value) in [("", 1), (", cube 2 of white", 2), (", cube 8", 8)] {
        for stage in ["white to roll", "white to play 31"] {
            for (factor, way) in (1..).zip(WAYS) {
                let mut game = start(&format!("4HPwATDgc/ABMA, {stage}{cube}"));
                play(&mut game, way);
                assert_eq!(game.turn(), Some(Seat(1)), "the opponent answers");
                assert_eq!(legal(&mut game), ["accept", "decline"]);
                play(&mut game, "accept");
                assert_eq!(game.result(), Some(Scores::new(&[-factor * value, factor * value])));
                assert!(legal(&mut game).is_empty());
            }
        }
    }
}

#[test]
fn by_the_jacoby_rule_a_resigned_gammon_counts_once_unless_the_cube_was_turned() {
    for (cube, points) in [("", 1), (", cube 2", 4)] {
        let mut game = start(&format!("4HPwATDgc/ABMA, black to roll{cube}, Jacoby rule"));
        play(&mut game, "resign gammon, accept");
        assert_eq!(game.result(), Some(Scores::new(&[points, -points])));
    }
}

#[test]
fn after_a_declined_resignation_the_game_goes_on_as_it_was() {
    for text in ["4HPwATDgc/ABMA, black to roll", "4HPwATDgc/ABMA, black to play 31"] {
        let mut game = start(text);
        let (before, offered) = (*game.state(), legal(&mut game));
        for way in WAYS {
            play(&mut game, &format!("{way}, decline"));
            assert_eq!((*game.state(), legal(&mut game)), (before, offered.clone()));
        }
    }
}

#[test]
fn a_resignation_can_be_taken_back_by_undo_and_so_can_its_answer() {
    for answer in ["accept", "decline"] {
        let mut game = start("4HPwATDgc/ABMA, black to roll, cube 2, match to 3");
        let begun = *game.state();
        play(&mut game, "resign single");
        let resigned = *game.state();
        play(&mut game, answer);
        assert!(game.undo().expect("no faults").refusal().is_none());
        assert_eq!(*game.state(), resigned);
        assert!(game.undo().expect("no faults").refusal().is_none());
        assert_eq!(*game.state(), begun);
    }
}

#[test]
fn in_a_match_the_next_game_begins() {
    let mut game = start("4HPwATDgc/ABMA, white to roll, cube 2, match to 5");
    play(&mut game, "resign gammon, accept");
    let table = game.state();
    assert_eq!((table.stage(), table.resignation()), (Stage::Opening, None));
    assert_eq!(table.contest().score(Side::Black), 4);
    assert_eq!(table.contest().crawford(), Crawford::Now);
    assert_eq!(legal(&mut game), ["throw"]);
}
