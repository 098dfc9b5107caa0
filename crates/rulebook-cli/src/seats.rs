//! Who plays: people, and players of ours.

use std::fmt;

use rulebook::{Book, Seed};
use rulebook_bots::{Bot, Mcts, Random};
use rulebook_games::tic_tac_toe::TicTacToe;
use rulebook_games::{CountsAs, Playable};

use crate::failure::Failure;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Somebody at the keyboard.
    Human,
    /// Any move, each as likely as the others.
    Random,
    /// Tree search with so many iterations a decision.
    Mcts(u32),
}

/// How many iterations tree search has unless somebody says.
const ITERATIONS: u32 = Mcts::<TicTacToe>::ITERATIONS;

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Random => f.write_str("random"),
            Who::Mcts(ITERATIONS) => f.write_str("mcts"),
            Who::Mcts(iterations) => write!(f, "mcts:{iterations}"),
        }
    }
}

/// Reads who sits on a seat.
pub(crate) fn who(text: &str) -> Result<Who, String> {
    let expected = || "write human, random, mcts, or mcts:N for N iterations a decision".to_owned();
    match text.split_once(':') {
        None => match text {
            "human" => Ok(Who::Human),
            "random" => Ok(Who::Random),
            "mcts" => Ok(Who::Mcts(ITERATIONS)),
            _ => Err(expected()),
        },
        Some(("mcts", iterations)) => match iterations.parse() {
            Ok(iterations) if iterations > 0 => Ok(Who::Mcts(iterations)),
            _ => Err(format!("mcts:N wants a whole number from 1 to {}", u32::MAX)),
        },
        Some(_) => Err(expected()),
    }
}

/// Who sits on a seat where nobody can be asked.
pub(crate) fn bot_only(text: &str) -> Result<Who, String> {
    match who(text)? {
        Who::Human => {
            Err("nobody is asked here: write random, mcts or mcts:N, or use 'rulebook play'"
                .to_owned())
        }
        bot => Ok(bot),
    }
}

/// One for each seat, where one name stands for all.
pub(crate) fn all_seats<G: Playable>(named: &[Who]) -> Result<Vec<Who>, Failure> {
    match named {
        [one] => Ok(vec![*one; G::SEATS]),
        named if named.len() == G::SEATS => Ok(named.to_vec()),
        named => {
            let (game, needed, named) = (G::NAME, G::SEATS, named.len());
            Err(Failure::Usage(format!(
                "{game} has {needed} seats, but --seats names {named}: name one for all, or {needed}."
            )))
        }
    }
}

/// What nobody does as long as there is something else.
fn rarely<G: Playable>(action: &G::Action) -> bool {
    G::is_rare(action) || G::counts_as(action) == CountsAs::Aside
}

/// The bot of a seat, if it is one: the same for the same match. It gives up
/// when nobody waits for it any more.
pub(crate) fn bot<G: Playable>(
    who: Who,
    book: &Book<G>,
    seed: Seed,
    stops: impl Fn() -> bool + Send + Sync + 'static,
) -> Option<Box<dyn Bot<G>>> {
    match who {
        Who::Human => None,
        Who::Random => Some(Box::new(Random::new(seed).rarely(rarely::<G>))),
        Who::Mcts(iterations) => Some(Box::new(
            Mcts::new(book.clone(), seed)
                .iterations(iterations)
                .horizon(G::HORIZON)
                .judge(G::estimate)
                .rarely(rarely::<G>)
                .stops_when(stops),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_games::night_market::NightMarket;

    #[test]
    fn who_sits_is_read_as_it_is_written() {
        for text in ["human", "random", "mcts", "mcts:50"] {
            assert_eq!(who(text).map(|who| who.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "Human", "mcts:", "mcts:0", "mcts:-1", "mcts:many", "random:5"] {
            assert!(who(text).is_err(), "{text}");
        }
        assert!(bot_only("human").is_err() && bot_only("mcts:7") == Ok(Who::Mcts(7)));
    }

    #[test]
    fn one_name_stands_for_all_seats() {
        let all = all_seats::<NightMarket>(&[Who::Random]);
        assert_eq!(all.ok(), Some(vec![Who::Random; 3]));
        assert!(all_seats::<NightMarket>(&[Who::Random, Who::Human]).is_err());
    }
}
