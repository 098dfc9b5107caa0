//! One decision being thought about.

use rulebook::{By, Dice, Imagined, Legal, Scores, Seat, View, Viewer};

use super::Mcts;
use super::select::{Span, best, mills};
use super::tree::{Key, Move, NONE, Tree};
use super::world::World;
use crate::bot::{Decision, NoDecision};

/// A decision on the way down: in which tree, at which node, by which edge, and
/// whose it was.
pub(super) struct Decided {
    pub(super) tree: usize,
    pub(super) node: u32,
    pub(super) edge: u32,
    pub(super) by: Seat,
}

/// One decision being thought about.
pub(super) struct Thought<'t, G: Imagined> {
    pub(super) bot: &'t Mcts<G>,
    pub(super) view: &'t View<G>,
    pub(super) seat: Seat,
    pub(super) dice: Dice,
    /// One for each seat; one for all of them in an open game.
    pub(super) trees: Vec<Tree<G>>,
    /// Where the iteration is in each tree; [`NONE`] once it has left it.
    pub(super) places: Vec<u32>,
    pub(super) path: Vec<Decided>,
    /// What came of the iteration for each seat, in thousandths of a point.
    pub(super) rewards: Vec<i64>,
    pub(super) span: Span,
    /// How many decisions, also of chance, led to where the iteration is.
    pub(super) decisions: usize,
    /// Whether nothing but decisions did, each of one seat alone.
    pub(super) sure: bool,
    pub(super) legal: Vec<Legal<G>>,
    /// Those who may act, in the order in which they are asked.
    pub(super) order: Vec<By>,
    /// For each thing that can be done, its edge.
    edges: Vec<u32>,
    untried: Vec<u32>,
}

impl<'t, G: Imagined> Thought<'t, G> {
    pub(super) fn new(bot: &'t Mcts<G>, view: &'t View<G>, seat: Seat, dice: Dice) -> Self {
        Thought {
            bot,
            view,
            seat,
            dice,
            trees: Vec::new(),
            places: Vec::new(),
            path: Vec::new(),
            rewards: Vec::new(),
            span: Span::EMPTY,
            decisions: 0,
            sure: false,
            legal: Vec::new(),
            order: Vec::new(),
            edges: Vec::new(),
            untried: Vec::new(),
        }
    }

    /// Iteration after iteration, until all are done or nothing is left to find
    /// out.
    pub(super) fn think(&mut self) -> Result<(), NoDecision> {
        let (bot, view) = (self.bot, self.view);
        let Some(mut world) = World::imagine(&bot.book, view, &mut self.dice)? else {
            return Ok(());
        };
        let seats = G::seats(world.line.state());
        self.rewards.resize(seats, 0);
        let trees = if G::IS_OPEN { 1 } else { seats.max(self.seat.index() + 1) };
        self.trees.resize_with(trees, Tree::new);
        self.places.resize(trees, Tree::<G>::ROOT);
        for iteration in 0..bot.iterations {
            if bot.stops.as_ref().is_some_and(|stops| stops()) {
                return Err(NoDecision::Stopped);
            }
            if iteration > 0 && !world.renew(&bot.book, view, &mut self.dice)? {
                break;
            }
            self.iterate(&mut world)?;
            if self.root().node(Tree::<G>::ROOT).proof.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Which tree a seat remembers in.
    fn tree_of(&self, seat: Seat) -> usize {
        if G::IS_OPEN { 0 } else { seat.index() }
    }

    /// Where somebody is in what they remember; [`NONE`] if they remember
    /// nothing of it, as chance does.
    pub(super) fn place_of(&self, by: By) -> u32 {
        let tree = by.seat().map(|seat| self.tree_of(seat));
        tree.and_then(|tree| self.places.get(tree)).copied().unwrap_or(NONE)
    }

    fn root(&self) -> &Tree<G> {
        &self.trees[self.tree_of(self.seat)]
    }

    /// Which of some moves the one who makes them tries: what is promising,
    /// where something is known, and otherwise anything.
    pub(super) fn choose<'m>(
        &mut self,
        by: By,
        count: usize,
        moves: impl Fn(usize) -> Move<'m, G>,
    ) -> usize
    where
        G: 'm,
    {
        if self.place_of(by) == NONE {
            return self.dice.below(count as u32) as usize;
        }
        let tree = by.seat().map_or(0, |seat| self.tree_of(seat));
        let node = self.trees[tree].node_mut(self.places[tree]);
        node.width = count as u32;
        self.edges.clear();
        self.untried.clear();
        for at in 0..count {
            let made = moves(at);
            // Mostly they come in the same order.
            let found = match node.edges.get(at) {
                Some(edge) if edge.key.is(made) => Some(at),
                _ => node.edges.iter().position(|edge| edge.key.is(made)),
            };
            match found {
                Some(edge) => node.edges[edge].offered += 1,
                None => self.untried.push(at as u32),
            }
            self.edges.push(found.map_or(NONE, |edge| edge as u32));
        }
        match self.dice.pick(&self.untried) {
            Some(at) => *at as usize,
            None => best(&self.trees[tree], self.places[tree], &self.edges, self.span),
        }
    }

    /// Everybody goes on by what was done, as far as they see it.
    pub(super) fn follow(&mut self, made: Move<'_, G>) {
        self.decisions += 1;
        for at in 0..self.trees.len() {
            if self.places[at] == NONE {
                continue;
            }
            let own = made.by().seat().is_some_and(|seat| self.tree_of(seat) == at);
            let seen = own || self.sees(at, made);
            let node = self.places[at];
            let edges = &self.trees[at].node(node).edges;
            let found = edges.iter().position(|edge| match (&edge.key, seen) {
                (Key::Unseen(by), false) => *by == made.by(),
                (key, true) => key.is(made),
                _ => false,
            });
            let key = || if seen { Key::of(made) } else { Key::Unseen(made.by()) };
            let edge = found.map_or_else(|| self.trees[at].branch(node, key()), |edge| edge as u32);
            let child = self.trees[at].node(node).edges[edge as usize].child;
            // One decision a time is new; what others do besides is no decision.
            let is_leaf = own && found.is_none();
            self.places[at] = if is_leaf { NONE } else { child };
            if let (true, Some(by)) = (own, made.by().seat()) {
                self.path.push(Decided { tree: at, node, edge, by });
            }
        }
    }

    /// Whether the one who remembers in a tree sees what another does.
    fn sees(&self, tree: usize, made: Move<'_, G>) -> bool {
        let viewer = Viewer::Seat(Seat(tree as u8));
        match made {
            Move::Act(by, action) => G::IS_OPEN || G::shows_action(action, by, viewer),
            Move::Answer(..) => G::IS_OPEN,
        }
    }

    /// Remembers what came of an iteration, and what is proven by it.
    pub(super) fn learn(&mut self, ended: Option<Scores>) {
        for reward in &self.rewards {
            self.span.add(*reward);
        }
        for decided in &self.path {
            let node = self.trees[decided.tree].node_mut(decided.node);
            let edge = &mut node.edges[decided.edge as usize];
            edge.visits += 1;
            edge.total += self.rewards.get(decided.by.index()).copied().unwrap_or(0);
        }
        let (Some(scores), true, Some(last)) = (ended, self.sure, self.path.last()) else { return };
        let tree = &mut self.trees[last.tree];
        let leaf = tree.node(last.node).edges[last.edge as usize].child;
        // Otherwise the last of it was play at random.
        if self.path.len() < self.decisions {
            return;
        }
        tree.node_mut(leaf).proof = Some(scores);
        for decided in self.path.iter().rev() {
            if !tree.prove(decided.node, decided.by, self.span.best()) {
                break;
            }
        }
    }

    /// What it comes to: what was done most often, unless something is proven to
    /// be as good as that.
    pub(super) fn conclude(&mut self) -> Decision<G> {
        if self.trees.is_empty() {
            return self.anything();
        }
        let tree = self.root();
        let edges = tree.node(Tree::<G>::ROOT).edges.iter();
        let possible = edges.filter_map(|edge| Some((edge, self.decision(&edge.key)?)));
        let (mut proven, mut likely) = (None, None);
        for (edge, decision) in possible {
            match tree.proof(edge) {
                Some(scores) => {
                    let worth = mills(scores.of(self.seat).unwrap_or(0));
                    if proven.as_ref().is_none_or(|(best, _)| worth > *best) {
                        proven = Some((worth, decision));
                    }
                }
                None => {
                    let worth = (edge.visits, edge.mean());
                    if likely.as_ref().is_none_or(|(best, _)| worth > *best) {
                        likely = Some((worth, decision));
                    }
                }
            }
        }
        match (proven, likely) {
            (Some((worth, _)), Some(((_, mean), decision))) if worth < mean => decision,
            (Some((_, decision)), _) | (None, Some((_, decision))) => decision,
            (None, None) => self.anything(),
        }
    }

    /// What doing this once more comes to, if it can be done.
    fn decision(&self, key: &Key<G>) -> Option<Decision<G>> {
        match (key, &self.view.choice) {
            (Key::Act(by, action), None) if by.is(self.seat) => {
                self.view.legal.contains(action).then(|| Decision::Act(action.clone()))
            }
            (Key::Answer(seat, text), Some(choice)) if *seat == self.seat => {
                let option = choice.options.iter().position(|option| option == text)?;
                Some(Decision::Answer(choice.id, option as u32))
            }
            _ => None,
        }
    }

    /// Where nothing could be thought out: anything.
    fn anything(&mut self) -> Decision<G> {
        if let Some(choice) = &self.view.choice {
            return Decision::Answer(choice.id, self.dice.below(choice.options.len() as u32));
        }
        let legal = &self.view.legal;
        let usual: Vec<_> = legal.iter().filter(|action| !(self.bot.rarely)(action)).collect();
        let action = match self.dice.pick(&usual) {
            Some(action) => (*action).clone(),
            None => legal[self.dice.below(legal.len() as u32) as usize].clone(),
        };
        Decision::Act(action)
    }
}
