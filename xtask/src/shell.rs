//! Running other programs. A command is data first, so that it can be
//! announced, tested and quoted in a failure before and after it runs.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;

/// A program with its arguments, not yet started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invocation {
    program: &'static str,
    arguments: Vec<String>,
    environment: Vec<(&'static str, &'static str)>,
}

impl Invocation {
    /// `line`, split at blanks. No argument of ours holds a blank, so no
    /// quoting is needed.
    pub(crate) fn new(program: &'static str, line: &str) -> Self {
        Self {
            program,
            arguments: line.split_whitespace().map(str::to_owned).collect(),
            environment: Vec::new(),
        }
    }

    /// The cargo that runs this chore, with `line` as its arguments.
    pub(crate) fn cargo(line: &str) -> Self {
        Self::new("cargo", line)
    }

    pub(crate) fn with_env(mut self, name: &'static str, value: &'static str) -> Self {
        self.environment.push((name, value));
        self
    }

    pub(crate) fn with_argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// More arguments, split at blanks.
    pub(crate) fn with_arguments(mut self, line: &str) -> Self {
        self.arguments.extend(line.split_whitespace().map(str::to_owned));
        self
    }

    /// Runs it in `root`. What it prints stays visible.
    pub(crate) fn run(&self, root: &Path) -> Result<(), Failure> {
        println!("$ {self}");
        let status = self.command(root).status();
        let status = status.map_err(|error| self.not_started(error))?;
        if status.success() { Ok(()) } else { Err(self.ended(status)) }
    }

    /// Runs it in `root` and hands back what it wrote to standard output.
    /// What it writes to standard error stays visible.
    pub(crate) fn capture(&self, root: &Path) -> Result<String, Failure> {
        println!("$ {self}");
        let output = self.command(root).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| self.not_started(error))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(self.ended(output.status))
        }
    }

    /// Whether it can be run at all. It says nothing either way: for asking
    /// a tool for its version, to see whether it is installed.
    pub(crate) fn works(&self, root: &Path) -> bool {
        let mut command = self.command(root);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(self.executable());
        command
            .args(&self.arguments)
            .envs(self.environment.iter().copied())
            .current_dir(root)
            .stdin(Stdio::null());
        command
    }

    /// Cargo names itself to the programs that it runs, so that a chore
    /// started with `cargo +beta xtask` stays with that toolchain.
    fn executable(&self) -> OsString {
        let cargo = (self.program == "cargo").then(|| env::var_os("CARGO"));
        cargo.flatten().unwrap_or_else(|| self.program.into())
    }

    fn not_started(&self, error: std::io::Error) -> Failure {
        Failure::NotStarted { command: self.to_string(), error }
    }

    fn ended(&self, status: std::process::ExitStatus) -> Failure {
        Failure::Ended { command: self.to_string(), status }
    }
}

/// As a person would type it.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.environment {
            if value.contains(' ') {
                write!(f, "{name}=\"{value}\" ")?;
            } else {
                write!(f, "{name}={value} ")?;
            }
        }
        f.write_str(self.program)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// The folder that holds the workspace.
///
/// Cargo says at run time where this crate lies, so a checkout may be moved
/// without a rebuild; the place it was built in serves when the program is
/// started by hand.
pub(crate) fn workspace_root() -> PathBuf {
    let xtask = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask.parent().map(Path::to_path_buf).unwrap_or(xtask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_a_person_would_type_it() {
        let command = Invocation::cargo("doc --no-deps")
            .with_env("RUSTDOCFLAGS", "-D warnings")
            .with_env("RULEBOOK_FULL", "1")
            .with_argument("--quiet");
        assert_eq!(
            command.to_string(),
            "RUSTDOCFLAGS=\"-D warnings\" RULEBOOK_FULL=1 cargo doc --no-deps --quiet"
        );
    }

    #[test]
    fn a_program_that_does_not_exist_does_not_work_and_says_so() {
        let absent = Invocation::new("a-program-that-does-not-exist", "--version");
        let root = workspace_root();
        assert!(!absent.works(&root));
        let failure = absent.run(&root).unwrap_err();
        assert!(matches!(failure, Failure::NotStarted { .. }), "{failure}");
    }

    #[test]
    fn a_discontented_program_is_a_failure_with_its_status() {
        let unknown = Invocation::cargo("no-such-command-of-cargo");
        let failure = unknown.run(&workspace_root()).unwrap_err();
        let sentence = failure.to_string();
        assert!(sentence.starts_with("`cargo no-such-command-of-cargo` ended with"), "{sentence}");
        assert!(sentence.ends_with("101."), "{sentence}");
    }

    #[test]
    fn the_workspace_root_holds_the_lock_file() {
        assert!(workspace_root().join("Cargo.lock").is_file());
    }
}
