//! What was counted, for people and for programs.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};

use super::suite::Case;
use crate::paint::{BAD, FAINT, GOOD, PLAIN, Paper, STRONG};
use crate::text::{columns, count};

/// What was counted from one position.
pub(super) struct Counted {
    pub(super) game: &'static str,
    pub(super) position: String,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// By the first move, if that was asked for.
    pub(super) divided: Vec<(String, u64)>,
    pub(super) time: Duration,
}

impl Counted {
    pub(super) fn tell(&self, paper: &mut Paper) -> io::Result<()> {
        let widest = self.divided.iter().map(|(action, _)| columns(action)).max().unwrap_or(0);
        for (action, nodes) in &self.divided {
            paper.line(PLAIN, &format!("{action:<widest$}  {nodes}"))?;
        }
        if !self.divided.is_empty() {
            paper.blank()?;
            let moves = count(self.divided.len(), "move", "moves");
            paper.line(PLAIN, &format!("{moves}, and {} at depth {}", self.nodes, self.depth))?;
        } else {
            paper.line(STRONG, &self.nodes.to_string())?;
        }
        tell_pace(paper, self.nodes, self.time)
    }

    pub(super) fn as_json(&self, paper: &mut Paper) -> io::Result<()> {
        let mut said = json!({
            "game": self.game,
            "position": self.position,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
        });
        if !self.divided.is_empty() {
            let parts = self.divided.iter();
            let parts = parts.map(|(action, nodes)| json!({ "action": action, "nodes": nodes }));
            said["divide"] = Value::Array(parts.collect());
        }
        paper.raw(&format!("{said:#}\n"))
    }
}

/// How long it took, for somebody who looks: it is different every time.
fn tell_pace(paper: &mut Paper, nodes: u64, time: Duration) -> io::Result<()> {
    if !paper.is_terminal() {
        return Ok(());
    }
    let seconds = time.as_secs_f64();
    let millions = nodes as f64 / 1e6 / seconds.max(1e-9);
    paper.line(FAINT, &format!("in {seconds:.2} s, {millions:.1} million a second"))
}

/// A count that is not as others say.
pub(super) struct Failed {
    pub(super) case: Case,
    pub(super) found: Found,
}

/// What was found instead.
pub(super) enum Found {
    /// Another count, from this position.
    Other {
        /// How many.
        nodes: u64,
        /// As the game writes it.
        position: String,
    },
    /// Nothing was counted.
    Nothing {
        /// The reason, as a sentence.
        why: String,
    },
}

impl Failed {
    /// Whether nothing was counted for the same reason as here: a line has
    /// several counts, and one position.
    fn is_like(&self, other: &Failed) -> bool {
        let why = |failed: &Failed| match &failed.found {
            Found::Nothing { why } => Some((failed.case.line, why.clone())),
            Found::Other { .. } => None,
        };
        why(self).is_some() && why(self) == why(other)
    }

    /// One or several failures that are like each other.
    fn told(&self, several: usize) -> String {
        let Case { line, depth, nodes, .. } = &self.case;
        match &self.found {
            Found::Other { nodes: found, position } => {
                format!("{line}: {nodes} at depth {depth}, but {found} were counted: {position}")
            }
            Found::Nothing { why } => {
                format!("{line}: {} cannot be checked: {why}", count(several, "count", "counts"))
            }
        }
    }

    fn as_json(&self) -> Value {
        let Case { line, depth, nodes, position } = &self.case;
        let mut said = json!({ "line": line, "depth": depth, "expected": nodes });
        match &self.found {
            Found::Other { nodes, position } => {
                said["position"] = json!(position);
                said["found"] = json!(nodes);
            }
            Found::Nothing { why } => {
                said["position"] = json!(position);
                said["found"] = Value::Null;
                said["problem"] = json!(why);
            }
        }
        said
    }
}

/// What came of a suite.
pub(super) struct Checked<'s> {
    game: &'static str,
    suite: &'s str,
    pub(super) passed: usize,
    pub(super) failures: Vec<Failed>,
    pub(super) time: Duration,
}

impl<'s> Checked<'s> {
    pub(super) fn new(game: &'static str, suite: &'s str) -> Self {
        Checked { game, suite, passed: 0, failures: Vec::new(), time: Duration::ZERO }
    }

    pub(super) fn tell(&self, paper: &mut Paper) -> io::Result<()> {
        for alike in self.failures.chunk_by(Failed::is_like) {
            let told = format!("{}:{}", self.suite, alike[0].told(alike.len()));
            paper.line(BAD, &told)?;
        }
        if paper.is_terminal() {
            paper.line(FAINT, &format!("in {:.2} s", self.time.as_secs_f64()))?;
        }
        let style = if self.failures.is_empty() { GOOD } else { BAD };
        paper.line(style, &format!("{} passed, {} failed", self.passed, self.failures.len()))
    }

    pub(super) fn as_json(&self, paper: &mut Paper) -> io::Result<()> {
        let said = json!({
            "game": self.game,
            "suite": self.suite,
            "passed": self.passed,
            "failed": self.failures.len(),
            "failures": self.failures.iter().map(Failed::as_json).collect::<Vec<_>>(),
            "seconds": self.time.as_secs_f64(),
        });
        paper.raw(&format!("{said:#}\n"))
    }
}
