//! Floor 9: the use cases. Each asks the world through ports, and returns evidence or a fault that
//! names the next act. Prints nothing.

pub mod adjudicate;
pub mod archive;
mod attributes;
pub mod canaries;
pub mod change;
pub mod check;
mod derived;
pub mod doctor;
pub mod documents;
mod fault;
pub mod gates;
pub mod history;
pub mod init;
pub mod latest;
mod least;
mod leaving;
pub mod model_seat;
mod names;
pub mod new;
pub mod nothing;
pub mod plan;
mod progress;
pub mod prune;
mod publish;
pub mod replay;
pub mod resume;
pub mod resuming;
pub mod review;
pub mod schemas;
pub mod session;
pub mod sessions;
mod shell;
pub mod showing;
mod space;
mod touched;
pub mod verify;
pub mod workspace;

pub use fault::AppFault;
pub use names::Names;
pub use progress::Progress;
pub use workspace::Workspace;
