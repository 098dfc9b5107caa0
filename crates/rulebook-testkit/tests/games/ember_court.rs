//! The ember court: it conforms; spells wait, are answered and countered; what
//! guards and triggers do is in the frame's account.

use rulebook::prelude::*;
use rulebook::{Cause, Fate, Firing, StackId, Stance};
use rulebook_testkit::Conformance;
use rulebook_testkit::games::ember_court::*;

#[test]
fn it_conforms() {
    let report = Conformance::new(book(), setup)
        .universe(universe)
        .show(show)
        .print(print)
        .golden("playthroughs/ember-court.txt")
        // A game in which most of the reactions are seen.
        .golden_seed(Seed(32))
        .every_rule()
        .check();
    assert_eq!(report.ended, report.games);
    assert!(report.choices > 0 && report.draws > 0, "{report}");
}

#[test]
fn the_rule_sheet_has_no_warnings() {
    assert_eq!(book().warnings(), []);
}

/// A running duel.
struct Duel(Session<EmberCourt>);

impl Duel {
    fn of(table: Table) -> Self {
        Duel(book().start(table, Seed(1)).expect("it can start"))
    }

    fn with_hands(hands: [&[Card]; 2]) -> Self {
        Duel::of(duel(hands))
    }

    /// Does something that must be accepted.
    fn act(&mut self, seat: u8, action: Action) -> &mut Self {
        let outcome = self.0.submit(Seat(seat), action).expect("the book has no faults");
        assert!(outcome.is_committed(), "{action:?}: {outcome}");
        self
    }

    fn cast(&mut self, seat: u8, card: Card, target: Target) -> &mut Self {
        self.act(seat, Action::Cast { card, target })
    }

    /// Both pass, whoever has priority first: the top of the stack resolves,
    /// or dusk falls.
    fn pass_both(&mut self) -> &mut Self {
        for _ in 0..2 {
            let seat = self.0.turn().expect("somebody has priority");
            self.act(seat.0, Action::Pass);
        }
        self
    }

    /// Casts something and lets it resolve.
    fn resolve(&mut self, seat: u8, card: Card, target: Target) -> &mut Self {
        self.cast(seat, card, target).pass_both()
    }

    fn life(&self) -> [i32; 2] {
        [0, 1].map(|seat| self.0.state().mage(Seat(seat)).life())
    }

    /// The fates of all damage in the last frame, with how much was proposed
    /// and how much was left of it.
    fn damage(&self) -> Vec<(Fate, u32, u32)> {
        let frame = self.0.frames().next_back().expect("something happened");
        let account = frame.account().expect("the court has reactions");
        let amount = |event: &Event| match event {
            Event::Damaged { amount, .. } => Some(*amount),
            _ => None,
        };
        let lines = account.lines.iter();
        let damage =
            lines.filter_map(|it| Some((it.fate, amount(&it.proposed)?, amount(&it.event)?)));
        damage.collect()
    }

    fn refused(&mut self, seat: u8, card: Card, target: Target) -> String {
        let outcome = self.0.submit(Seat(seat), Action::Cast { card, target });
        outcome.expect("the book has no faults").to_string()
    }
}

const MAGE: [Target; 2] = [Target::Mage(Seat(0)), Target::Mage(Seat(1))];

fn creature(id: u32) -> Target {
    Target::Creature(ThingId(id))
}

fn spell(id: u64) -> Target {
    Target::Spell(StackId(id))
}

mod the_stack {
    use super::*;

    #[test]
    fn a_spell_waits_until_both_have_passed() {
        let mut duel = Duel::with_hands([&[Card::Spark], &[]]);
        duel.cast(0, Card::Spark, MAGE[1]).act(0, Action::Pass);
        assert_eq!(duel.life(), [10, 10]);
        duel.act(1, Action::Pass);
        assert_eq!(duel.life(), [10, 8]);
        assert_eq!(duel.0.turn(), Some(Seat(0)));
    }

    #[test]
    fn a_counter_is_countered_and_the_spell_resolves_after_all() {
        let mut duel = Duel::with_hands([&[Card::Spark, Card::Snuff], &[Card::Snuff]]);
        duel.cast(0, Card::Spark, MAGE[1]).act(0, Action::Pass);
        duel.cast(1, Card::Snuff, spell(0)).act(1, Action::Pass);
        duel.cast(0, Card::Snuff, spell(1)).pass_both();
        let left: Vec<_> = duel.0.state().stack().iter().map(|it| it.item.card).collect();
        assert_eq!(left, [Card::Spark]);
        duel.pass_both();
        assert_eq!(duel.life(), [10, 8]);
    }

    #[test]
    fn what_a_countered_spell_would_do_is_never_proposed_and_what_was_paid_stays_paid() {
        let mut duel = Duel::with_hands([&[Card::Lance], &[Card::Snuff]]);
        duel.cast(0, Card::Lance, MAGE[1]).act(0, Action::Pass);
        duel.resolve(1, Card::Snuff, spell(0));
        assert_eq!((duel.life(), duel.damage()), ([10, 10], vec![]));
        assert!(duel.0.state().stack().is_empty());
        assert_eq!(duel.0.state().mage(Seat(0)).mana(), 9 - Card::Lance.mana());
    }

    #[test]
    fn a_counter_whose_spell_has_gone_does_nothing() {
        let mut duel = Duel::with_hands([&[Card::Spark], &[Card::Snuff, Card::Snuff]]);
        duel.cast(0, Card::Spark, MAGE[1]).act(0, Action::Pass);
        duel.cast(1, Card::Snuff, spell(0)).cast(1, Card::Snuff, spell(0)).pass_both();
        duel.pass_both();
        let frame = duel.0.frames().next_back().expect("it happened");
        let last = frame.account().expect("there are reactions").lines.last().expect("a line");
        assert_eq!(last.proposed, Event::Countered { id: StackId(0) });
        assert_eq!(last.fate, Fate::Impossible);
    }

    #[test]
    fn a_spark_at_a_creature_that_died_meanwhile_does_nothing() {
        let table = super::duel([&[Card::Spark, Card::Spark], &[]]);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Hound));
        duel.cast(0, Card::Spark, creature(0)).resolve(0, Card::Spark, creature(0));
        assert!(duel.0.state().thing(ThingId(0)).is_none());
        duel.pass_both();
        assert_eq!(duel.damage(), [(Fate::Impossible, 2, 2)]);
    }

    #[test]
    fn dusk_falls_when_both_pass_on_an_empty_stack_and_the_other_day_dawns() {
        let table = super::duel([&[], &[]]);
        let table = table.with_creature(Seat(0), Card::Hound).with_creature(Seat(0), Card::Moth);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Hound));
        duel.pass_both();
        assert_eq!(duel.life(), [10, 7]);
        let table = duel.0.state();
        assert_eq!((table.day(), table.turn(), table.step()), (2, Seat(1), Step::Day));
        assert_eq!(table.mage(Seat(1)).hand(), [Card::Spark]);
        assert_eq!(duel.0.turn(), Some(Seat(1)));
    }
}

mod guards {
    use super::*;

    #[test]
    fn a_veil_prevents_the_next_three_and_burns() {
        let mut duel = Duel::with_hands([&[Card::Spark, Card::Spark], &[Card::Veil]]);
        duel.act(0, Action::Pass).resolve(1, Card::Veil, MAGE[1]);
        duel.resolve(0, Card::Spark, MAGE[1]);
        assert_eq!((duel.life(), duel.damage()), ([10, 10], vec![(Fate::Prevented, 2, 2)]));
        assert_eq!(duel.0.state().thing(ThingId(0)).map(|veil| veil.charges), Some(1));
        duel.resolve(0, Card::Spark, MAGE[1]);
        assert_eq!((duel.life(), duel.damage()), ([10, 9], vec![(Fate::Applied, 2, 1)]));
        assert_eq!(duel.0.state().things().count(), 0);
        assert_eq!(duel.0.sources().count(), 0);
    }

    #[test]
    fn a_lance_goes_through_a_veil_and_the_veil_stays_whole() {
        let mut duel = Duel::with_hands([&[Card::Lance], &[Card::Veil]]);
        duel.act(0, Action::Pass).resolve(1, Card::Veil, MAGE[1]);
        duel.resolve(0, Card::Lance, MAGE[1]);
        assert_eq!(duel.life(), [10, 7]);
        assert_eq!(duel.0.state().thing(ThingId(0)).map(|veil| veil.charges), Some(3));
        let frame = duel.0.frames().next_back().expect("it happened");
        let account = frame.account().expect("there are reactions");
        assert!(account.announcements.is_empty());
        let considered = account.lines.iter().flat_map(|line| &line.considered);
        let stances: Vec<_> = considered.map(|considered| considered.stance).collect();
        assert_eq!(stances, [Stance::CouldNotPrevent]);
    }

    #[test]
    fn two_bellows_make_two_into_eight_and_only_for_their_owner() {
        let mut duel =
            Duel::with_hands([&[Card::Bellows, Card::Bellows, Card::Spark], &[Card::Spark]]);
        duel.resolve(0, Card::Bellows, Target::Nothing);
        duel.resolve(0, Card::Bellows, Target::Nothing);
        duel.resolve(0, Card::Spark, MAGE[1]);
        assert_eq!((duel.life(), duel.damage()), ([10, 2], vec![(Fate::Applied, 2, 8)]));
        duel.act(0, Action::Pass).resolve(1, Card::Spark, MAGE[0]);
        assert_eq!(duel.life(), [8, 2]);
    }

    #[test]
    fn a_mirror_turns_damage_to_the_other_mage_and_two_mirrors_do_not_play_ping_pong() {
        let mut duel = Duel::with_hands([&[Card::Spark, Card::Mirror], &[Card::Mirror]]);
        duel.act(0, Action::Pass).resolve(1, Card::Mirror, Target::Nothing);
        let mut alone = Duel(duel.0.fork());
        alone.resolve(0, Card::Spark, MAGE[1]);
        assert_eq!((alone.life(), alone.0.state().things().count()), ([8, 10], 0));
        // There and back again, and no further.
        duel.resolve(0, Card::Mirror, Target::Nothing).resolve(0, Card::Spark, MAGE[1]);
        assert_eq!((duel.life(), duel.0.state().things().count()), ([10, 8], 0));
    }

    #[test]
    fn redirected_damage_meets_the_veil_of_the_one_it_comes_to() {
        let mut duel = Duel::with_hands([&[Card::Spark, Card::Veil], &[Card::Mirror]]);
        duel.act(0, Action::Pass).resolve(1, Card::Mirror, Target::Nothing);
        duel.resolve(0, Card::Veil, MAGE[0]).resolve(0, Card::Spark, MAGE[1]);
        assert_eq!((duel.life(), duel.damage()), ([10, 10], vec![(Fate::Prevented, 2, 2)]));
        assert_eq!(duel.0.state().thing(ThingId(1)).map(|veil| veil.charges), Some(1));
    }

    #[test]
    fn who_has_a_veil_and_a_mirror_chooses_which_comes_first() {
        let mut duel = Duel::with_hands([&[Card::Spark], &[Card::Mirror, Card::Veil]]);
        duel.act(0, Action::Pass).resolve(1, Card::Mirror, Target::Nothing);
        duel.act(0, Action::Pass).resolve(1, Card::Veil, MAGE[1]);
        duel.cast(0, Card::Spark, MAGE[1]).act(0, Action::Pass);
        let outcome = duel.0.submit(Seat(1), Action::Pass).expect("no faults");
        let Outcome::Pending(choice) = outcome else { panic!("{outcome}") };
        assert_eq!(choice.seat, Seat(1));
        assert_eq!(choice.options.len(), 2);
        let veil = choice.options.iter().position(|option| option.contains("veil"));
        let mut veiled = Duel(duel.0.fork());
        let veil = veil.expect("the veil is offered") as u32;
        veiled.0.answer(Seat(1), choice.id, veil).expect("no faults");
        assert_eq!((veiled.life(), veiled.0.state().things().count()), ([10, 10], 2));
        duel.0.answer(Seat(1), choice.id, 1 - veil).expect("no faults");
        assert_eq!((duel.life(), duel.0.state().things().count()), ([8, 10], 1));
    }
}

mod deaths {
    use super::*;

    #[test]
    fn a_hound_that_dies_bites_with_the_power_it_last_had() {
        let table = super::duel([&[Card::Spark], &[Card::Stoke]]);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Hound));
        duel.act(0, Action::Pass).resolve(1, Card::Stoke, creature(0));
        duel.resolve(0, Card::Spark, creature(0));
        assert_eq!((duel.life(), duel.0.state().things().count()), ([6, 10], 0));
    }

    #[test]
    fn a_moth_that_dies_draws_a_card() {
        let table = super::duel([&[Card::Spark], &[]]);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Moth));
        duel.resolve(0, Card::Spark, creature(0));
        assert_eq!(duel.0.state().mage(Seat(1)).hand(), [Card::Spark]);
    }

    #[test]
    fn a_veil_on_a_creature_that_dies_falls_with_it_in_the_second_round_of_rest() {
        let table = super::duel([&[Card::Lance], &[Card::Veil]]);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Moth));
        duel.act(0, Action::Pass).resolve(1, Card::Veil, creature(0));
        duel.resolve(0, Card::Lance, creature(0));
        assert_eq!(duel.0.state().things().count(), 0);
        let frame = duel.0.frames().next_back().expect("it happened");
        assert_eq!(frame.account().expect("there are reactions").rounds.len(), 2);
    }

    #[test]
    fn when_a_mage_dies_at_dusk_no_day_dawns() {
        let mut table = super::duel([&[], &[]]);
        for _ in 0..5 {
            table = table.with_creature(Seat(0), Card::Hound);
        }
        let mut duel = Duel::of(table);
        duel.pass_both();
        assert_eq!(duel.0.result(), Some(Scores::win(Seat(0), 2)));
        let frame = duel.0.frames().next_back().expect("it happened");
        let fired = &frame.account().expect("there are reactions").fired;
        assert!(matches!(fired[0].came_to, Firing::ConditionFalse(0)), "{fired:?}");
    }

    #[test]
    fn the_bite_of_a_dying_hound_can_win_the_game() {
        let table = super::duel([&[Card::Spark], &[Card::Stoke; 4]]);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Hound));
        for _ in 0..4 {
            duel.act(0, Action::Pass).resolve(1, Card::Stoke, creature(0));
        }
        duel.resolve(0, Card::Spark, creature(0));
        assert_eq!((duel.life(), duel.0.result()), ([0, 10], Some(Scores::win(Seat(1), 2))));
    }

    #[test]
    fn of_two_hounds_that_die_at_once_the_active_mage_s_bites_last() {
        let table = super::duel([&[Card::Flare], &[]]).with_creature(Seat(0), Card::Hound);
        let mut duel = Duel::of(table.with_creature(Seat(1), Card::Hound));
        duel.resolve(0, Card::Flare, Target::Nothing);
        let frame = duel.0.frames().next_back().expect("it happened");
        let bites: Vec<_> = frame
            .events()
            .filter_map(|event| match event.event {
                Event::Damaged { by, to: Target::Mage(_), .. } => Some(*by),
                _ => None,
            })
            .collect();
        assert_eq!(bites, [Seat(1), Seat(0)]);
    }
}

mod refusals {
    use super::*;

    #[test]
    fn what_cannot_be_paid_is_refused_and_not_offered() {
        let table = super::duel([&[Card::Lance, Card::Spark], &[]]);
        let mut duel = Duel::of(table.with_mana(Seat(0), 2));
        let before = duel.0.digest().expect("no faults");
        let lance = Action::Cast { card: Card::Lance, target: MAGE[1] };
        let outcome = duel.0.submit(Seat(0), lance).expect("no faults");
        assert_eq!(outcome.to_string(), "disallowed: You have not enough mana for that.");
        let cause = outcome.refusal().map(|refusal| &refusal.cause);
        assert!(matches!(cause, Some(Cause::Unpaid { reason: Why::NoMana, .. })), "{outcome}");
        assert_eq!(duel.0.digest().expect("no faults"), before);
        let offered = duel.0.legal(Seat(0)).expect("no faults");
        let cards: Vec<_> = offered
            .iter()
            .filter_map(|legal| match legal.action() {
                Action::Cast { card, .. } => Some(*card),
                _ => None,
            })
            .collect();
        assert_eq!(cards, [Card::Spark; 2]);
    }

    #[test]
    fn every_reason_is_given_where_it_belongs() {
        let mut duel = Duel::with_hands([&[Card::Spark, Card::Stoke], &[Card::Moth]]);
        assert_eq!(
            duel.refused(0, Card::Spark, Target::Nothing),
            "invalid: The spark cannot be aimed at that."
        );
        assert_eq!(
            duel.refused(0, Card::Stoke, creature(7)),
            "disallowed: What the stoke is aimed at is not there."
        );
        assert_eq!(duel.refused(0, Card::Lance, MAGE[1]), "disallowed: You have no lance in hand.");
        assert_eq!(
            duel.refused(1, Card::Moth, Target::Nothing),
            "disallowed: You do not have priority."
        );
        duel.act(0, Action::Pass);
        assert_eq!(
            duel.refused(1, Card::Moth, Target::Nothing),
            "disallowed: The moth is slow: cast it on your own day, while nothing waits on the stack."
        );
        let deal = duel.0.submit(By::Chance, Action::Deal).expect("no faults");
        assert_eq!(deal.to_string(), "invalid: This is not the time for that.");
        let mut court = book().start(setup(), Seed(1)).expect("it can start");
        let deal = court.submit(Seat(0), Action::Deal).expect("no faults");
        assert_eq!(deal.to_string(), "disallowed: Only chance deals.");
    }
}
