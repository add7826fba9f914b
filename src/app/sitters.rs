//! Who is asked, as lines about them say it.

use crate::model::MemberName;

/// Who is asked: the seats of a review, or the members of a panel.
#[derive(Debug, Clone)]
pub enum Sitters {
    /// Those of a review.
    Seats,
    /// Those of the panel of this name.
    Panel(String),
}

impl Sitters {
    pub(super) const fn check(&self) -> &'static str {
        match self {
            Sitters::Seats => "seats",
            Sitters::Panel(_) => "panels",
        }
    }

    pub(super) fn named(&self, member: &MemberName) -> String {
        match self {
            Sitters::Seats => member.to_string(),
            Sitters::Panel(panel) => format!("{panel}, {member}"),
        }
    }

    /// How to do without a member.
    pub fn without(&self, member: &MemberName) -> String {
        match self {
            Sitters::Seats => format!("leave the seat offline (--seat {member}=offline)"),
            Sitters::Panel(_) => format!("let another answer (--member {member}=HOLDER)"),
        }
    }
}
