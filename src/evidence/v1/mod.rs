//! Version 1.0.0 of the file formats. Frozen: the model may change, these change only by decision.

pub mod bundle;
pub mod call;
pub mod check;
pub mod council;
pub mod gates;
pub mod previous_bundle;
pub mod pruned;
pub mod removal;
pub mod ruling;
pub mod session;

/// The version that both files name.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// The provider that sends nothing to anybody.
pub const OFFLINE: &str = "offline";
