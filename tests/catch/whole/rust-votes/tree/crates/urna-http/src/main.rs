use std::path::Path;
use std::sync::Arc;

use urna_core::{InvitationKey, SpoolMailer, SqliteStore, VotingService};
use urna_http::{router, AppState};

fn var(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("{name} is not set"))
}

fn state() -> Result<AppState, String> {
    let db = var("URNA_DB")?;
    let store = SqliteStore::open(Path::new(&db)).map_err(|e| format!("{db}: {e}"))?;
    let mut key = [0u8; 32];
    hex::decode_to_slice(var("URNA_KEY")?, &mut key).map_err(|_| "URNA_KEY: 64 hex digits".to_string())?;
    let admin_token = var("URNA_ADMIN_TOKEN")?;
    if admin_token.len() < 24 {
        return Err("URNA_ADMIN_TOKEN: at least 24 characters".into());
    }
    let mailer = SpoolMailer::new(var("URNA_SPOOL")?.into());
    let service = VotingService::new(
        Arc::new(store),
        Arc::new(mailer),
        InvitationKey::new(key),
        &var("URNA_BASE_URL")?,
    );
    Ok(AppState { service: Arc::new(service), admin_token: admin_token.into() })
}

#[tokio::main]
async fn main() {
    let state = match state() {
        Ok(state) => state,
        Err(why) => {
            eprintln!("urna: {why}");
            std::process::exit(2);
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8470").await.expect("port 8470 is free");
    axum::serve(listener, router(state)).await.expect("server runs");
}
