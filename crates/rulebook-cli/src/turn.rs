//! Whose turn it is, as a person says it.

use rulebook::{By, Fault, Session};
use rulebook_games::{CountsAs, Playable};

/// Who can make a move or lets chance decide; if nobody can, whoever may do
/// something. Somebody who could only resign has not the turn.
pub(crate) fn turn<G: Playable>(game: &mut Session<G>) -> Result<Vec<By>, Fault> {
    let legal = game.legal_all()?.into_iter();
    let moves = legal.filter(|legal| G::counts_as(legal.action()) != CountsAs::Aside);
    let mut movers: Vec<By> = moves.map(|legal| legal.by()).collect();
    movers.dedup();
    if movers.is_empty() { Ok(game.active().iter().collect()) } else { Ok(movers) }
}
