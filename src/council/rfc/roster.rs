//! The roster of this council: its seats in order, as the engine's members.

use crate::model::{MemberId, SeatId};

/// The member that holds a seat.
pub const fn member(seat: SeatId) -> MemberId {
    MemberId(seat as u16)
}

/// The seat of a member; `None` for one that this council does not have.
pub fn seat(member: MemberId) -> Option<SeatId> {
    SeatId::ALL.get(usize::from(member.0)).copied()
}
