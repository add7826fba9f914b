//! Floor 2: from a repository to a [`Dossier`]. Broken input becomes [`SourceDiagnostic`]s, which gate 1
//! reports; nothing here fails.
//!
//! [`Library`] is everything that was read of one snapshot, once, for all RFCs; a [`Dossier`] is
//! the part that one RFC's review is about.

mod adapters;
pub mod atlas;
mod atlas_reader;
pub mod brief;
mod decomposition;
mod derived;
pub mod dossier;
pub mod exclusion;
mod format_dossier;
pub mod formats;
mod ground;
pub mod hidden;
pub mod keys;
pub mod library;
mod loading;
mod membership;
pub mod memory;
pub mod prd;
mod reading;
mod requirements;
pub mod rfc;
mod rfc_reader;
mod rfc_state;
pub mod roots;
mod scalar;
mod selective_load;
pub mod slips;
pub mod source_diagnostic;
mod source_file;
pub mod subject;
pub mod text;
pub mod ticket;
mod ticket_files;
mod ticket_paths;
mod ticket_prose;
mod ticket_reader;
pub mod ticket_shape;
pub mod waivers;

pub use atlas::{Atlas, AtlasSource, Component};
pub use decomposition::DecompositionEntry;
pub use dossier::{Dossier, digest_of_files};
pub use ground::{Ground, Listed, ShownLines, line_range};
pub use library::Library;
pub use loading::Keep;
pub use prd::Prd;
pub use rfc::{DesignDecision, Misnamed, Requirement, RequirementOrigin, Rfc};
pub use rfc_state::RfcState;
pub use roots::{Ambiguity, Held, Roots};
pub use scalar::Text;
pub use source_diagnostic::SourceDiagnostic;
pub use source_file::SourceFile;
pub use text::SourceText;
pub use ticket::{
    DependencyEntry, PathEntry, PathKind, RequirementRef, Ticket, TicketStatus, Tier,
};
pub use ticket_shape::TicketShape;
pub use waivers::Waivers;
