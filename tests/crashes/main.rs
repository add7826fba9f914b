//! What is cut off or refused half-way: kills, disks that fail and forget, seats that hang; and long runs.

mod disks;
mod kills;
mod soak;
mod stops;
mod support;
