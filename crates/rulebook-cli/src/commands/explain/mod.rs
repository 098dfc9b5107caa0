//! `rulebook explain`: why an action is legal or not, and why a frame of a
//! record happened.

mod answer;
mod frame;
mod told;

use clap::Args;
use rulebook::{
    By, CheckReport, CheckStanding, Choice, Explanation, GateReport, Reason, Seat, Session,
    Standing,
};
use rulebook_games::{Playable, Visit};
use serde_json::{Value, json};

use super::{Answer, with_game};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::options;
use crate::paint::Paper;
use crate::record_file::{RecordAt, session_at};
use crate::text::list;
use crate::turn::turn;
use answer::explain_answer;
use frame::{For, explain_frame};
use told::is_legal;
pub(crate) use told::{When, told};

const EXAMPLES: &str = "\
Examples:
  rulebook explain chess e2e4
      Legal, and the rule that decides it.
  rulebook explain chess O-O
      Everything that is against castling at once; 'e1g1' is the same.
  rulebook explain night-market bid 12 --by 2 \\
      --position 'night 1 torch 0 river 0 show gold jade; 10 charm; 10 charm; 10 charm'
      An exception lets it pass. Words need no quotes.
  rulebook explain chess e7e5 --by 1
      Somebody whose turn it is not.
  rulebook explain chess --record game.jsonl --at 12
      Why frame 12 of a record happened, and what came of it. Without --at, the
      last one, or what waits for a choice.
  rulebook explain chess e1g1 --record game.jsonl --at 12
      Whether somebody could castle after it.
  rulebook explain night-market gold --record game.jsonl
      Whether that can be answered where the record ends with a choice.

The exit code is 0 if the action or the answer is legal, and 1 if it is not.";

/// Says why an action is legal or not, and which rule decides
///
/// Every check is named with what it says, and every rule with why it decides
/// or why it does not.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    at: GameAt,

    #[command(flatten)]
    record: RecordAt,

    /// The action, as 'rulebook legal' writes it, or as people do: 'Nf3' in
    /// chess, '24/20' in backgammon; where a choice is pending, also an answer, by
    /// its name or its number; without it, the one that made the frame of
    /// the record
    #[arg(value_name = "ACTION", required_unless_present = "record", num_args = 1..)]
    action: Vec<String>,

    /// By whom: a seat's number, 'chance' or 'clock'. Without it, whoever can
    /// do it, or whose turn it is
    #[arg(long, value_name = "SEAT", requires = "action", value_parser = actor)]
    by: Option<By>,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

fn actor(text: &str) -> Result<By, &'static str> {
    match text {
        "chance" => Ok(By::Chance),
        "clock" => Ok(By::Clock),
        number => {
            let seat = number.parse().map(|seat| By::Seat(Seat(seat))).ok();
            seat.ok_or("write a seat's number, such as 0, or 'chance' or 'clock'")
        }
    }
}

/// Explains an action.
pub(crate) fn run(paper: &mut Paper, args: &ExplainArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Explain { paper, args })
}

struct Explain<'a> {
    paper: &'a mut Paper,
    args: &'a ExplainArgs,
}

impl Visit for Explain<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Explain { paper, args } = self;
        if let (Some(path), []) = (&args.record.record, &args.action[..]) {
            let told = if args.json { For::Programs } else { For::People };
            return explain_frame::<G>(paper, path, &args.at.cards, (args.record.at, told));
        }
        let (mut game, cut) = session_at::<G>(&args.at, &args.record, args.json)?;
        let text = args.action.join(" ");
        let asked = game.pending().cloned();
        let answer = asked.as_ref().and_then(|asked| Some((asked, options::answer(asked, &text)?)));
        if let Some(answer) = answer {
            let by = args.by.map(|by| sits_there(&game, by)).transpose()?;
            return explain_answer(paper, &game, answer, by, args.json);
        }
        let action = G::parse_in(game.state(), &text)
            .map_err(|error| asked.map_or_else(|| error.into(), |asked| neither(&asked, &text)))?;
        let by = by_whom(&mut game, &action, args.by)?;
        let position = G::write_position(game.state());
        let explained = game.explain(by, &action)?;
        if args.json {
            let mut said = as_json(explained, &position);
            if args.record.record.is_some() {
                said["cut_off"] = cut.map(|cut| cut.place.entry).into();
            }
            paper.raw(&format!("{said:#}\n"))?;
        } else {
            tell(paper, explained, When::Before)?;
        }
        Ok(if is_legal(explained) { Answer::Yes } else { Answer::No })
    }
}

/// What is neither an action nor an answer, where somebody must choose.
fn neither(asked: &Choice, text: &str) -> Failure {
    let (seat, question) = (asked.seat, &asked.question);
    let no_option = options::no_option(asked, text);
    Failure::Usage(format!("{seat} must choose first: {question} {no_option}"))
}

/// Who is meant: the one who was named, or the first who can do it, or else the
/// one whose turn it is.
fn by_whom<G: Playable>(
    game: &mut Session<G>,
    action: &G::Action,
    named: Option<By>,
) -> Result<By, Failure> {
    if let Some(by) = named {
        return sits_there(game, by);
    }
    let said = G::print(action);
    let legal = game.legal_all()?;
    let able = legal.iter().find(|legal| G::print(legal.action()) == said);
    let first = turn(game)?.first().copied();
    Ok(able.map(|legal| legal.by()).or(first).unwrap_or(By::Seat(Seat(0))))
}

/// Whoever is named, if there is such a seat.
fn sits_there<G: Playable>(game: &Session<G>, by: By) -> Result<By, Failure> {
    let seats = game.seats();
    match by {
        By::Seat(seat) if seat.index() >= seats => Err(Failure::Usage(format!(
            "{} has no {seat}: its seats are {}. Name one of them with --by, or 'chance' or \
             'clock'.",
            G::NAME,
            list(&(0..seats).collect::<Vec<_>>(), "and"),
        ))),
        by => Ok(by),
    }
}

/// Writes an explanation down.
fn tell<G: Playable>(
    paper: &mut Paper,
    explained: &Explanation<G>,
    when: When,
) -> Result<(), Failure> {
    for line in told(explained, when) {
        if line.is_heading() {
            paper.blank()?;
            paper.prose(0, line.style, &line.text)?;
        } else {
            paper.item(line.indent, line.mark, line.style, &line.text)?;
        }
    }
    Ok(())
}

fn as_json<G: Playable>(explained: &Explanation<G>, position: &str) -> Value {
    let gates = explained.gates();
    let checks = gates.iter().flat_map(gate_as_json);
    let rules = explained.rules().map(|rule| {
        json!({
            "rule": rule.name,
            "priority": rule.priority.to_string(),
            "selected": matches!(rule.standing, Standing::Selected),
            "text": rule.to_string(),
        })
    });
    json!({
        "game": G::NAME,
        "position": position,
        "by": explained.by.to_string(),
        "action": G::print(&explained.action),
        "legal": is_legal(explained),
        "forecast": explained.forecast().to_string(),
        "checks": checks.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
    })
}

fn gate_as_json<R: Reason>(gate: &GateReport<R>) -> Vec<Value> {
    let check = |check: &CheckReport<R>| {
        let (standing, reasons) = match &check.standing {
            CheckStanding::Passed => ("passed", &[][..]),
            CheckStanding::Failed(reasons) => ("failed", &reasons[..]),
            CheckStanding::Lifted { reasons, .. } => ("lifted", &reasons[..]),
            CheckStanding::NotReached => ("not reached", &[][..]),
            CheckStanding::Panicked(_) => ("panicked", &[][..]),
        };
        let reason = |reason: &R| json!({ "code": reason.code(), "text": reason.to_string() });
        json!({
            "check": check.check,
            "gate": gate.gate.to_string(),
            "standing": standing,
            "reasons": reasons.iter().map(reason).collect::<Vec<_>>(),
        })
    };
    gate.checks.iter().map(check).collect()
}
