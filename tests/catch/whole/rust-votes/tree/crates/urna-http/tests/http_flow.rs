use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{json, Value};
use tower::ServiceExt;
use urna_core::{InvitationKey, MemberId, MemoryStore, PollId, RecordingMailer, Store, VotingService};
use urna_http::{router, AppState};

const BOARD: &str = "a-board-token-for-the-tests";
const FAR: i64 = 4_000_000_000;

fn key() -> InvitationKey {
    InvitationKey::new([3; 32])
}

/// Three members, no poll.
fn app() -> AppState {
    let store = Arc::new(MemoryStore::default());
    for name in ["ada", "bob", "cyd"] {
        store.insert_member(name, &format!("{name}@example.org")).unwrap();
    }
    let mailer = Arc::new(RecordingMailer::default());
    let service = VotingService::new(store, mailer, key(), "https://vote.example.org");
    AppState { service: Arc::new(service), admin_token: BOARD.into() }
}

async fn send(app: &AppState, method: &str, path: &str, token: &str, body: Value) -> (StatusCode, Value) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = router(app.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

fn budget() -> Value {
    json!({ "title": "Budget", "options": ["Yes", "No"], "closes_at": FAR })
}

#[tokio::test]
async fn only_the_board_creates_polls() {
    let (status, body) = send(&app(), "POST", "/polls", "wrong", budget()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert_eq!(body["error"], "unauthorized");
}

#[tokio::test]
async fn a_ballot_is_cast_and_counted() {
    let app = app();
    let (status, poll) = send(&app, "POST", "/polls", BOARD, budget()).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(poll["state"], "draft");
    send(&app, "POST", "/polls/1/open", BOARD, Value::Null).await;
    let token = key().mint(PollId(1), MemberId(2));
    let (_, answer) = send(&app, "POST", "/ballots", "", json!({ "token": token, "choices": [1] })).await;
    assert_eq!(answer["outcome"], "accepted");
    let (_, tally) = send(&app, "GET", "/polls/1/tally", "", Value::Null).await;
    assert_eq!(tally["counts"]["1"], 1);
}

#[tokio::test]
async fn a_forged_token_is_refused() {
    let (status, body) = send(&app(), "POST", "/ballots", "", json!({ "token": "1-2-00", "choices": [1] })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(body["error"], "bad_token");
}
