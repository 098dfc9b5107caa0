//! Text in and out: strict, and errors that point at the character.

use crate::common::{Chance, random_game, strewn};
use rulebook_games::backgammon::board::{
    Expected, Layout, Place, Play, PlayTextError, Position, Roll, Side, Step, TextError, Written,
    diagram, plays,
};

#[test]
fn plays_are_written_and_read_back() {
    let mut chance = Chance(21);
    let mut check = |position: Position, side, roll| {
        for play in plays(&position, side, roll) {
            assert_eq!(play.to_string().parse(), Ok(play), "{position} {roll}");
            for step in play.steps() {
                assert_eq!(step.to_string().parse(), Ok(step));
            }
        }
    };
    for _ in 0..3 {
        random_game(&mut chance, &mut check);
    }
    for _ in 0..100 {
        check(strewn(&mut chance), Side::White, chance.roll());
    }
}

#[test]
fn plays_are_written_as_players_write_them() {
    for (text, brief) in [
        ("8/5 6/5", "8/5 6/5"),
        ("24/18*/13", "24/18*/13"),
        ("24/18/13*", "24/13*"),
        ("bar/22", "bar/22"),
        ("bar/22(2) 13/10(2)", "bar/22(2) 13/10(2)"),
        ("6/off(2)", "6/off(2)"),
        ("13/10/7/4 13/10", "13/4 13/10"),
        ("8/5*(2) 6/3(2)", "8/5*(2) 6/3(2)"),
        ("bar/20/15/10/5", "bar/5"),
        ("24/20*/16*(2)", "24/20*/16*(2)"),
        ("24/22 24/18", "24/22 24/18"),
        ("no play", "no play"),
    ] {
        let play: Play = text.parse().unwrap();
        assert_eq!(play.to_string(), text);
        assert_eq!(play.brief(), brief);
    }
}

#[test]
fn moves_may_come_in_any_order() {
    assert_eq!("6/5 8/5".parse::<Play>(), "8/5 6/5".parse());
    assert_eq!("18/13 24/18".parse::<Play>(), "24/18/13".parse());
    assert_eq!("8/5 8/5".parse::<Play>(), "8/5(2)".parse());
}

/// Where the error is, and what should be there.
fn error<T: std::str::FromStr<Err = TextError> + std::fmt::Debug>(text: &str) -> (usize, Expected) {
    let error = text.parse::<T>().unwrap_err();
    assert_eq!(error.text(), text);
    (error.at(), error.expected())
}

#[test]
fn an_error_points_at_the_character_of_a_play() {
    for (text, at, expected) in [
        ("", 0, Expected::From),
        ("x", 0, Expected::From),
        ("25/20", 0, Expected::From),
        ("0/off", 0, Expected::From),
        ("06/5", 0, Expected::From),
        ("off/5", 0, Expected::From),
        ("Bar/20", 0, Expected::From),
        ("24", 2, Expected::Slash),
        ("24-18", 2, Expected::Slash),
        ("24/", 3, Expected::To),
        ("24/bar", 3, Expected::To),
        ("24/0", 3, Expected::To),
        ("24/99", 3, Expected::To),
        ("24/é", 3, Expected::To),
        ("8/8", 2, Expected::Nearer),
        ("8/13", 2, Expected::Nearer),
        ("24/18/20", 6, Expected::Nearer),
        ("6/off/3", 6, Expected::Nearer),
        ("24/13", 3, Expected::Stop),
        ("24/18 13/6", 9, Expected::Stop),
        ("24/18**", 6, Expected::EndOfMove),
        ("6/off*", 5, Expected::EndOfMove),
        ("24/18,13/8", 5, Expected::EndOfMove),
        ("24/18  13/8", 6, Expected::From),
        ("24/18 ", 6, Expected::From),
        (" 24/18", 0, Expected::From),
        ("24/18(", 6, Expected::Times),
        ("24/18(1)", 6, Expected::Times),
        ("24/18(5)", 6, Expected::Times),
        ("24/18(2", 7, Expected::Times),
        ("24/18(2]", 7, Expected::Times),
        ("6/5(2) 8/7(3)", 7, Expected::FewerSteps),
        ("13/11/9/7(2)", 9, Expected::FewerSteps),
        ("9/8/7/6/5/4", 10, Expected::FewerSteps),
        ("no play 6/5", 7, Expected::End),
    ] {
        assert_eq!(error::<Play>(text), (at, expected), "{text:?}");
    }
}

#[test]
fn an_error_points_at_the_character_of_a_step() {
    assert_eq!(error::<Step>("24/18/13"), (5, Expected::End));
    assert_eq!(error::<Step>("24/18 13/8"), (5, Expected::End));
    assert_eq!(error::<Step>("24/18(2)"), (5, Expected::End));
    assert_eq!(error::<Step>("24/17"), (3, Expected::Stop));
    assert_eq!(error::<Step>("no play"), (0, Expected::From));
}

#[test]
fn an_error_points_at_the_character_of_a_roll_or_a_place() {
    assert_eq!(error::<Roll>("7"), (0, Expected::Die));
    assert_eq!(error::<Roll>("6"), (1, Expected::Die));
    assert_eq!(error::<Roll>("60"), (1, Expected::Die));
    assert_eq!(error::<Roll>("651"), (2, Expected::End));
    assert_eq!(error::<Place>("26"), (0, Expected::Place));
    assert_eq!(error::<Place>("bar "), (3, Expected::End));
    for roll in Roll::all() {
        assert_eq!(roll.to_string().parse(), Ok(roll));
    }
    for place in Place::all() {
        assert_eq!(place.to_string().parse(), Ok(place));
    }
}

#[test]
fn an_error_points_at_the_character_of_a_position() {
    for (text, at, expected) in [
        ("", 0, Expected::Side { side: Side::White }),
        ("White 6(15), black 6(15)", 0, Expected::Side { side: Side::White }),
        ("white 6(15)", 11, Expected::EndOfCheckers),
        ("white 6(15),black 6(15)", 11, Expected::EndOfCheckers),
        ("white 6(15), white 6(15)", 13, Expected::Side { side: Side::Black }),
        ("white 6(14) 8, black 6(15)", 12, Expected::Checkers),
        ("white 6(14) 6, black 6(15)", 12, Expected::Checkers),
        ("white off bar, black 6(15)", 10, Expected::Checkers),
        ("white  6(15), black 6(15)", 6, Expected::Checkers),
        ("white 6(1) 5(14), black 6(15)", 8, Expected::Count),
        ("white 6(015), black 6(15)", 8, Expected::Count),
        ("white 6(150), black 6(15)", 8, Expected::Count),
        ("white 6(15, black 6(15)", 10, Expected::Count),
        ("white 6(15), black 6(15) ", 25, Expected::Checkers),
        ("white 6(15), black 6(15)!", 24, Expected::End),
    ] {
        assert_eq!(error::<Layout>(text), (at, expected), "{text:?}");
    }
}

#[test]
fn positions_are_written_and_read_back() {
    let mut chance = Chance(22);
    for _ in 0..500 {
        let position = strewn(&mut chance);
        assert_eq!(position.to_string().parse(), Ok(position));
    }
}

#[test]
fn a_written_play_is_found_if_its_hits_are_marked() {
    let position: Position = "white 24(2) 6(13), black 8(14) 7".parse().unwrap();
    let roll = Roll::new(6, 5).unwrap();
    let read = |text: &str| Play::read(text, &position, Side::White, roll);
    assert_eq!(read("24/18*/13").unwrap().to_string(), "24/18*/13");
    assert_eq!(read("24/13").unwrap().to_string(), "24/19/13");
    assert_eq!(read("24/18* 24/19").unwrap().to_string(), "24/19 24/18*");
    let not_legal = |text: &str| PlayTextError::NotLegal { text: text.to_owned() };
    for text in ["24/18/13*", "24/18", "24/13*", "no play", "24/19(2)", "5/off 24/18*"] {
        assert_eq!(read(text), Err(not_legal(text)));
    }
    assert!(matches!(read("24/31"), Err(PlayTextError::Unreadable(_))));
}

#[test]
fn no_play_is_found_when_there_is_none() {
    let shut_out: Position =
        "white bar 6(14), black 6(3) 5(3) 4(3) 3(2) 2(2) 1(2)".parse().unwrap();
    let roll = Roll::new(6, 5).unwrap();
    assert_eq!(Play::read("no play", &shut_out, Side::White, roll), Ok(Play::NONE));
}

/// What is read is written back, and an error is within the text.
fn check_any(text: &str) {
    let within = |error: TextError| {
        assert!(error.at() <= text.chars().count(), "{error}");
        assert_eq!(error.text(), text);
    };
    match text.parse::<Play>() {
        Ok(play) => assert_eq!(play.to_string().parse(), Ok(play), "{text:?}"),
        Err(error) => within(error),
    }
    match text.parse::<Written>() {
        Ok(written) => assert_eq!(written.to_string(), text),
        Err(error) => within(error),
    }
    match text.parse::<Layout>() {
        Ok(layout) => assert_eq!(layout.to_string(), text),
        Err(error) => within(error),
    }
    match text.parse::<Step>() {
        Ok(step) => assert_eq!(step.to_string(), text),
        Err(error) => within(error),
    }
}

#[test]
fn any_text_is_read_and_written_back_or_an_error_within_it() {
    let mut chance = Chance(23);
    let pieces = [
        "bar",
        "off",
        "24",
        "18",
        "13",
        "8",
        "6",
        "5",
        "1",
        "0",
        "/",
        "/",
        "/",
        "*",
        "(2)",
        "(3)",
        "(",
        ")",
        " ",
        " ",
        ", ",
        "white ",
        "black ",
        "no play",
        "é",
        "\u{1F3B2}",
        "x",
        "99",
    ];
    let mut plays_read = 0;
    for _ in 0..40_000 {
        let count = chance.below(12);
        let text: String = (0..count).map(|_| pieces[chance.below(pieces.len())]).collect();
        plays_read += usize::from(text.parse::<Play>().is_ok());
        check_any(&text);
    }
    assert!(plays_read > 20, "{plays_read}");
}

#[test]
fn the_picture_shows_bar_and_tray() {
    let position: Position = "white bar(2) 12(10) off(3), black bar 1(4) off(10)".parse().unwrap();
    assert_eq!(
        diagram(&position),
        "\u{20}13  14  15  16  17  18 | bar |  19  20  21  22  23  24 | off
  .   .   .   .   .   . |  1b |   .   .   .   .   .  4b | 10b
10w   .   .   .   .   . |  2w |   .   .   .   .   .   . |  3w
 12  11  10   9   8   7 |     |   6   5   4   3   2   1 |
"
    );
}
