//! What each rule objects to and what it accepts, as a person would write both: printed by `explain`.
//! A test holds them against the gates, so no page shows a fix that does not fix.

/// A part of a file as it should not be, and as it should.
#[derive(Debug)]
pub struct Example {
    /// What the rule objects to.
    pub before: ExampleSide,
    /// What it accepts.
    pub after: ExampleSide,
}

/// A part of a file, or all of it. `<TAB>` and `<FC>` stand for bytes that a page cannot show.
#[derive(Debug)]
pub struct ExampleSide {
    /// The file's path.
    pub file: &'static str,
    /// The lines, indented as they are there.
    pub text: &'static str,
}

pub(super) const fn in_one(
    file: &'static str,
    before: &'static str,
    after: &'static str,
) -> Example {
    moved([file, before], [file, after])
}

pub(super) const fn moved(before: [&'static str; 2], after: [&'static str; 2]) -> Example {
    let [file, text] = before;
    let before = ExampleSide { file, text };
    let [file, text] = after;
    Example { before, after: ExampleSide { file, text } }
}

/// Files of the repository that most examples are a part of.
pub(super) const META: &str = "documents/rfcs/RFC-0001/00_meta.yaml";
pub(super) const PROBLEM: &str = "documents/rfcs/RFC-0001/01_problem_and_imports.yaml";
pub(super) const PLAN: &str = "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml";
pub(super) const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
pub(super) const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";

/// A ticket that no other file of it names.
pub(super) const NEW: &str = "documents/work/tickets/TCK-00004.yaml";

/// What such a ticket begins with, and the rest of it.
macro_rules! ticket {
    ($rest:expr) => {
        concat!(
            "ticket:\n  id: TCK-00004\n  title: Greet in verse\n  rfc_id: RFC-0001\n  requirement_ids: [REQ-0001]\n",
            $rest
        )
    };
}
pub(super) use ticket;
