//! What an RFC and its tickets rule out for everybody.

use crate::rules::desk::Desk;
use crate::rules::desk::vocabulary::{Stems, stems};
use crate::rules::lexicon::{self, Words};
use crate::rules::message::Arg;
use crate::rules::text::words;
use crate::source::Ticket;

static FOR_ALL: Words = lexicon::words("for-all");

/// Something that is not to be done.
pub(crate) struct Prohibition<'d> {
    /// The ticket that says so; `None` for the RFC.
    pub(crate) by: Option<&'d Ticket>,
    /// Its line.
    pub(crate) line: Arg,
    pub(crate) topic: Stems,
    /// What it is about, without the reason; empty where there is none.
    pub(crate) head: Stems,
}

impl Prohibition<'_> {
    /// Who says so.
    pub(crate) fn who(&self) -> Arg {
        self.by.map_or_else(|| "a non-goal of the RFC".into(), Arg::ticket)
    }
}

impl<'d> Desk<'d> {
    /// What the RFC rules out, collected once.
    pub(crate) fn refusals(&self) -> &[Prohibition<'d>] {
        self.refusals.get_or_init(|| refusals(self))
    }
}

/// What a line gives away, without the clause that says who takes it: "Keys that ran out; this comes
/// with TCK-00002".
pub(crate) fn head(line: &str) -> &str {
    const ENDS: &[&str] =
        &[" (", " - ", " -- ", " – ", ", as ", ", since ", ", which ", ": ", "; "];
    let id = line.find("TCK-").unwrap_or(line.len());
    let end = ENDS.iter().filter_map(|sign| line[..id].find(sign)).min();
    &line[..end.unwrap_or(line.len())]
}

/// Whether a line rules something out for everybody, rather than for its ticket alone.
fn is_for_all(line: &str) -> bool {
    words::ticket_ids(line).is_empty() && FOR_ALL.says(line)
}

/// Whether a line says how things are instead: "Paging of search results: they are cut at 100".
fn says_instead(line: &str) -> bool {
    let Some((_, reason)) = line.split_once([':', ';']) else { return false };
    let first: Vec<String> = words::words(reason).into_iter().take(2).collect();
    matches!(
        first.iter().map(String::as_str).collect::<Vec<_>>().as_slice(),
        [
            "it" | "they" | "these" | "those" | "such",
            "are" | "is" | "stay" | "stays" | "remain" | "remains"
        ]
    ) && words::ticket_ids(line).is_empty()
}

/// The RFC's non-goals, as written.
fn non_goals(desk: &Desk<'_>) -> Vec<String> {
    let Some(rfc) = desk.dossier.rfc() else {
        return Vec::new();
    };
    let folder = format!("{}/", rfc.folder);
    let files = desk.dossier.library.texts.iter();
    let own = files.filter(|(path, _)| path.starts_with(&folder));
    let of = |node: crate::yaml::NodeRef<'_>| -> Vec<String> {
        let items = node.scalars();
        items.filter_map(|item| item.as_scalar().map(str::to_owned)).collect()
    };
    let mut found = Vec::new();
    for document in own.filter_map(|(_, file)| file.yaml()) {
        let root = document.root();
        let parts = [root].into_iter().chain(root.entries().map(|(_, part)| part));
        for part in parts.filter_map(|part| part.get("non_goals")) {
            found.extend(of(part));
        }
    }
    found
}

/// Everything in the RFC that rules work out for everybody.
fn refusals<'d>(desk: &Desk<'d>) -> Vec<Prohibition<'d>> {
    let goals = non_goals(desk).into_iter().map(|goal| Prohibition {
        by: None,
        line: Arg::quote(&goal),
        topic: stems(&goal),
        head: Stems::new(),
    });
    let mut all: Vec<Prohibition<'_>> = goals.collect();
    for &ticket in &desk.live {
        let lines = ticket
            .out_of_scope
            .iter()
            .filter(|line| is_for_all(&line.value) || says_instead(&line.value));
        all.extend(lines.map(|line| Prohibition {
            by: Some(ticket),
            line: Arg::sentence(ticket, line),
            topic: stems(&line.value),
            head: stems(head(&line.value)),
        }));
    }
    all
}
