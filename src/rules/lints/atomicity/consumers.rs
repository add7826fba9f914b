//! Gate 5: whether a change takes its users along. A ticket that changes what others call, and
//! leaves the callers to another ticket, breaks them from its merge to the other's.

use crate::gates::text::runs::has_name;
use crate::model::TicketId;
use crate::rules::desk::products::routes;
use crate::rules::desk::{Desk, changes, demands, touched_or_told};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::callable::callable;
use crate::rules::text::declared::declared;
use crate::rules::text::lines::clauses;
use crate::rules::text::words::{self, shortened};
use crate::source::{PathKind, Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a change whose users are adapted elsewhere",
    kind: &kind::SPLIT_CONSUMER,
    finds: "the ticket changes what others use, and the line leaves the users to another ticket",
    seat: RuleSeat::Sa2,
    modes: [70, 47],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: |desk, ticket| {
        let split = split(desk, ticket);
        let hit = split.and_then(|split| Some(split.hit(ticket)?.at_most(split.confidence)));
        hit.into_iter().collect()
    },
}];

static CHANGES: Words = lexicon::words("changed");
static USERS: Words = lexicon::words("users");
static LATER: Words = lexicon::words("later");
static WORKS: Words = lexicon::words("goes-on");

/// Names of code in a text, those in backticks included.
fn names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = words::identifiers(text).into_iter().collect();
    for span in text.split('`').skip(1).step_by(2) {
        let name: String = span
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'))
            .collect();
        let last = name.rsplit(['.', ':']).next().unwrap_or_default().to_owned();
        if last.len() >= 4 && !found.contains(&last) {
            found.push(last);
        }
    }
    found
}

/// A change that leaves its users behind.
struct Split<'t> {
    /// The sentence that changes something.
    change: String,
    /// The line that leaves the users to another ticket.
    left: &'t Text,
    /// The ticket that gets them, where it is named.
    to: Option<TicketId>,
    /// A shape that differs is a cue of its own; words for users are but one.
    confidence: Confidence,
}

impl Split<'_> {
    fn hit(&self, ticket: &Ticket) -> Option<Hit> {
        let other = self.to.as_ref().map_or("another ticket".to_owned(), ToString::to_string);
        Hit::at(
            ticket,
            &self.left.place,
            &other,
            format!(
                "{} changes what others use (\"{}\") and leaves the users to {other}: between the two merges they do not build or do the wrong thing",
                ticket.stem,
                shortened(&self.change)
            ),
            format!(
                "adapt the users in {}, or keep the old way working until {other} has landed",
                ticket.stem
            ),
        )
    }
}

/// The line in which the ticket says that users go on to work.
fn says_it_works(ticket: &Ticket) -> Option<&Text> {
    let lines = demands(ticket).chain(&ticket.out_of_scope).chain(&ticket.notes);
    let mut lines = lines;
    lines.find(|text| WORKS.says(&text.value))
}

/// The sentences of a ticket that change or remove something that has a name.
fn changing(ticket: &Ticket) -> Vec<String> {
    let told = changes(ticket);
    let lines = ticket.in_scope.iter().chain(&ticket.steps).chain(&ticket.notes).chain(&told);
    let said = lines.chain(&ticket.title).flat_map(|text| clauses(&text.value));
    said.filter(|sentence| {
        CHANGES.says(sentence)
            && (sentence.contains('`')
                || !words::identifiers(sentence).is_empty()
                || changes_answer(sentence))
    })
    .collect()
}

/// Whether the ticket that gets a line's matter adapts a name that the line mentions.
fn adapts(other: &Ticket, line: &str) -> bool {
    static TAKES_OVER: Words = lexicon::words("takes-over");
    let told = changes(other);
    let mut lines = demands(other).chain(&told).chain(&other.title);
    let names = names(line);
    lines.any(|text| {
        let holds = names.iter().any(|name| text.value.contains(name.as_str()));
        holds && TAKES_OVER.says(&text.value)
    })
}

/// Whether a line that gives something to another ticket speaks of code that stands there, that the
/// other ticket changes after this one and that this one leaves as it is.
fn leaves_standing(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket, line: &str) -> bool {
    if desk.waits_for(&ticket.stem, &other.stem) {
        return false;
    }
    let own = touched_or_told(ticket);
    let lower = line.to_lowercase();
    let said = words::words(line);
    // The sentence may name the file, its folder, or what the file defines.
    let is_meant = |path: &str| {
        let stem = words::words(words::file_stem(path)).concat();
        let is_named = stem.len() >= 4 && said.concat().contains(&stem);
        let folder = words::folder(path);
        let is_below = folder.len() >= 4
            && lower.split_whitespace().any(|word| {
                let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
                word.contains('/') && folder.starts_with(word)
            });
        let defined = desk.index.in_file(path).iter().filter(|symbol| {
            said.iter().any(|word| *word == symbol.name.to_lowercase() && word.len() >= 5)
        });
        is_named || is_below || defined.count() >= 2
    };
    let theirs = touched_or_told(other).into_iter().filter(|file| desk.exists(&file.path));
    let mut left = theirs
        .filter(|file| words::is_source(&file.path))
        .filter(|file| !own.iter().any(|mine| mine.path == file.path));
    left.any(|file| is_meant(&file.path))
}

/// A function that the ticket writes down with other parameters or another result than the one that
/// stands in a file which it changes.
pub(crate) struct Reshaped<'t> {
    pub(crate) name: &'t str,
    /// The file in which it stands.
    pub(crate) file: String,
    /// As the ticket has it.
    pub(crate) signature: &'t str,
}

/// The functions to which the ticket gives another shape.
pub(crate) fn reshaped<'t>(desk: &Desk<'_>, ticket: &'t Ticket) -> Vec<Reshaped<'t>> {
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
            let old: Vec<_> =
                symbols.filter_map(|(path, s)| Some((path, callable(&s.head, &s.name)?))).collect();
            // Of several with one name, the ticket may mean the one that stays.
            let is_broken = old.iter().all(|(_, old)| wanted.breaks(old));
            if let Some((path, _)) = old.first().filter(|_| is_broken) {
                found.push(Reshaped { name: new.name, file: (*path).to_owned(), signature });
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

/// The line that leaves the users of a reshaped function to a later ticket.
fn left_with_old_shape<'t>(desk: &Desk<'_>, ticket: &'t Ticket) -> Option<Split<'t>> {
    let reshaped = reshaped(desk, ticket);
    if reshaped.is_empty() {
        return None;
    }
    let lines = ticket.out_of_scope.iter().chain(demands(ticket)).chain(&ticket.notes);
    for line in lines {
        for id in words::ticket_ids(&line.value) {
            let Some(other) = desk.ticket(&id).filter(|other| other.is_live()) else { continue };
            let mut all = reshaped.iter();
            if let Some(new) = all.find(|new| takes_up(desk, ticket, other, new)) {
                let change = new.signature.to_owned();
                let confidence = Confidence::Likely;
                return Some(Split { change, left: line, to: Some(id), confidence });
            }
        }
    }
    None
}

/// Whether a sentence changes what an address answers: `GET /products`.
fn changes_answer(sentence: &str) -> bool {
    !routes(sentence).is_empty()
}

/// Whether a sentence changes something that stands in a file which the ticket changes.
fn changes_standing(desk: &Desk<'_>, ticket: &Ticket, sentence: &str) -> bool {
    let names = names(sentence);
    let files = touched_or_told(ticket);
    let mut standing =
        files.iter().filter(|file| file.kind == PathKind::Modify && desk.exists(&file.path));
    standing.any(|file| desk.index.in_file(&file.path).iter().any(|s| names.contains(&s.name)))
}

/// What the ticket leaves behind, if anything.
fn split<'t>(desk: &Desk<'_>, ticket: &'t Ticket) -> Option<Split<'t>> {
    if says_it_works(ticket).is_some() {
        return None;
    }
    if let Some(split) = left_with_old_shape(desk, ticket) {
        return Some(split);
    }
    let changing = changing(ticket);
    if changing.is_empty() {
        return None;
    }
    let lines = ticket.out_of_scope.iter().chain(demands(ticket)).chain(&ticket.notes);
    for line in lines {
        let is_out = ticket.out_of_scope.iter().any(|out| out.place == line.place);
        for sentence in clauses(&line.value) {
            let to = words::ticket_ids(&sentence)
                .into_iter()
                .find(|id| *id != ticket.stem && !desk.waits_for(&ticket.stem, id));
            let is_later = LATER.says(&sentence) && is_out;
            if to.is_none() && !is_later {
                continue;
            }
            let speaks_of_users = USERS.says(&sentence);
            let other = to.as_ref().and_then(|id| desk.ticket(id));
            let is_adapted = other.is_some_and(|other| {
                desk.waits_for(&other.stem, &ticket.stem) && adapts(other, &sentence)
            });
            // A name that the change and the line share, or that the other ticket adapts.
            let own = names(&sentence);
            let change =
                changing.iter().find(|change| names(change).iter().any(|n| own.contains(n)));
            let is_standing =
                |change: &&String| changes_standing(desk, ticket, change) || changes_answer(change);
            let standing = || changing.iter().find(is_standing);
            let is_left =
                is_out && other.is_some_and(|o| leaves_standing(desk, ticket, o, &sentence));
            let broken = if is_left { standing() } else { None };
            if speaks_of_users && (change.is_some() || is_out)
                || is_adapted && is_out
                || broken.is_some()
            {
                let change = change.or(broken).or(changing.first())?.clone();
                return Some(Split { change, left: line, to, confidence: Confidence::Hint });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    fn files(scope: &str, out: &str) -> [(String, String); 2] {
        let first =
            format!("scope:\n  in_scope:\n  - \"{scope}\"\n  out_of_scope:\n  - \"{out}\"\n");
        let second = "dependencies:\n  tickets: [TCK-00001]\nplan:\n  steps:\n  - \"`print_report` reads the fields instead of a number\"\n";
        [ticket(1, "Results of a write", &first), ticket(2, "Print results", second)]
    }

    #[test]
    fn users_come_along_with_the_change() {
        let name = "a change whose users are adapted elsewhere";
        let change = "`write_rows` will return WriteResult, no number";
        for left in [
            "The callers of `write_rows`: TCK-00002",
            "`print_report` and its text (TCK-00002)",
            "Adapting `print_report`, which comes later",
        ] {
            assert_eq!(
                found_in(name, &files(change, left)),
                [format!("TCK-00001 INFO MERGE_UNSAFE: {left}")]
            );
        }
        for fine in [
            "The callers of `write_rows`, which keep working (TCK-00002)",
            "Colours of the report (TCK-00002)",
            "Deleting rows",
        ] {
            assert!(found_in(name, &files(change, fine)).is_empty(), "{fine}");
        }
        let added = files("Add `write_all` beside it", "The callers of `write_all`: TCK-00002");
        assert!(found_in(name, &added).is_empty());
    }
}
