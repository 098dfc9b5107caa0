//! Bots, and chance.

use rulebook::{Actors, By, Dice, Legal, Outcome, Seat, Seed, Session};
use rulebook_bots::{Bot, Decision, Mcts, NoDecision};
use rulebook_games::{CountsAs, Playable};

use super::line::{Picked, Thought, Trouble};
use super::scene::choice;
use crate::wire::{Player, Who};

/// How many games a bot that searches plays in its mind before it decides.
const ITERATIONS: u32 = 600;

/// Who can sit at a table.
pub(super) fn players() -> Vec<Player> {
    vec![Player::Human, Player::Random, Player::Mcts]
}

/// What a bot does for one of these now, to be found out wherever there is time
/// for it: the session is not needed any more.
///
/// The dice are of the bot's own: those of the match are for the match alone.
/// They depend on the match and on where it stands, so that the same place is
/// played in the same way.
pub(super) fn pick<G: Playable>(
    session: &mut Session<G>,
    player: Player,
    whom: Actors,
) -> Result<Thought, Trouble> {
    let seed = Seed(!session.seed().0 ^ session.number().wrapping_mul(0x9E37_79B9));
    if player == Player::Mcts
        && let Some(seat) = whom.iter().find_map(By::seat)
    {
        return search(session, seat, seed);
    }
    let picked = at_random(session, whom, Dice::new(seed))?;
    Ok(Box::new(move || Ok(picked)))
}

/// Thinks for a seat, of which it sees what the seat sees.
fn search<G: Playable>(
    session: &mut Session<G>,
    seat: Seat,
    seed: Seed,
) -> Result<Thought, Trouble> {
    let view = session.view(seat)?;
    let mut bot = Mcts::new(session.book().clone(), seed)
        .iterations(ITERATIONS)
        .horizon(G::HORIZON)
        .judge(G::estimate)
        .rarely(rarely::<G>);
    Ok(Box::new(move || match bot.decide(&view) {
        Ok(Decision::Act(action)) => Ok(Some(Picked::Action(By::Seat(seat), G::print(&action)))),
        Ok(Decision::Answer(_, option)) => {
            let asked = view.choice.as_ref().map(choice);
            Ok(asked.map(|asked| Picked::Option(By::Seat(seat), asked.id, option)))
        }
        Err(NoDecision::NothingToDo) => Ok(None),
        Err(other) => Err(Trouble::Fault(other.to_string())),
    }))
}

/// Who would act now of their own accord. In some games others may act as well,
/// to resign or to offer a draw: no bot does that while it is not to move.
pub(super) fn willing<G: Playable>(session: &mut Session<G>) -> Result<Actors, Trouble> {
    let active = session.active();
    if let Some(seat) = session.turn().filter(|&seat| active.contains(seat)) {
        return Ok(Actors::only(seat));
    }
    let legal = session.legal_all()?;
    let plain = legal.iter().filter(|proof| !rarely::<G>(proof.action()));
    Ok(plain.fold(Actors::none(), |willing, proof| willing.with(proof.by())))
}

/// What nobody does as long as there is something else.
fn rarely<G: Playable>(action: &G::Action) -> bool {
    G::is_rare(action) || G::counts_as(action) == CountsAs::Aside
}

fn at_random<G: Playable>(
    session: &mut Session<G>,
    whom: Actors,
    mut dice: Dice,
) -> Result<Option<Picked>, Trouble> {
    if let Some(pending) = session.pending() {
        let option = dice.below(pending.options.len() as u32);
        let asked = choice(pending);
        let Who(by) = asked.seat;
        return Ok(whom.contains(by).then_some(Picked::Option(by, asked.id, option)));
    }
    let legal = session.legal_all()?;
    let mut theirs: Vec<_> = legal.iter().filter(|proof| whom.contains(proof.by())).collect();
    if theirs.iter().any(|proof| !rarely::<G>(proof.action())) {
        theirs.retain(|proof| !rarely::<G>(proof.action()));
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
