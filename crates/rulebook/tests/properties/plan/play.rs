//! Plays a game in one of several ways, and writes down everything that can be
//! seen of it.

use std::fmt::Debug;

use rulebook::{
    Book, By, Cause, Digests, Explanation, Fault, FaultKind, Outcome, Parity, Pass, Passes,
    Preview, Recovery, Search, Seat, Seed, Session, SessionOptions,
};

use super::steps::{Game, Step};
use super::watch::{Counts, Told, Watcher};
use crate::books::build::{self, Call, Tables, listening};
use crate::books::concerned::leaves_out_others;
use crate::books::loops;
use crate::books::spec::{Act, Case, Table};

const ME: By = By::Seat(Seat(0));

/// How a game is kept, and what is asked between its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Somebody is told of decisions; before each action it is explained.
    Watched,
    /// Nobody watches; before each action it is previewed and searched, and
    /// all legal actions are asked for.
    Quiet,
    /// Nobody watches or asks; work that is avoided is counted.
    Counted,
    /// Nobody watches; each action is explained as it happens.
    Explained,
    /// Every action is compared with the reference by the engine itself.
    InParity,
}

/// What one step came to: what was seen, by name, and beside it what the passes
/// may change.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) seen: Vec<(&'static str, String)>,
    pub(crate) told: Told,
    /// The state before, and the action, where a single one was submitted and
    /// no choice came between.
    pub(crate) single: Option<(Table, Act)>,
    pub(crate) unhandled: bool,
    /// Whether it was an action for the rules in a bank, or beside them, and nothing
    /// was in the way of going by one.
    pub(crate) bank: Option<bool>,
    pub(crate) fault: Option<FaultKind>,
    /// How often shared predicates were evaluated while the step was taken.
    pub(crate) evaluated: u64,
    /// How much was avoided, if that is counted.
    pub(crate) avoided: Counts,
}

impl Page {
    fn note(&mut self, what: &'static str, seen: String) {
        self.seen.push((what, seen));
    }

    fn explain(&mut self, explanation: &Explanation<Tables>) {
        leaves_out_others(explanation).unwrap_or_else(|wrong| panic!("{wrong}"));
        self.note("forecast", explanation.forecast().to_string());
        self.note("standings", lines(explanation.rules()));
        self.note("account", format!("{:?}", explanation.account));
    }
}

/// A game that is under way.
struct Desk {
    session: Session<Tables>,
    line: Search<Tables>,
    watcher: Watcher,
    way: Way,
    case: Case,
    /// Whether a phase names a fact.
    phases_read: bool,
}

/// Plays it: a page for each step.
pub(crate) fn play(game: &Game, passes: Passes, way: Way) -> Result<Vec<Page>, String> {
    let book = build::book(&game.case, passes)?;
    let session = start(&book, game, way)?;
    let line = session.search(Seed(2));
    let phases_read = game.case.phases_name_facts();
    let (watcher, case) = (Watcher::default(), game.case.clone());
    let mut desk = Desk { session, line, watcher, way, case, phases_read };
    if way == Way::Watched {
        desk.session.observe(desk.watcher.clone());
    }
    game.steps.iter().map(|step| desk.take(&book, step)).collect()
}

fn start(book: &Book<Tables>, game: &Game, way: Way) -> Result<Session<Tables>, String> {
    let recovery = match way {
        Way::Watched | Way::InParity => Recovery::Snapshot,
        Way::Quiet | Way::Counted | Way::Explained => Recovery::Revert,
    };
    // With a digest for each frame nothing goes in a straight line.
    let digests = match way {
        Way::Watched | Way::Quiet | Way::Explained => Digests::Off,
        Way::Counted | Way::InParity => Digests::PerFrame,
    };
    let options = SessionOptions {
        digests,
        recovery: Some(recovery),
        parity: if way == Way::InParity { Parity::Every } else { Parity::Off },
        count_work: way == Way::Counted,
        ..SessionOptions::default()
    };
    let table = Table { counters: game.case.start, log: Vec::new() };
    let started = book.start_with(table, Seed(1), options);
    let mut session = started.map_err(|error| error.to_string())?;
    for (rule, _) in game.case.rules().iter().filter(|(rule, _)| rule.off) {
        let id = book.rule(&rule.at.path).ok_or("a rule has lost its name")?;
        session.disable(id).map_err(|fault| fault.to_string())?;
    }
    Ok(session)
}

type Came = Result<Outcome<Tables>, Fault>;

impl Desk {
    /// Takes a step, and looks at everything.
    fn take(&mut self, book: &Book<Tables>, step: &Step) -> Result<Page, String> {
        let mut page = Page::default();
        if let Step::Submit(act) = step {
            self.look_ahead(&mut page, *act);
        }
        let before = self.session.state().clone();
        if let Step::Submit(act) = step
            && self.session.pending().is_none()
            && !book.rules().any(|rule| self.session.is_disabled(rule.id()))
        {
            page.bank = loops::meets(&self.case, &before, *act);
        }
        let was_asked = self.session.pending().is_some();
        let counted = avoided(&self.session);
        let (came, calls) = listening(|| self.run(book, step, &mut page));
        page.told = self.watcher.told();
        page.note("notices", page.told.lines.join("\n"));
        page.avoided = avoided(&self.session);
        page.avoided.iter_mut().for_each(|(pass, count)| *count -= counted[pass]);
        self.note_calls(&mut page, calls);
        page.note("outcome", format!("{came:?}"));
        let asked = was_asked || page.seen.iter().any(|(what, _)| *what == "choice");
        if let (Step::Submit(act), false) = (step, asked) {
            page.single = Some((before, *act));
        }
        match came {
            Ok(outcome) => self.look_at(&mut page, &outcome),
            Err(fault) => {
                page.note("fault", fault.to_string());
                page.fault = Some(fault.kind().clone());
            }
        }
        self.note_state(&mut page)?;
        Ok(page)
    }

    fn run(&mut self, book: &Book<Tables>, step: &Step, page: &mut Page) -> Came {
        match step {
            Step::Submit(act) => {
                let came = match self.way {
                    Way::Explained => self.submit_explained(*act, page),
                    _ => self.session.submit(ME, *act),
                };
                self.answer(came, page)
            }
            Step::Together(acts) => {
                let sequence = self.session.submit_all(acts.iter().map(|&act| (ME, act)))?;
                page.note("sequence", format!("{sequence:?}"));
                Ok(Outcome::NoChange)
            }
            Step::PlayLegal(nth) => {
                let mut legal = self.session.legal(ME)?;
                if legal.is_empty() {
                    return Ok(Outcome::NoChange);
                }
                let came = self.session.play(legal.swap_remove(nth % legal.len()));
                self.answer(came, page)
            }
            Step::Switch(nth, on) => {
                let all: Vec<_> = book.rules().map(|rule| rule.id()).collect();
                let rule = all[nth % all.len()];
                if *on { self.session.enable(rule) } else { self.session.disable(rule) }
            }
            Step::Undo => self.session.undo(),
            Step::Redo => self.session.redo(),
        }
    }

    fn submit_explained(&mut self, act: Act, page: &mut Page) -> Came {
        let (outcome, why) = self.session.submit_explained(ME, act)?;
        page.explain(why);
        Ok(outcome)
    }

    /// Answers as long as somebody must choose.
    fn answer(&mut self, mut came: Came, page: &mut Page) -> Came {
        for option in 0.. {
            let Ok(Outcome::Pending(choice)) = &came else { break };
            page.note("choice", choice.to_string());
            let id = choice.id;
            let options = choice.options.len() as u32;
            came = self.session.answer(ME, id, (option + 2) % options);
        }
        came
    }

    /// Everything that can be asked about an action beforehand.
    fn look_ahead(&mut self, page: &mut Page, act: Act) {
        match self.way {
            Way::Watched => match self.session.explain(ME, &act) {
                Ok(explanation) => page.explain(explanation),
                Err(fault) => page.note("explanation", fault.to_string()),
            },
            Way::Quiet => {
                let legal = self.session.legal(ME);
                let legal =
                    legal.map(|legal| legal.iter().map(|l| *l.action()).collect::<Vec<_>>());
                page.note("legal actions", format!("{legal:?}"));
                let preview = self.session.preview(ME, &act);
                if let Ok(Preview::Commit { frame, state }) = &preview {
                    page.note("previewed", format!("{frame:?} {state:?}"));
                }
                page.note("preview", format!("{preview:?}"));
                self.search(page, act);
            }
            Way::Counted | Way::Explained | Way::InParity => {}
        }
    }

    /// There, back, and there again; before that some of the legal actions, with
    /// their proofs.
    fn search(&mut self, page: &mut Page, act: Act) {
        let mut legal = Vec::new();
        let found = self.line.legal_into(ME, &mut legal);
        page.note("legal on the line before", format!("{found:?} {legal:?}"));
        for legal in legal.iter().step_by(2).take(3) {
            let depth = self.line.depth();
            let came = self.line.play(legal);
            page.note("played on the line", format!("{came:?} {:?}", self.line.state()));
            if self.line.depth() > depth {
                self.line.pop();
            }
            page.note("taken back", format!("{:?}", self.line.state()));
        }
        for round in 0..2 {
            let depth = self.line.depth();
            let came = self.line.push_with(ME, act, &[2, 0, 1, 2, 0, 1]);
            page.note("searched", format!("{came:?} {:?}", self.line.state()));
            if round == 0 && self.line.depth() > depth {
                // What is learnt here must not be believed after the pop.
                let mut legal = Vec::new();
                let found = self.line.legal_into(ME, &mut legal);
                page.note("legal on the line", format!("{found:?} {legal:?}"));
                self.line.pop();
                page.note("popped", format!("{:?}", self.line.state()));
            }
        }
    }

    /// The calls of authors' functions are the same, one by one, but for those of
    /// shared predicates, which are counted. A phase reads its facts when it is
    /// first come to, which for the plan may be later, or for a watcher earlier:
    /// then only what is read for rules can be compared.
    fn note_calls(&self, page: &mut Page, calls: Vec<Call>) {
        let is_shared = |call: &Call| matches!(call, Call::Shared(..));
        let (shared, others): (Vec<_>, Vec<_>) = calls.into_iter().partition(is_shared);
        page.evaluated = shared.len() as u64;
        let heard = others.iter().filter(|call| {
            !matches!(call, Call::Fact(..)) || self.way != Way::Watched && !self.phases_read
        });
        if !matches!(self.way, Way::InParity | Way::Explained) {
            page.note("calls", lines(heard));
        }
    }

    fn look_at(&self, page: &mut Page, outcome: &Outcome<Tables>) {
        let refusal = outcome.refusal().map(|refusal| &refusal.cause);
        if matches!(refusal, Some(Cause::Checks { .. })) {
            // No rule was looked at.
            page.single = None;
        }
        page.unhandled = matches!(refusal, Some(Cause::Unhandled { .. }));
        if let Some(frame) = outcome.frame().and_then(|id| self.session.frame(id)) {
            page.note("frame", format!("{frame:?}"));
        }
    }

    fn note_state(&mut self, page: &mut Page) -> Result<(), String> {
        page.note("state", format!("{:?}", self.session.state()));
        page.note("dice", self.session.dice_position().to_string());
        page.note("pending", format!("{:?}", self.session.pending()));
        let digest = self.session.digest().map_err(|fault| fault.to_string())?;
        page.note("digest", format!("{digest:?}"));
        Ok(())
    }
}

fn avoided(session: &Session<Tables>) -> Counts {
    let avoided = session.avoided();
    Pass::ALL.into_iter().map(|pass| (pass, avoided.by(pass))).collect()
}

/// A line for each.
fn lines<T: Debug>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| format!("{one:?}\n")).collect()
}
