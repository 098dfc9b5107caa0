//! What happens, in words.

use crate::duels::cards::{Destination, Duration, Trait};
use crate::duels::{CardId, Event, Harm, Order, Station};

/// An event as a player tells it.
///
/// ```
/// use rulebook_games::duels::{CardId, Event, tell};
/// assert_eq!(tell(&Event::Destroyed { card: CardId(7) }), "card 7 is destroyed");
/// ```
pub fn tell(event: &Event) -> String {
    match event {
        Event::Shuffled { seat, .. } => format!("{seat} shuffles the deck"),
        Event::Began { first } => format!("{first} begins"),
        Event::Turned { to } => match to {
            Station::Dealing => "the cards are to be dealt".to_owned(),
            Station::Champions => "the champions are to be placed".to_owned(),
            step => format!("{step} begins"),
        },
        Event::HandedOver => "the other player places the champion".to_owned(),
        Event::Passed => "the next turn begins".to_owned(),
        Event::Drew { seat } => format!("{seat} draws a card"),
        Event::Placed { card, column } => format!("card {card} is placed in column {column}"),
        Event::Chose { card, order } => format!("card {card} is to {}", chosen(order)),
        Event::Withdrew { card } => format!("card {card} is to do nothing after all"),
        Event::Opened => "what was chosen is shown".to_owned(),
        Event::Expired => "what lasted until now ends".to_owned(),
        Event::Ticked => "what lasts longer comes nearer to its end".to_owned(),
        Event::Continued => "the battle goes on".to_owned(),
        Event::Ended { ending } => format!("{ending}"),
        _ => tell_of_cards(event),
    }
}

fn chosen(order: &Order) -> String {
    match order {
        Order::Attack { column, target: None } => format!("attack lane {column}"),
        Order::Attack { target: Some(target), .. } => format!("attack card {target}"),
        Order::Protect => "protect its side".to_owned(),
        Order::Pump { target, stat } => format!("pump the {stat} of card {target}"),
        Order::Cast { on: None } => "be cast".to_owned(),
        Order::Cast { on: Some(on) } => format!("be cast on card {on}"),
    }
}

fn tell_of_cards(event: &Event) -> String {
    match event {
        Event::Protected { card } => format!("card {card} protects its side"),
        Event::Pumped { card, target, stat } => {
            format!("card {card} pumps the {stat} of card {target}")
        }
        Event::Attacking { card, column, target } => match target {
            Some(target) => format!("card {card} attacks card {target}"),
            None => format!("card {card} attacks lane {column}"),
        },
        Event::Casting { card, on: None } => format!("card {card} is cast"),
        Event::Casting { card, on: Some(on) } => format!("card {card} is cast on card {on}"),
        Event::Missed { card } => {
            format!("card {card} does not do what was chosen for it")
        }
        Event::Damaged { card, amount, by, harm, .. } => {
            format!("card {card} takes {amount} damage{}", from(*by, *harm))
        }
        Event::LaneHit { seat, lane, amount, .. } => {
            format!("lane {lane} of {seat} loses {amount}")
        }
        Event::Healed { card, amount } => format!("card {card} is healed by {amount}"),
        Event::LaneHealed { seat, lane, amount } => format!("lane {lane} of {seat} gets {amount}"),
        Event::Destroyed { card } => format!("card {card} is destroyed"),
        Event::Afflicted { card, status, ends } => {
            format!("card {card} suffers from {status} for {}", times(*ends))
        }
        Event::Cured { card, status } => format!("card {card} is cured of {status}"),
        Event::Granted { card, what, lasts } => {
            format!("card {card} {}{}", gets(what), long(*lasts))
        }
        Event::ShieldSpent { card, amount } => {
            format!("the shield of card {card} holds {amount} damage")
        }
        Event::ShieldEnded { card } => format!("the shield of card {card} is gone"),
        Event::Acted { card, .. } => format!("an ability of card {card} acts"),
        Event::WardUsed { card, .. } => format!("a ward of card {card} has acted"),
        Event::PowerUsed { card, power } => format!("power {power} of card {card} is used"),
        Event::SteppedAside { card, column } => format!("card {card} steps to column {column}"),
        Event::Summoned { card, owner, column, .. } => {
            format!("card {card} comes to column {column} of {owner}")
        }
        Event::Countered { card } => format!("card {card} is countered"),
        Event::Spent { card } => format!("card {card} has been cast"),
        Event::Moved { card, to } => format!("card {card} goes {}", whither(*to)),
        _ => String::new(),
    }
}

fn from(by: Option<CardId>, harm: Harm) -> String {
    match (harm, by) {
        (Harm::Attack, Some(by)) => format!(" from the attack of card {by}"),
        (Harm::Effect, Some(by)) => format!(" from card {by}"),
        (Harm::Ailment, _) => " from what it suffers".to_owned(),
        (_, None) => String::new(),
    }
}

fn times(ends: u8) -> String {
    if ends == 1 { "1 End".to_owned() } else { format!("{ends} Ends") }
}

fn long(lasts: Duration) -> String {
    match lasts {
        Duration::Ends(ends) => format!(" for {}", times(ends)),
        Duration::Lasting => String::new(),
    }
}

fn gets(what: &Trait) -> String {
    match what {
        Trait::Stat { stat, by } => format!("gets {by:+} {stat}"),
        Trait::Piercing => "strikes through protection".to_owned(),
        Trait::Sweeping => "strikes all at once".to_owned(),
        Trait::Lifts(check) => format!("is an exception: {check}"),
        Trait::Forbids(ban) => format!("may not {ban}"),
        Trait::Shield(left) => format!("gets a shield of {left}"),
        Trait::Takes(_) => "takes the damage of others".to_owned(),
        Trait::Immune(status) => format!("is immune to {status}"),
    }
}

fn whither(to: Destination) -> &'static str {
    match to {
        Destination::Hand => "back to the hand",
        Destination::DeckTop => "onto the deck",
        Destination::DeckBottom => "under the deck",
        Destination::Discard => "to the discard pile",
        Destination::Aside => "aside",
    }
}
