use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::Json;
use serde_json::json;
use urna_core::CoreError;

#[derive(Debug)]
pub enum ApiError {
    Unauthorized,
    Core(CoreError),
}

impl From<CoreError> for ApiError {
    fn from(e: CoreError) -> ApiError {
        ApiError::Core(e)
    }
}

impl ApiError {
    /// No wildcard arm on purpose, see `CoreError`.
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        let core = match self {
            ApiError::Unauthorized => return (StatusCode::UNAUTHORIZED, "unauthorized"),
            ApiError::Core(core) => core,
        };
        match core {
            CoreError::PollNotFound => (StatusCode::NOT_FOUND, "poll_not_found"),
            CoreError::InvalidPoll(_) => (StatusCode::BAD_REQUEST, "invalid_poll"),
            CoreError::PollNotOpen => (StatusCode::CONFLICT, "poll_not_open"),
            CoreError::WrongState { .. } => (StatusCode::CONFLICT, "wrong_state"),
            CoreError::NoChoice => (StatusCode::BAD_REQUEST, "no_choice"),
            CoreError::TooManyChoices { .. } => (StatusCode::BAD_REQUEST, "too_many_choices"),
            CoreError::InvalidChoice(_) => (StatusCode::BAD_REQUEST, "invalid_choice"),
            CoreError::BadToken => (StatusCode::FORBIDDEN, "bad_token"),
            CoreError::NotEligible => (StatusCode::FORBIDDEN, "not_eligible"),
            CoreError::Store(_) | CoreError::Mail(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            eprintln!("urna: {self:?}");
        }
        (status, Json(json!({ "error": code }))).into_response()
    }
}
