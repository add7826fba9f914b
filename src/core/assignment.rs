//! One call, named and rendered: what goes to whoever answers, whatever the protocol.

use serde_json::Value;

use crate::model::{MemberName, SessionName};

/// Names a call in logs, files and receipts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The session it belongs to.
    pub session: SessionName,
    /// Who is asked.
    pub member: MemberName,
    /// What is asked, by name: `STRUCTURAL`, …
    pub step: &'static str,
    /// The protocol's name for the state in which it is asked: `CYCLE_1`, …
    pub state: &'static str,
    /// 1, or more when an answer before could not be read.
    pub attempt: u8,
    /// How often the member has looked before.
    pub look: u32,
}

impl Assignment {
    /// Whether it follows a message that held the whole task, in the same words.
    pub fn goes_on(&self) -> bool {
        self.attempt <= 1 && self.look > 0
    }
}

/// One task as text, ready to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// What comes first and is the same for all members, and for most steps: the rules. Words of
    /// ours only, so that it may stand where a provider takes orders from.
    pub rules: String,
    /// What all members of a step are shown, the same bytes for each, so that a provider's cache
    /// keeps it. What is equal in two steps stands first.
    pub shared: String,
    /// What is the member's and the step's own: role, modes, question, form of the reply.
    pub own: String,
    /// What was asked to see and shown since, in order.
    pub turns: Vec<Turn>,
    /// The JSON Schema of the reply.
    pub schema: Value,
    /// The most tokens that the answer may take, before anything is added for thinking.
    pub max_output_tokens: u64,
}

/// A further turn of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// What the member said.
    pub said: String,
    /// What it is told then.
    pub shown: String,
}

impl Rendered {
    /// All of it as one text, for whoever has one ear: rules, shared, the member's own and what was
    /// shown since, an empty line between.
    pub fn text(&self) -> String {
        let parts = [&self.rules, &self.shared, &self.own].into_iter();
        let parts = parts.chain(self.turns.iter().map(|turn| &turn.shown));
        let parts: Vec<&str> = parts.map(|part| part.trim_end()).collect();
        parts.join("\n\n")
    }
}
