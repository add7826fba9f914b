//! Requirements that no ticket covers (GATES.md R38).

use super::matrix::CoverageMatrix;
use crate::gates::Overview;
use crate::gates::diagnostic::{Spot, count, is_word, quoted};
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Requirement, Rfc};

pub(super) static R38: RuleInfo = RuleInfo {
    id: Rule::numbered("R38"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Blocker,
    varies: "",
    title: "a requirement without a ticket",
    why: "The RFC promises it and nothing would bring it about.",
    act: "Write a ticket for it, add it to one that does it, or withdraw it.",
    fix: None,
    example: in_one(
        SECOND,
        r#"    requirements:
    - requirement_id: REQ-0001      # and no other ticket serves REQ-0002"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
};

/// The requirements of an RFC that no ticket covers, and whether these are all.
pub(in crate::gates) fn uncovered<'d>(
    dossier: &'d Dossier,
    rfc: &'d Rfc,
    all: &Overview,
) -> (Vec<&'d Requirement>, bool) {
    let matrix = CoverageMatrix::of(dossier, rfc, all);
    (matrix.uncovered(), matrix.is_all_bare())
}

/// One finding for each of them, or for all when nothing at all is covered.
pub(super) fn check(dossier: &Dossier, rfc: &Rfc, matrix: &CoverageMatrix<'_>) -> Vec<Finding> {
    let uncovered = matrix.uncovered();
    let Some(first) = uncovered.first() else {
        return Vec::new();
    };
    let all = count(uncovered.len(), "requirement", "requirements");
    let library = &dossier.library;
    if dossier.tickets.is_empty() && dossier.unreadable.is_empty() && matrix.is_all_bare() {
        return vec![Spot::whole(&rfc.folder).says(
            &R38,
            format!("{} has {all} and no ticket", rfc.id),
            match is_word(&first.id) {
                true => format!(
                    "write the tickets that bring them about: council-review new ticket {} --for {}",
                    rfc.id, first.id
                ),
                false => "write the tickets that bring them about".to_owned(),
            },
        )];
    }
    if matrix.is_all_bare() {
        return vec![Spot::in_file(library, &first.file, &first.place).says(
            &R38,
            format!(
                "no ticket covers any of the {all} of {}: {}",
                rfc.id,
                uncovered.iter().map(|r| quoted(&r.id)).collect::<Vec<_>>().join(", ")
            ),
            "name in each ticket the requirements that it serves",
        )];
    }
    uncovered
        .iter()
        .map(|requirement| {
            Spot::in_file(library, &requirement.file, &requirement.place).says(
                &R38,
                format!("{} has no ticket", quoted(&requirement.id)),
                match is_word(&requirement.id) {
                    true => format!(
                        "add it to the ticket that does it, withdraw it, or write one: council-review new ticket {} --for {}",
                        rfc.id, requirement.id
                    ),
                    false => "write a ticket for it, add it to the one that does it, or withdraw it"
                        .to_owned(),
                },
            )
        })
        .collect()
}
