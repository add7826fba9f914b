//! What the gates looked at, as the bundle holds it.

use serde_json::Value;

use crate::evidence::v2::bundle::Bundle;
use crate::model::{GateId, GateStatus};

/// What a gate looked at, when it looked at something.
pub(super) fn evidence(bundle: &Bundle, gate: GateId) -> Option<&Value> {
    let gate = bundle.gates.iter().find(|own| own.gate_id == gate)?;
    let looked = matches!(gate.status, GateStatus::Passed | GateStatus::Failed);
    looked.then_some(&gate.evidence)
}

/// The texts of a list.
pub(super) fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
