//! Seats that think, among those that play at random.

use rulebook::{Book, Legal, Outcome, Seat, Seed, Session};
use rulebook_bots::Bot;
use rulebook_games::Playable;

use crate::failure::Failure;
use crate::interrupt;
use crate::player::Players;
use crate::seats::{Who, bot};

/// The bots of one match, by seat.
pub(super) struct Bots<G: Playable>(Vec<Option<Box<dyn Bot<G>>>>);

impl<G: Playable> Bots<G> {
    /// Those who play at random are not among them: all of them, chance and the
    /// clock share one pair of dice.
    pub(super) fn new(seats: &[Who], book: &Book<G>, match_seed: Seed) -> Self {
        let thinks = |who: &Who| match who {
            Who::Mcts(_) => bot::<G>(*who, book, match_seed, interrupt::is_asked),
            Who::Human | Who::Random => None,
        };
        Bots(seats.iter().map(thinks).collect())
    }

    fn of(&mut self, seat: Option<Seat>) -> Option<(Seat, &mut Box<dyn Bot<G>>)> {
        let seat = seat?;
        Some((seat, self.0.get_mut(seat.index())?.as_mut()?))
    }

    /// Whoever was picked to act makes a move: the one that was picked, or, if
    /// they think, what they come to. Choices are answered by whom they are for.
    pub(super) fn make(
        &mut self,
        game: &mut Session<G>,
        picked: Legal<G>,
        players: &mut Players,
    ) -> Result<(), Failure> {
        let done = format!("a move by {}", picked.by());
        let mut outcome = match self.of(picked.by().seat()) {
            Some((seat, bot)) => {
                let view = game.view(seat)?;
                bot.decide(&view)?.submit(game, seat)?
            }
            None => game.play(picked)?,
        };
        while let Outcome::Pending(choice) = &outcome {
            let seat = choice.seat;
            outcome = match self.of(Some(seat)) {
                Some((seat, bot)) => {
                    let view = game.view(seat)?;
                    bot.decide(&view)?.submit(game, seat)?
                }
                None => game.answer(seat, choice.id, players.choose(choice))?,
            };
        }
        match outcome {
            Outcome::Committed(_) => Ok(()),
            other => Err(Failure::Unexpected { done, outcome: other.to_string() }),
        }
    }
}
