//! What many games came to, for people and for programs.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};

use super::tally::{SeatTally, Tally};
use crate::paint::{FAINT, OPEN, PLAIN, Paper, STRONG};
use crate::seats::Who;
use crate::text::{count, list};

/// What many games came to.
pub(super) struct Report {
    pub(super) game: &'static str,
    /// How many games were asked for.
    pub(super) asked: u64,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) time: Duration,
    /// Who played, by seat.
    pub(super) seats: Vec<Who>,
    /// How many unfinished records of an earlier run were taken away.
    pub(super) cleared: usize,
    pub(super) tally: Tally,
}

impl Report {
    /// Whether all games were played.
    pub(super) fn is_complete(&self) -> bool {
        self.tally.games() == self.asked
    }

    /// How many in a second.
    fn pace(&self, many: u64) -> f64 {
        many as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// How the seats play.
    pub(super) fn how(&self) -> String {
        if self.seats.iter().all(|who| *who == Who::Random) {
            return "at random".to_owned();
        }
        format!("by {}", list(&self.seats, "and"))
    }

    pub(super) fn tell(&self, paper: &mut Paper) -> io::Result<()> {
        let tally = &self.tally;
        let games = count(tally.games() as usize, "game", "games");
        paper.prose(
            0,
            STRONG,
            &format!("{games} of {} {}, seed {}", self.game, self.how(), self.seed),
        )?;
        if !self.is_complete() {
            let how = format!("Interrupted: {} of {} games are done.", tally.games(), self.asked);
            paper.prose(0, OPEN, &how)?;
        }
        if self.cleared > 0 {
            let records = count(self.cleared, "unfinished record", "unfinished records");
            let how = format!("Cleared away: {records} of a run that was killed.");
            paper.prose(0, OPEN, &how)?;
        }
        paper.blank()?;
        self.tell_results(paper)?;
        paper.blank()?;
        let mut entry = |label: &str, text: &str| paper.entry(label, PLAIN, text);
        if let Some([shortest, middle, longest]) = tally.span() {
            let mean = tally.mean_length();
            let text = format!(
                "{shortest} to {longest} actions, {mean:.1} on average, {middle} in the middle"
            );
            entry("length", &text)?;
        }
        if tally.unfinished > 0 {
            let left = count(tally.unfinished as usize, "game was", "games were");
            entry("unended", &format!("{left} left because of length (see --longest)"))?;
        }
        let (branching, widest) = (tally.branching(), tally.widest);
        entry("choice", &format!("among {branching:.1} moves on average, {widest} at most"))?;
        entry("digest", &hex(tally))?;
        let (games, actions) = (self.pace(tally.games()), self.pace(tally.actions()));
        let threads = count(self.threads, "thread", "threads");
        let pace = format!("{games:.0} games and {actions:.0} actions a second on {threads}");
        paper.entry("speed", FAINT, &pace)
    }

    /// A table with a row for each seat.
    fn tell_results(&self, paper: &mut Paper) -> io::Result<()> {
        let ended = (self.tally.games() - self.tally.unfinished).max(1) as f64;
        let percent = |games: u64| 100.0 * games as f64 / ended;
        paper.line(FAINT, "            won   drawn    lost   score")?;
        for (number, seat) in self.tally.seats.iter().enumerate() {
            let SeatTally { won, drawn, lost, points } = *seat;
            let [won, drawn, lost] = [won, drawn, lost].map(percent);
            // No score is less than nothing by a rounding.
            let mean = (100.0 * points as f64 / ended).round() / 100.0 + 0.0;
            let who = self.seats.get(number).filter(|who| **who != Who::Random);
            let who = who.map(|who| format!("   {who}")).unwrap_or_default();
            let row =
                format!("seat {number:<3} {won:5.1} % {drawn:5.1} % {lost:5.1} % {mean:7.2}{who}");
            paper.line(PLAIN, &row)?;
        }
        Ok(())
    }

    pub(super) fn as_json(&self, paper: &mut Paper) -> io::Result<()> {
        let tally = &self.tally;
        let seat = |seat: &SeatTally| json!({ "won": seat.won, "drawn": seat.drawn, "lost": seat.lost, "points": seat.points });
        let lengths = tally.lengths.iter().map(|(length, games)| json!([length, games]));
        let [shortest, middle, longest] = tally.span().unwrap_or_default();
        let said = json!({
            "game": self.game,
            "games": tally.games(),
            "asked": self.asked,
            "interrupted": !self.is_complete(),
            "unfinished": tally.unfinished,
            "cleared": self.cleared,
            "seed": self.seed,
            "players": self.seats.iter().map(Who::to_string).collect::<Vec<_>>(),
            "seats": tally.seats.iter().map(seat).collect::<Vec<_>>(),
            "length": {
                "shortest": shortest, "median": middle, "longest": longest,
                "mean": tally.mean_length(),
                "games_by_length": lengths.collect::<Vec<Value>>(),
            },
            "branching": { "mean": tally.branching(), "most": tally.widest },
            "digest": hex(tally),
            "threads": self.threads,
            "seconds": self.time.as_secs_f64(),
            "games_per_second": self.pace(tally.games()),
            "actions_per_second": self.pace(tally.actions()),
        });
        paper.raw(&format!("{said:#}\n"))
    }
}

fn hex(tally: &Tally) -> String {
    format!("{:016x}", tally.digest().0)
}
