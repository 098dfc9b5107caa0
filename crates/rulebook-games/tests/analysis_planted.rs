//! What is planted in a rule sheet is found: a fault of every kind, in a variant of
//! a game in which there is none, with the names of its rules and with how sure it
//! is; and nothing else is found.

use std::collections::BTreeSet;

use rulebook::Certainty::{Proved, Suspected};
use rulebook::FindingKind::{
    DeadPhase, Gap, IdleCondition, IdleException, IdleKey, IdleMask, IdleMember, IdleStrategy,
    NeverLifted, Overlap, RedundantPriority, Shadowed, Unreachable, UnusedCheck,
};
use rulebook::prelude::*;
use rulebook::{
    About, Analysis, BookBuilder, Certainty, Fact, FindingKind, Kinds, Rule, RuleBuilder,
};
use rulebook_games::tic_tac_toe::TicTacToe;
use rulebook_games::{Playable, backgammon, chess, connect_four, duels, night_market, tic_tac_toe};

/// Whose turn it is, as a fact that planted rules can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Side {
    First,
    Second,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        if seat == Seat(0) { Side::First } else { Side::Second }
    }
}

fn side<G: Game>(turn: fn(&G::State) -> Seat) -> Fact<G, SideKind> {
    Fact::of_state("side", move |state| Side::from(turn(state)))
}

/// A finding: its kind, how sure it is, what it is about, and the rules.
type Found = (FindingKind, Certainty, About, Vec<String>);

fn of(kind: FindingKind, certainty: Certainty, about: About, rules: &[&str]) -> Found {
    (kind, certainty, about, rules.iter().map(|&rule| rule.to_owned()).collect())
}

/// The same about a rule, which is the first of the rules.
fn of_rule(kind: FindingKind, rules: &[&str]) -> Found {
    of(kind, Proved, About::Rule(rules[0].to_owned()), rules)
}

fn all(analysis: &Analysis) -> Vec<Found> {
    let findings = analysis.findings().iter().cloned();
    findings.map(|it| (it.kind, it.certainty, it.about, it.rules)).collect()
}

/// What is found once a fault is planted in a game that has none.
#[track_caller]
fn slip<G: Game>(game: Book<G>, plant: impl FnOnce(BookBuilder<G>) -> BookBuilder<G>) -> Analysis {
    let sound = game.analyse();
    assert!(sound.findings().is_empty(), "{sound}");
    let variant = plant(game.variant("a slip")).compile().expect("the variant has no mistakes");
    variant.analyse()
}

/// Plants a fault in a game that has none: that is found, and nothing else.
#[track_caller]
fn planted<G: Game>(
    game: Book<G>,
    plant: impl FnOnce(BookBuilder<G>) -> BookBuilder<G>,
    expected: Vec<Found>,
) -> Vec<FindingKind> {
    let analysis = slip(game, plant);
    assert_eq!(all(&analysis), expected, "{analysis}");
    expected.into_iter().map(|(kind, ..)| kind).collect()
}

/// A rule without any effect.
fn idle<G: Game>(rule: RuleBuilder<G>) -> Rule<G> {
    rule.then(|_, ()| ())
}

fn unreachable_rules() -> Vec<FindingKind> {
    let side = side(connect_four::Board::turn);
    planted(
        connect_four::book(),
        |book| {
            book.rule("drop for the other", |rule| {
                let mine = rule.on(connect_four::ActionKind::Drop).given(&side, SideKind::First);
                idle(mine.given(&side, SideKind::Second))
            })
        },
        vec![of_rule(Unreachable, &["drop for the other"])],
    )
}

fn rules_behind_one_that_always_answers() -> Vec<FindingKind> {
    planted(
        tic_tac_toe::book(),
        |book| book.rule("give up", |rule| idle(rule.on(tic_tac_toe::ActionKind::Resign))),
        vec![of_rule(Shadowed, &["give up", "resign"])],
    )
}

/// One slip in a variant, and no move of chess is made any more.
fn rules_behind_an_override_that_asks_nothing() -> Vec<FindingKind> {
    let shadowed = ["double step", "promotion", "en passant", "castling", "ordinary move"];
    let behind = |name| of_rule(Shadowed, &[&format!("moving/{name}"), "moving/teleport"]);
    planted(
        chess::book(),
        |book| {
            book.in_phase("moving", |moving| {
                moving.rule("teleport", |rule| {
                    idle(rule.on(chess::ActionKind::Move).priority(Priority::OVERRIDE))
                })
            })
        },
        shadowed.map(behind).into(),
    )
}

fn a_rule_behind_two_that_answer_together() -> Vec<FindingKind> {
    let (side, resign) = (side(connect_four::Board::turn), connect_four::ActionKind::Resign);
    let side = &side;
    let by = |who| move |rule: RuleBuilder<_>| idle(rule.on(resign).given(side, who));
    planted(
        connect_four::book(),
        |book| {
            book.remove("resign")
                .rule("the first gives up", by(SideKind::First))
                .rule("the second gives up", by(SideKind::Second))
                .rule("somebody gives up", |rule| idle(rule.on(resign)))
        },
        vec![of_rule(
            Shadowed,
            &["somebody gives up", "the first gives up", "the second gives up"],
        )],
    )
}

fn a_phase_that_can_never_hold() -> Vec<FindingKind> {
    let side = side(|table: &backgammon::Table| match table.side() {
        backgammon::board::Side::White => Seat(0),
        backgammon::board::Side::Black => Seat(1),
    });
    let about = About::Phase("of the first/of the second".into());
    planted(
        backgammon::book(),
        |book| {
            book.phase("of the first", |phase| {
                phase.given(&side, SideKind::First).phase("of the second", |phase| {
                    phase
                        .given(&side, SideKind::Second)
                        .rule("roll again", |rule| idle(rule.on(backgammon::ActionKind::Roll)))
                })
            })
        },
        vec![of(DeadPhase, Proved, about, &["of the first/of the second/roll again"])],
    )
}

/// Checks stand before both rules: that is why it is no proof.
fn rules_that_overlap() -> Vec<FindingKind> {
    let fight = duels::ActionKind::Fight;
    let about = About::Phase("fighting".into());
    planted(
        duels::book(),
        |book| {
            book.remove("fight").phase("fighting", |fighting| {
                fighting
                    .strategy(Strategy::Exclusive)
                    .rule("fight", |rule| idle(rule.on(fight)))
                    .rule("brawl", |rule| idle(rule.on(fight)))
            })
        },
        vec![of(Overlap, Suspected, about, &["fighting/fight", "fighting/brawl"])],
    )
}

fn an_action_that_nobody_answers() -> Vec<FindingKind> {
    planted(
        tic_tac_toe::book(),
        |book| book.remove("resign"),
        vec![of(Gap, Proved, About::Action("Resign"), &[])],
    )
}

/// Whether the second player ever resigns is for play to say.
fn a_case_that_nobody_answers() -> Vec<FindingKind> {
    let (side, resign) = (side(connect_four::Board::turn), connect_four::ActionKind::Resign);
    planted(
        connect_four::book(),
        |book| {
            book.remove("resign").rule("the first gives up", |rule| {
                idle(rule.on(resign).given(&side, SideKind::First))
            })
        },
        vec![of(Gap, Suspected, About::Action("Resign"), &[])],
    )
}

fn a_check_on_what_nobody_answers() -> Vec<FindingKind> {
    planted(
        chess::book(),
        |book| book.remove("offer a draw"),
        vec![
            of(Gap, Proved, About::Action("OfferDraw"), &[]),
            of(UnusedCheck, Proved, About::Check("no draw is offered".into()), &[]),
        ],
    )
}

fn an_exception_from_a_check_on_what_nobody_answers() -> Vec<FindingKind> {
    planted(
        backgammon::book(),
        |book| {
            book.remove("take back")
                .check("only once", Gate::Specific, |check| {
                    check.on(backgammon::ActionKind::TakeBack).liftable().test(|_| Ok(()))
                })
                .exception("among friends", |it| it.lifts("only once").when(|_| true))
        },
        vec![
            of(Gap, Proved, About::Action("TakeBack"), &[]),
            of(UnusedCheck, Proved, About::Check("only once".into()), &[]),
            of(IdleException, Proved, About::Exception("among friends".into()), &[]),
        ],
    )
}

fn a_check_that_nothing_lifts_any_more() -> Vec<FindingKind> {
    planted(
        night_market::book(),
        |book| book.remove("the first lantern on credit"),
        vec![of(NeverLifted, Proved, About::Check("you have the coins".into()), &[])],
    )
}

fn a_group_without_effect() -> Vec<FindingKind> {
    use night_market::ActionKind::{Bid, Ring};
    let notes = |kind| move |rule: RuleBuilder<_>| idle(rule.on(kind).exclusive("notes"));
    let rules = ["bidding/note the bid", "bidding/note the bell"];
    planted(
        night_market::book(),
        |book| {
            book.in_phase("bidding", |bidding| {
                bidding.rule("note the bid", notes(Bid)).rule("note the bell", notes(Ring))
            })
        },
        vec![of(IdleMask, Proved, About::Group("notes".into()), &rules)],
    )
}

fn a_member_for_which_its_group_does_nothing() -> Vec<FindingKind> {
    use night_market::ActionKind::{Bid, Ring};
    let notes = |kind| move |rule: RuleBuilder<_>| idle(rule.on(kind).exclusive("notes"));
    planted(
        night_market::book(),
        |book| {
            book.in_phase("bidding", |bidding| {
                bidding
                    .rule("note the bid", notes(Bid))
                    .rule("note it elsewhere", notes(Bid))
                    .rule("note the bell", notes(Ring))
            })
        },
        vec![of(IdleMember, Proved, About::Group("notes".into()), &["bidding/note the bell"])],
    )
}

fn priorities_that_change_nothing() -> Vec<FindingKind> {
    // Among rules of which the first wins, and among those that stand before it anyway.
    let fight = duels::ActionKind::Fight;
    planted(
        duels::book(),
        |book| book.replace("fight", |rule| idle(rule.on(fight).priority(Priority::HIGH))),
        vec![of_rule(RedundantPriority, &["fight"])],
    );
    planted(
        chess::book(),
        |book| {
            book.in_phase("moving", |moving| {
                moving.rule("drift", |rule| {
                    let rule = rule.on(chess::ActionKind::Move).priority(Priority::LOW);
                    idle(rule.when("the wind blows", |_| false))
                })
            })
        },
        vec![of_rule(RedundantPriority, &["moving/drift"])],
    )
}

fn a_condition_that_always_holds() -> Vec<FindingKind> {
    let (side, resign) = (side(connect_four::Board::turn), connect_four::ActionKind::Resign);
    let both = [SideKind::First, SideKind::Second];
    planted(
        connect_four::book(),
        |book| book.replace("resign", |rule| idle(rule.on(resign).given(&side, both))),
        vec![of_rule(IdleCondition, &["resign"])],
    )
}

fn a_strategy_with_nothing_to_settle() -> Vec<FindingKind> {
    planted(
        tic_tac_toe::book(),
        |book| {
            book.remove("resign").phase("resigning", |resigning| {
                let resign = |rule: RuleBuilder<_>| idle(rule.on(tic_tac_toe::ActionKind::Resign));
                resigning.strategy(Strategy::LastWins).rule("resign", resign)
            })
        },
        vec![of(IdleStrategy, Proved, About::Phase("resigning".into()), &[])],
    )
}

fn a_key_that_orders_nothing() -> Vec<FindingKind> {
    planted(
        chess::book(),
        |book| book.replace("resign", |rule| idle(rule.on(chess::ActionKind::Resign).key(1))),
        vec![of_rule(IdleKey, &["resign"])],
    )
}

#[test]
fn a_fault_of_every_kind_is_found_in_a_rule_sheet() {
    let plants = [
        unreachable_rules,
        rules_behind_one_that_always_answers,
        rules_behind_an_override_that_asks_nothing,
        a_rule_behind_two_that_answer_together,
        a_phase_that_can_never_hold,
        rules_that_overlap,
        an_action_that_nobody_answers,
        a_case_that_nobody_answers,
        a_check_on_what_nobody_answers,
        an_exception_from_a_check_on_what_nobody_answers,
        a_check_that_nothing_lifts_any_more,
        a_group_without_effect,
        a_member_for_which_its_group_does_nothing,
        priorities_that_change_nothing,
        a_condition_that_always_holds,
        a_strategy_with_nothing_to_settle,
        a_key_that_orders_nothing,
    ];
    let found: BTreeSet<FindingKind> = plants.into_iter().flat_map(|plant| plant()).collect();
    assert!(found.into_iter().eq(FindingKind::ALL), "a kind is missing");
}

/// Plants a fault in a game that has none: just that is said, word by word.
#[track_caller]
fn said<G: Game>(
    game: Book<G>,
    plant: impl FnOnce(BookBuilder<G>) -> BookBuilder<G>,
    expected: &[(Certainty, &str)],
) {
    let analysis = slip(game, plant);
    let findings = analysis.findings().iter();
    let found: Vec<_> = findings.map(|finding| (finding.certainty, finding.to_string())).collect();
    let expected: Vec<_> =
        expected.iter().map(|&(certainty, text)| (certainty, text.to_owned())).collect();
    assert_eq!(found, expected, "{analysis}");
}

/// The turn goes by a fact, and phases name it: so a rule in the wrong one is
/// known to be wrong, and so is one that names the wrong step itself.
#[test]
fn rules_for_steps_that_do_not_allow_their_actions_are_proved_to_be_unreachable() {
    use duels::{ActionKind, StationKind};

    said(
        duels::book(),
        |book| {
            book.in_phase("draw", |draw| {
                draw.rule("strike first", |rule| idle(rule.on(ActionKind::Attack)))
            })
        },
        &[(
            Proved,
            "The rule \"draw/strike first\" is never reached: it wants the step Draw, which does not \
             allow Attack. Correct a condition, let a step allow that, or remove the rule.",
        )],
    );
    said(
        duels::book(),
        |book| {
            book.phase("between the turns", |phase| {
                phase
                    .given(&duels::step(), StationKind::End)
                    .rule("use a power late", |rule| idle(rule.on(ActionKind::Use)))
                    .rule("resign late", |rule| idle(rule.on(ActionKind::Resign)))
            })
        },
        &[(
            Proved,
            "The phase \"between the turns\" is never of use: it wants the step End, which does not \
             allow Use or Resign. Its 2 rules are never asked. Correct a condition, let a step \
             allow that, or remove the phase.",
        )],
    );
    said(
        night_market::book(),
        |book| {
            book.rule("bid at the door", |rule| {
                let closed = night_market::StepKind::Closed;
                idle(rule.on(night_market::ActionKind::Bid).given(&night_market::step(), closed))
            })
        },
        &[(
            Proved,
            "The rule \"bid at the door\" is never reached: it wants the step Closed, which does not \
             allow Bid. Correct a condition, let a step allow that, or remove the rule.",
        )],
    );
}

/// Nobody else is open in that step, whatever closures say elsewhere.
#[test]
fn an_action_that_nobody_answers_in_one_step_is_found() {
    said(
        duels::book(),
        |book| book.remove("strategy/place a card"),
        &[(
            Suspected,
            "No rule answers Place when step is Strategy, if the game ever gets there. Add a rule \
             for it, or a check that says why it is refused.",
        )],
    );
}

/// Each class of steps has one rule: a second one comes too late, and one that
/// names the class of another leaves its own to nobody.
#[test]
fn a_rule_for_a_class_of_steps_that_another_answers_is_proved_to_be_shadowed() {
    use backgammon::board::StepClassKind::{Entering, Ordinary};

    let class = backgammon::class_of_a_step();
    let of = |class_of| {
        let class = class.clone();
        let step = backgammon::ActionKind::Step;
        move |rule: RuleBuilder<_>| idle(rule.on(step).given(&class, class_of))
    };
    said(
        backgammon::book(),
        |book| book.rule("slide in", of(Entering)),
        &[(
            Proved,
            "The rule \"slide in\" is shadowed by \"moving/enter\", which answers before it whenever \
             it could. Put it first, narrow the other one, or remove it.",
        )],
    );
    said(
        backgammon::book(),
        |book| book.replace("moving/enter", of(Ordinary)),
        &[
            (
                Proved,
                "The rule \"moving/enter\" is shadowed by \"moving/move\", which answers before it \
                 whenever it could. Give it a higher priority than \"moving/move\", narrow the other \
                 one, or remove it.",
            ),
            (
                Suspected,
                "No rule answers Step when class of the step is Entering, if the game ever gets \
                 there. Add a rule for it, or a check that says why it is refused.",
            ),
        ],
    );
}

/// Plants a fault in tic-tac-toe that only play can show: every state is looked at,
/// and in each everything is tried.
#[track_caller]
fn planted_in_play(
    plant: impl FnOnce(BookBuilder<TicTacToe>) -> BookBuilder<TicTacToe>,
    expected: Vec<Found>,
) {
    let search = |book: Book<TicTacToe>| {
        let anybody = [By::Seat(Seat(0)), By::Seat(Seat(1))];
        let search = book.analyse_by_play(|_| tic_tac_toe::setup()).universe(move |state| {
            let actions = TicTacToe::universe(state).into_iter();
            actions.flat_map(|action| anybody.map(|by| (by, action))).collect()
        });
        let found = search.every_state(100_000).games(1).run().expect("no faults");
        assert!(found.complete);
        found.analysis
    };
    let sound = search(tic_tac_toe::book());
    assert!(sound.findings().is_empty(), "{sound}");
    let variant = plant(tic_tac_toe::book().variant("a slip"));
    let analysis = search(variant.compile().expect("the variant has no mistakes"));
    assert_eq!(all(&analysis), expected, "{analysis}");
}

#[test]
fn play_proves_what_was_only_suspected() {
    planted_in_play(
        |book| {
            book.strategy(Strategy::Exclusive)
                .rule("give up", |rule| idle(rule.on(tic_tac_toe::ActionKind::Resign)))
        },
        vec![of(Overlap, Proved, About::Phase(String::new()), &["resign", "give up"])],
    );
}

#[test]
fn play_finds_what_the_authors_own_code_hides() {
    let place = tic_tac_toe::ActionKind::Place;
    planted_in_play(
        |book| {
            book.in_phase("placing", |placing| {
                placing.rule("pass", |rule| idle(rule.on(place).when("never", |_| false)))
            })
        },
        vec![of(Unreachable, Suspected, About::Rule("placing/pass".into()), &["placing/pass"])],
    );
    let why = || tic_tac_toe::Why::NotYourTurn;
    planted_in_play(
        |book| {
            book.check("a free hand", Gate::Specific, |check| {
                check.on(place).require(|_| true, why())
            })
        },
        vec![of(UnusedCheck, Suspected, About::Check("a free hand".into()), &[])],
    );
    planted_in_play(
        |book| {
            book.check("nobody stands there", Gate::Targets, |check| {
                let free = |ask: &Ask<'_, TicTacToe>| {
                    ask.action.cell().is_none_or(|cell| ask.state.is_empty(cell))
                };
                check.on(place).liftable().require(free, why())
            })
            .exception("for guests", |it| it.lifts("nobody stands there").when(|_| false))
        },
        vec![of(IdleException, Suspected, About::Exception("for guests".into()), &[])],
    );
    planted_in_play(
        |book| book.remove("placing/fill the board"),
        vec![of(Gap, Proved, About::Action("Place"), &[])],
    );
}
