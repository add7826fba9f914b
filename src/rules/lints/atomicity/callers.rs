//! Gate 5: whether a change takes the callers along that the code has: a function that gets another
//! shape, and files that call it which the ticket leaves as they are.

use crate::gates::text::files::{is_test_file, short_names};
use crate::gates::text::runs::runs;
use crate::model::Severity;
use crate::rules::desk::{
    Desk, TouchedPath, changes, declaration, demands, touched_or_told, unwrapped, work,
};
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
    finds: "the ticket gives a function another shape, and files that call it are not among its own",
    seat: RuleSeat::Sa1,
    modes: [43, 7],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Certain,
    check: left_behind,
}];

static GOES_ON: Words = lexicon::words("goes-on");

/// A function that a ticket gives another shape.
struct Reshaped<'d> {
    symbol: &'d Symbol,
    /// The file in which it is defined.
    home: &'d str,
    /// The signature or the sentence that says so.
    said: String,
    confidence: Confidence,
}

static RESHAPED: Message = Message {
    defect: "{ticket} gives {name} another shape ({said}); {callers} call it as it is, and no ticket before changes them",
    harm: "merged alone, {ticket} does not build or does the wrong thing",
    act: "add {callers} to the files of {ticket} and say how the call changes, or keep the old {name} working until then",
};

/// Everything that a ticket changes and whose callers it leaves behind, each name once.
fn left_behind(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    if work(ticket).any(|text| takes_users_along(ticket, text)) {
        return Vec::new();
    }
    let files = worked_on(desk, ticket);
    let noted = changes(ticket);
    let lines = demands(ticket).chain(&ticket.notes).chain(&noted).map(unwrapped);
    let mut known: Vec<&str> = Vec::new();
    let mut hits = Vec::new();
    for text in lines {
        let all = reshaped(desk, &files, &text.value);
        for new in all.into_iter().chain(told_otherwise(desk, &files, &text.value)) {
            let Reshaped { symbol, home, said, confidence } = new;
            let callers = callers(desk, ticket, &files, symbol, home);
            let name = symbol.name.as_str();
            if known.contains(&name) || callers.is_empty() || goes_on(ticket, name, &callers) {
                continue;
            }
            known.push(name);
            let later = later(desk, ticket, &callers);
            let mut args: Args = vec![
                ("name", Arg::symbol(home, symbol)),
                ("said", Arg::quote(&said)),
                ("callers", Arg::files(callers, 3)),
            ];
            args.extend(later.map(|other| ("later", Arg::ticket(other))));
            let hit = Hit::at(ticket, &text.place, name, &RESHAPED, args);
            hits.extend(hit.map(|hit| hit.weighing(Severity::Major).at_most(confidence)));
        }
    }
    hits
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
                files.push(TouchedPath { path, kind: PathKind::Modify, place });
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
fn reshaped<'d>(desk: &Desk<'d>, files: &[TouchedPath], line: &str) -> Vec<Reshaped<'d>> {
    let mut found = Vec::new();
    for (signature, _) in signatures(line) {
        let Some((name, _)) = signature.split_once('(') else { continue };
        let at = signature.as_ptr() as usize - line.as_ptr() as usize;
        let Some(wanted) = callable(declaration(line, at, signature), name) else { continue };
        let old: Vec<_> = standing(desk, files, name)
            .into_iter()
            .filter_map(|(home, symbol)| Some((home, symbol, callable(&symbol.head, name)?)))
            .collect();
        let Some((home, symbol, _)) = old.first() else { continue };
        if old.iter().all(|(.., old)| wanted.breaks(old)) {
            let said = format!("{signature})");
            found.push(Reshaped { symbol, home, said, confidence: Confidence::Certain });
        }
    }
    found
}

/// Functions of which a sentence says that they take or give something else.
fn told_otherwise<'d>(desk: &Desk<'d>, files: &[TouchedPath], line: &str) -> Vec<Reshaped<'d>> {
    static KEPT: Words = lexicon::words("shape-kept");
    static OTHER: Words = lexicon::words("shape-changed");
    static CHANGES: Words = lexicon::words("takes-or-gives");
    let mut found = Vec::new();
    for sentence in clauses(line).into_iter().filter(|said| OTHER.says(said) && !KEPT.says(said)) {
        let said: Vec<&str> = runs(&sentence).into_iter().map(|run| run.word).collect();
        for pair in said.windows(2).filter(|pair| pair[0].len() >= 4 && CHANGES.has(pair[1])) {
            if let Some((home, symbol)) = standing(desk, files, pair[0]).first() {
                let (said, confidence) = (sentence.clone(), Confidence::Likely);
                found.push(Reshaped { symbol, home, said, confidence });
            }
        }
    }
    found
}

/// The files outside of tests that call a function, which the ticket neither changes nor speaks of.
fn callers<'d>(
    desk: &Desk<'d>,
    ticket: &Ticket,
    files: &[TouchedPath],
    symbol: &Symbol,
    home: &str,
) -> Vec<&'d str> {
    let name = symbol.name.as_str();
    // What many things are called, a caller has to have together with the owner.
    let is_telling = name.len() >= 6 && !meanings(name).iter().all(|word| is_common(word));
    let is_type = matches!(symbol.kind, SymbolKind::Type | SymbolKind::Interface);
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
    let owner = symbol.owner.as_deref();
    let all = desk.index.users(name, NameUse::Called).filter_map(|path| desk.indexed(path));
    all.filter(|path| !is_test_file(path) && is_in_its_language(path))
        .filter(|path| !files.iter().any(|file| file.path == *path))
        .filter(|path| !desk.index.in_file(path).iter().any(|symbol| symbol.name == name))
        .filter(|path| {
            is_telling || is_type || owner.is_some_and(|owner| desk.index.uses(path, owner))
        })
        .filter(|path| !speaks_of(path))
        .collect()
}

/// The ticket that changes one of the files when this one has landed; a ticket that lands before
/// it makes no difference to what stands then.
fn later<'d>(desk: &Desk<'d>, ticket: &Ticket, callers: &[&str]) -> Option<&'d Ticket> {
    let changes = |other: &&Ticket| {
        let files = &desk.facts(other).files;
        callers.iter().any(|caller| files.iter().any(|file| file.path == *caller))
    };
    let mut others = desk.others(ticket).filter(changes);
    others.find(|other| !desk.waits_for(&ticket.stem, &other.stem))
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
        let of = |told: &str| found(&[told], "").len();
        assert_eq!(of("src/store.rs: insert_lease gets a second parameter, the time"), 1);
        assert_eq!(of("src/store.rs: insert_lease gets an optional parameter, the time"), 0);
        assert_eq!(of("src/store.rs: insert_lease gets a comment"), 0);
    }
}
