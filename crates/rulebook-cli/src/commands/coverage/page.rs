//! Coverage as a page for a browser.

use std::fmt::Write;

use rulebook::{CoverageReport, Covered, Uses};

use crate::text::count;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;\
color:#222831;background:#fff}\
h1{font-size:1.5rem;margin-bottom:0}h2{font-size:1.1rem;margin:2rem 0 .3rem}\
table{border-collapse:collapse;width:100%}td{padding:.15rem .5rem;vertical-align:middle}\
td.n{text-align:right;font-variant-numeric:tabular-nums;width:7rem;white-space:nowrap}\
td.b{width:40%}.bar{background:#2f6fb0;height:.7rem;border-radius:2px}\
tr.never td,i{color:#b3311b;font-weight:600}p{margin:.3rem 0;color:#555c66}\
@media(prefers-color-scheme:dark){body{color:#e6e8ec;background:#16191e}p{color:#a9b0ba}\
tr.never td,i{color:#ff8a70}.bar{background:#5b9bd8}}";

/// The page.
pub(super) fn page(game: &str, games: u64, report: &CoverageReport) -> String {
    let (fired, all) = (report.fired(), report.items.len());
    let (game, games) = (escaped(game), count(games as usize, "game", "games"));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Coverage of {game}: {fired} of {all} fired in {games}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>Coverage of {game}</h1>\n\
         <p>{fired} of {all} fired ({} %) in {games}.</p>\n\
         <p>{} committed, {} refused, {} without change, {}.</p>\n",
        report.percent(),
        count(report.committed as usize, "action", "actions"),
        report.refused,
        report.unchanged,
        count(report.faults as usize, "fault", "faults"),
    );
    let mut kinds: Vec<_> = report.items.iter().map(|item| kind(&item.uses)).collect();
    kinds.dedup();
    for (which, heading) in kinds {
        let items = report.items.iter().filter(|item| kind(&item.uses).0 == which);
        section(&mut page, heading, &items.collect::<Vec<_>>());
    }
    page + "</body>\n</html>\n"
}

fn section(page: &mut String, heading: &str, items: &[&Covered]) {
    let most = items.iter().map(|item| item.times()).max().unwrap_or(0).max(1);
    let mut put = |text: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = page.write_fmt(text);
    };
    put(format_args!("<h2>{heading}</h2>\n<table>\n"));
    for item in items {
        let lacks = item.lacks().map(|side| format!(" <i>never {side}</i>")).unwrap_or_default();
        let (name, times) = (escaped(&item.name) + &lacks, item.times());
        // A bar by order of magnitude: the ordinary outnumbers the special.
        let share = 100.0 * ((times + 1) as f64).ln() / ((most + 1) as f64).ln();
        let class = if times == 0 { " class=\"never\"" } else { "" };
        let said = if times == 0 { "never".to_owned() } else { times.to_string() };
        put(format_args!(
            "<tr{class}><td>{name}</td><td class=\"n\">{said}</td>\
             <td class=\"b\"><div class=\"bar\" style=\"width:{share:.0}%\"></div></td></tr>\n"
        ));
    }
    put(format_args!("</table>\n"));
}

/// What an item is, in one word and as a heading.
pub(super) fn kind(uses: &Uses) -> (&'static str, &'static str) {
    match uses {
        Uses::Rule { .. } => ("rule", "Rules: how often each decided"),
        Uses::Phase { .. } => ("phase", "Phases: how often something in them decided"),
        Uses::Cost { .. } => ("cost", "Costs: how often each could not be paid"),
        Uses::Check { .. } => ("check", "Checks: how often each objected"),
        Uses::Exception { .. } => ("exception", "Exceptions: how often each let something pass"),
        Uses::Guard { .. } => ("guard", "Guards: how often each stepped in"),
        Uses::Trigger { .. } => ("trigger", "Triggers: how often each reacted"),
        Uses::Standing { .. } => ("standing rule", "Standing rules: how often each acted"),
        Uses::Entering { .. } => ("entering", "Entering a step"),
        Uses::Leaving { .. } => ("leaving", "Leaving a step"),
        Uses::Reason { .. } => ("reason", "Reasons: how often each was given"),
        _ => ("other", "Other"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_write_on_the_page() {
        assert_eq!(escaped("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
