//! Floor 3: the ways to those who answer from outside: transports, vendors' dialects, envelopes of
//! agent CLIs. Knows bytes, and no protocol.

pub mod defused;
pub mod dialect;
pub mod envelope;
pub mod transport;
