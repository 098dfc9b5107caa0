//! The games of the test kit conform, and do in their characteristic
//! situations what their rules say.

mod ember_court;
mod storm_terraces;
