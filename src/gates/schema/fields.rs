//! What a ticket's own fields must be (GATES.md R10 to R15). Most of it stands in the JSON Schema, where
//! each constraint names its rule; what that cannot say is here.

use super::misspelt;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::{NEW, SECOND, in_one};
use crate::gates::rule_fix::{FixScene, Intent, RuleFix};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{distance, respelled};
use crate::model::{Finding, GateId, RfcId, Rule, Severity, Subcategory, TicketId};
use crate::source::{Ticket, TicketStatus};

pub(super) static R10: RuleInfo = RuleInfo {
    id: Rule::numbered("R10"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a ticket without exactly one usable header",
    why: "Id, title and binding all hang below the header.",
    act: "Keep one of `ticket_meta` and `ticket`, with the ticket's fields below it, as in a file of `council-review new ticket RFC-0042 --for REQ-0001`.",
    fix: Some(RuleFix {
        does: "renames a key that is nearly the one that is missing",
        intend: misspelt::behind,
    }),
    example: in_one(
        NEW,
        r#"id: TCK-00004
title: Greet in German
rfc_id: RFC-0001"#,
        r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001"#,
    ),
};

pub(super) static R11: RuleInfo = RuleInfo {
    id: Rule::numbered("R11"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a ticket id that is missing, malformed, or not the file's name",
    why: "Everything refers to tickets by id; a second name for one ticket breaks every reference.",
    act: "Give the id and the file the same name: TCK- and five digits.",
    fix: Some(RuleFix {
        does: "writes the id of the file's name, when its number is right; renames a key that is nearly `id`",
        intend: id_of_file,
    }),
    example: in_one(
        SECOND,
        r#"    id: TCK-2
    title: Refuse an empty name"#,
        r#"    id: TCK-00002
    title: Refuse an empty name"#,
    ),
};

pub(super) static R12: RuleInfo = RuleInfo {
    id: Rule::numbered("R12"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a title that is missing or too short to say anything",
    why: "The title is what people see in every list and every review.",
    act: "Write what will be different when the ticket is done.",
    fix: Some(RuleFix { does: "renames a key that is nearly `title`", intend: misspelt::behind }),
    example: in_one(
        SECOND,
        r#"    id: TCK-00002
    title: """#,
        r#"    id: TCK-00002
    title: Refuse an empty name"#,
    ),
};

pub(super) static R13: RuleInfo = RuleInfo {
    id: Rule::numbered("R13"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "MINOR when the value is a word of another kind, such as MAINTENANCE",
    title: "an rfc_id that is missing or unusable",
    why: "A ticket that belongs to no RFC is reviewed by nobody.",
    act: "Write the id of the RFC, as in RFC-0042.",
    fix: Some(RuleFix {
        does: "writes the id of an RFC that has a folder, when its number is right; renames a key that is nearly the missing one",
        intend: id_of_rfc,
    }),
    example: in_one(
        SECOND,
        r#"  binds:
    rfc_id: RFC-1"#,
        r#"  binds:
    rfc_id: RFC-0001"#,
    ),
};

pub(super) static R14: RuleInfo = RuleInfo {
    id: Rule::numbered("R14"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: "BLOCKER when the value is not a text",
    title: "a status that is unknown or not spelled in its usual way",
    why: "Whether a ticket still counts is decided by its status.",
    act: "Use one of DRAFT OPEN READY IN_PROGRESS BLOCKED COMPLETED DONE CLOSED MERGED CANCELLED SUPERSEDED.",
    fix: Some(RuleFix {
        does: "writes the status in its usual spelling, when only one is nearly it",
        intend: usual_status,
    }),
    example: in_one(SECOND, r#"    status: ready"#, r#"    status: READY"#),
};

pub(super) static R15: RuleInfo = RuleInfo {
    id: Rule::numbered("R15"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a list that is no list, or an entry that names nothing",
    why: "What cannot be read there is silently missing from every other check.",
    act: "Write a list of ids or paths, or of mappings that hold them.",
    fix: Some(RuleFix {
        does: "makes a list of a single word or path; renames a key that is nearly the missing one",
        intend: list_of_one,
    }),
    example: in_one(
        SECOND,
        r#"    requirements: REQ-0002"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
};

/// The rule that a constraint of the schema names.
pub(super) fn named(id: &str) -> Option<&'static RuleInfo> {
    [&R10, &R11, &R12, &R13, &R14, &R15].into_iter().find(|rule| rule.id.as_str() == id)
}

/// R11: the id and the file's name are one.
pub(super) fn misnamed(ticket: &Ticket) -> Option<Finding> {
    let id = ticket.id.as_ref()?;
    let parsed: TicketId = id.value.parse().ok()?;
    (parsed != ticket.stem).then(|| {
        Spot::in_ticket(ticket, &id.place).says(
            &R11,
            format!("the id is {parsed}, and the file is named {}", ticket.stem),
            "give the id and the file the same name",
        )
    })
}

/// R14: a status that is unknown, or not spelled as usual.
pub(super) fn unusual_status(ticket: &Ticket) -> Option<Finding> {
    let status = ticket.status.as_ref()?;
    let (says, act) = match ticket.known_status {
        Some(known) if known.as_str() == status.value => return None,
        Some(known) => (
            format!("the status {} is not spelled as usual", quoted(&status.value)),
            format!("write {}", known.as_str()),
        ),
        None => (
            format!("the status {} is unknown", quoted(&status.value)),
            "use one of DRAFT, OPEN, READY, IN_PROGRESS, BLOCKED, COMPLETED, DONE, CLOSED, MERGED, CANCELLED and SUPERSEDED".to_owned(),
        ),
    };
    Some(Spot::in_ticket(ticket, &status.place).says(&R14, says, act))
}

/// Fixes that stand for one another: the first that is certain.
fn either(first: Vec<Intent>, other: impl FnOnce() -> Vec<Intent>) -> Vec<Intent> {
    if first.is_empty() { other() } else { first }
}

fn id_of_file(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let id = || {
        let ticket = scene.ticket(finding)?;
        let id = ticket.id.as_ref().filter(|id| scene.is_at(finding, &id.place))?;
        // Of two ids that are well formed nobody can tell which one is wrong.
        let malformed = id.value.parse::<TicketId>().is_err();
        let meant = respelled(&id.value, [ticket.stem.as_str()]).filter(|_| malformed)?;
        Some(scene.say(finding, meant))
    };
    either(id().into_iter().collect(), || misspelt::behind(scene, finding))
}

fn id_of_rfc(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let id = || {
        let ticket = scene.ticket(finding)?;
        let written = ticket.rfc_ref.as_ref().filter(|id| scene.is_at(finding, &id.place))?;
        let known = scene.library.rfc_folders.iter().map(RfcId::as_str);
        Some(scene.say(finding, respelled(&written.value, known)?))
    };
    either(id().into_iter().collect(), || misspelt::behind(scene, finding))
}

/// Letters that a status may have wrong.
const SLIPS_OF_STATUS: usize = 2;

/// The one status that a text is nearly, whatever its case and signs.
fn nearly(text: &str) -> Option<TicketStatus> {
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect()
    };
    let written = bare(text);
    if text.len() > 2 * SLIPS_OF_STATUS + 11 || text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let near = TicketStatus::ALL.into_iter().filter_map(|status| {
        let known = bare(status.as_str());
        // A short word has few letters to tell it by.
        let most = if known.len() < 6 { 1 } else { SLIPS_OF_STATUS };
        Some((distance(&written, &known), status)).filter(|(distance, _)| *distance <= most)
    });
    let near: Vec<(usize, TicketStatus)> = near.collect();
    match near.as_slice() {
        [(_, status)] => Some(*status),
        some => some.iter().find(|(distance, _)| *distance == 0).map(|(_, status)| *status),
    }
}

fn usual_status(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let usual = || {
        let ticket = scene.ticket(finding)?;
        let status = ticket.status.as_ref().filter(|text| scene.is_at(finding, &text.place))?;
        let meant = ticket.known_status.or_else(|| nearly(&status.value))?;
        Some(scene.say(finding, meant.as_str()))
    };
    usual().into_iter().collect()
}

fn list_of_one(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let is_entry = finding.location.yaml_path().ends_with(']');
    let listed = || {
        let file = scene.ticket(finding).filter(|_| !is_entry)?.file.clone();
        let path = finding.location.yaml_path().to_owned();
        (!path.is_empty()).then_some(Intent::Enlist { file, path })
    };
    either(misspelt::behind(scene, finding), || listed().into_iter().collect())
}
