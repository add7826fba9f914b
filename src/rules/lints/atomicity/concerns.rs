//! Gate 5: whether a ticket is about one thing. Two things in one title or scope that share no
//! topic, no file and no requirement could land, and be taken back, apart.

use std::collections::BTreeSet;

use crate::model::Place;
use crate::rules::desk::vocabulary::{Stems, stems};
use crate::rules::desk::{Desk, statement, whole};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::clauses;
use crate::rules::text::words::{self, shortened};
use crate::source::{Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "two things in one title",
        kind: &kind::SEVERAL_CONCERNS,
        finds: "the parts of the title have no line of scope, step or file in common",
        seat: RuleSeat::Sa2,
        modes: [48, 70],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: two_titles,
    },
    LintRule {
        name: "a scope line that belongs to nothing else in the ticket",
        kind: &kind::SEVERAL_CONCERNS,
        finds: "the scope line has a plan of its own and no telling word in common with title, other scope lines and requirements",
        seat: RuleSeat::Sa1,
        modes: [43, 1],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: stray_scope,
    },
    LintRule {
        name: "a part that no requirement asks for",
        kind: &kind::SEVERAL_CONCERNS,
        finds: "the bound requirements do not speak of the part, and the rest of the ticket has other files and other words",
        seat: RuleSeat::Sa1,
        modes: [43, 1],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: unasked,
    },
];

static COMPANIONS: Words = lexicon::words("companion");

/// One piece of a ticket's work, in stems, with the files that it names.
pub(crate) struct Piece {
    pub(crate) stems: Stems,
    pub(crate) files: BTreeSet<String>,
}

/// Whether a text is about tests, or a command: such joins everything.
fn joins(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let begins = first.split_whitespace().take(3);
    let is_test = begins.flat_map(words::words).any(|word| {
        matches!(word.as_str(), "test" | "tests" | "spec" | "testing" | "cases" | "cover")
    });
    is_test || words::names_command(first)
}

fn piece(text: &str) -> Piece {
    Piece { stems: stems(text), files: words::paths(text).into_iter().collect() }
}

/// The steps of a ticket, and what its file lists say is to change; tests left out.
pub(crate) fn plan_pieces(ticket: &Ticket) -> Vec<Piece> {
    let lines = ticket.steps.iter().filter(|text| !joins(&text.value));
    let mut all: Vec<Piece> = lines.map(|text| piece(&text.value)).collect();
    // An entry of a file list with what changes there.
    for node in ticket.source.yaml_scalars() {
        let path = node.path();
        let Some(holder) = path.strip_suffix(".changes").or(path.strip_suffix(".purpose")) else {
            continue;
        };
        let entry = ticket.source.yaml_at(holder);
        let file = entry.and_then(|entry| entry.get("path")?.as_scalar().map(str::to_owned));
        let (Some(file), Some(text)) = (file, node.as_scalar()) else {
            continue;
        };
        if !crate::gates::text::files::is_test_file(&file) {
            all.push(Piece { stems: stems(text), files: BTreeSet::from([file]) });
        }
    }
    all
}

/// The work of a ticket piece by piece: its plan, and the sentences of scope and notes.
pub(crate) fn pieces(ticket: &Ticket) -> Vec<Piece> {
    let mut all = plan_pieces(ticket);
    for text in ticket.in_scope.iter().chain(&ticket.notes) {
        all.extend(clauses(&text.value).iter().filter(|s| !joins(s)).map(|s| piece(s)));
    }
    all
}

/// The parts of a title that stand beside one another.
pub(crate) fn parts(title: &str) -> Vec<&str> {
    const SIGNS: &[&str] = &[
        "; and ",
        "; ",
        ", and ",
        " and ",
        " & ",
        " + ",
        " plus ",
        " as well as ",
        " along with ",
        ", then ",
        " / ",
        ". ",
    ];
    let mut parts = vec![title];
    for sign in SIGNS {
        parts = parts.iter().flat_map(|part| part.split(sign)).collect();
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// What a part is about: its stems without those that most of the RFC's tickets have.
pub(crate) fn topic(desk: &Desk<'_>, part: &str) -> Stems {
    let all = stems(part);
    let telling: Stems = all.iter().filter(|stem| desk.is_distinctive(stem)).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// The pieces that speak of a part.
fn about<'p>(pieces: &'p [Piece], part: &Stems) -> Vec<(usize, &'p Piece)> {
    let shares = |piece: &Piece| piece.stems.intersection(part).next().is_some();
    pieces.iter().enumerate().filter(|(_, piece)| shares(piece)).collect()
}

/// Whether two parts have plans that never meet.
fn are_apart(pieces: &[Piece], a: &Stems, b: &Stems) -> bool {
    let (first, second) = (about(pieces, a), about(pieces, b));
    let meets = first.iter().any(|(at, _)| second.iter().any(|(other, _)| at == other));
    !first.is_empty() && !second.is_empty() && !meets && a.intersection(b).next().is_none()
}

/// The files of the pieces that speak of a part.
fn files_of(pieces: &[Piece], part: &Stems) -> BTreeSet<String> {
    about(pieces, part).into_iter().flat_map(|(_, piece)| piece.files.iter().cloned()).collect()
}

/// What the bound requirements say, in stems.
pub(crate) fn demanded(desk: &Desk<'_>, ticket: &Ticket) -> Stems {
    let bound = ticket.requirements.iter().filter_map(|bound| desk.requirement(bound));
    bound.flat_map(|requirement| stems(&statement(desk, requirement))).collect()
}

/// Whether both parts name files, and none for both.
fn are_in_other_files(pieces: &[Piece], a: &Stems, b: &Stems) -> bool {
    let (one, other) = (files_of(pieces, a), files_of(pieces, b));
    !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
}

/// Whether something beside the words tells two parts apart: they work in different files, or the
/// bound requirements speak of one of them only.
fn is_borne_out(desk: &Desk<'_>, ticket: &Ticket, pieces: &[Piece], a: &Stems, b: &Stems) -> bool {
    let in_other_files = are_in_other_files(pieces, a, b);
    let demanded = demanded(desk, ticket);
    let asked = |part: &Stems| part.intersection(&demanded).count();
    let is_one_asked =
        |one: &Stems, other: &Stems| asked(one) >= 2 && asked(other) == 0 && other.len() >= 2;
    in_other_files || is_one_asked(a, b) || is_one_asked(b, a)
}

pub(crate) fn is_companion(part: &str) -> bool {
    COMPANIONS.has_any(&words::words(part))
}

fn two_titles(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let title = ticket.name();
    let parts = parts(title);
    if parts.len() < 2 {
        return Vec::new();
    }
    let pieces = pieces(ticket);
    let parts = parts.into_iter().filter(|part| !is_companion(part));
    let cut: Vec<(&str, Stems)> = parts.map(|part| (part, topic(desk, part))).collect();
    for (i, (first, a)) in cut.iter().enumerate() {
        for (second, b) in &cut[i + 1..] {
            let is_long = a.len() + b.len() >= 2;
            if is_long && are_apart(&pieces, a, b) && is_borne_out(desk, ticket, &pieces, a, b) {
                return apart(ticket, whole(ticket), first, second);
            }
        }
    }
    Vec::new()
}

/// The finding that two parts of a ticket could land apart.
pub(crate) fn apart(ticket: &Ticket, place: &Place, first: &str, second: &str) -> Vec<Hit> {
    Hit::at(
        ticket,
        place,
        "",
        format!(
            "\"{}\" and \"{}\" have nothing to do with each other: no step and no file serves both; apart, they can be reviewed and reverted separately",
            shortened(first.trim()),
            shortened(second.trim())
        ),
        format!("give \"{}\" a ticket of its own", shortened(second.trim())),
    )
    .into_iter()
    .collect()
}

/// What a word weighs that joins two lines by itself.
const JOINS: u64 = 8;
/// What the most telling words weigh that two plans share, when they are parts of one thing.
const WOVEN: u64 = 22;

/// What a scope line is about that nothing else in scope and title is about, and what those are
/// about, where both have plans that never meet.
fn stray(
    desk: &Desk<'_>,
    ticket: &Ticket,
    pieces: &[Piece],
    line: &Text,
) -> Option<(Stems, Stems)> {
    let all = topic(desk, &line.value);
    let others: Stems = ticket
        .in_scope
        .iter()
        .filter(|other| other.place != line.place)
        .flat_map(|other| topic(desk, &other.value))
        .chain(topic(desk, ticket.name()))
        .collect();
    // A word in common, such as the page on which both are seen, joins nothing.
    let own: Stems = all.difference(&others).cloned().collect();
    let others: Stems = others.difference(&all).cloned().collect();
    let is_own = own.len() >= 2 && own.len() * 3 >= all.len() * 2;
    let is_joined = all.difference(&own).any(|stem| desk.weight(stem) >= JOINS);
    let is_own = is_own && !is_joined && woven(desk, ticket, &all, &others) < WOVEN;
    (is_own && are_apart(pieces, &own, &others)).then_some((own, others))
}

fn stray_scope(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let lines: Vec<&Text> =
        ticket.in_scope.iter().filter(|line| line.place.yaml_path().contains("in_scope")).collect();
    if lines.len() < 2 {
        return Vec::new();
    }
    let pieces = pieces(ticket);
    let demanded = demanded(desk, ticket);
    for line in lines.into_iter().filter(|line| !is_companion(&line.value)) {
        let Some((own, others)) = stray(desk, ticket, &pieces, line) else { continue };
        let signs = [
            are_in_other_files(&pieces, &own, &others),
            !demanded.is_empty() && own.is_disjoint(&demanded),
            about(&pieces, &own).len() >= 2,
        ];
        if signs.iter().all(|sign| *sign) {
            return apart(ticket, &line.place, ticket.name(), &line.value);
        }
    }
    Vec::new()
}

/// What the three most telling words that join two parts weigh at most, when the two have nothing to
/// do with each other.
const LOOSE: u64 = 18;
/// What a word weighs that joins a part to the rest by itself.
const LINKS: u64 = 5;

/// A part of a ticket that belongs to nothing else in it.
pub(crate) struct Stranger {
    /// The part, as written.
    pub(crate) part: String,
    pub(crate) place: Place,
}

/// One thing that the ticket asks for: a part of its title, or a line of its scope.
struct Ask {
    text: String,
    place: Place,
    stems: Stems,
}

fn asks(ticket: &Ticket) -> Vec<Ask> {
    let titled = parts(ticket.name());
    let title = titled.iter().map(|part| (part.trim().to_owned(), whole(ticket).clone()));
    let lines = ticket.in_scope.iter().map(|line| (line.value.clone(), line.place.clone()));
    let all = title.chain(lines);
    all.map(|(text, place)| Ask { stems: stems(&text), text, place }).collect()
}

/// What the three most telling words of two sets weigh.
pub(crate) fn link(desk: &Desk<'_>, a: &Stems, b: &Stems) -> u64 {
    let mut weights: Vec<u64> = a.intersection(b).map(|stem| desk.weight(stem)).collect();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    weights.into_iter().take(3).sum()
}

/// What joins a line of the scope and its work to the rest of the ticket.
pub(crate) fn woven(desk: &Desk<'_>, ticket: &Ticket, line: &Stems, rest: &Stems) -> u64 {
    let pieces = plan_pieces(ticket);
    let (mine, theirs) = shared_out(desk, &pieces, line, rest);
    let bag = |pieces: &[&Piece], begin: &Stems| -> Stems {
        let said = pieces.iter().flat_map(|piece| piece.stems.iter());
        said.chain(begin).cloned().collect()
    };
    link(desk, &bag(&mine, line), &bag(&theirs, rest))
}

/// The steps and changes that speak more of a part than of the rest, and the others that speak of
/// the rest.
fn shared_out<'p>(
    desk: &Desk<'_>,
    pieces: &'p [Piece],
    part: &Stems,
    rest: &Stems,
) -> (Vec<&'p Piece>, Vec<&'p Piece>) {
    let speaks = |piece: &Piece, of: &Stems| desk.weight_of(piece.stems.intersection(of));
    let (own, others): (Vec<&Piece>, Vec<&Piece>) =
        pieces.iter().partition(|piece| speaks(piece, part) > speaks(piece, rest));
    (own, others.into_iter().filter(|piece| speaks(piece, rest) > 0).collect())
}

/// The parts of a ticket that belong to nothing else in it.
pub(crate) fn strangers(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Stranger> {
    let asks = asks(ticket);
    let demanded = demanded(desk, ticket);
    if asks.len() < 2 || demanded.is_empty() {
        return Vec::new();
    }
    let is_one_title = parts(ticket.name()).len() < 2;
    let pieces = plan_pieces(ticket);
    let mut found = Vec::new();
    for (at, ask) in asks.iter().enumerate() {
        if is_companion(&ask.text) || (is_one_title && at == 0) {
            continue;
        }
        let weight = |stems: &Stems| desk.weight_of(stems);
        let own = weight(&ask.stems).max(1);
        let is_other = |(index, other): &(usize, &Ask)| {
            let shared = desk.weight_of(ask.stems.intersection(&other.stems));
            *index != at && shared * 5 <= 2 * own.min(weight(&other.stems).max(1))
        };
        let rest: Stems = asks
            .iter()
            .enumerate()
            .filter(is_other)
            .flat_map(|(_, other)| other.stems.iter().cloned())
            .collect();
        let is_joined = ask.stems.intersection(&rest).any(|stem| desk.weight(stem) >= LINKS);
        let is_asked = desk.covered(&ask.stems, &demanded) > 5;
        if is_joined || is_asked || desk.covered(&rest, &demanded) < 15 {
            continue;
        }
        let (mine, theirs) = shared_out(desk, &pieces, &ask.stems, &rest);
        let files = |pieces: &[&Piece]| -> BTreeSet<String> {
            pieces.iter().flat_map(|piece| piece.files.iter().cloned()).collect()
        };
        let link = woven(desk, ticket, &ask.stems, &rest);
        let (here, there) = (files(&mine), files(&theirs));
        let is_apart = !there.is_empty() && here.is_disjoint(&there);
        // Without a file of its own, words alone have to tell it apart.
        let most = if here.is_empty() { LOOSE / 2 } else { LOOSE };
        if mine.is_empty() || theirs.is_empty() || !is_apart || link > most {
            continue;
        }
        found.push(Stranger { part: ask.text.clone(), place: ask.place.clone() });
    }
    found
}

fn unasked(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let found = strangers(desk, ticket);
    let Some(stranger) = found.first() else { return Vec::new() };
    let title = parts(ticket.name()).first().map_or(ticket.name(), |first| first).to_owned();
    let title = if title.trim() == stranger.part { ticket.name().to_owned() } else { title };
    apart(ticket, &stranger.place, &title, &stranger.part)
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    fn plan(title: &str, steps: [&str; 2]) -> [(String, String); 1] {
        let [a, b] = steps;
        [ticket(1, title, &format!("plan:\n  steps:\n  - {a}\n  - {b}\n"))]
    }

    #[test]
    fn a_title_is_about_one_thing() {
        let name = "two things in one title";
        let purge = "Delete expired leases in src/purge.rs once a night";
        for title in [
            "Purge expired leases; a login for the mail relay",
            "Purge expired leases and log in at the mail relay",
        ] {
            let found =
                found_in(name, &plan(title, [purge, "Authenticate at the relay in src/notify.rs"]));
            assert_eq!(found, [format!("TCK-00001 INFO ATOMICITY_VIOLATION: {title}")]);
        }
        for (title, second) in [
            ("Purge expired leases and their owners", "Delete the owners in src/owner.rs"),
            ("Purge expired leases and add tests", "Write the cases in src/cases.rs"),
            ("Purge expired leases and claims", "Claims and leases go in one pass of src/purge.rs"),
            ("Purge expired leases", "Authenticate at the relay in src/notify.rs"),
        ] {
            assert!(found_in(name, &plan(title, [purge, second])).is_empty(), "{title}");
        }
    }
}
