//! The two forms of a record.

use std::path::Path;

/// In which form a record is written. Both say the same.
///
/// ```
/// use std::path::Path;
/// use rulebook_record::Form;
///
/// assert_eq!(Form::default(), Form::Lines);
/// assert_eq!(Form::of_path(Path::new("game.jsonl")), Some(Form::Lines));
/// assert_eq!(Form::of_path(Path::new("game.rbr")), Some(Form::Compact));
/// assert_eq!(Form::of_path(Path::new("game.pgn")), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// JSON Lines: one line for each entry, for people and programs.
    #[default]
    Lines,
    /// Blocks of bytes: about a quarter of the size without positions, and a half
    /// with them.
    Compact,
}

impl Form {
    /// How the names of such files end.
    ///
    /// ```
    /// use rulebook_record::Form;
    /// assert_eq!([Form::Lines, Form::Compact].map(Form::extension), ["jsonl", "rbr"]);
    /// ```
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Lines => "jsonl",
            Form::Compact => "rbr",
        }
    }

    /// The form that a file's name stands for.
    pub fn of_path(path: &Path) -> Option<Form> {
        let extension = path.extension()?.to_str()?;
        [Form::Lines, Form::Compact]
            .into_iter()
            .find(|form| extension.eq_ignore_ascii_case(form.extension()))
    }
}
