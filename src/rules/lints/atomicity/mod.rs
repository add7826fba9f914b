//! Gate 5: can the ticket land as one change? Three ways of counting, one for each seat: the
//! structurist counts what lists declare and components that are named, the implementer everything
//! that has to be opened, the guardian what is left without tests, documents and manifests.

pub(crate) mod callers;
pub(crate) mod consumers;
pub(crate) mod testing;

use crate::rules::desk::Desk;
use crate::rules::desk::demands;
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::clauses;
use crate::rules::text::words::words;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a state in between that is broken",
    kind: &kind::SPLIT_CONSUMER,
    finds: "the line says itself that something stays broken after the merge",
    seat: RuleSeat::Sa1,
    modes: [43, 1],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: broken_between,
}];

fn broken_between(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    static SIGNS: Words = lexicon::words("broken");
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.notes) {
        // A test may well have something in it that fails for a while.
        let is_of_test = clauses(&text.value).iter().any(|said| {
            let of_test =
                |w: &String| matches!(w.as_str(), "test" | "handler" | "retry" | "retries");
            SIGNS.says(said) && words(said).iter().any(of_test)
        });
        let Some(sign) = SIGNS.first(&text.value).filter(|_| !is_of_test) else { continue };
        let sign = sign.phrase;
        hits.extend(Hit::at(
            ticket,
            &text.place,
            sign,
            format!(
                "the ticket itself says \"{sign}\": merged alone, it leaves the main branch in that state"
            ),
            "put the repair into the same change, or keep the old way working until it lands"
                .to_owned()));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn nothing_is_left_broken() {
        let name = "a state in between that is broken";
        let step = |text: &str| [ticket(1, "One", &format!("plan:\n  steps:\n  - {text}\n"))];
        assert_eq!(
            found_in(name, &step("The build is broken until TCK-00002 lands")),
            ["TCK-00001 MINOR MERGE_UNSAFE: The build is broken until TCK-00002 lands"]
        );
        assert!(found_in(name, &step("Keep the old path until TCK-00002 lands")).is_empty());
    }
}
