//! Random play to the end with many seeds.
//!
//! This is also where the lines come from that the other checks walk. A fault,
//! a broken invariant or a dead end is a failure; a game that is not over
//! within the bound is not, but the report says how many ended.

use rulebook::{Dice, Game, Seed};

use crate::check::Check;
use crate::line::{Chooser, Ending, Line, RECORDING};
use crate::report::Report;
use crate::suite::{Findings, Suite};

/// So many games have the same seed, and differ in what the players do: only
/// games of one seed can meet in one position, digest and all.
const GAMES_PER_SEED: usize = 3;

/// Plays the games. False if none can be played.
pub(crate) fn record<G: Game>(
    suite: &mut Suite<G>,
    findings: &mut Findings,
    report: &mut Report,
) -> bool {
    findings.begin(Check::Start);
    if !suite.source.book.has_digests() {
        let what = "The book has no digests, and without them nothing can be compared: add .digests() to the book.";
        findings.fail_at_large(what);
        return false;
    }
    if suite.budget.games == 0 || suite.budget.actions == 0 {
        let what = "The budget lets nothing be played: give it at least one game and one action.";
        findings.fail_at_large(what);
        return false;
    }
    for game in 0..suite.budget.games {
        findings.begin(Check::Start);
        let seed = Seed((game / GAMES_PER_SEED) as u64);
        match play(suite, seed, Seed(game as u64)) {
            Ok(line) => suite.lines.push(line),
            Err(error) => findings.fail(error, seed, Vec::new),
        }
    }
    findings.begin(Check::Play);
    suite.tell_broken(Check::Play, findings);
    suite.played = played(&suite.lines);
    tell(suite, report);
    !suite.lines.is_empty()
}

/// Plays one game at random.
pub(crate) fn play<G: Game>(
    suite: &Suite<G>,
    seed: Seed,
    choices: Seed,
) -> Result<Line<G>, String> {
    let session = suite.source.start(seed, RECORDING);
    let mut session = session.map_err(|error| error.to_string())?;
    suite.count(&mut session);
    let chooser = Chooser { dice: Dice::new(choices), rarely: &*suite.author.rarely };
    Line::record(session, seed, chooser, suite.budget.actions).map_err(|fault| fault.to_string())
}

/// Every action that was played, once.
fn played<G: Game>(lines: &[Line<G>]) -> Vec<G::Action> {
    // Enough to take from; comparing each with each is not for thousands.
    const MOST: usize = 256;
    let mut played = Vec::new();
    for made in lines.iter().flat_map(|line| &line.moves) {
        if played.len() < MOST && !played.contains(&made.action) {
            played.push(made.action.clone());
        }
    }
    played
}

/// Tells what was seen.
fn tell<G: Game>(suite: &Suite<G>, report: &mut Report) {
    let lines = &suite.lines;
    let moves = || lines.iter().flat_map(|line| &line.moves);
    report.games = lines.len();
    report.ended = lines.iter().filter(|line| line.ending == Ending::Over).count();
    report.actions = moves().count();
    report.choices = moves().map(|made| made.answers.len()).sum();
    report.draws = lines.iter().map(|line| line.draws).sum();
    if report.ended == 0 {
        let bound = suite.budget.actions;
        let what =
            format!("No game was over within {bound} actions: what follows the end was not seen.");
        report.untested.push(what);
    }
}
