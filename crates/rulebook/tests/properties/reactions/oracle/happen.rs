//! What was settled happens, if it is still possible by then; and charges are
//! spent.

use rulebook::{Fate, GroupKind, Kinded, Reactive};

use super::settle::{Doom, Settled};
use super::{Ledger, Oracle, Stop, after};
use crate::reactions::dump::{Name, Why};
use crate::reactions::game::{Arena, Ev, Table};

impl Oracle<'_> {
    pub(super) fn happen(&mut self, line: usize) {
        let event = self.dump.lines[line].event;
        self.state = after(&self.state, &event);
        self.dump.lines[line].applied = Some(self.dump.events.len());
        self.dump.events.push(event);
        self.happened.insert(event.kind());
    }

    /// Each guard spends what it used in this commit, by one event.
    pub(super) fn spend(&mut self, ledger: &Ledger) -> Result<(), Stop> {
        let mut due: Vec<(Name, u32, usize)> = Vec::new();
        for (name, n, line) in &ledger.spends {
            match due.iter_mut().find(|(who, ..)| who == name) {
                Some((_, all, _)) => *all += n,
                None => due.push((*name, *n, *line)),
            }
        }
        for (name, n, first) in due {
            let event = Ev::Spend { of: name.1.map(|source| source.id.0), n };
            let line = self.line(event, Why::Charge(first, name.0), None)?;
            if Arena::possible(&self.state, &event) {
                let before = self.state.clone();
                self.look_back(line, &before);
                self.happen(line);
            } else {
                self.fate(line, Fate::Fizzled);
            }
        }
        Ok(())
    }

    /// What of a batch is still possible, each for itself.
    pub(super) fn those_that_happen(
        &mut self,
        settled: Vec<Settled>,
        view: &mut Table,
    ) -> Vec<Settled> {
        let mut stays = Vec::new();
        for member in settled {
            match self.would_happen(member, view) {
                Ok(member) => stays.push(member),
                Err(doom) => self.taken_back(&doom.made, view),
            }
        }
        stays
    }

    /// Whether what was settled is still possible; what is not fizzles, and an
    /// atomic group with it.
    fn would_happen(&mut self, settled: Settled, view: &mut Table) -> Result<Settled, Doom> {
        let (kind, optional, note, members) = match settled {
            Settled::Line { line, .. } => {
                let event = self.dump.lines[line].event;
                if !Arena::possible(view, &event) {
                    self.fate(line, Fate::Fizzled);
                    return Err(Doom { killer: line, made: view.clone() });
                }
                *view = after(view, &event);
                return Ok(settled);
            }
            Settled::Group { kind, optional, note, members } => (kind, optional, note, members),
        };
        if kind != GroupKind::Atomic {
            let members = self.those_that_happen(members, view);
            return Ok(Settled::Group { kind, optional, note, members });
        }
        let before = view.clone();
        let mut stays = Vec::new();
        for member in members {
            let optional = member.optional();
            match self.would_happen(member, view) {
                Ok(member) => stays.push(member),
                Err(doom) if optional => self.taken_back(&doom.made, view),
                Err(doom) => {
                    *view = before;
                    self.fizzle(note, doom.killer);
                    return Err(doom);
                }
            }
        }
        Ok(Settled::Group { kind, optional, note, members: stays })
    }
}
