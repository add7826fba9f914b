//! The three members whose rules these are.

use crate::council::rfc::roster::OFFICES;
use crate::model::{MemberName, ModeId, Office};

/// A member that the rules can answer for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum RuleSeat {
    /// SA-1.
    Sa1,
    /// SA-2.
    Sa2,
    /// SA-3.
    Sa3,
}

impl RuleSeat {
    /// All of them, in the order of the council's roster.
    pub(crate) const ALL: [RuleSeat; 3] = [RuleSeat::Sa1, RuleSeat::Sa2, RuleSeat::Sa3];

    /// The one that bears a name.
    pub(crate) fn of(name: &MemberName) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.as_str() == name.as_str())
    }

    fn office(self) -> &'static Office {
        &OFFICES[self as usize]
    }

    /// `SA-1`, `SA-2` or `SA-3`.
    pub(crate) fn as_str(self) -> &'static str {
        self.office().name
    }

    /// The member of that name.
    pub(crate) fn member(self) -> MemberName {
        self.office().member()
    }

    /// Its role, in words.
    pub(crate) fn role(self) -> &'static str {
        self.office().role
    }

    /// The modes that its findings name when it has selected none.
    pub(crate) fn key_modes(self) -> [ModeId; 5] {
        self.office().key_modes()
    }
}
