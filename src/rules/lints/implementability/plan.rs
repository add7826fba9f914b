//! Whether a ticket tells how: its steps, or what stands in for them.

use std::collections::BTreeSet;

use crate::model::{GateId, Severity, Subcategory};
use crate::rules::desk::{Desk, changes, touched_or_told, whole, work};
use crate::rules::lints::rule::Hit;
use crate::rules::text::shapes;
use crate::rules::text::words::{self, count, shortened};
use crate::source::{Text, Ticket};

const GATE: (GateId, Subcategory) = (GateId::Implementability, Subcategory::AgentContextGap);

/// What a ticket tells beside the result that is wanted.
pub(crate) struct Guidance {
    /// The first line that spells out code: a signature, fields, an example.
    pub(crate) code: Option<String>,
    /// How many telling words say what is to change where.
    pub(crate) words: usize,
}

/// How many telling words are about as much as two steps say.
const ENOUGH: usize = 24;

impl Guidance {
    pub(crate) fn is_enough(&self) -> bool {
        self.words >= ENOUGH || (self.code.is_some() && self.words >= ENOUGH / 3)
    }
}

/// What the file lists, the notes and the examples tell of the way. A scope line tells of the
/// result, unless it names a file to change.
pub(crate) fn guidance(ticket: &Ticket) -> Guidance {
    let notes = ticket.notes.iter().filter(|note| tells_the_way(note)).cloned();
    let scope = ticket.in_scope.iter().filter(|line| !words::paths(&line.value).is_empty());
    let told: Vec<Text> = changes(ticket)
        .into_iter()
        .chain(ticket.code_examples.iter().cloned())
        .chain(notes)
        .chain(scope.cloned())
        .collect();
    let spelt = |line: &&str| shapes::signature(line).is_some() || shapes::is_field(line);
    let scope_lines = ticket.in_scope.iter().flat_map(|text| text.value.lines());
    let code = told.iter().flat_map(|text| text.value.lines()).chain(scope_lines).find(spelt);
    let said: BTreeSet<String> =
        told.iter().flat_map(|text| words::significant(&text.value)).collect();
    Guidance { code: code.map(|line| line.trim().to_owned()), words: said.len() }
}

/// Whether a note is about the work: lists of paths, phases and checks are not.
fn tells_the_way(note: &Text) -> bool {
    let path = note.place.yaml_path().to_lowercase();
    let is_other = ["affected_file", "phase", "verification", ".files", "codebase_context"]
        .iter()
        .any(|key| path.contains(key));
    !is_other
}

/// Whether only documents change, which need no plan beside what they are to say.
pub(crate) fn writes_documents_only(ticket: &Ticket) -> bool {
    let files = touched_or_told(ticket);
    let is_document = |path: &str| !words::is_code(path) && path.ends_with(".md");
    let speaks_of_one = |line: &Text| {
        const DOCUMENTS: &[&str] = &[
            "chapter",
            "docs",
            "document",
            "documentation",
            "guide",
            "handbook",
            "heading",
            "manual",
            "md",
            "page",
            "paragraph",
            "readme",
            "section",
            "sections",
        ];
        words::words(&line.value).iter().any(|word| DOCUMENTS.contains(&word.as_str()))
    };
    !files.is_empty()
        && files.iter().all(|file| is_document(&file.path))
        && ticket.in_scope.iter().all(speaks_of_one)
}

/// How many telling words are as much as a plan says.
const PLAN: usize = 38;

/// Whether the ticket has the list for its steps, and nothing in it.
fn has_empty_list(ticket: &Ticket) -> bool {
    let paths = ["implementation.implementation_steps", "ticket_meta.plan.steps", "plan.steps"];
    paths.iter().any(|path| ticket.source.yaml_at(path).is_some()) && ticket.steps.is_empty()
}

/// Work without steps, and without anything that stands in for them.
pub(crate) fn no_way_in(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let Some(first) = ticket.in_scope.first() else {
        return Vec::new();
    };
    let guidance = guidance(ticket);
    // An empty list says that there should be steps.
    let is_begun = has_empty_list(ticket) && guidance.words < PLAN;
    if !ticket.steps.is_empty()
        || (!is_begun && (guidance.is_enough() || writes_documents_only(ticket)))
    {
        return Vec::new();
    }
    let is_blind = touched_or_told(ticket).is_empty();
    let gap = match (is_blind, guidance.words) {
        (true, _) => "names no file, so each implementer starts with a search".to_owned(),
        (false, 0) => "lists files without a word on what is to change in them".to_owned(),
        (false, number) => format!(
            "says of its files only in {} what is to change, so that each implementer invents the way",
            count(number, "telling word", "telling words")
        ),
    };
    Hit::at(
        ticket,
        whole(ticket),
        "",
        (GATE.0, GATE.1, Severity::Minor),
        format!(
            "{} says what is wanted (\"{}\") but has no step; it {gap}",
            ticket.stem,
            shortened(&first.value)
        ),
        "write the steps: which file, which function with its parameters, what it does, and what happens when it fails".to_owned(),
    )
    .into_iter()
    .collect()
}

/// Verbs and nouns of work in general, which tell nothing that a scope line would not.
const WORK: &[&str] = &[
    "accept",
    "accomplish",
    "achieve",
    "add",
    "against",
    "append",
    "apply",
    "arrange",
    "build",
    "care",
    "carry",
    "change",
    "code",
    "complete",
    "confirm",
    "cover",
    "deliver",
    "develop",
    "do",
    "document",
    "done",
    "enable",
    "ensure",
    "establish",
    "everything",
    "finish",
    "fulfil",
    "get",
    "give",
    "handle",
    "have",
    "implement",
    "implementation",
    "introduce",
    "leave",
    "let",
    "make",
    "name",
    "need",
    "out",
    "perform",
    "place",
    "prepare",
    "produce",
    "provide",
    "put",
    "realise",
    "realize",
    "see",
    "set",
    "stay",
    "step",
    "supply",
    "support",
    "sure",
    "take",
    "test",
    "unit",
    "up",
    "verify",
    "way",
    "work",
    "write",
];

/// Whether two words are forms of one: `named` and `name`, `storing` and `store`.
fn is_form_of(a: &str, b: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let shorter = a.len().min(b.len());
    common == shorter && shorter >= 3 && a.len().abs_diff(b.len()) <= 3
        || (common >= 3 && common + 1 >= shorter && a.len().abs_diff(b.len()) <= 2)
}

/// The telling words of the scope, the title and what is out of scope.
fn told(ticket: &Ticket) -> BTreeSet<String> {
    let told: String = ticket
        .in_scope
        .iter()
        .chain(&ticket.out_of_scope)
        .chain(&ticket.title)
        .map(|text| format!("{} ", text.value))
        .collect();
    words::significant(&told)
}

/// The telling words of a step that the scope, the title and what is out of scope lack.
pub(crate) fn own_words(ticket: &Ticket, step: &Text) -> Vec<String> {
    new_words(&told(ticket), step)
}

fn new_words(told: &BTreeSet<String>, step: &Text) -> Vec<String> {
    let said = words::significant(&step.value);
    let is_known = |word: &str| told.contains(word) || told.iter().any(|t| is_form_of(t, word));
    let is_work = |word: &str| WORK.iter().any(|w| word == *w || is_form_of(w, word));
    said.into_iter().filter(|word| !is_known(word) && !is_work(word)).collect()
}

/// The steps that tell no more than the scope does: at most one new word, and no new name.
pub(crate) fn empty_steps(ticket: &Ticket) -> Vec<&Text> {
    let scope: String = ticket
        .in_scope
        .iter()
        .chain(&ticket.title)
        .map(|text| format!("{} ", text.value))
        .collect();
    let known = words::identifiers(&scope);
    let told = told(ticket);
    let is_empty = |step: &&Text| {
        let said = words::significant(&step.value).len();
        let names_new = !words::identifiers(&step.value).is_subset(&known)
            || shapes::signature(&step.value).is_some_and(|_| shapes::signature(&scope).is_none());
        let own = new_words(&told, step).len();
        !names_new && own <= usize::from(said >= 6)
    };
    ticket.steps.iter().filter(is_empty).collect()
}

/// Steps that many tickets carry verbatim are the template's, not this ticket's plan.
fn own_steps(desk: &Desk<'_>, ticket: &Ticket) -> usize {
    let is_template = |step: &&Text| {
        let has = |other: &&Ticket| other.steps.iter().any(|s| s.value == step.value);
        desk.others(ticket).filter(has).count() >= 3
    };
    ticket.steps.iter().filter(|step| !is_template(step)).count()
}

/// The implementer's test: most of the plan is the scope in other words.
pub(crate) fn restated(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let empty = empty_steps(ticket);
    if empty.len() < 2 || empty.len() * 3 < own_steps(desk, ticket) * 2 {
        return Vec::new();
    }
    no_plan_of_its_own(ticket, empty[0], empty.len())
}

/// The structurist's test: no telling word of most steps is new.
pub(crate) fn nothing_added(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let empty = empty_steps(ticket);
    let bare = empty.iter().filter(|step| own_words(ticket, step).is_empty()).count();
    if bare < 2 || bare * 3 < own_steps(desk, ticket) * 2 {
        return Vec::new();
    }
    no_plan_of_its_own(ticket, empty[0], bare)
}

fn no_plan_of_its_own(ticket: &Ticket, step: &Text, number: usize) -> Vec<Hit> {
    let tells_where = !touched_or_told(ticket).is_empty() || !changes(ticket).is_empty();
    let severity = if tells_where { Severity::Minor } else { Severity::Major };
    Hit::at(
        ticket,
        &step.place,
        "",
        (GATE.0, GATE.1, severity),
        format!(
            "{number} of the {} steps of {} say the scope again (\"{}\"): {}",
            ticket.steps.len(),
            ticket.stem,
            shortened(&step.value),
            if tells_where {
                "an implementer learns no order and no detail from it"
            } else {
                "no file is named, and nothing tells where to begin"
            }
        ),
        "replace the repeated lines with the files to open, the types or functions to change, and their order".to_owned(),
    )
    .into_iter()
    .collect()
}

/// The step that gives a detail or a name that the scope lacks.
pub(crate) fn own_step(ticket: &Ticket) -> Option<&Text> {
    let empty = empty_steps(ticket);
    let is_empty = |step: &Text| empty.iter().any(|copy| copy.place == step.place);
    ticket.steps.iter().find(|step| {
        let tells = !words::paths(&step.value).is_empty()
            || !words::identifiers(&step.value).is_empty()
            || words::names_command(&step.value);
        tells && !is_empty(step)
    })
}

/// The first demand that names a path or a name of code.
pub(crate) fn concrete_line(ticket: &Ticket) -> Option<&Text> {
    work(ticket).find(|line| {
        !words::paths(&line.value).is_empty() || !words::identifiers(&line.value).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn a_scope_without_steps_or_files_gives_no_way_in() {
        let name = "no steps, and nothing in their place";
        let of = |rest: &str| found_in(name, &[ticket(1, "One", rest)]);
        let scope = "scope:\n  in_scope:\n  - Store leases\n";
        assert_eq!(of(scope), ["TCK-00001 MINOR AGENT_CONTEXT_GAP: One"]);
        let listed =
            "implementation:\n  files_to_modify:\n  - path: src/lease.rs\n    changes: Leases\n";
        assert_eq!(of(&format!("{scope}{listed}")).len(), 1);
        let empty = "implementation:\n  implementation_steps: []\n";
        assert_eq!(of(&format!("{scope}{empty}")).len(), 1);
        let told = "notes:\n  implementation_details: |\n    pub fn store(lease: &Lease) -> io::Result<()> appends one line, owner, resource and expiry\n    separated by tabs, and syncs the file before the caller hears of it.\n";
        assert!(of(&format!("{scope}{told}")).is_empty());
        let pages = "scope:\n  in_scope:\n  - \"docs/lease.md: a section on expiry\"\n";
        assert!(of(pages).is_empty());
    }

    #[test]
    fn steps_that_repeat_the_scope_are_no_plan() {
        let of = |steps: [&str; 2]| {
            let rest = format!(
                "scope:\n  in_scope:\n  - Store leases\n  - Expire leases\n  out_of_scope:\n  - Renewal\nplan:\n  steps:\n  - \"{}\"\n  - \"{}\"\n",
                steps[0], steps[1]
            );
            ["steps that say the scope in other words", "steps without a word that the scope lacks"]
                .map(|name| found_in(name, &[ticket(1, "One", &rest)]).len())
        };
        assert_eq!(of(["Implement: Store leases", "Implement: Expire leases"]), [1, 1]);
        assert_eq!(
            of(["Make sure that leases are stored", "Take care of expiring the leases"]),
            [1, 1]
        );
        assert_eq!(of(["Store the leases", "Make sure that renewal stays out"]), [1, 1]);
        assert_eq!(of(["Give the table an expiry column", "Delete expired rows at start"]), [0, 0]);
        assert_eq!(
            of(["Store leases through `LeaseTable`", "Expire leases in `sweep_rows`"]),
            [0, 0]
        );
    }
}
