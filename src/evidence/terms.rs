//! From the words of the engine to those of the files, and back where something is derived from a
//! file: neither changes because the other does.

use super::v1::council::{AgreementStatus, CallFault, Raise, Resolution, SeatFailure, Selected};
use crate::core::call;
use crate::core::roster::Roster;
use crate::council::rfc::roster::member;
use crate::council::rfc::{self, ledger, tally};

impl From<tally::AgreementStatus> for AgreementStatus {
    fn from(status: tally::AgreementStatus) -> Self {
        match status {
            tally::AgreementStatus::NotVotable => Self::NotVotable,
            tally::AgreementStatus::Pending => Self::Pending,
            tally::AgreementStatus::Majority => Self::Majority,
            tally::AgreementStatus::Unanimous => Self::Unanimous,
            tally::AgreementStatus::QuorumSupport => Self::QuorumSupport,
            tally::AgreementStatus::QuorumOppose => Self::QuorumOppose,
            tally::AgreementStatus::Deadlocked => Self::Deadlocked,
        }
    }
}

impl From<tally::Resolution> for Resolution {
    fn from(resolution: tally::Resolution) -> Self {
        match resolution {
            tally::Resolution::Stands => Self::Stands,
            tally::Resolution::Dismissed => Self::Dismissed,
            tally::Resolution::Deadlocked => Self::Deadlocked,
            tally::Resolution::Ungrounded => Self::Ungrounded,
            tally::Resolution::Open => Self::Open,
            tally::Resolution::Waived => Self::Waived,
            tally::Resolution::Consequence => Self::Consequence,
        }
    }
}

/// A member's raising, with the name that its council's roster gives it.
pub(super) fn raise_of(roster: &Roster, raise: &ledger::Raise) -> Raise {
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

impl From<&Raise> for ledger::Raise {
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

impl From<rfc::Selected> for Selected {
    fn from(selected: rfc::Selected) -> Self {
        match selected {
            rfc::Selected::Pending => Self::Pending,
            rfc::Selected::KeyModes => Self::KeyModes,
            rfc::Selected::Chosen => Self::Chosen,
            rfc::Selected::Drawn => Self::Drawn,
            rfc::Selected::KeyModesAfterInvalidChoice => Self::KeyModesAfterInvalidChoice,
        }
    }
}

impl From<&rfc::SeatFailure> for SeatFailure {
    fn from(failure: &rfc::SeatFailure) -> Self {
        Self { cycle: failure.cycle, fault: failure.fault.clone().into() }
    }
}

impl From<call::CallFault> for CallFault {
    fn from(fault: call::CallFault) -> Self {
        match fault {
            call::CallFault::Malformed(why) => Self::Malformed(why),
            call::CallFault::Unavailable(why) => Self::Unavailable(why),
            call::CallFault::Refused(why) => Self::Refused(why),
            call::CallFault::Truncated(why) => Self::Truncated(why),
        }
    }
}
