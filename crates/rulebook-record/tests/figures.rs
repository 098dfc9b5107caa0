//! How large records are and how fast they are verified. Run by hand:
//! `cargo test --release -p rulebook-record --all-features --test figures --
//! --ignored --nocapture`.
#![cfg(feature = "games")]

use std::time::Instant;

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_games::{Playable, Visit, games, visit};
use rulebook_record::{
    Form, Positions, Reader, Recorder, RecorderOptions, Replay, convert, session_options,
};

struct Figures;
impl Visit for Figures {
    type Out = ();
    fn visit<G: Playable>(self) {
        let (mut frames, mut sizes) = (0, [0; 6]);
        let (mut time, book) = (0.0, G::book());
        for seed in 0..10 {
            let kept = [Positions::Never, Positions::EveryFrame, Positions::Changes];
            for (nth, positions) in kept.into_iter().enumerate() {
                let lines = record::<G>(&book, seed, positions);
                let mut compact = Vec::new();
                convert(Reader::open(&lines[..]).unwrap(), &mut compact, Form::Compact).unwrap();
                sizes[2 * nth] += lines.len();
                sizes[2 * nth + 1] += compact.len();
                if positions == Positions::Never {
                    let began = Instant::now();
                    let mut replay = Replay::<G, _>::open(&book, &lines[..]).unwrap();
                    frames += replay.run().unwrap().frame;
                    time += began.elapsed().as_secs_f64();
                }
            }
        }
        let [lines, compact, placed, placed_compact, changes, changes_compact] =
            sizes.map(|size| size as f64 / frames as f64);
        println!(
            "{:<13} {frames:>6} frames; bytes a frame: lines {lines:>5.0}, compact {compact:>4.0}; \
             with positions {placed:>5.0}, {placed_compact:>5.0}; as changes {changes:>5.0}, \
             {changes_compact:>5.0}; {:>9.0} frames/s",
            G::NAME,
            frames as f64 / time,
        );
    }
}

/// A game at random, to its end.
fn record<G: Playable>(book: &Book<G>, seed: u64, positions: Positions) -> Vec<u8> {
    let mut game = book.start_with(G::setup(), Seed(seed), session_options()).unwrap();
    let options = RecorderOptions { positions, ..RecorderOptions::default() };
    let mut recorder = Recorder::start_with(Vec::new(), &mut game, options).unwrap();
    let mut dice = Dice::new(Seed(seed));
    while game.result().is_none() {
        if let Some(choice) = game.pending().cloned() {
            let option = dice.below(choice.options.len() as u32);
            recorder.answer(&mut game, choice.seat, choice.id, option).unwrap();
            continue;
        }
        let mut legal = game.legal_all().unwrap();
        if dice.below(30) > 0 && legal.iter().any(|legal| !G::is_rare(legal.action())) {
            legal.retain(|legal| !G::is_rare(legal.action()));
        }
        let at = dice.below(legal.len() as u32) as usize;
        recorder.play(&mut game, legal.swap_remove(at)).unwrap();
    }
    recorder.finish(&game).unwrap()
}

#[test]
#[ignore = "it measures, and says nothing of right or wrong"]
fn figures() {
    for game in games() {
        visit(game.name(), Figures).expect("it can be visited");
    }
}
