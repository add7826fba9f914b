//! Gates 1 to 4 over subjects of other formats, each by the rules of its own, and what belongs to none of
//! them. Knows which format has which rules, and no rule.

use super::openspec::OpenSpecGates;
use super::overview::Overview;
use super::{bmad, spec_kit};
use crate::model::{Finding, GateResult};
use crate::source::Dossier;
use crate::source::formats::FormatSubject;

impl Overview {
    /// The gates over one subject of another format, in sight of all others.
    pub(super) fn check_format(
        &self,
        dossier: &Dossier,
        format: &FormatSubject,
    ) -> Vec<GateResult> {
        let tracked = self.tracked(&dossier.beside);
        match format {
            FormatSubject::SpecKit(feature) => spec_kit::check(feature, tracked),
            FormatSubject::OpenSpec(change) => {
                let all = self.library().formats.openspec.as_ref();
                let check =
                    |all| OpenSpecGates::knowing(all, self.circles(all), tracked).check(change);
                all.map(check).unwrap_or_default()
            }
            FormatSubject::Bmad(plan) => bmad::check(plan),
        }
    }

    /// What belongs to no subject of another format.
    pub(super) fn outside_every_subject(&self) -> Vec<Finding> {
        let formats = &self.library().formats;
        let mut found = Vec::new();
        if let Some((root, folders)) = &formats.spec_kit {
            found.extend(spec_kit::repository_findings(folders, &self.library().entries, root));
        }
        if let Some(all) = &formats.openspec {
            let gates = OpenSpecGates::knowing(all, self.circles(all), self.tracked(&[]));
            found.extend(gates.repository(formats.documents()));
        }
        found
    }
}
