//! Ids that cannot be: every reason, and where.

use crate::common::Chance;
use rulebook_games::backgammon::board::{
    Crawford, Expected, GnuId, Layout, LayoutProblem, Length, MatchId, MatchIdProblem, MatchInfo,
    Place, Position, PositionId, PositionIdProblem, Side, Switch, Terms,
};

#[test]
fn the_player_on_roll_comes_second_in_the_id_of_a_position() {
    let position: Position =
        "white 24(2) 13(5) 8 7 6(6), black 24(2) 13(5) 8 6(5) 3 2".parse().unwrap();
    assert_eq!(PositionId::of(&position, Side::Black).to_string(), "4FfwATCKT/ABMA");
    assert_eq!(PositionId::of(&position, Side::White).to_string(), "ik/wATDgV/ABMA");
    let bars: Position = "white bar(3) 5(12), black bar 6(2) off(12)".parse().unwrap();
    let id = PositionId::of(&bars, Side::White);
    assert_eq!(id.position(Side::White), Ok(bars));
    assert_eq!(id.position(Side::Black), Ok(bars.swapped()));
}

#[test]
fn an_error_points_at_the_character_of_an_id() {
    let errors = |text: &str| {
        let error = text.parse::<PositionId>().unwrap_err();
        (error.at(), error.expected())
    };
    assert_eq!(errors("4HPwATDgc/ABM"), (13, Expected::IdLength { characters: 14 }));
    assert_eq!(errors("4HPwATDgc/ABMAA"), (14, Expected::IdLength { characters: 14 }));
    assert_eq!(errors("4HPw-TDgc/ABMA"), (4, Expected::IdCharacter));
    assert_eq!(errors("4HPwéTDgc/ABMA"), (4, Expected::IdCharacter));
    assert_eq!(errors("4HPwATDgc/ABMB"), (13, Expected::IdEnd));
    assert_eq!(errors(""), (0, Expected::IdLength { characters: 14 }));
}

#[test]
fn an_error_points_at_the_character_of_two_ids() {
    let errors = |text: &str| {
        let error = text.parse::<GnuId>().unwrap_err();
        (error.at(), error.expected())
    };
    assert_eq!(errors("4HPwATDgc/ABMA"), (14, Expected::Colon));
    assert_eq!(errors("4HPwATDgc/ABMA:cAkKAAAAA?AA"), (24, Expected::IdCharacter));
    assert_eq!(errors("4HPw TDgc/ABMA:cAkKAAAAAAAA"), (4, Expected::IdCharacter));
}

/// What is wrong with the position that these bits say, the first bit first.
fn problem(bits: &str) -> PositionIdProblem {
    let mut bytes = [0u8; 10];
    for (index, bit) in bits.bytes().enumerate() {
        bytes[index / 8] |= (bit - b'0') << (index % 8);
    }
    let value = |index: usize| {
        let bit = |bit: usize| bytes.get(bit / 8).map_or(0, |byte| byte >> (7 - bit % 8) & 1);
        (0..6).fold(0, |value, place| value << 1 | bit(6 * index + place))
    };
    let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text: String =
        (0..14).map(|index| characters.as_bytes()[usize::from(value(index))] as char).collect();
    text.parse::<PositionId>().unwrap().position(Side::White).unwrap_err()
}

#[test]
fn every_reason_against_the_id_of_a_position_is_given() {
    assert_eq!(problem(&"1".repeat(80)), PositionIdProblem::TooManyOnes);
    assert_eq!(problem(&("0".repeat(79) + "1")), PositionIdProblem::TooLong);
    let sixteen = "1".repeat(16) + &"0".repeat(25);
    let PositionIdProblem::Impossible(problems) = problem(&sixteen) else { panic!() };
    assert_eq!(
        problems.problems(),
        [LayoutProblem::NotFifteen { side: Side::Black, checkers: 16 }]
    );
    // One checker on point 1, and the opponent's on the same, their point 24.
    let both = "10".to_owned() + &"0".repeat(24) + &"0".repeat(23) + "100";
    let PositionIdProblem::Impossible(problems) = problem(&both) else { panic!() };
    let point = Place::new(24).unwrap();
    assert_eq!(problems.problems(), [LayoutProblem::Shared { point, white: 1, black: 1 }]);
}

#[test]
fn every_reason_against_a_layout_is_given() {
    let problems = |text: &str| {
        let layout: Layout = text.parse().unwrap();
        assert_eq!(layout.to_string(), text);
        layout.check().unwrap_err().problems().to_vec()
    };
    let (white, black) = (Side::White, Side::Black);
    assert_eq!(
        problems("white 6(16), black"),
        [
            LayoutProblem::NotFifteen { side: white, checkers: 16 },
            LayoutProblem::NotFifteen { side: black, checkers: 0 },
        ]
    );
    let point = |number| Place::new(number).unwrap();
    assert_eq!(
        problems("white 20(8) 7(7), black 18(2) 5(13)"),
        [
            LayoutProblem::Shared { point: point(20), white: 8, black: 13 },
            LayoutProblem::Shared { point: point(7), white: 7, black: 2 },
        ]
    );
    assert_eq!(problems("white off(15), black off(15)"), [LayoutProblem::BothWon]);
    let closed = "bar 6(4) 5(2) 4(2) 3(2) 2(2) 1(2)";
    let stuck = problems(&format!("white {closed}, black {closed}"));
    assert_eq!(stuck, [LayoutProblem::NobodyEnters]);
}

#[test]
fn every_reason_against_the_id_of_a_match_is_given() {
    let problems = |text: &str| {
        let id: MatchId = text.parse().unwrap();
        assert_eq!(id.to_string(), text);
        id.info().unwrap_err().problems().to_vec()
    };
    assert_eq!(problems("IAAAAAAAAAAA"), [MatchIdProblem::CubeOwner { bits: 2 }]);
    assert_eq!(problems("MAcAAAAAAAAA"), [MatchIdProblem::Stage { bits: 7 }]);
    assert_eq!(problems("MIAAAAAAAAAA"), [MatchIdProblem::Dice { dice: [1, 0] }]);
    assert_eq!(problems("MIADAAAAAAAA"), [MatchIdProblem::Dice { dice: [7, 0] }]);
    assert_eq!(problems("MAAAAAAAAAAI"), [MatchIdProblem::TooLong]);
    assert_eq!(problems("IAcAAAAAAAAI").len(), 3);
}

#[test]
fn what_is_too_large_for_an_id_is_refused() {
    let too_large = MatchInfo {
        doublings: 16,
        length: Length::points(40_000),
        score: [32_768, 3],
        ..MatchInfo::default()
    };
    assert_eq!(
        too_large.id().unwrap_err().problems(),
        [
            MatchIdProblem::CubeTooHigh { doublings: 16 },
            MatchIdProblem::TooManyPoints { points: 40_000 },
            MatchIdProblem::TooManyPoints { points: 32_768 },
        ]
    );
}

#[test]
fn the_contest_of_an_id_knows_the_crawford_game() {
    let contest = |text: &str| {
        let info = text.parse::<MatchId>().unwrap().info().unwrap();
        info.contest(Terms::money())
    };
    // 4-0 to 5, the Crawford game and the one after it; 4-4; 2-0; money.
    assert_eq!(contest("MAGgAEAAAAAE").unwrap().crawford(), Crawford::After);
    assert_eq!(contest("MAGgAEAAIAAE").unwrap().crawford(), Crawford::After);
    assert_eq!(contest("AQGgACAAAAAE").unwrap().crawford(), Crawford::Before);
    assert_eq!(contest("cAkKAAAAAAAA").unwrap().terms().jacoby, Switch::On);
    let info = "MAGgAEAAAAAE".parse::<MatchId>().unwrap().info().unwrap();
    let info = MatchInfo { crawford_game: Switch::On, ..info };
    assert_eq!(info.contest(Terms::money()).unwrap().crawford(), Crawford::Now);
    let info = MatchInfo { score: [2, 3], ..info };
    assert!(info.contest(Terms::money()).is_err());
}

#[test]
fn the_cube_of_an_id_knows_who_offers() {
    let cube = |text: &str| text.parse::<MatchId>().unwrap().info().unwrap().cube();
    let told = |text: &str| {
        let cube = cube(text);
        let offer = cube.offer().map(|offer| (offer.by(), offer.beavers()));
        (cube.value(), cube.owner(), offer)
    };
    let (white, black) = (Side::White, Side::Black);
    // As GNU Backgammon told it: white doubles, black beavers, white raccoons,
    // black takes.
    assert_eq!(told("MBkAAAAAAAAE"), (1, None, Some((white, 0))));
    assert_eq!(told("EREAAAAAAAAE"), (2, Some(black), Some((black, 1))));
    assert_eq!(told("EhkAAAAAAAAE"), (4, Some(black), Some((white, 2))));
    assert_eq!(told("EwEAAAAAAAAE"), (8, Some(black), None));
    assert_eq!(cube("MBkAAAAAAAAE").beavered(), Some(cube("EREAAAAAAAAE")));
    assert_eq!(cube("EREAAAAAAAAE").beavered(), Some(cube("EhkAAAAAAAAE")));
    assert_eq!(cube("EhkAAAAAAAAE").taken(), Some(cube("EwEAAAAAAAAE")));
}

#[test]
fn any_text_is_an_id_or_an_error_within_it() {
    let mut chance = Chance(31);
    let characters: Vec<char> = "ABCZabz019+/=-: é\u{1F3B2}\n".chars().collect();
    for _ in 0..20_000 {
        let length = [0, 11, 12, 13, 14, 15, 27, 28][chance.below(8)];
        // Mostly what is allowed, so that some are ids.
        let known = if chance.below(2) == 0 { 12 } else { characters.len() };
        let text: String = (0..length).map(|_| characters[chance.below(known)]).collect();
        let ids = [
            text.parse::<PositionId>().map(|id| id.to_string()),
            text.parse::<MatchId>().map(|id| id.to_string()),
            text.parse::<GnuId>().map(|id| id.to_string()),
        ];
        for id in ids {
            match id {
                Ok(again) => assert_eq!(again, text),
                Err(error) => assert!(error.at() <= text.chars().count(), "{error}"),
            }
        }
    }
}

#[test]
fn any_bits_are_a_position_or_a_problem() {
    let mut chance = Chance(32);
    let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut positions = 0;
    for _ in 0..20_000 {
        // Sparse bits, so that some are positions.
        let value = |chance: &mut Chance| chance.below(64) & chance.below(64) & chance.below(64);
        let mut text: String =
            (0..13).map(|_| characters.as_bytes()[value(&mut chance)] as char).collect();
        text.push('A');
        let id: PositionId = text.parse().unwrap();
        if let Ok(position) = id.position(Side::White) {
            assert_eq!(PositionId::of(&position, Side::White), id);
            positions += 1;
        }
    }
    assert!(positions > 0);
}
