//! What of a book has fired, as JSON.

use rulebook::{Book, By, Coverage, CoverageReport, Covered, Dice, History, Legal, Seat, Seed};
use rulebook::{Session, SessionOptions, Uses};
use rulebook_games::Playable;

use super::bot;
use super::line::Trouble;
use crate::wire;

/// A game that goes on after so many actions is left.
const LONGEST: u64 = 1000;
/// One in so many times, somebody tries what is not allowed.
const WRONG: u32 = 4;

/// One in so many times, somebody does what cuts the fun short.
const RARELY: u32 = 40;

/// What has fired in the frames of a line.
pub(super) fn of_line<G: Playable>(session: &Session<G>) -> Result<wire::Coverage, Trouble> {
    let coverage = Coverage::of(session.book());
    coverage.add(session).map_err(|error| Trouble::Fault(error.to_string()))?;
    Ok(told(&coverage.report(), 1))
}

/// What fires in so many games at random, in which also what is rare is done
/// and what is not allowed is tried.
pub(super) fn play<G: Playable>(
    book: &Book<G>,
    games: u32,
    series: u64,
    wanted: &dyn Fn() -> bool,
) -> Result<wire::Coverage, Trouble> {
    let coverage = Coverage::of(book);
    let mut played = 0;
    while played < games && wanted() {
        let seed = Seed(series.wrapping_add(u64::from(played).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let options = SessionOptions { history: History::None, ..SessionOptions::default() };
        let session = book.start_with(G::setup(), seed, options);
        let mut session = session.map_err(|error| Trouble::Fault(error.to_string()))?;
        coverage.watch(&mut session).map_err(|error| Trouble::Fault(error.to_string()))?;
        one(&mut session, Dice::new(Seed(!seed.0)), wanted)?;
        played += 1;
    }
    Ok(told(&coverage.report(), played))
}

fn one<G: Playable>(
    session: &mut Session<G>,
    mut dice: Dice,
    wanted: &dyn Fn() -> bool,
) -> Result<(), Trouble> {
    while session.result().is_none() && session.number() < LONGEST && wanted() {
        let legal = session.legal_all()?;
        if dice.below(WRONG) == 0
            && let Some((by, action)) = wrong::<G>(session.state(), &legal, &mut dice)
        {
            // It is refused, and the coverage has seen why.
            session.submit(by, action)?;
        }
        let (rare, usual): (Vec<_>, Vec<_>) =
            legal.into_iter().partition(|proof| G::is_rare(proof.action()));
        let does_rare = usual.is_empty() || dice.below(RARELY) == 0 && !rare.is_empty();
        let from = if does_rare { rare } else { usual };
        let Some(proof) = dice.pick(&from).cloned() else { return Ok(()) };
        bot::carry_out(session, proof, &mut dice)?;
    }
    Ok(())
}

/// Something that somebody may not do now.
fn wrong<G: Playable>(
    state: &G::State,
    legal: &[Legal<G>],
    dice: &mut Dice,
) -> Option<(By, G::Action)> {
    let actions = G::universe(state);
    let action = dice.pick(&actions)?.clone();
    let by = By::Seat(Seat(dice.below(G::SEATS as u32) as u8));
    let is_legal = legal.iter().any(|proof| proof.by() == by && *proof.action() == action);
    (!is_legal).then_some((by, action))
}

fn told(report: &CoverageReport, games: u32) -> wire::Coverage {
    wire::Coverage {
        games,
        committed: report.committed,
        refused: report.refused,
        unchanged: report.unchanged,
        faults: report.faults,
        percent: report.percent() as u32,
        rows: report.items.iter().map(row).collect(),
    }
}

fn row(item: &Covered) -> wire::CoverageRow {
    let (kind, refused, asked) = match &item.uses {
        Uses::Rule { refused, .. } => ("rule", refused.values().sum(), None),
        Uses::Phase { .. } => ("phase", 0, None),
        Uses::Cost { unpaid, .. } => ("cost", *unpaid, None),
        Uses::Check { failed, .. } => ("check", *failed, None),
        Uses::Exception { .. } => ("exception", 0, None),
        Uses::Guard { asked, .. } => ("guard", 0, Some(*asked)),
        Uses::Trigger { .. } => ("trigger", 0, None),
        Uses::Standing { .. } => ("standing", 0, None),
        Uses::Entering { .. } => ("entering", 0, None),
        Uses::Leaving { .. } => ("leaving", 0, None),
        Uses::Reason { .. } => ("reason", 0, None),
        _ => ("other", 0, None),
    };
    wire::CoverageRow {
        kind: kind.to_owned(),
        name: item.name.clone(),
        fired: item.times(),
        refused,
        lacks: item.lacks().map(|side| side.to_string()),
        asked,
    }
}
