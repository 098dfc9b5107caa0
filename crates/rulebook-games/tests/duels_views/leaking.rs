//! Eyes that see too much: the search must notice each of them.

use std::collections::BTreeSet;
use std::fmt;

use rulebook::prelude::*;
use rulebook::{Dice, Viewed, Viewer};
use rulebook_games::duels::*;

use crate::play::play_for;
use crate::search::{leaks, tells_apart};
use crate::shown::Eyes;

/// The hands of others are seen.
const HAND: u8 = 0;
/// The card on top of each deck is seen.
const DECK_TOP: u8 = 1;
/// What others choose is seen at once.
const ORDERS: u8 = 2;
/// What others choose is told when it happens.
const CHOSEN: u8 = 3;
/// How a deck lies is told when it is shuffled.
const SHUFFLED: u8 = 4;
/// Every action is shown.
const ACTION: u8 = 5;
/// What is seen is sound, and its text is the referee's.
const TEXT: u8 = 6;
/// What is told is sound, and its text is that of the event.
const TOLD: u8 = 7;
/// Whether the other holds a spell is seen.
const HINT: u8 = 8;
/// The card on top of a deck is seen, as a number of the set.
const DEF: u8 = 9;

/// The card that is drawn next is among what can be done.
const LEGAL: u8 = 10;

/// Duels, seen with a leak.
struct Leaky<const LEAK: u8>;

/// What is seen, and what should not be.
#[derive(Clone, PartialEq)]
struct Seen {
    honest: Sight,
    cards: Vec<CardId>,
    orders: Vec<(CardId, Order)>,
    number: usize,
    text: String,
}

/// Without the text: that is read, not serialised.
impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {:?} {}", self.honest, self.cards, self.orders, self.number)
    }
}

/// What is told, and its text.
#[derive(Clone, PartialEq)]
struct Told(Event, String);

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const LEAK: u8> Game for Leaky<LEAK> {
    type State = Duel;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    fn apply(duel: &mut Duel, event: &Event) {
        Duels::apply(duel, event);
    }
}

impl<const LEAK: u8> Viewed for Leaky<LEAK> {
    type Sight = Seen;
    type Report = Told;

    fn sight(duel: &Duel, viewer: Viewer) -> Seen {
        let honest = Duels::sight(duel, viewer);
        let text = if LEAK == TEXT { show(duel) } else { honest.to_string() };
        let mut seen = Seen { honest, cards: Vec::new(), orders: Vec::new(), number: 0, text };
        for seat in [Seat(0), Seat(1)].into_iter().filter(|seat| !viewer.is(*seat)) {
            let player = duel.player(seat);
            match LEAK {
                HAND => seen.cards.extend(player.hand()),
                DECK_TOP => seen.cards.extend(player.deck().last()),
                ORDERS => seen.orders.extend(player.orders()),
                HINT => {
                    let spell = |card: &&CardId| duel.def(**card).cast().is_some();
                    seen.number += player.hand().iter().filter(spell).count();
                }
                DEF => {
                    let top = player.deck().last();
                    seen.number += top.map_or(0, |&card| usize::from(duel.card(card).def().0));
                }
                _ => {}
            }
        }
        seen
    }

    fn report(event: &Event, trace: Option<&()>, viewer: Viewer) -> Option<Told> {
        let honest = Duels::report(event, trace, viewer);
        match (LEAK, event) {
            (CHOSEN, Event::Chose { .. }) | (SHUFFLED, Event::Shuffled { .. }) => {
                Some(Told(event.clone(), String::new()))
            }
            // Something that says nothing, with the words of what happened.
            (TOLD, Event::Chose { .. }) => Some(Told(Event::Continued, tell(event))),
            _ => honest.map(|honest| Told(honest.clone(), tell(&honest))),
        }
    }

    fn shows_action(action: &Action, by: By, viewer: Viewer) -> bool {
        LEAK == ACTION || Duels::shows_action(action, by, viewer)
    }
}

impl<const LEAK: u8> Eyes for Leaky<LEAK> {
    fn show(sight: &Seen) -> String {
        sight.text.clone()
    }

    fn tell(report: &Told) -> String {
        report.1.clone()
    }

    fn legal(duel: &Duel, mut honest: Vec<Action>) -> Vec<Action> {
        let top = duel.player(duel.active()).deck().last().filter(|_| LEAK == LEGAL);
        honest.extend(top.map(|&card| Action::Place { card, column: 0 }));
        honest
    }
}

/// In which places the search finds something through these eyes, early in two
/// games; and whether they tell apart what must look alike.
fn caught<V: Eyes>() -> (Vec<String>, bool) {
    caught_in::<V>(&book())
}

fn caught_in<V: Eyes>(book: &Book<Duels>) -> (Vec<String>, bool) {
    let (mut places, mut apart) = (BTreeSet::new(), false);
    let mut dice = Dice::new(Seed(1));
    for game in 0..2 {
        play_for(book, game, 50, |mut look| {
            let leaks = leaks::<V>(&mut look);
            places.extend(leaks.iter().map(|leak| leak.split(':').next().unwrap().to_owned()));
            apart |= tells_apart::<V>(&look, &mut dice);
        });
    }
    (places.into_iter().collect(), apart)
}

#[test]
fn honest_eyes_that_are_not_the_games_own_are_not_caught() {
    assert_eq!(caught::<Leaky<{ u8::MAX }>>(), (vec![], false));
}

#[test]
fn a_sight_that_leaks_is_caught() {
    let sight = || vec!["the sight".to_owned()];
    assert_eq!(caught::<Leaky<HAND>>(), (sight(), true));
    assert_eq!(caught::<Leaky<DECK_TOP>>(), (sight(), true));
    assert_eq!(caught::<Leaky<ORDERS>>(), (sight(), true));
}

#[test]
fn a_report_that_leaks_is_caught() {
    assert_eq!(caught::<Leaky<CHOSEN>>().0, ["the events"]);
    assert_eq!(caught::<Leaky<SHUFFLED>>().0, ["the events"]);
}

#[test]
fn an_action_that_is_shown_too_early_is_caught() {
    assert_eq!(caught::<Leaky<ACTION>>().0, ["the action", "the action as text"]);
}

#[test]
fn a_text_that_leaks_is_caught() {
    assert_eq!(caught::<Leaky<TEXT>>(), (vec!["the sight as text".to_owned()], true));
    assert_eq!(caught::<Leaky<TOLD>>().0, ["the events as text"]);
}

#[test]
fn a_hint_without_a_name_is_caught_because_it_differs() {
    assert_eq!(caught::<Leaky<HINT>>(), (vec![], true));
    assert_eq!(caught::<Leaky<DEF>>(), (vec![], true));
}

#[test]
fn a_choice_that_leaks_is_caught() {
    // A card in the other's hand can be named when one's own card is placed.
    let book = book()
        .variant("a duel in which one peeps")
        .trigger("peep into the other's hand", |trigger| {
            trigger.after(EventKind::Placed).then(|cx| {
                let Event::Placed { card, .. } = *cx.event() else { return Ok(()) };
                let (duel, seat) = (cx.state, cx.state.owner(card));
                let hand = duel.player(opponent(seat)).hand().iter();
                let options: Vec<_> = hand.map(|card| format!("card {card}")).collect();
                if !options.is_empty() {
                    cx.choose(seat, "Which card does the other hold?", options)?;
                }
                Ok(())
            })
        })
        .compile()
        .expect("the variant has no mistakes");
    assert_eq!(
        caught_in::<Duels>(&book).0,
        ["the choice", "the choice as text", "the choices made", "the choices made as text"]
    );
}

#[test]
fn a_legal_action_that_leaks_is_caught() {
    // The engine offers only what is accepted; but if it offered more:
    assert_eq!(caught::<Leaky<LEGAL>>().0, ["the legal actions", "the legal actions as text"]);
}
