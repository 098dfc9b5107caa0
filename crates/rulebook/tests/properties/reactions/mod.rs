//! Random books of guards, triggers and standing rules: generated, built,
//! interpreted twice, compared.

pub(crate) mod build;
pub(crate) mod compare;
pub(crate) mod dump;
pub(crate) mod game;
pub(crate) mod generate;
pub(crate) mod laws;
pub(crate) mod meaning;
pub(crate) mod oracle;
pub(crate) mod permute;
pub(crate) mod plans;
pub(crate) mod play;
pub(crate) mod reactive;
pub(crate) mod say;
pub(crate) mod seen;
pub(crate) mod shrink;
pub(crate) mod spec;
