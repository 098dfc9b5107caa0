//! The program, run as a person runs it.

mod command_line;
mod common;
mod damaged;
mod decisions;
mod demo;
mod explain;
mod files;
mod golden;
mod hour;
mod look;
mod many;
mod new;
mod perft;
mod pipes;
mod play;
mod programs;
mod records;
mod sitting;
mod studio;
mod terminal;
