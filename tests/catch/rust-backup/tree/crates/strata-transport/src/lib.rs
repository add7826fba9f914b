//! Where a repository's bytes are kept.

pub mod backend;
pub mod error;
pub mod local;
pub mod location;
pub mod memory;
pub mod retry;

pub use backend::Backend;
pub use error::TransportError;
pub use local::LocalBackend;
pub use location::{open_backend, parse_location, Location};
pub use memory::MemoryBackend;
pub use retry::{with_retries, RetryPolicy};
