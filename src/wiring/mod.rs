//! Floor 11: puts the parts together: the real ports, who sits, and the runtimes that sessions wait
//! on.

pub mod runtime;
