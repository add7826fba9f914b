//! `gates`: the deterministic gates alone. Writes nothing.

use super::{AppFault, Workspace};
use crate::evidence::v1::SCHEMA_VERSION;
use crate::evidence::v1::bundle::Tool;
use crate::evidence::v1::gates::{GateFinding, GatesReport, GatesReview, RepositoryFindings};
use crate::gates;
use crate::model::RfcId;

/// Which RFCs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// These.
    Named(Vec<RfcId>),
    /// Every RFC, and what belongs to none.
    All,
}

/// Runs the gates over the RFCs asked for.
pub fn gates(workspace: &Workspace, scope: &Scope) -> Result<GatesReport, AppFault> {
    let (rfcs, repository) = match scope {
        Scope::Named(rfcs) => (rfcs.clone(), Vec::new()),
        Scope::All => (workspace.rfcs(), gates::repository_findings(&workspace.library)),
    };
    let reviews = rfcs
        .iter()
        .map(|rfc| {
            let dossier = workspace.dossier(rfc)?;
            let results = gates::check_all(&dossier);
            let reviewable = dossier.state.is_reviewable();
            Ok(GatesReview::new(rfc, dossier.state.as_str(), reviewable, &results))
        })
        .collect::<Result<_, AppFault>>()?;
    let findings = repository.iter().map(|finding| GateFinding::new(finding, None)).collect();
    Ok(GatesReport {
        schema_version: SCHEMA_VERSION.to_owned(),
        tool: Tool {
            name: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
        },
        reviews,
        repository: RepositoryFindings { findings },
    })
}
