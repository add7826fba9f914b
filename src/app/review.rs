//! `council-review RFC`: gates, council, bundle.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::session::{Progress, SeatPanel, SessionFile};
use super::{AppFault, Workspace};
use crate::council::driver::{DriveFault, drive};
use crate::council::ledger::Ledger;
use crate::council::rfc::{Charter, Opening, RfcCouncil, State};
use crate::evidence::assemble::{Reviewed, assemble, inputs_of, seed_of};
use crate::evidence::session::Setting;
use crate::evidence::v1::bundle::{Bundle, Inputs};
use crate::evidence::{chain, replay, seal, verify};
use crate::gates;
use crate::model::policy::ReviewDepth;
use crate::model::task::GateSummary;
use crate::model::{
    Finding, GateResult, GateStatus, RfcId, SeatId, SessionId, TerminalState, Timestamp,
};
use crate::port::{Clock, Store};
use crate::provider::Seat;
use crate::provider::offline::OfflineSeat;
use crate::report::escalation;
use crate::source::{Dossier, Ticket};

/// What a review is asked for beside the RFC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// Gates and council, or the gates alone.
    pub depth: ReviewDepth,
    /// Convene no council over what a deterministic BLOCKER already rejects.
    pub fail_fast: bool,
}

/// A review that ended and whose evidence is written.
#[derive(Debug)]
pub struct Done {
    /// The bundle.
    pub bundle: Bundle,
    /// Its path from the repository's root.
    pub bundle_path: String,
    /// The escalation page's path, when somebody must decide.
    pub escalation_path: Option<String>,
}

/// Who sits where.
pub type Seats = BTreeMap<SeatId, Arc<dyn Seat>>;

/// The offline reviewers on all three seats.
pub fn offline(dossier: &Arc<Dossier>) -> Seats {
    let seats = SeatId::ALL.map(|seat| {
        let holder: Arc<dyn Seat> = Arc::new(OfflineSeat::new(seat, Arc::clone(dossier)));
        (seat, holder)
    });
    Seats::from(seats)
}

/// What a review works with.
pub struct Board<'a> {
    /// The repository, read.
    pub workspace: &'a Workspace,
    /// Where the evidence goes.
    pub store: &'a dyn Store,
    /// The clock of its records.
    pub clock: &'a dyn Clock,
    /// Who sits on the seats, once the dossier is there to be read.
    pub seats: fn(&Arc<Dossier>) -> Seats,
}

/// Reviews one RFC and writes its evidence. `stop` ends the session as CANCELLED.
pub fn review(
    board: &Board<'_>,
    rfc: &RfcId,
    wish: Wish,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<Done, AppFault> {
    let &Board { workspace, store, clock, seats } = board;
    let dossier = Arc::new(workspace.dossier(rfc)?);
    let results = gates::check_all(&dossier);
    let inputs = inputs_of(&dossier, &workspace.config.policy);
    let folder = workspace.config.layout.reviews(rfc);
    let previous = chain::head(store, &folder).map_err(AppFault::reading)?;
    let previous = previous.map(|link| link.as_previous());
    let started_at = clock.now();
    let rejected = results.iter().any(|result| result.status == GateStatus::Failed);
    let findings: Vec<Finding> = results.iter().flat_map(|r| r.findings.clone()).collect();

    if wish.depth == ReviewDepth::Standard || (wish.fail_fast && rejected) {
        let ledger = Ledger::opened(rfc, &findings);
        let reviewed = Reviewed {
            rfc,
            inputs: &inputs,
            gates: &results,
            entries: ledger.entries(),
            ended_at: started_at,
            previous: previous.as_ref(),
            council: None,
        };
        let stamp = free_stamp(store, &folder, started_at)?;
        return publish(assemble(&reviewed), store, &folder, &stamp);
    }

    let panel = SeatPanel { seats: seats(&dossier), dossier: Arc::clone(&dossier) };
    let stamp = free_stamp(store, &folder, started_at)?;
    let opening = opening(&dossier, &inputs, &results, findings, &stamp, &panel);
    let session_file = format!("council_session_{}.yaml", stamp.of_files);
    let mut recorder = SessionFile {
        store,
        clock,
        progress,
        path: format!("{folder}/{session_file}"),
        setting: Setting::new(inputs, &results, previous, started_at),
        records: Vec::new(),
    };
    let limit = Duration::from_secs(workspace.config.policy.timeout_seconds);
    let state = run(drive::<RfcCouncil>(opening, &panel, &mut recorder, limit, stop))?;
    // The bundle is made from the record and from nothing else, so that anybody can make it again.
    let session = recorder.last(ended(&state)?);
    let bundle = replay::bundle(&session, &session_file)
        .map_err(|fault| AppFault::Internal(format!("the session does not replay: {fault}")))?;
    publish(bundle, store, &folder, &stamp)
}

/// Drives a session on one thread: seats wait for others most of the time, and the order in which
/// they are asked is the order in which the offline ones answer.
fn run(session: impl Future<Output = Result<State, DriveFault>>) -> Result<State, AppFault> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| AppFault::Internal(format!("no runtime: {error}")))?;
    runtime.block_on(session).map_err(|fault| match fault {
        DriveFault::Record(fault) if fault.source.kind() == io::ErrorKind::AlreadyExists => {
            AppFault::BadInput(format!(
                "another review took {} in the same second; run the command again",
                fault.path
            ))
        }
        DriveFault::Record(fault) => AppFault::writing(fault),
        DriveFault::Stuck => AppFault::Internal(fault.to_string()),
    })
}

fn ended(state: &State) -> Result<&Charter, AppFault> {
    let charter = state.charter().filter(|charter| charter.ending.is_some());
    charter.ok_or_else(|| AppFault::Internal("the session has no end".to_owned()))
}

fn opening(
    dossier: &Dossier,
    inputs: &Inputs,
    results: &[GateResult],
    findings: Vec<Finding>,
    stamp: &Stamp,
    panel: &SeatPanel,
) -> Opening {
    let session: SessionId = format!("COUNCIL-{}-{}", dossier.rfc_id, stamp.of_session)
        .parse()
        .expect("an RFC id and a stamp make a session id");
    Opening {
        seed: seed_of(&dossier.digest, &session),
        session,
        rfc: dossier.rfc_id.clone(),
        dossier: dossier.digest.clone(),
        policy: inputs.policy.clone(),
        panel: panel.seats.iter().map(|(&id, seat)| (id, seat.identity())).collect(),
        tickets: if dossier.state.is_reviewable() {
            dossier.tickets().filter(|t| t.is_live()).map(|t: &Ticket| t.stem.clone()).collect()
        } else {
            Vec::new()
        },
        gates: results
            .iter()
            .map(|result| GateSummary {
                gate_id: result.gate,
                status: result.status,
                finding_count: result.findings.len() as u32,
            })
            .collect(),
        findings,
    }
}

/// The second of a review in the spellings of its session and files, numbered when that second is
/// taken.
struct Stamp {
    of_session: String,
    of_files: String,
}

fn free_stamp(store: &dyn Store, folder: &str, at: Timestamp) -> Result<Stamp, AppFault> {
    let taken = store.list(folder).map_err(AppFault::reading)?;
    let suffixes = std::iter::once(String::new()).chain((2..=9_999).map(|n| format!("-{n}")));
    for suffix in suffixes {
        let of_files = format!("{}{suffix}", at.compact());
        let names = [
            format!("council_session_{of_files}.yaml"),
            format!("rfc_review_{of_files}.yaml"),
            format!("escalation_{of_files}.md"),
        ];
        if !names.iter().any(|name| taken.contains(name)) {
            return Ok(Stamp { of_session: format!("{}{suffix}", at.dashed()), of_files });
        }
    }
    Err(AppFault::BadInput(format!("{folder} holds 9999 reviews of one second; run again later")))
}

/// Writes a bundle that verifies, and the escalation page when somebody must decide.
fn publish(
    bundle: Bundle,
    store: &dyn Store,
    folder: &str,
    stamp: &Stamp,
) -> Result<Done, AppFault> {
    let bytes = seal::bytes(&bundle);
    if let Err(faults) = verify::verify(&bytes) {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(AppFault::Internal(format!(
            "the bundle does not verify: {}",
            faults.join("; ")
        )));
    }
    let bundle_file = format!("rfc_review_{}.yaml", stamp.of_files);
    let bundle_path = format!("{folder}/{bundle_file}");
    if !store.create(&bundle_path, &bytes).map_err(AppFault::writing)? {
        let line = format!("another review took {bundle_path}; run the command again");
        return Err(AppFault::BadInput(line));
    }
    let mut escalation_path = None;
    if bundle.terminal_state == TerminalState::Deadlocked {
        let path = format!("{folder}/escalation_{}.md", stamp.of_files);
        let page = escalation(&bundle, &bundle_file);
        store.replace(&path, page.as_bytes()).map_err(AppFault::writing)?;
        escalation_path = Some(path);
    }
    Ok(Done { bundle, bundle_path, escalation_path })
}
