//! Playing: at random, or through every state that can be reached.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::iter::successors;

use crate::actor::By;
use crate::analysis::witness::{Played, Witness};
use crate::book::names::list;
use crate::context::Ask;
use crate::coverage::Coverage;
use crate::dice::{Dice, Seed};
use crate::digest::{Digest, Encoder};
use crate::error::{Fault, FaultKind};
use crate::explain::{Explanation, Forecast, Standing};
use crate::game::{Game, Kind, Kinded};
use crate::outcome::{Cause, Outcome};
use crate::pipeline::guarded;
use crate::session::Session;
use crate::session::options::{History, Mode, SessionOptions};

use super::cases::Cases;
use super::evidence::Evidence;
use super::extent::LeftOut;
use super::masks::Unmasked;
use super::{PlayError, PlaySearch, Progress};

/// How often somebody is told how far it is.
const TOLD_EVERY: u64 = 1024;

/// Something that can be played.
struct Move<G: Game> {
    by: By,
    action: G::Action,
    /// The answers to the choices that are known.
    answers: Vec<u32>,
}

impl<G: Game> fmt::Display for Move<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} by {}", self.action, self.by)?;
        if !self.answers.is_empty() {
            let answers: Vec<String> = self.answers.iter().map(u32::to_string).collect();
            write!(f, " with {} {}", options(answers.len()), list(&answers, "and"))?;
        }
        Ok(())
    }
}

fn options(count: usize) -> &'static str {
    if count == 1 { "option" } else { "options" }
}

/// What led to where the search is.
struct Route<G: Game> {
    /// The moves that were made, each with the one before it.
    steps: Vec<(Move<G>, Option<usize>)>,
    /// The last one.
    at: Option<usize>,
}

impl<G: Game> Route<G> {
    fn new() -> Self {
        Route { steps: Vec::new(), at: None }
    }

    /// A move was made.
    fn took(&mut self, made: Move<G>) {
        self.steps.push((made, self.at));
        self.at = Some(self.steps.len() - 1);
    }

    /// The moves in words.
    fn words(&self) -> Vec<String> {
        let steps = successors(self.at, |at| self.steps[*at].1);
        let mut words: Vec<String> = steps.map(|at| self.steps[at].0.to_string()).collect();
        words.reverse();
        words
    }

    /// An action at its end.
    fn to(&self, session: &Session<G>, by: By, action: &G::Action) -> Played {
        Played { before: self.words(), ..played(session, Some((by, action))) }
    }
}

/// What came of a move.
enum Came {
    Committed,
    /// It waits for an answer, of so many.
    Asked(u32),
    Nothing,
}

/// The states that were met, and how many there may be.
struct Known {
    states: BTreeSet<Digest>,
    limit: usize,
}

/// A search under way.
pub(super) struct Walk<'s, 'a, G: Game> {
    search: &'s mut PlaySearch<'a, G>,
    pub evidence: Evidence,
    pub coverage: Coverage<G>,
    unmasked: Unmasked<G>,
    pub progress: Progress,
    /// The actions that nobody answered.
    pub cases: Cases,
    /// What a search through every state left out.
    pub left: LeftOut,
    way: Route<G>,
    /// Whether it was ended before its time.
    pub stopped: bool,
    /// How many games were over where they began.
    pub over: u64,
}

impl<'s, 'a, G: Game> Walk<'s, 'a, G> {
    pub(super) fn new(search: &'s mut PlaySearch<'a, G>) -> Self {
        let evidence = Evidence::new(&search.book.inner);
        let coverage = Coverage::of(&search.book);
        let cases = Cases::new(&search.book.inner);
        Walk {
            search,
            evidence,
            coverage,
            unmasked: Unmasked::new(),
            progress: Progress::default(),
            cases,
            left: LeftOut::default(),
            way: Route::new(),
            stopped: false,
            over: 0,
        }
    }

    /// What led to where the search is, of which this is the error.
    pub(super) fn lost(&self, error: PlayError) -> PlayError {
        match error {
            PlayError::Fault { fault, mut played } => {
                played.before = self.way.words();
                PlayError::Fault { fault, played }
            }
            other => other,
        }
    }

    /// Whether it is to end here.
    fn stops(&mut self) -> bool {
        self.stopped = self.search.stop.as_ref().is_some_and(|stop| stop());
        self.stopped
    }

    fn start(&mut self, nth: u64) -> Result<Session<G>, PlayError> {
        let seed = Seed(self.search.seed.0.wrapping_add(nth));
        let state = (self.search.start)(seed);
        // Nobody goes back further than the action that was tried last.
        let (mode, history) = (Mode::Analysis, History::Last(1));
        let options = SessionOptions { mode, history, ..SessionOptions::default() };
        let session = self.search.book.start_with(state, seed, options);
        let mut session = session.map_err(PlayError::Start)?;
        self.watch(&mut session);
        self.progress.games += 1;
        self.over += u64::from(session.result().is_some());
        Ok(session)
    }

    fn watch(&self, session: &mut Session<G>) {
        let watched = self.coverage.watch(session);
        assert!(watched.is_ok(), "the session is of the book that is counted");
    }

    fn tell(&mut self) {
        self.progress.tried = self.evidence.tried;
        if let Some(tell) = &mut self.search.progress {
            tell(&self.progress);
        }
    }

    /// Plays games at random.
    pub(super) fn at_random(&mut self) -> Result<(), PlayError> {
        for nth in 0..self.search.games {
            let mut session = self.start(nth)?;
            self.way = Route::new();
            // Not the session's own dice: who picks must not know how they fall.
            let mut dice = Dice::new(Seed(session.seed().0.rotate_left(32) ^ 0x70_6c_61_79));
            for _ in 0..self.search.actions {
                if self.stops() {
                    return Ok(());
                }
                let moves = self.look(&mut session)?;
                let Some(picked) = self.pick(moves, &mut dice) else { break };
                self.play(&mut session, picked, &mut dice)?;
            }
            self.tell();
        }
        Ok(())
    }

    fn pick(&self, mut moves: Vec<Move<G>>, dice: &mut Dice) -> Option<Move<G>> {
        let Some(weight) = &self.search.weight else {
            let at = (!moves.is_empty()).then(|| dice.below(moves.len() as u32))?;
            return Some(moves.swap_remove(at as usize));
        };
        let weights: Vec<u32> = moves.iter().map(|each| weight(each.by, &each.action)).collect();
        let all = weights.iter().fold(0u32, |all, weight| all.saturating_add(*weight));
        let mut left = (all > 0).then(|| dice.below(all))?;
        let at = weights.iter().position(|&weight| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        })?;
        Some(moves.swap_remove(at))
    }

    /// Plays a move, with answers at random. One that is refused gives way to
    /// the next.
    fn play(
        &mut self,
        session: &mut Session<G>,
        mut picked: Move<G>,
        dice: &mut Dice,
    ) -> Result<(), PlayError> {
        loop {
            match make(session, &picked)? {
                Came::Asked(options) => picked.answers.push(dice.below(options)),
                Came::Nothing if !picked.answers.is_empty() => {
                    // Another answer to the last choice may do.
                    picked.answers.pop();
                    let Came::Asked(options) = make(session, &picked)? else {
                        return Ok(());
                    };
                    return self.play_other(session, picked, options);
                }
                Came::Committed => {
                    self.way.took(picked);
                    return Ok(());
                }
                Came::Nothing => return Ok(()),
            }
        }
    }

    /// Plays a move with the first answer to its last choice that comes to
    /// something.
    fn play_other(
        &mut self,
        session: &mut Session<G>,
        mut picked: Move<G>,
        options: u32,
    ) -> Result<(), PlayError> {
        for option in 0..options {
            picked.answers.push(option);
            if let Came::Committed = make(session, &picked)? {
                self.way.took(picked);
                return Ok(());
            }
            picked.answers.pop();
        }
        Ok(())
    }

    /// Plays through every state that can be reached, the nearest first: so
    /// cases are as short as they can be.
    pub(super) fn everywhere(&mut self, limit: usize) -> Result<(), PlayError> {
        if !self.search.book.has_digests() {
            return Err(PlayError::NoDigests);
        }
        let mut known = Known { states: BTreeSet::new(), limit };
        let mut ahead = VecDeque::new();
        for nth in 0..self.search.games {
            let session = self.start(nth)?;
            if self.is_new(&session, &mut known)? {
                ahead.push_back((session, None));
            }
        }
        while let Some((session, at)) = ahead.pop_front() {
            if self.stops() {
                return Ok(());
            }
            self.way.at = at;
            self.look_around(session, &mut known, &mut ahead)?;
        }
        self.tell();
        Ok(())
    }

    /// Looks at a state, and finds those that come after it and are not known.
    fn look_around(
        &mut self,
        mut session: Session<G>,
        known: &mut Known,
        ahead: &mut VecDeque<(Session<G>, Option<usize>)>,
    ) -> Result<(), PlayError> {
        let here = self.way.at;
        let mut moves = VecDeque::from(self.look(&mut session)?);
        moves.retain(|each| self.is_played(each));
        while let Some(next) = moves.pop_front() {
            let dice = session.dice_position();
            match make(&mut session, &next)? {
                Came::Nothing => {}
                Came::Asked(options) => {
                    let answered = (0..options).rev().map(|option| next.answered(option));
                    answered.for_each(|each| moves.push_front(each));
                }
                Came::Committed => {
                    self.left.dice |= session.dice_position() != dice;
                    self.way.took(next);
                    if self.is_new(&session, known)? {
                        let mut after = session.fork();
                        self.watch(&mut after);
                        ahead.push_back((after, self.way.at));
                    } else {
                        self.way.steps.pop();
                    }
                    self.way.at = here;
                    take_back(&mut session)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a state was not known, and is now. Beyond the limit none is.
    fn is_new(&mut self, session: &Session<G>, known: &mut Known) -> Result<bool, PlayError> {
        let digest = self.digest(session)?;
        if known.states.len() < known.limit {
            return Ok(known.states.insert(digest));
        }
        if !known.states.contains(&digest) {
            self.left.beyond = Some(known.limit);
        }
        Ok(false)
    }

    /// What has no weight is only tried.
    fn is_played(&self, each: &Move<G>) -> bool {
        self.search.weight.as_ref().is_none_or(|weight| weight(each.by, &each.action) > 0)
    }

    /// The digest of the state alone: what dice will fall does not matter.
    fn digest(&self, session: &Session<G>) -> Result<Digest, PlayError> {
        let draft = &self.search.book.inner.draft;
        let state = session.state();
        let encoded = guarded(|| match (draft.kept_digest, draft.encode) {
            (Some(digest), _) => (digest.kept)(state),
            (None, Some(encode)) => {
                let mut into = Encoder::new();
                encode(state, &mut into);
                into.finish()
            }
            (None, None) => unreachable!("the book has digests: that was asked before"),
        });
        encoded.map_err(|message| {
            let place = "the digest of the state".to_owned();
            PlayError::at(session, None, FaultKind::Panic { place, message }.into())
        })
    }

    /// Asks everybody about everything that is tried here; what of it can be
    /// played.
    fn look(&mut self, session: &mut Session<G>) -> Result<Vec<Move<G>>, PlayError> {
        self.progress.states += 1;
        if self.progress.states.is_multiple_of(TOLD_EVERY) {
            self.tell();
        }
        self.evidence.state(&self.search.book.inner, session.state());
        let mut moves = Vec::new();
        for (by, action) in self.tries(session)? {
            let found_out = session.find_out(by, &action);
            found_out.map_err(|fault| PlayError::at(session, Some((by, &action)), fault))?;
            let explanation = session.explanation();
            let asked = || G::subject(session.state(), &action);
            let uses_subjects = self.search.book.inner.uses_subjects;
            let subject = uses_subjects.then(|| guarded(asked).ok().flatten()).flatten();
            let Walk { evidence, cases, way, search, .. } = &mut *self;
            let played = || way.to(session, by, &action);
            let kind = action.kind().name();
            let witness = || Witness { played: Some(played()), ..Witness::of(kind) };
            evidence.explained(explanation, subject, witness);
            if let Forecast::Refused(_, Cause::Unhandled { kind }) = explanation.forecast() {
                let asked = Ask { state: session.state(), action: &action, by };
                cases.note(&search.book.inner, kind, &asked, played);
            }
            self.masked(session, (by, &action), explanation);
            match explanation.forecast() {
                Forecast::Commit(_) | Forecast::Choice(_) | Forecast::Dice(_) => {
                    moves.push(Move { by, action, answers: Vec::new() });
                }
                Forecast::Fault(fault) if !matches!(fault.kind(), FaultKind::Conflict { .. }) => {
                    return Err(PlayError::at(session, Some((by, &action)), fault.clone()));
                }
                _ => {}
            }
        }
        Ok(moves)
    }

    /// Looks whether the masks mattered that are not known to.
    fn masked(
        &mut self,
        session: &Session<G>,
        tried: (By, &G::Action),
        explanation: &Explanation<G>,
    ) {
        for report in explanation.rules() {
            if let Standing::Masked { group } = report.standing
                && !self.evidence.masking.contains(group)
                && self.unmasked.decides(session, tried, group, report.rule)
            {
                self.evidence.masking.insert(group.to_string());
            }
        }
    }

    /// What is tried here: what is legal, and what people could try.
    fn tries(&self, session: &mut Session<G>) -> Result<Vec<(By, G::Action)>, PlayError> {
        if session.result().is_some() {
            return Ok(Vec::new());
        }
        let legal = session.legal_all().map_err(|fault| PlayError::at(session, None, fault))?;
        let mut tries: Vec<_> =
            legal.into_iter().map(|legal| (legal.by(), legal.into_action())).collect();
        if let Some(universe) = &self.search.universe {
            for tried in universe(session.state()) {
                if !tries.contains(&tried) {
                    tries.push(tried);
                }
            }
        }
        Ok(tries)
    }
}

impl<G: Game> Move<G> {
    fn answered(&self, option: u32) -> Self {
        let answers = [&self.answers[..], &[option]].concat();
        Move { by: self.by, action: self.action.clone(), answers }
    }
}

/// Plays a move, as far as its answers are known. What is not committed leaves
/// nothing behind.
fn make<G: Game>(session: &mut Session<G>, next: &Move<G>) -> Result<Came, PlayError> {
    let submitted = session.submit(next.by, next.action.clone());
    let mut outcome = lift(session, next, submitted)?;
    for &option in &next.answers {
        let Outcome::Pending(choice) = &outcome else { break };
        let answered = session.answer(choice.seat, choice.id, option);
        outcome = lift(session, next, answered)?;
    }
    let came = match &outcome {
        Outcome::Committed(_) => return Ok(Came::Committed),
        Outcome::Pending(choice) => Came::Asked(choice.options.len() as u32),
        _ => Came::Nothing,
    };
    if session.pending().is_some() {
        let withdrawn = session.withdraw();
        lift(session, next, withdrawn)?;
    }
    Ok(came)
}

fn lift<G: Game, T>(
    session: &Session<G>,
    next: &Move<G>,
    done: Result<T, Fault>,
) -> Result<T, PlayError> {
    done.map_err(|fault| PlayError::at(session, Some((next.by, &next.action)), fault))
}

fn take_back<G: Game>(session: &mut Session<G>) -> Result<(), PlayError> {
    let undone = session.undo();
    undone.map(drop).map_err(|fault| PlayError::at(session, None, fault))
}

/// Where a session stands, whatever led there.
pub(super) fn played<G: Game>(session: &Session<G>, action: Option<(By, &G::Action)>) -> Played {
    Played {
        seed: session.seed(),
        before: Vec::new(),
        action: match action {
            Some((by, action)) => format!("{action:?} by {by}"),
            None => "asking what is legal".to_owned(),
        },
    }
}
