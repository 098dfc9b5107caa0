//! Whether an answer can be given where somebody must choose.

use rulebook::{By, Choice, Session};
use rulebook_games::Playable;
use serde_json::json;

use crate::commands::Answer;
use crate::failure::Failure;
use crate::paint::{BAD, GOOD, PLAIN, Paper, STRONG};

/// Says whose answer it is, to what, and what waits for it.
pub(super) fn explain_answer<G: Playable>(
    paper: &mut Paper,
    game: &Session<G>,
    (choice, option): (&Choice, u32),
    by: Option<By>,
    json: bool,
) -> Result<Answer, Failure> {
    let by = by.unwrap_or(By::Seat(choice.seat));
    let is_theirs = by.is(choice.seat);
    let text = choice.options.get(option as usize).map_or("", String::as_str);
    let waits = game.pending_action().map(|(by, action, _)| (by, G::print(action)));
    if json {
        let waits = waits.map(|(by, action)| json!({ "by": by.to_string(), "action": action }));
        let said = json!({
            "game": G::NAME,
            "position": G::write_position(game.state()),
            "by": by.to_string(),
            "answer": option,
            "option": text,
            "legal": is_theirs,
            "question": choice.question,
            "options": choice.options,
            "asked": choice.seat.to_string(),
            "waits": waits,
        });
        paper.raw(&format!("{said:#}\n"))?;
    } else {
        let (seat, question) = (choice.seat, &choice.question);
        if is_theirs {
            let said = format!("{text} is one of the options of {seat}: {question}");
            paper.item(0, "✓", GOOD, &said)?;
        } else {
            let said = format!("{text} by {by} would be refused: {seat} is asked. {question}");
            paper.item(0, "✗", BAD, &said)?;
        }
        if let Some((by, action)) = waits {
            paper.blank()?;
            paper.prose(0, STRONG, "What waits for it")?;
            paper.item(2, "•", PLAIN, &format!("{action} by {by}"))?;
        }
    }
    Ok(if is_theirs { Answer::Yes } else { Answer::No })
}
