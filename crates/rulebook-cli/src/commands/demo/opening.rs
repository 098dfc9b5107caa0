//! The opening words: what is played, by which rules, and how to read it.

use std::io;

use rulebook::{Book, Seed, Strategy};
use rulebook_games::Playable;

use crate::paint::{FAINT, PLAIN, Paper, STRONG};
use crate::text::count;

const THE_WAY: &str = "Every action goes the same way: checks say whether it is legal, rules \
                       compete to decide it, and the events of the rule that wins change the \
                       game. All of it happens, or nothing does.";

/// Says what is played, by which rules, and how to read it.
pub(super) fn tell<G: Playable>(
    paper: &mut Paper,
    book: &Book<G>,
    seed: Seed,
    board: &str,
) -> io::Result<()> {
    let says = format!("Rulebook plays a match of {} and explains each decision.", G::NAME);
    paper.prose(0, STRONG, &says)?;
    paper.blank()?;
    let (about, seats, seed) = (G::ABOUT, count(G::SEATS, "seat", "seats"), seed.0);
    let says = format!(
        "{about} The {seats} play at random (seed {seed}), and you look over everybody's shoulder."
    );
    paper.prose(0, PLAIN, &says)?;
    paper.blank()?;
    rules(paper, book)?;
    paper.blank()?;
    paper.prose(0, PLAIN, THE_WAY)?;
    paper.blank()?;
    paper.heading("", STRONG, "The start")?;
    paper.picture(board, None)
}

/// The book in outline, and what the words in it mean.
fn rules<G: Playable>(paper: &mut Paper, book: &Book<G>) -> io::Result<()> {
    paper.prose(0, STRONG, "The rules, as the game's author wrote them down:")?;
    paper.picture(&book.outline(), None)?;
    let mut used: Vec<Strategy> = Vec::new();
    for rule in book.rules() {
        if !used.contains(&rule.strategy()) {
            used.push(rule.strategy());
        }
    }
    for strategy in used {
        paper.prose(2, FAINT, &format!("{strategy}: {}", meaning(strategy)))?;
    }
    let checks: Vec<&str> = book.checks().collect();
    let says = format!("{}: {}.", count(checks.len(), "check", "checks"), checks.join(", "));
    paper.prose(2, FAINT, &says)
}

/// What a strategy does, in a sentence.
fn meaning(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::FirstWins => "the first rule that applies decides.",
        Strategy::LastWins => "the last rule that applies decides.",
        Strategy::HighestPriority => "of the rules that apply, the weightiest decides.",
        Strategy::Exclusive => "two rules that apply at once are a mistake of the author's.",
        Strategy::ApplyAll => "all rules that apply do, one after the other.",
    }
}
