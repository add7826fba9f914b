//! A ticket's sentences: scope, steps, criteria, verification, examples, notes, in every spelling
//! of the census. They are for readers and for the council; no gate judges their words.

use super::scalar::Text;
use super::ticket_shape::TicketShape;
use crate::yaml::NodeRef;

/// The prose of one ticket.
#[derive(Debug, Default)]
pub(super) struct Prose {
    pub(super) in_scope: Vec<Text>,
    pub(super) out_of_scope: Vec<Text>,
    pub(super) steps: Vec<Text>,
    pub(super) criteria: Vec<Text>,
    pub(super) verifications: Vec<Text>,
    pub(super) code_examples: Vec<Text>,
    pub(super) notes: Vec<Text>,
}

pub(super) fn read(shape: &TicketShape<'_>) -> Prose {
    let mut prose = Prose::default();
    scope(shape, &mut prose);
    steps(shape, &mut prose);
    criteria(shape, &mut prose);
    for tests in shape.sections("test_requirements") {
        for test in elements(tests) {
            prose.verifications.extend(joined(test, &["verification_command", "command"]));
        }
    }
    for examples in shape.subsections("implementation", "code_examples") {
        for example in elements(examples) {
            prose.code_examples.extend(joined(example, &["code", "example"]));
        }
    }
    for notes in shape.notes() {
        prose.notes.extend(scalars(notes));
        prose.verifications.extend(notes.get("verification").into_iter().flat_map(scalars));
    }
    prose
}

fn scope(shape: &TicketShape<'_>, prose: &mut Prose) {
    for scope in shape.sections("scope") {
        if scope.is_mapping() {
            let part = |key| scope.get(key).into_iter().flat_map(scalars);
            prose.in_scope.extend(part("in_scope"));
            prose.out_of_scope.extend(part("out_of_scope"));
        } else {
            prose.in_scope.extend(scalars(scope));
        }
    }
    for key in ["in_scope", "summary", "description"] {
        for node in shape.sections(key) {
            prose.in_scope.extend(scalars(node));
        }
    }
    for node in shape.subsections("implementation", "summary") {
        prose.in_scope.extend(scalars(node));
    }
    for node in shape.sections("out_of_scope") {
        prose.out_of_scope.extend(scalars(node));
    }
}

fn steps(shape: &TicketShape<'_>, prose: &mut Prose) {
    let mut lists = shape.subsections("plan", "steps");
    lists.extend(shape.sections("plan").into_iter().filter(|p| p.is_sequence()));
    lists.extend(shape.subsections("implementation", "implementation_steps"));
    lists.extend(shape.subsections("implementation", "steps"));
    for step in lists.into_iter().flat_map(elements) {
        let keys = ["action", "title", "description", "details"];
        prose.steps.extend(joined(step, &keys));
    }
}

/// The entries of every list of criteria.
fn criterion_nodes<'d>(shape: &TicketShape<'d>) -> impl Iterator<Item = NodeRef<'d>> {
    let mut lists = shape.sections("acceptance_criteria");
    for holder in ["definition_of_done", "implementation", "verification"] {
        for key in ["criteria", "acceptance_criteria", "success_criteria"] {
            lists.extend(shape.subsections(holder, key));
        }
    }
    let done = shape.sections("definition_of_done");
    lists.extend(done.into_iter().filter(|d| !d.is_mapping()));
    lists.extend(shape.sections("success_criteria"));
    lists.into_iter().flat_map(elements)
}

fn criterion(node: NodeRef<'_>) -> Option<Text> {
    joined(node, &["criterion", "statement", "description", "text"])
}

/// One of the criteria, where there is any.
pub(super) fn some_criterion(shape: &TicketShape<'_>) -> Option<Text> {
    criterion_nodes(shape).find_map(criterion)
}

fn criteria(shape: &TicketShape<'_>, prose: &mut Prose) {
    for node in criterion_nodes(shape) {
        prose.criteria.extend(criterion(node));
        let checks = ["verification", "verification_command"];
        let check = checks.into_iter().filter_map(|key| node.get(key));
        prose.verifications.extend(check.flat_map(scalars));
    }
    for verification in shape.sections("verification") {
        if verification.is_mapping() {
            let others = verification
                .entries()
                .filter(|(key, _)| key.key_text().is_some_and(|k| !k.ends_with("criteria")));
            prose.verifications.extend(others.flat_map(|(_, value)| scalars(value)));
        } else {
            prose.verifications.extend(scalars(verification));
        }
    }
}

/// The items of a list; anything else is a list of itself.
fn elements(node: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    if node.is_sequence() { node.items().collect() } else { vec![node] }
}

/// Every text below a node that says anything.
fn scalars(node: NodeRef<'_>) -> Vec<Text> {
    node.scalars().filter_map(|node| text(node, node.as_scalar()?)).collect()
}

/// A scalar as it is; of a mapping, the values of `keys` as one text of several lines. A mapping
/// with none of them gives all that it says.
fn joined(node: NodeRef<'_>, keys: &[&str]) -> Option<Text> {
    if let Some(scalar) = node.as_scalar() {
        return text(node, scalar);
    }
    let chosen = said(keys.iter().filter_map(|key| node.get(key)));
    if chosen.is_empty() {
        return text(node, &said(node.scalars()));
    }
    text(node, &chosen)
}

/// What these nodes say, a line each.
fn said<'d>(nodes: impl Iterator<Item = NodeRef<'d>>) -> String {
    let lines = nodes.filter_map(NodeRef::as_scalar).map(str::trim);
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn text(node: NodeRef<'_>, value: &str) -> Option<Text> {
    let value = value.trim();
    (!value.is_empty()).then(|| Text { value: value.to_owned(), place: node.place() })
}
