//! Steps in order: each is announced, timed, and listed in a summary; the
//! first that fails ends the chore.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// How a step that did not fail ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It did what it announced.
    Passed,
    /// It could not be done here, and need not be: the sentence says why.
    Skipped(String),
}

type Run = Box<dyn Fn(&Path) -> Result<Verdict, Failure>>;

/// One thing that must hold.
pub(crate) struct Step {
    name: &'static str,
    sentence: &'static str,
    run: Run,
}

impl Step {
    /// A step that passes or fails.
    pub(crate) fn new(
        name: &'static str,
        sentence: &'static str,
        run: impl Fn(&Path) -> Result<(), Failure> + 'static,
    ) -> Self {
        Self::optional(name, sentence, move |root| run(root).map(|()| Verdict::Passed))
    }

    /// A step that may also be skipped.
    pub(crate) fn optional(
        name: &'static str,
        sentence: &'static str,
        run: impl Fn(&Path) -> Result<Verdict, Failure> + 'static,
    ) -> Self {
        let run: Run = Box::new(run);
        Self { name, sentence, run }
    }

    #[cfg(test)]
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

/// The step that ended the chore, and why.
#[derive(Debug)]
pub(crate) struct StepFailed {
    name: &'static str,
    failure: Failure,
    not_run: usize,
}

impl fmt::Display for StepFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The step `{}` failed. {}", self.name, self.failure)?;
        match self.not_run {
            0 => Ok(()),
            1 => write!(f, "\nThe step after it was not run."),
            count => write!(f, "\nThe {count} steps after it were not run."),
        }
    }
}

impl std::error::Error for StepFailed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.failure)
    }
}

/// Runs the steps in order up to the first that fails, and sums up.
pub(crate) fn run_all(root: &Path, steps: &[Step]) -> Result<(), StepFailed> {
    let mut summary = Vec::new();
    let mut failed = None;
    let begin = Instant::now();
    for (position, step) in steps.iter().enumerate() {
        println!("\n== {}: {}", step.name, step.sentence);
        let start = Instant::now();
        let verdict = (step.run)(root);
        let line = summary_line(step.name, &verdict, start.elapsed());
        println!("== {line}");
        summary.push(line);
        if let Err(failure) = verdict {
            failed =
                Some(StepFailed { name: step.name, failure, not_run: steps.len() - position - 1 });
            break;
        }
    }
    println!("\nSummary:\n  {}", summary.join("\n  "));
    println!("It took {:.1} s in all.", begin.elapsed().as_secs_f64());
    failed.map_or(Ok(()), Err)
}

fn summary_line(name: &str, verdict: &Result<Verdict, Failure>, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    match verdict {
        Ok(Verdict::Passed) => format!("{name} passed in {seconds:.1} s"),
        Ok(Verdict::Skipped(why)) => format!("{name} skipped: {why}"),
        Err(_) => format!("{name} FAILED after {seconds:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    fn counted(runs: &Rc<Cell<u32>>) -> Step {
        let runs = Rc::clone(runs);
        Step::new("counting", "counts its runs", move |_| {
            runs.set(runs.get() + 1);
            Ok(())
        })
    }

    fn failing() -> Step {
        Step::new("failing", "always fails", |_| {
            Err(Failure::Found {
                summary: "Something was found:",
                findings: vec!["here".to_owned()],
            })
        })
    }

    #[test]
    fn all_steps_run_when_none_fails() {
        let runs = Rc::new(Cell::new(0));
        let skipped = Step::optional("tools", "needs a tool", |_| {
            Ok(Verdict::Skipped("it is absent".to_owned()))
        });
        let steps = [counted(&runs), skipped, counted(&runs)];
        run_all(Path::new("."), &steps).unwrap();
        assert_eq!(runs.get(), 2);
    }

    #[test]
    fn the_first_failing_step_is_named_and_ends_the_chore() {
        let runs = Rc::new(Cell::new(0));
        let steps = [counted(&runs), failing(), counted(&runs)];
        let failed = run_all(Path::new("."), &steps).unwrap_err();
        assert_eq!(runs.get(), 1);
        assert_eq!(
            failed.to_string(),
            "The step `failing` failed. Something was found:\n  here\nThe step after it was not run."
        );
    }

    #[test]
    fn the_summary_says_how_each_step_ended() {
        let took = Duration::from_millis(1250);
        let skipped = Ok(Verdict::Skipped("no tool.".to_owned()));
        assert_eq!(summary_line("lints", &Ok(Verdict::Passed), took), "lints passed in 1.2 s");
        assert_eq!(summary_line("spelling", &skipped, took), "spelling skipped: no tool.");
    }
}
