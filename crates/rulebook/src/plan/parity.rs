//! Parity: the reference interpreter and the plan decide the same action, each
//! on a copy of the game, and everything that comes of it is compared.
//!
//! Both copies write a diary, so that the rules that were passed over can be
//! compared as well. The action itself then runs by the same stages, without a
//! diary unless somebody watches, and its result is held against the
//! reference's: what the copies show is true of the way that is really taken.
//! Where it would go in a straight line if nobody compared, it does so on one
//! more copy: [`line`](crate::plan::line). An action that is only explained is
//! compared on copies as well, and of each candidate that is vetted for the list of
//! legal actions both say whether a rule refuses it.

use crate::actor::By;
use crate::book::tree::NONE;
use crate::book::{Compiled, RuleId};
use crate::context::Seal;
use crate::error::{BY_PROOF, Difference, Fault, FaultKind};
use crate::game::Game;
use crate::pipeline::stroke::Seated;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Stop, validate};
use crate::plan::diary::{Diary, Note};
use crate::plan::passes::Pass;
use crate::plan::predicates::Misremembered;
use crate::plan::states::Digested;
use crate::session::frame::{EventView, Origin};
use crate::session::history::Journal;
use crate::session::history::record::Events;
use crate::session::legal::Valid;
use crate::session::options::{History, Mode, Parity};

/// Which actions are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampler {
    parity: Parity,
    /// How many actions there were.
    count: u64,
}

impl Sampler {
    pub(crate) fn new(parity: Parity) -> Self {
        Sampler { parity, count: 0 }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.parity != Parity::Off
    }

    /// Whether the next action is compared. A sample is spread as if by
    /// chance, so that it does not always meet the same player, and is the
    /// same in every run.
    fn due(&mut self) -> bool {
        let count = self.count;
        self.count += 1;
        match self.parity {
            Parity::Off => false,
            Parity::Every => true,
            Parity::OneIn(n) => scatter(count).is_multiple_of(u64::from(n.get())),
        }
    }
}

/// A number that has nothing in common with the one before it.
fn scatter(count: u64) -> u64 {
    let mixed = (count ^ count >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32
}

/// What came of an action.
pub(super) struct Report {
    /// The rules that were chosen; unknown where nobody notes them.
    pub chosen: Option<Vec<RuleId>>,
    /// Those of them whose events happened; unknown where nobody keeps that.
    pub authors: Option<Vec<RuleId>>,
    /// What the transition came to.
    class: Class,
    /// The same in full; unknown where nobody tells.
    outcome: Option<String>,
    /// The events that happened; unknown where nobody keeps them.
    pub events: Option<Vec<String>>,
    /// Why these happened, in words; unknown where nobody keeps that.
    pub causes: Option<Vec<String>>,
    /// What became of what was proposed.
    account: String,
    dice: u64,
    /// The digests of the state, if something was committed.
    state: Digested,
}

/// What a transition came to, roughly.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Committed,
    NoChange,
    Refused,
    Asked,
    DiceAhead,
    Fault,
}

impl Report {
    fn fails(&self) -> bool {
        self.class == Class::Fault
    }

    /// What it came to, in words.
    fn words(&self) -> String {
        let rough = match self.class {
            Class::Committed => "committed",
            Class::NoChange => "nothing changed",
            Class::Refused => "refused",
            Class::Asked => "a choice",
            Class::DiceAhead => "dice ahead",
            Class::Fault => "a fault",
        };
        self.outcome.clone().unwrap_or_else(|| rough.to_owned())
    }
}

/// The rules whose events these are, in order.
pub(super) fn authors<G: Game>(events: Events<'_, G>) -> Vec<RuleId> {
    let rule = |view: EventView<'_, G>| match view.origin {
        Origin::Rule(rule) => Some(rule),
        _ => None,
    };
    let mut authors: Vec<_> = events.iter().filter_map(rule).collect();
    authors.dedup();
    authors
}

/// What two ways disagree about: what, by the reference, by the plan.
pub(super) type Disagreement = (Difference, String, String);

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The stages, compared with the reference if this action's turn has come.
    pub(crate) fn transition(&mut self, legal: &Valid<'_, G>) -> Result<Verified, Stop<G>> {
        if self.parity.is_on() && self.parity.due() {
            return self.transition_in_parity(legal);
        }
        self.stages::<false>(legal)
    }

    #[cold]
    fn transition_in_parity(&mut self, legal: &Valid<'_, G>) -> Result<Verified, Stop<G>> {
        let (found, first, reference) = self.differ_about(legal)?;
        if let Some(found) = found {
            return Err(Stop::Fault(diverged(found)));
        }
        let line = self.copy_in_line();
        self.desk.chosen = Some(Vec::new());
        self.desk.doubts_memory = true;
        let ran = self.trial(|core| core.stages::<false>(legal));
        self.desk.doubts_memory = false;
        let ran = ran.unwrap_or_else(|fault| Err(Stop::Fault(fault)));
        self.remembers_rightly()?;
        let half_done = self.desk.half_applied;
        let actual = self.report(&ran, L::TELLS)?;
        let mut found = compare(&self.book.inner, &reference, &actual);
        if found.is_none() {
            found = self.compare_state(&actual, &first.state)?;
        }
        if found.is_none()
            && let Some(mut line) = line
        {
            found = line.differs_in_line(legal, &reference, &first.state)?;
        }
        self.desk.half_applied = half_done;
        match found {
            // Both copies agree, and they do not trust proofs.
            Some((what, reference, plan)) if legal.rule != NONE => {
                let plan = plan + BY_PROOF;
                Err(Stop::Fault(diverged((what, reference, plan))))
            }
            Some(found) => Err(Stop::Fault(diverged(found))),
            None => ran,
        }
    }

    /// How reference and plan differ about an action, each on a copy; and the copy of
    /// the reference, with its report.
    fn differ_about(
        &self,
        legal: &Valid<'_, G>,
    ) -> Result<(Option<Disagreement>, Seated<G>, Report), Stop<G>> {
        let (mut first, reference) = self.on_a_copy(legal, true)?;
        let (mut second, plan) = self.on_a_copy(legal, false)?;
        let mut found = compare(&self.book.inner, &reference, &plan);
        if found.is_none() {
            found = second.compare_state(&plan, &first.state)?;
        }
        if found.is_none() {
            found = compare_diaries(&self.book.inner, &first.noted(), &second.noted());
        }
        Ok((found, first, reference))
    }

    /// Runs the stages on a copy of the game, by the reference or by the plan,
    /// with everything written down.
    fn on_a_copy(
        &self,
        legal: &Valid<'_, G>,
        plain: bool,
    ) -> Result<(Core<G, Journal<G>>, Report), Stop<G>> {
        let mut copy = self.fork(Journal::<G>::new(History::None, Mode::Play));
        copy.parity = Sampler::new(Parity::Off);
        copy.bench.answers.clone_from(&self.bench.answers);
        copy.begin(self.bench.seal);
        copy.desk.plain = plain;
        copy.desk.diary = Some(Diary::new(copy.book.inner.rules.len()));
        copy.desk.chosen = Some(Vec::new());
        copy.desk.doubts_memory = true;
        let ran = copy.trial(|copy| copy.stages::<false>(legal));
        let ran = ran.unwrap_or_else(|fault| Err(Stop::Fault(fault)));
        copy.remembers_rightly()?;
        let mut report = copy.report(&ran, true)?;
        report.authors = ran.is_ok().then(|| authors(Events::Listed(copy.log.fresh())));
        report.causes = ran.is_ok().then(|| {
            let origins = copy.log.fresh().iter().map(|applied| applied.origin);
            origins.map(|origin| origin.describe(&copy.book.inner)).collect()
        });
        Ok((copy, report))
    }

    /// What was written down, if anything was.
    fn noted(&mut self) -> Diary<G::Reason> {
        self.desk.diary.take().unwrap_or_else(|| Diary::new(0))
    }

    /// How the state differs from the reference's, if something was committed.
    pub(super) fn compare_state(
        &mut self,
        report: &Report,
        reference: &G::State,
    ) -> Result<Option<Disagreement>, Stop<G>> {
        if report.class != Class::Committed {
            return Ok(None);
        }
        let differ = self.guard(|core| core.differs_from(reference)).map_err(Stop::Fault)?;
        Ok(differ.map(|(reference, plan)| (Difference::State, reference, plan)))
    }

    /// Runs something in which nothing is submitted. In parity nothing that is
    /// remembered is believed meanwhile; says besides whether all of it was right.
    pub(crate) fn doubting<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> T,
    ) -> (T, Result<(), Fault>) {
        self.compares_next();
        let ran = run(self);
        (ran, self.stop_doubting())
    }

    /// Whether what comes next is compared. If so, nothing that is remembered is
    /// believed until somebody says [stop](Self::stop_doubting).
    pub(crate) fn compares_next(&mut self) -> bool {
        self.desk.doubts_memory = self.parity.is_on() && self.parity.due();
        self.desk.doubts_memory
    }

    /// Says besides whether all that was remembered was right.
    pub(crate) fn stop_doubting(&mut self) -> Result<(), Fault> {
        self.desk.doubts_memory = false;
        self.remembers_rightly()
    }

    /// Whether plan and reference come to the same about an action that nobody submits,
    /// each on a copy. What panics meanwhile is for the explanation to say.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub(crate) fn agree_about(
        &mut self,
        by: By,
        action: &G::Action,
        seal: Seal,
    ) -> Result<(), Fault> {
        let differ = self.guard(|core| {
            core.begin(seal);
            // What its checks refuse is nothing to decide about.
            match validate::validate(core, by, action.clone()) {
                Ok(legal) => core.differ_about(&legal.valid()).map(|(found, ..)| found),
                Err(_refused) => Ok(None),
            }
        });
        match differ {
            Ok(Ok(Some(found))) => Err(diverged(found)),
            Ok(Err(Stop::Fault(fault))) if matches!(fault.kind(), FaultKind::Diverged { .. }) => {
                Err(fault)
            }
            _ => Ok(()),
        }
    }

    /// Whether all that was remembered of shared predicates was right.
    ///
    /// # Errors
    ///
    /// The predicate of which something wrong was remembered.
    pub(crate) fn remembers_rightly(&mut self) -> Result<(), Fault> {
        match self.desk.misremembered.take() {
            Some(wrong) => {
                self.desk.chosen = None;
                Err(diverged(misremembered(&self.book.inner, wrong)))
            }
            None => Ok(()),
        }
    }

    /// What came of a transition.
    pub(super) fn report<T>(
        &mut self,
        ran: &Result<T, Stop<G>>,
        tells: bool,
    ) -> Result<Report, Stop<G>> {
        let chosen = self.desk.chosen.take();
        let (class, outcome) = describe(ran);
        let committed = ran.is_ok();
        let report = self.guard(|core| Report {
            chosen,
            authors: None,
            causes: None,
            class,
            outcome: tells.then_some(outcome),
            events: (tells && committed)
                .then(|| core.log.under_way().iter().map(|event| format!("{event:?}")).collect()),
            account: if tells && committed {
                format!("{:?}", core.desk.reacting.account)
            } else {
                String::new()
            },
            dice: core.bench.dice.position(),
            state: if committed { core.digested() } else { (None, None) },
        });
        report.map_err(Stop::Fault)
    }
}

/// Whether plan and reference say the same of a candidate.
///
/// # Errors
///
/// The difference.
pub(crate) fn agree<G: Game>(
    action: &G::Action,
    reference: &Result<(), Stop<G>>,
    plan: &Result<(), Stop<G>>,
) -> Result<(), Fault> {
    let say = |ran: &Result<(), Stop<G>>| match ran {
        Ok(()) => "no rule refuses".to_owned(),
        ran => describe(ran).1,
    };
    let [expected, said] = [reference, plan].map(say);
    match expected == said {
        true => Ok(()),
        false => {
            let about = |said| format!("{action:?}: {said}");
            Err(diverged((Difference::LegalActions, about(expected), about(said))))
        }
    }
}

/// What a transition came to, roughly and in full.
fn describe<G: Game, T>(ran: &Result<T, Stop<G>>) -> (Class, String) {
    match ran {
        Ok(_) => (Class::Committed, "committed".to_owned()),
        Err(Stop::NoChange) => (Class::NoChange, "nothing changed".to_owned()),
        Err(Stop::Refused(refused)) => {
            let (kind, cause) = &**refused;
            (Class::Refused, format!("refused as {kind:?}: {cause}"))
        }
        Err(Stop::Asked(choice)) => (Class::Asked, format!("a choice: {choice}")),
        Err(Stop::DiceAhead) => (Class::DiceAhead, "dice ahead".to_owned()),
        Err(Stop::Fault(fault)) => (Class::Fault, format!("a fault: {fault}")),
    }
}

#[cold]
fn diverged((what, reference, plan): Disagreement) -> Fault {
    Fault::new(FaultKind::Diverged { what, reference, plan })
}

/// The first thing about which two reports disagree.
pub(super) fn compare<G: Game>(
    book: &Compiled<G>,
    reference: &Report,
    plan: &Report,
) -> Option<Disagreement> {
    if reference.fails() != plan.fails() {
        return Some((Difference::Outcome, reference.words(), plan.words()));
    }
    let rules = [(&reference.chosen, &plan.chosen), (&reference.authors, &plan.authors)];
    for (expected, rules) in rules {
        if let (Some(expected), Some(rules)) = (expected, rules)
            && expected != rules
        {
            let names = |rules: &[RuleId]| list(rules.iter().map(|&rule| book.rule_name(rule)));
            return Some((Difference::ChosenRules, names(expected), names(rules)));
        }
    }
    let told = plan.outcome.is_some();
    if reference.class != plan.class || told && reference.outcome != plan.outcome {
        let what = if reference.fails() { Difference::Fault } else { Difference::Outcome };
        return Some((what, reference.words(), plan.words()));
    }
    if let (Some(expected), Some(events)) = (&reference.events, &plan.events) {
        if expected != events {
            let at = expected.iter().zip(events).take_while(|(one, other)| one == other).count();
            // Why one of them happened: the rules that were chosen are the same.
            let causes = [&reference.causes, &plan.causes].into_iter().flatten();
            let cause = causes.filter_map(|causes| causes.get(at)).next();
            let cause = cause.map(|cause| format!(", by {cause},")).unwrap_or_default();
            let nth = |events: &[String]| match events.get(at) {
                Some(event) => format!("event {at}{cause} is {event}"),
                None => format!("there are {at} events"),
            };
            return Some((Difference::Events, nth(expected), nth(events)));
        }
        if reference.account != plan.account {
            let account = (reference.account.clone(), plan.account.clone());
            return Some((Difference::Fates, account.0, account.1));
        }
    }
    if reference.dice != plan.dice {
        let drawn = |report: &Report| format!("{} words drawn", report.dice);
        return Some((Difference::Dice, drawn(reference), drawn(plan)));
    }
    if reference.state != plan.state {
        let anew = reference.state.0 == plan.state.0;
        let digest = |report: &Report| match report.state {
            (Some(shown), _) if !anew => shown.to_string(),
            (_, full) => full.map_or("none".into(), |full| format!("{full} from scratch")),
        };
        return Some((Difference::State, digest(reference), digest(plan)));
    }
    None
}

/// The first rule about which two diaries disagree. What the plan did not look
/// at must be something that could not have mattered.
fn compare_diaries<G: Game>(
    book: &Compiled<G>,
    reference: &Diary<G::Reason>,
    plan: &Diary<G::Reason>,
) -> Option<Disagreement> {
    let differ = |rule: &usize| match (&reference.rules[*rule], &plan.rules[*rule]) {
        (None, None) => false,
        (Some(expected), Some(noted)) => format!("{expected:?}") != format!("{noted:?}"),
        (Some(expected), None) => !matches!(
            expected,
            Note::OtherKind
                | Note::OtherSubject
                | Note::Disabled
                | Note::Masked(_)
                | Note::Given(_)
        ),
        (None, Some(_)) => true,
    };
    let rule = (0..reference.rules.len()).find(differ)?;
    let name = book.rule_name(RuleId(rule as u32));
    let say = |diary: &Diary<G::Reason>| match &diary.rules[rule] {
        Some(note) => format!("\"{name}\": {note:?}"),
        None => format!("\"{name}\" was not asked"),
    };
    Some((Difference::RejectedRules, say(reference), say(plan)))
}

fn misremembered<G: Game>(book: &Compiled<G>, wrong: Misremembered) -> Disagreement {
    let Misremembered { shared, holds, pass } = wrong;
    let name = &book.words.shared[shared as usize].name;
    let why = match pass {
        Pass::Hoist => {
            "asked twice of one state, it gives two answers, so it depends on something else"
        }
        _ => "it reads more than it declares, or an event writes more than the book says",
    };
    (
        Difference::Memory,
        format!("\"{name}\" is {holds}"),
        format!("\"{name}\" is remembered as {}: {why}", !holds),
    )
}

fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<_> = names.map(|name| format!("\"{name}\"")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
