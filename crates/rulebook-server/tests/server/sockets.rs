//! Sockets that send too much are told why they are closed.

use crate::common::{Open, socket};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// Listens until the other end closes: with which code, and why.
fn closed(socket: &mut WebSocket<std::net::TcpStream>) -> (CloseCode, String) {
    loop {
        if let Message::Close(Some(frame)) = socket.read().expect("it says why") {
            return (frame.code, frame.reason.to_string());
        }
    }
}

#[test]
fn a_message_that_is_too_large_closes_the_socket_and_says_why() {
    let open = Open::new();
    let id = open.new_match("connect-four");
    for message in
        [Message::text("x".repeat((1 << 20) + 1)), Message::binary(vec![0; (1 << 20) + 1])]
    {
        let mut line = socket(&open, &format!("/api/matches/{id}/live"));
        line.send(message).unwrap();
        let (code, why) = closed(&mut line);
        assert_eq!((code, why.as_str()), (CloseCode::Size, "A message has at most 1 MiB."));
    }
    // As large as it may be is no reason to be closed, only to be refused.
    let mut line = socket(&open, &format!("/api/matches/{id}/live"));
    line.send(Message::text("x".repeat(1 << 20))).unwrap();
    assert_eq!(crate::common::hear_of(&mut line, "error")["error"]["code"], "unreadable");
}
