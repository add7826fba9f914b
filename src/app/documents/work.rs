//! `plan` over several RFCs: the work, for whoever hands it out.

use serde::Serialize;

use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::gates::NothingFound;

/// What there is to review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WorkReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// One RFC a job, whose evidence meets no other's.
    pub include: Vec<Job>,
    /// Of the repository as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<Nothing>,
}

/// One RFC to review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Job {
    /// The subject, as commands take it.
    pub rfc: String,
    /// How many tickets of it are to be carried out.
    pub tickets: usize,
}

/// That there is nothing to review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Nothing {
    /// Where RFCs were looked for, and what is there instead.
    pub nothing_found: NothingFound,
}

impl WorkReport {
    /// These jobs; or why there is none.
    pub fn new(include: Vec<Job>, nothing: Option<NothingFound>) -> Self {
        let repository = nothing.map(|nothing_found| Nothing { nothing_found });
        Self { schema_version: DOCUMENT_VERSION, include, repository }
    }
}

/// Jobs as a CI fans them out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Matrix {
    /// One RFC a job.
    pub include: Vec<Job>,
}
