//! A whole review over a foreign ticket: gates, council, session, bundle, verify, every report.

use council_review::evidence::{replay, seal, verify};
use council_review::gates;
use council_review::model::policy::ReviewDepth;
use council_review::model::{TerminalState, Verdict};

use super::base::{self, TICKET};
use super::evidence::reported;

pub fn review(bytes: &[u8]) {
    let tree = base::tree(TICKET, bytes);
    let Some(dossier) = base::dossier(&tree) else { return };
    let (done, files) = match base::sit(&tree, ReviewDepth::Council) {
        Ok(written) => written,
        // More than a session's budget holds: said, and nothing written.
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            return;
        }
    };
    let written = &files[&done.bundle_path];
    let bundle = verify::verify(written).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(bundle, done.bundle);
    let results = gates::check_all(&dossier);
    let found = results.iter().flat_map(|result| &result.findings);
    let by_gates = Verdict::of(found.map(|finding| finding.severity));
    if by_gates == Verdict::Rejected {
        assert!(!bundle.verdict.passes(), "{} though the gates reject", bundle.verdict);
    }
    if let Some(council) = &bundle.council_metadata {
        assert_ne!(bundle.terminal_state, TerminalState::NotConvened);
        let folder = done.bundle_path.rsplit_once('/').expect("it is in a folder").0;
        let session = &files[&format!("{folder}/{}", council.session_file)];
        assert_eq!(replay::disagreements(session, &bundle, &council.session_file), []);
        let played = replay::read(session).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let again = played.bundle(&council.session_file).expect("it has ended");
        assert!(seal::bytes(&again) == *written, "the session gives another bundle");
    }
    reported(&bundle);
}
