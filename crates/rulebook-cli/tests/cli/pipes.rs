//! Records that come through pipes, and what is shown while one waits.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::common::{Ran, Scratch, program, says};

/// Runs the program with this on its standard input.
fn fed(args: &[&str], input: &[u8]) -> Ran {
    let mut command = program(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("it reads");
    // Who has read enough may be gone already.
    let _ = pipe.write_all(input);
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn recorded(name: &str) -> (Scratch, Vec<u8>) {
    let scratch = Scratch::new(name);
    let folder = scratch.path("records");
    says(&["simulate", "chess", "-n", "1", "--record-dir", &folder]);
    let record = fs::read(format!("{folder}/chess-00001.jsonl")).expect("it was written");
    (scratch, record)
}

#[test]
fn a_record_can_come_through_a_pipe() {
    let (scratch, record) = recorded("pipe");
    let converted = scratch.path("game.rbr");
    let again = scratch.path("game.pgn");
    let calls: [(&[&str], &str); 6] = [
        (&["verify", "-"], "✓ -: chess, "),
        (&["replay", "-", "--to", "3"], "    3  "),
        (&["show", "chess", "--record", "-", "--at", "2"], "position: "),
        (&["explain", "chess", "--record", "-"], "Frame "),
        (&["convert", "-", &converted], "game.rbr: "),
        (&["convert", "-", &again], "game.pgn: "),
    ];
    for (args, words) in calls {
        let ran = fed(args, &record);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
        assert!(ran.out.contains(words), "{args:?}: {}", ran.out);
    }
    let compact = fs::read(&converted).expect("it was written");
    assert!(fed(&["verify", "-"], &compact).out.starts_with("✓ "));
    let ran = fed(&["verify", "-"], b"");
    assert!(ran.code == Some(1) && ran.out.contains("there is nothing in it"), "{}", ran.out);
    // Whoever names it twice means something else.
    let ran = fed(&["verify", "-", "-"], &record);
    assert!(ran.code == Some(2) && ran.out.starts_with("✓ -: chess, "), "{}", ran.out);
    let said = ran.out.replace("\n  ", " ");
    assert!(said.contains("the standard input can be read only once. Name - once"), "{said}");
}

#[test]
fn cards_and_suites_can_come_through_a_pipe() {
    let standard = says(&["cards", "--standard"]);
    let ran = fed(&["cards", "-"], standard.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("✓ -: "), "{}", ran.out);
    let wrong = standard.replacen("\"atk\": 3", "\"atk\": 33", 1);
    let ran = fed(&["cards", "-"], wrong.as_bytes());
    assert!(ran.code == Some(1) && ran.out.contains("-:7:"), "{}", ran.out);
    let ran = fed(&["show", "duels", "--cards", "-"], standard.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let ran = fed(&["perft", "tic-tac-toe", "--suite", "-"], b".../.../... ;D1 9 ;D2 72\n");
    assert_eq!(ran.out, "2 passed, 0 failed\n");
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_can_be_read_and_what_has_no_end_is_refused() {
    let (_scratch, record) = recorded("named-pipe");
    let ran = fed(&["verify", "/dev/stdin"], &record);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let ran = fed(&["verify", "/dev/zero"], b"");
    assert!(ran.code == Some(1) && ran.out.contains("longer than 1048576 bytes"), "{}", ran.out);
}

#[cfg(target_os = "linux")]
#[test]
fn a_record_that_is_interrupted_on_its_way_is_not_converted() {
    use crate::common::interrupt;
    use std::thread;
    use std::time::Duration;
    let (scratch, record) = recorded("interrupted-pipe");
    for name in ["half.rbr", "half.pgn"] {
        let file = scratch.path(name);
        let mut command = program(&["convert", "-", &file]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut pipe = child.stdin.take().expect("it reads");
        let (first, rest) = record.split_at(record.len() / 4);
        pipe.write_all(first).expect("it reads");
        interrupt(&mut child);
        // It goes on waiting, and hears us with the next thing that comes.
        for byte in rest {
            if pipe.write_all(&[*byte]).is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stderr).expect("it is UTF-8");
        assert!(told.contains("interrupted, and nothing was written."), "{told}");
        assert!(fs::metadata(&file).is_err(), "{file} was written");
    }
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_given_up_wherever_it_is_read() {
    use crate::common::{refused, run};
    refused(&["cards", "/dev/zero"], &["/dev/zero cannot be read: it has more than"]);
    refused(&["show", "duels", "--cards", "/dev/zero"], &["it has more than"]);
    refused(&["perft", "chess", "--suite", "/dev/zero"], &["it has more than"]);
    let endless = fs::File::open("/dev/zero").expect("it is there");
    let ran = run(program(&["play", "chess", "--seats", "human"]).stdin(endless));
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("line 1 of the input cannot be read: it has more than"),
        "{}",
        ran.err
    );
}

#[test]
fn a_suite_is_a_table_by_its_heading_whatever_it_is_called() {
    let table = b"# counted by hand\ndepth,nodes\n1,9\n2,72\n";
    let scratch = Scratch::new("suite-by-heading");
    let file = scratch.file("counts.txt", &String::from_utf8_lossy(table));
    for suite in ["-", &file] {
        let ran = fed(&["perft", "tic-tac-toe", "--suite", suite], table);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{suite}: {}", ran.out);
        let wrong = fed(&["perft", "tic-tac-toe", "--suite", "-"], b"depth,nodes\n2,73\n");
        assert_eq!(wrong.code, Some(1), "{}", wrong.out);
    }
}

#[cfg(unix)]
#[test]
fn in_a_terminal_a_replay_that_takes_long_shows_how_far_it_is() {
    use crate::terminal::Terminal;
    use std::fs::OpenOptions;
    use std::process::Command;
    let (scratch, record) = recorded("slow");
    let pipe = scratch.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let Some(terminal) = Terminal::new("slow", (80, 24), &format!("replay {pipe}")) else { return };
    let mut input = OpenOptions::new().write(true).open(&pipe).expect("somebody reads it");
    let half = record.len() / 2;
    input.write_all(&record[..half]).expect("it is read");
    // It waits for more, and says so.
    terminal.wait_for(" bytes ");
    input.write_all(&record[half..]).expect("it is read");
    drop(input);
    let shown = terminal.wait_for("left with 0");
    assert!(!shown.contains(" bytes "), "{shown}");
}
