//! The bundle of any council, as far as all have one form: what came of it, who was asked, what people
//! said.

use crate::evidence::v2::envelope::{Act, CouncilBundle, Head};
use crate::report::page::{Page, Style, Tone, count};

/// The page of a bundle.
pub fn envelope<H: Head, B, M, I>(bundle: &CouncilBundle<H, B, M, I>, style: Style) -> String {
    let mut page = Page::new(style);
    page.put(Tone::Strong, bundle.head.result());
    page.put(Tone::Plain, &format!("  {}", bundle.head.subject()));
    page.end();
    page.line(2, Tone::Plain, bundle.head.reason());
    for act in &bundle.people {
        page.line(2, Tone::Plain, &said(act));
    }
    let answered = bundle.calls.iter().filter(|call| call.outcome == "ANSWERED").count();
    if !bundle.calls.is_empty() {
        let calls = count(bundle.calls.len(), "call", "calls");
        page.line(2, Tone::Quiet, &format!("{calls}, {answered} answered"));
    }
    if let Some(command) = bundle.head.command() {
        page.heading("next");
        page.line(2, Tone::Act, command);
    }
    page.finish()
}

fn said(act: &Act) -> String {
    match act {
        Act::Ruled(ruling) => {
            format!("{} ruled on {}: {}", ruling.by, ruling.finding_id, ruling.reason)
        }
        Act::Waived(waiver) => {
            format!("{} waived by {}: {}", waiver.waiver_id, waiver.approved_by, waiver.reason)
        }
        Act::Said(said) => format!("{}: {}", said.by, said.what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::v2::review::RfcReview;
    use crate::report::fixtures;

    #[test]
    fn a_review_is_told_as_any_council_is() {
        let review = RfcReview::from(fixtures::rich());
        assert_eq!(
            envelope(&review, Style::default()),
            "NEEDS_ADJUDICATION  RFC-0042\n\
             \x20 1 finding needs a person's decision; apart from that 2 BLOCKER and 1 MAJOR\n\
             \x20 findings\n\
             \x20 3 calls, 3 answered\n\
             \n\
             next\n\
             \x20 council-review adjudicate RFC-0042\n"
        );
    }
}
