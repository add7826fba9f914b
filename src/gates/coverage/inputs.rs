//! What the files say that define requirements (GATES.md R31, R39).

use crate::gates::diagnostic::{Spot, count, quoted, weighing};
use crate::gates::example::{PROBLEM, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Misnamed, Rfc, SourceDiagnostic};

pub(super) static R31: RuleInfo = RuleInfo {
    id: Rule::numbered("R31"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "MINOR when a requirement's id is not its file's name",
    title: "a requirement file that cannot be read",
    why: "Coverage of requirements that nobody can read means nothing.",
    act: "Fix the file; name it after the id inside.",
    fix: None,
    example: in_one(
        PROBLEM,
        r#"    - id: REQ-0002
      title: Refuse: an empty name"#,
        r#"    - id: REQ-0002
      title: Refuse an empty name"#,
    ),
};

pub(super) static R39: RuleInfo = RuleInfo {
    id: Rule::numbered("R39"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::OrphanTicket,
    severity: Severity::Minor,
    varies: "",
    title: "an RFC that defines no requirements",
    why: "Its tickets cannot be checked against anything.",
    act: "State what the RFC demands in its 01 file or in requirements/; without an 01 file: `council-review new rfc \"Title\" --id RFC-0042`.",
    fix: None,
    example: in_one(
        PROBLEM,
        r#"  requirements_in_prose: |
    Callers are greeted by name; an empty name is refused."#,
        r#"  rfc_local_requirements:
    requirements:
    - id: REQ-0001
      title: Greet by name
    - id: REQ-0002
      title: Refuse an empty name"#,
    ),
};

/// R31: files that should define requirements and cannot be read.
pub(super) fn unreadable(dossier: &Dossier, rfc: &Rfc) -> Vec<Finding> {
    let is_input = |flaw: &&SourceDiagnostic| {
        let rest = flaw.file.strip_prefix(&rfc.folder);
        let name = rest.and_then(|rest| rest.strip_prefix('/'));
        name.is_some_and(|n| {
            n.starts_with("01_") || n == "requirements" || n.starts_with("requirements/")
        })
    };
    let flaws = dossier.library.flaws_below(&rfc.folder).iter();
    flaws
        .filter(|flaw| flaw.kind.is_fatal())
        .filter(is_input)
        .map(|flaw| {
            Spot::of_flaw(flaw, None).says(
                &R31,
                format!("the requirements in this file cannot be read: {}", flaw.message),
                "fix the file; until then uncovered requirements cannot be found",
            )
        })
        .collect()
}

/// R31: a requirement's file that is named after another id.
pub(super) fn misnamed(dossier: &Dossier, rfc: &Rfc) -> Vec<Finding> {
    let named = rfc.requirements.iter();
    named
        .filter_map(|requirement| {
            let Misnamed { stem, file, place } = requirement.misnamed.as_ref()?;
            let finding = Spot::in_file(&dossier.library, file, place).says(
                &R31,
                format!(
                    "the requirement is {}, and its file is named {}",
                    quoted(&requirement.id),
                    quoted(stem)
                ),
                "name the file after the requirement's id",
            );
            Some(weighing(Severity::Minor, finding))
        })
        .collect()
}

/// R39: an RFC that defines none.
pub(super) fn none(dossier: &Dossier, rfc: &Rfc) -> Finding {
    Spot::whole(&rfc.folder).says(
        &R39,
        format!(
            "{} defines no requirements, so {} cannot be checked",
            rfc.id,
            count(dossier.tickets.len(), "ticket", "tickets")
        ),
        match dossier.files.iter().find(|file| is_01(rfc, &file.path)) {
            Some(file) => format!(
                "list them under `rfc_local_requirements.requirements` in {}; the form: council-review schema rfc",
                file.path
            ),
            None => format!(
                "state them in a file 01: council-review new rfc \"Title\" --id {} writes one",
                rfc.id
            ),
        },
    )
}

/// Whether a path is that of an RFC's file 01.
fn is_01(rfc: &Rfc, path: &str) -> bool {
    let name = path.strip_prefix(&rfc.folder).and_then(|rest| rest.strip_prefix('/'));
    name.is_some_and(|name| name.starts_with("01_"))
}
