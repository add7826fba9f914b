//! Gate 5: whether a change takes the callers along that the code has. A function that gets another
//! shape or goes away, and files that call it which the ticket leaves as they are.

use crate::gates::text::files::{is_test_file, short_names};
use crate::gates::text::runs::runs;
use crate::model::{Severity, TicketId};
use crate::rules::desk::{Desk, TouchedPath, changes, demands, touched_or_told, unwrapped, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Args, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::callable::callable;
use crate::rules::text::lines::clauses;
use crate::rules::text::shapes::signatures;
use crate::rules::text::words;
use crate::source::{PathKind, Text, Ticket};
use crate::symbols::{NameUse, Symbol, SymbolKind, is_common, meanings};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a change whose callers stay as they are",
    kind: &kind::SPLIT_CONSUMER,
    finds: "the ticket gives a function another shape or takes it away, and files that call it are not among its own",
    seat: RuleSeat::Sa1,
    modes: [43, 7],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Certain,
    check: |desk, ticket| {
        let left = left_behind(desk, ticket);
        left.into_iter().filter_map(|left| left.hit(desk, ticket)).collect()
    },
}];

static GOES_ON: Words = lexicon::words("goes-on");

/// How a ticket changes something that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NameChange {
    /// It is called otherwise, as this signature says.
    Reshaped(String),
    /// It is called otherwise, as this sentence says.
    Told(String),
    /// It is no longer there under its name, as this sentence says.
    Gone(String),
}

/// A name that a ticket changes while files that call it stay as they are.
pub(crate) struct StaleName<'d> {
    pub(crate) name: String,
    pub(crate) change: NameChange,
    /// The line that says so.
    text: Text,
    /// The file in which it is defined.
    pub(crate) home: String,
    /// The files that call it.
    pub(crate) callers: Vec<&'d str>,
    /// The ticket that changes one of them later.
    pub(crate) to: Option<TicketId>,
}

const STALE: &str = "merged alone, {ticket} does not build or does the wrong thing";
const TAKE_ALONG: &str = "add {callers} to the files of {ticket} and say how the call changes, or keep the old {name} working until then";
static RESHAPED: Message = Message {
    defect: "{ticket} gives {name} another shape ({said}); {callers} call it as it is, and no ticket before changes them",
    harm: STALE,
    act: TAKE_ALONG,
};
static GONE: Message = Message {
    defect: "{ticket} takes {name} away ({said}); {callers} call it, and no ticket before changes them",
    harm: STALE,
    act: TAKE_ALONG,
};

impl StaleName<'_> {
    fn hit(self, desk: &Desk<'_>, ticket: &Ticket) -> Option<Hit> {
        let (message, said, confidence) = match &self.change {
            NameChange::Reshaped(said) => (&RESHAPED, said, Confidence::Certain),
            NameChange::Told(said) => (&RESHAPED, said, Confidence::Likely),
            NameChange::Gone(said) => (&GONE, said, Confidence::Likely),
        };
        let mut symbols = desk.index.in_file(&self.home).iter();
        let head = symbols.find(|symbol| symbol.name == self.name);
        let home = Arg::file(&self.home);
        let mut args: Args = vec![
            ("name", head.map_or(home, |symbol| Arg::symbol(&self.home, symbol))),
            ("said", Arg::quote(said)),
            ("callers", Arg::files(self.callers.iter().copied(), 3)),
        ];
        args.extend(self.to.as_ref().map(|id| ("later", desk.named_ticket(Some(id)))));
        let hit = Hit::at(ticket, &self.text.place, &self.name, message, args)?;
        Some(hit.weighing(Severity::Major).at_most(confidence))
    }
}

/// Everything that a ticket changes and whose callers it leaves behind, each name once.
fn left_behind<'d>(desk: &Desk<'d>, ticket: &Ticket) -> Vec<StaleName<'d>> {
    if work(ticket).any(|text| takes_users_along(ticket, text)) {
        return Vec::new();
    }
    let files = worked_on(desk, ticket);
    let noted = changes(ticket);
    let lines: Vec<Text> =
        demands(ticket).chain(&ticket.notes).chain(&noted).map(unwrapped).collect();
    let mut found: Vec<StaleName<'d>> = Vec::new();
    for text in &lines {
        let reshaped = reshaped(desk, &files, &text.value);
        let all = reshaped.into_iter().chain(gone(desk, &files, &text.value));
        let all = all.chain(told_otherwise(desk, &files, &text.value));
        for (name, change, home) in all {
            if found.iter().any(|left| left.name == name) {
                continue;
            }
            let callers = callers(desk, ticket, &files, &name, (&home, &change));
            if callers.is_empty() || goes_on(ticket, &name, &callers) {
                continue;
            }
            let to = later(desk, ticket, &callers);
            let text = text.clone();
            found.push(StaleName { name, change, text, home, callers, to });
        }
    }
    found
}

/// The files that a ticket works on, those among them too that it names without their folder.
fn worked_on(desk: &Desk<'_>, ticket: &Ticket) -> Vec<TouchedPath> {
    let mut files = touched_or_told(ticket);
    let noted = changes(ticket);
    for text in work(ticket).chain(&noted) {
        for name in short_names(&text.value) {
            let [path] = desk.candidates(&name)[..] else { continue };
            if !files.iter().any(|file| file.path == path) {
                let place = text.place.clone();
                let path = path.to_owned();
                files.push(TouchedPath { path, kind: PathKind::Modify, place, is_listed: false });
            }
        }
    }
    files
}

/// Whether the ticket says that a name, or one of the files that call it, goes on to work.
fn goes_on(ticket: &Ticket, name: &str, callers: &[&str]) -> bool {
    let mut lines = demands(ticket).chain(&ticket.out_of_scope).chain(&ticket.notes);
    lines.any(|text| {
        clauses(&text.value).iter().any(|sentence| {
            let is_meant = sentence.contains(name)
                || sentence.to_lowercase().contains("caller")
                || callers.iter().any(|path| {
                    let file = path.rsplit('/').next().unwrap_or(path);
                    sentence.contains(file)
                });
            is_meant && GOES_ON.says(sentence)
        })
    })
}

/// Whether a line of the work speaks of all callers and gives them to nobody else.
fn takes_users_along(ticket: &Ticket, text: &Text) -> bool {
    const CALLERS: &[&str] = &["call site", "caller", "every use", "everywhere", "importer"];
    own_sentences(ticket, text).any(|sentence| {
        let lower = sentence.to_lowercase();
        CALLERS.iter().any(|cue| lower.contains(cue))
    })
}

/// The sentences of a text that give the work to no other ticket.
fn own_sentences(ticket: &Ticket, text: &Text) -> impl Iterator<Item = String> {
    let is_own = |said: &String| words::ticket_ids(said).iter().all(|id| *id == ticket.stem);
    clauses(&text.value).into_iter().filter(is_own)
}

/// The definitions of a name outside of tests, when all of them stand in files that the ticket
/// changes.
fn standing<'d>(desk: &Desk<'d>, files: &[TouchedPath], name: &str) -> Vec<(&'d str, &'d Symbol)> {
    if !desk.defined_names().contains(name) {
        return Vec::new();
    }
    let all: Vec<_> = desk.index.symbols().filter(|(_, s)| s.name == name && !s.is_test).collect();
    let is_changed =
        |path: &str| files.iter().any(|file| file.path == path && file.kind != PathKind::Create);
    if all.iter().all(|(path, _)| is_changed(path)) { all } else { Vec::new() }
}

/// Functions that a line writes down in a way in which their callers no longer fit.
fn reshaped(
    desk: &Desk<'_>,
    files: &[TouchedPath],
    line: &str,
) -> Vec<(String, NameChange, String)> {
    let mut found = Vec::new();
    for (signature, _) in signatures(line) {
        let Some((name, _)) = signature.split_once('(') else { continue };
        let at = signature.as_ptr() as usize - line.as_ptr() as usize;
        let from = line[..at].rfind(['`', '\n', '"', '.', ';', ':']).map_or(0, |at| at + 1);
        let end = at + signature.len();
        let to = line[end..].find(['`', '\n', '"', ';']).map_or(line.len(), |to| end + to);
        let Some(wanted) = callable(&line[from..to], name) else { continue };
        let old: Vec<_> = standing(desk, files, name)
            .into_iter()
            .filter_map(|(path, symbol)| Some((path, callable(&symbol.head, name)?)))
            .collect();
        let Some((home, _)) = old.first() else { continue };
        if old.iter().all(|(_, old)| wanted.breaks(old)) {
            let said = NameChange::Reshaped(format!("{signature})"));
            found.push((name.to_owned(), said, (*home).to_owned()));
        }
    }
    found
}

/// Verbs directly before a name that is to be gone, and words directly behind one that is.
const TAKES: &[&str] =
    &["delete", "deletes", "drop", "drops", "remove", "removes", "rename", "renames"];
const GOES: &[&str] =
    &["deleted", "disappears", "dropped", "gone", "removed", "renamed", "replaced"];

/// Names of standing code that a line takes away.
fn gone(desk: &Desk<'_>, files: &[TouchedPath], line: &str) -> Vec<(String, NameChange, String)> {
    let mut found = Vec::new();
    for sentence in clauses(line) {
        let said = runs(&sentence).into_iter().map(|run| run.word).collect::<Vec<_>>();
        for (at, name) in said.iter().enumerate() {
            if name.len() < 4 || !desk.defined_names().contains(name) {
                continue;
            }
            let fills = ["the", "old", "function", "method", "class", "type", "trait", "interface"];
            let mut before = said[..at].iter().rev().skip_while(|word| {
                fills.contains(word)
                    || word.starts_with(char::is_uppercase)
                        && !TAKES.contains(&word.to_lowercase().as_str())
            });
            let mut behind = said[at + 1..]
                .iter()
                .skip_while(|word| ["is", "are", "which", "that"].contains(word));
            let is_taken =
                before.next().is_some_and(|w| TAKES.contains(&w.to_lowercase().as_str()));
            let goes = match behind.next() {
                Some(&"goes") => behind.next().is_none_or(|next| *next == "away"),
                Some(word) => GOES.contains(word),
                None => false,
            };
            // `remove_all` from a list of names is another matter than the name itself.
            if !(is_taken || goes) || sentence.contains(" from the list") {
                continue;
            }
            let all = standing(desk, files, name);
            if let Some((home, _)) = all.first() {
                let said = NameChange::Gone(sentence.clone());
                found.push(((*name).to_owned(), said, (*home).to_owned()));
            }
        }
    }
    found
}

/// Functions of which a sentence says that they take or give something else.
fn told_otherwise(
    desk: &Desk<'_>,
    files: &[TouchedPath],
    line: &str,
) -> Vec<(String, NameChange, String)> {
    let mut found = Vec::new();
    for sentence in clauses(line) {
        let said = runs(&sentence).into_iter().map(|run| run.word).collect::<Vec<_>>();
        let has = |list: &[&str]| said.iter().any(|word| list.contains(word));
        let is_harmless = has(&["default", "defaults", "may", "optional", "without"]);
        let takes = has(&["argument", "arguments", "parameter", "parameters"]);
        let gives = has(&["instead", "longer"]);
        for pair in said.windows(2).filter(|_| (takes || gives) && !is_harmless) {
            let [name, verb] = pair else { continue };
            let is_other = takes
                && matches!(
                    *verb,
                    "expects" | "gains" | "gets" | "needs" | "takes" | "wants" | "loses"
                )
                || gives && matches!(*verb, "answers" | "gives" | "returns" | "takes" | "yields");
            if name.len() < 4 || !is_other {
                continue;
            }
            if let Some((home, _)) = standing(desk, files, name).first() {
                let said = NameChange::Told(sentence.clone());
                found.push(((*name).to_owned(), said, (*home).to_owned()));
            }
        }
    }
    found
}

/// The files outside of tests that call a name, which the ticket neither changes nor speaks of.
fn callers<'d>(
    desk: &Desk<'d>,
    ticket: &Ticket,
    files: &[TouchedPath],
    name: &str,
    (home, change): (&str, &NameChange),
) -> Vec<&'d str> {
    let symbols = desk.index.in_file(home);
    let Some(symbol) = symbols.iter().find(|symbol| symbol.name == name) else {
        return Vec::new();
    };
    let is_type = matches!(symbol.kind, SymbolKind::Type | SymbolKind::Interface);
    // Who only takes a type along is broken when it goes, and not when it is made otherwise.
    let is_gone = matches!(change, NameChange::Gone(_));
    let usage = if is_type && is_gone { NameUse::Any } else { NameUse::Called };
    // What many things are called, a caller has to have together with the owner.
    let is_telling = name.len() >= 6 && !meanings(name).iter().all(|word| is_common(word));
    let is_in_its_language = |path: &str| path.rsplit('.').next() == home.rsplit('.').next();
    let noted = changes(ticket);
    let told: Vec<String> =
        work(ticket).chain(&noted).flat_map(|text| own_sentences(ticket, text)).collect();
    let speaks_of = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        let own = desk.index.in_file(path).iter().filter(|s| s.name.len() >= 6 && s.name != name);
        let names: Vec<&str> = own.map(|symbol| symbol.name.as_str()).chain([file]).collect();
        told.iter().any(|sentence| names.iter().any(|name| sentence.contains(name)))
    };
    let all = desk.index.users(name, usage).map(|path| desk.indexed(path));
    all.flatten()
        .filter(|path| !is_test_file(path) && is_in_its_language(path))
        .filter(|path| !files.iter().any(|file| file.path == *path))
        .filter(|path| !desk.index.in_file(path).iter().any(|symbol| symbol.name == name))
        .filter(|path| {
            let owner = symbol.owner.as_deref();
            is_telling || is_type || owner.is_some_and(|owner| desk.index.uses(path, owner))
        })
        .filter(|path| !speaks_of(path))
        .collect()
}

/// The ticket that changes one of the files when this one has landed; a ticket that lands before
/// it makes no difference to what stands then.
fn later(desk: &Desk<'_>, ticket: &Ticket, callers: &[&str]) -> Option<TicketId> {
    let changes = |other: &&Ticket| {
        let files = &desk.facts(other).files;
        callers.iter().any(|caller| files.iter().any(|file| file.path == *caller))
    };
    let mut others = desk.others(ticket).filter(changes);
    others.find(|other| !desk.waits_for(&ticket.stem, &other.stem)).map(|other| other.stem.clone())
}

#[cfg(all(test, feature = "symbols"))]
mod tests {
    use crate::rules::fixture::{dossier, found_over, ticket};
    use crate::source::memory::MemorySnapshot;
    use crate::symbols::build;

    const CODE: &[(&str, &str)] = &[
        (
            "src/store.rs",
            "pub fn insert_lease(lease: Lease) -> u64 { 1 }\npub fn count_leases() -> u64 { 2 }\n",
        ),
        ("src/api.rs", "pub fn handle_post(lease: Lease) -> u64 { insert_lease(lease) }\n"),
        ("tests/store.rs", "fn t() { insert_lease(l); count_leases(); }\n"),
    ];

    fn found(steps: &[&str], rest: &str) -> Vec<String> {
        let steps: String = steps.iter().map(|step| format!("  - '{step}'\n")).collect();
        let ticket = ticket(1, "One", &format!("plan:\n  steps:\n{steps}{rest}"));
        let paths: Vec<&str> = CODE.iter().map(|(path, _)| *path).collect();
        let code =
            CODE.iter().fold(MemorySnapshot::new(), |all, (path, text)| all.file(*path, *text));
        let index = build(&code, None, &|| false).expect("nobody stops it");
        found_over("a change whose callers stay as they are", &dossier(&[ticket], &paths), &index)
    }

    #[test]
    fn callers_come_along_with_another_shape() {
        let step = "src/store.rs: `insert_lease(lease: Lease, now: u64) -> u64` keeps the time";
        assert_eq!(found(&[step], ""), [format!("TCK-00001 MAJOR MERGE_UNSAFE: {step}")]);
        for also in [
            "src/api.rs: handle_post hands the time over",
            "The callers hand over the time",
            "handle_post hands over the time",
        ] {
            assert!(found(&[step, also], "").is_empty(), "{also}");
        }
        let same = "src/store.rs: `insert_lease(lease: Lease) -> u64` logs what it does";
        assert!(found(&[same], "").is_empty());
        let unused = "src/store.rs: `count_leases(owner: u64) -> u64` counts those of one owner";
        assert!(found(&[unused], "").is_empty(), "nothing but a test calls it");
        let out = "scope:\n  out_of_scope:\n  - 'src/api.rs, which keeps working'\n";
        assert!(found(&[step], out).is_empty());
    }

    #[test]
    fn another_shape_may_be_told_in_words() {
        for told in [
            "src/store.rs: insert_lease gets a second parameter, the time",
            "src/store.rs: `insert_lease` returns the row instead of a number",
        ] {
            assert_eq!(found(&[told], "").len(), 1, "{told}");
        }
        for fine in [
            "src/store.rs: insert_lease gets an optional parameter, the time",
            "src/store.rs: insert_lease gets a comment",
            "src/store.rs: count_leases gets a second parameter",
        ] {
            assert!(found(&[fine], "").is_empty(), "{fine}");
        }
    }

    #[test]
    fn callers_come_along_when_a_function_goes() {
        for gone in [
            "Remove `insert_lease` from src/store.rs",
            "src/store.rs: insert_lease is gone",
            "src/store.rs: rename the function `insert_lease` to put_lease",
        ] {
            assert_eq!(found(&[gone], ""), [format!("TCK-00001 MINOR MERGE_UNSAFE: {gone}")]);
        }
        assert!(found(&["src/store.rs: insert_lease removes what is old"], "").is_empty());
    }
}
