//! Steps, plays and rolls as text.

use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::written::{Move, start, stop};
use super::{Expected, PlayTextError, TextError, Written};
use crate::backgammon::board::{Place, Play, Position, Roll, Side, Step};

impl FromStr for Roll {
    type Err = TextError;

    /// Two figures: `31`.
    fn from_str(text: &str) -> Result<Roll, TextError> {
        let figures: Vec<char> = text.chars().collect();
        let die = |at: usize| {
            let die = figures.get(at).and_then(|figure| figure.to_digit(10));
            let die = die.filter(|die| (1..=6).contains(die));
            die.ok_or_else(|| TextError::new(text, at, Expected::Die))
        };
        let (first, second) = (die(0)? as u8, die(1)? as u8);
        if figures.len() > 2 {
            return Err(TextError::new(text, 2, Expected::End));
        }
        Roll::new(first, second).ok_or_else(|| TextError::new(text, 0, Expected::Die))
    }
}

impl FromStr for Place {
    type Err = TextError;

    /// `bar`, `off`, or a point from 1 to 24.
    fn from_str(text: &str) -> Result<Place, TextError> {
        let mut cursor = Cursor::new(text);
        let place = cursor.take_place().ok_or_else(|| cursor.error(Expected::Place))?;
        cursor.end()?;
        Ok(place)
    }
}

impl FromStr for Step {
    type Err = TextError;

    /// Where from, where to, and a star if it hits: `24/18*`.
    fn from_str(text: &str) -> Result<Step, TextError> {
        let mut cursor = Cursor::new(text);
        let from = start(&mut cursor)?;
        let stop = stop(&mut cursor, from)?;
        cursor.end()?;
        let step = stop.step(from).ok_or_else(|| cursor.error_at(stop.at, Expected::Stop))?;
        Ok(step)
    }
}

impl FromStr for Play {
    type Err = TextError;

    /// Moves with a space between them, every stop written: `24/18*/13 6/5(2)`;
    /// `no play` for none. The moves may come in any order.
    fn from_str(text: &str) -> Result<Play, TextError> {
        let written: Written = text.parse()?;
        let mut play = Play::NONE;
        for way in written.moves() {
            for time in 0..way.times {
                add_way(&written, way, time, &mut play)?;
            }
        }
        Ok(play.in_order())
    }
}

/// Adds the steps of one checker. Only the first one that comes along can hit.
fn add_way(written: &Written, way: &Move, time: u8, play: &mut Play) -> Result<(), TextError> {
    let mut from = way.from;
    for stop in &way.stops {
        let step = stop.step(from).ok_or_else(|| written.error_at(stop.at, Expected::Stop))?;
        let (step, at) = match time {
            0 => (step, stop.at),
            _ => (step.missing(), way.times_at),
        };
        play.push(step).ok_or_else(|| written.error_at(at, Expected::FewerSteps))?;
        from = stop.to;
    }
    Ok(())
}

/// The steps of one checker, one after the other.
type Way = Vec<Step>;

/// Whether two checkers go the same way, whoever hits.
fn is_same(one: &Way, other: &Way) -> bool {
    one.iter().map(|step| step.missing()).eq(other.iter().map(|step| step.missing()))
}

impl Play {
    /// The steps put together into the ways of single checkers, each with the
    /// number of checkers that go it.
    fn ways(self) -> Vec<(Way, u8)> {
        let mut steps: Vec<Step> = self.in_order().steps().collect();
        let mut ways: Vec<(Way, u8)> = Vec::new();
        while !steps.is_empty() {
            let way = take_way(&mut steps);
            match ways.iter_mut().find(|(other, _)| is_same(other, &way)) {
                Some((_, times)) => *times += 1,
                None => ways.push((way, 1)),
            }
        }
        ways
    }

    /// Reads a play in the usual notation, in which stops without a hit may be
    /// left out, and finds it among the legal plays.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no legal play of this roll.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Play, Position, Roll, Side};
    /// let roll = Roll::new(6, 5).unwrap();
    /// let play = Play::read("24/13", &Position::START, Side::White, roll)?;
    /// assert_eq!(play.to_string(), "24/18/13");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        text: &str,
        position: &Position,
        side: Side,
        roll: Roll,
    ) -> Result<Play, PlayTextError> {
        let written: Written = text.parse().map_err(PlayTextError::Unreadable)?;
        written.find(position, side, roll)
    }

    /// The play in the shortest usual notation: stops where nobody is hit are
    /// left out. [`Written::find`] reads it, given the position and the roll.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Play;
    /// let brief = |text: &str| text.parse::<Play>().unwrap().brief();
    /// assert_eq!(brief("24/18/13"), "24/13");
    /// assert_eq!(brief("24/18*/13"), "24/18*/13");
    /// assert_eq!(brief("13/10/7(2)"), "13/7(2)");
    /// ```
    pub fn brief(self) -> String {
        let text = |(way, times): (Way, u8)| {
            let last = way.last().copied();
            way_text(&way, times, |step| step.hits() || Some(step) == last)
        };
        joined(self.ways().into_iter().map(text))
    }
}

/// Takes the steps of one checker out of these.
fn take_way(steps: &mut Vec<Step>) -> Way {
    let mut way = Way::new();
    let mut next = Some(0);
    while let Some(index) = next {
        let step = steps.remove(index);
        way.push(step);
        next = steps.iter().position(|other| other.from() == step.to());
    }
    way
}

/// One way with those stops that are wanted.
fn way_text(way: &Way, times: u8, is_wanted: impl Fn(Step) -> bool) -> String {
    let from = way.first().map_or(String::new(), |step| step.from().to_string());
    let stops = way.iter().filter(|step| is_wanted(**step)).map(|step| {
        let star = if step.hits() { "*" } else { "" };
        format!("/{}{star}", step.to())
    });
    let times = if times > 1 { format!("({times})") } else { String::new() };
    from + &stops.collect::<String>() + &times
}

/// The moves with a space between them, or words for none.
fn joined(moves: impl Iterator<Item = String>) -> String {
    let moves: Vec<_> = moves.collect();
    if moves.is_empty() { "no play".to_owned() } else { moves.join(" ") }
}

/// Moves with a space between them, every stop written: `24/18*/13 6/5(2)`;
/// `no play` for none.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&joined(self.ways().into_iter().map(|(way, times)| way_text(&way, times, |_| true))))
    }
}
