//! What names may be made of, and how text with any sign in it stays on its line.

use std::fmt::{self, Write};

/// Whether a sign would not stay on the line that it is written on.
fn breaks_the_line(sign: char) -> bool {
    sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}')
}

/// Whether a name would not stay on the line that it is written on.
pub(crate) fn breaks_lines(name: &str) -> bool {
    name.contains(breaks_the_line)
}

/// Whether nobody would see anything of a name: it is empty, or made of spaces and of
/// signs without width.
pub(crate) fn is_blank(name: &str) -> bool {
    name.chars().all(|sign| {
        let is_hidden = matches!(
            sign,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{e0000}'..='\u{e0fff}'
        );
        is_hidden || sign.is_whitespace() && !breaks_the_line(sign)
    })
}

/// Writes text on, with what would break the line as escapes.
pub(crate) struct OneLine<'w, W>(pub &'w mut W);

impl<W: Write> Write for OneLine<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|sign| match breaks_the_line(sign) {
            true => write!(self.0, "{}", sign.escape_default()),
            false => self.0.write_char(sign),
        })
    }
}
