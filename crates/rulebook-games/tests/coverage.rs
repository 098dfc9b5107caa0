//! What of each rule sheet fires in random play, and what never does, by name.

use rulebook::prelude::*;
use rulebook::{Coverage, CoverageReport, Covered, Dice};
use rulebook_games::{Playable, Visit, games, visit};

/// How many games are played of each.
const GAMES: u64 = 300;

/// What of a game's rule sheet fires in random play.
fn covered<G: Playable>() -> Coverage<G> {
    let book = G::book();
    let coverage = Coverage::of(&book);
    for seed in 0..GAMES {
        let mut game = book.start(G::setup(), Seed(seed)).expect("it can start");
        coverage.watch(&mut game).expect("it is this book");
        play(&mut game, &mut Dice::new(Seed(seed)));
    }
    coverage
}

/// The same of a game by name.
struct AtRandom;

impl Visit for AtRandom {
    type Out = CoverageReport;

    fn visit<G: Playable>(self) -> CoverageReport {
        covered::<G>().report()
    }
}

/// Plays a game at random: what is legal, and now and then what is not.
fn play<G: Playable>(game: &mut Session<G>, dice: &mut Dice) {
    while game.result().is_none() {
        let by = [By::Seat(Seat(0)), By::Seat(Seat(1)), By::Seat(Seat(2)), By::Chance, By::Clock];
        let by = *dice.pick(&by).expect("somebody");
        if let Some(tried) = dice.pick(&G::universe(game.state())) {
            // A try that succeeds is a move like any other.
            submit(game, by, tried.clone(), dice);
        }
        let mut legal = game.legal_all().expect("no faults");
        if dice.below(30) > 0 {
            legal.retain(|legal| !G::is_rare(legal.action()));
        }
        if let Some(legal) = dice.pick(&legal) {
            submit(game, legal.by(), legal.action().clone(), dice);
        }
    }
}

fn submit<G: Playable>(game: &mut Session<G>, by: By, action: G::Action, dice: &mut Dice) {
    let mut outcome = game.submit(by, action).expect("no faults");
    while let Outcome::Pending(choice) = outcome {
        let option = dice.below(choice.options.len() as u32);
        outcome = game.answer(choice.seat, choice.id, option).expect("no faults");
    }
}

fn never(report: &CoverageReport) -> Vec<String> {
    report.never().map(Covered::to_string).collect()
}

/// What random play never gets to, and why that is as it should be.
const NEVER: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &[]),
    // A board of 42 discs without four in a row: one random game in hundreds.
    ("connect-four", &["the rule \"dropping/fill the board\""]),
    // Lots are drawn in Chess960 only. Repetitions enough for a claim, captures
    // en passant that open the king's rank and attempts at castling at the right
    // time are rare, and no special move is switched off: the tests see to them.
    (
        "chess",
        &[
            "the rule \"claim a draw\"",
            "the rule \"arrange the pieces\"",
            "the reason OPENS_LINE",
            "the reason CASTLES_IN_CHECK",
            "the reason KING_HAS_MOVED",
            "the reason PROMOTION_TO",
            "the reason NOT_PLAYED",
        ],
    ),
    (
        "chess960",
        &[
            "the rule \"claim a draw\"",
            "the rule \"claim a draw with a move\"",
            "the reason OPENS_LINE",
            "the reason KING_HAS_MOVED",
            "the reason NOT_PLAYED",
        ],
    ),
    // Random play is for money, with the cube and without beavers, and one die
    // that strands the other is rarely tried just then: the tests see to them.
    (
        "backgammon",
        &[
            "the rule \"cube/beaver\"",
            "the reason MUST_USE_LARGER",
            "the reason MUST_USE_BOTH",
            "the reason NO_CUBE",
            "the reason CRAWFORD_GAME",
            "the reason DEAD_CUBE",
            "the reason AT_LIMIT",
            "the reason TOO_MANY",
            "the reason NOT_STEP_BY_STEP",
        ],
    ),
    ("night-market", &[]),
    // Cards forbid what random play rarely tries just then, and a Champion is
    // rarely displaced: the tests of its own see to them.
    (
        "duels",
        &[
            "the check \"the centre lane is open\"",
            "the check \"a card forbids it to attack\"",
            "the check \"a card forbids it to attack a Champion\"",
            "the check \"a card forbids it to protect\"",
            "the check \"a card forbids it to pump\"",
            "the check \"a card forbids it to be placed\"",
            "the check \"a card forbids it to be cast\"",
            "the exception \"the card is an exception: the champion stands in the centre\"",
            "the exception \"the card is an exception: the centre lane is open\"",
            "the reason CANNOT_ATTACK_CHAMPION_LANE",
        ],
    ),
];

#[test]
fn random_play_reaches_all_but_what_is_known_to_be_rare() {
    let named: Vec<_> = NEVER.iter().map(|(game, _)| *game).collect();
    assert_eq!(named, games().iter().map(|game| game.name()).collect::<Vec<_>>());
    for (game, expected) in NEVER {
        let report = visit(game, AtRandom).expect("there is such a game");
        assert!(report.committed > GAMES && report.refused > GAMES, "{report}");
        assert_eq!((report.faults, report.unhandled.len()), (0, 0), "{report}");
        assert_eq!(never(&report), *expected, "{report}");
    }
}

#[test]
fn a_drawn_game_closes_the_gap_in_connect_four() {
    use rulebook_games::connect_four::{ConnectFour, book};

    let coverage = Coverage::of(&book());
    let mut game = book().start(ConnectFour::setup(), Seed(1)).expect("it can start");
    for column in "abababbababacdcdcddcdcdcefefeffefefegggggg".chars() {
        let seat = game.turn().expect("somebody's turn");
        let drop = ConnectFour::parse(&column.to_string()).expect("it is a column");
        assert!(game.submit(seat, drop).expect("no faults").is_committed());
    }
    coverage.add(&game).expect("it is this book");
    let drawn = coverage.report().named("dropping/fill the board").map(Covered::times).sum::<u64>();
    assert_eq!((coverage.report().committed, drawn), (42, 1));
    coverage.merge(&covered::<ConnectFour>()).expect("it is this book");
    assert_eq!(coverage.report().percent(), 100, "{coverage}");
}
