//! Duels: two Champions, three lanes each, and cards that break the rules.
//!
//! # The rules
//!
//! **The board.** Each player has three columns, numbered 0, 1 and 2 from left
//! to right for both, with a front row for the Champion and monsters and a back
//! row for spells. Behind each column is a lane: the side lanes have five hit
//! points, the centre lane as many as the Champion has DEF.
//!
//! **Before the first turn.** Chance shuffles the decks; each player draws five
//! cards; the dice say who begins. Then each player places the Champion, in the
//! centre.
//!
//! **A turn** goes through four steps:
//!
//! 1. **Draw.** One card. Who must draw from an empty deck loses.
//! 2. **Strategy.** Place cards from the hand on empty places of yours, spells
//!    in the back row, and choose one action for each card: a fighter attacks,
//!    protects (Defenders) or pumps (Pumpers), a spell is cast. The opponent
//!    does not see what you choose, and you can withdraw it until you are done.
//! 3. **Battle.** What was chosen is shown; whoever protects begins to, and
//!    whoever pumps has pumped. Then you let them **fight**: spells first, in
//!    the order in which you chose them, then attacks by SPD, ATK and DEF, the
//!    highest first, then by which card was played first. Who is gone or
//!    stunned does not attack; a target that is gone, or has stepped to another
//!    column, leaves its lane to the blow.
//! 4. **End.** What lasted until now ends, burn and poison act, everything else
//!    comes nearer to its end, and the other player's turn begins.
//!
//! A Champion's powers are used in the steps that they allow.
//!
//! **An attack** goes straight ahead, an All-Rounder's also one column beside.
//! Where nobody stands it hits the lane, with all of its ATK. The Champion and
//! the centre lane can be attacked once a side lane is broken; a blow that would
//! fall on one of them before, because somebody else left the place, hits
//! nothing. Against a card,
//! what is left of the ATK after protection (the highest ATK of those who
//! protect the side; it does not add up) is compared with the target's own ATK:
//! if it is more, the difference is the damage, and what exceeds the DEF goes to
//! the lane; if it is as much (also if both are 0), the DEF falls to 1; if it is
//! less, all of it is damage. Nobody protects two turns in a row.
//!
//! **Statuses.** Stun: no actions. Freeze: the whole DEF is halved, rounded
//! down, and damage taken before counts in full against the half; so it kills
//! who has a DEF of 1 or was hurt by half of it. Burn: 1 damage at each End.
//! Poison: 1, then 2, then 3. Of the same status, the longer stays. Both
//! players' Ends count.
//!
//! **The end.** Who has no DEF left is destroyed. Whose Champion is destroyed,
//! or whose centre lane is broken, has lost; both at once is a draw. Who has the
//! turn can resign.
//!
//! What cards do besides is printed on them: see [`cards`].
//!
//! # Example
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::duels::{book, parse, setup};
//!
//! let mut duel = book().start(setup(), Seed(1))?;
//! duel.submit(By::Chance, parse("deal")?)?;
//! let first = duel.state().active();
//! let champion = duel.state().player(first).champion();
//! let aside = parse(&format!("place {champion} at 0"))?;
//! assert_eq!(
//!     duel.submit(first, aside)?.to_string(),
//!     "disallowed: The Champion is placed in the centre, column 1.",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod apply;
mod asking;
mod attack;
mod board;
mod book;
mod card;
pub mod cards;
mod enact;
mod event;
mod feedback;
mod player;
mod position;
mod printed;
mod reactive;
mod reason;
mod state;
mod stats;
mod text;
mod view;

pub use action::{Action, ActionKind, universe};
pub use attack::{Blow, Defence};
pub use board::{CENTRE, COLUMNS, CardId, HAND, Order, SIDE_LANE, Station, StationKind, opponent};
pub use book::{book, book_of, step};
pub use card::Card;
pub use event::{Event, EventKind, Harm};
pub use feedback::Feedback;
pub use player::Player;
pub use position::{read_position, read_position_of, write_position};
pub use reason::Why;
pub use state::{Duel, setup, setup_of};
pub use stats::HIGHEST;
pub use text::{parse, print, show, tell};
pub use view::Sight;

use std::collections::BTreeSet;
use std::sync::Arc;

use rulebook::prelude::*;

use cards::{CardSet, Stat};

use crate::{CardsError, CountsAs, Kit, ParseError, Playable, PositionError};

/// The game of Duels; see the [module](self).
///
/// ```
/// use rulebook::{By, Game};
/// use rulebook_games::duels::{Duels, setup};
/// assert!(Duels::active(&setup()).contains(By::Chance));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Duels;

impl Game for Duels {
    type State = Duel;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    fn apply(duel: &mut Duel, event: &Event) {
        apply::apply(duel, event);
    }

    fn active(duel: &Duel) -> Actors {
        match (duel.ending(), duel.station()) {
            (Some(_), _) => Actors::none(),
            (None, Station::Dealing) => Actors::only(By::Chance),
            (None, _) => Actors::only(duel.active()),
        }
    }

    fn result(duel: &Duel) -> Option<Scores> {
        duel.ending().map(crate::Ending::scores)
    }
}

impl Playable for Duels {
    const NAME: &'static str = "duels";
    const ABOUT: &'static str =
        "Two Champions, three lanes each, hidden orders, and cards that break the rules.";
    const SEATS: usize = 2;
    const POSITIONS: &'static str = position::FORM;
    const HORIZON: u32 = 10;

    fn book() -> Book<Self> {
        book()
    }

    fn setup() -> Duel {
        setup()
    }

    fn universe(duel: &Duel) -> Vec<Action> {
        universe(duel)
    }

    fn show(duel: &Duel) -> String {
        show(duel)
    }

    fn show_sight(sight: &Sight) -> String {
        sight.to_string()
    }

    fn card_texts(sight: &Sight) -> Vec<String> {
        let duel = sight.table();
        let mut seen = BTreeSet::new();
        let new = sight.cards().map(|card| duel.card(card).def()).filter(|def| seen.insert(*def));
        new.map(|def| duel.set().text(def)).collect()
    }

    fn print(action: &Action) -> String {
        print(action)
    }

    fn tell(event: &Event) -> String {
        tell(event)
    }

    fn parse(text: &str) -> Result<Action, ParseError> {
        parse(text)
    }

    fn write_position(duel: &Duel) -> String {
        write_position(duel)
    }

    fn read_position(text: &str) -> Result<Duel, PositionError> {
        read_position(text)
    }

    fn read_position_like(setup: &Duel, text: &str) -> Result<Duel, PositionError> {
        read_position_of(&setup.printed.set, text)
    }

    /// The first two decks of the file against each other; one against itself, if
    /// there is no other.
    fn with_cards(file: &str, text: &str) -> Result<Kit<Self>, CardsError> {
        let set = Arc::new(CardSet::parse(file, text)?);
        let second = usize::from(set.decks().len() > 1);
        Ok(Kit { book: book_of(&set), setup: setup_of(&set, [0, second]) })
    }

    /// What stands and what is left of the lanes.
    fn estimate(duel: &Duel, seat: Seat) -> i32 {
        let [own, other] = [seat, opponent(seat)].map(|seat| strength(duel, seat));
        900 * (own - other) / (own + other).max(1)
    }

    fn counts_as(action: &Action) -> CountsAs {
        match action {
            Action::Resign => CountsAs::Aside,
            // What is drawn, and what spells and triggers do, the dice decide.
            Action::Deal | Action::Draw | Action::Fight | Action::Use { .. } => CountsAs::Chance,
            _ => CountsAs::Move,
        }
    }

    /// What is chosen can be withdrawn for ever.
    fn is_rare(action: &Action) -> bool {
        matches!(action, Action::Resign | Action::Withdraw { .. })
    }
}

/// What a player has to attack and to lose.
fn strength(duel: &Duel, seat: Seat) -> i32 {
    let player = duel.player(seat);
    let [left, centre, right] = player.lanes().map(i32::from);
    let fighters = player.front().into_iter().flatten().map(|card| {
        let [atk, def] = [Stat::Atk, Stat::Def].map(|stat| i32::from(duel.stat(card, stat)));
        if duel.is_champion(card) { atk + 3 * def } else { atk + def }
    });
    left + 3 * centre + right + fighters.sum::<i32>()
}
