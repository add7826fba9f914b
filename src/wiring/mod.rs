//! Floor 10: puts the parts together: opens repositories, seats who answers, makes the runtimes that
//! sessions wait on.

mod clock;
pub mod councils;
mod fault;
mod place;
pub mod repository;
pub mod runtime;
pub mod seats;
pub mod session_deps;

pub use clock::clock;
pub use fault::WiringFault;
pub use place::{Comparison, RepositoryOptions};
