//! Findings as a gate lists them: what is wrong with very many entries of one file in one way is said
//! of the first, and counted for the others.

use std::collections::HashMap;

use crate::model::{Finding, Rule, Severity};

/// Findings of one file, rule and weight that are listed (GATES.md R4).
const MOST: usize = 1_000;

/// What a gate found so far.
#[derive(Debug, Default)]
pub(super) struct FindingList {
    found: Vec<Finding>,
    heaps: HashMap<(Rule, Severity), HashMap<String, Heap>>,
}

/// The findings of one file, rule and weight.
#[derive(Debug, Default)]
struct Heap {
    listed: usize,
    /// Where the last of them is.
    last: usize,
    unlisted: usize,
}

impl FindingList {
    /// Adds a finding, in the order of its file.
    pub(super) fn push(&mut self, finding: Finding) {
        let files = self.heaps.entry((finding.rule, finding.severity)).or_default();
        if !files.contains_key(&finding.location.file) {
            files.insert(finding.location.file.clone(), Heap::default());
        }
        let Some(heap) = files.get_mut(&finding.location.file) else {
            return;
        };
        if heap.listed == MOST {
            heap.unlisted += 1;
            return;
        }
        heap.listed += 1;
        heap.last = self.found.len();
        self.found.push(finding);
    }

    /// All that are listed; the last of a heap says how many are not.
    pub(super) fn into_findings(mut self) -> Vec<Finding> {
        let heaps = self.heaps.into_values().flat_map(HashMap::into_values);
        for heap in heaps.filter(|heap| heap.unlisted > 0) {
            let words = &mut self.found[heap.last].description;
            words.push_str(&format!("; {} more of this file are not listed", heap.unlisted));
        }
        self.found
    }
}

/// Those of these findings that are listed.
pub(super) fn listed(findings: Vec<Finding>) -> Vec<Finding> {
    let mut listed = FindingList::default();
    listed.extend(findings);
    listed.into_findings()
}

impl Extend<Finding> for FindingList {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::diagnostic::{Spot, weighing};
    use crate::gates::{acyclicity, coverage};

    #[test]
    fn the_last_that_is_listed_counts_the_others_of_its_kind() {
        let at = |file: &str, rule| Spot::whole(file).says(rule, "x", "y");
        let (one, other) = (acyclicity::RULES[0], coverage::RULES[0]);
        let mut listed = FindingList::default();
        listed.extend((0..1_003).map(|_| at("a", one)));
        listed.extend((0..1_000).map(|_| at("b", one)));
        listed.push(at("a", other));
        listed.push(weighing(Severity::Info, at("a", one)));
        let found = listed.into_findings();
        assert_eq!(found.len(), 2_002);
        let said: Vec<(usize, &str)> = found
            .iter()
            .enumerate()
            .filter(|(_, finding)| finding.description != "x")
            .map(|(at, finding)| (at, finding.description.as_str()))
            .collect();
        assert_eq!(said, [(999, "x; 3 more of this file are not listed")]);
    }
}
