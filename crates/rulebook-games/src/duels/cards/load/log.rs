//! Where problems are written down while a file is read.

use super::problem::{LoadErrors, Problem, ProblemKind};
use super::{MAX_PROBLEMS, tree::Node};

/// The problems found so far, and what is being read.
pub(super) struct Log<'t> {
    text: &'t str,
    /// The card or deck that is being read.
    place: String,
    found: Vec<(usize, Problem)>,
    more: usize,
}

impl<'t> Log<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Log { text, place: String::new(), found: Vec::new(), more: 0 }
    }

    /// From now on, problems concern this.
    pub(super) fn enter(&mut self, place: String) {
        self.place = place;
    }

    /// What was found within this node before it was known what it is, concerns
    /// this.
    pub(super) fn claim(&mut self, node: &Node<'_>, place: &str) {
        for (offset, problem) in &mut self.found {
            if (node.start..node.start + node.len).contains(offset) && problem.place.is_empty() {
                place.clone_into(&mut problem.place);
            }
        }
    }

    /// The node is not in the form that the schema describes.
    pub(super) fn shape(&mut self, node: &Node<'_>, message: impl Into<String>) {
        self.at(node.start, ProblemKind::Shape, message);
    }

    /// The node has the form, and makes no sense.
    pub(super) fn meaning(&mut self, node: &Node<'_>, message: impl Into<String>) {
        self.at(node.start, ProblemKind::Meaning, message);
    }

    pub(super) fn at(&mut self, offset: usize, kind: ProblemKind, message: impl Into<String>) {
        if self.found.len() == MAX_PROBLEMS {
            self.more += 1;
            return;
        }
        let message = message.into();
        let place = self.place.clone();
        self.found.push((offset, Problem { line: 0, column: 0, place, kind, message }));
    }

    /// Everything that was found, in the order of the text.
    pub(super) fn finish(mut self, file: &str) -> LoadErrors {
        self.found.sort_by_key(|(offset, _)| *offset);
        let mut here = Position { offset: 0, line: 1, line_start: 0 };
        let mut problems = Vec::with_capacity(self.found.len());
        for (offset, mut problem) in self.found {
            here.advance(self.text, offset);
            problem.line = here.line;
            problem.column = self.text[here.line_start..here.offset].chars().count() + 1;
            problems.push(problem);
        }
        LoadErrors { file: file.to_owned(), problems, more: self.more }
    }
}

/// A place in the text that only moves on, so that finding lines is linear.
struct Position {
    offset: usize,
    line: usize,
    line_start: usize,
}

impl Position {
    fn advance(&mut self, text: &str, to: usize) {
        let to = text.floor_char_boundary(to);
        for (at, byte) in text.as_bytes()[self.offset..to].iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.offset + at + 1;
            }
        }
        self.offset = to;
    }
}
