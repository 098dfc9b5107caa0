//! One match in memory: its tree, and whoever wants to hear news of it.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rulebook::{Actors, By};
use tokio::sync::{Semaphore, broadcast};

use super::Failure;
use super::lines::Lines;
use crate::game::{Line, Offered, Waiting, Words};
use crate::store::{Loaded, MatchRow, NodeRow};
use crate::wire::{self, Eye, Player, Who};

/// So many news are kept for somebody who is slow to hear them.
const MOST_NEWS: usize = 256;

/// So many threads look at a match at once.
const MOST_TURNS: usize = 2;

/// What somebody who listens to a match hears.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// There is a new node.
    Node(Node),
    /// The choice at a node has changed.
    Pending(u32),
    /// Somebody thinks.
    Thinking(Who, u32),
    /// Nobody thinks any more.
    Idle,
    /// Somebody was to act by themselves, and could not.
    Failed(Failure),
    /// The match is closed, and why.
    Broken(String),
}

/// A match in memory.
pub(crate) struct Table {
    /// Names it.
    pub(crate) id: String,
    /// When it was used last, on a clock that counts uses.
    pub(super) used: AtomicU64,
    /// Who listens.
    pub(crate) news: broadcast::Sender<News>,
    /// Who may have a thread to look at it or act in it. Others wait without
    /// one: a match that is slow leaves threads for the others.
    pub(crate) turns: Arc<Semaphore>,
    tree: Mutex<Tree>,
    /// Who thinks, and where.
    thinking: Mutex<Option<(Who, u32)>>,
}

impl Table {
    pub(super) fn new(tree: Tree) -> Self {
        Table {
            id: tree.row.id.clone(),
            used: AtomicU64::new(0),
            news: broadcast::channel(MOST_NEWS).0,
            turns: Arc::new(Semaphore::new(MOST_TURNS)),
            tree: Mutex::new(tree),
            thinking: Mutex::new(None),
        }
    }

    /// The tree, for whoever has it alone. Code of authors that panics under
    /// the lock is caught there: it is never left in the middle.
    pub(super) fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What says an action in more words.
    pub(crate) fn words(&self) -> Option<Words> {
        self.tree().words.clone()
    }

    /// Tells whoever listens; nobody may.
    pub(super) fn tell(&self, news: News) {
        let thinking = match news {
            News::Thinking(by, at) => Some(Some((by, at))),
            News::Idle => Some(None),
            _ => None,
        };
        if let Some(thinking) = thinking {
            *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = thinking;
        }
        let _ = self.news.send(news);
    }

    /// Who thinks now, and where.
    pub(crate) fn thinking(&self) -> Option<(Who, u32)> {
        *self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A node of a tree, with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// What is kept of it.
    pub(crate) row: NodeRow,
    /// How many nodes lead to it.
    pub(crate) number: u32,
}

impl Node {
    /// The node as somebody may see it.
    pub(crate) fn line(
        &self,
        game: &dyn Offered,
        words: Option<&Words>,
        eye: Eye,
    ) -> wire::NodeLine {
        let NodeRow { node, parent, by, ref action, ref answers, .. } = self.row;
        let (is_shown, is_all) = match eye {
            Eye::Everything => (true, true),
            Eye::Of(viewer) => {
                let shows = careful(|| game.shows_action(action, by.0, viewer));
                (shows.unwrap_or(false), false)
            }
        };
        let told = words.filter(|_| is_shown).map(|words| careful(|| words(action)));
        // Answers may be another seat's: only the eye of everything sees them.
        wire::NodeLine {
            node,
            parent: Some(parent),
            number: self.number,
            by: Some(by),
            action: is_shown.then(|| action.clone()),
            words: told.and_then(Result::ok),
            answers: if is_all { answers.clone() } else { Vec::new() },
            events: is_all.then_some(self.row.events),
            result: self.row.result.clone(),
            digest: self.row.digest.clone().filter(|_| is_all),
        }
    }
}

/// The tree of a match.
pub(super) struct Tree {
    pub(super) row: MatchRow,
    /// Node 1 and the others; the start is not among them.
    pub(super) nodes: Vec<Node>,
    /// The children of each node, with the start.
    pub(super) children: Vec<Vec<u32>>,
    /// What waits for a choice, by node.
    pub(super) waiting: BTreeMap<u32, Waiting>,
    /// The nodes at which bots and chance have been asked to act.
    pub(super) asked: BTreeSet<u32>,
    pub(super) lines: Lines,
    /// Says what an action is in more words.
    pub(super) words: Option<Words>,
}

impl Tree {
    pub(super) fn new(row: MatchRow, line: Option<Box<dyn Line>>, words: Option<Words>) -> Self {
        Tree {
            row,
            nodes: Vec::new(),
            children: vec![Vec::new()],
            waiting: BTreeMap::new(),
            asked: BTreeSet::new(),
            lines: Lines::new(line),
            words,
        }
    }

    pub(super) fn loaded(loaded: Loaded, words: Option<Words>) -> Self {
        let mut tree = Tree::new(loaded.row, None, words);
        loaded.nodes.into_iter().for_each(|row| tree.add(row));
        tree.waiting = loaded.waiting.into_iter().collect();
        tree
    }

    /// Adds a node that was written.
    pub(super) fn add(&mut self, row: NodeRow) {
        let number = self.number(row.parent).unwrap_or_default() + 1;
        if let Some(siblings) = self.children.get_mut(row.parent as usize) {
            siblings.push(row.node);
        }
        self.row.head = row.node;
        self.row.result = row.result.clone();
        self.children.push(Vec::new());
        self.nodes.push(Node { row, number });
    }

    /// How many nodes there are, with the start.
    pub(super) fn count(&self) -> u32 {
        self.children.len() as u32
    }

    /// The node, unless it is the start or there is none.
    pub(super) fn node(&self, node: u32) -> Option<&Node> {
        self.nodes.get((node as usize).checked_sub(1)?)
    }

    /// How many nodes lead to a node; none if there is no such node.
    pub(super) fn number(&self, node: u32) -> Option<u32> {
        match node {
            0 => Some(0),
            node => self.node(node).map(|node| node.number),
        }
    }

    /// The same, with a failure that says so.
    pub(super) fn existing(&self, node: u32) -> Result<u32, Failure> {
        self.number(node).ok_or_else(|| {
            let message =
                format!("There is no node {node}: they are numbered 0 to {}.", self.count() - 1);
            Failure::not_found("no_such_node", message)
        })
    }

    /// The nodes from the start to a node, both with it.
    pub(super) fn path(&self, node: u32) -> Vec<u32> {
        path(&self.nodes, node)
    }

    /// Who has acted on the way to a node since a person did. This is read from
    /// the tree, so that it is the same after a restart.
    pub(super) fn hands(&self, node: u32) -> Actors {
        let is_person = |by: By| {
            by.seat().is_some_and(|seat| self.row.seats.get(seat.index()) == Some(&Player::Human))
        };
        let way = std::iter::successors(self.node(node), |node| self.node(node.row.parent));
        let hands = way.map(|node| node.row.by.0).take_while(|by| !is_person(*by));
        hands.fold(Actors::none(), Actors::with)
    }

    /// A line that stands at a node. It must exist.
    pub(super) fn at(&mut self, game: &dyn Offered, node: u32) -> Result<&mut dyn Line, Failure> {
        let number = self.existing(node)?;
        let (row, nodes, lines) = (&self.row, &self.nodes, &mut self.lines);
        careful(move || match lines.passing(node, number) {
            Some(at) => lines.stand(at, number),
            None => lines.at(game, row, nodes, &path(nodes, node)),
        })?
    }

    /// Asks a line at a node. If the game's own code panics there, the line is
    /// dropped, and whoever asked is told.
    pub(super) fn ask<T>(
        &mut self,
        game: &dyn Offered,
        node: u32,
        question: impl FnOnce(&mut dyn Line) -> Result<T, crate::game::Trouble>,
    ) -> Result<T, Failure> {
        let line = self.at(game, node)?;
        match careful(|| question(line)) {
            Ok(answer) => answer.map_err(Failure::from),
            Err(failure) => {
                self.lines.drop_used();
                Err(failure)
            }
        }
    }
}

fn path(nodes: &[Node], node: u32) -> Vec<u32> {
    let mut path = vec![node];
    let mut at = node;
    while let Some(above) = (at as usize).checked_sub(1).and_then(|at| nodes.get(at)) {
        at = above.row.parent;
        path.push(at);
    }
    path.reverse();
    path
}

/// Runs code of authors: a panic becomes a failure.
pub(super) fn careful<T>(does: impl FnOnce() -> T) -> Result<T, Failure> {
    // What it may have left in the middle is dropped by whoever is told.
    catch_unwind(AssertUnwindSafe(does)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Failure::broken(&text.unwrap_or_else(|| "it said nothing".to_owned()))
    })
}
