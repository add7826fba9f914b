//! L3: a ticket far larger than the others of its RFC.

use super::files::touched;
use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

/// Steps, as many as are named.
macro_rules! steps {
    ($($step:literal)*) => { ticket!(concat!("plan:\n  steps:", $("\n  - ", $step,)*)) };
}

pub(super) static L3: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L3"),
        gate: GateId::Atomicity,
        subcategory: Subcategory::ScopeTooLarge,
        severity: Severity::Minor,
        varies: "INFO in closed tickets",
        title: "a ticket far larger than the others of its RFC",
        why: "One review will not hold it, and who waits for a part of it waits for all of it.",
        act: "Split the ticket by what can be merged alone.",
        fix: None,
        example: in_one(
            NEW,
            steps!("find the rhyme" "count syllables" "choose a metre" "break the line" "write the refrain" "print a title" "sign it" "add a rhyme for two names" "read the dictionary" "cache rhymes" "log misses" "explain a miss" "offer a limerick" "offer a sonnet" "offer a haiku" "offer an ode"),
            steps!("find the rhyme" "count syllables"),
        ),
    },
    check,
};

/// Fewer live tickets have no usual size.
const NEWS: usize = 5;

/// More than so many tenths of the middle size are an outlier. Measured on the subjects of at
/// least five tickets of a real repository and of six small ones: of their 343 tickets one lies above
/// 2.66 (5.2, and it is one), of 41 that were made too large on purpose 36 lie above 2.7, 14 above 4.
const TENTHS: usize = 27;

/// Less than this is no large ticket, whatever the others are.
const LEAST: usize = 15;

/// Steps, files and criteria together.
fn size(member: &RfcTicket<'_>) -> usize {
    member.outline.steps + member.outline.criteria + touched(member, true).len()
}

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    // A ticket of which only the title is written has no size yet.
    let mut sizes: Vec<usize> =
        scene.members.iter().filter(|other| other.ticket.is_live()).map(size).collect();
    sizes.retain(|size| *size > 0);
    if sizes.len() < NEWS {
        return Vec::new();
    }
    sizes.sort_unstable();
    let (own, usual) = (size(member), sizes[sizes.len() / 2]);
    if own < LEAST || own * 10 <= usual * TENTHS {
        return Vec::new();
    }
    let says = format!(
        "{} has {own} steps, files and criteria together, where the middle ticket of {} has {usual}",
        member.ticket.stem, scene.dossier.subject
    );
    let act = "split the ticket by what can be merged alone";
    vec![Hit::new(&member.outline.whole, Severity::Minor, says, act)]
}
