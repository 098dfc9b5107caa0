//! Programs of others that no Cargo can fetch: our tests compare games with
//! them, and the benchmarks run beside them.
//!
//! They come from the package indexes of Python and Node, at the versions that
//! are written in `crates/rulebook-bench/peers`, into a folder of their own below
//! `target`. Nothing is installed anywhere else, except pip, where there is none.
//!
//! Tests need OpenSpiel alone. Who is missing in the benchmarks is named as
//! missing there.

use std::path::Path;

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::{Step, Verdict};

/// What is wanted for tests, and what only the benchmarks want, as pip reads it.
const REQUIREMENTS: &str = "crates/rulebook-bench/peers/requirements.txt";
const MORE_REQUIREMENTS: &str = "crates/rulebook-bench/peers/more-requirements.txt";
/// What is wanted, as npm reads it.
const MANIFEST: &str = "crates/rulebook-bench/peers/package.json";
/// What Cargo can fetch but should not build with everything else.
const ZEN: &str = "crates/rulebook-bench/peers/zen/Cargo.toml";
/// Where it goes; the benchmarks and their tests look there.
const FOLDER: &str = "target/peers/python";
const NODE_FOLDER: &str = "target/peers/node";
const ZEN_FOLDER: &str = "target/peers/zen";

/// Succeeds if everything of a list is there at its version and what is named
/// can be imported; says nothing.
const PROBE: &str = "\
import importlib, importlib.metadata, sys
folder, requirements, *modules = sys.argv[1:]
sys.path.insert(0, folder)
for wanted in open(requirements).read().split():
    name, version = wanted.split('==')
    [found] = importlib.metadata.distributions(name=name, path=[folder])
    assert found.version == version
for module in modules:
    importlib.import_module(module)";

/// A list of packages for Python.
struct Packages {
    requirements: &'static str,
    /// What must be possible to import.
    modules: &'static str,
    /// Nothing may be built here but what is pure Python and packed no other
    /// way.
    built: &'static str,
    name: &'static str,
}

const OPEN_SPIEL: Packages = Packages {
    requirements: REQUIREMENTS,
    modules: "pyspiel",
    built: "--only-binary :all:",
    name: "OpenSpiel",
};
const MORE: Packages = Packages {
    requirements: MORE_REQUIREMENTS,
    modules: "pettingzoo.classic.connect_four_v3 chess",
    built: "--only-binary :all: --no-binary chess",
    name: "pettingzoo and chess",
};

/// What tests compare with: a step of `test`.
pub(crate) fn for_tests() -> Vec<Step> {
    vec![Step::new(
        "peers",
        "the programs that games are compared with are installed below target/peers",
        |root| OPEN_SPIEL.install(root),
    )]
}

/// The chore: everybody.
pub(crate) fn steps() -> Vec<Step> {
    let mut steps = for_tests();
    steps.push(Step::new(
        "more peers from Python",
        "those that only the benchmarks run beside are installed below target/peers",
        |root| MORE.install(root),
    ));
    steps.push(Step::optional(
        "peers from Node",
        "boardgame.io and chess.js are installed below target/peers",
        install_for_node,
    ));
    steps.push(Step::new(
        "zen-engine",
        "it is built below target/peers: four hundred crates, minutes for the first time",
        |root| zen_build().run(root),
    ));
    steps
}

fn zen_build() -> Invocation {
    Invocation::cargo("build --quiet --release")
        .with_arguments(&format!("--manifest-path {ZEN} --target-dir {ZEN_FOLDER}"))
}

impl Packages {
    fn install(&self, root: &Path) -> Result<(), Failure> {
        if !Invocation::new("python3", "--version").works(root) {
            return Err(Failure::Missing {
                tool: "python3",
                install: "apt-get install python3 python3-pip",
            });
        }
        let name = self.name;
        if self.is_installed(root) {
            println!("There already: {name}.");
            return Ok(());
        }
        println!("Not there, or not at this version: {name}. pip installs it.");
        find_pip(root)?;
        self.pip_install().run(root)?;
        if self.is_installed(root) {
            return Ok(());
        }
        let python = Invocation::new("python3", "--version").capture(root)?;
        Err(Failure::Found {
            summary: "pip has installed it, but this Python cannot load it. Try another:",
            findings: vec![format!("{name}, with {}", python.trim())],
        })
    }

    fn is_installed(&self, root: &Path) -> bool {
        let probe = Invocation::new("python3", "-c").with_argument(PROBE);
        let probe = probe.with_argument(FOLDER).with_argument(self.requirements);
        probe.with_arguments(self.modules).works(root)
    }

    /// `--no-deps`: what is needed is in the list. (The rules of OpenSpiel's
    /// games are all in one file, and the packages that it names are for training
    /// on them.)
    fn pip_install(&self) -> Invocation {
        let how = "--quiet --disable-pip-version-check --root-user-action ignore --no-deps \
                   --upgrade";
        Invocation::new("python3", "-m pip install")
            .with_arguments(how)
            .with_arguments(self.built)
            .with_arguments(&format!("--target {FOLDER} --requirement {}", self.requirements))
    }
}

/// Debian packs Python without pip.
fn find_pip(root: &Path) -> Result<(), Failure> {
    let pip = Invocation::new("python3", "-m pip --version");
    if pip.works(root) {
        return Ok(());
    }
    println!("Python has no pip; it is installed first.");
    let ways = [
        Invocation::new("python3", "-m ensurepip --user"),
        Invocation::new("apt-get", "install --yes --no-install-recommends python3-pip"),
    ];
    if ways.iter().any(|way| way.run(root).is_ok() && pip.works(root)) {
        return Ok(());
    }
    Err(Failure::Missing { tool: "pip", install: "apt-get install python3-pip" })
}

/// Without Node the benchmarks name its peers as missing, and all else goes on.
fn install_for_node(root: &Path) -> Result<Verdict, Failure> {
    let tools = ["node", "npm"].map(|tool| Invocation::new(tool, "--version").works(root));
    if tools != [true, true] {
        let why = "node and npm are not installed. Install them with `apt-get install nodejs npm`.";
        return Ok(Verdict::Skipped(why.to_owned()));
    }
    let unwritable = |error| Failure::Unwritable { path: NODE_FOLDER.into(), error };
    let folder = root.join(NODE_FOLDER);
    std::fs::create_dir_all(&folder).map_err(unwritable)?;
    std::fs::copy(root.join(MANIFEST), folder.join("package.json")).map_err(unwritable)?;
    npm_install().run(root).map(|()| Verdict::Passed)
}

/// No scripts of others are run, and what is not needed to play is left out.
fn npm_install() -> Invocation {
    let how = "install --silent --no-audit --no-fund --no-package-lock --ignore-scripts \
               --omit=dev --omit=optional";
    Invocation::new("npm", how).with_arguments(&format!("--prefix {NODE_FOLDER}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    #[test]
    fn the_command_names_folder_and_versions() {
        let command = OPEN_SPIEL.pip_install().to_string();
        assert!(command.starts_with("python3 -m pip install --quiet"), "{command}");
        assert!(command.contains(&format!("--target {FOLDER} ")), "{command}");
        assert!(command.ends_with(REQUIREMENTS), "{command}");
        let command = npm_install().to_string();
        assert!(command.ends_with(&format!("--prefix {NODE_FOLDER}")), "{command}");
        let command = zen_build().to_string();
        assert!(command.ends_with(&format!("--target-dir {ZEN_FOLDER}")), "{command}");
        assert!(workspace_root().join(ZEN).is_file());
    }

    #[test]
    fn every_version_is_exact() {
        for file in [REQUIREMENTS, MORE_REQUIREMENTS] {
            let text = std::fs::read_to_string(workspace_root().join(file)).unwrap();
            assert!(!text.is_empty());
            assert!(text.lines().all(|line| line.contains("==")), "{text}");
        }
        let text = std::fs::read_to_string(workspace_root().join(MANIFEST)).unwrap();
        assert!(text.contains("\"boardgame.io\": \""), "{text}");
        assert!(!text.contains(['^', '~', '*']), "{text}");
    }

    #[test]
    fn tests_wait_for_nobody_that_they_do_not_need() {
        assert_eq!(for_tests().len(), 1);
        assert_eq!(steps().len(), 4);
    }
}
