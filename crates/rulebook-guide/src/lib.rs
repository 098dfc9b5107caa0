//! The code in the pages of the guide and on the front page of the project, as
//! modules: each page is one doctest of this crate.
//!
//! Nothing is exported and nothing is published. The pages stand in `docs/guide`
//! and are written for reading there; the build script joins the blocks of a
//! page, so that each may use what the ones before it have said.

#[cfg(test)]
mod chapter;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));
