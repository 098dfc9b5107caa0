//! Who acts and who looks, as words.

use std::fmt;
use std::str::FromStr;

use rulebook::{By, Seat, Viewer};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Whoever acts: `seat0`, `seat1`, …, `chance` or `clock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Who(pub(crate) By);

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            By::Seat(seat) => write!(f, "seat{}", seat.0),
            By::Chance => f.write_str("chance"),
            By::Clock => f.write_str("clock"),
        }
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "chance" => Ok(Who(By::Chance)),
            "clock" => Ok(Who(By::Clock)),
            other => seat(other).map(|seat| Who(By::Seat(seat))).ok_or_else(|| {
                format!("{text:?} is nobody who acts: write \"seat0\", \"chance\" or \"clock\"")
            }),
        }
    }
}

/// Whoever looks: `everything`, `seat0`, `seat1`, … or `spectator`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Eye {
    /// The debugger's: nothing is hidden from it.
    #[default]
    Everything,
    /// Somebody who sees what the game lets them see.
    Of(Viewer),
}

impl Eye {
    /// Sees what everybody may see.
    pub(crate) const SPECTATOR: Eye = Eye::Of(Viewer::Spectator);

    /// Sees what whoever acts may see.
    pub(crate) fn of(by: By) -> Eye {
        by.seat().map_or(Eye::SPECTATOR, |seat| Eye::Of(Viewer::Seat(seat)))
    }
}

impl fmt::Display for Eye {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eye::Everything => f.write_str("everything"),
            Eye::Of(Viewer::Spectator) => f.write_str("spectator"),
            Eye::Of(Viewer::Seat(seat)) => write!(f, "seat{}", seat.0),
        }
    }
}

impl FromStr for Eye {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "everything" => Ok(Eye::Everything),
            "spectator" => Ok(Eye::Of(Viewer::Spectator)),
            other => seat(other).map(|seat| Eye::Of(Viewer::Seat(seat))).ok_or_else(|| {
                format!(
                    "{text:?} is nobody who looks: write \"everything\", \"seat0\" or \"spectator\""
                )
            }),
        }
    }
}

/// Reads `seat0`, in this one spelling.
fn seat(text: &str) -> Option<Seat> {
    let seat = Seat(text.strip_prefix("seat")?.parse().ok()?);
    (text == format!("seat{}", seat.0)).then_some(seat)
}

macro_rules! as_text {
    ($($name:ident),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}
as_text!(Who, Eye);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_acts_and_who_looks_is_read_as_it_is_written() {
        for who in ["seat0", "seat12", "chance", "clock"] {
            assert_eq!(who.parse::<Who>().unwrap().to_string(), who);
        }
        for eye in ["everything", "seat1", "spectator"] {
            assert_eq!(eye.parse::<Eye>().unwrap().to_string(), eye);
        }
    }

    #[test]
    fn other_spellings_are_refused_with_advice() {
        for wrong in ["", "seat", "seat00", "seat+1", "Seat0", "seat256", "everything"] {
            assert!(wrong.parse::<Who>().unwrap_err().contains("write \"seat0\""), "{wrong}");
        }
        // Whoever repeats it says where, and ends the sentence.
        assert!("chance".parse::<Eye>().unwrap_err().ends_with("or \"spectator\""));
    }
}
