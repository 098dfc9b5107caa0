//! `rulebook verify`: whether records are what they say.

use std::path::{Path, PathBuf};

use clap::Args;
use rulebook_games::{Playable, Visit};
use rulebook_record::{
    OtherBook, OtherBooks, Played, Reader, Replay, ReplayError, ReplayOptions, Survey,
};
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::kit::CardsFile;
use crate::paint::{BAD, GOOD, OPEN, Paper};
use crate::progress::Progress;
use crate::record_file::{Input, open, progress, with_game_of};
use crate::text::count;

const EXAMPLES: &str = "\
Examples:
  rulebook verify game.jsonl
      Whether the game comes out as recorded, digest by digest.
  rulebook verify games/*.jsonl
      Many records; a line for each.
  rulebook verify game.jsonl --json | jq '.[0].frame'
      The first frame that comes out differently.

Ctrl-C ends it, and what was verified before is told. The exit code is 1 if a
record does not come out as recorded, or was not verified to its end.";

/// Verifies records: every digest, every choice, the result
///
/// The first divergence is named with its frame, what was expected, what was
/// found, and how the boards differ. A record is read piece by piece, so it
/// may be of any length.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The records: .jsonl or .rbr files
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
    let mut all = Vec::new();
    let mut answer = Answer::Yes;
    for path in &args.files {
        if interrupt::is_asked() {
            answer = Answer::No;
            break;
        }
        let verified = verify(path, &args.cards, &progress)?;
        if !verified.is_sound() {
            answer = Answer::No;
        }
        match args.json {
            true => all.push(verified.as_json(path)),
            false => progress.without(|| {
                verified.tell(paper, path)?;
                Ok::<(), Failure>(paper.flush()?)
            })?,
        }
    }
    drop(progress);
    if args.json {
        paper.raw(&format!("{:#}\n", Value::from(all)))?;
    }
    Ok(answer)
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
    /// In a sentence.
    Said(String),
}

/// What came of trying a record with another book than its own.
enum Tried {
    /// It cannot even begin.
    NotAtAll,
    /// It comes out the same to its end.
    ToItsEnd,
    /// It does up to there.
    UpTo(ReplayError),
}

fn verify(path: &Path, cards: &CardsFile, progress: &Progress) -> Result<Verified, Failure> {
    let mut game = None;
    let came_to = match Reader::open(open(path, Some(progress))?) {
        Err(error) => Err(Trouble::Replay(error.into())),
        Ok(reader) => {
            let name = reader.header().game.clone();
            game = Some(name.clone());
            match Survey::of(reader) {
                Err(error) => Err(Trouble::Replay(error.into())),
                Ok(survey) => {
                    let again = open(path, Some(progress))?;
                    match with_game_of(path, &name, Again { again, survey, cards }) {
                        Err(Failure::Record { error, .. }) => Err(Trouble::Said(error)),
                        came_to => came_to?,
                    }
                }
            }
        }
    };
    Ok(Verified { game, came_to })
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
            Err(ReplayError::OtherBook(other)) => {
                let advice = self.cards.advice(&other);
                return Ok(Err(Trouble::OtherBook(other, advice, Tried::NotAtAll)));
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
                paper.item(0, "✗", BAD, &format!("{file}: {first}"))?;
                for line in rest.lines() {
                    paper.line(BAD, &format!("  {line}"))?;
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
    fn in_words(&self) -> String {
        match self {
            Trouble::Replay(error) => error.to_string(),
            Trouble::OtherBook(other, _, Tried::ToItsEnd) => {
                format!("{other} It does, to its end.")
            }
            Trouble::OtherBook(other, advice, Tried::NotAtAll) => format!("{other}{advice}"),
            Trouble::OtherBook(other, advice, Tried::UpTo(error)) => {
                format!("{other}{advice}\n{error}")
            }
            Trouble::Said(error) => error.clone(),
        }
    }

    fn as_json(&self) -> Value {
        let replay = match self {
            Trouble::Replay(error) | Trouble::OtherBook(_, _, Tried::UpTo(error)) => Some(error),
            Trouble::OtherBook(..) | Trouble::Said(_) => None,
        };
        let mut said = json!({
            "error": self.in_words(),
            "other_book": matches!(self, Trouble::OtherBook(..)),
            "entry": replay.and_then(|error| error.place()).map(|place| place.entry),
        });
        if let Some(ReplayError::Diverged(divergence)) = replay {
            said["frame"] = divergence.frame.into();
            said["expected"] = divergence.expected.to_string().into();
            said["found"] = divergence.found.to_string().into();
            said["diff"] = divergence.diff.as_ref().map(|diff| diff.to_string()).into();
        }
        said
    }
}
