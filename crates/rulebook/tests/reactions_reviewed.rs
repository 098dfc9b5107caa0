//! What an account and a fault tell: whole chains of causes, every guard that
//! stood ready, what an event became, and what is not settled yet.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Impossible, Replaced, RolledBack, Vanished};
use rulebook::prelude::*;
use rulebook::{Because, Capability, FaultKind, Forecast, KindSet, Stance, Tier, Verdict};

fn discard() -> Event {
    Event::Discard { who: 0 }
}

/// What the last frame prints.
fn told(played: &Played) -> String {
    played.game.frames().next_back().expect("there is a frame").to_string()
}

#[test]
fn a_circle_of_a_trigger_and_a_standing_rule_names_both_and_the_rule() {
    let book = arena("circle")
        .trigger("from the ashes", |t| t.after(EventKind::Die).then(|_| [enter(5)]))
        .standing("curse the bird", |s| {
            s.woken_by([EventKind::Toggle, EventKind::Move])
                .propose(|field: &Field| field.on_field(5).then_some(Event::Die { card: 5 }))
        })
        .compile()
        .unwrap();
    let found = fault(&book, &Field::of(2).card(5, 9, 0), Act::One(Event::Toggle));
    assert!(matches!(found, FaultKind::Limit { limit: "depth", bound: 256, .. }), "{found}");
    let (trigger, standing) =
        ("the trigger \"from the ashes\"", "the standing rule \"curse the bird\"");
    let chain = chain(&found);
    assert_eq!(chain[..4], ["the rule \"as said\"", standing, trigger, standing]);
    let end = &chain[chain.len() - 2..];
    assert!(end.contains(&trigger.to_owned()) && end.contains(&standing.to_owned()), "{found}");
}

#[test]
fn chains_go_from_steps_and_rest_on_to_the_action() {
    let book = arena("turning")
        .turn(
            |field: &Field| field.active,
            Why::TooPoor,
            |turn| {
                let turn = turn.always(KindSet::all());
                turn.step(0, |step| step.leads_to(1).leaving(|_| [Event::Mark(1)]))
                    .step(1, |step| step.leads_to(0).entering(|_| [Event::Mark(2)]))
            },
        )
        .standing("lit", |s| {
            s.woken_by(EventKind::Mark)
                .propose(|field: &Field| (!field.lamp).then_some(Event::Toggle))
        })
        .trigger("light", |t| t.after(EventKind::Toggle).then(|_| [heal(1)]))
        .compile()
        .unwrap();
    let played = play(&book, &Field::of(2), Act::List(vec![draw(1), Event::Turn]));
    let account = played.account();
    let line = |event: &Event| played.line_of(event);
    let [turn, left, entered, rest, end] =
        [Event::Turn, Event::Mark(1), Event::Mark(2), Event::Toggle, heal(1)].map(|e| line(&e));
    assert_eq!(account.lines[left].because, Because::Leaving { step: 0, line: turn });
    assert_eq!(account.lines[entered].because, Because::Entering { step: 1, line: turn });
    assert_eq!(account.causes(left), [left, turn]);
    // The last that had happened when the game came to rest.
    assert_eq!(account.causes(end), [end, rest, entered, turn]);
    let told = told(&played);
    let indent = |text: &str| {
        let line = told.lines().find(|line| line.contains(text)).expect("it is told");
        line.len() - line.trim_start().len()
    };
    assert!(indent("Mark(2)") > indent("Turn ("), "{told}");
    assert!(indent("Toggle (") > indent("Mark(2)"), "{told}");
}

#[test]
fn the_account_says_what_an_event_became() {
    let book = arena("became")
        .guard("curse", |g| {
            g.before(EventKind::Damage)
                .priority(Priority::HIGH)
                .modify(|cx| scaled(cx.event, |n| 2 * n))
        })
        .guard("armour", |g| g.before(EventKind::Damage).prevent(|_| 7))
        .guard("mirror", |g| {
            g.before(EventKind::Damage).priority(Priority::LOW).redirect(|cx| damage(0, cx.amount))
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 5));
    let line = &played.account().lines[0];
    assert_eq!(line.became, [damage(1, 10), damage(1, 3), damage(0, 3)]);
    assert_eq!((&line.proposed, &line.event), (&damage(1, 5), &damage(0, 3)));
    let told = told(&played);
    for part in [
        "\"curse\" changed it to Damage { to: 1, n: 10 }\n",
        "\"armour\" prevented 7, 3 left\n",
        "\"mirror\" turned it to Damage { to: 0, n: 3 }",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn what_a_guard_made_impossible_says_as_what_and_by_whom() {
    let book = arena("impossible")
        .guard("discard", |g| {
            g.before(EventKind::Draw).carried_by(SHIELD).uses(left, spend).modify(|_| discard())
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 0).charged(2);
    let played = play_one(&book, &field, draw(1));
    let line = &played.account().lines[0];
    assert_eq!((line.fate, line.by.len()), (Impossible, 1));
    assert_eq!(line.by[0].source.map(|source| source.id.0), Some(5));
    let told = told(&played);
    let said = "impossible by \"discard\" of source 5 as Discard { who: 0 }";
    assert!(told.contains(said), "{told}");
    // Where it dooms a group, it is the killer, and keeps what it spent.
    let played = play_group(&book, &field, Group::atomic([heal(1), draw(1)]));
    assert_eq!(played.fates()[..2], [RolledBack, Impossible]);
    assert_eq!((played.state().life[0], played.state().charges(5)), (20, 1));
    // What is impossible from the start is nobody's doing.
    let played = play_one(&book, &field, discard());
    assert_eq!((played.fates(), played.account().lines[0].by.len()), (vec![Impossible], 0));
}

#[test]
fn guards_that_were_left_out_say_why() {
    let stance = |name: &str, stance| (name.to_owned(), None, stance);
    // What is forbidden, only its own replacement can save.
    let book = |tier| {
        arena("left out")
            .guard("no", |g| g.before(EventKind::Heal).forbid())
            .guard("instead", move |g| g.before(EventKind::Heal).tier(tier).replace(|_| [draw(1)]))
            .compile()
            .unwrap()
    };
    let other = play_one(&book(Tier::Other), &Field::of(2), heal(3));
    let said = [stance("no", Stance::Forbade), stance("instead", Stance::CouldNotSave)];
    assert_eq!((other.fates(), other.stances(0)), (vec![Impossible], said.to_vec()));
    let own = play_one(&book(Tier::Own), &Field::of(2), heal(3));
    assert_eq!(own.stances(0)[1].2, Stance::Replaced);

    // What was applied to what the event was before is not applied again.
    let book = arena("once")
        .guard("one", |g| g.before(EventKind::Heal).replace(|_| [heal(1)]))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), heal(3));
    assert_eq!(played.fates(), [Replaced, Applied]);
    assert_eq!(played.stances(1), [stance("one", Stance::AppliedBefore)]);

    // What comes to nothing is not asked about.
    let book = arena("nothing")
        .guard("zero", |g| g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |_| 0)))
        .guard("peace", |g| g.before(EventKind::Damage).priority(Priority::LOW).prevent_all())
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), damage(1, 0));
    let said = [stance("zero", Stance::NotReached), stance("peace", Stance::NotReached)];
    assert_eq!((played.fates(), played.stances(0)), (vec![Vanished], said.to_vec()));
    let played = play_one(&book, &Field::of(2), damage(1, 3));
    let said = [stance("zero", Stance::Modified), stance("peace", Stance::NotReached)];
    assert_eq!((played.fates(), played.stances(0)), (vec![Vanished], said.to_vec()));
}

#[test]
fn a_fault_tells_how_it_began_and_how_it_ended() {
    // A long and honest prelude to and fro, then one that never ends.
    let book = arena("prelude")
        .trigger("to", |t| {
            t.after(EventKind::Heal).when("not yet", |on| on.state.life[0] < 40).then(|_| [draw(1)])
        })
        .trigger("fro", |t| t.after(EventKind::Draw).then(|_| [heal(1)]))
        .trigger("spin", |t| {
            t.after(EventKind::Heal).when("now", |on| on.state.life[0] >= 40).then(|_| [heal(1)])
        })
        .compile()
        .unwrap();
    let found = fault(&book, &Field::of(2), Act::One(heal(1)));
    let chain = chain(&found);
    assert_eq!(chain.len(), 13, "{found}");
    let (to, fro) = ("the trigger \"to\"", "the trigger \"fro\"");
    assert_eq!(chain[..5], ["the rule \"as said\"", to, fro, to, fro]);
    // The rule, 19 there and back, and the one that repeats: 40, of which 12 are told.
    assert_eq!(chain[5], "… (28 more) …");
    assert_eq!(chain[6..12], [to, fro, to, fro, to, fro]);
    let times = 256 - 2 * 19;
    assert_eq!(chain[12], format!("the trigger \"spin\" ({times} times)"));
}

#[test]
fn what_waits_for_a_choice_is_not_settled() {
    let book = arena("waits")
        .guard("parry", |g| {
            g.before(EventKind::Damage).judge([Capability::Prevent], |cx| {
                let parried = cx.confirm(Seat(1), "Parry?")?;
                Ok(if parried { Verdict::PreventAll } else { Verdict::Pass })
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, &Field::of(2), BOTH[0]);
    let batch = Act::Whole(Group::batch([heal(1), damage(1, 5)]));
    let explained = game.explain(Seat(0), &batch).unwrap();
    assert!(matches!(explained.forecast(), Forecast::Choice(..)), "{explained}");
    let account = explained.account.as_deref().expect("as far as it would get");
    let settled: Vec<_> = account.lines.iter().map(rulebook::Line::is_settled).collect();
    assert_eq!(settled, [false, false], "the first waits for its batch");
    let text = explained.to_string();
    assert_eq!(text.matches("): not settled yet").count(), 2, "{text}");
    assert!(!text.contains("): applied"), "{text}");
    let played = play_with(&book, &Field::of(2), batch, &[0]);
    assert!(played.account().lines.iter().all(rulebook::Line::is_settled));
}
