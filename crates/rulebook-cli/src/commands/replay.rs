//! `rulebook replay`: a record, played again.

use std::path::PathBuf;

use clap::Args;
use rulebook::Session;
use rulebook_games::{Playable, Visit};
use rulebook_record::{Entry, Header, Making, Noted, OtherBooks, Played, Replay};
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::kit::CardsFile;
use crate::paint::{FAINT, OPEN, PLAIN, Paper, STRONG};
use crate::record_file::{self, Input, bad, making, reader, with_game_of};
use crate::verdict::verdict;

const EXAMPLES: &str = "\
Examples:
  rulebook replay game.jsonl
      What was done, line by line, and the board at the end.
  rulebook replay game.jsonl --to 12
      Up to frame 12. 'rulebook explain GAME --record game.jsonl --at 12' says
      why it happened.
  rulebook replay old.jsonl --anyway
      A record by another version of the book, as far as it comes out the same.
  rulebook replay game.rbr --json | jq -r .position
      Where it ends.

Ctrl-C ends it, and shows how far it came. The exit code is 1 then, and if the
record is damaged or the game comes out differently.";

/// Plays a record again, and shows where it ends
///
/// Every digest is verified; the first that differs ends it, with what was
/// expected, what was found, and how the boards differ.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    /// The record: a .jsonl or .rbr file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Only up to this frame; 0 is the start
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Also if it was made with another version of the book: without a promise,
    /// as far as it comes out the same
    #[arg(long)]
    anyway: bool,

    #[command(flatten)]
    cards: CardsFile,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Plays a record again.
pub(crate) fn run(paper: &mut Paper, args: &ReplayArgs) -> Result<Answer, Failure> {
    let game = reader(&args.file)?.header().game.clone();
    with_game_of(&args.file, &game, Again { paper, args })
}

struct Again<'a> {
    paper: &'a mut Paper,
    args: &'a ReplayArgs,
}

impl Visit for Again<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Again { paper, args } = self;
        let books = if args.anyway { OtherBooks::Try } else { OtherBooks::Refuse };
        let mut replay = record_file::replay::<G>(&args.file, &args.cards, books)?;
        if !args.json {
            head(paper, &replay)?;
        }
        interrupt::listen()?;
        let went = go(paper, args, &mut replay, interrupt::is_asked)?;
        let played = replay.played();
        let header = replay.header().clone();
        let session = replay.into_session();
        match args.json {
            true => {
                paper.raw(&format!("{:#}\n", as_json::<G>(&header, &went, &played, &session)))?
            }
            false => tail::<G>(paper, &went, &played, &session)?,
        }
        let is_whole = played.cut_off.is_none() && !went.interrupted;
        Ok(if is_whole { Answer::Yes } else { Answer::No })
    }
}

/// How far it went.
struct Went {
    /// The entries, if they are told to programs.
    told: Vec<Value>,
    /// Whether somebody asked to stop before the end.
    interrupted: bool,
}

/// Plays it as far as it is wanted, a line for each entry, or until somebody
/// asks to stop.
fn go<G: Playable>(
    paper: &mut Paper,
    args: &ReplayArgs,
    replay: &mut Replay<G, Input<'_>>,
    is_asked: impl Fn() -> bool,
) -> Result<Went, Failure> {
    let (last, within) = match args.to {
        None => (u64::MAX, None),
        Some(0) => (1, None),
        Some(frame) => match making(&args.file, frame)? {
            Making { ends, nth: Some(nth), .. } => (ends - 1, Some(nth + 1)),
            Making { ends, nth: None, .. } => (ends, None),
        },
    };
    let mut told = Vec::new();
    while replay.played().entries < last {
        if is_asked() {
            return Ok(Went { told, interrupted: true });
        }
        let step = replay.step().map_err(|error| bad(&args.file, &error))?;
        let Some(noted) = step else { break };
        match args.json {
            true => told.push(entry_as_json(&noted)),
            false => paper.line(PLAIN, &line(&noted))?,
        }
    }
    if let Some(actions) = within {
        replay.step_within(actions).map_err(|error| bad(&args.file, &error))?;
    }
    Ok(Went { told, interrupted: false })
}

fn head<G: Playable>(paper: &mut Paper, replay: &Replay<G, Input<'_>>) -> Result<(), Failure> {
    let header = replay.header();
    let version = header.version.as_ref().map(|version| format!(", version {version}"));
    let title = format!("{}{}, seed {}", header.game, version.unwrap_or_default(), header.seed.0);
    paper.prose(0, STRONG, &title)?;
    for (seat, player) in header.players.iter().enumerate() {
        paper.prose(0, PLAIN, &format!("seat {seat}: {player}"))?;
    }
    if let Some(other) = replay.other_book() {
        paper.prose(0, OPEN, &other.to_string())?;
    }
    Ok(paper.blank()?)
}

/// The number of the frame, if it makes one, and what was done.
fn line(noted: &Noted) -> String {
    let makes_frame = match &noted.entry {
        Entry::Act { then, .. } | Entry::Answer { then, .. } => then.frame().is_some(),
        Entry::Acts { .. } | Entry::Enable { .. } | Entry::Disable { .. } => true,
        Entry::Withdraw | Entry::Rewind { .. } | Entry::End { .. } => false,
    };
    let number = if makes_frame { noted.frame.to_string() } else { String::new() };
    format!("{number:>5}  {}", noted.entry)
}

fn tail<G: Playable>(
    paper: &mut Paper,
    went: &Went,
    played: &Played,
    session: &Session<G>,
) -> Result<(), Failure> {
    paper.blank()?;
    paper.drawing(&G::show(session.state()))?;
    paper.blank()?;
    paper.line(PLAIN, &format!("position: {}", G::write_position(session.state())))?;
    if let Some(choice) = session.pending() {
        paper.prose(0, PLAIN, &format!("pending: {choice}"))?;
    }
    match session.result() {
        Some(scores) => paper.prose(0, PLAIN, &format!("over: {}", verdict(&scores)))?,
        None => paper.prose(0, FAINT, &format!("The game stands at frame {}.", played.frame))?,
    }
    if let Some(cut) = played.cut_off {
        paper.prose(0, OPEN, &cut.to_string())?;
    }
    if went.interrupted {
        paper.prose(0, OPEN, "Interrupted: the record goes on from here.")?;
    }
    Ok(())
}

fn entry_as_json(noted: &Noted) -> Value {
    json!({
        "entry": noted.place.entry,
        "frame": noted.frame,
        "text": noted.entry.to_string(),
    })
}

fn as_json<G: Playable>(
    header: &Header,
    went: &Went,
    played: &Played,
    session: &Session<G>,
) -> Value {
    json!({
        "game": header.game,
        "book": header.book.to_string(),
        "version": header.version,
        "players": header.players,
        "seed": header.seed.0,
        "entries": went.told,
        "interrupted": went.interrupted,
        "frame": played.frame,
        "position": G::write_position(session.state()),
        "board": G::show(session.state()),
        "pending": session.pending().map(ToString::to_string),
        "result": session.result().map(|scores| scores.as_slice().to_vec()),
        "finished": played.is_over,
        "cut_off": played.cut_off.map(|cut| cut.place.entry),
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::{env, fs, process};

    use rulebook_games::tic_tac_toe::TicTacToe;

    use super::*;

    #[test]
    fn who_interrupts_it_sees_how_far_it_came() {
        let file = env::temp_dir().join(format!("rulebook-interrupted-{}.jsonl", process::id()));
        fs::write(&file, rulebook_record::examples::tic_tac_toe()).expect("it can be written");
        let cards = || CardsFile { cards: None };
        let args =
            ReplayArgs { file: file.clone(), to: None, anyway: false, cards: cards(), json: true };
        let mut replay = record_file::replay::<TicTacToe>(&file, &cards(), OtherBooks::Refuse)
            .expect("it opens");
        let asked = Cell::new(0);
        let third_time = || asked.replace(asked.get() + 1) == 2;
        let went = go(&mut Paper::stdout(), &args, &mut replay, third_time).expect("it plays");
        let (played, header) = (replay.played(), replay.header().clone());
        let said = as_json(&header, &went, &played, replay.session());
        assert_eq!((&said["interrupted"], &said["finished"]), (&true.into(), &false.into()));
        assert_eq!(
            (said["entries"].as_array().map(Vec::len), &said["frame"]),
            (Some(2), &2.into())
        );
        let went = go(&mut Paper::stdout(), &args, &mut replay, || false).expect("it plays");
        assert!(!went.interrupted && replay.played().is_over);
        fs::remove_file(file).expect("it was there");
    }
}
