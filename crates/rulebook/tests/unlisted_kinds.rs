//! A kind of event that its type does not list in `Kind::ALL` is a mistake of the game's
//! that no compiler sees. What happens of it is noted, and nothing half-done stays (M1).

use rulebook::prelude::*;
use rulebook::{Kind, Recovery, SessionOptions};

struct Sum;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side(u8);

impl Kind for Side {
    /// There is another one.
    const ALL: &'static [Self] = &[Side(0)];
    fn index(self) -> usize {
        self.0.into()
    }
    fn name(self) -> &'static str {
        "Side"
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Add(u32);

impl Kinded for Add {
    type Kind = Side;
    fn kind(&self) -> Side {
        Side(u8::from(self.0 == 7))
    }
}

impl Game for Sum {
    type State = u32;
    type Action = u32;
    type Event = Add;
    type Trace = ();
    type Reason = Never;
    fn apply(state: &mut u32, by: &Add) {
        *state += by.0;
    }
}

impl Revert for Sum {
    fn revert(state: &mut u32, by: &Add, (): &()) {
        *state -= by.0;
    }
}

#[test]
fn its_event_is_committed_or_taken_back_and_predicates_are_asked_again() {
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        for events in 1..=3 {
            for shared in [true, false] {
                let small = Predicate::new("small", |sum: &u32| *sum < 7);
                let book = Book::<Sum>::builder("sum")
                    .reverts()
                    .rule("small", |rule| {
                        let rule = if shared { rule.while_holds(&small) } else { rule };
                        rule.then(move |cx, ()| vec![Add(*cx.action); events])
                    })
                    .rule("large", |rule| rule.then(|_, ()| [Add(100)]))
                    .compile()
                    .unwrap();
                let options =
                    SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
                let mut game = book.start_with(0, Seed(1), options).unwrap();
                game.submit(Seat(0), 1).unwrap().committed().unwrap();
                let before = *game.state();
                let now = before + 7 * events as u32;
                game.submit(Seat(0), 7).unwrap().committed().unwrap();
                assert_eq!(*game.state(), now);
                game.submit(Seat(0), 1).unwrap().committed().unwrap();
                let grown = if shared { 100 } else { events as u32 };
                assert_eq!(*game.state(), now + grown, "{recovery:?} {events} {shared}");
                game.rewind(1).unwrap();
                assert_eq!(*game.state(), before);
            }
        }
    }
}
