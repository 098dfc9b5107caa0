//! A match as it stands at a node.

use rulebook::By;
use serde::{Deserialize, Serialize};

use super::{Drawing, Eye, Who};

/// A match as it stands at a node, as far as the viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Scene {
    /// The node.
    pub(crate) node: u32,
    /// How many nodes lead to it.
    pub(crate) number: u32,
    /// The node from which it was made.
    pub(crate) parent: Option<u32>,
    /// The nodes that were made from it.
    pub(crate) children: Vec<u32>,
    /// Who looks.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) viewer: Eye,
    /// The board as text.
    pub(crate) text: String,
    /// The position in the game's own notation, for the eye of everything.
    pub(crate) position: Option<String>,
    /// The board to draw.
    pub(crate) drawing: Drawing,
    /// Who may act now.
    #[cfg_attr(test, ts(type = "Array<string>"), schema(value_type = Vec<String>))]
    pub(crate) active: Vec<Who>,
    /// Whose turn it is.
    #[cfg_attr(test, ts(type = "string | null"), schema(value_type = Option<String>))]
    pub(crate) turn: Option<Who>,
    /// What each seat got, once the game is over.
    pub(crate) result: Option<GameResult>,
    /// What somebody must choose first.
    pub(crate) choice: Option<Choice>,
    /// What can be done now: by the viewer, or by anybody for the eye of
    /// everything.
    pub(crate) legal: Vec<LegalAction>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct GameResult {
    /// In words.
    pub(crate) words: String,
    /// What each seat got.
    pub(crate) scores: Vec<i32>,
}

/// A choice that is pending. For a viewer who is not asked there is neither
/// question nor option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Choice {
    /// Names it.
    pub(crate) id: String,
    /// Who must choose.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) seat: Who,
    /// The question.
    pub(crate) question: String,
    /// The options, in order.
    pub(crate) options: Vec<String>,
}

impl Choice {
    /// The choice, as far as somebody may see it.
    pub(crate) fn seen(self, eye: Eye) -> Self {
        match eye {
            Eye::Of(viewer) if viewer.seat().map(By::Seat) != Some(self.seat.0) => {
                Choice::of_another(self.seat)
            }
            Eye::Of(_) | Eye::Everything => self,
        }
    }

    /// What those who are not asked may know: that somebody is.
    pub(crate) fn of_another(seat: Who) -> Self {
        Choice { id: String::new(), seat, question: String::new(), options: Vec::new() }
    }
}

/// An action that would be accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct LegalAction {
    /// Who can do it.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) by: Who,
    /// The action, as a person writes it.
    pub(crate) action: String,
    /// The action as people say it who look at the board: in the game's own
    /// notation, such as `Nf3`, or with the names of cards.
    pub(crate) words: String,
    /// Whether it cuts the fun short, such as resigning.
    pub(crate) rare: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_for_whoever_must_make_it() {
        let (id, question) = ("1-0-0".to_owned(), "Which card?".to_owned());
        let seat = "seat1".parse().unwrap();
        let choice = Choice { id, seat, question, options: vec!["this".to_owned()] };
        for eye in ["everything", "seat1"] {
            assert_eq!(choice.clone().seen(eye.parse().unwrap()), choice);
        }
        for eye in ["seat0", "spectator"] {
            assert_eq!(choice.clone().seen(eye.parse().unwrap()), Choice::of_another(seat));
        }
    }
}
