//! A playthrough: one game, played at random, as a text for people.
//!
//! Each move is written with what it brought about (exceptions, choices, dice,
//! events, traces), the board after it, who may do what then, and the digest.

use std::error::Error;
use std::fmt::Write;

use rulebook::{Dice, FrameView, Game, Seed, Session};

use crate::line::{Chooser, RECORDING};
use crate::suite::Suite;

/// So many legal actions of each actor are written out.
const SHOWN: usize = 12;

/// Plays the game of that seed, and writes down what happens.
pub(crate) fn playthrough<G: Game>(suite: &Suite<G>, seed: Seed) -> Result<String, Box<dyn Error>> {
    let mut session = suite.source.start(seed, RECORDING)?;
    let mut chooser = Chooser { dice: Dice::new(seed), rarely: &*suite.author.rarely };
    let mut text = format!("{}, seed {}\n\nStart\n", suite.source.book.name(), seed.0);
    write_position(&mut text, suite, &mut session)?;
    for number in 1..=suite.budget.actions {
        let Some(picked) = chooser.pick(&session.legal_all()?) else {
            break;
        };
        let (made, outcome) = chooser.make(&mut session, picked)?;
        let action = (suite.author.print)(&made.action);
        writeln!(text, "\n{number}. {}: {action}", made.by)?;
        match outcome.frame().and_then(|id| session.frame(id)) {
            Some(frame) => write_frame(&mut text, &frame)?,
            None => writeln!(text, "  {outcome}")?,
        }
        write_position(&mut text, suite, &mut session)?;
    }
    match session.result() {
        Some(scores) => writeln!(text, "\nOver: {scores}.")?,
        None => writeln!(text, "\nNot over.")?,
    }
    Ok(text)
}

/// What a move brought about, one line each.
fn write_frame<G: Game>(text: &mut String, frame: &FrameView<'_, G>) -> Result<(), Box<dyn Error>> {
    // The engine's own words, without the heading.
    for line in frame.to_string().lines().skip(1) {
        writeln!(text, "{line}")?;
    }
    let traces = frame.events().map(|event| format!("{:?}", event.trace));
    let traces: Vec<_> = traces.filter(|trace| trace != "()").collect();
    if !traces.is_empty() {
        writeln!(text, "  traces: {}", traces.join(", "))?;
    }
    Ok(())
}

/// The board, who may do what, the digest.
fn write_position<G: Game>(
    text: &mut String,
    suite: &Suite<G>,
    session: &mut Session<G>,
) -> Result<(), Box<dyn Error>> {
    if let Some(show) = &suite.author.show {
        for line in show(session.state()).lines() {
            writeln!(text, "{}", format!("    {line}").trim_end())?;
        }
    }
    for by in session.active().iter() {
        let legal = session.legal(by)?;
        let shown = legal.iter().take(SHOWN).map(|offer| (suite.author.print)(offer.action()));
        let mut shown: Vec<_> = shown.collect();
        if legal.len() > SHOWN {
            shown.push(format!("… ({} in all)", legal.len()));
        }
        writeln!(text, "  {by} may: {}", shown.join(", "))?;
    }
    if let Some(digest) = session.digest()? {
        writeln!(text, "  digest {digest}")?;
    }
    Ok(())
}
