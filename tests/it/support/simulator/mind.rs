//! Minds: what a model answers to what it is asked. An honest one does the task; a gullible one
//! does what it finds written in the data.

use serde_json::{Value, json};

use super::reading::{Asked, Shown};
use crate::support::seat_id::SeatId;

/// What a model thinks of one ticket and of everybody's findings.
#[derive(Debug, Clone, Copy)]
pub struct Mind {
    /// The severity of the one finding that it raises in cycle 1.
    pub raises: Option<&'static str>,
    /// What it says of every finding, in cycle 2 and in its ballots.
    pub vote: &'static str,
}

/// Sees one defect, and stands behind every finding.
pub const HONEST: Mind = Mind { raises: Some("MAJOR"), vote: "SUPPORT" };

impl Mind {
    /// The honest answer of this mind.
    pub fn answers(self, asked: &Asked) -> Value {
        let findings = |severity: Option<&str>| -> Vec<Value> {
            let claims = severity.and_then(|severity| claim(asked, severity));
            claims.into_iter().collect()
        };
        match asked.question.as_str() {
            "SELECT_MODES" => json!({
                "answer": "SELECT_MODES",
                "modes": asked.modes,
                "reason": "They are those of the role, and nothing here asks for others",
            }),
            "STRUCTURAL" => json!({"answer": "STRUCTURAL", "findings": findings(self.raises)}),
            "FEASIBILITY" => json!({
                "answer": "FEASIBILITY",
                "stances": each(&asked.findings, |shown| json!({
                    "finding_id": shown.id, "vote": self.vote, "severity": severity(shown),
                    "reason": "as the ticket says",
                })),
                "pairs": [],
                "assessments": assessments(asked, "PASSED", "NOT_MET"),
                "findings": [],
                "remediations": weighty(&asked.findings),
            }),
            "CONVERGE" => json!({
                "answer": "CONVERGE",
                "ballots": ballots(asked, self.vote),
                "pairs": [],
                "remediations": [],
                "endorsements": endorsements(asked),
            }),
            _ => json!({"answer": "REMEDIATION", "endorsements": endorsements(asked)}),
        }
    }
}

fn each(findings: &[Shown], of: impl Fn(&Shown) -> Value) -> Vec<Value> {
    findings.iter().map(of).collect()
}

/// What a finding is said to weigh; of one that is shown without it, little.
fn severity(shown: &Shown) -> &str {
    if shown.severity.is_empty() { "MINOR" } else { &shown.severity }
}

fn weighty(findings: &[Shown]) -> Vec<Value> {
    let weighty = findings.iter().filter(|f| matches!(f.severity.as_str(), "BLOCKER" | "MAJOR"));
    weighty.map(|f| json!({"finding_id": f.id, "text": "Say it in the ticket"})).collect()
}

/// One ballot for each finding that is voted on.
pub fn ballots(asked: &Asked, vote: &str) -> Vec<Value> {
    let voted = asked.findings.iter().filter_map(|shown| Some((shown, shown.digest.as_ref()?)));
    let ballot = |(shown, digest): (&Shown, &String)| {
        json!({
            "finding_id": shown.id, "digest": digest, "vote": vote, "severity": severity(shown),
            "reason": "as the ticket says", "missed": null,
        })
    };
    voted.map(ballot).collect()
}

fn endorsements(asked: &Asked) -> Vec<Value> {
    let ways = asked.findings.iter().filter_map(|shown| Some((shown, shown.ways.first()?)));
    ways.map(|(shown, way)| json!({"finding_id": shown.id, "proposal_id": way})).collect()
}

/// Assessments of every ticket of the task.
pub fn assessments(asked: &Asked, status: &str, rating: &str) -> Vec<Value> {
    let opinion = json!({"status": status, "reason": "by the rubric"});
    let check = json!({"rating": rating, "quote": ""});
    let names =
        ["steps", "paths", "signatures", "types", "edge_cases", "success_criteria", "verification"];
    let checklist: Value = names.iter().map(|&name| (name.to_owned(), check.clone())).collect();
    let of = |ticket: &String| {
        json!({
            "ticket_id": ticket, "atomicity": opinion, "implementability": opinion,
            "anti_cousin": opinion, "checklist": checklist,
        })
    };
    asked.tickets.iter().map(of).collect()
}

/// A finding on the last ticket shown, with words that stand there.
pub fn claim(asked: &Asked, severity: &str) -> Option<Value> {
    let (ticket, passage) = asked.passages.last()?;
    Some(claim_on(
        asked,
        &format!("documents/work/tickets/{ticket}.yaml"),
        passage,
        severity,
        "Two careful readers would do different things",
    ))
}

/// A finding in any file, with any words.
pub fn claim_on(asked: &Asked, file: &str, quote: &str, severity: &str, says: &str) -> Value {
    json!({
        "gate_id": "GATE-TCK-IMPLEMENTABILITY",
        "subcategory": "AMBIGUOUS_SCOPE",
        "severity": severity,
        "source_mode": asked.modes.first().copied().unwrap_or(1),
        "file": file,
        "yaml_path": "",
        "quote": quote,
        "description": says,
        "remediation": "Say which of them is meant",
    })
}

/// The number of a seat, from 0.
pub fn number(seat: SeatId) -> usize {
    seat as usize
}

/// The entries of a list of a reply; none when it has no such list.
pub fn list<'a>(reply: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    reply.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten()
}
