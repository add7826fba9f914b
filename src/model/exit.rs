//! Exit codes: what a shell or a CI learns of a review (DESIGN.md §4).

use super::verdict::Verdict;

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ExitCode {
    /// Nothing to object to.
    Approved = 0,
    /// A verdict of REJECTED, or evidence at fault.
    Rejected = 1,
    /// A person must decide.
    NeedsAdjudication = 2,
    /// The review did not reach its end.
    Aborted = 3,
    /// The command line is wrong.
    Usage = 64,
    /// Something that was asked for is missing or unreadable.
    BadInput = 65,
    /// Our fault.
    Internal = 70,
    /// The evidence or a result could not be written.
    Io = 74,
}

impl ExitCode {
    /// All codes, by number.
    pub const ALL: [ExitCode; 8] = [
        ExitCode::Approved,
        ExitCode::Rejected,
        ExitCode::NeedsAdjudication,
        ExitCode::Aborted,
        ExitCode::Usage,
        ExitCode::BadInput,
        ExitCode::Internal,
        ExitCode::Io,
    ];

    /// The code as the shell sees it.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The code with this number.
    pub fn with_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.number() == number)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ExitCode::Approved => "approved",
            ExitCode::Rejected => "rejected",
            ExitCode::NeedsAdjudication => "needs adjudication",
            ExitCode::Aborted => "aborted",
            ExitCode::Usage => "usage",
            ExitCode::BadInput => "bad input",
            ExitCode::Internal => "internal",
            ExitCode::Io => "i/o",
        }
    }

    /// When a command ends with it.
    pub const fn meaning(self) -> &'static str {
        match self {
            ExitCode::Approved => {
                "The verdict is APPROVED, APPROVED_WITH_REMEDIATION or NOT_APPLICABLE, or there is nothing to object to."
            }
            ExitCode::Rejected => {
                "The verdict is REJECTED, or `check` or `verify` found the evidence at fault. Or `gates`, `check` or a review of all RFCs or of a change found a BLOCKER outside every RFC. An ambiguous layout ends every command that reads RFCs or evidence in this way."
            }
            ExitCode::NeedsAdjudication => {
                "The council left something that only a person can settle. Or the base does not allow what a change does: it removes an RFC, retires it, has it read elsewhere, or brings its own ruling."
            }
            ExitCode::Aborted => {
                "The review stopped before its end: time, tokens, seats, or somebody who cancelled it. What was found until then is in the bundle. `check` ends with 1 over such a bundle."
            }
            ExitCode::Usage => "The arguments are wrong, or an id is malformed.",
            ExitCode::BadInput => {
                "The RFC, the config or a file that was asked for is missing or unreadable, or there is no RFC at all; `--allow-empty` makes the last one 0."
            }
            ExitCode::Internal => "A fault of council-review itself.",
            ExitCode::Io => {
                "The evidence, or the result on standard output, could not be written; nothing counts as done."
            }
        }
    }

    /// The worst of several, as a run over several RFCs ends: first what kept us from judging (70,
    /// 74, 65, 64), then 3, 1, 2, 0. Nothing at all is nothing to object to.
    pub fn worst(codes: impl IntoIterator<Item = ExitCode>) -> Self {
        codes
            .into_iter()
            .min_by_key(|code| match code {
                ExitCode::Internal => 0,
                ExitCode::Io => 1,
                ExitCode::BadInput => 2,
                ExitCode::Usage => 3,
                ExitCode::Aborted => 4,
                ExitCode::Rejected => 5,
                ExitCode::NeedsAdjudication => 6,
                ExitCode::Approved => 7,
            })
            .unwrap_or(ExitCode::Approved)
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Approved | Verdict::ApprovedWithRemediation | Verdict::NotApplicable => {
                ExitCode::Approved
            }
            Verdict::Rejected => ExitCode::Rejected,
            Verdict::NeedsAdjudication => ExitCode::NeedsAdjudication,
            Verdict::Aborted => ExitCode::Aborted,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_code_wins_in_the_order_of_the_design() {
        let order = [70, 74, 65, 64, 3, 1, 2, 0]
            .map(|number| ExitCode::with_number(number).expect("a code of the table"));
        for (at, worse) in order.into_iter().enumerate() {
            for milder in order.into_iter().skip(at) {
                assert_eq!(ExitCode::worst([milder, worse]), worse);
                assert_eq!(ExitCode::worst([worse, milder]), worse);
            }
        }
        assert_eq!(ExitCode::worst([]), ExitCode::Approved);
    }

    #[test]
    fn a_verdict_passes_exactly_when_its_code_is_zero() {
        for verdict in [
            Verdict::Approved,
            Verdict::ApprovedWithRemediation,
            Verdict::Rejected,
            Verdict::NeedsAdjudication,
            Verdict::Aborted,
            Verdict::NotApplicable,
        ] {
            let passed = ExitCode::from(verdict) == ExitCode::Approved;
            assert_eq!(verdict.passes(), passed, "{verdict}");
        }
    }
}
