//! The game in a window of its own.

mod app;
mod draw;
mod keys;
mod matching;
mod quiet;
mod signals;
#[cfg(test)]
mod tests;

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::table::{Next, Table};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::paint::{FAINT, Paper, STRONG};
use crate::verdict::verdict;
use app::App;
use signals::Signals;

/// How long nothing is looked at: a bot's decision is shown as soon as that.
const TICK: Duration = Duration::from_millis(40);

/// Plays in the whole window, and leaves it as it was.
pub(super) fn play(paper: &mut Paper, table: Box<dyn Table>) -> Result<Answer, Failure> {
    let mut app = App::new(table)?;
    let signals = Signals::listen()?;
    let played = quiet::quietly(
        ratatui::try_init,
        |terminal| run(&mut app, terminal, &signals),
        ratatui::try_restore,
    )?;
    // What was played is kept, also if it ends badly.
    let kept = app.table.close()?;
    played?;
    if let Next::Over(scores) = &app.next {
        paper.prose(0, STRONG, &verdict(scores))?;
    }
    if let Some(path) = kept {
        paper.prose(0, FAINT, &format!("The record is in {}.", path.display()))?;
    }
    match signals.heard() {
        Some(signal) => Err(Failure::Ended { signal }),
        None => Ok(Answer::Yes),
    }
}

fn run(
    app: &mut App,
    terminal: &mut ratatui::DefaultTerminal,
    signals: &Signals,
) -> Result<(), Failure> {
    while !app.has_left() && signals.heard().is_none() {
        terminal.draw(|frame| draw::draw(frame, app))?;
        if event::poll(TICK)? {
            heard(app, event::read()?)?;
            // Whoever pastes a text sends many keys at once.
            while event::poll(Duration::ZERO)? {
                heard(app, event::read()?)?;
            }
        }
        app.tick()?;
    }
    Ok(())
}

fn heard(app: &mut App, event: Event) -> io::Result<()> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            app.press(key);
            Ok(())
        }
        // The next picture fits the window again.
        _ => Ok(()),
    }
}
