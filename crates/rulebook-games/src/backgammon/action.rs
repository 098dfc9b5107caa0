//! What a player can do.

use rulebook::prelude::*;

use super::board::{Place, Play, Position, Roll, Side, Step, Turn, Win};
use super::{Table, board};

/// What a player can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_games::backgammon::{Action, ActionKind, parse};
/// assert_eq!(parse("8/5 6/5")?.kind(), ActionKind::Play);
/// assert_eq!(parse("double")?, Action::Double);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// Throw a die for each player, for who begins; chance does.
    Throw,
    /// Roll the dice.
    Roll,
    /// Play the whole roll; nothing, if nothing can be played.
    Play(Play),
    /// Play one die.
    Step(Step),
    /// Take the last step back.
    TakeBack,
    /// End the turn after playing it step by step.
    Finish,
    /// Offer a double.
    Double,
    /// Take the double.
    Take,
    /// Drop the double, and lose the game.
    Drop,
    /// Take the double and at once turn it again.
    Beaver,
    /// Offer to lose the game like this.
    Resign(Win),
    /// Accept the resignation, and win.
    Accept,
    /// Decline the resignation: the game goes on.
    Decline,
}

impl Action {
    /// Whether it cuts a game short, makes it dearer or takes something back,
    /// so that who plays at random should do it but now and then.
    ///
    /// ```
    /// use rulebook_games::backgammon::Action;
    /// assert!(Action::Double.is_rare());
    /// assert!(!Action::Roll.is_rare());
    /// ```
    pub fn is_rare(&self) -> bool {
        use Action::{Accept, Beaver, Double, Drop, Resign, TakeBack};
        matches!(self, Double | Drop | Beaver | TakeBack | Resign(_) | Accept)
    }
}

/// Actions to try: every word, every legal play and the like of it, and steps
/// of the dice from everywhere.
///
/// ```
/// use rulebook_games::backgammon::{Action, setup, universe};
/// assert!(universe(&setup()).contains(&Action::Throw));
/// ```
pub fn universe(table: &Table) -> Vec<Action> {
    use Action::{Accept, Beaver, Decline, Double, Drop, Finish, Roll, Take, TakeBack, Throw};
    let mut actions =
        vec![Throw, Roll, Double, Take, Drop, Beaver, Accept, Decline, TakeBack, Finish];
    actions.extend(Win::ALL.map(Action::Resign));
    actions.push(Action::Play(Play::NONE));
    match table.turn() {
        Some(turn) => {
            actions.extend(plays(&turn).into_iter().map(Action::Play));
            actions.extend(steps(&turn).map(Action::Step));
        }
        None => {
            let early = Turn::new(Position::START, Side::White, some_roll());
            actions.extend(
                board::plays(&early.position(), early.side(), early.roll())
                    .into_iter()
                    .take(2)
                    .map(Action::Play),
            );
            actions.extend(early.steps().into_iter().take(2).map(Action::Step));
        }
    }
    actions
}

/// A roll to try things with when nothing is rolled.
fn some_roll() -> Roll {
    Roll::all().next().expect("there are 21 rolls")
}

/// Every legal play of the roll, and every pair of steps and single step that
/// could begin one.
fn plays(turn: &Turn) -> Vec<Play> {
    let mut plays = board::plays(&turn.begun(), turn.side(), turn.roll());
    let mut others = Vec::new();
    for first in turn.steps() {
        others.extend(Play::new(&[first]));
        let mut next = *turn;
        next.go_on(first);
        others.extend(next.steps().into_iter().filter_map(|second| Play::new(&[first, second])));
    }
    for other in others.into_iter().map(Play::in_order) {
        if !plays.contains(&other) {
            plays.push(other);
        }
    }
    plays
}

/// The steps that a die of the roll could make on some board, and some others.
fn steps(turn: &Turn) -> impl Iterator<Item = Step> + use<> {
    let (roll, position, side) = (turn.roll(), turn.position(), turn.side());
    Step::all().filter(move |step| {
        let is_held = position.count(side, step.from()) > 0;
        let is_rolled = roll.dice().contains(&step.pips());
        let bears_off = step.to() == Place::OFF;
        let is_other = step.from().number() % 8 == 1;
        (is_held && (is_rolled || bears_off))
            || (is_other && is_rolled)
            || step.from().number() == 13
    })
}
