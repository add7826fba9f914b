use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemberId(pub u64);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: MemberId,
    pub name: String,
    pub email: String,
    /// Members who left keep their row (old ballots point at it) and lose their vote.
    pub active: bool,
}

impl Member {
    /// `Name <mail>`, with everything dropped from the name that could start a new mail header.
    pub fn mailbox(&self) -> String {
        let name: String = self
            .name
            .chars()
            .filter(|c| !c.is_control() && !matches!(c, '<' | '>' | '"'))
            .collect();
        format!("{} <{}>", name.trim(), self.email)
    }
}

/// The members who may vote, by id.
pub fn eligible(members: &[Member]) -> Vec<&Member> {
    let mut list: Vec<&Member> = members.iter().filter(|m| m.active).collect();
    list.sort_by_key(|m| m.id);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(id: u64, name: &str, active: bool) -> Member {
        Member {
            id: MemberId(id),
            name: name.into(),
            email: format!("m{id}@example.org"),
            active,
        }
    }

    #[test]
    fn mailbox_drops_header_injection() {
        let m = member(1, "Eve\r\nBcc: all@example.org", true);
        assert_eq!(m.mailbox(), "EveBcc: all@example.org <m1@example.org>");
    }

    #[test]
    fn eligible_leaves_out_members_who_left() {
        let members = [member(3, "C", true), member(1, "A", true), member(2, "B", false)];
        let ids: Vec<u64> = eligible(&members).iter().map(|m| m.id.0).collect();
        assert_eq!(ids, [1, 3]);
    }
}
