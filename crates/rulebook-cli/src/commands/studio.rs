//! `rulebook studio`: a page on this machine where one plays and sees why.

use std::env;
use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;
use rulebook_server::{ServeError, ServeOptions, Studio};
use serde_json::json;

use super::Answer;
use crate::failure::Failure;
use crate::paint::{FAINT, PLAIN, Paper, STRONG};

/// Where the studio is unless somebody says otherwise, so that links stay good.
const PORT: u16 = 7310;

const EXAMPLES: &str = "\
Examples:
  rulebook studio
      Opens the studio and prints its address.
  rulebook studio --port 0 --data matches
      Takes a free port, and keeps matches in the folder 'matches'.

Ctrl-C ends it. What was played is kept.";

/// Opens a page in which one plays any game, sees every decision and walks
/// through time (without a command, too)
///
/// It listens on this machine alone. Matches are kept in the data folder, and
/// are there again the next time.
#[derive(Debug, Default, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StudioArgs {
    /// The port; 0 takes one that is free [default: 7310, or a free one if that
    /// is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The folder in which matches are kept [default: rulebook, where this
    /// machine keeps the data of its users]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The address on which to listen. Whoever reaches a studio sees and does
    /// everything in it: 127.0.0.1, which is this machine alone, unless said
    /// otherwise
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,

    /// As JSON, for programs: the address and the folder, as an object on one
    /// line
    #[arg(long)]
    json: bool,
}

/// Serves until the program is told to end.
pub(crate) fn run(paper: &mut Paper, args: &StudioArgs) -> Result<Answer, Failure> {
    let data = args.data.clone().unwrap_or_else(|| data_folder(|name| env::var_os(name)));
    let listen = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let options = |port| ServeOptions { listen, port, ..ServeOptions::new(&data) };
    let open = |port| Studio::with_reference_games().start(options(port));
    let failed = |error: ServeError| Failure::Usage(error.to_string());
    let serving = open(args.port.unwrap_or(PORT));
    // What goes well with another port went wrong because of the port.
    let serving = match serving {
        Err(taken) if args.port.is_none() => open(0).map_err(|_same| taken),
        served => served,
    };
    let mut serving = serving.map_err(failed)?;
    serving.heed().map_err(failed)?;
    let address = format!("http://{}", serving.address());
    if args.json {
        let said = json!({ "address": address, "data": data.display().to_string() });
        paper.line(PLAIN, &said.to_string())?;
    } else {
        if args.port.is_none() && serving.address().port() != PORT {
            paper.line(FAINT, &format!("Port {PORT} is taken, so this is another one."))?;
        }
        paper.line(STRONG, &format!("The studio is open at {address}"))?;
        paper.line(PLAIN, &format!("Matches are kept in {}", data.display()))?;
        paper.line(FAINT, "Ctrl-C ends it.")?;
    }
    paper.flush()?;
    serving.wait().map_err(failed)?;
    Ok(Answer::Yes)
}

/// Where this machine keeps the data of its users.
fn data_folder(variable: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let places = [
        set("XDG_DATA_HOME"),
        set("APPDATA"),
        set("HOME").map(|home| home.join(".local").join("share")),
    ];
    places.into_iter().flatten().next().unwrap_or_default().join("rulebook")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(set: &[(&str, &str)]) -> PathBuf {
        data_folder(|asked| {
            set.iter().find(|(name, _)| *name == asked).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn matches_are_kept_where_the_machine_keeps_data() {
        assert_eq!(folder(&[("HOME", "/home/a")]), PathBuf::from("/home/a/.local/share/rulebook"));
        let both = [("XDG_DATA_HOME", "/data"), ("HOME", "/home/a")];
        assert_eq!(folder(&both), PathBuf::from("/data/rulebook"));
        assert_eq!(folder(&[("XDG_DATA_HOME", "")]), PathBuf::from("rulebook"));
    }
}
