//! The files of a new game. In them `my-game`, `my_game` and `MyGame` stand for
//! the name, and words with a dollar sign for where the engine is.

use super::engine::Engine;
use super::name::Name;

const FILES: [(&str, &str); 8] = [
    (".gitignore", include_str!("../../../template/gitignore.txt")),
    ("Cargo.toml", include_str!("../../../template/Cargo.toml.txt")),
    ("README.md", include_str!("../../../template/README.md.txt")),
    ("src/book.rs", include_str!("../../../template/src/book.rs")),
    ("src/lib.rs", include_str!("../../../template/src/lib.rs")),
    ("src/main.rs", include_str!("../../../template/src/main.rs")),
    ("src/text.rs", include_str!("../../../template/src/text.rs")),
    ("tests/conformance.rs", include_str!("../../../template/tests/conformance.rs")),
];

/// The files, by their paths, for a game of that name.
pub(super) fn files(name: &Name, engine: &Engine) -> impl Iterator<Item = (String, String)> {
    // The names first: where the engine is may be called like one of them.
    let words = [
        ("my-game", name.package().to_owned()),
        ("my_game", name.module()),
        ("MyGame", name.of_type()),
        ("$RULEBOOK", engine.dependency("rulebook")),
        ("$TESTKIT", engine.dependency("rulebook-testkit")),
        ("$GUIDE", engine.guide()),
        ("$ENGINE", engine.sentence()),
    ];
    FILES.into_iter().map(move |(path, text)| {
        let filled =
            words.iter().fold(text.to_owned(), |text, (word, with)| text.replace(word, with));
        (path.to_owned(), filled)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn nothing_is_left_to_be_filled_in() {
        let name = Name::of(Path::new("stone-age")).unwrap();
        for (path, text) in files(&name, &Engine::Vendored) {
            for word in ["$", "my-game", "my_game", "MyGame"] {
                assert!(!text.contains(word), "{path} has {word}");
            }
        }
    }
}
