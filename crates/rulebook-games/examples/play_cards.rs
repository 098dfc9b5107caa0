//! For designers of cards: what the cards of a file say, and how duels with its
//! decks go at random. (Whether it is sound, `rulebook cards` says.)
//!
//! ```text
//! cargo run --release -p rulebook-games --example play_cards -- mine.json
//! ```

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, fs};

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_games::duels::cards::CardSet;
use rulebook_games::duels::{Action, Duels, book_of, setup_of};

/// How many duels each pair of decks plays.
const DUELS: u64 = 50;

fn main() -> ExitCode {
    match env::args()
        .nth(1)
        .ok_or_else(|| "Name a card file.".into())
        .and_then(|file| play_all(&file))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn play_all(file: &str) -> Result<(), Box<dyn Error>> {
    let set = Arc::new(CardSet::parse(file, &fs::read_to_string(file)?)?);
    for card in set.cards() {
        println!("{}\n", set.text(set.find(&card.id).expect("it is in the set")));
    }
    println!(
        "{}: {} cards; number of decks: {}.",
        set.name(),
        set.cards().len(),
        set.decks().len()
    );
    let book = book_of(&set);
    for one in 0..set.decks().len() {
        for other in one..set.decks().len() {
            play(&book, &set, [one, other])?;
        }
    }
    Ok(())
}

/// Lets two decks play at random and says how it went.
fn play(book: &Book<Duels>, set: &Arc<CardSet>, decks: [usize; 2]) -> Result<(), Box<dyn Error>> {
    let (mut turns, mut won) = (0, [0_u64; 2]);
    for seed in 0..DUELS {
        let mut duel = book.start(setup_of(set, decks), Seed(seed))?;
        let mut dice = Dice::new(Seed(seed));
        while duel.result().is_none() {
            step(&mut duel, &mut dice)?;
        }
        turns += u64::from(duel.state().turn());
        let scores = duel.result().expect("it is over");
        for (won, score) in won.iter_mut().zip(scores.as_slice()) {
            *won += u64::from(*score > 0);
        }
    }
    let [one, other] = decks.map(|deck| &set.decks()[deck].name);
    let draws = DUELS - won[0] - won[1];
    println!(
        "{one} against {other}, at random: {} to {}, {draws} draws; {} turns on average.",
        won[0],
        won[1],
        turns / DUELS
    );
    Ok(())
}

/// One action at random; nobody resigns.
fn step(duel: &mut Session<Duels>, dice: &mut Dice) -> Result<(), Box<dyn Error>> {
    let mut legal = duel.legal_all()?;
    legal.retain(|legal| !matches!(legal.action(), Action::Resign));
    let picked = dice.pick(&legal).ok_or("Nobody can go on.")?;
    let mut outcome = duel.submit(picked.by(), *picked.action())?;
    while let Outcome::Pending(choice) = outcome {
        let option = dice.below(u32::try_from(choice.options.len())?);
        outcome = duel.answer(choice.seat, choice.id, option)?;
    }
    match outcome.refusal() {
        Some(refusal) => Err(refusal.to_string().into()),
        None => Ok(()),
    }
}
