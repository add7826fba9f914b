//! What is fixed about a member of a council, whoever answers for it.

use super::ids::{MemberName, ModeId};

/// A place in a council's roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Office {
    /// The member's name: `SA-1`.
    pub name: &'static str,
    /// Its role, in words.
    pub role: &'static str,
    /// Numbers of the five modes that it takes when it does not choose.
    pub key_modes: [u8; 5],
}

impl Office {
    /// Its name, as an id.
    pub fn member(&self) -> MemberName {
        self.name.parse().expect("a name of a roster is one")
    }

    /// The modes that it takes when it does not choose.
    pub fn key_modes(&self) -> [ModeId; 5] {
        self.key_modes.map(|number| ModeId::new(number).expect("1 to 80"))
    }
}
