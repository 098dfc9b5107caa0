//! `rulebook verify`: whether records are what they say.

use std::path::{Path, PathBuf};

use clap::Args;
use rulebook_games::{Playable, Visit};
use rulebook_record::{
    OtherBook, OtherBooks, Place, Played, Reader, Replay, ReplayError, ReplayOptions, Survey,
};
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::kit::CardsFile;
use crate::paint::{BAD, FAINT, GOOD, OPEN, Paper};
use crate::progress::Progress;
use crate::record_file::{diverged, is_interrupted, with_game_of};
use crate::source::{Input, Source, progress};
use crate::text::{count, cut};

const EXAMPLES: &str = "\
Examples:
  rulebook verify game.jsonl
      Whether the game comes out as recorded, digest by digest.
  rulebook verify games/*.jsonl
      Many records; a line for each.
  rulebook verify game.jsonl --json | jq '.[0].frame'
      The first frame that comes out differently.

Ctrl-C ends it, and what was verified before is told. The exit code is 1 if a
record does not come out as recorded, or was not verified to its end; 2 if a
file could not be opened, but the others are verified all the same.";

/// Verifies records: every digest, every choice, the result
///
/// The first divergence is named with its frame, what was expected, what was
/// found, and how the boards differ. A record is read piece by piece, so it
/// may be of any length.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The records: .jsonl or .rbr files; - is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    cards: CardsFile,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Verifies records.
pub(crate) fn run(paper: &mut Paper, args: &VerifyArgs) -> Result<Answer, Failure> {
    // Each is read twice: once to see how far it goes back.
    let progress = progress(&args.files, 2);
    interrupt::listen()?;
    let mut told = Vec::new();
    let mut tally = Tally::default();
    for path in &args.files {
        let verified = verify(path, &args.cards, &progress)?;
        tally.add(&verified);
        match args.json {
            true => told.push(verified.as_json(path)),
            // Of those that were not begun there is nothing to tell.
            false if verified.was_interrupted() && verified.game.is_none() => {}
            false => progress.without(|| {
                verified.tell(paper, path)?;
                Ok::<(), Failure>(paper.flush()?)
            })?,
        }
    }
    drop(progress);
    let all = args.files.len();
    match args.json {
        true => paper.raw(&format!("{:#}\n", Value::from(told)))?,
        false if tally.interrupted > 0 => {
            let done = all - tally.interrupted;
            paper.line(FAINT, &format!("Interrupted: {done} of {all} records are verified."))?;
        }
        false => {}
    }
    if tally.unopened > 0 {
        paper.flush()?;
        let files = count(all, "file", "files");
        return Err(Failure::Usage(format!(
            "{} of {files} could not be verified.",
            tally.unopened
        )));
    }
    Ok(if tally.sound == all { Answer::Yes } else { Answer::No })
}

/// How many came to what.
#[derive(Default)]
struct Tally {
    sound: usize,
    unopened: usize,
    interrupted: usize,
}

impl Tally {
    fn add(&mut self, verified: &Verified) {
        self.sound += usize::from(verified.is_sound());
        self.unopened += usize::from(matches!(verified.came_to, Err(Trouble::Unopened(_))));
        self.interrupted += usize::from(verified.was_interrupted());
    }
}

/// What came of verifying a record.
struct Verified {
    /// Which game it is of, if that can be read.
    game: Option<String>,
    came_to: Result<Played, Trouble>,
}

/// What is wrong with a record.
enum Trouble {
    Replay(ReplayError),
    /// It was made with another version of the book; what to do about it, and
    /// what came of trying it all the same.
    OtherBook(Box<OtherBook>, &'static str, Tried),
    /// It was made with another version of the book, and cannot even begin with
    /// this one.
    OtherStart(String),
    /// In a sentence.
    Said(String),
    /// It could not even be tried: there is no such file, or no such cards.
    Unopened(String),
    /// Somebody asked to stop before its end.
    Interrupted,
}

/// What came of trying a record with another book than its own.
enum Tried {
    /// It comes out the same to its end.
    ToItsEnd,
    /// It does up to there.
    UpTo(ReplayError),
}

/// Verifies a record, unless somebody has asked to stop.
fn verify(path: &Path, cards: &CardsFile, progress: &Progress) -> Result<Verified, Failure> {
    let mut game = None;
    let came_to = match interrupt::is_asked() {
        true => Ok(Err(Trouble::Interrupted)),
        false => came_to(path, cards, progress, &mut game),
    };
    let came_to = match came_to {
        Err(Failure::Record { error, .. }) => Err(Trouble::Said(error)),
        Err(Failure::Usage(why)) => Err(Trouble::Unopened(why)),
        came_to => came_to?,
    };
    Ok(Verified { game, came_to: came_to.map_err(|trouble| trouble.unless(interrupt::is_asked())) })
}

/// What a record comes to; and of which game it is, once that is read.
fn came_to(
    path: &Path,
    cards: &CardsFile,
    progress: &Progress,
    game: &mut Option<String>,
) -> Result<Result<Played, Trouble>, Failure> {
    let source = Source::open(path)?;
    let reader = match Reader::open(source.input(Some(progress))) {
        Err(error) => return Ok(Err(Trouble::Replay(error.into()))),
        Ok(reader) => reader,
    };
    let name = game.insert(reader.header().game.clone()).clone();
    let place = Place::header(reader.form());
    // Damage is told by whoever plays it, unless something else comes before it.
    let (survey, _) = Survey::as_far_as_it_goes(reader);
    let again = source.input(Some(progress));
    with_game_of(path, (&name, place), Again { again, survey, cards })
}

struct Again<'p> {
    again: Input<'p>,
    survey: Survey,
    cards: &'p CardsFile,
}

impl Visit for Again<'_> {
    type Out = Result<Result<Played, Trouble>, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let history = Some(self.survey.history());
        let options = ReplayOptions { books: OtherBooks::Try, history, ..ReplayOptions::default() };
        let kit = self.cards.kit::<G>()?;
        let replay = Replay::open_from(&kit.book, kit.setup, self.again, options);
        let mut replay = match replay {
            Err(error @ ReplayError::OtherStart { .. }) => {
                return Ok(Err(Trouble::OtherStart(self.cards.told(&error))));
            }
            Err(error) => return Ok(Err(Trouble::Replay(error))),
            Ok(replay) => replay,
        };
        let played = replay.run();
        let Some(other) = replay.other_book().cloned() else {
            return Ok(played.map_err(Trouble::Replay));
        };
        let advice = self.cards.advice(&other);
        let tried = played.err().map_or(Tried::ToItsEnd, Tried::UpTo);
        Ok(Err(Trouble::OtherBook(Box::new(other), advice, tried)))
    }
}

impl Verified {
    fn is_sound(&self) -> bool {
        self.came_to.as_ref().is_ok_and(|played| played.cut_off.is_none())
    }

    fn was_interrupted(&self) -> bool {
        matches!(self.came_to, Err(Trouble::Interrupted))
    }

    fn tell(&self, paper: &mut Paper, path: &Path) -> Result<(), Failure> {
        let file = path.display();
        match &self.came_to {
            Ok(played) => {
                let game = self.game.as_deref().unwrap_or_default();
                let end = if played.is_over { "finished" } else { "not finished" };
                let frames = count(played.frame as usize, "frame", "frames");
                let said = format!("{file}: {game}, {frames}, {end}");
                match played.cut_off {
                    None => paper.item(0, "✓", GOOD, &said)?,
                    Some(cut) => paper.item(0, "✗", OPEN, &format!("{said}. {cut}"))?,
                }
            }
            Err(trouble) => {
                let said = trouble.in_words();
                let (first, rest) = said.split_once('\n').unwrap_or((&said, ""));
                let style = if self.was_interrupted() { OPEN } else { BAD };
                paper.item(0, "✗", style, &format!("{file}: {}", cut(first)))?;
                for line in rest.lines() {
                    paper.line(style, &format!("  {}", cut(line)))?;
                }
            }
        }
        Ok(())
    }

    fn as_json(&self, path: &Path) -> Value {
        let mut said = json!({
            "file": path.display().to_string(),
            "game": self.game,
            "sound": self.is_sound(),
            "interrupted": self.was_interrupted(),
        });
        let rest = match &self.came_to {
            Ok(played) => json!({
                "entries": played.entries,
                "frames": played.frame,
                "finished": played.is_over,
                "cut_off": played.cut_off.map(|cut| cut.place.entry),
            }),
            Err(trouble) => trouble.as_json(),
        };
        if let (Some(said), Value::Object(rest)) = (said.as_object_mut(), rest) {
            said.extend(rest);
        }
        said
    }
}

impl Trouble {
    /// A file that is not read to its end because somebody asked to stop is not
    /// to blame.
    fn unless(self, is_asked: bool) -> Trouble {
        match self {
            Trouble::Replay(error) | Trouble::OtherBook(_, _, Tried::UpTo(error))
                if is_interrupted(&error, is_asked) =>
            {
                Trouble::Interrupted
            }
            trouble => trouble,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Trouble::Replay(error) => error.to_string(),
            Trouble::OtherBook(other, _, Tried::ToItsEnd) => {
                format!("{} It does, to its end.", ReplayError::OtherBook(other.clone()))
            }
            Trouble::OtherBook(other, advice, Tried::UpTo(error)) => {
                format!("{}{advice}\n{error}", ReplayError::OtherBook(other.clone()))
            }
            Trouble::OtherStart(why) | Trouble::Said(why) | Trouble::Unopened(why) => why.clone(),
            Trouble::Interrupted => "interrupted, and not verified to its end.".to_owned(),
        }
    }

    fn as_json(&self) -> Value {
        let replay = match self {
            Trouble::Replay(error) | Trouble::OtherBook(_, _, Tried::UpTo(error)) => Some(error),
            Trouble::OtherBook(..)
            | Trouble::OtherStart(_)
            | Trouble::Said(_)
            | Trouble::Unopened(_)
            | Trouble::Interrupted => None,
        };
        let mut said = json!({
            "error": self.in_words(),
            "other_book": matches!(self, Trouble::OtherBook(..) | Trouble::OtherStart(_)),
            "entry": self.entry(),
        });
        if let Some(ReplayError::Diverged(divergence)) = replay
            && let Some(said) = said.as_object_mut()
        {
            said.extend(diverged(divergence));
        }
        said
    }

    /// At which entry, by number; the header is 1.
    fn entry(&self) -> Option<u64> {
        match self {
            Trouble::Replay(error) | Trouble::OtherBook(_, _, Tried::UpTo(error)) => {
                error.place().map(|place| place.entry)
            }
            // What a header says is all that can be wrong here.
            Trouble::OtherBook(..) | Trouble::OtherStart(_) | Trouble::Said(_) => Some(1),
            Trouble::Unopened(_) | Trouble::Interrupted => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::*;

    /// A file that breaks off.
    struct Breaks;

    impl Read for Breaks {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("interrupted"))
        }
    }

    #[test]
    fn a_file_that_is_not_read_to_its_end_on_request_is_not_to_blame() {
        let trouble = || match Reader::open(BufReader::new(Breaks)) {
            Err(error) => Trouble::Replay(error.into()),
            Ok(_) => panic!("it cannot be read"),
        };
        let verified = |is_asked| Verified { game: None, came_to: Err(trouble().unless(is_asked)) };
        let said = verified(true).as_json(Path::new("a.jsonl"));
        assert_eq!((&said["interrupted"], &said["sound"]), (&true.into(), &false.into()));
        assert_eq!(said["error"], "interrupted, and not verified to its end.");
        assert_eq!(verified(false).as_json(Path::new("a.jsonl"))["interrupted"], false);
    }

    #[test]
    fn a_record_that_is_wrong_stays_so_also_if_somebody_asks_to_stop() {
        let error = Reader::open(&b"1. e4 e5 *\n"[..]).map(drop).unwrap_err();
        let trouble = Trouble::Replay(error.into()).unless(true);
        assert!(trouble.in_words().contains("no record"), "{}", trouble.in_words());
    }
}
