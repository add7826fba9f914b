use serde::{Deserialize, Serialize};

use crate::member::MemberId;
use crate::poll::{OptionId, PollId};

/// One line of the audit log, in the order in which things happened. The board reads it, members may ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum AuditEvent {
    PollOpened {
        poll: PollId,
        at: i64,
    },
    BallotCast {
        poll: PollId,
        member: MemberId,
        choices: Vec<OptionId>,
        at: i64,
    },
    BallotReplaced {
        poll: PollId,
        member: MemberId,
        choices: Vec<OptionId>,
        at: i64,
    },
    PollClosed {
        poll: PollId,
        at: i64,
    },
}

impl AuditEvent {
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    pub fn from_line(line: &str) -> Option<AuditEvent> {
        serde_json::from_str(line).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back() {
        let event = AuditEvent::PollClosed { poll: PollId(3), at: 50 };
        assert_eq!(event.to_line(), r#"{"event":"poll_closed","poll":3,"at":50}"#);
        assert_eq!(AuditEvent::from_line(&event.to_line()), Some(event));
    }
}
