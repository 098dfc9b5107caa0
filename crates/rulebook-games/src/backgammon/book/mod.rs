//! The rule sheet: when what is done, and the dice. What the dice are played
//! for and what the players offer each other have chapters of their own.

mod cube;
mod moving;
mod resigning;

use rulebook::BookBuilder;
use rulebook::prelude::*;

use super::board::{AnswerProblem, Roll, Side};
use super::{Action, ActionKind, Backgammon, Event, Objection, Stage, Table, Why};

pub use moving::class_of_a_step;

const TURN: &str = "it is your turn";
const NOW: &str = "it is time for it";

/// The rules of backgammon, as a book.
///
/// ```
/// use rulebook_games::backgammon::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "opening throw",
///     "roll",
///     "moving/play",
///     "moving/no play",
///     "moving/move",
///     "moving/enter",
///     "moving/bear off",
///     "take back",
///     "done",
///     "cube/double",
///     "cube/take",
///     "cube/drop",
///     "cube/beaver",
///     "resigning/resign",
///     "resigning/accept",
///     "resigning/decline",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Backgammon> {
    let mut sheet = Book::<Backgammon>::builder("backgammon").version("1").digests().reverts();
    for chapter in [when, dice, moving::chapter, cube::chapter, resigning::chapter] {
        sheet = chapter(sheet);
    }
    sheet
        .invariant("nobody moves on when the game is won", |invariant| {
            invariant.at_rest().holds(|table| {
                table.position().won().is_none() || table.turn().is_some() || table.is_over()
            })
        })
        .compile()
        .expect("the rule sheet has no mistakes")
}

type Sheet = BookBuilder<Backgammon>;
type Asked<'a> = Ask<'a, Backgammon>;
type Offering<'a> = Offer<'a, Backgammon>;

fn when(sheet: Sheet) -> Sheet {
    sheet
        .check(TURN, Gate::Actor, |check| check.test(|ask| not_your_turn(ask).map_or(Ok(()), Err)))
        .check(NOW, Gate::Targets, |check| {
            use ActionKind::{Double, Finish, Play, Resign, Roll, Step, TakeBack};
            check.on([Roll, Double, Play, Step, TakeBack, Finish, Resign]).test(not_now)
        })
}

fn not_your_turn(ask: &Asked<'_>) -> Option<Why> {
    use Action::{Accept, Beaver, Decline, Drop, Take};
    let table = ask.state;
    let is_opening = table.stage() == Stage::Opening;
    let is_thrown = *ask.action == Action::Throw;
    if is_thrown == is_opening && Backgammon::active(table).contains(ask.by) {
        return None;
    }
    let offered = table.cube().offer().is_some_and(|offer| ask.by.is(offer.by().seat()));
    let resigned = table.resignation().is_some() && ask.by.is(table.side().seat());
    Some(match ask.action {
        Take | Drop | Beaver if offered => Why::Answer(AnswerProblem::YourOwnDouble),
        Accept | Decline if resigned => Objection::YourOwnResignation.into(),
        _ => Objection::NotYourTurn.into(),
    })
}

/// Roll first, or double; then play. What is offered is answered before that.
fn not_now(ask: &Asked<'_>) -> Result<(), Why> {
    let objection = match (ask.action, ask.state.stage()) {
        _ if ask.state.resignation().is_some() => Objection::ResignationFirst,
        (Action::Roll | Action::Double, Stage::Moving { .. }) => Objection::AlreadyRolled,
        (Action::Double, _) => return Ok(()),
        (_, Stage::Answering) => Objection::AnswerFirst,
        (Action::Play(_) | Action::Step(_) | Action::TakeBack | Action::Finish, Stage::Rolling) => {
            Objection::RollFirst
        }
        _ => return Ok(()),
    };
    Err(objection.into())
}

/// Who acts, once somebody does.
#[inline]
fn actor(table: &Table) -> Side {
    table.to_act().unwrap_or(table.side())
}

/// Whether actions are to be offered to the one to act.
#[inline]
fn is_turn(offer: &Offering<'_>) -> bool {
    offer.state.to_act().is_some_and(|side| offer.by.is(side.seat()))
}

/// Whether actions are to be offered to the one whose turn it is, and nothing
/// is to be answered first.
#[inline]
fn is_free(offer: &Offering<'_>) -> bool {
    let table = offer.state;
    offer.by.is(table.side().seat()) && table.resignation().is_none()
}

fn dice(sheet: Sheet) -> Sheet {
    sheet
        .rule("opening throw", |rule| {
            rule.on(ActionKind::Throw)
                .exact([TURN], |offer| {
                    if offer.by == By::Chance && offer.state.stage() == Stage::Opening {
                        offer.push(Action::Throw);
                    }
                })
                .then(|cx, ()| [Event::Thrown { white: die(cx), black: die(cx) }])
        })
        .rule("roll", |rule| {
            rule.on(ActionKind::Roll)
                .exact([TURN, NOW], |offer| {
                    if is_free(offer) && offer.state.stage() == Stage::Rolling {
                        offer.push(Action::Roll);
                    }
                })
                .then(|cx, ()| {
                    let (first, second) = (die(cx), die(cx));
                    Roll::new(first, second).map(|roll| Event::Rolled { roll })
                })
        })
}

/// One die.
#[inline]
fn die(cx: &mut Effect<'_, Backgammon>) -> u8 {
    1 + cx.below(6) as u8
}
