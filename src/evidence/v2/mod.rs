//! Version 2.0.0 of the file formats. Frozen: the model may change, these change only by decision.
//!
//! `envelope` is the form of every council's bundle; `review` is what RFC COUNCIL puts into it, and
//! `bundle` how code reads that: each finding with all that was said of it.

pub mod bundle;
pub mod call;
pub mod check;
pub mod council;
pub mod envelope;
pub mod gates;
pub mod inputs;
pub mod outcome;
pub mod previous_bundle;
pub mod pruned;
pub mod removal;
pub mod review;
pub mod ruling;
pub mod session;

/// The version that every file of the evidence names.
pub const SCHEMA_VERSION: &str = "2.0.0";

/// The version that every document for `--format json` names.
pub const DOCUMENT_VERSION: &str = "1.0.0";

/// The provider that sends nothing to anybody.
pub const OFFLINE: &str = "offline";
