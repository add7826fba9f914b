//! How large the tests are: `COUNCIL_TEST_SCALE`, which nothing else reads.

/// A size of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// In every `cargo test`.
    Short,
    /// Each night.
    Long,
    /// Before a release; hours.
    Full,
}

impl Scale {
    /// The size for this scale.
    pub fn of<T>(self, short: T, long: T, full: T) -> T {
        match self {
            Self::Short => short,
            Self::Long => long,
            Self::Full => full,
        }
    }
}

/// The scale of this run: short unless `COUNCIL_TEST_SCALE` says otherwise.
pub fn scale() -> Scale {
    match std::env::var("COUNCIL_TEST_SCALE").as_deref() {
        Err(std::env::VarError::NotPresent) | Ok("short") => Scale::Short,
        Ok("long") => Scale::Long,
        Ok("full") => Scale::Full,
        other => panic!("COUNCIL_TEST_SCALE is {other:?}: say short, long or full"),
    }
}
