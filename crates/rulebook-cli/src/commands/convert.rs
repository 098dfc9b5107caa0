//! `rulebook convert`: a record in another form.

use std::path::{Path, PathBuf};

use clap::Args;
use rulebook_games::Playable;
use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::{Chess, chess960::Chess960};
use rulebook_record::{CutOff, ExportError, Form, Header, OtherBooks, Reader, Writer, mat, pgn};
use serde_json::json;

use super::Answer;
use crate::failure::Failure;
use crate::kit::CardsFile;
use crate::paint::{OPEN, PLAIN, Paper};
use crate::record_file::{bad, replay};
use crate::source::Source;
use crate::text::count;
use crate::whole_file::WholeFile;
use crate::{interrupt, whole_file};

const EXAMPLES: &str = "\
Examples:
  rulebook convert game.jsonl game.rbr
      From lines that people read to the compact form; nothing is lost.
  rulebook convert game.rbr game.jsonl
      And back: the same to the byte.
  rulebook convert game.jsonl game.pgn
      A game of chess or chess960 for other chess programs.
  rulebook convert match.jsonl match.mat
      A game or match of backgammon for GNU Backgammon and others.

The exit code is 1 if the record is damaged or cut off.";

/// Writes a record in another form: by the end of the name, .jsonl, .rbr, .pgn
/// or .mat
///
/// A file that is there already is left as it is, unless --force replaces it
/// once the new one is whole.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// The record: a .jsonl or .rbr file; - is the standard input
    #[arg(value_name = "IN")]
    from: PathBuf,

    /// What to write: a .jsonl, .rbr, .pgn or .mat file
    #[arg(value_name = "OUT")]
    to: PathBuf,

    /// Replaces the file if it is there already
    #[arg(long)]
    force: bool,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Converts a record.
pub(crate) fn run(paper: &mut Paper, args: &ConvertArgs) -> Result<Answer, Failure> {
    is_read(&args.from)?;
    if !args.force && args.to.exists() {
        return Err(Failure::Usage(format!(
            "the file {} is there already, and is left as it is: name another one, or add --force \
             to replace it.",
            args.to.display()
        )));
    }
    let (end, form) = (end_of(&args.to), Form::of_path(&args.to));
    if form.is_none() && !matches!(end.as_deref(), Some("pgn" | "mat")) {
        return Err(Failure::Usage(format!(
            "the name {} does not say what to write: end it with .jsonl, .rbr, .pgn or .mat.",
            args.to.display()
        )));
    }
    let from = Source::open(&args.from)?;
    let (entries, cut) = match (form, end.as_deref()) {
        (Some(form), _) => convert(&from, &args.to, form)?,
        (None, Some("pgn")) => export_pgn(&from, &args.to)?,
        (None, _) => export::<Backgammon>(&from, &args.to, mat)?,
    };
    if args.json {
        let cut = cut.map(|cut| cut.place.entry);
        let said = json!({ "file": args.to, "entries": entries, "cut_off": cut });
        paper.raw(&format!("{said:#}\n"))?;
    } else {
        let entries = count(entries as usize, "entry", "entries");
        paper.line(PLAIN, &format!("{}: {entries}", args.to.display()))?;
        if let Some(cut) = cut {
            paper.prose(0, OPEN, &format!("{}: {cut}", args.from.display()))?;
        }
    }
    Ok(if cut.is_some() { Answer::No } else { Answer::Yes })
}

/// How the name of a file ends.
fn end_of(path: &Path) -> Option<String> {
    path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase)
}

/// The notations of other worlds say less than a record: they are written, and
/// not read.
fn is_read(from: &Path) -> Result<(), Failure> {
    match end_of(from).as_deref() {
        Some(end @ ("pgn" | "mat" | "uci" | "san" | "fen" | "epd")) => {
            Err(Failure::Usage(format!(
                "a .{end} file is no record, so {} cannot be converted: name a .jsonl or .rbr \
                 file. Games can be written as .pgn and .mat, but not be read from them.",
                from.display()
            )))
        }
        _ => Ok(()),
    }
}

type Converted = (u64, Option<CutOff>);

/// From one form to the other, entry by entry.
fn convert(from: &Source, to: &Path, form: Form) -> Result<Converted, Failure> {
    let progress = from.progress(1);
    let damaged = |error| bad(from.path(), &error);
    let mut reader = Reader::open(from.input(Some(&progress))).map_err(damaged)?;
    interrupt::listen()?;
    let cannot = |error: &dyn ToString| whole_file::cannot(to, error);
    let file = WholeFile::create(to)?;
    let mut writer = Writer::begin(file, form, reader.header()).map_err(|error| cannot(&error))?;
    while let Some(noted) = reader.next_entry().map_err(damaged)? {
        writer.write(&noted.entry).map_err(|error| cannot(&error))?;
    }
    writer.into_inner().finish()?;
    Ok((reader.entries(), reader.cut_off()))
}

fn export_pgn(from: &Source, to: &Path) -> Result<Converted, Failure> {
    if from.header()?.game == Chess960::NAME {
        export::<Chess960>(from, to, pgn)
    } else {
        export::<Chess>(from, to, pgn)
    }
}

/// Into the notation of the game's own world, which needs the game played.
fn export<G: Playable>(
    from: &Source,
    to: &Path,
    write: impl FnOnce(&Header, &rulebook::Session<G>) -> Result<String, ExportError>,
) -> Result<Converted, Failure> {
    is_of::<G>(from, to)?;
    let progress = from.progress(1);
    let cards = CardsFile { cards: None };
    let mut replay = replay::<G>(from, &cards, OtherBooks::Refuse, Some(&progress))?;
    let played = replay.run().map_err(|error| bad(from.path(), &error))?;
    let text = write(replay.header(), replay.session());
    whole_file::write(to, &text.map_err(|error| bad(from.path(), &error))?)?;
    Ok((played.entries, played.cut_off))
}

/// Whether the notation is one for the game.
fn is_of<G: Playable>(from: &Source, to: &Path) -> Result<(), Failure> {
    let game = from.header()?.game;
    if game == G::NAME {
        return Ok(());
    }
    let end = to.extension().and_then(|end| end.to_str()).unwrap_or_default();
    Err(Failure::Usage(format!(
        "a .{end} file is for {}, and {} is a record of {game}.",
        G::NAME,
        from.path().display()
    )))
}
