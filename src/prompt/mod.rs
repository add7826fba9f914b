//! Floor 4: the texts that seats reason with, and the reading of what they answer. Knows tasks,
//! not councils or transports.

pub mod answer;
pub mod modes;
