//! The way to rest: standing rules, then triggers, until there is neither.

use rulebook::{Fate, Firing, Reactive, TriggerOrder};

use super::{Ahead, Oracle, Stop, Turn, Waits};
use crate::reactions::dump::{Matter, Why};
use crate::reactions::game::Arena;
use crate::reactions::meaning::{Cx, Tree, grow, stand};
use crate::reactions::spec::{ROUNDS, Who};

/// The engine looks for circles only after so many triggers and rounds.
const SUSPICIOUS: usize = 16;

impl Oracle<'_> {
    pub(super) fn rest(&mut self) -> Result<(), Stop> {
        let mut depth = 0;
        loop {
            let mut rounds = 0;
            while self.round(rounds, depth)? {
                rounds += 1;
            }
            let Some(next) = self.next() else { return Ok(()) };
            self.turn(Ahead::Trigger(plain(&next)));
            depth = next.depth;
            self.resolve(next)?;
        }
    }

    /// All standing rules propose one batch. Whether anything came of it.
    fn round(&mut self, in_a_row: usize, depth: usize) -> Result<bool, Stop> {
        let happened = std::mem::take(&mut self.happened);
        if happened.is_empty() {
            return Ok(false);
        }
        let round = self.dump.rounds.len();
        let after = self.dump.lines.iter().rposition(|line| line.fate == Fate::Applied);
        let (mut proposed, mut proposing) = (Vec::<(Tree, Why)>::new(), Vec::new());
        for (number, standing) in self.spec.standing.iter().enumerate() {
            let woken = standing.woken.is_empty()
                || standing.woken.iter().any(|kind| happened.contains(kind));
            if !woken {
                continue;
            }
            let why = Why::Standing(number, round, after);
            for tree in stand(self.spec, &self.state, standing.stands, &standing.then) {
                if proposed.iter().all(|(known, _)| *known != tree) {
                    proposed.push((tree, why));
                    proposing.push(number);
                }
            }
        }
        proposing.dedup();
        if proposing.is_empty() {
            return Ok(false);
        }
        if in_a_row >= ROUNDS {
            return Err(Stop::Limit("rounds"));
        }
        self.turn(Ahead::Round(proposed.iter().map(|(tree, _)| tree.clone()).collect()));
        self.dump.rounds.push(proposing);
        let before = self.dump.events.len();
        self.commit_round(proposed, depth)?;
        Ok(self.dump.events.len() > before)
    }

    fn next(&mut self) -> Option<Waits> {
        if self.waiting.is_empty() {
            return None;
        }
        let at = match self.spec.order {
            TriggerOrder::Stack => self.waiting.len() - 1,
            TriggerOrder::Queue => 0,
            TriggerOrder::Priority => {
                let priority = |waits: &Waits| self.trigger(waits.trigger).post.priority;
                let highest = self.waiting.iter().map(priority).max()?;
                self.waiting.iter().position(|waits| priority(waits) == highest)?
            }
        };
        Some(self.waiting.remove(at))
    }

    fn resolve(&mut self, mut next: Waits) -> Result<(), Stop> {
        let trigger = self.trigger(next.trigger).clone();
        let mut unmet = None;
        next.seen.retain(|(event, _)| {
            let first = self.first_false(&self.state, &trigger, next.source, event);
            unmet = unmet.or(first);
            first.is_none()
        });
        let came_to = match unmet {
            Some(condition) if next.seen.is_empty() => Firing::ConditionFalse(condition),
            _ => Firing::Resolved,
        };
        self.dump.shots[next.firing].came_to = came_to;
        if came_to != Firing::Resolved {
            return Ok(());
        }
        let state = self.state.clone();
        let event = next.seen[0].0;
        let amounts = next.seen.iter().map(|(event, _)| Arena::amount(event).unwrap_or(1));
        let cx = Cx {
            amount: amounts.sum(),
            prevented: next.prevented,
            would: next.would,
            here: self.here(next.source),
            remembered: next.remembered,
            ..Cx::new(&state, self.by, self.act.n).about(&event, next.source)
        };
        if trigger.asks {
            let options = ["yes".to_owned(), "no".to_owned()];
            if self.ask(Matter::YesOrNo, cx.who(Who::Owner), &options)? == 1 {
                return Ok(());
            }
        }
        let trees = grow(self.spec, &cx, &trigger.then);
        self.propose(trees, Why::Trigger(trigger.number, next.firing), next.depth)
    }

    /// Whether it looks the same as before, with the same still to do, and
    /// nobody had a choice.
    fn turn(&mut self, ahead: Ahead) {
        let waiting = self.waiting.iter().map(plain).collect();
        let now =
            Turn { state: self.state.clone(), ahead, waiting, picked: self.dump.picked.len() };
        // Nor where something was remembered, which only the game can compare.
        let next = match &now.ahead {
            Ahead::Trigger(next) => Some(next),
            Ahead::Round(_) => None,
        };
        let memories = now.waiting.iter().chain(next).any(|waits| waits.memories);
        let many = self.dump.shots.len() + self.dump.rounds.len() >= SUSPICIOUS;
        let suspicious = many && !memories;
        // It keeps a turn only when its digest comes for the second time.
        let same = |turn: &&(bool, Turn)| turn.1 == now;
        self.circle |= self.turns.iter().any(|turn| same(&turn));
        let late = self.turns.iter().filter(same).filter(|(late, _)| *late).count();
        self.long_circle |= late > 1;
        self.turns.push((suspicious, now));
    }
}

/// One that waits, wherever it stands in the record.
fn plain(waits: &Waits) -> Waits {
    Waits { firing: 0, depth: 0, told: Vec::new(), ..waits.clone() }
}
