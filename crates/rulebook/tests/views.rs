//! Views: a seat and a spectator see only what they may (M30).

use std::fmt;

use rulebook::prelude::*;
use rulebook::{Dice, Fate, FaultKind, Imagined};

/// Each player holds cards; one in the middle lies open.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    hands: [Vec<u8>; 2],
    open: Vec<u8>,
    turn: Seat,
}

#[derive(Clone, Debug, PartialEq)]
enum Act {
    Play(u8),
    /// Gives a card of one's own choice to the other.
    Give,
    Draw,
}
impl Kinded for Act {
    type Kind = Anything;
    fn kind(&self) -> Anything {
        Anything::Any
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Ev {
    Played(Seat, u8),
    Given(Seat, u8),
    Drawn(Seat, u8),
}
impl Kinded for Ev {
    type Kind = Anything;
    fn kind(&self) -> Anything {
        Anything::Any
    }
}

#[derive(Clone, PartialEq)]
struct Holding(usize);
impl fmt::Debug for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} left", self.0)
    }
}

struct Cards;
impl Game for Cards {
    type State = Table;
    type Action = Act;
    type Event = Ev;
    type Trace = Holding;
    type Reason = Never;
    fn active(table: &Table) -> Actors {
        Actors::only(table.turn)
    }
    fn seats(_: &Table) -> usize {
        2
    }
    fn apply(table: &mut Table, event: &Ev) -> Holding {
        let take = |table: &mut Table, seat: Seat, card: u8| {
            table.hands[seat.index()].retain(|held| *held != card);
            table.turn = seat.next(2);
            Holding(table.hands[seat.index()].len())
        };
        match *event {
            Ev::Played(seat, card) => {
                table.open.push(card);
                take(table, seat, card)
            }
            Ev::Given(seat, card) => {
                table.hands[seat.next(2).index()].push(card);
                take(table, seat, card)
            }
            Ev::Drawn(seat, card) => {
                table.hands[seat.index()].push(card);
                take(table, seat, u8::MAX)
            }
        }
    }
}
impl Reactive for Cards {}

/// One's own hand, the size of the other's, and what lies open.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    own: Vec<u8>,
    others: Vec<usize>,
    open: Vec<u8>,
}

impl Viewed for Cards {
    type Sight = Seen;
    type Report = String;
    fn sight(table: &Table, viewer: Viewer) -> Seen {
        assert!(table.open.last() != Some(&99), "nobody may see this card");
        let hidden = (0..2u8).map(Seat).filter(|seat| !viewer.is(*seat));
        Seen {
            own: viewer.seat().map_or(vec![], |seat| table.hands[seat.index()].clone()),
            others: hidden.map(|seat| table.hands[seat.index()].len()).collect(),
            open: table.open.clone(),
        }
    }
    fn report(event: &Ev, trace: Option<&Holding>, viewer: Viewer) -> Option<String> {
        let left = trace.map_or("nothing came of it".to_owned(), |left| format!("{left:?}"));
        match event {
            Ev::Played(seat, card) => Some(format!("{seat} plays {card}, {left}")),
            Ev::Given(seat, card) if viewer.seat().is_some() => {
                Some(format!("{seat} gives {card}, {left}"))
            }
            Ev::Given(..) => None,
            Ev::Drawn(seat, card) if viewer.is(*seat) => Some(format!("you draw {card}, {left}")),
            Ev::Drawn(seat, _) => Some(format!("{seat} draws")),
        }
    }
    fn shows_action(action: &Act, _: By, _: Viewer) -> bool {
        *action == Act::Draw
    }
}

impl Imagined for Cards {
    fn imagine(seen: &Seen, viewer: Viewer, dice: &mut Dice) -> Table {
        let mut hands = [vec![], vec![]];
        let mut others = seen.others.iter();
        for seat in (0..2u8).map(Seat) {
            hands[seat.index()] = match viewer.is(seat) {
                true => seen.own.clone(),
                false => (0..*others.next().unwrap()).map(|_| dice.below(40) as u8).collect(),
            };
        }
        Table { hands, open: seen.open.clone(), turn: Seat(0) }
    }
}

fn builder() -> rulebook::BookBuilder<Cards> {
    Book::builder("cards").rule("act", |rule| {
        rule.candidates(|offer: &mut Offer<'_, Cards>| {
            let seat = offer.state.turn;
            if offer.by.is(seat) {
                offer.extend(offer.state.hands[seat.index()].iter().map(|card| Act::Play(*card)));
                offer.extend([Act::Give, Act::Draw]);
            }
        })
        .when("in turn", |ask| ask.by.is(ask.state.turn))
        .then(|cx, ()| {
            let seat = cx.state.turn;
            Ok([match *cx.action {
                Act::Play(card) => Ev::Played(seat, card),
                Act::Give => {
                    let hand = cx.state.hands[seat.index()].clone();
                    Ev::Given(seat, cx.choose(seat, "Which card?", hand)?)
                }
                Act::Draw => Ev::Drawn(seat, cx.below(10) as u8 + 70),
            }])
        })
    })
}

fn table() -> Table {
    Table { hands: [vec![41, 42], vec![51, 52]], open: vec![30], turn: Seat(0) }
}

fn game() -> Session<Cards> {
    builder().compile().unwrap().start(table(), Seed(1)).unwrap()
}

#[test]
fn each_sees_the_state_as_they_may() {
    let mut game = game();
    let seen = |game: &mut Session<Cards>, viewer: Viewer| game.view(viewer).unwrap().state;
    assert_eq!(
        seen(&mut game, Seat(0).into()),
        Seen { own: vec![41, 42], others: vec![2], open: vec![30] }
    );
    assert_eq!(seen(&mut game, Seat(1).into()).own, [51, 52]);
    assert_eq!(
        seen(&mut game, Viewer::Spectator),
        Seen { own: vec![], others: vec![2, 2], open: vec![30] }
    );
}

#[test]
fn legal_actions_are_shown_to_those_who_may_take_them() {
    let mut game = game();
    let legal = [Act::Play(41), Act::Play(42), Act::Give, Act::Draw];
    assert_eq!(game.view(Seat(0)).unwrap().legal, legal);
    for viewer in [Seat(1).into(), Viewer::Spectator] {
        let view = game.view(viewer).unwrap();
        assert_eq!((view.legal, view.active), (vec![], Actors::only(Seat(0))));
    }
    // Nor has a seat that is not at the table anything to do.
    assert_eq!(game.view(Seat(7)).map(|_| ()), Err(panic_in("sight")));
}

/// The fault of a function of `Viewed` that indexes out of bounds.
fn panic_in(name: &str) -> rulebook::Fault {
    let mut game = game();
    let fault = game.view(Seat(7)).unwrap_err();
    let FaultKind::Panic { place, .. } = fault.kind() else { panic!("{fault}") };
    assert_eq!(*place, format!("`Viewed::{name}`"));
    fault
}

#[test]
fn a_frame_tells_everybody_what_they_may_know() {
    let mut game = game();
    game.submit(Seat(0), Act::Play(42)).unwrap();
    game.submit(Seat(1), Act::Draw).unwrap();
    let told = |viewer: Viewer| -> Vec<(Option<Act>, Vec<String>)> {
        let sights = game.sights(viewer).unwrap().into_iter();
        sights
            .map(|sight| (sight.action, sight.events.into_iter().map(|it| it.report).collect()))
            .collect()
    };
    let drawn = *game.state().hands[1].last().unwrap();
    let play = "seat 0 plays 42, 1 left".to_owned();
    // Their own action, and such as the author shows.
    assert_eq!(
        told(Seat(0).into()),
        [(Some(Act::Play(42)), vec![play.clone()]), (Some(Act::Draw), vec!["seat 1 draws".into()])]
    );
    assert_eq!(
        told(Seat(1).into()),
        [(None, vec![play.clone()]), (Some(Act::Draw), vec![format!("you draw {drawn}, 3 left")])]
    );
    assert_eq!(told(Viewer::Spectator)[0], (None, vec![play]));
    let sight = game.frames().next_back().unwrap().sight(Seat(0)).unwrap();
    assert_eq!((sight.number, sight.by), (2, Some(Seat(1).into())));
}

#[test]
fn a_choice_is_shown_to_those_who_must_make_it_and_afterwards_to_those_who_made_it() {
    let mut game = game();
    let Outcome::Pending(choice) = game.submit(Seat(0), Act::Give).unwrap() else { panic!() };
    let mine = game.view(Seat(0)).unwrap();
    assert_eq!((mine.choosing, mine.choice), (Some(Seat(0)), Some((*choice).clone())));
    for viewer in [Seat(1).into(), Viewer::Spectator] {
        let view = game.view(viewer).unwrap();
        assert_eq!((view.choosing, view.choice), (Some(Seat(0)), None));
    }
    game.answer(Seat(0), choice.id, 1).unwrap();
    let last = |viewer: Viewer| game.sights(viewer).unwrap().pop().unwrap();
    assert_eq!(last(Seat(0).into()).choices[0].text, "42");
    assert_eq!(last(Seat(1).into()).choices, []);
    assert_eq!(last(Seat(1).into()).events[0].report, "seat 0 gives 42, 1 left");
    assert!(last(Viewer::Spectator).events.is_empty());
}

#[test]
fn what_was_prevented_is_told_with_its_fate_and_without_a_trace() {
    let book = builder()
        .guard("bolted", |guard| {
            guard
                .before(Anything::Any)
                .when("a gift", |it| matches!(it.event, Ev::Given(..)))
                .forbid()
        })
        .compile()
        .unwrap();
    let mut game = book.start(table(), Seed(1)).unwrap();
    let Outcome::Pending(choice) = game.submit(Seat(0), Act::Give).unwrap() else { panic!() };
    assert!(game.answer(Seat(0), choice.id, 0).unwrap().is_committed());
    let event = &game.sights(Seat(1)).unwrap()[0].events[0];
    assert_eq!(
        (event.report.as_str(), event.fate),
        ("seat 0 gives 41, nothing came of it", Fate::Impossible)
    );
}

#[test]
fn a_view_that_panics_is_a_fault_and_the_game_goes_on() {
    let mut game = game();
    let mut state = table();
    state.open.push(99);
    let mut broken = game.book().start(state, Seed(1)).unwrap();
    let fault = broken.view(Seat(0)).unwrap_err();
    let FaultKind::Panic { place, message } = fault.kind() else { panic!("{fault}") };
    assert_eq!((place.as_str(), message.as_str()), ("`Viewed::sight`", "nobody may see this card"));
    assert!(broken.submit(Seat(0), Act::Play(41)).unwrap().is_committed());
    assert!(game.view(Seat(0)).is_ok());
}

#[test]
fn what_is_imagined_looks_like_what_was_seen() {
    let mut game = game();
    let mut dice = Dice::new(Seed(3));
    for viewer in Viewer::all(2) {
        let seen = game.view(viewer).unwrap().state;
        let imagined: Vec<Table> =
            (0..20).map(|_| Cards::imagine(&seen, viewer, &mut dice)).collect();
        assert!(imagined.iter().all(|table| Cards::sight(table, viewer) == seen));
        assert!(imagined.iter().any(|other| *other != imagined[0]), "it is not always the same");
    }
}

#[test]
fn nothing_hidden_stands_in_what_is_shown() {
    let mut game = game();
    game.submit(Seat(0), Act::Draw).unwrap();
    game.submit(Seat(1), Act::Draw).unwrap();
    let hands = game.state().hands.clone();
    for (seat, hand) in [(Seat(0), &hands[1]), (Seat(1), &hands[0])] {
        let shown = format!("{:?} {:?}", game.view(seat).unwrap(), game.sights(seat).unwrap());
        let words: Vec<&str> = shown.split(|c: char| !c.is_ascii_digit()).collect();
        for card in hand {
            assert!(!words.contains(&card.to_string().as_str()), "{card} in {shown}");
        }
    }
    // And no digest, from which one could guess.
    let digest = format!("{:?}", game.view(Seat(0)).unwrap());
    assert!(!digest.to_lowercase().contains("digest"), "{digest}");
}
