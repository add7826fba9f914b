//! A session's events chained anew, each with the state that it leads to, as somebody would who knows
//! how.

use std::sync::Arc;

use council_review::core::protocol::Protocol as _;
use council_review::council::rfc::{RfcCouncil, RfcEvent, State};
use council_review::evidence::replay::Played;
use council_review::evidence::session::SessionLog;
use council_review::evidence::v2::session::Session;
use council_review::model::Timestamp;
use serde_json::Value;

/// The session with the head of `session` and these events, or what the protocol says of them.
pub fn chained(session: &Session, events: Vec<(Timestamp, Value)>) -> Result<Played, String> {
    let mut log = SessionLog::of(Session { records: Vec::new(), ..session.clone() });
    let mut state = RfcCouncil::initial();
    for (at, event) in events {
        let typed: RfcEvent =
            serde_json::from_value(event.clone()).map_err(|fault| fault.to_string())?;
        (state, _) = RfcCouncil::step(state, typed).map_err(|fault| fault.to_string())?;
        log.append(at, event, state.charter().expect("open"));
    }
    let State::Open(charter) = state else { return Err("it has no records".to_owned()) };
    // The records hang on the head that is in the file, whatever they open.
    let records = log.session(&charter).records;
    Ok(Played {
        session: Session { records, ..session.clone() },
        charter: Arc::unwrap_or_clone(charter),
    })
}

/// The events of a session.
pub fn events_of(session: &Session) -> Vec<(Timestamp, Value)> {
    session.records.iter().map(|record| (record.at, record.event.clone())).collect()
}

/// A session that was changed, chained anew.
pub fn rechained(session: &Session) -> Result<Played, String> {
    chained(session, events_of(session))
}
