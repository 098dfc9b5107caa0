//! How costs grow: a panel for each series, both axes logarithmic, a line for
//! each contestant, its exponent in the legend.

use std::fmt::Write;

use super::scale::{Scale, short, time};
use super::style::{COLOURS, escaped};
use crate::peers::Maker;
use crate::report::growth::Growth;

/// Sizes in pixels.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 32.0;
const ABOVE: f64 = 36.0;
const BELOW: f64 = 50.0;
const LEGEND_LINE: f64 = 19.0;
const COLUMNS: usize = 2;

/// Panels, and how much room they take.
pub(super) struct Panels {
    pub(super) svg: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A panel for each of these series, below `top`. None where nothing grows.
pub(super) fn panels(series: &[(&str, &[Growth])], top: f64) -> Option<Panels> {
    let longest = series.iter().map(|(_, growths)| growths.len()).max()?;
    let (step_x, step_y) =
        (LEFT + WIDTH + RIGHT, ABOVE + HEIGHT + BELOW + longest as f64 * LEGEND_LINE + 16.0);
    let columns = series.len().min(COLUMNS);
    let mut svg = String::new();
    for (number, (row, growths)) in series.iter().enumerate() {
        let (column, line) = (number % columns, number / columns);
        let (left, top) = (column as f64 * step_x + LEFT, top + line as f64 * step_y + ABOVE);
        let _ = writeln!(svg, "<g transform=\"translate({left},{top})\">");
        panel(&mut svg, row, growths, &names(series, row))?;
        svg.push_str("</g>\n");
    }
    let lines = series.len().div_ceil(columns) as f64;
    Some(Panels { svg, width: columns as f64 * step_x + 8.0, height: lines * step_y })
}

/// Everyone in the panels of a row: they keep their colours from one to the next.
fn names<'g>(series: &[(&str, &'g [Growth])], row: &str) -> Vec<(&'g str, Maker)> {
    let mut names = Vec::new();
    for growth in series.iter().filter(|(other, _)| *other == row).flat_map(|(_, it)| *it) {
        if !names.contains(&(growth.name, growth.maker)) {
            names.push((growth.name, growth.maker));
        }
    }
    names
}

fn panel(svg: &mut String, row: &str, growths: &[Growth], names: &[(&str, Maker)]) -> Option<()> {
    let points = growths.iter().flat_map(|growth| &growth.points);
    let x = Scale::around(points.clone().map(|(size, _)| *size), 0.0, WIDTH)?;
    let y = Scale::around(points.map(|(_, cost)| *cost), HEIGHT, 0.0)?;
    axes(svg, row, growths, x, y);
    growths.iter().for_each(|growth| line(svg, growth, class(growth, names), x, y));
    legend(svg, growths, names);
    Some(())
}

/// The frame of a panel, with a line for each power of ten.
fn axes(svg: &mut String, row: &str, growths: &[Growth], x: Scale, y: Scale) {
    let [Growth { series, of, .. }, ..] = growths else { return };
    let (series, of) = (escaped(&format!("{row}: {series}")), escaped(of));
    let _ = writeln!(svg, "<text class=\"text name\" x=\"0\" y=\"-12\">{series}</text>");
    for size in x.powers() {
        let (at, label) = (x.place(size), short(size));
        let below = HEIGHT + 19.0;
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} 0V{HEIGHT}\"/>\
             <text class=\"faint mid\" x=\"{at:.1}\" y=\"{below}\">{label}</text>"
        );
    }
    for cost in y.powers() {
        let (at, label) = (y.place(cost), time(cost));
        let middle = at + 4.5;
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M0 {at:.1}H{WIDTH}\"/>\
             <text class=\"faint end\" x=\"-9\" y=\"{middle:.1}\">{label}</text>"
        );
    }
    let (middle, below) = (WIDTH / 2.0, HEIGHT + 37.0);
    let _ = writeln!(
        svg,
        "<path class=\"frame\" d=\"M0 0V{HEIGHT}H{WIDTH}\"/>\
         <text class=\"faint mid\" x=\"{middle}\" y=\"{below}\">{of}</text>"
    );
}

/// The classes of a contestant: its colour, and how its line is drawn.
fn class(growth: &Growth, names: &[(&str, Maker)]) -> String {
    let colour =
        names.iter().position(|who| *who == (growth.name, growth.maker)).unwrap_or(0) % COLOURS;
    let maker = match growth.maker {
        Maker::Ours if colour == 0 => " ours",
        Maker::Ours => "",
        Maker::Hand => " hand",
        Maker::Peer(_) => " peer",
    };
    format!("c{colour}{maker}")
}

fn line(svg: &mut String, growth: &Growth, class: String, x: Scale, y: Scale) {
    let places: Vec<(f64, f64)> =
        growth.points.iter().map(|&(size, cost)| (x.place(size), y.place(cost))).collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let path = path.join("L");
    let _ = writeln!(svg, "<path class=\"line {class}\" d=\"M{path}\"/>");
    places.iter().for_each(|&(x, y)| mark(svg, growth.maker, &class, x, y));
}

/// A point, by whose it is: a disc for ours, a diamond by hand, a square for a
/// peer.
fn mark(svg: &mut String, maker: Maker, class: &str, x: f64, y: f64) {
    let shape = match maker {
        Maker::Ours => {
            format!("<circle class=\"mark {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>")
        }
        Maker::Hand => {
            let (left, top) = (x - 5.0, y);
            format!("<path class=\"mark {class}\" d=\"M{left:.1} {top:.1}l5-5 5 5-5 5z\"/>")
        }
        Maker::Peer(_) => {
            let (left, top) = (x - 3.5, y - 3.5);
            format!("<path class=\"mark {class}\" d=\"M{left:.1} {top:.1}h7v7h-7z\"/>")
        }
    };
    svg.push_str(&shape);
    svg.push('\n');
}

/// Below the panel: whose line is which, and its exponent.
fn legend(svg: &mut String, growths: &[Growth], names: &[(&str, Maker)]) {
    for (number, growth) in growths.iter().enumerate() {
        let y = HEIGHT + BELOW + 8.0 + number as f64 * LEGEND_LINE;
        let (class, text_y) = (class(growth, names), y + 4.5);
        let name = escaped(&growth.maker.with(growth.name));
        // A minus that is as wide as a digit.
        let exponent = growth.shown().replace('-', "−");
        let _ = writeln!(svg, "<path class=\"line {class}\" d=\"M2 {y:.1}H38\"/>");
        mark(svg, growth.maker, &class, 20.0, y);
        let _ = writeln!(
            svg,
            "<text class=\"text\" x=\"50\" y=\"{text_y:.1}\">{name}</text>\
             <text class=\"text end\" x=\"{WIDTH}\" y=\"{text_y:.1}\">{exponent}</text>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    fn drawn() -> String {
        let finding = finding();
        panels(&[("example", &finding.growths)], 0.0).expect("something grows").svg
    }

    #[test]
    fn everyone_has_a_line_a_colour_and_an_exponent() {
        let svg = drawn();
        // From 40 ns at 10 to 40 ns at 100: level.
        assert!(svg.contains("<path class=\"line c0 ours\" d=\"M0.0 51.7L400.0 51.7\"/>"), "{svg}");
        assert!(svg.contains(">rulebook</text>") && svg.contains(">0.00</text>"), "{svg}");
        assert!(svg.contains(">by hand, in place</text>") && svg.contains(">1.00</text>"), "{svg}");
        for label in ["10", "100", "1 ns", "10 ns", "100 ns", "example: adding"] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}: {svg}");
        }
    }

    #[test]
    fn where_nothing_grows_there_is_no_panel() {
        assert!(panels(&[], 0.0).is_none());
    }

    #[test]
    fn panels_are_closed() {
        let svg = drawn();
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}
