//! A whole council without a disk: documents, session and bundle in memory.

use std::sync::Arc;
use std::time::Duration;

use council_review::app::Workspace;
use council_review::app::init::EXAMPLE;
use council_review::app::look::Looker;
use council_review::app::review::Seats;
use council_review::app::session::RfcMembers;
use council_review::core::driver::{Recorder, drive};
use council_review::core::protocol::{Event, Protocol as _};
use council_review::council::rfc::ask::{Division, GateSummary};
use council_review::council::rfc::{RfcCouncil, RfcEvent, SessionInput, SessionState, State};
use council_review::evidence::assemble::{inputs_of, seed_of};
use council_review::evidence::session::{self, SessionLog, Setting};
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::{replay, seal, verify};
use council_review::gates;
use council_review::model::policy::CouncilPolicy;
use council_review::model::{GateResult, SubjectId};
use council_review::port::{Clock as _, StoreFault};
use council_review::source::Dossier;
use council_review::source::memory::MemorySnapshot;

use super::sit::Still;

/// The example of `init`, with one replacement in each file named.
pub fn example(edits: &[[&str; 3]]) -> Vec<(String, String)> {
    let edited = |path: &str, text: &str| {
        edits.iter().filter(|edit| edit[0] == path).fold(text.to_owned(), |text, [_, old, new]| {
            assert_eq!(text.matches(old).count(), 1, "{old:?} in {path}");
            text.replace(old, new)
        })
    };
    EXAMPLE.map(|(path, text)| (path.to_owned(), edited(path, text))).to_vec()
}

/// A repository of these files under this configuration.
pub fn workspace(files: &[(String, String)], config: &str) -> Workspace {
    Workspace::open(&tree(files).file("council.yaml", config), None).expect("a valid configuration")
}

/// A commit of these files.
pub fn tree(files: &[(String, String)]) -> MemorySnapshot {
    let tree = MemorySnapshot::new().commit("c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00");
    files.iter().fold(tree, |tree, (path, text)| tree.file(path, text))
}

pub fn rfc() -> SubjectId {
    "RFC-0001".parse().expect("an id")
}

/// The name that a held session's file would have.
pub const SESSION_FILE: &str = "council_session_20260126T100000Z.yaml";

/// A council that ended without a file.
pub struct Held {
    pub charter: SessionState,
    pub bundle: Bundle,
    dossier: Arc<Dossier>,
    log: SessionLog,
}

impl Held {
    /// What was reviewed.
    pub fn dossier(&self) -> Arc<Dossier> {
        Arc::clone(&self.dossier)
    }

    /// The session's bytes.
    pub fn session(&self) -> Vec<u8> {
        session::bytes(&self.log.session(&self.charter))
    }

    /// The bundle verifies, and its session's bytes give the same bytes again.
    pub fn must_verify(&self) {
        let (bytes, session) = (seal::bytes(&self.bundle), self.session());
        let sound = verify::verify(&bytes).unwrap_or_else(|faults| panic!("{faults:?}"));
        let faults = replay::disagreements(&session, &sound, SESSION_FILE);
        assert!(faults.is_empty(), "{faults:?}");
    }
}

/// Keeps the records and watches the budget.
struct Watch {
    log: SessionLog,
}

impl Recorder<RfcCouncil> for Watch {
    fn record(&mut self, event: &RfcEvent, state: &State) -> Result<(), StoreFault> {
        let charter = state.charter().expect("open");
        let budget = &charter.calls.budget;
        assert!(budget.spent() + budget.reserved() <= budget.limit(), "A7: over the budget");
        let json = serde_json::to_value(event).expect("JSON");
        self.log.append(Still.now(), json, charter);
        Ok(())
    }
}

/// Holds a council over a dossier as a review does, and writes its session down once, at its end.
pub fn hold(workspace: &Workspace, dossier: &Arc<Dossier>, seats: Seats) -> Held {
    hold_under(&workspace.config.council, &gates::check_all(dossier), dossier, seats)
}

/// The same with members who are shown what they ask to see of a tree.
pub fn hold_looking(
    workspace: &Workspace,
    dossier: &Arc<Dossier>,
    seats: Seats,
    tree: MemorySnapshot,
) -> Held {
    let policy = &workspace.config.council;
    let layout = &workspace.config.layout;
    let looker = Looker::new(Arc::new(tree), layout, &policy.looks, Box::new(Default::default));
    hold_by(policy, &gates::check_all(dossier), dossier, seats, Some(Arc::new(looker)))
}

/// The same under a policy, over what the gates found.
pub fn hold_under(
    policy: &CouncilPolicy,
    results: &[GateResult],
    dossier: &Arc<Dossier>,
    seats: Seats,
) -> Held {
    hold_by(policy, results, dossier, seats, None)
}

fn hold_by(
    policy: &CouncilPolicy,
    results: &[GateResult],
    dossier: &Arc<Dossier>,
    seats: Seats,
    looker: Option<Arc<Looker>>,
) -> Held {
    let inputs = inputs_of(dossier, policy);
    let rfc = &dossier.subject;
    let id = format!("COUNCIL-{rfc}-20260126-100000").parse().expect("an id");
    let summary = |result: &GateResult| GateSummary {
        gate_id: result.gate,
        status: result.status,
        finding_count: result.findings.len() as u32,
    };
    let opening = SessionInput {
        least: Vec::new(),
        seed: seed_of(&dossier.digest),
        session: id,
        rfc: rfc.clone(),
        dossier: dossier.digest.clone(),
        policy: inputs.policy.clone(),
        panel: seats.iter().map(|(name, seat)| (name.clone(), seat.identity())).collect(),
        tickets: dossier.tickets().filter(|t| t.is_live()).map(|t| t.stem.clone()).collect(),
        reading: Division::Whole,
        most: 0,
        gates: results.iter().map(summary).collect(),
        findings: results.iter().flat_map(|result| result.findings.clone()).collect(),
    };
    let limit = Duration::from_secs(policy.timeout_seconds);
    let setting = Setting::new(inputs, results, None, Still.now());
    let mut watch = Watch { log: SessionLog::new(setting) };
    let panel = RfcMembers::new(seats, Arc::clone(dossier)).looking(looker);
    let events = vec![Event::Opened { input: opening }];
    let begin = RfcCouncil::initial();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let drive =
        drive::<RfcCouncil>(begin, events, &panel, &mut watch, limit, std::future::pending());
    let state = runtime.expect("a runtime").block_on(drive).expect("it ends");
    let charter = state.charter().expect("open").clone();
    let Watch { log } = watch;
    let played = replay::play(log.session(&charter)).expect("it replays");
    let bundle = played.bundle(SESSION_FILE).expect("it has ended");
    Held { charter, bundle, dossier: Arc::clone(dossier), log }
}
