//! Which cards are meant: the same question for targets, choices, wards and
//! everything else that concerns some cards and not others.

use rulebook::prelude::*;

use super::{CardKind, Class, Status};

/// Whose, as seen from the player who owns the card that asks.
///
/// ```
/// use rulebook_games::duels::cards::Side;
/// assert!(Side::Both.includes(Side::Enemy) && !Side::Own.includes(Side::Enemy));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Side {
    /// The card's owner, and what is the owner's.
    Own,
    /// The opponent.
    Enemy,
    /// Either of them.
    Both,
}

impl Side {
    /// All sides.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Side;
    /// assert_eq!(Side::ALL.last(), Some(&Side::Both));
    /// ```
    pub const ALL: [Side; 3] = [Side::Own, Side::Enemy, Side::Both];

    /// Whether this side includes the other.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Side;
    /// assert!(Side::Enemy.includes(Side::Enemy) && !Side::Enemy.includes(Side::Own));
    /// ```
    pub fn includes(self, other: Side) -> bool {
        self == Side::Both || self == other
    }
}

/// What kinds of cards are meant.
///
/// ```
/// use rulebook_games::duels::cards::{CardKind, Kinds};
/// assert!(Kinds::Fighters.includes(CardKind::Champion));
/// assert!(!Kinds::Monsters.includes(CardKind::Champion));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Kinds {
    /// Champions and monsters.
    Fighters,
    /// Champions.
    Champions,
    /// Monsters.
    Monsters,
    /// Spells.
    Spells,
}

impl Kinds {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Kinds;
    /// assert_eq!(Kinds::ALL.last(), Some(&Kinds::Spells));
    /// ```
    pub const ALL: [Kinds; 4] = [Kinds::Fighters, Kinds::Champions, Kinds::Monsters, Kinds::Spells];

    /// Whether cards of this kind are meant.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{CardKind, Kinds};
    /// assert!(Kinds::Spells.includes(CardKind::Spell));
    /// ```
    pub fn includes(self, kind: CardKind) -> bool {
        match self {
            Kinds::Fighters => kind.fights(),
            Kinds::Champions => kind == CardKind::Champion,
            Kinds::Monsters => kind == CardKind::Monster,
            Kinds::Spells => kind == CardKind::Spell,
        }
    }
}

/// Where a card stands, counted in columns from the card that asks.
///
/// ```
/// use rulebook_games::duels::cards::Column;
/// assert!(Column::Beside.includes(Some(1)) && !Column::Beside.includes(Some(0)));
/// // Who is not in play stands in no column.
/// assert!(Column::Any.includes(None) && !Column::Same.includes(None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Column {
    /// Anywhere.
    Any,
    /// In the same column.
    Same,
    /// In a column next to it.
    Beside,
    /// In the same column or one next to it.
    Near,
}

impl Column {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Column;
    /// assert_eq!(Column::ALL.last(), Some(&Column::Near));
    /// ```
    pub const ALL: [Column; 4] = [Column::Any, Column::Same, Column::Beside, Column::Near];

    /// Whether a card so many columns away is meant.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Column;
    /// assert!([0, 1].iter().all(|distance| Column::Near.includes(Some(*distance))));
    /// ```
    pub fn includes(self, distance: Option<u8>) -> bool {
        match (self, distance) {
            (Column::Any, _) => true,
            (_, None) => false,
            (Column::Same, Some(distance)) => distance == 0,
            (Column::Beside, Some(distance)) => distance == 1,
            (Column::Near, Some(distance)) => distance <= 1,
        }
    }
}

/// Whether the card that asks is itself meant.
///
/// ```
/// use rulebook_games::duels::cards::{Filter, Which};
/// assert_eq!(Filter::THIS.which, Which::This);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Which {
    /// It may be.
    Any,
    /// Only others.
    Others,
    /// Only itself.
    This,
}

impl Which {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Which;
    /// assert_eq!(Which::ALL.last(), Some(&Which::This));
    /// ```
    pub const ALL: [Which; 3] = [Which::Any, Which::Others, Which::This];
}

/// What is to be known of a card to say whether a [`Filter`] means it, as seen
/// from the card that asks.
///
/// ```
/// use rulebook_games::duels::cards::{CardKind, Class, Filter, Seen, Side};
/// let neighbour = Seen {
///     side: Side::Own,
///     kind: CardKind::Monster,
///     class: Some(Class::Pumper),
///     distance: Some(1),
///     this: false,
///     statuses: &[],
/// };
/// assert!(Filter::of(Side::Own).accepts(&neighbour));
/// assert!(!Filter::of(Side::Enemy).accepts(&neighbour));
/// assert!(!Filter::THIS.accepts(&neighbour));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen<'a> {
    /// Whose it is: [`Own`](Side::Own) or [`Enemy`](Side::Enemy).
    pub side: Side,
    /// What it is.
    pub kind: CardKind,
    /// What it is good at, unless it is a spell.
    pub class: Option<Class>,
    /// How many columns away it stands, if both are in play.
    pub distance: Option<u8>,
    /// Whether it is the very card that asks.
    pub this: bool,
    /// What it suffers from.
    pub statuses: &'a [Status],
}

/// Which cards are meant. All of it must hold.
///
/// ```
/// use rulebook_games::duels::cards::{Filter, Kinds, Side};
/// let prey = Filter { kinds: Kinds::Monsters, ..Filter::of(Side::Enemy) };
/// assert_ne!(prey, Filter::THIS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Filter {
    /// Whose.
    pub side: Side,
    /// Of what kinds.
    pub kinds: Kinds,
    /// Of this class alone.
    pub class: Option<Class>,
    /// Suffering from this status alone.
    pub status: Option<Status>,
    /// Standing there.
    pub column: Column,
    /// The card that asks, others, or both.
    pub which: Which,
}

impl Filter {
    /// The card that asks, and no other.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Filter, Which};
    /// assert_eq!(Filter::THIS.which, Which::This);
    /// ```
    pub const THIS: Filter = Filter { which: Which::This, ..Filter::of(Side::Own) };

    /// All Champions and monsters of a side. (A filter for [`THIS`](Self::THIS)
    /// asks nothing about kinds, so it fits spells too.)
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Column, Filter, Kinds, Side};
    /// let all = Filter::of(Side::Both);
    /// assert_eq!((all.kinds, all.column), (Kinds::Fighters, Column::Any));
    /// ```
    pub const fn of(side: Side) -> Filter {
        Filter {
            side,
            kinds: Kinds::Fighters,
            class: None,
            status: None,
            column: Column::Any,
            which: Which::Any,
        }
    }

    /// Whether the card is meant.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{CardKind, Filter, Seen, Side};
    /// let spell = Seen {
    ///     side: Side::Enemy,
    ///     kind: CardKind::Spell,
    ///     class: None,
    ///     distance: None,
    ///     this: false,
    ///     statuses: &[],
    /// };
    /// // Unless it says so, a filter means Champions and monsters.
    /// assert!(!Filter::of(Side::Enemy).accepts(&spell));
    /// ```
    pub fn accepts(&self, card: &Seen<'_>) -> bool {
        let itself = match self.which {
            Which::Any => self.kinds.includes(card.kind),
            Which::Others => !card.this && self.kinds.includes(card.kind),
            Which::This => card.this,
        };
        itself
            && self.side.includes(card.side)
            && self.class.is_none_or(|class| card.class == Some(class))
            && self.status.is_none_or(|status| card.statuses.contains(&status))
            && self.column.includes(card.distance)
    }
}
