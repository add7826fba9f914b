//! Floor 0: the nouns. Plain data, parsed ids, digests; imports nothing of ours.

pub mod check;
pub mod decode;
pub mod dialect;
pub mod digest;
pub mod exit;
pub mod file_fault;
pub mod finding;
pub mod fix;
pub mod gate;
pub mod gate_result;
pub mod hidden;
pub mod identity;
pub mod ids;
pub mod language;
pub mod layout;
pub mod lens;
pub mod lined_text;
pub mod office;
pub mod opinion;
pub mod panel;
pub mod place;
pub mod pointing;
pub mod policy;
pub mod price;
pub mod progress;
pub mod question;
pub mod receipt;
pub mod related;
pub mod slip;
pub mod taxonomy;
pub mod time;
pub mod usage;
pub mod values;
pub mod verdict;
pub mod waiver;
pub mod words;

pub use check::{HealthCheck, HealthStatus};
pub use dialect::{Dialect, Effort};
pub use digest::Digest;
pub use exit::ExitCode;
pub use file_fault::{FaultKind, FileFault};
pub use finding::{Finding, Rule, Signature, is_consequence};
pub use fix::{Fix, FixEdit};
pub use gate::{GateId, GateStatus, GateType};
pub use gate_result::GateResult;
pub use identity::Identity;
pub use ids::{
    Adapter, CouncilId, FindingId, MalformedId, MemberId, MemberName, ModeId, PersonId, PrdId,
    RfcId, SessionId, SessionName, SubjectFields, SubjectId, SubjectName, TicketId, WaiverId,
    subject_word,
};
pub use layout::{FixedRoots, FormatLayout, Layout};
pub use lined_text::LinedText;
pub use office::Office;
pub use place::{Location, NodePath, Place};
pub use question::{
    AnswerLanguage, Choice, CouncilResult, CouncilState, LanguageSource, Question, QuestionKind,
    Stakes,
};
pub use receipt::Receipt;
pub use related::{Related, RelatedKind};
pub use taxonomy::{Category, Severity, Subcategory};
pub use time::{Day, Timestamp};
pub use usage::Usage;
pub use verdict::{AbortReason, TerminalState, Verdict};
pub use waiver::{Waivable, Waiver, WaiverScope};
