//! Rust source as words: just enough of a scanner to ask whether a word or a
//! path occurs in code, and not merely in a comment, a string or a
//! documentation example.

/// A word or a mark of the source, with the line (from 1) it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// The words and marks of `source`, without comments, strings and characters.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut scanner =
        Scanner { chars: source.chars().collect(), at: 0, line: 1, tokens: Vec::new() };
    while let Some(char) = scanner.peek(0) {
        scanner.step(char);
    }
    scanner.tokens
}

/// Every path of `tokens` that begins at one of `roots`, with each of its
/// beginnings: `use std::{fs, time::Instant}` gives `std::fs`, `std::time` and
/// `std::time::Instant`.
pub(crate) fn paths(tokens: &[Token], roots: &[&str]) -> Vec<Token> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_root = roots.contains(&token.text.as_str());
        // `::std::fs` is the same path as `std::fs`; `my::std` is not.
        let is_inner = at > 1 && tokens[at - 1].text == "::" && is_word(&tokens[at - 2].text);
        if is_root && !is_inner {
            collect_paths(&tokens[at + 1..], &token.text, &mut found);
        }
    }
    found
}

/// The macros that `tokens` call, as `name!`.
pub(crate) fn macros(tokens: &[Token]) -> Vec<Token> {
    let mut found = Vec::new();
    for three in tokens.windows(3) {
        let opens = matches!(three[2].text.as_str(), "(" | "[" | "{");
        if is_word(&three[0].text) && three[1].text == "!" && opens {
            found.push(Token { text: format!("{}!", three[0].text), line: three[0].line });
        }
    }
    found
}

/// Follows one path, or one tree of a `use`, from just after its root.
fn collect_paths(tokens: &[Token], root: &str, found: &mut Vec<Token>) {
    let mut groups: Vec<String> = Vec::new();
    let mut path = root.to_owned();
    let mut tokens = tokens.iter().peekable();
    if tokens.peek().is_none_or(|token| token.text != "::") {
        return;
    }
    while let Some(token) = tokens.next() {
        match token.text.as_str() {
            "::" => {}
            "{" => groups.push(path.clone()),
            "," | "}" if groups.is_empty() => return,
            "," => path = groups.last().cloned().unwrap_or_default(),
            "}" => path = groups.pop().unwrap_or_default(),
            "as" => drop(tokens.next()),
            word if is_word(word) => {
                path = format!("{path}::{word}");
                found.push(Token { text: path.clone(), line: token.line });
            }
            _ => {}
        }
        let goes_on = matches!(token.text.as_str(), "::" | "{" | ",")
            || !groups.is_empty()
            || tokens.peek().is_some_and(|next| next.text == "::");
        if !goes_on {
            return;
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(begins_word)
}

fn begins_word(char: char) -> bool {
    char.is_alphabetic() || char == '_'
}

fn continues_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

struct Scanner {
    chars: Vec<char>,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Scanner {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn advance(&mut self, count: usize) {
        let end = (self.at + count).min(self.chars.len());
        let passed = &self.chars[self.at..end];
        self.line += passed.iter().filter(|&&char| char == '\n').count();
        self.at = end;
    }

    fn step(&mut self, char: char) {
        match (char, self.peek(1)) {
            ('/', Some('/')) => self.skip_line(),
            ('/', Some('*')) => self.skip_block(),
            ('"', _) => self.skip_quoted('"'),
            ('\'', _) => self.skip_character_or_tick(),
            (':', Some(':')) => self.push(2),
            _ if begins_word(char) => self.word(),
            _ if char.is_ascii_digit() => self.number(),
            _ if char.is_whitespace() => self.advance(1),
            _ => self.push(1),
        }
    }

    fn push(&mut self, length: usize) {
        let end = (self.at + length).min(self.chars.len());
        self.tokens
            .push(Token { text: self.chars[self.at..end].iter().collect(), line: self.line });
        self.advance(length);
    }

    fn length_while(&self, holds: impl Fn(char) -> bool) -> usize {
        let rest = &self.chars[self.at..];
        rest.iter().take_while(|&&char| holds(char)).count()
    }

    fn skip_line(&mut self) {
        let length = self.length_while(|char| char != '\n');
        self.advance(length);
    }

    /// Block comments nest in Rust.
    fn skip_block(&mut self) {
        let mut depth = 0;
        while let Some(char) = self.peek(0) {
            match (char, self.peek(1)) {
                ('/', Some('*')) => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => {
                    self.advance(1);
                    continue;
                }
            }
            self.advance(2);
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_quoted(&mut self, quote: char) {
        self.advance(1);
        while let Some(char) = self.peek(0) {
            self.advance(if char == '\\' { 2 } else { 1 });
            if char == quote {
                return;
            }
        }
    }

    /// `'a'` and `'\n'` are characters, the tick of `'a` belongs to a lifetime.
    fn skip_character_or_tick(&mut self) {
        if self.peek(1) == Some('\\') || self.peek(2) == Some('\'') {
            self.skip_quoted('\'');
        } else {
            self.advance(1);
        }
    }

    /// A word, or the prefix of a string: `b"…"`, `r#"…"#`; `r#fn` is a word.
    fn word(&mut self) {
        let length = self.length_while(continues_word);
        let word: String = self.chars[self.at..self.at + length].iter().collect();
        let hashes = self.chars[self.at + length..].iter().take_while(|&&char| char == '#').count();
        let quoted = self.peek(length + hashes) == Some('"');
        match word.as_str() {
            "r" | "br" | "cr" if quoted => {
                self.advance(length);
                self.skip_raw(hashes);
            }
            "b" | "c" if quoted && hashes == 0 => self.advance(length),
            "r" if hashes == 1 => self.advance(length + hashes),
            _ => self.push(length),
        }
    }

    fn skip_raw(&mut self, hashes: usize) {
        self.advance(hashes + 1);
        while let Some(char) = self.peek(0) {
            self.advance(1);
            let closing = self.length_while(|char| char == '#');
            if char == '"' && closing >= hashes {
                self.advance(hashes);
                return;
            }
        }
    }

    /// A number with its suffix, as in `1_000u64` and `0.5`; not the dots of
    /// `0..9`.
    fn number(&mut self) {
        let mut length = self.length_while(continues_word);
        let fraction = self.peek(length + 1);
        if self.peek(length) == Some('.') && fraction.is_some_and(|char| char.is_ascii_digit()) {
            length += 1;
            while self.peek(length).is_some_and(continues_word) {
                length += 1;
            }
        }
        self.push(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    fn paths_of(source: &str) -> Vec<String> {
        let found = paths(&tokens(source), &["std", "core"]);
        found.into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_strings_and_characters_are_not_words() {
        assert_eq!(words("a // unsafe\n b"), ["a", "b"]);
        assert_eq!(words("/// unsafe\na /* x /* unsafe */ unsafe */ b"), ["a", "b"]);
        assert_eq!(words(r#"a "unsafe \" unsafe" b"#), ["a", "b"]);
        assert_eq!(words(r##"a r#"unsafe " unsafe"# b br"unsafe" c"##), ["a", "b", "c"]);
        assert_eq!(words(r"a '\'' b '\u{75}' c 'x' d"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn lifetimes_raw_words_and_ranges_are_read_right() {
        assert_eq!(words("&'a str"), ["&", "a", "str"]);
        assert_eq!(words("r#fn b'x' c\"x\""), ["fn", "b"]);
        assert_eq!(words("0..9 0.5 1_f64"), ["0", ".", ".", "9", "0.5", "1_f64"]);
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let found = tokens("/* 1\n2 */ \"3\n4\" r\"5\n\"\nhere");
        assert_eq!(found.last().map(|token| token.line), Some(5));
    }

    #[test]
    fn a_path_is_found_with_each_of_its_beginnings() {
        assert_eq!(
            paths_of("let x = std::time::Instant::now();"),
            ["std::time", "std::time::Instant", "std::time::Instant::now"]
        );
        assert_eq!(paths_of("::std::fs"), ["std::fs"]);
        assert_eq!(paths_of("my::std::fs, std, core"), [""; 0]);
    }

    #[test]
    fn a_macro_is_a_word_with_a_mark_and_a_bracket() {
        let found = macros(&tokens("vec![a != b]; std::print!(); a!b"));
        let names: Vec<_> = found.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(names, ["vec!", "print!"]);
    }

    #[test]
    fn a_tree_of_imports_is_followed() {
        assert_eq!(
            paths_of("use std::{fmt::{self, Debug}, thread as t, fs}; use x::time;"),
            ["std::fmt", "std::fmt::self", "std::fmt::Debug", "std::thread", "std::fs"]
        );
    }
}
