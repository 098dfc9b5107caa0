//! What a program said before it gave up, as one line that can be shown.

/// Longer ones are cut off.
const LONGEST: usize = 160;

/// The line that says what is wrong: the last that names an error, or the last.
/// Folders are left out: they are nobody's business, and differ from machine to
/// machine.
pub(super) fn complaint(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let lines = said.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|it| !it.is_empty() && !it.starts_with("note:")).collect();
    let error = lines.iter().rfind(|line| line.contains("Error:"));
    let Some(line) = error.or(lines.last()) else { return "it says nothing".to_owned() };
    let words: Vec<String> = line.split_whitespace().map(without_folders).collect();
    let line: String = words.join(" ").chars().take(LONGEST).collect();
    line.trim_end_matches('.').to_owned()
}

fn without_folders(word: &str) -> String {
    let Some((before, name)) = word.rsplit_once('/') else { return word.to_owned() };
    let quote = before.chars().next().filter(|first| matches!(first, '\'' | '"' | '('));
    quote.into_iter().chain(name.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_names_the_error_is_found() {
        let python = b"Traceback (most recent call last):\n  File \"<string>\", line 1\n\
                       ModuleNotFoundError: No module named 'numpy'\n";
        assert_eq!(complaint(python), "ModuleNotFoundError: No module named 'numpy'");
        let node = b"node:internal/modules:1\n  throw err;\n\
                     Error: Cannot find module '/home/somebody/client.js'\n\nNode.js v20.20.2\n";
        assert_eq!(complaint(node), "Error: Cannot find module 'client.js'");
        let rust = b"thread 'main' panicked at src/main.rs:53:\nwhat is \"version\"?\n\
                     note: run with `RUST_BACKTRACE=1`\n";
        assert_eq!(complaint(rust), "what is \"version\"?");
    }

    #[test]
    fn who_says_nothing_or_too_much_gives_a_short_line() {
        assert_eq!(complaint(b"\n \n"), "it says nothing");
        assert_eq!(complaint("é".repeat(1000).as_bytes()).chars().count(), LONGEST);
    }
}
