//! How costs grow, as a picture: a panel for each series, both axes
//! logarithmic, a line for each contestant, its exponent in the legend.
//!
//! The picture is an SVG that follows the reader's choice of light or dark.

mod scale;

use std::fmt::Write;

use super::Finding;
use super::growth::Growth;
use crate::peers::Maker;
use scale::{Scale, grouped, time};

/// Sizes in pixels.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 32.0;
const ABOVE: f64 = 36.0;
const BELOW: f64 = 50.0;
const LEGEND_LINE: f64 = 19.0;
const HEAD: f64 = 64.0;
const COLUMNS: usize = 2;

/// Colours of lines, on white and on black. Everybody keeps one in all panels.
/// Lines also differ in dashes and marks, for readers who do not see colours.
const ON_WHITE: [&str; 6] = ["#0757ba", "#bc4c00", "#1a7f37", "#7a3fd0", "#c31d5a", "#6a5300"];
const ON_BLACK: [&str; 6] = ["#6cb1ff", "#f59549", "#4cc764", "#c39bff", "#ff85b1", "#e0c050"];

const STYLE: &str = "\
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
.title{font-size:19px;font-weight:600}.name{font-size:15px;font-weight:600}
.end{text-anchor:end}.mid{text-anchor:middle}.grid,.frame{stroke-width:1;fill:none}
.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.line.ours{stroke-width:3.2}.line.hand{stroke-dasharray:7 5}.line.peer{stroke-dasharray:1 5}
.page{fill:#ffffff}.text{fill:#1f2328}.faint{fill:#59636e}.grid{stroke:#d8dee4}.frame{stroke:#8c959f}
";
const DARK: &str = "\
.page{fill:#0d1117}.text{fill:#e6edf3}.faint{fill:#9aa4af}.grid{stroke:#262d36}.frame{stroke:#6e7681}
";

/// Style sheets for readers who like it light, and for those who like it dark.
fn style() -> String {
    let colours = |colours: [&str; 6]| -> String {
        let colour = |(number, colour): (usize, &str)| {
            format!(".line.c{number}{{stroke:{colour}}}.mark.c{number}{{fill:{colour}}}")
        };
        colours.into_iter().enumerate().map(colour).collect()
    };
    let (light, dark) = (colours(ON_WHITE), colours(ON_BLACK));
    format!("{STYLE}{light}\n@media (prefers-color-scheme:dark){{\n{DARK}{dark}}}\n")
}

/// The picture of a row, if anything in it grows.
pub(crate) fn plot(finding: &Finding) -> Option<String> {
    let panels: Vec<&[Growth]> = finding.growths.chunk_by(|a, b| a.series == b.series).collect();
    let longest = panels.iter().map(|panel| panel.len()).max()?;
    let all = finding.growths.iter().flat_map(|growth| &growth.points);
    let x = Scale::around(all.clone().map(|(size, _)| *size), 0.0, WIDTH)?;
    let y = Scale::around(all.map(|(_, cost)| *cost), HEIGHT, 0.0)?;
    let mut names: Vec<(&str, Maker)> = Vec::new();
    for growth in &finding.growths {
        if !names.contains(&(growth.name, growth.maker)) {
            names.push((growth.name, growth.maker));
        }
    }
    let (step_x, step_y) =
        (LEFT + WIDTH + RIGHT, ABOVE + HEIGHT + BELOW + longest as f64 * LEGEND_LINE + 16.0);
    let columns = panels.len().min(COLUMNS);
    let width = columns as f64 * step_x + 8.0;
    let height = HEAD + panels.len().div_ceil(columns) as f64 * step_y;
    let mut svg = head(finding, width, height);
    for (number, growths) in panels.into_iter().enumerate() {
        let (column, row) = (number % columns, number / columns);
        let (left, top) = (column as f64 * step_x + LEFT, HEAD + row as f64 * step_y + ABOVE);
        let _ = writeln!(svg, "<g transform=\"translate({left},{top})\">");
        axes(&mut svg, growths, x, y);
        growths.iter().for_each(|growth| line(&mut svg, growth, class(growth, &names), x, y));
        legend(&mut svg, growths, &names);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

fn head(finding: &Finding, width: f64, height: f64) -> String {
    let row = escaped(finding.row);
    let title = format!("{row}: what one action costs");
    let note =
        "thread CPU time, both axes logarithmic; after each name the power with which it grows";
    let (x, style) = (LEFT, style());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n<style>{style}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"text title\" x=\"{x}\" y=\"30\">{title}</text>\n\
         <text class=\"faint\" x=\"{x}\" y=\"51\">{note}</text>\n"
    )
}

/// The frame of a panel, with a line for each power of ten.
fn axes(svg: &mut String, growths: &[Growth], x: Scale, y: Scale) {
    let [Growth { series, of, .. }, ..] = growths else { return };
    let (series, of) = (escaped(series), escaped(of));
    let _ = writeln!(svg, "<text class=\"text name\" x=\"0\" y=\"-12\">{series}</text>");
    for size in x.powers() {
        let (at, label) = (x.place(size), grouped(size));
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
    let colour = names.iter().position(|who| *who == (growth.name, growth.maker)).unwrap_or(0)
        % ON_WHITE.len();
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    #[test]
    fn everyone_has_a_line_a_colour_and_an_exponent() {
        let svg = plot(&finding()).expect("something grows");
        assert!(svg.starts_with("<svg xmlns"), "{svg}");
        assert!(svg.ends_with("</svg>\n"), "{svg}");
        // From 40 ns at 10 to 40 ns at 100: level.
        assert!(svg.contains("<path class=\"line c0 ours\" d=\"M0.0 51.7L400.0 51.7\"/>"), "{svg}");
        assert!(svg.contains(">rulebook</text>") && svg.contains(">0.00</text>"), "{svg}");
        assert!(svg.contains(">by hand, in place</text>") && svg.contains(">1.00</text>"), "{svg}");
        for label in ["10", "100", "1 ns", "10 ns", "100 ns"] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}: {svg}");
        }
    }

    #[test]
    fn a_row_in_which_nothing_grows_has_no_picture() {
        let finding = Finding { growths: Vec::new(), ..finding() };
        assert_eq!(plot(&finding), None);
    }

    #[test]
    fn it_is_well_formed() {
        let svg = plot(&finding()).expect("something grows");
        let opened = svg.matches("<g ").count() + svg.matches("<svg ").count();
        assert_eq!(opened, svg.matches("</g>").count() + svg.matches("</svg>").count());
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        assert_eq!(escaped("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }
}
