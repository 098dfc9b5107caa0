//! A bar that shows how far something is, on a terminal, once it has taken a
//! second.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// What takes less shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
const BEAT: Duration = Duration::from_millis(200);

/// How far something is.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Dropped with the bar, which ends the wait for it.
    _end: Option<Sender<()>>,
}

impl Progress {
    /// Nothing is done of so many things yet; 0 if nobody knows how many they
    /// are.
    pub(crate) fn new(things: u64, what: &'static str) -> Self {
        let all = (things > 0).then_some(things);
        let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::hidden());
        bar.set_style(style(all));
        bar.set_message(what);
        if !io::stderr().is_terminal() {
            return Progress { bar, _end: None };
        }
        let (end, ended) = channel();
        let waiting = bar.clone();
        thread::spawn(move || show_late(&waiting, &ended));
        Progress { bar, _end: Some(end) }
    }

    /// So many things more are done.
    pub(crate) fn add(&self, things: u64) {
        self.bar.inc(things);
    }

    /// Does something without the bar in the way: says something, say.
    pub(crate) fn without<T>(&self, doing: impl FnOnce() -> T) -> T {
        self.bar.suspend(doing)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows the bar, unless the work is done before.
fn show_late(bar: &ProgressBar, ended: &Receiver<()>) {
    if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.enable_steady_tick(BEAT);
    }
}

fn style(all: Option<u64>) -> ProgressStyle {
    let template = match all {
        Some(_) => "{pos}/{len} {msg} {wide_bar} {left}",
        None => "{pos} {msg} {spinner} {elapsed}",
    };
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_wrong| ProgressStyle::default_bar());
    style.with_key("left", |state: &ProgressState, text: &mut dyn fmt::Write| {
        // As long as nothing is done nobody knows; and a bar that cannot be drawn
        // is no reason to stop.
        let _ = match state.pos() {
            0 => text.write_str("just begun"),
            _ => write!(text, "{:#} to go", HumanDuration(state.eta())),
        };
    })
}
