//! What lies between the words of a game: white space, lines that are no part
//! of it, and comments.

use super::{PgnError, PgnProblem};
use crate::chess::notation::cursor::Cursor;

/// Skips white space, and lines that begin with a percent sign: those belong
/// to whatever program wrote them.
pub(super) fn skip_space(cursor: &mut Cursor<'_>) {
    loop {
        cursor.run(char::is_whitespace);
        if !(cursor.is_at_line_start() && cursor.peek() == Some('%')) {
            return;
        }
        cursor.run(|found| found != '\n');
    }
}

/// Reads a comment, if one comes next. Spaces and line breaks in it count as
/// one space.
pub(super) fn read_comment(cursor: &mut Cursor<'_>) -> Result<Option<String>, PgnError> {
    let begin = cursor.offset();
    let text = if cursor.eat(';') {
        cursor.run(|found| found != '\n')
    } else if cursor.eat('{') {
        let text = cursor.run(|found| found != '}');
        if !cursor.eat('}') {
            return Err(cursor.wrong_at(begin, PgnProblem::CommentOpen));
        }
        text
    } else {
        return Ok(None);
    };
    Ok(Some(one_line(text)))
}

/// A text with one space wherever there is any.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
