//! Actions as a person writes them.

use rulebook::prelude::*;

use crate::ParseError;
use crate::duels::cards::Stat;
use crate::duels::{Action, CardId};

/// What people write: dealing is chance's to do.
const EXPECTED: &str = "write \"draw\", \"place 12 at 1\", \"attack 12 seat 1 at 0\", \
     \"protect 12\", \"pump 12 on 14 ATK\", \"cast 12\" or \"cast 12 on 14\", \"withdraw 12\", \
     \"use 12 power 0\" or \"use 12 power 0 on 14\", \"done\", \"fight\" or \"resign\"; \
     cards and columns are numbers.";

/// The action as a player writes it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::duels::{Action, CardId, print};
/// let attack = Action::Attack { card: CardId(12), side: Seat(1), column: 0 };
/// assert_eq!(print(&attack), "attack 12 seat 1 at 0");
/// ```
pub fn print(action: &Action) -> String {
    let target = |on: Option<CardId>| on.map(|on| format!(" on {on}")).unwrap_or_default();
    match *action {
        Action::Deal => "deal".to_owned(),
        Action::Draw => "draw".to_owned(),
        Action::Place { card, column } => format!("place {card} at {column}"),
        Action::Attack { card, side, column } => format!("attack {card} {side} at {column}"),
        Action::Protect { card } => format!("protect {card}"),
        Action::Pump { card, target, stat } => format!("pump {card} on {target} {stat}"),
        Action::Cast { card, on } => format!("cast {card}{}", target(on)),
        Action::Withdraw { card } => format!("withdraw {card}"),
        Action::Use { card, power, on } => format!("use {card} power {power}{}", target(on)),
        Action::Done => "done".to_owned(),
        Action::Fight => "fight".to_owned(),
        Action::Resign => "resign".to_owned(),
    }
}

/// Reads an action as a player writes it.
///
/// # Errors
///
/// If it is none; the error says how to write them.
///
/// ```
/// use rulebook_games::duels::{Action, CardId, parse};
/// assert_eq!(parse("cast 7 on 3"), Ok(Action::Cast { card: CardId(7), on: Some(CardId(3)) }));
/// assert!(parse("cast something").is_err());
/// ```
pub fn parse(text: &str) -> Result<Action, ParseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    read(&words).ok_or_else(|| ParseError::new(text.trim(), EXPECTED))
}

fn read(words: &[&str]) -> Option<Action> {
    Some(match *words {
        ["deal"] => Action::Deal,
        ["draw"] => Action::Draw,
        ["done"] => Action::Done,
        ["fight"] => Action::Fight,
        ["resign"] => Action::Resign,
        ["place", which, "at", at] => Action::Place { card: card(which)?, column: number(at)? },
        ["attack", which, "seat", side, "at", at] => {
            Action::Attack { card: card(which)?, side: Seat(number(side)?), column: number(at)? }
        }
        ["protect", which] => Action::Protect { card: card(which)? },
        ["pump", which, "on", target, stat] => {
            Action::Pump { card: card(which)?, target: card(target)?, stat: stat_of(stat)? }
        }
        ["cast", which] => Action::Cast { card: card(which)?, on: None },
        ["cast", which, "on", on] => Action::Cast { card: card(which)?, on: Some(card(on)?) },
        ["withdraw", which] => Action::Withdraw { card: card(which)? },
        ["use", which, "power", power] => {
            Action::Use { card: card(which)?, power: number(power)?, on: None }
        }
        ["use", which, "power", power, "on", on] => {
            Action::Use { card: card(which)?, power: number(power)?, on: Some(card(on)?) }
        }
        _ => return None,
    })
}

fn card(text: &str) -> Option<CardId> {
    text.parse().ok().map(CardId)
}

fn number(text: &str) -> Option<u8> {
    text.parse().ok()
}

fn stat_of(text: &str) -> Option<Stat> {
    Stat::ALL.into_iter().find(|stat| stat.to_string().eq_ignore_ascii_case(text))
}
