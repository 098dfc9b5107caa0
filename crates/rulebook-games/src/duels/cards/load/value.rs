//! Reading single values.

use std::ops::RangeInclusive;

use super::MAX_NAME;
use super::log::Log;
use super::suggest::advice;
use super::tree::{Node, Value};
use super::words::Word;

/// One of the words of a closed set.
pub(super) fn word<W: Word>(node: &Node<'_>, field: &str, log: &mut Log<'_>) -> Option<W> {
    let words = W::WORDS.iter().map(|(word, _)| *word);
    match &node.value {
        Value::Text(text) => {
            let found = W::WORDS.iter().find(|(word, _)| word == text);
            if found.is_none() {
                let message = format!("\"{field}\" cannot be {text:?}. {}", advice(text, words));
                log.shape(node, message);
            }
            found.map(|(_, meaning)| *meaning)
        }
        Value::Unread => None,
        other => {
            let message = format!("\"{field}\" cannot be {}. {}", other.what(), advice("", words));
            log.shape(node, message);
            None
        }
    }
}

/// A whole number within bounds.
pub(super) fn number<N>(
    node: &Node<'_>,
    field: &str,
    bounds: RangeInclusive<N>,
    log: &mut Log<'_>,
) -> Option<N>
where
    N: Copy + Into<i64> + TryFrom<i64> + PartialOrd + std::fmt::Display,
{
    let asked = match bounds.start() == bounds.end() {
        true => format!("It must be {}.", bounds.start()),
        false => {
            format!("It must be a whole number from {} to {}.", bounds.start(), bounds.end())
        }
    };
    let Value::Number(text) = &node.value else {
        if !matches!(node.value, Value::Unread) {
            log.shape(node, format!("\"{field}\" is {}. {asked}", node.value.what()));
        }
        return None;
    };
    let whole = text.parse::<i64>().ok();
    let found = whole.and_then(|whole| N::try_from(whole).ok());
    let found = found.filter(|number| bounds.contains(number));
    match (found, fraction_of_nothing(text)) {
        (None, Some(written)) if in_bounds(written, &bounds) => {
            log.meaning(node, format!("\"{field}\" is {text}. Write {written}."));
        }
        (None, _) => log.shape(node, format!("\"{field}\" is {}. {asked}", shortened(text))),
        (Some(_), _) => {}
    }
    found
}

/// A number such as `3.0`: whole for a schema, but not as cards write them.
fn fraction_of_nothing(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.')?;
    fraction.bytes().all(|digit| digit == b'0').then(|| whole.parse().ok())?
}

fn in_bounds<N: Copy + Into<i64>>(number: i64, bounds: &RangeInclusive<N>) -> bool {
    let (least, most): (i64, i64) = ((*bounds.start()).into(), (*bounds.end()).into());
    (least..=most).contains(&number)
}

/// What was written, but not all of it if it is endless.
pub(super) fn shortened(text: &str) -> String {
    let mut start: String = text.chars().take(MAX_NAME).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

/// Text of a sensible length.
pub(super) fn text(node: &Node<'_>, field: &str, log: &mut Log<'_>) -> Option<String> {
    match &node.value {
        Value::Text(text) if (1..=MAX_NAME).contains(&text.chars().count()) => {
            let plain = !text.trim().is_empty() && !text.chars().any(char::is_control);
            if !plain {
                log.meaning(
                    node,
                    format!("\"{field}\" is {text:?}, and nobody can read that. Write words."),
                );
            }
            plain.then(|| text.clone().into_owned())
        }
        Value::Unread => None,
        _ => {
            log.shape(node, format!("\"{field}\" must be text of 1 to {MAX_NAME} characters."));
            None
        }
    }
}

/// The id of a card or deck.
pub(super) fn id<'n>(node: &'n Node<'_>, field: &str, log: &mut Log<'_>) -> Option<&'n str> {
    match &node.value {
        Value::Text(text) if is_id(text) => Some(text),
        Value::Unread => None,
        _ => {
            let message = format!(
                "\"{field}\" must be an id: 1 to {MAX_NAME} small letters, digits and hyphens, \
                 such as \"ember-hound\"."
            );
            log.shape(node, message);
            None
        }
    }
}

/// Small letters and digits, in parts with single hyphens between them.
pub(super) fn is_id(text: &str) -> bool {
    text.len() <= MAX_NAME
        && text.split('-').all(|part| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// `true` or `false`.
pub(super) fn flag(node: &Node<'_>, field: &str, log: &mut Log<'_>) -> Option<bool> {
    match node.value {
        Value::Bool(flag) => Some(flag),
        Value::Unread => None,
        ref other => {
            log.shape(node, format!("\"{field}\" is {}. Write true or false.", other.what()));
            None
        }
    }
}

/// A list of so many items, all of which could be read.
pub(super) fn list<'n, 't, 'x, T>(
    node: &'n Node<'t>,
    field: &str,
    bounds: RangeInclusive<usize>,
    log: &mut Log<'x>,
    mut read: impl FnMut(&'n Node<'t>, &mut Log<'x>) -> Option<T>,
) -> Option<Vec<T>> {
    let Value::List(items) = &node.value else {
        if !matches!(node.value, Value::Unread) {
            let message = format!("\"{field}\" is {}. Write a list.", node.value.what());
            log.shape(node, message);
        }
        return None;
    };
    if !bounds.contains(&items.len()) {
        let (least, most) = (bounds.start(), bounds.end());
        let count = items.len();
        let message = format!("\"{field}\" has {count} entries. It must have {least} to {most}.");
        log.shape(node, message);
    }
    let read: Vec<Option<T>> = items.iter().map(|item| read(item, log)).collect();
    read.into_iter().collect()
}
