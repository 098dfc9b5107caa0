//! Chess on the engine: it conforms, each rule decides its own moves, refusals
//! say why, games end as they should, and the moves are counted right.

use std::collections::BTreeSet;

use rulebook::prelude::*;
use rulebook::{Dice, Fault, Legal, Search};
use rulebook_games::chess::board::{
    Claim, Colour, Finish, MoveClass, Position, Refusal, Role, Square, perft,
};
use rulebook_games::chess::notation::{PgnResult, read_attempt, read_fen, read_pgn, write_fen};
use rulebook_games::chess::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(|action| !matches!(action, Action::Move(_)))
        .show(show)
        .print(print)
        .golden("playthroughs/chess.txt")
        .check();
}

/// A game from a position.
fn from(fen: &str) -> Session<Chess> {
    book().start(Match::from(read_fen(fen).expect(fen)), Seed(1)).expect("it can start")
}

/// Does this, all of which is legal, in turn.
fn play(game: &mut Session<Chess>, texts: &str) {
    for text in texts.split(", ") {
        let seat = game.state().turn();
        let outcome = game.submit(seat, parse(text).expect(text)).expect("no faults");
        assert!(outcome.is_committed(), "{text}: {outcome}");
    }
}

/// What a player is told who tries this.
fn refused(game: &mut Session<Chess>, text: &str) -> Vec<Why> {
    let seat = game.state().turn();
    let outcome = game.submit(seat, parse(text).expect(text)).expect("no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{text}: {outcome}"));
    refusal.reasons().cloned().collect()
}

/// The full name of the rule of the last frame.
fn rule(game: &Session<Chess>) -> String {
    let frame = game.frames().next_back().expect("something was played");
    let origin = frame.events().next().expect("it did something").origin;
    match origin {
        rulebook::Origin::Rule(rule) => game.book().rule_view(rule).name(),
        other => format!("{other:?}"),
    }
}

fn ending(game: &Session<Chess>) -> Option<Ending> {
    game.state().ending()
}

mod rules_of_play {
    use super::*;

    #[test]
    fn the_rule_sheet_has_no_warnings() {
        assert_eq!(book().warnings(), []);
    }

    #[test]
    fn each_rule_decides_its_own_moves() {
        for (fen, text, name, after) in [
            (
                "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                "e1g1",
                "moving/castling",
                "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                "e1c1",
                "moving/castling",
                "4k3/8/8/8/8/8/8/2KR3R b - - 1 1",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
                "e5d6",
                "moving/en passant",
                "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2",
            ),
            (
                "8/P7/8/8/8/8/k6K/8 w - - 0 1",
                "a7a8n",
                "moving/promotion",
                "N7/8/8/8/8/8/k6K/8 b - - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "e2e4",
                "moving/double step",
                "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            ),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "e2e3",
                "moving/ordinary move",
                "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1",
            ),
        ] {
            let mut game = from(fen);
            play(&mut game, text);
            assert_eq!(
                (rule(&game).as_str(), write_fen(game.state().position()).as_str()),
                (name, after)
            );
            game.undo().expect("no faults");
            assert_eq!(write_fen(game.state().position()), fen);
        }
    }

    #[test]
    fn special_moves_overrule_the_ordinary_ones_by_priority() {
        let mut game = from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        let castling = parse("e1g1").expect("a move");
        let why = game.explain(Seat(0), &castling).expect("no faults").to_string();
        let lost = "moving/ordinary move (priority Normal (50)): lost by priority to \"moving/castling\" under \
                    HighestPriority, would have refused as disallowed: This is no ordinary move: castling \
                    needs a rule of its own.";
        assert!(why.contains(lost), "{why}");
    }

    #[test]
    fn a_special_move_that_is_switched_off_is_no_move() {
        for (rule, fen, text, class) in [
            ("castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", MoveClass::Castling),
            ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", MoveClass::EnPassant),
            ("double step", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", MoveClass::DoubleStep),
            (
                "promotion",
                "8/P7/8/8/8/8/k6K/8 w - - 0 1",
                "a7a8q",
                MoveClass::Promotion(Role::Queen),
            ),
        ] {
            let mut game = from(fen);
            let rule = game.book().rule(&format!("moving/{rule}")).expect("there is the rule");
            let action = parse(text).expect(text);
            let offers = |game: &mut Session<Chess>| {
                let legal = game.legal(Seat(0)).expect("no faults");
                legal.iter().any(|legal| *legal.action() == action)
            };
            assert!(offers(&mut game));
            game.disable(rule).expect("no faults");
            assert!(!offers(&mut game), "{text}");
            assert_eq!(refused(&mut game, text), [Objection::NotPlayed { class }.into()]);
        }
    }

    #[test]
    fn a_promotion_that_ends_in_bare_pieces_is_a_draw_at_once() {
        let mut game = from("8/P7/8/8/8/8/k6K/8 w - - 0 1");
        play(&mut game, "a7a8b");
        assert_eq!(ending(&game), Some(Ending::Finished { finish: Finish::InsufficientMaterial }));
    }
}

mod endings {
    use super::*;

    #[test]
    fn mate_and_stalemate_end_the_game() {
        let mut game = from("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
        play(&mut game, "a1a8");
        let winner = Colour::White;
        assert_eq!(ending(&game), Some(Ending::Finished { finish: Finish::Checkmate { winner } }));
        assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
        let mut game = from("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1");
        play(&mut game, "f5f7");
        assert_eq!(ending(&game), Some(Ending::Finished { finish: Finish::Stalemate }));
        assert_eq!(game.result(), Some(Scores::draw(2)));
    }

    #[test]
    fn a_position_that_is_over_starts_over() {
        let mut game = from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(game.result(), Some(Scores::draw(2)));
        assert!(game.legal_all().expect("no faults").is_empty());
    }

    const THERE_AND_BACK: &str = "g1f3, g8f6, f3g1, f6g8";

    #[test]
    fn the_third_time_can_be_claimed_and_the_fifth_draws() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        play(&mut game, THERE_AND_BACK);
        let not_yet = Objection::NotRepeated { times: 2 };
        assert_eq!(refused(&mut game, "claim repetition"), [not_yet.into()]);
        play(&mut game, THERE_AND_BACK);
        assert_eq!(game.state().times(), 3);
        let mut claimed = game.fork();
        play(&mut claimed, "claim repetition");
        let claim = Claim::ThreefoldRepetition;
        assert_eq!(ending(&claimed), Some(Ending::Claimed { claim }));
        play(&mut game, THERE_AND_BACK);
        play(&mut game, "g1f3, g8f6, f3g1");
        assert_eq!(ending(&game), None);
        play(&mut game, "f6g8");
        assert_eq!(ending(&game), Some(Ending::Finished { finish: Finish::FivefoldRepetition }));
        game.undo().expect("no faults");
        assert_eq!((ending(&game), game.state().times()), (None, 4));
    }

    #[test]
    fn fifty_moves_can_be_claimed_and_seventy_five_draw() {
        let mut game = from("4k2r/8/8/8/8/8/8/R3K3 w - - 98 80");
        play(&mut game, "a1a2");
        let moves = 99;
        assert_eq!(
            refused(&mut game, "claim fifty moves"),
            [Objection::TooFewMoves { moves }.into()]
        );
        play(&mut game, "h8h7, claim fifty moves");
        assert_eq!(ending(&game), Some(Ending::Claimed { claim: Claim::FiftyMoves }));
        let mut game = from("4k2r/8/8/8/8/8/8/R3K3 w - - 149 100");
        play(&mut game, "a1a2");
        assert_eq!(ending(&game), Some(Ending::Finished { finish: Finish::SeventyFiveMoves }));
    }

    #[test]
    fn mate_with_the_last_of_seventy_five_moves_is_mate() {
        let mut game = from("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 149 100");
        play(&mut game, "a1a8");
        assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
    }

    #[test]
    fn a_draw_is_claimed_by_announcing_the_move_that_repeats_for_the_third_time() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        play(&mut game, THERE_AND_BACK);
        play(&mut game, "g1f3, g8f6, f3g1");
        let attempt = read_attempt("f6g8").expect("a move");
        assert_eq!(
            refused(&mut game, "claim repetition"),
            [Objection::NotRepeated { times: 2 }.into()]
        );
        let other = read_attempt("f6e4").expect("a move");
        assert_eq!(
            refused(&mut game, "claim repetition with f6e4"),
            [Objection::NotRepeatedWith { attempt: other, times: 1 }.into()]
        );
        assert_eq!(
            refused(&mut game, "claim repetition with f6f5"),
            [Why::Illegal(Refusal::NotSo { role: Role::Knight, from: Square::F6, to: Square::F5 })]
        );
        let claim = Claim::ThreefoldRepetition;
        let offered = game.legal(Seat(1)).expect("no faults");
        let announced = offered
            .iter()
            .map(Legal::action)
            .filter(|action| matches!(action, Action::Announce(..)));
        assert_eq!(announced.collect::<Vec<_>>(), [&Action::Announce(claim, attempt)]);
        let before = game.state().position().hash();
        play(&mut game, "claim repetition with f6g8");
        assert_eq!(ending(&game), Some(Ending::Claimed { claim }));
        assert_eq!(game.state().position().hash(), before, "the move is not made");
        let told = "disallowed: It is not your turn.";
        game.undo().expect("no faults");
        let early = parse("claim repetition with f6g8").expect("a claim");
        assert_eq!(game.submit(Seat(0), early).expect("no faults").to_string(), told);
    }

    #[test]
    fn a_draw_is_claimed_by_announcing_the_fiftieth_move() {
        let mut game = from("4k2r/8/8/8/8/8/P7/R3K3 w - - 99 80");
        let attempt = read_attempt("a2a3").expect("a move");
        assert_eq!(
            refused(&mut game, "claim fifty moves with a2a3"),
            [Objection::TooFewMovesWith { attempt, moves: 0 }.into()]
        );
        play(&mut game, "claim fifty moves with a1b1");
        assert_eq!(ending(&game), Some(Ending::Claimed { claim: Claim::FiftyMoves }));
        let mut game = from("4k2r/8/8/8/8/8/P7/R3K3 w - - 98 80");
        let attempt = read_attempt("a1b1").expect("a move");
        assert_eq!(
            refused(&mut game, "claim fifty moves with a1b1"),
            [Objection::TooFewMovesWith { attempt, moves: 99 }.into()]
        );
    }

    /// Rooks and kings wander about, so that positions come about again.
    #[test]
    fn repetition_is_counted_as_the_list_of_positions_says() {
        let mut dice = Dice::new(Seed(7));
        let mut most = 0;
        for _ in 0..20 {
            let mut game = from("k7/8/8/8/8/8/1p1p4/K1R5 w - - 0 1");
            let mut positions: Vec<Position> = vec![*game.state().position()];
            while game.result().is_none() {
                let legal = game.legal(game.state().turn()).expect("no faults");
                let moves: Vec<_> = legal
                    .iter()
                    .filter(|legal| matches!(legal.action(), Action::Move(_)))
                    .collect();
                let picked = (*dice.pick(&moves).expect("there is a move")).clone();
                game.play(picked).expect("no faults");
                let now = *game.state().position();
                positions.push(now);
                let like = |then: &&Position| same(then, &now);
                let times = positions.iter().filter(like).count();
                assert_eq!(game.state().times(), times, "{now:?}");
                for chosen in now.legal_list() {
                    let next = now.after(chosen);
                    let before = positions.iter().filter(|then| same(then, &next)).count();
                    assert_eq!(game.state().times_after(chosen), before + 1, "{chosen:?}");
                }
                most = most.max(times);
            }
        }
        assert!(most >= 3, "nothing came about often enough: {most}");
    }

    /// Whether two positions are the same to the laws: the same player moves,
    /// the same pieces stand on the same squares, and the same moves are possible.
    fn same(one: &Position, other: &Position) -> bool {
        let all = |position: &Position| {
            let castles = position.castles();
            (position.turn(), *position.board(), castles, position.legal_en_passant())
        };
        all(one) == all(other)
    }

    #[test]
    fn who_resigns_loses() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        play(&mut game, "e2e4, resign");
        assert_eq!(ending(&game), Some(Ending::Resigned { by: Colour::Black }));
        assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
    }

    #[test]
    fn a_player_resigns_also_while_the_opponent_thinks() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        game.submit(Seat(1), Action::Resign).expect("no faults");
        assert_eq!(ending(&game), Some(Ending::Resigned { by: Colour::Black }));
        game.undo().expect("no faults");
        assert_eq!((ending(&game), game.state().turn()), (None, Seat(0)));
    }

    #[test]
    fn a_draw_may_be_offered_and_accepted_at_any_time() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        game.submit(Seat(1), Action::OfferDraw).expect("no faults");
        assert!(game.state().is_offered_to(Colour::White));
        let own = game.submit(Seat(1), Action::AcceptDraw).expect("no faults");
        assert_eq!(own.to_string(), "disallowed: Your opponent offers no draw.");
        let mut accepted = game.fork();
        accepted.submit(Seat(0), Action::AcceptDraw).expect("no faults");
        assert_eq!(ending(&accepted), Some(Ending::Agreed));
        play(&mut game, "e2e4");
        assert_eq!(game.state().offer(), None, "who moves does not accept");
        // Black is to move: the offer of the one who thinks stands at once.
        play(&mut game, "offer draw");
        game.submit(Seat(0), Action::AcceptDraw).expect("no faults");
        assert_eq!(ending(&game), Some(Ending::Agreed));
    }

    #[test]
    fn an_offered_draw_stands_until_the_opponent_moves() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        assert_eq!(refused(&mut game, "accept draw"), [Objection::NotOffered.into()]);
        play(&mut game, "offer draw");
        assert_eq!(refused(&mut game, "offer draw"), [Objection::AlreadyOffered.into()]);
        assert_eq!(refused(&mut game, "accept draw"), [Objection::NotOffered.into()]);
        play(&mut game, "e2e4");
        let mut accepted = game.fork();
        play(&mut accepted, "accept draw");
        assert_eq!(ending(&accepted), Some(Ending::Agreed));
        play(&mut game, "e7e5");
        assert_eq!(game.state().offer(), None);
        game.undo().expect("no faults");
        assert_eq!(game.state().offer(), Some(Colour::White));
    }
}

mod real_games {
    use super::*;

    /// The games of a file are played by the book, and by the board beside it.
    #[test]
    fn a_game_that_was_played_can_be_played() {
        let games = read_pgn(include_str!("data/classics.pgn")).expect("it can be read");
        let mut rules = BTreeSet::new();
        for written in games {
            let mut game = book().start(Match::from(written.start), Seed(1)).expect("it can start");
            for played in &written.line.moves {
                assert_eq!(game.result(), None);
                let said = game.state().said(played.chosen);
                let expected = game.state().position().after(played.chosen);
                let seat = game.state().turn();
                let outcome = game.submit(seat, Action::Move(said)).expect("no faults");
                assert!(outcome.is_committed(), "{said}: {outcome}");
                assert_eq!(*game.state().position(), expected, "{said}");
                rules.insert(rule(&game));
            }
            let PgnResult::Won { by } = written.result else { panic!("somebody mates") };
            assert_eq!(game.result(), Some(Scores::win(by.seat(), 2)));
        }
        let seen = ["moving/castling", "moving/double step", "moving/ordinary move"];
        assert!(rules.iter().eq(&seen), "{rules:?}");
    }
}

mod refusals {
    use super::*;

    #[test]
    fn every_reason_is_told_in_the_words_of_chess() {
        let mut game = from("4k3/8/8/8/2b5/4r3/8/R3K2R w KQ - 0 1");
        assert_eq!(
            refused(&mut game, "e1g1"),
            [
                Refusal::CastlesInCheck { by: Square::E3 },
                Refusal::PassesAttacked { square: Square::F1, by: Square::C4 },
            ]
            .map(Why::Illegal)
        );
        assert_eq!(
            game.submit(Seat(0), parse("a1a2").expect("a move")).expect("no faults").to_string(),
            "disallowed: The king would still be in check from e3."
        );
    }

    #[test]
    fn castling_is_said_in_one_way() {
        let mut game = from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        let outcome = game.submit(Seat(0), parse("e1h1").expect("a move")).expect("no faults");
        assert_eq!(outcome.to_string(), "disallowed: Castling is written e1g1 here.");
    }

    #[test]
    fn nobody_acts_out_of_turn_and_nothing_is_arranged() {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        for text in ["e7e5", "claim fifty moves", "claim fifty moves with e7e5", "arrange"] {
            let outcome = game.submit(Seat(1), parse(text).expect(text)).expect("no faults");
            assert_eq!(outcome.to_string(), "disallowed: It is not your turn.");
        }
        for text in ["resign", "offer draw", "accept draw"] {
            let outcome = game.submit(By::Chance, parse(text).expect(text)).expect("no faults");
            let why = "disallowed: Only White and Black do that, once the pieces stand.";
            assert_eq!(outcome.to_string(), why);
        }
        assert_eq!(refused(&mut game, "arrange"), [Objection::NotYourTurn.into()]);
    }
}

mod texts {
    use super::*;

    #[test]
    fn every_action_that_is_printed_can_be_read() {
        for action in universe(&setup()) {
            match action {
                Action::Move(attempt)
                    if attempt.promotion.is_some_and(|role| !role.is_promotion()) =>
                {
                    assert!(parse(&print(&action)).is_err(), "{attempt}");
                }
                _ => assert_eq!(parse(&print(&action)), Ok(action)),
            }
        }
    }

    #[test]
    fn what_cannot_be_read_says_what_to_write() {
        for (text, at) in
            [("e2", 2), ("e2e9", 3), ("e2e4x", 4), ("e7e8k", 4), ("claim repetition with e9", 23)]
        {
            assert_eq!(parse(text).expect_err(text).at(), Some(at), "{text}");
        }
        for text in
            ["", "E2E4", "resigned", "claim repetition with", "claim with e2e4", "resign with e2e4"]
        {
            let error = parse(text).expect_err(text);
            assert!(error.to_string().contains("write a move as its two squares"), "{error}");
        }
    }
}

mod counts {
    use super::*;

    /// How many ways there are to play on for so many moves: every move that
    /// is legal is pushed, and popped.
    fn on_a_search_line<G: Game<Action = Action>>(
        line: &mut Search<G>,
        buffers: &mut [Vec<Legal<G>>],
    ) -> Result<u64, Fault> {
        let Some((legal, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        line.legal_all_into(legal)?;
        let mut nodes = 0;
        for offer in legal.iter().filter(|offer| matches!(offer.action(), Action::Move(_))) {
            assert!(line.play(offer)?.is_committed());
            nodes += on_a_search_line(line, deeper)?;
            assert!(line.pop());
        }
        Ok(nodes)
    }

    fn is_full() -> bool {
        std::env::var_os("RULEBOOK_FULL").is_some_and(|full| full == "1")
    }

    /// The positions of a suite with their counts, no deeper and no larger than
    /// this.
    fn suite(text: &'static str, (deepest, most): (usize, u64)) -> Vec<(&'static str, usize, u64)> {
        let mut cases = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut parts = line.split(';').map(str::trim);
            let fen = parts.next().expect("a position");
            let count = |part: &str| {
                let (depth, count) = part.strip_prefix('D')?.split_once(' ')?;
                Some((depth.parse().ok()?, count.parse().ok()?))
            };
            let counts = parts.map(|part| count(part).expect(part));
            cases.extend(counts.map(|(depth, nodes)| (fen, depth, nodes)));
        }
        cases.retain(|(_, depth, nodes)| *depth <= deepest && *nodes <= most);
        cases
    }

    fn check<G: Game<State = Match, Action = Action>>(
        book: &Book<G>,
        text: &'static str,
        limits: (usize, u64),
        start: impl Fn(Position) -> Match,
    ) -> Result<usize, Fault> {
        let mut checked = 0;
        for (fen, depth, nodes) in suite(text, limits) {
            // Who counts moves knows no draws.
            let state = start(read_fen(fen).expect(fen)).with_draws(Draws::None);
            let mut line = book.start(state, Seed(1)).expect("it can start").search(Seed(1));
            let before = line.digest()?;
            let mut buffers = vec![Vec::new(); depth];
            assert_eq!(on_a_search_line(&mut line, &mut buffers)?, nodes, "{fen} at depth {depth}");
            assert_eq!(line.digest()?, before, "{fen}");
            checked += 1;
        }
        Ok(checked)
    }

    #[test]
    fn a_search_line_counts_what_others_have_counted() -> Result<(), Fault> {
        let (chess, nine_sixty, cases) = match is_full() {
            true => ((5, u64::MAX), (4, u64::MAX), (317, 960)),
            false => ((5, 10_000), (4, 1_000), (248, 463)),
        };
        let text = include_str!("data/chess.perft.epd");
        assert_eq!(check(&book(), text, chess, Match::from)?, cases.0);
        let text = include_str!("data/chess960.perft.epd");
        assert_eq!(check(&chess960::book(), text, nine_sixty, Match::chess960)?, cases.1);
        Ok(())
    }

    #[test]
    fn the_start_is_counted_like_the_board_does() -> Result<(), Fault> {
        let depth = if is_full() { 5 } else { 3 };
        let mut line = book().start(setup(), Seed(1)).expect("it can start").search(Seed(1));
        let nodes = on_a_search_line(&mut line, &mut vec![Vec::new(); depth])?;
        assert_eq!(nodes, perft(&Position::start(), depth as u32));
        Ok(())
    }
}

/// Both may act, because both may resign; the turn is one's.
#[test]
fn it_is_one_players_turn_although_both_may_act() {
    let mut game = book().start(setup(), Seed(1)).expect("a game");
    for (text, turn) in [("e2e4", 1), ("f7f6", 0), ("d2d4", 1), ("g7g5", 0)] {
        let seat = game.turn().expect("somebody is to move");
        game.submit(seat, parse(text).expect("a move")).expect("no faults");
        assert_eq!((game.turn(), game.active()), (Some(Seat(turn)), Actors::seats(2)));
    }
    game.submit(Seat(0), parse("d1h5").expect("mate")).expect("no faults");
    assert_eq!((game.turn(), game.active()), (None, Actors::none()));
}

/// Moves as people write them, where the board is known.
mod as_people_write {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, String> {
        let game = from(fen);
        let read = parse_in(game.state(), text);
        read.map(|action| print(&action)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_move_is_read_as_its_two_squares() {
        let fen = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2";
        for (text, squares) in [
            ("exd6", "e5d6"),
            ("O-O", "e1g1"),
            ("O-O-O", "e1c1"),
            ("bxa8=Q+", "b7a8q"),
            ("b8=N", "b7b8n"),
            ("Rad1", "a1d1"),
            ("e5e6", "e5e6"),
            (" Ke2 ", "e1e2"),
            ("claim repetition with Kf1", "claim repetition with e1f1"),
            ("resign", "resign"),
        ] {
            assert_eq!(read(fen, text), Ok(squares.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_not_legal_is_left_to_the_rules() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(read(start, "Ra3"), Ok("a1a3".to_owned()), "only this rook goes so");
        assert_eq!(read(start, "O-O"), Ok("e1g1".to_owned()));
        assert_eq!(read(start, "Qh5"), Ok("d1h5".to_owned()));
        assert_eq!(read(start, "Nf3=Q"), Ok("g1f3q".to_owned()), "what it says is not lost");
        let last = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(read(last, "e8"), Ok("e7e8".to_owned()), "it is asked what it becomes");
        let mut game = from(start);
        let queen = parse_in(game.state(), "Qh5").expect("it is clear");
        let told = game.submit(Seat(0), queen).expect("no faults").to_string();
        assert_eq!(told, "disallowed: The piece on e2 is in the way.");
    }

    #[test]
    fn the_error_points_at_the_character() {
        let fen = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2";
        for (text, at) in [
            ("Nf9", 2),
            ("Kxe2", 1),
            ("Rxa1", 0),
            ("0-0", 0),
            ("e5e9", 3),
            ("O-O-", 3),
            ("Ke2+", 3),
            ("e5d6k", 4),
            ("claim repetition with Kx", 24),
            ("claim repetition with é", 22),
        ] {
            let error = parse_in(from(fen).state(), text).expect_err(text);
            assert_eq!(error.at(), Some(at), "{error}");
        }
        for text in ["", "jump", "Dd1", "claim with Ke2", "ch"] {
            let error = parse_in(from(fen).state(), text).expect_err(text).to_string();
            assert!(error.contains("write a move as people do"), "{error}");
        }
    }

    #[test]
    fn a_game_of_any_kind_takes_them() {
        let chess = rulebook_games::find("chess").expect("it is registered");
        let mut game = chess.start(Seed(1), Default::default()).expect("it can start");
        for (seat, text) in [(0, "e4"), (1, "e5"), (0, "Qh5"), (1, "Nc6"), (0, "Bc4"), (1, "Nf6")] {
            game.submit(Seat(seat).into(), text).expect("it can be read");
        }
        assert!(game.explain(Seat(0).into(), "Qxf7#").expect("it can be read").contains("h5f7"));
        game.submit(Seat(0).into(), "Qxf7#").expect("it can be read");
        assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
    }
}
