//! Words for the table and the actions.

use crate::{Action, State};

/// The table as a person wants to see it.
pub fn show(state: &State) -> String {
    let stones = "o ".repeat(state.stones as usize);
    format!("{} stones: {}", state.stones, stones.trim_end())
}

/// An action as a person writes it.
pub fn print(action: &Action) -> String {
    match action {
        Action::Take(stones) => format!("take {stones}"),
        Action::Resign => "resign".to_owned(),
    }
}

/// Reads an action as a person writes it.
///
/// # Errors
///
/// If it cannot be read: a sentence that says what to write.
pub fn parse(text: &str) -> Result<Action, String> {
    let mut words = text.split_whitespace();
    let action = match (words.next(), words.next(), words.next()) {
        (Some("resign"), None, None) => Some(Action::Resign),
        (Some("take"), Some(stones), None) => stones.parse().ok().map(Action::Take),
        _ => None,
    };
    action.ok_or_else(|| format!("{text:?} cannot be read: write \"take 2\" or \"resign\"."))
}
