//! What somebody thinks of a finding or a ticket, in the words that replies, evidence and reports
//! share.

use serde::{Deserialize, Serialize};

use super::gate::GateStatus;
use super::ids::TicketId;

/// For, against, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Vote {
    /// The finding should stand.
    Support,
    /// It should be dismissed.
    Oppose,
    /// Neither; never counts.
    Abstain,
}

impl Vote {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Vote::Support => "SUPPORT",
            Vote::Oppose => "OPPOSE",
            Vote::Abstain => "ABSTAIN",
        }
    }
}

/// How two findings relate: whether who fixes what the one says has fixed the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Sameness {
    /// One defect.
    SameAs,
    /// The first is a part of the other: who fixes the other has fixed it, and not the reverse.
    PartOf,
    /// The other is a part of the first.
    Contains,
    /// Two.
    Different,
}

/// A verbatim passage of the dossier.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// A file of the dossier.
    pub file: String,
    /// The node; empty for the whole file.
    pub yaml_path: String,
    /// The passage.
    pub quote: String,
}

/// What a seat thinks of one ticket, gate by gate.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Assessment {
    /// Which ticket.
    pub ticket_id: TicketId,
    /// Gate 5: can it land as one change?
    pub atomicity: GateOpinion,
    /// Gate 6: could an agent do it without asking?
    pub implementability: GateOpinion,
    /// Gate 7: does it build again what exists?
    pub anti_cousin: GateOpinion,
    /// The rubric's checklist behind gate 6.
    pub checklist: Checklist,
}

/// A seat's answer for one gate and ticket.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GateOpinion {
    /// PASSED or FAILED; NOT_APPLICABLE when there is nothing to judge.
    #[cfg_attr(test, schemars(schema_with = "opinions"))]
    pub status: GateStatus,
    /// Why.
    pub reason: String,
}

/// What a seat can say of a gate: a seat that was asked cannot leave it NOT_RUN.
#[cfg(test)]
fn opinions(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let said = [GateStatus::Passed, GateStatus::Failed, GateStatus::NotApplicable];
    schemars::json_schema!({ "type": "string", "enum": said.map(GateStatus::as_str) })
}

/// The seven questions of the implementability rubric.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Checklist {
    /// Are there steps that say what to do, in order?
    pub steps: ChecklistItem,
    /// Are the files to touch named unambiguously?
    pub paths: ChecklistItem,
    /// Are the signatures of new code given?
    pub signatures: ChecklistItem,
    /// Are the types of its data given?
    pub types: ChecklistItem,
    /// Are errors and edge cases named?
    pub edge_cases: ChecklistItem,
    /// Can the criteria be measured?
    pub success_criteria: ChecklistItem,
    /// Is there a command or procedure that verifies the work?
    pub verification: ChecklistItem,
}

impl Checklist {
    /// The names of the seven checks, in order.
    pub const LINES: [&str; 7] =
        ["steps", "paths", "signatures", "types", "edge_cases", "success_criteria", "verification"];

    /// What is MET shows itself: its quotes are not kept.
    pub fn forget_quotes_of_met(&mut self) {
        let items = [
            &mut self.steps,
            &mut self.paths,
            &mut self.signatures,
            &mut self.types,
            &mut self.edge_cases,
            &mut self.success_criteria,
            &mut self.verification,
        ];
        items.into_iter().filter(|item| item.rating == Rating::Met).for_each(|i| i.quote.clear());
    }

    /// The seven checks with their names, in order.
    pub fn items(&self) -> [(&'static str, &ChecklistItem); 7] {
        let lines = [
            &self.steps,
            &self.paths,
            &self.signatures,
            &self.types,
            &self.edge_cases,
            &self.success_criteria,
            &self.verification,
        ];
        let mut lines = lines.into_iter();
        Self::LINES.map(|name| (name, lines.next().expect("there are seven")))
    }
}

/// One line of the checklist.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Check")]
pub struct ChecklistItem {
    /// How far it is met.
    pub rating: Rating,
    /// The passage that shows it; empty when nothing in the ticket does.
    pub quote: String,
}

/// How far a line of the checklist is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Rating {
    /// Yes.
    Met,
    /// In part.
    Partly,
    /// No.
    NotMet,
}
