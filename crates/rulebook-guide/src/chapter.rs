//! From a page to its doctests. Shared with the build script.

/// What ends a program, so that it may use `?`.
const END: &str = "# Ok::<(), Box<dyn std::error::Error>>(())";

/// The code of a page as one program: a block may use what those before it have
/// said, so that a chapter can be read from top to bottom without repeating
/// itself. Every line of code keeps its number, so that the compiler's
/// complaints lead to the right line of the page.
///
/// Blocks that must not compile come after it, each with what was said before
/// it. None if there is no code.
///
/// # Panics
///
/// If a block does not say its language, or a page does not begin with a title:
/// the program's own first line takes its place.
pub(crate) fn program(page: &str) -> Option<String> {
    assert!(page.starts_with("# "), "the page does not begin with a title");
    let mut lines = vec!["```rust"];
    let mut failing = String::new();
    let mut open = None;
    for (number, line) in page.lines().enumerate().skip(1) {
        let mut code = "";
        match (open, line.strip_prefix("```")) {
            (None, Some("")) => panic!("line {}: the block does not say its language", number + 1),
            (None, Some(language)) => {
                open = Some(language);
                if must_fail(language) {
                    failing += &format!("\n```{language}\n{}", hidden(&lines[1..]));
                }
            }
            (Some(language), Some(_)) => {
                open = None;
                if must_fail(language) {
                    failing += &format!("{END}\n```\n");
                }
            }
            (Some("rust"), None) => code = line,
            (Some(language), None) if must_fail(language) => failing += &format!("{line}\n"),
            (_, None) => {}
        }
        lines.push(code);
    }
    lines[1..].iter().any(|line| !line.is_empty()).then(|| {
        lines.extend([END, "```\n"]);
        lines.join("\n") + &failing
    })
}

fn must_fail(language: &str) -> bool {
    language.starts_with("rust,compile_fail")
}

/// The lines as rustdoc hides them.
fn hidden(lines: &[&str]) -> String {
    lines.iter().filter(|line| !line.is_empty()).map(|line| format!("# {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# One
```rust
let a = 1;
```
Two.
```text
1
```
```rust
let b = a;
```
";

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
    fn a_block_that_must_not_compile_stands_apart_with_what_was_said_before() {
        let page = format!("{PAGE}```rust,compile_fail\nlet c: u8 = b;\n```\n");
        let apart =
            "\n```rust,compile_fail\n# let a = 1;\n# let b = a;\nlet c: u8 = b;\nEND\n```\n";
        let program = program(&page).unwrap();
        assert!(program.ends_with(&apart.replace("END", END)), "{program}");
        assert_eq!(program.matches("let c").count(), 1);
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
