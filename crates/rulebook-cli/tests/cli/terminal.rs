//! The program in a terminal, as somebody sits at it.

use std::process::{self, Command};
use std::thread;
use std::time::{Duration, Instant};

/// A terminal of its own, which goes away with it.
pub(crate) struct Terminal(String);

impl Terminal {
    /// Runs the program in a terminal of this size; none without tmux.
    pub(crate) fn new(name: &str, size: (u16, u16), args: &str) -> Option<Self> {
        Self::with(name, size, &format!("{} {args}", env!("CARGO_BIN_EXE_rulebook")))
    }

    /// Runs a line of a shell in a terminal of this size; none without tmux.
    pub(crate) fn with(name: &str, size: (u16, u16), line: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("Skipped: tmux is not installed, so nothing is tried in a terminal.");
            return None;
        }
        let terminal = Terminal(format!("rulebook-{name}-{}", process::id()));
        let program = format!("{line}; echo left with $?; sleep 60");
        let (width, height) = (size.0.to_string(), size.1.to_string());
        terminal.tmux(&["new-session", "-d", "-x", &width, "-y", &height, &program]);
        Some(terminal)
    }

    /// A command of a tmux that nobody else uses.
    pub(crate) fn tmux(&self, args: &[&str]) -> String {
        let mut command = Command::new("tmux");
        let none = "/dev/null";
        command.args(["-L", &self.0, "-f", none]).args(args).env("TERM", "screen-256color");
        let output = command.output().expect("tmux runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "tmux {args:?}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn send(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Waits until the window shows something.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait(|shown| shown.contains(text), &format!("there is no {text:?}"))
    }

    /// Waits until the window no longer shows something.
    pub(crate) fn wait_without(&self, text: &str) -> String {
        self.wait(|shown| !shown.contains(text), &format!("there is still {text:?}"))
    }

    fn wait(&self, done: impl Fn(&str) -> bool, otherwise: &str) -> String {
        let begin = Instant::now();
        loop {
            let shown = self.tmux(&["capture-pane", "-p"]);
            if done(&shown) {
                return shown;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "{otherwise} in\n{shown}");
            thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If it has gone already, that is what was wanted.
        let _ = Command::new("tmux").args(["-L", &self.0, "kill-server"]).output();
    }
}
