//! From the words of the engine to those of the files, and back where something is derived from a
//! file: neither changes because the other does.

use super::v2::council::{
    AgreementStatus, CallFault, CitedLines, Raise, Resolution, SeatFailure, Selected,
};
use crate::core::call;
use crate::core::roster::Roster;
use crate::council::rfc::roster::member;
use crate::council::rfc::{self, ledger, tally};

impl From<tally::AgreementLevel> for AgreementStatus {
    fn from(status: tally::AgreementLevel) -> Self {
        match status {
            tally::AgreementLevel::NotVotable => Self::NotVotable,
            tally::AgreementLevel::Pending => Self::Pending,
            tally::AgreementLevel::Majority => Self::Majority,
            tally::AgreementLevel::Unanimous => Self::Unanimous,
            tally::AgreementLevel::QuorumSupport => Self::QuorumSupport,
            tally::AgreementLevel::QuorumOppose => Self::QuorumOppose,
            tally::AgreementLevel::Deadlocked => Self::Deadlocked,
        }
    }
}

impl From<tally::FindingResolution> for Resolution {
    fn from(resolution: tally::FindingResolution) -> Self {
        match resolution {
            tally::FindingResolution::Stands => Self::Stands,
            tally::FindingResolution::Dismissed => Self::Dismissed,
            tally::FindingResolution::Deadlocked => Self::Deadlocked,
            tally::FindingResolution::Ungrounded => Self::Ungrounded,
            tally::FindingResolution::Open => Self::Open,
            tally::FindingResolution::Waived => Self::Waived,
            tally::FindingResolution::Consequence => Self::Consequence,
            tally::FindingResolution::Duplicate => Self::Duplicate,
        }
    }
}

/// A member's raising, with the name that its council's roster gives it.
pub(super) fn raise_of(roster: &Roster, raise: &ledger::RaisedFinding) -> Raise {
    Raise {
        source_agent: roster.name(raise.member).clone(),
        source_cycle: raise.cycle,
        source_mode: raise.mode,
        severity: raise.severity,
        quote: raise.quote.clone(),
        description: raise.description.clone(),
        grounded: raise.grounded,
    }
}

impl From<&Raise> for ledger::RaisedFinding {
    fn from(raise: &Raise) -> Self {
        Self {
            member: member(&raise.source_agent),
            cycle: raise.source_cycle,
            mode: raise.source_mode,
            severity: raise.severity,
            quote: raise.quote.clone(),
            description: raise.description.clone(),
            grounded: raise.grounded,
        }
    }
}

impl From<&rfc::answer::Cite> for CitedLines {
    fn from(cite: &rfc::answer::Cite) -> Self {
        let (path, lines, quote) = (cite.path.clone(), cite.lines.clone(), cite.quote.clone());
        Self { path, lines, quote }
    }
}

impl From<&CitedLines> for rfc::answer::Cite {
    fn from(cite: &CitedLines) -> Self {
        let (path, lines, quote) = (cite.path.clone(), cite.lines.clone(), cite.quote.clone());
        Self { path, lines, quote }
    }
}

impl From<rfc::ModeOrigin> for Selected {
    fn from(selected: rfc::ModeOrigin) -> Self {
        match selected {
            rfc::ModeOrigin::Pending => Self::Pending,
            rfc::ModeOrigin::KeyModes => Self::KeyModes,
            rfc::ModeOrigin::Chosen => Self::Chosen,
            rfc::ModeOrigin::Drawn => Self::Drawn,
            rfc::ModeOrigin::KeyModesAfterInvalidChoice => Self::KeyModesAfterInvalidChoice,
        }
    }
}

impl From<&rfc::MemberFailure> for SeatFailure {
    fn from(failure: &rfc::MemberFailure) -> Self {
        Self { cycle: failure.cycle, fault: failure.fault.clone().into() }
    }
}

impl From<call::CallError> for CallFault {
    fn from(fault: call::CallError) -> Self {
        match fault {
            call::CallError::Malformed(why) => Self::Malformed(why),
            call::CallError::Unavailable(why) => Self::Unavailable(why),
            call::CallError::Refused(why) => Self::Refused(why),
            call::CallError::Truncated(why) => Self::Truncated(why),
            call::CallError::TimedOut(why) => Self::TimedOut(why),
            call::CallError::Unauthorised(why) => Self::Unauthorised(why),
            call::CallError::RateLimited(why) => Self::RateLimited(why),
            call::CallError::Late(why) => Self::Late(why),
            call::CallError::GivenUp(why) => Self::GivenUp(why),
        }
    }
}
