//! The documentation is true as far as a program can tell: links lead
//! somewhere, names exist, code is run.

mod files;
mod pages;
mod tables;
