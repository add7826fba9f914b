//! The three members of the RFC council, as a test calls them.

use std::fmt;

use council_review::council::rfc::roster::{OFFICES, office};
use council_review::model::{MemberName, ModeId};

/// One of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeatId {
    /// SA-1.
    Sa1,
    /// SA-2.
    Sa2,
    /// SA-3.
    Sa3,
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl SeatId {
    /// All of them, in order.
    pub const ALL: [SeatId; 3] = [SeatId::Sa1, SeatId::Sa2, SeatId::Sa3];

    /// Who bears this name.
    pub fn of(name: &MemberName) -> Self {
        let found = Self::ALL.into_iter().find(|seat| seat.as_str() == name.as_str());
        found.unwrap_or_else(|| panic!("no seat is called {name}"))
    }

    /// Its name: `SA-1`.
    pub fn as_str(self) -> &'static str {
        OFFICES[self as usize].name
    }

    /// Its name, as an id.
    pub fn name(self) -> MemberName {
        OFFICES[self as usize].member()
    }

    /// Each with what `of` gives for it, by name.
    pub fn each<T, M: FromIterator<(MemberName, T)>>(of: impl Fn(Self) -> T) -> M {
        Self::ALL.into_iter().map(|seat| (seat.name(), of(seat))).collect()
    }

    /// The modes that it takes when it does not choose.
    pub fn key_modes(self) -> [ModeId; 5] {
        office(&self.name()).expect("it is of the roster").key_modes()
    }
}
