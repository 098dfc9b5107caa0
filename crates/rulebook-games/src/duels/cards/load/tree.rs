//! The text as a tree in which every node knows where it stands.
//!
//! The syntax is serde_json's business: it checks the whole text once, without
//! recursion, and hands out every value as a piece of the text. A piece is
//! opened only to a fixed depth, so that neither a huge nor a deep file can
//! hurt.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::log::Log;
use super::problem::ProblemKind;
use super::{MAX_BYTES, MAX_DEPTH};

/// A value, and where it stands in the text.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub start: usize,
    /// How long it is, in bytes.
    pub len: usize,
    pub value: Value<'t>,
}

#[derive(Debug)]
pub(super) enum Value<'t> {
    /// `true`, `false` or `null`: no card needs any but booleans.
    Bool(bool),
    Null,
    /// A number, as it is written.
    Number(&'t str),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    Object(Vec<Member<'t>>),
    /// It was nested too deep, or cannot be read; that has been said.
    Unread,
}

/// A field of an object: its name as a node, so that it has a place.
#[derive(Debug)]
pub(super) struct Member<'t> {
    pub name: Cow<'t, str>,
    pub start: usize,
    pub node: Node<'t>,
}

impl Value<'_> {
    /// What it is, in words.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Value::Bool(_) => "true or false",
            Value::Null => "null",
            Value::Number(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
            Value::Unread => "unreadable",
        }
    }
}

/// Reads the text, or says why it cannot be read.
pub(super) fn grow<'t>(text: &'t str, log: &mut Log<'_>) -> Option<Node<'t>> {
    if text.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes, and may have {MAX_BYTES}. Split it into several sets.",
            text.len()
        );
        log.at(0, ProblemKind::Syntax, message);
        return None;
    }
    match serde_json::from_str::<&RawValue>(text) {
        Ok(raw) => Some(Grower { text, log }.node(raw.get(), 0)),
        Err(error) => {
            let message = format!("this is no JSON: {}. Mend it first.", plain(&error));
            log.at(offset_of(text, &error), ProblemKind::Syntax, message);
            None
        }
    }
}

/// What is wrong, as a person says it; the place is said in our own form.
fn plain(error: &serde_json::Error) -> &'static str {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    match what {
        what if what.starts_with("EOF") => "the file ends before it should",
        "expected `:`" => "a colon is missing",
        "expected `,` or `}`" => "a comma or a } is missing",
        "expected `,` or `]`" => "a comma or a ] is missing",
        "expected value" => "a value is missing",
        "expected ident" => "a word is misspelt: it can be true, false or null",
        "key must be a string" => "the name of a field is missing, or does not stand in quotes",
        "trailing comma" => "there is a comma too many",
        "trailing characters" => "something stands behind its end",
        "invalid escape" => "a text has a \\ in it that means nothing",
        "invalid number" => "a number is not written as numbers are",
        what if what.starts_with("control character") => {
            "a text has a line break or another control character in it"
        }
        what if what.contains("hex escape") => "a \\u is half of a pair, or no letter",
        _ => "it is not written as JSON is",
    }
}

fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let line_start: usize = before.map(str::len).sum();
    (line_start + error.column().saturating_sub(1)).min(text.len())
}

struct Grower<'t, 'l, 'x> {
    text: &'t str,
    log: &'l mut Log<'x>,
}

impl<'t> Grower<'t, '_, '_> {
    fn node(&mut self, raw: &'t str, depth: usize) -> Node<'t> {
        let (start, len) = (self.offset(raw), raw.len());
        if depth == MAX_DEPTH {
            let message = format!(
                "this is nested {MAX_DEPTH} levels deep, and no card needs that. Flatten it."
            );
            self.log.at(start, ProblemKind::Shape, message);
            return Node { start, len, value: Value::Unread };
        }
        let value = match raw.as_bytes().first() {
            Some(b'{') => self.object(raw, depth),
            Some(b'[') => self.list(raw, depth),
            Some(b'"') => self.read(raw).map(|Text(text)| Value::Text(text)),
            Some(b't') => Some(Value::Bool(true)),
            Some(b'f') => Some(Value::Bool(false)),
            Some(b'n') => Some(Value::Null),
            _ => Some(Value::Number(raw)),
        };
        Node { start, len, value: value.unwrap_or(Value::Unread) }
    }

    fn object(&mut self, raw: &'t str, depth: usize) -> Option<Value<'t>> {
        let Members(members) = self.read(raw)?;
        let mut open = Vec::with_capacity(members.len());
        for (name, raw) in members {
            let node = self.node(raw.get(), depth + 1);
            // A name with escapes is no piece of the text: its value's place will do.
            let start = match name {
                Cow::Borrowed(name) => self.offset(name).saturating_sub(1),
                Cow::Owned(_) => node.start,
            };
            open.push(Member { name, start, node });
        }
        Some(Value::Object(open))
    }

    fn list(&mut self, raw: &'t str, depth: usize) -> Option<Value<'t>> {
        let items: Vec<&'t RawValue> = self.read(raw)?;
        let nodes = items.into_iter().map(|item| self.node(item.get(), depth + 1));
        Some(Value::List(nodes.collect()))
    }

    /// Opens a piece. Its syntax is known to be right, but text may still hold
    /// half of a surrogate pair.
    fn read<T: Deserialize<'t>>(&mut self, raw: &'t str) -> Option<T> {
        let read = serde_json::from_str(raw);
        read.map_err(|error| {
            let message =
                format!("this cannot be read: {}. Write the letter itself.", plain(&error));
            self.log.at(self.offset(raw), ProblemKind::Syntax, message);
        })
        .ok()
    }

    /// Where a piece of the text begins in it.
    fn offset(&self, piece: &'t str) -> usize {
        piece.as_ptr() as usize - self.text.as_ptr() as usize
    }
}

/// Text, borrowed where it has no escapes.
struct Text<'t>(Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        from.deserialize_str(Borrow)
    }
}

/// The fields of an object as they stand, the same name twice included.
struct Members<'t>(Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Members<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Gather;
        impl<'de> Visitor<'de> for Gather {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((Text(name), raw)) = map.next_entry::<Text<'de>, &RawValue>()? {
                    members.push((name, raw));
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Gather)
    }
}
