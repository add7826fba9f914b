//! Floor 9: the use cases. Each asks the world through ports, and returns evidence or a fault that
//! names the next act. Prints nothing.

pub mod adjudicate;
pub mod archive;
pub mod change;
pub mod check;
pub mod doctor;
mod fault;
pub mod gates;
pub mod history;
pub mod init;
pub mod latest;
mod least;
pub mod model_seat;
mod names;
pub mod plan;
mod publish;
pub mod replay;
pub mod resume;
pub mod review;
pub mod session;
pub mod sessions;
pub mod verify;
pub mod workspace;

pub use fault::AppFault;
pub use names::Names;
pub use workspace::Workspace;
