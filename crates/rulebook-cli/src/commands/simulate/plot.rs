//! A picture of many games: results by seat, lengths, and how many moves there
//! were to choose from as the game went on.

use std::fmt::Write;

use super::report::Report;
use super::tally::Tally;
use crate::text::count;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const PANEL: f64 = 190.0;
/// From a panel's bottom to the next one's top.
const GAP: f64 = 86.0;
const TOP: f64 = 108.0;
/// How high the bar of a seat is, with what is around it.
const SEAT: f64 = 40.0;
/// At most so many bars.
const BARS: u64 = 40;
/// At most so many points of a line.
const POINTS: u64 = 120;

const BLUE: &str = "#2f6fb0";
const GREY: &str = "#b9bec6";
const RED: &str = "#c8553d";
const INK: &str = "#222831";
const PALE: &str = "#e6e8ec";

/// Draws the picture.
pub(super) fn picture(report: &Report) -> String {
    let tally = &report.tally;
    let lengths_top = TOP + SEAT * tally.seats.len() as f64 + GAP;
    let choices_top = lengths_top + PANEL + GAP;
    let mut svg = Svg::new(choices_top + PANEL + 40.0);
    let games = tally.games();
    let title =
        format!("{}: {} {}", report.game, count(games as usize, "game", "games"), report.how());
    svg.text(LEFT, 34.0, 20.0, "start", &title);
    let digest = tally.digest().0;
    let about = format!("seed {}, digest {digest:016x}{}", report.seed, missing(report));
    svg.text(LEFT, 54.0, 12.0, "start", &about);
    results(&mut svg, TOP, tally);
    lengths(&mut svg, lengths_top, tally);
    choices(&mut svg, choices_top, tally);
    svg.finish()
}

/// What is not in the picture, although somebody asked for it.
fn missing(report: &Report) -> String {
    let (games, unfinished) = (report.tally.games(), report.tally.unfinished);
    let mut missing = String::new();
    if !report.is_complete() {
        missing += &format!("; interrupted: {games} of {} games are done", report.asked);
    }
    if unfinished > 0 {
        let left = count(unfinished as usize, "game", "games");
        missing += &format!("; {left} did not end, and count in no result");
    }
    missing
}

/// A bar for each seat: won, drawn, lost.
fn results(svg: &mut Svg, top: f64, tally: &Tally) {
    svg.heading(top, "Results by seat: won (blue), drawn (grey), lost (red)");
    let ended = (tally.games() - tally.unfinished).max(1) as f64;
    for (number, seat) in tally.seats.iter().enumerate() {
        let y = top + number as f64 * SEAT;
        svg.text(LEFT - 8.0, y + SEAT / 2.0 + 4.0, 12.0, "end", &format!("seat {number}"));
        let mut x = LEFT;
        for (games, colour, ink, what) in [
            (seat.won, BLUE, "white", "won"),
            (seat.drawn, GREY, INK, "drawn"),
            (seat.lost, RED, "white", "lost"),
        ] {
            let width = (WIDTH - LEFT - RIGHT) * games as f64 / ended;
            let percent = 100.0 * games as f64 / ended;
            svg.bar(x, y + 3.0, width, SEAT - 6.0, colour, &format!("{what}: {games}"));
            if width > 78.0 {
                let label = format!("{what} {percent:.1} %");
                svg.label(x + width / 2.0, y + SEAT / 2.0 + 4.0, ink, &label);
            }
            x += width;
        }
    }
}

/// How many games had how many actions.
fn lengths(svg: &mut Svg, top: f64, tally: &Tally) {
    svg.heading(top, "Length of games, in actions");
    let Some([shortest, _, longest]) = tally.span() else { return };
    let step = nice_step(longest - shortest + 1, BARS);
    let first = shortest / step * step;
    let bins = ((longest - first) / step + 1) as usize;
    let mut games = vec![0_u64; bins];
    for (length, many) in &tally.lengths {
        games[((length - first) / step) as usize] += many;
    }
    let most = games.iter().copied().max().unwrap_or(1).max(1);
    let shift = if step == 1 { 0.5 } else { 0.0 };
    let to = (first + step * bins as u64) as f64;
    let axes = Axes { top, from: first as f64, to, most: most as f64, shift };
    axes.draw(svg, "games");
    for (at, &many) in games.iter().enumerate() {
        let low = first + at as u64 * step;
        let (x, next) = (axes.x(low as f64), axes.x((low + step) as f64));
        let y = axes.y(many as f64);
        let hint = if step == 1 {
            format!("{low} actions: {many} games")
        } else {
            format!("{low} to {} actions: {many} games", low + step - 1)
        };
        svg.bar(x + 0.5, y, (next - x - 1.0).max(0.5), top + PANEL - y, BLUE, &hint);
    }
}

/// Between how many moves there was to choose, from the first move to the last.
fn choices(svg: &mut Svg, top: f64, tally: &Tally) {
    svg.heading(top, "Moves to choose from, on average, as the game goes on");
    // A few long games would say little about most of the picture.
    let enough = (tally.games() / 20).max(1);
    let shown = tally.choices.iter().take_while(|(_, games)| *games >= enough);
    let shown: Vec<(u64, u64)> = shown.copied().collect();
    let step = nice_step(shown.len() as u64, POINTS) as usize;
    let mean = |some: &[(u64, u64)]| {
        let (sum, games) = some.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        sum as f64 / games as f64
    };
    let means: Vec<f64> = shown.chunks(step).map(mean).collect();
    let most = means.iter().copied().fold(1.0, f64::max);
    let axes = Axes { top, from: 1.0, to: (shown.len() as f64).max(2.0), most, shift: 0.0 };
    axes.draw(svg, "moves");
    let points = means.iter().enumerate().map(|(at, &mean)| {
        let first = at * step;
        let middle = (first + (first + step).min(shown.len()) + 1) as f64 / 2.0;
        format!("{:.1},{:.1}", axes.x(middle), axes.y(mean))
    });
    svg.line(&points.collect::<Vec<_>>().join(" "));
}

/// A step of 1, 2 or 5 with zeros, so that at most so many are needed.
fn nice_step(span: u64, most: u64) -> u64 {
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    steps.into_iter().find(|step| span.div_ceil(*step) <= most).unwrap_or(u64::MAX)
}

/// Where numbers are on a panel.
struct Axes {
    top: f64,
    from: f64,
    to: f64,
    most: f64,
    /// How far the figures below stand to the right: in the middle of a bar
    /// that is about one number.
    shift: f64,
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (value - self.from) / (self.to - self.from)
    }

    fn y(&self, value: f64) -> f64 {
        self.top + PANEL * (1.0 - value / self.most)
    }

    fn draw(&self, svg: &mut Svg, what: &str) {
        let step = nice_step(self.most.ceil() as u64, 5);
        for value in (0..=self.most as u64).step_by(step as usize) {
            let y = self.y(value as f64);
            svg.rule(LEFT, y, WIDTH - RIGHT, y);
            svg.text(LEFT - 8.0, y + 4.0, 11.0, "end", &value.to_string());
        }
        let bottom = self.top + PANEL + 18.0;
        let step = nice_step((self.to - self.from).ceil() as u64, 10);
        let first = (self.from as u64).div_ceil(step) * step;
        let last = (self.to - self.shift) as u64;
        for value in (first..=last).step_by(step as usize) {
            svg.text(self.x(value as f64 + self.shift), bottom, 11.0, "middle", &value.to_string());
        }
        svg.text(LEFT - 8.0, self.top - 8.0, 11.0, "end", what);
    }
}

/// A drawing that grows.
struct Svg(String);

impl Svg {
    fn new(height: f64) -> Self {
        let style = "font-family=\"system-ui, sans-serif\"";
        Svg(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" {style}>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        ))
    }

    fn put(&mut self, what: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(what);
    }

    fn heading(&mut self, top: f64, text: &str) {
        self.text(LEFT, top - 26.0, 14.0, "start", text);
    }

    fn text(&mut self, x: f64, y: f64, size: f64, anchor: &str, text: &str) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{INK}\" \
             text-anchor=\"{anchor}\">{text}</text>\n"
        ));
    }

    fn label(&mut self, x: f64, y: f64, ink: &str, text: &str) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" fill=\"{ink}\" \
             text-anchor=\"middle\">{text}</text>\n"
        ));
    }

    fn bar(&mut self, x: f64, y: f64, width: f64, height: f64, colour: &str, hint: &str) {
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{colour}\"><title>{hint}</title></rect>\n"
        ));
    }

    fn rule(&mut self, x: f64, y: f64, to_x: f64, to_y: f64) {
        self.put(format_args!(
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\" \
             stroke=\"{PALE}\"/>\n"
        ));
    }

    fn line(&mut self, points: &str) {
        self.put(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"2\"/>\n"
        ));
    }

    fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_nice_and_few() {
        assert_eq!(nice_step(7, 40), 1);
        assert_eq!(nice_step(41, 40), 2);
        assert_eq!(nice_step(100, 40), 5);
        assert_eq!(nice_step(999, 10), 100);
        for span in 1..2000 {
            assert!(span / nice_step(span, 10) <= 10, "{span}");
        }
    }
}
