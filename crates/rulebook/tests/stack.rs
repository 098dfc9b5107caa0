//! The stack with response windows: what it refuses, that a refusal changes
//! nothing, that everything can be taken back, and how a game plays with it.

use rulebook::prelude::*;
use rulebook::{Dice, Passed, Stack, StackError, StackId, StackItem, StackMark};

/// A stack of so many seats with a window open for the first.
fn opened(seats: usize) -> Stack<u32> {
    let mut stack = Stack::new(seats);
    stack.open(Seat(0)).expect("somebody is there");
    stack
}

mod misuse {
    use super::*;

    #[test]
    fn nothing_happens_without_a_window() {
        let mut stack = Stack::new(2);
        let before = stack.clone();
        assert_eq!(stack.pass(), Err(StackError::Closed));
        assert_eq!(stack.if_passed(), Err(StackError::Closed));
        assert_eq!(stack.push(Seat(0), 1), Err(StackError::Closed));
        assert_eq!(stack.give(Seat(0)), Err(StackError::Closed));
        assert_eq!(stack.close(), Err(StackError::Closed));
        assert_eq!(stack, before);
    }

    #[test]
    fn a_window_is_not_opened_twice() {
        let mut stack = opened(2);
        stack.pass().expect("a window is open");
        let before = stack.clone();
        assert_eq!(stack.open(Seat(0)), Err(StackError::Open));
        assert_eq!(stack, before);
    }

    #[test]
    fn what_is_not_on_the_stack_cannot_be_taken() {
        let mut stack = opened(2);
        assert_eq!(stack.take(StackId(0)), Err(StackError::Unknown(StackId(0))));
        let id = stack.push(Seat(0), 7).expect("a window is open");
        let before = stack.clone();
        for unknown in [id.0 + 1, u64::MAX] {
            let unknown = StackId(unknown);
            assert_eq!(stack.take(unknown), Err(StackError::Unknown(unknown)));
        }
        assert_eq!(stack, before);
    }

    #[test]
    fn at_a_table_without_seats_no_window_opens() {
        let mut stack = Stack::<u32>::new(0);
        assert_eq!(stack.open(Seat(0)), Err(StackError::Nobody));
        assert_eq!(stack.leave(Seat(0)), Err(StackError::NotInGame(Seat(0))));
        assert_eq!(stack, Stack::new(0));
    }

    #[test]
    fn seats_that_do_not_exist_have_no_part_in_it() {
        let mut stack = opened(2);
        let before = stack.clone();
        for seat in [Seat(2), Seat(255)] {
            assert_eq!(stack.push(seat, 1), Err(StackError::NotInGame(seat)));
            assert_eq!(stack.give(seat), Err(StackError::NotInGame(seat)));
            assert_eq!(stack.leave(seat), Err(StackError::NotInGame(seat)));
        }
        assert_eq!(stack, before);
        let mut stack = Stack::<u32>::new(2);
        assert_eq!(stack.open(Seat(2)), Err(StackError::NotInGame(Seat(2))));
    }

    #[test]
    fn more_seats_than_a_set_of_actors_holds_are_not_there() {
        let mut stack = Stack::<u32>::new(1_000);
        assert!(stack.is_in_game(Seat(61)) && !stack.is_in_game(Seat(62)));
        stack.open(Seat(61)).expect("seat 61 is there");
        assert_eq!(stack.pass(), Ok(Passed::Next(Seat(0))));
    }
}

mod priority {
    use super::*;

    #[test]
    fn the_top_resolves_when_all_have_passed_in_succession_and_not_earlier() {
        let mut stack = opened(3);
        let first = stack.push(Seat(0), 1).expect("open");
        assert_eq!(stack.pass(), Ok(Passed::Next(Seat(1))));
        let second = stack.push(Seat(1), 2).expect("open");
        // The pass of seat 0 counts no more.
        assert_eq!(stack.pass(), Ok(Passed::Next(Seat(2))));
        assert_eq!(stack.pass(), Ok(Passed::Next(Seat(0))));
        assert_eq!(stack.pass(), Ok(Passed::Resolves(second)));
        stack.take(second).expect("it is there");
        assert_eq!((stack.priority(), stack.passes()), (Some(Seat(0)), 0));
        for _ in 0..2 {
            assert!(matches!(stack.pass(), Ok(Passed::Next(_))));
        }
        assert_eq!(stack.pass(), Ok(Passed::Resolves(first)));
    }

    #[test]
    fn after_something_resolved_the_one_the_window_was_opened_for_is_first() {
        let mut stack = Stack::new(3);
        stack.open(Seat(1)).expect("somebody is there");
        stack.push(Seat(0), 1).expect("open");
        for _ in 0..2 {
            stack.pass().expect("open");
        }
        assert!(matches!(stack.pass(), Ok(Passed::Resolves(_))));
        assert_eq!(stack.priority(), Some(Seat(1)));
    }

    #[test]
    fn who_left_is_passed_over_and_nobody_loses_a_chance() {
        let mut stack = opened(3);
        let id = stack.push(Seat(0), 1).expect("open");
        stack.pass().expect("open");
        // Seat 1 has priority and leaves: seat 2 is next, and passes count anew.
        stack.leave(Seat(1)).expect("seat 1 is there");
        assert_eq!((stack.priority(), stack.passes()), (Some(Seat(2)), 0));
        assert_eq!(stack.pass(), Ok(Passed::Next(Seat(0))));
        assert_eq!(stack.pass(), Ok(Passed::Resolves(id)));
        assert_eq!(stack.leave(Seat(1)), Err(StackError::NotInGame(Seat(1))));
        assert_eq!(stack.push(Seat(1), 2), Err(StackError::NotInGame(Seat(1))));
    }

    #[test]
    fn the_last_one_resolves_alone_and_when_all_have_left_the_window_closes() {
        let mut stack = opened(2);
        let id = stack.push(Seat(1), 1).expect("open");
        stack.leave(Seat(0)).expect("seat 0 is there");
        assert_eq!(stack.pass(), Ok(Passed::Resolves(id)));
        stack.leave(Seat(1)).expect("seat 1 is there");
        assert_eq!((stack.is_open(), stack.len()), (false, 1));
        assert_eq!(stack.open(Seat(0)), Err(StackError::Nobody));
    }

    #[test]
    fn a_window_for_somebody_who_left_is_for_the_next() {
        let mut stack = Stack::<u32>::new(3);
        stack.leave(Seat(1)).expect("seat 1 is there");
        stack.open(Seat(1)).expect("others are there");
        assert_eq!(stack.priority(), Some(Seat(2)));
    }
}

#[test]
fn everything_that_tells_stacks_apart_is_in_the_digest() {
    let digest = |change: fn(&mut Stack<u32>) -> Result<(), StackError>| {
        let mut stack = opened(2);
        change(&mut stack).expect("it is no misuse");
        Digest::of(&stack)
    };
    let digests = [
        digest(|_| Ok(())),
        digest(Stack::close),
        digest(|stack| stack.pass().map(|_| ())),
        digest(|stack| stack.push(Seat(0), 1).map(|_| ())),
        digest(|stack| stack.push(Seat(1), 1).map(|_| ())),
        digest(|stack| stack.push(Seat(0), 2).map(|_| ())),
        // Empty again, but with another id to give.
        digest(|stack| stack.push(Seat(0), 1).and_then(|id| stack.take(id)).map(|_| ())),
        digest(|stack| stack.leave(Seat(1))),
        Digest::of(&opened(3)),
    ];
    for (at, digest) in digests.iter().enumerate() {
        assert!(!digests[..at].contains(digest), "number {at} looks like another");
    }
    assert_eq!(Digest::of(&opened(2)), digests[0]);
}

/// One change by the dice, and what it takes to come back.
fn change(stack: &mut Stack<u32>, dice: &mut Dice) -> (StackMark, Option<StackItem<u32>>) {
    let mark = stack.mark();
    let seat = Seat(dice.below(4) as u8);
    let items: Vec<_> = stack.iter().map(|waiting| waiting.id).collect();
    let mut taken = None;
    // Misuse is refused, which is a change of nothing.
    let _refused = match dice.below(8) {
        0 => stack.open(seat),
        1 | 2 => stack.push(seat, dice.word()).map(|_| ()),
        3 | 4 => stack.pass().map(|_| ()),
        5 => stack.give(seat),
        6 if dice.below(20) == 0 => stack.leave(seat),
        6 => stack.close(),
        _ => dice.pick(&items).map_or(Ok(()), |id| stack.take(*id).map(|it| taken = Some(it))),
    };
    (mark, taken)
}

#[test]
fn every_change_can_be_taken_back_one_by_one_and_many_at_once() {
    let mut deepest = 0;
    for seed in 0..200 {
        let mut dice = Dice::new(Seed(seed));
        let mut stack = Stack::new(3);
        let mut past = vec![stack.clone()];
        let mut changes = Vec::new();
        for _ in 0..60 {
            changes.push(change(&mut stack, &mut dice));
            past.push(stack.clone());
            deepest = deepest.max(stack.len());
        }
        // Many at once: everything that was taken since is put back.
        let back = dice.below(60) as usize;
        let mut jumped = stack.clone();
        let taken: Vec<_> = changes[back..].iter().filter_map(|(_, it)| it.clone()).collect();
        jumped.back_to(changes[back].0, taken);
        assert_eq!(jumped, past[back], "seed {seed}, back to {back}");
        // One by one.
        while let Some((mark, taken)) = changes.pop() {
            past.pop();
            stack.back_to(mark, taken);
            assert_eq!(Some(&stack), past.last(), "seed {seed}");
        }
    }
    assert!(deepest > 5, "the stacks of this test were never deep");
}

/// Numbers that wait on a stack; each adds itself when it resolves.
struct Adding;

#[derive(Clone, Debug, PartialEq, Canonical)]
struct Sum {
    stack: Stack<u32>,
    total: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Kinds)]
enum Action {
    Say(u32),
    Counter(StackId),
    Pass,
}

#[derive(Clone, Debug, PartialEq, Kinds)]
enum Event {
    Said(Seat, u32),
    Passed,
    Taken(StackId),
    Added(u32),
}

#[derive(Clone, Debug)]
struct Before(StackMark, Option<StackItem<u32>>);

#[derive(Clone, Debug, PartialEq, Reason)]
enum Why {
    /// Somebody else has priority.
    NotYou,
    /// It is not on the stack.
    NotThere,
}

impl Game for Adding {
    type State = Sum;
    type Action = Action;
    type Event = Event;
    type Trace = Before;
    type Reason = Why;

    fn apply(sum: &mut Sum, event: &Event) -> Before {
        let mark = sum.stack.mark();
        let mut taken = None;
        match event {
            Event::Said(seat, n) => sum.stack.push(*seat, *n).map(|_| ()),
            Event::Passed => sum.stack.pass().map(|_| ()),
            Event::Taken(id) => sum.stack.take(*id).map(|it| taken = Some(it)),
            Event::Added(n) => {
                sum.total += n;
                Ok(())
            }
        }
        .expect("checks and rules see to it");
        Before(mark, taken)
    }

    fn active(sum: &Sum) -> Actors {
        sum.stack.priority().map_or(Actors::none(), Actors::only)
    }
}

impl Revert for Adding {
    fn revert(sum: &mut Sum, event: &Event, Before(mark, taken): &Before) {
        sum.stack.back_to(*mark, taken.clone());
        if let Event::Added(n) = event {
            sum.total -= n;
        }
    }
}

fn adding() -> Session<Adding> {
    let book = Book::<Adding>::builder("adding")
        .digests()
        .reverts()
        .only_active("you have priority", Why::NotYou)
        .check("it is on the stack", Gate::Targets, |check| {
            check.on(ActionKind::Counter).test(|ask| match *ask.action {
                Action::Counter(id) => ask.state.stack.get(id).is_some().or(Why::NotThere),
                _ => Ok(()),
            })
        })
        .rule("say", |rule| {
            rule.on(ActionKind::Say).then(|cx, ()| match (*cx.action, cx.by.seat()) {
                (Action::Say(n), Some(seat)) => Some(Event::Said(seat, n)),
                _ => None,
            })
        })
        .rule("counter", |rule| {
            rule.on(ActionKind::Counter).then(|cx, ()| match *cx.action {
                Action::Counter(id) => Some(Event::Taken(id)),
                _ => None,
            })
        })
        .rule("pass", |rule| {
            rule.on(ActionKind::Pass).then(|cx, ()| {
                let stack = &cx.state.stack;
                match (stack.if_passed(), stack.top()) {
                    (Ok(Passed::Resolves(id)), Some(top)) => {
                        vec![Event::Passed, Event::Taken(id), Event::Added(top.item)]
                    }
                    _ => vec![Event::Passed],
                }
            })
        })
        .compile()
        .expect("the book has no mistakes");
    book.start(Sum { stack: opened(2), total: 0 }, Seed(1)).expect("it can start")
}

#[test]
fn a_game_resolves_the_top_counters_by_id_and_takes_everything_back() {
    let mut game = adding();
    let moves = [
        (0, Action::Say(5)),
        (0, Action::Pass),
        (1, Action::Say(7)),
        (1, Action::Pass),
        (0, Action::Pass),                // 7 resolves
        (0, Action::Say(9)),              // on top of 5
        (0, Action::Counter(StackId(0))), // 5 is never added
        (0, Action::Pass),
        (1, Action::Pass), // 9 resolves
        (0, Action::Pass),
        (1, Action::Pass), // the window closes
    ];
    let mut digests = vec![game.digest().expect("no faults")];
    for (seat, action) in moves {
        let outcome = game.submit(Seat(seat), action).expect("no faults");
        assert!(outcome.is_committed(), "{action:?}: {outcome}");
        digests.push(game.digest().expect("no faults"));
    }
    assert_eq!(game.state().total, 16);
    assert!(game.active().is_empty() && game.state().stack.is_empty());
    let late = game.submit(Seat(0), Action::Pass).expect("no faults");
    assert_eq!(late.to_string(), "disallowed: Somebody else has priority.");
    while digests.pop().is_some() && game.undo_depth() > 0 {
        game.undo().expect("no faults");
        assert_eq!(Some(&game.digest().expect("no faults")), digests.last());
    }
    assert_eq!(game.state(), adding().state());
}

#[test]
fn what_is_not_on_the_stack_any_more_cannot_be_countered() {
    let mut game = adding();
    for (seat, action) in [(0, Action::Say(5)), (0, Action::Pass), (1, Action::Pass)] {
        game.submit(Seat(seat), action).expect("no faults");
    }
    let outcome = game.submit(Seat(0), Action::Counter(StackId(0))).expect("no faults");
    assert_eq!(outcome.to_string(), "disallowed: It is not on the stack.");
}
