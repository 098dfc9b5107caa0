//! Recording a game while it is played.
//!
//! Every call goes through the recorder, which makes it in the session and
//! writes what came of it, before anything else can happen.

mod error;
mod note;
mod options;
mod start;

use std::io::Write;
use std::marker::PhantomData;

use rulebook::{
    By, ChoiceId, Fault, Frame, Legal, Outcome, Reversibility, RuleId, Sequence, Session,
};

pub use error::RecordError;
pub use options::{Positions, RecorderOptions};

use crate::entry::{Entry, Joined, Then};
use crate::recordable::Recordable;
use crate::writer::{Tail, Writer};
use note::{came_to, frame_digest, joined, position, written};
use start::{digest_of, header};

/// Records a game while it is played.
///
/// The session stays the caller's, for everything that only looks. What changes
/// the game goes through the recorder: it makes the call and appends an entry. A
/// refused action changes nothing and is not recorded. If something went past
/// it, the next call says so.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook::prelude::*;
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// use rulebook_record::{Recorder, session_options};
///
/// let mut game = TicTacToe::book().start_with(TicTacToe::setup(), Seed(1), session_options())?;
/// let mut recorder = Recorder::start(Vec::new(), &mut game)?; // or a file
/// recorder.submit(&mut game, Seat(0), TicTacToe::parse("b2")?)?;
/// recorder.undo(&mut game)?;
/// let corner = game.legal(Seat(0))?.remove(0);
/// recorder.play(&mut game, corner)?;
/// let record = String::from_utf8(recorder.into_inner())?;
/// assert_eq!(record.lines().count(), 4); // header, b2, rewind, a1
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder<G, W> {
    writer: Writer<W>,
    positions: Positions,
    /// Whether the record lacks something that happened.
    is_broken: bool,
    of: PhantomData<fn() -> G>,
}

impl<G: Recordable, W: Write> Recorder<G, W> {
    /// Begins a record of a game that is at its start, as JSON Lines and with
    /// positions.
    ///
    /// # Errors
    ///
    /// If the session makes no digests, is under way, or begins where the game
    /// cannot say in text.
    pub fn start(out: W, session: &mut Session<G>) -> Result<Self, RecordError> {
        Self::start_with(out, session, RecorderOptions::default())
    }

    /// Begins a record, with options.
    ///
    /// # Errors
    ///
    /// As [`start`](Recorder::start).
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// use rulebook::prelude::*;
    /// use rulebook_games::{Playable, chess::Chess};
    /// use rulebook_record::{Form, Recorder, RecorderOptions, session_options};
    ///
    /// let mut game = Chess::book().start_with(Chess::setup(), Seed(1), session_options())?;
    /// let options = RecorderOptions {
    ///     form: Form::Compact,
    ///     players: vec!["Ann".to_owned(), "Ben".to_owned()],
    ///     ..RecorderOptions::default()
    /// };
    /// let recorder = Recorder::start_with(Vec::new(), &mut game, options)?;
    /// assert!(recorder.into_inner().starts_with(b"\x93RBR"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_with(
        out: W,
        session: &mut Session<G>,
        options: RecorderOptions,
    ) -> Result<Self, RecordError> {
        let header = header(session, options.players, options.positions.format())?;
        let writer = Writer::begin(out, options.form, &header)?;
        Ok(Recorder::on(writer, options.positions))
    }

    /// Goes on with a record where it ends; see
    /// [`Replay::into_parts`](crate::Replay::into_parts). The session must be the one that
    /// came of replaying it, and `out` must stand at the tail's
    /// [offset](Tail::offset).
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// use rulebook::prelude::*;
    /// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
    /// use rulebook_record::{Positions, Recorder, Replay, examples};
    ///
    /// // The game up to a1; then somebody pulled the plug.
    /// let mut record: Vec<u8> = examples::tic_tac_toe().into();
    /// record.truncate(record.len() - 200);
    /// let mut replay = Replay::open(&TicTacToe::book(), &record[..])?;
    /// replay.run()?;
    /// let (mut game, tail) = replay.into_parts();
    /// record.truncate(tail.offset() as usize);
    /// let mut recorder = Recorder::resume(record, tail, Positions::EveryFrame)?;
    /// recorder.submit(&mut game, Seat(0), TicTacToe::parse("c3")?)?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(out: W, tail: Tail, positions: Positions) -> Result<Self, RecordError> {
        Ok(Recorder::on(Writer::resume(out, tail)?, positions))
    }

    fn on(writer: Writer<W>, positions: Positions) -> Self {
        Recorder { writer, positions, is_broken: false, of: PhantomData }
    }

    /// Submits an action by someone.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn submit(
        &mut self,
        session: &mut Session<G>,
        by: impl Into<By>,
        action: G::Action,
    ) -> Result<Outcome<G>, RecordError> {
        self.submit_as(session, Reversibility::Reversible, by, action)
    }

    /// Submits an action, saying whether it can be undone later.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn submit_as(
        &mut self,
        session: &mut Session<G>,
        reversibility: Reversibility,
        by: impl Into<By>,
        action: G::Action,
    ) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let (by, text) = (by.into(), written::<G>(&action)?);
        let outcome = session.submit_as(reversibility, by, action)?;
        self.note_act(session, (by, text), reversibility, &outcome)?;
        Ok(outcome)
    }

    /// Plays a legal action.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn play(
        &mut self,
        session: &mut Session<G>,
        legal: Legal<G>,
    ) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let (by, text) = (legal.by(), written::<G>(legal.action())?);
        let outcome = session.play(legal)?;
        self.note_act(session, (by, text), Reversibility::Reversible, &outcome)?;
        Ok(outcome)
    }

    /// Answers the pending choice.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn answer(
        &mut self,
        session: &mut Session<G>,
        by: impl Into<By>,
        choice: ChoiceId,
        option: u32,
    ) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let by = by.into();
        let is_answer = session.pending().is_some_and(|pending| {
            pending.id == choice && by.is(pending.seat) && (option as usize) < pending.options.len()
        });
        let outcome = session.answer(by, choice, option)?;
        if is_answer {
            let then = match came_to(session, &outcome, self.positions) {
                Some(then) => then,
                None if session.pending().is_some() => Then::Refused,
                None => Then::Dropped,
            };
            self.write(&Entry::Answer { by, option, then })?;
        }
        Ok(outcome)
    }

    /// Commits all of these actions as one step of undo, or none.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn submit_all(
        &mut self,
        session: &mut Session<G>,
        actions: impl IntoIterator<Item = (By, G::Action)>,
    ) -> Result<Sequence<G>, RecordError> {
        self.in_step(session)?;
        let actions: Vec<(By, G::Action)> = actions.into_iter().collect();
        for (_, action) in &actions {
            written::<G>(action)?;
        }
        let sequence = session.submit_all(actions)?;
        if let Sequence::Through { frames } = &sequence {
            self.note_sequence(session, frames)?;
        }
        Ok(sequence)
    }

    fn note_sequence(
        &mut self,
        session: &Session<G>,
        frames: &[Frame<G>],
    ) -> Result<(), RecordError> {
        let acts: Vec<Joined> = frames.iter().filter_map(joined).collect();
        let position = self.position(session);
        match &acts[..] {
            [] => Ok(()),
            [Joined { by, action, digest }] => self.write(&Entry::Act {
                by: *by,
                action: action.clone(),
                reversibility: Reversibility::Reversible,
                then: Then::Frame { digest: *digest, position },
            }),
            _ => self.write(&Entry::Acts { acts, position }),
        }
    }

    /// Drops a pending choice and its action, in a session for analysis.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or the entry cannot be written.
    pub fn withdraw(&mut self, session: &mut Session<G>) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let was_pending = session.pending().is_some();
        let outcome = session.withdraw()?;
        if was_pending && session.pending().is_none() {
            self.write(&Entry::Withdraw)?;
        }
        Ok(outcome)
    }

    /// Takes the last transition back.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or the entry cannot be written.
    pub fn undo(&mut self, session: &mut Session<G>) -> Result<Outcome<G>, RecordError> {
        self.travel(session, Session::undo)
    }

    /// Brings the transition back that was undone last.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or the entry cannot be written.
    pub fn redo(&mut self, session: &mut Session<G>) -> Result<Outcome<G>, RecordError> {
        self.travel(session, Session::redo)
    }

    /// Goes to the moment after the frame of that number.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or the entry cannot be written.
    pub fn rewind(
        &mut self,
        session: &mut Session<G>,
        number: u64,
    ) -> Result<Outcome<G>, RecordError> {
        self.travel(session, |session| session.rewind(number))
    }

    fn travel(
        &mut self,
        session: &mut Session<G>,
        go: impl FnOnce(&mut Session<G>) -> Result<Outcome<G>, Fault>,
    ) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let before = session.number();
        let outcome = go(session)?;
        if session.number() != before {
            let digest = digest_of(session)?;
            self.write(&Entry::Rewind { to: session.number(), digest })?;
        }
        Ok(outcome)
    }

    /// Switches a rule off.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn disable(
        &mut self,
        session: &mut Session<G>,
        rule: RuleId,
    ) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let outcome = session.disable(rule)?;
        if let Some(digest) = frame_digest(session, &outcome) {
            let rule = session.book().rule_view(rule).name();
            self.write(&Entry::Disable { rule, digest })?;
        }
        Ok(outcome)
    }

    /// Switches a rule on again.
    ///
    /// # Errors
    ///
    /// If the book is at fault, or the entry cannot be written.
    pub fn enable(
        &mut self,
        session: &mut Session<G>,
        rule: RuleId,
    ) -> Result<Outcome<G>, RecordError> {
        self.in_step(session)?;
        let outcome = session.enable(rule)?;
        if let Some(digest) = frame_digest(session, &outcome) {
            let rule = session.book().rule_view(rule).name();
            self.write(&Entry::Enable { rule, digest })?;
        }
        Ok(outcome)
    }

    /// Ends the record, if the game is over: nothing can be appended after
    /// that. A game that is not over stays open, and can be gone on with.
    ///
    /// # Errors
    ///
    /// If the entry cannot be written.
    pub fn finish(mut self, session: &Session<G>) -> Result<W, RecordError> {
        self.in_step(session)?;
        if let Some(scores) = session.result() {
            self.write(&Entry::End { scores: scores.as_slice().to_vec() })?;
        }
        Ok(self.writer.into_inner())
    }

    /// Gives back what was written to, without an end.
    pub fn into_inner(self) -> W {
        self.writer.into_inner()
    }

    fn note_act(
        &mut self,
        session: &Session<G>,
        (by, action): (By, String),
        reversibility: Reversibility,
        outcome: &Outcome<G>,
    ) -> Result<(), RecordError> {
        match came_to(session, outcome, self.positions) {
            Some(then) => self.write(&Entry::Act { by, action, reversibility, then }),
            None => Ok(()),
        }
    }

    fn position(&self, session: &Session<G>) -> Option<String> {
        position(session, self.positions)
    }

    fn write(&mut self, entry: &Entry) -> Result<(), RecordError> {
        let written = self.writer.write(entry);
        self.is_broken |= written.is_err();
        Ok(written?)
    }

    /// Whether the record says all that has happened.
    fn in_step(&self, session: &Session<G>) -> Result<(), RecordError> {
        if self.is_broken {
            return Err(RecordError::Broken);
        }
        let course = self.writer.course();
        if course.is_over() {
            return Err(RecordError::Finished);
        }
        let (recorded, found) = (course.number(), session.number());
        if recorded != found || course.is_pending() != session.pending().is_some() {
            return Err(RecordError::OutOfStep { recorded, found });
        }
        Ok(())
    }
}
