//! Where a ticket keeps what, over all five shapes (GATES.md R10, R15, R20, R40). Knows keys, and
//! neither values nor findings.

use super::ticket::PathKind;
use crate::yaml::{Document, NodeRef};

/// The parts of one ticket file. A part that is there is given whatever its type: gate 1 says when
/// the type is wrong.
#[derive(Debug, Clone, Copy)]
pub struct TicketShape<'d> {
    /// The whole file.
    pub root: NodeRef<'d>,
    /// `ticket_meta`.
    pub meta: Option<NodeRef<'d>>,
    /// `ticket_meta.ticket`, else `ticket`.
    pub header: Option<NodeRef<'d>>,
    /// `ticket_meta.binds`, else `ticket.source`, else `ticket`.
    pub binds: Option<NodeRef<'d>>,
}

/// The lists of `implementation`.
const FILE_LISTS: [(&str, PathKind); 4] = [
    ("files_to_create", PathKind::Create),
    ("files_to_modify", PathKind::Modify),
    ("files_to_delete", PathKind::Delete),
    ("files_to_reference", PathKind::Reference),
];

/// The two further dialects of `notes.codebase_context`; the third is [`FILE_LISTS`].
const CONTEXT_LISTS: [(&str, PathKind); 6] = [
    ("new_files", PathKind::Create),
    ("extend_files", PathKind::Modify),
    ("reference_files", PathKind::Reference),
    ("create", PathKind::Create),
    ("extend", PathKind::Modify),
    ("reference", PathKind::Reference),
];

impl<'d> TicketShape<'d> {
    /// The parts of `document`. With both roots, `ticket_meta` is read.
    pub fn of(document: &'d Document) -> Self {
        let root = document.root();
        let meta = root.get("ticket_meta");
        let header = match meta {
            Some(meta) => meta.get("ticket"),
            None => root.get("ticket"),
        };
        let binds = match meta {
            Some(meta) => meta.get("binds"),
            None => header.map(|ticket| {
                ticket.get("source").filter(|source| source.is_mapping()).unwrap_or(ticket)
            }),
        };
        Self { root, meta, header, binds }
    }

    /// What stands under `key` at the root, in `ticket_meta` and in the header.
    pub fn sections(&self, key: &str) -> Vec<NodeRef<'d>> {
        [Some(self.root), self.meta, self.header]
            .into_iter()
            .flatten()
            .filter_map(|part| part.get(key))
            .collect()
    }

    /// The same two keys deep: `plan` and `steps`.
    pub fn subsections(&self, key: &str, below: &str) -> Vec<NodeRef<'d>> {
        self.sections(key).into_iter().filter_map(|section| section.get(below)).collect()
    }

    /// The lists of references to requirements.
    pub fn requirement_lists(&self) -> Vec<NodeRef<'d>> {
        self.bound(&["requirements", "requirement_ids"])
    }

    /// The lists of evidence artifacts.
    pub fn evidence_lists(&self) -> Vec<NodeRef<'d>> {
        self.bound(&["evidence_artifacts"])
    }

    fn bound(&self, keys: &[&str]) -> Vec<NodeRef<'d>> {
        keys.iter().filter_map(|key| self.binds?.get(key)).collect()
    }

    /// The dependency containers of R20; `blocks` is not one. A `dependencies` that is itself a
    /// list is read as that list.
    pub fn dependency_lists(&self) -> Vec<NodeRef<'d>> {
        let list_or = |holder: Option<NodeRef<'d>>, below: &str| {
            let dependencies = holder?.get("dependencies")?;
            if dependencies.is_mapping() { dependencies.get(below) } else { Some(dependencies) }
        };
        [
            list_or(self.meta, "tickets"),
            list_or(Some(self.root), "tickets"),
            self.header.and_then(|header| header.get("depends_on")),
            list_or(self.header, "blocked_by"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The notes: a text, or a mapping of texts and `codebase_context`.
    pub fn notes(&self) -> Vec<NodeRef<'d>> {
        self.sections("notes")
    }

    /// The structured lists of paths (R40), with what the ticket does to them.
    pub fn path_lists(&self) -> Vec<(PathKind, NodeRef<'d>)> {
        let implementations = self.sections("implementation");
        let contexts = self.subsections("notes", "codebase_context");
        let lists = |holders: &[NodeRef<'d>], table: &[(&str, PathKind)]| {
            holders
                .iter()
                .flat_map(|holder| {
                    table.iter().filter_map(|&(key, kind)| Some((kind, holder.get(key)?)))
                })
                .collect::<Vec<_>>()
        };
        let mut found = lists(&implementations, &FILE_LISTS);
        found.extend(lists(&contexts, &FILE_LISTS));
        found.extend(lists(&contexts, &CONTEXT_LISTS));
        found
    }
}
