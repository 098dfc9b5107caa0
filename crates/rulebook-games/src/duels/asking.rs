//! Which cards are meant, and whether conditions hold, as seen from the card
//! whose ability it is.

use rulebook::prelude::*;

use super::cards::{Amount, Column, Condition, Filter, Measure, Seen, Side, Status};
use super::{CardId, Duel, opponent};

/// Whether what others radiate counts. Where it is asked in order to find out
/// what is radiated, it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radiated {
    Counts,
    DoesNotCount,
}

/// The card whose ability it is, and what it speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asker {
    pub(super) card: CardId,
    pub(super) owner: Seat,
    /// Where it stands; where it stood, if it has left.
    pub(super) column: Option<u8>,
    /// The card that the moment is about.
    pub(super) it: Option<CardId>,
    /// The card that was chosen.
    pub(super) chosen: Option<CardId>,
}

impl Asker {
    pub(super) fn of(duel: &Duel, card: CardId) -> Self {
        let (owner, column) = (duel.owner(card), duel.column(card));
        Asker { card, owner, column, it: None, chosen: None }
    }

    pub(super) fn about(self, it: Option<CardId>) -> Self {
        Asker { it, ..self }
    }

    pub(super) fn choosing(self, chosen: Option<CardId>) -> Self {
        Asker { chosen, ..self }
    }

    /// Where it stood, if it stands nowhere now.
    pub(super) fn who_stood(self, column: Option<u8>) -> Self {
        Asker { column: self.column.or(column), ..self }
    }

    /// Whose, as the card sees it.
    pub(super) fn side_of(&self, seat: Seat) -> Side {
        if seat == self.owner { Side::Own } else { Side::Enemy }
    }

    /// The seats that are meant, the owner's first.
    pub(super) fn seats(&self, side: Side) -> impl Iterator<Item = Seat> {
        let both = [(Side::Own, self.owner), (Side::Enemy, opponent(self.owner))];
        both.into_iter().filter(move |(of, _)| side.includes(*of)).map(|(_, seat)| seat)
    }

    /// Whether a card is meant.
    pub(super) fn accepts(&self, duel: &Duel, filter: &Filter, card: CardId) -> bool {
        let def = duel.def(card);
        let mut statuses = [Status::Stun; 4];
        let mut suffered = 0;
        for status in Status::ALL {
            if duel.suffers(card, status) {
                statuses[suffered] = status;
                suffered += 1;
            }
        }
        let column = if card == self.card { self.column } else { duel.column(card) };
        let distance = column.zip(self.column).map(|(its, mine)| its.abs_diff(mine));
        filter.accepts(&Seen {
            side: self.side_of(duel.owner(card)),
            kind: def.kind,
            class: def.class,
            distance,
            this: card == self.card,
            statuses: &statuses[..suffered],
        })
    }

    /// Whether a card was meant that may have left since: then nobody asks any
    /// more where it stood and what it suffered from.
    pub(super) fn accepted(&self, duel: &Duel, filter: &Filter, card: CardId) -> bool {
        if duel.column(card).is_some() {
            return self.accepts(duel, filter, card);
        }
        let anywhere = Filter { column: Column::Any, status: None, ..*filter };
        self.accepts(duel, &anywhere, card)
    }

    /// Whether a lane is meant: whose, and in which column.
    pub(super) fn accepts_lane(&self, filter: &Filter, seat: Seat, lane: u8) -> bool {
        let distance = self.column.map(|column| column.abs_diff(lane));
        filter.side.includes(self.side_of(seat)) && filter.column.includes(distance)
    }

    /// The cards in play that are meant, in the order of the board.
    pub(super) fn all(&self, duel: &Duel, filter: Filter) -> Vec<CardId> {
        duel.in_play().filter(|&card| self.accepts(duel, &filter, card)).collect()
    }

    /// Whether all conditions hold.
    pub(super) fn holds(&self, duel: &Duel, conditions: &[Condition], radiated: Radiated) -> bool {
        conditions
            .iter()
            .all(|condition| condition.range.contains(self.measure(duel, condition, radiated)))
    }

    fn measure(&self, duel: &Duel, condition: &Condition, radiated: Radiated) -> u32 {
        let players = |side| self.seats(side).map(|seat| duel.player(seat));
        let many = match condition.measure {
            Measure::Cards(filter) => self.all(duel, filter).len(),
            Measure::Stat(stat) => usize::from(duel.stat_with(self.card, stat, radiated)),
            Measure::Hand(side) => players(side).map(|player| player.hand.len()).sum(),
            Measure::BrokenLanes(side) => {
                players(side).flat_map(|player| player.lanes).filter(|left| *left == 0).count()
            }
            Measure::Turn(side) => usize::from(side.includes(self.side_of(duel.active))),
            Measure::It(filter) => {
                usize::from(self.it.is_some_and(|it| self.accepted(duel, &filter, it)))
            }
        };
        many as u32
    }

    /// How much.
    pub(super) fn amount(&self, duel: &Duel, amount: Amount) -> u32 {
        match amount {
            Amount::Fixed(amount) => u32::from(amount),
            Amount::Stat(stat) => u32::from(duel.stat(self.card, stat)),
            Amount::Count(filter) => self.all(duel, filter).len() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duels::cards::{Stat, Which};
    use crate::duels::setup;

    #[test]
    fn a_card_sees_itself_as_its_own() {
        let duel = setup();
        let asker = Asker::of(&duel, CardId(0));
        assert!(asker.accepts(&duel, &Filter::THIS, CardId(0)));
        assert!(!asker.accepts(&duel, &Filter::THIS, CardId(1)));
        assert_eq!(Filter::THIS.which, Which::This);
        assert_eq!(
            asker.amount(&duel, Amount::Stat(Stat::Def)),
            u32::from(duel.def(CardId(0)).def)
        );
    }
}
