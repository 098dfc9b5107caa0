//! Lines of play: games played at random, once, and then walked again and
//! again by the checks.

use std::sync::Arc;

use rulebook::{
    Book, By, Cause, Dice, Digest, Digests, Fault, FaultKind, FrameId, Game, Legal, Mode, Outcome,
    Seat, Seed, Session, SessionOptions,
};

use crate::check::Check;

/// How a game is set up.
pub(crate) type SetupFn<G> = Arc<dyn Fn(Seed) -> <G as Game>::State + Send + Sync>;

/// One move: an action, by whom, and the answers to the choices it asked.
pub(crate) struct Move<G: Game> {
    pub by: By,
    pub action: G::Action,
    pub answers: Vec<u32>,
}

impl<G: Game> Clone for Move<G> {
    fn clone(&self) -> Self {
        Move { by: self.by, action: self.action.clone(), answers: self.answers.clone() }
    }
}

/// How a line ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The game was over.
    Over,
    /// The bound on actions was reached.
    Bounded,
    /// Something is wrong with the game: what, and whose business it is.
    Broken(Check, String),
}

/// One game played at random, with what was seen after each move.
pub(crate) struct Line<G: Game> {
    pub seed: Seed,
    pub moves: Vec<Move<G>>,
    /// The digest at the start and after each move.
    pub digests: Vec<Option<Digest>>,
    /// Each move's frame as text.
    pub frames: Vec<String>,
    /// How many dice fell.
    pub draws: usize,
    pub ending: Ending,
}

/// The options under which lines are recorded: everything can be looked at.
pub(crate) const RECORDING: SessionOptions = SessionOptions {
    mode: Mode::Analysis,
    digests: Digests::PerFrame,
    verify: rulebook::Verify::EveryEvent,
    ..SessionOptions::DEFAULT
};

/// Where games come from: what a thread of its own needs to play one.
pub(crate) struct Source<G: Game> {
    pub book: Book<G>,
    pub setup: SetupFn<G>,
}

impl<G: Game> Clone for Source<G> {
    fn clone(&self) -> Self {
        Source { book: self.book.clone(), setup: self.setup.clone() }
    }
}

impl<G: Game> Source<G> {
    pub(crate) fn start(
        &self,
        seed: Seed,
        options: SessionOptions,
    ) -> Result<Session<G>, rulebook::StartError> {
        self.book.start_with((self.setup)(seed), seed, options)
    }
}

/// Somebody who plays at random.
pub(crate) struct Chooser<'c, G: Game> {
    pub dice: Dice,
    /// Actions that end the fun.
    pub rarely: &'c dyn Fn(&G::Action) -> bool,
}

/// One in so many times, an action that is to be rare is taken if there is one.
const RARELY: u32 = 24;

impl<G: Game> Chooser<'_, G> {
    /// One of the legal actions.
    pub(crate) fn pick(&mut self, legal: &[Legal<G>]) -> Option<Legal<G>> {
        let (rare, usual): (Vec<_>, Vec<_>) =
            legal.iter().partition(|legal| (self.rarely)(legal.action()));
        let from = match (rare.is_empty(), usual.is_empty()) {
            (true, _) => usual,
            (_, true) => rare,
            (false, false) if self.dice.below(RARELY) == 0 => rare,
            (false, false) => usual,
        };
        self.dice.pick(&from).copied().cloned()
    }

    /// Submits an action, and answers whatever it asks.
    pub(crate) fn make(
        &mut self,
        session: &mut Session<G>,
        legal: Legal<G>,
    ) -> Result<(Move<G>, Outcome<G>), Fault> {
        let (by, action) = (legal.by(), legal.into_action());
        let mut answers = Vec::new();
        let mut outcome = session.submit(by, action.clone())?;
        while let Outcome::Pending(choice) = &outcome {
            let option = self.dice.below((choice.options.len() as u32).max(1));
            answers.push(option);
            outcome = session.answer(choice.seat, choice.id, option)?;
        }
        let made = Move { by, action, answers };
        Ok((made, outcome))
    }
}

/// Makes a recorded move.
pub(crate) fn make<G: Game>(session: &mut Session<G>, made: &Move<G>) -> Result<Outcome<G>, Fault> {
    let mut outcome = session.submit(made.by, made.action.clone())?;
    for &answer in &made.answers {
        let Outcome::Pending(choice) = &outcome else {
            break;
        };
        outcome = session.answer(choice.seat, choice.id, answer)?;
    }
    Ok(outcome)
}

/// Which check is there to find a fault.
fn concerned(fault: &Fault) -> Check {
    match fault.kind() {
        FaultKind::Sources { .. } => Check::Sources,
        FaultKind::Unrest { .. } => Check::Rest,
        _ => Check::Play,
    }
}

/// A frame as text, complete enough to compare.
pub(crate) fn frame_text<G: Game>(session: &Session<G>, id: FrameId) -> String {
    session.frame(id).map_or_else(|| "(no frame)".to_owned(), |frame| format!("{frame:?}"))
}

/// Everybody who could try to act: the seats, one more that does not exist,
/// chance and the clock.
pub(crate) fn everybody(seats: usize) -> Vec<By> {
    let seats = (0..=seats.min(254)).map(|seat| By::Seat(Seat(seat as u8)));
    seats.chain([By::Chance, By::Clock]).collect()
}

impl<G: Game> Line<G> {
    /// Plays one game at random.
    pub(crate) fn record(
        mut session: Session<G>,
        seed: Seed,
        mut chooser: Chooser<'_, G>,
        bound: usize,
    ) -> Result<Self, Fault> {
        let mut line = Line {
            seed,
            moves: Vec::new(),
            digests: vec![session.digest()?],
            frames: Vec::new(),
            draws: 0,
            ending: Ending::Bounded,
        };
        while line.moves.len() < bound {
            match line.advance(&mut session, &mut chooser) {
                Ok(None) => {}
                Ok(Some(ending)) => {
                    line.ending = ending;
                    break;
                }
                Err(fault) => {
                    let what = format!("The book is at fault: {fault}");
                    line.ending = Ending::Broken(concerned(&fault), what);
                    break;
                }
            }
        }
        Ok(line)
    }

    /// One move more, or how the line ended.
    fn advance(
        &mut self,
        session: &mut Session<G>,
        chooser: &mut Chooser<'_, G>,
    ) -> Result<Option<Ending>, Fault> {
        if session.result().is_some() {
            return Ok(Some(Ending::Over));
        }
        let mut legal = session.legal_all()?;
        // What changes nothing is not played again and again.
        while let Some(picked) = chooser.pick(&legal) {
            legal.retain(|other| *other != picked);
            let (made, outcome) = chooser.make(session, picked)?;
            match outcome {
                Outcome::Committed(id) => {
                    self.see(session, id);
                    self.digests.push(session.digest()?);
                    self.moves.push(made);
                    return Ok(None);
                }
                Outcome::NoChange => {}
                Outcome::Aborted(refusal) if !matches!(refusal.cause, Cause::Invariants { .. }) => {
                }
                other => {
                    let (by, action) = (made.by, made.action);
                    let what = format!("{action:?} was offered to {by}, but it came to: {other}");
                    return Ok(Some(Ending::Broken(Check::Play, what)));
                }
            }
        }
        let active: Vec<_> = session.active().iter().map(|by| by.to_string()).collect();
        let active = if active.is_empty() { "nobody".to_owned() } else { active.join(", ") };
        let what = format!("The game is not over, but nobody can go on (who may act: {active}).");
        Ok(Some(Ending::Broken(Check::Play, what)))
    }

    /// Remembers what a frame says.
    fn see(&mut self, session: &Session<G>, id: FrameId) {
        self.frames.push(frame_text(session, id));
        let Some(frame) = session.frame(id) else {
            return;
        };
        self.draws += frame.draws().len();
    }

    /// A move as text: by whom, what, and the answers.
    pub(crate) fn describe(
        &self,
        upto: usize,
        print: &dyn Fn(&G::Action) -> String,
    ) -> Vec<String> {
        let describe = |made: &Move<G>| {
            let mut text = format!("{}: {}", made.by, print(&made.action));
            if !made.answers.is_empty() {
                text += &format!(", answers {:?}", made.answers);
            }
            text
        };
        self.moves.iter().take(upto).map(describe).collect()
    }
}
