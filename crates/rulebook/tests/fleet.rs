//! Fleets where chance plays, players are asked, and authors err.

use rulebook::prelude::*;
use rulebook::{Fleet, FleetError, Numbered, Stepped};

/// Chance throws a die, then a player takes one or two and may be asked how
/// many more; the game is over at twenty.
#[derive(Clone, Debug, PartialEq)]
struct Pile {
    thrown: Option<u32>,
    total: u32,
}

const START: Pile = Pile { thrown: None, total: 0 };

#[derive(Clone, Debug, PartialEq, Kinds)]
enum Act {
    Throw,
    Take(u32),
    Ask,
    Fail,
}

#[derive(Clone, Debug, Kinds)]
enum Change {
    Thrown(u32),
    Added(u32),
}

struct Piles;

impl Game for Piles {
    type State = Pile;
    type Action = Act;
    type Event = Change;
    type Trace = ();
    type Reason = Never;

    fn apply(pile: &mut Pile, change: &Change) {
        match change {
            Change::Thrown(number) => pile.thrown = Some(*number),
            Change::Added(number) => *pile = Pile { thrown: None, total: pile.total + number },
        }
    }

    fn active(pile: &Pile) -> Actors {
        match pile.thrown {
            None => Actors::only(By::Chance),
            Some(_) => Actors::only(Seat((pile.total % 2) as u8)),
        }
    }

    fn result(pile: &Pile) -> Option<Scores> {
        (pile.total >= 20).then(|| Scores::win(Seat((pile.total % 2) as u8), 2))
    }
}

impl Numbered for Piles {
    const ACTIONS: usize = 4;

    fn number(_: &Pile, act: &Act) -> Option<usize> {
        match act {
            Act::Throw => None,
            Act::Take(number) => Some(*number as usize - 1),
            Act::Ask => Some(2),
            Act::Fail => Some(3),
        }
    }
}

fn book(most: u32) -> Book<Piles> {
    Book::<Piles>::builder("piles")
        .rule("throw", |rule| {
            rule.on(ActKind::Throw)
                .when("nothing is thrown", |ask| ask.state.thrown.is_none())
                .candidates(|offer| offer.push(Act::Throw))
                .then(|cx, ()| [Change::Thrown(cx.roll(6))])
        })
        .rule("take", move |rule| {
            rule.on(ActKind::Take)
                .when("it is thrown", |ask| ask.state.thrown.is_some())
                .candidates(move |offer| offer.extend((1..=most).map(Act::Take)))
                .then(|cx, ()| match cx.action {
                    Act::Take(number) => [Change::Added(*number)],
                    _ => [Change::Added(0)],
                })
        })
        .rule("ask", |rule| {
            rule.on(ActKind::Ask)
                .when("it is thrown", |ask| ask.state.thrown.is_some())
                .candidates(|offer| offer.push(Act::Ask))
                .then(|cx, ()| {
                    let seat = cx.by.seat().unwrap_or_default();
                    let more = cx.choose(seat, "How many more?", [0, 1, 2])?;
                    Ok([Change::Added(more + 1)])
                })
        })
        .rule("fail", |rule| {
            rule.on(ActKind::Fail)
                .when("it is late", |ask| ask.state.total >= 10)
                .candidates(|offer| offer.push(Act::Fail))
                .then(|_, ()| -> [Change; 1] { panic!("this rule is broken") })
        })
        .compile()
        .unwrap()
}

fn fleet(most: u32) -> Result<Fleet<Piles>, FleetError> {
    Fleet::new(&book(most), 0..4, Seed(3), |_| START)
}

#[test]
fn chance_plays_by_itself_and_each_game_has_its_own_dice() {
    let fleet = fleet(2).unwrap();
    let thrown: Vec<_> = fleet.games().map(|game| game.state().thrown.unwrap()).collect();
    assert!(thrown.iter().any(|number| *number != thrown[0]), "{thrown:?}");
}

#[test]
fn a_choice_is_answered_by_the_number_of_an_option() {
    let mut fleet = fleet(2).unwrap();
    let mut steps = vec![Stepped::default(); 4];
    let mut masks = [false; 16];
    fleet.step(&[2, 0, 2, 1], &mut steps).unwrap();
    fleet.masks(&mut masks).unwrap();
    // Two are asked, with three options; two have gone on.
    assert_eq!(masks[..4], [true, true, true, false]);
    assert_eq!(masks[4..8], [true, true, true, false]);
    assert!(fleet.games().next().unwrap().pending().is_some());
    let refused = fleet.step(&[3, 0, 0, 0], &mut steps).unwrap_err();
    assert!(matches!(refused, FleetError::Illegal { game: 0, number: 3 }), "{refused}");
    fleet.step(&[1, 0, 2, 0], &mut steps).unwrap();
    let totals: Vec<u32> = fleet.games().map(|game| game.state().total).collect();
    assert_eq!(totals, [2, 2, 3, 3]);
}

#[test]
fn a_fault_names_its_game_and_the_others_before_it_have_moved() {
    let mut fleet = fleet(2).unwrap();
    let mut steps = vec![Stepped::default(); 4];
    while fleet.games().any(|game| game.state().total < 10) {
        fleet.step(&[1; 4], &mut steps).unwrap();
    }
    let failed = fleet.step(&[1, 3, 1, 1], &mut steps).unwrap_err();
    assert!(failed.to_string().starts_with("Game 1: "), "{failed}");
    assert!(failed.to_string().contains("this rule is broken"), "{failed}");
    let totals: Vec<u32> = fleet.games().map(|game| game.state().total).collect();
    assert_eq!(totals, [12, 10, 10, 10]);
    // Nothing is lost: the game that failed can still be played.
    let mut masks = [false; 16];
    fleet.masks(&mut masks).unwrap();
    assert_eq!(masks[4..8], [true; 4]);
    let again = fleet.step(&[0, 3, 0, 0], &mut steps).unwrap_err();
    assert!(again.to_string().contains("this rule is broken"), "{again}");
    fleet.step(&[0, 1, 0, 0], &mut steps).unwrap();
    assert_eq!(fleet.games().nth(1).unwrap().state().total, 12);
}

#[test]
fn a_number_beyond_the_last_is_told_and_so_is_a_game_without_any() {
    let beyond = fleet(5).unwrap_err();
    assert!(matches!(beyond, FleetError::Beyond { game: 0, number: 4, actions: 4 }), "{beyond}");
    assert!(beyond.to_string().contains("raise ACTIONS"), "{beyond}");

    let book = Book::<Piles>::builder("only chance")
        .rule("throw", |rule| {
            rule.on(ActKind::Throw)
                .candidates(|offer| offer.push(Act::Throw))
                .then(|cx, ()| [Change::Thrown(cx.roll(6))])
        })
        .compile()
        .unwrap();
    let stuck = Fleet::new(&book, 0..1, Seed(1), |_| START).unwrap_err();
    assert!(matches!(stuck, FleetError::Stuck { game: 0 }), "{stuck}");
}

#[test]
fn chance_that_changes_nothing_is_not_asked_for_ever() {
    let book = Book::<Piles>::builder("no throw")
        .rule("throw", |rule| {
            rule.on(ActKind::Throw)
                .candidates(|offer| offer.push(Act::Throw))
                .then(|_, ()| -> [Change; 0] { [] })
        })
        .compile()
        .unwrap();
    let stuck = Fleet::new(&book, 0..1, Seed(1), |_| START).unwrap_err();
    assert!(matches!(stuck, FleetError::Stuck { game: 0 }), "{stuck}");
}

#[test]
fn a_game_that_is_over_before_anybody_acts_is_told() {
    let over = Pile { thrown: None, total: 20 };
    let told = Fleet::new(&book(2), 0..1, Seed(1), move |_| over.clone()).unwrap_err();
    assert!(matches!(told, FleetError::OverAtOnce { game: 0 }), "{told}");
}
