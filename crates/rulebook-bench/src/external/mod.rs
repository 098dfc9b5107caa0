//! Peers that are not Rust: each lives in a process of its own, which is asked
//! over a pipe and reads its own CPU clock.
//!
//! `cargo xtask peers` installs them below `target/peers`; `RULEBOOK_PEERS`
//! names another folder. One that is not there at the version that the table
//! names is missing, and named as missing. So is one that is there and does not
//! work: each is tried out once, before the first row that it takes part in.

mod boardgame;
mod complaint;
mod process;
mod python;
mod zen;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

pub(crate) use boardgame::{Node, leaves as chess_js_leaves};
pub(crate) use process::Process;
pub(crate) use python::{Python, leaves as python_chess_leaves};
pub(crate) use zen::{Traced, Zen};

use crate::measure::race::{Contestant, Key, Missing, Race};
use crate::peers::Peer;

/// Why somebody is not there.
pub(crate) type Why = String;

const NOT_INSTALLED: &str = "it is not installed at this version: run `cargo xtask peers`";

/// The folder that holds everyone who was installed.
pub(crate) fn peers() -> PathBuf {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/peers"));
    std::env::var_os("RULEBOOK_PEERS").map_or_else(default, PathBuf::from)
}

/// The folder of Python's packages, if this one is there at its version.
fn python_folder(peer: Peer) -> Result<PathBuf, Why> {
    let folder = peers().join("python");
    let installed = folder.join(format!("{}-{}.dist-info", peer.name, peer.version));
    if installed.is_dir() { Ok(folder) } else { Err(NOT_INSTALLED.to_owned()) }
}

/// The folder of Node's packages, if this one is there at its version.
fn node_folder(peer: Peer) -> Result<PathBuf, Why> {
    let folder = peers().join("node");
    let manifest = folder.join("node_modules").join(peer.name).join("package.json");
    let manifest = std::fs::read_to_string(manifest).unwrap_or_default();
    let version = serde_json::from_str::<serde_json::Value>(&manifest).unwrap_or_default();
    if version["version"] == peer.version { Ok(folder) } else { Err(NOT_INSTALLED.to_owned()) }
}

/// A Python that runs a script with this package, if it answers a first request.
pub(crate) fn python(peer: Peer, script: &str, request: &str) -> Result<Process, Why> {
    let arguments = vec!["-c".into(), script.into(), python_folder(peer)?.into()];
    working(peer, Process::new("python3", arguments), request)
}

/// A Node that runs a script with this package, if it answers a first request. In
/// production: libraries leave out what they check for developers.
fn node(peer: Peer, script: OsString, request: &str) -> Result<Process, Why> {
    let process = Process::new("node", vec![script, node_folder(peer)?.into()]);
    working(peer, process.within(&[("NODE_ENV", "production")]), request)
}

fn working(peer: Peer, process: Process, request: &str) -> Result<Process, Why> {
    once(peer, || process.try_out(request).map(drop)).map(|()| process)
}

/// Finds out once in a run whether a peer works: starting one can take seconds.
fn once(peer: Peer, find_out: impl FnOnce() -> Result<(), Why>) -> Result<(), Why> {
    static KNOWN: Mutex<BTreeMap<&str, Result<(), Why>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(peer.name).or_insert_with(find_out).clone()
}

impl Race {
    /// The race with one more contestant, or with the reason why it is missing.
    pub(crate) fn beside(mut self, key: Key, contestant: Result<Contestant, Why>) -> Self {
        match contestant {
            Ok(contestant) => self.contestants.push(contestant),
            Err(why) => self.missing.push(Missing { key, why }),
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_installed_at_its_version_is_missing() {
        let peer = Peer { name: "a-peer-that-nobody-wrote", version: "1.0" };
        assert_eq!(python_folder(peer).unwrap_err(), NOT_INSTALLED);
        assert_eq!(node_folder(peer).unwrap_err(), NOT_INSTALLED);
    }

    #[test]
    fn who_is_installed_and_does_not_work_is_tried_out_once_and_missing() {
        let peer = Peer { name: "a-peer-that-gives-up", version: "1.0" };
        let gives_up = |script: &str| {
            let process = Process::new("sh", vec!["-c".into(), script.into()]);
            working(peer, process, "1").err()
        };
        let why = Some("sh fails: I give up".to_owned());
        assert_eq!(gives_up("echo I give up >&2; exit 1"), why);
        assert_eq!(gives_up("echo 1"), why);
    }
}
