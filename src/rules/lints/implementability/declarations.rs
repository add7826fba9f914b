//! Types that a ticket declares, and lines that write down what they ask for.

use crate::rules::desk::{changes, prose};
use crate::rules::lexicon::{self, Words};
use crate::rules::text::shapes;
use crate::source::Ticket;

pub(crate) static TYPES: Words = lexicon::words("type");

/// The types that a ticket declares, each by the line that does.
pub(crate) fn declarations(ticket: &Ticket) -> Vec<String> {
    let texts = prose(ticket).cloned().chain(changes(ticket)).chain(ticket.title.clone());
    let mut found = Vec::new();
    for text in texts {
        let lines = text.value.lines().filter(|line| shapes::declared(line).is_some());
        found.extend(lines.map(|line| line.trim().to_owned()));
    }
    found
}

/// Whether a line writes down what it asks for.
pub(crate) fn is_spelt(line: &str) -> bool {
    shapes::signature(line).is_some() || shapes::declared(line).is_some()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::nameless_in_steps;

    #[test]
    fn f27_a_declaration_answers_a_request_for_a_type() {
        let ask = "Add a type for refunds to src/refund.ts";
        assert_eq!(nameless_in_steps(&[ask]), 1);
        for declared in [
            "export interface Refund { id: string }",
            "`export type RefundId = string`",
            "enum RefundState { Open, Paid }",
            "src/refund.ts: `class Refund extends Payment {`",
        ] {
            assert_eq!(nameless_in_steps(&[ask, declared]), 0, "{declared}");
            assert_eq!(nameless_in_steps(&[declared]), 0, "{declared}");
        }
        for other in ["The interface Refund is documented", "enum Colour { Red }"] {
            assert_eq!(nameless_in_steps(&[ask, other]), 1, "{other}");
        }
        let function = "Add the function that pays refunds";
        assert_eq!(nameless_in_steps(&[function, "export interface Refund { id: string }"]), 1);
    }
}
