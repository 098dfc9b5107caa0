//! The turn machine: steps, what each allows, entering and leaving, and what
//! compile finds wrong with it (M12, M32).

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::{At, at, zone};
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, Fact, FaultKind, Kind, Limits, Mistake, Origin, StartError, StepBuilder,
    TurnBuilder,
};

type Turn = TurnBuilder<Sandbox, Step>;
type Station = StepBuilder<Sandbox, Step>;

fn turning(write: impl FnOnce(Turn) -> Turn) -> BookBuilder<Sandbox> {
    book("turning").turn(|table: &Table| table.step, Why::NotNow, write)
}

/// Moves to the step that the action's number stands for.
fn moving(rule: rulebook::RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    rule.then(|cx, ()| {
        let steps = [Step::Draw, Step::Play, Step::End, Step::Nowhere];
        [Ev::Move(steps[cx.action.number() as usize]), Ev::Note("rest")]
    })
}

/// Draw → Play → End → Draw, each with a word on entering and leaving.
fn round(turn: Turn) -> Turn {
    let any = [ActKind::Go, ActKind::Other];
    turn.step(Step::Draw, |step| {
        step.allows(any)
            .leads_to(Step::Play)
            .entering(|_| [Ev::Note("enter Draw")])
            .leaving(|_| [Ev::Note("leave Draw")])
    })
    .step(Step::Play, |step| {
        step.allows(ActKind::Go)
            .leads_to(Step::End)
            .leads_to(Step::Draw)
            .entering(|_| [Ev::Note("enter Play")])
            .entering(|_| [Ev::Note("enter Play again")])
            .leaving(|_| [Ev::Note("leave Play")])
    })
    .step(Step::End, |step| step.allows(ActKind::Other).leads_to(Step::Draw))
    .always(ActKind::Lost)
}

const DRAW: i64 = 0;
const PLAY: i64 = 1;
const END: i64 = 2;
const NOWHERE: i64 = 3;

#[test]
fn a_step_allows_its_actions_and_the_others_are_invalid_at_the_gate_of_timing() {
    let book = turning(round).rule("move", moving).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(PLAY));
    let outcome = go(&mut game, Act::Other(END));
    assert!(matches!(outcome, Outcome::InvalidInput(_)));
    let refusal = outcome.refusal().unwrap();
    assert!(matches!(refusal.cause, Cause::Checks { gate: Gate::Timing, .. }));
    assert_eq!(violations(refusal), [("the step allows it", Why::NotNow)]);
    // Always is always.
    assert!(go(&mut game, Act::Lost(END)).is_committed());
    assert!(matches!(go(&mut game, Act::Go(DRAW)), Outcome::InvalidInput(_)));
    assert!(go(&mut game, Act::Other(DRAW)).is_committed());
    assert!(go(&mut game, Act::Lost(PLAY)).is_committed());
}

#[test]
fn leaving_comes_before_entering_and_both_before_the_rest_of_what_was_proposed() {
    let book = turning(round).rule("move", moving).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let id = go(&mut game, Act::Go(PLAY)).frame().unwrap();
        assert_eq!(game.state().log, ["leave Draw", "enter Play", "enter Play again", "rest"]);
        // The frame says where each event came from.
        let frame = game.frame(id).unwrap();
        let origins: Vec<_> = frame.events().map(|event| event.origin).collect();
        let rule = Origin::Rule(book.rule("move").unwrap());
        assert_eq!(
            origins,
            [rule, Origin::Leaving(0), Origin::Entering(1), Origin::Entering(1), rule]
        );
        assert!(frame.to_string().contains("(entering the step Play)"));
        let causes = origins.iter().map(|&origin| book.describe(origin));
        let told = ["the rule \"move\"", "leaving the step Draw", "entering the step Play"];
        assert!(causes.take(3).eq(told));
        // One frame, one step of undo.
        game.undo().unwrap();
        assert_eq!(*game.state(), Table::default());
    }
}

#[test]
fn an_event_that_stays_in_the_step_neither_leaves_nor_enters() {
    let book = turning(round).rule("move", moving).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(DRAW));
    assert_eq!(game.state().log, ["rest"]);
}

#[test]
fn a_step_may_lead_on_by_itself_in_a_cascade() {
    let book = turning(|turn| {
        let allowed = |step: Station| step.allows(ActKind::Go);
        turn.step(Step::Draw, |step| {
            allowed(step).leads_to(Step::Play).entering(|_| [Ev::Note("enter Draw")])
        })
        .step(Step::Play, |step| {
            step.leads_to(Step::End)
                .entering(|_| [Ev::Note("enter Play"), Ev::Move(Step::End), Ev::Note("late")])
                .leaving(|_| [Ev::Note("leave Play")])
        })
        .step(Step::End, |step| {
            step.leads_to(Step::Draw).entering(|cx| {
                // An effect sees what was done so far.
                assert_eq!(cx.state.step, Step::End);
                [Ev::Move(Step::Draw)]
            })
        })
    })
    .rule("move", moving)
    .compile()
    .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(PLAY));
        assert_eq!(game.state().step, Step::Draw);
        // What a step proposes comes before what is left of its cause.
        assert_eq!(game.state().log, ["enter Play", "leave Play", "enter Draw", "late", "rest"]);
    }
}

#[test]
fn entering_may_roll_and_ask_like_any_effect() {
    let book = turning(|turn| {
        turn.step(Step::Draw, |step| step.allows(ActKind::Go).leads_to(Step::Play)).step(
            Step::Play,
            |step| {
                step.allows(ActKind::Go).leads_to(Step::Draw).entering(|cx| {
                    let pips = i64::from(cx.roll(6));
                    let word = cx.choose(Seat(1), "Which?", ["a", "b"])?;
                    Ok([Ev::Add(-pips), Ev::Note(word)])
                })
            },
        )
    })
    .rule("move", moving)
    .compile()
    .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        let Outcome::Pending(choice) = go(&mut game, Act::Go(PLAY)) else {
            panic!("entering asks");
        };
        assert_eq!((game.state(), game.dice_position()), (before.table(), 0));
        game.answer(Seat(1), choice.id, 1).unwrap();
        assert_eq!(game.state().log, ["b", "rest"]);
        assert!((-6..=-1).contains(&game.state().total));
    }
}

#[test]
fn a_step_to_which_none_leads_is_a_fault_that_names_both_and_the_cause() {
    let book = turning(round).rule("jump", moving).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        assert_eq!(
            game.submit(Seat(0), Act::Go(END)).unwrap_err().to_string(),
            "An event of the rule \"jump\" moved the turn from Draw to End, but Draw does not \
             lead there."
        );
        assert_eq!(picture(&mut game), before);
        assert!(go(&mut game, Act::Go(PLAY)).is_committed());
    }
}

#[test]
fn a_step_that_is_not_declared_is_a_fault() {
    let book = turning(round).rule("jump", moving).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        assert_eq!(
            fault(&mut game, Act::Go(NOWHERE)),
            FaultKind::UnknownStep { step: "Nowhere".into() }
        );
        assert_eq!(picture(&mut game), before);
    }
    let nowhere = Table { step: Step::Nowhere, ..Table::default() };
    let error = book.start(nowhere, Seed(1)).unwrap_err();
    assert!(matches!(error, StartError::Fault(_)));
    assert_eq!(
        error.to_string(),
        "The state is at the step Nowhere, which the turn does not declare: declare it with \
         .step(…), or correct what the state says."
    );
}

#[test]
fn compile_reports_every_mistake_of_the_machine_at_once() {
    let found = mistakes(
        turning(|turn| {
            turn.step(Step::Draw, |step| step.leads_to(Step::Nowhere))
                .step(Step::Play, |step| step)
                .step(Step::Draw, |step| step.leads_to(Step::Nowhere))
        })
        .rule("move", moving),
    );
    let expected = [
        Mistake::DuplicateStep { step: "Draw".into() },
        Mistake::UnknownStep { from: "Draw".into(), to: "Nowhere".into() },
        Mistake::UnreachableStep { step: "Play".into() },
        Mistake::DeadEnd { step: "Play".into() },
    ];
    assert!(found.iter().eq(&expected), "{found}");
    for message in [
        "The step Draw is declared twice: put both into one .step(…).",
        "The step Draw leads to Nowhere, which is not declared: declare it with .step(…), or drop \
         the .leads_to(…).",
        "The step Play cannot be reached from the first step: let another one lead to it with \
         .leads_to(…), or remove it.",
        "The step Play leads nowhere: say where with .leads_to(…), or that the game ends there \
         with .ends().",
    ] {
        assert!(found.to_string().contains(message), "{message}\n{found}");
    }
    let none = mistakes(turning(|turn| turn).rule("move", moving));
    assert_eq!(none.iter().collect::<Vec<_>>(), [&Mistake::NoSteps]);
    assert_eq!(Mistake::NoSteps.to_string(), "The turn has no steps: add one with .step(…).");
}

#[test]
fn a_step_that_is_declared_twice_is_that_and_nothing_else() {
    let found = mistakes(
        turning(|turn| {
            turn.step(Step::Draw, |step| step)
                .step(Step::Play, |step| step.leads_to(Step::Draw))
                .step(Step::Draw, |step| step.leads_to(Step::Play))
                .step(Step::Draw, |step| step)
        })
        .rule("move", moving),
    );
    assert!(found.iter().eq(&[Mistake::DuplicateStep { step: "Draw".into() }]), "{found}");
}

#[test]
fn a_step_that_leads_to_an_undeclared_one_leads_somewhere() {
    let found = mistakes(
        turning(|turn| turn.step(Step::Draw, |step| step.leads_to(Step::Nowhere)))
            .rule("move", moving),
    );
    let unknown = Mistake::UnknownStep { from: "Draw".into(), to: "Nowhere".into() };
    assert!(found.iter().eq(&[unknown]), "{found}");
}

#[test]
fn a_step_where_the_game_ends_need_not_lead_on() {
    let book = turning(|turn| {
        turn.step(Step::Draw, |step| step.leads_to(Step::End)).step(Step::End, |step| step.ends())
    });
    assert!(book.rule("move", moving).compile().is_ok());
}

/// Draw and Play throw the turn to and fro; the total may grow with it.
fn thrower(by: i64) -> BookBuilder<Sandbox> {
    turning(move |turn| {
        turn.step(Step::Draw, |step| {
            step.allows(ActKind::Go).leads_to(Step::Play).entering(|_| [Ev::Move(Step::Play)])
        })
        .step(Step::Play, |step| {
            step.leads_to(Step::Draw).entering(move |_| [Ev::Add(by), Ev::Move(Step::Draw)])
        })
    })
    .rule("start", |rule| rule.then(|_, ()| [Ev::Move(Step::Play)]))
}

#[test]
fn a_mandatory_loop_is_found_and_named_as_a_loop() {
    // M32: same state, same work, no choice.
    let book = thrower(0).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        let kind = fault(&mut game, Act::Go(0));
        let FaultKind::Loop { chain } = &kind else {
            panic!("{kind}");
        };
        assert_eq!(
            chain[..3],
            ["the rule \"start\"", "entering the step Play", "entering the step Draw"]
        );
        assert!(kind.to_string().starts_with(
            "The same state came again with the same work to do: the rule \"start\" → "
        ));
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn a_chain_without_end_that_is_no_loop_hits_the_limit_of_depth_and_names_the_chain() {
    // M32: never silently cut off.
    let limits = Limits { depth: 10, ..Limits::default() };
    let book = thrower(-1).limits(limits).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        let kind = fault(&mut game, Act::Go(0));
        let FaultKind::Limit { limit: "depth", bound: 10, chain } = &kind else {
            panic!("{kind}");
        };
        assert_eq!(chain[0], "the rule \"start\"");
        assert_eq!(chain[1], "entering the step Play");
        let text = kind.to_string();
        assert!(text.contains("the rule \"start\" → entering the step Play → "), "{text}");
        assert_eq!(picture(&mut game), before);
    }
    // With the ordinary limit too, and without digests.
    let book = thrower(-1).compile().unwrap();
    assert!(matches!(
        fault(&mut start(&book, BOTH[0]), Act::Go(0)),
        FaultKind::Limit { limit: "depth", .. }
    ));
}

#[test]
fn a_long_chain_that_ends_is_fine() {
    let book = turning(|turn| {
        turn.step(Step::Draw, |step| {
            step.allows(ActKind::Go)
                .leads_to(Step::Play)
                .entering(|cx| (cx.state.total > -50).then_some(Ev::Move(Step::Play)))
        })
        .step(Step::Play, |step| {
            step.leads_to(Step::Draw).entering(|_| [Ev::Add(-1), Ev::Move(Step::Draw)])
        })
    })
    .rule("start", |rule| rule.then(|_, ()| [Ev::Move(Step::Play)]))
    .compile()
    .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(0));
    assert_eq!(game.state().total, -50);
}

#[test]
fn a_book_has_one_turn_and_a_variant_s_takes_its_place() {
    let ends = |turn: rulebook::TurnBuilder<Sandbox, Step>, at: Step| {
        turn.step(at, |step| step.allows(ActKind::Go).ends())
    };
    let at_draw = || turning(|turn| ends(turn, Step::Draw)).rule("move", moving);
    let again = |book: rulebook::BookBuilder<Sandbox>, at: Step| {
        book.turn(|_| Step::Play, Why::NotNow, |turn| ends(turn, at))
    };
    let found = mistakes(again(at_draw(), Step::Play));
    assert_eq!(found.iter().collect::<Vec<_>>(), [&Mistake::DuplicateTurn]);
    assert_eq!(
        Mistake::DuplicateTurn.to_string(),
        "The turn is written twice: write all steps in one .turn(…). Only a variant's turn takes \
         the place of another."
    );
    let base = at_draw().compile().unwrap();
    assert!(again(base.variant("variant"), Step::Play).compile().is_ok());
    let twice = again(again(base.variant("variant"), Step::Play), Step::Play);
    assert_eq!(mistakes(twice).iter().collect::<Vec<_>>(), [&Mistake::DuplicateTurn]);
}

/// Draw → Play → Draw, by a fact; Draw allows Go, Play allows Other.
fn by_fact(step: &Fact<Sandbox, At>) -> BookBuilder<Sandbox> {
    book("turning")
        .turn_by(step, Why::NotNow, |turn| {
            turn.step(At::Draw, |step| step.allows(ActKind::Go).leads_to(At::Play)).step(
                At::Play,
                |step| {
                    step.allows(ActKind::Other)
                        .leads_to(At::Draw)
                        .entering(|_| [Ev::Note("enter Play")])
                },
            )
        })
        .rule("move", moving)
}

#[test]
fn a_turn_that_goes_by_a_fact_is_the_same_as_one_that_a_closure_reads() {
    let named = by_fact(&at()).compile().unwrap();
    let closure = turning(|turn| {
        turn.step(Step::Draw, |step| step.allows(ActKind::Go).leads_to(Step::Play)).step(
            Step::Play,
            |step| {
                step.allows(ActKind::Other)
                    .leads_to(Step::Draw)
                    .entering(|_| [Ev::Note("enter Play")])
            },
        )
    });
    let closure = closure.rule("move", moving).compile().unwrap();
    assert_eq!(named.fingerprint(), closure.fingerprint());
    for book in [named, closure] {
        let mut game = start(&book, BOTH[0]);
        let refused = go(&mut game, Act::Other(PLAY));
        assert_eq!(violations(refused.refusal().unwrap()), [("the step allows it", Why::NotNow)]);
        go(&mut game, Act::Go(PLAY));
        assert_eq!(
            (game.state().step, &*game.state().log),
            (Step::Play, &["enter Play", "rest"][..])
        );
        assert!(go(&mut game, Act::Other(DRAW)).is_committed());
    }
}

#[test]
fn a_value_of_the_fact_that_is_no_step_is_unknown() {
    let book = by_fact(&at()).compile().unwrap();
    let unknown = FaultKind::UnknownStep { step: "End".to_owned() };
    match book.start(Table { step: Step::End, ..Table::default() }, Seed(1)) {
        Err(StartError::Fault(fault)) => assert_eq!(*fault.kind(), unknown),
        other => panic!("the step is not declared: {:?}", other.map(|_| ())),
    }
    assert_eq!(fault(&mut start(&book, BOTH[0]), Act::Go(END)), unknown);
}

/// The first two steps; the others are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Half(Step);

impl Kind for Half {
    const ALL: &'static [Self] = &[Half(Step::Draw), Half(Step::Play)];
    fn index(self) -> usize {
        self.0 as usize
    }
    fn name(self) -> &'static str {
        "half"
    }
}

impl Kinded for Half {
    type Kind = Half;
    fn kind(&self) -> Half {
        *self
    }
}

#[test]
fn a_step_whose_value_is_not_listed_is_a_fault_that_changes_nothing() {
    let step = Fact::of_state("half", |table: &Table| Half(table.step));
    let book = book("turning").turn_by(&step, Why::NotNow, |turn| {
        turn.step(Half(Step::Draw), |step| step.allows(ActKind::Go).leads_to(Half(Step::Play)))
            .step(Half(Step::Play), |step| step.allows(ActKind::Other).leads_to(Half(Step::Draw)))
    });
    let book = book.rule("move", moving).compile().unwrap();
    let is_told = |fault: &FaultKind| {
        let FaultKind::Panic { place, message } = fault else { panic!("{fault:?}") };
        assert_eq!(place, "the step of the turn");
        assert!(message.starts_with("it came to value number 2 of a kind that lists 2"));
    };
    match book.start(Table { step: Step::End, ..Table::default() }, Seed(1)) {
        Err(StartError::Fault(fault)) => is_told(fault.kind()),
        other => panic!("the step is not listed: {:?}", other.map(|_| ())),
    }
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        is_told(&fault(&mut game, Act::Go(END)));
        assert_eq!(picture(&mut game), before);
        assert!(go(&mut game, Act::Go(PLAY)).is_committed());
    }
}

#[test]
fn a_fact_of_the_action_is_no_step() {
    let found = mistakes(
        book("turning")
            .turn_by(&zone(), Why::NotNow, |turn| {
                turn.step(lights::Zone::Hand, |step| step.allows(ActKind::Go).ends())
            })
            .rule("move", moving),
    );
    let mistake = Mistake::StepOfAction { fact: "zone".to_owned() };
    assert_eq!(found.iter().collect::<Vec<_>>(), [&mistake]);
    assert_eq!(
        mistake.to_string(),
        "The turn goes by the fact \"zone\" of the action, but only the state has a step: make it a \
         fact of the state."
    );
}
