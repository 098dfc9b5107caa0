//! Saving a session that nobody recorded while it was played.

use std::io::Write;

use rulebook::{Digests, FrameView, Reversibility, Session, SessionOptions, Transition};

use crate::recordable::Recordable;
use crate::recorder::{RecordError, Recorder, RecorderOptions};

/// Writes the record of a session as it stands, also with a choice pending:
/// what a [`Recorder`] would have written, without what was undone. The game is
/// played once more for it, from the state in which it was started.
///
/// # Errors
///
/// If the session has forgotten how the game began, or it did not begin like
/// that, or the record cannot be written.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook::prelude::*;
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// use rulebook_record::{RecorderOptions, Replay, save};
///
/// let book = TicTacToe::book();
/// let mut game = book.start(TicTacToe::setup(), Seed(1))?;
/// game.submit(Seat(0), TicTacToe::parse("b2")?)?;
///
/// let record = save(Vec::new(), &mut game, TicTacToe::setup(), RecorderOptions::default())?;
/// let mut replay = Replay::open(&book, &record[..])?;
/// replay.run()?;
/// assert_eq!(replay.session().state(), game.state());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save<G: Recordable, W: Write>(
    out: W,
    session: &mut Session<G>,
    start: G::State,
    options: RecorderOptions,
) -> Result<W, RecordError> {
    let first = session.frames().next().map_or(1, |frame| frame.number());
    if first != 1 || session.frames().count() as u64 != session.number() {
        return Err(RecordError::Forgotten);
    }
    let again = SessionOptions { digests: Digests::PerFrame, ..session.options() };
    let Ok(mut game) = session.book().start_with(start, session.seed(), again) else {
        return Err(RecordError::OtherStart { frame: 0 });
    };
    let mut recorder = Recorder::start_with(out, &mut game, options)?;
    let frames: Vec<FrameView<'_, G>> = session.frames().collect();
    let mut rest = &frames[..];
    while let Some(frame) = rest.first() {
        let joined = rest[1..].iter().take_while(|frame| session.is_joined(frame.number())).count();
        let (step, others) = rest.split_at(1 + joined);
        make_again(&mut recorder, &mut game, step)?;
        let end = frame.number() + joined as u64;
        if game.number() != end {
            return Err(RecordError::OtherStart { frame: end });
        }
        rest = others;
    }
    if let Some((by, action, answers)) = session.pending_action() {
        recorder.submit(&mut game, by, action.clone())?;
        answers.iter().try_for_each(|option| answer(&mut recorder, &mut game, *option))?;
    }
    let frame = session.number();
    let is_same = game.digest()? == session.digest()? && game.pending() == session.pending();
    if is_same { recorder.finish(&game) } else { Err(RecordError::OtherStart { frame }) }
}

/// Makes the frames of one step once more.
fn make_again<G: Recordable, W: Write>(
    recorder: &mut Recorder<G, W>,
    game: &mut Session<G>,
    step: &[FrameView<'_, G>],
) -> Result<(), RecordError> {
    let actions = step.iter().filter_map(|frame| match frame.transition() {
        Transition::Action { by, action } => Some((by, action.clone())),
        Transition::Enabled(_) | Transition::Disabled(_) => None,
    });
    let [frame] = step else {
        recorder.submit_all(game, actions)?;
        return Ok(());
    };
    match frame.transition() {
        Transition::Enabled(rule) => drop(recorder.enable(game, rule)?),
        Transition::Disabled(rule) => drop(recorder.disable(game, rule)?),
        Transition::Action { by, action } => {
            recorder.submit_as(game, declared(frame), by, action.clone())?;
            let answers = frame.choices().iter().filter(|made| !made.alone);
            answers
                .map(|made| made.option)
                .try_for_each(|option| answer(recorder, game, option))?;
        }
    }
    Ok(())
}

/// Where dice fell, it need not have been said that there is no way back.
fn declared<G: Recordable>(frame: &FrameView<'_, G>) -> Reversibility {
    if frame.draws().is_empty() { frame.reversibility() } else { Reversibility::Reversible }
}

fn answer<G: Recordable, W: Write>(
    recorder: &mut Recorder<G, W>,
    game: &mut Session<G>,
    option: u32,
) -> Result<(), RecordError> {
    let Some(choice) = game.pending().map(|choice| (choice.seat, choice.id)) else {
        return Err(RecordError::OtherStart { frame: game.number() });
    };
    recorder.answer(game, choice.0, choice.1, option)?;
    Ok(())
}
