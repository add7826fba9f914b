//! Room for the evidence of one review. What is said is weighed before it is written down, so that
//! nothing is written that could not be read again, and no session ends for want of room.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde_json::json;

use crate::evidence::canonical;
use crate::model::policy::MAX_EVIDENCE;

/// How often what a session holds may come to stand in the evidence: in the session itself, in the
/// bundle as a finding and as the raise of a seat, and on the page for people.
const TIMES: u64 = 4;

/// The most bytes of a session.
const SESSION: u64 = MAX_EVIDENCE / TIMES;

/// What is taken of a session's room.
#[derive(Debug, Default)]
pub(super) struct Space {
    taken: AtomicU64,
}

impl Space {
    /// Takes room for what a session begins or goes on with; whether there is so much.
    pub(super) fn begin(&self, bytes: u64) -> bool {
        self.taken.store(bytes, Ordering::SeqCst);
        bytes <= SESSION
    }

    /// Takes room for a reply, or what is shown, or says why there is none.
    pub(super) fn take(&self, said: &impl Serialize) -> Result<(), String> {
        let needed = bytes_of(said);
        let has_room = |taken: u64| (taken + needed <= SESSION).then_some(taken + needed);
        match self.taken.fetch_update(Ordering::SeqCst, Ordering::SeqCst, has_room) {
            Ok(_) => Ok(()),
            Err(taken) => Err(format!(
                "it would make the session {} bytes long, and one may have {SESSION}",
                taken + needed
            )),
        }
    }
}

/// What something takes within a record, at most.
pub(super) fn bytes_of(part: &impl Serialize) -> u64 {
    canonical::row(&json!(part)).len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::council::rfc::Admitted;
    use crate::council::rfc::answer::{Convergence, Proposal, Reply};

    fn said(length: usize) -> Admitted {
        let finding_id = "FND-RFC-0001-001".parse().expect("an id");
        let remediations = vec![Proposal { finding_id, text: "x".repeat(length) }];
        let reply = Reply::Converge(Convergence { remediations, ..Convergence::default() });
        Admitted { reply, placed: Vec::new(), cited: Vec::new() }
    }

    #[test]
    fn f12_a_session_takes_no_more_than_can_be_kept() {
        let space = Space::default();
        assert!(!space.begin(SESSION + 1), "what it begins with is too much");
        assert!(space.begin(1_000));
        assert_eq!(space.take(&said(1 << 20)), Ok(()));
        assert_eq!(space.take(&said(2 << 20)), Ok(()));
        let told = space.take(&said(1 << 20)).expect_err("there is no room");
        assert!(told.ends_with("bytes long, and one may have 4194304"), "{told}");
        assert_eq!(space.take(&said(1 << 10)), Ok(()), "what is refused takes no room");
    }
}
