//! A rule: who applies it, when, through which modes of reasoning, and a check that turns one
//! ticket into hits. A hit that quotes nothing cannot be built.

use std::fmt;

use crate::council::rfc::answer::Claim;
use crate::council::rfc::ask::FindingView;
use crate::model::policy::MAX_RELATED;
use crate::model::{
    GateId, Location, ModeId, NodePath, Place, Related, RelatedKind, Severity, Subcategory,
    TicketId,
};
use crate::rules::desk::{Desk, whole};
use crate::rules::lints::kind::DefectKind;
use crate::rules::message::{Args, Message, filled};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::passage;
use crate::rules::text::words::{count, listed, shortened};
use crate::source::Ticket;

/// One way of looking at a ticket.
pub(crate) struct LintRule {
    /// What it looks for.
    pub(crate) name: &'static str,
    /// The kind of defect that it finds.
    pub(crate) kind: &'static DefectKind,
    /// What was seen where it fires, as the reason of a stance says it.
    pub(crate) finds: &'static str,
    /// Whose rule it is.
    pub(crate) seat: RuleSeat,
    /// The modes it reasons in, best first; the first that the seat holds is named as the source.
    pub(crate) modes: [u8; 2],
    /// What to say when most tickets have the same defect.
    pub(crate) repeat: Repeat,
    /// How sure it is at the most.
    pub(crate) confidence: Confidence,
    /// The check.
    pub(crate) check: fn(&Desk<'_>, &Ticket) -> Vec<Hit>,
}

impl fmt::Debug for LintRule {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name)
    }
}

/// How sure a rule is of what it found; the severity follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Confidence {
    /// One cue, or likeness: a place to look at.
    Hint,
    /// Two cues that do not depend on each other, and nothing that speaks against them.
    Likely,
    /// Counted, looked up or equal, with no meaning read out of words.
    Certain,
}

impl Confidence {
    /// What a defect weighs that would weigh `own` if it were certain.
    fn weighs(self, own: Severity) -> Severity {
        match self {
            Self::Certain => own.min(Severity::Major),
            Self::Likely => Severity::Minor,
            Self::Hint => Severity::Info,
        }
    }
}

/// Whether a defect that most tickets of the RFC share is one finding or many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Each ticket has to be mended for itself.
    PerTicket,
    /// Shared by five tickets, or by most of a smaller RFC, it is a habit: said once, at the first
    /// of those where it weighs most.
    OncePerSubject,
}

/// What a rule found.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) severity: Severity,
    /// How sure it is: no surer than its rule.
    pub(crate) confidence: Confidence,
    pub(crate) ticket: TicketId,
    pub(crate) file: String,
    pub(crate) path: NodePath,
    location: Location,
    pub(crate) quote: String,
    message: &'static Message,
    args: Args,
    /// The rule of the table that found it; `None` until it says so.
    by: Option<&'static LintRule>,
    /// The other tickets for which it is said here, too, and where each has it.
    pub(crate) also: Vec<(Related, Severity)>,
}

impl Hit {
    /// A hit at `place` of `ticket` that says `message`, quoting the line that holds `needle`; `None` when nothing
    /// there can be quoted.
    pub(crate) fn at(
        ticket: &Ticket,
        place: &Place,
        needle: &str,
        message: &'static Message,
        args: Args,
    ) -> Option<Self> {
        let quote = passage(ticket, place, needle);
        (!quote.is_empty()).then(|| Self {
            severity: Severity::Minor,
            confidence: Confidence::Certain,
            ticket: ticket.stem.clone(),
            file: ticket.file.clone(),
            path: place.path.clone(),
            location: place.in_file(&ticket.file),
            quote,
            message,
            args,
            by: None,
            also: Vec::new(),
        })
    }

    /// What is wrong, and what comes of it.
    pub(crate) fn description(&self) -> String {
        let Message { defect, harm, .. } = self.message;
        let mut text = filled(defect, &self.ticket, &self.args);
        text.push_str("; ");
        text.push_str(&filled(harm, &self.ticket, &self.args));
        if !self.also.is_empty() {
            let ids: Vec<&str> = self.also.iter().map(|(place, _)| place.name.as_str()).collect();
            let others = count(ids.len(), "other ticket has", "other tickets have");
            text.push_str(&format!("; {others} the same: {}", listed(&ids, 6)));
        }
        text
    }

    /// The next act.
    pub(crate) fn remediation(&self) -> String {
        filled(self.message.act, &self.ticket, &self.args)
    }

    /// The places that it names, each once.
    pub(crate) fn related(&self) -> Vec<Related> {
        let mut all: Vec<Related> = Vec::new();
        let named = self.args.iter().flat_map(|(_, arg)| arg.places());
        for place in named.chain(self.also.iter().map(|(place, _)| place)) {
            if all.len() < MAX_RELATED && !all.contains(place) {
                all.push(place.clone());
            }
        }
        all
    }

    /// The ticket of this hit as another hit names it.
    pub(crate) fn as_related(&self) -> Related {
        let (kind, name) = (RelatedKind::Ticket, self.ticket.to_string());
        Related { kind, name, location: self.location.clone() }
    }

    /// The same, weighing this when it is certain.
    pub(crate) fn weighing(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// As the rule says it: of its kind, and no surer than the rule.
    pub(crate) fn by(self, rule: &'static LintRule) -> Self {
        Self { by: Some(rule), ..self.at_most(rule.confidence) }
    }

    /// The rule that found it.
    ///
    /// # Panics
    ///
    /// When no rule of the table did.
    pub(crate) fn rule(&self) -> &'static LintRule {
        self.by.expect("a rule of the table found it")
    }

    /// The kind of defect.
    pub(crate) fn kind(&self) -> &'static DefectKind {
        self.rule().kind
    }

    /// Whether it is of the kind of a finding.
    pub(crate) fn is_of(&self, gate: GateId, subcategory: Subcategory) -> bool {
        (self.kind().gate, self.kind().subcategory) == (gate, subcategory)
    }

    /// The same, no surer than this.
    pub(crate) fn at_most(mut self, confidence: Confidence) -> Self {
        self.confidence = self.confidence.min(confidence);
        self.severity = self.confidence.weighs(self.severity);
        self
    }

    /// Whether both say the same: one kind of defect at one node of a file.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.is_of(other.kind().gate, other.kind().subcategory)
            && (&self.file, &self.path) == (&other.file, &other.path)
    }

    /// What the rule saw, and where: a passage, or the whole ticket where only its title is quoted.
    pub(crate) fn seen(&self, ticket: &Ticket) -> String {
        if self.path == whole(ticket).path {
            return format!("{}: {}", self.ticket, self.rule().finds);
        }
        format!("{}: \"{}\"", self.rule().finds, shortened(&self.quote))
    }

    /// Whether a finding is at this place. Lines of Markdown have no path of their own: there the quote says
    /// which one is meant.
    pub(crate) fn is_where(&self, view: &FindingView) -> bool {
        let is_yaml = !view.location.path.as_yaml().is_empty();
        self.file == view.location.file
            && (self.path == view.location.path || !is_yaml && self.quote == view.quote)
    }

    /// As the reply carries it, its mode chosen among those that the seat holds.
    pub(crate) fn into_claim(self, seat: RuleSeat, held: &[ModeId]) -> Claim {
        let wanted = self.rule().modes.into_iter().filter_map(ModeId::new);
        let source_mode = wanted
            .into_iter()
            .find(|mode| held.contains(mode))
            .or_else(|| held.first().copied())
            .unwrap_or(seat.key_modes()[0]);
        Claim {
            description: self.description(),
            remediation: self.remediation(),
            related: self.related(),
            gate_id: self.kind().gate,
            subcategory: self.kind().subcategory,
            severity: self.severity,
            source_mode,
            file: self.file,
            yaml_path: self.path.to_string(),
            quote: self.quote,
            cites: Vec::new(),
        }
    }
}
