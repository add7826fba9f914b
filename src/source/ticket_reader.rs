//! From a parsed file to a [`Ticket`]. What cannot be read stays `None` or is left out of its
//! list; gate 1 has the document, and says so.

use std::sync::Arc;

use super::keys::first_of;
use super::scalar::Text;
use super::slips::Slips;
use super::ticket::{DependencyEntry, RequirementRef, Ticket, TicketStatus};
use super::ticket_paths;
use super::ticket_prose;
use super::ticket_shape::TicketShape;
use crate::model::{NodePath, Place, RfcId, TicketId};
use crate::yaml::{Document, NodeRef};

impl Ticket {
    /// Reads the ticket that `file` holds, whichever of the five shapes it has.
    pub fn read(file: String, stem: TicketId, document: Document) -> Self {
        let prose = ticket_prose::read(&TicketShape::of(&document));
        let ticket = Self::read_facts(file, stem, document);
        Self {
            in_scope: prose.in_scope,
            out_of_scope: prose.out_of_scope,
            steps: prose.steps,
            criteria: prose.criteria,
            verifications: prose.verifications,
            code_examples: prose.code_examples,
            notes: prose.notes,
            ..ticket
        }
    }

    /// The same without the prose, but for one criterion, where there is any.
    pub(super) fn read_facts(file: String, stem: TicketId, document: Document) -> Self {
        let shape = TicketShape::of(&document);
        let header = |key: &str| shape.header.and_then(|h| string(h.get(key)?));
        let binds = |key: &str| shape.binds.and_then(|b| string(b.get(key)?));
        let status = header("status");
        let rfc_ref = binds("rfc_id");
        let holder = shape.header.or(shape.meta).unwrap_or(shape.root);
        let binder = shape.binds.unwrap_or(holder);
        Self {
            id: header("id"),
            title: header("title"),
            known_status: status.as_ref().and_then(|s| TicketStatus::parse(s.value.trim())),
            status,
            rfc: rfc_ref.as_ref().and_then(|r| r.value.parse().ok()),
            rfc_ref,
            prd_ref: binds("prd_id"),
            phase: phase(&shape),
            header: place_of_holder(holder),
            binds: place_of_holder(binder),
            requirements: items(shape.requirement_lists(), requirement),
            dependencies: items(shape.dependency_lists(), dependency),
            paths: ticket_paths::read(&shape),
            evidence: items(shape.evidence_lists(), artifact),
            criteria: ticket_prose::some_criterion(&shape).into_iter().collect(),
            justified_paths: ticket_paths::justified(shape.root),
            slips: Slips::of_ticket(shape.root),
            ..Self::blank(file, stem, Arc::new(document.into()))
        }
    }
}

/// A mapping's place; the root stands for its whole file.
fn place_of_holder(node: NodeRef<'_>) -> Place {
    let place = node.place();
    if place.path == NodePath::Line { Place::whole_file() } else { place }
}

fn items<T>(lists: Vec<NodeRef<'_>>, read: fn(NodeRef<'_>) -> Option<T>) -> Vec<T> {
    lists.into_iter().flat_map(NodeRef::items).filter_map(read).collect()
}

/// The text of a node that is a string; numbers, booleans and null are not.
fn string(node: NodeRef<'_>) -> Option<Text> {
    Some(Text { value: node.as_str()?.to_owned(), place: node.place() })
}

fn requirement(entry: NodeRef<'_>) -> Option<RequirementRef> {
    let written = match entry.as_str() {
        Some(text) => text,
        None => first_of(entry, &["requirement_id", "id"])?.as_str()?,
    };
    let written = written.trim();
    let (prefix, id) = match written.split_once('/') {
        Some((owner, id)) => match owner.parse::<RfcId>() {
            Ok(rfc) => (Some(rfc), id),
            Err(_) => (None, written),
        },
        None => (None, written),
    };
    Some(RequirementRef {
        id: id.to_owned(),
        prefix,
        reference: first_of(entry, &["requirement_ref", "ref"]).and_then(string),
        place: entry.place(),
    })
}

fn dependency(entry: NodeRef<'_>) -> Option<DependencyEntry> {
    let target = match entry.as_str() {
        Some(_) => entry,
        None => first_of(entry, &["ticket_id", "id"])?,
    };
    Some(DependencyEntry { target: target.as_str()?.trim().to_owned(), place: target.place() })
}

fn artifact(entry: NodeRef<'_>) -> Option<Text> {
    let value = match entry.as_str() {
        Some(text) => text,
        None => first_of(entry, &["artifact_ref", "path", "evidence_id", "id"])?.as_str()?,
    };
    Some(Text { value: value.to_owned(), place: entry.place() })
}

/// `ticket.phase`, else `Phase: X` at the start of a line of the notes (R27).
fn phase(shape: &TicketShape<'_>) -> Option<Text> {
    let own = shape.header.and_then(|header| {
        let node = header.get("phase")?;
        Some((node.as_scalar()?.trim(), node))
    });
    let noted = || {
        let scalars = shape.notes().into_iter().flat_map(NodeRef::scalars);
        scalars.into_iter().find_map(|node| {
            let mut lines = node.as_scalar()?.lines();
            let phase = lines.find_map(|line| line.trim().strip_prefix("Phase:"))?;
            Some((phase.trim(), node))
        })
    };
    let (value, node) = own.or_else(noted).filter(|(value, _)| !value.is_empty())?;
    Some(Text { value: value.to_owned(), place: node.place() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Limits, read};

    fn ticket(text: &str) -> Ticket {
        let (document, faults) = read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
        assert_eq!(faults, []);
        let stem = "TCK-00017".parse().expect("a ticket id");
        Ticket::read("tickets/TCK-00017.yaml".to_owned(), stem, document)
    }

    /// Everything that a ticket says, in one value: `field line: value`.
    fn digest(ticket: &Ticket) -> Vec<String> {
        let mut out = Vec::new();
        let ids = [
            ("id", &ticket.id),
            ("title", &ticket.title),
            ("status", &ticket.status),
            ("rfc", &ticket.rfc_ref),
            ("prd", &ticket.prd_ref),
            ("phase", &ticket.phase),
        ];
        for (name, text) in ids {
            out.extend(text.iter().map(|t| format!("{name} {}: {}", t.place.line, t.value)));
        }
        for r in &ticket.requirements {
            let reference = r.reference.as_ref().map_or("", |t| t.value.as_str());
            out.push(format!("requirement {}: {} {reference}", r.place.line, r.id));
        }
        for d in &ticket.dependencies {
            out.push(format!("dependency {}: {}", d.place.yaml_path(), d.target));
        }
        for p in &ticket.paths {
            out.push(format!("{} {}: {}", p.kind.as_str(), p.place.line, p.raw));
        }
        let lists = [
            ("evidence", &ticket.evidence),
            ("in", &ticket.in_scope),
            ("out", &ticket.out_of_scope),
            ("step", &ticket.steps),
            ("criterion", &ticket.criteria),
            ("verification", &ticket.verifications),
            ("example", &ticket.code_examples),
            ("note", &ticket.notes),
        ];
        for (name, texts) in lists {
            out.extend(texts.iter().map(|t| format!("{name} {}: {}", t.place.line, t.value)));
        }
        out
    }

    #[test]
    fn shape_a_keeps_everything_in_ticket_meta() {
        let read = ticket(
            r##"ticket_meta:
  ticket:
    id: "TCK-00017"
    title: "Implement work contract data model"
    status: OPEN
  binds:
    prd_id: "PRD-0001"
    rfc_id: "RFC-0001"
    requirements:
      - requirement_id: "REQ-0001"
        requirement_ref: "documents/prds/PRD-0001/requirements/REQ-0001.yaml#prd_requirement"
    evidence_artifacts:
      - evidence_id: "EVID-0001"
        artifact_ref: "documents/prds/PRD-0001/evidence_artifacts/EVID-0001.yaml"
      - EVID-0002
  dependencies:
    tickets:
      - ticket_id: "TCK-00002"
        reason: "Requires proto event schemas"
      - TCK-00004
  scope:
    in_scope: ["Define Work struct"]
    out_of_scope: ["Lease integration (TCK-00018)"]
  plan:
    steps: ["Add work.rs"]
  definition_of_done:
    criteria: ["Work states defined"]
  notes:
    security: "fail-closed"
    codebase_context:
      extend:
        - file: "crates/core/src/lib.rs"
          reason: "export"
"##,
        );
        assert_eq!(
            digest(&read),
            [
                "id 3: TCK-00017",
                "title 4: Implement work contract data model",
                "status 5: OPEN",
                "rfc 8: RFC-0001",
                "prd 7: PRD-0001",
                "requirement 10: REQ-0001 documents/prds/PRD-0001/requirements/REQ-0001.yaml#prd_requirement",
                "dependency ticket_meta.dependencies.tickets[0].ticket_id: TCK-00002",
                "dependency ticket_meta.dependencies.tickets[1]: TCK-00004",
                "modify 32: crates/core/src/lib.rs",
                "evidence 13: documents/prds/PRD-0001/evidence_artifacts/EVID-0001.yaml",
                "evidence 15: EVID-0002",
                "in 22: Define Work struct",
                "out 23: Lease integration (TCK-00018)",
                "step 25: Add work.rs",
                "criterion 27: Work states defined",
                "note 29: fail-closed",
                "note 32: crates/core/src/lib.rs",
                "note 33: export",
            ]
        );
        assert_eq!(read.known_status, Some(TicketStatus::Open));
        assert_eq!(read.header.yaml_path(), "ticket_meta.ticket");
        assert_eq!(read.binds.yaml_path(), "ticket_meta.binds");
    }

    #[test]
    fn shape_b_has_its_implementation_at_the_root() {
        let read = ticket(
            r"ticket_meta:
  ticket: {id: TCK-00017, title: Implement CCP index, status: READY}
  binds:
    rfc_id: RFC-0010
    requirements:
    - requirement_id: REQ-0001
    - RFC-0007/REQ-0002
dependencies:
  tickets:
  - ticket_id: TCK-00111
implementation:
  summary: Create the index
  files_to_modify:
  - changes: Register the command
    path: crates/cli/src/main.rs
  - Cargo.toml
  files_to_create:
  - path: crates/core/src/index.rs
  files_to_delete: []
  implementation_steps:
  - step: 1
    action: Define structures
    details: In index.rs
  - Wire it up
  code_examples:
  - description: usage
    code: let x = 1;
acceptance_criteria:
- criterion: The index is deterministic
  verification: Run twice
test_requirements:
- test_id: UT-1
  verification_command: cargo test
notes: 'Phase: PHASE-1

  Generated from RFC RFC-0016.'
",
        );
        assert_eq!(
            digest(&read),
            [
                "id 2: TCK-00017",
                "title 2: Implement CCP index",
                "status 2: READY",
                "rfc 4: RFC-0010",
                "phase 34: PHASE-1",
                "requirement 6: REQ-0001 ",
                "requirement 7: REQ-0002 ",
                "dependency dependencies.tickets[0].ticket_id: TCK-00111",
                "modify 15: crates/cli/src/main.rs",
                "modify 16: Cargo.toml",
                "create 18: crates/core/src/index.rs",
                "in 12: Create the index",
                "step 21: Define structures\nIn index.rs",
                "step 24: Wire it up",
                "criterion 29: The index is deterministic",
                "verification 30: Run twice",
                "verification 32: cargo test",
                "example 26: let x = 1;",
                "note 34: Phase: PHASE-1\nGenerated from RFC RFC-0016.",
            ]
        );
        let prefixes: Vec<_> = read.requirements.iter().map(|r| r.prefix.clone()).collect();
        assert_eq!(prefixes, [None, "RFC-0007".parse().ok()]);
    }

    #[test]
    fn shape_c_is_a_stub() {
        let read = ticket(
            r"ticket_meta:
  ticket: {id: TCK-00017, title: 'SUPERSEDED: see TCK-00110', status: cancelled}
  binds: {rfc_id: RFC-0009}
supersession: {superseded_by_rfc: RFC-0010, migrated_to_ticket: TCK-00110}
",
        );
        assert_eq!(
            digest(&read),
            [
                "id 2: TCK-00017",
                "title 2: SUPERSEDED: see TCK-00110",
                "status 2: cancelled",
                "rfc 3: RFC-0009",
            ]
        );
        assert!(!read.is_live());
    }

    #[test]
    fn shape_d_is_flat() {
        let read = ticket(
            r"ticket:
  id: TCK-00017
  title: Flat
  status: DRAFT
  rfc_id: RFC-0003
  requirement_ids: [REQ-0001]
  depends_on: [TCK-00016]
  phase: 2
implementation:
  files_to_create: [{path: src/a.rs, purpose: x}]
",
        );
        assert_eq!(
            digest(&read),
            [
                "id 2: TCK-00017",
                "title 3: Flat",
                "status 4: DRAFT",
                "rfc 5: RFC-0003",
                "phase 8: 2",
                "requirement 6: REQ-0001 ",
                "dependency ticket.depends_on[0]: TCK-00016",
                "create 10: src/a.rs",
            ]
        );
    }

    #[test]
    fn shape_e_is_nested() {
        let read = ticket(
            r"ticket:
  id: TCK-00017
  title: Nested
  source: {rfc_id: RFC-0003, requirement_ids: [REQ-0001]}
  dependencies: {blocked_by: [TCK-00016], blocks: [TCK-00018]}
  implementation:
    files_to_modify: [src/a.rs]
  verification:
    commands: [cargo test]
    acceptance_criteria: [It works]
",
        );
        assert_eq!(
            digest(&read),
            [
                "id 2: TCK-00017",
                "title 3: Nested",
                "rfc 4: RFC-0003",
                "requirement 4: REQ-0001 ",
                "dependency ticket.dependencies.blocked_by[0]: TCK-00016",
                "modify 7: src/a.rs",
                "criterion 10: It works",
                "verification 9: cargo test",
            ]
        );
    }

    #[test]
    fn a_broken_shape_is_still_a_ticket() {
        for broken in [
            "a: 1\n",
            "ticket_meta: []\n",
            "ticket_meta: {ticket: 7, binds: x, dependencies: 3}\nimplementation: no\n",
            "ticket: {id: 17, title: [x], status: true, depends_on: {a: b}, requirement_ids: [[]]}\n",
            "ticket_meta: {ticket: {}}\nnotes: {codebase_context: 3, files: [{a: b}]}\n",
        ] {
            let read = ticket(broken);
            assert_eq!((read.id, read.title, read.status), (None, None, None));
            assert_eq!((read.rfc_ref, read.requirements, read.paths), (None, vec![], vec![]));
            assert_eq!(read.dependencies, []);
        }
    }
}
