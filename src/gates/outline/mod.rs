//! What the advisory rules ask of one ticket's text, told while the text is there: counts, what is
//! named, and the places that a finding may point at. Nothing of it depends on other files.

mod documents;
mod lists;
mod paths;
mod scripts;

use std::collections::BTreeSet;

pub(super) use documents::{Cited, Kind};
pub(super) use paths::{Lead, ShortName};

use crate::gates::diagnostic::Spot;
use crate::gates::text::checks::{brings_a_test, decides, shown, speaks_of_tests};
use crate::gates::text::files::is_test_file;
use crate::gates::text::plan::{
    PLAN, empty_steps, guidance, has_content, has_empty_list, writes_documents_only,
};
use crate::gates::text::ticket::{changes, demands, prose, whole, work};
use crate::gates::text::words;
use crate::model::{Place, TicketId};
use crate::source::{Text, Ticket};

/// One ticket, as far as the rules ask.
#[derive(Debug)]
pub(super) struct TicketOutline {
    /// The title, else what names the ticket.
    pub(super) whole: Spot,
    /// Steps with content, and criteria.
    pub(super) steps: usize,
    pub(super) criteria: usize,
    /// The key of an empty list of steps, of criteria.
    pub(super) steps_key: Option<Spot>,
    pub(super) criteria_key: Option<Spot>,
    /// Beside its title it asks for nothing.
    pub(super) is_title: bool,
    /// Lists, notes and examples tell how, though no step does.
    pub(super) is_guided: bool,
    /// It has a list of steps that is empty, and little else that tells how.
    pub(super) is_begun: bool,
    /// The first step, when all steps are the scope again.
    pub(super) restated: Option<Spot>,
    /// Some line names something to run or a test.
    pub(super) is_checked: bool,
    /// The first verification, else the first criterion.
    pub(super) checked_at: Option<Spot>,
    /// Some line speaks of tests, a file of it is one, or a command looks at the result.
    pub(super) has_test: bool,
    /// The tickets that it names in any line.
    pub(super) names: BTreeSet<TicketId>,
    /// What its sentences make.
    pub(super) makes: BTreeSet<String>,
    /// Files that a sentence sends its reader to, and short names of files.
    pub(super) leads: Vec<Lead>,
    pub(super) short: Vec<ShortName>,
    /// Documents that a sentence sends its reader to.
    pub(super) cited: Vec<Cited>,
    /// Scripts that a check runs.
    pub(super) scripts: Vec<(String, Spot)>,
    /// Files that a step changes and no list names; listed files without a step.
    pub(super) unlisted: Vec<(String, Spot)>,
    pub(super) stepless: Vec<(String, Spot)>,
}

impl TicketOutline {
    /// Of a ticket whose text is there.
    pub(super) fn of(ticket: &Ticket) -> Self {
        let spot = |place: &Place| Spot::in_ticket(ticket, place);
        let first = ticket.verifications.first().or(ticket.criteria.first());
        let told = guidance(ticket);
        // An empty list says that there should be steps.
        let is_begun = has_empty_list(ticket) && told.words < PLAN;
        let lines = || prose(ticket).chain(&ticket.out_of_scope);
        let changed = changes(ticket);
        let has_test_file = ticket.paths.iter().any(|entry| is_test_file(entry.raw.trim()));
        // A command that fails while the work is not done is a test, too.
        let is_shown = has_test_file || shown(ticket).is_some();
        let restated = ticket.steps.len() >= 2 && empty_steps(ticket).len() == ticket.steps.len();
        Self {
            whole: spot(whole(ticket)),
            steps: ticket.steps.iter().filter(|step| has_content(step)).count(),
            criteria: ticket.criteria.len(),
            steps_key: key(ticket, &STEPS),
            criteria_key: key(ticket, &CRITERIA),
            is_title: demands(ticket).next().is_none() && ticket.paths.is_empty(),
            is_guided: told.is_enough() || writes_documents_only(ticket),
            is_begun,
            restated: restated.then(|| spot(&ticket.steps[0].place)),
            is_checked: is_shown
                || binds_evidence(ticket)
                || ticket.verifications.iter().any(|check| decides(&check.value))
                || work(ticket).any(|line| brings_a_test(&line.value))
                || prose(ticket).any(|line| words::names_command(&line.value)),
            checked_at: first.map(|text| spot(&text.place)),
            has_test: is_shown
                || lines().chain(&ticket.title).chain(&changed).any(|t| speaks_of_tests(&t.value)),
            names: lines().flat_map(|line| words::ticket_ids(&line.value)).collect(),
            makes: paths::made(ticket).chain(documents::made(ticket)).collect(),
            leads: paths::leads(ticket),
            short: paths::short(ticket),
            cited: documents::cited(ticket),
            scripts: scripts::run(ticket),
            unlisted: lists::unlisted(ticket),
            stepless: lists::stepless(ticket),
        }
    }
}

/// Where lists of steps and of criteria are written.
const STEPS: [&str; 5] = [
    "plan.steps",
    "ticket_meta.plan.steps",
    "implementation.steps",
    "implementation.implementation_steps",
    "ticket.plan.steps",
];
const CRITERIA: [&str; 5] = [
    "acceptance_criteria",
    "ticket_meta.acceptance_criteria",
    "ticket.acceptance_criteria",
    "definition_of_done.criteria",
    "ticket_meta.definition_of_done.criteria",
];

/// Where the evidence is bound that shows a ticket done.
const EVIDENCE: [&str; 2] =
    ["definition_of_done.evidence_ids", "ticket_meta.definition_of_done.evidence_ids"];

fn binds_evidence(ticket: &Ticket) -> bool {
    let lists = EVIDENCE.iter().filter_map(|path| ticket.source.yaml_at(path));
    lists.into_iter().any(|list| list.items().next().is_some())
}

/// The place of the first of these keys that the ticket has.
fn key(ticket: &Ticket, paths: &[&str]) -> Option<Spot> {
    let node = paths.iter().find_map(|path| ticket.source.yaml_at(path))?;
    Some(Spot::in_ticket(ticket, &node.place()))
}

/// Where a line holds these words: the line of the source that has them.
fn at(ticket: &Ticket, text: &Text, quote: &str) -> Spot {
    let place = ticket.source.find(&text.place, quote);
    let place = place.map(|found| Place { path: text.place.path.clone(), ..found });
    Spot::in_ticket(ticket, place.as_ref().unwrap_or(&text.place))
}

/// Whether one path is the end of another, by whole parts.
pub(super) fn ends_in(whole: &str, path: &str) -> bool {
    whole == path || whole.strip_suffix(path).is_some_and(|before| before.ends_with('/'))
}
