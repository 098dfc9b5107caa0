//! A match at the keyboard, with the game's types hidden: whoever shows it need
//! not know which game it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rulebook::{By, Choice, Dice, Fate, FrameSight, Outcome, Scores, Seat, Seed, Viewer};
use rulebook_bots::{Bot, Decision, NoDecision};
use rulebook_games::{CountsAs, Kit, Playable};
use rulebook_record::session_options;

use super::recorded::Recorded;

use crate::failure::Failure;
use crate::kit;
use crate::player::nth_seed;
use crate::seats::{Who, bot};
use crate::text::cut;

/// What is said of cards where there are none.
pub(super) const NO_CARDS: &str =
    "Nobody sees a card: this game is played without, or none is out.";

/// Who has to do something next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The game is over.
    Over(Scores),
    /// A player must choose first.
    Choice(Choice),
    /// It is for this seat to act.
    Seat(Seat),
    /// Chance does something; nobody needs to be asked.
    Chance(By),
}

impl Next {
    /// The seat that has to do something.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            Next::Choice(choice) => Some(choice.seat),
            Next::Seat(seat) => Some(*seat),
            Next::Over(_) | Next::Chance(_) => None,
        }
    }
}

/// What came of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It is done, or somebody must choose first.
    Done,
    /// It was refused, or came to nothing: why, a sentence each.
    Refused(Vec<String>),
}

/// What a bot wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    Act(String),
    Answer(u32),
}

/// Asks a bot to stop thinking, wherever it thinks.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody waits any more.
    pub(super) fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A bot's thinking, to be done elsewhere.
pub(super) type Thinking = Box<dyn FnOnce() -> Result<Plan, NoDecision> + Send>;

/// A match at the keyboard.
pub(super) trait Table: Send {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// Who plays, by seat.
    fn who(&self) -> &[Who];

    /// Whether everybody sees everything.
    fn is_open(&self) -> bool;

    /// How many actions were made.
    fn number(&mut self) -> u64;

    /// Who has to do something next.
    fn next(&mut self) -> Result<Next, Failure>;

    /// The board as somebody sees it.
    fn board(&mut self, viewer: Viewer) -> Result<String, Failure>;

    /// What a seat can do, the usual things first.
    fn offers(&mut self, seat: Seat) -> Result<Vec<String>, Failure>;

    /// Submits what somebody wrote.
    fn submit(&mut self, seat: Seat, text: &str) -> Result<Said, Failure>;

    /// Answers the pending choice.
    fn answer(&mut self, seat: Seat, option: u32) -> Result<Said, Failure>;

    /// Lets chance do what it has to.
    fn chance(&mut self, by: By) -> Result<(), Failure>;

    /// Takes back what was done since a person decided last.
    fn undo(&mut self) -> Result<Said, Failure>;

    /// Brings back what was undone, up to where a person decides.
    fn redo(&mut self) -> Result<Said, Failure>;

    /// Says why an action is legal or not.
    fn explain(&mut self, seat: Seat, text: &str) -> Result<String, Failure>;

    /// What the bot of a seat does to come to a decision, unless it is asked to
    /// stop.
    fn thinking(&mut self, seat: Seat, stop: &Stop) -> Result<Thinking, Failure>;

    /// What happened, a line for each action, as far as somebody may know.
    fn history(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// The last decision, explained as far as somebody may know.
    fn last(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// What the cards say that somebody sees; nothing in a game without cards.
    fn cards(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure>;

    /// Everybody gets up: what is kept of the game is finished. Says where it
    /// is, if something is kept.
    fn close(&mut self) -> Result<Option<PathBuf>, Failure>;
}

/// The last decision: who made it, and how it came about.
struct Last {
    by: By,
    explanation: String,
}

/// A match of a game.
pub(super) struct Match<G: Playable> {
    kept: Recorded<G>,
    who: Vec<Who>,
    seed: Seed,
    last: Option<Last>,
}

impl<G: Playable> Match<G> {
    /// Sits down to a new game.
    pub(super) fn new(
        kit: &Kit<G>,
        position: Option<&str>,
        who: Vec<Who>,
        seed: Seed,
        record: Option<&Path>,
    ) -> Result<Self, Failure> {
        let session = kit::session(kit, position, seed, session_options())?;
        let players = who.iter().map(Who::to_string).collect();
        let kept = Recorded::new(session, record, players)?;
        Ok(Match { kept, who, seed, last: None })
    }

    /// Sits down to a game that goes on.
    pub(super) fn go_on(mut kept: Recorded<G>, who: Vec<Who>) -> Self {
        let seed = kept.session().seed();
        Match { kept, who, seed, last: None }
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.who.get(seat.index()) == Some(&Who::Human)
    }

    /// What came of a call, in sentences.
    fn said(&self, outcome: Outcome<G>) -> Said {
        match outcome {
            Outcome::Committed(_)
            | Outcome::Undone(_)
            | Outcome::Redone(_)
            | Outcome::Pending(_) => Said::Done,
            Outcome::NoChange => Said::Refused(vec!["That would change nothing.".to_owned()]),
            Outcome::InvalidInput(refusal)
            | Outcome::Disallowed(refusal)
            | Outcome::Aborted(refusal) => {
                let reasons: Vec<String> = refusal.reasons().map(ToString::to_string).collect();
                Said::Refused(if reasons.is_empty() { vec![refusal.to_string()] } else { reasons })
            }
        }
    }

    /// Submits an action, and remembers why it is as it is.
    fn act(&mut self, by: By, action: G::Action) -> Result<Said, Failure> {
        // Why can only be asked before it is done, and asks more of the book than
        // doing it does: what goes wrong there says nothing of the action.
        let explained = self.kept.session().explain(by, &action);
        let outcome = self.kept.submit(by, action)?;
        if matches!(outcome, Outcome::Committed(_) | Outcome::Pending(_)) {
            let explanation = explained.map_or_else(
                |fault| format!("It cannot be explained. {fault}"),
                |explanation| explanation.to_string(),
            );
            self.last = Some(Last { by, explanation });
        }
        Ok(self.said(outcome))
    }

    /// Moves through the history until a person decides, or no further.
    fn travel(
        &mut self,
        step: fn(&mut Recorded<G>) -> Result<Outcome<G>, Failure>,
    ) -> Result<Said, Failure> {
        let mut moved = false;
        loop {
            let outcome = step(&mut self.kept)?;
            if outcome.refusal().is_some() {
                return Ok(if moved { Said::Done } else { self.said(outcome) });
            }
            moved = true;
            self.last = None;
            let next = self.next()?;
            if matches!(next, Next::Over(_)) || next.seat().is_some_and(|seat| self.is_human(seat))
            {
                return Ok(Said::Done);
            }
        }
    }
}

/// A line of the history.
fn line<G: Playable>(frame: &FrameSight<G>) -> String {
    let by = frame.by.map_or_else(|| "the rules".to_owned(), |by| by.to_string());
    let done = frame.action.as_ref().map_or_else(|| "in secret".to_owned(), G::print);
    let choices: String = frame.choices.iter().map(|made| format!(", {}", made.text)).collect();
    format!("{}. {by}: {done}{choices}", frame.number)
}

impl<G: Playable> Table for Match<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn who(&self) -> &[Who] {
        &self.who
    }

    fn is_open(&self) -> bool {
        G::IS_OPEN
    }

    fn number(&mut self) -> u64 {
        self.kept.session().number()
    }

    fn next(&mut self) -> Result<Next, Failure> {
        if let Some(scores) = self.kept.session().result() {
            return Ok(Next::Over(scores));
        }
        if let Some(choice) = self.kept.session().pending() {
            return Ok(Next::Choice(choice.clone()));
        }
        if let Some(seat) = self.kept.session().turn() {
            return Ok(Next::Seat(seat));
        }
        let legal = self.kept.session().legal_all()?;
        let usual = legal.iter().find(|legal| !G::is_rare(legal.action()));
        match usual.or(legal.first()).map(|legal| legal.by()) {
            Some(By::Seat(seat)) => Ok(Next::Seat(seat)),
            Some(by) => Ok(Next::Chance(by)),
            None => Err(Failure::Stuck { frame: self.kept.session().number() }),
        }
    }

    fn board(&mut self, viewer: Viewer) -> Result<String, Failure> {
        Ok(G::show_sight(&self.kept.session().view(viewer)?.state))
    }

    fn offers(&mut self, seat: Seat) -> Result<Vec<String>, Failure> {
        let legal = self.kept.session().legal(seat)?;
        let aside =
            |action: &G::Action| (G::is_rare(action), G::counts_as(action) == CountsAs::Aside);
        let mut actions: Vec<&G::Action> = legal.iter().map(|legal| legal.action()).collect();
        actions.sort_by_key(|action| aside(action));
        Ok(actions.into_iter().map(G::print).collect())
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<Said, Failure> {
        match G::parse_in(self.kept.session().state(), text) {
            Ok(action) => self.act(seat.into(), action),
            Err(error) => Ok(Said::Refused(vec![cut(&error.to_string()).into_owned()])),
        }
    }

    fn answer(&mut self, seat: Seat, option: u32) -> Result<Said, Failure> {
        let Some(id) = self.kept.session().pending().map(|choice| choice.id) else {
            return Ok(Said::Refused(vec!["Nobody asks anything now.".to_owned()]));
        };
        let outcome = self.kept.answer(seat.into(), id, option)?;
        Ok(self.said(outcome))
    }

    fn chance(&mut self, by: By) -> Result<(), Failure> {
        let mut legal = self.kept.session().legal(by)?;
        if legal.iter().any(|legal| !G::is_rare(legal.action())) {
            legal.retain(|legal| !G::is_rare(legal.action()));
        }
        // So that a game that goes on from its record goes on as it would have.
        let mut dice = Dice::new(nth_seed(!self.seed.0, self.number()));
        let Some(picked) = dice.pick(&legal).cloned() else {
            return Err(Failure::Stuck { frame: self.kept.session().number() });
        };
        match self.act(by, picked.into_action())? {
            Said::Done => Ok(()),
            Said::Refused(why) => {
                Err(Failure::Unexpected { done: format!("what {by} does"), outcome: why.join(" ") })
            }
        }
    }

    fn undo(&mut self) -> Result<Said, Failure> {
        self.travel(Recorded::undo)
    }

    fn redo(&mut self) -> Result<Said, Failure> {
        self.travel(Recorded::redo)
    }

    fn explain(&mut self, seat: Seat, text: &str) -> Result<String, Failure> {
        match G::parse_in(self.kept.session().state(), text) {
            Ok(action) => Ok(self.kept.session().explain(seat, &action)?.to_string()),
            Err(error) => Ok(cut(&error.to_string()).into_owned()),
        }
    }

    fn thinking(&mut self, seat: Seat, stop: &Stop) -> Result<Thinking, Failure> {
        let view = self.kept.session().view(seat)?;
        let who = self.who.get(seat.index()).copied().unwrap_or(Who::Random);
        let stop = stop.clone();
        let book = self.kept.session().book();
        let bot: Option<Box<dyn Bot<G>>> = bot(who, book, self.seed, move || stop.is_asked());
        Ok(Box::new(move || {
            let mut bot = bot.ok_or(NoDecision::NothingToDo)?;
            Ok(match bot.decide(&view)? {
                Decision::Act(action) => Plan::Act(G::print(&action)),
                Decision::Answer(_, option) => Plan::Answer(option),
            })
        }))
    }

    fn history(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure> {
        Ok(self.kept.session().sights(viewer)?.iter().map(line).collect())
    }

    fn last(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        if let Some(frame) = self.kept.session().frames().next_back() {
            let seen = frame.sight(viewer)?;
            lines.push(line(&seen));
            // What came to nothing by itself is nothing to tell.
            let events = seen.events.iter().filter(|event| event.fate != Fate::Vanished);
            lines.extend(events.map(|event| {
                let told = G::tell(&event.report);
                if event.fate == Fate::Applied {
                    format!("· {told}")
                } else {
                    format!("· {told} ({})", event.fate)
                }
            }));
        }
        if let Some(last) = &self.last
            && (G::IS_OPEN || viewer.seat().is_some_and(|seat| last.by.is(seat)))
        {
            lines.push(String::new());
            lines.extend(last.explanation.lines().map(str::to_owned));
        }
        Ok(lines)
    }

    fn cards(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure> {
        let texts = G::card_texts(&self.kept.session().view(viewer)?.state);
        Ok(texts
            .iter()
            .flat_map(|text| text.lines().map(str::to_owned).chain([String::new()]))
            .collect())
    }

    fn close(&mut self) -> Result<Option<PathBuf>, Failure> {
        self.kept.close()
    }
}
