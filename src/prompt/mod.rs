//! Floor 4: the texts that seats reason with. Knows tasks, not councils or transports.

pub mod modes;
