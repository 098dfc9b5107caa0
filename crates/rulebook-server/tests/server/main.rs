//! The server, asked over its own address as a page asks it.

mod api;
mod bots;
mod common;
mod play;
mod records;
mod safety;
mod sockets;
mod troubles;
mod views;
