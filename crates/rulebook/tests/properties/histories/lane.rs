//! One session and its model, with their forks, through a whole script.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use rulebook::{
    Book, Digests as Kept, Legal, Notice, Observer, Recovery, RefusalKind, Session, SessionOptions,
    Verify,
};

use super::book::{SWITCHES, Who};
use super::dump::{self, Digests};
use super::expect::{act, moves};
use super::game::{Ledger, Move, Plain, Purse, Spot};
use super::lines::{Proof, offered, offers_agree, search_agrees};
use super::model::{Model, Terms, refused};
use super::say;
use super::script::{Alarm, Op};
use super::seen::{fired, look_at};
use crate::runner::{Coverage, Said, same};

struct Branch {
    session: Session<Ledger>,
    model: Model,
}

pub(crate) struct Lane<'c> {
    here: Branch,
    parked: Vec<Branch>,
    proofs: Vec<Proof>,
    digests: &'c Digests,
    seen: &'c Coverage,
}

/// Whether a lane goes on.
enum Goes {
    On,
    /// The session is poisoned, as it should be.
    Dead,
}

/// Panics at one notice, and says that it did.
struct Nervous {
    alarm: Alarm,
    heard: Arc<AtomicU8>,
    fired: Arc<AtomicBool>,
}

impl Observer<Ledger> for Nervous {
    fn notice(&mut self, notice: &Notice<'_, Ledger>) {
        let heard = self.heard.fetch_add(1, Ordering::Relaxed);
        let now = match self.alarm {
            Alarm::Never => false,
            Alarm::Nth(nth) => nth == heard,
            Alarm::At(name) => name == notice.name(),
        };
        if now && !self.fired.swap(true, Ordering::Relaxed) {
            std::panic::resume_unwind(Box::new("boom: Observer".to_owned()));
        }
    }
}

impl<'c> Lane<'c> {
    pub(crate) fn new(
        book: &Book<Ledger>,
        terms: Terms,
        digests: &'c Digests,
        seen: &'c Coverage,
    ) -> Result<Self, String> {
        let options = SessionOptions {
            history: terms.history,
            mode: terms.mode,
            digests: if terms.digests { Kept::PerFrame } else { Kept::Off },
            recovery: Some(if terms.copying { Recovery::Snapshot } else { Recovery::Revert }),
            verify: if terms.every_event { Verify::EveryEvent } else { Verify::Transition },
            ..SessionOptions::default()
        };
        let started = book.start_with(Purse(Plain::new(terms.fuse)), terms.seed, options);
        let session = started.map_err(|error| error.to_string())?;
        let here = Branch { session, model: Model::new(terms) };
        Ok(Lane { here, parked: Vec::new(), proofs: Vec::new(), digests, seen })
    }

    pub(crate) fn run(mut self, script: &[Op]) -> Said {
        for (at, op) in script.iter().enumerate() {
            let terms = self.here.model.terms;
            let about = |why| format!("step {at}, {op:?}, on {terms:?}: {why}");
            match self.step(op).map_err(about)? {
                Goes::On => {}
                Goes::Dead => return self.here.refuses_everything().map_err(about),
            }
        }
        self.parked.push(self.here);
        for mut branch in self.parked {
            branch.retraces(self.digests).map_err(|why| format!("at the end: {why}"))?;
        }
        Ok(())
    }

    fn step(&mut self, op: &Op) -> Result<Goes, String> {
        match op {
            Op::Fork => self.fork(),
            Op::Switch(to) => self.switch(*to),
            Op::Search(of) => {
                let model = &self.here.model;
                let of = moves(model, of);
                search_agrees(&self.here.session, model, &of)?;
                self.here.agrees(self.digests)?;
                Ok(Goes::On)
            }
            Op::Legal(who) | Op::Prove(who) => {
                let by = who.by(self.here.model.plain().turn);
                let legal = self.legal(by)?;
                if matches!(op, Op::Prove(_)) {
                    let version = self.here.model.moment().version;
                    let proofs = legal.into_iter().flatten();
                    self.proofs.extend(proofs.map(|legal| Proof { legal, version }));
                }
                self.after()
            }
            Op::Play(at) => self.play(*at, op),
            Op::Watched(alarm, op) => self.watched(*alarm, op),
            plain => self.plain(plain),
        }
    }

    /// A step of one session.
    fn plain(&mut self, op: &Op) -> Result<Goes, String> {
        let Branch { session, model } = &mut self.here;
        let before = model.clone();
        let expected = model.step(op);
        let got = act(session, &before, op);
        self.settle(op, &expected, &got)
    }

    fn settle(&mut self, op: &Op, expected: &str, got: &str) -> Result<Goes, String> {
        if self.here.model.poisoned {
            self.seen.saw("poisoned");
            let failed = got.starts_with("fault") || got == "poisoned";
            same("a step that poisons is a fault", &true, &failed)?;
            return Ok(Goes::Dead);
        }
        same("what it says", &expected.to_owned(), &got.to_owned())?;
        look_at(self.seen, &self.here.model, op, expected);
        self.after()
    }

    fn after(&mut self) -> Result<Goes, String> {
        if self.here.model.poisoned {
            return Ok(Goes::Dead);
        }
        self.here.agrees(self.digests)?;
        Ok(Goes::On)
    }

    /// A step that somebody watches who panics: then it is a fault, and
    /// everything is as before.
    fn watched(&mut self, alarm: Alarm, op: &Op) -> Result<Goes, String> {
        if matches!(op, Op::Legal(_) | Op::Prove(_) | Op::Play(_)) {
            return self.step(op);
        }
        let (fired, heard) = (Arc::<AtomicBool>::default(), Arc::<AtomicU8>::default());
        let nervous = Nervous { alarm, heard: heard.clone(), fired: fired.clone() };
        let before = self.here.model.clone();
        self.here.session.observe(nervous);
        let expected = self.here.model.step(op);
        let got = act(&mut self.here.session, &before, op);
        self.here.session.unobserve();
        tells(op, heard.load(Ordering::Relaxed))?;
        if !fired.load(Ordering::Relaxed) {
            return self.settle(op, &expected, &got);
        }
        self.seen.saw("an observer panicked");
        let feared = self.here.model.poisoned;
        self.here.model = before;
        if self.here.is_poisoned() {
            // Taking back what was done so far may be what panics.
            let fuses = format!("{:?} {op:?}", self.here.model.plain().fuse);
            let reason = fuses.contains("Revert") || fuses.contains("Apply") || feared;
            same("poisoned for a reason", &true, &reason)?;
            same("only what reverts is poisoned", &false, &self.here.model.terms.copying)?;
            return Ok(Goes::Dead);
        }
        let fault = "fault: There was a panic in the observer: boom: Observer".to_owned();
        same("what it says when the observer panics", &fault, &got)?;
        self.after()
    }

    fn legal(&mut self, by: rulebook::By) -> Result<Option<Vec<Legal<Ledger>>>, String> {
        let offered = offered(&self.here.model, by);
        let got = self.here.session.legal(by);
        if offered.may_poison && got.is_err() && self.here.is_poisoned() {
            self.here.model.poisoned = true;
            return Ok(None);
        }
        let Branch { session, model } = &mut self.here;
        offers_agree(&offered, &got)?;
        let asked = model.waiting.is_none() && !model.plain().over;
        if model.plain().burns(Spot::Active) && asked {
            same("legal_all hears the panic", &true, &session.legal_all().is_err())?;
            self.seen.saw(fired(Spot::Active));
        }
        let candidates = model.plain().burns(Spot::Candidates) && got.is_err();
        self.seen.saw_if(candidates, fired(Spot::Candidates));
        self.seen.saw_if(!offered.moves.is_empty(), "legal actions");
        Ok(got.ok())
    }

    fn play(&mut self, at: u8, op: &Op) -> Result<Goes, String> {
        if self.proofs.is_empty() {
            return Ok(Goes::On);
        }
        let proof = &self.proofs[usize::from(at) % self.proofs.len()];
        let Branch { session, model } = &mut self.here;
        let expected = model.prove(proof);
        let got = say::outcome(&session.play(proof.legal.clone()));
        self.seen.saw_if(expected.ends_with("stale"), "a stale proof");
        self.seen.saw_if(expected.starts_with("committed"), "a proof that was good");
        self.settle(op, &expected, &got)
    }

    /// Forking copies states, also those that can be redone.
    fn fork(&mut self) -> Result<Goes, String> {
        let model = &self.here.model;
        let copies = !model.moments.iter().any(|moment| moment.plain.burns(Spot::Clone));
        if copies && model.terms.fuse.is_none() {
            self.forks_draw_tickets_of_their_own()?;
        }
        if self.parked.len() < 3 && copies {
            let session = self.here.session.fork();
            self.parked.push(Branch { session, model: model.clone() });
            self.seen.saw("forked");
        }
        Ok(Goes::On)
    }

    /// Two forks go on differently, and a proof of one is good for nothing in
    /// the other.
    fn forks_draw_tickets_of_their_own(&self) -> Said {
        let said = |fault: rulebook::Fault| fault.to_string();
        let (mut one, mut other) = (self.here.session.fork(), self.here.session.fork());
        for (fork, rule) in [(&mut one, SWITCHES[0]), (&mut other, SWITCHES[1])] {
            let id = fork.book().rule(rule).ok_or("a rule has lost its name")?;
            let off = fork.is_disabled(id);
            if off { fork.enable(id) } else { fork.disable(id) }.map_err(said)?;
        }
        let by = Who::Turn.by(self.here.model.plain().turn);
        for legal in one.legal(by).map_err(said)? {
            let outcome = other.play(legal);
            let stale = refused(RefusalKind::Invalid, "stale");
            same("another fork's proof", &stale, &say::outcome(&outcome))?;
        }
        Ok(())
    }

    fn switch(&mut self, to: u8) -> Result<Goes, String> {
        if !self.parked.is_empty() {
            let to = usize::from(to) % self.parked.len();
            std::mem::swap(&mut self.here, &mut self.parked[to]);
            self.here.agrees(self.digests).map_err(|why| format!("another fork: {why}"))?;
        }
        Ok(Goes::On)
    }
}

/// Looking ahead is not told; whatever was really asked for is.
fn tells(op: &Op, heard: u8) -> Said {
    match op {
        Op::Preview(..) | Op::Explain(..) | Op::Try(_) => {
            same("notices of a look ahead", &0, &heard)
        }
        Op::Submit(..) | Op::Irreversible(..) | Op::Answer(_) | Op::Undo | Op::Redo => {
            same("whether the observer was told", &true, &(heard > 0))
        }
        _ => Ok(()),
    }
}

impl Branch {
    fn agrees(&mut self, digests: &Digests) -> Said {
        dump::agrees(&mut self.session, &self.model, digests)
    }

    /// Undo to every moment that can be reached, and redo back.
    fn retraces(&mut self, digests: &Digests) -> Said {
        self.agrees(digests)?;
        let stuck = self.model.moments.iter().any(|moment| moment.plain.burns(Spot::Revert));
        if self.model.waiting.is_some() || stuck {
            return Ok(());
        }
        for op in [Op::Undo, Op::Redo] {
            loop {
                let before = self.model.clone();
                let expected = self.model.step(&op);
                let got = act(&mut self.session, &before, &op);
                same(&format!("{op:?}"), &expected, &got)?;
                self.agrees(digests)?;
                if expected.starts_with("refused") {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Asks for what nobody can refuse: to stay where one is.
    fn is_poisoned(&mut self) -> bool {
        act(&mut self.session, &self.model, &Op::Rewind(0)) == "poisoned"
    }

    /// Every call of a poisoned session says so.
    fn refuses_everything(mut self) -> Said {
        let ops = [
            Op::Submit(Who::Turn, Move::Idle),
            Op::Answer(0),
            Op::Withdraw,
            Op::Undo,
            Op::Redo,
            Op::Rewind(0),
            Op::Preview(Who::Turn, Move::Idle),
            Op::Explain(Who::Turn, Move::Idle),
            Op::Try(vec![]),
            Op::All(vec![]),
            Op::Off(0),
        ];
        for op in ops {
            let said = act(&mut self.session, &self.model, &op);
            same(&format!("a poisoned session, {op:?}"), &"poisoned".to_owned(), &said)?;
        }
        same(
            "a poisoned session, legal",
            &true,
            &self.session.legal(rulebook::By::Clock).is_err(),
        )?;
        same("a poisoned session, digest", &true, &self.session.digest().is_err())
    }
}
