//! What the analysis says about the rule sheets: they are sound, so nothing is
//! found in them.

use rulebook::Analysis;
use rulebook_games::{Playable, Visit, games, visit};

/// Everything that is to be found in a game's book, looked at and found true:
/// nothing. Each rule decides somewhere, and each check matters.
const FINDINGS: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &[]),
    ("connect-four", &[]),
    ("chess", &[]),
    ("chess960", &[]),
    ("backgammon", &[]),
    ("night-market", &[]),
    ("duels", &[]),
];

struct Analysed;
impl Visit for Analysed {
    type Out = Analysis;
    fn visit<G: Playable>(self) -> Analysis {
        G::book().analyse()
    }
}

#[test]
fn in_every_game_exactly_what_is_true_is_found() {
    let known: Vec<&str> = FINDINGS.iter().map(|(game, _)| *game).collect();
    assert!(known.iter().copied().eq(games().iter().map(|game| game.name())), "{known:?}");
    for (game, expected) in FINDINGS {
        let analysis = visit(game, Analysed).expect("it is in the list");
        println!("{analysis}");
        let found: Vec<String> = analysis.findings().iter().map(ToString::to_string).collect();
        assert_eq!(found, *expected, "{game}");
    }
}
