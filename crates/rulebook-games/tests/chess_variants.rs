//! Variants of chess: the rule sheet of chess with a few rules above it.

use rulebook::prelude::*;
use rulebook_games::chess::board::Colour;
use rulebook_games::chess::notation::read_fen;
use rulebook_games::chess::{
    self, Action, Chess, Draws, Ending, Match, king_of_the_hill, parse, print, show, three_check,
    universe,
};
use rulebook_testkit::Conformance;

fn conforms(book: Book<Chess>, setup: fn() -> Match, golden: &str) {
    Conformance::new(book, setup)
        .universe(universe)
        .views()
        .rarely(|action| !matches!(action, Action::Move(_)))
        .show(show)
        .print(print)
        .golden(golden)
        // In these games somebody wins as nobody wins in chess.
        .golden_seed(Seed(11))
        .check();
}

#[test]
fn they_conform() {
    let golden = "playthroughs/variants/king-of-the-hill.txt";
    conforms(king_of_the_hill::book(), king_of_the_hill::setup, golden);
    conforms(three_check::book(), three_check::setup, "playthroughs/variants/three-check.txt");
}

#[test]
fn the_golden_playthroughs_end_as_the_variants_do() {
    let hill = include_str!("../playthroughs/variants/king-of-the-hill.txt");
    assert!(hill.contains(" wins on the hill."), "{hill}");
    let checks = include_str!("../playthroughs/variants/three-check.txt");
    assert!(checks.contains(" wins by the third check."), "{checks}");
}

/// The rules that a variant has and chess does not, with their priorities; the
/// rest must be those of chess.
fn added(variant: &Book<Chess>) -> Vec<(String, Priority)> {
    let rules = |book: &Book<Chess>| -> Vec<(String, Priority)> {
        book.rules().map(|rule| (rule.name(), rule.priority())).collect()
    };
    let base = rules(&chess::book());
    let (kept, added) =
        rules(variant).into_iter().partition::<Vec<_>, _>(|rule| base.contains(rule));
    assert_eq!(kept, base);
    added
}

#[test]
fn a_variant_is_the_base_book_with_a_few_rules_above_it() {
    let rule = |name: &str| (format!("moving/{name}"), Priority::OVERRIDE);
    assert_eq!(added(&king_of_the_hill::book()), [rule("take the hill")]);
    let checks = [rule("give the last check"), rule("give check")];
    assert_eq!(added(&three_check::book()), checks);
}

#[test]
fn an_explanation_says_what_was_overruled() {
    let position = read_fen("4k3/8/8/8/8/3K4/8/7R w - - 0 1").expect("a position");
    let mut game = king_of_the_hill::book().start(Match::from(position), Seed(1)).expect("a game");
    let why =
        game.explain(Seat(0), &parse("d3d4").expect("a move")).expect("no faults").to_string();
    let overruled = "moving/ordinary move (priority Normal (50)): lost by priority to \"moving/take the hill\" \
                     under HighestPriority, would have matched";
    assert!(why.contains(overruled), "{why}");
}

/// What a variant offers is what chess offers, as long as nothing has ended.
#[test]
fn the_same_moves_are_legal_in_all_variants() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let offered = |book: Book<Chess>| {
        let position = read_fen(fen).expect(fen);
        let mut game = book.start(Match::from(position), Seed(1)).expect("a game");
        let mut texts: Vec<_> = game
            .legal(Seat(0))
            .expect("no faults")
            .iter()
            .map(|legal| print(legal.action()))
            .collect();
        texts.sort_unstable();
        texts
    };
    let chess = offered(chess::book());
    assert_eq!(chess.len(), 48 + 2, "and resigning, and offering a draw");
    assert_eq!(offered(king_of_the_hill::book()), chess);
    assert_eq!(offered(three_check::book()), chess);
}

/// A game of a variant from a position, in which this was played.
fn played(book: Book<Chess>, fen: &str, texts: &str) -> Session<Chess> {
    let position = read_fen(fen).expect(fen);
    let start = Match::from(position).with_draws(Draws::NotForLackOfPieces);
    let mut game = book.start(start, Seed(1)).expect("it can start");
    for text in texts.split(", ") {
        let seat = game.state().turn();
        let outcome = game.submit(seat, parse(text).expect(text)).expect("no faults");
        assert!(outcome.is_committed(), "{text}: {outcome}");
    }
    game
}

#[test]
fn the_rule_sheets_have_no_warnings() {
    assert_eq!(king_of_the_hill::book().warnings(), []);
    assert_eq!(three_check::book().warnings(), []);
}

#[test]
fn a_bare_king_wins_on_the_hill_and_nobody_else_does() {
    let bare = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
    let game = played(king_of_the_hill::book(), bare, "d3d4");
    assert_eq!(game.state().ending(), Some(Ending::TookTheHill { winner: Colour::White }));
    let queen = "7k/8/8/8/8/8/8/3QK3 w - - 0 1";
    let game = played(king_of_the_hill::book(), queen, "d1d4");
    assert_eq!(game.state().ending(), None);
}

#[test]
fn the_hill_is_no_refuge_from_check() {
    let fen = "4r2k/8/8/8/8/3K4/8/8 w - - 0 1";
    let mut game = played(king_of_the_hill::book(), fen, "d3d2, h8h7, d2d3, h7h8");
    let outcome = game.submit(Seat(0), parse("d3e4").expect("a move")).expect("no faults");
    let why = "disallowed: The king would be in check on e4 from e8.";
    assert_eq!(outcome.to_string(), why);
}

#[test]
fn the_third_check_wins_and_undo_counts_back() {
    let fen = "7k/8/8/8/8/8/4K3/R7 w - - 0 1";
    let two = "a1h1, h8g8, h1g1, g8h8";
    let mut game = played(three_check::book(), fen, two);
    assert_eq!((game.state().checks(Colour::White), game.state().ending()), (2, None));
    let third = parse("g1h1").expect("a move");
    game.submit(Seat(0), third).expect("no faults");
    assert_eq!(game.state().ending(), Some(Ending::ThreeChecks { winner: Colour::White }));
    game.undo().expect("no faults");
    assert_eq!((game.state().checks(Colour::White), game.result()), (2, None));
}

#[test]
fn mate_is_still_mate() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for book in [king_of_the_hill::book(), three_check::book()] {
        let game = played(book, fen, "a1a8");
        assert!(matches!(game.state().ending(), Some(Ending::Finished { .. })));
    }
}

/// A rule is taken out by its name, and the others go on.
#[test]
fn chess_without_castling_is_a_variant_too() {
    let book = chess::book().variant("no castling").remove("moving/castling").compile();
    let book = book.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let position = read_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").expect("a position");
    let mut game = book.start(Match::from(position), Seed(1)).expect("a game");
    let castling = parse("e1g1").expect("a move");
    let legal = game.legal(Seat(0)).expect("no faults");
    assert!(!legal.iter().any(|legal| *legal.action() == castling));
    let why = "disallowed: This is no ordinary move: castling needs a rule of its own.";
    assert_eq!(game.submit(Seat(0), castling).expect("no faults").to_string(), why);
    let aside = parse("e1f1").expect("a move");
    assert!(game.submit(Seat(0), aside).expect("no faults").is_committed());
}
