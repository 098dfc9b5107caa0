//! From a page to its doctest. Shared with the build script.

/// What ends a program, so that it may use `?`.
const END: &str = "# Ok::<(), Box<dyn std::error::Error>>(())";

/// The code of a page as one program: a block may use what those before it have
/// said, so that a chapter can be read from top to bottom without repeating
/// itself. None if there is no code.
///
/// Every line of code keeps its number, so that the compiler's complaints lead
/// to the right line of the page.
///
/// # Panics
///
/// If a block does not say its language, or a page does not begin with a title:
/// the program's own first line takes its place.
pub(crate) fn program(page: &str) -> Option<String> {
    assert!(page.starts_with("# "), "the page does not begin with a title");
    let mut lines = vec!["```rust"];
    let mut open = None;
    for (number, line) in page.lines().enumerate().skip(1) {
        let mut code = "";
        match (open, line.strip_prefix("```")) {
            (None, Some("")) => panic!("line {}: the block does not say its language", number + 1),
            (None, Some(language)) => open = Some(language),
            (Some(_), Some(_)) => open = None,
            (Some("rust"), None) => code = line,
            (_, None) => {}
        }
        lines.push(code);
    }
    lines[1..].iter().any(|line| !line.is_empty()).then(|| {
        lines.extend([END, "```"]);
        lines.join("\n") + "\n"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# One\n```rust\nlet a = 1;\n```\nTwo.\n```text\n1\n```\n```rust\nlet b = a;\n```\n";

    #[test]
    fn the_blocks_of_a_page_are_one_program_and_keep_their_lines() {
        let program = program(PAGE).unwrap();
        let expected = "```rust\n\nlet a = 1;\n\n\n\n\n\n\nlet b = a;\n\nEND\n```\n";
        assert_eq!(program, expected.replace("END", END));
        for (number, line) in PAGE.lines().enumerate().filter(|(_, line)| line.starts_with("let")) {
            assert_eq!(program.lines().nth(number), Some(line));
        }
    }

    #[test]
    fn a_page_without_code_is_no_program() {
        assert_eq!(program("# One\n```text\nlet a = 1;\n```\n"), None);
    }

    #[test]
    #[should_panic(expected = "line 3: the block does not say its language")]
    fn a_block_without_a_language_is_refused() {
        program("# One\n\n```\nlet a = 1;\n```\n");
    }
}
