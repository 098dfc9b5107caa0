//! How costs grow: a panel for each series, both axes logarithmic, a line for
//! each contestant, its exponent in the legend.

use std::fmt::Write;

use super::marks::Mark;
use super::scale::{Scale, short, time};
use super::style::escaped;
use crate::peers::Maker;
use crate::report::growth::Growth;

/// Sizes in pixels.
const WIDTH: f64 = 264.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 22.0;
const ABOVE: f64 = 36.0;
const BELOW: f64 = 50.0;
const LEGEND_LINE: f64 = 19.0;
const COLUMNS: usize = 3;

/// Panels, and how much room they take.
pub(super) struct Panels {
    pub(super) svg: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A panel for each of these series, below `top`. None where nothing grows.
pub(super) fn panels(series: &[(&str, &[Growth])], top: f64) -> Option<Panels> {
    let columns = series.len().min(COLUMNS);
    let step = LEFT + WIDTH + RIGHT;
    let mut svg = String::new();
    let mut height = 0.0;
    for side_by_side in series.chunks(COLUMNS) {
        for (column, (row, growths)) in side_by_side.iter().enumerate() {
            let (left, top) = (column as f64 * step + LEFT, top + height + ABOVE);
            let _ = writeln!(svg, "<g transform=\"translate({left},{top})\">");
            panel(&mut svg, row, growths)?;
            svg.push_str("</g>\n");
        }
        let longest = side_by_side.iter().map(|(_, growths)| growths.len()).max()?;
        height += ABOVE + HEIGHT + BELOW + longest as f64 * LEGEND_LINE + 16.0;
    }
    (columns > 0).then_some(Panels { svg, width: columns as f64 * step + 8.0, height })
}

fn panel(svg: &mut String, row: &str, growths: &[Growth]) -> Option<()> {
    let points = growths.iter().flat_map(|growth| &growth.points);
    let x = Scale::around(points.clone().map(|(size, _)| *size), 0.0, WIDTH)?;
    let y = Scale::around(points.map(|(_, cost)| *cost), HEIGHT, 0.0)?;
    axes(svg, row, growths, x, y);
    growths.iter().for_each(|growth| line(svg, growth, x, y));
    legend(svg, growths);
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

/// The classes of a contestant's line: its colour, and how it is dashed.
fn class(growth: &Growth) -> String {
    let maker = match growth.maker {
        Maker::Ours => "ours",
        Maker::Hand => "hand",
        Maker::Peer(_) => "peer",
    };
    format!("line {} {maker}", mark(growth).colour())
}

fn mark(growth: &Growth) -> Mark {
    Mark::of(growth.name, growth.maker)
}

fn line(svg: &mut String, growth: &Growth, x: Scale, y: Scale) {
    let places: Vec<(f64, f64)> =
        growth.points.iter().map(|&(size, cost)| (x.place(size), y.place(cost))).collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let _ = writeln!(svg, "<path class=\"{}\" d=\"M{}\"/>", class(growth), path.join("L"));
    places.iter().for_each(|&(x, y)| mark(growth).draw(svg, x, y));
}

/// Below the panel: whose line is which, and its exponent.
fn legend(svg: &mut String, growths: &[Growth]) {
    for (number, growth) in growths.iter().enumerate() {
        let y = HEIGHT + BELOW + 8.0 + number as f64 * LEGEND_LINE;
        let (class, text_y) = (class(growth), y + 4.5);
        let name = escaped(&growth.maker.with(growth.name));
        // A minus that is as wide as a digit.
        let exponent = growth.shown().replace('-', "−");
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"M2 {y:.1}H34\"/>");
        mark(growth).draw(svg, 18.0, y);
        let _ = writeln!(
            svg,
            "<text class=\"text\" x=\"43\" y=\"{text_y:.1}\">{name}</text>\
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
        assert!(svg.contains("<path class=\"line c0 ours\" d=\"M0.0 39.8L264.0 39.8\"/>"), "{svg}");
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
