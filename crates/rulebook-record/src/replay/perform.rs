//! Doing again what an entry says, and comparing what comes of it.

use rulebook::{By, Digest, Fault, Outcome, Sequence, Session};

use super::diff::{Against, StateDiff};
use super::divergence::{CameTo, Divergence};
use super::error::ReplayError;
use crate::entry::{Entry, Header, Joined, Then};
use crate::error::Place;
use crate::reader::Noted;
use crate::recordable::Recordable;
use crate::survey::position_of;

/// Whether the game begins as the record says.
pub(super) fn check_start<G: Recordable>(
    session: &mut Session<G>,
    header: &Header,
    place: Place,
) -> Result<(), ReplayError> {
    let found = session.digest().map_err(|fault| ReplayError::Fault { place, fault })?;
    if found == Some(header.start) {
        return Ok(());
    }
    Err(ReplayError::Diverged(Box::new(Divergence {
        place,
        frame: 0,
        entry: None,
        expected: CameTo::Digest(header.start),
        found: found.map_or(CameTo::NoChange, CameTo::Digest),
        diff: None,
    })))
}

/// Does what an entry says.
pub(super) fn perform<G: Recordable>(
    session: &mut Session<G>,
    noted: &Noted,
) -> Result<(), ReplayError> {
    // Without a position in the record, there is only the state as it was to
    // compare with; and where nothing changes, that is what is expected.
    let before = match &noted.entry {
        Entry::Act { then, .. } | Entry::Answer { then, .. } => {
            !matches!(then, Then::Frame { position: Some(_), .. })
        }
        Entry::Acts { position, .. } => position.is_none(),
        Entry::Withdraw => true,
        Entry::Rewind { .. } | Entry::Enable { .. } | Entry::Disable { .. } | Entry::End { .. } => {
            false
        }
    };
    let before = before.then(|| session.state().clone());
    let at = At { noted, before };
    match &noted.entry {
        Entry::Act { by, action, reversibility, then } => {
            let action = at.read::<G>(action)?;
            let outcome = session.submit_as(*reversibility, *by, action);
            at.came_to(session, outcome, then)
        }
        Entry::Acts { acts, position } => at.sequence(session, acts, position.as_deref()),
        Entry::Answer { by, option, then } => {
            let Some(choice) = session.pending().map(|choice| choice.id) else {
                return Err(at.diverges(session, expected(then), CameTo::NoChange));
            };
            let outcome = session.answer(*by, choice, *option);
            at.came_to(session, outcome, then)
        }
        Entry::Withdraw => {
            let outcome = at.made(session.withdraw())?;
            at.same(session, CameTo::NoChange, in_words(&outcome))
        }
        Entry::Rewind { to, digest } => {
            let outcome = at.made(session.rewind(*to))?;
            at.refused_or_digest(session, &outcome, *digest)
        }
        Entry::Enable { rule, digest } => at.switch(session, rule, *digest, Session::enable),
        Entry::Disable { rule, digest } => at.switch(session, rule, *digest, Session::disable),
        Entry::End { scores } => {
            let found = session.result().map(|scores| scores.as_slice().to_vec());
            at.same(session, CameTo::Scores(Some(scores.clone())), CameTo::Scores(found))
        }
    }
}

/// Does only the first actions of several as one.
pub(super) fn perform_some<G: Recordable>(
    session: &mut Session<G>,
    noted: &Noted,
    actions: usize,
) -> Result<(), ReplayError> {
    let Entry::Acts { acts, .. } = &noted.entry else { return perform(session, noted) };
    let at = At { noted, before: None };
    for act in acts.iter().take(actions) {
        let action = at.read::<G>(&act.action)?;
        let outcome = at.made(session.submit(act.by, action))?;
        at.refused_or_digest(session, &outcome, act.digest)?;
    }
    Ok(())
}

/// An entry, and the state before it if that is needed.
struct At<'n, S> {
    noted: &'n Noted,
    before: Option<S>,
}

impl<S> At<'_, S> {
    fn made<T>(&self, made: Result<T, Fault>) -> Result<T, ReplayError> {
        made.map_err(|fault| ReplayError::Fault { place: self.noted.place, fault })
    }

    fn read<G: Recordable<State = S>>(&self, text: &str) -> Result<G::Action, ReplayError> {
        G::read_action(text).map_err(|why| ReplayError::Action {
            place: self.noted.place,
            text: text.to_owned(),
            why,
        })
    }

    /// Whether the outcome is what the record says.
    fn came_to<G: Recordable<State = S>>(
        &self,
        session: &mut Session<G>,
        outcome: Result<Outcome<G>, Fault>,
        then: &Then,
    ) -> Result<(), ReplayError> {
        let outcome = self.made(outcome)?;
        let found = self.found(session, &outcome)?;
        self.same(session, expected(then), found)?;
        match then {
            Then::Frame { position: Some(position), .. } => self.position(session, position),
            _ => Ok(()),
        }
    }

    fn found<G: Recordable<State = S>>(
        &self,
        session: &mut Session<G>,
        outcome: &Outcome<G>,
    ) -> Result<CameTo, ReplayError> {
        let is_answer = matches!(self.noted.entry, Entry::Answer { .. });
        Ok(match outcome {
            Outcome::Committed(_) => CameTo::Digest(self.digest(session)?),
            Outcome::Pending(choice) => CameTo::Choice {
                seat: choice.seat,
                asked: choice.id.asked,
                options: choice.options.len() as u32,
            },
            _ if is_answer && session.pending().is_none() => CameTo::Dropped,
            // Whether it was a wrong answer or the transition was refused: only
            // the latter is recorded, and then the record says so.
            other
                if is_answer
                    && matches!(self.noted.entry, Entry::Answer { then: Then::Refused, .. })
                    && is_tried(other) =>
            {
                CameTo::StillPending
            }
            other => in_words(other),
        })
    }

    fn digest<G: Recordable<State = S>>(
        &self,
        session: &mut Session<G>,
    ) -> Result<Digest, ReplayError> {
        let id = session.number();
        let kept = session.frames().next_back().filter(|frame| frame.number() == id);
        if let Some(digest) = kept.and_then(|frame| frame.digest()) {
            return Ok(digest);
        }
        let digest = self.made(session.digest())?;
        let (place, error) = (self.noted.place, rulebook::StartError::NoDigests);
        digest.ok_or(ReplayError::Start { place, error })
    }

    fn position<G: Recordable<State = S>>(
        &self,
        session: &Session<G>,
        recorded: &str,
    ) -> Result<(), ReplayError> {
        let found = G::write_setup(session.state());
        let expected = CameTo::Position(recorded.to_owned());
        self.same(session, expected, CameTo::Position(found))
    }

    fn refused_or_digest<G: Recordable<State = S>>(
        &self,
        session: &mut Session<G>,
        outcome: &Outcome<G>,
        digest: Digest,
    ) -> Result<(), ReplayError> {
        let is_done =
            matches!(outcome, Outcome::Committed(_) | Outcome::Undone(_) | Outcome::Redone(_));
        let found = match is_done {
            true => CameTo::Digest(self.made(session.digest())?.unwrap_or(Digest(0))),
            false => in_words(outcome),
        };
        self.same(session, CameTo::Digest(digest), found)
    }

    fn switch<G: Recordable<State = S>>(
        &self,
        session: &mut Session<G>,
        rule: &str,
        digest: Digest,
        turn: impl FnOnce(&mut Session<G>, rulebook::RuleId) -> Result<Outcome<G>, Fault>,
    ) -> Result<(), ReplayError> {
        let Some(id) = session.book().rule(rule) else {
            let found = CameTo::NoSuchRule(rule.to_owned());
            return Err(self.diverges(session, CameTo::Digest(digest), found));
        };
        let outcome = self.made(turn(session, id))?;
        self.refused_or_digest(session, &outcome, digest)
    }

    fn sequence<G: Recordable<State = S>>(
        &self,
        session: &mut Session<G>,
        acts: &[Joined],
        position: Option<&str>,
    ) -> Result<(), ReplayError> {
        let mut actions: Vec<(By, G::Action)> = Vec::new();
        for act in acts {
            actions.push((act.by, self.read::<G>(&act.action)?));
        }
        let expected = CameTo::Frames(acts.len() as u64);
        let frames = match self.made(session.submit_all(actions))? {
            Sequence::Through { frames } => frames,
            Sequence::Stopped { why, .. } => {
                return Err(self.diverges(session, expected, CameTo::Refused(why.to_string())));
            }
        };
        self.same(session, expected, CameTo::Frames(frames.len() as u64))?;
        for (act, frame) in acts.iter().zip(&frames) {
            let found = frame.digest.map_or(CameTo::NoChange, CameTo::Digest);
            self.same(session, CameTo::Digest(act.digest), found)?;
        }
        position.map_or(Ok(()), |position| self.position(session, position))
    }

    fn same<G: Recordable<State = S>>(
        &self,
        session: &Session<G>,
        expected: CameTo,
        found: CameTo,
    ) -> Result<(), ReplayError> {
        if expected == found { Ok(()) } else { Err(self.diverges(session, expected, found)) }
    }

    fn diverges<G: Recordable<State = S>>(
        &self,
        session: &Session<G>,
        expected: CameTo,
        found: CameTo,
    ) -> ReplayError {
        let noted = self.noted;
        let (place, frame, entry) = (noted.place, noted.frame, Some(noted.entry.clone()));
        let diff = self.diff(session);
        let divergence = Divergence { place, frame, entry, expected, found, diff };
        ReplayError::Diverged(Box::new(divergence))
    }

    /// What the states are like: as recorded, if the record keeps positions or
    /// nothing was to change; or before the frame.
    fn diff<G: Recordable<State = S>>(&self, session: &Session<G>) -> Option<StateDiff> {
        let found = G::picture(session.state());
        if let Some(text) = position_of(&self.noted.entry) {
            let in_full =
                || StateDiff::of(Against::Recorded, text, &G::write_setup(session.state()));
            let Ok(expected) = G::read_setup_like(session.state(), text) else {
                return Some(in_full());
            };
            let diff = StateDiff::of(Against::Recorded, &G::picture(&expected), &found);
            // Two boards can look the same and differ in what is not shown.
            return Some(if diff.is_empty() { in_full() } else { diff });
        }
        let before = G::picture(self.before.as_ref()?);
        match &self.noted.entry {
            Entry::Act { then: Then::Frame { .. }, .. }
            | Entry::Answer { then: Then::Frame { .. }, .. }
            | Entry::Acts { .. } => Some(StateDiff::of(Against::Before, &before, &found)),
            _ => Some(StateDiff::of(Against::Recorded, &before, &found))
                .filter(|diff| !diff.is_empty()),
        }
    }
}

fn expected(then: &Then) -> CameTo {
    match then {
        Then::Frame { digest, .. } => CameTo::Digest(*digest),
        Then::Asks { seat, asked, options } => {
            CameTo::Choice { seat: *seat, asked: *asked, options: *options }
        }
        Then::Refused => CameTo::StillPending,
        Then::Dropped => CameTo::Dropped,
    }
}

/// Whether an answer was one, and the transition was refused with it.
fn is_tried<G: Recordable>(outcome: &Outcome<G>) -> bool {
    use rulebook::Cause;
    outcome.refusal().is_some_and(|refusal| {
        !matches!(
            refusal.cause,
            Cause::NoChoicePending
                | Cause::OtherChoice
                | Cause::NotYourChoice { .. }
                | Cause::NotOffered { .. }
        )
    })
}

fn in_words<G: Recordable>(outcome: &Outcome<G>) -> CameTo {
    match outcome.refusal() {
        Some(refusal) => CameTo::Refused(refusal.to_string()),
        None => CameTo::NoChange,
    }
}
