//! What the built-in rules say as members of rounds.

use std::collections::BTreeSet;

use super::RulePanel;
use crate::council::rounds::answer::{Opinion, Review, RoundsReply};
use crate::council::rounds::ask::{RoundsAsk, RoundsTask};
use crate::council::shared::sheet::StatementView;
use crate::council::shared::statement::SourceQuote;

impl RulePanel {
    /// The answer of a member of rounds; `None` to what rules do not do. It confirms the points of others
    /// that quote what a rule quotes, and disputes none.
    pub fn opinion(&self, task: &RoundsTask) -> Option<RoundsReply> {
        let statement = self.statement(None);
        match &task.ask {
            RoundsAsk::Opinion => Some(RoundsReply::Opinion(Opinion { statement })),
            RoundsAsk::Review { peers, .. } => Some(RoundsReply::Review(Review {
                errors: Vec::new(),
                omissions: Vec::new(),
                risky_proposals: Vec::new(),
                counter_arguments: Vec::new(),
                assumptions: Vec::new(),
                agreements: self.confirmed(peers),
                choice: statement.choice,
                because: Vec::new(),
                confidence: statement.confidence,
                confidence_reason: statement.confidence_reason,
            })),
            RoundsAsk::Chair { .. } => None,
        }
    }

    /// The points of others that quote what a rule quotes.
    fn confirmed(&self, peers: &[StatementView]) -> Vec<String> {
        let own: BTreeSet<(&str, &str)> = self
            .findings
            .iter()
            .filter_map(|defect| defect.cite.as_ref())
            .map(|cite| (cite.file.as_str(), cite.quote.as_str()))
            .collect();
        let is_own = |cite: &SourceQuote| own.contains(&(cite.file.as_str(), cite.quote.as_str()));
        let points = peers.iter().flat_map(|peer| &peer.points);
        let confirmed = points.filter(|point| point.cites.iter().any(is_own));
        confirmed.map(|point| point.id.to_string()).collect()
    }
}
