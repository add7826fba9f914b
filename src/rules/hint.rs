//! What the rules found without being certain, for one who can read what words cannot decide.

use std::cmp::Reverse;

use crate::rules::RuleMember;
use crate::rules::lints::rule::{Confidence, Hit};

/// As many places a reader is shown at the most.
const HINTS: usize = 12;

/// A place to look at, and never a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The kind of defect that may be there: `several-concerns`.
    pub kind: &'static str,
    /// The ticket's file.
    pub file: String,
    /// The node of the file.
    pub path: String,
    /// The passage.
    pub quote: String,
}

impl RuleMember {
    /// Places that the rules of its part found without being certain, the surest first.
    pub fn hints(&self) -> Vec<Hint> {
        let hint = |hit: &Hit| Hint {
            kind: hit.kind().name,
            file: hit.file.clone(),
            path: hit.path.to_string(),
            quote: hit.quote.clone(),
        };
        self.reading.with_dependent(|_, desk| {
            let own = self.found(desk).by(self.seat).iter();
            let mut open: Vec<&Hit> =
                own.filter(|hit| hit.confidence < Confidence::Certain).collect();
            open.sort_by_key(|hit| (Reverse(hit.confidence), &hit.file));
            open.into_iter().map(hint).take(HINTS).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::fixture::{dossier, ticket};

    #[test]
    fn a_reader_is_shown_at_most_twelve_places_the_surest_first() {
        let scope = |number: u32| {
            let lines = "scope:\n  in_scope:\n  - Close the socket properly\n  - Retry it as often as to be agreed\n";
            ticket(number, &format!("Part {number}"), lines)
        };
        let dossier = dossier(&(1..=9).map(scope).collect::<Vec<_>>(), &[]);
        let panel = RuleMember::panel(&dossier, &Arc::default());
        let hints = panel[1].hints();
        assert_eq!(hints, RuleMember::panel(&dossier, &Arc::default())[1].hints());
        assert_eq!(hints.len(), HINTS);
        let told: Vec<(&str, &str)> =
            hints.iter().map(|hint| (hint.kind, hint.quote.as_str())).collect();
        let (open, bare) = (told[0], told[HINTS - 1]);
        assert_eq!(open, ("vague-words", "Retry it as often as to be agreed"));
        assert_eq!(bare, ("vague-words", "Close the socket properly"));
    }
}
