//! Who this council's members are, as data.

use crate::model::{MemberId, MemberName, Office};

/// The members, in order.
pub static OFFICES: [Office; 3] = [
    Office { name: "SA-1", role: "Structural Rigorist", key_modes: [1, 6, 7, 43, 75] },
    Office { name: "SA-2", role: "Implementation Feasibility", key_modes: [47, 48, 51, 56, 70] },
    Office { name: "SA-3", role: "Anti-Cousin Guardian", key_modes: [14, 15, 32, 33, 79] },
];

/// The office of a member; `None` when this council has no such name.
pub fn office(name: &MemberName) -> Option<&'static Office> {
    OFFICES.iter().find(|office| office.name == name.as_str())
}

/// Whether a member reads the tickets where the reading is divided; the others read the RFC's
/// documents.
pub fn reads_tickets(name: &MemberName) -> bool {
    name.as_str() != OFFICES[0].name
}

/// The member of that name; one of no roster when this council has no such name.
pub fn member(name: &MemberName) -> MemberId {
    let at = OFFICES.iter().position(|office| office.name == name.as_str());
    MemberId(at.and_then(|at| u16::try_from(at).ok()).unwrap_or(u16::MAX))
}

/// The members' names, in order.
pub fn names() -> [MemberName; 3] {
    OFFICES.each_ref().map(Office::member)
}
