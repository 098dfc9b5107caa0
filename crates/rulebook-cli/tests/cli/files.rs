//! Where things are written: links, pipes, permissions, the standard output, and
//! what is left of a program that was killed; and records that were forged.

use std::fs;
use std::path::Path;

use rulebook_record::{Entry, Form, Reader, Then, Writer, position_of};
use serde_json::Value;

use crate::common::{Scratch, program, refused, run, says};

/// A folder with the record of one game, and where it is.
fn recorded(game: &str, name: &str, more: &[&str]) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let folder = scratch.path("records");
    says(&[&["simulate", game, "-n", "1", "--record-dir", &folder], more].concat());
    let record = format!("{folder}/{game}-00001.jsonl");
    (scratch, record)
}

/// The names in a folder.
fn names(folder: &str) -> Vec<String> {
    let files = fs::read_dir(folder).expect("it is there").flatten();
    let mut names: Vec<String> =
        files.map(|file| file.file_name().to_str().expect("a name").to_owned()).collect();
    names.sort();
    names
}

/// The record with entries that somebody else made of it, and a chain that is
/// sound: only a replay finds it.
fn forged(record: &str, form: Form, mut forge: impl FnMut(usize, &mut Entry)) -> Vec<u8> {
    let bytes = fs::read(record).expect("it is there");
    let mut reader = Reader::open(&bytes[..]).expect("it is sound");
    let mut writer = Writer::begin(Vec::new(), form, reader.header()).expect("it fits");
    let mut nth = 0;
    while let Some(mut noted) = reader.next_entry().expect("it is sound") {
        nth += 1;
        forge(nth, &mut noted.entry);
        writer.write(&noted.entry).expect("it fits");
    }
    writer.into_inner()
}

/// The third mark stands where the first one does.
fn third_like_first(record: &str) -> Vec<u8> {
    let mut first = None;
    forged(record, Form::Lines, |nth, entry| {
        if let Entry::Act { action, .. } = entry {
            let first = first.get_or_insert(action.clone());
            if nth == 3 {
                action.clone_from(first);
            }
        }
    })
}

#[test]
fn where_a_record_of_a_simulation_diverges_both_boards_are_shown() {
    let (scratch, record) = recorded("tic-tac-toe", "forged", &[]);
    // As if by other rules: after the third frame the board was another one.
    let other = forged(&record, Form::Lines, |nth, entry| {
        if let (3, Entry::Act { then: Then::Frame { digest, position }, .. }) = (nth, entry) {
            digest.0 ^= 1;
            *position = Some("xx./.o./...".to_owned());
        }
    });
    let file = scratch.path("other.jsonl");
    fs::write(&file, other).expect("it can be written");
    for command in ["verify", "replay"] {
        let ran = run(&mut program(&[command, &file]));
        assert_eq!(ran.code, Some(1), "{command}");
        let said = (ran.out + &ran.err).replace("\n  (", " (");
        for words in [
            "line 4: the game diverges at frame 3 (",
            "expected: the digest ",
            "found:    the digest ",
            "- as recorded",
            "+ as replayed",
            "- 3 x x .",
        ] {
            assert!(said.contains(words), "{command} should say {words}: {said}");
        }
    }
    let ran = run(&mut program(&["verify", &file, "--json"]));
    let said: Value = serde_json::from_str(&ran.out).expect("it is whole");
    assert_eq!((&said[0]["frame"], &said[0]["diff_against"]), (&3.into(), &"recorded".into()));
}

#[test]
fn a_step_that_is_refused_shows_no_board_twice() {
    let (scratch, record) = recorded("tic-tac-toe", "refused", &[]);
    let file = scratch.path("refused.jsonl");
    fs::write(&file, third_like_first(&record)).expect("it can be written");
    let ran = run(&mut program(&["verify", &file]));
    assert!(ran.out.contains("found:    refused: "), "{}", ran.out);
    // The board as it was recorded has one mark more.
    let lines = |mark: &str| ran.out.lines().filter(|line| line.starts_with(mark)).count();
    assert_eq!((lines("  - "), lines("  + ")), (2, 2), "{}", ran.out);

    let (scratch, record) = recorded("tic-tac-toe", "refused-bare", &["--positions", "none"]);
    let file = scratch.path("refused.jsonl");
    fs::write(&file, third_like_first(&record)).expect("it can be written");
    let ran = run(&mut program(&["verify", &file]));
    assert!(ran.out.contains("Here nothing changes. The record keeps no positions"), "{}", ran.out);
    assert!(!ran.out.contains("as replayed"), "{}", ran.out);
}

#[test]
fn records_of_a_simulation_keep_what_is_asked_for() {
    let mut sizes = Vec::new();
    for (kept, version) in [("none", 1), ("changes", 2), ("whole", 1)] {
        let (_scratch, record) = recorded("duels", &format!("kept-{kept}"), &["--positions", kept]);
        let text = fs::read_to_string(&record).expect("it is there");
        let reader = Reader::open(text.as_bytes()).expect("it is sound");
        assert_eq!(reader.header().format, version, "{kept}");
        assert_eq!(reader.header().players, ["random", "random"]);
        assert!(says(&["verify", &record]).starts_with("✓ "));
        let last = text.lines().rev().nth(1).expect("many lines");
        let has = ["\"change\":[", "\"position\":"].map(|field| last.contains(field));
        assert_eq!(has, [kept == "changes", kept == "whole"], "{last}");
        sizes.push(text.len());
    }
    assert!(sizes[0] < sizes[1] && 5 * sizes[0] > 3 * sizes[1] && 3 * sizes[1] < sizes[2]);
    refused(&["simulate", "duels", "--positions", "none"], &["--record-dir"]);
}

#[test]
fn what_is_wrong_with_a_header_is_told_with_its_line() {
    let (scratch, record) = recorded("tic-tac-toe", "header", &[]);
    let edited = |name: &str, form, edit: &dyn Fn(&mut rulebook_record::Header)| {
        let bytes = fs::read(&record).expect("it is there");
        let mut header = Reader::open(&bytes[..]).expect("it is sound").header().clone();
        edit(&mut header);
        let bytes = Writer::begin(Vec::new(), form, &header).expect("it fits").into_inner();
        let file = scratch.path(name);
        fs::write(&file, bytes).expect("it can be written");
        file
    };
    let four = vec!["a".to_owned(); 4];
    let edits: [(&dyn Fn(&mut rulebook_record::Header), &str); 4] = [
        (&|header| header.game = "go".to_owned(), "it is a record of go, a game that this program"),
        (&|header| header.version = Some("9".to_owned()), "was made with another version of the"),
        (
            &|header| header.setup = rulebook_record::Setup::Position("x".to_owned()),
            "the game cannot be set up as \"x\": ",
        ),
        (&|header| header.players = four.clone(), "it names 4 players, and the game has 2 seats"),
    ];
    for (edit, words) in edits {
        for (form, name, place) in
            [(Form::Lines, "a.jsonl", "line 1: "), (Form::Compact, "a.rbr", "block 1 (byte 0): ")]
        {
            let file = edited(name, form, edit);
            for command in ["verify", "replay"] {
                let ran = run(&mut program(&[command, &file]));
                let said = (ran.out + &ran.err).replace("\n  ", " ");
                assert_eq!(ran.code, Some(1), "{command} {name}: {said}");
                assert!(said.contains(place) && said.contains(words), "{command}: {said}");
            }
        }
    }
}

#[test]
fn a_record_is_converted_to_the_standard_output() {
    let (scratch, record) = recorded("chess", "stdout", &[]);
    let text = fs::read_to_string(&record).expect("it is there");
    assert_eq!(says(&["convert", &record, "-"]), text);
    let named = says(&["convert", &record, "-", "--as", "pgn", "--players", "Ann,Ben"]);
    assert!(named.contains("[White \"Ann\"]\n[Black \"Ben\"]"), "{named}");
    let own = says(&["convert", &record, "-", "--as", "pgn"]);
    assert!(own.contains("[White \"random\"]\n[Black \"random\"]"), "{own}");
    let compact = run_bytes(&["convert", &record, "-", "--as", "rbr"]);
    assert!(compact.starts_with(b"\x93RBR"));
    // What is said for programs does not stand in the way.
    let ran = run(&mut program(&["convert", &record, "-", "--json"]));
    let said: Value = serde_json::from_str(&ran.err).expect("it is whole");
    assert_eq!((ran.out, &said["file"]), (text, &"-".into()));
    let odd = scratch.path("game.txt");
    says(&["convert", &record, &odd, "--as", "pgn"]);
    assert!(fs::read_to_string(&odd).expect("it is there").starts_with("[Event "));
    refused(&["convert", &record, "-", "--players", "Ann"], &["--players is for .pgn and .mat"]);
    let three = ["convert", &record, "-", "--as", "pgn", "--players", "a,b,c"];
    refused(&three, &["there are 2 seats, but --players names 3"]);
    refused(&["convert", &record, &scratch.path("")], &["cannot be written: is a directory"]);
}

fn run_bytes(args: &[&str]) -> Vec<u8> {
    let output = program(args).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0));
    output.stdout
}

#[cfg(unix)]
#[test]
fn force_follows_links_keeps_permissions_and_writes_into_pipes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};
    let (scratch, record) = recorded("tic-tac-toe", "force", &[]);
    let (file, link, pipe) = (scratch.path("a.rbr"), scratch.path("b.rbr"), scratch.path("c.rbr"));
    fs::write(&file, "old").expect("it can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
    symlink("a.rbr", &link).expect("links can be made");
    refused(&["convert", &record, &link], &["is there already", "--force"]);
    says(&["convert", &record, &link, "--force"]);
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    let whole = fs::read(&file).expect("it is there");
    assert!(whole.starts_with(b"\x93RBR"));
    // A pipe takes it as it comes, and stays one.
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let reading = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("it reads");
    says(&["convert", &record, &pipe]);
    let read = reading.wait_with_output().expect("it ends");
    assert!(read.stdout == whole);
    assert_eq!(names(&scratch.path("")), ["a.rbr", "b.rbr", "c.rbr", "records"]);
}

#[test]
fn what_a_killed_run_left_is_cleared_away_and_that_is_told() {
    let scratch = Scratch::new("parts");
    let folder = scratch.path("records");
    fs::create_dir(&folder).expect("it can be made");
    let put = |name: &str| fs::write(Path::new(&folder).join(name), "half").expect("it fits");
    put("chess-00007.jsonl.123.part");
    put("chess-00008.jsonl.123.part");
    put("duels-00007.jsonl.123.part");
    put("notes.part");
    let args = ["simulate", "chess", "-n", "1", "--longest", "5", "--record-dir", &folder];
    let told = says(&args);
    assert!(told.contains("Cleared away: 2 unfinished records of a run that was killed."));
    let left = ["chess-00001.jsonl", "duels-00007.jsonl.123.part", "notes.part"];
    assert_eq!(names(&folder), left);
    let plot = scratch.path("a.svg");
    fs::write(scratch.path("a.svg.99.part"), "half").expect("it fits");
    says(&["simulate", "chess", "-n", "1", "--longest", "5", "--plot", &plot]);
    assert_eq!(names(&scratch.path("")), ["a.svg", "records"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_killed_leaves_nothing_that_the_next_one_does_not_clear() {
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};
    let scratch = Scratch::new("killed");
    let folder = scratch.path("records");
    let args = ["simulate", "duels", "-n", "1000000", "--threads", "2", "--record-dir", &folder];
    let mut child =
        program(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begin = Instant::now();
    while !Path::new(&folder).is_dir() || names(&folder).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(120), "no record comes");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    for name in names(&folder).iter().filter(|name| name.ends_with(".jsonl")) {
        // Those that have their name are whole.
        says(&["verify", &format!("{folder}/{name}")]);
        fs::remove_file(format!("{folder}/{name}")).expect("it was there");
    }
    says(&["simulate", "duels", "-n", "1", "--record-dir", &folder]);
    assert_eq!(names(&folder), ["duels-00001.jsonl"]);
}

#[test]
fn entries_of_a_simulation_have_positions_wherever_there_is_a_frame() {
    let (_scratch, record) = recorded("night-market", "every-frame", &[]);
    let bytes = fs::read(&record).expect("it is there");
    let mut reader = Reader::open(&bytes[..]).expect("it is sound");
    let mut frames = 0;
    while let Some(noted) = reader.next_entry().expect("it is sound") {
        let is_frame = matches!(
            &noted.entry,
            Entry::Act { then, .. } | Entry::Answer { then, .. } if then.frame().is_some()
        );
        assert_eq!(position_of(&noted.entry).is_some(), is_frame, "{}", noted.entry);
        frames += u32::from(is_frame);
    }
    assert!(frames > 10, "{frames}");
}
