//! Spelling and licences: worth knowing, not worth refusing to test without.
//! A tool that is not installed is skipped, and the step says how to get it.

use std::path::Path;

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::{Step, Verdict};

/// The chore.
pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step::optional("spelling", "words are spelled right", |root| {
            let tool = Tool {
                name: "typos",
                version: Invocation::new("typos", "--version"),
                install: "pip install typos",
            };
            run_if_installed(root, &tool, &Invocation::new("typos", "--force-exclude"))
        }),
        Step::optional(
            "licences",
            "every dependency has a licence we may use, and comes from where it should",
            |root| {
                let tool = Tool {
                    name: "cargo-deny",
                    version: Invocation::cargo("deny --version"),
                    install: "cargo install cargo-deny --locked",
                };
                let check = Invocation::cargo("deny --all-features check bans licenses sources");
                run_if_installed(root, &tool, &check)
            },
        ),
    ]
}

struct Tool {
    name: &'static str,
    version: Invocation,
    install: &'static str,
}

fn run_if_installed(root: &Path, tool: &Tool, check: &Invocation) -> Result<Verdict, Failure> {
    if tool.version.works(root) {
        return check.run(root).map(|()| Verdict::Passed);
    }
    let (name, install) = (tool.name, tool.install);
    Ok(Verdict::Skipped(format!("{name} is not installed. Install it with `{install}`.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    fn tool(version: Invocation) -> Tool {
        Tool { name: "a-tool", version, install: "fetch a-tool" }
    }

    #[test]
    fn an_absent_tool_is_skipped_with_a_sentence() {
        let absent = tool(Invocation::new("a-program-that-does-not-exist", ""));
        let check = Invocation::cargo("--version");
        let verdict = run_if_installed(&workspace_root(), &absent, &check).unwrap();
        assert_eq!(
            verdict,
            Verdict::Skipped("a-tool is not installed. Install it with `fetch a-tool`.".to_owned())
        );
    }

    #[test]
    fn a_tool_that_finds_something_fails_the_step() {
        let present = tool(Invocation::cargo("--version"));
        let root = workspace_root();
        let content = Invocation::cargo("--version");
        assert_eq!(run_if_installed(&root, &present, &content).unwrap(), Verdict::Passed);
        let discontent = Invocation::cargo("no-such-command-of-cargo");
        assert!(run_if_installed(&root, &present, &discontent).is_err());
    }
}
