//! What somebody writes: a move, or one of the words for everything else.

use rulebook::{Choice, Seat};

use crate::options::option;

/// The words that mean something besides moves.
pub(super) const WORDS: [&str; 10] =
    ["undo", "redo", "last", "why ", "history", "cards", "help", "quit", "board", "moves"];

/// What somebody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    Undo,
    Redo,
    Quit,
    Help,
    Board,
    Moves,
    History,
    Last,
    Cards,
    /// Why a move is legal or not.
    Why(Move<'t>),
    /// A word that wants more behind it: how it is written.
    Half(&'static str),
    Move(Move<'t>),
}

/// A move, and by whom if it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move<'t> {
    pub(super) by: Option<Seat>,
    pub(super) text: &'t str,
}

impl<'t> Word<'t> {
    /// Reads a line. What is no word is a move.
    pub(super) fn read(line: &'t str) -> Self {
        let line = line.trim();
        match line {
            "undo" => Word::Undo,
            "redo" => Word::Redo,
            "quit" | "q" | "exit" => Word::Quit,
            "help" | "?" => Word::Help,
            "board" => Word::Board,
            "moves" => Word::Moves,
            "history" => Word::History,
            "last" => Word::Last,
            "cards" => Word::Cards,
            "why" => Word::Half("why MOVE"),
            "as" => Word::Half("as SEAT MOVE"),
            _ => match line.split_once(' ') {
                Some(("why", rest)) => Word::Why(Move::read(rest)),
                _ => Word::Move(Move::read(line)),
            },
        }
    }
}

/// What to write instead of half a word.
pub(super) fn half(whole: &str) -> String {
    format!("Something is missing behind it: write {whole}. 'moves' lists the moves.")
}

impl<'t> Move<'t> {
    /// Reads a move, or `as SEAT` and a move.
    fn read(text: &'t str) -> Self {
        let text = text.trim();
        let of_another = || {
            let (seat, text) = text.strip_prefix("as ")?.trim_start().split_once(' ')?;
            Some(Move { by: Some(Seat(seat.parse().ok()?)), text: text.trim() })
        };
        of_another().unwrap_or(Move { by: None, text })
    }
}

/// Why an option can be chosen, if that is what somebody asks about.
pub(super) fn why_option(choice: Option<&Choice>, text: &str) -> Option<Vec<String>> {
    let choice = choice?;
    let option = choice.options.get(option(choice, text)? as usize)?;
    let (seat, question) = (choice.seat, &choice.question);
    Some(vec![format!(
        "{option} is one of the options of {seat}: {question} Write it to choose it."
    )])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_word_is_a_move() {
        assert_eq!(Word::read(" undo "), Word::Undo);
        assert_eq!(Word::read("Qh5"), Word::Move(Move { by: None, text: "Qh5" }));
        // Words are words only by themselves.
        let text = "undo it";
        assert_eq!(Word::read(text), Word::Move(Move { by: None, text }));
    }

    #[test]
    fn every_word_is_one() {
        for word in WORDS {
            let line = format!("{word}b2");
            let line = if word.ends_with(' ') { line.as_str() } else { word };
            assert!(!matches!(Word::read(line), Word::Move(_)), "{word}");
        }
    }

    #[test]
    fn half_a_word_is_no_move() {
        assert_eq!(Word::read("why "), Word::Half("why MOVE"));
        assert_eq!(Word::read(" as"), Word::Half("as SEAT MOVE"));
        assert!(half("why MOVE").contains("write why MOVE"));
    }

    #[test]
    fn it_can_be_said_who_moves() {
        let accept = Move { by: Some(Seat(1)), text: "accept draw" };
        assert_eq!(Word::read("as 1  accept draw"), Word::Move(accept));
        assert_eq!(Word::read("why as 1 accept draw"), Word::Why(accept));
        for text in ["as 1", "as one accept draw", "as 900 accept draw", "ask 1 draw"] {
            assert_eq!(Word::read(text), Word::Move(Move { by: None, text }));
        }
    }
}
