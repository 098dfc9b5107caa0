//! Reactions and everything around a submit: undo and redo, previews and
//! sequences, dice and secrets, invariants, observers.

#[path = "common/arena/mod.rs"]
mod arena;

use std::sync::mpsc::{Sender, channel};

use arena::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, Detail, Fate, Firing, Notice, Observer, Preview, RefusalKind,
    Reversibility, Sequence, Stopped,
};

/// A shield, a trigger and a standing rule.
fn lively() -> BookBuilder<Arena> {
    arena("lively")
        .guard("shield", shield)
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|cx| [draw(cx.amount())]))
        .standing("at most one", |s| {
            s.propose(|field: &Field| (field.hand[0] > 1).then_some(Event::Discard { who: 0 }))
        })
}

fn field() -> Field {
    Field::of(2).card(5, SHIELD.0, 1).charged(3)
}

fn hit(n: u32) -> (By, Act) {
    (By::Seat(Seat(0)), Act::One(damage(1, n)))
}

#[test]
fn redo_asks_nobody_and_keeps_the_account() {
    let asked = Calls::default();
    let counted = asked.clone();
    let book = lively()
        .guard("counts", move |g| {
            g.before(EventKind::Damage).modify(move |cx| {
                counted.hit();
                cx.event.clone()
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, &field(), recovery);
        let id = game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
        let account = format!("{:?}", game.frame(id).unwrap().account());
        assert!(asked.take() > 0);
        game.undo().unwrap();
        assert_eq!(*game.state(), field());
        game.redo().unwrap();
        assert_eq!(asked.take(), 0, "what happened is settled");
        let frame = game.frames().next_back().unwrap();
        assert_eq!(format!("{:?}", frame.account()), account);
        // After an undo the same action comes to the same.
        game.undo().unwrap();
        let id = game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
        assert_eq!(format!("{:?}", game.frame(id).unwrap().account()), account);
    }
}

#[test]
fn previews_change_nothing_and_say_what_will_be() {
    let book = lively().compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, &field(), recovery);
        for n in [2, 5, 1] {
            let act = Act::One(damage(1, n));
            let before = Untouched::of(&mut game);
            let seen = game.preview(Seat(0), &act).unwrap();
            assert_eq!(before, Untouched::of(&mut game));
            let Preview::Commit { frame, state } = seen else { panic!("{seen:?}") };
            let id = game.submit(Seat(0), act).unwrap().committed().unwrap();
            assert_eq!(&state, game.state());
            assert_eq!(format!("{:?}", *frame), format!("{:?}", game.frame(id).unwrap()));
        }
    }
}

#[test]
fn dice_in_a_reaction_are_not_looked_at_ahead_and_not_undone() {
    let book = lively()
        .trigger("gamble", |t| t.after(EventKind::Draw).then(|cx| [Event::Rolled(cx.roll(6))]))
        .compile()
        .unwrap();
    let mut game = start(&book, &field(), BOTH[0]);
    let before = Untouched::of(&mut game);
    let seen = game.preview(Seat(0), &Act::One(damage(1, 5))).unwrap();
    assert!(matches!(seen, Preview::DiceAhead), "{seen:?}");
    let stopped = game.try_sequence([hit(5), hit(1)]).unwrap();
    assert!(matches!(stopped, Sequence::Stopped { at: 0, why: Stopped::DiceAhead }), "{stopped:?}");
    assert_eq!(before, Untouched::of(&mut game));
    let id = game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
    assert_eq!(game.frame(id).unwrap().draws().len(), 1);
    assert_eq!(game.frame(id).unwrap().reversibility(), Reversibility::Irreversible);
    assert_eq!(game.undo().unwrap().refusal_kind(), Some(RefusalKind::Disallowed));
}

#[test]
fn what_a_reaction_reveals_is_not_undone() {
    let book = lively().revealing(EventKind::Draw).compile().unwrap();
    let mut game = start(&book, &field(), BOTH[0]);
    game.submit(Seat(0), Act::One(damage(1, 2))).unwrap().committed().unwrap();
    assert_eq!(game.undo_depth(), 1, "all of it was prevented");
    game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
    assert_eq!(game.undo_depth(), 0, "a card was drawn");
    // A card whose drawing was prevented reveals nothing.
    let book = lively()
        .revealing(EventKind::Draw)
        .guard("no cards", |g| g.before(EventKind::Draw).prevent_all())
        .compile()
        .unwrap();
    let mut game = start(&book, &field(), BOTH[0]);
    game.submit(Seat(0), Act::One(damage(1, 5))).unwrap().committed().unwrap();
    assert_eq!(game.undo_depth(), 1);
}

#[test]
fn an_invariant_that_a_reaction_breaks_takes_everything_back() {
    let book = lively()
        .invariant("few cards", |i| i.holds(|field: &Field| field.hand[0] < 1))
        .compile()
        .unwrap();
    let (kind, cause) = refuse(&book, &field(), Act::One(damage(1, 5)));
    assert_eq!(kind, RefusalKind::Aborted);
    assert!(cause.contains("few cards") && cause.contains("Draw"), "{cause}");
    let mut game = start(&book, &field(), BOTH[1]);
    let outcome = game.submit(Seat(0), Act::One(damage(1, 5))).unwrap();
    let Cause::Invariants { events, .. } = &outcome.refusal().unwrap().cause else { panic!() };
    assert!(events.contains(&Event::Spend { card: 5, n: 3 }));
}

#[test]
fn sequences_commit_whole_or_not_at_all() {
    let book = lively()
        .rule("buy", |rule| {
            rule.on(ActKind::Buy)
                .cost(Why::TooPoor, |_, ()| [Event::Discard { who: 0 }])
                .then(|_, ()| [heal(5)])
        })
        .compile()
        .unwrap();
    let buy = || (By::Seat(Seat(0)), Act::Buy(0));
    for recovery in BOTH {
        let mut game = start(&book, &field(), recovery);
        let before = Untouched::of(&mut game);
        // The card for the cost is drawn by the trigger.
        assert!(matches!(game.try_sequence([hit(5), buy()]).unwrap(), Sequence::Through { .. }));
        assert_eq!(before, Untouched::of(&mut game));
        let stopped = game.submit_all([hit(5), buy(), buy()]).unwrap();
        let Sequence::Stopped { at: 2, why: Stopped::Refused(kind, _) } = stopped else {
            panic!("{stopped:?}")
        };
        assert_eq!((kind, before.clone()), (RefusalKind::Disallowed, Untouched::of(&mut game)));
        let Sequence::Through { frames } = game.submit_all([hit(5), buy()]).unwrap() else {
            panic!()
        };
        assert!(frames.iter().all(|frame| frame.account.is_some()));
        assert_eq!((game.state().life[0], game.state().life[1]), (25, 18));
        game.undo().unwrap();
        assert_eq!(*game.state(), field(), "one step of undo");
        check_sources(&game);
    }
}

/// Tells what an observer is told, in words.
struct Chronicle(Sender<String>, Detail);

impl Observer<Arena> for Chronicle {
    fn notice(&mut self, notice: &Notice<'_, Arena>) {
        let text = match notice {
            Notice::Happened { event, .. } => format!("happened {event:?}"),
            Notice::Settled { line } => format!("settled {:?}: {}", line.proposed, line.fate),
            Notice::Prevented { announcement } => {
                format!("prevented {}, {} left", announcement.amount, announcement.left)
            }
            Notice::Triggered { fired } => format!("triggered: {:?}", fired.came_to),
            Notice::Rest { round, standing } => format!("rest {round}: {}", standing.len()),
            other => other.name().to_owned(),
        };
        self.0.send(text).expect("somebody listens");
    }

    fn detail(&self) -> Detail {
        self.1
    }
}

/// What is told of one action.
fn told(book: &Book<Arena>, field: &Field, act: Act, detail: Detail) -> Vec<String> {
    let mut chronicles = BOTH.map(|recovery| {
        let mut game = start(book, field, recovery);
        let mut alone = game.fork();
        let (sender, texts) = channel();
        game.observe(Chronicle(sender, detail));
        game.submit(Seat(0), act.clone()).unwrap();
        alone.submit(Seat(0), act.clone()).unwrap();
        assert_eq!(game.state(), alone.state(), "watching changes nothing");
        drop(game);
        texts.iter().collect::<Vec<_>>()
    });
    assert_eq!(chronicles[0], chronicles[1]);
    std::mem::take(&mut chronicles[0])
}

#[test]
fn observers_are_told_of_everything_in_order() {
    let book = lively().compile().unwrap();
    let field = Field { hand: vec![1, 0], ..field() };
    let texts = told(&book, &field, Act::One(damage(1, 5)), Detail::Outcomes);
    let at = |part: &str| {
        let found = texts.iter().position(|text| text.starts_with(part));
        found.unwrap_or_else(|| panic!("{part} is not in {texts:#?}"))
    };
    let in_order = [
        at("submitted"),
        at("happened Damage { to: 1, n: 2 }"),
        at("happened Spend"),
        at("prevented 3, 2 left"),
        at("triggered: "),
        at("happened Draw"),
        at("rest 0: 1"),
        at("happened Discard"),
        at("committed"),
    ];
    assert!(in_order.is_sorted(), "{texts:#?}");
    let settled: Vec<_> = texts.iter().filter(|text| text.starts_with("settled")).collect();
    assert_eq!(
        settled,
        [
            "settled Damage { to: 1, n: 5 }: applied",
            "settled Spend { card: 5, n: 3 }: applied",
            "settled Draw { who: 0, n: 2 }: applied",
            "settled Discard { who: 0 }: applied",
            "settled Discard { who: 0 }: applied",
        ]
    );
}

#[test]
fn observers_are_told_of_what_did_not_happen() {
    let book = lively()
        .trigger("if poor", |t| {
            t.after(EventKind::Damage)
                .when("no cards", |on| on.state.hand[0] == 0)
                .priority(Priority::LOW)
                .then(|_| [heal(1)])
        })
        .compile()
        .unwrap();
    let group = Group::atomic([heal(1), Event::Discard { who: 0 }, heal(2)]);
    let texts = told(&book, &field(), Act::Whole(group), Detail::Decisions);
    for part in ["Heal { to: 0, n: 1 }: rolled back", "impossible", "n: 2 }: skipped"] {
        assert!(texts.iter().any(|text| text.contains(part)), "{part} is not in {texts:#?}");
    }
    assert!(!texts.iter().any(|text| text.starts_with("happened")), "{texts:#?}");
    let texts = told(&book, &field(), Act::One(damage(1, 4)), Detail::Outcomes);
    let condition = format!("triggered: {:?}", Firing::ConditionFalse(0));
    assert!(texts.contains(&condition), "{texts:#?}");
    let played = play_one(&book, &field(), damage(1, 4));
    assert_eq!(played.fate_of(&draw(1)), Fate::Applied);
}

#[test]
fn reactions_can_be_played_by_proof() {
    let book = lively()
        .rule("strike", |rule| {
            rule.on(ActKind::Nothing)
                .candidates(|offer| offer.push(Act::Nothing))
                .then(|_, ()| [damage(1, 5)])
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, &field(), recovery);
        let legal = game.legal(Seat(0)).unwrap().remove(0);
        let mut line = game.search(Seed(1));
        let mut on_line = Vec::new();
        line.legal_all_into(&mut on_line).unwrap();
        assert!(line.play(&on_line[0]).unwrap().is_committed());
        assert!(game.play(legal).unwrap().is_committed());
        assert_eq!((game.state().life[1], game.state().hand[0]), (18, 1));
        assert_eq!(line.state(), game.state());
        check_sources(&game);
    }
}
