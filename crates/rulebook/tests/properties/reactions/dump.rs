//! What came of an action, in a form in which the engine's record and the
//! interpreter's can be compared: guards and triggers by the number in their
//! name, so that it is the same wherever they are declared.

use rulebook::{
    Account, Announcement, Because, Book, Fate, Fired, Firing, FrameView, GroupKind, GroupNote,
    Made, Sentry, Source, SourceKind, Stance, StandingId,
};

use super::game::{Arena, Ev};

/// A guard or trigger, and what carries it.
pub(crate) type Name = (usize, Option<Source>);

/// A source is the same as long as it stays, whatever becomes of it: all but
/// which it is, and since when, is left out.
pub(crate) fn key((number, source): Name) -> Name {
    let bare = |source: Source| Source::new(source.id, SourceKind(0)).since(source.since);
    (number, source.map(bare))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Rule(usize),
    Cost(usize),
    Replacement(usize, usize),
    Rider(usize, usize),
    Charge(usize, usize),
    Trigger(usize, usize),
    /// Which rule, in which round, and after which line.
    Standing(usize, usize, Option<usize>),
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) proposed: Ev,
    pub(crate) event: Ev,
    pub(crate) fate: Fate,
    pub(crate) by: Vec<Name>,
    pub(crate) fell_with: Option<usize>,
    pub(crate) group: Option<usize>,
    pub(crate) why: Why,
    pub(crate) applied: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupOf {
    pub(crate) kind: GroupKind,
    pub(crate) within: Option<usize>,
    pub(crate) optional: bool,
    pub(crate) doomed_by: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) by: Name,
    pub(crate) prevented: Vec<usize>,
    pub(crate) fell: Vec<usize>,
    pub(crate) amount: u32,
    pub(crate) left: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) trigger: Name,
    pub(crate) lines: Vec<usize>,
    pub(crate) announcement: Option<usize>,
    pub(crate) came_to: Firing,
}

/// What a choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    /// A rule asks for a player.
    Whom,
    /// A guard or trigger asks for a yes.
    YesOrNo,
    /// How much a shield prevents here.
    Portion,
    /// Which of equal guards comes first.
    Equals,
}

fn matter(question: &str) -> Matter {
    match question {
        "Whom?" => Matter::Whom,
        "Really?" | "Shall it?" => Matter::YesOrNo,
        _ if question.starts_with("How much?") => Matter::Portion,
        _ => Matter::Equals,
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picked {
    pub(crate) matter: Matter,
    pub(crate) seat: u8,
    pub(crate) option: u32,
    pub(crate) text: String,
}

/// Everything that one action came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dump {
    pub(crate) lines: Vec<Line>,
    pub(crate) groups: Vec<GroupOf>,
    pub(crate) told: Vec<Told>,
    pub(crate) shots: Vec<Shot>,
    pub(crate) rounds: Vec<Vec<usize>>,
    pub(crate) picked: Vec<Picked>,
    pub(crate) events: Vec<Ev>,
    /// Which guards were considered for each line, and what they said. The
    /// interpreter does not say.
    pub(crate) considered: Vec<Vec<(Name, Stance)>>,
}

impl Dump {
    /// All but what the interpreter does not say.
    pub(crate) fn plain(&self) -> Dump {
        Dump { considered: Vec::new(), ..self.clone() }
    }

    pub(crate) fn of_frame(book: &Book<Arena>, frame: FrameView<'_, Arena>) -> Dump {
        let names = Names {
            guards: book.guards().map(number).collect(),
            triggers: book.triggers().map(number).collect(),
        };
        let mut dump = match frame.account() {
            Some(account) => names.account(account),
            None => Dump::default(),
        };
        let picked = |made: &Made| Picked {
            matter: matter(&made.question),
            seat: made.seat.0,
            option: made.option,
            text: made.text.clone(),
        };
        dump.picked = frame.choices().iter().map(picked).collect();
        dump.events = frame.events().map(|event| *event.event).collect();
        dump
    }
}

/// The number in a name.
fn number(name: &str) -> usize {
    name[1..].parse().expect("a letter and a number")
}

struct Names {
    guards: Vec<usize>,
    triggers: Vec<usize>,
}

impl Names {
    fn account(&self, account: &Account<Arena>) -> Dump {
        let group = |note: &GroupNote| GroupOf {
            kind: note.kind,
            within: note.within,
            optional: note.optional,
            doomed_by: note.doomed_by,
        };
        let told = |told: &Announcement| Told {
            by: self.sentry(&told.by),
            prevented: told.prevented.clone(),
            fell: told.fell.clone(),
            amount: told.amount,
            left: told.left,
        };
        let considered = |line: &rulebook::Line<Arena>| {
            let each = line.considered.iter();
            each.map(|one| (self.sentry(&one.sentry), one.stance)).collect()
        };
        let round = |round: &Vec<StandingId>| round.iter().map(|rule| rule.index()).collect();
        Dump {
            lines: account.lines.iter().map(|line| self.line(line)).collect(),
            groups: account.groups.iter().map(group).collect(),
            told: account.announcements.iter().map(told).collect(),
            shots: account.fired.iter().map(|fired| self.shot(fired)).collect(),
            rounds: account.rounds.iter().map(round).collect(),
            considered: account.lines.iter().map(considered).collect(),
            ..Dump::default()
        }
    }

    fn sentry(&self, sentry: &Sentry) -> Name {
        key((self.guards[sentry.guard.index()], sentry.source))
    }

    fn shot(&self, fired: &Fired) -> Shot {
        Shot {
            trigger: key((self.triggers[fired.trigger.index()], fired.source)),
            lines: fired.lines.clone(),
            announcement: fired.announcement,
            came_to: fired.came_to,
        }
    }

    fn line(&self, line: &rulebook::Line<Arena>) -> Line {
        Line {
            proposed: line.proposed,
            event: line.event,
            fate: line.fate,
            by: line.by.iter().map(|sentry| self.sentry(sentry)).collect(),
            fell_with: line.fell_with,
            group: line.group,
            why: self.why(line.because),
            applied: line.applied,
        }
    }

    fn why(&self, because: Because) -> Why {
        match because {
            Because::Rule(rule) => Why::Rule(rule.index()),
            Because::Cost(rule) => Why::Cost(rule.index()),
            Because::Replacement { line, guard } => {
                Why::Replacement(line, self.guards[guard.index()])
            }
            Because::Rider { line, guard } => Why::Rider(line, self.guards[guard.index()]),
            Because::Charge { line, guard } => Why::Charge(line, self.guards[guard.index()]),
            Because::Trigger { trigger, firing } => {
                Why::Trigger(self.triggers[trigger.index()], firing)
            }
            Because::Standing { standing, round, line } => {
                let after = (line != usize::MAX).then_some(line);
                Why::Standing(standing.index(), round, after)
            }
            other => unreachable!("the book has no turn: {other:?}"),
        }
    }
}
