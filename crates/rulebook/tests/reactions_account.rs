//! The account of a frame: every fate, every guard that was considered, every
//! trigger and round of rest, with what led to it; in frames, previews and
//! explanations, as data and as text.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{
    Account, Because, Capability, Fate, Firing, Forecast, Origin, Preview, RefusalKind, Stance,
    Tier, Verdict,
};

/// A book in which everything takes part.
fn rich() -> Book<Arena> {
    arena("rich")
        .guard("shield", |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .charges(left, spend)
                .rider(|_| [Event::Mark(1)])
                .prevent_all()
        })
        .guard("in person", |g| {
            g.before(EventKind::Toggle).tier(Tier::Own).replace(|_| [damage(1, 5), heal(0)])
        })
        .guard("nothing enters", |g| g.before(EventKind::Move).prevent_all())
        .guard("choosy", |g| {
            g.before(EventKind::Damage).when("never", |_| false).modify(|cx| cx.event.clone())
        })
        .trigger("hurt", |t| t.after(EventKind::Damage).carried_by(WATCHER).then(|_| [draw(1)]))
        .trigger("idle", |t| t.after(EventKind::Damage).then(|_| ()))
        .standing("at most none", |s| {
            s.propose(|field: &Field| (field.hand[0] > 0).then_some(Event::Discard { who: 0 }))
        })
        .rule("buy", |rule| {
            rule.on(ActKind::Buy).cost(Why::TooPoor, |_, ()| [Event::Pay { who: 0, n: 1 }]).then(
                |cx, ()| {
                    cx.propose(Event::Toggle);
                    cx.propose_group(summon(50));
                },
            )
        })
        .compile()
        .unwrap()
}

fn rich_field() -> Field {
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3).card(6, WATCHER.0, 0);
    Field { mana: vec![1, 0], ..field }
}

#[test]
fn everything_that_was_proposed_has_a_line_with_its_reason() {
    let played = play(&rich(), &rich_field(), Act::Buy(0));
    let line = |event: &Event| &played.account().lines[played.line_of(event)];
    assert!(matches!(line(&Event::Pay { who: 0, n: 1 }).because, Because::Cost(_)));
    assert!(matches!(line(&Event::Toggle).because, Because::Rule(_)));
    assert_eq!(line(&Event::Toggle).fate, Fate::Replaced);
    let toggle = played.line_of(&Event::Toggle);
    let replaced = |because| matches!(because, Because::Replacement { line, .. } if line == toggle);
    assert!(replaced(line(&damage(1, 2)).because) && replaced(line(&heal(0)).because));
    assert_eq!(line(&heal(0)).fate, Fate::Vanished);
    let hurt = played.line_of(&damage(1, 2));
    let spent = line(&Event::Spend { card: 5, n: 3 }).because;
    assert!(matches!(spent, Because::Charge { line, .. } if line == hurt));
    let rider = line(&Event::Mark(1)).because;
    assert!(matches!(rider, Because::Rider { line, .. } if line == hurt));
    let Because::Trigger { trigger, firing } = line(&draw(1)).because else { panic!() };
    assert_eq!(played.account().fired[firing].trigger, trigger);
    assert_eq!(played.account().fired[firing].lines, [hurt]);
    assert_eq!(played.account().fired[firing].source.unwrap().id.0, 6);
    let Because::Standing { round, .. } = line(&Event::Discard { who: 0 }).because else {
        panic!()
    };
    assert_eq!(played.account().rounds[round].len(), 1);
}

#[test]
fn causes_lead_back_to_the_rule() {
    let played = play(&rich(), &rich_field(), Act::Buy(0));
    let (toggle, hurt) = (played.line_of(&Event::Toggle), played.line_of(&damage(1, 2)));
    let of = |event: &Event| played.account().causes(played.line_of(event));
    assert_eq!(of(&damage(1, 2)), [hurt, toggle]);
    assert_eq!(of(&Event::Mark(1)), [played.line_of(&Event::Mark(1)), hurt, toggle]);
    assert_eq!(of(&draw(1)), [played.line_of(&draw(1)), hurt, toggle]);
    assert!(played.account().causes(10_000).is_empty());
}

#[test]
fn every_guard_that_was_considered_is_there_with_what_it_said() {
    let played = play(&rich(), &rich_field(), Act::Buy(0));
    let said = played.stances(played.line_of(&damage(1, 2)));
    let shield = ("shield".to_owned(), Some(5), Stance::Prevented { amount: 3, left: 2 });
    assert!(said.contains(&shield), "{said:?}");
    assert!(said.contains(&("choosy".to_owned(), None, Stance::ConditionFalse(0))), "{said:?}");
    let said = played.stances(played.line_of(&Event::Toggle));
    assert_eq!(said, [("in person".to_owned(), None, Stance::Replaced)]);
    let idle = ("idle".to_owned(), None, Firing::Resolved);
    assert!(played.fired().contains(&idle));
}

#[test]
fn the_origin_of_an_event_is_that_of_its_line() {
    let played = play(&rich(), &rich_field(), Act::Buy(0));
    let frame = played.game.frames().next_back().unwrap();
    let book = played.game.book();
    let origins: Vec<_> = frame.events().map(|event| book.describe(event.origin)).collect();
    for (number, event) in frame.events().enumerate() {
        let line = played.account().lines.iter().find(|line| line.applied == Some(number)).unwrap();
        assert_eq!(&line.event, event.event);
    }
    assert_eq!(
        origins,
        [
            "the cost of the rule \"buy\"",
            "the guard \"in person\" instead",
            "the charges of the guard \"shield\"",
            "the rider of the guard \"shield\"",
            "the trigger \"hurt\"",
            "the standing rule \"at most none\"",
        ]
    );
    assert!(matches!(frame.events().next().unwrap().origin, Origin::Cost(_)));
}

#[test]
fn a_frame_as_text_tells_the_chain_from_the_action_to_each_change() {
    let played = play(&rich(), &rich_field(), Act::Buy(0));
    let text = played.game.frames().next_back().unwrap().to_string();
    for part in [
        "Buy(0) by seat 0",
        "the cost of the rule \"buy\"",
        "replaced by \"in person\"",
        "\"shield\" of source 5 prevented 3, 2 left",
        "\"choosy\" was not concerned: \"never\" is false",
        "vanished",
        "the rider of the guard \"shield\"",
        "the charges of the guard \"shield\"",
        "the trigger \"hurt\" of source 6",
        "the standing rule \"at most none\" in round 1",
        "rolled back with Move",
        "prevented by \"nothing enters\"",
        "2 fell with it",
        "the trigger \"idle\" proposed nothing",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    // What was caused stands below its cause.
    let indent = |part: &str| {
        let line = text.lines().find(|line| line.contains(part)).unwrap();
        line.len() - line.trim_start().len()
    };
    assert!(indent("instead") > indent("Toggle ("));
    assert!(indent("the trigger \"hurt\"") > indent("instead"));
}

fn debugged(account: Option<&Account<Arena>>) -> String {
    format!("{:?}", account.expect("the book reacts"))
}

#[test]
fn previews_and_explanations_have_the_same_account_as_the_frame() {
    for recovery in BOTH {
        let mut game = start(&rich(), &rich_field(), recovery);
        let before = Untouched::of(&mut game);
        let seen = game.preview(Seat(0), &Act::Buy(0)).unwrap();
        let Preview::Commit { frame, state } = seen else { panic!("{seen:?}") };
        let explained = game.explain(Seat(0), &Act::Buy(0)).unwrap().clone();
        assert_eq!(before, Untouched::of(&mut game), "looking changes nothing");
        let id = game.submit(Seat(0), Act::Buy(0)).unwrap().committed().unwrap();
        assert_eq!(state, *game.state());
        let account = debugged(game.frame(id).unwrap().account());
        assert_eq!(debugged(frame.account.as_deref()), account);
        assert_eq!(debugged(explained.account.as_deref()), account);
        let Forecast::Commit(rules) = &explained.forecast() else { panic!("{explained}") };
        assert_eq!(rules, &["buy"]);
        let text = explained.to_string();
        assert!(text.contains("\"shield\" of source 5 prevented 3, 2 left"), "{text}");
    }
}

#[test]
fn an_explanation_of_an_unpaid_cost() {
    let poor = Field { mana: vec![0, 0], ..rich_field() };
    let mut game = start(&rich(), &poor, BOTH[0]);
    let before = Untouched::of(&mut game);
    let explained = game.explain(Seat(0), &Act::Buy(0)).unwrap().clone();
    assert_eq!(before, Untouched::of(&mut game));
    let Forecast::Refused(RefusalKind::Disallowed, _) = &explained.forecast() else {
        panic!("{explained}")
    };
    let lines = &explained.account.as_deref().expect("as far as it would get").lines;
    assert_eq!(lines[0].fate, Fate::Impossible);
    assert!(explained.to_string().contains("You cannot pay for it."), "{explained}");
}

#[test]
fn an_explanation_of_a_choice_of_a_guard() {
    let book = arena("asks").guard("asks", |g| {
        g.before(EventKind::Damage).prevent(|cx| cx.choose(Seat(1), "How much?", [1, 2]))
    });
    let mut game = start(&book.compile().unwrap(), &Field::of(2), BOTH[0]);
    let explained = game.explain(Seat(0), &Act::One(damage(1, 3))).unwrap();
    let Forecast::Choice(question) = &explained.forecast() else { panic!("{explained}") };
    assert!(question.contains("How much?"));
    assert!(game.pending().is_none());
}

#[test]
fn a_frame_that_is_kept_has_its_account() {
    let played = play(&rich(), &rich_field(), Act::Buy(0));
    let frame = played.game.frames().next_back().unwrap().to_frame();
    assert_eq!(debugged(frame.account.as_deref()), debugged(Some(played.account())));
    let clone = frame.clone();
    assert_eq!(debugged(clone.account.as_deref()), debugged(Some(played.account())));
}

#[test]
fn a_game_without_reactions_keeps_no_account() {
    let played = play(&arena("plain").compile().unwrap(), &Field::of(2), Act::One(heal(1)));
    assert!(played.game.frames().next_back().unwrap().account().is_none());
    assert_eq!(played.game.sources().count(), 0);
}

#[test]
fn every_line_names_the_group_in_which_it_was_proposed() {
    let book = arena("groups").reacts().compile().unwrap();
    let inner = Group::atomic([heal(1), Event::Discard { who: 0 }, heal(2)]);
    let group = Group::atomic([heal(3)]).group(inner).with(heal(4));
    let played = play_group(&book, &Field::of(2), group);
    let of = |n| played.account().lines[played.line_of(&heal(n))].group;
    assert_eq!([of(3), of(1), of(2), of(4)], [Some(0), Some(1), Some(1), Some(0)]);
}

#[test]
fn what_came_to_nothing_names_who_brought_it_there() {
    let book = arena("nothing")
        .guard("declines", |g| {
            g.before(EventKind::Damage)
                .priority(Priority::HIGH)
                .judge([Capability::Prevent], |_| Verdict::Decline)
        })
        .guard("to nothing", |g| g.before(EventKind::Damage).modify(|_| damage(1, 0)))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 3));
    let by = &played.account().lines[0].by;
    assert_eq!(played.fates(), [Fate::Vanished]);
    assert_eq!(by.iter().map(|sentry| sentry.guard.index()).collect::<Vec<_>>(), [1]);
}
