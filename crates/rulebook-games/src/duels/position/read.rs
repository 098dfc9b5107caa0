//! A position as a duel.

use std::sync::Arc;

use rulebook::{Seat, Seed, StartError};

use super::words::{Words, card};
use super::{filter_of, stat_of, status_of};
use crate::duels::card::{Card, Mark};
use crate::duels::cards::{Ban, CardSet, CheckName, Trait};
use crate::duels::{COLUMNS, CardId, Duel, Order, Station, book, book_of, setup_of};
use crate::{Ending, PositionError};

const STATIONS: [Station; 6] = [
    Station::Dealing,
    Station::Champions,
    Station::Draw,
    Station::Strategy,
    Station::Battle,
    Station::End,
];

/// Sets up a position.
///
/// # Errors
///
/// If it cannot be read, or no duel comes to it: every reason.
///
/// ```
/// use rulebook_games::duels::{read_position, setup, write_position};
/// assert_eq!(read_position(&write_position(&setup())), Ok(setup()));
/// let error = read_position("decks 0 9").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"decks 0 9\" is no position, at character 9: write the number of a deck.",
/// );
/// ```
pub fn read_position(text: &str) -> Result<Duel, PositionError> {
    read_position_of(&CardSet::standard(), text)
}

/// Sets up a position of a duel with other cards, which are not in the text.
///
/// # Errors
///
/// If it cannot be read, or no duel comes to it: every reason.
///
/// ```
/// use std::sync::Arc;
/// use rulebook_games::duels::{cards::CardSet, read_position_of, setup_of, write_position};
/// let mine = CardSet::STANDARD.replace("Ember Hound", "Cinder Hound");
/// let set = Arc::new(CardSet::parse("mine.json", &mine)?);
/// let duel = setup_of(&set, [1, 1]);
/// assert_eq!(read_position_of(&set, &write_position(&duel))?, duel);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_position_of(set: &Arc<CardSet>, text: &str) -> Result<Duel, PositionError> {
    let mut words = Words::new(text);
    let mut duel = read_head(set, &mut words)?;
    for seat in [Seat(0), Seat(1)] {
        words.keyword(";")?;
        read_player(&mut words, &mut duel, seat)?;
    }
    for seat in [Seat(0), Seat(1)] {
        if duel.player(seat).deck == [REST] {
            duel.player_mut(seat).deck.clear();
            duel.player_mut(seat).deck = duel.rest_of(seat);
        }
    }
    for seat in [Seat(0), Seat(1)] {
        let champion = duel.player(seat).champion;
        duel.card_mut(champion).known = duel.player(seat).hand.contains(&champion);
    }
    while words.accept(";") {
        read_more(&mut words, &mut duel)?;
    }
    words.end()?;
    PositionError::unless_sound(text, &reasons(&duel))?;
    Ok(duel)
}

/// Stands for the rest of a deck, until everything else is read.
const REST: CardId = CardId(u16::MAX);

/// Everything that is against a duel: what it breaks.
fn reasons(duel: &Duel) -> Vec<String> {
    let set = &duel.printed.set;
    let book = if Arc::ptr_eq(set, &CardSet::standard()) { book() } else { book_of(set) };
    match book.start(duel.clone(), Seed(0)) {
        Err(StartError::Invariants(broken)) => {
            broken.iter().map(|broken| format!("It must hold that {broken}.")).collect()
        }
        Err(other) => vec![other.to_string()],
        Ok(_) => Vec::new(),
    }
}

fn read_head(set: &Arc<CardSet>, words: &mut Words<'_>) -> Result<Duel, PositionError> {
    words.keyword("decks")?;
    let deck = |word: &str| word.parse().ok().filter(|deck| *deck < set.decks().len());
    let mut decks = [0; 2];
    for at in &mut decks {
        *at = words.expect("write the number of a deck.", deck)?;
    }
    let mut duel = setup_of(set, decks);
    words.keyword("step")?;
    duel.station = words
        .expect("write Dealing, Champions, Draw, Strategy, Battle or End.", |word| {
            STATIONS.into_iter().find(|station| station.to_string() == word)
        })?;
    words.keyword("seat")?;
    duel.active = words.expect(SEAT, seat)?;
    words.keyword("turn")?;
    duel.turn = words.number(NUMBER)?;
    words.keyword("clock")?;
    duel.clock = words.number(NUMBER)?;
    if words.accept("clashes") {
        duel.clashes = words.number(NUMBER)?;
    }
    if words.accept("won") {
        duel.ending = Some(Ending::Won { by: words.expect(SEAT, seat)? });
    } else if words.accept("drawn") {
        duel.ending = Some(Ending::Drawn);
    }
    while words.accept("new") {
        let def = words.expect("write the id of a card.", |word| set.find(word))?;
        let owner = words.expect(SEAT, seat)?;
        duel.cards.push(Card::new(def, owner));
    }
    Ok(duel)
}

const SEAT: &str = "write seat 0 or 1.";
const NUMBER: &str = "write a number.";

fn seat(word: &str) -> Option<Seat> {
    word.parse().ok().filter(|seat| *seat < 2).map(Seat)
}

fn read_player(words: &mut Words<'_>, duel: &mut Duel, seat: Seat) -> Result<(), PositionError> {
    let all = duel.cards();
    words.keyword("hand")?;
    let hand = words.cards(all)?;
    words.keyword("deck")?;
    let deck = if words.accept("rest") { vec![REST] } else { words.cards(all)? };
    words.keyword("discard")?;
    let discard = words.cards(all)?;
    let mut rows = [[None; COLUMNS]; 2];
    for (name, row) in ["front", "back"].into_iter().zip(&mut rows) {
        words.keyword(name)?;
        for place in row {
            *place =
                words.expect("write the number of a card, or a point.", |word| match word {
                    "." => Some(None),
                    word => card(word, all).map(Some),
                })?;
        }
    }
    words.keyword("lanes")?;
    let mut lanes = [0; COLUMNS];
    for lane in &mut lanes {
        *lane = words.number(NUMBER)?;
    }
    let player = duel.player_mut(seat);
    [player.front, player.back] = rows;
    (player.hand, player.deck, player.discard, player.lanes) = (hand, deck, discard, lanes);
    if words.accept("rests") {
        for rest in &mut player.rests {
            *rest = words.number(NUMBER)?;
        }
    }
    while let Some(order) = read_order(words, all)? {
        duel.player_mut(seat).orders.push(order);
    }
    Ok(())
}

fn read_order(words: &mut Words<'_>, all: usize) -> Result<Option<(CardId, Order)>, PositionError> {
    let other = |nobody: &'static str| {
        move |word: &str| if word == nobody { Some(None) } else { card(word, all).map(Some) }
    };
    Ok(Some(if words.accept("attack") {
        let card = words.card(all)?;
        let column = words.expect("write a column from 0 to 2.", |word| {
            word.parse().ok().filter(|column| usize::from(*column) < COLUMNS)
        })?;
        let target = words.expect("write the number of a card, or \"lane\".", other("lane"))?;
        (card, Order::Attack { column, target })
    } else if words.accept("protect") {
        (words.card(all)?, Order::Protect)
    } else if words.accept("pump") {
        let (card, target) = (words.card(all)?, words.card(all)?);
        (card, Order::Pump { target, stat: words.expect("write a stat.", stat_of)? })
    } else if words.accept("cast") {
        let card = words.card(all)?;
        let on = words.expect("write the number of a card, or \"all\".", other("all"))?;
        (card, Order::Cast { on })
    } else {
        return Ok(None);
    }))
}

fn read_more(words: &mut Words<'_>, duel: &mut Duel) -> Result<(), PositionError> {
    let all = duel.cards();
    if words.accept("card") {
        let number = words.card(all)?;
        return read_card(words, duel.card_mut(number));
    }
    if words.accept("mark") {
        let card = words.card(all)?;
        let (what, ends) = (read_trait(words)?, read_ends(words)?);
        duel.marks.push(Mark { card, what, ends });
        return Ok(());
    }
    if words.accept("known") {
        for card in words.cards(all)? {
            duel.card_mut(card).known = true;
        }
        return Ok(());
    }
    words.keyword("acting")?;
    duel.acting = read_order(words, all)?;
    Ok(())
}

fn read_ends(words: &mut Words<'_>) -> Result<Option<u8>, PositionError> {
    if words.accept("lasting") {
        return Ok(None);
    }
    words.keyword("ends")?;
    words.number(NUMBER).map(Some)
}

fn read_card(words: &mut Words<'_>, card: &mut Card) -> Result<(), PositionError> {
    words.keyword("since")?;
    card.since = words.number(NUMBER)?;
    words.keyword("wounds")?;
    card.wounds = words.number(NUMBER)?;
    while let Some(status) = words.take(status_of) {
        let ailment = &mut card.ailments[status as usize];
        (ailment.ends, ailment.acted) = (words.number(NUMBER)?, words.number(NUMBER)?);
    }
    if words.accept("shield") {
        (card.shield.left, card.shield.since) = (words.number(NUMBER)?, words.number(NUMBER)?);
        card.shield.ends = read_ends(words)?;
    }
    if words.accept("protected") {
        card.protected = words.number(NUMBER)?;
    }
    if words.accept("used") {
        for used in &mut card.used {
            *used = words.number(NUMBER)?;
        }
    }
    Ok(())
}

fn read_trait(words: &mut Words<'_>) -> Result<Trait, PositionError> {
    let place = |word: &str| word.parse::<usize>().ok();
    Ok(if words.accept("stat") {
        let stat = words.expect("write a stat.", stat_of)?;
        Trait::Stat { stat, by: words.number(NUMBER)? }
    } else if words.accept("piercing") {
        Trait::Piercing
    } else if words.accept("sweeping") {
        Trait::Sweeping
    } else if words.accept("lifts") {
        let check = |word: &str| CheckName::ALL.get(place(word)?).copied();
        Trait::Lifts(words.expect("write the number of a check.", check)?)
    } else if words.accept("forbids") {
        let ban = |word: &str| Ban::ALL.get(place(word)?).copied();
        Trait::Forbids(words.expect("write the number of what is forbidden.", ban)?)
    } else if words.accept("immune") {
        Trait::Immune(words.expect("write a status.", status_of)?)
    } else {
        words.keyword("takes")?;
        let mut numbers = [None; 6];
        for number in &mut numbers {
            *number = words.expect(NUMBER, |word| match word {
                "-" => Some(None),
                word => place(word).map(Some),
            })?;
        }
        Trait::Takes(filter_of(numbers).ok_or_else(|| words.error("these numbers mean no cards."))?)
    })
}
