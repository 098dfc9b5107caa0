//! A play as people write it down.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::{Expected, TextError};
use crate::backgammon::board::{Layout, Place, Play, Position, Roll, Side, Step, for_each_play};

/// A play as people write it down, where stops without a hit may be left out.
///
/// `24/13` says where a checker went, but not by which way; with the position
/// and the roll, [`find`](Self::find) finds the play. A [`Play`] is written
/// with every stop and needs neither.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, Written};
/// let written: Written = "24/13".parse()?;
/// let play = written.find(&Position::START, Side::White, Roll::new(6, 5).unwrap())?;
/// assert_eq!(play.to_string(), "24/18/13");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    text: String,
    moves: Vec<Move>,
}

/// The way of one checker, or of several that go the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: Place,
    pub(super) stops: Vec<Stop>,
    pub(super) times: u8,
    /// The character at which `times` is written.
    pub(super) times_at: usize,
}

/// Where a checker stops on its way, or at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) to: Place,
    pub(super) hits: bool,
    /// The character at which it is written.
    pub(super) at: usize,
}

impl Stop {
    /// The step that leads here, if one die is enough.
    pub(super) fn step(self, from: Place) -> Option<Step> {
        let step = Step::between(from, self.to)?;
        if self.hits { step.hitting() } else { Some(step) }
    }
}

impl Written {
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(super) fn error_at(&self, at: usize, expected: Expected) -> TextError {
        TextError::new(&self.text, at, expected)
    }

    /// The legal play that was written down.
    ///
    /// All hits must be marked, and nothing else: where a play hits on the way
    /// and another does not, the text tells them apart.
    ///
    /// # Errors
    ///
    /// [`PlayTextError::NotLegal`] if no legal play of this roll goes like
    /// this.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, Roll, Side, Written};
    /// let (roll, written) = (Roll::new(6, 5).unwrap(), "24/13".parse::<Written>()?);
    /// let play = written.find(&Position::START, Side::White, roll)?;
    /// assert_eq!(play, "24/18/13".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, position: &Position, side: Side, roll: Roll) -> Result<Play, PlayTextError> {
        let mut found = None;
        if let Some(goal) = self.goal(position, side) {
            for_each_play(position, side, roll, |play| {
                if play.on(*position, side).layout() == goal {
                    found = Some(play);
                }
            });
        }
        let plays_nothing = self.moves.is_empty()
            && crate::backgammon::board::plays(position, side, roll).is_empty();
        let found = found.or(plays_nothing.then_some(Play::NONE));
        found.ok_or_else(|| PlayTextError::NotLegal { text: self.text.clone() })
    }

    /// Where the checkers would be, if they went as it is written.
    fn goal(&self, position: &Position, side: Side) -> Option<Layout> {
        let mut goal = position.layout();
        for way in &self.moves {
            let to = way.stops.last()?.to;
            shift(&mut goal, side, way.from, to, way.times)?;
            for stop in way.stops.iter().filter(|stop| stop.hits) {
                shift(&mut goal, side.other(), stop.to.mirrored()?, Place::BAR, 1)?;
            }
        }
        Some(goal)
    }
}

/// Moves so many checkers in a layout; `None` if they are not there.
fn shift(layout: &mut Layout, side: Side, from: Place, to: Place, times: u8) -> Option<()> {
    let left = layout.count(side, from).checked_sub(times)?;
    layout.put(side, from, left);
    layout.put(side, to, layout.count(side, to) + times);
    Some(())
}

/// Moves with a space between them: `bar/22 24/18*/13 6/off(2)`; `no play` if
/// there is none.
impl FromStr for Written {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Written, TextError> {
        let mut cursor = Cursor::new(text);
        let mut moves: Vec<Move> = Vec::new();
        if !cursor.take("no play") {
            loop {
                let at = cursor.at();
                moves.push(way(&mut cursor)?);
                let steps: usize = moves.iter().map(|way| usize::from(way.times)).sum();
                if steps > Play::MOST {
                    return Err(cursor.error_at(at, Expected::FewerSteps));
                }
                if !cursor.take(" ") {
                    break;
                }
            }
        }
        let expected = if moves.is_empty() { Expected::End } else { Expected::EndOfMove };
        if !cursor.is_at_end() {
            return Err(cursor.error(expected));
        }
        Ok(Written { text: text.to_owned(), moves })
    }
}

/// One move: `24/18*/13`.
fn way(cursor: &mut Cursor<'_>) -> Result<Move, TextError> {
    let from = start(cursor)?;
    let mut stops = vec![stop(cursor, from)?];
    while cursor.take("/") {
        let last = stops.last().map_or(from, |stop| stop.to);
        stops.push(stop(cursor, last)?);
    }
    let times_at = cursor.at();
    let times = cursor.take_times(2..=4, Expected::Times)?.unwrap_or(1);
    Ok(Move { from, stops, times, times_at })
}

/// Where a move begins, and the slash after it.
pub(super) fn start(cursor: &mut Cursor<'_>) -> Result<Place, TextError> {
    let at = cursor.at();
    let from = cursor.take_place().filter(|&place| place != Place::OFF);
    let from = from.ok_or_else(|| cursor.error_at(at, Expected::From))?;
    if cursor.take("/") { Ok(from) } else { Err(cursor.error(Expected::Slash)) }
}

/// One stop, with a star if it hits.
pub(super) fn stop(cursor: &mut Cursor<'_>, from: Place) -> Result<Stop, TextError> {
    let at = cursor.at();
    let to = cursor.take_place().filter(|&place| place != Place::BAR);
    let to = to.ok_or_else(|| cursor.error_at(at, Expected::To))?;
    if to >= from {
        return Err(cursor.error_at(at, Expected::Nearer));
    }
    let hits = to.is_point() && cursor.take("*");
    Ok(Stop { to, hits, at })
}

/// As it was written.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Why a text is no legal play.
///
/// ```
/// use rulebook_games::backgammon::board::{PlayTextError, Position, Roll, Side, Written};
/// let written: Written = "24/12".parse()?;
/// let error = written.find(&Position::START, Side::White, Roll::new(6, 5).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "\"24/12\" is no legal play of this roll.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayTextError {
    /// It cannot be read.
    Unreadable(TextError),
    /// It can be read, but no legal play of the roll goes like this.
    NotLegal {
        /// What was written.
        text: String,
    },
}

impl fmt::Display for PlayTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => fmt::Display::fmt(error, f),
            Self::NotLegal { text } => write!(f, "{text:?} is no legal play of this roll."),
        }
    }
}

impl Error for PlayTextError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            Self::NotLegal { .. } => None,
        }
    }
}
