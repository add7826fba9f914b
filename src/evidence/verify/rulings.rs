//! What people said: rulings on each finding that the council left open, once, about this very review;
//! waivers that held, and that reach something.

use super::derivation::{DerivationCheck, stamp_in};
use crate::council::rfc::ledger::Ledger;
use crate::council::rfc::tally::{self, FindingResolution};
use crate::evidence::v2::SCHEMA_VERSION;
use crate::model::{Day, FindingId, TerminalState, Timestamp};

impl DerivationCheck<'_> {
    /// The rulings, if there are any.
    pub(super) fn rulings(&mut self, ledger: &Ledger) {
        let bundle = self.bundle;
        if bundle.rulings.is_empty() {
            return;
        }
        let part = "people";
        let converged = bundle.terminal_state == TerminalState::Converged;
        self.expect(converged, "terminal_state", || {
            format!("rulings end a review CONVERGED, not {}", bundle.terminal_state)
        });
        let settled = tally::settle(ledger, true);
        let open: Vec<&FindingId> = ledger
            .entries()
            .iter()
            .zip(&settled)
            .filter(|(_, settled)| settled.resolution == FindingResolution::Deadlocked)
            .map(|(entry, _)| &entry.id)
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
        for ruling in &bundle.rulings {
            let id = &ruling.finding_id;
            self.expect(ruling.schema_version == SCHEMA_VERSION, part, || {
                format!("{id}: schema version {} is not {SCHEMA_VERSION}", ruling.schema_version)
            });
            let finding = bundle.findings.iter().find(|finding| finding.finding_id == *id);
            let is_same = ruling.rfc_id == bundle.rfc_id
                && finding.is_some_and(|finding| finding.signature == ruling.signature);
            self.expect(is_same, part, || format!("{id}: the ruling is on another finding"));
            self.expect(Some(&ruling.bundle) == bundle.previous_bundle.as_ref(), part, || {
                format!("{id}: the ruling is on another bundle than the one before")
            });
            let is_told = !ruling.by.trim().is_empty() && !ruling.reason.trim().is_empty();
            self.expect(is_told, part, || format!("{id}: it does not say who ruled, and why"));
            self.expect(ruling.ruled_at <= bundle.review_timestamp, part, || {
                format!("{id}: it was ruled after the review ended")
            });
        }
    }

    /// The waivers that the review rests on, if there are any.
    pub(super) fn waivers(&mut self) {
        let bundle = self.bundle;
        let waivers = &bundle.inputs.waivers;
        let sorted = waivers.windows(2).all(|pair| pair[0].waiver_id < pair[1].waiver_id);
        self.expect(sorted, "people", || "the waivers are not in order, each once".to_owned());
        let council = bundle.council_metadata.as_ref();
        let took = council.map_or(0, |c| c.elapsed_time_seconds + c.down_time_seconds);
        let ended = bundle.review_timestamp.unix();
        let began = i64::try_from(took).ok().and_then(|took| Timestamp::from_unix(ended - took));
        for waiver in waivers {
            let id = &waiver.waiver_id;
            // A final bundle of people ends later than the review whose waivers it keeps.
            let held = !bundle.rulings.is_empty()
                || began.is_some_and(|began| !waiver.is_over(Day::of(began)));
            self.expect(held, "people", || format!("{id} was over when the review began"));
            let mut asked = bundle.findings.iter().filter_map(|f| f.waivable(&bundle.rfc_id));
            let reaches = asked.any(|asked| waiver.covers(asked));
            self.expect(reaches, "people", || format!("{id} reaches no finding"));
            let is_told = !waiver.reason.trim().is_empty() && !waiver.approved_by.trim().is_empty();
            self.expect(is_told, "people", || format!("{id} does not say who waived, and why"));
        }
    }
}
