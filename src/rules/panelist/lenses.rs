//! What the built-in rules say as members of lenses.

use super::RulePanel;
use crate::council::lenses::answer::{DebateMove, LensOpinion, LensesReply, Rebuttal};
use crate::council::lenses::ask::{LensesAsk, LensesTask};
use crate::model::GateId;

/// The lenses that the built-in rules know, and the gates whose rules each applies.
const GATES: [(&str, &[GateId]); 4] = [
    (
        "structure",
        &[GateId::Schema, GateId::DependencyAcyclicity, GateId::ScopeCoverage, GateId::CcpMapping],
    ),
    ("implementability", &[GateId::Implementability]),
    ("atomicity", &[GateId::Atomicity]),
    ("reuse", &[GateId::AntiCousin]),
];

impl RulePanel {
    /// The answer of a member of lenses; `None` to what rules do not do.
    pub fn lens(&self, task: &LensesTask) -> Option<LensesReply> {
        let lens = task.lens.as_deref();
        let gates = lens.and_then(|lens| GATES.iter().find(|(name, _)| *name == lens));
        let statement = self.statement(gates);
        match &task.ask {
            LensesAsk::Lens => Some(LensesReply::Lens(LensOpinion { statement })),
            LensesAsk::Rebuttal { .. } => Some(LensesReply::Rebuttal(Rebuttal {
                action: DebateMove::Keep,
                changed: String::new(),
                why: "Rules find the same, whatever others say.".to_owned(),
                because: Vec::new(),
                answers: Vec::new(),
                choice: statement.choice,
                position: statement.position,
                confidence: statement.confidence,
                confidence_reason: statement.confidence_reason,
            })),
            LensesAsk::Synthesis { .. } => None,
        }
    }
}
