//! Telling one move: what was decided and why, and what happened then.

use std::io;

use rulebook::{
    Book, By, CheckStanding, Choice, EventView, Explanation, FrameView, Made, Origin, Reason,
    RuleReport, Standing, Would,
};
use rulebook_games::Playable;
use serde_json::{Value, json};

use crate::paint::{FAINT, GOOD, OPEN, PLAIN, Paper, actor};
use crate::text::list;

/// The move's heading.
pub(super) fn heading<G: Playable>(
    paper: &mut Paper,
    number: u64,
    by: By,
    action: &G::Action,
) -> io::Result<()> {
    paper.blank()?;
    paper.heading(&format!("{number} ── "), actor(by), &format!("{by}: {}", G::print(action)))
}

/// Which rule decides, and why not the others.
pub(super) fn decision<G: Playable>(
    paper: &mut Paper,
    explanation: &Explanation<G>,
) -> io::Result<()> {
    checks(paper, explanation)?;
    let is_selected = |rule: &&RuleReport<'_, _>| matches!(rule.standing, Standing::Selected);
    let rules: Vec<_> = explanation.rules().collect();
    let mut label = "rule";
    for rule in rules.iter().filter(is_selected) {
        paper.entry(label, GOOD, &format!("▸ {}", rule.name))?;
        label = "";
    }
    let mut label = "why not";
    for (why, names) in others(&rules) {
        paper.entry(label, FAINT, &format!("{}: {why}", names.join(", ")))?;
        label = "";
    }
    Ok(())
}

/// How many checks passed, and which ones an exception lifted.
fn checks<G: Playable>(paper: &mut Paper, explanation: &Explanation<G>) -> io::Result<()> {
    let gates = explanation.gates();
    let all = || gates.iter().flat_map(|gate| &gate.checks);
    let passed = all().filter(|check| matches!(check.standing, CheckStanding::Passed)).count();
    let lifted = all().count() - passed;
    let says = match (passed, lifted) {
        (0, 0) => return Ok(()),
        (1, 0) => "✓ the only one passes".to_owned(),
        (2, 0) => "✓ both pass".to_owned(),
        (_, 0) => format!("✓ all {passed} pass"),
        (_, 1) => format!("✓ {passed} pass, 1 is lifted by an exception:"),
        (_, _) => format!("✓ {passed} pass, {lifted} are lifted by exceptions:"),
    };
    paper.entry("checks", GOOD, &says)?;
    for check in all() {
        if let CheckStanding::Lifted { by, reasons } = &check.standing {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            let says = format!("“{}” objects: {}", check.check, reasons.join(" "));
            paper.entry("", OPEN, &says)?;
            paper.entry("", OPEN, &format!("but “{by}” lets it pass"))?;
        }
    }
    Ok(())
}

/// The rules that do not decide, those with the same excuse together.
fn others<R: Reason>(rules: &[RuleReport<'_, R>]) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for rule in rules {
        let Some(why) = why_not(&rule.standing) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == why) {
            Some((_, names)) => names.push(short(rule.name)),
            None => groups.push((why, vec![short(rule.name)])),
        }
    }
    groups
}

/// Why a rule does not decide, shorter than the engine says it.
fn why_not<R: Reason>(standing: &Standing<'_, R>) -> Option<String> {
    Some(match standing {
        Standing::Selected => return None,
        Standing::OtherKind => "for other actions".to_owned(),
        Standing::ConditionFalse { condition } => format!("only when “{condition}”"),
        Standing::Skipped | Standing::NotReached { would: Would::Skip } => {
            "does not apply here".to_owned()
        }
        Standing::Lost { how, to, strategy, would: Would::Match } => {
            format!("would apply too, but {how} to “{to}” ({strategy})")
        }
        other => other.to_string(),
    })
}

/// A rule's name without the phases around it.
fn short(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

/// What happened: dice, choices, events.
pub(super) fn frame<G: Playable>(
    paper: &mut Paper,
    book: &Book<G>,
    frame: &FrameView<'_, G>,
) -> io::Result<()> {
    for made in frame.choices().iter().filter(|made| made.alone) {
        paper.entry("choice", OPEN, &only_option(made))?;
    }
    if !frame.draws().is_empty() {
        let draws: Vec<String> = frame
            .draws()
            .iter()
            .map(|draw| format!("{} of {}", draw.value + 1, draw.sides))
            .collect();
        paper.entry("dice", OPEN, &draws.join(", "))?;
    }
    events(paper, book, frame)
}

/// The same for programs.
pub(super) fn as_json<G: Playable>(
    book: &Book<G>,
    frame: &FrameView<'_, G>,
    explanation: &Explanation<G>,
    board: &str,
) -> Value {
    let is_selected = |rule: &RuleReport<'_, _>| matches!(rule.standing, Standing::Selected);
    let selected = explanation.rules().filter(is_selected);
    let choice = |made: &Made| json!({ "seat": made.seat.0, "question": made.question, "answer": made.text });
    let event = |event: EventView<'_, G>| json!({ "text": G::tell(event.event), "by": book.describe(event.origin) });
    json!({
        "frame": frame.number(),
        "by": explanation.by.to_string(),
        "action": G::print(&explanation.action),
        "rules": selected.map(|rule| rule.name).collect::<Vec<_>>(),
        "exceptions": frame.exceptions().collect::<Vec<_>>(),
        "dice": frame.draws().iter().map(|draw| [draw.value + 1, draw.sides]).collect::<Vec<_>>(),
        "choices": frame.choices().iter().map(choice).collect::<Vec<_>>(),
        "events": frame.events().map(event).collect::<Vec<_>>(),
        "board": board,
        "explanation": explanation.to_string(),
    })
}

fn only_option(made: &Made) -> String {
    format!("{}: {} {} (there is nothing else)", made.seat, made.question, made.text)
}

/// The events, and where they came from if not all from one place.
fn events<G: Playable>(
    paper: &mut Paper,
    book: &Book<G>,
    frame: &FrameView<'_, G>,
) -> io::Result<()> {
    let first = frame.events().next().map(|event| event.origin);
    let mixed = frame.events().any(|event| Some(event.origin) != first);
    let mut label = "events";
    let mut last = None;
    for event in frame.events() {
        if mixed && last != Some(event.origin) {
            paper.entry(label, FAINT, &format!("{}:", cause(book, event.origin)))?;
            label = "";
        }
        last = Some(event.origin);
        let says = G::tell(event.event);
        let bullet = if mixed { "· " } else { "" };
        paper.entry(label, PLAIN, &format!("{bullet}{says}"))?;
        label = "";
    }
    Ok(())
}

/// Where an event came from: a rule by its name, or a step of the turn.
fn cause<G: Playable>(book: &Book<G>, origin: Origin) -> String {
    match origin {
        Origin::Rule(rule) => short(&book.rule_view(rule).name()),
        step => book.describe(step).replace("the step ", ""),
    }
}

/// Somebody is asked something.
pub(super) fn question(paper: &mut Paper, choice: &Choice) -> io::Result<()> {
    let options = list(&choice.options, "or");
    let says = format!("{} is asked: {} ({options})", choice.seat, choice.question);
    paper.entry("choice", OPEN, &says)
}

/// And answers.
pub(super) fn answer(paper: &mut Paper, choice: &Choice, option: u32) -> io::Result<()> {
    let option = choice.options.get(option as usize).map_or("nothing", String::as_str);
    paper.entry("", OPEN, &format!("{} answers: {option}", choice.seat))
}
