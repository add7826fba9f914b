//! What an example of a rule is, and how one is written down.

/// A part of a file as it should not be, and as it should.
#[derive(Debug)]
pub struct Example {
    /// `R12`.
    pub rule: &'static str,
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
    rule: &'static str,
    file: &'static str,
    before: &'static str,
    after: &'static str,
) -> Example {
    moved(rule, [file, before], [file, after])
}

pub(super) const fn moved(
    rule: &'static str,
    before: [&'static str; 2],
    after: [&'static str; 2],
) -> Example {
    let [file, text] = before;
    let before = ExampleSide { file, text };
    let [file, text] = after;
    Example { rule, before, after: ExampleSide { file, text } }
}

pub(super) const NEW: &str = "documents/work/tickets/TCK-00004.yaml";

/// A ticket that no other file of the examples names, and what it begins with.
pub(super) const TICKET: &str = NEW;

macro_rules! ticket {
    ($rest:expr) => {
        concat!(
            "ticket:\n  id: TCK-00004\n  title: Greet in verse\n  rfc_id: RFC-0001\n  requirement_ids: [REQ-0001]\n",
            $rest
        )
    };
}
pub(super) use ticket;
