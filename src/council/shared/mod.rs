//! What every council that is about a question shares: what is said, under which numbers, who sees
//! what of it, where it conflicts, and what code derives of it. Pure: a machine and `verify` derive
//! from here alike (COUNCILS.md §1).

pub mod admit;
pub mod admitted;
pub mod agreement;
pub mod best;
pub mod confidence;
pub mod conflict;
pub mod ending;
pub mod limits;
pub mod opening;
pub mod point;
pub mod said;
pub mod sheet;
pub mod statement;
pub mod synthesis;
pub mod words;
