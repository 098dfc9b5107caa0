//! Running the program.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{env, fs, process};

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

/// Wrong use ends with 2, says nothing on the standard output, and says these
/// words on the standard error.
pub(crate) fn refused(args: &[&str], words: &[&str]) {
    let ran = run(&mut program(args));
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "rulebook {args:?}");
    for words in words {
        assert!(ran.err.contains(words), "rulebook {args:?} should say {words:?}:\n{}", ran.err);
    }
}

/// Runs the program until somebody presses Ctrl-C, once it listens for that, and
/// then to its end.
#[cfg(target_os = "linux")]
pub(crate) fn interrupted(args: &[&str]) -> Ran {
    let mut command = program(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    interrupt(&mut child);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// Presses Ctrl-C, once the program listens for that.
#[cfg(target_os = "linux")]
pub(crate) fn interrupt(child: &mut process::Child) {
    use std::thread;
    use std::time::{Duration, Instant};
    /// The second bit stands for the signal 2, which is that of Ctrl-C.
    const OF_INTERRUPT: u64 = 1 << 1;
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let status = fs::read_to_string(&status).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|caught| u64::from_str_radix(caught.trim(), 16).ok());
        caught.expect("a mask") & OF_INTERRUPT != 0
    };
    let begin = Instant::now();
    while !listens() {
        let ended = child.try_wait().expect("it can be asked");
        assert_eq!(ended, None, "it ended by itself");
        assert!(begin.elapsed() < Duration::from_secs(120), "it does not listen");
        thread::sleep(Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
}

/// Plays by lines.
pub(crate) fn play(args: &[&str], lines: &str) -> Ran {
    let mut command = program(&[&["play"], args].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it reads");
    // Who is used wrongly does not wait for what is written.
    if let Err(error) = input.write_all(lines.as_bytes()) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder for the files of one test, which goes away with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("rulebook-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("there is room for files");
        Scratch(folder)
    }

    /// Where a file of this name is, or can be.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    /// Writes a file, and says where it is.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("it can be written");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind is the system's to clear.
        let _ = fs::remove_dir_all(&self.0);
    }
}
