//! A small game in which everything can react: players with life, cards and
//! mana, and things in play that carry guards and triggers, with charges.
//!
//! What happens is strict: an event that is applied although it is not
//! possible panics, so an engine that lets it happen is found out.

use std::fmt;

use rulebook::{
    Actors, Canonical, Encoder, Game, Kind, Kinded, Reason, Revert, Seat, Source, SourceId,
    SourceKind, Subject,
};

/// No amount is larger, so that doublers in a loop do not overflow anything.
pub(crate) const MOST: u32 = 60;

/// Something that can be in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Card {
    pub(crate) id: u32,
    pub(crate) kind: u8,
    pub(crate) seat: Option<u8>,
    /// What it is about: a player, or itself.
    pub(crate) about: Option<u32>,
    pub(crate) charges: u32,
    /// Whether it leaves when its last charge is spent.
    pub(crate) breaks: bool,
}

/// What a card itself is called where events are about it.
pub(crate) fn itself(id: u32) -> u32 {
    100 + id
}

/// A card in play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Thing {
    pub(crate) card: Card,
    pub(crate) since: u64,
    pub(crate) charges: u32,
}

impl Thing {
    pub(crate) fn source(&self) -> Source {
        let Card { id, kind, seat, about, .. } = self.card;
        let source = Source::new(SourceId(id), SourceKind(u32::from(kind))).since(self.since);
        let source = seat.map_or(source, |seat| source.of(Seat(seat)));
        about.map_or(source, |about| source.about(Subject(about)))
    }
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) seats: u8,
    pub(crate) active: u8,
    pub(crate) life: [i32; 3],
    pub(crate) cards: [u32; 3],
    pub(crate) mana: [u32; 3],
    /// The book's own charges.
    pub(crate) pool: u32,
    pub(crate) flags: [bool; 2],
    pub(crate) clock: u64,
    /// In the order in which they came.
    pub(crate) things: Vec<Thing>,
}

impl Table {
    pub(crate) fn at(&self, id: u32) -> Option<usize> {
        self.things.iter().position(|thing| thing.card.id == id)
    }

    pub(crate) fn thing(&self, id: u32) -> Option<&Thing> {
        self.things.iter().find(|thing| thing.card.id == id)
    }

    /// How many charges are left of a thing, or of the book.
    pub(crate) fn charges(&self, id: Option<u32>) -> u32 {
        id.map_or(self.pool, |id| self.thing(id).map_or(0, |thing| thing.charges))
    }

    /// The same, whatever the order in which things came.
    pub(crate) fn sorted(&self) -> Table {
        let mut table = self.clone();
        table.things.sort_by_key(|thing| thing.card.id);
        table
    }
}

impl Canonical for Table {
    fn encode(&self, into: &mut Encoder) {
        [self.seats, self.active].encode(into);
        (self.life, self.cards, self.mana).encode(into);
        (self.pool, self.flags, self.clock).encode(into);
        let things = self.things.iter().map(|thing| {
            let Card { id, kind, seat, about, charges, breaks } = thing.card;
            ((id, kind, seat, about, charges, breaks), (thing.since, thing.charges))
        });
        things.collect::<Vec<_>>().encode(into);
    }
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ev {
    /// A player loses life; if it is sure, nothing prevents it.
    Hurt {
        who: u8,
        n: u32,
        sure: bool,
    },
    Heal {
        who: u8,
        n: u32,
    },
    /// Drawing nothing is something.
    Draw {
        who: u8,
        n: u32,
    },
    /// It cannot be counted: it is prevented whole or not at all.
    Pay {
        who: u8,
        n: u32,
    },
    Enter(Card),
    Leave(u32),
    /// A thing changes hands.
    Give(u32, u8),
    /// Charges of a thing, or of the book.
    Spend {
        of: Option<u32>,
        n: u32,
    },
    Flip(u8),
    Turn(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EvKind {
    Hurt,
    Heal,
    Draw,
    Pay,
    Enter,
    Leave,
    Give,
    Spend,
    Flip,
    Turn,
}

const NAMES: [&str; 10] =
    ["Hurt", "Heal", "Draw", "Pay", "Enter", "Leave", "Give", "Spend", "Flip", "Turn"];

impl Kind for EvKind {
    const ALL: &'static [Self] = &[
        EvKind::Hurt,
        EvKind::Heal,
        EvKind::Draw,
        EvKind::Pay,
        EvKind::Enter,
        EvKind::Leave,
        EvKind::Give,
        EvKind::Spend,
        EvKind::Flip,
        EvKind::Turn,
    ];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

impl Kinded for Ev {
    type Kind = EvKind;
    fn kind(&self) -> EvKind {
        match self {
            Ev::Hurt { .. } => EvKind::Hurt,
            Ev::Heal { .. } => EvKind::Heal,
            Ev::Draw { .. } => EvKind::Draw,
            Ev::Pay { .. } => EvKind::Pay,
            Ev::Enter(_) => EvKind::Enter,
            Ev::Leave(_) => EvKind::Leave,
            Ev::Give(..) => EvKind::Give,
            Ev::Spend { .. } => EvKind::Spend,
            Ev::Flip(_) => EvKind::Flip,
            Ev::Turn(_) => EvKind::Turn,
        }
    }
}

impl Ev {
    /// Which player it is about.
    pub(crate) fn who(&self) -> Option<u8> {
        match *self {
            Ev::Hurt { who, .. } | Ev::Heal { who, .. } => Some(who),
            Ev::Draw { who, .. } | Ev::Pay { who, .. } => Some(who),
            Ev::Turn(who) | Ev::Give(_, who) => Some(who),
            Ev::Enter(card) => card.seat,
            Ev::Leave(_) | Ev::Spend { .. } | Ev::Flip(_) => None,
        }
    }

    /// Which thing it is about.
    pub(crate) fn which(&self) -> Option<u32> {
        match *self {
            Ev::Enter(card) => Some(card.id),
            Ev::Leave(id) | Ev::Give(id, _) => Some(id),
            Ev::Spend { of, .. } => of,
            _ => None,
        }
    }

    /// The same for another player.
    pub(crate) fn turned_to(self, to: u8) -> Ev {
        match self {
            Ev::Hurt { n, sure, .. } => Ev::Hurt { who: to, n, sure },
            Ev::Heal { n, .. } => Ev::Heal { who: to, n },
            Ev::Draw { n, .. } => Ev::Draw { who: to, n },
            Ev::Pay { n, .. } => Ev::Pay { who: to, n },
            Ev::Turn(_) => Ev::Turn(to),
            Ev::Give(id, _) => Ev::Give(id, to),
            other => other,
        }
    }
}

/// What is submitted: a rule by number, and a number for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Act {
    pub(crate) rule: u8,
    pub(crate) n: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActKind {
    Act,
}

impl Kind for ActKind {
    const ALL: &'static [Self] = &[ActKind::Act];
    fn index(self) -> usize {
        0
    }
    fn name(self) -> &'static str {
        "Act"
    }
}

impl Kinded for Act {
    type Kind = ActKind;
    fn kind(&self) -> ActKind {
        ActKind::Act
    }
}

/// Why an action is refused: this cost of its rule is not paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unpaid(pub(crate) usize);

impl fmt::Display for Unpaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cost {} is not paid.", self.0)
    }
}

impl Reason for Unpaid {
    fn code(&self) -> &'static str {
        "UNPAID"
    }
}

/// What is needed to take an event back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Undo {
    Nothing,
    Removed(usize, Thing),
    Active(u8),
    Owner(Option<u8>),
}

pub(crate) struct Arena;

impl Game for Arena {
    type State = Table;
    type Action = Act;
    type Event = Ev;
    type Trace = Undo;
    type Reason = Unpaid;

    fn apply(table: &mut Table, event: &Ev) -> Undo {
        match *event {
            Ev::Hurt { who, n, .. } => table.life[usize::from(who)] -= n as i32,
            Ev::Heal { who, n } => table.life[usize::from(who)] += n as i32,
            Ev::Draw { who, n } => table.cards[usize::from(who)] += n,
            Ev::Pay { who, n } => table.mana[usize::from(who)] -= n,
            Ev::Enter(card) => {
                assert!(table.thing(card.id).is_none(), "it is there already");
                let since = table.clock;
                table.clock += 1;
                table.things.push(Thing { card, since, charges: card.charges });
            }
            Ev::Leave(id) => {
                let at = table.at(id).expect("it is not there");
                return Undo::Removed(at, table.things.remove(at));
            }
            Ev::Give(id, to) => {
                let at = table.at(id).expect("it is not there");
                return Undo::Owner(table.things[at].card.seat.replace(to));
            }
            Ev::Spend { of: None, n } => table.pool -= n,
            Ev::Spend { of: Some(id), n } => {
                let at = table.at(id).expect("it is not there");
                let before = table.things[at];
                table.things[at].charges -= n;
                if before.card.breaks && before.charges == n {
                    table.things.remove(at);
                    return Undo::Removed(at, before);
                }
            }
            Ev::Flip(flag) => table.flags[usize::from(flag)] ^= true,
            Ev::Turn(to) => return Undo::Active(std::mem::replace(&mut table.active, to)),
        }
        Undo::Nothing
    }

    fn active(table: &Table) -> Actors {
        Actors::seats(usize::from(table.seats))
    }

    fn seats(table: &Table) -> usize {
        usize::from(table.seats)
    }
}

impl Revert for Arena {
    fn revert(table: &mut Table, event: &Ev, undo: &Undo) {
        if let Undo::Removed(at, thing) = undo {
            table.things.insert(*at, *thing);
            return;
        }
        match *event {
            Ev::Hurt { who, n, .. } => table.life[usize::from(who)] += n as i32,
            Ev::Heal { who, n } => table.life[usize::from(who)] -= n as i32,
            Ev::Draw { who, n } => table.cards[usize::from(who)] -= n,
            Ev::Pay { who, n } => table.mana[usize::from(who)] += n,
            Ev::Enter(_) => {
                table.clock -= 1;
                table.things.pop();
            }
            Ev::Leave(_) => unreachable!("it was removed"),
            Ev::Give(id, _) => {
                let at = table.at(id).expect("it is not there");
                if let Undo::Owner(before) = undo {
                    table.things[at].card.seat = *before;
                }
            }
            Ev::Spend { of: None, n } => table.pool += n,
            Ev::Spend { of: Some(id), n } => {
                let at = table.at(id).expect("it is not there");
                table.things[at].charges += n;
            }
            Ev::Flip(flag) => table.flags[usize::from(flag)] ^= true,
            Ev::Turn(_) => {
                if let Undo::Active(before) = undo {
                    table.active = *before;
                }
            }
        }
    }
}
