//! Gate 1, keys that are nearly ones that are read (GATES.md R52). Which there are is told by
//! `source::slips`; here they get their words and their weight.

use crate::gates::diagnostic::{Spot, quoted, weighing};
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_fix::{FixScene, Intent, RuleFix};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::keys::Holds;
use crate::source::slips::Slip;
use crate::source::{Dossier, Ticket};

pub(super) static R52: RuleInfo = RuleInfo {
    id: Rule::numbered("R52"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: "MAJOR when the key that is missing holds dependencies, requirements or criteria",
    title: "a key that is nearly one that is missing",
    why: "Unknown keys are ignored: nothing below a mistyped one is read.",
    act: "Rename the key to the one that is meant.",
    fix: Some(RuleFix {
        does: "renames the key, when only one key that is missing there is nearly it",
        intend: renaming,
    }),
    example: in_one(
        SECOND,
        r#"  dependancies:
    tickets:
    - ticket_id: TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
};

/// R52 of a ticket. Where another rule reports the missing key, its text names the slip.
pub(super) fn in_ticket(ticket: &Ticket, violations: &mut Vec<Finding>) {
    if ticket.known_status.is_some_and(|status| status.is_dead()) {
        return;
    }
    let mut found = Vec::new();
    for slip in &ticket.slips {
        match violations.iter_mut().find(|violation| reports(violation, slip)) {
            Some(violation) => {
                let near = format!("; did you mean it by {}?", quoted(&slip.written));
                violation.description.push_str(&near);
            }
            None => found.push(finding(slip, Spot::in_ticket(ticket, &slip.place))),
        }
    }
    violations.extend(found);
}

/// R52 of the RFC's own files.
pub(super) fn in_folder(dossier: &Dossier) -> Vec<Finding> {
    let slips = dossier.rfc().into_iter().flat_map(|rfc| &rfc.slips);
    let library = &dossier.library;
    slips.map(|(file, slip)| finding(slip, Spot::in_file(library, file, &slip.place))).collect()
}

fn finding(slip: &Slip, spot: Spot) -> Finding {
    let severity = match slip.holds {
        Holds::Dependencies | Holds::Requirements | Holds::Criteria | Holds::Weighty => {
            Severity::Major
        }
        Holds::Other => Severity::Minor,
    };
    let (written, meant) = (quoted(&slip.written), slip.meant);
    let finding = spot.says(
        &R52,
        format!("unknown key {written}; did you mean `{meant}`? Nothing below it is read"),
        format!("rename the key to `{meant}`"),
    );
    weighing(severity, finding)
}

/// Whether a finding is about the key that a slip leaves missing.
fn reports(violation: &Finding, slip: &Slip) -> bool {
    let keys: &[&str] = match violation.rule.as_str() {
        "R10" => &["ticket_meta", "ticket"],
        "R11" => &["id"],
        "R12" => &["title"],
        "R13" => &["binds", "rfc_id"],
        "R15" => &["ticket_id", "requirement_id", "id"],
        _ => &[],
    };
    keys.contains(&slip.meant) && violation.location.yaml_path() == slip.mapping
}

/// The slips of the file that a finding is about.
fn slips_of<'s>(scene: &FixScene<'s>, finding: &Finding) -> Vec<&'s Slip> {
    if let Some(ticket) = scene.ticket(finding) {
        return ticket.slips.iter().collect();
    }
    let slips = scene.dossier.and_then(Dossier::rfc).into_iter().flat_map(|rfc| &rfc.slips);
    slips.filter(|(file, _)| *file == finding.location.file).map(|(_, slip)| slip).collect()
}

fn renaming(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    rename(scene, finding, |slip| scene.is_at(finding, &slip.place))
}

/// What names the slip that leaves the key missing which a finding of another rule is about.
pub(super) fn behind(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    rename(scene, finding, |slip| reports(finding, slip))
}

fn rename(scene: &FixScene<'_>, finding: &Finding, is_its: impl Fn(&Slip) -> bool) -> Vec<Intent> {
    let slips = slips_of(scene, finding);
    let mut its = slips.iter().filter(|slip| is_its(slip));
    let (Some(slip), None) = (its.next(), its.next()) else { return Vec::new() };
    let is_same = |other: &&&Slip| other.mapping == slip.mapping && other.meant == slip.meant;
    if !slip.is_certain || slips.iter().filter(is_same).count() > 1 {
        return Vec::new();
    }
    let file = finding.location.file.clone();
    let at = (slip.place.line, slip.place.column);
    vec![Intent::Rename { file, at, to: slip.meant.to_owned() }]
}
