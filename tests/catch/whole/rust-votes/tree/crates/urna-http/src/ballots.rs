use axum::extract::State;
use axum::Json;
use serde::{Deserialize, Serialize};
use urna_core::OptionId;

use crate::error::ApiError;
use crate::{now, AppState};

/// The token travels in the body: paths end up in the log of the proxy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastBallot {
    token: String,
    choices: Vec<OptionId>,
}

#[derive(Serialize)]
pub struct CastAnswer {
    outcome: &'static str,
}

pub async fn cast(
    State(state): State<AppState>,
    Json(body): Json<CastBallot>,
) -> Result<Json<CastAnswer>, ApiError> {
    let outcome = state.service.cast(&body.token, &body.choices, now())?;
    Ok(Json(CastAnswer { outcome: outcome.label() }))
}
