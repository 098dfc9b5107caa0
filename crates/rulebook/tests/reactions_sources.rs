//! Sources (R20, and the index of them): who is there, who came back, what is
//! remembered, and that the index is what the state says wherever one looks.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{History, Mode, Sequence, SessionOptions, SourceId, Stopped};

fn dies(card: u32) -> Event {
    Event::Die { card }
}

/// A watcher marks when somebody is hurt: 1 if it is still there, 2 if not.
fn watching(extra: &'static [Event]) -> Book<Arena> {
    arena("watching")
        .trigger("first", move |t| {
            t.after(EventKind::Damage).priority(Priority::HIGH).then(move |_| extra.to_vec())
        })
        .trigger("watches", |t| {
            t.after(EventKind::Damage).carried_by(WATCHER).then(|cx| {
                let then = cx.source.expect("it is carried");
                if let Some(now) = cx.source_now {
                    assert_eq!(then, now);
                }
                [Event::Mark(if cx.source_now.is_some() { 1 } else { 2 })]
            })
        })
        .compile()
        .unwrap()
}

#[test]
fn r20_a_source_that_left_is_not_there_now() {
    let field = Field::of(2).card(5, WATCHER.0, 0);
    assert_eq!(play_one(&watching(&[]), &field, damage(1, 1)).log(), [1]);
    static GONE: [Event; 1] = [Event::Die { card: 5 }];
    assert_eq!(play_one(&watching(&GONE), &field, damage(1, 1)).log(), [2]);
}

#[test]
fn r20_a_source_that_left_and_came_back_is_new() {
    static BLINK: [Event; 2] = [Event::Die { card: 5 }, Event::Move { card: 5, zone: Zone::Field }];
    let field = Field::of(2).card(5, WATCHER.0, 0);
    let played = play_one(&watching(&BLINK), &field, damage(1, 1));
    assert_eq!(played.log(), [2], "it is there, but it is another one");
    assert!(played.state().on_field(5));
    let source = played.game.sources().next().unwrap();
    assert_eq!((source.id, source.since), (SourceId(5), 101));
    let fired = played.account().fired.iter().find_map(|fired| fired.source).unwrap();
    assert_eq!(fired.since, 5, "the old one fired");
}

#[test]
fn r20_what_is_remembered_is_taken_just_before_it_leaves() {
    let book = arena("memory")
        .trigger("when it dies", |t| {
            t.after(EventKind::Die).then(|cx| {
                let &Event::Die { card } = cx.event() else { unreachable!() };
                let power = cx.remembered::<u32>(SourceId(card)).copied();
                assert_eq!(cx.remembered::<u8>(SourceId(card)), None, "it is of another type");
                assert_eq!(cx.remembered::<u32>(SourceId(99)), None, "it was not touched");
                [Event::Mark(power.expect("it was a source"))]
            })
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, WATCHER.0, 0).with(|card| card.power = 3);
    assert_eq!(play_one(&book, &field, dies(5)).log(), [3]);
    // What happened to it in the same group, before it left, counts.
    let group = Group::atomic([power(5, 4), dies(5)]);
    assert_eq!(play_group(&book, &field, group).log(), [7]);
    let played = play(&book, &field, Act::List(vec![power(5, 1), dies(5), power(5, 1)]));
    assert_eq!(played.log(), [4], "and what happens to the card later does not");
}

#[test]
fn r20_in_a_batch_the_memory_is_of_the_frozen_state_or_of_just_before() {
    let book = arena("memory")
        .trigger("when it dies", |t| {
            t.after(EventKind::Die).looking_back().then(|cx| {
                let &Event::Die { card } = cx.event() else { unreachable!() };
                [Event::Mark(*cx.remembered::<u32>(SourceId(card)).expect("it was a source"))]
            })
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, WATCHER.0, 0).with(|card| card.power = 3);
    let field = field.card(6, WATCHER.0, 1).with(|card| card.power = 8);
    let played = play_group(&book, &field, Group::batch([dies(5), dies(6)]));
    assert_eq!(played.log(), [3, 8]);
}

#[test]
fn r20_a_shield_that_leaves_because_it_is_spent_is_remembered_too() {
    let book = arena("memory")
        .guard("shield", shield)
        .trigger("when it is spent", |t| {
            t.after(EventKind::Spend).then(|cx| {
                [Event::Mark(*cx.remembered::<u32>(SourceId(5)).expect("it was a source"))]
            })
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).with(|card| card.power = 6);
    assert_eq!(play_one(&book, &field, damage(1, 5)).log(), [6]);
}

#[test]
fn a_trigger_of_a_shield_that_is_spent_looks_back() {
    let book = arena("spent")
        .guard("shield", shield)
        .trigger("last words", |t| {
            t.after(EventKind::Spend).carried_by(SHIELD).about_its_subject().looking_back().then(
                |cx| {
                    assert!(cx.source_now.is_none(), "it is gone");
                    [Event::Mark(cx.source.expect("a card").id.0)]
                },
            )
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).card(6, SHIELD.0, 0);
    assert_eq!(play_one(&book, &field, damage(1, 2)).log(), [5]);
}

#[test]
fn r20_a_rider_remembers_the_shield_that_was_spent() {
    let book = arena("memory")
        .guard("shield", |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .charges(left, spend)
                .rider(|cx| {
                    assert!(cx.source_now.is_none(), "it is gone");
                    [Event::Mark(cx.remembered::<u32>(SourceId(5)).copied().unwrap_or(0))]
                })
                .prevent_all()
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).with(|card| card.power = 6);
    assert_eq!(play_one(&book, &field, damage(1, 5)).log(), [6]);
}

#[test]
fn a_source_that_changes_hands_is_the_same_source() {
    let give = Event::Give { card: 5, to: 0 };
    // It has no more charges than it had, and applies no more often.
    let book = arena("hands").guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    let group = Group::atomic([damage(1, 4), give.clone(), damage(1, 4)]);
    let played = play_group(&book, &field, group);
    assert_eq!((played.state().life[1], played.state().charges(5)), (20 - 1 - 4, 0));
    let played = play_group(&book, &field, Group::atomic([give.clone(), damage(1, 5)]));
    assert_eq!((played.state().life[1], played.state().charges(5)), (18, 0));
    let instead = give.clone();
    let book = arena("hands")
        .guard("twice, elsewhere", move |g| {
            let instead = instead.clone();
            g.before(EventKind::Damage)
                .carried_by(DOUBLER)
                .replace(move |cx| [instead.clone(), damage(1, 2 * cx.amount)])
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, DOUBLER.0, 1);
    let played = play_group(&book, &field, Group::atomic([damage(1, 2)]));
    assert_eq!(played.events(), [give, damage(1, 4)], "once to an event and what it became");
}

#[test]
fn a_source_that_entered_with_a_batch_is_there_for_its_rider_and_its_trigger() {
    // Settled from the frozen state it is there since 101; as it happens, since
    // 102, because another one enters before it.
    let there = |now: Option<rulebook::Source>| u32::from(now.is_some());
    let book = arena("since")
        .guard("shield", move |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .charges(left, spend)
                .rider(move |cx| [Event::Mark(10 + there(cx.source_now))])
                .prevent(|_| 2)
        })
        .trigger("last look", move |t| {
            t.after(EventKind::Heal)
                .carried_by(SHIELD)
                .looking_back()
                .then(move |cx| [Event::Mark(20 + there(cx.source_now))])
        })
        .compile()
        .unwrap();
    let limbo =
        |field: Field, id, kind| field.card(id, kind, 1).with(|card| card.zone = Zone::Limbo);
    let field = limbo(limbo(Field::of(2), 7, 9), 5, SHIELD.0).charged(2);
    let second = Group::atomic([enter(5), damage(1, 5), heal(1)]);
    let batch = Group::batch([]).group(Group::atomic([enter(7)])).group(second.clone());
    let played = play_group(&book, &field, second);
    assert_eq!(played.log(), [10, 20], "it is spent, and gone");
    let field = limbo(limbo(Field::of(2), 7, 9), 5, SHIELD.0).charged(9);
    let played = play_group(&book, &field, batch);
    assert_eq!(played.state().find(5).unwrap().since, 102);
    assert_eq!(played.log(), [11, 21], "it is still there");
}

#[test]
fn a_trigger_knows_the_source_that_changed_hands() {
    let book = arena("hands")
        .trigger("gives it away", |t| {
            t.after(EventKind::Damage)
                .priority(Priority::HIGH)
                .then(|_| [Event::Give { card: 5, to: 0 }])
        })
        .trigger("mine", |t| {
            t.after(EventKind::Damage).carried_by(WATCHER).then(|cx| {
                let seat = |source: Option<rulebook::Source>| source.unwrap().seat.unwrap().0;
                [Event::Mark(u32::from(10 * seat(cx.source) + seat(cx.source_now)))]
            })
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, WATCHER.0, 1);
    assert_eq!(play_one(&book, &field, damage(1, 1)).log(), [10]);
}

#[test]
fn a_guard_comes_and_goes_with_its_source() {
    let book = arena("comes and goes").guard("doubler", doubler).compile().unwrap();
    let field = Field::of(2).card(5, DOUBLER.0, 0).with(|card| card.zone = Zone::Limbo);
    let list = |events: &[Event]| Act::List(events.to_vec());
    let played =
        play(&book, &field, list(&[damage(1, 1), enter(5), damage(1, 1), dies(5), damage(1, 1)]));
    assert_eq!(played.state().life[1], 20 - 1 - 2 - 1);
    // Created, entered and at work within one action.
    let twice = Event::Create { card: 9, kind: DOUBLER.0, owner: 1 };
    let played = play(&book, &Field::of(2), list(&[twice, enter(9), damage(1, 3)]));
    assert_eq!(played.state().life[1], 14);
}

#[test]
fn ten_copies_are_ten_guards() {
    let book = arena("copies").guard("doubler", doubler).compile().unwrap();
    let field = (0..10).fold(Field::of(2), |field, id| field.card(id, DOUBLER.0, 0));
    let played = play_one(&book, &field, damage(1, 1));
    assert_eq!((played.state().life[1], played.stances(0).len()), (20 - 1024, 10));
}

/// A book in which much comes and goes: shields that leave when spent, a
/// watcher that calls another shield.
fn busy() -> Book<Arena> {
    arena("busy")
        .guard("shield", shield)
        .trigger("call", |t| {
            t.after(EventKind::Damage).carried_by(WATCHER).then(|cx| {
                let card = 100 + cx.state.made;
                [Event::Create { card, kind: SHIELD.0, owner: 1 }, enter(card)]
            })
        })
        .guard("a panic", |g| {
            g.before(EventKind::Toggle).when("no lamps", |_| panic!("no lamps")).forbid()
        })
        .rule("costly", |rule| {
            rule.on(ActKind::Buy)
                .cost(Why::TooPoor, |_, ()| [dies(6), Event::Discard { who: 0 }])
                .then(|_, ()| [heal(1)])
        })
        .compile()
        .unwrap()
}

fn busy_field() -> Field {
    Field::of(2).card(5, SHIELD.0, 1).charged(2).card(6, WATCHER.0, 0)
}

fn numbers(game: &Session<Arena>) -> Vec<u32> {
    check_sources(game);
    game.sources().map(|source| source.id.0).collect()
}

#[test]
fn the_index_is_the_state_after_submit_undo_redo_and_rewind() {
    for recovery in BOTH {
        let mut game = start(&busy(), &busy_field(), recovery);
        let mut seen = vec![numbers(&game)];
        for n in [3, 1, 1] {
            game.submit(Seat(0), Act::One(damage(1, n))).unwrap().committed().unwrap();
            seen.push(numbers(&game));
        }
        assert_eq!(seen[0], [5, 6]);
        assert_eq!(seen[1], [6, 100], "5 is spent, and another is called");
        for number in [2, 0, 3, 1, 3] {
            game.rewind(number).unwrap();
            assert_eq!(numbers(&game), seen[number as usize]);
        }
        for number in [2, 1, 0] {
            game.undo().unwrap();
            assert_eq!(numbers(&game), seen[number]);
        }
        for expected in &seen[1..] {
            game.redo().unwrap();
            assert_eq!(&numbers(&game), expected);
        }
    }
}

#[test]
fn the_index_is_the_state_after_refusal_and_fault() {
    for recovery in BOTH {
        let mut game = start(&busy(), &busy_field(), recovery);
        let outcome = game.submit(Seat(0), Act::Buy(0)).unwrap();
        assert!(outcome.refusal().is_some(), "the watcher died for nothing");
        assert_eq!(numbers(&game), [5, 6]);
        let list = vec![dies(5), dies(6), Event::Toggle];
        game.submit(Seat(0), Act::List(list)).unwrap_err();
        assert_eq!(numbers(&game), [5, 6]);
        game.preview(Seat(0), &Act::One(damage(1, 3))).unwrap();
        assert_eq!(numbers(&game), [5, 6]);
        // And both are still at work.
        game.submit(Seat(0), Act::One(damage(1, 3))).unwrap().committed().unwrap();
        assert_eq!((game.state().life[1], numbers(&game)), (19, vec![6, 100]));
    }
}

#[test]
fn the_index_is_the_state_on_forks_and_after_sequences() {
    let hit = |n| (By::Seat(Seat(0)), Act::One(damage(1, n)));
    for recovery in BOTH {
        let mut game = start(&busy(), &busy_field(), recovery);
        let mut fork = game.fork();
        fork.submit(Seat(0), Act::One(damage(1, 3))).unwrap().committed().unwrap();
        assert_eq!((numbers(&fork), numbers(&game)), (vec![6, 100], vec![5, 6]));

        let unpaid = (By::Seat(Seat(0)), Act::Buy(0));
        let stopped = game.submit_all([hit(3), hit(1), unpaid.clone()]).unwrap();
        let Sequence::Stopped { at: 2, why: Stopped::Refused(..) } = stopped else {
            panic!("{stopped:?}")
        };
        assert_eq!(numbers(&game), [5, 6]);
        game.try_sequence([hit(3), hit(1)]).unwrap();
        assert_eq!(numbers(&game), [5, 6]);
        let fault = (By::Seat(Seat(0)), Act::One(Event::Toggle));
        game.submit_all([hit(3), fault]).unwrap_err();
        assert_eq!(numbers(&game), [5, 6]);
        assert!(matches!(game.submit_all([hit(3), hit(1)]).unwrap(), Sequence::Through { .. }));
        assert_eq!(numbers(&game), [6, 100, 101]);
        game.undo().unwrap();
        assert_eq!(numbers(&game), [5, 6], "one step");
    }
}

#[test]
fn the_index_is_the_state_in_every_kind_of_history() {
    for history in [History::All, History::Last(1), History::None] {
        for mode in [Mode::Play, Mode::Analysis] {
            for recovery in BOTH {
                let recovery = Some(recovery);
                let options = SessionOptions { history, mode, recovery, ..Default::default() };
                let mut game = busy().start_with(busy_field(), Seed(1), options).unwrap();
                for n in [3, 1, 1, 2] {
                    game.submit(Seat(0), Act::One(damage(1, n))).unwrap().committed().unwrap();
                    numbers(&game);
                    game.submit(Seat(0), Act::One(Event::Toggle)).unwrap_err();
                    numbers(&game);
                }
                while game.undo_depth() > 0 {
                    game.undo().unwrap();
                    numbers(&game);
                }
            }
        }
    }
}

#[test]
fn on_search_lines_the_sources_are_those_of_the_line() {
    for recovery in BOTH {
        let game = start(&busy(), &busy_field(), recovery);
        let mut line = game.search(Seed(1));
        let push = |line: &mut rulebook::Search<Arena>, n| {
            line.push(Seat(0), Act::One(damage(1, n))).unwrap().committed().unwrap();
            line.state().life[1]
        };
        for _ in 0..3 {
            assert_eq!(push(&mut line, 3), 19, "the shield is at work");
            assert_eq!(push(&mut line, 3), 16, "it is spent");
            assert_eq!(line.state().made, 2, "the watcher is at work");
            assert!(line.push(Seat(0), Act::Buy(0)).unwrap().refusal().is_some());
            line.push(Seat(0), Act::One(Event::Toggle)).unwrap_err();
            line.push(Seat(0), Act::One(dies(6))).unwrap().committed().unwrap();
            assert_eq!(push(&mut line, 1), 15);
            assert_eq!(line.state().made, 2, "the watcher is gone");
            line.pop_to(1);
            assert_eq!(push(&mut line, 1), 18);
            assert_eq!(line.state().made, 2, "the watcher is back");
            line.pop_to(0);
        }
        assert_eq!(game.state(), &busy_field());
    }
}

#[test]
fn rules_that_are_switched_leave_the_sources_alone() {
    for recovery in BOTH {
        let mut game = start(&busy(), &busy_field(), recovery);
        let costly = game.book().rule("costly").unwrap();
        game.submit(Seat(0), Act::One(damage(1, 3))).unwrap().committed().unwrap();
        let seen = numbers(&game);
        game.disable(costly).unwrap();
        assert_eq!(numbers(&game), seen);
        game.submit(Seat(0), Act::One(dies(6))).unwrap().committed().unwrap();
        assert_eq!(numbers(&game), [100]);
        game.rewind(1).unwrap();
        assert_eq!(numbers(&game), seen);
        game.rewind(3).unwrap();
        assert_eq!(numbers(&game), [100]);
        game.rewind(0).unwrap();
        assert_eq!(numbers(&game), [5, 6]);
    }
}
