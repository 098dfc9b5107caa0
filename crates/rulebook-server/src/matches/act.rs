//! Acting: every request gets one answer, which was written before.

use rulebook::By;

use super::name::Name;
use super::table::{News, Table, Tree};
use super::{Failure, Matches};
use crate::game::{Committed, Offered, Step, Trouble, Waiting};
use crate::store::{Entry, NodeRow};
use crate::wire::{self, Answer, Eye, Outcome, Who};

/// The longest action, in bytes.
const LONGEST_ACTION: usize = 4096;

/// What can be asked of a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// To submit an action.
    Action(wire::ActionRequest),
    /// To answer a choice.
    Answer(wire::AnswerRequest),
    /// To take back what waits for a choice.
    Withdraw(wire::WithdrawRequest),
}

impl Request {
    /// Where it acts.
    pub(crate) fn at(&self) -> u32 {
        match self {
            Request::Action(it) => it.at,
            Request::Answer(it) => it.at,
            Request::Withdraw(it) => it.at,
        }
    }

    /// Who acts, if that is said. Whoever takes something back does not say it.
    fn by(&self) -> Option<Who> {
        match self {
            Request::Action(wire::ActionRequest { by, .. })
            | Request::Answer(wire::AnswerRequest { by, .. }) => Some(*by),
            Request::Withdraw(_) => None,
        }
    }

    /// Who is told what came of it, if nobody is named: whoever acts.
    fn asker(&self) -> Eye {
        self.by().map_or(Eye::SPECTATOR, |by| Eye::of(by.0))
    }

    /// Fails if whoever looks may not act so: a spectator only looks, and a seat
    /// acts for itself. What waits for a choice is taken back by whoever did it.
    pub(super) fn check(&self, eye: Eye, waits: Option<&Waiting>) -> Result<(), Failure> {
        let by = self.by().or_else(|| waits.map(|waiting| Who(waiting.by)));
        let message = match (eye, by) {
            (Eye::Everything, _) => return Ok(()),
            (Eye::SPECTATOR, _) => "A spectator only looks: act with the eye of a seat.".to_owned(),
            (Eye::Of(viewer), Some(by)) if viewer.seat().map(By::Seat) != Some(by.0) => {
                format!("{eye} acts only for itself, and not for {by}: act with the eye of {by}.")
            }
            (Eye::Of(_), _) => return Ok(()),
        };
        Err(Failure::new(403, "not_yours", message))
    }

    fn name(&self) -> Result<Name, Failure> {
        match self {
            Request::Action(it) => Name::given(&it.id, "action", it),
            Request::Answer(it) => Name::given(&it.id, "answer", it),
            Request::Withdraw(it) => Name::given(&it.id, "withdraw", it),
        }
    }
}

/// What came of a request, before it is written.
struct Tried {
    outcome: Outcome,
    /// The new node.
    node: Option<NodeRow>,
    /// What waits for a choice from now on, if that has changed.
    waiting: Option<Option<Waiting>>,
}

impl Matches {
    /// Does what is asked, once for each name of a request, and tells the
    /// viewer what came of it; if nobody is named, whoever acts.
    pub(crate) fn act(
        &self,
        table: &Table,
        request: &Request,
        viewer: Option<Eye>,
    ) -> Result<Answer, Failure> {
        let name = request.name()?;
        if let Some(eye) = viewer {
            self.check_eye(table, eye)?;
            request.check(eye, table.tree().waiting.get(&request.at()))?;
        }
        let answer = self.act_as(table, &name, request)?;
        self.seen(table, answer, viewer.unwrap_or_else(|| request.asker()))
    }

    /// Does what is asked under a name. All of what came of it is in the answer,
    /// also what is hidden from whoever asked.
    pub(super) fn act_as(
        &self,
        table: &Table,
        name: &Name,
        request: &Request,
    ) -> Result<Answer, Failure> {
        let at = request.at();
        let mut tree = table.tree();
        if let Some(answer) = self.answered(&tree.row.id, name)? {
            return Ok(answer);
        }
        if let Some(message) = &tree.row.broken {
            return Err(Failure::broken(message));
        }
        tree.existing(at)?;
        let game = self.game(&tree.row.game.clone())?;
        match attempt(game, &mut tree, request) {
            Ok(tried) => self.finish(table, &mut tree, (name, at), tried),
            // The game's own code has panicked where nothing protects it.
            Err(failure) if failure.code == "broken" => {
                self.close(table, &mut tree, name, failure.message)
            }
            Err(failure) => Err(failure),
        }
    }

    /// The answer that a request has got before. It is for this request alone:
    /// whoever asks something else under the same name is refused.
    pub(super) fn answered(&self, of: &str, name: &Name) -> Result<Option<Answer>, Failure> {
        let id = &name.id;
        let Some((asked, text)) = self.store.answer(of, id)? else { return Ok(None) };
        if asked.is_some_and(|asked| asked != name.asked) {
            let message = format!(
                "The id {id:?} names another request to this match: give each request an id of \
                 its own."
            );
            return Err(Failure::new(409, "id_taken", message));
        }
        let answer = serde_json::from_str(&text).map_err(|error| {
            Failure::new(500, "store", format!("The answer to {id:?} cannot be read: {error}."))
        })?;
        Ok(Some(answer))
    }

    /// Writes what came of a request, and only then lets it be true.
    fn finish(
        &self,
        table: &Table,
        tree: &mut Tree,
        (name, at): (&Name, u32),
        tried: Tried,
    ) -> Result<Answer, Failure> {
        let answer = Answer { id: name.id.clone(), outcome: tried.outcome };
        let of = || tree.row.id.clone();
        let mut entries = Vec::new();
        entries.extend(tried.node.clone().map(|row| Entry::Node(of(), row)));
        entries.extend(tried.waiting.clone().map(|waiting| Entry::Waiting(of(), at, waiting)));
        entries.push(name.answered(of(), &answer)?);
        if let Err(error) = self.store.write(entries) {
            // It was played in memory, and is not kept: forget that it was.
            if tried.node.is_some() {
                tree.lines.drop_used();
            }
            return Err(error.into());
        }
        if let Some(waiting) = tried.waiting {
            match waiting {
                Some(waiting) => drop(tree.waiting.insert(at, waiting)),
                None => drop(tree.waiting.remove(&at)),
            }
            // Others are to act here now: a choice may be a bot's.
            tree.asked.remove(&at);
            table.tell(News::Pending(at));
        }
        if let Some(row) = tried.node {
            tree.lines.played(row.node);
            tree.add(row);
            let node = tree.nodes.last().cloned();
            node.into_iter().for_each(|node| table.tell(News::Node(node)));
        }
        Ok(answer)
    }

    /// Closes a match whose game has panicked.
    fn close(
        &self,
        table: &Table,
        tree: &mut Tree,
        name: &Name,
        message: String,
    ) -> Result<Answer, Failure> {
        let outcome = Outcome::Fault { message: message.clone() };
        let answer = Answer { id: name.id.clone(), outcome };
        let of = || tree.row.id.clone();
        let entries = vec![Entry::Broken(of(), message.clone()), name.answered(of(), &answer)?];
        self.store.write(entries)?;
        tree.row.broken = Some(message.clone());
        table.tell(News::Broken(message));
        Ok(answer)
    }
}

/// Tries what is asked in memory.
fn attempt(game: &dyn Offered, tree: &mut Tree, request: &Request) -> Result<Tried, Failure> {
    match request {
        Request::Action(asked) => submit(game, tree, asked),
        Request::Answer(asked) => answer(game, tree, asked),
        Request::Withdraw(asked) => Ok(match tree.waiting.get(&asked.at) {
            Some(_) => Tried { outcome: Outcome::Withdrawn, node: None, waiting: Some(None) },
            None => refused("NO_CHOICE_PENDING", "There is no choice to answer.".to_owned()),
        }),
    }
}

fn submit(
    game: &dyn Offered,
    tree: &mut Tree,
    asked: &wire::ActionRequest,
) -> Result<Tried, Failure> {
    if tree.waiting.contains_key(&asked.at) {
        let message = "Here an action waits for a choice: answer it, or take it back first.";
        return Ok(refused("CHOICE_PENDING", message.to_owned()));
    }
    if asked.action.len() > LONGEST_ACTION {
        let message = format!("An action has at most {LONGEST_ACTION} bytes.");
        return Ok(refused("UNREADABLE", message));
    }
    let waiting = Waiting { by: asked.by.0, action: asked.action.clone(), answers: Vec::new() };
    let step = play(game, tree, asked.at, |line| line.submit(&waiting))?;
    Ok(tried(tree, asked.at, waiting, step, None))
}

fn answer(
    game: &dyn Offered,
    tree: &mut Tree,
    asked: &wire::AnswerRequest,
) -> Result<Tried, Failure> {
    let Some(mut waiting) = tree.waiting.get(&asked.at).cloned() else {
        return Ok(refused("NO_CHOICE_PENDING", "There is no choice to answer.".to_owned()));
    };
    let Who(by) = asked.by;
    let step =
        play(game, tree, asked.at, |line| line.answer(&waiting, by, &asked.choice, asked.option))?;
    waiting.answers.push(asked.option);
    Ok(tried(tree, asked.at, waiting, step, Some(None)))
}

/// Plays something at a node, on a line that loses nothing by it.
fn play(
    game: &dyn Offered,
    tree: &mut Tree,
    at: u32,
    does: impl FnOnce(&mut dyn crate::game::Line) -> Result<Step, Trouble>,
) -> Result<Result<Step, Trouble>, Failure> {
    let number = tree.existing(at)?;
    tree.at(game, at)?;
    tree.lines.branch(number);
    let line = tree.lines.used();
    match super::table::careful(|| does(line)) {
        Ok(Err(Trouble::Fault(message))) => {
            // The session may be of no use any more: the next one begins anew.
            tree.lines.drop_used();
            Ok(Err(Trouble::Fault(message)))
        }
        Ok(step) => Ok(step),
        Err(failure) => {
            tree.lines.drop_used();
            Err(failure)
        }
    }
}

/// What is to be written of a step. `ended` says what becomes of a choice that
/// was pending before.
fn tried(
    tree: &Tree,
    at: u32,
    waiting: Waiting,
    step: Result<Step, Trouble>,
    ended: Option<Option<Waiting>>,
) -> Tried {
    match step {
        Ok(Step::Committed(frame)) => {
            let row = row(tree, at, &waiting, frame);
            let number = tree.number(at).unwrap_or_default() + 1;
            let line = wire::NodeLine {
                node: row.node,
                parent: Some(at),
                number,
                by: Some(row.by),
                action: Some(row.action.clone()),
                words: tree.words.as_ref().map(|words| words(&row.action)),
                answers: row.answers.clone(),
                events: Some(row.events),
                result: row.result.clone(),
                // Whoever acts may be a seat: what a digest gives away is not
                // for it.
                digest: None,
            };
            Tried { outcome: Outcome::Accepted { node: line }, node: Some(row), waiting: ended }
        }
        Ok(Step::Unchanged) => Tried { outcome: Outcome::Unchanged, node: None, waiting: ended },
        Ok(Step::Pending(choice)) => {
            Tried { outcome: Outcome::Pending { choice }, node: None, waiting: Some(Some(waiting)) }
        }
        Ok(Step::Refused(outcome)) => Tried { outcome, node: None, waiting: None },
        Err(Trouble::Unreadable { why, .. }) => refused("UNREADABLE", why),
        Err(Trouble::Fault(message)) => {
            Tried { outcome: Outcome::Fault { message }, node: None, waiting: None }
        }
    }
}

fn row(tree: &Tree, at: u32, waiting: &Waiting, frame: Committed) -> NodeRow {
    NodeRow {
        node: tree.count(),
        parent: at,
        by: Who(waiting.by),
        action: frame.action,
        answers: waiting.answers.clone(),
        events: frame.events,
        result: frame.result,
        digest: frame.digest,
    }
}

/// A refusal of the server's own.
fn refused(code: &str, message: String) -> Tried {
    let reason = wire::Reason {
        code: code.to_owned(),
        message: message.clone(),
        check: None,
        rule: None,
        concerns: None,
    };
    let outcome = Outcome::Refused {
        refusal: "invalid".to_owned(),
        code: code.to_owned(),
        rule: "studio".to_owned(),
        message,
        reasons: vec![reason],
    };
    Tried { outcome, node: None, waiting: None }
}
