//! The options of a choice, as somebody writes them.

use rulebook::Choice;

use crate::text::{cut, list};

/// The option of a choice that somebody wrote, by its name or its number.
pub(crate) fn option(choice: &Choice, text: &str) -> Option<u32> {
    let text = text.trim();
    let named = choice.options.iter().position(|option| option == text);
    let numbered = || text.parse().ok().filter(|number| *number < choice.options.len());
    named.or_else(numbered).map(|option| option as u32)
}

/// The same, also as an answer is listed: `answer 1`, or `answer 1, gold`.
pub(crate) fn answer(choice: &Choice, text: &str) -> Option<u32> {
    let listed = || {
        let text = text.trim().strip_prefix("answer ")?;
        let Some((number, name)) = text.split_once(',') else { return option(choice, text) };
        let named = option(choice, name)?;
        (option(choice, number)? == named).then_some(named)
    };
    option(choice, text).or_else(listed)
}

/// What to write instead of something that is no option.
pub(crate) fn no_option(choice: &Choice, text: &str) -> String {
    let options = list(&choice.options, "or");
    format!("{:?} is no option: write its number, or {options}.", cut(text))
}

#[cfg(test)]
mod tests {
    use rulebook::{ChoiceId, Digest, Seat};

    use super::*;

    #[test]
    fn an_answer_is_read_by_its_name_by_its_number_and_as_it_is_listed() {
        let choice = Choice {
            id: ChoiceId { frame: 4, nth: 0, asked: Digest(1) },
            seat: Seat(1),
            question: "Which lantern?".to_owned(),
            options: vec!["jade, chipped".to_owned(), "gold".to_owned()],
        };
        for text in ["gold", " 1 ", "answer 1", "answer gold", "answer 1, gold"] {
            assert_eq!(answer(&choice, text), Some(1), "{text}");
        }
        for text in ["jade, chipped", "answer 0, jade, chipped"] {
            assert_eq!(answer(&choice, text), Some(0), "{text}");
        }
        for text in ["", "2", "plum", "answer", "answer 0, gold", "answer 1, plum", "answer 1,"] {
            assert_eq!(answer(&choice, text), None, "{text}");
        }
    }
}
