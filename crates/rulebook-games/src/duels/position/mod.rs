//! Positions as text: everything that is true of a duel but the cards that it is
//! played with, on one line.

mod read;
mod words;
mod write;

pub use read::{read_position, read_position_of};
pub use write::write_position;

use super::cards::{
    Ban, CheckName, Class, Column, Filter, Kinds, Side, Stat, Status, Trait, Which,
};

pub(super) const FORM: &str = "write which decks, the step, who has the turn and which it is, and then what each seat \
     has, cards by their numbers, like \"decks 0 1 step Strategy seat 0 turn 1 clock 2; hand deck rest discard front . 0 . \
     back . . . lanes 5 9 5; hand deck rest discard front . 39 . back . . . lanes 5 10 5\".";

/// The sides, classes and so on, each by its place in the list of all.
const WHICH: [Which; 3] = [Which::Any, Which::Others, Which::This];

/// What is given as numbers, so that every trait can be written.
fn numbers_of(filter: &Filter) -> [Option<usize>; 6] {
    fn place<T: PartialEq>(all: &[T], one: &T) -> Option<usize> {
        all.iter().position(|other| other == one)
    }
    [
        place(&Side::ALL, &filter.side),
        place(&Kinds::ALL, &filter.kinds),
        filter.class.and_then(|class| place(&Class::ALL, &class)),
        filter.status.and_then(|status| place(&Status::ALL, &status)),
        place(&Column::ALL, &filter.column),
        place(&WHICH, &filter.which),
    ]
}

/// The filter of these numbers.
fn filter_of(numbers: [Option<usize>; 6]) -> Option<Filter> {
    let [side, kinds, class, status, column, which] = numbers;
    let class = class.map(|class| Class::ALL.get(class).copied().ok_or(())).transpose().ok()?;
    let status =
        status.map(|status| Status::ALL.get(status).copied().ok_or(())).transpose().ok()?;
    Some(Filter {
        side: *Side::ALL.get(side?)?,
        kinds: *Kinds::ALL.get(kinds?)?,
        class,
        status,
        column: *Column::ALL.get(column?)?,
        which: *WHICH.get(which?)?,
    })
}

/// A trait in words.
fn write_trait(what: &Trait) -> String {
    let number = |number: Option<usize>| number.map_or("-".to_owned(), |number| number.to_string());
    match what {
        Trait::Stat { stat, by } => format!("stat {stat} {by}"),
        Trait::Piercing => "piercing".to_owned(),
        Trait::Sweeping => "sweeping".to_owned(),
        Trait::Lifts(check) => {
            format!("lifts {}", number(CheckName::ALL.iter().position(|other| other == check)))
        }
        Trait::Forbids(ban) => {
            format!("forbids {}", number(Ban::ALL.iter().position(|other| other == ban)))
        }
        Trait::Shield(left) => format!("shield {left}"),
        Trait::Takes(filter) => format!("takes {}", numbers_of(filter).map(number).join(" ")),
        Trait::Immune(status) => format!("immune {status}"),
    }
}

/// The stat of that name.
fn stat_of(text: &str) -> Option<Stat> {
    Stat::ALL.into_iter().find(|stat| stat.to_string() == text)
}

/// The status of that name.
fn status_of(text: &str) -> Option<Status> {
    Status::ALL.into_iter().find(|status| status.to_string() == text)
}
