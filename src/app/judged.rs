//! What the gates say of one state of a repository's files, whole: for whoever holds two states
//! against each other, or shows one while it is written.

use super::{AppFault, Workspace, gates};
use crate::config::Config;
use crate::evidence::v2::gates::{GateFinding, GatesReview};
use crate::model::{Day, Finding, RfcId};
use crate::port::{Snapshot, par_map, threads};
use crate::source::Dossier;

/// All RFCs of a state, with their findings.
#[derive(Debug)]
pub struct Judged {
    /// What was read.
    pub workspace: Workspace,
    /// RFC by RFC.
    pub reviews: Vec<JudgedRfc>,
    /// What belongs to no RFC.
    pub outside: Vec<Finding>,
}

/// One RFC. The findings of both lists are the same, in one order.
#[derive(Debug)]
pub struct JudgedRfc {
    /// Its inputs.
    pub dossier: Dossier,
    /// What the gates claim.
    pub findings: Vec<Finding>,
    /// The same with ids and waivers.
    pub review: GatesReview,
}

impl Judged {
    /// Reads a state and runs the gates over it.
    ///
    /// # Errors
    /// An RFC cannot be put together.
    pub fn of(snapshot: &dyn Snapshot, config: &Config, today: Day) -> Result<Self, AppFault> {
        let workspace = Workspace::load_for_gates(snapshot, config.clone(), None);
        let rfcs = workspace.rfcs();
        let judged = |rfc: &RfcId| {
            let dossier = workspace.dossier(rfc)?;
            let (results, review) = gates::judged(&workspace, &dossier, today);
            let findings = results.into_iter().flat_map(|result| result.findings).collect();
            Ok(JudgedRfc { dossier, findings, review })
        };
        let reviews = par_map(threads(), &rfcs, || (), |(), rfc| Some(judged(rfc)));
        let reviews = reviews.into_iter().flatten().collect::<Result<_, AppFault>>()?;
        let outside = workspace.gates.outside_every_rfc();
        Ok(Self { workspace, reviews, outside })
    }

    /// Every claim.
    pub fn claims(&self) -> impl Iterator<Item = &Finding> {
        self.reviews.iter().flat_map(|one| &one.findings).chain(&self.outside)
    }

    /// Everything that nobody waived.
    pub fn findings(&self) -> Vec<GateFinding> {
        let reviews = self.reviews.iter().flat_map(|one| &one.review.findings).cloned();
        let outside = self.outside.iter().map(|claim| GateFinding::new(claim, None));
        reviews.chain(outside).filter(|finding| finding.waiver.is_none()).collect()
    }
}
