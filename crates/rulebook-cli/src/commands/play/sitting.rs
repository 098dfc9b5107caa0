//! A game that people and bots have sat down to: whose move is submitted for
//! whom, and what each may do and see.

use std::path::{Path, PathBuf};

use rulebook::{By, Dice, Fault, Outcome, Seat, Seed, Session, Viewer};
use rulebook_bots::{Bot, Decision, NoDecision};
use rulebook_games::{CountsAs, Kit, Playable};
use rulebook_record::session_options;

use super::decision;
use super::recorded::Recorded;
use super::table::{Cut, Next, Plan, Said, Stop, Table, Thinking};
use super::words::Move;
use crate::commands::explain::When;
use crate::failure::Failure;
use crate::kit;
use crate::player::nth_seed;
use crate::seats::{Who, bot};
use crate::text::cut;

/// A match of a game.
pub(super) struct Match<G: Playable> {
    kept: Recorded<G>,
    who: Vec<Who>,
    seed: Seed,
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
        Ok(Match { kept, who, seed })
    }

    /// Sits down to a game that goes on.
    pub(super) fn go_on(mut kept: Recorded<G>, who: Vec<Who>) -> Self {
        let seed = kept.session().seed();
        Match { kept, who, seed }
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

    fn act(&mut self, by: By, action: G::Action) -> Result<Said, Failure> {
        let outcome = self.kept.submit(by, action)?;
        Ok(self.said(outcome))
    }

    /// The other people at the keyboard. Nobody does anything for another where
    /// they hide something from each other.
    fn others(&self, seat: Seat) -> Vec<Seat> {
        let seats = (0..).map(Seat).take(self.who.len());
        seats.filter(|other| G::IS_OPEN && *other != seat && self.is_human(*other)).collect()
    }

    /// Whoever is named, if this seat may speak for them.
    fn named(&self, seat: Seat, by: Option<Seat>) -> Result<Seat, String> {
        match by {
            Some(by) if by.index() >= self.who.len() => {
                Err(format!("There is no {by}: this game has {} seats.", self.who.len()))
            }
            Some(by) if by != seat && !self.is_human(by) => Err(format!(
                "Nobody at the keyboard has {by}: its {} decides.",
                self.who[by.index()]
            )),
            Some(by) if by != seat && !G::IS_OPEN => {
                Err(format!("Nobody else may know what {by} does: wait until it is asked."))
            }
            by => Ok(by.unwrap_or(seat)),
        }
    }

    /// The others at the keyboard who can do this now.
    fn able(&mut self, seat: Seat, action: &G::Action) -> Result<Vec<Seat>, Failure> {
        let mut able = Vec::new();
        for other in self.others(seat) {
            let legal = self.kept.session().legal(other)?;
            if legal.iter().any(|legal| legal.action() == action) {
                able.push(other);
            }
        }
        Ok(able)
    }

    /// Moves through the history until a person decides. Nothing moves if nobody
    /// is asked there: a bot would only do the same again.
    fn travel(&mut self, way: Way<G>) -> Result<Said, Failure> {
        let mut trial = self.kept.session().fork();
        let mut steps = 0;
        loop {
            let outcome = (way.tries)(&mut trial)?;
            if outcome.refusal().is_some() {
                let is_enough =
                    steps > 0 && (way.goes_to_the_end || !self.who.contains(&Who::Human));
                if !is_enough {
                    return Ok(self.said(outcome));
                }
                break;
            }
            steps += 1;
            let next = next(&mut trial)?;
            if matches!(next, Next::Over(_)) || next.seat().is_some_and(|seat| self.is_human(seat))
            {
                break;
            }
        }
        for _ in 0..steps {
            (way.does)(&mut self.kept)?;
        }
        Ok(Said::Done)
    }
}

/// A way through the history: how it is tried, and how it is done.
struct Way<G: Playable> {
    tries: fn(&mut Session<G>) -> Result<Outcome<G>, Fault>,
    does: fn(&mut Recorded<G>) -> Result<Outcome<G>, Failure>,
    /// Whether to go to the end of it, if no person decides before.
    goes_to_the_end: bool,
}

/// Who has to do something next.
fn next<G: Playable>(session: &mut Session<G>) -> Result<Next, Failure> {
    if let Some(scores) = session.result() {
        return Ok(Next::Over(scores));
    }
    if let Some(choice) = session.pending() {
        return Ok(Next::Choice(choice.clone()));
    }
    if let Some(seat) = session.turn() {
        return Ok(Next::Seat(seat));
    }
    let legal = session.legal_all()?;
    let usual = legal.iter().find(|legal| !G::is_rare(legal.action()));
    match usual.or(legal.first()).map(|legal| legal.by()) {
        Some(By::Seat(seat)) => Ok(Next::Seat(seat)),
        Some(by) => Ok(Next::Chance(by)),
        None => Err(Failure::Stuck { frame: session.number() }),
    }
}

impl<G: Playable> Table for Match<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn who(&self) -> &[Who] {
        &self.who
    }

    fn cut(&self) -> Option<&Cut> {
        self.kept.cut()
    }

    fn is_open(&self) -> bool {
        G::IS_OPEN
    }

    fn number(&mut self) -> u64 {
        self.kept.session().number()
    }

    fn next(&mut self) -> Result<Next, Failure> {
        next(self.kept.session())
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

    fn offers_of_others(&mut self, seat: Seat) -> Result<Vec<String>, Failure> {
        let mut offers = Vec::new();
        let own = self.offers(seat)?;
        for other in self.others(seat) {
            let theirs = self.offers(other)?.into_iter().filter(|offer| !own.contains(offer));
            offers.extend(theirs.map(|offer| format!("as {} {offer}", other.0)));
        }
        Ok(offers)
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<Said, Failure> {
        match G::parse_in(self.kept.session().state(), text) {
            Ok(action) => self.act(seat.into(), action),
            Err(error) => Ok(Said::Refused(vec![cut(&error.to_string()).into_owned()])),
        }
    }

    fn submit_for(&mut self, seat: Seat, said: Move<'_>) -> Result<Said, Failure> {
        let by = match self.named(seat, said.by) {
            Ok(by) => by,
            Err(why) => return Ok(Said::Refused(vec![why])),
        };
        let refused = match self.submit(by, said.text)? {
            Said::Refused(why) if said.by.is_none() => why,
            said => return Ok(said),
        };
        if let Ok(action) = G::parse_in(self.kept.session().state(), said.text)
            && let [other] = self.able(seat, &action)?[..]
        {
            return self.act(other.into(), action);
        }
        Ok(Said::Refused(refused))
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
        self.travel(Way { tries: Session::undo, does: Recorded::undo, goes_to_the_end: false })
    }

    fn redo(&mut self) -> Result<Said, Failure> {
        self.travel(Way { tries: Session::redo, does: Recorded::redo, goes_to_the_end: true })
    }

    fn explain(&mut self, seat: Seat, said: Move<'_>) -> Result<Vec<String>, Failure> {
        let by = match self.named(seat, said.by) {
            Ok(by) => by,
            Err(why) => return Ok(vec![why]),
        };
        let session = self.kept.session();
        Ok(match G::parse_in(session.state(), said.text) {
            Ok(action) => {
                let when = if G::IS_OPEN { When::Before } else { When::BeforeInSecret };
                decision::in_words(session.explain(by, &action)?, when)
            }
            Err(error) => vec![cut(&error.to_string()).into_owned()],
        })
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
        Ok(self.kept.session().sights(viewer)?.iter().map(decision::line).collect())
    }

    fn done(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure> {
        decision::done(self.kept.session(), viewer)
    }

    fn last(&mut self, viewer: Viewer) -> Result<Vec<String>, Failure> {
        let (session, past) = self.kept.with_past();
        decision::explained(session, past, viewer)
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
