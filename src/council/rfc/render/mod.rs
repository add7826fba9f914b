//! A task as a model or a person reads it. The same task over the same dossier gives the same
//! bytes; no session, clock, provider or other seat has a part in them.

mod allowance;
mod criteria;
mod looks;
mod note;
mod slices;
mod templates;

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::council::rfc::answer::Cite;
use crate::council::rfc::ask::{Ask, BlockerView, Division, FindingView, PairView, Task};
use crate::council::rfc::roster::{self, office};
use crate::model::pointing::{self, LISTED, NOTHING};
use crate::model::policy::{MAX_ENTRIES, MAX_FINDINGS, MAX_TEXT};
use crate::model::{Digest, MemberName, TicketId};
use slices::SliceInputs;
use templates::rendered;

pub use allowance::{FINDING, answer_allowance, raised};
pub use templates::versions;

use super::read;
use crate::core::assignment::Rendered;
use crate::core::look::Looks;
use crate::prompt::fence::{self, Block, boundary, fenced};
use crate::prompt::{look, modes, shape};
use crate::source::Dossier;
use crate::symbols::Index;

#[derive(Serialize)]
struct Rules {
    rfc: String,
    boundary: String,
    files: &'static str,
    max_text: usize,
    max_findings: usize,
    max_entries: usize,
}

#[derive(Serialize)]
struct Page {
    slice: Vec<Section>,
    criteria: String,
}

#[derive(Serialize)]
struct Section {
    heading: &'static str,
    legend: String,
    text: String,
}

#[derive(Serialize)]
struct Role {
    seat: String,
    raises: bool,
    modes: Vec<&'static modes::Mode>,
}

#[derive(Serialize)]
struct Reask {
    attempt: u8,
    schema: String,
}

#[derive(Serialize)]
struct SelectModes {
    key_modes: String,
    catalogue: &'static [modes::Mode],
}

#[derive(Serialize)]
struct Structural {
    seat: String,
    most: u64,
    share: Option<String>,
    outline: &'static str,
}

#[derive(Serialize)]
struct Feasibility {
    share: Option<String>,
    note: Vec<String>,
    boundary: Option<String>,
    findings: Vec<NumberedPoint>,
    pairs: Vec<String>,
}

#[derive(Serialize)]
struct Converge {
    note: Vec<String>,
    boundary: Option<String>,
    contested: Vec<NumberedPoint>,
    blockers: Vec<NumberedPoint>,
    agreed: Vec<NumberedPoint>,
    pairs: Vec<String>,
}

#[derive(Serialize)]
struct Remediation {
    boundary: Option<String>,
    blockers: Vec<NumberedPoint>,
}

#[derive(Serialize)]
struct Reply {
    shape: String,
}

/// A finding: ids and enums, then its texts in a fence.
#[derive(Serialize)]
struct NumberedPoint {
    head: String,
    fence: String,
}

/// Renders the tasks of one dossier. What all seats of a cycle are told alike is made once.
#[derive(Debug)]
pub struct Renderer {
    dossier: Arc<Dossier>,
    index: Arc<Index>,
    last: Mutex<Option<(SliceInputs, Arc<Shared>)>>,
}

/// What all seats of a cycle are told alike.
#[derive(Debug)]
struct Shared {
    rules: String,
    page: String,
    ground: Digest,
    boundary: String,
}

impl Renderer {
    /// The renderer of a dossier's tasks, which knows nothing of the repository's code.
    pub fn new(dossier: Arc<Dossier>) -> Self {
        Self { dossier, index: Arc::default(), last: Mutex::default() }
    }

    /// The same, showing what the code defines near the names of the tickets.
    #[must_use]
    pub fn with_index(self, index: Arc<Index>) -> Self {
        Self { index, ..self }
    }

    /// Renders a task of the dossier.
    pub fn render(&self, task: &Task) -> Rendered {
        self.render_next(task, &Looks::default())
    }

    /// Renders the next message of a task, after what was looked at.
    pub fn render_next(&self, task: &Task, looks: &Looks) -> Rendered {
        let inputs = SliceInputs::of(task);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = match last.as_ref().filter(|(made_of, _)| *made_of == inputs) {
            Some((_, shared)) => Arc::clone(shared),
            None => {
                let shared = Arc::new(shared(&inputs, &self.dossier, &self.index));
                *last = Some((inputs, Arc::clone(&shared)));
                shared
            }
        };
        drop(last);
        composed(task, looks, &self.dossier, &shared)
    }
}

/// Renders a task. `dossier` is the one that the task is about, `index` what the repository's code
/// defines.
pub fn render(task: &Task, dossier: &Dossier, index: &Index) -> Rendered {
    render_first(task, &Looks::default(), dossier, index)
}

/// The same with the looks that it may be offered.
pub fn render_first(task: &Task, looks: &Looks, dossier: &Dossier, index: &Index) -> Rendered {
    let shared = shared(&SliceInputs::of(task), dossier, index);
    composed(task, looks, dossier, &shared)
}

fn composed(task: &Task, looks: &Looks, dossier: &Dossier, shared: &Shared) -> Rendered {
    let schema = match looks.rounds {
        0 => read::schema(&task.question),
        _ => read::schema_or_look(&task.question),
    };
    let Shared { rules, page, ground, boundary } = shared;
    let mut own = Vec::new();
    if task.attempt > 1 {
        own.push(rendered("reask", Reask { attempt: task.attempt, schema: schema.to_string() }));
    }
    let modes = task.modes.iter().map(|&mode| modes::mode(mode)).collect();
    own.push(rendered(
        "role",
        Role { seat: task.seat.to_string(), raises: raises(&task.question), modes },
    ));
    own.push(question(task, dossier, ground, boundary));
    own.extend(looks::offered(looks, &task.question));
    own.push(rendered("reply", Reply { shape: shape::shape(&look::answered(&schema)) }));
    let own = own.join("\n\n") + "\n";
    let max_output_tokens = allowance::answer_allowance(&task.question, live(dossier));
    let (rules, shared, turns) = (rules.clone(), page.clone(), looks::turns(looks));
    Rendered { rules, shared, own, turns, schema, max_output_tokens }
}

/// The live tickets that a member goes through in depth: those who read tickets share them, in the
/// order in which they stand. Three who all go through all of them raise the same findings: over one
/// RFC 113 claims came to 75 findings, and 114 to 98 where they shared the tickets.
fn share(dossier: &Dossier, member: &MemberName, reading: Division) -> Option<String> {
    let reads = |name: &MemberName| match reading {
        Division::Whole => true,
        Division::Divided => roster::reads_tickets(name),
        Division::Outlined => false,
    };
    let readers: Vec<MemberName> = roster::names().into_iter().filter(reads).collect();
    let at = readers.iter().position(|reader| reader == member)?;
    let live = dossier.tickets().filter(|ticket| ticket.is_live());
    let live: Vec<&str> = live.map(|ticket| ticket.stem.as_str()).collect();
    let each = live.len().div_ceil(readers.len()).max(1);
    live.chunks(each).nth(at).map(|tickets| tickets.join(", "))
}

/// The tickets that a member goes through in depth once more: those that the next of the roster had in
/// cycle 1. Whoever sees what is told already finds what three first readings left.
fn second_share(tickets: &[TicketId], member: &MemberName) -> Option<String> {
    let readers = roster::names();
    let at = (readers.iter().position(|reader| reader == member)? + 1) % readers.len();
    let tickets: Vec<String> = tickets.iter().map(ToString::to_string).collect();
    let each = tickets.len().div_ceil(readers.len()).max(1);
    tickets.chunks(each).nth(at).map(|tickets| tickets.join(", "))
}

/// How many live tickets the plan has.
fn live(dossier: &Dossier) -> usize {
    dossier.tickets().filter(|ticket| ticket.is_live()).count()
}

/// Whether its answer may hold new findings.
const fn raises(question: &Ask) -> bool {
    match question {
        Ask::Structural { .. } | Ask::Feasibility { .. } => true,
        Ask::SelectModes | Ask::Converge { .. } | Ask::Remediation { .. } => false,
    }
}

fn shared(inputs: &SliceInputs, dossier: &Dossier, index: &Index) -> Shared {
    let ground = fence::digest(&slices::ground(inputs, dossier, index));
    let parts = slices::slice(inputs, dossier, index);
    let boundary = boundary(&ground, parts.iter().flat_map(|part| &part.blocks));
    let section = |part: &slices::SliceSection| Section {
        heading: part.heading,
        legend: part.legend.clone(),
        text: fences(&part.blocks, &boundary),
    };
    let criteria = match inputs {
        SliceInputs::Plan { .. } => criteria::kinds(),
        SliceInputs::Tickets { .. } => criteria::kinds() + "\n\n" + &criteria::rubrics(),
        SliceInputs::About(_) => criteria::severities(),
        SliceInputs::Set => String::new(),
    };
    let page = Page { slice: parts.iter().map(section).collect(), criteria };
    let page = rendered("dossier", page);
    let rfc = dossier.subject.to_string();
    let rules = Rules {
        rfc,
        boundary: boundary.clone(),
        files: pointing::FILES,
        max_text: MAX_TEXT,
        max_findings: MAX_FINDINGS,
        max_entries: MAX_ENTRIES,
    };
    let rules = rendered("rules", rules) + "\n\n";
    Shared { rules, page: page + "\n\n", ground, boundary }
}

fn fences(blocks: &[Block], boundary: &str) -> String {
    let fences: Vec<String> = blocks.iter().map(|block| fenced(block, boundary)).collect();
    fences.join("\n\n")
}

fn question(task: &Task, dossier: &Dossier, ground: &Digest, of_rules: &str) -> String {
    type Head = fn(&FindingView) -> String;
    let points = |title: Head, of: [&[FindingView]; 2], blockers: &[BlockerView]| {
        let [findings, agreed] = of;
        let shown = |f: &FindingView| (title(f), finding_block(f, dossier));
        let contested: Vec<(String, Block)> = findings.iter().map(shown).collect();
        let shown = |b: &BlockerView| (head(&b.finding), blocker_block(b, of, dossier));
        let blockers: Vec<(String, Block)> = blockers.iter().map(shown).collect();
        let shown = |f: &FindingView| (head(f), finding_block(f, dossier));
        let agreed: Vec<(String, Block)> = agreed.iter().map(shown).collect();
        let blocks = contested.iter().chain(&blockers).chain(&agreed).map(|(_, block)| block);
        let boundary = boundary(ground, blocks);
        let point = |(head, block): (String, Block)| NumberedPoint {
            head,
            fence: fenced(&block, &boundary),
        };
        let points = [contested, blockers, agreed]
            .map(|points| points.into_iter().map(point).collect::<Vec<NumberedPoint>>());
        // The rules say theirs; this part's is said when a text has made it another.
        let boundary = (boundary != of_rules).then_some(boundary);
        (points, boundary)
    };
    let pairs = |pairs: &[PairView]| -> Vec<String> {
        let line = |pair: &PairView| format!("`{}` and `{}`", pair.finding_id, pair.other_id);
        pairs.iter().map(line).collect()
    };
    match &task.question {
        Ask::SelectModes => {
            let office = office(&task.seat).expect("a task is for a member of the roster");
            let key_modes = office.key_modes.map(|mode| mode.to_string()).join(", ");
            rendered("select_modes", SelectModes { key_modes, catalogue: modes::all() })
        }
        Ask::Structural { reading, most, .. } => {
            let outline = match (reading, roster::reads_tickets(&task.seat)) {
                (Division::Whole, _) => "",
                (Division::Divided, true) => {
                    "Of the RFC you are shown the requirements and decisions; another reviewer reads its other documents."
                }
                (Division::Divided, false) => {
                    "Of the tickets you are shown a line each; the other reviewers read them in full."
                }
                (Division::Outlined, true) => {
                    "Of the RFC you are shown the requirements and decisions."
                }
                (Division::Outlined, false) => {
                    "Of the RFC you are shown the requirements and decisions, and of the tickets a line each; the other reviewers read them in full. Raise what the lines prove, and nothing that only the text could settle."
                }
            };
            let most = match most {
                0 => allowance::raised(live(dossier)).0,
                most => u64::from(*most),
            };
            let (seat, share) = (task.seat.to_string(), share(dossier, &task.seat, *reading));
            rendered("structural", Structural { seat, most, share, outline })
        }
        Ask::Feasibility { note, of_gates, findings, pairs: asked, tickets } => {
            let share = second_share(tickets, &task.seat);
            let note = note::lines(note, of_gates.iter().chain(findings));
            let ([findings, _, _], boundary) = points(head, [findings, &[]], &[]);
            let pairs = pairs(asked);
            rendered("feasibility", Feasibility { share, note, boundary, findings, pairs })
        }
        Ask::Converge { note, contested, blockers, agreed, pairs: asked } => {
            let shown = contested.iter().chain(blockers.iter().map(|blocker| &blocker.finding));
            let note = note::lines(note, shown);
            let agreed = agreed.iter().filter(|finding| is_paired(finding, asked));
            let agreed: Vec<FindingView> = agreed.cloned().collect();
            let of = [contested.as_slice(), &agreed];
            let ([contested, blockers, agreed], boundary) = points(ballot_head, of, blockers);
            let pairs = pairs(asked);
            rendered("converge", Converge { note, boundary, contested, blockers, agreed, pairs })
        }
        Ask::Remediation { blockers } => {
            let ([_, blockers, _], boundary) = points(head, [&[], &[]], blockers);
            rendered("remediation", Remediation { boundary, blockers })
        }
    }
}

/// Whether seats are asked if it is one with another.
fn is_paired(finding: &FindingView, pairs: &[PairView]) -> bool {
    let id = &finding.finding_id;
    pairs.iter().any(|pair| pair.finding_id == *id || pair.other_id == *id)
}

fn head(finding: &FindingView) -> String {
    let FindingView { finding_id, severity, subcategory, gate_id, .. } = finding;
    let ticket = finding.ticket_id.as_ref().map(|id| format!(", {id}")).unwrap_or_default();
    format!("`{finding_id}`: {severity}, {subcategory}, {gate_id}{ticket}")
}

/// A finding that is voted on: the ballot echoes the digest of what was read, and who has a side
/// is told it, since a vote against it must say what it had missed.
fn ballot_head(finding: &FindingView) -> String {
    let side = finding.your_stance.map(|vote| format!(". You said {}.", vote.as_str()));
    let side = side.unwrap_or_default();
    format!("{}, digest `{}`{side}", head(finding), finding.digest)
}

fn finding_block(finding: &FindingView, dossier: &Dossier) -> Block {
    let FindingView { location, ticket_id, .. } = finding;
    let mut block = Block::new(format!("finding {}", finding.finding_id));
    if let Some(rule) = &finding.rule {
        block.entry("found by", rule);
    }
    let file = ticket_id.as_ref().and_then(|id| dossier.ticket(id)).map(|ticket| &ticket.file);
    if file != Some(&location.file) {
        block.entry("file", &location.file);
    }
    block.entry("yaml_path", &location.path.to_string());
    block.entry("quote", &finding.quote);
    cited(&mut block, "", &finding.cites);
    block.entry("description", &finding.description);
    for copy in &finding.copies {
        block.entry(&format!("the same, {}", copy.finding_id), &copy.description);
        if copy.location.file != location.file {
            block.entry("  file", &copy.location.file);
        }
        if copy.location.path != location.path {
            block.entry("  yaml_path", copy.location.yaml_path());
        }
        if copy.quote != finding.quote {
            block.entry("  quote", &copy.quote);
        }
        cited(&mut block, "  ", &copy.cites);
    }
    block
}

/// The lines of other files that a finding rests on, and what was not there: whoever raised it was shown
/// so.
fn cited(block: &mut Block, indent: &str, cites: &[Cite]) {
    for Cite { path, lines, quote } in cites {
        let (name, place, text) = match lines.as_str() {
            NOTHING => ("cites that nothing is at", path.clone(), "  searched for"),
            LISTED => ("cites the list of", path.clone(), "  quote"),
            _ => ("cites", format!("{path}:{lines}"), "  quote"),
        };
        block.entry(&format!("{indent}{name}"), &place);
        if !quote.is_empty() {
            block.entry(&format!("{indent}{text}"), quote);
        }
    }
}

/// A blocker with its ways out; of one that is shown elsewhere in the task the ways out alone.
fn blocker_block(blocker: &BlockerView, shown: [&[FindingView]; 2], dossier: &Dossier) -> Block {
    let id = &blocker.finding.finding_id;
    let mut block = if shown.into_iter().flatten().any(|finding| finding.finding_id == *id) {
        Block::new(format!("remediations of {id}"))
    } else {
        finding_block(&blocker.finding, dossier)
    };
    for way in &blocker.proposals {
        block.entry(&way.proposal_id, &way.text);
    }
    if blocker.proposals.is_empty() {
        block.entry("remediations", "none was proposed");
    }
    block
}
