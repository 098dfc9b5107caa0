//! What a viewer can imagine: everything that could be, and nothing else.

use std::collections::BTreeSet;

use rulebook::prelude::*;
use rulebook::{Dice, Imagined, Viewed, Viewer};
use rulebook_games::duels::cards::{CardSet, Destination};
use rulebook_games::duels::*;

use crate::play::{games, play};

#[test]
fn what_is_imagined_looks_like_what_is_seen() {
    let mut known = 0;
    for game in 0..games().min(300) {
        let mut dice = Dice::new(Seed(game));
        play(&book(), game, |look| {
            if dice.below(4) > 0 || look.duel.pending().is_some() {
                return;
            }
            let seen = look.duel.view(look.viewer).expect("no faults");
            let imagined = Duels::imagine(&seen.state, look.viewer, &mut dice);
            let mut other = book().start(imagined, look.seed).expect("it could be so");
            let view = other.view(look.viewer).expect("no faults");
            known += [Seat(0), Seat(1)]
                .iter()
                .filter(|&&seat| !seen.state.known_in_deck(seat).is_empty())
                .count();
            assert_eq!((view.state, view.legal), (seen.state, seen.legal));
        });
    }
    assert!(known > 0, "{known}");
}

/// A duel in the first Strategy, with a monster of each player in play.
fn duel() -> (Duel, [CardId; 2]) {
    let mut duel = setup();
    let mut dice = Dice::new(Seed(7));
    let set = CardSet::standard();
    for (seat, id) in [(Seat(0), "ember-hound"), (Seat(1), "wall-golem")] {
        let mut deck = duel.player(seat).deck().to_vec();
        dice.shuffle(&mut deck);
        Duels::apply(&mut duel, &Event::Shuffled { seat, deck });
        for _ in 0..HAND {
            Duels::apply(&mut duel, &Event::Drew { seat });
        }
        let card = duel.player(seat).champion();
        Duels::apply(&mut duel, &Event::Placed { card, column: CENTRE });
        let (card, def) = (CardId(duel.cards() as u16), set.find(id).expect(id));
        Duels::apply(&mut duel, &Event::Summoned { card, def, owner: seat, column: 0 });
    }
    Duels::apply(&mut duel, &Event::Passed);
    Duels::apply(&mut duel, &Event::Turned { to: Station::Strategy });
    let cards = [Seat(0), Seat(1)].map(|seat| duel.player(seat).front()[0].expect("it came"));
    (duel, cards)
}

/// Many states that everybody considers possible.
fn imagine(duel: &Duel) -> Vec<Duel> {
    let mut dice = Dice::new(Seed(1));
    let viewers = Viewer::all(2).flat_map(|viewer| [viewer; 30]);
    viewers.map(|viewer| Duels::imagine(&Duels::sight(duel, viewer), viewer, &mut dice)).collect()
}

#[test]
fn a_card_that_was_seen_to_go_onto_the_deck_lies_there_in_all_that_is_imagined() {
    let (mut duel, [hound, golem]) = duel();
    Duels::apply(&mut duel, &Event::Moved { card: golem, to: Destination::DeckTop });
    Duels::apply(&mut duel, &Event::Moved { card: hound, to: Destination::DeckBottom });
    let bottom = |duel: &Duel| duel.player(Seat(0)).deck().first().copied();
    let top = |duel: &Duel| duel.player(Seat(1)).deck().last().copied();
    assert!(imagine(&duel).iter().all(|other| top(other) == Some(golem)));
    assert!(imagine(&duel).iter().all(|other| bottom(other) == Some(hound)));
    let seen = Duels::sight(&duel, Viewer::Spectator).to_string();
    let told = format!("In the deck of seat 1: {golem} Wall Golem, under 0 cards.\n");
    assert!(seen.ends_with(&told), "{seen}");
    // Who saw it lie there knows who draws it, and when it is deep no more.
    Duels::apply(&mut duel, &Event::Drew { seat: Seat(1) });
    assert!(imagine(&duel).iter().all(|other| other.player(Seat(1)).hand().contains(&golem)));
    let seen = Duels::sight(&duel, Viewer::Spectator);
    assert_eq!(seen.known_in_deck(Seat(0)), [(0, hound)]);
    assert_eq!(seen.known_in_deck(Seat(1)), []);
    // A new order is nobody's knowledge.
    let deck = duel.player(Seat(0)).deck().to_vec();
    Duels::apply(&mut duel, &Event::Shuffled { seat: Seat(0), deck });
    assert!(!imagine(&duel).iter().all(|other| bottom(other) == Some(hound)));
}

#[test]
fn a_card_that_was_seen_to_go_to_a_hand_is_there_until_it_is_placed() {
    let (mut duel, [hound, _]) = duel();
    Duels::apply(&mut duel, &Event::Moved { card: hound, to: Destination::Hand });
    assert!(imagine(&duel).iter().all(|other| other.player(Seat(0)).hand().contains(&hound)));
    let seen = Duels::sight(&duel, Seat(1).into());
    assert_eq!(seen.table().player(Seat(0)).hand(), [hound]);
    assert_eq!(seen.hand(Seat(0)), HAND + 1);
    let held = format!("  hand: {hound} Ember Hound, and {HAND} more\n");
    assert!(seen.to_string().contains(&held), "{seen}");
    Duels::apply(&mut duel, &Event::Placed { card: hound, column: 2 });
    assert!(!duel.card(hound).is_known());
    assert_eq!(Duels::sight(&duel, Seat(1).into()).table().player(Seat(0)).hand(), []);
}

#[test]
fn everything_that_could_be_is_imagined() {
    let (duel, _) = duel();
    let mut dice = Dice::new(Seed(1));
    let viewer = Viewer::Seat(Seat(0));
    let seen = Duels::sight(&duel, viewer);
    let (mut held, mut tops) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..1_000 {
        let other = Duels::imagine(&seen, viewer, &mut dice);
        held.extend(other.player(Seat(1)).hand().to_vec());
        tops.extend([Seat(0), Seat(1)].map(|seat| other.player(seat).deck().last().copied()));
        // One's own hand is what it is.
        assert_eq!(other.player(Seat(0)).hand(), duel.player(Seat(0)).hand());
    }
    // Each card of the other's hand and deck is held at some time, and each of
    // both decks lies on top.
    let player = duel.player(Seat(1));
    let hidden: BTreeSet<_> = player.hand().iter().chain(player.deck()).copied().collect();
    assert_eq!(held, hidden);
    assert_eq!(tops.len(), hidden.len() + duel.player(Seat(0)).deck().len());
}

#[test]
fn a_champion_that_is_not_placed_is_in_the_hand() {
    let mut duel = book().start(setup(), Seed(1)).expect("it can start");
    duel.submit(By::Chance, Action::Deal).expect("no faults");
    for other in imagine(duel.state()) {
        for seat in [Seat(0), Seat(1)] {
            let player = other.player(seat);
            assert!(player.hand().contains(&player.champion()));
            assert_eq!(player.hand().len(), HAND + 1);
        }
    }
}
