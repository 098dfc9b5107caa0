//! The same seed and the same actions give the same frames, also when several
//! threads play side by side.

use std::thread;

use rulebook::{Digest, Game, Seed};

use crate::difference::difference;
use crate::line::{Line, Move, RECORDING, Source, frame_text, make};
use crate::quiet::Quiet;
use crate::suite::{Findings, Suite};

/// What one replay saw: a frame and a digest for each move, or what went wrong.
type Seen = Result<Vec<(String, Option<Digest>)>, String>;

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    for lines in suite.lines.chunks(suite.budget.threads.max(1)) {
        // Each line twice, at the same time: against its record, and beside
        // others.
        let twice = lines.iter().chain(lines);
        let threads: Vec<_> = twice
            .map(|line| {
                let (source, seed, moves) = (suite.source.clone(), line.seed, line.moves.clone());
                (line, thread::spawn(move || quietly(&source, seed, &moves)))
            })
            .collect();
        for (line, thread) in threads {
            let seen = thread
                .join()
                .unwrap_or_else(|_| Err("A thread that replayed the game panicked.".to_owned()));
            compare(suite, line, seen, findings);
        }
    }
}

fn quietly<G: Game>(source: &Source<G>, seed: Seed, moves: &[Move<G>]) -> Seen {
    let _quiet = Quiet::begin();
    replay(source, seed, moves)
}

fn replay<G: Game>(source: &Source<G>, seed: Seed, moves: &[Move<G>]) -> Seen {
    let mut session = source.start(seed, RECORDING).map_err(|error| error.to_string())?;
    let mut seen = Vec::new();
    for made in moves {
        let outcome = make(&mut session, made).map_err(|fault| fault.to_string())?;
        let frame = match outcome.frame() {
            Some(id) => frame_text(&session, id),
            None => outcome.to_string(),
        };
        let digest = session.digest().map_err(|fault| fault.to_string())?;
        seen.push((frame, digest));
    }
    Ok(seen)
}

/// Reports the first move that came out differently.
fn compare<G: Game>(suite: &Suite<G>, line: &Line<G>, seen: Seen, findings: &mut Findings) {
    let print = &*suite.author.print;
    let seen = match seen {
        Ok(seen) => seen,
        Err(what) => {
            return findings.fail(what, line.seed, || line.describe(usize::MAX, print));
        }
    };
    let recorded = line.frames.iter().zip(&line.digests[1..]);
    let parted = recorded
        .zip(&seen)
        .position(|((frame, digest), seen)| (frame, digest) != (&seen.0, &seen.1));
    if let Some(at) = parted {
        let text = |frame: &str, digest: Option<Digest>| format!("({frame}, state: {digest:?})");
        let recorded = text(&line.frames[at], line.digests[at + 1]);
        let parted = difference(&recorded, &text(&seen[at].0, seen[at].1));
        let what = format!(
            "The last move came out differently when the game was played again. Does something look at more than the state, the action and the dice it is given?{parted}"
        );
        findings.fail(what, line.seed, || line.describe(at + 1, print));
    }
}
