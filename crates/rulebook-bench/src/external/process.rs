//! A process that answers lines with lines of numbers.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process that is started when it is first asked something, and ended with
/// its owner.
pub(crate) struct Process {
    program: OsString,
    arguments: Vec<OsString>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    pub(crate) fn new(program: impl Into<OsString>, arguments: Vec<OsString>) -> Self {
        Self { program: program.into(), arguments, running: None }
    }

    /// Asks, and waits for the numbers of the answer, of which there must be so
    /// many.
    ///
    /// # Panics
    ///
    /// If it does not answer so: it has said why on standard error.
    pub(crate) fn ask<const N: usize>(&mut self, request: &str) -> [i64; N] {
        let Self { program, arguments, running } = self;
        let running = running.get_or_insert_with(|| Running::start(program, arguments));
        let line = running.ask(request);
        let numbers: Option<Vec<i64>> =
            line.split_whitespace().map(|number| number.parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.unwrap_or_else(|| {
            let asked: String = request.chars().take(40).collect();
            panic!("{} answered {line:?} to {asked:?}; its complaint is above", program.display())
        })
    }
}

impl Running {
    fn start(program: &OsStr, arguments: &[OsString]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{} cannot be started: {error}", program.display()));
        let requests = child.stdin.take().expect("it is piped");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, requests, answers }
    }

    fn ask(&mut self, request: &str) -> String {
        let mut line = String::new();
        let asked = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        // Who has gone away answers nothing, and that is seen by the caller.
        if asked.is_ok() && self.answers.read_line(&mut line).is_err() {
            line.clear();
        }
        line
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.child.kill().is_ok() && self.child.wait().is_err() {
            eprintln!("A process could not be waited for.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo() -> Process {
        Process::new("sh", vec!["-c".into(), "while read line; do echo $line; done".into()])
    }

    #[test]
    fn questions_are_answered_one_by_one() {
        let mut echo = echo();
        assert_eq!(echo.ask::<2>("3 -4"), [3, -4]);
        assert_eq!(echo.ask::<1>("5"), [5]);
    }

    #[test]
    #[should_panic(expected = "sh answered \"3 x\\n\" to \"3 x\"")]
    fn an_answer_that_is_no_numbers_is_named() {
        echo().ask::<2>("3 x");
    }

    #[test]
    #[should_panic(expected = "answered \"1\\n\"")]
    fn an_answer_that_is_too_short_is_named() {
        echo().ask::<2>("1");
    }
}
