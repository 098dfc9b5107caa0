//! What is told of decisions in random games: the same as was known before, and
//! nothing that somebody may not know.

use rulebook::{Dice, Legal, Outcome, Seed, SessionOptions};
use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::Chess;
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::duels::Duels;
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::TicTacToe;

use super::*;

/// A game that is played at random.
struct Random<G: Playable> {
    session: Session<G>,
    past: Past<G>,
    dice: Dice,
}

impl<G: Playable> Random<G> {
    fn new(seed: u64) -> Self {
        let session = G::book().start(G::setup(), Seed(seed)).expect("it can start");
        let past = Past::begin(&session);
        Random { session, past, dice: Dice::new(Seed(seed)) }
    }

    /// Something that somebody can do, rarely what cuts the game short.
    fn pick(&mut self) -> Option<Legal<G>> {
        let mut legal = self.session.legal_all().expect("no faults");
        if legal.iter().any(|legal| !G::is_rare(legal.action())) {
            legal.retain(|legal| !G::is_rare(legal.action()));
        }
        self.dice.pick(&legal).cloned()
    }

    /// Does it, and answers until it is done; looks whenever something is new.
    fn act(&mut self, by: By, action: G::Action, mut look: impl FnMut(&mut Session<G>, &Past<G>)) {
        let mut outcome = self.session.submit(by, action).expect("no faults");
        loop {
            if let Outcome::Committed(_) = outcome {
                self.past.note(&self.session);
            }
            look(&mut self.session, &self.past);
            let Some(choice) = self.session.pending().cloned() else { return };
            let option = self.dice.below(choice.options.len() as u32);
            let answered = self.session.answer(choice.seat, choice.id, option);
            outcome = answered.expect("no faults");
        }
    }
}

/// Whether everything is explained afterwards as it could have been before, also
/// after it was undone and redone.
fn is_explained_as_before<G: Playable>(seed: u64, actions: usize) {
    let mut game = Random::<G>::new(seed);
    let mut asked = 0;
    for _ in 0..actions {
        let Some(legal) = game.pick() else { break };
        let (by, action) = (legal.by(), legal.into_action());
        let before = game.session.explain(by, &action).expect("no faults").clone();
        let actor = by.seat().map_or(Viewer::Spectator, Viewer::Seat);
        game.act(by, action, |session, past| {
            let is_pending = session.pending().is_some();
            asked += usize::from(is_pending);
            let when = if is_pending { When::Meanwhile } else { When::After };
            assert_eq!(why(session, past, actor).expect("no faults"), in_words(&before, when));
        });
        let after = why(&mut game.session, &game.past, actor).expect("no faults");
        if let Ok(Outcome::Undone(_)) = game.session.undo() {
            assert!(
                !explained(&mut game.session, &game.past, actor).expect("no faults").is_empty()
            );
            game.session.redo().expect("no faults");
            assert_eq!(why(&mut game.session, &game.past, actor).expect("no faults"), after);
        }
    }
    assert!(game.session.number() > 4, "{} was played", G::NAME);
    if G::NAME == "night-market" {
        assert!(asked > 0, "nobody had to choose");
    }
}

#[test]
fn what_was_decided_is_explained_as_it_could_have_been_before() {
    for seed in 0..4 {
        is_explained_as_before::<TicTacToe>(seed, 9);
        is_explained_as_before::<ConnectFour>(seed, 20);
        is_explained_as_before::<Chess>(seed, 30);
        is_explained_as_before::<Backgammon>(seed, 30);
        is_explained_as_before::<NightMarket>(seed, 25);
        is_explained_as_before::<Duels>(seed, 60);
    }
}

/// What somebody is told of an action in a state: before and after it is done.
fn told_in<G: Playable>(
    game: &Session<G>,
    state: G::State,
    (by, action): (By, &G::Action),
) -> Vec<Vec<String>> {
    let begun = game.book().start_with(state, Seed(0), SessionOptions::default());
    let mut moment = begun.expect("it can be so");
    [When::BeforeInSecret, When::Meanwhile, When::After]
        .map(|when| reasons(&mut moment, (by, action), when))
        .to_vec()
}

/// Whether what somebody is told of what they and chance can do, and of what they
/// cannot, would be the same in any state that looks the same to them.
fn tells_no_secrets<G: Playable>(seed: u64, actions: usize) {
    let mut game = Random::<G>::new(seed);
    let mut compared = 0;
    for _ in 0..actions {
        let state = game.session.state().clone();
        let legal = game.session.legal_all().expect("no faults");
        let mut all: Vec<(By, G::Action)> =
            legal.into_iter().map(|legal| (legal.by(), legal.into_action())).collect();
        let universe = G::universe(&state);
        for by in (0..G::SEATS as u8).map(|seat| By::Seat(Seat(seat))) {
            let picked = (0..8).filter_map(|_| game.dice.pick(&universe).cloned());
            all.extend(picked.map(|action| (by, action)));
        }
        for (by, action) in &all {
            for viewer in Viewer::all(G::SEATS) {
                if !may_know::<G>(action, *by, viewer) {
                    continue;
                }
                let other = G::imagine(&G::sight(&state, viewer), viewer, &mut game.dice);
                let told = told_in(&game.session, state.clone(), (*by, action));
                let imagined = told_in(&game.session, other, (*by, action));
                assert_eq!(told, imagined, "{} by {by} to {viewer}", G::print(action));
                compared += 1;
            }
        }
        let Some(legal) = game.pick() else { break };
        game.act(legal.by(), legal.into_action(), |_, _| {});
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn nobody_is_told_what_depends_on_what_others_hide() {
    for seed in 0..3 {
        tells_no_secrets::<NightMarket>(seed, 25);
        tells_no_secrets::<Duels>(seed, 40);
    }
}

#[test]
fn reasons_of_others_are_hidden_and_what_is_seen_of_it_is_told() {
    let mut game = Random::<NightMarket>::new(10);
    let bid = |text| NightMarket::parse(text).expect("it is an action");
    game.act(By::Chance, bid("unveil"), |_, _| {});
    let last = |game: &mut Random<NightMarket>, viewer: Viewer| {
        explained(&mut game.session, &game.past, viewer).expect("no faults").join("\n")
    };
    for viewer in Viewer::all(3) {
        let told = last(&mut game, viewer);
        assert!(told.starts_with("1. chance: unveil\n· two lanterns are hung up"), "{told}");
        assert!(told.contains("unveil by chance let the dice decide, by \"unveil"), "{told}");
    }
    game.act(By::Seat(Seat(0)), bid("bid 7"), |_, _| {});
    assert!(last(&mut game, Seat(0).into()).contains("bid 7 by seat 0 was committed by \""));
    let hidden = "2. seat 0: in secret\n\nSeat 0's reasons are hidden from you.";
    assert_eq!(last(&mut game, Seat(1).into()), hidden);
    assert_eq!(last(&mut game, Viewer::Spectator), hidden);
}

#[test]
fn where_nothing_was_decided_it_is_said() {
    let mut game = Random::<Chess>::new(1);
    let told = explained(&mut game.session, &game.past, Seat(0).into()).expect("no faults");
    assert_eq!(told, [NOTHING]);
    assert!(done(&mut game.session, Seat(0).into()).expect("no faults").is_empty());
}

#[test]
fn of_several_actions_as_one_the_last_is_explained() {
    let mut game = Random::<TicTacToe>::new(1);
    let cell = |text| TicTacToe::parse(text).expect("it is an action");
    let all = ["b2", "a1", "c3"].map(cell).into_iter().zip([0, 1, 0]);
    let all: Vec<_> = all.map(|(action, seat)| (By::Seat(Seat(seat)), action)).collect();
    game.session.submit_all(all).expect("no faults");
    game.past.note(&game.session);
    let told = why(&mut game.session, &game.past, Seat(0).into()).expect("no faults");
    assert!(told[0].starts_with("c3 by seat 0 was committed by "), "{told:?}");
    // Seat 0 would not have the turn, if what came before were forgotten.
    assert!(!told.iter().any(|line| line.contains('✗')), "{told:?}");
}
