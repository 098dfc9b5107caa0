//! The documentation is true as far as a program can tell: links lead
//! somewhere, names exist, code is run.

mod cards;
mod files;
mod pages;
mod tables;
