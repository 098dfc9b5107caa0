//! The studio's page: its source is checked, the built form that is part of the
//! program is what the source gives, and a real browser plays with it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::Step;

/// The page's source.
const SOURCE: &str = "studio";
/// The page as it is part of the server.
const BUILT: &str = "crates/rulebook-server/page";
/// Where it is built to be compared.
const REBUILT: &str = "target/studio-page";

/// How the programs are built with which the browser plays: the studio itself,
/// and the game of an author's own that the guide shows.
#[derive(Clone, Copy)]
pub(crate) enum Program {
    /// Alone, as quickly as can be.
    Alone,
    /// As the tests have built it just before, so that nothing is built twice.
    AsTested,
}

impl Program {
    fn build(self) -> Invocation {
        Invocation::cargo(match self {
            Self::Alone => {
                "build --package rulebook-cli --package rulebook-server --bins --example ten"
            }
            Self::AsTested => "build --workspace --all-features --bins --tests --example ten",
        })
    }
}

/// The chore.
pub(crate) fn steps(program: Program) -> Vec<Step> {
    vec![
        Step::new(
            "page source",
            "the page's source has no mistakes and passes its tests",
            |root| {
                let studio = prepared(root)?;
                npm("run check").run(&studio)?;
                npm("test").run(&studio)
            },
        ),
        Step::new("built page", "the page in the program is what its source gives", |root| {
            let out = format!("../{REBUILT}");
            npm("run bundle -- --emptyOutDir --outDir").with_argument(out).run(&prepared(root)?)?;
            same_files(&root.join(BUILT), &root.join(REBUILT))
        }),
        Step::new("browser", "a real browser plays in the studio", move |root| {
            let studio = prepared(root)?;
            find(root, &CHROMIUM, &CHROMIUM.ways())?;
            program.build().run(root)?;
            npm("run browse").run(&studio)
        }),
    ]
}

fn npm(line: &str) -> Invocation {
    Invocation::new("npm", line)
}

/// A program that no Cargo can fetch, and how Debian calls it.
struct Tool {
    name: &'static str,
    program: &'static str,
    packages: &'static str,
    install: &'static str,
}

const NODE: Tool = Tool {
    name: "Node.js (20 or newer, with npm)",
    program: "npm",
    packages: "nodejs npm",
    install: "apt-get install nodejs npm",
};
const CHROMIUM: Tool = Tool {
    name: "Chromium",
    program: "chromium",
    packages: "chromium",
    install: "apt-get install chromium",
};

impl Tool {
    /// How it is installed by Debian's packages, step by step.
    fn ways(&self) -> [Invocation; 2] {
        let install = Invocation::new("apt-get", "install --yes --quiet --no-install-recommends");
        [Invocation::new("apt-get", "update --quiet"), install.with_arguments(self.packages)]
    }
}

/// Makes sure that a tool is there: if it is not, all the ways are gone.
fn find(root: &Path, tool: &Tool, ways: &[Invocation]) -> Result<(), Failure> {
    let version = Invocation::new(tool.program, "--version");
    if version.works(root) {
        return Ok(());
    }
    println!("{} is not installed: trying to install it.", tool.name);
    if ways.iter().all(|way| way.run(root).is_ok()) && version.works(root) {
        return Ok(());
    }
    Err(Failure::Missing { tool: tool.name, install: tool.install })
}

/// The folder of the page's source, once the packages that it needs are there.
fn prepared(root: &Path) -> Result<PathBuf, Failure> {
    let studio = root.join(SOURCE);
    find(root, &NODE, &NODE.ways())?;
    if !is_installed(&studio) {
        println!("The page's packages are not installed yet, or older than their list.");
        npm("ci --no-audit --no-fund").run(&studio)?;
    }
    Ok(studio)
}

/// Whether the packages are those of the list: npm keeps a list of what it
/// installed, which must not be older.
fn is_installed(studio: &Path) -> bool {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
    let wanted = changed(studio.join("package-lock.json"));
    let installed = changed(studio.join("node_modules/.package-lock.json"));
    installed.is_some() && installed >= wanted
}

/// Both folders hold the same files with the same bytes.
fn same_files(one: &Path, other: &Path) -> Result<(), Failure> {
    let (committed, rebuilt) = (files(one)?, files(other)?);
    let mut findings = Vec::new();
    for (name, bytes) in &rebuilt {
        match committed.iter().find(|(known, _)| known == name) {
            None => findings.push(format!("{name} is missing")),
            Some((_, known)) if known != bytes => findings.push(format!("{name} is another")),
            Some(_) => {}
        }
    }
    let is_left_over = |name: &String| !rebuilt.iter().any(|(known, _)| known == name);
    let left_over = committed.iter().filter(|(name, _)| is_left_over(name));
    findings.extend(left_over.map(|(name, _)| format!("{name} is left over")));
    if findings.is_empty() {
        return Ok(());
    }
    let summary = "The built page is not what its source gives. Run `npm run build` in studio:";
    Err(Failure::Found { summary, findings })
}

/// The files of a folder by name, with their bytes.
fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let unreadable = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Failure::Unreadable { path, error }
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, fs::read(&path).map_err(unreadable(&path))?));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    /// A folder of its own for a test, empty.
    fn folder(name: &str) -> PathBuf {
        let folder = workspace_root().join("target").join("xtask-studio").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn equal_folders_are_equal() {
        let (one, other) = (folder("equal-one"), folder("equal-other"));
        for folder in [&one, &other] {
            fs::write(folder.join("a.js"), "1").unwrap();
        }
        same_files(&one, &other).unwrap();
    }

    #[test]
    fn every_difference_is_named() {
        let (one, other) = (folder("different-one"), folder("different-other"));
        fs::write(one.join("a.js"), "1").unwrap();
        fs::write(other.join("a.js"), "2").unwrap();
        fs::write(one.join("old.js"), "").unwrap();
        fs::write(other.join("new.js"), "").unwrap();
        let failure = same_files(&one, &other).unwrap_err().to_string();
        for finding in ["a.js is another", "new.js is missing", "old.js is left over"] {
            assert!(failure.contains(finding), "{failure}");
        }
    }

    #[test]
    fn what_cannot_be_installed_is_a_failure_that_says_how() {
        let tool = Tool { program: "a-program-that-does-not-exist", ..CHROMIUM };
        for way in ["--version", "no-such-command-of-cargo"] {
            let failure = find(&workspace_root(), &tool, &[Invocation::cargo(way)]).unwrap_err();
            assert_eq!(
                failure.to_string(),
                "Chromium is not installed. Install it with `apt-get install chromium`."
            );
        }
    }

    #[test]
    fn what_is_there_is_not_installed_again() {
        let tool = Tool { program: "cargo", ..CHROMIUM };
        find(&workspace_root(), &tool, &[Invocation::cargo("no-such-command-of-cargo")]).unwrap();
    }

    #[test]
    fn the_list_of_packages_is_fetched_before_one_is_installed() {
        let [list, install] = NODE.ways();
        assert!(list.to_string().starts_with("apt-get update"), "{list}");
        assert!(install.to_string().ends_with("nodejs npm"), "{install}");
    }

    #[test]
    fn the_program_is_not_built_twice_when_tests_have_built_it() {
        let (alone, tested) = (Program::Alone.build(), Program::AsTested.build());
        assert!(alone.to_string().contains("--package rulebook-cli"), "{alone}");
        assert!(tested.to_string().contains("--workspace --all-features"), "{tested}");
        for command in [alone, tested] {
            assert!(command.to_string().ends_with("--example ten"), "the author's game: {command}");
        }
    }

    #[test]
    fn packages_that_nobody_installed_are_not_installed() {
        assert!(!is_installed(&folder("no-packages")));
    }
}
