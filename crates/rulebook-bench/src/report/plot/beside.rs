//! How fast others are, a line for each work: to the right of ours is faster, to
//! the left slower. A disc before the work says that its goals are met, a ring
//! that one is missed.

use std::fmt::Write;

use super::marks::{Mark, place, short_name};
use super::scale::Scale;
use super::style::escaped;
use crate::goal::Verdict;
use crate::measure::race::{Key, Series};
use crate::peers::Maker;
use crate::report::Finding;

/// Sizes in pixels.
const LABELS: f64 = 470.0;
const WIDTH: f64 = 540.0;
const LINE: f64 = 21.0;
const LEGEND: f64 = 22.0;
/// Two lines: what the marks say, and the axis.
const AXIS: f64 = 62.0;
const COLUMN: f64 = 252.0;

/// What is drawn, and how much room it takes.
pub(super) struct Beside {
    pub(super) svg: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A work with everyone's speed, where ours is 1.
struct Line {
    label: String,
    verdict: Option<bool>,
    others: Vec<(Who, f64)>,
}

/// One who is drawn: by this name, in all works.
#[derive(Clone, Copy, PartialEq)]
struct Who {
    name: &'static str,
    maker: Maker,
}

impl Who {
    fn label(self) -> String {
        escaped(&self.maker.with(self.name))
    }

    fn mark(self) -> Mark {
        Mark::of(self.name, self.maker)
    }
}

/// Every work in which somebody else takes part; of a series, one size.
fn lines(finding: &Finding) -> Vec<Line> {
    let mut works: Vec<&str> = Vec::new();
    for measured in finding.measured.iter().filter(|it| it.maker != Maker::Ours) {
        let work = measured.key.work;
        if !works.contains(&work) && !is_drawn_by_another(finding, work) {
            works.push(work);
        }
    }
    works.into_iter().map(|work| line(finding, work)).collect()
}

/// Whether the same is drawn in another size.
fn is_drawn_by_another(finding: &Finding, work: &str) -> bool {
    finding.grows(work) && !finding.largest.contains(&work)
}

fn line(finding: &Finding, work: &str) -> Line {
    let of_work = finding.measured.iter().filter(|it| it.key.work == work);
    let others = of_work.filter(|it| it.maker != Maker::Ours).filter_map(|it| {
        let speed = 1.0 / finding.times_ours(it)?;
        let who = Who { name: short_name(it.key.name), maker: it.maker };
        (speed.is_finite() && speed > 0.0).then_some((who, speed))
    });
    // Of a series the goals of all sizes: only one of them is drawn.
    let goals = finding.goals.iter().filter(|(goal, _)| finding.are_one(goal.ours.work, work));
    let met: Vec<bool> = goals.map(|(_, it)| matches!(it, Verdict::Met(_))).collect();
    let verdict = (!met.is_empty()).then(|| met.iter().all(|met| *met));
    Line { label: format!("{}: {work}", finding.row), verdict, others: others.collect() }
}

/// The picture, below `top`; none where nobody else takes part.
pub(super) fn beside(findings: &[Finding], top: f64) -> Option<Beside> {
    let lines: Vec<Line> = findings.iter().flat_map(lines).collect();
    let speeds = lines.iter().flat_map(|line| line.others.iter().map(|(_, speed)| *speed));
    let x = Scale::around(speeds.chain([1.0]), 0.0, WIDTH).filter(|_| !lines.is_empty())?;
    let everyone = everyone(&lines);
    let width = LABELS + WIDTH + 48.0;
    let columns = ((width - 48.0) / COLUMN).floor().max(1.0) as usize;
    let legend = (everyone.len() + 1).div_ceil(columns) as f64 * LEGEND;
    let rows = lines.len() as f64 * LINE;
    let mut svg = String::new();
    push_legend(&mut svg, &everyone, top, columns);
    let note_y = top + legend + AXIS - 34.0;
    let _ = writeln!(
        svg,
        "<text class=\"faint\" x=\"64\" y=\"{note_y}\">disc: goals met, ring: a goal \
         missed; to the right: faster, or smaller</text>"
    );
    let _ = writeln!(svg, "<g transform=\"translate({LABELS},{})\">", top + legend + AXIS);
    push_axis(&mut svg, x, rows);
    for (number, line) in lines.iter().enumerate() {
        push_line(&mut svg, line, x, number as f64 * LINE + LINE / 2.0);
    }
    svg.push_str("</g>\n");
    Some(Beside { svg, width, height: legend + AXIS + rows + 12.0 })
}

/// Who is drawn, in the order of legends.
fn everyone(lines: &[Line]) -> Vec<Who> {
    let mut everyone: Vec<Who> = Vec::new();
    for (who, _) in lines.iter().flat_map(|line| &line.others) {
        if !everyone.contains(who) {
            everyone.push(*who);
        }
    }
    everyone.sort_by_key(|who| place(who.name));
    everyone
}

/// Ours is the line that all others stand beside.
fn push_legend(svg: &mut String, everyone: &[Who], top: f64, columns: usize) {
    let ours = [None].into_iter();
    for (number, who) in ours.chain(everyone.iter().map(Some)).enumerate() {
        let x = 68.0 + (number % columns) as f64 * COLUMN;
        let y = top + 12.0 + (number / columns) as f64 * LEGEND;
        let (text_x, text_y) = (x + 12.0, y + 4.5);
        match who {
            None => {
                let _ = writeln!(svg, "<path class=\"zero\" d=\"M{x} {}v14\"/>", y - 7.0);
            }
            Some(who) => who.mark().draw(svg, x, y),
        }
        let name = who.map_or_else(|| "rulebook".to_owned(), |who| who.label());
        let _ = writeln!(svg, "<text class=\"text\" x=\"{text_x}\" y=\"{text_y}\">{name}</text>");
    }
}

fn push_axis(svg: &mut String, x: Scale, height: f64) {
    // Where they would touch, every second power has a label.
    let near = x.place(10.0) - x.place(1.0) < 80.0;
    for power in x.powers() {
        let at = x.place(power);
        let label = match power.log10().round() as i32 {
            0 => "as ours".to_owned(),
            odd if near && odd % 2 != 0 => String::new(),
            _ => times(power),
        };
        let class = if power == 1.0 { "zero" } else { "grid" };
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{at:.1} 0V{height:.1}\"/>\
             <text class=\"faint mid\" x=\"{at:.1}\" y=\"-9\">{label}</text>"
        );
    }
}

/// How many times as fast, or as small.
fn times(speed: f64) -> String {
    let (number, sign) = if speed < 1.0 { (1.0 / speed, "1/") } else { (speed, "") };
    format!("{sign}{} ×", super::grouped(number))
}

fn push_line(svg: &mut String, line: &Line, x: Scale, y: f64) {
    let (label, text_y) = (escaped(&line.label), y + 4.5);
    let _ = writeln!(
        svg,
        "<path class=\"grid\" d=\"M0 {y:.1}H{WIDTH}\"/>\
         <text class=\"text end\" x=\"-28\" y=\"{text_y:.1}\">{label}</text>"
    );
    if let Some(met) = line.verdict {
        let (class, radius) = if met { ("met", 4.5) } else { ("missed", 4.0) };
        let _ =
            writeln!(svg, "<circle class=\"{class}\" cx=\"-15\" cy=\"{y:.1}\" r=\"{radius}\"/>");
    }
    for (who, speed) in &line.others {
        who.mark().draw(svg, x.place(*speed), y);
    }
}

/// Of each series the work that most others take part in: the largest of them.
pub(in crate::report) fn largest(series: &[Series], others: &[Key]) -> Vec<&'static str> {
    let taking_part = |work: &str| others.iter().filter(|key| key.work == work).count();
    let largest = |series: &Series| {
        let works = series.works.iter().filter(|(_, work)| taking_part(work) > 0);
        works.max_by_key(|(size, work)| (taking_part(work), *size)).map(|(_, work)| *work)
    };
    series.iter().filter_map(largest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    #[test]
    fn others_stand_by_their_speed_beside_ours() {
        let drawn = beside(&[finding()], 0.0).expect("somebody else takes part");
        // Twice as fast as ours, on an axis from 1 to 10.
        let x = WIDTH * 2_f64.log10();
        assert!(
            drawn.svg.contains(&format!("d=\"M{:.1} 10.5l6-6 6 6-6 6z\"", x - 6.0)),
            "{}",
            drawn.svg
        );
        assert!(drawn.svg.contains(">example: adding</text>"));
        assert!(drawn.svg.contains("class=\"missed\""), "one of its goals is missed");
        assert!(drawn.svg.contains(">by hand, in place</text>"));
    }

    #[test]
    fn labels_of_the_axis_do_not_touch() {
        let drawn = |least: f64| {
            let mut svg = String::new();
            push_axis(
                &mut svg,
                Scale::around([least, 100.0].into_iter(), 0.0, WIDTH).unwrap(),
                10.0,
            );
            let labels = svg.split("y=\"-9\">").skip(1).map(|it| it.split('<').next().unwrap());
            labels.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(drawn(0.1), ["1/10 ×", "as ours", "10 ×", "100 ×"]);
        let crowded = drawn(1e-5);
        assert_eq!(crowded, ["", "1/10,000 ×", "", "1/100 ×", "", "as ours", "", "100 ×"]);
    }

    #[test]
    fn who_is_alone_is_not_drawn() {
        let mut finding = finding();
        finding.measured.retain(|it| it.maker == Maker::Ours);
        assert!(beside(&[finding], 0.0).is_none());
    }

    #[test]
    fn of_a_series_the_largest_size_is_drawn_that_most_take_part_in() {
        let works = vec![(1, "one"), (3, "three"), (2, "two"), (4, "four")];
        let series = Series { name: "s", of: "n", works };
        let key = |work, name| Key { work, name };
        let mut others = vec![key("one", "a"), key("two", "a")];
        assert_eq!(largest(std::slice::from_ref(&series), &others), ["two"]);
        others.extend([key("one", "b"), key("two", "b"), key("three", "a")]);
        assert_eq!(largest(std::slice::from_ref(&series), &others), ["two"]);
        assert!(largest(&[series], &[]).is_empty());
    }

    #[test]
    fn speeds_as_people_read_them() {
        assert_eq!([0.001, 10.0, 1e4].map(times), ["1/1,000 ×", "10 ×", "10,000 ×"]);
    }
}
