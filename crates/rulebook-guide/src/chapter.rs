//! From a chapter to its doctests. Shared with the build script.

/// What ends each example, so that it may use `?`.
const END: &str = "# Ok::<(), Box<dyn std::error::Error>>(())";

/// The page with its code blocks joined: each begins, hidden, with those before
/// it on the same page. So a chapter can be read from top to bottom without
/// repeating itself, and each of its blocks is still a test of its own.
///
/// # Panics
///
/// If a block does not say its language, since rustdoc would take it for Rust.
pub(crate) fn joined(page: &str) -> String {
    let mut text = String::new();
    let mut before = String::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some("")) => panic!("line {}: the block does not say its language", number + 1),
            (None, Some(language)) => {
                push(&mut text, line);
                let rust = language == "rust";
                if rust {
                    text.push_str(&before);
                }
                open = Some(Block { rust });
            }
            (Some(block), Some(_)) => {
                if block.rust {
                    push(&mut text, END);
                }
                push(&mut text, line);
                open = None;
            }
            (Some(Block { rust: true }), None) => {
                push(&mut text, line);
                push(&mut before, format!("# {line}").trim_end());
            }
            (_, None) => push(&mut text, line),
        }
    }
    text
}

struct Block {
    rust: bool,
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_begins_hidden_with_those_before_it() {
        let page = "One.\n```rust\nlet a = 1;\n\n```\nTwo.\n```text\n1\n```\n```rust\nlet b = a;\n```\n";
        let expected = "One.\n```rust\nlet a = 1;\n\nEND\n```\nTwo.\n```text\n1\n```\n\
                        ```rust\n# let a = 1;\n#\nlet b = a;\nEND\n```\n";
        assert_eq!(joined(page), expected.replace("END", END));
    }

    #[test]
    #[should_panic(expected = "line 2: the block does not say its language")]
    fn a_block_without_a_language_is_refused() {
        joined("One.\n```\nlet a = 1;\n```\n");
    }
}
