//! `bench`: labelled plans, and what reviews find of what is known to be wrong in them. Scores any
//! bundle that is about the plan as it is; asks nobody.

pub mod labels;
mod mean;
mod score;

use super::documents::bench::{BenchPlan, BenchReport, BenchRun};
use super::verify::{self, Verified};
use super::{AppFault, Workspace};
use crate::evidence::assemble::inputs_of;
use crate::evidence::v2::bundle::Bundle;
use crate::model::policy::LookPolicy;
use crate::model::{Digest, SubjectId};
use crate::port::{ReadFault, Snapshot};
use labels::{FILE, Labels};
use mean::means;

/// Labels have at most so many bytes.
pub const MOST_BYTES: u64 = 1 << 20;

/// An RFC of which it is known what is wrong.
#[derive(Debug)]
pub struct LabelledPlan {
    /// Which.
    pub rfc: SubjectId,
    /// What is known.
    pub labels: Labels,
    /// The file that says it.
    pub file: String,
    dossier: Digest,
}

impl LabelledPlan {
    /// The labels of an RFC: those that the caller named, as (name, bytes), else those in its folder.
    pub fn open(
        workspace: &Workspace,
        files: &dyn Snapshot,
        rfc: &SubjectId,
        given: Option<(String, Vec<u8>)>,
    ) -> Result<Self, AppFault> {
        let dossier = workspace.dossier(rfc)?;
        let (file, bytes) = match given {
            Some(given) => given,
            None => {
                let file = format!("{}/{rfc}/{FILE}", workspace.library.rfcs_folder);
                match files.read(&file, MOST_BYTES) {
                    Ok(bytes) => (file, bytes),
                    Err(fault) => return Err(AppFault::BadInput(unread(rfc, &file, &fault))),
                }
            }
        };
        let labels = Labels::read(&bytes, &file, files)
            .map_err(|faults| AppFault::BadInput(faults.join("\n")))?;
        let dossier = inputs_of(&dossier, &workspace.config.council).dossier_digest;
        Ok(Self { rfc: rfc.clone(), labels, file, dossier })
    }

    /// The name of the labels' file, without its folder.
    fn name(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or_default()
    }

    /// Whoever sits must not be shown what there is to find.
    pub fn hide(&self, looks: &mut LookPolicy) {
        looks.deny.extend([format!("**/{FILE}"), format!("**/{}", self.name())]);
        looks.deny.dedup();
    }

    /// Scores a recorded review, if it is one of this plan as it is and nobody was shown its labels.
    pub fn recorded(&self, bundle: &Bundle, path: &str) -> Result<BenchRun, AppFault> {
        let (rfc, labels) = (&self.rfc, &self.file);
        if bundle.inputs.dossier_digest != self.dossier {
            let line = format!(
                "{path} is about other files of {rfc} than {labels}; name the commit that it is about: --rev REV"
            );
            return Err(AppFault::BadInput(line));
        }
        let ends = |file: &str| file.rsplit('/').next() == Some(self.name());
        if bundle.inputs.looked().any(|file| ends(&file.path)) {
            let line = format!(
                "a member of {path} was shown {}, so that it says nothing of who finds what; run it anew: council-review bench {rfc}",
                self.name()
            );
            return Err(AppFault::BadInput(line));
        }
        Ok(self.score(bundle, path))
    }

    /// Scores a review.
    pub fn score(&self, bundle: &Bundle, path: &str) -> BenchRun {
        score::score(bundle, path, &self.labels)
    }

    /// The plan with its reviews.
    pub fn with(self, runs: Vec<BenchRun>) -> BenchPlan {
        let count = |counts: fn(&labels::Defect) -> bool| {
            self.labels.defects.iter().filter(|defect| counts(defect)).count() as u32
        };
        BenchPlan {
            defects: count(|_| true),
            needing_code: count(|defect| defect.needs_code),
            rfc_id: self.rfc,
            labels: self.file,
            means: if runs.len() > 1 { means(runs.iter()) } else { Vec::new() },
            runs,
        }
    }
}

/// The bundle that bytes hold, when they verify.
pub fn recorded(bytes: &[u8], path: &str) -> Result<Bundle, AppFault> {
    match verify::alone(bytes) {
        Verified::Sound { bundle, .. } => Ok(*bundle),
        Verified::Unsound(faults) => {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            let line = format!(
                "{path}:{first}; a bundle that does not verify is not scored: council-review verify {path}"
            );
            Err(AppFault::BadInput(line))
        }
    }
}

/// The report over plans with their reviews.
pub fn report(plans: Vec<BenchPlan>) -> BenchReport {
    let all = plans.iter().flat_map(|plan| &plan.runs);
    let means = if plans.len() > 1 { means(all) } else { Vec::new() };
    BenchReport::new(plans, means)
}

fn unread(rfc: &SubjectId, file: &str, fault: &ReadFault) -> String {
    match fault {
        ReadFault::Missing => format!(
            "{rfc} has no labels; write what is wrong with it into {file}, or name the file with --labels: council-review schema bench_labels"
        ),
        fault => format!("cannot read {file}: {fault}"),
    }
}
