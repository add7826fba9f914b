//! What a bundle says was reviewed: files in order, numbered, within the repository, with the digests
//! that follow from them.

use super::derivation::{DerivationCheck, is_plain_path, stamp_in};
use crate::evidence::assemble::policy_digest;
use crate::evidence::v2::bundle::{FileNumber, FileUse};
use crate::source::RfcState;

impl DerivationCheck<'_> {
    pub(super) fn inputs(&mut self) {
        let inputs = &self.bundle.inputs;
        let sorted = inputs.files.windows(2).all(|pair| {
            let [before, after] = [&pair[0], &pair[1]];
            match (before.read_as, after.read_as) {
                (FileUse::Dossier, FileUse::Dossier) => before.path < after.path,
                (FileUse::Looked, FileUse::Looked) => {
                    (&before.path, &before.digest) < (&after.path, &after.digest)
                }
                (FileUse::Dossier, FileUse::Looked) => true,
                (FileUse::Looked, FileUse::Dossier)
                | (FileUse::Material, _)
                | (_, FileUse::Material) => false,
            }
        });
        self.expect(sorted, "inputs", || "the input files are not in order, each once".to_owned());
        let numbered = (0..).zip(&inputs.files).all(|(at, file)| file.n == FileNumber::of(at));
        self.expect(numbered, "inputs", || {
            "the input files are not numbered from F1 on".to_owned()
        });
        let within = inputs.files.iter().all(|file| is_plain_path(&file.path));
        self.expect(within, "inputs", || "an input file outside of the repository".to_owned());
        let numbers = inputs.dossier().map(|file| &file.n);
        let known = numbers.filter(|n| inputs.uncommitted.contains(n));
        let uncommitted = known.eq(&inputs.uncommitted);
        self.expect(uncommitted, "inputs", || {
            "the uncommitted files are not some of the input files, in order".to_owned()
        });
        let is_commit = |commit: &String| {
            matches!(commit.len(), 40 | 64) && commit.bytes().all(|b| b.is_ascii_hexdigit())
        };
        self.expect(inputs.commit.as_ref().is_none_or(is_commit), "inputs", || {
            "the commit is not an object id".to_owned()
        });
        self.expect(inputs.tool.name == env!("CARGO_PKG_NAME"), "inputs", || {
            format!("{} is another tool", inputs.tool.name)
        });
        self.expect(RfcState::parse(&inputs.rfc_state).is_some(), "inputs", || {
            format!("{:?} is no state of an RFC", inputs.rfc_state)
        });
        if let Some(previous) = &self.bundle.previous_bundle {
            let council = self.bundle.council_metadata.as_ref();
            let own = council.and_then(|c| stamp_in(&c.session_file, "council_session_"));
            let before = stamp_in(&previous.file, "rfc_review_");
            self.expect(before.is_some(), "previous_bundle", || {
                format!("{:?} is not the name of a bundle", previous.file)
            });
            let is_ruled = !self.bundle.rulings.is_empty();
            self.expect(is_ruled || own.is_none() || own != before, "previous_bundle", || {
                "the bundle before this one is this one".to_owned()
            });
        }
        let digest = crate::source::digest_of_files(
            inputs.dossier().map(|file| (file.path.as_str(), &file.digest)),
        );
        self.expect(digest == inputs.dossier_digest, "inputs", || {
            "the dossier's digest is not that of the files".to_owned()
        });
        self.expect(policy_digest(&inputs.policy) == inputs.policy_digest, "inputs", || {
            "the policy's digest is not that of the policy".to_owned()
        });
    }
}
