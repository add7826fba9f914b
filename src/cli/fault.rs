//! The one place that maps a fault to an exit code. Clear lines, no chains of causes.

use crate::app::AppFault;
use crate::host::commit::CommitFault;
use crate::host::history::BaseFault;
use crate::host::snapshot::OpenFault;
use crate::model::MalformedId;
use crate::model::exit::ExitCode;
use crate::wiring::WiringFault;

/// A line for stderr and how the command ends.
#[derive(Debug)]
pub(super) struct CliFault {
    pub(super) code: ExitCode,
    pub(super) line: String,
}

impl CliFault {
    pub(super) fn new(code: ExitCode, line: impl Into<String>) -> Self {
        Self { code, line: line.into() }
    }
}

impl From<AppFault> for CliFault {
    fn from(fault: AppFault) -> Self {
        let code = match &fault {
            AppFault::Usage(_) => ExitCode::Usage,
            AppFault::BadInput(_) | AppFault::Config(_) => ExitCode::BadInput,
            AppFault::Store { .. } | AppFault::Plan { .. } | AppFault::System(_) => ExitCode::Io,
            AppFault::Internal(_) => ExitCode::Internal,
        };
        Self::new(code, fault.to_string())
    }
}

impl From<OpenFault> for CliFault {
    fn from(fault: OpenFault) -> Self {
        let cause = std::error::Error::source(&fault).map(|cause| format!(" ({cause})"));
        Self::new(ExitCode::BadInput, format!("{fault}{}", cause.unwrap_or_default()))
    }
}

impl From<BaseFault> for CliFault {
    fn from(fault: BaseFault) -> Self {
        match fault {
            BaseFault::Open(fault) => fault.into(),
            fault => Self::new(ExitCode::BadInput, fault.to_string()),
        }
    }
}

impl From<WiringFault> for CliFault {
    fn from(fault: WiringFault) -> Self {
        match fault {
            WiringFault::App(fault) => fault.into(),
            WiringFault::Open(fault) => fault.into(),
            WiringFault::Base(fault) => fault.into(),
            WiringFault::BadInput(line) => Self::new(ExitCode::BadInput, line),
            WiringFault::Usage(line) => Self::new(ExitCode::Usage, line),
            WiringFault::Ambiguous(line) => Self::new(ExitCode::Rejected, line),
            WiringFault::NothingToCompare(line) => Self::new(ExitCode::Approved, line),
        }
    }
}

impl From<CommitFault> for CliFault {
    fn from(fault: CommitFault) -> Self {
        match fault {
            CommitFault::Open(fault) => fault.into(),
            fault => Self::new(ExitCode::Io, fault.to_string()),
        }
    }
}

impl From<MalformedId> for CliFault {
    fn from(fault: MalformedId) -> Self {
        Self::new(ExitCode::Usage, fault.to_string())
    }
}
