//! From a parsed file to a [`Ticket`]. What cannot be read stays `None` or is left out of its
//! list; gate 1 has the document, and says so.

use super::ticket::{DependencyEntry, RequirementRef, Text, Ticket, TicketStatus};
use super::ticket_paths;
use super::ticket_prose;
use super::ticket_shape::{Shape, first_of};
use crate::model::{Place, RfcId, TicketId};
use crate::yaml::{Document, NodeRef};

impl Ticket {
    /// Reads the ticket that `file` holds, whichever of the five shapes it has.
    pub fn read(file: String, stem: TicketId, document: Document) -> Self {
        let shape = Shape::of(&document);
        let header = |key: &str| shape.header.and_then(|h| string(h.get(key)?));
        let binds = |key: &str| shape.binds.and_then(|b| string(b.get(key)?));
        let status = header("status");
        let rfc_ref = binds("rfc_id");
        let prose = ticket_prose::read(&shape);
        let holder = shape.header.or(shape.meta).unwrap_or(shape.root);
        let binder = shape.binds.unwrap_or(holder);
        Self {
            file,
            stem,
            id: header("id"),
            title: header("title"),
            known_status: status
                .as_ref()
                .and_then(|s| TicketStatus::parse(s.value.trim())),
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
            in_scope: prose.in_scope,
            out_of_scope: prose.out_of_scope,
            steps: prose.steps,
            criteria: prose.criteria,
            verifications: prose.verifications,
            code_examples: prose.code_examples,
            notes: prose.notes,
            justified_paths: ticket_paths::justified(shape.root),
            document,
        }
    }
}

/// A mapping's place; the root stands for its whole file.
fn place_of_holder(node: NodeRef<'_>) -> Place {
    let place = node.place();
    if place.yaml_path.is_empty() {
        Place::whole_file()
    } else {
        place
    }
}

fn items<T>(lists: Vec<NodeRef<'_>>, read: fn(NodeRef<'_>) -> Option<T>) -> Vec<T> {
    lists
        .into_iter()
        .flat_map(NodeRef::items)
        .filter_map(read)
        .collect()
}

/// The text of a node that is a string; numbers, booleans and null are not.
fn string(node: NodeRef<'_>) -> Option<Text> {
    Some(Text {
        value: node.as_str()?.to_owned(),
        place: node.place(),
    })
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
    Some(DependencyEntry {
        target: target.as_str()?.trim().to_owned(),
        place: target.place(),
    })
}

fn artifact(entry: NodeRef<'_>) -> Option<Text> {
    let value = match entry.as_str() {
        Some(text) => text,
        None => first_of(entry, &["artifact_ref", "path", "evidence_id", "id"])?.as_str()?,
    };
    Some(Text {
        value: value.to_owned(),
        place: entry.place(),
    })
}

/// `ticket.phase`, else `Phase: X` at the start of a line of the notes (R27).
fn phase(shape: &Shape<'_>) -> Option<Text> {
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
    Some(Text {
        value: value.to_owned(),
        place: node.place(),
    })
}
