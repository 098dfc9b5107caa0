//! What goes over the wire, as types: the page's TypeScript and the schemas of
//! the OpenAPI description are generated from them by a test.
//!
//! Whoever acts or looks is written as text (`seat0`, `chance`, `spectator`),
//! and so are seeds and digests, whose 64 bits no JavaScript number can hold.

mod answer;
mod book;
mod coverage;
mod decision;
mod drawing;
mod error;
#[cfg(test)]
pub(crate) mod generate;
mod happening;
mod live;
mod matches;
mod record;
mod scene;
mod state;
mod who;

pub(crate) use answer::{
    ActionRequest, Answer, AnswerRequest, BotRequest, Outcome, WhyRequest, WithdrawRequest,
};
pub(crate) use book::{Book, BookNode, BookNodeKind, CheckLine, Finding, GameInfo, Named};
pub(crate) use coverage::{Coverage, CoverageRow};
pub(crate) use decision::{
    CheckReport, Decision, Forecast, GateReport, Reason, RuleReport, RuleStanding,
};
pub(crate) use drawing::{
    Backgammon, Bidder, Chess, Cube, Drawing, DuelCard, DuelLane, DuelOrder, DuelSide, DuelStatus,
    Duels, Grid, Market, SealedBid,
};
pub(crate) use error::ApiError;
pub(crate) use happening::{
    Account, AccountLine, Announcement, Because, Change, Considered, EventLine, Fired, Happening,
    Made, Roll,
};
pub(crate) use live::{LiveMessage, LiveRequest};
pub(crate) use matches::{Match, NewMatch, NodeLine, NodeList, Player};
pub(crate) use record::{Diverged, RecordOpened, RecordVerdict};
pub(crate) use scene::{Choice, GameResult, LegalAction, Scene};
pub(crate) use state::{StateNode, Written};
pub(crate) use who::{Eye, Who};
