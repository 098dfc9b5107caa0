//! Cards, lanes and conditions in words.

use super::{Number, Voice, counted};
use crate::duels::cards::{
    Column, Condition, Filter, Kinds, Lanes, Measure, Range, Side, Target, Which, WhichLane,
};

/// Cards that a filter means, without an article: "other enemy Pumpers".
fn noun(filter: &Filter, number: Number) -> String {
    let mut words = Vec::new();
    if filter.which == Which::Others {
        words.push("other".to_owned());
    }
    match filter.side {
        Side::Own => words.push("friendly".to_owned()),
        Side::Enemy => words.push("enemy".to_owned()),
        Side::Both => {}
    }
    let kind = match filter.kinds {
        Kinds::Fighters => "fighter",
        Kinds::Champions => "Champion",
        Kinds::Monsters => "monster",
        Kinds::Spells => "spell",
    };
    let kind = match (filter.class, filter.kinds) {
        (None, _) => kind.to_owned(),
        // "Attacker" says enough.
        (Some(class), Kinds::Fighters) => class.to_string(),
        (Some(class), _) => format!("{class} {kind}"),
    };
    words.push(if number == Number::Many { format!("{kind}s") } else { kind });
    let suffer = number.verb("suffer");
    words.extend(filter.status.map(|status| format!("that {suffer} from {status}")));
    words.extend(place(filter.column).map(str::to_owned));
    words.join(" ")
}

fn place(column: Column) -> Option<&'static str> {
    match column {
        Column::Any => None,
        Column::Same => Some("in its column"),
        Column::Beside => Some("in a column beside it"),
        Column::Near => Some("in its column or beside it"),
    }
}

/// What needs no article: there is only one.
fn only(filter: &Filter) -> Option<&'static str> {
    let plain = |side| Filter { kinds: Kinds::Champions, ..Filter::of(side) };
    match filter.which {
        Which::This => Some("this card"),
        _ if *filter == plain(Side::Own) => Some("your Champion"),
        _ if *filter == plain(Side::Enemy) => Some("the enemy Champion"),
        _ => None,
    }
}

fn with_article(article: &str, filter: &Filter) -> String {
    match only(filter) {
        Some(only) => only.to_owned(),
        None => format!("{article} {}", noun(filter, Number::One)),
    }
}

/// "each enemy monster", or "this card".
pub(super) fn each(filter: &Filter) -> String {
    with_article("each", filter)
}

/// "a friendly Pumper", "another monster", or "this card".
pub(super) fn a(filter: &Filter) -> String {
    let noun = with_article("", filter);
    let Some(noun) = noun.strip_prefix(' ') else { return noun };
    if noun.starts_with("other") {
        format!("an{noun}")
    } else if noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) {
        format!("an {noun}")
    } else {
        format!("a {noun}")
    }
}

/// All of them, as a subject: "enemy monsters", or "this card".
pub(super) fn all(filter: &Filter) -> (String, Number) {
    match only(filter) {
        Some(only) => (only.to_owned(), Number::One),
        None => (noun(filter, Number::Many), Number::Many),
    }
}

/// Whom an effect concerns.
pub(super) fn target(target: &Target, voice: Voice<'_>) -> String {
    match target {
        Target::This => "this card".to_owned(),
        Target::It => voice.it.to_owned(),
        Target::Chosen => "the chosen card".to_owned(),
        Target::Each(filter) => each(filter),
        Target::Random(filter) => with_article("a random", filter),
        Target::Lanes(lanes) => self::lanes(lanes),
    }
}

fn lanes(lanes: &Lanes) -> String {
    let whose = whose(lanes.side);
    match lanes.which {
        WhichLane::Same => format!("{whose} lane in its column"),
        WhichLane::Centre => format!("{whose} centre lane"),
        WhichLane::Sides => format!("each of {whose} side lanes"),
        WhichLane::All => format!("each of {whose} lanes"),
    }
}

/// Whose lanes.
fn whose(side: Side) -> &'static str {
    match side {
        Side::Own => "your",
        Side::Enemy => "your opponent's",
        Side::Both => "each player's",
    }
}

/// A lane that a ward stands before.
pub(super) fn lane(filter: &Filter) -> String {
    let whose = match filter.side {
        Side::Own => "a lane of yours",
        Side::Enemy => "a lane of your opponent",
        Side::Both => "a lane",
    };
    match place(filter.column) {
        Some(place) => format!("{whose} {place}"),
        None => whose.to_owned(),
    }
}

/// A player as a subject.
pub(super) fn player(side: Side) -> &'static str {
    match side {
        Side::Own => "you",
        Side::Enemy => "your opponent",
        Side::Both => "a player",
    }
}

/// All that must hold: "if … and if …".
pub(super) fn conditions(conditions: &[Condition], voice: Voice<'_>) -> String {
    let each: Vec<String> = conditions.iter().map(|one| condition(one, voice)).collect();
    each.join(" and ")
}

fn condition(condition: &Condition, voice: Voice<'_>) -> String {
    let (range, number) = range(condition.range);
    let are = if number == Number::One { "is" } else { "are" };
    let cards = if number == Number::One { "card" } else { "cards" };
    match &condition.measure {
        Measure::Cards(filter) if filter.which == Which::This => {
            format!("if {range} of this card {are} in play")
        }
        Measure::Cards(filter) => format!("if {range} {} {are} in play", noun(filter, number)),
        Measure::Stat(stat) => format!("if its {stat} is {range}"),
        Measure::Hand(Side::Own) => format!("if you have {range} {cards} in hand"),
        Measure::Hand(Side::Enemy) => format!("if your opponent has {range} {cards} in hand"),
        Measure::Hand(Side::Both) => format!("if both hands together have {range} {cards}"),
        Measure::BrokenLanes(Side::Both) => format!("if {range} of all lanes {are} broken"),
        Measure::BrokenLanes(side) => format!("if {range} of {} lanes {are} broken", whose(*side)),
        Measure::Turn(Side::Own) => "in your own turn".to_owned(),
        Measure::Turn(Side::Enemy) => "in your opponent's turn".to_owned(),
        Measure::Turn(Side::Both) => "in any turn".to_owned(),
        Measure::It(filter) => format!("if {} is {}", voice.it, a(filter)),
    }
}

fn range(range: Range) -> (String, Number) {
    let (text, last) = match range {
        Range { least, most } if least == most => (format!("exactly {least}"), least),
        Range { least: 0, most } => (format!("at most {most}"), most),
        Range { least, most: u8::MAX } => (format!("at least {least}"), least),
        Range { least, most } => (format!("{least} to {most}"), most),
    };
    (text, if last == 1 { Number::One } else { Number::Many })
}

/// Who draws so many cards.
pub(super) fn draws(who: Side, cards: u8) -> String {
    let cards = counted(cards, "card");
    match who {
        Side::Own => format!("draw {cards}"),
        Side::Enemy => format!("your opponent draws {cards}"),
        Side::Both => format!("each player draws {cards}"),
    }
}
