//! The Python process that OpenSpiel lives in.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::peers::OPEN_SPIEL;

const SCRIPT: &str = include_str!("rollouts.py");

/// Where `cargo xtask peers` puts it; `RULEBOOK_PEERS` names another folder.
pub(super) fn folder() -> Result<PathBuf, &'static str> {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/peers"));
    let peers = std::env::var_os("RULEBOOK_PEERS").map_or_else(default, PathBuf::from);
    let folder = peers.join("python");
    let installed = format!("{}-{}.dist-info", OPEN_SPIEL.name, OPEN_SPIEL.version);
    if folder.join(installed).is_dir() {
        Ok(folder)
    } else {
        Err("it is not installed at this version: run `cargo xtask peers`")
    }
}

/// A process that is started when it is first asked something, and ended with
/// its owner.
pub(super) struct Process {
    folder: PathBuf,
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, running: None }
    }

    /// Asks for so many games, and waits for the two numbers of the answer.
    pub(super) fn ask(&mut self, what: &str, game: &str, games: u64, seed: u64) -> [i64; 2] {
        let running = self.running.get_or_insert_with(|| Running::start(&self.folder));
        let line = running.ask(&format!("{what} {game} {games} {seed}\n"));
        let mut numbers = line.split_whitespace().map(|number| number.parse().ok());
        match [numbers.next().flatten(), numbers.next().flatten()] {
            [Some(first), Some(second)] => [first, second],
            _ => panic!("OpenSpiel answered {line:?} to {what} {game}; its complaint is above"),
        }
    }
}

impl Running {
    fn start(folder: &PathBuf) -> Self {
        let mut child = Command::new("python3")
            .args(["-c", SCRIPT])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 can be started, since it has installed OpenSpiel");
        let requests = child.stdin.take().expect("it is piped");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, requests, answers }
    }

    fn ask(&mut self, request: &str) -> String {
        let mut line = String::new();
        // Who has gone away answers nothing, and that is seen by the caller.
        if self.requests.write_all(request.as_bytes()).is_ok()
            && self.answers.read_line(&mut line).is_err()
        {
            line.clear();
        }
        line
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.child.kill().is_ok() && self.child.wait().is_err() {
            eprintln!("The process of OpenSpiel could not be waited for.");
        }
    }
}
