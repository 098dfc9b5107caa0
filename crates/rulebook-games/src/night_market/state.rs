//! The market: the night, the lanterns on show, and what each player has.

use rulebook::prelude::*;

/// How many players there are.
///
/// ```
/// use rulebook_games::night_market::{Market, SEATS};
/// assert_eq!(Market::seats().count(), SEATS);
/// ```
pub const SEATS: usize = 3;
/// How many nights the market lasts.
///
/// ```
/// use rulebook_games::night_market::{NIGHTS, setup};
/// assert!(setup().night() < NIGHTS);
/// ```
pub const NIGHTS: u8 = 5;
/// The highest bid there is.
///
/// ```
/// use rulebook_games::night_market::{Bid, MAX_BID};
/// assert!(Bid::PASS.coins < MAX_BID);
/// ```
pub const MAX_BID: u8 = 20;
/// How many coins a player without lanterns may owe.
///
/// ```
/// use rulebook_games::night_market::CREDIT;
/// assert_eq!(CREDIT, 3);
/// ```
pub const CREDIT: i32 = 3;
/// How many coins each player begins with.
const COINS: i32 = 10;

/// A lantern, by its colour.
///
/// ```
/// use rulebook_games::night_market::Lantern;
/// assert_eq!(Lantern::ALL.map(|lantern| lantern.to_string()), ["crimson", "gold", "jade"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Lantern {
    /// Red.
    Crimson,
    /// Yellow.
    Gold,
    /// Green.
    Jade,
}

impl Lantern {
    /// All colours.
    ///
    /// ```
    /// use rulebook_games::night_market::Lantern;
    /// assert_eq!(Lantern::ALL[0], Lantern::Crimson);
    /// ```
    pub const ALL: [Lantern; 3] = [Lantern::Crimson, Lantern::Gold, Lantern::Jade];
}

/// A sealed bid.
///
/// ```
/// use rulebook_games::night_market::Bid;
/// assert_eq!(Bid { coins: 4, charmed: true }.to_string(), "4 with charm");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub struct Bid {
    /// How many coins; 0 is a pass.
    pub coins: u8,
    /// Whether it is sealed with the player's charm.
    pub charmed: bool,
}

impl Bid {
    /// No bid at all.
    ///
    /// ```
    /// use rulebook_games::night_market::Bid;
    /// assert_eq!(Bid::PASS, Bid { coins: 0, charmed: false });
    /// ```
    pub const PASS: Bid = Bid { coins: 0, charmed: false };

    /// How many coins the player would lack to pay for it.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::{Bid, setup};
    /// let bid = Bid { coins: 12, charmed: false };
    /// assert_eq!(bid.owes(setup().player(Seat(0))), 2);
    /// ```
    pub fn owes(self, player: &Player) -> i32 {
        (i32::from(self.coins) - player.purse()).max(0)
    }
}

/// Where the night stands.
///
/// ```
/// use rulebook_games::night_market::{Step, setup};
/// assert_eq!(setup().step(), Step::Unveiling);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds, Canonical)]
pub enum Step {
    /// Two lanterns are to be hung up.
    Unveiling,
    /// The players seal their bids.
    Bidding,
    /// The bids are opened, in seat order.
    Revealing,
    /// The lanterns go to the highest bidders.
    Awarding,
    /// The last night is over.
    Closed,
}

/// What one player has.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::night_market::setup;
/// let market = setup();
/// let player = market.player(Seat(1));
/// assert_eq!((player.coins(), player.has_charm(), player.bid()), (10, true, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Player {
    pub(super) coins: i32,
    /// How many of each colour, in the order of [`Lantern::ALL`].
    pub(super) lanterns: [u8; 3],
    pub(super) charm: bool,
    pub(super) bid: Option<Bid>,
}

impl Player {
    /// The coins that the player has; below zero, those that are owed.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::read_position;
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.player(Seat(0)).coins(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coins(&self) -> i32 {
        self.coins
    }

    /// How many lanterns of a colour the player has.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::{Lantern, read_position};
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.player(Seat(0)).lanterns_of(Lantern::Jade), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lanterns_of(&self, lantern: Lantern) -> u8 {
        self.lanterns[lantern as usize]
    }

    /// How many lanterns the player has.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::read_position;
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.player(Seat(2)).lanterns(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lanterns(&self) -> u8 {
        self.lanterns.iter().sum()
    }

    /// Whether the player's charm is not used yet.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::read_position;
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert!(!market.player(Seat(0)).has_charm());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_charm(&self) -> bool {
        self.charm
    }

    /// The bid that the player has sealed tonight.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::read_position;
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.player(Seat(1)).bid().unwrap().coins, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bid(&self) -> Option<Bid> {
        self.bid
    }

    /// The coins that the player can spend without owing any.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::setup;
    /// assert_eq!(setup().player(Seat(0)).purse(), 10);
    /// ```
    pub fn purse(&self) -> i32 {
        self.coins.max(0)
    }

    /// What the player's things are worth: a point for each lantern, three for
    /// each set of all colours, one for four coins, one off for each coin owed.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::setup;
    /// assert_eq!(setup().player(Seat(0)).points(), 2, "four coins are a point");
    /// ```
    pub fn points(&self) -> i32 {
        let sets = self.lanterns.iter().min().copied().unwrap_or(0);
        let purse = if self.coins < 0 { self.coins } else { self.coins / 4 };
        i32::from(self.lanterns()) + 3 * i32::from(sets) + purse
    }
}

/// Everything that is true of a night market.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::night_market::setup;
/// let market = setup();
/// assert_eq!((market.night(), market.torch(), market.on_show()), (1, Seat(0), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Market {
    pub(super) step: Step,
    /// From one; the last one also after it is over.
    pub(super) night: u8,
    pub(super) on_show: Option<[Lantern; 2]>,
    pub(super) players: [Player; SEATS],
    pub(super) torch: Seat,
    /// How many lanterns drifted down the river.
    pub(super) drifted: u8,
}

/// The first night, before anything hangs.
///
/// ```
/// use rulebook_games::night_market::setup;
/// assert_eq!(setup().night(), 1);
/// ```
pub fn setup() -> Market {
    let player = Player { coins: COINS, lanterns: [0; 3], charm: true, bid: None };
    Market {
        step: Step::Unveiling,
        night: 1,
        on_show: None,
        players: [player.clone(), player.clone(), player],
        torch: Seat(0),
        drifted: 0,
    }
}

impl Market {
    /// Where the night stands.
    ///
    /// ```
    /// use rulebook_games::night_market::{Step, setup};
    /// assert_eq!(setup().step(), Step::Unveiling);
    /// ```
    pub fn step(&self) -> Step {
        self.step
    }

    /// Which night it is, from one.
    ///
    /// ```
    /// use rulebook_games::night_market::setup;
    /// assert_eq!(setup().night(), 1);
    /// ```
    pub fn night(&self) -> u8 {
        self.night
    }

    /// Whether it is the last night.
    ///
    /// ```
    /// use rulebook_games::night_market::setup;
    /// assert!(!setup().is_last_night());
    /// ```
    pub fn is_last_night(&self) -> bool {
        self.night == NIGHTS
    }

    /// The two lanterns that hang for sale, once they do.
    ///
    /// ```
    /// use rulebook_games::night_market::{Lantern, read_position};
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.on_show(), Some([Lantern::Gold, Lantern::Jade]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_show(&self) -> Option<[Lantern; 2]> {
        self.on_show
    }

    /// Who carries the torch.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::read_position;
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.torch(), Seat(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn torch(&self) -> Seat {
        self.torch
    }

    /// How many lanterns drifted down the river.
    ///
    /// ```
    /// use rulebook_games::night_market::setup;
    /// assert_eq!(setup().drifted(), 0);
    /// ```
    pub fn drifted(&self) -> u8 {
        self.drifted
    }

    /// What a player has.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered from 0 to 2.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::setup;
    /// assert_eq!(setup().player(Seat(2)).coins(), 10);
    /// ```
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// All seats, in order.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::Market;
    /// assert_eq!(Market::seats().collect::<Vec<_>>(), [Seat(0), Seat(1), Seat(2)]);
    /// ```
    pub fn seats() -> impl DoubleEndedIterator<Item = Seat> {
        (0..SEATS as u8).map(Seat)
    }

    /// The seats that have not sealed a bid tonight, in order.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::night_market::read_position;
    /// let text = "night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4; 9 charm crimson";
    /// let market = read_position(text)?;
    /// assert_eq!(market.waiting().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn waiting(&self) -> impl Iterator<Item = Seat> {
        Market::seats().filter(|&seat| self.player(seat).bid.is_none())
    }

    /// What each player has got.
    ///
    /// ```
    /// use rulebook::Scores;
    /// use rulebook_games::night_market::setup;
    /// assert_eq!(setup().points(), Scores::new(&[2, 2, 2]));
    /// ```
    pub fn points(&self) -> Scores {
        Scores::new(&[0, 1, 2].map(|seat: usize| self.players[seat].points()))
    }

    /// Whether every lantern of the nights that are over is with a player or in
    /// the river.
    ///
    /// ```
    /// use rulebook_games::night_market::setup;
    /// assert!(setup().lanterns_are_accounted_for());
    /// ```
    pub fn lanterns_are_accounted_for(&self) -> bool {
        let held: u8 = self.players.iter().map(Player::lanterns).sum();
        let over = if self.step == Step::Closed { self.night } else { self.night - 1 };
        held + self.drifted == 2 * over
    }
}
