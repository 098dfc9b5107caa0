//! One random game: every choice of passes against the reference.

use rulebook::{FaultKind, Pass, Passes};

use super::account;
use super::play::{Page, Way, play};
use super::steps::Game;
use super::watch::Counts;
use crate::books::build;
use crate::books::spec::{COLOURS, Colour};
use crate::runner::{Coverage, Said, same};

const WAYS: [Way; 5] = [Way::Watched, Way::Quiet, Way::Counted, Way::Explained, Way::InParity];

/// All passes, each alone, and all but each.
pub(crate) fn choices() -> Vec<Passes> {
    let without = Pass::ALL.map(|pass| Passes::all().without(pass));
    [Passes::all()].into_iter().chain(Pass::ALL.map(only)).chain(without).collect()
}

/// One pass, and the list that most of them work on.
fn only(pass: Pass) -> Passes {
    Passes::none().with(Pass::Linear).with(pass)
}

/// Plays a game with every choice of passes and in every way, and compares it
/// with the reference.
pub(crate) fn agrees(game: &Game, seen: &Coverage) -> Said {
    look_at_tables(game, seen)?;
    for way in WAYS {
        let reference = play(game, Passes::none(), way)?;
        undivided(&reference).map_err(|why| format!("{way:?}, by the reference: {why}"))?;
        if way == Way::Watched {
            look_at(&reference, seen);
        }
        for passes in choices() {
            let plan = play(game, passes, way)?;
            same_pages(game, passes, way, &reference, &plan)
                .map_err(|why| format!("{way:?} with {passes:?}, {why}"))?;
            look_at_plan(passes, way, &plan, seen);
            if way == Way::Quiet && passes == Passes::all() {
                look_at_banks(&plan, seen);
            }
        }
    }
    Ok(())
}

fn same_pages(game: &Game, passes: Passes, way: Way, reference: &[Page], plan: &[Page]) -> Said {
    undivided(plan)?;
    for (at, (expected, got)) in reference.iter().zip(plan).enumerate() {
        let said = same_page(expected, got)
            .and_then(|()| account::agrees(&game.case, passes, way, expected, got));
        said.map_err(|why| format!("step {at}: {why}"))?;
    }
    Ok(())
}

fn same_page(expected: &Page, got: &Page) -> Said {
    for ((what, expected), (also, got)) in expected.seen.iter().zip(&got.seen) {
        same("what is written down", what, also)?;
        if expected != got {
            return Err(first_difference(what, expected, got));
        }
    }
    same("how much is written down", &expected.seen.len(), &got.seen.len())
}

/// The first lines that differ.
fn first_difference(what: &str, expected: &str, got: &str) -> String {
    let at = expected.lines().zip(got.lines()).take_while(|(one, two)| one == two).count();
    let lines = |text: &str| {
        let from = text.lines().skip(at.saturating_sub(2)).take(6);
        from.collect::<Vec<_>>().join("\n")
    };
    format!("{what}: from line {at}\n expected {}\n      got {}", lines(expected), lines(got))
}

/// The engine itself found no difference.
fn undivided(pages: &[Page]) -> Said {
    let diverged = |page: &Page| match &page.fault {
        Some(fault @ FaultKind::Diverged { .. }) => Err(fault.to_string()),
        _ => Ok(()),
    };
    pages.iter().try_for_each(diverged)
}

/// By how many facts rules are looked up.
fn look_at_tables(game: &Game, seen: &Coverage) -> Said {
    let book = build::book(&game.case, Passes::all())?;
    let plan = book.plan().ok_or("there is no plan")?;
    let facts = |kind: &Colour| plan.looked_up_by(*kind).count();
    let most = COLOURS.iter().map(facts).max();
    seen.saw_if(most >= Some(2), "two facts at once");
    seen.saw_if(most >= Some(3), "three facts at once");
    Ok(())
}

/// What the games exercise.
fn look_at(reference: &[Page], seen: &Coverage) {
    let noted = |page: &Page, name: &str, starts: &str| {
        page.seen.iter().any(|(what, text)| *what == name && text.starts_with(starts))
    };
    for page in reference {
        seen.saw_if(noted(page, "frame", ""), "a frame");
        seen.saw_if(noted(page, "outcome", "Ok(NoChange"), "no change");
        seen.saw_if(page.unhandled, "unhandled");
        seen.saw_if(noted(page, "choice", ""), "a choice");
        seen.saw_if(noted(page, "sequence", ""), "a sequence");
        seen.saw_if(page.told.lines.iter().any(|line| line.starts_with("conflict")), "losers");
        let refused = ["Ok(Invalid", "Ok(Disallowed", "Ok(Aborted"];
        let refused = refused.iter().any(|starts| noted(page, "outcome", starts));
        seen.saw_if(refused && !page.unhandled, "refused by a rule");
        let masked = |(_, why): &(usize, _)| matches!(why, rulebook::Standing::Masked { .. });
        seen.saw_if(page.told.skipped.iter().any(masked), "a mask");
        match &page.fault {
            Some(FaultKind::Conflict { .. }) => seen.saw("a conflict"),
            Some(FaultKind::Panic { place, .. }) => {
                for (word, what) in BROKEN {
                    seen.saw_if(place.contains(word), what);
                }
            }
            _ => {}
        }
    }
    let dice = |page: &Page| {
        page.seen.iter().find(|(what, _)| *what == "dice").map(|(_, text)| text.clone())
    };
    let moved = reference.windows(2).any(|pages| dice(&pages[0]) != dice(&pages[1]));
    seen.saw_if(moved, "dice fell");
}

/// What becomes of actions that go by a bank.
fn look_at_banks(plan: &[Page], seen: &Coverage) {
    for page in plan {
        let text = |name: &str| page.seen.iter().find(|(what, _)| *what == name);
        let outcome = text("outcome").map_or("", |(_, text)| text);
        let refused = ["Ok(Invalid", "Ok(Disallowed", "Ok(Aborted"];
        seen.saw_if(page.bank == Some(false), "beside a bank");
        if page.bank != Some(true) {
            continue;
        }
        seen.saw(match outcome {
            _ if page.fault.is_some() => "a fault by a bank",
            _ if page.unhandled => "unhandled by a bank",
            _ if text("choice").is_some() => "a choice by a bank",
            _ if refused.iter().any(|starts| outcome.starts_with(starts)) => "refused by a bank",
            _ if outcome.starts_with("Ok(NoChange") => "no change by a bank",
            _ => "a frame by a bank",
        });
    }
}

/// Where something panicked, by a word of the place.
const BROKEN: [(&str, &str); 6] = [
    ("the condition \"", "a condition panicked"),
    ("the answer of", "an answer panicked"),
    ("the fact \"", "a fact panicked"),
    ("but for a break", "a shared predicate panicked"),
    ("the predicate \"counter", "a phase's predicate panicked"),
    ("the effect of", "an effect panicked"),
];

/// What each pass avoided, told to a watcher or counted.
const AVOIDED: [[&str; 3]; 8] = [
    ["linear told", "linear counted", "linear alone"],
    ["kinds told", "kinds counted", "kinds alone"],
    ["subjects told", "subjects counted", "subjects alone"],
    ["facts told", "facts counted", "facts alone"],
    ["hoist told", "hoist counted", "hoist alone"],
    ["memo told", "memo counted", "memo alone"],
    ["masks told", "masks counted", "masks alone"],
    ["short cut told", "short cut counted", "short cut alone"],
];

fn look_at_plan(passes: Passes, way: Way, plan: &[Page], seen: &Coverage) {
    for (pass, [told, counted, alone]) in Pass::ALL.into_iter().zip(AVOIDED) {
        let by = |counts: &Counts| counts.get(&pass).is_some_and(|&count| count > 0);
        let is_told = way == Way::Watched && plan.iter().any(|page| by(&page.told.avoided));
        let is_counted = way == Way::Counted && plan.iter().any(|page| by(&page.avoided));
        seen.saw_if(is_told && passes == Passes::all(), told);
        seen.saw_if(is_counted && passes == Passes::all(), counted);
        seen.saw_if(is_counted && passes == only(pass), alone);
    }
}
