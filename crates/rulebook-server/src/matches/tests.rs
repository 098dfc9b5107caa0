//! Bots act once for what they are to do, also after a restart; and whoever
//! listens hears of it if they cannot. What waits is taken back by whoever did
//! it.

use rulebook::{By, Seat};

use super::*;
use crate::game::Waiting;
use crate::store::tests::Folder;
use crate::wire::{ActionRequest, AnswerRequest, Eye, Outcome, Who, WithdrawRequest};

fn open(folder: &Folder) -> Matches {
    Matches::new(Studio::with_reference_games(), Store::open(&folder.0).unwrap())
}

/// Has everybody act who acts by themselves, wherever somebody may be to.
fn settle(matches: &Matches, table: &Table) {
    for node in matches.unfinished(table) {
        let mut course = Course::from(node);
        while let Some(next) = matches.play_on(table, &mut course).unwrap() {
            matches.think(table, &mut course, &next).unwrap();
        }
    }
}

/// A match with a person on the first seat and bots elsewhere, settled.
fn with_bots(matches: &Matches, game: &str, seed: u64, seats: usize) -> Arc<Table> {
    let mut players = vec![Player::Random; seats];
    players[0] = Player::Human;
    let (game, seed) = (game.to_owned(), Some(seed.to_string()));
    let asked = NewMatch { game, seed, position: None, seats: Some(players) };
    let made = matches.create(&asked).unwrap();
    let table = matches.find(&made.id).unwrap();
    settle(matches, &table);
    table
}

/// What the person at the first seat does at the last node: the first thing
/// that can be done and is not rare, or the first option. Says whether there was
/// something.
fn person_acts(matches: &Matches, table: &Table) -> bool {
    let at = table.tree().row.head;
    let person: Who = "seat0".parse().unwrap();
    let scene = matches.scene(table, at, Eye::Everything).unwrap();
    let id = format!("person-{at}");
    let request = match scene.choice {
        Some(choice) if choice.seat == person => {
            Request::Answer(AnswerRequest { id, at, by: person, choice: choice.id, option: 0 })
        }
        Some(choice) => panic!("{:?} is left to choose", choice.seat),
        None => {
            let mut plain = scene.legal.into_iter().filter(|it| it.by == person && !it.rare);
            let Some(legal) = plain.next() else { return false };
            Request::Action(ActionRequest { id, at, by: person, action: legal.action })
        }
    };
    let answer = matches.act(table, &request, None).unwrap();
    assert!(matches!(answer.outcome, Outcome::Accepted { .. } | Outcome::Pending { .. }));
    true
}

/// What was done, by whom.
fn told(table: &Table) -> Vec<(Who, String)> {
    table.tree().nodes.iter().map(|node| (node.row.by, node.row.action.clone())).collect()
}

#[test]
fn after_a_restart_no_bot_does_again_what_it_has_done() {
    for game in rulebook_games::games().iter().filter(|game| game.seats() > 1) {
        for seed in 0..4 {
            let folder = Folder::new();
            let matches = open(&folder);
            let table = with_bots(&matches, game.name(), seed, game.seats());
            let id = table.id.clone();
            let mut done = told(&table);
            drop((table, matches));
            for _ in 0..6 {
                let matches = open(&folder);
                let table = matches.find(&id).unwrap();
                settle(&matches, &table);
                assert_eq!(told(&table), done, "{} went on by itself", game.name());
                // Nor is anything left for a restart to do.
                if !person_acts(&matches, &table) {
                    break;
                }
                settle(&matches, &table);
                done = told(&table);
            }
        }
    }
}

#[test]
fn where_nobody_is_alone_to_act_each_bot_acts_once() {
    let folder = Folder::new();
    let matches = open(&folder);
    let table = with_bots(&matches, "night-market", 7, 3);
    let by = |table: &Table| {
        let hands = told(table).into_iter().map(|(by, _)| by.to_string());
        hands.collect::<Vec<_>>()
    };
    assert_eq!(by(&table), ["chance", "seat1", "seat2"]);
    let hands = table.tree().hands(3);
    let all = [By::Chance, By::Seat(rulebook::Seat(1)), By::Seat(rulebook::Seat(2))];
    assert!(all.into_iter().all(|by| hands.contains(by)) && hands.iter().count() == 3);
    // A person has acted since: their hands are free again.
    person_acts(&matches, &table);
    assert!(table.tree().hands(4).is_empty());
    // In another line nobody has bid yet.
    assert_eq!(table.tree().hands(1).iter().collect::<Vec<_>>(), [By::Chance]);
}

#[test]
fn a_bot_answers_a_choice_that_comes_of_a_persons_action() {
    let mut choices = 0;
    for seed in 0..12 {
        let folder = Folder::new();
        let matches = open(&folder);
        let table = with_bots(&matches, "night-market", seed, 3);
        // The person passes, so that a bot wins and chooses a lantern.
        let pass = ActionRequest {
            id: "pass".to_owned(),
            at: 3,
            by: "seat0".parse().unwrap(),
            action: "bid 0".to_owned(),
        };
        let answer = matches.act(&table, &Request::Action(pass), None).unwrap();
        if let Outcome::Pending { choice } = answer.outcome {
            choices += 1;
            assert_eq!((choice.question.as_str(), choice.options.len()), ("", 0));
            assert_eq!(matches.unfinished(&table), [3]);
        }
        settle(&matches, &table);
        assert!(table.tree().waiting.is_empty());
        assert_eq!(table.tree().count(), 8, "another night, and two more bids");
    }
    assert!(choices > 0, "no bot had to choose");
}

#[test]
fn whoever_listens_hears_if_nobody_can_act_and_it_is_tried_again() {
    let folder = Folder::new();
    let matches = open(&folder);
    let table = with_bots(&matches, "connect-four", 1, 2);
    person_acts(&matches, &table);
    let id = table.id.clone();
    drop((table, matches));
    let edit = |sql: &str| {
        let file = rusqlite::Connection::open(folder.0.join("studio.sqlite")).unwrap();
        file.execute_batch(sql).unwrap();
    };
    // As if the rules were others now.
    edit("UPDATE nodes SET digest = 'x' || digest");
    let matches = open(&folder);
    let table = matches.find(&id).unwrap();
    for _ in 0..2 {
        let mut news = table.news.subscribe();
        let failure = matches.play_on(&table, &mut Course::from(1)).err().unwrap();
        assert_eq!((failure.status, failure.code), (409, "changed"));
        assert!(matches!(news.try_recv(), Ok(News::Idle)));
        assert!(matches!(news.try_recv(), Ok(News::Failed(told)) if told == failure));
    }
    drop((table, matches));
    edit("UPDATE nodes SET digest = substr(digest, 2)");
    let matches = open(&folder);
    let table = matches.find(&id).unwrap();
    settle(&matches, &table);
    assert_eq!(table.tree().count(), 3);
}

#[test]
fn what_waits_for_a_choice_is_taken_back_by_whoever_did_it() {
    let back = Request::Withdraw(WithdrawRequest { id: "back".to_owned(), at: 0 });
    let by = By::Seat(Seat(0));
    let waiting = Waiting { by, action: "draw".to_owned(), answers: Vec::new() };
    let check = |eye| back.check(eye, Some(&waiting)).map_err(|failure| failure.code);
    assert_eq!(check(Eye::of(by)), Ok(()));
    assert_eq!(check(Eye::Everything), Ok(()));
    assert_eq!(check(Eye::of(By::Seat(Seat(1)))), Err("not_yours"));
    assert_eq!(check(Eye::SPECTATOR), Err("not_yours"));
}
