//! Everything that a change must pass, the quick and telling steps first.

use std::path::Path;

use crate::args::Extent;
use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::Step;
use crate::{counts, determinism, package, peers, purity, studio, tidy};

/// The chore.
pub(crate) fn steps(extent: Extent) -> Vec<Step> {
    let mut steps = vec![formatting()];
    steps.extend(purity::steps());
    steps.extend([lints(), bare_engine(), documentation()]);
    steps.extend(peers::for_tests());
    steps.extend([tests(extent), doctests(extent)]);
    steps.extend(studio::steps(match extent {
        Extent::Ordinary => studio::Program::AsTested,
        Extent::Full => studio::Program::Alone,
    }));
    steps.extend(counts::steps(None));
    if extent == Extent::Full {
        steps.push(determinism::release());
        steps.extend(package::steps());
        steps.extend(tidy::steps());
    }
    steps
}

fn formatting() -> Step {
    Step::new("formatting", "all code is formatted by rustfmt", |root| {
        require(root, "fmt --version", "rustfmt")?;
        Invocation::cargo("fmt --all --check").run(root)
    })
}

fn lints() -> Step {
    Step::new("lints", "the compiler and clippy have no remarks", |root| {
        require(root, "clippy --version", "clippy")?;
        Invocation::cargo("clippy --workspace --all-targets --all-features -- -D warnings")
            .run(root)
    })
}

fn bare_engine() -> Step {
    Step::new("bare engine", "the engine builds without any of its features", |root| {
        Invocation::cargo("check --package rulebook --no-default-features").run(root)
    })
}

fn documentation() -> Step {
    Step::new("documentation", "the documentation builds without remarks", |root| {
        Invocation::cargo("doc --workspace --no-deps --all-features")
            .with_env("RUSTDOCFLAGS", "-D warnings")
            .run(root)
    })
}

/// Who runs the tests.
#[derive(Clone, Copy)]
enum Runner {
    Nextest,
    Cargo,
}

impl Runner {
    fn installed(root: &Path) -> Self {
        if Invocation::cargo("nextest --version").works(root) { Self::Nextest } else { Self::Cargo }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Nextest => "cargo-nextest is installed and runs them.",
            Self::Cargo => "cargo-nextest is not installed, so `cargo test` runs them.",
        }
    }

    /// Neither command runs the doctests, which have a step of their own. A profile of
    /// cargo's says how tests are built, one of nextest's how long each may take.
    fn command(self, extent: Extent) -> Invocation {
        let command = match self {
            Self::Nextest => "nextest run --workspace --all-features --no-fail-fast",
            Self::Cargo => "test --workspace --all-features --tests --no-fail-fast",
        };
        let profiles = match (self, extent) {
            (_, Extent::Ordinary) => "",
            (Self::Nextest, Extent::Full) => " --cargo-profile full --profile full",
            (Self::Cargo, Extent::Full) => " --profile full",
        };
        with_extent(Invocation::cargo(&format!("{command}{profiles}")), extent)
    }
}

fn tests(extent: Extent) -> Step {
    Step::new("tests", "all tests pass", move |root| {
        let runner = Runner::installed(root);
        println!("{}", runner.sentence());
        runner.command(extent).run(root)
    })
}

fn doctests(extent: Extent) -> Step {
    Step::new("doctests", "every example of the documentation runs", move |root| {
        let profile = if extent == Extent::Full { " --profile full" } else { "" };
        let command = format!("test --doc --workspace --all-features{profile}");
        with_extent(Invocation::cargo(&command), extent).run(root)
    })
}

/// Slow tests run when they find `RULEBOOK_FULL` set.
fn with_extent(command: Invocation, extent: Extent) -> Invocation {
    match extent {
        Extent::Ordinary => command,
        Extent::Full => command.with_env("RULEBOOK_FULL", "1"),
    }
}

/// A component of the toolchain without which there is nothing to check.
fn require(root: &Path, version: &str, component: &'static str) -> Result<(), Failure> {
    if Invocation::cargo(version).works(root) {
        return Ok(());
    }
    let install = match component {
        "rustfmt" => "rustup component add rustfmt",
        _ => "rustup component add clippy",
    };
    Err(Failure::Missing { tool: component, install })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    fn names(extent: Extent) -> Vec<&'static str> {
        steps(extent).iter().map(Step::name).collect()
    }

    #[test]
    fn the_full_run_is_the_ordinary_run_and_more() {
        let ordinary = names(Extent::Ordinary);
        let full = names(Extent::Full);
        assert!(full.starts_with(&ordinary), "{full:?}");
        assert_eq!(
            full[ordinary.len()..],
            ["determinism, release", "packaging", "spelling", "licences"]
        );
    }

    #[test]
    fn what_tests_need_is_installed_before_they_run() {
        let names = names(Extent::Ordinary);
        let place = |step| names.iter().position(|name| *name == step);
        assert!(place("peers").is_some_and(|peers| Some(peers) < place("tests")), "{names:?}");
    }

    #[test]
    fn only_the_full_run_asks_for_slow_tests() {
        let command = || Invocation::cargo("test");
        assert_eq!(with_extent(command(), Extent::Ordinary).to_string(), "cargo test");
        assert_eq!(with_extent(command(), Extent::Full).to_string(), "RULEBOOK_FULL=1 cargo test");
    }

    #[test]
    fn tests_run_with_and_without_nextest() {
        let nextest = Runner::Nextest.command(Extent::Ordinary).to_string();
        let cargo = Runner::Cargo.command(Extent::Ordinary).to_string();
        assert!(nextest.starts_with("cargo nextest run --workspace --all-features"));
        assert!(cargo.starts_with("cargo test --workspace --all-features --tests"));
    }

    #[test]
    fn slow_tests_are_built_to_be_quick_and_may_take_their_time() {
        for runner in [Runner::Nextest, Runner::Cargo] {
            let command = runner.command(Extent::Full).to_string();
            assert!(command.starts_with("RULEBOOK_FULL=1 "), "{command}");
            assert!(command.ends_with(" --profile full"), "{command}");
            assert!(!runner.command(Extent::Ordinary).to_string().contains("profile"));
        }
        for profiles in
            [include_str!("../../.config/nextest.toml"), include_str!("../../Cargo.toml")]
        {
            assert!(profiles.contains("[profile.full]"), "{profiles}");
        }
    }

    #[test]
    fn a_missing_component_says_how_to_install_it() {
        let failure = require(&workspace_root(), "no-such-command --version", "clippy");
        assert_eq!(
            failure.unwrap_err().to_string(),
            "clippy is not installed. Install it with `rustup component add clippy`."
        );
    }
}
