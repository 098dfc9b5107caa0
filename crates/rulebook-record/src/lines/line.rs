//! A line as JSON has it. The order of the fields is the order of writing.

use std::collections::BTreeMap;

use rulebook::{By, Digest, Seat};
use serde::de::Error as _;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::object::{Object, there};
use crate::change::{Change, Step};

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeaderLine {
    pub(crate) rulebook: u32,
    pub(crate) game: String,
    pub(crate) book: Hex,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<BTreeMap<String, Hex>>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<Vec<String>>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// As text: a number of 64 bits is more than many readers of JSON can hold.
    pub(crate) seed: String,
    pub(crate) mode: Mode,
    pub(crate) history: Kept,
    pub(crate) digest: Hex,
    pub(crate) chain: Hex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    Play,
    Analysis,
}

impl<'de> Deserialize<'de> for Mode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*std::borrow::Cow::<'de, str>::deserialize(deserializer)? {
            "play" => Ok(Mode::Play),
            "analysis" => Ok(Mode::Analysis),
            other => Err(D::Error::unknown_variant(other, &["play", "analysis"])),
        }
    }
}

/// How much of the past is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kept {
    All,
    None,
    Last(u64),
}

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct LastLine {
            last: u64,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            Word(String),
            Last(Object<LastLine>),
        }
        let wrong = || D::Error::custom("\"history\" is \"all\", \"none\" or {\"last\":N}");
        match Said::deserialize(deserializer).map_err(|_other| wrong())? {
            Said::Word(word) if word == "all" => Ok(Kept::All),
            Said::Word(word) if word == "none" => Ok(Kept::None),
            Said::Word(_) => Err(wrong()),
            Said::Last(Object(LastLine { last })) => Ok(Kept::Last(last)),
        }
    }
}

/// Any other line: one of `act`, `acts`, `answer`, `withdraw`, `rewind`,
/// `enable`, `disable`, `end` says what it is.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) act: Option<String>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) acts: Option<Vec<Object<JoinedLine>>>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<u32>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) withdraw: Option<bool>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) rewind: Option<u64>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) enable: Option<String>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) disable: Option<String>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<Vec<i32>>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<Who>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) irreversible: Option<bool>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) asks: Option<Object<AsksLine>>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<bool>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) dropped: Option<bool>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<u64>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<ChangeLine>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<Hex>,
    #[serde(default, deserialize_with = "there")]
    pub(crate) chain: Option<Hex>,
}

/// One of several actions.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinedLine {
    pub(crate) act: String,
    pub(crate) by: Who,
    pub(crate) digest: Hex,
}

/// A choice.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AsksLine {
    pub(crate) seat: u8,
    pub(crate) asked: Hex,
    pub(crate) options: u32,
}

/// A change of a position: how many characters stay, how many go (below zero),
/// and texts that are put in.
#[derive(Debug)]
pub(crate) struct ChangeLine(pub(crate) Change);

impl Serialize for ChangeLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Change(steps) = &self.0;
        let mut list = serializer.serialize_seq(None)?;
        for Step { stay, go, put } in steps {
            if *stay > 0 {
                list.serialize_element(stay)?;
            }
            if *go > 0 {
                list.serialize_element(&-(*go as i64))?;
            }
            if !put.is_empty() {
                list.serialize_element(put)?;
            }
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for ChangeLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            Number(i32),
            Text(String),
        }
        let wrong = "a change is a list of numbers and texts";
        let said = Vec::<Said>::deserialize(deserializer);
        let steps = said.map_err(|_other| D::Error::custom(wrong))?.into_iter().map(|said| {
            let nothing = Step { stay: 0, go: 0, put: String::new() };
            match said {
                Said::Number(number @ 0..) => Step { stay: number as usize, ..nothing },
                Said::Number(number) => Step { go: number.unsigned_abs() as usize, ..nothing },
                Said::Text(put) => Step { put, ..nothing },
            }
        });
        Ok(ChangeLine(Change(steps.collect())))
    }
}

/// A digest as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hex(pub(crate) Digest);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let digest = text.parse::<Digest>().ok().filter(|digest| digest.to_string() == *text);
        digest.map(Hex).ok_or_else(|| D::Error::custom("a digest has 16 digits from 0 to f"))
    }
}

/// By whom: a seat's number, "chance" or "clock".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who(pub(crate) By);

impl Serialize for Who {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            By::Seat(seat) => serializer.serialize_u8(seat.0),
            By::Chance => serializer.serialize_str("chance"),
            By::Clock => serializer.serialize_str("clock"),
        }
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            Seat(u8),
            Word(String),
        }
        let wrong = || D::Error::custom("\"by\" is a seat's number, \"chance\" or \"clock\"");
        match Said::deserialize(deserializer).map_err(|_other| wrong())? {
            Said::Seat(seat) => Ok(Who(By::Seat(Seat(seat)))),
            Said::Word(word) => match word.as_str() {
                "chance" => Ok(Who(By::Chance)),
                "clock" => Ok(Who(By::Clock)),
                _ => Err(wrong()),
            },
        }
    }
}
