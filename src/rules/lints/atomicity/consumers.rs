//! Gate 5: whether a change takes its users along. A ticket that changes what others call, and
//! leaves the callers to another ticket, breaks them from its merge to the other's.

use crate::gates::text::runs::has_name;
use crate::rules::desk::{Desk, changes, demands, touched_or_told};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::callable::callable;
use crate::rules::text::declared::declared;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a change whose users are adapted elsewhere",
    kind: &kind::SPLIT_CONSUMER,
    finds: "the ticket changes what others use, and the line leaves the users to another ticket",
    seat: RuleSeat::Sa2,
    modes: [70, 47],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: |desk, ticket| left(desk, ticket).into_iter().collect(),
}];

static WORKS: Words = lexicon::words("goes-on");

static LEFT: Message = Message {
    defect: "{ticket} gives {name} another shape and leaves a file that uses it to {other}",
    harm: "between the two merges it does not build or does the wrong thing",
    act: "adapt the file in {ticket}, or keep the old way working until {other} has landed",
};

/// Whether the ticket says that users go on to work.
fn says_it_works(ticket: &Ticket) -> bool {
    let mut lines = demands(ticket).chain(&ticket.out_of_scope).chain(&ticket.notes);
    lines.any(|text| WORKS.says(&text.value))
}

/// A function that the ticket writes down with other parameters or another result than the one that
/// stands in a file which it changes.
struct Reshaped<'t> {
    name: &'t str,
    /// The file in which it stands.
    file: String,
    /// It, as it is there.
    old: Arg,
}

/// The functions to which the ticket gives another shape.
fn reshaped<'t>(desk: &Desk<'_>, ticket: &'t Ticket) -> Vec<Reshaped<'t>> {
    let files = touched_or_told(ticket);
    let standing: Vec<&str> =
        files.iter().map(|f| f.path.as_str()).filter(|path| desk.exists(path)).collect();
    let mut found = Vec::new();
    for text in demands(ticket).chain(&ticket.notes).filter(|text| text.value.contains('(')) {
        for new in declared(&text.value) {
            let Some(signature) = new.signature else { continue };
            let Some(wanted) = callable(signature, new.name) else { continue };
            let symbols = standing.iter().flat_map(|path| {
                let all = desk.index.in_file(path).iter();
                all.filter(|s| s.name == new.name && !s.is_test).map(move |s| (*path, s))
            });
            let old: Vec<_> = symbols
                .filter_map(|(path, s)| Some((path, s, callable(&s.head, &s.name)?)))
                .collect();
            // Of several with one name, the ticket may mean the one that stays.
            let is_broken = old.iter().all(|(_, _, old)| wanted.breaks(old));
            if let Some((path, symbol, _)) = old.first().filter(|_| is_broken) {
                let (file, old) = ((*path).to_owned(), Arg::symbol(path, symbol));
                found.push(Reshaped { name: new.name, file, old });
            }
        }
    }
    found
}

/// Whether another ticket, which comes later, works with a function in a file that this one leaves
/// as it is.
fn takes_up(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket, reshaped: &Reshaped<'_>) -> bool {
    let own = touched_or_told(ticket);
    let is_left = |path: &str| {
        words::is_source(path)
            && path != reshaped.file
            && desk.exists(path)
            && !own.iter().any(|mine| mine.path == path)
    };
    // A line speaks of a file by its name, or by what the file defines. New users elsewhere break
    // nothing.
    let told = changes(other);
    let lines = || demands(other).chain(&told).filter(|text| has_name(&text.value, reshaped.name));
    let is_of = |text: &Text, path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let parent = text.place.yaml_path().rsplit_once('.').map_or("", |(parent, _)| parent);
        let entry = other.source.yaml_at(parent).and_then(|node| node.get("path"));
        let is_entry = entry.and_then(|node| node.as_scalar()).is_some_and(|p| p == path);
        let mut defined = desk.index.in_file(path).iter();
        is_entry
            || text.value.contains(name)
            || defined.any(|s| s.name.len() >= 5 && has_name(&text.value, &s.name))
    };
    let files = touched_or_told(other);
    let mut left = files.iter().filter(|file| is_left(&file.path));
    desk.waits_for(&other.stem, &ticket.stem)
        && left.any(|file| lines().any(|text| is_of(text, &file.path)))
}

/// The lines that leave a user of a reshaped function to a later ticket: the first alone.
fn left(desk: &Desk<'_>, ticket: &Ticket) -> Option<Hit> {
    let reshaped = reshaped(desk, ticket);
    if reshaped.is_empty() || says_it_works(ticket) {
        return None;
    }
    let lines = ticket.out_of_scope.iter().chain(demands(ticket)).chain(&ticket.notes);
    lines.into_iter().find_map(|line| {
        let named = words::ticket_ids(&line.value).into_iter();
        named.filter_map(|id| desk.ticket(&id)).filter(|other| other.is_live()).find_map(|other| {
            let new = reshaped.iter().find(|new| takes_up(desk, ticket, other, new))?;
            let args = vec![("name", new.old.clone()), ("other", Arg::ticket(other))];
            Hit::at(ticket, &line.place, other.stem.as_str(), &LEFT, args)
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found_over, ticket};
    use crate::symbols::{Index, Symbol, SymbolKind};

    #[test]
    fn users_come_along_with_another_shape() {
        let symbol = |name: &str, head: &str| Symbol {
            name: name.to_owned(),
            kind: SymbolKind::Function,
            line: 1,
            owner: None,
            head: head.to_owned(),
            gist: String::new(),
            is_test: false,
        };
        let index = Index::from_files([
            (
                "src/store.rs".to_owned(),
                vec![symbol("write_rows", "fn write_rows(rows: Rows) -> u64")],
            ),
            ("src/report.rs".to_owned(), vec![symbol("print_report", "fn print_report()")]),
        ]);
        let of = |shape: &str, out: &str| {
            let first = format!(
                "scope:\n  in_scope:\n  - \"src/store.rs: `{shape}`\"\n  out_of_scope:\n  - \"{out}\"\n"
            );
            let second = "dependencies:\n  tickets: [TCK-00001]\nplan:\n  steps:\n  - \"src/report.rs: `print_report` reads what `write_rows` gives\"\n";
            let files = [ticket(1, "Results of a write", &first), ticket(2, "Print", second)];
            let dossier = dossier(&files, &["src/store.rs", "src/report.rs"]);
            found_over("a change whose users are adapted elsewhere", &dossier, &index)
        };
        let new = "write_rows(rows: Rows, most: u64) -> u64";
        let left = "The report (TCK-00002)";
        assert_eq!(of(new, left), [format!("TCK-00001 MINOR MERGE_UNSAFE: {left}")]);
        assert!(of("write_rows(rows: Rows) -> u64", left).is_empty(), "the same shape");
        assert!(of(new, "The report, which keeps working (TCK-00002)").is_empty());
        assert!(of(new, "Deleting rows").is_empty());
    }
}
