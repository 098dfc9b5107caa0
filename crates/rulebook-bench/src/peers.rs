//! Who made a contestant, and at which version it is measured.

use std::fmt;

/// A crate that we are measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// The dispatch contract that Rulebook grew out of.
pub(crate) const HERDINGCATS: Peer = Peer { name: "herdingcats", version: "0.5.0" };
/// Games with hand-optimised boards.
pub(crate) const BOARD_GAME: Peer = Peer { name: "board-game", version: "0.8.2" };
/// Chess moves, and nothing else.
pub(crate) const SHAKMATY: Peer = Peer { name: "shakmaty", version: "0.30.1" };
/// Chess moves, and nothing else.
pub(crate) const COZY_CHESS: Peer = Peer { name: "cozy-chess", version: "0.3.4" };
/// A turn-based engine.
pub(crate) const TURNBASE: Peer = Peer { name: "turnbase", version: "0.1.1" };
/// Undo and redo of edits.
pub(crate) const UNDO: Peer = Peer { name: "undo", version: "0.52.0" };

/// Games for learning by reinforcement, in C++, from the Python package index.
pub(crate) const OPEN_SPIEL: Peer = Peer { name: "open_spiel", version: "2.0.2" };

/// Turn-based games and their hosting, in JavaScript, from npm.
pub(crate) const BOARDGAME_IO: Peer = Peer { name: "boardgame.io", version: "0.50.2" };
/// Chess in JavaScript, from npm.
pub(crate) const CHESS_JS: Peer = Peer { name: "chess.js", version: "1.4.0" };
/// Games for learning by reinforcement, in Python.
pub(crate) const PETTINGZOO: Peer = Peer { name: "pettingzoo", version: "1.27.0" };
/// Chess in Python.
pub(crate) const PYTHON_CHESS: Peer = Peer { name: "chess", version: "1.11.2" };

/// Business rules as tables and graphs.
pub(crate) const ZEN_ENGINE: Peer = Peer { name: "zen-engine", version: "2.1.6" };

/// Those that Cargo fetches.
#[cfg(test)]
pub(crate) const ALL: [Peer; 6] = [HERDINGCATS, BOARD_GAME, SHAKMATY, COZY_CHESS, TURNBASE, UNDO];

/// Whose work is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// Rulebook.
    Ours,
    /// Plain Rust for this one purpose: the limit that we are held against.
    Hand,
    Peer(Peer),
}

impl Maker {
    /// A contestant's name with who made it, each word once.
    pub(crate) fn with(self, name: &str) -> String {
        match self {
            Self::Ours => name.to_string(),
            Self::Hand => format!("by hand, {name}"),
            // "zen-engine, traced" is "zen-engine 2.1.6, traced".
            Self::Peer(peer) => match name.strip_prefix(peer.name) {
                Some(rest) => format!("{self}{rest}"),
                None => format!("{self}, {name}"),
            },
        }
    }
}

impl fmt::Display for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours => write!(f, "rulebook {}", env!("CARGO_PKG_VERSION")),
            Self::Hand => f.write_str("by hand"),
            Self::Peer(Peer { name, version }) => write!(f, "{name} {version}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_named_are_the_versions_measured() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
        let lock = std::fs::read_to_string(path).expect("the workspace has a Cargo.lock");
        for Peer { name, version } in ALL {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(
                lock.contains(&entry),
                "Cargo.lock has another version of {name} than {version}"
            );
        }
    }

    #[test]
    fn what_pip_installs_is_what_is_named() {
        let wanted = concat!(
            include_str!("../peers/requirements.txt"),
            include_str!("../peers/more-requirements.txt")
        );
        for Peer { name, version } in [OPEN_SPIEL, PETTINGZOO, PYTHON_CHESS] {
            assert!(wanted.lines().any(|line| line == format!("{name}=={version}")), "{wanted}");
        }
    }

    #[test]
    fn what_is_built_apart_is_what_is_named() {
        let wanted = include_str!("../peers/zen/Cargo.toml");
        let Peer { name, version } = ZEN_ENGINE;
        assert!(wanted.lines().any(|line| line == format!("{name} = \"={version}\"")));
        assert!(wanted.lines().any(|line| line == format!("version = \"{version}\"")));
    }

    #[test]
    fn what_npm_installs_is_what_is_named() {
        let wanted: serde_json::Value =
            serde_json::from_str(include_str!("../peers/package.json")).expect("it is JSON");
        for Peer { name, version } in [BOARDGAME_IO, CHESS_JS] {
            assert_eq!(wanted["dependencies"][name], version);
        }
    }
}
