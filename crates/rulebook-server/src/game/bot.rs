//! Bots, and chance.

use rulebook::{Actors, Dice, Legal, Outcome, Seed, Session};
use rulebook_games::Playable;

use super::line::{Picked, Trouble};
use super::scene::choice;
use crate::wire::Player;
use crate::wire::Who;

/// Who can sit at a table.
pub(super) fn players() -> Vec<Player> {
    vec![Player::Human, Player::Random]
}

/// What a bot does for one of these now. None if there is nothing to do.
///
/// The dice are of the bot's own: those of the match are for the match alone.
/// They depend on the match and on where it stands, so that the same place is
/// played in the same way.
pub(super) fn pick<G: Playable>(
    session: &mut Session<G>,
    _player: Player,
    whom: Actors,
) -> Result<Option<Picked>, Trouble> {
    let mut dice = Dice::new(Seed(!session.seed().0 ^ session.number().wrapping_mul(0x9E37_79B9)));
    if let Some(pending) = session.pending() {
        let option = dice.below(pending.options.len() as u32);
        let asked = choice(pending);
        let Who(by) = asked.seat;
        return Ok(whom.contains(by).then_some(Picked::Option(by, asked.id, option)));
    }
    let legal = session.legal_all()?;
    let mut theirs: Vec<_> = legal.iter().filter(|proof| whom.contains(proof.by())).collect();
    if theirs.iter().any(|proof| !G::is_rare(proof.action())) {
        theirs.retain(|proof| !G::is_rare(proof.action()));
    }
    let picked = dice.pick(&theirs);
    Ok(picked.map(|proof| Picked::Action(proof.by(), G::print(proof.action()))))
}

/// Makes a move, with answers at random to whatever it asks.
pub(super) fn carry_out<G: Playable>(
    session: &mut Session<G>,
    proof: Legal<G>,
    dice: &mut Dice,
) -> Result<(), Trouble> {
    let mut outcome = session.play(proof)?;
    while let Outcome::Pending(pending) = &outcome {
        let option = dice.below(pending.options.len() as u32);
        outcome = session.answer(pending.seat, pending.id, option)?;
    }
    Ok(())
}
