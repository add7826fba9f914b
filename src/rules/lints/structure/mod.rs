//! Cycle 1: how the tickets fit together. Looks between tickets; what one ticket says for itself
//! is the later cycles' matter.

pub(crate) mod boundaries;
pub(crate) mod order;
pub(crate) mod promises;

use crate::model::TicketId;
use crate::rules::desk::{Desk, ScopeLine, demands};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "nearly the same sentence in two scopes",
        kind: &kind::REPEATED_LINE,
        finds: "letter by letter the two scope lines are nearly one",
        seat: RuleSeat::Sa3,
        modes: [14, 15],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: same_letters,
    },
    LintRule {
        name: "a ticket named in prose that nobody will do",
        kind: &kind::DEAD_REFERENCE,
        finds: "no ticket file has the id, or its ticket will not be done",
        seat: RuleSeat::Sa1,
        modes: [1, 7],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Certain,
        check: dead_end,
    },
];

static REPEATED: Message = Message {
    defect: "{other} also has {line} in its scope",
    harm: "the second ticket finds the work done or does it again",
    act: "keep the line in {other} or in {ticket}, and name the other under out_of_scope",
};

/// Scope lines of this ticket that an earlier one has too, letter by letter. A line that many tickets
/// carry is the template's and claims nothing.
fn same_letters(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    if !desk.has_fields() {
        return Vec::new();
    }
    let same = |a: &ScopeLine<'_>, b: &ScopeLine<'_>| {
        let (short, long) = (a.plain.len().min(b.plain.len()), a.plain.len().max(b.plain.len()));
        // Texts of very different length cannot be that alike.
        short >= 25
            && long * 4 <= short * 5
            && a.words.shared(&b.words) >= 2
            && strsim::sorensen_dice(&a.plain, &b.plain) >= 0.9
    };
    let mut hits = Vec::new();
    for line in desk.scope(ticket) {
        let twins: Vec<(&Ticket, &ScopeLine<'_>)> = desk
            .others(ticket)
            .filter_map(|other| {
                let twin = desk.scope(other).iter().find(|b| same(line, b))?;
                Some((other, twin))
            })
            .collect();
        let earlier = twins.iter().find(|(other, _)| other.stem < ticket.stem);
        let (Some((other, twin)), true) = (earlier, twins.len() <= 2) else {
            continue;
        };
        hits.extend(Hit::at(
            ticket,
            &line.text.place,
            "",
            &REPEATED,
            vec![("other", Arg::ticket(other)), ("line", Arg::sentence(other, twin.text))],
        ));
    }
    hits
}

const POINTS: &str = "the text points to {id}, which {what}";
const RENAME: &str = "name the ticket that does this now, or drop the mention of {id}";
static DEAD_END: Message = Message {
    defect: POINTS,
    harm: "a reader who follows it finds nothing to build on",
    act: RENAME,
};
static DEAD_HEIR: Message =
    Message { defect: POINTS, harm: "what is left out here is done nowhere", act: RENAME };

fn dead_end(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut said: Vec<TicketId> = Vec::new();
    for text in demands(ticket).chain(&ticket.out_of_scope).chain(&ticket.notes) {
        for id in words::ticket_ids(&text.value) {
            // An id that several lines mention is one thing to mend.
            if said.contains(&id) {
                continue;
            }
            let what = match desk.ticket(&id) {
                None if !desk.dossier.library.unreadable_tickets.iter().any(|t| t.stem == id) => {
                    "does not exist".to_owned()
                }
                Some(other) => match other.known_status.filter(|status| status.is_dead()) {
                    Some(status) => format!("is {}", status.as_str()),
                    None => continue,
                },
                None => continue,
            };
            let is_given_away = ticket.out_of_scope.iter().any(|line| line.place == text.place);
            let message = if is_given_away { &DEAD_HEIR } else { &DEAD_END };
            hits.extend(Hit::at(
                ticket,
                &text.place,
                id.as_str(),
                message,
                vec![("id", id.as_str().into()), ("what", what.into())],
            ));
            said.push(id);
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn two_tickets_with_one_sentence_overlap() {
        let files = [
            ticket(
                1,
                "A store",
                "scope:\n  in_scope:\n  - Write lease records into the ledger table\n",
            ),
            ticket(
                2,
                "B store",
                "scope:\n  in_scope:\n  - \"Implement: write lease records into the ledger table\"\n  - Read metrics of the proxy\n",
            ),
        ];
        let quote = "Implement: write lease records into the ledger table";
        let found = found_in("nearly the same sentence in two scopes", &files);
        assert_eq!(found, [format!("TCK-00002 MINOR SCOPE_OVERLAP: {quote}")]);
    }

    #[test]
    fn a_line_of_the_template_overlaps_with_nothing() {
        let files: Vec<_> = (1..=5)
            .map(|n| {
                ticket(
                    n,
                    &format!("Part {n}"),
                    "scope:\n  in_scope:\n  - Read the bound requirement and stay inside it\n",
                )
            })
            .collect();
        assert!(found_in("nearly the same sentence in two scopes", &files).is_empty());
    }

    #[test]
    fn a_mention_of_a_ticket_that_does_not_exist_is_a_dead_end() {
        let name = "a ticket named in prose that nobody will do";
        let files = [
            ticket(
                1,
                "One",
                "scope:\n  in_scope:\n  - Keep the format of TCK-00009\n  out_of_scope:\n  - Metrics (TCK-00002)\n",
            ),
            ticket(2, "Two", ""),
        ];
        assert_eq!(
            found_in(name, &files),
            ["TCK-00001 MINOR BROKEN_REF: Keep the format of TCK-00009"]
        );
        assert!(found_in(name, &files[1..]).is_empty());
    }
}
