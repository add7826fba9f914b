//! Floor 7: the evidence. File formats (`v1`, frozen), canonical writing, reading, `verify`.

pub mod assemble;
pub mod canonical;
pub mod derive;
pub mod seal;
pub mod v1;
