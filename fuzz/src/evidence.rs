//! Evidence files: a session, a bundle, a ruling. Bytes that were damaged are refused; what a
//! stranger seals or chains anew is judged by what it says.

use council_review::core::protocol::Protocol as _;
use council_review::council::rfc::{RfcCouncil, RfcEvent, State};
use council_review::evidence::recover::recover;
use council_review::evidence::session::{self as sessions, SessionLog, Setting};
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::v2::session::Session;
use council_review::evidence::{read, replay, rulings, seal, verify};
use council_review::model::{GateStatus, TerminalState, Verdict};
use council_review::report::{REPORTS, ReportInput, Style, escalation, terminal};

use super::base::SESSION_FILE;
use super::places::{decoded, stands};

type Faults = Vec<read::EvidenceReadFault>;

fn told(faults: &Faults, bytes: &[u8]) {
    assert!(!faults.is_empty(), "refused without a reason");
    let text = decoded(bytes);
    for fault in faults {
        assert!(!fault.message.is_empty());
        // What is told of a part stands at its line in the text that was read.
        if std::str::from_utf8(bytes).is_ok() {
            stands(&fault.place, &(text.clone() + "\n"));
        }
    }
}

pub fn bundle(bytes: &[u8]) {
    match verify::verify(bytes) {
        Ok(bundle) => accepted(&bundle, bytes),
        Err(faults) => told(&faults, bytes),
    }
    let Ok(bundle) = read::bundle(bytes) else { return };
    // Whoever forges a bundle can seal it, too.
    let forged = seal::bytes(&seal::sealed(bundle));
    match verify::verify(&forged) {
        Ok(bundle) => accepted(&bundle, &forged),
        Err(faults) => told(&faults, &forged),
    }
}

fn accepted(bundle: &Bundle, bytes: &[u8]) {
    assert_eq!(seal::bytes(bundle), bytes, "other bytes for the same content");
    assert_eq!(read::bundle(bytes).as_ref(), Ok(bundle));
    // No damage makes a verdict better: a gate's blocker lets nothing pass that nobody set aside.
    let waived = |f: &&council_review::evidence::v2::bundle::Finding| {
        let asked = f.waivable(&bundle.rfc_id);
        asked.is_some_and(|asked| bundle.inputs.waivers.iter().any(|w| w.covers(asked)))
    };
    let of_gates = bundle.findings.iter().filter(|f| f.rule.is_some()).filter(|f| !waived(f));
    let by_gates = Verdict::of(of_gates.map(|f| f.severity));
    if by_gates == Verdict::Rejected {
        assert!(!bundle.verdict.passes(), "{} though the gates reject", bundle.verdict);
    }
    if bundle.verdict == Verdict::Approved {
        assert_ne!(bundle.terminal_state, TerminalState::Aborted);
        let failed = bundle.gates.iter().filter(|gate| gate.status == GateStatus::Failed);
        let set_aside = bundle.findings.iter().filter(waived).count() + bundle.rulings.len();
        assert!(failed.count() == 0 || set_aside > 0);
    }
    reported(bundle);
}

/// In every format, with nothing in it that acts on whoever reads it.
pub fn reported(bundle: &Bundle) {
    let style = Style::default();
    let review = ReportInput {
        bundle,
        file: "rfc_review_20260126T100000Z.yaml",
        link_base: None,
        fixes: &[],
        style,
    };
    for report in REPORTS {
        let page = report.render(&review);
        super::sinks::page(&page);
        match report.name() {
            "json" => {
                let back: Bundle = serde_json::from_str(&page).expect("JSON");
                assert_eq!(back, *bundle);
            }
            "sarif" => {
                let log: serde_json::Value = serde_json::from_str(&page).expect("JSON");
                let results = log["runs"][0]["results"].as_array().expect("results");
                assert_eq!(results.len(), bundle.findings.len());
            }
            "html" => {
                super::markup::html(&page);
            }
            "junit" => {
                super::markup::xml(&page);
            }
            "github" => {
                super::runner::commands(&page);
            }
            "markdown" => {
                // The reader knows one RFC's marker.
                let marker = |rfc: &str| format!("<!-- council-review: {rfc} -->");
                let page =
                    page.replace(&marker(bundle.rfc_id.name().as_str()), &marker("RFC-0042"));
                super::markdown::blocks(&page);
            }
            _ => {}
        }
    }
    super::sinks::page(&terminal::bundle(bundle, None, None, style));
    let _ = escalation(bundle, SESSION_FILE);
}

pub fn session(bytes: &[u8]) {
    let whole = replay::read(bytes);
    match recover(bytes) {
        Err(faults) => {
            told(&faults, bytes);
            assert!(whole.is_err());
        }
        Ok(recovered) => {
            assert_eq!(whole.is_ok(), recovered.cut_after.is_none());
            let played = recovered.played;
            let written = sessions::bytes(&played.session);
            match recovered.cut_after {
                None => assert_eq!(written, bytes),
                Some(lines) => {
                    let kept: usize = bytes
                        .split_inclusive(|&b| b == b'\n')
                        .take(lines as usize)
                        .map(<[u8]>::len)
                        .sum();
                    assert!(kept <= bytes.len());
                    let records = session_text(&written);
                    let kept = session_text(&bytes[..kept]);
                    assert_eq!(records, kept, "a record was lost or made up");
                }
            }
            again(&played, &written);
        }
    }
    if let Ok(session) = read::session(bytes) {
        forged(session);
    }
}

/// The records' part of a session's text.
fn session_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let at = text.find("\nrecords:\n").expect("it holds records");
    text[at..].to_owned()
}

/// What was taken is written and taken again, and leads to a bundle that verifies.
fn again(played: &replay::Played, written: &[u8]) {
    let twice = replay::read(written).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(twice.session, played.session);
    assert_eq!(twice.charter, played.charter);
    if let Some(bundle) = played.bundle(SESSION_FILE) {
        let bytes = seal::bytes(&bundle);
        assert_eq!(replay::disagreements(written, &bundle, SESSION_FILE), []);
        if let Ok(bundle) = verify::verify(&bytes) {
            accepted(&bundle, &bytes);
        }
    }
}

/// Whoever forges a session can chain its records, too: the machine takes of them what is in turn.
fn forged(session: Session) {
    let mut log = SessionLog::new(Setting::of(&session));
    let mut state = RfcCouncil::initial();
    for record in &session.records {
        let Ok(event) = serde_json::from_value::<RfcEvent>(record.event.clone()) else { break };
        let before = state.clone();
        match RfcCouncil::step(state, event.clone()) {
            Ok((next, _)) => {
                assert!(!RfcCouncil::is_over(&before), "an event after the end");
                let event = serde_json::to_value(&event).expect("JSON");
                log.append(record.at, event, next.charter().expect("open"));
                state = next;
            }
            Err(refused) => {
                assert!(!refused.to_string().is_empty());
                state = before;
            }
        }
    }
    let State::Open(charter) = state else { return };
    if charter.session != session.session_id {
        return;
    }
    let whole = log.session(&charter);
    let written = sessions::bytes(&whole);
    // An event may hold what no session file can: that is refused, and never read otherwise.
    if let Ok(played) = replay::read(&written) {
        assert_eq!(played.session, whole);
        again(&played, &written);
    }
}

pub fn ruling(bytes: &[u8]) {
    match read::ruling(bytes) {
        Err(faults) => told(&faults, bytes),
        Ok(ruling) => {
            let written = rulings::bytes(&ruling);
            assert_eq!(read::ruling(&written).as_ref(), Ok(&ruling));
            assert_eq!(rulings::bytes(&ruling), written);
            let name = ruling.file();
            assert!(
                name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b)),
                "{name}"
            );
        }
    }
}
