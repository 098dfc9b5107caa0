//! A game of one's own in the studio: the one of the guide's page "Your game in
//! the studio", as a program. It takes the folder in which matches are kept, and
//! `drawn` behind it if the game shall have a drawing of its own.
//!
//! ```sh
//! cargo run -p rulebook-server --example ten -- matches drawn
//! ```

use std::env;

use rulebook::Open;
use rulebook::prelude::*;
use rulebook_games::{ParseError, Playable, PositionError};
use rulebook_server::{OwnDrawing, ServeError, ServeOptions, Studio};
use serde_json::{Value, json};

fn main() -> Result<(), ServeError> {
    let mut words = env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| "matches".to_owned());
    let studio = match words.next().as_deref() {
        Some("drawn") => Studio::new().drawn::<Ten, Beads>(),
        _ => Studio::new().game::<Ten>(),
    };
    studio.serve(ServeOptions::new(folder))
}

#[derive(Clone, Debug, PartialEq, Canonical)]
struct Count {
    total: u32,
    turn: Seat,
}

/// Why somebody cannot go on counting.
#[derive(Clone, Debug, PartialEq, Reason)]
enum Why {
    /// Nobody counts beyond ten.
    BeyondTen,
}

struct Ten;

impl Game for Ten {
    type State = Count;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Why;

    fn apply(count: &mut Count, by: &u32) {
        count.total += by;
        count.turn = count.turn.next(2);
    }

    fn active(count: &Count) -> Actors {
        Actors::only(count.turn)
    }

    fn result(count: &Count) -> Option<Scores> {
        (count.total == 10).then(|| Scores::win(count.turn.next(2), 2))
    }
}

impl Open for Ten {}

impl Playable for Ten {
    const NAME: &'static str = "ten";
    const ABOUT: &'static str = "Two count to ten, by one or two at a time.";
    const SEATS: usize = 2;
    const POSITIONS: &'static str = "write the total, such as 4.";

    fn book() -> Book<Ten> {
        let sheet = Book::<Ten>::builder("ten").digests();
        let sheet = sheet.check("ten is the end", Gate::Specific, |check| {
            check.require(|ask| ask.state.total + ask.action <= 10, Why::BeyondTen)
        });
        let sheet = sheet.rule("count", |rule| {
            rule.candidates(|offer| [1, 2].into_iter().for_each(|by| offer.push(by)))
                .then(|cx, ()| [*cx.action])
        });
        sheet.compile().expect("the book is sound")
    }

    fn setup() -> Count {
        Count { total: 0, turn: Seat(0) }
    }

    fn universe(_: &Count) -> Vec<u32> {
        vec![1, 2]
    }

    fn show(count: &Count) -> String {
        format!("{} of 10\n", count.total)
    }

    fn show_sight(count: &Count) -> String {
        Self::show(count)
    }

    fn print(by: &u32) -> String {
        by.to_string()
    }

    fn tell(by: &u32) -> String {
        format!("{by} more")
    }

    fn parse(text: &str) -> Result<u32, ParseError> {
        let by = text.parse().ok().filter(|by| [1, 2].contains(by));
        by.ok_or_else(|| ParseError::new(text, "write 1 or 2."))
    }

    fn write_position(count: &Count) -> String {
        count.total.to_string()
    }

    fn read_position(text: &str) -> Result<Count, PositionError> {
        match text.parse() {
            Ok(total @ 0..=10) => Ok(Count { total, turn: Seat(0) }),
            _ => Err(PositionError::new(text, "It is no number from 0 to 10.")),
        }
    }
}

struct Beads;

impl OwnDrawing<Ten> for Beads {
    const NAME: &'static str = "beads";

    fn whole(count: &Count) -> Value {
        let bead = |number: u32| {
            let colour = if number < count.total { "teal" } else { "lightgrey" };
            format!("<circle cx='{}' cy='15' r='12' fill='{colour}'/>", 15 + 30 * number)
        };
        let beads: String = (0..10).map(bead).collect();
        json!({ "svg": format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 30'>{beads}</svg>") })
    }

    fn seen(count: &Count) -> Value {
        Self::whole(count)
    }
}
