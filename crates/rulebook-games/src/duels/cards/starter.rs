//! A few cards to begin with, until they are read from a file.

use super::*;

fn fighter(id: &str, name: &str, kind: CardKind, class: Class, stats: [u8; 3]) -> CardDef {
    let [atk, def, spd] = stats;
    CardDef {
        id: id.to_owned(),
        name: name.to_owned(),
        kind,
        class: Some(class),
        atk,
        def,
        spd,
        abilities: Vec::new(),
    }
}

fn spell(id: &str, name: &str, choose: Option<Filter>, effects: Vec<Effect>) -> CardDef {
    let cast = Cast { label: "cast".to_owned(), when: Vec::new(), choose, effects };
    CardDef {
        id: id.to_owned(),
        name: name.to_owned(),
        kind: CardKind::Spell,
        class: None,
        atk: 0,
        def: 0,
        spd: 0,
        abilities: vec![Ability::Cast(cast)],
    }
}

pub(super) fn set() -> CardSet {
    let (champion, monster) = (CardKind::Champion, CardKind::Monster);
    let burn = Effect::Give { on: Target::It, gift: Gift::Status(Status::Burn, 2) };
    let mut hound = fighter("ember-hound", "Ember Hound", monster, Class::Attacker, [3, 2, 4]);
    hound.abilities.push(Ability::Triggered(Triggered {
        label: "when it wounds a card".to_owned(),
        on: Moment::Wounds,
        when: Vec::new(),
        choose: None,
        effects: vec![burn],
    }));
    let mut queen = fighter("ash-queen", "Ash Queen", champion, Class::AllRounder, [3, 8, 3]);
    let enemy = Filter { kinds: Kinds::Monsters, ..Filter::of(Side::Enemy) };
    let spark = Effect::Damage { on: Target::Chosen, amount: Amount::Fixed(1), piercing: false };
    queen.abilities.push(Ability::Power(Power {
        label: "Spark".to_owned(),
        steps: Steps::default().with(Step::Strategy),
        cooldown: 1,
        when: Vec::new(),
        choose: Some(enemy),
        effects: vec![spark.clone()],
    }));
    let storm = Effect::Damage {
        on: Target::Each(Filter::of(Side::Enemy)),
        amount: Amount::Fixed(1),
        piercing: false,
    };
    let cards = vec![
        queen,
        fighter("tide-warden", "Tide Warden", champion, Class::Defender, [2, 10, 2]),
        hound,
        fighter("wall-golem", "Wall Golem", monster, Class::Defender, [1, 6, 1]),
        fighter("river-scout", "River Scout", monster, Class::AllRounder, [2, 3, 5]),
        fighter("drum-keeper", "Drum Keeper", monster, Class::Pumper, [1, 3, 2]),
        spell("firestorm", "Firestorm", None, vec![storm]),
        spell("fire-bolt", "Fire Bolt", Some(enemy), vec![spark]),
    ];
    let ids: Vec<DefId> =
        (2..8).flat_map(|id| [DefId(id); 3]).chain([DefId(2), DefId(3)]).collect();
    let deck = |id: &str, name: &str, champion| DeckDef {
        id: id.to_owned(),
        name: name.to_owned(),
        champion: DefId(champion),
        cards: ids.clone(),
    };
    CardSet::new(cards, vec![deck("ash", "Ash", 0), deck("tide", "Tide", 1)])
}
