//! What each player and a spectator see: everything that they may, and nothing
//! that only another knows.
//!
//! Games are played at random. After each action and each answer everything
//! that somebody can be shown is made into text and searched for everything
//! that they must not know; and it is compared with what they would be shown if
//! all that they must not know were otherwise.

mod imagined;
mod known;
mod leaking;
mod open;
mod play;
mod search;
mod shown;
