//! Accounts of reactions as JSON.

use rulebook::{
    Account, Announcement, Because, Book, Considered, Fired, Firing, Line, Sentry, Source, Stance,
};
use rulebook_games::Playable;

use crate::wire;

/// Everything that was proposed and what became of it.
pub(super) fn account<G: Playable>(book: &Book<G>, account: &Account<G>) -> wire::Account {
    let lines = account.lines.iter().enumerate();
    let rounds = account.rounds.iter().map(|round| {
        let names = round.iter().map(|standing| {
            book.standing_rules().nth(standing.index()).unwrap_or_default().to_owned()
        });
        names.collect()
    });
    wire::Account {
        lines: lines.map(|(at, event)| line(book, account, at, event)).collect(),
        announcements: account.announcements.iter().map(|it| announcement(book, it)).collect(),
        fired: account.fired.iter().map(|it| fired(book, it)).collect(),
        rounds: rounds.collect(),
    }
}

fn line<G: Playable>(
    book: &Book<G>,
    account: &Account<G>,
    at: usize,
    line: &Line<G>,
) -> wire::AccountLine {
    let (proposed, event) = (G::tell(&line.proposed), G::tell(&line.event));
    let fate = if line.is_settled() { line.fate.to_string() } else { "not settled".to_owned() };
    let group = line.group.and_then(|group| {
        let kind = account.groups.get(group)?.kind;
        Some(format!("{kind} group {}", group + 1))
    });
    wire::AccountLine {
        index: at as u32,
        caused_by: account.causes(at).get(1).map(|&cause| cause as u32),
        became: (event != proposed).then_some(event),
        proposed,
        fate,
        by: line.by.iter().map(|by| sentry(book, by)).collect(),
        fell_with: line.fell_with.map(|with| with as u32),
        group,
        because: because(book, account, line.because),
        considered: considered(book, line),
        applied: line.applied.map(|applied| applied as u32),
    }
}

fn because<G: Playable>(book: &Book<G>, account: &Account<G>, because: Because) -> wire::Because {
    let mut told = wire::Because {
        kind: String::new(),
        words: book.describe(because.origin()),
        firing: None,
        round: None,
    };
    told.kind = match because {
        Because::Rule(_) => "rule",
        Because::Cost(_) => "cost",
        Because::Leaving { .. } => "leaving",
        Because::Entering { .. } => "entering",
        Because::Replacement { .. } => "replacement",
        Because::Rider { .. } => "rider",
        Because::Charge { .. } => "charge",
        Because::Trigger { firing, .. } => {
            told.firing = Some(firing as u32);
            if let Some(source) = account.fired.get(firing).and_then(|fired| fired.source) {
                told.words.push_str(&format!(" of {}", source.id));
            }
            "trigger"
        }
        Because::Standing { round, .. } => {
            told.round = Some(round as u32);
            "standing"
        }
        _ => "other",
    }
    .to_owned();
    told
}

/// The guards that were considered, each with what it changed the event to.
fn considered<G: Playable>(book: &Book<G>, line: &Line<G>) -> Vec<wire::Considered> {
    let mut became = line.became.iter();
    let told = line.considered.iter().map(|considered| {
        let changed = match considered.stance {
            Stance::Modified | Stance::Redirected => became.next(),
            Stance::Prevented { left, .. } if left > 0 => became.next(),
            _ => None,
        };
        wire::Considered {
            guard: sentry(book, &considered.sentry),
            stance: stance(considered).to_owned(),
            words: book.describe_considered(considered),
            became: changed.map(G::tell),
        }
    });
    told.collect()
}

fn stance(considered: &Considered) -> &'static str {
    match considered.stance {
        Stance::Forbade => "forbade",
        Stance::Prevented { .. } => "prevented",
        Stance::CouldNotPrevent => "could_not_prevent",
        Stance::Modified => "modified",
        Stance::Redirected => "redirected",
        Stance::Replaced => "replaced",
        Stance::Passed => "passed",
        Stance::Declined => "declined",
        Stance::ConditionFalse(_) => "condition_false",
        Stance::NoCharges => "no_charges",
        Stance::AppliedBefore => "applied_before",
        Stance::CouldNotSave => "could_not_save",
        Stance::NotReached => "not_reached",
        _ => "other",
    }
}

fn announcement<G: Playable>(book: &Book<G>, said: &Announcement) -> wire::Announcement {
    let by = sentry(book, &said.by);
    let mut words = format!("{by} prevented {} in all, {} left", said.amount, said.left);
    if !said.fell.is_empty() {
        words.push_str(&format!(", and {} fell with it", said.fell.len()));
    }
    wire::Announcement {
        by,
        amount: said.amount,
        left: said.left,
        prevented: said.prevented.iter().map(|&line| line as u32).collect(),
        fell: said.fell.iter().map(|&line| line as u32).collect(),
        words,
    }
}

fn fired<G: Playable>(book: &Book<G>, fired: &Fired) -> wire::Fired {
    let came_to = match fired.came_to {
        Firing::Waiting => "waiting",
        Firing::Resolved => "resolved",
        Firing::ConditionFalse(_) => "condition_false",
        _ => "other",
    };
    wire::Fired {
        trigger: book.triggers().nth(fired.trigger.index()).unwrap_or_default().to_owned(),
        source: fired.source.map(|source| source.id.to_string()),
        lines: fired.lines.iter().map(|&line| line as u32).collect(),
        came_to: came_to.to_owned(),
        words: book.describe_fired(fired),
    }
}

fn sentry<G: Playable>(book: &Book<G>, sentry: &Sentry) -> String {
    carried(book.guards().nth(sentry.guard.index()).unwrap_or_default(), sentry.source)
}

fn carried(name: &str, source: Option<Source>) -> String {
    match source {
        Some(source) => format!("{name} of {}", source.id),
        None => name.to_owned(),
    }
}
