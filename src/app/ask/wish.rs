//! What a person asks for (COUNCILS.md §1.3): every option of `ask`, as it was given.

use crate::model::panel::CouncilKind;
use crate::model::{FindingId, QuestionKind, Stakes, SubjectId, TicketId};

/// Every option of `ask`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AskWish {
    /// The question; none where one of ours is asked.
    pub question: Option<String>,
    /// The panel of `council.yaml`.
    pub panel: Option<String>,
    /// The council, where no panel says it.
    pub council: Option<CouncilKind>,
    /// What kind of answer is wanted, where the options do not say it.
    pub kind: Option<QuestionKind>,
    /// What there is to choose from.
    pub options: Vec<String>,
    /// What an answer must keep to.
    pub constraints: Vec<String>,
    /// What the question touches.
    pub domains: Vec<String>,
    /// How much depends on it.
    pub stakes: Option<Stakes>,
    /// Files that are shown.
    pub files: Vec<String>,
    /// An RFC that is shown.
    pub rfc: Option<SubjectId>,
    /// A ticket that is shown.
    pub ticket: Option<TicketId>,
    /// The revision from which on changes are shown.
    pub diff: Option<String>,
    /// An RFC whose review waits for a person.
    pub escalation: Option<SubjectId>,
    /// Of that, these findings.
    pub findings: Vec<FindingId>,
    /// What a person wrote with the question.
    pub note: Option<String>,
    /// `NAME=HOLDER`, for this run.
    pub members: Vec<String>,
    /// Who words the synthesis.
    pub chair: Option<String>,
    /// 2 for a debate of lenses.
    pub rounds: Option<u8>,
    /// The language of the answer, by its English name.
    pub language: Option<String>,
    /// Whether nobody may look at the repository.
    pub no_looks: bool,
}
