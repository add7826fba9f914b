//! Whether a ticket tells how: its steps, or what takes their place.

use std::collections::BTreeSet;

use crate::gates::text::lexicon::{self, Words};
use crate::gates::text::shapes;
use crate::gates::text::ticket::{changes, touched_or_told};
use crate::gates::text::words;
use crate::source::{Text, Ticket};

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
    let speaks_of_one = |line: &Text| DOCUMENT_PART.has_any(&words::words(&line.value));
    !files.is_empty()
        && files.iter().all(|file| is_document(&file.path))
        && ticket.in_scope.iter().all(speaks_of_one)
}

/// How many telling words are as much as a plan says.
pub(crate) const PLAN: usize = 38;

/// Whether the ticket has the list for its steps, and nothing in it.
pub(crate) fn has_empty_list(ticket: &Ticket) -> bool {
    let paths = ["implementation.implementation_steps", "ticket_meta.plan.steps", "plan.steps"];
    paths.iter().any(|path| ticket.source.yaml_at(path).is_some()) && ticket.steps.is_empty()
}

static WORK: Words = lexicon::words("work");
static DOCUMENT_PART: Words = lexicon::words("document-part");

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

fn new_words(told: &BTreeSet<String>, step: &Text) -> Vec<String> {
    let said = words::significant(&step.value);
    let is_known = |word: &str| told.contains(word) || told.iter().any(|t| is_form_of(t, word));
    let is_work = |word: &str| WORK.any.iter().any(|w| word == w || is_form_of(w, word));
    said.into_iter().filter(|word| !is_known(word) && !is_work(word)).collect()
}

/// Whether a step has a word beside those of work in general: `write the code` has none.
pub(crate) fn has_content(step: &Text) -> bool {
    !new_words(&BTreeSet::new(), step).is_empty() || !words::identifiers(&step.value).is_empty()
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
    let has_signature = shapes::signature(&scope).is_some();
    let told = told(ticket);
    let is_empty = |step: &&Text| {
        let said = words::significant(&step.value).len();
        let names_new = !words::identifiers(&step.value).is_subset(&known)
            || !has_signature && shapes::signature(&step.value).is_some();
        !names_new && new_words(&told, step).len() <= usize::from(said >= 6)
    };
    ticket.steps.iter().filter(is_empty).collect()
}
