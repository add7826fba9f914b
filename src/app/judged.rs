//! What the gates say of one state of a repository's files, whole: for whoever holds two states
//! against each other, or shows one while it is written.

use std::collections::BTreeMap;

use super::{AppFault, Workspace, gates};
use crate::config::Config;
use crate::evidence::v2::gates::{GateFinding, GatesReview};
use crate::model::{Day, Finding, SubjectId};
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
        let rfcs = workspace.subjects();
        let outside = workspace.gates.outside_every_rfc();
        Self::reviewed(workspace, &rfcs, outside, today)
    }

    /// The same of these RFCs alone, and of what they need; of nothing outside.
    ///
    /// # Errors
    /// An RFC cannot be put together.
    pub fn of_rfcs(
        snapshot: &dyn Snapshot,
        config: &Config,
        rfcs: &[SubjectId],
        today: Day,
    ) -> Result<Self, AppFault> {
        let workspace = Workspace::load_for_gates(snapshot, config.clone(), Some(rfcs));
        Self::reviewed(workspace, rfcs, Vec::new(), today)
    }

    fn reviewed(
        workspace: Workspace,
        rfcs: &[SubjectId],
        outside: Vec<Finding>,
        today: Day,
    ) -> Result<Self, AppFault> {
        let judged = |rfc: &SubjectId| {
            let dossier = workspace.dossier(rfc)?;
            let (results, review) = gates::judged(&workspace, &dossier, None, today);
            let findings = results.into_iter().flat_map(|result| result.findings).collect();
            Ok(JudgedRfc { dossier, findings, review })
        };
        let reviews = par_map(threads(), rfcs, || (), |(), rfc| Some(judged(rfc)));
        let reviews = reviews.into_iter().flatten().collect::<Result<_, AppFault>>()?;
        Ok(Self { workspace, reviews, outside })
    }

    /// The RFCs that a file is read for.
    pub fn rfcs_of(&self, path: &str) -> Vec<SubjectId> {
        let its = self.reviews.iter().filter(|one| one.dossier.holds(path));
        its.map(|one| one.dossier.subject.clone()).collect()
    }

    /// Every claim.
    pub fn claims(&self) -> impl Iterator<Item = &Finding> {
        self.reviews.iter().flat_map(|one| &one.findings).chain(&self.outside)
    }

    /// Everything that nobody waived, RFC by RFC; under none what belongs to none.
    pub fn findings(&self) -> BTreeMap<Option<SubjectId>, Vec<GateFinding>> {
        let reviews = self.reviews.iter().map(|one| {
            let all = one.review.findings.iter().filter(|finding| finding.waiver.is_none());
            (Some(one.dossier.subject.clone()), all.cloned().collect())
        });
        let outside = self.outside.iter().map(|claim| GateFinding::new(claim, None)).collect();
        reviews.chain([(None, outside)]).collect()
    }
}
