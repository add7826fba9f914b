//! The model that readers of other formats fill: OpenSpec, spec-kit and BMAD. A [`Subject`] is what one
//! review is about. Knows documents, masks and paths, and no format: the grammar of each is in a
//! room of its own beside this one.
//!
//! A reader goes over the listed tree and the blobs of a snapshot. It opens nothing that a text
//! names, and follows no link.

mod document;
mod entity;
mod headings;
mod mask;
mod paths;
mod tickets;
mod tracked;
mod words;

pub use document::{DocumentLine, LARGEST, SubjectDocument, SubjectReading};
pub use entity::{
    EntityRef, NamedPath, RequirementKind, Subject, SubjectRequirement, WorkGroup, WorkItem,
    WorkStatus,
};
pub use headings::{Heading, heading, indent, item};
pub use mask::{Mask, Masking, Unclosed, inline_code};
pub use paths::{PathToken, machine_path, path_tokens, written};
pub use tickets::{ticket_at, tickets};
pub use tracked::TrackedFiles;
pub use words::{changes_files, first_word, makes_files, reads_only};
