//! What every crate of strata needs and none of them owns.

pub mod atomic;
pub mod clock;
pub mod config;
pub mod filter;
pub mod size;

pub use atomic::write_atomic;
pub use clock::{Clock, FixedClock, SystemClock};
pub use config::{load_config, Config, ConfigError};
pub use filter::{Filter, FilterChain, GlobFilter};
pub use size::{format_size, parse_size, ByteSize, SizeError};
