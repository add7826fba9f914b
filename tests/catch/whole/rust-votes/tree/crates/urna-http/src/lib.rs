//! HTTP over `VotingService`. Handlers translate; rules live in the core.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::{header, HeaderMap};
use axum::routing::{get, post};
use axum::Router;
use urna_core::VotingService;

pub mod ballots;
pub mod error;
pub mod polls;

use error::ApiError;

#[derive(Clone)]
pub struct AppState {
    pub service: Arc<VotingService>,
    pub admin_token: Arc<str>,
}

impl AppState {
    /// The board's bearer token. Compares every byte, also after the first difference.
    pub fn require_board(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let given = headers
            .get(header::AUTHORIZATION)
            .and_then(|v| v.to_str().ok())
            .and_then(|v| v.strip_prefix("Bearer "))
            .unwrap_or("");
        let (a, b) = (given.as_bytes(), self.admin_token.as_bytes());
        let differs = a.iter().zip(b).fold(a.len() ^ b.len(), |acc, (x, y)| acc | usize::from(x ^ y));
        if differs == 0 {
            Ok(())
        } else {
            Err(ApiError::Unauthorized)
        }
    }
}

pub fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map(|d| d.as_secs() as i64)
        .unwrap_or(0)
}

pub fn router(state: AppState) -> Router {
    Router::new()
        .route("/polls", post(polls::create))
        .route("/polls/:id/open", post(polls::open))
        .route("/polls/:id/remind", post(polls::remind))
        .route("/polls/:id/close", post(polls::close))
        .route("/polls/:id/tally", get(polls::tally))
        .route("/polls/:id/export.csv", get(polls::export))
        .route("/ballots", post(ballots::cast))
        .with_state(state)
}
