//! Why the parts could not be put together.

use crate::app::AppFault;
use crate::host::history::BaseFault;
use crate::host::snapshot::OpenFault;

/// A fault; each line names the next act.
#[derive(Debug)]
pub enum WiringFault {
    /// A use case says so.
    App(AppFault),
    /// There is no repository to read.
    Open(OpenFault),
    /// There is no base to hold a change against.
    Base(BaseFault),
    /// What is there cannot be worked with.
    BadInput(String),
    /// What was asked for makes no sense.
    Usage(String),
    /// The layout is ambiguous, so that nothing is written about it.
    Ambiguous(String),
    /// There is nothing to compare with, and that may be.
    NothingToCompare(String),
}

impl WiringFault {
    /// In one line, for who has no exit code.
    pub fn line(&self) -> String {
        match self {
            Self::App(fault) => fault.to_string(),
            Self::Open(fault) => fault.to_string(),
            Self::Base(fault) => fault.to_string(),
            Self::BadInput(line)
            | Self::Usage(line)
            | Self::Ambiguous(line)
            | Self::NothingToCompare(line) => line.clone(),
        }
    }
}

impl From<AppFault> for WiringFault {
    fn from(fault: AppFault) -> Self {
        Self::App(fault)
    }
}

impl From<OpenFault> for WiringFault {
    fn from(fault: OpenFault) -> Self {
        Self::Open(fault)
    }
}

impl From<BaseFault> for WiringFault {
    fn from(fault: BaseFault) -> Self {
        Self::Base(fault)
    }
}
