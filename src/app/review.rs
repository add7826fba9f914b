//! `council-review RFC`: gates, council, bundle.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::progress::Progress;
use super::publish::publish;
use super::session::{Course, SeatPanel, run_session};
use super::{AppFault, Names, Workspace, least, sessions};
use crate::adjudicate;
use crate::core::protocol::{Event, Protocol as _};
use crate::council::ledger::Ledger;
use crate::council::rfc::{Opening, RfcCouncil};
use crate::evidence::assemble::{Reviewed, assemble, inputs_of, seed_of};
use crate::evidence::session::Setting;
use crate::evidence::v1::bundle::{Bundle, Inputs};
use crate::evidence::{chain, pruned};
use crate::model::policy::ReviewDepth;
use crate::model::task::GateSummary;
use crate::model::{
    Day, Finding, GateResult, GateStatus, RfcId, SeatId, SessionId, Severity, Timestamp,
};
use crate::port::{Claim, Clock, Store};
use crate::provider::offline::OfflineSeat;
use crate::provider::{Identity, Seat};
use crate::source::{Dossier, Ticket};
use crate::symbols::Index;

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

impl Done {
    /// Every file that the review wrote, from the repository's root.
    pub fn files(&self) -> Vec<String> {
        let folder = self.bundle_path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let session = self.bundle.council_metadata.as_ref();
        let session = session.map(|council| format!("{folder}/{}", council.session_file));
        let mut files = vec![self.bundle_path.clone()];
        files.extend(session);
        files.extend(self.escalation_path.clone());
        files
    }
}

/// Who sits where.
pub type Seats = BTreeMap<SeatId, Arc<dyn Seat>>;

/// The offline reviewers on all three seats, who know what the code defines.
pub fn offline(dossier: &Arc<Dossier>, index: &Arc<Index>) -> Seats {
    let panel = OfflineSeat::panel(dossier, index).map(|seat| Arc::new(seat) as Arc<dyn Seat>);
    SeatId::ALL.into_iter().zip(panel).collect()
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
    pub seats: &'a (dyn Fn(&Arc<Dossier>) -> Seats + Sync),
}

/// Reviews one RFC and writes its evidence. `stop` ends the session as CANCELLED.
pub async fn review(
    board: &Board<'_>,
    rfc: &RfcId,
    wish: Wish,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<Done, AppFault> {
    let &Board { workspace, store, clock, seats } = board;
    let dossier = Arc::new(workspace.dossier(rfc)?);
    let started_at = clock.now();
    let mut results = workspace.gates.check(&dossier);
    let mut inputs = inputs_of(&dossier, &workspace.config.policy);
    let waivers = &workspace.waivers.valid;
    inputs.waivers = adjudicate::waive(rfc, &mut results, waivers, Day::of(started_at));
    let folder = workspace.config.layout.reviews(rfc);
    let previous = chain::head(store, &folder).map_err(AppFault::reading)?;
    let previous = previous.map(|link| link.as_previous());
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
        let (names, _, _hold) = claim(store, &folder, rfc, started_at)?;
        return publish(assemble(&reviewed), store, &names);
    }

    let (names, session, _hold) = claim(store, &folder, rfc, started_at)?;
    let panel = SeatPanel::new(seats(&dossier), Arc::clone(&dossier));
    let sitting = panel.seats.iter().map(|(&id, seat)| (id, seat.identity())).collect();
    let opening = opening(&dossier, &inputs, &results, findings, session, sitting);
    let needed = least::must_fit(&opening, &panel)?;
    let blockers = opening.findings.iter().filter(|f| f.severity == Severity::Blocker).count();
    if rejected && needed > 0 {
        let found = match blockers {
            1 => "1 BLOCKER finding".to_owned(),
            n => format!("{n} BLOCKER findings"),
        };
        progress.notice(&format!(
            "{rfc} cannot pass: the gates found {found}; its council begins with about {needed} tokens, and --fail-fast convenes none"
        ));
    }
    let course = Course {
        setting: Setting::new(inputs, &results, previous, started_at),
        records: Vec::new(),
        state: RfcCouncil::initial(),
        events: vec![Event::Opened { input: opening }],
        limit: Duration::from_secs(workspace.config.policy.timeout_seconds),
    };
    run_session(board, &panel, &names, course, progress, stop).await
}

pub(super) fn opening(
    dossier: &Dossier,
    inputs: &Inputs,
    results: &[GateResult],
    findings: Vec<Finding>,
    session: SessionId,
    panel: BTreeMap<SeatId, Identity>,
) -> Opening {
    Opening {
        seed: seed_of(&dossier.digest),
        session,
        rfc: dossier.rfc_id.clone(),
        dossier: dossier.digest.clone(),
        policy: inputs.policy.clone(),
        panel,
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

/// Names that no review has, held against every other process for as long as the last value lives.
pub(super) fn claim(
    store: &dyn Store,
    folder: &str,
    rfc: &RfcId,
    at: Timestamp,
) -> Result<(Names, SessionId, Box<dyn Send>), AppFault> {
    // The name of what was pruned is nobody else's.
    let gone = pruned::gone(store, folder).map_err(AppFault::reading)?;
    let taken = || -> Result<Vec<String>, AppFault> {
        let mut taken = store.list(folder).map_err(AppFault::reading)?;
        taken.extend(gone.keys().cloned());
        Ok(taken)
    };
    sessions::tidy(store, folder)?;
    let mut known = taken()?;
    for (names, session) in Names::free(folder, rfc, at) {
        let files = names.files();
        if files.iter().any(|file| known.contains(file)) {
            continue;
        }
        if let Claim::Ours(hold) = store.claim(folder, &names.stamp).map_err(AppFault::writing)? {
            // Whoever had them before may have written since.
            known = taken()?;
            if !files.iter().any(|file| known.contains(file)) {
                return Ok((names, session, hold));
            }
        }
    }
    Err(AppFault::BadInput(format!("{folder} holds 9999 reviews of one second; run again later")))
}
