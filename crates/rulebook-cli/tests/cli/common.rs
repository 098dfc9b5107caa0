//! Running the program.

use std::process::{Command, Output};

/// The program with these arguments, and nothing in its environment that
/// changes how it writes.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.args(args);
    command
}

/// What came of a run.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program to its end.
pub(crate) fn run(command: &mut Command) -> Ran {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// What the program says to these arguments, if all is well.
pub(crate) fn says(args: &[&str]) -> String {
    let ran = run(&mut program(args));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "rulebook {args:?}");
    ran.out
}
