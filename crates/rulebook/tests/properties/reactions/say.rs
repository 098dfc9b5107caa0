//! Books, events and records as people read them.

use std::fmt::{self, Write as _};

use super::dump::Line;
use super::game::{Act, Card, Ev, Table, Thing};
use super::spec::{
    Branch, GuardSpec, Manners, Plan, Post, RuleSpec, Say, Spec, StandingSpec, TriggerSpec,
};

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}[kind {}", self.id, self.kind)?;
        if let Some(seat) = self.seat {
            write!(f, " of p{seat}")?;
        }
        if let Some(about) = self.about {
            write!(f, " about {about}")?;
        }
        let breaks = if self.breaks { ", breaks" } else { "" };
        write!(f, ", charges {}{breaks}]", self.charges)
    }
}

impl fmt::Debug for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} since {} with {}", self.card, self.since, self.charges)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = usize::from(self.seats);
        write!(f, "{seats} players, p{} active", self.active)?;
        write!(f, ", life {:?}, cards {:?}", &self.life[..seats], &self.cards[..seats])?;
        write!(f, ", mana {:?}, pool {}", &self.mana[..seats], self.pool)?;
        write!(f, ", flags {:?}, clock {}, {:?}", self.flags, self.clock, self.things)
    }
}

impl fmt::Debug for Ev {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ev::Hurt { who, n, sure: false } => write!(f, "Hurt p{who} {n}"),
            Ev::Hurt { who, n, sure: true } => write!(f, "Hurt p{who} {n} surely"),
            Ev::Heal { who, n } => write!(f, "Heal p{who} {n}"),
            Ev::Draw { who, n } => write!(f, "Draw p{who} {n}"),
            Ev::Pay { who, n } => write!(f, "Pay p{who} {n}"),
            Ev::Enter(card) => write!(f, "Enter #{}", card.id),
            Ev::Leave(id) => write!(f, "Leave #{id}"),
            Ev::Give(id, to) => write!(f, "Give #{id} to p{to}"),
            Ev::Spend { of: Some(id), n } => write!(f, "Spend {n} of #{id}"),
            Ev::Spend { of: None, n } => write!(f, "Spend {n} of the book's"),
            Ev::Flip(flag) => write!(f, "Flip {flag}"),
            Ev::Turn(to) => write!(f, "Turn p{to}"),
        }
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{} with {}", self.rule, self.n)
    }
}

impl fmt::Debug for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Branch::One(make) => make.fmt(f),
            Branch::Many(kind, members) => {
                write!(f, "{kind}{{")?;
                for (at, (optional, member)) in members.iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    let mark = if *optional { "optional " } else { "" };
                    write!(f, "{comma}{mark}{member:?}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn plan(f: &mut fmt::Formatter<'_>, plan: &Plan) -> fmt::Result {
    match &plan[..] {
        [] => f.write_str("nothing"),
        [one] => write!(f, "{one:?}"),
        _ => write!(f, "{plan:?}"),
    }
}

impl fmt::Debug for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Say::Prevent(n) => write!(f, "prevent {n}"),
            Say::All => f.write_str("prevent all"),
            Say::Double => f.write_str("double"),
            Say::Plus => f.write_str("one more"),
            Say::Redirect(who) => write!(f, "redirect to {who:?}"),
            Say::Become(make) => write!(f, "make it {make:?}"),
            Say::Replace(with) => {
                f.write_str("replace by ")?;
                plan(f, with)
            }
            Say::Forbid => f.write_str("forbid"),
        }
    }
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kinds)?;
        match self.carried {
            Some(kind) => write!(f, ", carried by kind {kind}")?,
            None => f.write_str(", the book's")?,
        }
        if self.own_subject {
            f.write_str(", about its subject")?;
        }
        if self.priority != 0 {
            write!(f, ", priority {}", self.priority)?;
        }
        self.when.iter().try_for_each(|asks| write!(f, ", when {asks:?}"))
    }
}

impl fmt::Debug for GuardSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "guard g{} before {:?}", self.number, self.post)?;
        if self.own_tier {
            f.write_str(", own tier")?;
        }
        write!(f, ", charged {:?}", self.charged)?;
        if self.divided {
            f.write_str(", divided")?;
        }
        if self.manners != Manners::Sure {
            write!(f, ", asks first and {:?}", self.manners)?;
        }
        write!(f, ": {:?}", self.say)?;
        match &self.rider {
            Some(rider) => {
                f.write_str("; in addition ")?;
                plan(f, rider)
            }
            None => Ok(()),
        }
    }
}

impl fmt::Debug for TriggerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trigger t{} hears {:?} of {:?}", self.number, self.hears, self.post)?;
        if self.once {
            f.write_str(", once per commit")?;
        }
        if self.asks {
            f.write_str(", asks first")?;
        }
        f.write_str(": ")?;
        plan(f, &self.then)
    }
}

impl fmt::Debug for StandingSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.stands)?;
        if !self.woken.is_empty() {
            write!(f, ", woken by {:?}", self.woken)?;
        }
        f.write_str(": ")?;
        plan(f, &self.then)
    }
}

impl fmt::Debug for RuleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cost in &self.costs {
            f.write_str("costs ")?;
            plan(f, cost)?;
            f.write_str("; ")?;
        }
        if self.asks {
            f.write_str("asks for a player; ")?;
        }
        plan(f, &self.then)
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chooses = if self.affected_chooses { ", the affected choose" } else { "" };
        writeln!(f, "triggers in order of {:?}{chooses}", self.order)?;
        for (number, rule) in self.rules.iter().enumerate() {
            writeln!(f, "rule r{number}: {rule:?}")?;
        }
        self.guards.iter().try_for_each(|guard| writeln!(f, "{guard:?}"))?;
        self.triggers.iter().try_for_each(|trigger| writeln!(f, "{trigger:?}"))?;
        for (number, standing) in self.standing.iter().enumerate() {
            writeln!(f, "standing rule s{number}: {standing:?}")?;
        }
        writeln!(f, "cards: {:?}", self.cards)?;
        writeln!(f, "at the start: {:?}", self.start)?;
        for (by, act) in &self.actions {
            writeln!(f, "p{by} submits {act:?}")?;
        }
        write!(f, "answers: {:?}", self.answers)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n    {:?}", self.proposed)?;
        if self.event != self.proposed {
            write!(f, " → {:?}", self.event)?;
        }
        write!(f, ": {}", self.fate)?;
        for (guard, source) in &self.by {
            match source {
                Some(source) => write!(f, " by g{guard} of #{}", source.id.0)?,
                None => write!(f, " by g{guard}")?,
            }
        }
        if let Some(killer) = self.fell_with {
            write!(f, " with {killer}")?;
        }
        write!(f, " ({:?}, group {:?}, applied {:?})", self.why, self.group, self.applied)
    }
}
