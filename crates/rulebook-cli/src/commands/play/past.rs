//! The states that a game has been in, so that what was decided can be explained
//! from the moment before it: also what cannot be undone.

use rulebook::{Mode, Session, SessionOptions};
use rulebook_games::Playable;

use crate::failure::Failure;

/// The states that a game has been in.
pub(super) struct Past<G: Playable> {
    /// By the number of the frame after which it was so. Of several frames made as
    /// one, only the last has its state.
    states: Vec<Option<G::State>>,
}

impl<G: Playable> Past<G> {
    /// Begins with the state that the game is in now.
    pub(super) fn begin(session: &Session<G>) -> Self {
        let mut past = Past { states: Vec::new() };
        past.note(session);
        past
    }

    /// A frame was made. What was undone before can no longer be redone.
    pub(super) fn note(&mut self, session: &Session<G>) {
        // No game has so many frames, nor would there be room for their states.
        let number = usize::try_from(session.number()).unwrap_or(usize::MAX);
        self.states.truncate(number);
        self.states.resize(number, None);
        self.states.push(Some(session.state().clone()));
    }

    /// The game at the moment before the frame of this number, as good as new: for
    /// looking, not for going on. None if it is not known any more.
    pub(super) fn before(
        &self,
        session: &Session<G>,
        number: u64,
    ) -> Result<Option<Session<G>>, Failure> {
        let until = usize::try_from(number).unwrap_or(usize::MAX).min(self.states.len());
        let known = self.states[..until].iter().enumerate().rev();
        let Some((after, state)) = known.flat_map(|(at, state)| Some((at, state.as_ref()?))).next()
        else {
            return Ok(None);
        };
        let options = SessionOptions { mode: Mode::Play, ..session.options() };
        let mut moment = session.book().start_with(state.clone(), session.seed(), options)?;
        for rule in session.book().rules().map(|rule| rule.id()) {
            if session.is_disabled(rule) {
                moment.disable(rule)?;
            }
        }
        // What was made as one has neither dice nor choices, so it comes out the same.
        for frame in session.frames() {
            if frame.number() > after as u64
                && frame.number() < number
                && let (Some(by), Some(action)) = (frame.by(), frame.action())
            {
                moment.submit(by, action.clone())?;
            }
        }
        Ok(Some(moment))
    }
}
