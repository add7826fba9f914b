//! Bundles and sessions: sealed, verified, chained, and refused when somebody changed them.

mod forgeries;
mod forgeries_in_changes;
mod forging;
mod history;
mod kept_sessions;
mod sealed;
mod sessions;
mod trust;
mod trust_in_chains;
