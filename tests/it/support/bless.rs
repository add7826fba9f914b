//! Expected outputs that a run writes anew.

/// Whether this run writes what it would compare: `COUNCIL_TEST_BLESS=1`.
pub fn is_blessing() -> bool {
    std::env::var_os("COUNCIL_TEST_BLESS").is_some()
}
