//! The digest tells positions apart: wherever two positions of the same game
//! have the same digest, everybody may do the same, and they look the same.
//!
//! An encoding that forgets a part of the state is found here, once that part
//! makes a difference to anybody.

use std::collections::BTreeMap;

use rulebook::{Fault, Game, Session};

use crate::line::{RECORDING, everybody};
use crate::suite::{Findings, Suite};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let mut known: BTreeMap<u64, String> = BTreeMap::new();
    suite.walk(RECORDING, findings, |position| {
        let Some(digest) = position.session.digest()? else {
            return Ok(());
        };
        let face = face(suite, position.session)?;
        match known.get(&digest.0) {
            None => {
                known.insert(digest.0, face);
            }
            Some(other) => {
                let what = format!("Another position has the same digest {digest}, but");
                position.same_text(&what, &other.clone(), &face);
            }
        }
        Ok(())
    });
}

/// What a position is to the players.
fn face<G: Game>(suite: &Suite<G>, session: &mut Session<G>) -> Result<String, Fault> {
    let mut face = format!("active {:?}, result {:?}", session.active(), session.result());
    for by in everybody(session.seats()) {
        let legal = session.legal(by)?;
        if !legal.is_empty() {
            let print = |offer: &rulebook::Legal<G>| (suite.author.print)(offer.action());
            let legal: Vec<_> = legal.iter().map(print).collect();
            face += &format!("; {by}: {}", legal.join(", "));
        }
    }
    if let Some(show) = &suite.author.show {
        face += &format!("\n{}", show(session.state()));
    }
    Ok(face)
}
