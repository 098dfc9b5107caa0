//! What may not make a difference: the order in which sources came, the order
//! in which reactions of different standing are declared, saving and loading,
//! copying, playing again.

use std::cmp::Reverse;
use std::sync::Arc;

use rulebook::{Recovery, Stance};

use super::build::book;
use super::play::{AtChoice, Came, Play};
use super::seen::Sight;
use super::spec::{Say, Spec};
use crate::runner::{Coverage, Said, same};

/// Whether nothing makes a difference that may not.
pub(crate) fn nothing_differs(spec: &Spec, seen: &Coverage) -> Said {
    let spec = Arc::new(spec.clone());
    let book = book(&spec);
    let plain = || Play::new(&spec, &book, Recovery::Snapshot);
    let mut first = plain();
    let expected = came_of(&spec, &mut first)?;
    let mut sight = Sight::new(&spec);
    expected.iter().for_each(|came| sight.note(came));
    sight.count(seen);
    let asked = first.past.iter().any(|(.., answers)| !answers.is_empty());
    seen.saw_if(asked, "saved and loaded at a choice");
    let again = |what: &str, mut play: Play| {
        let came = came_of(&spec, &mut play)?;
        same(what, &expected, &came)?;
        same(what, &first.game.state().sorted(), &play.game.state().sorted())
    };
    again("the same seed twice", plain())?;
    again("saved and loaded at every choice", plain().at_choice(AtChoice::Reload))?;
    again("in a copy from every choice", plain().at_choice(AtChoice::Fork))?;
    if spec.standing.iter().all(|standing| standing.woken.is_empty()) {
        // A rule that sleeps when it should not is a fault then.
        again("verified at every step", plain().verified())?;
    }
    for turn in 1..spec.start.things.len() {
        let mut start = spec.start.clone();
        start.things.rotate_left(turn);
        let play = Play::from(&spec, &book, Recovery::Revert, start);
        again("sources that came in another order", play)?;
        seen.saw_if(turn == 1, "sources in another order");
    }
    let other = declared_otherwise(&spec);
    seen.saw_if(other != *spec, "declared in another order");
    let other = Arc::new(other);
    let other_book = super::build::book(&other);
    let mut play = Play::new(&other, &other_book, Recovery::Snapshot);
    let came = came_of(&spec, &mut play)?;
    let bystanders_aside = |came: &Vec<Came>| came.iter().map(bystanders_aside).collect::<Vec<_>>();
    same("declared in another order", &bystanders_aside(&expected), &bystanders_aside(&came))?;
    same("declared in another order", first.game.state(), play.game.state())
}

/// The same, with guards that were never asked at the end of each list, by
/// number: they stand there as they are declared.
fn bystanders_aside(came: &Came) -> Came {
    let Came::Committed(dump) = came else { return came.clone() };
    let mut dump = dump.clone();
    for considered in &mut dump.considered {
        let aside = |stance| matches!(stance, Stance::AppliedBefore | Stance::CouldNotSave);
        considered.sort_by_key(|(name, stance)| aside(*stance).then_some(*name));
    }
    Came::Committed(dump)
}

fn came_of(spec: &Spec, play: &mut Play) -> Result<Vec<Came>, String> {
    spec.actions.iter().map(|(by, act)| play.act(*by, *act)).collect()
}

/// The same book, with reactions of different standing declared the other way
/// round; those of the same standing stay in order.
fn declared_otherwise(spec: &Spec) -> Spec {
    let mut other = spec.clone();
    other.guards.sort_by_key(|guard| {
        Reverse((guard.say != Say::Forbid, !guard.own_tier, Reverse(guard.post.priority)))
    });
    other.triggers.sort_by_key(|trigger| trigger.post.priority);
    other
}
