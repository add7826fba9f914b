//! The three members, and what their tasks call them.

use council_review::council::rfc::ask::Task;
use council_review::council::rfc::roster;
use council_review::model::{MemberId, ModeId};

pub(crate) const SA1: MemberId = MemberId(0);
pub(crate) const SA2: MemberId = MemberId(1);
pub(crate) const SA3: MemberId = MemberId(2);
pub(crate) const ALL: [MemberId; 3] = [SA1, SA2, SA3];

/// Whom a task asks.
pub(crate) fn asked(task: &Task) -> MemberId {
    roster::member(&task.seat)
}

/// The modes that a member takes when it does not choose.
pub(crate) fn key_modes(member: MemberId) -> [ModeId; 5] {
    roster::OFFICES[usize::from(member.0)].key_modes()
}
