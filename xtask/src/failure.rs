//! Why a step did not pass, in a sentence that says what to do.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Why a step did not pass.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The program could not be started at all.
    NotStarted { command: String, error: io::Error },
    /// The program ran, and was not content; it has said why itself.
    Ended { command: String, status: ExitStatus },
    /// A tool that the step cannot do without is absent.
    Missing { tool: &'static str, install: &'static str },
    /// A file or folder could not be read.
    Unreadable { path: PathBuf, error: io::Error },
    /// A file or folder could not be written.
    Unwritable { path: PathBuf, error: io::Error },
    /// The step itself found something, one line each.
    Found { summary: &'static str, findings: Vec<String> },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted { command, error } => {
                write!(f, "`{command}` could not be started: {error}.")
            }
            Self::Ended { command, status } => write!(f, "`{command}` ended with {status}."),
            Self::Missing { tool, install } => {
                write!(f, "{tool} is not installed. Install it with `{install}`.")
            }
            Self::Unreadable { path, error } => {
                write!(f, "{} could not be read: {error}.", path.display())
            }
            Self::Unwritable { path, error } => {
                write!(f, "{} could not be written: {error}.", path.display())
            }
            Self::Found { summary, findings } => {
                f.write_str(summary)?;
                findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
            }
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotStarted { error, .. }
            | Self::Unreadable { error, .. }
            | Self::Unwritable { error, .. } => Some(error),
            Self::Ended { .. } | Self::Missing { .. } | Self::Found { .. } => None,
        }
    }
}
