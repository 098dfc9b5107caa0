//! The rule sheet.

use rulebook::prelude::*;
use rulebook::{BookBuilder, PhaseBuilder, Rule, RuleBuilder};

use super::board::{Place, Play, Position, Roll, Side, Step, check, for_each_play, play_problems};
use super::{Action, ActionKind, Backgammon, Event, Objection, Stage, Table, Victory, Why};

const TURN: &str = "it is your turn";
const NOW: &str = "it is time for it";
const LEGAL_PLAY: &str = "the play is legal";
const LEGAL_STEP: &str = "the step is legal";
const STEP_MADE: &str = "you have made a step";
const NOTHING_LEFT: &str = "nothing more can be played";
const MAY_DOUBLE: &str = "you may turn the cube";
const OFFERED: &str = "a double is on offer";
const MAY_BEAVER: &str = "you may beaver";

const NO_PLAY: &str = "moving/no play";
const ENTER: &str = "moving/enter";
const BEAR_OFF: &str = "moving/bear off";

/// The rules of backgammon, as a book.
///
/// ```
/// use rulebook_games::backgammon::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "opening throw",
///     "roll",
///     "moving/play",
///     "moving/no play",
///     "moving/move",
///     "moving/enter",
///     "moving/bear off",
///     "take back",
///     "done",
///     "cube/double",
///     "cube/take",
///     "cube/drop",
///     "cube/beaver",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Backgammon> {
    let mut sheet = Book::<Backgammon>::builder("backgammon").digests();
    for chapter in [when, what_may_be_played, what_the_cube_allows, dice, playing, doubling] {
        sheet = chapter(sheet);
    }
    sheet
        .invariant("nobody moves on when the game is won", |invariant| {
            invariant.at_rest().holds(|table| {
                table.position().won().is_none() || table.turn().is_some() || is_over(table)
            })
        })
        .compile()
        .expect("the rule sheet has no mistakes")
}

type Sheet = BookBuilder<Backgammon>;
type Asked<'a> = Ask<'a, Backgammon>;
type Offering<'a> = Offer<'a, Backgammon>;

fn is_over(table: &Table) -> bool {
    table.stage() == Stage::Over
}

fn when(sheet: Sheet) -> Sheet {
    sheet
        .check(TURN, Gate::Actor, |check| {
            check.require(is_their_turn, Objection::NotYourTurn.into())
        })
        .check(NOW, Gate::Targets, |check| {
            use ActionKind::{Double, Finish, Play, Roll, Step, TakeBack};
            check.on([Roll, Double, Play, Step, TakeBack, Finish]).test(not_now)
        })
}

fn is_their_turn(ask: &Asked<'_>) -> bool {
    let is_opening = ask.state.stage() == Stage::Opening;
    (*ask.action == Action::Throw) == is_opening && Backgammon::active(ask.state).contains(ask.by)
}

/// Roll first, or double; then play.
fn not_now(ask: &Asked<'_>) -> Result<(), Why> {
    let objection = match (ask.action, ask.state.stage()) {
        (Action::Roll | Action::Double, Stage::Moving { .. }) => Objection::AlreadyRolled,
        (Action::Double, _) => return Ok(()),
        (_, Stage::Answering) => Objection::AnswerFirst,
        (Action::Play(_) | Action::Step(_) | Action::TakeBack | Action::Finish, Stage::Rolling) => {
            Objection::RollFirst
        }
        _ => return Ok(()),
    };
    Err(objection.into())
}

fn what_may_be_played(sheet: Sheet) -> Sheet {
    use ActionKind::{Finish, Play, Step, TakeBack};
    sheet
        .check(LEGAL_PLAY, Gate::Specific, |check| check.on(Play).test(illegal_play))
        .check(LEGAL_STEP, Gate::Specific, |check| check.on(Step).test(illegal_step))
        .check(STEP_MADE, Gate::Specific, |check| {
            check
                .on([TakeBack, Finish])
                .require(|ask| has_stepped(ask.state), Objection::NoStepMade.into())
        })
        .check(NOTHING_LEFT, Gate::Specific, |check| {
            check.on(Finish).require(
                |ask| ask.state.turn().is_none_or(|turn| turn.is_over()),
                Objection::StillToPlay.into(),
            )
        })
}

fn has_stepped(table: &Table) -> bool {
    table.turn().is_some_and(|turn| !turn.made().is_empty())
}

/// Every reason against a whole play.
fn illegal_play(ask: &Asked<'_>) -> Vec<Why> {
    let (Action::Play(play), Some(turn)) = (*ask.action, ask.state.turn()) else {
        return Vec::new();
    };
    if !turn.made().is_empty() {
        return vec![Objection::StepsMade.into()];
    }
    let problems = play_problems(&turn.position(), turn.side(), turn.roll(), play);
    problems.into_iter().map(Why::Play).collect()
}

/// Every reason against a step.
fn illegal_step(ask: &Asked<'_>) -> Vec<Why> {
    let (Action::Step(step), Some(turn)) = (*ask.action, ask.state.turn()) else {
        return Vec::new();
    };
    if !ask.state.is_step_by_step() {
        return vec![Objection::NotStepByStep.into()];
    }
    check::step(turn, step).into_iter().map(Why::Step).collect()
}

fn what_the_cube_allows(sheet: Sheet) -> Sheet {
    use ActionKind::{Beaver, Double, Drop, Take};
    sheet
        .check(MAY_DOUBLE, Gate::Specific, |check| {
            check.on(Double).test(|ask| {
                let problems =
                    ask.state.contest().double_problems(actor(ask.state), ask.state.cube());
                problems.into_iter().map(Why::Double).collect::<Vec<_>>()
            })
        })
        .check(OFFERED, Gate::Specific, |check| {
            check.on([Take, Drop]).test(|ask| {
                let problem = ask.state.cube().answer_problem(actor(ask.state));
                problem.map_or(Ok(()), |problem| Err(Why::Answer(problem)))
            })
        })
        .check(MAY_BEAVER, Gate::Specific, |check| {
            check.on(Beaver).test(|ask| {
                let beavers = ask.state.contest().terms().beavers_now();
                let problems = ask.state.cube().beaver_problems(actor(ask.state), beavers);
                problems.into_iter().map(Why::Beaver).collect::<Vec<_>>()
            })
        })
}

/// Who acts, once somebody does.
#[inline]
fn actor(table: &Table) -> Side {
    table.to_act().unwrap_or(table.side())
}

/// Whether the one to whom actions are to be offered is the one to act.
#[inline]
fn is_turn(offer: &Offering<'_>) -> bool {
    offer.state.to_act().is_some_and(|side| offer.by.is(side.seat()))
}

fn dice(sheet: Sheet) -> Sheet {
    sheet
        .rule("opening throw", |rule| {
            rule.on(ActionKind::Throw)
                .exact([TURN], |offer| {
                    if offer.by == By::Chance && offer.state.stage() == Stage::Opening {
                        offer.push(Action::Throw);
                    }
                })
                .then(|cx, ()| [Event::Thrown { white: die(cx), black: die(cx) }])
        })
        .rule("roll", |rule| {
            rule.on(ActionKind::Roll)
                .exact([TURN, NOW], |offer| {
                    if is_turn(offer) && offer.state.stage() == Stage::Rolling {
                        offer.push(Action::Roll);
                    }
                })
                .then(|cx, ()| {
                    let (first, second) = (die(cx), die(cx));
                    Roll::new(first, second).map(|roll| Event::Rolled { roll })
                })
        })
}

/// One die.
#[inline]
fn die(cx: &mut Effect<'_, Backgammon>) -> u8 {
    1 + cx.below(6) as u8
}

fn playing(sheet: Sheet) -> Sheet {
    sheet
        .phase("moving", moves)
        .rule("take back", |rule| {
            rule.on(ActionKind::TakeBack)
                .exact([TURN, NOW, STEP_MADE], |offer| {
                    if is_turn(offer) && has_stepped(offer.state) {
                        offer.push(Action::TakeBack);
                    }
                })
                .answer(|ask| {
                    match ask.state.turn().and_then(|turn| turn.made().steps().next_back()) {
                        Some(step) => Answer::Match(step),
                        None => Answer::Skip,
                    }
                })
                .then(|_, step| [Event::TakenBack { step }])
        })
        .rule("done", |rule| {
            rule.on(ActionKind::Finish)
                .exact([TURN, NOW, STEP_MADE, NOTHING_LEFT], |offer| {
                    let is_over = || offer.state.turn().is_some_and(|turn| turn.is_over());
                    if is_turn(offer) && has_stepped(offer.state) && is_over() {
                        offer.push(Action::Finish);
                    }
                })
                .then(|cx, ()| {
                    let position = cx.state.position();
                    settle(cx, Event::Finished, position);
                })
        })
}

/// Whole plays, and steps: those that are special come first.
fn moves(phase: PhaseBuilder<'_, Backgammon>) -> PhaseBuilder<'_, Backgammon> {
    phase
        .strategy(Strategy::HighestPriority)
        .rule("play", |rule| {
            rule.on(ActionKind::Play)
                .exact([TURN, NOW, LEGAL_PLAY, NO_PLAY], |offer| {
                    if is_turn(offer) {
                        plays(offer);
                    }
                })
                .answer(|ask| match *ask.action {
                    Action::Play(play) => Answer::Match(play),
                    _ => Answer::Skip,
                })
                .then(|cx, play| {
                    let after = play.on(cx.state.position(), cx.state.side());
                    settle(cx, Event::Played { play }, after);
                })
        })
        .rule("no play", |rule| {
            rule.on(ActionKind::Play)
                .priority(Priority::HIGH)
                .exact([TURN, NOW, LEGAL_PLAY], |offer| {
                    let begun = offer.state.turn().filter(|turn| turn.made().is_empty());
                    if is_turn(offer) && begun.is_some_and(|turn| turn.is_over()) {
                        offer.push(Action::Play(Play::NONE));
                    }
                })
                .when("nothing is played", |ask| *ask.action == Action::Play(Play::NONE))
                .then(|_, ()| [Event::Played { play: Play::NONE }])
        })
        .rule("move", |rule| {
            let is = |step: Step| step.from() != Place::BAR && step.to() != Place::OFF;
            step(rule, &[ENTER, BEAR_OFF], is)
        })
        .rule("enter", |rule| {
            step(rule.priority(Priority::HIGH), &[], |step| step.from() == Place::BAR)
        })
        .rule("bear off", |rule| {
            step(rule.priority(Priority::HIGH), &[ENTER], |step| step.to() == Place::OFF)
        })
}

/// Every legal play of the roll, if no step is made yet.
#[inline]
fn plays(offer: &mut Offering<'_>) {
    if let Some(turn) = offer.state.turn().filter(|turn| turn.made().is_empty()) {
        let each = |play| offer.push(Action::Play(play));
        for_each_play(&turn.position(), turn.side(), turn.roll(), each);
    }
}

/// A rule for steps of one kind.
fn step(
    rule: RuleBuilder<Backgammon>,
    before: &[&str],
    is: impl Fn(Step) -> bool + Copy + Send + Sync + 'static,
) -> Rule<Backgammon> {
    let honours = [TURN, NOW, LEGAL_STEP].into_iter().chain(before.iter().copied());
    rule.on(ActionKind::Step)
        .exact(honours, move |offer| {
            let turn = offer.state.turn().filter(|_| offer.state.is_step_by_step());
            if let Some(turn) = turn.filter(|_| is_turn(offer)) {
                let steps = turn.steps().into_iter();
                offer.extend(steps.filter(|&step| is(step)).map(Action::Step));
            }
        })
        .answer(move |ask| match *ask.action {
            Action::Step(step) if is(step) => Answer::Match(step),
            _ => Answer::Skip,
        })
        .then(|_, step| [Event::Stepped { step }])
}

/// Ends a turn, and the game if it is won.
#[inline]
fn settle(cx: &mut Effect<'_, Backgammon>, end: Event, after: Position) {
    let won = after.won().map(|(winner, win)| {
        let (victory, points) = (Victory::BorneOff(win), cx.state.worth(win));
        Event::Won { winner, victory, points }
    });
    cx.propose(end);
    if let Some(won) = won {
        cx.propose(won);
    }
}

fn doubling(sheet: Sheet) -> Sheet {
    sheet.phase("cube", |cube| {
        cube.rule("double", |rule| {
            rule.on(ActionKind::Double)
                .exact([TURN, NOW, MAY_DOUBLE], |offer| {
                    let table = offer.state;
                    let may =
                        || table.contest().double_problems(table.side(), table.cube()).is_empty();
                    if is_turn(offer) && table.stage() == Stage::Rolling && may() {
                        offer.push(Action::Double);
                    }
                })
                .then(|cx, ()| [Event::Doubled { by: cx.state.side() }])
        })
        .rule("take", |rule| {
            answer(rule, ActionKind::Take, Action::Take)
                .then(|cx, ()| [Event::Taken { by: actor(cx.state) }])
        })
        .rule("drop", |rule| {
            answer(rule, ActionKind::Drop, Action::Drop).then(|cx, ()| {
                let dropped = cx.state.cube().dropped();
                let victory = Victory::Dropped;
                dropped.map(|(winner, points)| Event::Won { winner, victory, points })
            })
        })
        .rule("beaver", |rule| {
            rule.on(ActionKind::Beaver)
                .exact([TURN, MAY_BEAVER], |offer| {
                    let (cube, terms) = (offer.state.cube(), offer.state.contest().terms());
                    let side = actor(offer.state);
                    let may = || cube.beaver_problems(side, terms.beavers_now()).is_empty();
                    if is_turn(offer) && may() {
                        offer.push(Action::Beaver);
                    }
                })
                .then(|cx, ()| [Event::Beavered { by: actor(cx.state) }])
        })
    })
}

/// A rule for an answer to a double.
fn answer(
    rule: RuleBuilder<Backgammon>,
    kind: ActionKind,
    action: Action,
) -> RuleBuilder<Backgammon> {
    rule.on(kind).exact([TURN, OFFERED], move |offer| {
        if is_turn(offer) && offer.state.stage() == Stage::Answering {
            offer.push(action);
        }
    })
}
