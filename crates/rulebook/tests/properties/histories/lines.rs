//! Legal actions, proofs, and search lines.

use rulebook::{By, Fault, Legal, RefusalKind, Search, Seed, Session};

use super::game::{Ledger, Move, Plain, Spot};
use super::meaning::{Done, Setting, Stop, play};
use super::model::{Model, refused};
use super::say;
use crate::runner::{Said, same};

/// What the model says about legal actions.
pub(crate) struct Offered {
    pub(crate) moves: Vec<Move>,
    /// An author's function panics that has to be called.
    pub(crate) must_fail: bool,
    pub(crate) may_poison: bool,
}

/// Whether a fault comes from validating a move. What comes later is no
/// refusal, and the move is offered.
fn validating(why: &str) -> bool {
    ["the check", "the exception", "`Game::result`"].iter().any(|place| why.contains(place))
}

impl Offered {
    /// Adds a candidate unless it would be refused.
    fn try_out(&mut self, model: &Model, by: By, mv: Move) {
        let mut trial = model.clone();
        let (done, came) = model.imagine(by, &mv, &[], true, false);
        trial.take_back(&done, &came);
        self.may_poison |= trial.poisoned;
        match came {
            Err(Stop::Refused(RefusalKind::Invalid | RefusalKind::Disallowed, _)) => return,
            Err(Stop::Fault(why)) if validating(&why) => self.must_fail = true,
            _ => {}
        }
        self.moves.push(mv);
    }
}

pub(crate) fn offered(model: &Model, by: By) -> Offered {
    let mut offered = Offered { moves: Vec::new(), must_fail: false, may_poison: false };
    let plain = model.plain();
    if model.waiting.is_some() {
        return offered;
    }
    if plain.burns(Spot::Result) {
        offered.must_fail = true;
        return offered;
    }
    if plain.over {
        return offered;
    }
    let on = |rule: &str| !model.moment().off.contains(&rule);
    offered.must_fail = plain.burns(Spot::Candidates);
    // In the order of the rules. Also those that are switched off propose.
    for mv in [1, 3, 11].map(Move::Add).into_iter().chain([2, 6].map(Move::Take)) {
        offered.try_out(model, by, mv);
    }
    if by.is(rulebook::Seat(plain.turn)) {
        match on("finish") {
            // The generator is exact, and vouches.
            true => offered.moves.push(Move::Finish),
            false => offered.try_out(model, by, Move::Finish),
        }
    }
    offered.try_out(model, by, Move::Doom);
    offered
}

/// The session offers what the model does.
pub(crate) fn offers_agree(offered: &Offered, got: &Result<Vec<Legal<Ledger>>, Fault>) -> Said {
    match got {
        Ok(_) if offered.must_fail => Err("legal: nobody heard the panic".to_owned()),
        Ok(legal) => {
            let moves: Vec<_> = legal.iter().map(|legal| legal.action().clone()).collect();
            same("legal", &offered.moves, &moves)
        }
        Err(_) if offered.must_fail || offered.may_poison => Ok(()),
        Err(fault) => Err(format!("legal: {fault}")),
    }
}

/// A proof that was kept, and for which version of the state it is.
pub(crate) struct Proof {
    pub(crate) legal: Legal<Ledger>,
    pub(crate) version: u64,
}

impl Model {
    /// What playing a proof comes to: it is good for one version alone.
    pub(crate) fn prove(&mut self, proof: &Proof) -> String {
        if let Some(busy) = self.busy() {
            return busy;
        }
        if self.moment().version != proof.version {
            return refused(RefusalKind::Invalid, "stale");
        }
        self.submit(false, proof.legal.by(), proof.legal.action(), true)
    }
}

/// A search line, and where the model thinks that it is.
struct Line<'m> {
    line: Search<Ledger>,
    model: &'m Model,
    past: Vec<(Plain, u64)>,
}

const SEED: Seed = Seed(77);

/// A line of play comes to what a session comes to, and pops back. It cannot
/// be made of a state that does not let itself be copied.
pub(crate) fn search_agrees(
    session: &Session<Ledger>,
    model: &Model,
    moves: &[(By, Move)],
) -> Said {
    let arms = moves.iter().any(|(_, mv)| matches!(mv, Move::Arm(_)));
    let fused = arms || model.plain().fuse.is_some();
    if model.plain().burns(Spot::Clone) || (fused && !model.terms.copying) {
        return Ok(());
    }
    let past = vec![(model.plain().clone(), 0)];
    let mut line = Line { line: session.search(SEED), model, past };
    for (by, mv) in moves {
        line.push(*by, mv)?;
        line.offers(*by)?;
    }
    while line.past.len() > 1 {
        line.past.pop();
        same("search: something to pop", &true, &line.line.pop())?;
        line.agrees()?;
    }
    same("search: nothing to pop", &false, &line.line.pop())
}

impl Line<'_> {
    fn imagine(
        &self,
        by: By,
        mv: &Move,
        answers: &[u32],
        sealed: bool,
    ) -> (Done, Result<(), Stop>) {
        let (plain, dice) = &self.past[self.past.len() - 1];
        let setting = Setting {
            plain,
            seed: SEED,
            dice: *dice,
            off: &self.model.moment().off,
            by,
            answers,
            sealed,
            copying: self.model.terms.copying,
            every_event: self.model.terms.every_event,
            flavour: self.model.terms.flavour,
            proven: false,
        };
        play(setting, mv)
    }

    fn agrees(&mut self) -> Said {
        let (plain, _) = &self.past[self.past.len() - 1];
        same("search: the state", plain, &self.line.state().0)?;
        same("search: the depth", &(self.past.len() - 1), &self.line.depth())
    }

    /// Pushes a move, answering its first choice with the last option, and
    /// then with the first.
    fn push(&mut self, by: By, mv: &Move) -> Said {
        let mut answers = Vec::new();
        loop {
            let (done, came) = self.imagine(by, mv, &answers, false);
            let got = say::outcome(&self.line.push_with(by, mv.clone(), &answers));
            // Choices are numbered by frames, and a line has none.
            let expected = match &came {
                Ok(()) => format!("committed {}", self.past.len()),
                Err(Stop::Asks(asking)) => format!("choice {} of", asking.nth),
                Err(stop) => self.model.stopped(stop),
            };
            let shown = |text: &str| text.split(", after").next().unwrap_or_default().to_owned();
            if !shown(&got).starts_with(&shown(&expected)) {
                return same("search", &expected, &got);
            }
            match came {
                Ok(()) => {
                    let before = &self.past[self.past.len() - 1].0;
                    let after = done.after.last().unwrap_or(before).clone();
                    self.past.push((after, done.dice));
                }
                Err(Stop::Asks(asking)) => {
                    let last = asking.options.len() as u32 - 1;
                    answers.push(if answers.is_empty() { last } else { 0 });
                    continue;
                }
                Err(_) => {}
            }
            return self.agrees();
        }
    }

    /// The line's legal actions, where no fuse burns.
    fn offers(&mut self, by: By) -> Said {
        let (plain, _) = &self.past[self.past.len() - 1];
        if plain.fuse.is_some() {
            return Ok(());
        }
        let mut there = self.model.clone();
        there.waiting = None;
        there.moments[there.now].plain = plain.clone();
        let mut legal = Vec::new();
        let got = self.line.legal_into(by, &mut legal).map(|()| legal);
        offers_agree(&offered(&there, by), &got)?;
        let first = got.ok().and_then(|legal| legal.into_iter().next());
        first.map_or(Ok(()), |first| self.plays(by, &first))?;
        self.agrees()
    }

    /// A proof is good for the state that it was made for, and for no other.
    fn plays(&mut self, by: By, legal: &Legal<Ledger>) -> Said {
        let (done, came) = self.imagine(by, legal.action(), &[], false);
        let got = self.line.play(legal);
        if came.is_err() {
            return same(
                "search: a proof is refused",
                &false,
                &got.is_ok_and(|it| it.is_committed()),
            );
        }
        let before = &self.past[self.past.len() - 1].0;
        same("search: played", done.after.last().unwrap_or(before), &self.line.state().0)?;
        let stale = format!("refused as {}: stale", RefusalKind::Invalid);
        same("search: played twice", &stale, &say::outcome(&self.line.play(legal)))?;
        same("search: something to pop", &true, &self.line.pop())?;
        same(
            "search: good again",
            &true,
            &self.line.play(legal).is_ok_and(|it| it.is_committed()),
        )?;
        same("search: something to pop", &true, &self.line.pop())
    }
}
