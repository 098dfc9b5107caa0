//! Records of matches: saved, opened, verified.

use rulebook::Seed;
use rulebook_record::{Breaks, ReadLimits, Reader};

use super::table::{Table, careful};
use super::{Failure, Matches, chance, described, now};
use crate::game::{NoRecord, Offered, Replayed, Waiting};
use crate::store::{Entry, MatchRow, NodeRow};
use crate::wire::{Player, RecordOpened, RecordVerdict, Who};

/// A record, or why it is none.
type Read<'m> = Result<(&'m dyn Offered, String, Replayed), NoRecord>;

impl Matches {
    /// The line to a node as a record, which holds everything that happened.
    pub(crate) fn save(&self, table: &Table, node: Option<u32>) -> Result<Vec<u8>, Failure> {
        let (row, steps) = {
            let tree = table.tree();
            let node = node.unwrap_or(tree.row.head);
            tree.existing(node)?;
            let path = tree.path(node);
            let steps = path.iter().filter_map(|&node| tree.node(node)).map(|node| Waiting {
                by: node.row.by.0,
                action: node.row.action.clone(),
                answers: node.row.answers.clone(),
            });
            (tree.row.clone(), steps.collect::<Vec<_>>())
        };
        let game = self.game(&row.game)?;
        let players = row.seats.iter().map(|player| player.word().to_owned()).collect();
        let written =
            careful(|| game.record(Seed(row.seed), row.position.as_deref(), players, &steps));
        Ok(written??)
    }

    /// Makes a match of a record: of all of it, or of what agrees.
    pub(crate) fn open(&self, record: &[u8]) -> Result<RecordOpened, Failure> {
        let (game, name, replayed) = match self.replayed(record)? {
            Ok(read) => read,
            Err(NoRecord { line, why: message }) => {
                return Ok(RecordOpened::Unreadable { line, message });
            }
        };
        // Of a game that begins otherwise nothing agrees.
        if let Some(diverged) = replayed.diverged.clone().filter(|diverged| diverged.frame == 0) {
            return Ok(RecordOpened::Diverged { diverged, of: None });
        }
        let seats = vec![Player::Human; usize::from(game.info().seats)];
        let result = replayed.frames.last().and_then(|(_, frame)| frame.result.clone());
        let row = MatchRow {
            id: format!("{:016x}", chance()),
            game: name,
            seed: replayed.seed,
            position: replayed.position,
            seats,
            created: now(),
            broken: None,
            head: replayed.frames.len() as u32,
            result,
        };
        let mut entries = vec![Entry::Match(row.clone())];
        entries.extend(replayed.frames.into_iter().zip(1..).map(|((step, frame), node)| {
            Entry::Node(
                row.id.clone(),
                NodeRow {
                    node,
                    parent: node - 1,
                    by: Who(step.by),
                    action: frame.action,
                    answers: step.answers,
                    events: frame.events,
                    result: frame.result,
                    digest: frame.digest,
                },
            )
        }));
        self.store.write(entries)?;
        let of = described(&row);
        Ok(match replayed.diverged {
            None => RecordOpened::Opened { of, remark: replayed.remark },
            Some(diverged) => RecordOpened::Diverged { diverged, of: Some(of) },
        })
    }

    /// Whether the game goes as a record says.
    pub(crate) fn verify(&self, record: &[u8]) -> Result<RecordVerdict, Failure> {
        Ok(match self.replayed(record)? {
            Err(NoRecord { line, why: message }) => RecordVerdict::Unreadable { line, message },
            Ok((_, game, replayed)) => match replayed.diverged {
                Some(diverged) => RecordVerdict::Diverged(diverged),
                None => {
                    let frames = replayed.frames.len() as u32;
                    RecordVerdict::Same { game, frames, remark: replayed.remark }
                }
            },
        })
    }

    /// Plays a record again with the game that it names.
    fn replayed(&self, record: &[u8]) -> Result<Read<'_>, Failure> {
        let header = Some(1);
        let name = match Reader::open_past(record, ReadLimits::default(), Breaks::Note) {
            Ok(reader) => reader.header().game.clone(),
            Err(error) => return Ok(Err(NoRecord { line: header, why: error.to_string() })),
        };
        let game = match self.game(&name) {
            Ok(game) => game,
            Err(failure) => return Ok(Err(NoRecord { line: header, why: failure.message })),
        };
        let replayed = careful(|| game.replay(record))?;
        Ok(replayed.map(|replayed| (game, name, replayed)))
    }
}
