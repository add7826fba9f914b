//! The offline seats: three rule-based reviewers; no model, no network.
