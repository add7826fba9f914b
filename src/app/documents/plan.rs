//! `plan RFC`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::{Identity, MemberName, SubjectId};

/// What would be asked of whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlanReport {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// Versions of the templates, by name.
    pub templates: BTreeMap<&'static str, u32>,
    /// Who sits.
    pub seats: BTreeMap<MemberName, Identity>,
    /// The calls that can be known beforehand, in order.
    pub calls: Vec<PlannedCall>,
    /// The estimates of those that would be sent, added up; while no model sits, of all. Cycle 3
    /// depends on what cycle 2 finds.
    pub estimated_tokens: u64,
    /// What those would cost at most; `unknown` without a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd_at_most: Option<String>,
    /// What a council that comes to its end needs, by estimate: the calls, their answers, what
    /// findings add to cycle 2, and cycle 3. A budget below it begins no council; 0 while no model
    /// sits.
    pub needed_tokens: u64,
    /// What the policy lets a session use.
    pub token_budget: u64,
    /// What looking adds at most; none where no call that is sent may look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looks: Option<PlannedLooks>,
}

/// What looking adds to a plan, at most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlannedLooks {
    /// Rounds of one task.
    pub rounds: u32,
    /// Requests of one round.
    pub requests: u32,
    /// Messages beside those of the calls.
    pub messages: u64,
    /// Tokens of those, with what they show and answer. No look takes what the calls need.
    pub tokens: u64,
    /// Characters of the repository that one task is shown.
    pub characters: usize,
}

/// One call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlannedCall {
    /// 0 for INIT.
    pub cycle: u8,
    /// Whose.
    pub seat: MemberName,
    /// The question's name.
    pub question: &'static str,
    /// Bytes of the prompt's parts.
    pub bytes: usize,
    /// Tokens of them and of the schema, by estimate.
    pub estimated_tokens: u64,
    /// Tokens that its answer may take, with what is thought before it.
    pub answer_tokens_at_most: u64,
    /// Whether it would be sent: a seat that answers by rule gets no prompt, and what was answered
    /// before in the same words is not asked again.
    pub fate: CallPlan,
    /// US dollars, at most; `unknown` without a price, none when it is not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd_at_most: Option<String>,
    /// The rules that all seats are told, when prompts are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The slice that all seats of the cycle get, when prompts are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dossier: Option<String>,
    /// The seat's own part, when prompts are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

/// What would become of a planned call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CallPlan {
    /// Its seat answers by rule.
    Offline,
    /// It would be sent.
    Sent,
    /// It was answered before, and the answer kept.
    Kept,
}
