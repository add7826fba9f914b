//! What the gates looked at in a subject, as JSON without floats, in the shapes that pages and checks
//! know from the native format.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::source::subject::{RequirementKind, Subject, WorkItem};

/// As many characters of a title are kept.
const LONGEST_TITLE: usize = 120;

/// The documents that were read, whether one could not be, and the titles.
pub(super) fn files(subject: &Subject) -> Value {
    let files = subject
        .documents
        .iter()
        .map(|document| json!({"path": document.path(), "digest": document.file.digest.as_str()}));
    let short = |text: &str| text.chars().take(LONGEST_TITLE).collect::<String>();
    let mut titles = BTreeMap::from([(subject.id.name().to_string(), short(&subject.title))]);
    titles.extend(subject.work_items.iter().map(|item| (item.id.clone(), short(&item.text))));
    json!({
        "files": files.collect::<Vec<_>>(),
        "incomplete": !subject.faults.is_empty(),
        "titles": titles,
    })
}

/// The work items in their order, and who waits for whom.
pub(super) fn order(subject: &Subject) -> Value {
    let items: Vec<&str> = subject.work_items.iter().map(|item| item.id.as_str()).collect();
    let edges: Vec<Value> = subject
        .work_items
        .iter()
        .flat_map(|item| item.waits_for.iter().map(move |on| json!({"from": item.id, "to": on.id})))
        .collect();
    json!({"tickets": items, "edges": edges})
}

/// The requirements, and the work that says it serves them, itself or by its group.
pub(super) fn coverage(subject: &Subject) -> Value {
    let origin = |kind: RequirementKind| match kind {
        RequirementKind::Story => "story",
        RequirementKind::Functional => "functional",
        RequirementKind::Outcome => "outcome",
        RequirementKind::Delta => "delta",
    };
    let requirements: Vec<Value> = subject
        .requirements
        .iter()
        .map(|requirement| json!({"id": requirement.id, "origin": origin(requirement.kind)}))
        .collect();
    let mut coverage: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for item in &subject.work_items {
        for id in served(subject, item) {
            let items = coverage.entry(id).or_default();
            if items.last() != Some(&item.id.as_str()) {
                items.push(&item.id);
            }
        }
    }
    json!({
        "requirements": requirements,
        "coverage": coverage,
        "incomplete": !subject.faults.is_empty(),
    })
}

fn served<'s>(subject: &'s Subject, item: &'s WorkItem) -> impl Iterator<Item = &'s str> {
    let own = item.serves.iter().map(|reference| reference.id.as_str());
    let group = item.group.into_iter().flat_map(|index| &subject.groups[index].serves);
    own.chain(group.map(String::as_str))
}

/// The paths that work items name, and what each does with them.
pub(super) fn paths(subject: &Subject) -> Value {
    let paths = subject.work_items.iter().flat_map(|item| {
        item.names.iter().map(move |path| {
            let is_written = item.writes.as_ref() == Some(path);
            let kind = if is_written { "write" } else { "reference" };
            json!({"path": path.path, "kind": kind, "ticket": item.id})
        })
    });
    json!({"paths": paths.collect::<Vec<_>>()})
}
