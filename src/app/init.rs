//! `init`: a commented `council.yaml`, a line in `.gitattributes`, and, when asked, a small RFC to try
//! and what an editor needs.

use std::collections::BTreeSet;
use std::str::FromStr;

pub use super::deed::Deed;
use super::editor::{self, SchemaFile};
use super::{AppFault, Workspace, attributes, new};
use crate::config;
use crate::model::{Layout, RfcId, TicketId};
use crate::port::Store;
use crate::source::Dossier;

/// The commented configuration: every key, at its default, commented out.
pub const CONFIG: &str = include_str!("example/council.yaml");

/// A small RFC and its two tickets, with one planted defect.
pub const EXAMPLE: [(&str, &str); 5] = [
    ("documents/rfcs/RFC-0001/00_meta.yaml", include_str!("example/greeting/00_meta.yaml")),
    (
        "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
        include_str!("example/greeting/01_problem_and_imports.yaml"),
    ),
    (
        "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml",
        include_str!("example/greeting/06_ticket_decomposition.yaml"),
    ),
    ("documents/work/tickets/TCK-00001.yaml", include_str!("example/greeting/TCK-00001.yaml")),
    ("documents/work/tickets/TCK-00002.yaml", include_str!("example/greeting/TCK-00002.yaml")),
];

/// Where the deadlock's recorded seat lies.
const RECORDING: &str = "documents/examples/recording.yaml";

/// A small RFC and its ticket, and a recorded seat that sees a defect which the built-in rules cannot
/// judge.
const DEADLOCK: [(&str, &str); 4] = [
    ("documents/rfcs/RFC-0001/00_meta.yaml", include_str!("example/deadlock/00_meta.yaml")),
    (
        "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
        include_str!("example/deadlock/01_problem_and_imports.yaml"),
    ),
    ("documents/work/tickets/TCK-00001.yaml", include_str!("example/deadlock/TCK-00001.yaml")),
    (RECORDING, include_str!("example/deadlock/recording.yaml")),
];

/// The RFC and the tickets, as they stand in the files of an example.
const RFC: &str = "RFC-0001";
const TICKETS: [&str; 2] = ["TCK-00001", "TCK-00002"];

/// What there is to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleKind {
    /// A requirement that no ticket does.
    Greeting,
    /// A point on which a council cannot agree.
    Deadlock,
}

impl ExampleKind {
    const fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Greeting => &EXAMPLE,
            Self::Deadlock => &DEADLOCK,
        }
    }

    /// The title in its files.
    const fn title(self) -> &'static str {
        match self {
            Self::Greeting => "A greeting that knows whom it greets",
            Self::Deadlock => "Nicknames of a bounded length",
        }
    }

    /// The tickets in its files.
    const fn tickets(self) -> &'static [&'static str] {
        match self {
            Self::Greeting => &TICKETS,
            Self::Deadlock => TICKETS.split_at(1).0,
        }
    }
}

/// What `init` is asked to write beside the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitWish {
    /// Something to try.
    pub example: Option<ExampleKind>,
    /// The example goes beside RFCs that are in use; without, it is refused there.
    pub is_beside: bool,
    /// What an editor needs.
    pub is_editor: bool,
}

/// What `init` did with one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its path from the repository's root.
    pub path: String,
    /// What became of it.
    pub deed: Deed,
}

/// An example in a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedExample {
    /// Its RFC.
    pub rfc: RfcId,
    /// The configuration under which it is reviewed, when it has one of its own.
    pub config: Option<String>,
}

/// What `init` did.
#[derive(Debug)]
pub struct Initialization {
    /// With each file.
    pub files: Vec<Written>,
    /// The example, when it was asked for.
    pub example: Option<PlacedExample>,
}

/// Writes what is not there yet, an example into the folders that are read, under ids that nothing
/// has; never overwrites what a person wrote.
pub fn init(
    workspace: &Workspace,
    store: &dyn Store,
    wish: InitWish,
) -> Result<Initialization, AppFault> {
    let mut files = vec![(config::FILE.to_owned(), CONFIG.to_owned())];
    let mut placed_example = None;
    if let Some(kind) = wish.example {
        let (example, its) = placed(workspace, kind, wish.is_beside)?;
        files.extend(its);
        placed_example = Some(example);
    }
    let mut written: Vec<Written> = Vec::new();
    if wish.is_editor {
        let tickets = new::tickets_folder(&workspace.library);
        let done = editor::set_up(workspace, store, tickets)?;
        written.extend(done.into_iter().map(|(path, deed)| Written { path, deed }));
    }
    for (path, text) in files {
        let text = match schema_of(workspace, &path) {
            Some(file) => editor::with_schema(store, file, &path, &text),
            None => text,
        };
        let is_new = store.create(&path, text.as_bytes()).map_err(AppFault::writing)?;
        written.push(Written { path, deed: if is_new { Deed::Wrote } else { Deed::Left } });
    }
    let deed = attributes::add(store, &workspace.config.layout)?;
    written.push(Written { path: attributes::FILE.to_owned(), deed });
    Ok(Initialization { files: written, example: placed_example })
}

/// The kind of a file that `init` writes.
fn schema_of(workspace: &Workspace, path: &str) -> Option<SchemaFile> {
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    if path == config::FILE || path.ends_with("/recording.yaml") {
        Some(SchemaFile::Config)
    } else if below(&workspace.library.rfcs_folder) {
        Some(SchemaFile::Rfc)
    } else {
        path.contains("/TCK-").then_some(SchemaFile::Ticket)
    }
}

/// The example's files for a repository, with its RFC.
fn placed(
    workspace: &Workspace,
    kind: ExampleKind,
    is_beside: bool,
) -> Result<(PlacedExample, Vec<(String, String)>), AppFault> {
    let library = &workspace.library;
    let known = Dossier::known_rfcs(library);
    let top = library.rfcs_folder.split('/').next().unwrap_or_default();
    let examples = format!("{top}/examples");
    let example = |rfc: RfcId| {
        let has_config = kind.files().iter().any(|(path, _)| *path == RECORDING);
        let config = has_config.then(|| RECORDING.replace("documents/examples", &examples));
        PlacedExample { rfc, config }
    };
    let title = known.iter().find(|id| {
        let rfc = library.rfcs.get(id);
        rfc.is_some_and(|rfc| rfc.title.as_deref() == Some(kind.title()))
    });
    let is_free = |id: &RfcId| !known.contains(id);
    let rfc = match title {
        // It was written before.
        Some(id) if id.as_str() != RFC => return Ok((example(id.clone()), Vec::new())),
        Some(id) => id.clone(),
        None if !known.is_empty() && !is_beside => {
            let first = &known[0];
            return Err(AppFault::BadInput(format!(
                "{first} is in use in {}: the example is for an empty repository; write it beside with --force",
                library.rfcs_folder
            )));
        }
        None => numbered("RFC-", 4).find(is_free).ok_or_else(full)?,
    };
    let taken: BTreeSet<&str> = library.tickets.iter().map(|t| t.stem.as_str()).collect();
    let unread: BTreeSet<&str> =
        library.unreadable_tickets.iter().map(|t| t.stem.as_str()).collect();
    let mut ids = numbered::<TicketId>("TCK-", 5).filter(|id| {
        title.is_some() || !(taken.contains(id.as_str()) || unread.contains(id.as_str()))
    });
    let mut tickets: Vec<(&str, TicketId)> = Vec::new();
    for old in kind.tickets() {
        tickets.push((old, ids.next().ok_or_else(full)?));
    }
    let tickets_folder = new::tickets_folder(library);
    let moved = |text: &str| {
        // Through a form that is no id, since a new id may be another's old one.
        let mut text = text.replace(RFC, "RFC-@");
        for (at, (old, _)) in tickets.iter().enumerate() {
            text = text.replace(old, &format!("TCK-@{at}"));
        }
        text = text.replace("RFC-@", rfc.as_str());
        for (at, (_, new)) in tickets.iter().enumerate() {
            text = text.replace(&format!("TCK-@{at}"), new.as_str());
        }
        let folders = [
            ("documents/rfcs/", library.rfcs_folder.as_str()),
            ("documents/work/tickets/", tickets_folder),
            // What its tickets make lies in a folder that is there.
            ("documents/examples/", &examples),
        ];
        folders.iter().fold(text, |text, (old, new)| text.replace(old, &format!("{new}/")))
    };
    let files = kind.files().iter().map(|&(path, text)| match path == RECORDING {
        true => (moved(path), moved(text) + &layout_of(workspace)),
        false => (moved(path), moved(text)),
    });
    let files = files.collect();
    Ok((example(rfc), files))
}

/// The folders in force as a part of a configuration, which takes the place of council.yaml; nothing
/// where they are the usual ones.
fn layout_of(workspace: &Workspace) -> String {
    let Layout { evidence, waivers, .. } = &workspace.config.layout;
    if workspace.config.layout == Layout::default() {
        return String::new();
    }
    let library = &workspace.library;
    let word = |text: &str| serde_json::Value::from(text).to_string();
    let rows = [
        ("rfcs", library.rfcs_folder.as_str()),
        ("tickets", new::tickets_folder(library)),
        ("waivers", waivers),
        ("evidence", evidence),
    ];
    let rows = rows.map(|(key, folder)| format!("  {key}: {}\n", word(folder)));
    format!("layout:\n{}", rows.concat())
}

fn full() -> AppFault {
    AppFault::BadInput("every id is taken; remove an RFC or a ticket that is not needed".to_owned())
}

/// The ids of a kind, by number.
fn numbered<Id: FromStr>(prefix: &str, digits: usize) -> impl Iterator<Item = Id> {
    let last = 10_u32.pow(u32::try_from(digits).unwrap_or(4));
    (1..last).filter_map(move |number| format!("{prefix}{number:0digits$}").parse().ok())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::config::ConfigOrigin;
    use crate::gates;
    use crate::source::Library;
    use crate::source::memory::MemorySnapshot;

    #[test]
    fn the_commented_configuration_is_the_defaults_and_stays_valid_uncommented() {
        let defaults = config::load(CONFIG.as_bytes(), "council.yaml", ConfigOrigin::Reviewed);
        assert_eq!(defaults, Ok(config::Config::default()));
        let uncommented: String = CONFIG
            .lines()
            .filter_map(|line| line.strip_prefix("#: "))
            .map(|line| format!("{line}\n"))
            .collect();
        let written = config::load(uncommented.as_bytes(), "council.yaml", ConfigOrigin::Reviewed)
            .expect("valid");
        assert_eq!(written.policy, config::Config::default().policy);
        assert_eq!(written.language, config::Config::default().language);
        let design = &written.panels["design"];
        let usual = config::PanelPolicy::Rounds(crate::model::panel::RoundsPolicy::default());
        assert_eq!(design.council, usual);
        assert_eq!(design.token_budget, config::TOKEN_BUDGET);
        assert_eq!(design.materials_tokens, config::MATERIALS_TOKENS);
        assert_eq!(written.council, config::Config::default().council);
        assert_eq!(written.layout.evidence, Layout::default().evidence);
    }

    #[test]
    fn the_commented_configuration_has_every_key_of_its_groups() {
        let schema = config::schema();
        let groups = schema["properties"].as_object().expect("keys");
        let mut seen = 0;
        for (group, property) in groups {
            assert!(CONFIG.contains(&format!("\n#: {group}:")), "{group}");
            let at = property["allOf"][0]["$ref"].as_str();
            let named = at.and_then(|at| schema.pointer(at.trim_start_matches('#')));
            let keys = named.and_then(|named| named["properties"].as_object());
            for key in keys.into_iter().flat_map(|keys| keys.keys()) {
                assert!(CONFIG.contains(&format!("\n#:   {key}:")), "{group}.{key}");
                seen += 1;
            }
        }
        assert!(seen > 15, "the test reads keys: {seen}");
    }

    #[test]
    fn the_example_has_just_its_planted_defect() {
        let snapshot = EXAMPLE
            .iter()
            .fold(MemorySnapshot::new(), |snapshot, (path, text)| snapshot.file(*path, text));
        let library = Arc::new(Library::load(&snapshot, Layout::default()));
        let rfc = "RFC-0001".parse().expect("an id");
        let dossier = Dossier::build(library, &rfc).expect("there");
        let results = gates::check_all(&dossier);
        let found: Vec<String> = results
            .iter()
            .flat_map(|result| &result.findings)
            .filter(|f| f.severity >= crate::model::Severity::Major)
            .map(|f| format!("{} {} {}", f.rule, f.severity, f.location))
            .collect();
        assert_eq!(found, ["R38 BLOCKER documents/rfcs/RFC-0001/01_problem_and_imports.yaml:31:7"]);
    }
}
