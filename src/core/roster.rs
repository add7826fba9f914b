//! The members of one session: the name of each in files, and who answers for it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{Identity, MemberId, MemberName};

/// Members in the order of their names. A [`MemberId`] is an index into it, so it is fixed when a
/// session opens and recorded with the session's input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "BTreeMap<MemberName, Identity>", into = "BTreeMap<MemberName, Identity>")]
pub struct Roster(Vec<RosterEntry>);

/// One member.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RosterEntry {
    /// Its name.
    pub name: MemberName,
    /// Who answers for it.
    pub identity: Identity,
}

impl Roster {
    /// Every member, in order.
    pub fn ids(&self) -> impl Iterator<Item = MemberId> + use<> {
        (0..self.0.len()).map(|at| MemberId(u16::try_from(at).expect("a roster is short")))
    }

    /// Every member with its entry, in order.
    pub fn iter(&self) -> impl Iterator<Item = (MemberId, &RosterEntry)> {
        self.ids().zip(&self.0)
    }

    /// The member that bears a name.
    pub fn member(&self, name: &MemberName) -> Option<MemberId> {
        self.iter().find(|(_, entry)| entry.name == *name).map(|(id, _)| id)
    }

    /// A member's name.
    ///
    /// # Panics
    ///
    /// For an id that is not of this roster.
    pub fn name(&self, member: MemberId) -> &MemberName {
        &self.0[usize::from(member.0)].name
    }

    /// Who answers for a member.
    ///
    /// # Panics
    ///
    /// For an id that is not of this roster.
    pub fn identity(&self, member: MemberId) -> &Identity {
        &self.0[usize::from(member.0)].identity
    }
}

impl FromIterator<(MemberName, Identity)> for Roster {
    fn from_iter<I: IntoIterator<Item = (MemberName, Identity)>>(members: I) -> Self {
        BTreeMap::from_iter(members).into()
    }
}

impl From<BTreeMap<MemberName, Identity>> for Roster {
    fn from(members: BTreeMap<MemberName, Identity>) -> Self {
        Self(members.into_iter().map(|(name, identity)| RosterEntry { name, identity }).collect())
    }
}

impl From<Roster> for BTreeMap<MemberName, Identity> {
    fn from(roster: Roster) -> Self {
        roster.0.into_iter().map(|entry| (entry.name, entry.identity)).collect()
    }
}
