//! How deep replacements may go: in a row, and with groups in groups.

use super::{Oracle, Stop};
use crate::reactions::dump::Why;
use crate::reactions::meaning::Tree;
use crate::reactions::spec::DEPTH;

impl Oracle<'_> {
    /// Whether what takes the place of a line is within the limit.
    pub(super) fn not_too_deep(&self, line: usize, instead: &[Tree]) -> Result<(), Stop> {
        let groups = instead.iter().map(nesting).max().unwrap_or(0);
        let too_deep = groups > 0 && self.around(line) + groups > DEPTH;
        match too_deep || self.depth + self.replaced(line) > DEPTH {
            true => Err(Stop::Limit("depth")),
            false => Ok(()),
        }
    }

    /// How many replacements led to a line, with that of its own.
    fn replaced(&self, line: usize) -> usize {
        match self.dump.lines[line].why {
            Why::Replacement(of, _) => 1 + self.replaced(of),
            _ => 1,
        }
    }

    /// How many groups are around a line.
    fn around(&self, line: usize) -> usize {
        let mut at = self.dump.lines[line].group;
        let mut around = 0;
        while let Some(group) = at {
            around += 1;
            at = self.dump.groups[group].within;
        }
        around
    }
}

fn nesting(tree: &Tree) -> usize {
    match tree {
        Tree::One(_) => 0,
        Tree::Many(_, members) => {
            1 + members.iter().map(|(_, tree)| nesting(tree)).max().unwrap_or(0)
        }
    }
}
