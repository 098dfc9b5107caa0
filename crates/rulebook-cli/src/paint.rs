//! Where everything is written: lines that fit the window, in colour where
//! somebody can see it.
//!
//! Text is wrapped first and coloured line by line. The stream below drops the
//! colours again where they would only be noise: without a terminal, or if
//! `NO_COLOR` is set.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use rulebook::By;

use crate::text::{clip, columns, cut, fold, wrap};

/// What the program itself says, and what stands out.
pub(crate) const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Ordinary text.
pub(crate) const PLAIN: Style = Style::new();
/// What is allowed, and the rule that decides.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is refused.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// What a player or chance settles.
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
/// What is taken back.
pub(crate) const BACK: Style = AnsiColor::Magenta.on_default();

/// The colour of those who act.
pub(crate) fn actor(by: By) -> Style {
    const SEATS: [AnsiColor; 4] =
        [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green];
    match by {
        By::Seat(seat) => SEATS[seat.index() % SEATS.len()].on_default().bold(),
        By::Chance | By::Clock => AnsiColor::Blue.on_default().bold(),
    }
}

/// The width when nobody says it.
const USUAL: usize = 80;
/// Narrower windows have to scroll.
const NARROWEST: usize = 20;
/// Longer lines are hard to read.
const WIDEST: usize = 100;
/// How wide the column of labels is.
const LABEL: usize = 11;

/// A sheet that is written on from top to bottom.
pub(crate) struct Paper {
    out: Box<dyn Write>,
    width: usize,
    is_terminal: bool,
    can_erase: bool,
}

impl Paper {
    /// The standard output.
    pub(crate) fn stdout() -> Self {
        let terminal = io::stdout().is_terminal();
        let out = AutoStream::auto(io::stdout());
        let can_erase = terminal && out.current_choice() != ColorChoice::Never;
        let out = Box::new(BufWriter::new(out));
        Paper { out, width: width(terminal), is_terminal: terminal, can_erase }
    }

    /// A sheet that nobody reads.
    pub(crate) fn nowhere() -> Self {
        let out = Box::new(io::sink());
        Paper { out, width: USUAL, is_terminal: false, can_erase: false }
    }

    /// The standard error.
    pub(crate) fn stderr() -> Self {
        let terminal = io::stderr().is_terminal();
        let out = Box::new(AutoStream::auto(io::stderr()));
        Paper { out, width: width(terminal), is_terminal: terminal, can_erase: false }
    }

    /// What went wrong. Lines that are indented show a text as it is; the
    /// others are wrapped for whoever looks.
    pub(crate) fn error(&mut self, message: &str) -> io::Result<()> {
        let message = format!("error: {message}");
        for (at, line) in message.lines().map(cut).enumerate() {
            let is_text = line.starts_with(' ') || !self.is_terminal;
            let lines = if is_text { vec![line.into_owned()] } else { wrap(&line, self.width) };
            for (part, line) in lines.iter().enumerate() {
                let (lead, rest) = match line.split_once(": ") {
                    Some(("error", rest)) if (at, part) == (0, 0) => ("error:", rest),
                    _ => ("", line.as_str()),
                };
                let gap = if lead.is_empty() { "" } else { " " };
                writeln!(self.out, "{}{gap}{rest}", painted(BAD.bold(), lead))?;
            }
        }
        self.out.flush()
    }

    /// Whether somebody looks at it.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether a line can be taken back.
    pub(crate) fn can_erase(&self) -> bool {
        self.can_erase
    }

    /// Shows what was written so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// An empty line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A remark that stays on its line.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{}", painted(FAINT, &clip(text, self.width)))
    }

    /// Text as it is, without a line's end.
    pub(crate) fn raw(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// A line as it is, however long: for what a program may read too.
    pub(crate) fn line(&mut self, style: Style, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", painted(style, text))
    }

    /// A line of a table, folded if it is too wide for whoever looks.
    pub(crate) fn row(&mut self, style: Style, text: &str) -> io::Result<()> {
        let room = if self.is_terminal { self.width } else { usize::MAX };
        fold(text, room).iter().try_for_each(|(_, line)| self.line(style, line))
    }

    /// A paragraph, every line of it indented.
    pub(crate) fn prose(&mut self, indent: usize, style: Style, text: &str) -> io::Result<()> {
        self.hang(&" ".repeat(indent), PLAIN, indent, style, text)
    }

    /// A paragraph under a label.
    pub(crate) fn entry(&mut self, label: &str, style: Style, text: &str) -> io::Result<()> {
        self.hang(&format!("  {label:<9}"), FAINT, LABEL, style, text)
    }

    /// A paragraph whose first line begins with a mark.
    pub(crate) fn item(
        &mut self,
        indent: usize,
        mark: &str,
        style: Style,
        text: &str,
    ) -> io::Result<()> {
        let lead = format!("{:indent$}{mark} ", "");
        let below = columns(&lead);
        self.hang(&lead, style, below, style, text)
    }

    /// A paragraph with something before its first line, and the other lines
    /// indented.
    fn hang(
        &mut self,
        lead: &str,
        lead_style: Style,
        below: usize,
        style: Style,
        text: &str,
    ) -> io::Result<()> {
        let room = self.width.saturating_sub(below);
        for (at, line) in wrap(text, room).iter().enumerate() {
            let indent = " ".repeat(below);
            let lead = if at == 0 { lead } else { &indent };
            writeln!(self.out, "{}{}", painted(lead_style, lead), painted(style, line))?;
        }
        Ok(())
    }

    /// A heading with a line through the sheet.
    pub(crate) fn heading(&mut self, lead: &str, style: Style, text: &str) -> io::Result<()> {
        let lead = format!("── {lead}");
        let room = self.width.saturating_sub(columns(&lead) + 1);
        let lines = wrap(text, room);
        for (at, line) in lines.iter().enumerate() {
            let indent = " ".repeat(columns(&lead));
            let lead = if at == 0 { &lead } else { &indent };
            let used = columns(lead) + columns(line) + 1;
            let rest = match self.width.saturating_sub(used) {
                left if at + 1 == lines.len() && left > 0 => format!(" {}", "─".repeat(left)),
                _ => String::new(),
            };
            let (lead, line) = (painted(FAINT, lead), painted(style, line));
            writeln!(self.out, "{lead}{line}{}", painted(FAINT, &rest))?;
        }
        Ok(())
    }

    /// A picture made of text, folded if it is too wide for whoever looks.
    pub(crate) fn drawing(&mut self, picture: &str) -> io::Result<()> {
        self.row(PLAIN, picture)
    }

    /// A picture made of text. Those lines that are not in the picture before
    /// stand out.
    pub(crate) fn picture(&mut self, picture: &str, before: Option<&str>) -> io::Result<()> {
        const FRAME: &str = "  │ ";
        let room = self.width.saturating_sub(columns(FRAME));
        let now: Vec<&str> = picture.lines().collect();
        let was: Vec<&str> = before.unwrap_or(picture).lines().collect();
        for (number, line) in fold(picture, room) {
            let style = if was.get(number) == now.get(number) { PLAIN } else { STRONG };
            writeln!(self.out, "{}{}", painted(FAINT, FRAME), painted(style, &line))?;
        }
        Ok(())
    }
}

/// A text in a style; nothing at all if there is no text, and nothing but the
/// text if there is no style.
fn painted(style: Style, text: &str) -> String {
    if text.trim().is_empty() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// The width of the window: what `COLUMNS` says, what the terminal says, or
/// the usual.
fn width(terminal: bool) -> usize {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || terminal.then(terminal_size::terminal_size).flatten();
    let width = said.filter(|&columns| columns > 0);
    let width = width.or_else(|| seen().map(|(width, _)| usize::from(width.0)));
    width.unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}
