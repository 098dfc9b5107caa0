//! Positions as text.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::{Expected, TextError};
use crate::backgammon::board::layout::LayoutProblems;
use crate::backgammon::board::{Layout, Place, Position, Side};

/// `white 24(2) 13(5) 8(3) 6(5), black 24(2) 13(5) 8(3) 6(5)`: for each side,
/// as it counts itself, the places with checkers from the bar down to off.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.layout(), f)
    }
}

/// As a [`Position`] is written.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::ALL {
            let comma = if side == Side::White { "" } else { ", " };
            write!(f, "{comma}{side}")?;
            for place in Place::all() {
                match self.count(side, place) {
                    0 => {}
                    1 => write!(f, " {place}")?,
                    checkers => write!(f, " {place}({checkers})")?,
                }
            }
        }
        Ok(())
    }
}

/// As a [`Position`] is written, possible or not.
impl FromStr for Layout {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Layout, TextError> {
        let mut cursor = Cursor::new(text);
        let layout = read_layout(&mut cursor)?;
        cursor.end()?;
        Ok(layout)
    }
}

/// The checkers of both sides.
pub(crate) fn read_layout(cursor: &mut Cursor<'_>) -> Result<Layout, TextError> {
    let mut layout = Layout::default();
    read_side(cursor, &mut layout, Side::White)?;
    if !cursor.take(", ") {
        return Err(cursor.error(Expected::EndOfCheckers));
    }
    read_side(cursor, &mut layout, Side::Black)?;
    Ok(layout)
}

fn read_side(cursor: &mut Cursor<'_>, layout: &mut Layout, side: Side) -> Result<(), TextError> {
    if !cursor.take(&side.to_string()) {
        return Err(cursor.error(Expected::Side { side }));
    }
    let mut last: Option<Place> = None;
    while cursor.take(" ") {
        let at = cursor.at();
        let comes_later = |place: &Place| last.is_none_or(|last| *place < last);
        let place = cursor.take_place().filter(comes_later);
        let place = place.ok_or_else(|| cursor.error_at(at, Expected::Checkers))?;
        let checkers = cursor.take_times(2..=99, Expected::Count)?.unwrap_or(1);
        layout.put(side, place, checkers);
        last = Some(place);
    }
    Ok(())
}

impl FromStr for Position {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Position, PositionTextError> {
        let layout: Layout = text.parse().map_err(PositionTextError::Unreadable)?;
        layout.check().map_err(PositionTextError::Impossible)
    }
}

/// Why a text is no position.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, PositionTextError};
/// let error = "white 6(15), black 19(15)".parse::<Position>().unwrap_err();
/// assert!(matches!(error, PositionTextError::Impossible(_)));
/// let error = "white 6(15); black 6(15)".parse::<Position>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"white 6(15); black 6(15)\" cannot be read at character 12: \
///      write \"(2)\", a space and the next place, or \", \".",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionTextError {
    /// It cannot be read.
    Unreadable(TextError),
    /// It can be read, but there is no such position.
    Impossible(LayoutProblems),
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => fmt::Display::fmt(error, f),
            Self::Impossible(problems) => fmt::Display::fmt(problems, f),
        }
    }
}

impl Error for PositionTextError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            Self::Impossible(problems) => Some(problems),
        }
    }
}
