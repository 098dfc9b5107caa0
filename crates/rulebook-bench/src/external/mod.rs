//! Peers that are not Rust: each lives in a process of its own, which is asked
//! over a pipe and reads its own CPU clock.
//!
//! `cargo xtask peers` installs them below `target/peers`; `RULEBOOK_PEERS`
//! names another folder. One that is not there at the version that the table
//! names is missing, and named as missing.

mod boardgame;
mod process;
mod python;
mod zen;

use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(crate) use boardgame::{Node, leaves as chess_js_leaves};
pub(crate) use process::Process;
pub(crate) use python::{Python, leaves as python_chess_leaves};
pub(crate) use zen::{Traced, Zen};

use crate::measure::race::{Contestant, Key, Missing, Race};
use crate::peers::Peer;

/// Why somebody is not there.
pub(crate) type Why = &'static str;

const NOT_INSTALLED: Why = "it is not installed at this version: run `cargo xtask peers`";

/// The folder that holds everyone who was installed.
pub(crate) fn peers() -> PathBuf {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/peers"));
    std::env::var_os("RULEBOOK_PEERS").map_or_else(default, PathBuf::from)
}

/// The folder of Python's packages, if this one is there at its version.
pub(crate) fn python_folder(peer: Peer) -> Result<PathBuf, Why> {
    let folder = peers().join("python");
    let installed = folder.join(format!("{}-{}.dist-info", peer.name, peer.version));
    if installed.is_dir() { Ok(folder) } else { Err(NOT_INSTALLED) }
}

/// The folder of Node's packages, if this one is there at its version, and Node
/// itself.
pub(crate) fn node_folder(peer: Peer) -> Result<PathBuf, Why> {
    let folder = peers().join("node");
    let manifest = folder.join("node_modules").join(peer.name).join("package.json");
    let manifest = std::fs::read_to_string(manifest).unwrap_or_default();
    let version = serde_json::from_str::<serde_json::Value>(&manifest).unwrap_or_default();
    if version["version"] != peer.version {
        return Err(NOT_INSTALLED);
    }
    let mut node = Command::new("node");
    let node = node.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    match node.status() {
        Ok(status) if status.success() => Ok(folder),
        _ => Err("node is not installed"),
    }
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
}
