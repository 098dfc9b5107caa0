//! What an author's functions come to: asked by the book that is built for the
//! engine and by the interpreter alike, because both play by the same book.

use rulebook::{Fate, GroupKind, Reactive, Seat, Source};

use super::game::{Arena, Card, Ev, MOST, Table};
use super::spec::{Asks, Branch, Make, Num, Plan, Say, Spec, Stands, Which, Who};

/// What an author's function is given.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    pub(crate) state: &'a Table,
    pub(crate) actor: u8,
    pub(crate) given: u32,
    pub(crate) event: Option<&'a Ev>,
    pub(crate) amount: u32,
    pub(crate) source: Option<Source>,
    pub(crate) here: bool,
    pub(crate) prevented: u32,
    pub(crate) would: u32,
    pub(crate) remembered: Option<u32>,
    pub(crate) victim: Option<u8>,
    pub(crate) chosen: Option<u8>,
}

impl<'a> Cx<'a> {
    pub(crate) fn new(state: &'a Table, actor: u8, given: u32) -> Self {
        Cx {
            state,
            actor,
            given,
            event: None,
            amount: 0,
            source: None,
            here: false,
            prevented: 0,
            would: 0,
            remembered: None,
            victim: None,
            chosen: None,
        }
    }

    /// The same about an event, for something that a source carries.
    pub(crate) fn about(self, event: &'a Ev, source: Option<Source>) -> Self {
        let amount = Arena::amount(event).unwrap_or(1);
        Cx { event: Some(event), amount, source, ..self }
    }

    pub(crate) fn who(&self, who: Who) -> u8 {
        let victim = self.victim.or(self.event.and_then(Ev::who));
        let seat = match who {
            Who::Seat(seat) => seat,
            Who::Actor => self.actor,
            Who::Victim => victim.unwrap_or(self.actor),
            Who::Next => victim.unwrap_or(self.actor) + 1,
            Who::Owner => {
                self.source.and_then(|source| source.seat).map_or(self.actor, |seat| seat.0)
            }
            Who::Active => self.state.active,
            Who::Chosen => self.chosen.unwrap_or(self.actor),
        };
        seat % self.state.seats
    }

    fn num(&self, num: Num) -> u32 {
        let n = match num {
            Num::N(n) => u32::from(n),
            Num::Given => self.given,
            Num::Seen => self.amount,
            Num::Prevented => self.prevented,
            Num::Would => self.would,
            Num::Remembered => self.remembered.unwrap_or(0),
            Num::Here => 1 + u32::from(self.here),
        };
        n.min(MOST)
    }

    fn which(&self, which: Which) -> u32 {
        match which {
            Which::Id(id) => {
                let mut there: Vec<_> = self.state.things.iter().map(|it| it.card.id).collect();
                there.sort_unstable();
                let nth = usize::from(id) % there.len().max(1);
                there.get(nth).copied().unwrap_or(u32::from(id))
            }
            Which::Mine => self.source.map_or(0, |source| source.id.0),
            Which::Theirs => self.event.and_then(Ev::which).unwrap_or(0),
        }
    }

    /// One of the cards that are not in play; if all are, one of those.
    fn card(&self, spec: &Spec, nth: u8) -> Card {
        let away = |card: &&Card| self.state.thing(card.id).is_none();
        let away: Vec<_> = spec.cards.iter().filter(away).collect();
        let cards = if away.is_empty() { spec.cards.iter().collect() } else { away };
        *cards[usize::from(nth) % cards.len()]
    }

    pub(crate) fn make(&self, spec: &Spec, make: Make) -> Ev {
        match make {
            Make::Draw(who, n) => Ev::Draw { who: self.who(who), n: self.num(n) },
            Make::Hurt(who, n, sure) => Ev::Hurt { who: self.who(who), n: self.num(n), sure },
            Make::Heal(who, n) => Ev::Heal { who: self.who(who), n: self.num(n) },
            Make::Pay(who, n) => Ev::Pay { who: self.who(who), n: self.num(n) },
            Make::Flip(flag) => Ev::Flip(flag),
            Make::Turn(who) => Ev::Turn(self.who(who)),
            Make::Enter(nth) => Ev::Enter(self.card(spec, nth)),
            Make::Leave(which) => Ev::Leave(self.which(which)),
            Make::Give(which, who) => Ev::Give(self.which(which), self.who(who)),
            Make::Spend(which) => Ev::Spend { of: Some(self.which(which)), n: 1 },
            Make::Again => self.event.copied().unwrap_or(Ev::Flip(0)),
        }
    }

    pub(crate) fn holds(&self, asks: Asks) -> bool {
        let life = |who| self.state.life[usize::from(self.who(who))];
        match asks {
            Asks::AtLeast(n) => self.amount >= u32::from(n),
            Asks::LifeBelow(who, n) => life(who) < n,
            Asks::LifeAbove(who, n) => life(who) > n,
            Asks::Flag(flag, on) => self.state.flags[usize::from(flag)] == on,
            Asks::Mine => {
                let owner = self.source.and_then(|source| source.seat);
                owner.is_some() && owner == self.event.and_then(Ev::who).map(Seat)
            }
            Asks::Actors => self.event.and_then(Ev::who) == Some(self.actor),
            Asks::Charged(n) => {
                self.state.charges(self.source.map(|source| source.id.0)) >= u32::from(n)
            }
        }
    }
}

/// What is proposed, once the events are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    One(Ev),
    Many(GroupKind, Vec<(bool, Tree)>),
}

pub(crate) fn grow(spec: &Spec, cx: &Cx<'_>, plan: &Plan) -> Vec<Tree> {
    plan.iter().map(|branch| grown(spec, cx, branch)).collect()
}

fn grown(spec: &Spec, cx: &Cx<'_>, branch: &Branch) -> Tree {
    match branch {
        Branch::One(make) => Tree::One(cx.make(spec, *make)),
        Branch::Many(kind, members) => {
            let grow = |(optional, branch): &(bool, Branch)| (*optional, grown(spec, cx, branch));
            Tree::Many(*kind, members.iter().map(grow).collect())
        }
    }
}

/// What a guard comes to, if it does not pass or decline.
pub(crate) enum Word {
    Forbid,
    Prevent(u32),
    All,
    Modify(Ev),
    Redirect(Ev),
    Replace(Vec<Tree>),
}

pub(crate) fn say(spec: &Spec, cx: &Cx<'_>, say: &Say) -> Word {
    let event = *cx.event.expect("a guard is asked about an event");
    match say {
        Say::Forbid => Word::Forbid,
        Say::Prevent(n) => Word::Prevent(u32::from(*n)),
        Say::All => Word::All,
        Say::Double => Word::Modify(Arena::with_amount(&event, (2 * cx.amount).min(MOST))),
        Say::Plus => Word::Modify(Arena::with_amount(&event, (cx.amount + 1).min(MOST))),
        Say::Redirect(who) => Word::Redirect(event.turned_to(cx.who(*who))),
        Say::Become(make) => Word::Modify(cx.make(spec, *make)),
        Say::Replace(plan) => Word::Replace(grow(spec, cx, plan)),
    }
}

/// What a standing rule proposes in this state. It knows no action.
pub(crate) fn stand(spec: &Spec, table: &Table, stands: Stands, plan: &Plan) -> Vec<Tree> {
    let cx = Cx::new(table, 0, 1);
    match stands {
        Stands::Poor(life) => (0..table.seats)
            .filter(|seat| table.life[usize::from(*seat)] < life)
            .flat_map(|seat| grow(spec, &Cx { victim: Some(seat), ..cx }, plan))
            .collect(),
        Stands::Empty(kind) => {
            let mut empty: Vec<_> = table
                .things
                .iter()
                .filter(|thing| thing.card.kind == kind && thing.charges == 0)
                .map(|thing| thing.source())
                .collect();
            empty.sort();
            let plans = empty.iter().flat_map(|source| {
                let cx = Cx { source: Some(*source), here: true, ..cx };
                grow(spec, &cx, plan)
            });
            plans.collect()
        }
        Stands::Flagged(flag) if table.flags[usize::from(flag)] => grow(spec, &cx, plan),
        Stands::Flagged(_) => Vec::new(),
    }
}

/// Whom a guard asks for a yes or a no.
pub(crate) fn asked(cx: &Cx<'_>) -> u8 {
    let affected = cx.event.and_then(|event| Arena::affected(cx.state, event));
    affected.map_or_else(|| cx.who(Who::Owner), |seat| seat.0)
}

/// All fates a trigger can ask for.
pub(crate) const FATES: [Fate; 7] = [
    Fate::Applied,
    Fate::Prevented,
    Fate::Replaced,
    Fate::Skipped,
    Fate::Impossible,
    Fate::Fizzled,
    Fate::RolledBack,
];
