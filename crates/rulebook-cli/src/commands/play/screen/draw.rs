//! What the window shows, whatever its size.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::app::{App, Page};
use super::keys::KEYS;
use crate::commands::play::table::{NO_CARDS, Next};
use crate::text::{clip, columns, fold, wrap};
use crate::verdict::verdict;

/// Below this, nothing can be shown.
const SMALLEST: (u16, u16) = (20, 6);
/// From this on, moves and history stand beside the board.
const WIDE: u16 = 64;
/// Below this, the board gets the room of what else there is, if it needs it.
const LOW: u16 = 14;
/// How wide the column of moves is.
const SIDE: u16 = 28;

const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
const BAD: Style = Style::new().fg(Color::Red);
const OPEN: Style = Style::new().fg(Color::Yellow);
const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Draws the window.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = SMALLEST;
        let text = format!("Make the window larger: {width} × {height} at least.");
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
    match app.page {
        Page::Game => game(frame, app, area),
        Page::Help => page(frame, app, area, "Keys", &help()),
        Page::Last => page(frame, app, area, "The last decision", &app.last),
        Page::Why => page(frame, app, area, "Why", &app.why),
        Page::History => page(frame, app, area, "What happened", &app.history),
        Page::Cards if app.cards.is_empty() => {
            page(frame, app, area, "What the cards say", &[NO_CARDS.to_owned()]);
        }
        Page::Cards => page(frame, app, area, "What the cards say", &app.cards),
        Page::HandOver(seat) => {
            let says = format!("{seat} is to act, and nobody else may look. {seat}, press Enter.");
            centred(frame, area, &says);
        }
        Page::Leave => centred(frame, area, "Leave the game? y: leave, n: go on."),
    }
}

fn lines(all: &[String]) -> Vec<Line<'_>> {
    all.iter().map(|line| Line::raw(line.as_str())).collect()
}

fn help() -> Vec<String> {
    KEYS.into_iter().map(|(key, does)| format!("{key:<14}{does}")).collect()
}

/// A question in the middle of the window.
fn centred(frame: &mut Frame<'_>, area: Rect, says: &str) {
    let width = usize::from(area.width.saturating_sub(2));
    let all = wrap(says, width);
    let top = area.height.saturating_sub(all.len() as u16) / 2;
    let area = Rect { y: area.y + top, height: area.height - top, ..area };
    frame.render_widget(Paragraph::new(all.join("\n")).style(STRONG).centered(), area);
}

/// A text that fills the window.
fn page(frame: &mut Frame<'_>, app: &App, area: Rect, title: &str, all: &[String]) {
    let [body, foot] = Layout::vertical([Constraint::Min(3), Constraint::Length(1)]).areas(area);
    text(frame, app, body, title, all);
    hint(frame, foot, &["Esc: back to the game", "PgUp PgDn: move"]);
}

/// A text that can be moved, to its end and no further.
fn text(frame: &mut Frame<'_>, app: &App, area: Rect, title: &str, all: &[String]) {
    let block = Block::bordered().title(title);
    let room = block.inner(area);
    let all = folded(all, room.width);
    let most = (all.len() as u16).saturating_sub(room.height);
    app.text_most.set(most);
    let words = Paragraph::new(lines(&all)).scroll((app.text_at.min(most), 0));
    frame.render_widget(words.block(block), area);
}

/// As many hints as there is room for.
fn hint(frame: &mut Frame<'_>, area: Rect, hints: &[&str]) {
    let mut said = String::new();
    for hint in hints {
        let gap = if said.is_empty() { "" } else { "  " };
        if columns(&said) + columns(gap) + columns(hint) <= usize::from(area.width) {
            said = format!("{said}{gap}{hint}");
        }
    }
    frame.render_widget(Paragraph::new(said).style(FAINT), area);
}

fn game(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let picture = folded(&app.board, area.width).len();
    // The heading, the moves, what is written, and the keys.
    let height = usize::from(area.height);
    if area.height < LOW && picture + 4 > height && picture <= height + 1 {
        return tight(frame, app, area, picture);
    }
    let room = usize::from(area.width);
    let message = message(app, area);
    let rows = [
        Constraint::Length(1),
        Constraint::Min(2),
        Constraint::Length(message.len() as u16),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [head, body, why, input, foot] = Layout::vertical(rows).areas(area);
    frame.render_widget(Paragraph::new(clip(&heading(app), room)).style(STRONG), head);
    if area.width >= WIDE && body.height >= 10 {
        wide(frame, app, body);
    } else {
        narrow(frame, app, body);
    }
    frame.render_widget(Paragraph::new(message.join("\n")).style(BAD), why);
    frame.render_widget(Paragraph::new(prompt(app, room)), input);
    let mut hints =
        vec!["F1: keys", "F2: why", "Ctrl-Z: take back", "Tab: complete", "Ctrl-C: leave"];
    if !app.cards.is_empty() {
        hints.insert(2, "F4: cards");
    }
    if app.board_most.get() > 0 {
        hints.insert(1, "Ctrl-↓: board");
    }
    hints.push("F3: history");
    hint(frame, foot, &hints);
}

/// Why something was refused. However much is wrong, the board stays.
fn message(app: &App, area: Rect) -> Vec<String> {
    let room = usize::from(area.width);
    let mut message: Vec<String> = app.message.iter().flat_map(|why| wrap(why, room)).collect();
    let most = usize::from(area.height / 4).max(1);
    if message.len() > most {
        message.truncate(most);
        message[most - 1] = clip(&format!("{} …", message[most - 1]), room);
    }
    message
}

/// A low window: the board, and one line for everything else, with the heading
/// above it only if the board does not need the room.
fn tight(frame: &mut Frame<'_>, app: &App, area: Rect, picture: usize) {
    let message = message(app, area);
    let head = u16::from(picture + 2 <= usize::from(area.height));
    let rows = [
        Constraint::Length(head),
        Constraint::Min(2),
        Constraint::Length(message.len() as u16),
        Constraint::Length(1),
    ];
    let [top, body, why, input] = Layout::vertical(rows).areas(area);
    let room = usize::from(area.width);
    frame.render_widget(Paragraph::new(clip(&heading(app), room)).style(STRONG), top);
    board(frame, app, body, &folded(&app.board, body.width), Block::new());
    frame.render_widget(Paragraph::new(message.join("\n")).style(BAD), why);
    let mut line = prompt(app, room);
    if head == 0
        && let Some(seat) = app.asked()
    {
        line.spans.insert(0, Span::styled(format!("{seat} "), STRONG));
    }
    let said = clip(&format!(" {}", besides(app)), room.saturating_sub(line.width()));
    line.push_span(Span::styled(said, FAINT));
    frame.render_widget(Paragraph::new(line), input);
}

/// What fits what is written, where there is no room to list it; if nothing is
/// written, what the keys do.
fn besides(app: &App) -> String {
    let fitting = app.fitting();
    let keys = "F1: keys  ↑ ↓: moves  Ctrl-↓: board";
    match app.chosen {
        Some(at) => fitting.get(at).map_or_else(String::new, |at| app.offers[*at].clone()),
        None if app.input.is_empty() => keys.to_owned(),
        None if fitting.is_empty() && app.is_word() => String::new(),
        None if fitting.is_empty() && !app.offers.is_empty() => "nothing fits".to_owned(),
        None => {
            let names: Vec<&str> = fitting.iter().map(|at| app.offers[*at].as_str()).collect();
            names.join("  ")
        }
    }
}

/// Which game, and whose turn.
fn heading(app: &App) -> String {
    let game = app.table.game();
    let turn = match (&app.next, app.thinks()) {
        (Next::Over(scores), _) => verdict(scores),
        (_, Some(seat)) => format!("{seat} is thinking …"),
        (Next::Choice(choice), _) if app.table.is_open() || app.viewer.is(choice.seat) => {
            format!("{}: {}", choice.seat, choice.question)
        }
        // What others are asked is not for everybody to know.
        (Next::Choice(choice), _) => format!("{} must choose", choice.seat),
        (Next::Seat(seat), _) => format!("{seat} ({}) to act", app.who(*seat)),
        (Next::Chance(by), _) => format!("{by} acts"),
    };
    format!("{game} · {turn}")
}

/// What is being written.
fn prompt(app: &App, room: usize) -> Line<'_> {
    match (&app.next, app.asked()) {
        (Next::Over(_), _) => Line::styled("The game is over. q: leave", OPEN),
        (_, None) => Line::styled("Wait …", FAINT),
        _ => {
            // The end of it is what one looks at.
            let written = columns(&app.input);
            let shown: String =
                app.input.chars().skip((written + 3).saturating_sub(room)).collect();
            Line::from(vec![Span::styled("> ", OPEN), Span::raw(shown), Span::styled(" ", CHOSEN)])
        }
    }
}

/// The board, with moves and history beside it and the last decision below; a
/// board that is too wide for that has the whole width.
fn wide(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let widest = app.board.iter().map(|line| columns(line)).max().unwrap_or(0) + 2;
    let beside = usize::from(area.width - SIDE);
    let above = app.board.len() as u16 + 2;
    if widest > beside && widest <= usize::from(area.width) && above + 6 <= area.height {
        let [top, bottom] =
            Layout::vertical([Constraint::Length(above), Constraint::Min(0)]).areas(area);
        board(frame, app, top, &app.board, Block::bordered());
        let [last, list] =
            Layout::horizontal([Constraint::Min(30), Constraint::Length(SIDE)]).areas(bottom);
        text(frame, app, last, "The last decision", &app.last);
        return moves(frame, app, list);
    }
    let [main, side] =
        Layout::horizontal([Constraint::Min(30), Constraint::Length(SIDE)]).areas(area);
    let picture = folded(&app.board, main.width - 2);
    let wanted = (picture.len() as u16 + 2).min(main.height);
    let below = main.height - wanted;
    // A last decision of which one sees a line is none.
    let wanted = if below < 4 { main.height } else { wanted };
    let [top, bottom] =
        Layout::vertical([Constraint::Length(wanted), Constraint::Min(0)]).areas(main);
    board(frame, app, top, &picture, Block::bordered());
    if bottom.height >= 4 {
        text(frame, app, bottom, "The last decision", &app.last);
    }
    let past = if side.height >= 14 { side.height / 3 } else { 0 };
    let [list, past] = Layout::vertical([Constraint::Min(3), Constraint::Length(past)]).areas(side);
    moves(frame, app, list);
    if past.height >= 3 {
        let room = usize::from(past.height - 2);
        let from = app.history.len().saturating_sub(room);
        let block = Block::bordered().title("What happened");
        frame.render_widget(Paragraph::new(lines(&app.history[from..])).block(block), past);
    }
}

/// The moves that fit, and how many of all they are.
fn moves(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let title = format!("{} of {}", app.fitting().len(), app.offers.len());
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    list(frame, app, inner);
}

/// The board above, the moves below.
fn narrow(frame: &mut Frame<'_>, app: &App, area: Rect) {
    // The board comes first, but one line of moves there must be.
    let picture = folded(&app.board, area.width);
    let spare = area.height.saturating_sub(picture.len() as u16).max(1);
    let moves = if app.offers.is_empty() { 0 } else { spare.min(area.height) };
    let wanted = (picture.len() as u16).min(area.height - moves);
    let [top, bottom] =
        Layout::vertical([Constraint::Length(wanted), Constraint::Min(0)]).areas(area);
    board(frame, app, top, &picture, Block::new());
    list(frame, app, bottom);
}

/// The board or a text, folded where it is too wide.
fn folded(all: &[String], width: u16) -> Vec<String> {
    let folded = fold(&all.join("\n"), usize::from(width));
    folded.into_iter().map(|(_, line)| line).collect()
}

fn board(frame: &mut Frame<'_>, app: &App, area: Rect, picture: &[String], block: Block<'_>) {
    let most = (picture.len() as u16).saturating_sub(block.inner(area).height);
    app.board_most.set(most);
    let at = app.board_at.min(most);
    let picture = Text::from(lines(picture));
    frame.render_widget(Paragraph::new(picture).scroll((at, 0)).block(block), area);
}

/// The moves that fit, in columns, around the one that is chosen.
fn list(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let fitting = app.fitting();
    if area.height == 0 || area.width == 0 {
        return;
    }
    if fitting.is_empty() && !app.offers.is_empty() {
        let says = match app.is_word() {
            true => "A word, no move: Enter does what it says.",
            false => "Nothing fits: Enter says why not.",
        };
        let says = Paragraph::new(says).style(FAINT);
        return frame.render_widget(says.wrap(Wrap { trim: true }), area);
    }
    let widest = fitting.iter().map(|at| columns(&app.offers[*at])).max().unwrap_or(0);
    let cell = (widest + 2).min(usize::from(area.width));
    let across = (usize::from(area.width) / cell.max(1)).max(1);
    let rows = fitting.len().div_ceil(across);
    let shown = usize::from(area.height);
    let at = app.chosen.unwrap_or(0) / across;
    let from = at.saturating_sub(shown / 2).min(rows.saturating_sub(shown));
    let row = |row: usize| {
        let cells = (row * across..fitting.len().min((row + 1) * across)).map(|nth| {
            let text = clip(&app.offers[fitting[nth]], cell.saturating_sub(1));
            let style = if app.chosen == Some(nth) { CHOSEN } else { Style::new() };
            let gap = " ".repeat(cell - columns(&text));
            [Span::styled(text, style), Span::raw(gap)]
        });
        Line::from(cells.flatten().collect::<Vec<_>>())
    };
    let all: Vec<Line<'_>> = (from..rows.min(from + shown)).map(row).collect();
    frame.render_widget(Paragraph::new(all), area);
}
