//! The rules of backgammon as far as they decide what a man may do.

mod board;

use rulebook::prelude::*;
use rulebook::{BookBuilder, Fact, Offer, PhaseBuilder, Predicate, Rule, RuleBuilder};

use super::{Scene, Turn};
use board::{Board, CubeKind, Landing, LandingKind};

pub(crate) struct Backgammon;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Action {
    Roll,
    Double,
    Accept,
    Drop,
    Resign,
    /// There is nothing to move, or all has been moved.
    Pass,
    Enter {
        die: u8,
    },
    Move {
        from: u8,
        die: u8,
    },
    BearOff {
        from: u8,
        die: u8,
    },
}

/// What was done, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) struct Done {
    action: Action,
    rule: u8,
}

impl Game for Backgammon {
    type State = Board;
    type Action = Action;
    type Event = Done;
    type Trace = ();
    type Reason = Never;

    fn apply(board: &mut Board, done: &Done) {
        board.act(done.action, done.rule);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Bar {
    Empty,
    One,
    Several,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Dice {
    Unrolled,
    ToPlay,
    Played,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Stakes {
    Settled,
    Offered,
}

type Phase<'p> = PhaseBuilder<'p, Backgammon>;

/// What rules name.
struct Words {
    bar: Fact<Backgammon, BarKind>,
    dice: Fact<Backgammon, DiceKind>,
    stakes: Fact<Backgammon, StakesKind>,
    cube: Fact<Backgammon, CubeKind>,
    landing: Fact<Backgammon, LandingKind>,
    all_home: Predicate<Backgammon>,
}

impl Words {
    fn new() -> Self {
        Self {
            bar: Fact::of_state("bar", |board: &Board| match board.bar {
                0 => Bar::Empty,
                1 => Bar::One,
                _ => Bar::Several,
            }),
            dice: Fact::of_state("dice", |board: &Board| match (board.rolled, board.dice) {
                (false, _) => Dice::Unrolled,
                (true, [None, None]) => Dice::Played,
                (true, _) => Dice::ToPlay,
            }),
            stakes: Fact::of_state("stakes", |board: &Board| {
                if board.offered { Stakes::Offered } else { Stakes::Settled }
            }),
            cube: Fact::of_state("cube", |board: &Board| board.cube),
            landing: Fact::of_action("landing", |ask: &Ask<'_, Backgammon>| match *ask.action {
                Action::Enter { die } => ask.state.landing(None, die),
                Action::Move { from, die } | Action::BearOff { from, die } => {
                    ask.state.landing(Some(from), die)
                }
                _ => Landing::Open,
            }),
            all_home: Predicate::new("all men are home", Board::all_home),
        }
    }
}

fn does(rule: RuleBuilder<Backgammon>, number: u8) -> Rule<Backgammon> {
    rule.then(move |cx, ()| [Done { action: *cx.action, rule: number }])
}

fn stakes<'p>(
    phase: Phase<'p>,
    words: &Words,
    offer: impl Fn(&mut Offer<'_, Backgammon>) + Send + Sync + 'static,
) -> Phase<'p> {
    let settled = |rule: RuleBuilder<Backgammon>| rule.given(&words.stakes, StakesKind::Settled);
    let offered = |rule: RuleBuilder<Backgammon>| rule.given(&words.stakes, StakesKind::Offered);
    phase
        .rule("resign", |rule| does(rule.on(ActionKind::Resign).candidates(offer), 0))
        .rule("roll", |rule| {
            let rule = rule.on(ActionKind::Roll).given(&words.dice, DiceKind::Unrolled);
            does(settled(rule), 1)
        })
        .rule("double", |rule| {
            let rule = rule.on(ActionKind::Double).given(&words.dice, DiceKind::Unrolled);
            does(settled(rule.given(&words.cube, [CubeKind::Centred, CubeKind::Mine])), 2)
        })
        .rule("accept", |rule| does(offered(rule.on(ActionKind::Accept)), 3))
        .rule("drop", |rule| does(offered(rule.on(ActionKind::Drop)), 4))
}

fn on_the_bar<'p>(phase: Phase<'p>, words: &Words) -> Phase<'p> {
    phase
        .given(&words.dice, DiceKind::ToPlay)
        .given(&words.bar, [BarKind::One, BarKind::Several])
        .rule("enter", |rule| {
            let free = [LandingKind::Open, LandingKind::Mine];
            does(rule.on(ActionKind::Enter).given(&words.landing, free), 5)
        })
        .rule("enter and hit", |rule| {
            does(rule.on(ActionKind::Enter).given(&words.landing, LandingKind::Blot), 6)
        })
        .rule("stay on the bar", |rule| {
            let rule = rule.on(ActionKind::Pass);
            does(rule.when("no die lets one in", |ask| !ask.state.can_move()), 7)
        })
}

fn moving<'p>(phase: Phase<'p>, words: &Words) -> Phase<'p> {
    let stands = |rule: RuleBuilder<Backgammon>| {
        rule.on(ActionKind::Move).when("a man of mine stands there", |ask| match *ask.action {
            Action::Move { from, .. } => ask.state.is_mine(from),
            _ => false,
        })
    };
    phase
        .given(&words.dice, DiceKind::ToPlay)
        .given(&words.bar, BarKind::Empty)
        .rule("move", |rule| {
            let free = [LandingKind::Open, LandingKind::Mine];
            does(stands(rule).given(&words.landing, free), 8)
        })
        .rule("hit", |rule| does(stands(rule).given(&words.landing, LandingKind::Blot), 9))
        .rule("nothing moves", |rule| {
            let rule = rule.on(ActionKind::Pass);
            does(rule.when("no man can go anywhere", |ask| !ask.state.can_move()), 10)
        })
}

fn bearing_off<'p>(phase: Phase<'p>, words: &Words) -> Phase<'p> {
    let from = |ask: &Ask<'_, Backgammon>| match *ask.action {
        Action::BearOff { from, die } => Some((from, ask.state.die(die)?)),
        _ => None,
    };
    phase
        .given(&words.dice, DiceKind::ToPlay)
        .given(&words.bar, BarKind::Empty)
        .while_holds(&words.all_home)
        .rule("bear off", |rule| {
            let rule = rule.on(ActionKind::BearOff).when("exactly", move |ask| {
                from(ask).is_some_and(|(from, far)| from + 1 == far && ask.state.is_mine(from))
            });
            does(rule, 11)
        })
        .rule("bear off the last", |rule| {
            let rule = rule.on(ActionKind::BearOff).given(&words.landing, LandingKind::OffTheBoard);
            let last = move |ask: &Ask<'_, Backgammon>| {
                from(ask)
                    .is_some_and(|(from, _)| ask.state.is_mine(from) && ask.state.is_last(from))
            };
            does(rule.when("none stands further out", last), 12)
        })
}

impl Scene for Backgammon {
    const WORK: &'static str = "one decision in a backgammon entry";
    const CONSIDERED: u64 = 195;
    const ACCEPTED: u64 = 63;

    fn book(offer: impl Fn(&mut Offer<'_, Self>) + Send + Sync + 'static) -> BookBuilder<Self> {
        let words = &Words::new();
        Book::<Self>::builder("backgammon")
            .phase("stakes", |phase| stakes(phase, words, offer))
            .phase("on the bar", |phase| on_the_bar(phase, words))
            .phase("moving", |phase| moving(phase, words))
            .phase("bearing off", |phase| bearing_off(phase, words))
            .rule("the turn ends", |rule| {
                does(rule.on(ActionKind::Pass).given(&words.dice, DiceKind::Played), 13)
            })
    }

    fn line() -> Vec<Turn<Action>> {
        board::line()
    }

    fn start() -> Board {
        Board::start()
    }

    fn position(board: &Board) -> usize {
        board.actions
    }

    fn led_by(board: &Board) -> u64 {
        u64::from(board.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same rules in one expression.
    fn is_legal(board: &Board, action: Action) -> bool {
        let free = board.bar == 0 && board.rolled;
        match action {
            Action::Roll => !board.rolled && !board.offered,
            Action::Double => !board.rolled && !board.offered && board.cube != board::Cube::Theirs,
            Action::Accept | Action::Drop => board.offered,
            Action::Resign => true,
            Action::Pass => board.rolled && !board.can_move(),
            Action::Enter { die } => board.rolled && board.bar > 0 && board.is_open(None, die),
            Action::Move { from, die } => free && board.is_open(Some(from), die),
            Action::BearOff { .. } => board.all_home(),
        }
    }

    #[test]
    fn what_is_accepted_is_what_the_rules_say() {
        let mut board = Board::start();
        let (mut considered, mut accepted) = (0, 0);
        for turn in Backgammon::line() {
            considered += turn.considered.len() as u64;
            let legal = turn.considered.iter().filter(|action| is_legal(&board, **action));
            accepted += legal.count() as u64;
            turn.done.into_iter().for_each(|done| board.act(done, 0));
        }
        assert_eq!((considered, accepted), (Backgammon::CONSIDERED, Backgammon::ACCEPTED));
    }
}
