//! Floor 2: the engine of every council. `protocol` is the vocabulary between a pure machine and the
//! one `driver`; `event_log` is its append-only record, `replay` folds that again. Knows no cycle,
//! vote or finding, and does no I/O but through the ports that it is given.

mod apart;
pub mod assignment;
pub mod budget;
pub mod call;
pub mod calls;
pub mod draw;
pub mod driver;
pub mod event_log;
pub mod look;
pub mod member;
pub mod protocol;
pub mod replay;
pub mod roster;
pub mod round;
