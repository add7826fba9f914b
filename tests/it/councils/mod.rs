//! The protocol in whole sessions: how they end, go on, and are replayed.

mod arbitrary_replies;
mod endings;
mod faults;
mod features;
mod forged;
mod held;
mod outcomes;
mod prompts;
mod resume;
mod sameness;
mod scribbled;
mod server;
mod simulation;
mod toy_protocol;
