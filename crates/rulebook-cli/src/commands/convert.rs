//! `rulebook convert`: a record in another form.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rulebook_games::Playable;
use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::{Chess, chess960::Chess960};
use rulebook_record::{
    CutOff, ExportError, Form, Header, OtherBooks, Reader, ReplayError, WriteError, Writer, mat,
    pgn,
};
use serde_json::json;

use super::Answer;
use crate::failure::Failure;
use crate::kit::CardsFile;
use crate::paint::{OPEN, PLAIN, Paper};
use crate::record_file::{bad, open, stopped, stopped_so};
use crate::source::Source;
use crate::text::count;
use crate::whole_file::{STDOUT, WholeFile};
use crate::{interrupt, whole_file};

const EXAMPLES: &str = "\
Examples:
  rulebook convert game.jsonl game.rbr
      From lines that people read to the compact form; nothing is lost.
  rulebook convert game.rbr game.jsonl
      And back: the same to the byte.
  rulebook convert game.jsonl game.pgn --players Ann,Ben
      A game of chess or chess960 for other chess programs, with names in the
      place of those in the record.
  rulebook convert match.jsonl match.mat
      A game or match of backgammon for GNU Backgammon and others.
  rulebook convert game.rbr - | grep resign
      To the standard output: as lines, unless --as says otherwise.

The exit code is 1 if the record is damaged or cut off.";

/// Writes a record in another form: by the end of the name, .jsonl, .rbr, .pgn
/// or .mat
///
/// A file that is there already is left as it is, unless --force replaces it
/// once the new one is whole: with the permissions of the old one, and behind a
/// link if it is one. Pipes and devices are written straight.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// The record: a .jsonl or .rbr file; - is the standard input
    #[arg(value_name = "IN")]
    from: PathBuf,

    /// What to write: a .jsonl, .rbr, .pgn or .mat file; - is the standard output,
    /// and what is said of it goes to the standard error then
    #[arg(value_name = "OUT")]
    to: PathBuf,

    /// What to write, whatever the name ends with
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Written>,

    /// What the players are called, seat by seat, in a .pgn or .mat file; without
    /// it, as the record says
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    players: Vec<String>,

    /// Replaces the file if it is there already
    #[arg(long)]
    force: bool,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// What a record is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Written {
    /// Lines that people read
    Jsonl,
    /// The compact form
    Rbr,
    /// A game of chess for other programs
    Pgn,
    /// A game of backgammon for other programs
    Mat,
}

impl Written {
    /// What the name of a file says.
    fn of(path: &Path) -> Option<Written> {
        match end_of(path).as_deref() {
            Some("pgn") => Some(Written::Pgn),
            Some("mat") => Some(Written::Mat),
            _ if path == Path::new(STDOUT) => Some(Written::Jsonl),
            _ => Form::of_path(path).map(|form| match form {
                Form::Lines => Written::Jsonl,
                Form::Compact => Written::Rbr,
            }),
        }
    }

    fn is_record(self) -> bool {
        matches!(self, Written::Jsonl | Written::Rbr)
    }
}

/// Converts a record.
pub(crate) fn run(paper: &mut Paper, args: &ConvertArgs) -> Result<Answer, Failure> {
    is_read(&args.from)?;
    if args.to.is_dir() {
        return Err(whole_file::cannot(&args.to, &io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let into = args.form.or_else(|| Written::of(&args.to)).ok_or_else(|| {
        Failure::Usage(format!(
            "the name {} does not say what to write: end it with .jsonl, .rbr, .pgn or .mat, or \
             say it with --as.",
            args.to.display()
        ))
    })?;
    can_be_written(args, into, paper)?;
    let from = Source::open(&args.from)?;
    let converted = match into {
        Written::Jsonl => convert(&from, &args.to, Form::Lines),
        Written::Rbr => convert(&from, &args.to, Form::Compact),
        Written::Pgn => export_pgn(&from, args),
        Written::Mat => export::<Backgammon>(&from, args, mat),
    };
    let (entries, cut) = converted.map_err(|failure| match failure {
        Failure::Record { file, .. } if interrupt::is_asked() => {
            bad(&file, &"interrupted, and nothing was written.")
        }
        failure => failure,
    })?;
    let mut aside = (args.to == Path::new(STDOUT)).then(Paper::stderr);
    tell(aside.as_mut().unwrap_or(paper), args, entries, cut)?;
    Ok(if cut.is_some() { Answer::No } else { Answer::Yes })
}

/// Says what was written. Of what went to the standard output there is nothing to
/// say, unless it is cut off.
fn tell(
    paper: &mut Paper,
    args: &ConvertArgs,
    entries: u64,
    cut: Option<CutOff>,
) -> Result<(), Failure> {
    if args.json {
        let cut = cut.map(|cut| cut.place.entry);
        let said = json!({ "file": args.to, "entries": entries, "cut_off": cut });
        paper.raw(&format!("{said:#}\n"))?;
        return Ok(());
    }
    if args.to != Path::new(STDOUT) {
        let entries = count(entries as usize, "entry", "entries");
        paper.line(PLAIN, &format!("{}: {entries}", args.to.display()))?;
    }
    if let Some(cut) = cut {
        paper.prose(0, OPEN, &format!("{}: {cut}", args.from.display()))?;
    }
    Ok(())
}

/// Whether it may be written there.
fn can_be_written(args: &ConvertArgs, into: Written, paper: &Paper) -> Result<(), Failure> {
    let (to, shown) = (&args.to, args.to.display());
    if into.is_record() && !args.players.is_empty() {
        let how = "the players of a record stay what they are: --players is for .pgn and .mat.";
        return Err(Failure::Usage(how.to_owned()));
    }
    if to == Path::new(STDOUT) {
        return match into == Written::Rbr && paper.is_terminal() {
            true => Err(Failure::Usage(
                "the compact form is no text for a terminal: name a file, or pipe it elsewhere."
                    .to_owned(),
            )),
            false => Ok(()),
        };
    }
    if !args.force && to.exists() && !whole_file::is_stream(to) {
        return Err(Failure::Usage(format!(
            "the file {shown} is there already, and is left as it is: name another one, or add \
             --force to replace it."
        )));
    }
    whole_file::clear_parts_of(to).map(drop).map_err(|error| whole_file::cannot(to, &error))
}

/// The file that is written, or the standard output.
fn create(to: &Path) -> Result<WholeFile, Failure> {
    if to == Path::new(STDOUT) { Ok(WholeFile::stdout()) } else { WholeFile::create(to) }
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
    let cannot = |error: WriteError| match error {
        WriteError::Io(error) => whole_file::unwritten(to, error),
        error => whole_file::cannot(to, &error),
    };
    let mut writer = Writer::begin(create(to)?, form, reader.header()).map_err(cannot)?;
    while let Some(noted) = reader.next_entry().map_err(damaged)? {
        writer.write(&noted.entry).map_err(cannot)?;
    }
    is_meant(from, reader.cut_off())?;
    writer.into_inner().finish()?;
    Ok((reader.entries(), reader.cut_off()))
}

fn export_pgn(from: &Source, args: &ConvertArgs) -> Result<Converted, Failure> {
    if from.header()?.game == Chess960::NAME {
        export::<Chess960>(from, args, pgn)
    } else {
        export::<Chess>(from, args, pgn)
    }
}

/// Into the notation of the game's own world, which needs the game played.
fn export<G: Playable>(
    from: &Source,
    args: &ConvertArgs,
    write: impl FnOnce(&Header, &rulebook::Session<G>) -> Result<String, ExportError>,
) -> Result<Converted, Failure> {
    is_of::<G>(from)?;
    let named = args.players.len();
    if named > G::SEATS {
        let seats = G::SEATS;
        return Err(Failure::Usage(format!(
            "there are {seats} seats, but --players names {named}."
        )));
    }
    interrupt::listen()?;
    let progress = from.progress(1);
    let cards = CardsFile { cards: None };
    let opened = open::<G>(from, &cards, OtherBooks::Refuse, Some(&progress))?;
    let mut replay = opened.map_err(|error| unplayed::<G>(from, &error))?;
    let played = replay.run().map_err(|error| stopped(from.path(), &error))?;
    is_meant(from, played.cut_off)?;
    let mut header = replay.header().clone();
    if named > 0 {
        header.players.clone_from(&args.players);
    }
    let text = write(&header, replay.session());
    create(&args.to)?.fill(&text.map_err(|error| bad(from.path(), &error))?)?;
    Ok((played.entries, played.cut_off))
}

/// Why the game of a record cannot be played, and what can be done with it.
fn unplayed<G: Playable>(from: &Source, error: &ReplayError) -> Failure {
    let ReplayError::OtherBook(other) = error else { return stopped(from.path(), error) };
    let (place, difference, file) = (other.place, other.difference(), from.path().display());
    let said = format!(
        "{place}: the record was made with another version of the book: {difference}. A .{} file \
         is written by playing the game, and only its own book plays it for certain. It can be \
         converted to .jsonl or .rbr, and 'rulebook replay {file} --anyway' plays it as far as it \
         comes out the same.",
        end_for::<G>()
    );
    stopped_so(from.path(), error, said)
}

/// Whether what comes last is the end: Ctrl-C also ends whoever writes a record
/// into a pipe, and what there is of it by then is not what somebody wants.
fn is_meant(from: &Source, cut: Option<CutOff>) -> Result<(), Failure> {
    match cut.filter(|_| interrupt::is_asked()) {
        Some(cut) => Err(bad(from.path(), &cut)),
        None => Ok(()),
    }
}

/// How the name of a file in the game's own notation ends.
fn end_for<G: Playable>() -> &'static str {
    if G::NAME == Backgammon::NAME { "mat" } else { "pgn" }
}

/// Whether the notation is one for the game.
fn is_of<G: Playable>(from: &Source) -> Result<(), Failure> {
    let game = from.header()?.game;
    if game == G::NAME {
        return Ok(());
    }
    let end = end_for::<G>();
    Err(Failure::Usage(format!(
        "a .{end} file is for {}, and {} is a record of {game}.",
        G::NAME,
        from.path().display()
    )))
}
