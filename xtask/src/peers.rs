//! Programs of others that no Cargo can fetch: our tests compare games with
//! them, and the benchmarks run beside them.
//!
//! They come from the Python package index, at the versions that are written
//! in `crates/rulebook-bench/peers/requirements.txt`, into a folder of their
//! own below `target`. Nothing is installed anywhere else, except pip, where
//! there is none.

use std::path::Path;

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::Step;

/// What is wanted, as pip reads it.
const REQUIREMENTS: &str = "crates/rulebook-bench/peers/requirements.txt";
/// Where it goes; the benchmarks and their tests look there.
const FOLDER: &str = "target/peers/python";

/// Succeeds if OpenSpiel can be used as it is; says nothing.
const PROBE: &str = "\
import importlib.metadata, sys
folder, requirements = sys.argv[1:]
sys.path.insert(0, folder)
import pyspiel
[found] = importlib.metadata.distributions(name='open_spiel', path=[folder])
wanted = open(requirements).read().split()
sys.exit('open_spiel==' + found.version not in wanted)";

/// The chore, and a step of `test`.
pub(crate) fn steps() -> Vec<Step> {
    vec![Step::new(
        "peers",
        "the programs that games are compared with are installed below target/peers",
        install,
    )]
}

fn install(root: &Path) -> Result<(), Failure> {
    if !Invocation::new("python3", "--version").works(root) {
        return Err(Failure::Missing {
            tool: "python3",
            install: "apt-get install python3 python3-pip",
        });
    }
    if is_installed(root) {
        println!("OpenSpiel is installed.");
        return Ok(());
    }
    println!("OpenSpiel is not installed, or not at this version: pip installs it.");
    find_pip(root)?;
    pip_install().run(root)?;
    if is_installed(root) {
        return Ok(());
    }
    Err(Failure::Found {
        summary: "pip has installed OpenSpiel, but this Python cannot load it. Try another:",
        findings: vec![Invocation::new("python3", "--version").capture(root)?.trim().to_owned()],
    })
}

fn is_installed(root: &Path) -> bool {
    let probe = Invocation::new("python3", "-c").with_argument(PROBE);
    probe.with_argument(FOLDER).with_argument(REQUIREMENTS).works(root)
}

/// `--no-deps`: the rules of the games are all in one file, and the packages
/// that it names are for training on them.
fn pip_install() -> Invocation {
    let how = "--quiet --disable-pip-version-check --root-user-action ignore --no-deps \
               --only-binary :all: --upgrade";
    Invocation::new("python3", "-m pip install")
        .with_arguments(how)
        .with_arguments(&format!("--target {FOLDER} --requirement {REQUIREMENTS}"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    #[test]
    fn the_command_names_folder_and_versions() {
        let command = pip_install().to_string();
        assert!(command.starts_with("python3 -m pip install --quiet"), "{command}");
        assert!(command.contains(&format!("--target {FOLDER} ")), "{command}");
        assert!(command.ends_with(REQUIREMENTS), "{command}");
    }

    #[test]
    fn every_version_is_exact() {
        let path = workspace_root().join(REQUIREMENTS);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.lines().any(|line| line.starts_with("open_spiel==")), "{text}");
        assert!(text.lines().all(|line| line.contains("==")), "{text}");
    }
}
