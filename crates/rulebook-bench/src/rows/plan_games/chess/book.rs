//! The book: phases by what they are about, declared facts for what has few
//! values, closures for ways over the board.

use rulebook::prelude::*;
use rulebook::{BookBuilder, Fact, Offer, PhaseBuilder, Predicate, Rule, RuleBuilder};

use super::position::{
    BISHOP, CheckKind, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Target, TargetKind, way,
};
use super::{ActionKind, Chess, Event, Move, Ply};

/// Where a pawn comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum From {
    Home,
    Between,
    /// One step before the last rank.
    Seventh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Draw {
    Offered,
    NotOffered,
}

type Phase<'p> = PhaseBuilder<'p, Chess>;

/// What rules name.
struct Words {
    check: Fact<Chess, CheckKind>,
    draw: Fact<Chess, DrawKind>,
    target: Fact<Chess, TargetKind>,
    from: Fact<Chess, FromKind>,
    can_castle: Predicate<Chess>,
}

impl Words {
    fn new() -> Self {
        let offered = |ply: &Ply| if ply.draw_offered { Draw::Offered } else { Draw::NotOffered };
        Self {
            check: Fact::of_state("check", |ply: &Ply| ply.position().check),
            draw: Fact::of_state("draw", offered),
            target: Fact::of_action("target", |ask: &Ask<'_, Chess>| match ask.action.squares() {
                Some(it) => ask.state.position().target(it.to),
                None => Target::Empty,
            }),
            from: Fact::of_action("from", |ask: &Ask<'_, Chess>| {
                let Some(it) = ask.action.squares() else { return From::Between };
                match (it.from / 8, ask.state.position().ahead > 0) {
                    (1, true) | (6, false) => From::Home,
                    (6, true) | (1, false) => From::Seventh,
                    _ => From::Between,
                }
            }),
            can_castle: Predicate::new("a right to castle is left", |ply: &Ply| {
                ply.position().may_castle != [false; 2]
            }),
        }
    }
}

/// A condition on a position and a move.
type Holds = fn(&Position, Move) -> bool;

fn subject(piece: u8) -> Subject {
    Subject(u32::from(piece))
}

/// One more condition, on the squares of the move.
fn when(rule: RuleBuilder<Chess>, name: &str, holds: Holds) -> RuleBuilder<Chess> {
    rule.when(name, move |ask| {
        ask.action.squares().is_some_and(|it| holds(ask.state.position(), it))
    })
}

fn moves(rule: RuleBuilder<Chess>, number: u8) -> Rule<Chess> {
    rule.then(move |_, ()| [Event::Moved { rule: number }])
}

fn ends(rule: RuleBuilder<Chess>, number: u8) -> Rule<Chess> {
    rule.then(move |_, ()| [Event::Ended { rule: number }])
}

pub(super) fn book(
    offer: impl Fn(&mut Offer<'_, Chess>) + Send + Sync + 'static,
) -> BookBuilder<Chess> {
    let words = &Words::new();
    Book::<Chess>::builder("chess")
        .phase("talking", |phase| talking(phase, words, offer))
        .phase("castling", |phase| castling(phase, words))
        .phase("in check", |phase| in_check(phase, words))
        .phase("pawns", |phase| pawns(phase.given(&words.check, CheckKind::No), words))
        .phase("pieces", |phase| pieces(phase.given(&words.check, CheckKind::No), words))
}

fn talking<'p>(
    phase: Phase<'p>,
    words: &Words,
    offer: impl Fn(&mut Offer<'_, Chess>) + Send + Sync + 'static,
) -> Phase<'p> {
    phase
        .rule("resign", |rule| ends(rule.on(ActionKind::Resign).candidates(offer), 0))
        .rule("accept a draw", |rule| {
            ends(rule.on(ActionKind::AcceptDraw).given(&words.draw, DrawKind::Offered), 1)
        })
        .rule("offer a draw", |rule| {
            rule.on(ActionKind::OfferDraw)
                .given(&words.draw, DrawKind::NotOffered)
                .then(|_, ()| [Event::DrawOffered { rule: 2 }])
        })
}

fn castling<'p>(phase: Phase<'p>, words: &Words) -> Phase<'p> {
    phase
        .given(&words.check, CheckKind::No)
        .while_holds(&words.can_castle)
        .rule("castle short", |rule| {
            let rule = rule.on(ActionKind::CastleShort).when("the way is free", |ask| {
                let position = ask.state.position();
                position.may_castle[0] && position.is_free_between(position.king, position.king + 3)
            });
            moves(rule, 3)
        })
        .rule("castle long", |rule| {
            let rule = rule.on(ActionKind::CastleLong).when("the way is free", |ask| {
                let position = ask.state.position();
                position.may_castle[1] && position.is_free_between(position.king, position.king - 4)
            });
            moves(rule, 4)
        })
}

fn in_check<'p>(phase: Phase<'p>, words: &Words) -> Phase<'p> {
    let once = |rule: RuleBuilder<Chess>| rule.given(&words.check, CheckKind::Once);
    phase
        .given(&words.check, [CheckKind::Once, CheckKind::Twice])
        .rule("the king goes out of check", |rule| {
            let rule = rule.on([ActionKind::Step, ActionKind::Take]).subject(subject(KING));
            moves(when(rule, "one step", |_, it| is_one_step(it)), 5)
        })
        .rule("take who gives check", |rule| {
            let rule = once(rule.on([ActionKind::Take, ActionKind::Promote]));
            moves(when(rule, "it is the checker", |at, it| at.checker == Some(it.to)), 6)
        })
        .rule("take in passing who gives check", |rule| {
            let rule = once(rule.on(ActionKind::TakeInPassing));
            moves(when(rule, "it has just leapt", |at, it| at.leapt_over == Some(it.to)), 7)
        })
        .rule("step between", |rule| {
            let rule = once(rule.on([ActionKind::Step, ActionKind::Leap, ActionKind::Promote]));
            moves(when(rule, "it shields the king", |at, it| at.shields_the_king(it.to)), 8)
        })
}

fn pawns<'p>(phase: Phase<'p>, words: &Words) -> Phase<'p> {
    let pawn = |rule: RuleBuilder<Chess>, kind: ActionKind, target: TargetKind| {
        rule.on(kind).subject(subject(PAWN)).given(&words.target, target)
    };
    phase
        .rule("a pawn steps", |rule| {
            let rule = pawn(rule, ActionKind::Step, TargetKind::Empty)
                .given(&words.from, [FromKind::Home, FromKind::Between]);
            moves(when(rule, "straight ahead", |at, it| ahead(at, it) == (0, 1)), 9)
        })
        .rule("a pawn leaps", |rule| {
            let rule =
                pawn(rule, ActionKind::Leap, TargetKind::Empty).given(&words.from, FromKind::Home);
            moves(when(rule, "the way is free", |at, it| at.is_free_between(it.from, it.to)), 10)
        })
        .rule("a pawn takes", |rule| {
            let rule = pawn(rule, ActionKind::Take, TargetKind::Enemy)
                .given(&words.from, [FromKind::Home, FromKind::Between]);
            moves(when(rule, "aslant", is_aslant_ahead), 11)
        })
        .rule("a pawn takes in passing", |rule| {
            let rule = pawn(rule, ActionKind::TakeInPassing, TargetKind::Empty);
            moves(when(rule, "it has just leapt", |at, it| at.leapt_over == Some(it.to)), 12)
        })
        .rule("a pawn becomes more", |rule| {
            let rule = pawn(rule, ActionKind::Promote, TargetKind::Empty)
                .given(&words.from, FromKind::Seventh);
            moves(when(rule, "straight ahead", |at, it| ahead(at, it) == (0, 1)), 13)
        })
        .rule("a pawn takes and becomes more", |rule| {
            let rule = pawn(rule, ActionKind::Promote, TargetKind::Enemy)
                .given(&words.from, FromKind::Seventh);
            moves(when(rule, "aslant", is_aslant_ahead), 14)
        })
}

/// How each piece moves, besides pawns.
const PIECES: [(&str, u8, Holds); 5] = [
    ("knight", KNIGHT, |_, it| {
        let (files, ranks) = way(it.from, it.to);
        (files * ranks).abs() == 2
    }),
    ("bishop", BISHOP, |at, it| is_aslant(it) && at.is_free_between(it.from, it.to)),
    ("rook", ROOK, |at, it| is_straight(it) && at.is_free_between(it.from, it.to)),
    ("queen", QUEEN, |at, it| {
        (is_aslant(it) || is_straight(it)) && at.is_free_between(it.from, it.to)
    }),
    ("king", KING, |_, it| is_one_step(it)),
];

fn pieces<'p>(mut phase: Phase<'p>, words: &Words) -> Phase<'p> {
    for ((name, piece, reaches), number) in PIECES.into_iter().zip((15..).step_by(2)) {
        let moved = |rule: RuleBuilder<Chess>, kind: ActionKind, target: TargetKind, number| {
            let rule = rule.on(kind).subject(subject(piece)).given(&words.target, target);
            moves(when(rule, "as it moves", reaches), number)
        };
        phase = phase
            .rule(format!("a {name} moves"), |rule| {
                moved(rule, ActionKind::Step, TargetKind::Empty, number)
            })
            .rule(format!("a {name} takes"), |rule| {
                moved(rule, ActionKind::Take, TargetKind::Enemy, number + 1)
            });
    }
    phase
}

/// Files, and ranks in the direction of the mover.
fn ahead(at: &Position, it: Move) -> (i8, i8) {
    let (files, ranks) = way(it.from, it.to);
    (files, ranks * at.ahead.signum())
}

fn is_aslant_ahead(at: &Position, it: Move) -> bool {
    matches!(ahead(at, it), (-1 | 1, 1))
}

fn is_aslant(it: Move) -> bool {
    let (files, ranks) = way(it.from, it.to);
    files.abs() == ranks.abs()
}

fn is_straight(it: Move) -> bool {
    let (files, ranks) = way(it.from, it.to);
    files == 0 || ranks == 0
}

fn is_one_step(it: Move) -> bool {
    let (files, ranks) = way(it.from, it.to);
    files.abs().max(ranks.abs()) == 1
}
