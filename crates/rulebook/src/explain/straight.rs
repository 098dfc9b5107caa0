//! Finding out in a straight line: where a book has nothing but checks and
//! rules that are asked in order, nothing has to be written down about them but
//! which condition was not met.

use crate::book::RuleId;
use crate::error::Fault;
use crate::explain::inquiry::{Anyway, Inquiry, unreached};
use crate::explain::report::{End, Stand};
use crate::game::{Game, Kind};
use crate::pipeline::watched::Decisive;
use crate::pipeline::{Core, Log};
use crate::plan::diary::Note;
use crate::plan::passes::Pass;

impl<G: Game> Inquiry<G> {
    /// Runs the stages, takes them back, and asks whoever was not asked.
    pub(super) fn go_straight<L: Log<G>>(&mut self, core: &mut Core<G, L>) -> Result<(), Fault> {
        let dice = core.bench.dice.position();
        core.bench.answers.clear();
        core.begin(self.seal);
        let (mut asked, mut reached, mut decisive) = (false, 0, None);
        let legal = self.legal.valid();
        let ran = core
            .trial(|core| core.stages_to_explain(legal, &mut asked, &mut reached, &mut decisive));
        self.found.end = End::of(ran);
        if asked {
            self.avoided.add(Pass::Kinds, core.book.inner.other_kinds(self.kind));
        }
        core.roll_back(dice)?;
        let Some(in_order) = &core.book.inner.ways[self.kind.index()].in_order else {
            return Ok(());
        };
        let rules = in_order.row.len();
        let mut stands = Vec::with_capacity(rules);
        stands.extend((0..reached).map(|at| {
            let unmet = in_order.unmet(at, &core.desk.doubts);
            let note = unmet.map_or(Note::Skip, |at| Note::Unmet(at as usize));
            (in_order.row[at].cell.rule(), Stand::Noted(note))
        }));
        let mut deciding = None;
        if let Some(Decisive { rule, refusal, .. }) = decisive {
            let refuses = |(kind, reason)| Stand::Refused(kind, reason);
            stands.push((rule, refusal.map_or(Stand::Selected, refuses)));
            deciding = Some(rule);
        }
        if stands.len() < rules {
            self.ask_behind(core, deciding, &mut stands);
        }
        if !stands.is_sorted_by_key(|(rule, _)| *rule) {
            stands.sort_unstable_by_key(|(rule, _)| *rule);
        }
        self.found.stands = stands;
        Ok(())
    }

    /// What the rules of the row come to that nobody asked.
    fn ask_behind<L: Log<G>>(
        &self,
        core: &mut Core<G, L>,
        deciding: Option<RuleId>,
        stands: &mut Vec<(RuleId, Stand<G::Reason>)>,
    ) {
        let book = core.book.clone();
        let mut anyway = Anyway::new(self.legal.by(), &self.legal.action, self.kind);
        for cell in &book.inner.row_in_order(self.kind.index())[stands.len()..] {
            let stand = unreached(core, &mut anyway, deciding.as_slice(), cell.rule());
            stands.push((cell.rule(), stand));
        }
    }
}
