//! Gate 5: whether one ticket is far larger than the others of its RFC, though below the limits.
//! What is large is judged by the company it keeps.

use crate::model::{GateId, Severity, Subcategory};
use crate::rules::desk::sizing::{Size, counted, size_of, spread};
use crate::rules::desk::{Desk, whole};
use crate::rules::lints::atomicity::{COMPONENTS, FILES};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Cycle, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a ticket far larger than its siblings",
    kind: &kind::SIZE_OUTLIER,
    finds: "in steps, files, scope lines and words it is a multiple of the RFC's usual ticket",
    seat: RuleSeat::Sa2,
    cycle: Cycle::Feasibility,
    modes: [48, 47],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Certain,
    check: outlier,
}];

/// Fewer tickets have no usual size.
const SIBLINGS: usize = 4;

/// One measure of a ticket beside the middle of its siblings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measure {
    pub(crate) what: &'static str,
    pub(crate) own: usize,
    pub(crate) usual: usize,
    /// Below this nothing is large.
    floor: usize,
}

impl Measure {
    /// At least two and a half times the usual.
    pub(crate) fn is_large(&self) -> bool {
        self.own >= self.floor && self.own * 2 >= self.usual.max(1) * 5
    }

    /// At least one and a half times the usual.
    pub(crate) fn is_above(&self) -> bool {
        self.own * 2 >= self.usual.max(1) * 3
    }

    pub(crate) fn said(&self) -> String {
        format!("{} {} (usual: {})", self.own, self.what, self.usual)
    }
}

/// The sizes of the RFC's other tickets; a small RFC is held against the whole repository.
fn company(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Size> {
    let own = desk.sizes().iter().filter(|(id, _)| **id != &ticket.stem);
    let mut all: Vec<Size> = own.map(|(_, size)| *size).collect();
    if all.len() < SIBLINGS {
        all.extend(desk.elsewhere().map(|other| size_of(desk, other)));
    }
    all
}

/// The four measures of a ticket: steps, files, scope lines, words.
pub(crate) fn measures(desk: &Desk<'_>, ticket: &Ticket) -> [Measure; 4] {
    const NAMES: [(&str, usize); 4] =
        [("steps", 8), ("files", 6), ("scope lines", 8), ("words", 350)];
    let own = desk.sizes().get(&ticket.stem).copied().unwrap_or_default();
    let others = company(desk, ticket);
    std::array::from_fn(|at| {
        let mut usual: Vec<usize> =
            others.iter().map(|size| size[at]).filter(|number| *number > 0).collect();
        usual.sort_unstable();
        let (what, floor) = NAMES[at];
        let usual = usual.get(usual.len() / 2).copied().unwrap_or(0);
        Measure { what, own: own[at], usual, floor }
    })
}

fn outlier(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let is_over = counted(desk, RuleSeat::Sa1, ticket).len() > FILES
        || spread(desk, RuleSeat::Sa2, ticket).len() > COMPONENTS;
    if is_over || company(desk, ticket).len() < SIBLINGS {
        return Vec::new();
    }
    let measures = measures(desk, ticket);
    let large: Vec<Measure> = measures.into_iter().filter(Measure::is_large).collect();
    let above = measures.iter().filter(|measure| measure.is_above()).count();
    let is_many = measures[0].own >= 12 && measures[0].own >= 3 * measures[0].usual.max(1);
    let is_long = measures[0].is_above() || measures[3].is_above();
    if large.is_empty() || !is_long || (large.len() + above < 3 && !is_many) {
        return Vec::new();
    }
    let said: Vec<String> = large.iter().map(Measure::said).collect();
    Hit::at(
        ticket,
        whole(ticket),
        "",
        (GateId::Atomicity, Subcategory::ScopeTooLarge, Severity::Minor),
        format!(
            "{} is far larger than the RFC's other tickets: {}. One review will not hold it, and one fault in it takes everything back",
            ticket.stem,
            said.join(", ")
        ),
        match ticket.steps.get(ticket.steps.len() / 2) {
            Some(step) => format!(
                "split it, for instance before \"{}\"",
                crate::rules::text::words::opening(&step.value)
            ),
            None => "split it by what can land alone".to_owned(),
        },
    )
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn one_ticket_stands_out_by_its_size() {
        let name = "a ticket far larger than its siblings";
        let plan = |number: u32, steps: usize| {
            let steps: String = (0..steps)
                .map(|n| format!("  - Handle the case number {n} of the protocol with care\n"))
                .collect();
            ticket(number, &format!("Part {number}"), &format!("plan:\n  steps:\n{steps}"))
        };
        let mut files: Vec<_> = (1..=5).map(|n| plan(n, 3)).collect();
        assert!(found_in(name, &files).is_empty());
        files.push(plan(6, 12));
        assert_eq!(found_in(name, &files), ["TCK-00006 MINOR SCOPE_TOO_LARGE: Part 6"]);
        files[5] = plan(6, 6);
        assert!(found_in(name, &files).is_empty());
        // A small RFC is held against the tickets of the others.
        let mut few = vec![plan(1, 12)];
        assert!(found_in(name, &few).is_empty(), "alone, nothing is usual");
        few.extend((2..=6).map(|n| {
            let (file, text) = plan(n, 3);
            (file, text.replace("rfc_id: RFC-0001", "rfc_id: RFC-0002"))
        }));
        assert_eq!(found_in(name, &few), ["TCK-00001 MINOR SCOPE_TOO_LARGE: Part 1"]);
    }
}
