//! Games in which a viewer imagines what cannot be.

use rulebook::prelude::*;
use rulebook::{Dice, Imagined};
use rulebook_testkit::{Check, Conformance, Failures};

/// Each of two players turns a coin over, unseen by the other, until somebody
/// has turned five times.
#[derive(Clone, Debug, PartialEq, Canonical)]
struct Coins {
    heads: [bool; 2],
    turned: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Kinds)]
struct Turn(Seat);

#[derive(Clone, Debug, PartialEq, rulebook::Reason)]
enum Why {
    /// You do not play.
    NoPlayer,
}

struct Turning<const WAY: u8>;

impl<const WAY: u8> Game for Turning<WAY> {
    type State = Coins;
    type Action = u8;
    type Event = Turn;
    type Trace = ();
    type Reason = Why;

    fn apply(coins: &mut Coins, Turn(seat): &Turn) {
        coins.heads[seat.index()] ^= true;
        coins.turned += 1;
    }

    fn result(coins: &Coins) -> Option<Scores> {
        (coins.turned == 5).then(|| Scores::draw(2))
    }
}

impl<const WAY: u8> Viewed for Turning<WAY> {
    type Sight = (Option<bool>, u8);
    type Report = ();
    fn sight(coins: &Coins, viewer: Viewer) -> (Option<bool>, u8) {
        (viewer.seat().map(|seat| coins.heads[seat.index()]), coins.turned)
    }
}

const RIGHT: u8 = 0;
const FORGETS_ITS_OWN: u8 = 1;
const SEES_THE_END: u8 = 2;

impl<const WAY: u8> Imagined for Turning<WAY> {
    fn imagine(&(own, turned): &(Option<bool>, u8), viewer: Viewer, dice: &mut Dice) -> Coins {
        let mut heads = [dice.below(2) == 1, dice.below(2) == 1];
        if let (Some(seat), Some(own)) = (viewer.seat(), own)
            && WAY != FORGETS_ITS_OWN
        {
            heads[seat.index()] = own;
        }
        Coins { heads, turned: if WAY == SEES_THE_END { 5 } else { turned } }
    }
}

fn run<const WAY: u8>() -> Result<(), Failures> {
    let book = Book::<Turning<WAY>>::builder("turning")
        .digests()
        .only_active("players turn coins", Why::NoPlayer)
        .rule("turn", |rule| {
            rule.candidates(|offer| offer.push(0)).then(|cx, ()| cx.by.seat().map(Turn))
        })
        .compile()
        .expect("it has no mistakes");
    let start = || Coins { heads: [false; 2], turned: 0 };
    Conformance::new(book, start).without_universe().views().run().map(drop)
}

/// What the check of views says.
fn told(ran: Result<(), Failures>) -> String {
    let failures = ran.expect_err("it is broken");
    let of_views = failures.iter().find(|failure| failure.check == Check::Views);
    of_views.expect("the views are broken").message.clone()
}

#[test]
fn who_imagines_what_could_be_passes() {
    run::<RIGHT>().expect("it is sound");
}

#[test]
fn who_forgets_what_was_seen_is_caught() {
    let told = told(run::<FORGETS_ITS_OWN>());
    assert!(told.starts_with("The sight in what seat 0 imagines"), "{told}");
}

#[test]
fn who_imagines_another_ending_is_caught() {
    let told = told(run::<SEES_THE_END>());
    assert!(told.contains("imagines"), "{told}");
}
