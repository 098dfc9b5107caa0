//! Everything as one picture: how fast others are beside us, and below it how
//! costs grow.

mod beside;
mod marks;
mod panels;
mod scale;
mod style;

pub(super) use beside::largest;
pub(super) use scale::grouped;

use super::Finding;
use super::growth::Growth;
use style::style;

/// Sizes in pixels.
const LEFT: f64 = 64.0;
const HEAD: f64 = 64.0;
const GAP: f64 = 46.0;

const TITLE: &str = "Rulebook beside others";
const NOTE: &str =
    "medians of CPU time (or bytes), everyone in turn in one run; all axes are logarithmic";

/// The picture of a run.
pub(crate) fn plot(findings: &[Finding]) -> String {
    let beside = beside::beside(findings, HEAD);
    let below = HEAD + beside.as_ref().map_or(0.0, |it| it.height + GAP);
    let series = series(findings);
    let panels = panels::panels(&series, below);
    let mut width = 480.0;
    let mut height = below;
    let mut body = String::new();
    if let Some(beside) = &beside {
        width = beside.width;
        body.push_str(&beside.svg);
    }
    if let Some(panels) = &panels {
        let (heading, title) = (below - 8.0, "How costs grow");
        body.push_str(&format!(
            "<text class=\"text title\" x=\"{LEFT}\" y=\"{heading}\">{title}; after each name the \
             power of the size with which it grows</text>\n"
        ));
        width = width.max(panels.width);
        height += panels.height;
        body.push_str(&panels.svg);
    }
    format!("{}{body}</svg>\n", head(width, height))
}

/// All series, with their rows.
fn series<'f>(findings: &'f [Finding]) -> Vec<(&'f str, &'f [Growth])> {
    let of_row = |finding: &'f Finding| {
        let series = finding.growths.chunk_by(|a, b| a.series == b.series);
        series.map(move |growths| (finding.row, growths))
    };
    findings.iter().flat_map(of_row).collect()
}

fn head(width: f64, height: f64) -> String {
    let style = style();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{TITLE}\">\n\
         <title>{TITLE}</title>\n<style>{style}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"text title\" x=\"{LEFT}\" y=\"30\">{TITLE}</text>\n\
         <text class=\"faint\" x=\"{LEFT}\" y=\"51\">{NOTE}</text>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    #[test]
    fn it_is_well_formed() {
        for findings in [vec![], vec![finding()], vec![finding(), finding()]] {
            let svg = plot(&findings);
            assert!(svg.starts_with("<svg xmlns") && svg.ends_with("</svg>\n"), "{svg}");
            let opened = svg.matches("<g ").count() + svg.matches("<svg ").count();
            assert_eq!(opened, svg.matches("</g>").count() + svg.matches("</svg>").count());
            assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        }
    }

    #[test]
    fn every_series_of_every_row_is_drawn() {
        let mut finding = finding();
        let mut more = finding.growths.clone();
        more.iter_mut().for_each(|growth| growth.series = "more");
        finding.growths.extend(more);
        let other = crate::report::example::finding();
        assert_eq!(series(&[finding, other]).len(), 3);
    }
}
