//! The court and the actions as text.

use rulebook::prelude::*;

use super::{Action, Card, Spell, Step, Table, Target, Thing, ThingId};

/// The action as a player tells it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::{Action, Card, Target, print};
/// let spark = Action::Cast { card: Card::Spark, target: Target::Mage(Seat(1)) };
/// assert_eq!(print(&spark), "cast spark at seat 1");
/// ```
pub fn print(action: &Action) -> String {
    match *action {
        Action::Deal => "deal".to_owned(),
        Action::Cast { card, target } => format!("cast {}", aimed(Spell { card, target })),
        Action::Pass => "pass".to_owned(),
    }
}

fn aimed(spell: Spell) -> String {
    let Spell { card, target } = spell;
    match target {
        Target::Nothing => card.to_string(),
        Target::Mage(seat) => format!("{card} at {seat}"),
        Target::Creature(ThingId(id)) => format!("{card} at #{id}"),
        Target::Spell(id) => format!("{card} at {id}"),
    }
}

/// The court as both mages see it: hands are open.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::{Card, duel, show};
/// let table = duel([&[Card::Spark, Card::Veil], &[]]).with_creature(Seat(1), Card::Hound);
/// assert_eq!(show(&table), "\
/// Day 1 of seat 0; seat 0 has priority.
/// seat 0: 10 life, 9 mana, 10 to draw, in hand spark, veil
/// seat 1: 10 life, 9 mana, 10 to draw, in hand nothing
///   #0 hound 2/2
/// ");
/// ```
pub fn show(table: &Table) -> String {
    let mut text = match (table.step(), table.stack().priority()) {
        (Step::Dealing, _) => "The cards are to be dealt.\n".to_owned(),
        (_, Some(seat)) => {
            format!("Day {} of {}; {seat} has priority.\n", table.day(), table.turn())
        }
        (_, None) => format!("Dusk of day {}.\n", table.day()),
    };
    for seat in [Seat(0), Seat(1)] {
        text += &row(table, seat);
        for (ThingId(id), thing) in table.things().filter(|(_, thing)| thing.owner == seat) {
            text += &format!("  #{id} {}\n", shown(thing));
        }
    }
    for waiting in table.stack().iter() {
        let (id, by, spell) = (waiting.id, waiting.by, aimed(waiting.item));
        text += &format!("{id}: {spell}, by {by}\n");
    }
    text
}

fn row(table: &Table, seat: Seat) -> String {
    let mage = table.mage(seat);
    let hand: Vec<_> = mage.hand().iter().map(Card::to_string).collect();
    let hand = if hand.is_empty() { "nothing".to_owned() } else { hand.join(", ") };
    let (life, mana, deck) = (mage.life(), mage.mana(), mage.deck().len());
    format!("{seat}: {life} life, {mana} mana, {deck} to draw, in hand {hand}\n")
}

fn shown(thing: &Thing) -> String {
    let Thing { card, on, power, damage, charges, .. } = *thing;
    match card.creature() {
        Some((_, toughness)) if damage == 0 => format!("{card} {power}/{toughness}"),
        Some((_, toughness)) => format!("{card} {power}/{toughness}, {damage} damage"),
        None if charges > 0 => format!("{}, {charges} left", aimed(Spell { card, target: on })),
        None => card.to_string(),
    }
}
