//! The straight line in parity.
//!
//! A session that nobody compares plays in a [straight line](crate::pipeline::calm)
//! wherever it can, and there rules are found in places of their own: ways,
//! strokes, [banks](crate::book::bank). One that compares goes by the stages, so
//! that it can be told from the inside. What it would have done otherwise runs on
//! a copy up to its frame, and is held against the reference as well.

use crate::book::RuleId;
use crate::context::Seal;
use crate::game::Game;
use crate::pipeline::stroke::{Seated, Struck};
use crate::pipeline::{Core, Log, Stop};
use crate::plan::parity::{Disagreement, Report, Sampler, authors, compare};
use crate::session::frame::EventView;
use crate::session::history::Journal;
use crate::session::legal::Valid;
use crate::session::options::{History, Mode, Parity};

impl<G: Game, L: Log<G>> Core<G, L> {
    /// A copy that plays in a straight line, if the next action would be played so
    /// where nobody compares, watches or counts. Answers to choices and sealed dice
    /// always go by the stages.
    pub(super) fn copy_in_line(&self) -> Option<Seated<G>> {
        let free = self.bench.answers.is_empty() && self.bench.seal == Seal::Open;
        if !free || !self.is_simple() {
            return None;
        }
        let mut copy = self.fork(Journal::<G>::new(History::All, Mode::Play));
        copy.parity = Sampler::new(Parity::Off);
        copy.desk.counts = false;
        copy.desk.remember(&self.desk);
        copy.settle_down();
        Some(copy)
    }
}

impl<G: Game> Seated<G> {
    /// Plays an action in a straight line, and says how what comes of it differs
    /// from the reference.
    pub(super) fn differs_in_line(
        &mut self,
        legal: &Valid<'_, G>,
        reference: &Report,
        state: &G::State,
    ) -> Result<Option<Disagreement>, Stop<G>> {
        let ran = self.play_in_line(*legal);
        let mut line = self.report(&ran, true)?;
        if ran.is_ok() {
            // What was under way is a frame by now.
            (line.authors, line.events) = self.guard(|core| core.last_events())?;
        }
        let mut found = compare(&self.book.inner, reference, &line);
        if found.is_none() {
            found = self.compare_state(&line, state)?;
        }
        Ok(found.map(|(what, reference, plan)| {
            (what, reference, format!("{plan}, in a straight line"))
        }))
    }

    /// The rules whose events are in the last frame, and these events in words.
    fn last_events(&self) -> (Option<Vec<RuleId>>, Option<Vec<String>>) {
        let frame = self.log.view(&self.book.inner, self.log.number());
        let events = frame.as_ref().map(|frame| frame.events);
        let told = |view: EventView<'_, G>| format!("{:?}", view.event);
        (events.map(authors), events.map(|events| events.iter().map(told).collect()))
    }

    /// Plays an action that has passed its checks, as a session does.
    fn play_in_line(&mut self, legal: Valid<'_, G>) -> Result<(), Stop<G>> {
        let (book, by) = (self.book.clone(), legal.by());
        let book = &*book.inner;
        let action = self.guard(|_| legal.action().clone())?;
        // There is no rule with the number of no rule.
        let struck = match book.quick.get(legal.rule as usize) {
            Some(quick) if quick.direct => quick.code.strike(self, by, action, RuleId(legal.rule)),
            Some(_) => {
                let ran = self.guard_poised(|core| core.calm_stages_after_all(legal));
                self.commit_struck(ran, by, action)
            }
            None => book.way(&action).stroke.strike(self, book, by, action),
        };
        match struck {
            Struck::Done => Ok(()),
            Struck::Stopped(unfit) => Err(unfit.stop),
            Struck::Faulted(fault) => Err(Stop::Fault(fault)),
        }
    }
}
