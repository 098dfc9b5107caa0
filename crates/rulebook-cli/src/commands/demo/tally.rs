//! What a match came to, in numbers.

use rulebook::{FrameView, Origin, Session};
use rulebook_games::Playable;

use crate::text::{count, list};

/// What a match came to, in numbers.
pub(super) struct Tally {
    /// In how many frames each rule had a say, by the rule's number.
    decided: Vec<usize>,
    actions: usize,
    events: usize,
    dice: usize,
    choices: usize,
    exceptions: usize,
    /// How many tries were refused.
    pub(super) refused: usize,
}

impl Tally {
    /// Nothing yet, in a book of so many rules.
    pub(super) fn new(rules: usize) -> Self {
        Tally {
            decided: vec![0; rules],
            actions: 0,
            events: 0,
            dice: 0,
            choices: 0,
            exceptions: 0,
            refused: 0,
        }
    }

    /// One more frame.
    pub(super) fn add<G: Playable>(&mut self, frame: &FrameView<'_, G>) {
        self.actions += 1;
        self.events += frame.events().len();
        self.dice += frame.draws().len();
        self.choices += frame.choices().len();
        self.exceptions += frame.exceptions().count();
        let mut rules: Vec<usize> = frame.events().filter_map(|event| rule(event.origin)).collect();
        rules.dedup();
        rules.into_iter().for_each(|rule| self.decided[rule] += 1);
    }

    /// The numbers in a sentence, without what there was none of.
    pub(super) fn sentence(&self) -> String {
        let numbers = [
            (self.actions, "action", "actions"),
            (self.events, "event", "events"),
            (self.dice, "draw of dice", "draws of dice"),
            (self.choices, "choice", "choices"),
            (self.exceptions, "exception", "exceptions"),
            (self.refused, "refused try", "refused tries"),
        ];
        let said: Vec<String> = numbers
            .into_iter()
            .filter(|(number, ..)| *number > 0)
            .map(|(number, one, many)| count(number, one, many))
            .collect();
        format!("{}.", list(&said, "and"))
    }

    /// How often each rule decided, by full name.
    pub(super) fn rules<G: Playable>(&self, session: &Session<G>) -> Vec<(usize, String)> {
        let names = session.book().rules().map(|rule| rule.name());
        self.decided.iter().copied().zip(names).collect()
    }
}

fn rule(origin: Origin) -> Option<usize> {
    match origin {
        Origin::Rule(rule) => Some(rule.index()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_only_what_there_was() {
        let mut tally = Tally::new(0);
        tally.actions = 1;
        tally.events = 3;
        assert_eq!(tally.sentence(), "1 action and 3 events.");
        tally.refused = 2;
        tally.dice = 1;
        assert_eq!(tally.sentence(), "1 action, 3 events, 1 draw of dice and 2 refused tries.");
    }
}
