//! Counting on a search line.

use rulebook::{By, Legal, Outcome, Search, Seed, Session};
use rulebook_games::{CountsAs, Playable};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;

/// What is done with the last moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// They are offered as legal, and that is enough.
    Counted,
    /// They are made and taken back like the others.
    Made,
}

/// Why there is no count.
pub(super) enum Stopped {
    /// Dice or lots decide after so many moves.
    Chance {
        /// How many.
        after: u32,
    },
    /// Something went wrong.
    Failure(Failure),
}

impl<F: Into<Failure>> From<F> for Stopped {
    fn from(failure: F) -> Self {
        Stopped::Failure(failure.into())
    }
}

/// Counts the ways a game can go on.
pub(super) struct Counter<G: Playable> {
    line: Search<G>,
    /// The legal actions of all depths, each behind those of the one before.
    legal: Vec<Legal<G>>,
    last: Last,
    is_stopped: bool,
}

/// What was counted, by the first move.
#[derive(Default)]
pub(super) struct Divided {
    /// Those that are counted to their end.
    pub(super) parts: Vec<(String, u64)>,
    /// The one that was being counted when somebody asked to stop, and how far
    /// it had come.
    pub(super) under_way: Option<(String, u64)>,
    /// How many first moves there are.
    pub(super) moves: u64,
}

impl Divided {
    /// How many were counted in all.
    pub(super) fn nodes(&self) -> u64 {
        self.parts.iter().chain(&self.under_way).map(|(_, nodes)| nodes).sum()
    }

    /// Whether somebody asked to stop before the end.
    pub(super) fn is_interrupted(&self) -> bool {
        (self.parts.len() as u64) < self.moves
    }
}

impl<G: Playable> Counter<G> {
    /// From where a session is.
    pub(super) fn new(session: &Session<G>, last: Last) -> Self {
        // The dice are never thrown.
        Counter { line: session.search(Seed(0)), legal: Vec::new(), last, is_stopped: false }
    }

    /// Whether somebody has asked to stop; then a count is only a part of it.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether to stop here. It is asked before each move that is made, which
    /// costs nothing beside making it.
    fn stops(&mut self) -> bool {
        self.is_stopped = self.is_stopped || interrupt::is_asked();
        self.is_stopped
    }

    /// How many sequences of so many moves there are.
    pub(super) fn count(&mut self, depth: u32) -> Result<u64, Stopped> {
        if depth == 0 {
            return Ok(1);
        }
        let begin = self.legal.len();
        let moves = self.list(begin)?;
        let nodes = if depth == 1 && self.last == Last::Counted {
            moves
        } else {
            let mut nodes = 0;
            for at in begin..self.legal.len() {
                if self.stops() {
                    break;
                }
                if G::counts_as(self.legal[at].action()) == CountsAs::Move {
                    nodes += self.follow(at, depth - 1)?;
                }
            }
            nodes
        };
        self.legal.truncate(begin);
        Ok(nodes)
    }

    /// The same, by the first move.
    pub(super) fn divided(&mut self, depth: u32) -> Result<Divided, Stopped> {
        let mut divided = Divided::default();
        if depth == 0 {
            return Ok(divided);
        }
        divided.moves = self.list(0)?;
        let progress = Progress::new(divided.moves, "first moves");
        for at in 0..self.legal.len() {
            if G::counts_as(self.legal[at].action()) != CountsAs::Move {
                continue;
            }
            let nodes = if depth == 1 && self.last == Last::Counted {
                1
            } else {
                self.follow(at, depth - 1)?
            };
            let counted = (self.said(at), nodes);
            if self.is_stopped {
                divided.under_way = Some(counted);
                break;
            }
            divided.parts.push(counted);
            progress.add(1);
        }
        self.legal.clear();
        Ok(divided)
    }

    /// A move as a person writes it; by whom, if several could make it.
    fn said(&self, at: usize) -> String {
        let legal = &self.legal[at];
        let action = G::print(legal.action());
        let is_move = |legal: &&Legal<G>| G::counts_as(legal.action()) == CountsAs::Move;
        let mut moves = self.legal.iter().filter(is_move);
        match legal.by() {
            By::Seat(_) if moves.all(|other| other.by() == legal.by()) => action,
            by => format!("{by}: {action}"),
        }
    }

    /// Lists what is legal behind what is listed, and says how many moves there
    /// are.
    fn list(&mut self, begin: usize) -> Result<u64, Stopped> {
        for by in self.line.active().iter() {
            self.line.legal_into(by, &mut self.legal)?;
        }
        let is = |class: CountsAs| move |legal: &&Legal<G>| G::counts_as(legal.action()) == class;
        let listed = &self.legal[begin..];
        let moves = listed.iter().filter(is(CountsAs::Move)).count() as u64;
        if moves == 0 && listed.iter().any(|legal| is(CountsAs::Chance)(&legal)) {
            return Err(Stopped::Chance { after: self.line.depth() as u32 });
        }
        Ok(moves)
    }

    /// Makes a listed move, counts on, and takes it back.
    fn follow(&mut self, at: usize, depth: u32) -> Result<u64, Stopped> {
        match self.line.play(&self.legal[at])? {
            Outcome::Committed(_) => {
                let nodes = self.count(depth);
                self.line.pop();
                nodes
            }
            // The last move counts as one, however it is answered.
            Outcome::Pending(_) if depth == 0 => Ok(1),
            Outcome::Pending(choice) => {
                self.answer(at, depth, &mut Vec::new(), choice.options.len())
            }
            other => Err(self.unexpected(at, &other)),
        }
    }

    /// The same for a move that asks, with each answer to what it asks next.
    fn answer(
        &mut self,
        at: usize,
        depth: u32,
        answers: &mut Vec<u32>,
        options: usize,
    ) -> Result<u64, Stopped> {
        let mut nodes = 0;
        for option in (0..).take(options) {
            if self.stops() {
                break;
            }
            answers.push(option);
            let (by, action) = (self.legal[at].by(), self.legal[at].action().clone());
            nodes += match self.line.push_with(by, action, answers)? {
                Outcome::Committed(_) => {
                    let nodes = self.count(depth);
                    self.line.pop();
                    nodes?
                }
                Outcome::Pending(choice) => {
                    self.answer(at, depth, answers, choice.options.len())?
                }
                other => return Err(self.unexpected(at, &other)),
            };
            answers.pop();
        }
        Ok(nodes)
    }

    fn unexpected(&self, at: usize, outcome: &Outcome<G>) -> Stopped {
        let (done, outcome) = (format!("the legal action {}", self.said(at)), outcome.to_string());
        Stopped::Failure(Failure::Unexpected { done, outcome })
    }
}
