//! What people decided: on each finding that the council left open, once, about this very review.

use super::follows::{Check, stamp_in};
use crate::council::ledger::Entry;
use crate::council::tally::{self, Resolution};
use crate::evidence::v1::SCHEMA_VERSION;
use crate::model::{FindingId, TerminalState};

impl Check<'_> {
    /// The rulings, if there are any.
    pub(super) fn rulings(&mut self, entries: &[Entry]) {
        let bundle = self.bundle;
        if bundle.rulings.is_empty() {
            return;
        }
        let part = "rulings[0]";
        let converged = bundle.terminal_state == TerminalState::Converged;
        self.expect(converged, "terminal_state", || {
            format!("rulings end a review CONVERGED, not {}", bundle.terminal_state)
        });
        let open: Vec<&FindingId> = entries
            .iter()
            .filter(|entry| tally::outcome(entry, true).1 == Resolution::Deadlocked)
            .map(|entry| &entry.id)
            .collect();
        let ruled: Vec<&FindingId> =
            bundle.rulings.iter().map(|ruling| &ruling.finding_id).collect();
        self.expect(open == ruled, part, || {
            "the rulings are not on each finding that the council left open, once, in order"
                .to_owned()
        });
        let council = bundle.council_metadata.as_ref();
        let own = council.and_then(|c| stamp_in(&c.session_file, "council_session_"));
        let before = bundle.previous_bundle.as_ref();
        let before = before.and_then(|previous| stamp_in(&previous.file, "rfc_review_"));
        self.expect(own.is_some() && own == before, "previous_bundle", || {
            "rulings are on the bundle of their own session".to_owned()
        });
        for (index, ruling) in bundle.rulings.iter().enumerate() {
            let part = format!("rulings[{index}]");
            let id = &ruling.finding_id;
            self.expect(ruling.schema_version == SCHEMA_VERSION, &part, || {
                format!("{id}: schema version {} is not {SCHEMA_VERSION}", ruling.schema_version)
            });
            let finding = bundle.findings.iter().find(|finding| finding.finding_id == *id);
            let is_same = ruling.rfc_id == bundle.rfc_id
                && finding.is_some_and(|finding| finding.signature == ruling.signature);
            self.expect(is_same, &part, || format!("{id}: the ruling is on another finding"));
            self.expect(Some(&ruling.bundle) == bundle.previous_bundle.as_ref(), &part, || {
                format!("{id}: the ruling is on another bundle than the one before")
            });
            let is_told = !ruling.by.trim().is_empty() && !ruling.reason.trim().is_empty();
            self.expect(is_told, &part, || format!("{id}: it does not say who ruled, and why"));
            self.expect(ruling.ruled_at <= bundle.review_timestamp, &part, || {
                format!("{id}: it was ruled after the review ended")
            });
        }
    }
}
