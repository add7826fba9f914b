//! Why a use case could not do its work. Findings are not faults: a fault is ours, the caller's, or
//! the system's.

use crate::config::ConfigFault;
use crate::port::StoreFault;

/// A fault, by whose it is; the exit code follows.
#[derive(Debug, thiserror::Error)]
pub enum AppFault {
    /// What was asked for makes no sense. One line, with the next act.
    #[error("{0}")]
    Usage(String),
    /// What was asked for is missing or unreadable. One line, with the next act.
    #[error("{0}")]
    BadInput(String),
    /// The configuration has these faults.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Config(Vec<ConfigFault>),
    /// The evidence could not be written or read.
    #[error("could not {act} the evidence: {fault}; {}", next_act(.fault))]
    Store {
        /// `write` or `read`.
        act: &'static str,
        /// What the system said.
        #[source]
        fault: StoreFault,
    },
    /// A file of a plan could not be written.
    #[error("could not write {fault}; {}", rest_of(.written))]
    Plan {
        /// What the system said.
        #[source]
        fault: StoreFault,
        /// The files that were written before it.
        written: Vec<String>,
    },
    /// The system lacks something that every command needs.
    #[error("the system said no: {0}; free files or memory, or raise the limit with `ulimit`")]
    System(#[source] std::io::Error),
    /// Ours.
    #[error("internal fault: {0}; please report it")]
    Internal(String),
}

/// What is to be done about evidence that could not be written or read.
fn next_act(fault: &StoreFault) -> &'static str {
    match fault.is_of_somebody_else() {
        true => "restore the file as it was, and see how it goes on: council-review doctor",
        false => "check that the folder is there, writable and has room",
    }
}

/// What became of the other files, and what to do.
fn rest_of(written: &[String]) -> String {
    match written {
        [] => "nothing was written: set it right and run it again".to_owned(),
        some => format!("{} was written: set it right and run it again", some.join(", ")),
    }
}

impl AppFault {
    /// The evidence could not be written.
    pub fn writing(fault: StoreFault) -> Self {
        AppFault::Store { act: "write", fault }
    }

    /// The evidence could not be read.
    pub fn reading(fault: StoreFault) -> Self {
        AppFault::Store { act: "read", fault }
    }
}
