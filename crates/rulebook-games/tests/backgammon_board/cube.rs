//! The cube and the score: doubling, beavers, the Jacoby and Crawford rules,
//! and the end of a match.

use rulebook_games::backgammon::board::{
    AnswerProblem, BeaverProblem, Beavers, Contest, ContestProblem, Crawford, Cube, DoubleProblem,
    Position, Side, Switch, Terms, Win,
};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// A cube after this side has doubled and the other has taken.
fn turned(cube: Cube, by: Side) -> Cube {
    cube.offered(by).taken().unwrap()
}

#[test]
fn whoever_takes_owns_the_cube() {
    let cube = turned(Cube::CENTRED, WHITE);
    assert_eq!((cube.value(), cube.owner(), cube.offer()), (2, Some(BLACK), None));
    let cube = turned(cube, BLACK);
    assert_eq!((cube.value(), cube.owner(), cube.offer()), (4, Some(WHITE), None));
}

#[test]
fn whoever_drops_loses_what_the_cube_was_worth() {
    let cube = turned(Cube::CENTRED, WHITE);
    assert_eq!(Cube::CENTRED.offered(WHITE).dropped(), Some((WHITE, 1)));
    assert_eq!(cube.offered(BLACK).dropped(), Some((BLACK, 2)));
    assert_eq!(cube.dropped(), None);
}

#[test]
fn through_beavers_and_raccoons_the_cube_stays_with_whoever_was_doubled_first() {
    let doubled = Cube::CENTRED.offered(WHITE);
    let beaver = doubled.beavered().unwrap();
    let raccoon = beaver.beavered().unwrap();
    for (cube, value, drop) in
        [(doubled, 2, (WHITE, 1)), (beaver, 4, (BLACK, 2)), (raccoon, 8, (WHITE, 4))]
    {
        let taken = cube.taken().unwrap();
        assert_eq!((taken.value(), taken.owner()), (value, Some(BLACK)));
        assert_eq!(cube.dropped(), Some(drop));
    }
    assert_eq!(Cube::CENTRED.beavered(), None);
}

#[test]
fn every_reason_against_a_beaver_is_given() {
    let doubled = Cube::CENTRED.offered(WHITE);
    let on = Beavers::UpTo(1);
    assert_eq!(doubled.beaver_problems(BLACK, on), []);
    assert_eq!(doubled.beaver_problems(BLACK, Beavers::Off), [BeaverProblem::NotPlayed]);
    assert_eq!(doubled.beaver_problems(WHITE, on), [BeaverProblem::YourOwnDouble]);
    assert_eq!(Cube::CENTRED.beaver_problems(WHITE, on), [BeaverProblem::NothingOffered]);
    let beaver = doubled.beavered().unwrap();
    assert_eq!(beaver.beaver_problems(WHITE, on), [BeaverProblem::TooMany { limit: 1 }]);
    assert_eq!(beaver.beaver_problems(WHITE, Beavers::UpTo(2)), []);
    let high = Cube::new(14, None).unwrap().offered(WHITE);
    assert_eq!(high.beaver_problems(BLACK, on), [BeaverProblem::AtLimit { value: 16_384 }]);
    assert_eq!(high.beaver_problems(WHITE, Beavers::Off).len(), 3);
}

#[test]
fn only_whoever_was_doubled_answers() {
    let doubled = Cube::CENTRED.offered(WHITE);
    assert_eq!(doubled.answer_problem(BLACK), None);
    assert_eq!(doubled.answer_problem(WHITE), Some(AnswerProblem::YourOwnDouble));
    assert_eq!(Cube::CENTRED.answer_problem(BLACK), Some(AnswerProblem::NothingOffered));
}

#[test]
fn every_reason_against_a_double_is_given() {
    let money = Contest::new(Terms::money());
    let black_owns = turned(Cube::CENTRED, WHITE);
    assert_eq!(money.double_problems(WHITE, Cube::CENTRED), []);
    assert_eq!(money.double_problems(BLACK, black_owns), []);
    assert_eq!(money.double_problems(WHITE, black_owns), [DoubleProblem::NotYourCube]);
    let offered = Cube::CENTRED.offered(WHITE);
    assert_eq!(money.double_problems(WHITE, offered), [DoubleProblem::AlreadyOffered]);
    let at_limit = Cube::new(15, Some(WHITE)).unwrap();
    let value = 32_768;
    assert_eq!(money.double_problems(WHITE, at_limit), [DoubleProblem::AtLimit { value }]);
    let no_cube = Contest::new(Terms { cube: Switch::Off, ..Terms::money() });
    assert_eq!(no_cube.double_problems(WHITE, Cube::CENTRED), [DoubleProblem::NoCube]);
    let crawford = Contest::new(Terms::match_to(5)).scored(WHITE, 4);
    assert_eq!(crawford.double_problems(BLACK, Cube::CENTRED), [DoubleProblem::CrawfordGame]);
    assert_eq!(
        crawford.double_problems(WHITE, Cube::CENTRED),
        [DoubleProblem::CrawfordGame, DoubleProblem::DeadCube { needs: 1, value: 1 },]
    );
}

/// As GNU Backgammon answered, in a match to 5.
#[test]
fn nobody_doubles_who_needs_no_more_than_the_cube_is_worth() {
    for (score, doublings, is_dead) in [
        ([3, 0], 1, true),
        ([2, 0], 1, false),
        ([4, 0], 0, true),
        ([4, 4], 0, true),
        ([0, 4], 0, false),
        ([0, 3], 1, false),
        ([3, 3], 1, true),
        ([1, 0], 2, true),
        ([0, 1], 2, false),
        ([1, 1], 2, true),
    ] {
        let crawford = if score.contains(&4) { Crawford::After } else { Crawford::Before };
        let contest = Contest::at(Terms::match_to(5), score, crawford).unwrap();
        let cube = Cube::new(doublings, Some(WHITE)).unwrap();
        assert_eq!(contest.double_problems(WHITE, cube).is_empty(), !is_dead, "{score:?}");
    }
}

#[test]
fn the_crawford_game_is_played_once() {
    let contest = Contest::new(Terms::match_to(5));
    assert_eq!(contest.crawford(), Crawford::Before);
    let contest = contest.scored(WHITE, 2);
    assert_eq!(contest.crawford(), Crawford::Before);
    let contest = contest.scored(WHITE, 2);
    assert_eq!(contest.crawford(), Crawford::Now);
    let contest = contest.scored(BLACK, 2);
    assert_eq!(contest.crawford(), Crawford::After);
    assert_eq!(contest.double_problems(BLACK, Cube::CENTRED), []);
    let contest = contest.scored(BLACK, 2);
    assert_eq!((contest.crawford(), contest.winner()), (Crawford::After, None));
    let contest = contest.scored(BLACK, 1);
    assert_eq!(contest.winner(), Some(BLACK));
}

#[test]
fn there_is_no_crawford_game_if_the_rule_is_not_played() {
    let terms = Terms { crawford: Switch::Off, ..Terms::match_to(5) };
    let contest = Contest::new(terms).scored(WHITE, 4);
    assert_eq!(contest.crawford(), Crawford::Before);
    assert_eq!(contest.double_problems(BLACK, Cube::CENTRED), []);
}

#[test]
fn a_match_to_one_point_has_no_crawford_game_and_a_dead_cube() {
    let contest = Contest::new(Terms::match_to(1));
    assert_eq!(contest.crawford(), Crawford::Before);
    let dead = [DoubleProblem::DeadCube { needs: 1, value: 1 }];
    assert_eq!(contest.double_problems(WHITE, Cube::CENTRED), dead);
    assert_eq!(contest.scored(BLACK, 1).winner(), Some(BLACK));
    assert_eq!(Contest::at(Terms::match_to(1), [0, 0], Crawford::Before), Ok(contest));
}

#[test]
fn games_for_money_add_up_and_nobody_wins_for_good() {
    let contest = Contest::new(Terms::money()).scored(WHITE, 200).scored(BLACK, 6);
    assert_eq!((contest.score(WHITE), contest.score(BLACK)), (200, 6));
    assert_eq!(contest.winner(), None);
    assert_eq!(contest.needs(WHITE), None);
}

#[test]
fn gammons_and_backgammons_multiply_the_cube() {
    let contest = Contest::new(Terms::match_to(7));
    let cube = Cube::new(2, Some(WHITE)).unwrap();
    let worth = Win::ALL.map(|win| contest.worth(cube, win));
    assert_eq!(worth, [4, 8, 12]);
}

#[test]
fn by_the_jacoby_rule_a_gammon_counts_only_if_the_cube_was_turned() {
    let worth = |terms, cube| Win::ALL.map(|win| Contest::new(terms).worth(cube, win));
    let jacoby = Terms { jacoby: Switch::On, ..Terms::money() };
    let cube = turned(Cube::CENTRED, WHITE);
    assert_eq!(worth(jacoby, Cube::CENTRED), [1, 1, 1]);
    assert_eq!(worth(jacoby, cube), [2, 4, 6]);
    assert_eq!(worth(Terms::money(), Cube::CENTRED), [1, 2, 3]);
    let in_a_match = Terms { jacoby: Switch::On, ..Terms::match_to(5) };
    assert_eq!(worth(in_a_match, Cube::CENTRED), [1, 2, 3]);
}

#[test]
fn every_reason_against_a_score_is_given() {
    let problems = |score, crawford| {
        Contest::at(Terms::match_to(5), score, crawford)
            .map_or_else(|error| error.problems().to_vec(), |_| Vec::new())
    };
    assert_eq!(problems([4, 2], Crawford::Now), []);
    assert_eq!(problems([4, 2], Crawford::After), []);
    assert_eq!(problems([4, 4], Crawford::After), []);
    assert_eq!(problems([7, 2], Crawford::Before), []);
    assert_eq!(problems([5, 4], Crawford::After), []);
    assert_eq!(problems([3, 2], Crawford::Now), [ContestProblem::NoCrawfordGame]);
    assert_eq!(problems([4, 4], Crawford::Now), [ContestProblem::NoCrawfordGame]);
    assert_eq!(problems([3, 2], Crawford::After), [ContestProblem::NoCrawfordGame]);
    assert_eq!(problems([4, 2], Crawford::Before), [ContestProblem::CrawfordGameDue]);
    assert_eq!(problems([4, 4], Crawford::Before), [ContestProblem::CrawfordGameDue]);
    assert_eq!(problems([5, 6], Crawford::After), [ContestProblem::BothWon]);
    let not_played = Terms { crawford: Switch::Off, ..Terms::match_to(5) };
    assert!(Contest::at(not_played, [4, 2], Crawford::Before).is_ok());
    assert!(Contest::at(not_played, [4, 2], Crawford::Now).is_err());
}

#[test]
fn every_contest_that_is_played_is_one_that_can_be_set_up() {
    for length in 0..8 {
        for games in 0..4u32.pow(5) {
            let mut contest = Contest::new(Terms::match_to(length));
            for game in 0..5 {
                if contest.winner().is_some() {
                    break;
                }
                let (side, points) = [(WHITE, 1), (WHITE, 2), (BLACK, 1), (BLACK, 3)]
                    [(games / 4u32.pow(game) % 4) as usize];
                contest = contest.scored(side, points);
                let score = [contest.score(WHITE), contest.score(BLACK)];
                let again = Contest::at(*contest.terms(), score, contest.crawford());
                assert_eq!(again, Ok(contest));
            }
        }
    }
}

#[test]
fn how_much_a_game_counts_is_seen_from_the_loser() {
    let won = |loser: &str| {
        let position: Position = format!("white off(15), black {loser}").parse().unwrap();
        assert_eq!(position.swapped().won().map(|(side, win)| (side.other(), win)), position.won());
        position.won().unwrap()
    };
    assert_eq!(won("24 1(13) off"), (WHITE, Win::Single));
    assert_eq!(won("18 1(14)"), (WHITE, Win::Gammon));
    assert_eq!(won("19 1(14)"), (WHITE, Win::Backgammon));
    assert_eq!(won("bar 1(14)"), (WHITE, Win::Backgammon));
    assert_eq!(won("bar 1(13) off"), (WHITE, Win::Single));
    assert_eq!(Position::START.won(), None);
}
