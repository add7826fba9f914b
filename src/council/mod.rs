//! Floor 5: the council. `machine` is the vocabulary of every protocol, `driver` carries out what
//! a machine wants, `rfc` is the protocol of this tool; the rest are its pure parts. No I/O but in
//! the driver, and there only through ports.

mod apart;
pub mod assess;
pub mod budget;
pub mod driver;
pub mod ledger;
pub mod machine;
pub mod modes;
pub mod rfc;
pub mod tally;
