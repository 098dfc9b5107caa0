//! Acting in a match.

use std::sync::Arc;

use axum::extract::{Path, State};

use super::App;
use super::ask::{Body, with_match};
use super::reply::Reply;
use crate::matches::{Failure, Request};
use crate::wire::{self, Answer, Outcome};

/// `POST /api/matches/{id}/actions`
pub(super) async fn submit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<wire::ActionRequest>,
) -> Result<Reply<Answer>, Failure> {
    act(&app, id, Request::Action(asked)).await.map(Reply)
}

/// `POST /api/matches/{id}/answers`
pub(super) async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<wire::AnswerRequest>,
) -> Result<Reply<Answer>, Failure> {
    act(&app, id, Request::Answer(asked)).await.map(Reply)
}

/// `POST /api/matches/{id}/withdraw`
pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<wire::WithdrawRequest>,
) -> Result<Reply<Answer>, Failure> {
    act(&app, id, Request::Withdraw(asked)).await.map(Reply)
}

/// `POST /api/matches/{id}/bot`
pub(super) async fn bot(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<wire::BotRequest>,
) -> Result<Reply<Answer>, Failure> {
    ask_bot(&app, id, asked).await.map(Reply)
}

/// Does what is asked, and has others act after it.
pub(super) async fn act(app: &Arc<App>, id: String, request: Request) -> Result<Answer, Failure> {
    let of = id.clone();
    let answer = with_match(app, id, move |app, table| app.matches.act(table, &request)).await?;
    follow(app, of, &answer);
    Ok(answer)
}

/// Has a bot act, and others after it.
pub(super) async fn ask_bot(
    app: &Arc<App>,
    id: String,
    asked: wire::BotRequest,
) -> Result<Answer, Failure> {
    let of = id.clone();
    let answer = with_match(app, id, move |app, table| app.matches.bot(table, &asked)).await?;
    follow(app, of, &answer);
    Ok(answer)
}

fn follow(app: &Arc<App>, id: String, answer: &Answer) {
    if let Outcome::Accepted { node } = &answer.outcome {
        play_on(app, id, node.node);
    }
}

/// Has chance and bots act after a node, on a thread of its own. What goes
/// wrong there is told to whoever asks next.
pub(super) fn play_on(app: &Arc<App>, id: String, from: u32) {
    let app = app.clone();
    drop(tokio::task::spawn_blocking(move || {
        let table = app.matches.find(&id)?;
        app.matches.play_on(&table, from)
    }));
}
