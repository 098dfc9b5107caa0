//! The words of card files: every name that a value can have.

use crate::duels::cards::{
    Ban, CardKind, CheckName, Class, Column, Destination, Kinds, Moment, Side, Stat, Status, Step,
    Warded, Which, WhichLane,
};

/// A closed set of words, each with its meaning.
pub(super) trait Word: Copy + 'static {
    const WORDS: &'static [(&'static str, Self)];
}

impl Word for CardKind {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("champion", CardKind::Champion),
        ("monster", CardKind::Monster),
        ("spell", CardKind::Spell),
    ];
}

impl Word for Class {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("all-rounder", Class::AllRounder),
        ("attacker", Class::Attacker),
        ("defender", Class::Defender),
        ("pumper", Class::Pumper),
    ];
}

impl Word for Stat {
    const WORDS: &'static [(&'static str, Self)] =
        &[("atk", Stat::Atk), ("def", Stat::Def), ("spd", Stat::Spd)];
}

impl Word for Status {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("stun", Status::Stun),
        ("freeze", Status::Freeze),
        ("burn", Status::Burn),
        ("poison", Status::Poison),
    ];
}

impl Word for Side {
    const WORDS: &'static [(&'static str, Self)] =
        &[("own", Side::Own), ("enemy", Side::Enemy), ("both", Side::Both)];
}

impl Word for Kinds {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("fighters", Kinds::Fighters),
        ("champions", Kinds::Champions),
        ("monsters", Kinds::Monsters),
        ("spells", Kinds::Spells),
    ];
}

impl Word for Column {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("any", Column::Any),
        ("same", Column::Same),
        ("beside", Column::Beside),
        ("near", Column::Near),
    ];
}

impl Word for Which {
    const WORDS: &'static [(&'static str, Self)] =
        &[("any", Which::Any), ("others", Which::Others)];
}

impl Word for WhichLane {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("same", WhichLane::Same),
        ("centre", WhichLane::Centre),
        ("sides", WhichLane::Sides),
        ("all", WhichLane::All),
    ];
}

impl Word for Destination {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("hand", Destination::Hand),
        ("deck-top", Destination::DeckTop),
        ("deck-bottom", Destination::DeckBottom),
        ("discard", Destination::Discard),
        ("aside", Destination::Aside),
    ];
}

impl Word for Step {
    const WORDS: &'static [(&'static str, Self)] =
        &[("draw", Step::Draw), ("strategy", Step::Strategy), ("battle", Step::Battle)];
}

impl Word for CheckName {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("champion-in-centre", CheckName::ChampionInCentre),
        ("champion-is-open", CheckName::ChampionIsOpen),
        ("centre-lane-is-open", CheckName::CentreLaneIsOpen),
        ("class-attacks-that-way", CheckName::ClassAttacksThatWay),
        ("only-defenders-protect", CheckName::OnlyDefendersProtect),
        ("protection-has-rested", CheckName::ProtectionHasRested),
        ("only-pumpers-pump", CheckName::OnlyPumpersPump),
    ];
}

impl Word for Ban {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("attack", Ban::Attack),
        ("attack-champion", Ban::AttackChampion),
        ("protect", Ban::Protect),
        ("pump", Ban::Pump),
        ("place", Ban::Place),
        ("cast", Ban::Cast),
        ("use-power", Ban::UsePower),
    ];
}

/// A status, or any of them.
#[derive(Clone, Copy)]
pub(super) struct AnyStatus(pub Option<Status>);

impl Word for AnyStatus {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("any", AnyStatus(None)),
        ("stun", AnyStatus(Some(Status::Stun))),
        ("freeze", AnyStatus(Some(Status::Freeze))),
        ("burn", AnyStatus(Some(Status::Burn))),
        ("poison", AnyStatus(Some(Status::Poison))),
    ];
}

/// What an effect does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Damage,
    Heal,
    Cleanse,
    Draw,
    Move,
    Destroy,
    Summon,
    Counter,
    Give(Given),
}

/// What is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Stat,
    Status,
    Shield,
    Piercing,
    Sweeping,
    Lifts,
    Forbids,
    Takes,
    Immune,
}

impl Word for Verb {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("damage", Verb::Damage),
        ("heal", Verb::Heal),
        ("cleanse", Verb::Cleanse),
        ("draw", Verb::Draw),
        ("move", Verb::Move),
        ("destroy", Verb::Destroy),
        ("summon", Verb::Summon),
        ("counter", Verb::Counter),
        ("stat", Verb::Give(Given::Stat)),
        ("status", Verb::Give(Given::Status)),
        ("shield", Verb::Give(Given::Shield)),
        ("piercing", Verb::Give(Given::Piercing)),
        ("sweeping", Verb::Give(Given::Sweeping)),
        ("lifts", Verb::Give(Given::Lifts)),
        ("forbids", Verb::Give(Given::Forbids)),
        ("takes", Verb::Give(Given::Takes)),
        ("immune", Verb::Give(Given::Immune)),
    ];
}

/// What a summoned monster can be given.
impl Word for Given {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("stat", Given::Stat),
        ("status", Given::Status),
        ("shield", Given::Shield),
        ("piercing", Given::Piercing),
        ("sweeping", Given::Sweeping),
        ("lifts", Given::Lifts),
        ("forbids", Given::Forbids),
        ("takes", Given::Takes),
        ("immune", Given::Immune),
    ];
}

/// What holds always: everything that can be given, except what is used up.
#[derive(Clone, Copy)]
pub(super) struct Always(pub Given);

impl Word for Always {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("stat", Always(Given::Stat)),
        ("piercing", Always(Given::Piercing)),
        ("sweeping", Always(Given::Sweeping)),
        ("lifts", Always(Given::Lifts)),
        ("forbids", Always(Given::Forbids)),
        ("takes", Always(Given::Takes)),
        ("immune", Always(Given::Immune)),
    ];
}

/// When a triggered ability acts, before it is known whose or of which cards.
#[derive(Clone, Copy)]
pub(super) enum When {
    /// The spell is cast.
    Cast,
    /// A moment that is complete.
    Plain(Moment),
    /// Another card is destroyed, of some.
    OtherDestroyed,
    /// Something that a side does.
    Of(fn(Side) -> Moment),
}

impl Word for When {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("cast", When::Cast),
        ("placed", When::Plain(Moment::Placed)),
        ("attacks", When::Plain(Moment::Attacks)),
        ("wounds", When::Plain(Moment::Wounds)),
        ("damaged", When::Plain(Moment::Damaged)),
        ("prevented", When::Plain(Moment::Prevented)),
        ("destroyed", When::Plain(Moment::Destroyed)),
        ("other-destroyed", When::OtherDestroyed),
        ("spell-cast", When::Of(Moment::SpellCast)),
        ("lane-broke", When::Of(Moment::LaneBroke)),
        ("turn-begins", When::Of(Moment::TurnBegins)),
        ("turn-ends", When::Of(Moment::TurnEnds)),
    ];
}

impl Word for Warded {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("damage", Warded::Damage),
        ("lane-damage", Warded::LaneDamage),
        ("destruction", Warded::Destruction),
        ("healing", Warded::Healing),
        ("draw", Warded::Draw),
        ("status", Warded::Status(None)),
        ("stun", Warded::Status(Some(Status::Stun))),
        ("freeze", Warded::Status(Some(Status::Freeze))),
        ("burn", Warded::Status(Some(Status::Burn))),
        ("poison", Warded::Status(Some(Status::Poison))),
    ];
}

/// What a ward does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Prevent,
    Forbid,
    Add,
    Double,
    TakeOver,
    Instead,
}

impl Word for Act {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("prevent", Act::Prevent),
        ("forbid", Act::Forbid),
        ("add", Act::Add),
        ("double", Act::Double),
        ("take-over", Act::TakeOver),
        ("instead", Act::Instead),
    ];
}
