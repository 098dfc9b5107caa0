//! The table, the actions and the events as text.

use super::board::{Crawford, Length, Play, PositionId, Side, Step, Win, diagram, is_play};
use super::{Action, Event, Stage, Table};
use crate::ParseError;
use crate::words::counted;

const EXPECTED: &str = "write a play with every stop, like \"8/5 6/5\", \"24/18*/13\", \"bar/22 6/off\" or \"no play\"; \
     one step as \"step 8/5\"; or \"roll\", \"take back\", \"done\", \"double\", \"take\", \"drop\", \"beaver\", \
     \"resign single\", \"resign gammon\", \"resign backgammon\", \"accept\", \"decline\".";

/// In front of a single step.
const STEP: &str = "step ";

/// What is no play, and how it is written.
const WORDS: [(&str, Action); 13] = [
    ("throw", Action::Throw),
    ("roll", Action::Roll),
    ("take back", Action::TakeBack),
    ("done", Action::Finish),
    ("double", Action::Double),
    ("take", Action::Take),
    ("drop", Action::Drop),
    ("beaver", Action::Beaver),
    ("resign single", Action::Resign(Win::Single)),
    ("resign gammon", Action::Resign(Win::Gammon)),
    ("resign backgammon", Action::Resign(Win::Backgammon)),
    ("accept", Action::Accept),
    ("decline", Action::Decline),
];

/// The action as a player writes it.
///
/// ```
/// use rulebook_games::backgammon::{Action, parse, print};
/// assert_eq!(print(&parse("24/18*/13")?), "24/18*/13");
/// assert_eq!(print(&parse("step 24/18*")?), "step 24/18*");
/// assert_eq!(print(&Action::Finish), "done");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print(action: &Action) -> String {
    match action {
        Action::Play(play) => play.to_string(),
        Action::Step(step) => format!("{STEP}{step}"),
        word => {
            let known = WORDS.iter().find(|(_, action)| action == word);
            known.map_or_else(|| format!("{word:?}"), |(text, _)| (*text).to_owned())
        }
    }
}

/// Reads an action as a player writes it.
///
/// # Errors
///
/// If it is neither a play, nor a step, nor one of the words.
///
/// ```
/// use rulebook_games::backgammon::{Action, parse};
/// assert_eq!(parse(" roll "), Ok(Action::Roll));
/// assert!(parse("8/9").is_err());
/// ```
pub fn parse(text: &str) -> Result<Action, ParseError> {
    let text = text.trim();
    if let Some((_, action)) = WORDS.iter().find(|(word, _)| *word == text) {
        return Ok(*action);
    }
    let (said, read) = match text.strip_prefix(STEP) {
        Some(step) => (STEP.len(), step.parse::<Step>().map(Action::Step)),
        None => (0, text.parse::<Play>().map(Action::Play)),
    };
    read.map_err(|wrong| match said + wrong.at() {
        // It does not even begin like a play.
        0 => ParseError::new(text, EXPECTED),
        at => ParseError::at_character(text, at, wrong.expected().to_string()),
    })
}

/// Reads an action as a player writes it who looks at the table: of a play,
/// stops where nobody is hit may be left out.
///
/// # Errors
///
/// If it is neither a play, nor a step, nor one of the words.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side};
/// use rulebook_games::backgammon::{Table, parse, parse_in};
/// let table = Table::rolled(Position::START, Side::White, Roll::new(3, 1).unwrap());
/// assert_eq!(parse_in(&table, "24/20"), parse("24/21/20"));
/// assert!(parse_in(&table, "24/13").is_err(), "it is too far for these dice");
/// ```
pub fn parse_in(table: &Table, text: &str) -> Result<Action, ParseError> {
    let text = text.trim();
    let read = parse(text);
    let Some(turn) = table.turn().filter(|turn| turn.made().is_empty()) else { return read };
    let is_exact = |play| is_play(&turn.position(), turn.side(), turn.roll(), play);
    match read {
        Ok(Action::Play(play)) if is_exact(play) => read,
        Ok(Action::Play(_)) | Err(_) => {
            let brief = Play::read(text, &turn.position(), turn.side(), turn.roll());
            brief.map_or(read, |play| Ok(Action::Play(play)))
        }
        Ok(_) => read,
    }
}

/// An event as a player tells it.
///
/// ```
/// use rulebook_games::backgammon::board::Side;
/// use rulebook_games::backgammon::{Event, tell};
/// assert_eq!(tell(&Event::Doubled { by: Side::Black }), "black doubles");
/// ```
pub fn tell(event: &Event) -> String {
    match event {
        Event::Thrown { white, black } if white == black => {
            format!("both throw {white}, and throw again")
        }
        Event::Thrown { white, black } => format!("white throws {white}, black throws {black}"),
        Event::Rolled { roll } => format!("the dice show {roll}"),
        Event::Played { play } => play.to_string(),
        Event::Stepped { step } => step.to_string(),
        Event::TakenBack { step } => format!("{step} is taken back"),
        Event::Finished => "done".to_owned(),
        Event::Doubled { by } => format!("{by} doubles"),
        Event::Beavered { by } => format!("{by} beavers"),
        Event::Taken { by } => format!("{by} takes"),
        Event::Resigned { by, win } => format!("{by} resigns a {win}"),
        Event::Declined { by } => format!("{by} declines"),
        Event::Won { winner, victory, points } => {
            format!("{winner} wins {victory}: {}", counted(*points, "point", "points"))
        }
    }
}

/// The board as White sees it, the ids of position and match in GNU Backgammon,
/// the cube, the score, and what is to be done.
///
/// ```
/// use rulebook_games::backgammon::{setup, show};
/// let shown = show(&setup());
/// assert!(shown.ends_with("4HPwATDgc/ABMA:MAAAAAAAAAAE, cube 1\nEach player throws a die.\n"), "{shown}");
/// ```
pub fn show(table: &Table) -> String {
    let (position, cube) = (table.position(), table.cube());
    // A score can be too high for the id of a match.
    let alone = || PositionId::of(&position, table.side()).to_string();
    let id = table.gnu_id().map_or_else(|_too_high| alone(), |id| id.to_string());
    let owner = cube.owner().map_or(String::new(), |owner| format!(", {owner}'s"));
    let mut shown = format!("{}{id}, cube {}{owner}\n", diagram(&position), cube.value());
    let [white, black] = Side::ALL.map(|side| table.contest().score(side));
    let crawford = match table.contest().crawford() {
        Crawford::Now => ", Crawford game",
        Crawford::Before | Crawford::After => "",
    };
    match table.contest().terms().length {
        Length::Match(goal) => {
            shown += &format!("{white} to {black} in a match to {goal}{crawford}\n");
        }
        Length::Money if [white, black] == [0, 0] => {}
        Length::Money => shown += &format!("{white} to {black} for money\n"),
    }
    shown + &to_do(table) + "\n"
}

/// What is to be done, as a sentence.
fn to_do(table: &Table) -> String {
    let side = table.side();
    let turn = match table.stage() {
        Stage::Opening => return "Each player throws a die.".to_owned(),
        Stage::Over { winner, points } => {
            let points = counted(points, "point", "points");
            return format!("It is over: {winner} won {points}.");
        }
        Stage::Rolling => String::new(),
        Stage::Answering => ", and a double is to be answered".to_owned(),
        Stage::Moving { roll, made } if made.is_empty() => format!(", with {roll} to play"),
        Stage::Moving { roll, made } => format!(", with {roll} to play: {made} so far"),
    };
    let resigned = table.resignation().map(|win| format!(". A {win} is resigned"));
    format!("It is {side}'s turn{turn}{}.", resigned.unwrap_or_default())
}
