//! Seats whose model is simulated.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use council_review::app::model_member::ModelMember;
use council_review::config::parse_base_url;
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::render::Renderer;
use council_review::host::http::{HttpSeat, HttpTimeouts, HttpTransport};
use council_review::members::dialect;
use council_review::members::transport::Transport;
use council_review::source::Dossier;
use secrecy::SecretString;

use super::Simulator;
use super::wire::Dialect;

/// Longer than any honest answer takes on a busy machine; nothing is waited for between requests.
pub const PATIENT: HttpTimeouts = HttpTimeouts {
    connect: Duration::from_secs(20),
    first_byte: Duration::from_secs(20),
    silence: Duration::from_secs(20),
    total: Duration::from_secs(20),
    backoff: Duration::from_millis(1),
};

/// A transport to a simulated model.
pub fn transport(
    simulator: &Simulator,
    speaks: Dialect,
    key: &str,
    timers: HttpTimeouts,
) -> HttpTransport {
    let dialect = match speaks {
        Dialect::Anthropic => dialect::Dialect::Anthropic,
        Dialect::OpenAi => dialect::Dialect::OpenAi,
        Dialect::Gemini => dialect::Dialect::Gemini,
    };
    let transport = HttpTransport::new(HttpSeat {
        provider: dialect.as_str().to_owned(),
        model: "simulated-1".to_owned(),
        dialect,
        base_url: parse_base_url(&simulator.base_url(speaks)).expect("a URL of the loopback"),
        key: Some(SecretString::from(key.to_owned())),
        key_env: Some("SIMULATED_KEY".to_owned()),
        temperature: None,
        thinking_tokens: 0,
        effort: None,
        extra_body: BTreeMap::new(),
        prices: None,
        timers,
    });
    assert_eq!(transport.obstacle(), None);
    transport
}

/// A seat by HTTP.
pub fn seat(dossier: &Arc<Dossier>, by: impl Transport + 'static) -> Arc<RfcMember> {
    Arc::new(ModelMember::new(Arc::new(by), Arc::new(Renderer::new(Arc::clone(dossier))), None))
}
