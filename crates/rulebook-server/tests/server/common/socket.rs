//! Somebody who listens to a match.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;
use tungstenite::{Message, WebSocket};

use super::Open;

/// Connects to a socket.
pub(crate) fn socket(open: &Open, path: &str) -> WebSocket<TcpStream> {
    let address = open.address();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let (socket, _) = tungstenite::client(format!("ws://{address}{path}"), stream).unwrap();
    socket
}

fn hear(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Listens until something of that kind is said.
pub(crate) fn hear_of(socket: &mut WebSocket<TcpStream>, kind: &str) -> Value {
    loop {
        let said = hear(socket);
        if said["type"] == kind {
            return said;
        }
    }
}
