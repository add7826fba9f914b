//! Floor 4: the councils, one folder a protocol. Pure machines: no I/O, no clock.

pub mod rfc;
