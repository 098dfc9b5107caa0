//! The rule sheet.

use std::sync::LazyLock;

use rulebook::prelude::*;
use rulebook::{BookBuilder, Fact};

use super::award::{award, reveal};
use super::{
    Action, ActionKind, Bid, CREDIT, Event, EventKind, Lantern, MAX_BID, Market, NightMarket,
    Player, SEATS, Step, StepKind, Why,
};

/// The rules of the night market, as a book.
///
/// ```
/// use rulebook_games::night_market::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "unveil two lanterns",
///     "bidding/seal a bid",
///     "bidding/pass at the bell",
///     "bidding/open the bids",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<NightMarket> {
    let mut sheet = Book::<NightMarket>::builder("night market").version("1").digests();
    for chapter in [course_of_a_night, who_may_act, what_may_be_bid, rules, invariants] {
        sheet = chapter(sheet);
    }
    sheet.compile().expect("the rule sheet has no mistakes")
}

type Sheet = BookBuilder<NightMarket>;

/// Where the night stands, as a fact. The night goes by it, and a variant that adds
/// a rule for a step names this one.
///
/// ```
/// use rulebook_games::night_market::{ActionKind, StepKind, book, step};
/// let late = book()
///     .variant("late")
///     .rule("bid at the door", |rule| {
///         rule.on(ActionKind::Bid).given(&step(), StepKind::Closed).then(|_, ()| [])
///     })
///     .compile()?;
/// assert_eq!(
///     late.analyse().findings()[0].to_string(),
///     "The rule \"bid at the door\" is never reached: it wants the step Closed, which does not \
///      allow Bid. Correct a condition, let a step allow that, or remove the rule.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn step() -> Fact<NightMarket, StepKind> {
    static STEP: LazyLock<Fact<NightMarket, StepKind>> =
        LazyLock::new(|| Fact::of_state("step", Market::step));
    STEP.clone()
}

fn course_of_a_night(sheet: Sheet) -> Sheet {
    sheet.revealing(EventKind::Revealed).turn_by(&step(), Why::NotNow, |night| {
        night
            .step(StepKind::Unveiling, |step| {
                step.allows(ActionKind::Unveil)
                    .entering(|_| [Event::NightFell])
                    .leads_to(StepKind::Bidding)
            })
            .step(StepKind::Bidding, |step| {
                step.allows([ActionKind::Bid, ActionKind::Ring]).leads_to(StepKind::Revealing)
            })
            .step(StepKind::Revealing, |step| step.entering(reveal).leads_to(StepKind::Awarding))
            .step(StepKind::Awarding, |step| {
                step.entering(award)
                    .leaving(|_| [Event::Cleared])
                    .leads_to(StepKind::Unveiling)
                    .leads_to(StepKind::Closed)
            })
            .step(StepKind::Closed, |step| step.ends())
    })
}

fn who_may_act(sheet: Sheet) -> Sheet {
    sheet
        .check("chance unveils", Gate::Actor, |check| {
            check.on(ActionKind::Unveil).require(|ask| ask.by == By::Chance, Why::NotChance)
        })
        .check("the clock rings the bell", Gate::Actor, |check| {
            check.on(ActionKind::Ring).require(|ask| ask.by == By::Clock, Why::NotTheClock)
        })
        .check("players bid", Gate::Actor, |check| {
            check.on(ActionKind::Bid).require(|ask| player(ask).is_some(), Why::NotAPlayer)
        })
        .check("one bid a night", Gate::Actor, |check| {
            check.on(ActionKind::Bid).require(
                |ask| player(ask).is_none_or(|player| player.bid().is_none()),
                Why::AlreadySealed,
            )
        })
}

fn what_may_be_bid(sheet: Sheet) -> Sheet {
    sheet
        .check("the bid exists", Gate::Shape, |check| {
            check.on(ActionKind::Bid).test(|ask| match *ask.action {
                Action::Bid(Bid { coins, .. }) => {
                    (coins <= MAX_BID).or(Why::NoSuchBid { bid: coins })
                }
                Action::Unveil | Action::Ring => Ok(()),
            })
        })
        .check("you have the coins", Gate::Specific, |check| {
            check.on(ActionKind::Bid).liftable().test(|ask| match bidding(ask) {
                Some((player, bid)) => (bid.owes(player) == 0)
                    .or(Why::NotEnoughCoins { bid: bid.coins, purse: player.purse() }),
                None => Ok(()),
            })
        })
        .exception("the first lantern on credit", |exception| {
            exception.lifts("you have the coins").when(|ask| {
                bidding(ask).is_some_and(|(player, bid)| {
                    player.lanterns() == 0 && bid.owes(player) <= CREDIT
                })
            })
        })
        .prohibition("no credit on the last night", Gate::Specific, |check| {
            check.on(ActionKind::Bid).require(
                |ask| {
                    let on_credit = bidding(ask).is_some_and(|(player, bid)| bid.owes(player) > 0);
                    !(ask.state.is_last_night() && on_credit)
                },
                Why::NoCreditTonight,
            )
        })
        .check("one charm a game", Gate::Specific, |check| {
            check.on(ActionKind::Bid).require(
                |ask| bidding(ask).is_none_or(|(player, bid)| !bid.charmed || player.has_charm()),
                Why::CharmUsed,
            )
        })
        .check("a charm needs a bid", Gate::Specific, |check| {
            check.on(ActionKind::Bid).require(
                |ask| bidding(ask).is_none_or(|(_, bid)| !bid.charmed || bid.coins > 0),
                Why::CharmOnAPass,
            )
        })
}

fn rules(sheet: Sheet) -> Sheet {
    sheet
        .rule("unveil two lanterns", |rule| {
            rule.on(ActionKind::Unveil).candidates(|offer| offer.push(Action::Unveil)).then(
                |cx, ()| {
                    let lanterns = [(); 2].map(|()| hang(cx));
                    [Event::Unveiled { lanterns }, Event::Turned { to: Step::Bidding }]
                },
            )
        })
        .phase("bidding", |bidding| {
            // All of them apply: the last rule sees what the others have done.
            bidding
                .strategy(Strategy::ApplyAll)
                .rule("seal a bid", |rule| {
                    rule.on(ActionKind::Bid)
                        .candidates(offer_bids)
                        .answer(sealed)
                        .then(|_, (seat, bid)| [Event::Sealed { seat, bid }])
                })
                .rule("pass at the bell", |rule| {
                    rule.on(ActionKind::Ring).candidates(|offer| offer.push(Action::Ring)).then(
                        |cx, ()| {
                            let late = cx.state.waiting();
                            Vec::from_iter(late.map(|seat| Event::Sealed { seat, bid: Bid::PASS }))
                        },
                    )
                })
                .rule("open the bids", |rule| {
                    rule.on([ActionKind::Bid, ActionKind::Ring])
                        .when("all bids are sealed", |ask| ask.state.waiting().next().is_none())
                        .then(|_, ()| [Event::Turned { to: Step::Revealing }])
                })
        })
}

fn invariants(sheet: Sheet) -> Sheet {
    sheet
        .invariant("nobody owes more than the credit", |invariant| {
            invariant
                .broken_by(EventKind::Paid)
                .holds(|market| Market::seats().all(|seat| market.player(seat).coins() >= -CREDIT))
        })
        .invariant("every lantern is somewhere", |invariant| {
            invariant.at_rest().holds(Market::lanterns_are_accounted_for)
        })
        .invariant("bids lie on the table only while lanterns hang", |invariant| {
            invariant
                .at_rest()
                .holds(|market| market.on_show().is_some() || market.waiting().count() == SEATS)
        })
}

/// The player who submits the action, if it is one.
fn player<'s>(ask: &Ask<'s, NightMarket>) -> Option<&'s Player> {
    let seat = ask.by.seat().filter(|seat| seat.index() < SEATS)?;
    Some(ask.state.player(seat))
}

/// The player who bids, and the bid.
fn bidding<'s>(ask: &Ask<'s, NightMarket>) -> Option<(&'s Player, Bid)> {
    match *ask.action {
        Action::Bid(bid) => Some((player(ask)?, bid)),
        Action::Unveil | Action::Ring => None,
    }
}

/// Matches every bid; what may be bid is for the checks to say.
fn sealed(ask: &Ask<'_, NightMarket>) -> Answer<(Seat, Bid), Why> {
    match (ask.by.seat(), *ask.action) {
        (Some(seat), Action::Bid(bid)) => Answer::Match((seat, bid)),
        _ => Answer::Skip,
    }
}

/// More than is allowed, but never less: the checks sort it out.
fn offer_bids(offer: &mut Offer<'_, NightMarket>) {
    let Some(seat) = offer.by.seat().filter(|seat| seat.index() < SEATS) else { return };
    let most = offer.state.player(seat).purse() + CREDIT;
    for coins in (0..=MAX_BID).filter(|coins| i32::from(*coins) <= most) {
        offer.extend([false, true].map(|charmed| Action::Bid(Bid { coins, charmed })));
    }
}

/// A lantern, each colour as likely as the others.
fn hang(cx: &mut Effect<'_, NightMarket>) -> Lantern {
    Lantern::ALL[cx.below(Lantern::ALL.len() as u32) as usize]
}
