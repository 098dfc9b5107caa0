//! The search itself: what is hidden must not be found in what is shown.

use std::collections::BTreeSet;

use rulebook::prelude::*;
use rulebook::{Dice, Imagined, Viewer};
use rulebook_games::duels::*;

use crate::known::secret_orders;
use crate::play::{Look, games, play};
use crate::shown::{Eyes, everything};

/// The words before the number of a card, where players read one.
const BEFORE: [&str; 9] =
    ["card", "place", "attack", "protect", "pump", "cast", "withdraw", "use", "on"];

/// The cards that a text speaks of, serialised.
fn serialised(text: &str) -> BTreeSet<CardId> {
    let ids = text.split("CardId(").skip(1).filter_map(|rest| rest.split_once(')'));
    ids.filter_map(|(id, _)| id.parse().ok().map(CardId)).collect()
}

/// The cards that a text speaks of, as players read it: "card 7", "place 7",
/// "7 Ember Hound", "Ember Hound (7)".
fn written(text: &str, duel: &Duel) -> BTreeSet<CardId> {
    let mut cards = BTreeSet::new();
    let mut end = 0;
    while let Some(next) = text[end..].find(|sign: char| sign.is_ascii_digit()) {
        let begin = end + next;
        let rest = text[begin..].trim_start_matches(|sign: char| sign.is_ascii_digit());
        end = text.len() - rest.len();
        let Ok(number) = text[begin..end].parse() else { continue };
        let card = CardId(number);
        if duel.exists(card) && is_card(&text[..begin], rest, &duel.def(card).name) {
            cards.insert(card);
        }
    }
    cards
}

/// Whether a number between these texts is that of a card with this name.
fn is_card(before: &str, after: &str, name: &str) -> bool {
    let follows = |word: &str| {
        let rest = before.strip_suffix(' ').and_then(|before| before.strip_suffix(word));
        rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    };
    BEFORE.iter().any(|word| follows(word))
        || after.strip_prefix(' ').is_some_and(|after| after.starts_with(name))
        || before.strip_suffix(" (").is_some_and(|before| before.ends_with(name))
}

/// What would tell that another has chosen this: serialised, as the action that
/// chose it, as the event, and as players read each of them.
fn tales(duel: &Duel, (card, order): (CardId, Order)) -> Vec<String> {
    let side = opponent(duel.owner(card));
    let action = match order {
        Order::Attack { column, .. } => Action::Attack { card, side, column },
        Order::Protect => Action::Protect { card },
        Order::Pump { target, stat } => Action::Pump { card, target, stat },
        Order::Cast { on } => Action::Cast { card, on },
    };
    let event = Event::Chose { card, order };
    let table = show(duel);
    let line = table.lines().find(|line| line.contains(&format!(": {card} ")));
    let mut tales = vec![
        format!("({card:?}, {order:?})"),
        format!("{event:?}"),
        tell(&event),
        format!("{action:?}"),
        print(&action),
    ];
    tales.extend(line.map(str::to_owned));
    tales
}

/// Everything that this viewer is shown and must not know.
pub(crate) fn leaks<V: Eyes>(look: &mut Look<'_>) -> Vec<String> {
    let viewer = look.viewer;
    let shown = everything::<V>(look.duel, viewer, look.fresh);
    let (seed, digest) = (look.seed.0, look.duel.digest().expect("no faults"));
    let digest = digest.expect("the book has digests");
    let duel = look.duel.state();
    let hidden = look.known.hidden(duel, viewer);
    let orders = secret_orders(duel, viewer);
    let tales: Vec<String> = orders.into_iter().flat_map(|order| tales(duel, order)).collect();
    // From these the dice to come, and all that is hidden, could be found.
    let keys = [seed.to_string(), format!("{seed:x}"), digest.to_string()];
    let mut leaks = Vec::new();
    for (place, text) in &shown {
        let cards = &serialised(text) | &written_in(place, text, duel);
        leaks.extend(cards.intersection(&hidden).map(|card| format!("{place}: card {card}")));
        let told = tales.iter().chain(&keys).filter(|secret| text.contains(*secret));
        leaks.extend(told.map(|secret| format!("{place}: {secret}")));
    }
    leaks
}

/// The cards that players read of. (A sight that is serialised has no words, and
/// is long.)
fn written_in(place: &str, text: &str, duel: &Duel) -> BTreeSet<CardId> {
    if place == "the sight" { BTreeSet::new() } else { written(text, duel) }
}

/// Whether the viewer sees something else when what they must not know is
/// otherwise: then they know it.
pub(crate) fn tells_apart<V: Eyes>(look: &Look<'_>, dice: &mut Dice) -> bool {
    let (duel, viewer) = (look.duel.state(), look.viewer);
    let otherwise = Duels::imagine(&Duels::sight(duel, viewer), viewer, dice);
    let (one, other) = (V::sight(duel, viewer), V::sight(&otherwise, viewer));
    one != other || V::show(&one) != V::show(&other)
}

/// Searches a game, and counts looks, hidden cards and hidden orders.
fn search(book: &Book<Duels>, game: u64) -> [u64; 3] {
    let (mut dice, mut many) = (Dice::new(Seed(game)), [0; 3]);
    play(book, game, |mut look| {
        let found = leaks::<Duels>(&mut look);
        assert_eq!(found, [""; 0], "game {game}: {} must not see that", look.viewer);
        assert!(!tells_apart::<Duels>(&look, &mut dice), "game {game}: {}", look.viewer);
        let duel = look.duel.state();
        let hidden = look.known.hidden(duel, look.viewer).len();
        let orders = secret_orders(duel, look.viewer).len();
        many = [many[0] + 1, many[1] + hidden as u64, many[2] + orders as u64];
    });
    many
}

#[test]
fn nothing_that_is_hidden_can_be_found_in_what_is_shown() {
    let (book, threads) = (book(), 3);
    let many = std::thread::scope(|scope| {
        let part = |from: u64| {
            let book = &book;
            move || {
                let games = (from..games()).step_by(threads as usize);
                games.map(|game| search(book, game)).fold([0; 3], add)
            }
        };
        let parts: Vec<_> = (0..threads).map(|from| scope.spawn(part(from))).collect();
        parts.into_iter().map(|part| part.join().expect("nothing leaks")).fold([0; 3], add)
    });
    let [looks, hidden, orders] = many;
    println!("{} games, {looks} looks, {hidden} hidden cards, {orders} hidden orders", games());
    assert!(looks > 100 * games() && hidden > 10 * looks && orders > looks / 4, "{many:?}");
}

fn add(one: [u64; 3], other: [u64; 3]) -> [u64; 3] {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

/// What a player is told when an action is refused, or that it is not.
fn refusal(duel: &Session<Duels>, seat: Seat, action: Action) -> Option<String> {
    let mut fork = duel.fork();
    let outcome = fork.submit(seat, action).expect("no faults");
    outcome.refusal().map(ToString::to_string)
}

#[test]
fn a_refusal_tells_nothing_of_what_is_hidden() {
    let mut refused = 0;
    for game in 0..games().min(300) {
        let mut dice = Dice::new(Seed(game));
        play(&book(), game, |look| {
            let Viewer::Seat(seat) = look.viewer else { return };
            if dice.below(4) > 0 || look.duel.pending().is_some() {
                return;
            }
            let seen = Duels::sight(look.duel.state(), look.viewer);
            let otherwise = Duels::imagine(&seen, look.viewer, &mut dice);
            let otherwise = book().start(otherwise, look.seed).expect("it could be so");
            for state in [look.duel.state(), otherwise.state()] {
                let tried = universe(state);
                for _ in 0..8 {
                    let action = *dice.pick(&tried).expect("there are many");
                    let told = refusal(look.duel, seat, action);
                    assert_eq!(told, refusal(&otherwise, seat, action), "{}", print(&action));
                    refused += u32::from(told.is_some());
                }
            }
        });
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn the_search_finds_cards_in_every_form() {
    let duel = setup();
    let name = &duel.def(CardId(7)).name;
    assert_eq!(serialised("[CardId(3), CardId(77)]"), BTreeSet::from([CardId(3), CardId(77)]));
    for text in [
        "card 7 is destroyed".to_owned(),
        "cast 12 on 7".to_owned(),
        format!("  hand: 7 {name}, 8 Something"),
        format!("which card? (0: {name} (7) of seat 1)"),
    ] {
        assert!(written(&text, &duel).contains(&CardId(7)), "{text}");
    }
    for text in ["card 71", "seat 7", "lane 7", "discard 7", "lanes 7 9 5"] {
        assert!(!written(text, &duel).contains(&CardId(7)), "{text}");
    }
}
