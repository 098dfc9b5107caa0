//! What declared conditions are made of, and which events can change it.

use std::sync::LazyLock;

use rulebook::{Fact, Kind, Part, Predicate};

use super::Sheet;
use crate::duels::{Duel, Duels, EventKind, StationKind};

/// The step of the turn, as a fact that rules and phases name. The turn goes by
/// it, and a variant that adds a rule for a step names this one.
///
/// ```
/// use rulebook_games::duels::{ActionKind, StationKind, book, step};
/// let hasty = book()
///     .variant("hasty")
///     .rule("strike first", |rule| {
///         rule.on(ActionKind::Attack).given(&step(), StationKind::Draw).then(|_, ()| [])
///     })
///     .compile()?;
/// assert_eq!(
///     hasty.analyse().findings()[0].to_string(),
///     "The rule \"strike first\" is never reached: it wants the step Draw, which does not allow \
///      Attack. Correct a condition, let a step allow that, or remove the rule.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn step() -> Fact<Duels, StationKind> {
    static STEP: LazyLock<Fact<Duels, StationKind>> =
        LazyLock::new(|| Fact::of_state("step", Duel::station));
    STEP.clone()
}

/// Whoever has the turn has no card left to draw.
pub(super) fn deck_is_empty() -> Predicate<Duels> {
    let is_empty = |duel: &Duel| duel.player(duel.active()).deck().is_empty();
    Predicate::new("the deck is empty", is_empty).reads([Of::Decks, Of::Turn])
}

/// The parts of a duel that predicates read, and the rest.
#[derive(Clone, Copy)]
enum Of {
    /// The cards that are not drawn yet.
    Decks,
    /// Who has the turn.
    Turn,
    /// Everything else.
    Table,
}

impl From<Of> for Part {
    fn from(part: Of) -> Part {
        Part(part as u8)
    }
}

impl Of {
    /// What people call the part of this number.
    fn name(part: Part) -> Option<&'static str> {
        let all = [
            (Of::Decks, "what is left to draw"),
            (Of::Turn, "who has the turn"),
            (Of::Table, "everything else"),
        ];
        all.into_iter().find(|(of, _)| Part::from(*of) == part).map(|(_, name)| name)
    }
}

pub(super) fn what_events_write(sheet: Sheet) -> Sheet {
    let sheet = sheet.names_parts(Of::name);
    EventKind::ALL.iter().fold(sheet, |sheet, &kind| sheet.writes(kind, [written_by(kind)]))
}

/// Every kind by its name: whoever adds one has to say what it writes.
fn written_by(kind: EventKind) -> Of {
    match kind {
        EventKind::Shuffled | EventKind::Drew | EventKind::Moved => Of::Decks,
        EventKind::Began | EventKind::HandedOver | EventKind::Passed => Of::Turn,
        EventKind::Turned
        | EventKind::Placed
        | EventKind::Chose
        | EventKind::Withdrew
        | EventKind::Opened
        | EventKind::Protected
        | EventKind::Pumped
        | EventKind::Attacking
        | EventKind::Casting
        | EventKind::Missed
        | EventKind::Continued
        | EventKind::Damaged
        | EventKind::LaneHit
        | EventKind::Healed
        | EventKind::LaneHealed
        | EventKind::Destroyed
        | EventKind::Afflicted
        | EventKind::Cured
        | EventKind::Granted
        | EventKind::ShieldSpent
        | EventKind::ShieldEnded
        | EventKind::Acted
        | EventKind::WardUsed
        | EventKind::PowerUsed
        | EventKind::SteppedAside
        | EventKind::Summoned
        | EventKind::Countered
        | EventKind::Spent
        | EventKind::Expired
        | EventKind::Ticked
        | EventKind::Ended => Of::Table,
    }
}

#[cfg(test)]
mod tests {
    use crate::duels::book;

    #[test]
    fn the_plan_calls_the_parts_of_a_duel_by_name() {
        let book = book();
        let plan = book.plan().expect("the passes are on").to_string();
        assert!(plan.contains(", reads what is left to draw and who has the turn: "), "{plan}");
        assert!(plan.contains("who has the turn is written by "), "{plan}");
        assert!(plan.lines().all(|line| !line.contains("part ")), "{plan}");
    }
}
