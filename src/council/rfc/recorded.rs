//! An admitted reply as the event log keeps it: each claim once, and of each assessment what is not
//! PASSED or MET.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::answer::{Claim, Reply};
use super::ledger::PlacedClaim;
use crate::model::opinion::{Checklist, ChecklistItem, Rating};
use crate::model::{GateStatus, Location, TicketId};

const GATES: [&str; 3] = ["atomicity", "implementability", "anti_cousin"];
const CHECKLIST: &str = "checklist";

/// A reply whose quotes were looked up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Recorded", into = "Recorded")]
pub struct Admitted {
    /// As the seat gave it.
    pub reply: Reply,
    /// Its claims, placed; in their order.
    pub placed: Vec<PlacedClaim>,
    /// Whether each ballot's citation stands in the dossier; in the ballots' order.
    pub cited: Vec<bool>,
}

/// The record.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    reply: Value,
    placed: Vec<Placed>,
    cited: Vec<bool>,
}

/// Where a claim of the reply was found; in their order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    location: Location,
    ticket: Option<TicketId>,
    source_line: String,
    grounded: bool,
}

impl From<Admitted> for Recorded {
    fn from(admitted: Admitted) -> Self {
        let mut reply = json!(admitted.reply);
        assessments(&mut reply).for_each(shortened);
        let placed = admitted.placed.into_iter().map(|placed| Placed {
            location: placed.location,
            ticket: placed.ticket,
            source_line: placed.source_line,
            grounded: placed.grounded,
        });
        Self { reply, placed: placed.collect(), cited: admitted.cited }
    }
}

impl TryFrom<Recorded> for Admitted {
    type Error = String;

    fn try_from(mut recorded: Recorded) -> Result<Self, String> {
        assessments(&mut recorded.reply).for_each(lengthened);
        let reply: Reply = serde_json::from_value(recorded.reply).map_err(|f| f.to_string())?;
        let claims: &[Claim] = reply.claims();
        if claims.len() != recorded.placed.len() {
            let (claims, placed) = (claims.len(), recorded.placed.len());
            return Err(format!("{claims} findings, and places for {placed}"));
        }
        let placed = claims.iter().zip(recorded.placed).map(|(claim, placed)| PlacedClaim {
            claim: claim.clone(),
            location: placed.location,
            ticket: placed.ticket,
            source_line: placed.source_line,
            grounded: placed.grounded,
        });
        Ok(Self { placed: placed.collect(), cited: recorded.cited, reply })
    }
}

/// The assessments of a reply, wherever it has some.
fn assessments(reply: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let assessments = reply.get_mut("assessments").and_then(Value::as_array_mut);
    assessments.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Leaves out that a gate is PASSED and that a line of the checklist is MET.
fn shortened(said: &mut Map<String, Value>) {
    for gate in GATES {
        if let Some(opinion) = said.get_mut(gate).and_then(Value::as_object_mut) {
            opinion.retain(|key, value| key != "status" || *value != json!(GateStatus::Passed));
        }
    }
    if let Some(lines) = said.get_mut(CHECKLIST).and_then(Value::as_object_mut) {
        lines.retain(|_, line| *line != met());
    }
    said.retain(|key, value| key != CHECKLIST || *value != json!({}));
}

/// Says again what was left out.
fn lengthened(said: &mut Map<String, Value>) {
    for gate in GATES {
        if let Some(opinion) = said.get_mut(gate).and_then(Value::as_object_mut) {
            opinion.entry("status").or_insert_with(|| json!(GateStatus::Passed));
        }
    }
    let lines = said.entry(CHECKLIST).or_insert_with(|| json!({}));
    for line in Checklist::LINES {
        if let Some(lines) = lines.as_object_mut() {
            lines.entry(line).or_insert_with(met);
        }
    }
}

fn met() -> Value {
    json!(ChecklistItem { rating: Rating::Met, quote: String::new() })
}
