//! A ticket, the same whichever of the five shapes its file has (GATES.md "What real files look
//! like"). Accessors never judge: gates do.

use std::sync::Arc;

use super::hidden::HiddenText;
use super::scalar::Text;
use super::slips::Slip;
use super::text::SourceText;
use crate::model::{Place, RfcId, TicketId};

/// One ticket file that could be read.
#[derive(Debug)]
pub struct Ticket {
    /// Path from the repository's root.
    pub file: String,
    /// The id that the file's name claims: its stem.
    pub stem: TicketId,
    /// `id`, when it is a string.
    pub id: Option<Text>,
    /// `title`, when it is a string.
    pub title: Option<Text>,
    /// `status`, when it is a string.
    pub status: Option<Text>,
    /// The status of GATES.md R14 that it means, case-folded; `None` when absent or unknown.
    pub known_status: Option<TicketStatus>,
    /// `rfc_id`, when it is a string.
    pub rfc_ref: Option<Text>,
    /// `rfc_ref` as an id, when it is one.
    pub rfc: Option<RfcId>,
    /// `prd_id`, when it is a string; `""` and `NONE` included.
    pub prd_ref: Option<Text>,
    /// `Phase: X` in the notes, or `ticket.phase`.
    pub phase: Option<Text>,
    /// The header mapping (`ticket_meta.ticket` or `ticket`), for findings about missing keys.
    pub header: Place,
    /// The mapping that binds it (`ticket_meta.binds`, `ticket.source` or `ticket`), for the same.
    pub binds: Place,
    /// The references to requirements, in order.
    pub requirements: Vec<RequirementRef>,
    /// The dependency entries of all four containers of R20, in order.
    pub dependencies: Vec<DependencyEntry>,
    /// The files that it touches, in order (R40, R41).
    pub paths: Vec<PathEntry>,
    /// Evidence artifacts it names.
    pub evidence: Vec<Text>,
    /// What is to be done: scope, in any of its spellings, and the summary.
    pub in_scope: Vec<Text>,
    /// What is not.
    pub out_of_scope: Vec<Text>,
    /// The plan's steps. A step with an action and details is one text of both.
    pub steps: Vec<Text>,
    /// Acceptance criteria, definition of done.
    pub criteria: Vec<Text>,
    /// Verification commands and procedures.
    pub verifications: Vec<Text>,
    /// Code examples.
    pub code_examples: Vec<Text>,
    /// Every scalar below the notes.
    pub notes: Vec<Text>,
    /// A complete `cousin_justification` for these paths (R49).
    pub justified_paths: Vec<String>,
    /// Keys that are nearly ones that are read, and missing (R52).
    pub slips: Vec<Slip>,
    /// The file; several tickets may stand in one.
    pub source: Arc<SourceText>,
}

impl Ticket {
    /// A ticket that says nothing yet.
    pub fn blank(file: String, stem: TicketId, source: Arc<SourceText>) -> Self {
        Self {
            file,
            stem,
            id: None,
            title: None,
            status: None,
            known_status: None,
            rfc_ref: None,
            rfc: None,
            prd_ref: None,
            phase: None,
            header: Place::whole_file(),
            binds: Place::whole_file(),
            requirements: Vec::new(),
            dependencies: Vec::new(),
            paths: Vec::new(),
            evidence: Vec::new(),
            in_scope: Vec::new(),
            out_of_scope: Vec::new(),
            steps: Vec::new(),
            criteria: Vec::new(),
            verifications: Vec::new(),
            code_examples: Vec::new(),
            notes: Vec::new(),
            justified_paths: Vec::new(),
            slips: Vec::new(),
            source,
        }
    }

    /// Neither finished nor given up: its defects can still be mended.
    pub fn is_live(&self) -> bool {
        self.known_status.is_none_or(|status| !status.is_terminal() && !status.is_dead())
    }

    /// Lets go of all lines of the file that no place of the ticket's facts, nor one of `others`,
    /// points to, and of its prose but for one criterion.
    pub(super) fn drop_text(&mut self, others: &[HiddenText]) {
        let texts =
            [&self.id, &self.title, &self.status, &self.rfc_ref, &self.prd_ref, &self.phase];
        let mut places = vec![&self.header, &self.binds];
        places.extend(texts.into_iter().flatten().map(|text| &text.place));
        places.extend(self.requirements.iter().map(|reference| &reference.place));
        places.extend(self.dependencies.iter().map(|entry| &entry.place));
        places.extend(self.paths.iter().map(|entry| &entry.place));
        places.extend(self.evidence.iter().map(|text| &text.place));
        places.extend(others.iter().map(|text| &text.place));
        places.extend(self.slips.iter().map(|slip| &slip.place));
        let lines = places.into_iter().map(|place| place.line).collect();
        self.source = Arc::new(self.source.lines_alone(&lines));
        self.criteria.truncate(1);
        self.criteria.shrink_to_fit();
        for texts in [
            &mut self.in_scope,
            &mut self.out_of_scope,
            &mut self.steps,
            &mut self.verifications,
            &mut self.code_examples,
            &mut self.notes,
        ] {
            *texts = Vec::new();
        }
    }

    /// The title, or the id when it has none.
    pub fn name(&self) -> &str {
        self.title.as_ref().map_or(self.stem.as_str(), |t| t.value.as_str())
    }
}

/// GATES.md R14.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the documentation: GATES.md R14")]
pub enum TicketStatus {
    Draft,
    Open,
    Ready,
    InProgress,
    Blocked,
    Completed,
    Done,
    Closed,
    Merged,
    Cancelled,
    Superseded,
}

impl TicketStatus {
    /// All, in the order of R14.
    pub const ALL: [TicketStatus; 11] = [
        TicketStatus::Draft,
        TicketStatus::Open,
        TicketStatus::Ready,
        TicketStatus::InProgress,
        TicketStatus::Blocked,
        TicketStatus::Completed,
        TicketStatus::Done,
        TicketStatus::Closed,
        TicketStatus::Merged,
        TicketStatus::Cancelled,
        TicketStatus::Superseded,
    ];

    /// The canonical spelling.
    pub const fn as_str(self) -> &'static str {
        match self {
            TicketStatus::Draft => "DRAFT",
            TicketStatus::Open => "OPEN",
            TicketStatus::Ready => "READY",
            TicketStatus::InProgress => "IN_PROGRESS",
            TicketStatus::Blocked => "BLOCKED",
            TicketStatus::Completed => "COMPLETED",
            TicketStatus::Done => "DONE",
            TicketStatus::Closed => "CLOSED",
            TicketStatus::Merged => "MERGED",
            TicketStatus::Cancelled => "CANCELLED",
            TicketStatus::Superseded => "SUPERSEDED",
        }
    }

    /// The status that `text` means, case-folded.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(text))
    }

    /// The work is done.
    pub const fn is_terminal(self) -> bool {
        matches!(
            self,
            TicketStatus::Completed
                | TicketStatus::Done
                | TicketStatus::Closed
                | TicketStatus::Merged
        )
    }

    /// The work will not be done.
    pub const fn is_dead(self) -> bool {
        matches!(self, TicketStatus::Cancelled | TicketStatus::Superseded)
    }
}

/// A reference from a ticket to a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementRef {
    /// The requirement's id, as written, without an owner prefix.
    pub id: String,
    /// `RFC-dddd` before a slash, when the id was written `RFC-dddd/ID`.
    pub prefix: Option<RfcId>,
    /// The path that goes with it, `#anchor` included.
    pub reference: Option<Text>,
    /// The entry.
    pub place: Place,
}

/// One entry of a dependency list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DependencyEntry {
    /// The target as written: `TCK-00001`, `RFC-0017:TCK-00254`, or anything else.
    pub target: String,
    /// The entry.
    pub place: Place,
}

/// What a ticket does to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathKind {
    /// It makes the file.
    Create,
    /// It changes the file.
    Modify,
    /// It removes the file.
    Delete,
    /// It points a reader to the file.
    Reference,
}

impl PathKind {
    /// In lower case, for sentences.
    pub const fn as_str(self) -> &'static str {
        match self {
            PathKind::Create => "create",
            PathKind::Modify => "modify",
            PathKind::Delete => "delete",
            PathKind::Reference => "reference",
        }
    }
}

/// Where a path was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// A structured list: the gate's own matter (R40).
    Structured,
    /// A note's text: same rules, severity lowered (R41).
    Notes,
    /// `notes.files` without a prefix: context, unchecked (R41).
    Context,
}

/// One path that a ticket names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathEntry {
    /// What the ticket does to it.
    pub kind: PathKind,
    /// The path as written, before R42's normalisation.
    pub raw: String,
    /// Where it was found.
    pub tier: Tier,
    /// The path itself in its list, or the note that names it.
    pub place: Place,
}
