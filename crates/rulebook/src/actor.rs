//! Who acts, who may act, and what everybody got in the end.

use std::fmt;

/// A place at the table, numbered from zero.
///
/// # Example
///
/// ```
/// use rulebook::Seat;
/// assert_eq!(Seat(1).next(2), Seat(0));
/// assert_eq!(Seat(1).to_string(), "seat 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// The next seat in turn order at a table of `seats`.
    #[must_use]
    #[inline]
    pub fn next(self, seats: usize) -> Seat {
        let next = usize::from(self.0) + 1;
        Seat(if next >= seats { 0 } else { next as u8 })
    }

    /// The seat's number, to index with.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl crate::Canonical for Seat {
    fn encode(&self, into: &mut crate::Encoder) {
        into.u8(self.0);
    }
}

/// By whom an action is submitted: a seat, chance, or the clock.
///
/// It comes from the caller (and so from the connection), never from the
/// action's content.
///
/// # Example
///
/// ```
/// use rulebook::{By, Seat};
/// let by = By::from(Seat(0));
/// assert!(by.is(Seat(0)));
/// assert_eq!(By::Clock.seat(), None);
/// ```
// Aligned, so that it is handed on and written down in one piece.
#[repr(align(2))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// A player.
    Seat(Seat),
    /// Dice, decks and whatever else nobody decides.
    Chance,
    /// The clock that runs out.
    Clock,
}

impl By {
    /// Whether this is that seat.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == By::Seat(seat)
    }

    /// The seat, if it is one.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            By::Seat(seat) => Some(seat),
            By::Chance | By::Clock => None,
        }
    }
}

impl From<Seat> for By {
    #[inline]
    fn from(seat: Seat) -> By {
        By::Seat(seat)
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Seat(seat) => seat.fmt(f),
            By::Chance => f.write_str("chance"),
            By::Clock => f.write_str("the clock"),
        }
    }
}

impl crate::Canonical for By {
    fn encode(&self, into: &mut crate::Encoder) {
        match self {
            By::Seat(seat) => {
                into.variant(0);
                seat.encode(into);
            }
            By::Chance => into.variant(1),
            By::Clock => into.variant(2),
        }
    }
}

/// A set of those who may act: up to 62 seats, chance, the clock.
///
/// # Example
///
/// ```
/// use rulebook::{Actors, By, Seat};
/// let actors = Actors::only(Seat(1)).with(By::Clock);
/// assert!(actors.contains(Seat(1)) && actors.contains(By::Clock));
/// assert!(!actors.contains(Seat(0)));
/// assert_eq!(actors.iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Actors(u64);

const SEATS: u32 = 62;
const CHANCE: u32 = 62;
const CLOCK: u32 = 63;

#[inline]
fn bit(by: By) -> u64 {
    match by {
        By::Seat(Seat(n)) if u32::from(n) < SEATS => 1 << n,
        By::Seat(_) => 0,
        By::Chance => 1 << CHANCE,
        By::Clock => 1 << CLOCK,
    }
}

impl Actors {
    /// Nobody.
    pub const fn none() -> Actors {
        Actors(0)
    }

    /// One actor alone.
    #[inline]
    pub fn only(by: impl Into<By>) -> Actors {
        Actors(bit(by.into()))
    }

    /// The first `count` seats.
    pub fn seats(count: usize) -> Actors {
        (0..count.min(SEATS as usize)).fold(Actors::none(), |set, n| set.with(Seat(n as u8)))
    }

    /// This set and one more.
    #[must_use]
    pub fn with(self, by: impl Into<By>) -> Actors {
        Actors(self.0 | bit(by.into()))
    }

    /// Whether somebody is in the set. Seats above 61 never are.
    #[inline]
    pub fn contains(self, by: impl Into<By>) -> bool {
        self.0 & bit(by.into()) != 0
    }

    /// Whether nobody is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Everybody in the set: seats in order, then chance, then the clock.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = By> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let at = left.trailing_zeros();
            left &= left - 1;
            Some(match at {
                CHANCE => By::Chance,
                CLOCK => By::Clock,
                n => By::Seat(Seat(n as u8)),
            })
        })
    }
}

impl fmt::Debug for Actors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What each seat got when the game was over.
///
/// # Example
///
/// ```
/// use rulebook::{Scores, Seat};
/// let scores = Scores::win(Seat(1), 2);
/// assert_eq!(scores.of(Seat(1)), Some(1));
/// assert_eq!(scores.to_string(), "seat 0: -1, seat 1: 1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Scores(Held);

/// Few scores stand in the value itself, so that a playout's end costs no
/// allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Held {
    Few(u8, [i32; 4]),
    Many(Vec<i32>),
}

impl Scores {
    /// One score for each seat, in seat order.
    pub fn new(scores: &[i32]) -> Scores {
        let mut few = [0; 4];
        match few.get_mut(..scores.len()) {
            Some(place) => {
                place.copy_from_slice(scores);
                Scores(Held::Few(scores.len() as u8, few))
            }
            None => Scores(Held::Many(scores.to_vec())),
        }
    }

    /// One point for the winner, minus one for everybody else.
    #[inline]
    pub fn win(winner: Seat, seats: usize) -> Scores {
        Scores::each(seats, |seat| if seat == winner.index() { 1 } else { -1 })
    }

    /// Nothing for anybody.
    #[inline]
    pub fn draw(seats: usize) -> Scores {
        Scores::each(seats, |_| 0)
    }

    /// Whoever only wants to know whether a game is over should not have to
    /// wait for its scores: the compiler can leave out what it sees.
    #[inline(always)]
    fn each(seats: usize, score: impl Fn(usize) -> i32) -> Scores {
        if seats > 4 {
            return Scores(Held::Many((0..seats).map(score).collect()));
        }
        let few = std::array::from_fn(|seat| if seat < seats { score(seat) } else { 0 });
        Scores(Held::Few(seats as u8, few))
    }

    /// What a seat got, if there is such a seat.
    #[inline]
    pub fn of(&self, seat: Seat) -> Option<i32> {
        self.as_slice().get(seat.index()).copied()
    }

    /// All scores, in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[i32] {
        match &self.0 {
            Held::Few(len, scores) => &scores[..usize::from(*len)],
            Held::Many(scores) => scores,
        }
    }
}

impl fmt::Debug for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, score) in self.as_slice().iter().enumerate() {
            let comma = if seat == 0 { "" } else { ", " };
            write!(f, "{comma}seat {seat}: {score}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_beyond_the_table_are_never_in_a_set() {
        assert!(!Actors::seats(100).contains(Seat(62)));
        assert!(!Actors::seats(100).contains(Seat(255)));
        assert!(!Actors::seats(100).contains(By::Chance));
        assert!(Actors::only(Seat(200)).is_empty());
    }

    #[test]
    fn actors_come_in_seat_order_then_chance_then_the_clock() {
        let set = Actors::only(By::Clock).with(By::Chance).with(Seat(5)).with(Seat(0));
        let all: Vec<_> = set.iter().collect();
        assert_eq!(all, [By::Seat(Seat(0)), By::Seat(Seat(5)), By::Chance, By::Clock]);
    }

    #[test]
    fn few_and_many_scores_read_the_same() {
        for seats in 0..10 {
            let scores = Scores::win(Seat(2), seats);
            assert_eq!(scores, Scores::new(scores.as_slice()));
            assert_eq!(scores.as_slice().len(), seats);
            assert_eq!(scores.of(Seat(2)), (seats > 2).then_some(1));
            assert_eq!(scores.of(Seat(0)), (seats > 0).then_some(-1));
        }
    }
}
