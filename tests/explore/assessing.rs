//! The ticket of a session, and what the scripted seats make of it.

use council_review::council::rfc::Phase;
use council_review::model::MemberId;
use council_review::model::Severity::Blocker;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use council_review::model::opinion::{Assessment, Checklist, ChecklistItem, GateOpinion, Rating};
use council_review::model::{GateStatus, TicketId};

use crate::members::{SA1, SA2};
use crate::script::Behind;
use crate::script::Cast::{self, Plain};
use crate::script::Line::{self, Backs, Gets, Looks, Proposes, Raises, Says, Strays, Votes};
use crate::script::Raised;
use crate::script::Voice::All;
use crate::script::What::X;
use Assesses::{Another, Failed, NotRun, Passed, Twice};

/// What a seat makes of the ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Assesses {
    Passed,
    Failed,
    /// It says that it did not look.
    NotRun,
    /// A ticket that it was not asked about.
    Another,
    Twice,
}

/// The ticket to assess, where there is one.
pub(crate) fn ticket() -> TicketId {
    "TCK-00001".parse().expect("an id")
}

fn assessment(ticket: TicketId, status: GateStatus) -> Assessment {
    let check = || ChecklistItem { rating: Rating::Partly, quote: String::new() };
    let opinion = || GateOpinion { status, reason: String::new() };
    Assessment {
        ticket_id: ticket,
        atomicity: opinion(),
        implementability: opinion(),
        anti_cousin: opinion(),
        checklist: Checklist {
            steps: check(),
            paths: check(),
            signatures: check(),
            types: check(),
            edge_cases: check(),
            success_criteria: check(),
            verification: check(),
        },
    }
}

pub(crate) fn assessments(assesses: Assesses) -> Vec<Assessment> {
    let passed = || assessment(ticket(), GateStatus::Passed);
    match assesses {
        Assesses::Passed => vec![passed()],
        Assesses::Failed => vec![assessment(ticket(), GateStatus::Failed)],
        Assesses::NotRun => vec![assessment(ticket(), GateStatus::NotRun)],
        Assesses::Another => {
            vec![assessment("TCK-00002".parse().expect("an id"), GateStatus::Passed)]
        }
        Assesses::Twice => vec![passed(), passed()],
    }
}

/// A ticket to assess, a blocker without a way out, and ways out that come late.
pub(crate) fn assessing(seat: MemberId, phase: Phase) -> &'static [Line] {
    match (phase, seat) {
        (Phase::Init, _) => &[],
        (Phase::Cycle1, SA1) => &[Raises(&[Raised(X, Blocker, true, false)]), Strays],
        (Phase::Cycle1, _) => &[Raises(&[])],
        (Phase::Cycle2, SA1) => &[Looks(All(Support), Passed), Looks(All(Support), NotRun)],
        (Phase::Cycle2, SA2) => &[
            Looks(All(Support), Failed),
            Says(All(Support), false, &[]),
            Looks(All(Support), Another),
        ],
        (Phase::Cycle2, _) => {
            &[Looks(All(Abstain), Passed), Says(All(Oppose), false, &[]), Looks(All(Oppose), Twice)]
        }
        (Phase::Cycle3, SA1) => {
            &[Proposes(Plain(All(Support)), "drop it"), Votes(Cast::Twice, false)]
        }
        (Phase::Cycle3, SA2) => {
            &[Proposes(Plain(All(Support)), "drop it"), Proposes(Plain(All(Support)), "halve it")]
        }
        (Phase::Cycle3, _) => &[Votes(Plain(All(Oppose)), false)],
        (Phase::LastCall, SA1) => &[Gets(Behind::Last), Gets(Behind::Twice)],
        (Phase::LastCall, SA2) => &[Backs(true), Gets(Behind::Unknown)],
        (Phase::LastCall, _) => &[Gets(Behind::Last), Backs(false)],
    }
}
