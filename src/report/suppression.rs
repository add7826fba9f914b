//! Why a finding has no weight, told alike in every report.

use super::finding;
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::council::{AgreementStatus, Resolution};
use crate::evidence::v2::ruling::Ruling;
use crate::model::Waiver;

/// What set a finding aside. `why` is foreign text where a person or a seat wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Aside {
    /// `dismissed by vote`, `waived by WVR-0001 of Ada until 2027-01-31`, `not grounded`.
    pub(super) how: String,
    /// The votes, the reason given, or what is missing.
    pub(super) why: String,
}

/// Why a finding of a bundle has no weight; `None` when it has, or is a consequence of another.
pub(super) fn aside(bundle: &Bundle, finding: &Finding) -> Option<Aside> {
    let (how, why) = match finding.resolution {
        // A consequence is told with what explains it.
        Resolution::Stands
        | Resolution::Deadlocked
        | Resolution::Open
        | Resolution::Consequence => return None,
        Resolution::Dismissed if finding.agreement_status == AgreementStatus::QuorumOppose => {
            ("dismissed by vote".to_owned(), finding::ballots(finding))
        }
        Resolution::Dismissed => match ruling(bundle, finding) {
            Some(ruling) => (format!("dismissed by {}", ruling.by), ruling.reason.clone()),
            None => ("dismissed by a person".to_owned(), finding::ballots(finding)),
        },
        Resolution::Ungrounded => {
            ("not grounded".to_owned(), "its quote is not at the place given".to_owned())
        }
        Resolution::Duplicate => {
            let first = finding.duplicate_of.as_ref().map(ToString::to_string).unwrap_or_default();
            (
                "told twice".to_owned(),
                format!("the seats called it the same as {first}, or a part of it"),
            )
        }
        Resolution::Waived => match waiver(bundle, finding) {
            Some(Waiver { waiver_id, approved_by, expires, reason, .. }) => {
                (format!("waived by {waiver_id} of {approved_by} until {expires}"), reason.clone())
            }
            None => ("waived".to_owned(), String::new()),
        },
    };
    Some(Aside { how, why })
}

/// `2 dismissed, 1 explained, 1 waived`: how many of these have no weight; `None` when all have.
pub(super) fn tally<'f>(findings: impl Iterator<Item = &'f Finding> + Clone) -> Option<String> {
    let parts = [
        (Resolution::Dismissed, "dismissed"),
        (Resolution::Consequence, "explained"),
        (Resolution::Duplicate, "told twice"),
        (Resolution::Waived, "waived"),
        (Resolution::Ungrounded, "without a ground"),
    ];
    let parts = parts.iter().filter_map(|(resolution, name)| {
        let n = findings.clone().filter(|finding| finding.resolution == *resolution).count();
        (n > 0).then(|| format!("{n} {name}"))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What a person decided on a finding.
pub(super) fn ruling<'b>(bundle: &'b Bundle, finding: &Finding) -> Option<&'b Ruling> {
    bundle.rulings.iter().find(|ruling| ruling.finding_id == finding.finding_id)
}

/// The first waiver that reaches a finding.
fn waiver<'b>(bundle: &'b Bundle, finding: &Finding) -> Option<&'b Waiver> {
    let asked = finding.waivable(&bundle.rfc_id)?;
    bundle.inputs.waivers.iter().find(|waiver| waiver.covers(asked))
}
