//! Looking: scenes, decisions, happenings, states, for whoever may see them.

use super::table::Table;
use super::{Failure, Matches, described};
use crate::game::{changes, described_state};
use crate::wire::{self, Eye, Outcome};

/// So many nodes are listed at once.
const MOST_NODES: u32 = 20_000;

impl Matches {
    /// The match as it is told.
    pub(crate) fn info(&self, table: &Table) -> wire::Match {
        described(&table.tree().row)
    }

    /// Fails unless there is somebody in the match who looks like that.
    pub(crate) fn check_eye(&self, table: &Table, eye: Eye) -> Result<(), Failure> {
        check_eye(self.game(&self.info(table).game)?, eye)
    }

    /// An answer, as far as somebody may see it: a bot may have done something
    /// hidden, and a choice is for whoever must make it. A new node is told as
    /// in the list of nodes.
    pub(super) fn seen(
        &self,
        table: &Table,
        answer: wire::Answer,
        eye: Eye,
    ) -> Result<wire::Answer, Failure> {
        let wire::Answer { id, outcome } = answer;
        let outcome = match outcome {
            Outcome::Accepted { node } => {
                let (made, game) = {
                    let tree = table.tree();
                    tree.existing(node.node)?;
                    (tree.node(node.node).cloned(), self.game(&tree.row.game)?)
                };
                let words = table.words();
                let line = made.map(|made| made.line(game, words.as_ref(), eye));
                Outcome::Accepted { node: line.unwrap_or_else(start) }
            }
            Outcome::Pending { choice } => Outcome::Pending { choice: choice.seen(eye) },
            other => other,
        };
        Ok(wire::Answer { id, outcome })
    }

    /// Some nodes, in the order in which they were made.
    pub(crate) fn nodes(
        &self,
        table: &Table,
        eye: Eye,
        from: u32,
        count: Option<u32>,
    ) -> Result<wire::NodeList, Failure> {
        let (listed, total, game) = {
            let tree = table.tree();
            let total = tree.count();
            let end = from.saturating_add(count.unwrap_or(MOST_NODES).min(MOST_NODES)).min(total);
            let nodes: Vec<_> =
                (from.max(1)..end).filter_map(|node| tree.node(node).cloned()).collect();
            (nodes, total, tree.row.game.clone())
        };
        let game = self.game(&game)?;
        check_eye(game, eye)?;
        let start = (from == 0 && count != Some(0)).then(start);
        let words = table.words();
        let lines = listed.iter().map(|node| node.line(game, words.as_ref(), eye));
        Ok(wire::NodeList { nodes: start.into_iter().chain(lines).collect(), total })
    }

    /// The game at a node, as far as somebody may see it.
    pub(crate) fn scene(&self, table: &Table, node: u32, eye: Eye) -> Result<wire::Scene, Failure> {
        let mut tree = table.tree();
        let number = tree.existing(node)?;
        let game = self.game(&tree.row.game.clone())?;
        check_eye(game, eye)?;
        let waiting = tree.waiting.get(&node).cloned();
        let scene = tree.ask(game, node, |line| line.scene(eye, waiting.as_ref()))?;
        Ok(wire::Scene {
            node,
            number,
            parent: tree.node(node).map(|node| node.row.parent),
            children: tree.children[node as usize].clone(),
            ..scene
        })
    }

    /// What happened on the way to a node, as far as somebody may see it.
    pub(crate) fn happening(
        &self,
        table: &Table,
        node: u32,
        eye: Eye,
    ) -> Result<wire::Happening, Failure> {
        let mut tree = table.tree();
        tree.existing(node)?;
        let game = self.game(&tree.row.game.clone())?;
        check_eye(game, eye)?;
        let happened = tree.ask(game, node, |line| line.happening(eye))?;
        let happened = happened.ok_or_else(nothing_happened)?;
        Ok(wire::Happening { node, ..happened })
    }

    /// Why a node was decided as it was.
    pub(crate) fn decision(&self, table: &Table, node: u32) -> Result<wire::Decision, Failure> {
        let mut tree = table.tree();
        tree.existing(node)?;
        let game = self.game(&tree.row.game.clone())?;
        let decided = tree.ask(game, node, |line| line.decision())?;
        decided.ok_or_else(nothing_happened)
    }

    /// Everything for and against an action at a node.
    pub(crate) fn why(
        &self,
        table: &Table,
        asked: &wire::WhyRequest,
    ) -> Result<wire::Decision, Failure> {
        let mut tree = table.tree();
        tree.existing(asked.at)?;
        let game = self.game(&tree.row.game.clone())?;
        tree.ask(game, asked.at, |line| line.why(asked.by.0, &asked.action))
    }

    /// The state at a node, with what wrote each value last if that is wanted.
    pub(crate) fn state(
        &self,
        table: &Table,
        node: u32,
        writers: bool,
    ) -> Result<wire::StateNode, Failure> {
        let mut tree = table.tree();
        tree.existing(node)?;
        let game = self.game(&tree.row.game.clone())?;
        if !writers {
            return tree.ask(game, node, |line| Ok(described_state(&line.tree()?)));
        }
        let path = tree.path(node);
        tree.ask(game, node, |line| line.written(&path))
    }

    /// What differs between the states at two nodes.
    pub(crate) fn diff(
        &self,
        table: &Table,
        from: u32,
        to: u32,
    ) -> Result<Vec<wire::Change>, Failure> {
        let mut tree = table.tree();
        tree.existing(from)?;
        tree.existing(to)?;
        let game = self.game(&tree.row.game.clone())?;
        let before = tree.ask(game, from, |line| line.tree())?;
        let after = tree.ask(game, to, |line| line.tree())?;
        Ok(changes(&before, &after))
    }

    /// What of the book has fired on the way to a node.
    pub(crate) fn coverage(
        &self,
        table: &Table,
        node: Option<u32>,
    ) -> Result<wire::Coverage, Failure> {
        let mut tree = table.tree();
        let node = node.unwrap_or(tree.row.head);
        tree.existing(node)?;
        let game = self.game(&tree.row.game.clone())?;
        tree.ask(game, node, |line| line.coverage())
    }
}

/// Whether there is somebody who looks like that.
fn check_eye(game: &dyn crate::game::Offered, eye: Eye) -> Result<(), Failure> {
    let seats = game.info().seats;
    match eye {
        Eye::Of(rulebook::Viewer::Seat(seat)) if seat.0 >= seats => {
            let message = format!("There is no {eye}: seats are numbered 0 to {}.", seats - 1);
            Err(Failure::unfit("no_such_viewer", message))
        }
        _ => Ok(()),
    }
}

fn nothing_happened() -> Failure {
    Failure::not_found(
        "nothing_happened",
        "At the start nothing has happened yet: ask a later node.",
    )
}

/// The start, as a node.
fn start() -> wire::NodeLine {
    wire::NodeLine {
        node: 0,
        parent: None,
        number: 0,
        by: None,
        action: None,
        words: None,
        answers: Vec::new(),
        events: None,
        result: None,
        digest: None,
    }
}
