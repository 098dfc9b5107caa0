//! Night market: three bidders, sealed bids, and a bell that waits for nobody.
//!
//! # The rules
//!
//! Three lantern lovers meet at the market on five nights. Each begins with
//! ten coins and one lucky **charm**; seat 0 carries the **torch**.
//!
//! Every night goes like this:
//!
//! 1. **Unveil.** Chance hangs up two lanterns, each crimson, gold or jade.
//! 2. **Bid.** All three players seal a bid, at the same time and in secret:
//!    from 0 to 20 coins, but no more than they have. A bid of 0 is a pass. A
//!    bid of at least one coin may be sealed with your charm, once in the game.
//!    A sealed bid cannot be changed. When the **bell** rings, whoever has not
//!    sealed a bid passes.
//! 3. **Reveal.** The bids are opened, in seat order.
//! 4. **Award.** The highest bid wins. If bids are equal, one with a charm
//!    beats one without; if they are still equal, the torch bearer's beats the
//!    next seat's, and so on around the table.
//!    - The winner pays the bid and **chooses** one of the two lanterns.
//!    - The second takes the other lantern and pays half the bid, rounded up.
//!    - A lantern that nobody takes drifts down the river.
//!    - Whoever takes no lantern gets two coins for tea.
//!    - The torch goes to the seat after the winner's.
//!
//! **On credit.** As long as you have no lantern, you may bid up to three coins
//! more than you have, and owe what is missing. There is no credit on the last
//! night.
//!
//! After five nights every lantern is worth a point, every set of all three
//! colours three points more, every four coins a point; every coin that you owe
//! costs one.
//!
//! # Example
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::night_market::{book, parse, setup};
//!
//! let mut market = book().start(setup(), Seed(10))?;
//! market.submit(By::Chance, parse("unveil")?)?;
//! market.submit(Seat(2), parse("bid 4")?)?;
//! market.submit(Seat(0), parse("bid 4 with charm")?)?;
//! let refused = market.submit(Seat(2), parse("bid 5")?)?;
//! assert_eq!(refused.to_string(), "disallowed: You have sealed your bid for tonight already.");
//!
//! // The bell rings: seat 1 passes, and seat 0 wins with the charm.
//! let Outcome::Pending(choice) = market.submit(By::Clock, parse("bell")?)? else { panic!() };
//! assert_eq!(choice.to_string(), "seat 0 must choose: Which lantern do you take? (0: gold, 1: jade)");
//! market.answer(Seat(0), choice.id, 0)?;
//! assert_eq!(market.state().player(Seat(0)).coins(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod award;
mod book;
mod event;
mod position;
mod reason;
mod state;
mod text;
mod view;

pub use action::{Action, ActionKind, universe};
pub use book::{book, step};
pub use event::{Event, EventKind};
pub use position::{read_position, write_position};
pub use reason::Why;
pub use state::{
    Bid, CREDIT, Lantern, MAX_BID, Market, NIGHTS, Player, SEATS, Step, StepKind, setup,
};
pub use text::{parse, print, show, tell};
pub use view::Sight;

use rulebook::prelude::*;

use crate::{CountsAs, ParseError, Playable, PositionError};

/// The game of the night market; see the [module](self).
///
/// ```
/// use rulebook::{By, Game};
/// use rulebook_games::night_market::{NightMarket, setup};
/// assert!(NightMarket::active(&setup()).contains(By::Chance));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NightMarket;

impl Game for NightMarket {
    type State = Market;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    fn apply(market: &mut Market, event: &Event) {
        event::apply(market, event);
    }

    fn seats(_: &Market) -> usize {
        SEATS
    }

    /// Chance unveils; then everybody who has not sealed a bid may act, and the
    /// clock may ring the bell.
    fn active(market: &Market) -> Actors {
        match market.step() {
            Step::Unveiling => Actors::only(By::Chance),
            Step::Bidding => {
                let waiting = market.waiting();
                waiting.fold(Actors::only(By::Clock), |actors, seat| actors.with(seat))
            }
            Step::Revealing | Step::Awarding | Step::Closed => Actors::none(),
        }
    }

    fn result(market: &Market) -> Option<Scores> {
        (market.step() == Step::Closed).then(|| market.points())
    }
}

impl Playable for NightMarket {
    const NAME: &'static str = "night-market";
    const ABOUT: &'static str =
        "Three bidders, sealed bids for lanterns, and a bell that waits for nobody.";
    const SEATS: usize = SEATS;
    const POSITIONS: &'static str = position::FORM;

    fn book() -> Book<Self> {
        book()
    }

    fn setup() -> Market {
        setup()
    }

    fn universe(market: &Market) -> Vec<Action> {
        universe(market)
    }

    fn show(market: &Market) -> String {
        show(market)
    }

    fn show_sight(sight: &Sight) -> String {
        sight.to_string()
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

    fn write_position(market: &Market) -> String {
        write_position(market)
    }

    fn read_position(text: &str) -> Result<Market, PositionError> {
        read_position(text)
    }

    /// What everybody would get if the market closed now.
    fn estimate(market: &Market, seat: Seat) -> i32 {
        1_000 * market.player(seat).points()
    }

    fn counts_as(action: &Action) -> CountsAs {
        match action {
            Action::Bid(_) => CountsAs::Move,
            Action::Unveil => CountsAs::Chance,
            Action::Ring => CountsAs::Aside,
        }
    }

    fn is_rare(action: &Action) -> bool {
        matches!(action, Action::Ring)
    }
}
