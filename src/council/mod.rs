//! Floor 4: the protocols, one folder each; none names another. `shared` is what those that are about
//! a question derive alike.

pub mod lenses;
pub mod rfc;
pub mod rounds;
pub mod shared;

/// Does something with the type of a council about a question: the one place where a kind becomes a type.
macro_rules! for_council {
    ($kind:expr, $council:ident => $what:expr) => {
        match $kind {
            $crate::model::panel::CouncilKind::Rounds => {
                type $council = $crate::council::rounds::RoundsCouncil;
                $what
            }
            $crate::model::panel::CouncilKind::Lenses => {
                type $council = $crate::council::lenses::LensesCouncil;
                $what
            }
        }
    };
}
pub(crate) use for_council;

/// The schema of what a member of a council about a question answers.
pub static ASK_REPLY: &str = include_str!("../../schemas/ask_reply.schema.json");

/// What a member of a council about a question answers, by its form.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
pub enum AskReply {
    /// In rounds.
    Rounds(rounds::answer::RoundsReply),
    /// In lenses.
    Lenses(lenses::answer::LensesReply),
}
