//! The match itself, from the opening words to the last.

use rulebook::{Explanation, Legal, Outcome, Seed, Session};
use rulebook_games::Playable;
use serde_json::{Value, json};

use super::Stage;
use super::detour::{self, Detours, hex};
use super::opening;
use super::tally::Tally;
use super::tell;
use crate::failure::Failure;
use crate::paint::{FAINT, GOOD, PLAIN, STRONG};
use crate::player::{Manner, Players};
use crate::verdict::verdict;

/// A match that goes on after so many frames is left.
const LONGEST: u64 = 1000;

/// A match that is being shown.
struct Match<'s, 'p, G: Playable> {
    stage: &'s mut Stage<'p>,
    session: Session<G>,
    players: Players,
    detours: Detours,
    tally: Tally,
    /// The board as it was shown last.
    shown: String,
    seed: Seed,
}

/// Plays the match of that seed.
pub(super) fn play<G: Playable>(stage: &mut Stage<'_>, seed: Seed) -> Result<(), Failure> {
    let session = G::book().start(G::setup(), seed)?;
    let tally = Tally::new(session.book().rules().count());
    let shown = G::show(session.state());
    let players = Players::new(seed, Manner::Lively);
    let mut play =
        Match { stage, session, players, detours: Detours::default(), tally, shown, seed };
    opening::tell(play.stage.paper, play.session.book(), seed, &play.shown)?;
    play.stage.event(
        "begins",
        || json!({ "game": G::NAME, "seats": G::SEATS, "seed": seed.0, "board": play.shown }),
    )?;
    play.stage.pause()?;
    while play.session.result().is_none() && play.session.number() < LONGEST {
        play.turn()?;
    }
    play.closing()
}

impl<G: Playable> Match<'_, '_, G> {
    /// One move, and perhaps a detour before or after it.
    fn turn(&mut self) -> Result<(), Failure> {
        if self.detours.try_something(self.stage, &mut self.session)? {
            self.stage.pause()?;
        }
        let legal = self.session.legal_all()?;
        let Some(legal) = self.players.act::<G>(&legal) else {
            return Err(Failure::Stuck { frame: self.session.number() });
        };
        let before = self.session.digest()?;
        self.make(legal)?;
        self.stage.pause()?;
        if self.session.result().is_none()
            && self.detours.take_back(self.stage, &mut self.session, before)?
        {
            self.stage.pause()?;
        }
        Ok(())
    }

    fn make(&mut self, legal: Legal<G>) -> Result<(), Failure> {
        let (by, number) = (legal.by(), self.session.number() + 1);
        let explanation: Explanation<G> = self.session.explain(by, legal.action())?.clone();
        tell::heading::<G>(self.stage.paper, number, by, legal.action())?;
        tell::decision(self.stage.paper, &explanation)?;
        let done = format!("{by}: {}", G::print(legal.action()));
        let mut outcome = self.session.play(legal)?;
        while let Outcome::Pending(choice) = &outcome {
            tell::question(self.stage.paper, choice)?;
            self.detours.meddle(self.stage, &mut self.session, choice)?;
            let option = self.players.choose(choice);
            tell::answer(self.stage.paper, choice, option)?;
            outcome = self.session.answer(choice.seat, choice.id, option)?;
        }
        let frame = outcome.frame().filter(|_| outcome.is_committed());
        let Some(frame) = frame.and_then(|id| self.session.frame(id)) else {
            return Err(Failure::Unexpected { done, outcome: outcome.to_string() });
        };
        self.tally.add(&frame);
        tell::frame(self.stage.paper, self.session.book(), &frame)?;
        let board = G::show(self.session.state());
        let book = self.session.book();
        self.stage.event("frame", || tell::as_json(book, &frame, &explanation, &board))?;
        self.stage.paper.picture(&board, Some(&self.shown))?;
        self.shown = board;
        Ok(())
    }

    fn closing(&mut self) -> Result<(), Failure> {
        let Some(scores) = self.session.result() else {
            let says = format!("After {LONGEST} frames the match goes on, but this is enough.");
            self.stage.event("left", || json!({ "frames": LONGEST }))?;
            self.stage.paper.blank()?;
            return Ok(self.stage.paper.prose(0, STRONG, &says)?);
        };
        self.stage.paper.blank()?;
        detour::too_late(self.stage, &mut self.session)?;
        self.stage.paper.blank()?;
        self.stage.paper.heading("", STRONG, "The end")?;
        let paper = &mut *self.stage.paper;
        paper.entry("result", STRONG, &verdict(&scores))?;
        self.tally.refused = self.detours.refusals() + 1;
        paper.entry("match", PLAIN, &self.tally.sentence())?;
        let digest = hex(self.session.digest()?);
        paper.entry("digest", PLAIN, &format!("{digest}, the same on every machine"))?;
        paper.entry("rules", FAINT, "how often each of them decided:")?;
        let rules = self.tally.rules(&self.session);
        self.stage.event("over", || {
            let rule = |(times, name): &(usize, String)| json!({ "rule": name, "times": times });
            let rules: Vec<Value> = rules.iter().map(rule).collect();
            json!({ "scores": scores.as_slice(), "digest": digest, "rules": rules })
        })?;
        let paper = &mut *self.stage.paper;
        for (times, name) in rules {
            let style = if times > 0 { GOOD } else { FAINT };
            paper.item(9, &format!("{times:>3} ×"), style, &name)?;
        }
        self.farewell()
    }

    fn farewell(&mut self) -> Result<(), Failure> {
        let paper = &mut *self.stage.paper;
        paper.blank()?;
        let (name, seed) = (G::NAME, self.seed.0);
        let says = format!("This very match again: rulebook demo {name} --seed {seed}");
        paper.prose(0, FAINT, &says)?;
        let says = "Next: the README has a game on one screen, the guide in docs/ goes on from \
                    there, and rulebook --help says what else this program does.";
        Ok(paper.prose(0, STRONG, says)?)
    }
}
