//! What everybody knows, worked out from what happened and from nothing else:
//! the game's own idea of it is what is tested.

use std::collections::BTreeSet;

use rulebook::prelude::*;
use rulebook::{FrameView, Viewer};
use rulebook_games::duels::*;

/// The cards of which everybody knows where they are.
#[derive(Clone)]
pub(crate) struct Known(BTreeSet<CardId>);

impl Known {
    /// The Champions are in the hands.
    pub(crate) fn new(duel: &Duel) -> Self {
        Known([Seat(0), Seat(1)].map(|seat| duel.player(seat).champion()).into())
    }

    /// Who comes into play is known from then on: also where it goes, and that
    /// it is drawn, until it is shuffled in.
    pub(crate) fn learn(&mut self, frame: &FrameView<'_, Duels>) {
        for happened in frame.events() {
            match happened.event {
                Event::Placed { card, .. } | Event::Summoned { card, .. } => {
                    self.0.insert(*card);
                }
                Event::Shuffled { deck, .. } => self.0.retain(|card| !deck.contains(card)),
                _ => {}
            }
        }
    }

    /// The cards of which this viewer must not know where they are: in decks,
    /// and in others' hands.
    pub(crate) fn hidden(&self, duel: &Duel, viewer: Viewer) -> BTreeSet<CardId> {
        let mut hidden = BTreeSet::new();
        for seat in [Seat(0), Seat(1)] {
            let player = duel.player(seat);
            hidden.extend(player.deck());
            if !viewer.is(seat) {
                hidden.extend(player.hand());
            }
        }
        hidden.retain(|card| !self.0.contains(card));
        hidden
    }
}

/// What another has chosen in secret: the cards, and what they are to do.
pub(crate) fn secret_orders(duel: &Duel, viewer: Viewer) -> Vec<(CardId, Order)> {
    let others = [Seat(0), Seat(1)].into_iter().filter(|seat| !viewer.is(*seat));
    let secret = duel.station() == Station::Strategy;
    others.filter(|_| secret).flat_map(|seat| duel.player(seat).orders().to_vec()).collect()
}

#[test]
fn who_was_seen_to_go_to_a_hand_or_a_deck_is_known_by_the_game_as_it_is_here() {
    let mut unusual = 0;
    for game in 0..crate::play::games() {
        crate::play::play(&book(), game, |look| {
            if look.viewer != Viewer::Spectator {
                return;
            }
            let duel = look.duel.state();
            let hidden = look.known.hidden(duel, look.viewer);
            let players = [Seat(0), Seat(1)].map(|seat| duel.player(seat));
            let away: BTreeSet<_> = players
                .iter()
                .flat_map(|player| player.hand().iter().chain(player.deck()).copied())
                .collect();
            for card in (0..duel.cards() as u16).map(CardId) {
                let says = duel.card(card).is_known();
                assert_eq!(says, away.contains(&card) && !hidden.contains(&card), "card {card}");
                unusual += usize::from(says && !duel.is_champion(card));
            }
        });
    }
    assert!(unusual > 0, "{unusual}");
}
