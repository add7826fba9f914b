//! A subject of another format, as its reader read it.

use crate::source::bmad::BmadPlan;
use crate::source::openspec::OpenSpecChange;
use crate::source::spec_kit::Feature;
use crate::source::subject::Subject;

/// A subject of another format, read whole.
#[derive(Debug)]
pub enum FormatSubject {
    /// A feature of spec-kit.
    SpecKit(Feature),
    /// A change of OpenSpec.
    OpenSpec(OpenSpecChange),
    /// The plan of BMAD.
    Bmad(BmadPlan),
}

impl FormatSubject {
    /// What it says, whatever its format.
    pub fn subject(&self) -> &Subject {
        match self {
            FormatSubject::SpecKit(feature) => &feature.subject,
            FormatSubject::OpenSpec(change) => &change.subject,
            FormatSubject::Bmad(plan) => &plan.subject,
        }
    }
}
