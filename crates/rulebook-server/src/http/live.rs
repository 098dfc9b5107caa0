//! The socket of a match: news of it, and requests with their answers.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at};

use super::actions::{act, ask_bot};
use super::ask::{Asked, Viewer, with_match};
use super::pace::Pace;
use super::{App, LARGEST_BODY};
use crate::matches::{Failure, News, Request};
use crate::wire::{Eye, LiveMessage, LiveRequest, Who};

/// How often whoever listens is asked whether they are still there.
const PING: Duration = Duration::from_secs(20);
/// Whoever has said nothing for so long has gone.
const SILENCE: Duration = Duration::from_secs(60);
/// So much of a message that is too large is taken and thrown away.
const SPILL: usize = 4 << 20;
/// A message must have gone out after so long.
const SENDING: Duration = Duration::from_secs(10);

/// `GET /api/matches/{id}/live`
pub(super) async fn listen(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(viewer): Asked<Viewer>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let of = id.clone();
    let (news, thinking) = with_match(&app, id, move |app, table| {
        app.matches.check_eye(table, viewer.viewer)?;
        Ok((table.news.subscribe(), table.thinking()))
    })
    .await?;
    let upgrade = upgrade.map_err(|_rejection| {
        let message = "This is a WebSocket: connect to it as to one.";
        Failure::new(426, "no_socket", message)
    })?;
    let upgrade = upgrade
        .read_buffer_size(4096)
        .max_message_size(LARGEST_BODY + SPILL)
        .max_frame_size(LARGEST_BODY + SPILL);
    Ok(upgrade.on_upgrade(move |socket| {
        let pace = Pace::new(app.rate);
        let ear = Ear { app, id: of, eye: viewer.viewer, pace };
        ear.listen(socket, news, thinking)
    }))
}

/// Somebody who listens to a match.
struct Ear {
    app: Arc<App>,
    id: String,
    eye: Eye,
    pace: Pace,
}

impl Ear {
    async fn listen(
        self,
        mut socket: WebSocket,
        mut news: broadcast::Receiver<News>,
        thinking: Option<(Who, u32)>,
    ) {
        // Who thinks already has said so before anybody listened.
        if let Some((by, at)) = thinking
            && send(&mut socket, text(&LiveMessage::Thinking { by, at })).await.is_err()
        {
            return;
        }
        let mut pings = interval_at(Instant::now() + PING, PING);
        let mut heard = Instant::now();
        loop {
            let said = tokio::select! {
                said = socket.recv() => match said {
                    Some(Ok(message)) if is_too_large(&message) => return too_large(socket).await,
                    Some(Ok(Message::Text(text))) => {
                        heard = Instant::now();
                        Some(self.answer(text.as_str()).await)
                    }
                    Some(Ok(Message::Binary(_))) => {
                        Some(wrong("not_text", "Messages are JSON, and sent as text."))
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        heard = Instant::now();
                        None
                    }
                    Some(Err(error)) => {
                        if is_far_too_large(error) {
                            too_large(socket).await;
                        }
                        return;
                    }
                    Some(Ok(Message::Close(_))) | None => return,
                },
                told = news.recv() => match told {
                    Ok(news) => self.told(news).await,
                    Err(RecvError::Lagged(count)) => Some(LiveMessage::Missed { count }),
                    Err(RecvError::Closed) => return,
                },
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE {
                        return close(socket, close_code::AWAY, "Nobody was there.").await;
                    }
                    if send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                        return;
                    }
                    None
                },
            };
            if let Some(message) = said
                && send(&mut socket, text(&message)).await.is_err()
            {
                return;
            }
        }
    }

    /// What comes of a message.
    async fn answer(&self, text: &str) -> LiveMessage {
        if !self.pace.allows() || !self.app.pace.allows() {
            return wrong("too_fast", "Too many messages at once: wait a second.");
        }
        let asked = match serde_json::from_str::<LiveRequest>(text) {
            Ok(asked) => asked,
            Err(error) => {
                return wrong("unreadable", &format!("The message cannot be read: {error}."));
            }
        };
        let (id, answer) = match asked {
            LiveRequest::Action(it) => (it.id.clone(), self.act(Request::Action(it)).await),
            LiveRequest::Answer(it) => (it.id.clone(), self.act(Request::Answer(it)).await),
            LiveRequest::Withdraw(it) => (it.id.clone(), self.act(Request::Withdraw(it)).await),
            LiveRequest::Bot(it) => {
                let id = it.id.clone();
                (id, ask_bot(&self.app, self.id.clone(), it, Some(self.eye)).await)
            }
        };
        match answer {
            Ok(answer) => LiveMessage::Answer { answer },
            Err(failure) => LiveMessage::Error { id: Some(id), error: failure.told() },
        }
    }

    /// Whoever listens is told no more of what came of it than they may see.
    async fn act(&self, request: Request) -> Result<crate::wire::Answer, Failure> {
        act(&self.app, self.id.clone(), request, Some(self.eye)).await
    }

    /// News, as far as whoever listens may hear them.
    async fn told(&self, news: News) -> Option<LiveMessage> {
        Some(match news {
            News::Node(node) => {
                let (app, id, eye) = (self.app.clone(), self.id.clone(), self.eye);
                let line = with_match(&app, id, move |app, table| {
                    let game = app.matches.info(table).game;
                    Ok(node.line(app.matches.game(&game)?, table.words().as_ref(), eye))
                });
                match line.await {
                    Ok(node) => LiveMessage::Node { node },
                    Err(failure) => LiveMessage::Error { id: None, error: failure.told() },
                }
            }
            News::Pending(at) => LiveMessage::Pending { at },
            News::Thinking(by, at) => LiveMessage::Thinking { by, at },
            News::Idle => LiveMessage::Idle,
            News::Failed(failure) => LiveMessage::Error { id: None, error: failure.told() },
            News::Broken(message) => LiveMessage::Broken { message },
        })
    }
}

fn wrong(code: &'static str, message: &str) -> LiveMessage {
    let error = Failure::new(400, code, message).told();
    LiveMessage::Error { id: None, error }
}

fn text(message: &LiveMessage) -> Message {
    // All of these are plain data, which can always be written.
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

/// Sends, unless nobody takes it.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    match tokio::time::timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

/// Says goodbye, and why, to somebody who may not be there any more.
async fn close(mut socket: WebSocket, code: u16, why: &'static str) {
    let frame = CloseFrame { code, reason: why.into() };
    // If it does not arrive, they are gone indeed.
    let _ = send(&mut socket, Message::Close(Some(frame))).await;
}

async fn too_large(socket: WebSocket) {
    close(socket, close_code::SIZE, "A message has at most 1 MiB.").await;
}

/// Whether a message is larger than a body may be. A little more than that is
/// taken, so that whoever sends it hears why it is refused.
fn is_too_large(message: &Message) -> bool {
    match message {
        Message::Text(text) => text.len() > LARGEST_BODY,
        Message::Binary(bytes) => bytes.len() > LARGEST_BODY,
        _ => false,
    }
}

/// Whether it was not taken because it is far too large.
fn is_far_too_large(error: axum::Error) -> bool {
    let inner = error.into_inner();
    matches!(inner.downcast_ref(), Some(tungstenite::Error::Capacity(_)))
}
