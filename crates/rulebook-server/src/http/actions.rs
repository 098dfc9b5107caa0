//! Acting in a match.

use std::sync::Arc;

use axum::extract::{Path, State};
use tokio::sync::SemaphorePermit;

use super::App;
use super::ask::{Asked, Asker, Body, beside_match, with_match};
use super::reply::Reply;
use crate::matches::{Course, Failure, Request};
use crate::wire::{self, Answer, Eye, Outcome};

/// `POST /api/matches/{id}/actions`
pub(super) async fn submit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(asker): Asked<Asker>,
    Body(asked): Body<wire::ActionRequest>,
) -> Result<Reply<Answer>, Failure> {
    act(&app, id, Request::Action(asked), asker.viewer).await.map(Reply)
}

/// `POST /api/matches/{id}/answers`
pub(super) async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(asker): Asked<Asker>,
    Body(asked): Body<wire::AnswerRequest>,
) -> Result<Reply<Answer>, Failure> {
    act(&app, id, Request::Answer(asked), asker.viewer).await.map(Reply)
}

/// `POST /api/matches/{id}/withdraw`
pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(asker): Asked<Asker>,
    Body(asked): Body<wire::WithdrawRequest>,
) -> Result<Reply<Answer>, Failure> {
    act(&app, id, Request::Withdraw(asked), asker.viewer).await.map(Reply)
}

/// `POST /api/matches/{id}/bot`
pub(super) async fn bot(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(asker): Asked<Asker>,
    Body(asked): Body<wire::BotRequest>,
) -> Result<Reply<Answer>, Failure> {
    ask_bot(&app, id, asked, asker.viewer).await.map(Reply)
}

/// Does what is asked, and has others act after it.
pub(super) async fn act(
    app: &Arc<App>,
    id: String,
    request: Request,
    viewer: Option<Eye>,
) -> Result<Answer, Failure> {
    let (of, at) = (id.clone(), request.at());
    let answer =
        with_match(app, id, move |app, table| app.matches.act(table, &request, viewer)).await?;
    follow(app, of, at, &answer);
    Ok(answer)
}

/// Has a bot act, and others after it.
pub(super) async fn ask_bot(
    app: &Arc<App>,
    id: String,
    asked: wire::BotRequest,
    viewer: Option<Eye>,
) -> Result<Answer, Failure> {
    let (of, at, who) = (id.clone(), asked.at, asked.clone());
    let thinks =
        with_match(app, id.clone(), move |app, table| app.matches.must_think(table, &who)).await?;
    let turn = if thinks { Some(turn_to_think(app).await?) } else { None };
    let answer =
        beside_match(app, id, move |app, table| app.matches.bot(table, &asked, viewer)).await?;
    drop(turn);
    follow(app, of, at, &answer);
    Ok(answer)
}

/// Has others act after what was done at a node: on from the new one, or where a
/// choice waits, which may be a bot's.
fn follow(app: &Arc<App>, id: String, at: u32, answer: &Answer) {
    match &answer.outcome {
        Outcome::Accepted { node } => play_on(app, id, node.node),
        Outcome::Pending { .. } => play_on(app, id, at),
        _ => {}
    }
}

/// Has chance and bots act after a node. Nobody waits for it: whoever listens
/// to the match is told what they do, and also if they cannot.
pub(super) fn play_on(app: &Arc<App>, id: String, from: u32) {
    let app = app.clone();
    drop(tokio::spawn(async move {
        // What goes wrong was told.
        let _ = act_by_themselves(&app, &id, from).await;
    }));
}

async fn act_by_themselves(app: &Arc<App>, id: &str, from: u32) -> Result<(), Failure> {
    let mut course = Course::from(from);
    loop {
        let (mut so_far, next) = with_match(app, id.to_owned(), move |app, table| {
            let next = app.matches.play_on(table, &mut course)?;
            Ok((course, next))
        })
        .await?;
        let Some(next) = next else { return Ok(()) };
        let turn = turn_to_think(app).await?;
        let (thought, goes_on) = beside_match(app, id.to_owned(), move |app, table| {
            let goes_on = app.matches.think(table, &mut so_far, &next)?;
            Ok((so_far, goes_on))
        })
        .await?;
        drop(turn);
        if !goes_on {
            return Ok(());
        }
        course = thought;
    }
}

/// Waits until a bot may think: a few do at a time, so that there is always
/// somebody left to answer.
async fn turn_to_think(app: &App) -> Result<SemaphorePermit<'_>, Failure> {
    app.thinkers.acquire().await.map_err(|closed| Failure::new(503, "closing", closed.to_string()))
}
