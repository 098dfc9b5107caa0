//! `rulebook verify`: whether records are what they say.

use std::path::{Path, PathBuf};

use clap::Args;
use rulebook_games::{Playable, Visit};
use rulebook_record::{OtherBooks, Played, Reader, Replay, ReplayError, ReplayOptions, Survey};
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;
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

The exit code is 1 if one of them does not.";

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

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Verifies records.
pub(crate) fn run(paper: &mut Paper, args: &VerifyArgs) -> Result<Answer, Failure> {
    // Each is read twice: once to see how far it goes back.
    let progress = progress(&args.files, 2);
    let mut all = Vec::new();
    let mut answer = Answer::Yes;
    for path in &args.files {
        let verified = verify(path, &progress)?;
        if !verified.is_sound() {
            answer = Answer::No;
        }
        match args.json {
            true => all.push(verified.as_json(path)),
            false => verified.tell(paper, path)?,
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
    /// It was made with another version of the book; what came of trying it all
    /// the same.
    OtherBook(Box<rulebook_record::OtherBook>, Option<ReplayError>),
    /// In a sentence.
    Said(String),
}

fn verify(path: &Path, progress: &Progress) -> Result<Verified, Failure> {
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
                    match with_game_of(path, &name, Again { again, survey }) {
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
}

impl Visit for Again<'_> {
    type Out = Result<Result<Played, Trouble>, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let history = Some(self.survey.history());
        let options = ReplayOptions { books: OtherBooks::Try, history, ..ReplayOptions::default() };
        let replay = Replay::<G, _>::open_with(&G::book(), self.again, options);
        let (other, played) = match replay {
            Err(error) => (None, Err(error)),
            Ok(mut replay) => {
                let played = replay.run();
                (replay.other_book().cloned(), played)
            }
        };
        Ok(match (other, played) {
            (None, played) => played.map_err(Trouble::Replay),
            (Some(other), played) => Err(Trouble::OtherBook(Box::new(other), played.err())),
        })
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
            Trouble::OtherBook(other, None) => format!("{other} It does, to its end."),
            Trouble::OtherBook(other, Some(error)) => format!("{other}\n{error}"),
            Trouble::Said(error) => error.clone(),
        }
    }

    fn as_json(&self) -> Value {
        let replay = match self {
            Trouble::Replay(error) | Trouble::OtherBook(_, Some(error)) => Some(error),
            Trouble::OtherBook(_, None) | Trouble::Said(_) => None,
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
