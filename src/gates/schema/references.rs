//! Gate 1, what tickets and RFCs refer to outside themselves: PRDs (GATES.md R18, R33) and the
//! files of requirements (R35).

use std::collections::BTreeMap;

use crate::gates::diagnostic::{Spot, count, quoted};
use crate::gates::example::{FIRST, META, in_one};
use crate::gates::path;
use crate::gates::rule_fix::{FixScene, Intent, RuleFix};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, nearest, respelled};
use crate::model::{Finding, GateId, PrdId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Ticket};

pub(super) static R18: RuleInfo = RuleInfo {
    id: Rule::numbered("R18"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Minor,
    varies: "",
    title: "a ticket bound to a PRD that its RFC does not bind",
    why: "Ticket and RFC then answer to different product requirements.",
    act: "Take the PRD from the RFC's meta file, or add it there.",
    fix: None,
    example: in_one(
        FIRST,
        r#"    rfc_id: RFC-0001
    prd_id: PRD-0002"#,
        r#"    rfc_id: RFC-0001
    prd_id: PRD-0001"#,
    ),
};

pub(super) static R33: RuleInfo = RuleInfo {
    id: Rule::numbered("R33"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "an RFC whose PRD id is malformed",
    why: "Its product requirements and its atlas cannot be found.",
    act: "Write PRD- and four digits, or NONE.",
    fix: Some(RuleFix {
        does: "writes the id of a PRD that has a folder, when its number is right and at most one letter is wrong",
        intend: id_of_prd,
    }),
    example: in_one(
        META,
        r#"  binds_to_prd:
    prd_id: PRD-1"#,
        r#"  binds_to_prd:
    prd_id: PRD-0001"#,
    ),
};

pub(super) static R35: RuleInfo = RuleInfo {
    id: Rule::numbered("R35"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "",
    title: "a requirement reference to a file that does not exist",
    why: "The ticket sends its implementer to a page that is not there.",
    act: "Correct the path, or add the requirement's file.",
    fix: None,
    example: in_one(
        FIRST,
        r#"    - requirement_id: REQ-0001
      requirement_ref: documents/rfcs/RFC-0001/02_none.yaml"#,
        r#"    - requirement_id: REQ-0001
      requirement_ref: documents/rfcs/RFC-0001/01_problem_and_imports.yaml"#,
    ),
};

/// Whether a PRD reference says that there is none.
fn says_none(reference: &str) -> bool {
    matches!(reference.trim(), "" | "NONE")
}

/// R33 for the RFC, R18 for its tickets.
pub(super) fn prds(dossier: &Dossier) -> Vec<Finding> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    if let Some(meta) = &rfc.meta {
        findings.extend(meta.malformed_prds().map(|said| {
            Spot::in_file(&dossier.library, &meta.file, &said.place).says(
                &R33,
                format!("the RFC binds {}, which is not PRD- and four digits", quoted(&said.value)),
                "correct the id, or write NONE",
            )
        }));
    }
    let mut others: BTreeMap<&str, Vec<&Ticket>> = BTreeMap::new();
    for ticket in dossier.tickets() {
        let dead = ticket.known_status.is_some_and(|s| s.is_dead());
        let Some(said) = ticket.prd_ref.as_ref().filter(|_| !dead) else {
            continue;
        };
        let bound = rfc.prds.iter().any(|prd| prd.as_str() == said.value);
        if !bound && !says_none(&said.value) {
            others.entry(&said.value).or_default().push(ticket);
        }
    }
    let bound = match rfc.prds.as_slice() {
        [] => "no PRD".to_owned(),
        prds => prds.iter().map(PrdId::as_str).collect::<Vec<_>>().join(" and "),
    };
    findings.extend(others.into_iter().map(|(prd, tickets)| {
        let first = tickets[0];
        let place = first.rfc_ref.as_ref().map_or(&first.header, |r| &r.place);
        Spot::in_ticket(first, place).says(
            &R18,
            format!(
                "{} {}, and {} binds {bound}{}",
                count(tickets.len(), "ticket binds", "tickets bind"),
                quoted(prd),
                dossier.subject,
                did_you_mean(&nearest(prd, rfc.prds.iter().map(PrdId::as_str)))
            ),
            "take the PRD from the RFC's meta file, or add it there",
        )
    }));
    findings
}

/// R35: each reference leads to a file of the repository. What follows `#` is never checked.
pub(super) fn requirement_files(dossier: &Dossier, ticket: &Ticket) -> Vec<Finding> {
    let mut findings = Vec::new();
    for requirement in &ticket.requirements {
        let Some(reference) = &requirement.reference else {
            continue;
        };
        let file = reference.value.split('#').next().unwrap_or_default();
        if file.trim().is_empty() {
            continue;
        }
        let (says, act) = match path::plain(file) {
            Ok(path) if dossier.has_path(&path) => continue,
            Ok(_) => ("does not exist", "correct the path, or add the requirement's file"),
            Err(refusal) if refusal.is_hostile() => (
                "leads out of the repository",
                "write the path of the requirement's file from the repository's root",
            ),
            Err(_) => ("is not a path", "write the path of the requirement's file"),
        };
        findings.push(Spot::in_ticket(ticket, &requirement.place).says(
            &R35,
            format!("the file {} of requirement {} {says}", quoted(file), quoted(&requirement.id)),
            act,
        ));
    }
    findings
}

fn id_of_prd(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let meant = || {
        let meta = scene.dossier?.rfc()?.meta.as_ref()?;
        let said = meta.malformed_prds().find(|said| scene.is_at(finding, &said.place))?;
        let known = scene.library.prds.keys().map(PrdId::as_str);
        Some(scene.say(finding, respelled(&said.value, known)?))
    };
    meant().into_iter().collect()
}
