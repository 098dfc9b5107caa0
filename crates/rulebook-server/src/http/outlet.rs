//! The end of a connection at which answers go out.
//!
//! What is no request never reaches a route: the library that reads heads
//! answers it by itself, with nothing but a status, or hangs up. Here such an
//! answer gets the same words in JSON that every other failure has.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::matches::Failure;

/// The largest head of a request, in bytes.
pub(super) const LARGEST_HEAD: usize = 64 << 10;

/// A connection whose every answer has a message.
pub(super) struct Outlet {
    stream: TcpStream,
    /// Whether something was heard since anything was said.
    is_asked: bool,
    /// What is to be sent instead of an answer without words.
    instead: Vec<u8>,
    last: Last,
}

/// What is said before a connection is dropped, if somebody waits for an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Last(Arc<AtomicU16>);

impl Last {
    /// Says why a connection has ended, where that is no fault of the network.
    pub(super) fn say_of(&self, error: &hyper::Error) {
        let status = match (error.is_timeout(), error.is_parse()) {
            (true, _) => 408,
            (_, true) => 400,
            _ => return,
        };
        self.0.store(status, Ordering::Relaxed);
    }
}

impl Outlet {
    /// The end of a connection, and what says its last words.
    pub(super) fn new(stream: TcpStream) -> (Self, Last) {
        let last = Last::default();
        let outlet = Outlet { stream, is_asked: false, instead: Vec::new(), last: last.clone() };
        (outlet, last)
    }

    /// Sends what is to be sent instead of something else.
    fn poll_instead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.instead.is_empty() {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(cx, &self.instead))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.instead.drain(..sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl Drop for Outlet {
    fn drop(&mut self) {
        let status = self.last.0.load(Ordering::Relaxed);
        if let (true, Some(answer)) = (self.is_asked, worded(status)) {
            // Whoever does not take it at once is not there.
            let _ = self.stream.try_write(&answer);
        }
    }
}

/// The status of an answer without words, if it is one: a whole head that says
/// that nothing follows.
fn wordless(sent: &[u8]) -> Option<u16> {
    let head = std::str::from_utf8(sent).ok()?.strip_prefix("HTTP/1.1 ")?;
    let is_empty = head.ends_with("\r\n\r\n") && head.contains("\r\ncontent-length: 0\r\n");
    let status = head.get(..3)?.parse().ok()?;
    (is_empty && worded(status).is_some()).then_some(status)
}

/// The same with words, for what is no request.
fn worded(status: u16) -> Option<Vec<u8>> {
    let (name, failure) = match status {
        400 => {
            let message = "This is no request of HTTP/1.1: ask as /api/openapi.json says.";
            ("Bad Request", Failure::new(status, "no_request", message))
        }
        408 => {
            let message = "The head of the request did not come in time: ask again.";
            ("Request Timeout", Failure::new(status, "too_slow", message))
        }
        414 => {
            let message = "The address of the request is too long.";
            ("URI Too Long", Failure::new(status, "too_long", message))
        }
        431 => {
            let message = format!("The head of a request has at most {} KiB.", LARGEST_HEAD >> 10);
            ("Request Header Fields Too Large", Failure::new(status, "too_large", message))
        }
        _ => return None,
    };
    let body = serde_json::to_string(&failure.told()).ok()?;
    let answer = format!(
        "HTTP/1.1 {status} {name}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n\
         x-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    Some(answer.into_bytes())
}

impl AsyncRead for Outlet {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = ready!(Pin::new(&mut self.stream).poll_read(cx, buf));
        self.is_asked |= buf.filled().len() > before;
        Poll::Ready(read)
    }
}

impl AsyncWrite for Outlet {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(cx))?;
        self.is_asked = false;
        if let Some(answer) = wordless(buf).and_then(worded) {
            self.instead = answer;
            // What does not go out now goes out before anything else does.
            let _ = self.poll_instead(cx)?;
            return Poll::Ready(Ok(buf.len()));
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_head_without_a_body_is_wordless() {
        let bare = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: now\r\n\r\n";
        assert_eq!(wordless(bare.as_bytes()), Some(400));
        for other in [
            &bare.replace("400", "200"),
            &bare.replace(": 0", ": 7"),
            bare.trim_end(),
            &format!("{bare}{{}}"),
            "",
            "HTTP/1.1 4",
        ] {
            assert_eq!(wordless(other.as_bytes()), None, "{other}");
        }
        for status in [400, 408, 414, 431] {
            let answer = String::from_utf8(worded(status).unwrap()).unwrap();
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
            assert!(body.contains("\"message\":\""), "{body}");
        }
    }
}
