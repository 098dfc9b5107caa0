//! `rulebook replay`: a record, played again.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::Session;
use rulebook_games::{Playable, Visit};
use rulebook_record::{Entry, Header, Making, Noted, OtherBooks, Played, Replay};
use serde_json::{Value, json};

use super::Answer;
use crate::args::frame;
use crate::failure::Failure;
use crate::interrupt;
use crate::kit::CardsFile;
use crate::paint::{FAINT, OPEN, PLAIN, Paper, STRONG};
use crate::progress::Progress;
use crate::record_file::{self, is_interrupted, making, stopped, with_game_of};
use crate::source::{Input, Source};
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
    /// The record: a .jsonl or .rbr file; - is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Only up to this frame; 0 is the start
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frame)]
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
    let source = Source::open(&args.file)?;
    let (game, place) = source.game()?;
    with_game_of(&args.file, (&game, place), Again { paper, args, source })
}

struct Again<'a> {
    paper: &'a mut Paper,
    args: &'a ReplayArgs,
    source: Source,
}

impl Visit for Again<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Again { paper, args, source } = self;
        let books = if args.anyway { OtherBooks::Try } else { OtherBooks::Refuse };
        let progress = source.progress(if args.to.is_some() { 2 } else { 1 });
        interrupt::listen()?;
        let mut replay = record_file::replay::<G>(&source, &args.cards, books, Some(&progress))?;
        let ends = Ends::of(&source, args.to, &progress)?;
        if !args.json {
            head(paper, &replay)?;
        }
        let tells = if args.json { None } else { Some((&mut *paper, &progress)) };
        let went = go(&args.file, &mut replay, ends, tells, interrupt::is_asked)?;
        let played = replay.played();
        let header = replay.header().clone();
        let session = replay.into_session();
        drop(progress);
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

/// Where it is to end: after an entry, and after so many actions of the next one.
#[derive(Clone, Copy)]
struct Ends {
    entry: u64,
    within: Option<usize>,
}

impl Ends {
    /// After the frame of that number, or with the record.
    fn of(source: &Source, frame: Option<u64>, progress: &Progress) -> Result<Ends, Failure> {
        Ok(match frame {
            None => Ends { entry: u64::MAX, within: None },
            Some(0) => Ends { entry: 1, within: None },
            Some(frame) => match making(source, frame, progress)? {
                Making { ends, nth: Some(nth), .. } => {
                    Ends { entry: ends - 1, within: Some(nth + 1) }
                }
                Making { ends, nth: None, .. } => Ends { entry: ends, within: None },
            },
        })
    }
}

/// Plays it as far as it is wanted, or until somebody asks to stop; with a line
/// for each entry, if it is told to people.
fn go<G: Playable>(
    path: &Path,
    replay: &mut Replay<G, Input<'_>>,
    ends: Ends,
    mut tells: Option<(&mut Paper, &Progress)>,
    is_asked: impl Fn() -> bool,
) -> Result<Went, Failure> {
    let mut told = Vec::new();
    while replay.played().entries < ends.entry {
        if is_asked() {
            return Ok(Went { told, interrupted: true });
        }
        let noted = match replay.step() {
            Ok(Some(noted)) => noted,
            Ok(None) => break,
            Err(error) if is_interrupted(&error, is_asked()) => {
                return Ok(Went { told, interrupted: true });
            }
            Err(error) => return Err(stopped(path, &error)),
        };
        match &mut tells {
            None => told.push(entry_as_json(&noted)),
            Some((paper, progress)) => tell(paper, progress, &line(&noted))?,
        }
    }
    if let Some(actions) = ends.within {
        replay.step_within(actions).map_err(|error| stopped(path, &error))?;
    }
    Ok(Went { told, interrupted: false })
}

/// A line, above the bar if both are on the terminal.
fn tell(paper: &mut Paper, progress: &Progress, line: &str) -> io::Result<()> {
    if !paper.is_terminal() {
        return paper.line(PLAIN, line);
    }
    progress.without(|| {
        paper.line(PLAIN, line)?;
        paper.flush()
    })
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
        // As text, as in a record: many readers of JSON would round it.
        "seed": header.seed.0.to_string(),
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
        let source = Source::open(&file).expect("it is there");
        let cards = CardsFile { cards: None };
        let replay = record_file::replay::<TicTacToe>(&source, &cards, OtherBooks::Refuse, None);
        let mut replay = replay.expect("it opens");
        let asked = Cell::new(0);
        let third_time = || asked.replace(asked.get() + 1) == 2;
        let ends = Ends::of(&source, None, &source.progress(1)).expect("it has an end");
        let went = go(&file, &mut replay, ends, None, third_time).expect("it plays");
        let (played, header) = (replay.played(), replay.header().clone());
        let said = as_json(&header, &went, &played, replay.session());
        assert_eq!((&said["interrupted"], &said["finished"]), (&true.into(), &false.into()));
        assert_eq!(
            (said["entries"].as_array().map(Vec::len), &said["frame"]),
            (Some(2), &2.into())
        );
        let went = go(&file, &mut replay, ends, None, || false).expect("it plays");
        assert!(!went.interrupted && replay.played().is_over);
        fs::remove_file(file).expect("it was there");
    }
}
