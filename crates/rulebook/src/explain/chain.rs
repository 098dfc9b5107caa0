//! Accounts as text: from the action to each change, every event below the one
//! that led to it.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::book::Compiled;
use crate::game::Game;
use crate::session::account::{Account, Announcement, Because, Fired, Firing};
use crate::session::fate::Fate;
use crate::session::stance::{Considered, Stance, carried};

/// Writes an account as a tree, each entry on a line of its own.
pub(crate) fn write<G: Game>(
    f: &mut impl Write,
    book: &Compiled<G>,
    account: &Account<G>,
) -> fmt::Result {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); account.lines.len()];
    let mut open = Vec::new();
    for (number, line) in account.lines.iter().enumerate() {
        match account.caused_by(line.because) {
            Some(cause) => children[cause].push(number),
            None => open.push((number, 1)),
        }
    }
    open.reverse();
    let mut announced: BTreeMap<usize, Vec<&Announcement>> = BTreeMap::new();
    for announcement in &account.announcements {
        if let Some(&first) = announcement.prevented.first() {
            announced.entry(first).or_default().push(announcement);
        }
    }
    while let Some((number, depth)) = open.pop() {
        write_line(f, book, account, number, depth)?;
        let here = announced.get(&number).map_or(&[][..], |here| here);
        write_announcements(f, book, here, depth)?;
        open.extend(children[number].iter().rev().map(|&child| (child, depth + 1)));
    }
    write_idle(f, book, account)
}

fn write_line<G: Game>(
    f: &mut impl Write,
    book: &Compiled<G>,
    account: &Account<G>,
    number: usize,
    depth: usize,
) -> fmt::Result {
    let line = &account.lines[number];
    let indent = "  ".repeat(depth);
    write!(f, "\n{indent}{:?} ({}", line.proposed, why(book, account, line.because))?;
    if let Some(group) = line.group {
        write!(f, ", in {} group {}", account.groups[group].kind, group + 1)?;
    }
    match line.is_settled() {
        true => write!(f, "): {}", line.fate)?,
        false => write!(f, "): not settled yet")?,
    }
    let by: Vec<_> = line.by.iter().map(|sentry| sentry.describe(book)).collect();
    if !by.is_empty() {
        write!(f, " by {}", by.join(", "))?;
    }
    if let Some(killer) = line.fell_with {
        write!(f, " with {:?}", account.lines[killer].proposed)?;
    }
    // What a guard left of it is worth a word only if it is another event.
    let (before, after) = (format!("{:?}", line.proposed), format!("{:?}", line.event));
    let lives_on =
        line.is_settled() && !matches!(line.fate, Fate::Prevented | Fate::Replaced | Fate::Skipped);
    if lives_on && before != after {
        write!(f, " as {after}")?;
    }
    let mut became = line.became.iter();
    for considered in &line.considered {
        write!(f, "\n{indent}  – {}", stance(book, considered))?;
        let changed = match considered.stance {
            Stance::Modified | Stance::Redirected => became.next(),
            Stance::Prevented { left, .. } if left > 0 => {
                became.next();
                None
            }
            _ => None,
        };
        if let Some(changed) = changed {
            write!(f, " to {changed:?}")?;
        }
    }
    Ok(())
}

/// What was prevented, where that is more than this one event.
fn write_announcements<G: Game>(
    f: &mut impl Write,
    book: &Compiled<G>,
    announcements: &[&Announcement],
    depth: usize,
) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for announcement in announcements {
        let fallen = announcement.fell.len();
        if announcement.prevented.len() == 1 && fallen == 0 {
            continue;
        }
        let by = announcement.by.describe(book);
        let (amount, left) = (announcement.amount, announcement.left);
        write!(f, "\n{indent}  ! {by} prevented {amount} in all, {left} left")?;
        if fallen > 0 {
            write!(f, ", and {fallen} fell with it")?;
        }
    }
    Ok(())
}

/// Why an event was proposed.
fn why<G: Game>(book: &Compiled<G>, account: &Account<G>, because: Because) -> String {
    match because {
        Because::Trigger { trigger, firing } => {
            let name = &book.draft.triggers[trigger.index()].name;
            let source = account.fired.get(firing).and_then(|fired| fired.source);
            format!("the trigger {}", carried(name, source))
        }
        Because::Standing { round, .. } => {
            format!("{} in round {}", because.origin().describe(book), round + 1)
        }
        _ => because.origin().describe(book),
    }
}

/// What a guard said, in words.
pub(crate) fn stance<G: Game>(book: &Compiled<G>, considered: &Considered) -> String {
    let by = considered.sentry.describe(book);
    let guard = &book.draft.guards[considered.sentry.guard.index()];
    match considered.stance {
        Stance::Forbade => format!("{by} forbade it"),
        Stance::Prevented { amount, left } => format!("{by} prevented {amount}, {left} left"),
        Stance::CouldNotPrevent => format!("{by} could not prevent it"),
        Stance::Modified => format!("{by} changed it"),
        Stance::Redirected => format!("{by} turned it"),
        Stance::Replaced => format!("{by} replaced it"),
        Stance::Passed => format!("{by} let it pass"),
        Stance::Declined => format!("{by} declined"),
        Stance::ConditionFalse(at) => {
            format!("{by} was not concerned: \"{}\" is false", guard.conditions[at as usize].name)
        }
        Stance::NoCharges => format!("{by} has no charges left"),
        Stance::AppliedBefore => format!("{by} was applied before"),
        Stance::CouldNotSave => format!("{by} could not save what is forbidden"),
        Stance::NotReached => format!("{by} was not asked any more"),
    }
}

/// Triggers that fired and proposed nothing.
fn write_idle<G: Game>(
    f: &mut impl Write,
    book: &Compiled<G>,
    account: &Account<G>,
) -> fmt::Result {
    let mut busy = vec![false; account.fired.len()];
    for line in &account.lines {
        if let Because::Trigger { firing, .. } = line.because {
            busy[firing] = true;
        }
    }
    for (firing, _) in account.fired.iter().zip(busy).filter(|(_, busy)| !busy) {
        match firing.came_to {
            Firing::Resolved => {
                let name = &book.draft.triggers[firing.trigger.index()].name;
                write!(f, "\n  the trigger {} proposed nothing", carried(name, firing.source))?;
            }
            _ => write!(f, "\n  {}", fired(book, firing))?,
        }
    }
    Ok(())
}

/// What came of a trigger that fired, in words.
pub(crate) fn fired<G: Game>(book: &Compiled<G>, fired: &Fired) -> String {
    let trigger = &book.draft.triggers[fired.trigger.index()];
    let name = carried(&trigger.name, fired.source);
    match fired.came_to {
        Firing::Resolved => format!("the trigger {name} resolved"),
        Firing::Waiting => format!("the trigger {name} waited"),
        Firing::ConditionFalse(at) => {
            let condition = &trigger.conditions[at as usize].name;
            format!("the trigger {name} came to nothing: \"{condition}\" is false")
        }
    }
}
