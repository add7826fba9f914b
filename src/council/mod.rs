//! Floor 5: the council. `rfc` is its protocol, the rest are that protocol's pure parts. No I/O.

pub mod assess;
pub mod ledger;
pub mod modes;
pub mod rfc;
pub mod tally;
