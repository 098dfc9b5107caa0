//! A game by lines for programs: each line is a JSON object that says in
//! `"event"` what it is.

use std::path::Path;

use rulebook::{Choice, Scores, Seat};
use serde_json::{Value, json};

use super::table::Cut;
use super::voice::{Asked, Voice, Way};
use crate::events;
use crate::failure::Failure;
use crate::paint::Paper;
use crate::seats::Who;

/// The words that can be written besides moves.
const WORDS: [&str; 11] = [
    "moves",
    "board",
    "why MOVE",
    "last",
    "history",
    "cards",
    "undo",
    "redo",
    "as SEAT MOVE",
    "help",
    "quit",
];

/// For programs.
pub(super) struct Json<'p>(pub(super) &'p mut Paper);

impl Json<'_> {
    fn say(&mut self, event: &str, said: Value) -> Result<(), Failure> {
        Ok(events::event(self.0, event, said)?)
    }
}

impl Voice for Json<'_> {
    fn begins(&mut self, game: &str, who: &[Who]) -> Result<(), Failure> {
        let seats: Vec<String> = who.iter().map(Who::to_string).collect();
        self.say("begins", json!({ "game": game, "seats": seats }))
    }

    fn cut_off(&mut self, cut: &Cut) -> Result<(), Failure> {
        self.say("cut_off", json!({ "entry": cut.entry, "said": cut.said }))
    }

    fn help(&mut self) -> Result<(), Failure> {
        self.say("help", json!({ "words": WORDS }))
    }

    fn board(&mut self, board: &str) -> Result<(), Failure> {
        self.say("board", json!({ "board": board }))
    }

    fn happened(&mut self, lines: &[String]) -> Result<(), Failure> {
        self.say("happened", json!({ "lines": lines }))
    }

    fn travelled(&mut self, way: Way, lines: &[&String]) -> Result<(), Failure> {
        let event = match way {
            Way::Back => "undone",
            Way::Forth => "redone",
        };
        self.say(event, json!({ "lines": lines }))
    }

    fn turn(&mut self, seat: Seat, moves: &[String], others: &[String]) -> Result<(), Failure> {
        self.say("turn", json!({ "seat": seat.0, "moves": moves, "theirs": others }))
    }

    fn choice(&mut self, choice: &Choice) -> Result<(), Failure> {
        let (question, options) = (&choice.question, &choice.options);
        let said = json!({ "seat": choice.seat.0, "question": question, "options": options });
        self.say("choice", said)
    }

    fn refused(&mut self, why: &[String]) -> Result<(), Failure> {
        self.say("refused", json!({ "reasons": why }))
    }

    fn shown(&mut self, asked: Asked, lines: &[String]) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Moves => "moves",
            Asked::History => "history",
            Asked::Last => "last",
            Asked::Why => "why",
            Asked::Cards => "cards",
        };
        self.say(asked, json!({ "lines": lines }))
    }

    fn over(&mut self, scores: &Scores) -> Result<(), Failure> {
        self.say("over", json!({ "scores": scores.as_slice() }))
    }

    fn kept(&mut self, path: &Path) -> Result<(), Failure> {
        self.say("kept", json!({ "record": path.display().to_string() }))
    }
}
