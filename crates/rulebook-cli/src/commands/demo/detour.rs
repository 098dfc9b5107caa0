//! Detours from the match: tries that the rules refuse, and an undo. None of
//! them may leave a trace, and each proves it by the digest.

use std::collections::BTreeSet;

use rulebook::{By, Cause, Choice, Digest, Gate, Outcome, Preview, Refusal, Seat, Session};
use rulebook_games::Playable;
use serde_json::json;

use super::Stage;
use crate::failure::Failure;
use crate::paint::{BACK, BAD, FAINT, PLAIN};

/// How many tries are shown in a match.
const TRIES: usize = 5;
/// How many frames there are between two of them, so that they do not crowd.
const APART: u64 = 5;
/// Before which frame nothing is taken back: a person has to see a few first.
const FIRST_UNDO: u64 = 3;

/// Which detours have been shown.
#[derive(Default)]
pub(super) struct Detours {
    /// The checks of which somebody has seen an objection.
    seen: BTreeSet<String>,
    tries: usize,
    /// The frame before which the next try may come.
    next_try: u64,
    has_undone: bool,
    has_seen_the_floor: bool,
    has_meddled: bool,
}

/// Somebody who tries something that the rules refuse.
struct Try<G: Playable> {
    by: By,
    action: G::Action,
    worth: Worth,
}

/// How much a refusal shows, the most important first: how many checks object
/// that have not been seen to object, how many do at all, and how far the
/// action got.
type Worth = (usize, usize, Option<Gate>);

impl Detours {
    /// Has somebody try what the rules refuse, if it shows something new.
    /// Says whether it was shown.
    pub(super) fn try_something<G: Playable>(
        &mut self,
        stage: &mut Stage<'_>,
        session: &mut Session<G>,
    ) -> Result<bool, Failure> {
        let number = session.number();
        if number == 0 || self.tries >= TRIES || number < self.next_try {
            return Ok(false);
        }
        let Some(found) = self.most_telling(session)? else { return Ok(false) };
        self.tries += 1;
        self.next_try = number + APART;
        let before = session.digest()?;
        let done = format!("{} tries: {}", found.by, G::print(&found.action));
        let outcome = session.submit(found.by, found.action)?;
        stage.paper.blank()?;
        refused(stage, &done, &outcome)?;
        if let Some(Cause::Checks { violations, .. }) = outcome.refusal().map(|it| &it.cause) {
            self.seen.extend(violations.iter().map(|violation| violation.check.clone()));
        }
        same(&done, before, session.digest()?)?;
        let says = format!("Nothing changed: the digest is {} before and after.", hex(before));
        stage.paper.prose(4, FAINT, &says)?;
        Ok(true)
    }

    /// The refused action that shows most: the most objections that have not
    /// been seen yet, then the most objections. Seats come before chance and
    /// the clock.
    fn most_telling<G: Playable>(
        &self,
        session: &mut Session<G>,
    ) -> Result<Option<Try<G>>, Failure> {
        let mut best: Option<Try<G>> = None;
        let actions = G::universe(session.state());
        for by in everybody(session.seats()) {
            for action in &actions {
                let worth = match session.preview(by, action)? {
                    Preview::Refused(_, refusal) => self.worth(&refusal),
                    _ => continue,
                };
                if worth.0 > 0 && best.as_ref().is_none_or(|best| worth > best.worth) {
                    best = Some(Try { by, action: action.clone(), worth });
                }
            }
        }
        Ok(best)
    }

    fn worth<G: Playable>(&self, refusal: &Refusal<G>) -> Worth {
        match &refusal.cause {
            Cause::Checks { gate, violations } => {
                let fresh = |check: &String| !self.seen.contains(check);
                let fresh = violations.iter().filter(|violation| fresh(&violation.check)).count();
                (fresh, violations.len(), Some(*gate))
            }
            _ => (0, 0, None),
        }
    }

    /// Takes the last move back, to the digest before it, and brings it back
    /// again; or, where that is not allowed, shows so. Each once in a match.
    pub(super) fn take_back<G: Playable>(
        &mut self,
        stage: &mut Stage<'_>,
        session: &mut Session<G>,
        before: Option<Digest>,
    ) -> Result<bool, Failure> {
        if session.number() < FIRST_UNDO {
            return Ok(false);
        }
        if session.undo_depth() > 0 && !self.has_undone {
            self.has_undone = true;
            undo_and_redo(stage, session, before)?;
            return Ok(true);
        }
        if session.undo_depth() == 0 && !self.has_seen_the_floor {
            self.has_seen_the_floor = true;
            let outcome = session.undo()?;
            stage.paper.blank()?;
            refused(stage, "somebody wants to undo that", &outcome)?;
            let says = "Nobody can unsee what was seen.";
            stage.paper.prose(4, FAINT, says)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Has another seat answer a choice, once in a match.
    pub(super) fn meddle<G: Playable>(
        &mut self,
        stage: &mut Stage<'_>,
        session: &mut Session<G>,
        choice: &Choice,
    ) -> Result<(), Failure> {
        let meddler = choice.seat.next(session.seats());
        if self.has_meddled || meddler == choice.seat {
            return Ok(());
        }
        self.has_meddled = true;
        let outcome = session.answer(meddler, choice.id, 0)?;
        let Some(refusal) = outcome.refusal() else {
            return Err(unexpected(&format!("an answer by {meddler}"), &outcome));
        };
        let tried = format!("{meddler} answers");
        stage.event(
            "refused",
            || json!({ "tried": tried, "reasons": [], "text": refusal.to_string() }),
        )?;
        Ok(stage.paper.entry("", BAD, &format!("✗ {tried}. Refused: {refusal}"))?)
    }

    /// How many tries were refused.
    pub(super) fn refusals(&self) -> usize {
        self.tries + usize::from(self.has_meddled) + usize::from(self.has_seen_the_floor)
    }
}

/// Has somebody act after the end.
pub(super) fn too_late<G: Playable>(
    stage: &mut Stage<'_>,
    session: &mut Session<G>,
) -> Result<(), Failure> {
    let Some(action) = G::universe(session.state()).into_iter().next() else { return Ok(()) };
    let done = format!("{} tries: {}", Seat(0), G::print(&action));
    let outcome = session.submit(Seat(0), action)?;
    refused(stage, &done, &outcome)
}

/// Takes the last move back and brings it back again.
fn undo_and_redo<G: Playable>(
    stage: &mut Stage<'_>,
    session: &mut Session<G>,
    before: Option<Digest>,
) -> Result<(), Failure> {
    let number = session.number();
    let after = session.digest()?;
    travelled("undo", &session.undo()?)?;
    same("undo", before, session.digest()?)?;
    travelled("redo", &session.redo()?)?;
    same("redo", after, session.digest()?)?;
    stage.event("undone", || json!({ "frame": number, "digest": hex(before) }))?;
    stage.event("redone", || json!({ "frame": number, "digest": hex(after) }))?;
    let paper = &mut *stage.paper;
    paper.blank()?;
    paper.item(2, "↶", BACK, &format!("undo: frame {number} is taken back"))?;
    paper.prose(4, PLAIN, &format!("digest {}, as before it", hex(before)))?;
    paper.item(2, "↷", BACK, &format!("redo: frame {number} stands again"))?;
    Ok(paper.prose(4, PLAIN, &format!("digest {}, as after it", hex(after)))?)
}

/// An undo or redo must get through.
fn travelled<G: Playable>(done: &str, outcome: &Outcome<G>) -> Result<(), Failure> {
    match outcome {
        Outcome::Undone(_) | Outcome::Redone(_) => Ok(()),
        other => Err(unexpected(done, other)),
    }
}

/// The digests must be the same.
fn same(done: &str, before: Option<Digest>, after: Option<Digest>) -> Result<(), Failure> {
    if before == after {
        return Ok(());
    }
    Err(unexpected(done, format_args!("the digest was {} and is {}", hex(before), hex(after))))
}

fn unexpected(done: &str, outcome: impl ToString) -> Failure {
    Failure::Unexpected { done: done.to_owned(), outcome: outcome.to_string() }
}

/// A digest, if the game has any.
pub(super) fn hex(digest: Option<Digest>) -> String {
    digest.map_or_else(|| "(none)".to_owned(), |digest| digest.to_string())
}

/// Shows a refusal with all its reasons.
fn refused<G: Playable>(
    stage: &mut Stage<'_>,
    done: &str,
    outcome: &Outcome<G>,
) -> Result<(), Failure> {
    let (Some(refusal), Some(kind)) = (outcome.refusal(), outcome.refusal_kind()) else {
        return Err(unexpected(done, outcome));
    };
    let reasons = || refusal.reasons().map(ToString::to_string).collect::<Vec<_>>();
    stage.event(
        "refused",
        || json!({ "tried": done, "reasons": reasons(), "text": refusal.to_string() }),
    )?;
    stage.paper.item(2, "✗", BAD, done)?;
    match &refusal.cause {
        Cause::Checks { violations, .. } => {
            let how_many = match violations.len() {
                1 => "by one check".to_owned(),
                n => format!("by {n} checks, all told at once"),
            };
            stage.paper.prose(4, BAD, &format!("Refused as {kind} {how_many}:"))?;
            for violation in violations {
                let says = format!("{}: {}", violation.check, violation.reason);
                stage.paper.item(4, "•", PLAIN, &says)?;
            }
        }
        cause => stage.paper.prose(4, BAD, &format!("Refused as {kind}: {cause}"))?,
    }
    Ok(())
}

/// Everybody who could try something: the seats, chance, the clock.
fn everybody(seats: usize) -> impl Iterator<Item = By> {
    (0..).map(Seat).take(seats).map(By::Seat).chain([By::Chance, By::Clock])
}
