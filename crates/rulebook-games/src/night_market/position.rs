//! Positions as text.

use super::{Bid, CREDIT, Lantern, MAX_BID, Market, NIGHTS, Player, SEATS, Step, setup};
use crate::PositionError;
use rulebook::Seat;

pub(super) const FORM: &str = "write the night, the torch, the river and what hangs, and then what each seat has, like \
     \"night 2 torch 1 river 0 show gold jade; 6 jade; 12 charm bid 4 with charm; 9 charm crimson\"; \
     \"closed\" instead of \"show\" after the last night, neither before two lanterns hang.";

/// The market as a position, with all that is sealed.
///
/// ```
/// use rulebook_games::night_market::{setup, write_position};
/// assert_eq!(
///     write_position(&setup()),
///     "night 1 torch 0 river 0; 10 charm; 10 charm; 10 charm",
/// );
/// ```
pub fn write_position(market: &Market) -> String {
    let (night, torch, river) = (market.night(), market.torch().index(), market.drifted());
    let mut head = format!("night {night} torch {torch} river {river}");
    match (market.step(), market.on_show()) {
        (Step::Closed, _) => head += " closed",
        (_, Some([one, other])) => head += &format!(" show {one} {other}"),
        (_, None) => {}
    }
    let players = market.players.iter().map(write_player);
    let parts: Vec<String> = [head].into_iter().chain(players).collect();
    parts.join("; ")
}

fn write_player(player: &Player) -> String {
    let mut words = vec![player.coins().to_string()];
    if player.has_charm() {
        words.push("charm".to_owned());
    }
    for lantern in Lantern::ALL {
        words.extend((0..player.lanterns_of(lantern)).map(|_| lantern.to_string()));
    }
    words.extend(player.bid().map(|bid| format!("bid {bid}")));
    words.join(" ")
}

/// Sets up a position.
///
/// # Errors
///
/// If it cannot be read, or no market comes to it: every reason.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::night_market::read_position;
/// let market = read_position("night 1 torch 2 river 0 show gold jade; 10 charm; 10 charm bid 3; 10 charm")?;
/// assert_eq!((market.torch(), market.waiting().count()), (Seat(2), 2));
/// let error = read_position("night 6 torch 0 river 0; 10; 10; 10").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"night 6 torch 0 river 0; 10; 10; 10\" is no position, at character 7: \
///      write a night from 1 to 5.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_position(text: &str) -> Result<Market, PositionError> {
    let mut words = Words::new(text);
    let mut market = setup();
    read_head(&mut words, &mut market)?;
    for seat in 0..SEATS {
        words.keyword(";", "write ; and what the next seat has.")?;
        market.players[seat] = read_player(&mut words)?;
    }
    words.end()?;
    PositionError::unless_sound(text, &reasons(&market))?;
    Ok(market)
}

fn read_head(words: &mut Words<'_>, market: &mut Market) -> Result<(), PositionError> {
    words.keyword("night", "write \"night\" and which one it is.")?;
    let nights = 1..=i32::from(NIGHTS);
    market.night = words.number(nights, "write a night from 1 to 5.")? as u8;
    words.keyword("torch", "write \"torch\" and the seat that has it.")?;
    let seats = 0..=SEATS as i32 - 1;
    market.torch = Seat(words.number(seats, "write a seat from 0 to 2.")? as u8);
    words.keyword("river", "write \"river\" and how many lanterns drifted down.")?;
    let lanterns = 0..=2 * i32::from(NIGHTS);
    market.drifted = words.number(lanterns, "write a number from 0 to 10.")? as u8;
    if words.accept("closed") {
        market.step = Step::Closed;
    } else if words.accept("show") {
        let mut colour = || words.lantern().ok_or_else(|| words.error(COLOUR));
        market.on_show = Some([colour()?, colour()?]);
        market.step = Step::Bidding;
    }
    Ok(())
}

const COLOUR: &str = "write \"crimson\", \"gold\" or \"jade\".";

fn read_player(words: &mut Words<'_>) -> Result<Player, PositionError> {
    let coins = words.number(-CREDIT..=9999, "write how many coins the seat has, from -3.")?;
    let mut player = Player { coins, lanterns: [0; 3], charm: words.accept("charm"), bid: None };
    while let Some(lantern) = words.lantern() {
        let count = &mut player.lanterns[lantern as usize];
        *count = count.saturating_add(1);
    }
    if words.accept("bid") {
        let most = i32::from(MAX_BID);
        let coins = words.number(0..=most, "write a bid from 0 to 20 coins.")? as u8;
        let charmed = words.accept("with");
        if charmed {
            words.keyword("charm", "write \"with charm\", or nothing.")?;
        }
        player.bid = Some(Bid { coins, charmed });
    }
    Ok(player)
}

/// Everything that is against a market.
fn reasons(market: &Market) -> Vec<String> {
    let mut reasons = Vec::new();
    if !market.lanterns_are_accounted_for() {
        let over = if market.step() == Step::Closed { market.night() } else { market.night() - 1 };
        let expected = 2 * over;
        reasons.push(format!(
            "Two lanterns go each night: {expected} must be with the seats or down the river."
        ));
    }
    if market.step() == Step::Closed && !market.is_last_night() {
        reasons.push(format!("The market closes after night {NIGHTS}."));
    }
    if market.on_show().is_none() && market.waiting().count() < SEATS {
        reasons.push("Nobody can have bid: no lanterns hang.".to_owned());
    }
    if market.waiting().next().is_none() {
        reasons.push("All bids are sealed, so they would be open: leave one out.".to_owned());
    }
    let bids = Market::seats().filter_map(|seat| market.player(seat).bid().map(|bid| (seat, bid)));
    for (seat, bid) in bids {
        reasons.extend(against_bid(market, seat, bid));
    }
    reasons
}

fn against_bid(market: &Market, seat: Seat, bid: Bid) -> Vec<String> {
    let player = market.player(seat);
    let owes = bid.owes(player);
    let has_credit = player.lanterns() == 0 && owes <= CREDIT && !market.is_last_night();
    let mut reasons = Vec::new();
    if owes > 0 && !has_credit {
        let purse = player.purse();
        reasons.push(format!("{seat} cannot have bid {}: it has {purse} coins.", bid.coins));
    }
    if bid.charmed && !player.has_charm() {
        reasons.push(format!("{seat} has no charm to bid with."));
    }
    if bid.charmed && bid.coins == 0 {
        reasons.push(format!("{seat} cannot have passed with a charm."));
    }
    reasons
}

/// The words of a text; a semicolon is one of its own.
struct Words<'t> {
    text: &'t str,
    /// Each with the number of its first character.
    words: Vec<(usize, &'t str)>,
    at: usize,
}

impl<'t> Words<'t> {
    fn new(text: &'t str) -> Self {
        let mut words = Vec::new();
        let mut begin = 0;
        for piece in text.split_inclusive([' ', ';']) {
            let (word, end) = match piece.strip_suffix(';') {
                Some(word) => (word, Some(";")),
                None => (piece.trim_end_matches(' '), None),
            };
            let length = word.chars().count();
            words.extend((length > 0).then_some((begin, word)));
            words.extend(end.map(|end| (begin + length, end)));
            begin += piece.chars().count();
        }
        Words { text, words, at: 0 }
    }

    fn error(&self, why: &str) -> PositionError {
        let end = self.text.chars().count();
        let at = self.words.get(self.at).map_or(end, |(at, _)| *at);
        PositionError::at_character(self.text, at, why)
    }

    /// Steps over this word, if it is the next one.
    fn accept(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|(_, next)| *next == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn keyword(&mut self, word: &str, why: &str) -> Result<(), PositionError> {
        if self.accept(word) { Ok(()) } else { Err(self.error(why)) }
    }

    fn number(
        &mut self,
        range: std::ops::RangeInclusive<i32>,
        why: &str,
    ) -> Result<i32, PositionError> {
        let number = self.words.get(self.at).and_then(|(_, word)| word.parse().ok());
        let number = number.filter(|number| range.contains(number));
        let number = number.ok_or_else(|| self.error(why))?;
        self.at += 1;
        Ok(number)
    }

    fn lantern(&mut self) -> Option<Lantern> {
        Lantern::ALL.into_iter().find(|lantern| self.accept(&lantern.to_string()))
    }

    fn end(&self) -> Result<(), PositionError> {
        if self.at == self.words.len() {
            Ok(())
        } else {
            Err(self.error("the text should end here."))
        }
    }
}
