//! King of the hill: chess that is also won by a king in the middle.
//!
//! The rule sheet of chess, and one rule above it.

use rulebook::prelude::*;

use super::board::{Move, MoveClass, Role, Square};
use super::moving::meant;
use super::{ActionKind, Chess, Draws, Ending, Event, Match};

/// The four squares in the middle.
const HILL: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// The rules, as a book.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::chess::notation::read_fen;
/// use rulebook_games::chess::{Match, king_of_the_hill, parse};
/// let position = read_fen("4k3/8/8/8/8/4K3/8/R7 w - - 0 1")?;
/// let mut game = king_of_the_hill::book().start(Match::from(position), Seed(1))?;
/// game.submit(Seat(0), parse("e3e4")?)?;
/// assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Chess> {
    super::book()
        .variant("king of the hill")
        .in_phase("moving", |moving| {
            moving.rule("take the hill", |rule| {
                rule.on(ActionKind::Move)
                    .subject(Role::King)
                    .priority(Priority::OVERRIDE)
                    .answer(|ask| match meant(ask) {
                        Some(chosen) if takes_the_hill(chosen) => Answer::Match(chosen),
                        _ => Answer::Skip,
                    })
                    .then(|cx, chosen| {
                        let winner = cx.state.position().turn();
                        let ending = Ending::TookTheHill { winner };
                        [Event::Moved { chosen }, Event::Ended { ending }]
                    })
            })
        })
        .compile()
        .expect("the rule sheet has no mistakes")
}

/// The usual start, with a bare king that can still win.
///
/// ```
/// use rulebook_games::chess::king_of_the_hill::setup;
/// assert_eq!(setup().ending(), None);
/// ```
pub fn setup() -> Match {
    super::setup().with_draws(Draws::NotForLackOfPieces)
}

fn takes_the_hill(chosen: Move) -> bool {
    chosen.class == MoveClass::Ordinary && HILL.contains(&chosen.to)
}
