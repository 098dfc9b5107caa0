//! The lines of a match that are kept in memory.
//!
//! A line has played from the start to some node and can stand at every node
//! on its way; so any of them opens at once, and a fork begins with a copy of
//! the line that shares most with it.

use rulebook::Seed;

use super::Failure;
use super::table::Node;
use crate::game::{Line, Offered, Step, Trouble, Waiting};
use crate::store::MatchRow;

/// So many lines are kept for a match.
const MOST: usize = 4;

/// A line, and the nodes on its way.
struct Kept {
    line: Box<dyn Line>,
    /// The node of each frame, with the start.
    path: Vec<u32>,
    used: u64,
}

/// The lines of a match.
pub(super) struct Lines {
    kept: Vec<Kept>,
    clock: u64,
    last: usize,
}

impl Lines {
    pub(super) fn new(line: Option<Box<dyn Line>>) -> Self {
        let kept = line.into_iter().map(|line| Kept { line, path: vec![0], used: 0 });
        Lines { kept: kept.collect(), clock: 0, last: 0 }
    }

    /// A line that comes past a node, which so many nodes lead to. In a tree
    /// there is but one way to a node, so whoever comes past has gone it.
    pub(super) fn passing(&self, node: u32, number: u32) -> Option<usize> {
        self.kept.iter().position(|kept| kept.path.get(number as usize) == Some(&node))
    }

    /// A kept line, at the frame of that number.
    pub(super) fn stand(&mut self, at: usize, number: u32) -> Result<&mut dyn Line, Failure> {
        self.clock += 1;
        let kept = &mut self.kept[at];
        kept.used = self.clock;
        kept.line.go(number).map_err(Failure::from)?;
        self.last = at;
        Ok(&mut *kept.line)
    }

    /// A line that stands at the end of a path.
    pub(super) fn at(
        &mut self,
        game: &dyn Offered,
        row: &MatchRow,
        nodes: &[Node],
        path: &[u32],
    ) -> Result<&mut dyn Line, Failure> {
        let at = self.nearest(game, row, path)?;
        let number = path.len() - 1;
        let kept = &mut self.kept[at];
        let common = shared(&kept.path, path);
        kept.line.go((common.min(path.len()) - 1) as u32).map_err(Failure::from)?;
        if common < path.len() {
            // The line ends where the path goes on.
            kept.path.truncate(common);
            for &node in &path[common..] {
                let played = replay(&mut *kept.line, nodes, node);
                if let Err(failure) = played {
                    self.kept.remove(at);
                    return Err(failure);
                }
                kept.path.push(node);
            }
        }
        debug_assert_eq!(self.kept[at].line.number() as usize, number);
        self.last = at;
        Ok(&mut *self.kept[at].line)
    }

    /// The number of a line of which the path is a part, or with which it can
    /// go on: an old one if that loses nothing, a copy of one otherwise.
    fn nearest(
        &mut self,
        game: &dyn Offered,
        row: &MatchRow,
        path: &[u32],
    ) -> Result<usize, Failure> {
        self.clock += 1;
        let best = (0..self.kept.len()).max_by_key(|&at| shared(&self.kept[at].path, path));
        let Some(best) = best else {
            let line =
                game.start(Seed(row.seed), row.position.as_deref()).map_err(Failure::from)?;
            return Ok(self.keep(line, vec![0]));
        };
        let (common, length) = (shared(&self.kept[best].path, path), self.kept[best].path.len());
        if common == path.len() || common == length {
            self.kept[best].used = self.clock;
            return Ok(best);
        }
        let mut line = self.kept[best].line.fork();
        line.go((common - 1) as u32).map_err(Failure::from)?;
        Ok(self.keep(line, path[..common].to_vec()))
    }

    fn keep(&mut self, line: Box<dyn Line>, path: Vec<u32>) -> usize {
        if self.kept.len() >= MOST {
            let oldest = (0..self.kept.len()).min_by_key(|&at| self.kept[at].used);
            oldest.map(|at| self.kept.swap_remove(at));
        }
        self.kept.push(Kept { line, path, used: self.clock });
        self.kept.len() - 1
    }

    /// Before something new is tried where the line that was asked last stands:
    /// what lies after it is kept by a copy.
    pub(super) fn branch(&mut self, number: u32) {
        let (last, length) = (&self.kept[self.last], number as usize + 1);
        if last.path.len() > length {
            let (line, path) = (last.line.fork(), last.path[..length].to_vec());
            self.last = self.keep(line, path);
        }
    }

    /// The line that was asked last.
    pub(super) fn used(&mut self) -> &mut dyn Line {
        &mut *self.kept[self.last].line
    }

    /// The line that was asked last has played on to a new node.
    pub(super) fn played(&mut self, node: u32) {
        self.kept[self.last].path.push(node);
    }

    /// The line that was asked last cannot be trusted any more.
    pub(super) fn drop_used(&mut self) {
        if self.last < self.kept.len() {
            self.kept.remove(self.last);
        }
        self.last = 0;
    }
}

/// How many nodes two paths share. The start is on every path.
fn shared(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Plays a node again, and makes sure that the same comes of it.
fn replay(line: &mut dyn Line, nodes: &[Node], node: u32) -> Result<(), Failure> {
    let changed = |why: String| {
        let message = format!("Node {node} cannot be played again: {why} Has the game changed?");
        Failure::new(409, "changed", message)
    };
    let Some(Node { row, .. }) = nodes.get(node as usize - 1) else {
        return Err(changed("it is not there.".to_owned()));
    };
    let waiting =
        Waiting { by: row.by.0, action: row.action.clone(), answers: row.answers.clone() };
    match line.submit(&waiting) {
        Ok(Step::Committed(frame)) if frame.digest == row.digest => Ok(()),
        Ok(Step::Committed(_)) => Err(changed("another state comes of it.".to_owned())),
        Ok(Step::Refused(refused)) => Err(changed(match refused {
            crate::wire::Outcome::Refused { message, .. } => message,
            _ => "it is refused.".to_owned(),
        })),
        Ok(Step::Pending(choice)) => Err(changed(format!("it asks \"{}\".", choice.question))),
        Ok(Step::Unchanged) => Err(changed("nothing comes of it.".to_owned())),
        Err(Trouble::Unreadable { why, .. } | Trouble::Fault(why)) => Err(changed(why)),
    }
}
