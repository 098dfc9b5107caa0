//! `rulebook explain`: why an action is legal or not, and why a frame of a
//! record happened.

mod frame;

use clap::Args;
use rulebook::{
    By, CheckReport, CheckStanding, Explanation, Forecast, GateReport, Reason, RuleReport, Seat,
    Session, Standing,
};
use rulebook_games::{Playable, Visit};
use serde_json::{Value, json};

use super::{Answer, with_game};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::paint::{BAD, FAINT, GOOD, OPEN, PLAIN, Paper, STRONG};
use crate::record_file::{RecordAt, session_at};
use crate::text::list;
use crate::turn::turn;
use frame::{For, explain_frame};

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
      Why frame 12 of a record happened, and what came of it.
  rulebook explain chess e1g1 --record game.jsonl --at 12
      Whether somebody could castle after it.

The exit code is 0 if the action is legal, and 1 if it is not.";

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
    /// chess, '24/20' in backgammon; without it, the one that made the frame of
    /// the record
    #[arg(value_name = "ACTION", required_unless_present = "record", num_args = 1..)]
    action: Vec<String>,

    /// By whom: a seat's number, 'chance' or 'clock'. Without it, whoever can
    /// do it, or whose turn it is
    #[arg(long, value_name = "SEAT", value_parser = actor)]
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
        let mut game = session_at::<G>(&args.at, &args.record)?;
        let action = G::parse_in(game.state(), &args.action.join(" "))?;
        let by = by_whom(&mut game, &action, args.by)?;
        let explained = game.explain(by, &action)?;
        let position = G::write_position(game.state());
        if args.json {
            paper.raw(&format!("{:#}\n", as_json(&explained, &position)))?;
        } else {
            tell(paper, &explained)?;
        }
        Ok(if is_legal(&explained) { Answer::Yes } else { Answer::No })
    }
}

/// Who is meant: the one who was named, or the first who can do it, or else the
/// one whose turn it is.
fn by_whom<G: Playable>(
    game: &mut Session<G>,
    action: &G::Action,
    named: Option<By>,
) -> Result<By, Failure> {
    if let Some(by) = named {
        return Ok(by);
    }
    let said = G::print(action);
    let legal = game.legal_all()?;
    let able = legal.iter().find(|legal| G::print(legal.action()) == said);
    let first = turn(game)?.first().copied();
    Ok(able.map(|legal| legal.by()).or(first).unwrap_or(By::Seat(Seat(0))))
}

/// Whether a submit would not refuse it.
fn is_legal<G: Playable>(explained: &Explanation<G>) -> bool {
    !matches!(explained.forecast(), Forecast::Refused(..) | Forecast::Fault(_))
}

fn tell<G: Playable>(paper: &mut Paper, explained: &Explanation<G>) -> Result<(), Failure> {
    let (mark, style) = if is_legal(explained) { ("✓", GOOD) } else { ("✗", BAD) };
    let action = G::print(&explained.action);
    paper.item(
        0,
        mark,
        style,
        &format!("{action} by {} {}", explained.by, explained.forecast()),
    )?;
    let (gates, rules) = (explained.gates(), explained.rules().collect::<Vec<_>>());
    let checks = || gates.iter().filter(|gate| !gate.checks.is_empty());
    if checks().next().is_some() {
        paper.blank()?;
        paper.prose(0, STRONG, "Checks")?;
    }
    for gate in checks() {
        for check in &gate.checks {
            let text = format!("{check} [{}]", gate.gate);
            marked(paper, check_style(check), &text)?;
        }
    }
    paper.blank()?;
    paper.prose(0, STRONG, "Rules")?;
    let is_other = |rule: &&RuleReport<'_, G::Reason>| rule.standing == Standing::OtherKind;
    for rule in rules.iter().filter(|rule| !is_other(rule)) {
        marked(paper, rule_style(rule), &rule.to_string())?;
    }
    let others = rules.iter().filter(is_other).map(|rule| rule.name);
    let others: Vec<&str> = others.collect();
    if !others.is_empty() {
        marked(paper, FAINT, &format!("• for other actions: {}", list(&others, "and")))?;
    }
    Ok(())
}

/// A line that begins with a mark.
fn marked(paper: &mut Paper, style: anstyle::Style, text: &str) -> Result<(), Failure> {
    let (mark, rest) = text.split_once(' ').unwrap_or(("•", text));
    Ok(paper.item(2, mark, style, rest)?)
}

fn check_style<R>(check: &CheckReport<R>) -> anstyle::Style {
    match check.standing {
        CheckStanding::Passed => PLAIN,
        CheckStanding::Failed(_) | CheckStanding::Panicked(_) => BAD,
        CheckStanding::Lifted { .. } => OPEN,
        CheckStanding::NotReached => FAINT,
    }
}

fn rule_style<R>(rule: &RuleReport<'_, R>) -> anstyle::Style {
    match rule.standing {
        Standing::Selected => GOOD,
        Standing::Refused(..) | Standing::InConflict => BAD,
        Standing::Lost { .. } => OPEN,
        _ => FAINT,
    }
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
