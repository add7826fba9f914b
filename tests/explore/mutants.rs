//! Corrupted steps.
use council_review::council::machine::Step;
use council_review::council::rfc::{RfcCouncil, RfcEvent, State};
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutant {
    None,
}
impl Mutant {
    pub fn step(self, state: State, event: RfcEvent) -> Step<RfcCouncil> {
        let _ = (state, event);
        unreachable!()
    }
}
