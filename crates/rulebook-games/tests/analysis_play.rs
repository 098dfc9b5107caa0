//! The rule sheets searched by play: nothing is proved against a sound game,
//! and what is only suspected is known to be rare.

use rulebook::Searched;
use rulebook::prelude::*;
use rulebook_games::tic_tac_toe::TicTacToe;
use rulebook_games::{Playable, Visit, games, visit};

/// Everything that anybody could try.
fn universe<G: Playable>(state: &G::State) -> Vec<(By, G::Action)> {
    let anybody = [By::Seat(Seat(0)), By::Seat(Seat(1)), By::Chance, By::Clock];
    let actions = G::universe(state).into_iter();
    actions.flat_map(|action| anybody.map(|by| (by, action.clone()))).collect()
}

/// Plays a game at random, and tries everything on the way.
struct AtRandom;

impl Visit for AtRandom {
    type Out = Searched;

    fn visit<G: Playable>(self) -> Searched {
        let book = G::book();
        let search = book.analyse_by_play(|_| G::setup()).universe(universe::<G>);
        let search = search.weigh(|_, action| if G::is_rare(action) { 1 } else { 30 });
        // Where there is much to try in every state, fewer games will do.
        let games = if G::universe(&G::setup()).len() > 50 { 5 } else { 25 };
        search.games(games).actions(100).run().expect("no faults")
    }
}

/// What is suspected after so few games, and is not so.
const SUSPECTED: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &[]),
    // A board of 42 discs without four in a row: one random game in hundreds.
    ("connect-four", &["dropping/fill the board"]),
    // In so few moves nothing is repeated often, and draws are rarely offered or
    // accepted; lots are drawn in Chess960 only.
    (
        "chess",
        &[
            "accept a draw",
            "claim a draw",
            "claim a draw with a move",
            "arrange the pieces",
            "no draw is offered",
        ],
    ),
    ("chess960", &["claim a draw", "claim a draw with a move"]),
    // Few games come to bearing off in so few moves, and beavers are off,
    // unless the players agree on them.
    ("backgammon", &["moving/bear off", "cube/beaver"]),
    ("night-market", &[]),
    // Few games last until a deck is empty, and Champions are rarely displaced.
    (
        "duels",
        &[
            "draw/lose by an empty deck",
            "the centre lane is open",
            "a card forbids it to protect",
            "the card is an exception: the champion stands in the centre",
            "the card is an exception: the centre lane is open",
        ],
    ),
];

#[test]
fn nothing_is_proved_against_a_sound_game() {
    let named: Vec<_> = SUSPECTED.iter().map(|(game, _)| *game).collect();
    assert_eq!(named, games().iter().map(|game| game.name()).collect::<Vec<_>>());
    for (game, expected) in SUSPECTED {
        let found = visit(game, AtRandom).expect("there is such a game");
        assert!(found.progress.tried > 5000, "{}", found.progress);
        assert_eq!(found.analysis.proved().count(), 0, "{}", found.analysis);
        let findings = found.analysis.findings().iter();
        let suspected: Vec<_> = findings.map(|finding| finding.about.name()).collect();
        assert_eq!(suspected, *expected, "{}", found.analysis);
    }
}

/// There are 5,478 positions, and in 4,520 of them somebody can still resign.
#[test]
fn in_tic_tac_toe_every_state_can_be_looked_at() {
    let book = TicTacToe::book();
    let found = book.analyse_by_play(|_| TicTacToe::setup()).every_state(100_000).games(1);
    let found = found.run().expect("no faults");
    assert_eq!((found.progress.states, found.complete), (5478 + 4520, true));
    assert!(found.analysis.is_clean(), "{}", found.analysis);
}
