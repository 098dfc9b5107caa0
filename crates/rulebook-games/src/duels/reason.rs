//! Why an action is refused.

use rulebook::prelude::*;

use super::CardId;
use super::cards::Ban;

/// Why an action is refused. The codes are those of the text that this game
/// comes from; the last few are the complete game's own.
///
/// ```
/// use rulebook::Reason;
/// use rulebook_games::duels::{CardId, Why};
/// let why = Why::NotADefender { card: CardId(7) };
/// assert_eq!(why.code(), "NOT_A_DEFENDER");
/// assert_eq!(why.to_string(), "Card 7 is no Defender: only Defenders protect.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// There is no such thing in this game: look at the numbers of the cards and powers.
    InvalidActionType,
    /// Not now: the Champions are placed before anything else.
    InvalidActionTiming,
    /// This step does not allow it: go on, or wait for the step that does.
    WrongPhase,
    /// It is not your turn to act.
    NotActivePlayer,
    /// Card {card} cannot do that: it must be yours, in play and not stunned.
    ActorCannotPerform {
        /// The card that was to act.
        card: CardId,
    },
    /// Card {card} is not in your hand.
    CardNotInHand {
        /// The card that was to be placed.
        card: CardId,
    },
    /// Card {card} cannot attack: only cards of the front row with an ATK above 0 can.
    CannotAttack {
        /// The card that was to attack.
        card: CardId,
    },
    /// Card {card} is no Defender: only Defenders protect.
    NotADefender {
        /// The card that was to protect.
        card: CardId,
    },
    /// Card {card} protected in your last turn: let it rest for one.
    ProtectionOnCooldown {
        /// The card that was to protect.
        card: CardId,
    },
    /// Card {card} is no Pumper: only Pumpers pump.
    NotAPumper {
        /// The card that was to pump.
        card: CardId,
    },
    /// There is no column {column}: they are 0, 1 and 2.
    InvalidPosition {
        /// The column.
        column: u8,
    },
    /// Column {column} is occupied: choose an empty place of yours.
    PositionOccupied {
        /// The column.
        column: u8,
    },
    /// That cannot be the target: choose another one.
    InvalidTargets,
    /// Card {card} cannot attack diagonally: only All-Rounders can.
    UnsupportedAttackType {
        /// The card that was to attack.
        card: CardId,
    },
    /// Column {column} is out of reach: attack straight ahead or one column beside.
    InvalidAttackPattern {
        /// The column.
        column: u8,
    },
    /// The Champion is placed in the centre, column 1.
    ChampionMustBeCenter,
    /// The Champion cannot be attacked before one of its side lanes is broken.
    CannotAttackChampion,
    /// The centre lane cannot be attacked before a side lane is broken.
    CannotAttackChampionLane,
    /// Card {card} has its action for this turn: withdraw it first.
    AlreadyChosen {
        /// The card.
        card: CardId,
    },
    /// Card {card} has no action to withdraw.
    NothingToWithdraw {
        /// The card.
        card: CardId,
    },
    /// This power must rest: it comes back later.
    PowerOnCooldown,
    /// What the card asks for does not hold now.
    ConditionNotMet,
    /// A card in play forbids it: card {card} may not {ban}.
    Prohibited {
        /// The card that may not.
        card: CardId,
        /// What it may not.
        ban: Ban,
    },
}
