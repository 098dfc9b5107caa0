//! Three-check: chess that is also won by giving check for the third time.
//!
//! The rule sheet of chess, and two rules above it.

use rulebook::prelude::*;

use super::board::Move;
use super::moving::meant;
use super::{ActionKind, Chess, Draws, Ending, Event, Match};

/// So many checks win.
///
/// ```
/// use rulebook_games::chess::three_check::CHECKS;
/// assert_eq!(CHECKS, 3);
/// ```
pub const CHECKS: u8 = 3;

/// The rules, as a book.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::chess::board::Colour;
/// use rulebook_games::chess::{parse, three_check};
/// let mut game = three_check::book().start(three_check::setup(), Seed(1))?;
/// for (turn, text) in ["e2e4", "f7f6", "d1h5"].into_iter().enumerate() {
///     game.submit(Seat(turn as u8 % 2), parse(text)?)?;
/// }
/// assert_eq!(game.state().checks(Colour::White), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Chess> {
    super::book()
        .variant("three-check")
        .in_phase("moving", |moving| {
            moving
                .rule("give the last check", |rule| {
                    rule.on(ActionKind::Move)
                        .priority(Priority::OVERRIDE)
                        .answer(|ask| checking(ask, |given| given + 1 >= CHECKS))
                        .then(|cx, chosen| {
                            let winner = cx.state.position().turn();
                            let ending = Ending::ThreeChecks { winner };
                            let given = Event::Checked { by: winner };
                            [Event::Moved { chosen }, given, Event::Ended { ending }]
                        })
                })
                .rule("give check", |rule| {
                    rule.on(ActionKind::Move)
                        .priority(Priority::OVERRIDE)
                        .answer(|ask| checking(ask, |_| true))
                        .then(|cx, chosen| {
                            let by = cx.state.position().turn();
                            [Event::Moved { chosen }, Event::Checked { by }]
                        })
                })
        })
        .compile()
        .expect("the rule sheet has no mistakes")
}

/// The usual start, with few pieces that can still win.
///
/// ```
/// use rulebook_games::chess::three_check::setup;
/// assert_eq!(setup().ending(), None);
/// ```
pub fn setup() -> Match {
    super::setup().with_draws(Draws::NotForLackOfPieces)
}

/// Matches a move that gives check, if so many have been given before.
fn checking(ask: &Ask<'_, Chess>, given: impl Fn(u8) -> bool) -> Answer<Move, super::Why> {
    let position = ask.state.position();
    match meant(ask) {
        Some(chosen)
            if given(ask.state.checks(position.turn())) && position.after(chosen).is_check() =>
        {
            Answer::Match(chosen)
        }
        _ => Answer::Skip,
    }
}
