//! What is no record is refused, also where a library for JSON would take it: a
//! record is read as its document says, and in no other way.

use rulebook_record::{Reader, examples};

/// What is wrong with a record, if something is.
fn wrong(text: &str) -> Option<String> {
    let mut reader = match Reader::open(text.as_bytes()) {
        Ok(reader) => reader,
        Err(error) => return Some(error.to_string()),
    };
    loop {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(error) => return Some(error.to_string()),
        }
    }
}

/// The example with other words somewhere.
fn edited(from: &str, to: &str) -> String {
    let text = examples::tic_tac_toe();
    let edited = text.replacen(from, to, 1);
    assert_ne!(edited, text, "{from} is not there");
    edited
}

fn assert_refused(text: &str, said: &str) {
    let wrong = wrong(text).unwrap_or_else(|| panic!("it is accepted: {text}"));
    assert!(wrong.contains(said), "{said}: {wrong}");
}

/// The values of an object, in a list.
fn values(line: &str) -> String {
    let mut list = line.replace('{', "[").replace('}', "]");
    while let Some(end) = list.find("\":") {
        let begin = list[..end].rfind('"').expect("a name has two quotes");
        list.replace_range(begin..end + 2, "");
    }
    list
}

#[test]
fn a_line_is_an_object_and_no_list_of_values() {
    let text = examples::tic_tac_toe();
    let lines: Vec<&str> = text.lines().collect();
    let begin = "a list stands where an object belongs";
    // All fields of a line in their order, as a list.
    let null = ["null"; 7].join(",");
    let chain = &lines[4][lines[4].len() - 18..lines[4].len() - 1];
    let end = format!("[{null},[-1,1],{null},null,null,\"{chain}]");
    assert_refused(&text.replace(lines[4], &end), &format!("line 5: it is damaged: {begin}"));
    assert_refused(&text.replace(lines[1], &values(lines[1])), "a list stands where an object");
    assert_refused(&text.replace(lines[0], &values(lines[0])), "no record of a game");
    let digest = "\"0000000000000001\"";
    let acts = format!("{{\"acts\":[[\"a1\",0,{digest}]],\"frame\":1,\"chain\":{digest}}}");
    assert_refused(&text.replace(lines[1], &acts), "a list stands where an object belongs");
    let asks = format!("{{\"act\":\"b2\",\"by\":0,\"asks\":[1,{digest},2],\"chain\":{digest}}}");
    assert_refused(&text.replace(lines[1], &asks), "a list stands where an object belongs");
}

#[test]
fn a_field_that_is_there_says_something() {
    for field in [
        "act",
        "acts",
        "answer",
        "withdraw",
        "rewind",
        "enable",
        "disable",
        "end",
        "irreversible",
        "asks",
        "refused",
        "dropped",
        "change",
    ] {
        let text = edited("\"by\":0,", &format!("\"by\":0,\"{field}\":null,"));
        let said = wrong(&text).unwrap_or_else(|| panic!("{field} is accepted"));
        let is_twice = field == "act" && said.contains("is there twice");
        let is_told = said.contains("null stands where") || said.contains("a change is a list");
        assert!(is_twice || is_told, "{field}: {said}");
        assert!(said.starts_with("line 2: "), "{said}");
    }
    for field in ["data", "position"] {
        let text = edited("\"seed\":", &format!("\"{field}\":null,\"seed\":"));
        assert_refused(&text, "line 1: it is damaged: at column");
        assert_refused(&text, "null stands where");
    }
}

#[test]
fn a_word_of_the_header_is_a_text() {
    assert_refused(&edited("\"play\"", "{\"play\":null}"), "an object stands where a text belongs");
    assert_refused(&edited("\"play\"", "\"game\""), "\"game\" stands where one of these belongs");
    let history = "\"history\" is \"all\", \"none\" or {\"last\":N}";
    for other in ["{\"all\":null}", "\"some\"", "{\"last\":[1]}", "[3]", "null", "{\"last\":-1}"] {
        assert_refused(&edited("\"all\"", other), history);
    }
    assert_refused(&edited("\"all\"", "{\"last\":3}"), "line 1: the chain breaks");
}

#[test]
fn spaces_and_the_order_of_fields_do_not_matter() {
    let text = edited(
        "{\"rulebook\":1,\"game\":\"tic-tac-toe\"",
        "{\"game\": \"tic-tac-toe\",\"rulebook\" :1",
    );
    assert_eq!(wrong(&text), None);
    let text = examples::tic_tac_toe().replace('\n', " \r\n");
    assert_eq!(wrong(&text), None);
}

#[test]
fn what_editors_put_in_is_named() {
    let text = examples::tic_tac_toe();
    let empty = "it is damaged: the line is empty, and a record has no empty lines: take it out.";
    assert_refused(&format!("{text}\n"), &format!("line 6: {empty}"));
    assert_refused(&format!("{text} \r\n"), &format!("line 6: {empty}"));
    assert_refused(&text.replacen('\n', "\n\n", 1), &format!("line 2: {empty}"));
    let marked = "line 1: it is damaged: a byte order mark, which nobody sees, stands before its \
                  first character: save it as UTF-8 without one.";
    assert_refused(&format!("\u{feff}{text}"), marked);
    assert_refused(&format!("\u{feff}{}", text.lines().next().unwrap()), marked);
}
