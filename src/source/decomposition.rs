//! The tickets that file 06 of an RFC plans.

use std::collections::HashSet;

use super::keys::first_of;
use crate::model::Place;
use crate::yaml::NodeRef;

/// One planned ticket of file 06.
#[derive(Debug, Clone)]
pub struct DecompositionEntry {
    /// `TCK-00001`, or a placeholder like `CAC-TCK-0001`.
    pub ticket_id: String,
    /// Dependencies it plans, as written.
    pub dependencies: Vec<String>,
    /// Requirements it plans, as written.
    pub requirements: Vec<String>,
    /// The entry's place: its id.
    pub place: Place,
}

/// The mappings that plan a ticket, in all six layouts: any with a title and a ticket's id; each with
/// that id.
pub(super) fn planned(root: NodeRef<'_>) -> Vec<(NodeRef<'_>, NodeRef<'_>)> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let id = first_of(node, &["final_id", "ticket_id"]);
        if let (Some(id), Some(_)) = (id, node.get("title"))
            && id.as_scalar().is_some()
        {
            found.push((node, id));
            continue;
        }
        let mut below: Vec<_> = node.entries().map(|(_, value)| value).collect();
        below.extend(node.items());
        open.extend(below.into_iter().rev());
    }
    found
}

/// The planned tickets, in order.
pub(super) fn decomposition(root: NodeRef<'_>) -> Vec<DecompositionEntry> {
    let entry = |(node, id): (NodeRef<'_>, NodeRef<'_>)| {
        let mut requirements =
            named(node, &["requirement_ids", "requirements", "requirements_covered"]);
        let below = node.get("binds").into_iter();
        requirements
            .extend(below.flat_map(|binds| named(binds, &["requirement_ids", "requirements"])));
        DecompositionEntry {
            ticket_id: id.as_scalar().unwrap_or_default().trim().to_owned(),
            dependencies: named(node, &["dependencies", "depends_on", "blocked_by"]),
            requirements,
            place: id.place(),
        }
    };
    planned(root).into_iter().map(entry).collect()
}

/// The ids in these lists, strings or mappings, each once.
fn named(node: NodeRef<'_>, keys: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for list in keys.iter().filter_map(|key| node.get(key)) {
        let list = list.get("tickets").unwrap_or(list);
        for item in list.items() {
            let id = item
                .as_scalar()
                .or_else(|| first_of(item, &["ticket_id", "requirement_id", "id"])?.as_scalar());
            let id = id.unwrap_or_default().trim();
            if !id.is_empty() && seen.insert(id) {
                found.push(id.to_owned());
            }
        }
    }
    found
}
