//! What was counted, for people and for programs.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};

use super::count::Divided;
use super::suite::Case;
use crate::paint::{BAD, FAINT, GOOD, OPEN, PLAIN, Paper, STRONG};
use crate::text::{columns, count};

/// What was counted from one position.
pub(super) struct Counted {
    pub(super) game: &'static str,
    pub(super) position: String,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) divided: Divided,
    /// Whether somebody asked for the counts by the first move.
    pub(super) by_move: bool,
    pub(super) time: Duration,
}

impl Counted {
    pub(super) fn tell(&self, paper: &mut Paper) -> io::Result<()> {
        let parts = if self.by_move { &self.divided.parts[..] } else { &[] };
        let widest = parts.iter().map(|(action, _)| columns(action)).max().unwrap_or(0);
        for (action, nodes) in parts {
            paper.line(PLAIN, &format!("{action:<widest$}  {nodes}"))?;
        }
        if !parts.is_empty() {
            paper.blank()?;
        }
        if self.divided.is_interrupted() {
            paper.prose(0, OPEN, &self.how_far())?;
        } else if parts.is_empty() {
            paper.line(STRONG, &self.nodes.to_string())?;
        } else {
            let moves = count(parts.len(), "move", "moves");
            paper.line(PLAIN, &format!("{moves}, and {} at depth {}", self.nodes, self.depth))?;
        }
        tell_pace(paper, self.nodes, self.time)
    }

    /// How far a count came that was not counted to its end.
    fn how_far(&self) -> String {
        let Counted { nodes, depth, divided, .. } = self;
        let (counted, moves) = (divided.parts.len(), divided.moves);
        let under_way = divided.under_way.as_ref().map(|(action, nodes)| {
            format!(" {action} was being counted, and had come to {nodes}.")
        });
        format!(
            "Interrupted: {counted} of {moves} first moves are counted, and {nodes} at depth \
             {depth} so far, which is not the whole count.{}",
            under_way.unwrap_or_default()
        )
    }

    pub(super) fn as_json(&self, paper: &mut Paper) -> io::Result<()> {
        let Counted { divided, .. } = self;
        let mut said = json!({
            "game": self.game,
            "position": self.position,
            "depth": self.depth,
            "nodes": self.nodes,
            "interrupted": divided.is_interrupted(),
            "seconds": self.time.as_secs_f64(),
        });
        let part = |(action, nodes): &(String, u64)| json!({ "action": action, "nodes": nodes });
        if divided.is_interrupted() {
            said["first_moves"] = json!({ "counted": divided.parts.len(), "all": divided.moves });
            said["under_way"] = divided.under_way.as_ref().map(part).into();
        }
        if self.by_move && !divided.parts.is_empty() {
            said["divide"] = Value::Array(divided.parts.iter().map(part).collect());
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
    /// How many counts there are to check.
    asked: usize,
    pub(super) passed: usize,
    pub(super) failures: Vec<Failed>,
    pub(super) time: Duration,
}

impl<'s> Checked<'s> {
    pub(super) fn new(game: &'static str, suite: &'s str, asked: usize) -> Self {
        Checked { game, suite, asked, passed: 0, failures: Vec::new(), time: Duration::ZERO }
    }

    fn checked(&self) -> usize {
        self.passed + self.failures.len()
    }

    /// Whether somebody asked to stop before the end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.checked() < self.asked
    }

    pub(super) fn tell(&self, paper: &mut Paper) -> io::Result<()> {
        for alike in self.failures.chunk_by(Failed::is_like) {
            let told = format!("{}:{}", self.suite, alike[0].told(alike.len()));
            paper.line(BAD, &told)?;
        }
        if paper.is_terminal() {
            paper.line(FAINT, &format!("in {:.2} s", self.time.as_secs_f64()))?;
        }
        if self.is_interrupted() {
            let (checked, asked) = (self.checked(), self.asked);
            paper.line(OPEN, &format!("Interrupted: {checked} of {asked} counts are checked."))?;
        }
        let style = if self.failures.is_empty() { GOOD } else { BAD };
        paper.line(style, &format!("{} passed, {} failed", self.passed, self.failures.len()))
    }

    pub(super) fn as_json(&self, paper: &mut Paper) -> io::Result<()> {
        let said = json!({
            "game": self.game,
            "suite": self.suite,
            "counts": self.asked,
            "interrupted": self.is_interrupted(),
            "passed": self.passed,
            "failed": self.failures.len(),
            "failures": self.failures.iter().map(Failed::as_json).collect::<Vec<_>>(),
            "seconds": self.time.as_secs_f64(),
        });
        paper.raw(&format!("{said:#}\n"))
    }
}
