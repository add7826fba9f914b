//! What there is of a subject to review.

/// What there is of an RFC (DESIGN.md §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RfcState {
    /// Folder, requirements or tickets: reviewable.
    Ok,
    /// Requirements and no ticket.
    NotDecomposed,
    /// A folder without any YAML.
    SeedOnly,
    /// Live tickets bind it, and it has no folder.
    MissingFolder,
    /// Only dead tickets bind it, and it has no folder.
    Retired,
    /// A folder with YAML of other kinds, none of an RFC's own files.
    NoRfcYaml,
}

impl RfcState {
    const ALL: [RfcState; 6] = [
        RfcState::Ok,
        RfcState::NotDecomposed,
        RfcState::SeedOnly,
        RfcState::MissingFolder,
        RfcState::Retired,
        RfcState::NoRfcYaml,
    ];

    /// The state with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// As in the output.
    pub const fn as_str(self) -> &'static str {
        match self {
            RfcState::Ok => "OK",
            RfcState::NotDecomposed => "NOT_DECOMPOSED",
            RfcState::SeedOnly => "SEED_ONLY",
            RfcState::MissingFolder => "MISSING_FOLDER",
            RfcState::Retired => "RETIRED",
            RfcState::NoRfcYaml => "NO_RFC_YAML",
        }
    }

    /// Whether there is anything to judge (GATES.md R51: not for seeds and retired RFCs).
    pub const fn is_reviewable(self) -> bool {
        !matches!(self, RfcState::SeedOnly | RfcState::Retired)
    }
}
