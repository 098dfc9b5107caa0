//! What the scripts exercise.

use super::game::{SPOTS, Spot};
use super::model::Model;
use super::script::Op;
use crate::runner::Coverage;

/// Counts a step by what it was and what came of it.
pub(crate) fn look_at(seen: &Coverage, model: &Model, op: &Op, came: &str) {
    seen.saw(of_step(op, came, model.waiting.is_none()).unwrap_or_else(|| of_submit(came)));
    let redo = model.redo_depth() > 0;
    seen.saw_if(came.starts_with("no change") && redo, "no change with a redo branch");
    let boom = came.split("boom: ").nth(1);
    let spot = SPOTS.into_iter().find(|spot| boom == Some(&format!("{spot:?}")));
    if let Some(spot) = spot {
        seen.saw(fired(spot));
    }
}

fn of_step(op: &Op, came: &str, over: bool) -> Option<&'static str> {
    let came = |text: &str| came.starts_with(text);
    Some(match op {
        Op::Undo if came("undone") => "undone",
        Op::Undo => "undo refused",
        Op::Redo if came("redone") => "redone",
        Op::Redo => "redo refused",
        Op::Rewind(_) if came("undone") || came("redone") => "rewound",
        Op::Rewind(_) => "rewind refused",
        Op::All(_) if came("through []") => "a sequence of nothing",
        Op::All(_) if came("through") => "a sequence committed",
        Op::All(_) => "a sequence stopped",
        Op::Try(_) if came("through") => "a sequence would get through",
        Op::Try(_) => "a sequence would stop",
        Op::Preview(..) => "previewed",
        Op::Explain(..) => "explained",
        Op::Answer(_) if came("committed") => "an answer committed",
        Op::Answer(_) if came("refused as aborted") && over => "the last answer aborted",
        Op::Answer(_) if came("refused as aborted") => "an answer aborted",
        Op::Answer(_) if came("choice") => "an answer led to another choice",
        Op::WrongSeat | Op::WrongChoice | Op::NotOffered if !came("refused as invalid: no") => {
            "a wrong answer"
        }
        Op::Off(_) | Op::On(_) if came("committed") => "switched",
        _ => return None,
    })
}

fn of_submit(came: &str) -> &'static str {
    let names = [
        ("committed", "committed"),
        ("no change", "no change"),
        ("choice", "a choice"),
        ("refused as invalid", "refused as invalid"),
        ("refused as disallowed", "refused as disallowed"),
        ("refused as aborted", "refused as aborted"),
        ("fault: There was a panic", "a panic"),
        ("fault", "a fault"),
    ];
    let name = names.iter().find(|(start, _)| came.starts_with(start));
    name.map_or("something else", |(_, name)| name)
}

pub(crate) fn fired(spot: Spot) -> &'static str {
    match spot {
        Spot::Check => "a panic in a check",
        Spot::Exception => "a panic in an exception",
        Spot::Predicate => "a panic in a predicate",
        Spot::Condition => "a panic in a condition",
        Spot::Answer => "a panic in an answer",
        Spot::Effect => "a panic in an effect",
        Spot::Candidates => "a panic in candidates",
        Spot::Apply => "a panic in apply",
        Spot::Revert => "a panic in revert",
        Spot::Clone => "a panic in clone",
        Spot::Invariant => "a panic in an invariant",
        Spot::Result => "a panic in result",
        Spot::Active => "a panic in active",
        Spot::Digest => "a panic in the digest",
    }
}
