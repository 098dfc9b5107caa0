//! A process that answers lines with lines of numbers.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::Why;
use super::complaint::complaint;
use crate::measure::clock::Meter;

/// A process that is started when it is first asked something, and ended with
/// its owner.
pub(crate) struct Process {
    program: OsString,
    arguments: Vec<OsString>,
    environment: &'static [(&'static str, &'static str)],
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    pub(crate) fn new(program: impl Into<OsString>, arguments: Vec<OsString>) -> Self {
        Self { program: program.into(), arguments, environment: &[], running: None }
    }

    /// The same in an environment that has these, too.
    pub(crate) fn within(self, environment: &'static [(&'static str, &'static str)]) -> Self {
        Self { environment, ..self }
    }

    /// Asks, and waits for the numbers of the answer, of which there must be so
    /// many. If it does not answer so, the meter is told, and the numbers mean
    /// nothing.
    pub(crate) fn ask<const N: usize>(&mut self, request: &str, meter: &mut Meter) -> [i64; N] {
        self.numbers(request).unwrap_or_else(|why| {
            // Nobody knows what it would say next.
            self.running = None;
            meter.fail(why);
            [0; N]
        })
    }

    fn numbers<const N: usize>(&mut self, request: &str) -> Result<[i64; N], Why> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        let line = running.ask(request);
        let numbers: Option<Vec<i64>> =
            line.split_whitespace().map(|number| number.parse().ok()).collect();
        self.running = Some(running);
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
            let asked: String = request.chars().take(40).collect();
            format!("{} answered {:?} to {asked:?}", self.name(), line.trim_end())
        })
    }

    /// Asks one thing of another process like this, which ends with its answer:
    /// what it says, or why it says nothing.
    pub(crate) fn try_out(&self, request: &str) -> Result<String, Why> {
        let mut child = self.spawn(Stdio::piped())?;
        if let Some(mut requests) = child.stdin.take()
            && writeln!(requests, "{request}").is_err()
        {
            // It did not even listen. Why that is, is read below.
        }
        let output = child.wait_with_output().map_err(|error| self.not_started(&error))?;
        let answer = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        match output.status.success() && !answer.is_empty() {
            true => Ok(answer),
            false => Err(format!("{} fails: {}", self.name(), complaint(&output.stderr))),
        }
    }

    fn start(&self) -> Result<Running, Why> {
        let mut child = self.spawn(Stdio::inherit())?;
        let requests = child.stdin.take().expect("it is piped");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Running { child, requests, answers })
    }

    fn spawn(&self, complaints: Stdio) -> Result<Child, Why> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).envs(self.environment.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(complaints);
        command.spawn().map_err(|error| self.not_started(&error))
    }

    fn not_started(&self, error: &std::io::Error) -> Why {
        match error.kind() {
            std::io::ErrorKind::NotFound => format!("{} is not installed", self.name()),
            _ => format!("{} cannot be started: {error}", self.name()),
        }
    }

    /// The program without its folder.
    fn name(&self) -> String {
        let name = Path::new(&self.program).file_name().unwrap_or(&self.program);
        name.display().to_string()
    }
}

impl Running {
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

    fn shell(script: &str) -> Process {
        Process::new("sh", vec!["-c".into(), script.into()])
    }

    fn echo() -> Process {
        shell("while read line; do echo $line; done")
    }

    fn why_not<const N: usize>(mut process: Process, request: &str) -> Why {
        let mut meter = Meter::default();
        assert_eq!(process.ask::<N>(request, &mut meter), [0; N]);
        meter.failure().expect("it does not answer so")
    }

    #[test]
    fn questions_are_answered_one_by_one() {
        let (mut echo, mut meter) = (echo(), Meter::default());
        assert_eq!(echo.ask::<2>("3 -4", &mut meter), [3, -4]);
        assert_eq!(echo.ask::<1>("5", &mut meter), [5]);
        assert_eq!(meter.failure(), None);
    }

    #[test]
    fn the_environment_is_the_one_that_is_given() {
        let told = shell("echo $RULEBOOK_TOLD").within(&[("RULEBOOK_TOLD", "7")]);
        assert_eq!(told.try_out(""), Ok("7".into()));
    }

    #[test]
    fn an_answer_that_is_no_numbers_or_too_few_is_named() {
        assert_eq!(why_not::<2>(echo(), "3 x"), "sh answered \"3 x\" to \"3 x\"");
        assert_eq!(why_not::<2>(echo(), "1"), "sh answered \"1\" to \"1\"");
    }

    #[test]
    fn who_goes_away_or_never_came_is_named() {
        assert_eq!(why_not::<1>(shell("exit 1"), "1"), "sh answered \"\" to \"1\"");
        let nobody = Process::new("/no/such/a-program-that-nobody-wrote", Vec::new());
        assert_eq!(nobody.try_out("1"), Err("a-program-that-nobody-wrote is not installed".into()));
        assert_eq!(why_not::<1>(nobody, "1"), "a-program-that-nobody-wrote is not installed");
    }

    #[test]
    fn who_is_tried_out_answers_or_says_why_not() {
        assert_eq!(echo().try_out("7 8"), Ok("7 8".into()));
        let broken = shell("echo 'ImportError: no module named /a/b/spiel.' >&2; exit 1");
        assert_eq!(broken.try_out("1"), Err("sh fails: ImportError: no module named spiel".into()));
        assert_eq!(shell("exit 0").try_out("1"), Err("sh fails: it says nothing".into()));
    }
}
