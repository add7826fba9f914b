use axum::extract::{Path, State};
use axum::http::{header, HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::Json;
use serde::{Deserialize, Serialize};
use urna_core::{Poll, PollDraft, PollId, Tally};

use crate::error::ApiError;
use crate::{now, AppState};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatePoll {
    title: String,
    options: Vec<String>,
    #[serde(default = "one")]
    max_choices: usize,
    closes_at: i64,
}

fn one() -> usize {
    1
}

#[derive(Serialize)]
pub struct Mails {
    mails: usize,
}

pub async fn create(
    State(state): State<AppState>,
    headers: HeaderMap,
    Json(body): Json<CreatePoll>,
) -> Result<(StatusCode, Json<Poll>), ApiError> {
    state.require_board(&headers)?;
    let poll = state.service.create_poll(PollDraft {
        title: body.title,
        options: body.options,
        max_choices: body.max_choices,
        closes_at: body.closes_at,
    })?;
    Ok((StatusCode::CREATED, Json(poll)))
}

pub async fn open(
    State(state): State<AppState>,
    headers: HeaderMap,
    Path(id): Path<u64>,
) -> Result<Json<Mails>, ApiError> {
    state.require_board(&headers)?;
    let mails = state.service.open_poll(PollId(id), now())?;
    Ok(Json(Mails { mails }))
}

pub async fn remind(
    State(state): State<AppState>,
    headers: HeaderMap,
    Path(id): Path<u64>,
) -> Result<Json<Mails>, ApiError> {
    state.require_board(&headers)?;
    let mails = state.service.remind(PollId(id), now())?;
    Ok(Json(Mails { mails }))
}

pub async fn close(
    State(state): State<AppState>,
    headers: HeaderMap,
    Path(id): Path<u64>,
) -> Result<Json<Mails>, ApiError> {
    state.require_board(&headers)?;
    let mails = state.service.close_poll(PollId(id), now())?;
    Ok(Json(Mails { mails }))
}

pub async fn tally(State(state): State<AppState>, Path(id): Path<u64>) -> Result<Json<Tally>, ApiError> {
    Ok(Json(state.service.tally(PollId(id))?))
}

pub async fn export(
    State(state): State<AppState>,
    headers: HeaderMap,
    Path(id): Path<u64>,
) -> Result<impl IntoResponse, ApiError> {
    state.require_board(&headers)?;
    let csv = state.service.export_csv(PollId(id))?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv))
}
