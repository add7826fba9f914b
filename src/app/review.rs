//! `council-review RFC`: gates, council, bundle.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::claim::claim;
pub use super::context::{ReviewContext, Seats};
use super::opening::opening;
pub use super::outcome::CompletedReview;
use super::progress::Progress;
use super::publish::publish;
use super::session::{RfcMembers, SessionRun, run_session};
use super::{AppFault, budget};
use crate::adjudicate;
use crate::core::protocol::{Event, Protocol as _};
use crate::council::rfc::ledger::Ledger;
use crate::council::rfc::{RfcCouncil, RfcMember};
use crate::evidence::assemble::{AssemblyInput, assemble, gate_of, inputs_of};
use crate::evidence::chain;
use crate::evidence::session::{SessionLog, Setting};
use crate::model::policy::ReviewDepth;
use crate::model::{Day, Finding, GateStatus, Severity, SubjectId};
use crate::rules::RuleMember;
use crate::source::Dossier;
use crate::symbols::Index;

/// What a review is asked for beside the RFC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewOptions {
    /// Gates and council, or the gates alone.
    pub depth: ReviewDepth,
    /// Convene no council over what a deterministic BLOCKER already rejects.
    pub fail_fast: bool,
}

/// The built-in rules for all members, who know what the code defines.
pub fn offline(dossier: &Arc<Dossier>, index: &Arc<Index>) -> Seats {
    let member = |member: RuleMember| (member.name(), Arc::new(member) as Arc<RfcMember>);
    RuleMember::panel(dossier, index).map(member).into()
}

/// Reviews one RFC and writes its evidence. `stop` ends the session as CANCELLED.
pub async fn review(
    board: &ReviewContext<'_>,
    rfc: &SubjectId,
    wish: ReviewOptions,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> Result<CompletedReview, AppFault> {
    let &ReviewContext { workspace, store, clock, seats, .. } = board;
    let dossier = Arc::new(workspace.dossier(rfc)?);
    let started_at = clock.now();
    let mut results = workspace.gates.check(&dossier);
    let mut inputs = inputs_of(&dossier, &workspace.config.council);
    let waivers = &workspace.waivers.valid;
    inputs.waivers = adjudicate::waive(rfc, &mut results, waivers, Day::of(started_at));
    let folder = workspace.config.layout.reviews(rfc);
    let previous = chain::head(store, &folder).map_err(AppFault::reading)?;
    let previous = previous.map(|link| link.as_previous());
    let rejected = results.iter().any(|result| result.status == GateStatus::Failed);
    let findings: Vec<Finding> = results.iter().flat_map(|r| r.findings.clone()).collect();

    if wish.depth == ReviewDepth::Standard || (wish.fail_fast && rejected) {
        let ledger = Ledger::opened(rfc, &findings);
        let reviewed = AssemblyInput {
            rfc,
            inputs: &inputs,
            gates: results.iter().map(gate_of).collect(),
            ledger: &ledger,
            ended_at: started_at,
            previous: previous.as_ref(),
            council: None,
        };
        let (names, _, _hold) = claim(store, &folder, rfc, started_at)?;
        return publish(assemble(&reviewed), store, &names);
    }

    let (names, session, _hold) = claim(store, &folder, rfc, started_at)?;
    let panel = RfcMembers::new(seats(&dossier), Arc::clone(&dossier))
        .looking(board.looker(&inputs.policy.looks));
    let sitting = panel.seats.iter().map(|(name, seat)| (name.clone(), seat.identity())).collect();
    let opening = opening(&dossier, &inputs, &results, findings, session, sitting);
    let (opening, needed) = budget::fitted(opening, &panel)?;
    let blockers = opening.findings.iter().filter(|f| f.severity == Severity::Blocker).count();
    if rejected && needed > 0 {
        let found = match blockers {
            1 => "1 BLOCKER finding".to_owned(),
            n => format!("{n} BLOCKER findings"),
        };
        progress.notice(&format!(
            "{rfc} cannot pass: the gates found {found}; its council takes about {needed} tokens, and --fail-fast convenes none"
        ));
    }
    let course = SessionRun {
        log: SessionLog::new(Setting::new(inputs, &results, previous, started_at)),
        state: RfcCouncil::initial(),
        events: vec![Event::Opened { input: opening }],
        limit: Duration::from_secs(workspace.config.council.timeout_seconds),
    };
    run_session(board, &panel, &names, course, progress, stop).await
}
