//! What is remembered: a tree of what was done, and what came of it.

use rulebook::{By, Game, Scores, Seat};

/// No node, or no edge.
pub(super) const NONE: u32 = u32::MAX;

/// What somebody can do at a node.
pub(super) enum Move<'m, G: Game> {
    Act(By, &'m G::Action),
    Answer(Seat, &'m str),
}

impl<G: Game> Clone for Move<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Move<'_, G> {}

impl<G: Game> Move<'_, G> {
    pub(super) fn by(&self) -> By {
        match *self {
            Move::Act(by, _) => by,
            Move::Answer(seat, _) => By::Seat(seat),
        }
    }
}

/// What was done, as far as the one who remembers it could see.
pub(super) enum Key<G: Game> {
    Act(By, G::Action),
    Answer(Seat, String),
    /// Somebody did something.
    Unseen(By),
}

impl<G: Game> Key<G> {
    pub(super) fn of(made: Move<'_, G>) -> Self {
        match made {
            Move::Act(by, action) => Key::Act(by, action.clone()),
            Move::Answer(seat, text) => Key::Answer(seat, text.to_owned()),
        }
    }

    #[inline]
    pub(super) fn is(&self, made: Move<'_, G>) -> bool {
        match (self, made) {
            (Key::Act(by, action), Move::Act(actor, other)) => *by == actor && action == other,
            (Key::Answer(seat, text), Move::Answer(other, said)) => *seat == other && text == said,
            _ => false,
        }
    }
}

/// What was done at a node, and what came of it for the one who did it.
pub(super) struct Edge<G: Game> {
    pub(super) key: Key<G>,
    /// Where it leads to.
    pub(super) child: u32,
    pub(super) visits: u32,
    /// How often it could be done when somebody decided here.
    pub(super) offered: u32,
    /// The sum of what the one who did it got, in thousandths of a point.
    pub(super) total: i64,
}

impl<G: Game> Edge<G> {
    fn new(key: Key<G>, child: u32) -> Self {
        Edge { key, child, visits: 0, offered: 1, total: 0 }
    }

    /// What the one who did it got on average, in thousandths of a point.
    pub(super) fn mean(&self) -> i64 {
        self.total / i64::from(self.visits.max(1))
    }
}

/// A place that was come to.
pub(super) struct Node<G: Game> {
    pub(super) edges: Vec<Edge<G>>,
    /// In how many ways it can go on, as far as was seen last.
    pub(super) width: u32,
    /// What everybody gets from here, if that can be forced.
    pub(super) proof: Option<Scores>,
}

/// What one seat remembers; in an open game all share one.
pub(super) struct Tree<G: Game> {
    pub(super) nodes: Vec<Node<G>>,
}

impl<G: Game> Tree<G> {
    pub(super) const ROOT: u32 = 0;

    pub(super) fn new() -> Self {
        let mut tree = Tree { nodes: Vec::new() };
        tree.grow();
        tree
    }

    pub(super) fn node(&self, node: u32) -> &Node<G> {
        &self.nodes[node as usize]
    }

    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node<G> {
        &mut self.nodes[node as usize]
    }

    fn grow(&mut self) -> u32 {
        self.nodes.push(Node { edges: Vec::new(), width: 0, proof: None });
        self.nodes.len() as u32 - 1
    }

    /// A new edge of a node, and where it leads to.
    pub(super) fn branch(&mut self, node: u32, key: Key<G>) -> u32 {
        let child = self.grow();
        let edges = &mut self.node_mut(node).edges;
        edges.push(Edge::new(key, child));
        edges.len() as u32 - 1
    }

    /// What is proven of where an edge leads to.
    pub(super) fn proof(&self, edge: &Edge<G>) -> Option<&Scores> {
        self.node(edge.child).proof.as_ref()
    }

    /// Finds out whether a node is proven by what is known of its children: one
    /// who decides here takes the best of them, if all are known, or one than
    /// which there is nothing better. False if it is not.
    pub(super) fn prove(&mut self, node: u32, decider: Seat, most: i64) -> bool {
        let here = self.node(node);
        let worth = |scores: &Scores| scores.of(decider).unwrap_or(0);
        let known = here.edges.iter().filter_map(|edge| self.proof(edge));
        let best = known.clone().max_by_key(|scores| worth(scores));
        let all = known.count() == here.width as usize;
        let Some(best) = best.filter(|best| all || super::select::mills(worth(best)) >= most)
        else {
            return false;
        };
        let best = best.clone();
        self.node_mut(node).proof = Some(best);
        true
    }
}
