//! Documents of a repository: a ticket, a file of an RFC, an atlas, a waiver. Loaded beside sound
//! ones, through all gates, and before the offline seats.

use std::sync::Arc;

use super::seat_id::SeatId;
use council_review::council::rfc::admit;
use council_review::council::rfc::ask::{Ask, Division, GateSummary, OnboardingNote, Task};
use council_review::council::rfc::read;
use council_review::evidence::canonical;
use council_review::evidence::v2::SCHEMA_VERSION;
use council_review::evidence::v2::bundle::Tool;
use council_review::evidence::v2::gates::{GatesReport, GatesReview, RepositoryFindings};
use council_review::gates;
use council_review::model::lined_text::LONGEST_QUOTED;
use council_review::model::{Finding, GateResult, GateStatus, Severity};
use council_review::report::{Style, escape, terminal};
use council_review::rules::RuleMember;
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Waivers};
use serde_json::Value;

use super::base::{self, ATLAS, DECISIONS, IMPORTS, META, PLAN, TICKET};
use super::places::{decoded, location_stands, stands};

pub fn ticket(bytes: &[u8]) {
    if let Some(dossier) = gated(TICKET, bytes) {
        seated(&dossier);
    }
}

/// The bytes stand in the place of the file whose key they hold.
pub fn rfc(bytes: &[u8]) {
    let holds = |key: &str| bytes.windows(key.len()).any(|window| window == key.as_bytes());
    let keys = [("rfc_meta", META), ("rfc_design_decisions", DECISIONS), ("rfc_ticket_dec", PLAN)];
    let path = keys.into_iter().find(|(key, _)| holds(key)).map_or(IMPORTS, |(_, path)| path);
    gated(path, bytes);
}

pub fn atlas(bytes: &[u8]) {
    gated(ATLAS, bytes);
}

/// Loads the bytes as a file of the repository, and lets all gates look.
fn gated(path: &str, bytes: &[u8]) -> Option<Arc<Dossier>> {
    let tree = base::tree(path, bytes);
    let dossier = base::dossier(&tree)?;
    let library = &dossier.library;
    let text = |file: &str| match base::files().get(file) {
        _ if file == path => decoded(bytes),
        Some(text) => text.clone(),
        // A folder, or a file that a finding misses: only the whole of it can be meant.
        None => String::new(),
    };
    for flaw in &library.flaws {
        assert_eq!(flaw.file, path, "the other files are sound: {flaw:?}");
        stands(&flaw.place, &text(&flaw.file));
        assert!(!flaw.message.is_empty());
        if std::str::from_utf8(bytes).is_ok() {
            quoted(&flaw.source_line, flaw.place.line, &text(&flaw.file));
        }
    }
    let results = gates::check_all(&dossier);
    assert_eq!(results, gates::check_all(&dossier), "the same input, another answer");
    for result in &results {
        sound_result(result);
        for finding in &result.findings {
            sound_finding(finding);
            let text = text(&finding.location.file);
            location_stands(&finding.location, &text);
            if std::str::from_utf8(bytes).is_ok() && !finding.source_line.is_empty() {
                quoted(&finding.source_line, finding.location.line, &text);
            }
        }
    }
    let outside = gates::repository_findings(library);
    outside.iter().for_each(sound_finding);
    page(&dossier, &results);
    Some(dossier)
}

/// A finding quotes its line as it stands, unless it is too long.
fn quoted(quoted: &str, number: u32, text: &str) {
    let line = text.split('\n').nth(number as usize - 1).unwrap_or_default();
    let is_long = line.chars().count() > LONGEST_QUOTED;
    assert_eq!(quoted, if is_long { "" } else { line });
}

fn sound_result(result: &GateResult) {
    let order = |pair: &[Finding]| pair[0].reporting_order(&pair[1]).is_le();
    assert!(result.findings.windows(2).all(order), "{:?} is not in order", result.gate);
    let has_blocker = result.findings.iter().any(|f| f.severity == Severity::Blocker);
    assert_eq!(has_blocker, result.status == GateStatus::Failed);
    assert!(!has_float(&result.evidence), "{}", result.evidence);
}

fn has_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(fields) => fields.values().any(has_float),
        _ => false,
    }
}

fn sound_finding(finding: &Finding) {
    let rule = gates::rule(finding.rule.as_str()).expect("a rule that can fire");
    assert_eq!((rule.gate, rule.subcategory), (finding.gate, finding.subcategory), "{finding:?}");
    assert!(!finding.description.is_empty() && !finding.remediation.is_empty(), "{finding:?}");
    assert!(!finding.source_line.contains('\n'), "{finding:?}");
    assert!(!finding.location.file.is_empty(), "{finding:?}");
}

/// What a terminal is shown: nothing that it acts on, and no command to a CI.
fn page(dossier: &Dossier, results: &[GateResult]) {
    let (state, is_reviewable) = (dossier.state.as_str(), dossier.state.is_reviewable());
    let report = GatesReport {
        base: None,
        schema_version: SCHEMA_VERSION.to_owned(),
        tool: Tool { name: String::new(), version: String::new() },
        reviews: vec![GatesReview::new(&dossier.subject, state, is_reviewable, results, &[])],
        repository: RepositoryFindings::default(),
        leaving: Default::default(),
    };
    super::sinks::page(&terminal::gates(&report, None, Style::default()));
    let json = escape::json::document(&report);
    super::sinks::page(&json);
    let back: GatesReport = serde_json::from_str(&json).expect("what was printed is read");
    assert_eq!(back, report);
    let value = serde_json::to_value(&report).expect("JSON");
    canonical::document(&value);
}

/// What the offline seats answer: the same each time, admitted as any other answer, every quote
/// in its place.
fn seated(dossier: &Arc<Dossier>) {
    for (seat, offline) in SeatId::ALL.into_iter().zip(RuleMember::panel(dossier, &Arc::default()))
    {
        for question in questions(dossier) {
            let task = Task {
                session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id"),
                rfc: dossier.subject.clone(),
                seat: seat.name(),
                modes: seat.key_modes().to_vec(),
                attempt: 1,
                question,
            };
            let reply = offline.answer(&task);
            assert_eq!(reply, offline.answer(&task));
            // The places that built-in rules name beside a finding are asked of nobody else.
            let mut said = serde_json::to_value(&reply).expect("JSON");
            for finding in said["findings"].as_array_mut().into_iter().flatten() {
                finding.as_object_mut().expect("a finding").remove("related");
            }
            let read = read::read(said.to_string().as_bytes(), &task.question);
            assert_eq!(read.map(|reply| serde_json::to_value(reply).expect("JSON")), Ok(said));
            let admitted = admit(dossier, reply).expect("it names files of the dossier");
            for placed in &admitted.placed {
                assert!(placed.grounded, "a quote that stands nowhere: {placed:?}");
                assert!(!placed.claim.description.trim().is_empty());
            }
        }
    }
}

fn questions(dossier: &Dossier) -> [Ask; 2] {
    let note = OnboardingNote {
        after_cycle: 1,
        focus_areas: Vec::new(),
        gate_results: Vec::<GateSummary>::new(),
        contested_items: Vec::new(),
        convergence_targets: Vec::new(),
        consensus_candidates: Vec::new(),
    };
    let tickets = dossier.tickets().filter(|ticket| ticket.is_live());
    [
        Ask::Structural {
            gates: Vec::new(),
            findings: Vec::new(),
            reading: Division::Whole,
            most: 0,
        },
        Ask::Feasibility {
            note,
            of_gates: Vec::new(),
            findings: Vec::new(),
            pairs: Vec::new(),
            tickets: tickets.map(|ticket| ticket.stem.clone()).collect(),
        },
    ]
}

/// A waiver is whole or waives nothing, and what waives names what it waives.
pub fn waiver(bytes: &[u8]) {
    let tree = MemorySnapshot::new().file("w/WVR-0001.yaml", bytes);
    let waivers = Waivers::read(&tree, "w", gates::is_numbered);
    assert_ne!(waivers.valid.is_empty(), waivers.faults.is_empty(), "{waivers:?}");
    assert_eq!(waivers, Waivers::read(&tree, "w", gates::is_numbered));
    for waiver in &waivers.valid {
        assert_eq!(
            (waiver.waiver_id.as_str(), waiver.file.as_str()),
            ("WVR-0001", "w/WVR-0001.yaml")
        );
        assert!(!waiver.scope.reaches_everything(), "{waiver:?}");
        assert!(!waiver.reason.is_empty() && !waiver.approved_by.is_empty());
    }
    for fault in &waivers.faults {
        assert!(fault.starts_with("w/WVR-0001.yaml:"), "{fault}");
    }
}
