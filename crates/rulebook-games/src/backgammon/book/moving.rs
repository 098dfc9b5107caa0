//! What the dice are played for: whole plays, and steps that can be taken back.

use std::sync::LazyLock;

use rulebook::prelude::*;
use rulebook::{Fact, PhaseBuilder, Rule, RuleBuilder};

use super::super::board::{
    CHECKERS, Place, Play, StepClass, StepClassKind, check, for_each_play, play_problems,
};
use super::super::{Action, ActionKind, Backgammon, Event, Objection, Table, Victory, Why};
use super::{Asked, NOW, Offering, Sheet, TURN, is_free};

const LEGAL_PLAY: &str = "the play is legal";
const LEGAL_STEP: &str = "the step is legal";
const STEP_MADE: &str = "you have made a step";
const NOTHING_LEFT: &str = "nothing more can be played";

const NO_PLAY: &str = "moving/no play";
const MOVE: &str = "moving/move";
const ENTER: &str = "moving/enter";

/// By which rule a step is made, as a fact that those rules name: each has a class
/// of its own. A variant that adds a rule for a class names this one.
///
/// ```
/// use rulebook_games::backgammon::board::StepClassKind;
/// use rulebook_games::backgammon::{ActionKind, book, class_of_a_step};
/// let slip = book()
///     .variant("slip")
///     .rule("slide in", |rule| {
///         rule.on(ActionKind::Step).given(&class_of_a_step(), StepClassKind::Entering).then(|_, ()| [])
///     })
///     .compile()?;
/// assert_eq!(
///     slip.analyse().findings()[0].to_string(),
///     "The rule \"slide in\" is shadowed by \"moving/enter\", which answers before it whenever it \
///      could. Put it first, narrow the other one, or remove it.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn class_of_a_step() -> Fact<Backgammon, StepClassKind> {
    static CLASS: LazyLock<Fact<Backgammon, StepClassKind>> = LazyLock::new(|| {
        Fact::of_action("class of the step", |ask: &Asked<'_>| match *ask.action {
            Action::Step(step) => step.class(),
            _ => StepClass::Ordinary,
        })
    });
    CLASS.clone()
}

pub(super) fn chapter(sheet: Sheet) -> Sheet {
    playing(what_may_be_played(sheet))
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
    check::step(&turn, step).into_iter().map(Why::Step).collect()
}

fn playing(sheet: Sheet) -> Sheet {
    sheet
        .phase("moving", moves)
        .rule("take back", |rule| {
            rule.on(ActionKind::TakeBack)
                .exact([TURN, NOW, STEP_MADE], |offer| {
                    if is_free(offer) && has_stepped(offer.state) {
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
                    if is_free(offer) && has_stepped(offer.state) && is_over() {
                        offer.push(Action::Finish);
                    }
                })
                .then(|cx, ()| settle(cx, Event::Finished, Play::NONE))
        })
}

/// Whole plays, and steps of each class.
fn moves(phase: PhaseBuilder<'_, Backgammon>) -> PhaseBuilder<'_, Backgammon> {
    phase
        .strategy(Strategy::HighestPriority)
        .rule("play", |rule| {
            rule.on(ActionKind::Play)
                .exact([TURN, NOW, LEGAL_PLAY, NO_PLAY], |offer| {
                    if is_free(offer) {
                        plays(offer);
                    }
                })
                .answer(|ask| match *ask.action {
                    Action::Play(play) => Answer::Match(play),
                    _ => Answer::Skip,
                })
                .then(|cx, play| settle(cx, Event::Played { play }, play))
        })
        .rule("no play", |rule| {
            rule.on(ActionKind::Play)
                .priority(Priority::HIGH)
                .exact([TURN, NOW, LEGAL_PLAY], |offer| {
                    let begun = offer.state.turn().filter(|turn| turn.made().is_empty());
                    if is_free(offer) && begun.is_some_and(|turn| turn.is_over()) {
                        offer.push(Action::Play(Play::NONE));
                    }
                })
                .when("nothing is played", |ask| *ask.action == Action::Play(Play::NONE))
                .then(|_, ()| [Event::Played { play: Play::NONE }])
        })
        .rule("move", |rule| step(rule, &[], StepClass::Ordinary))
        .rule("enter", |rule| step(rule, &[MOVE], StepClass::Entering))
        .rule("bear off", |rule| step(rule, &[MOVE, ENTER], StepClass::BearingOff))
}

/// Every legal play of the roll, if no step is made yet.
#[inline]
fn plays(offer: &mut Offering<'_>) {
    if let Some(turn) = offer.state.turn().filter(|turn| turn.made().is_empty()) {
        let each = |play| offer.push(Action::Play(play));
        for_each_play(&turn.position(), turn.side(), turn.roll(), each);
    }
}

/// A rule for steps of one class.
fn step(rule: RuleBuilder<Backgammon>, before: &[&str], class: StepClass) -> Rule<Backgammon> {
    let honours = [TURN, NOW, LEGAL_STEP].into_iter().chain(before.iter().copied());
    rule.on(ActionKind::Step)
        .given(&class_of_a_step(), class.kind())
        .exact(honours, move |offer| {
            if !offer.state.is_step_by_step() || !is_free(offer) {
                return;
            }
            if let Some(turn) = offer.state.turn() {
                let steps = turn.steps().into_iter();
                offer.extend(steps.filter(|step| step.class() == class).map(Action::Step));
            }
        })
        .then(|cx, ()| match *cx.action {
            Action::Step(step) => Some(Event::Stepped { step }),
            _ => None,
        })
}

/// Ends a turn, and the game if these steps, with those made before, win it.
#[inline]
fn settle(cx: &mut Effect<'_, Backgammon>, end: Event, steps: Play) {
    let (position, side) = (cx.state.position(), cx.state.side());
    cx.propose(end);
    if position.count(side, Place::OFF) + steps.borne_off() < CHECKERS {
        return;
    }
    if let Some((winner, win)) = steps.on(position, side).won() {
        let (victory, points) = (Victory::BorneOff(win), cx.state.worth(win));
        cx.propose(Event::Won { winner, victory, points });
    }
}
