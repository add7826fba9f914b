//! `init`: a commented `council.yaml`, a line in `.gitattributes`, and, when asked, a small RFC to try.

use std::collections::BTreeSet;
use std::str::FromStr;

pub use super::deed::Deed;
use super::{AppFault, Workspace, attributes};
use crate::config;
use crate::model::{RfcId, TicketId};
use crate::port::Store;
use crate::source::Dossier;

/// The commented configuration: every key, at its default, commented out.
pub const CONFIG: &str = include_str!("example/council.yaml");

/// A small RFC and its two tickets, with one planted defect.
pub const EXAMPLE: [(&str, &str); 5] = [
    ("documents/rfcs/RFC-0001/00_meta.yaml", include_str!("example/00_meta.yaml")),
    (
        "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
        include_str!("example/01_problem_and_imports.yaml"),
    ),
    (
        "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml",
        include_str!("example/06_ticket_decomposition.yaml"),
    ),
    ("documents/work/tickets/TCK-00001.yaml", include_str!("example/TCK-00001.yaml")),
    ("documents/work/tickets/TCK-00002.yaml", include_str!("example/TCK-00002.yaml")),
];

/// Its RFC, its tickets and its title, as they stand in these files.
const RFC: &str = "RFC-0001";
const TICKETS: [&str; 2] = ["TCK-00001", "TCK-00002"];
const TITLE: &str = "A greeting that knows whom it greets";

/// What `init` did with one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its path from the repository's root.
    pub path: String,
    /// What became of it.
    pub deed: Deed,
}

/// What `init` did.
#[derive(Debug)]
pub struct Initialization {
    /// With each file.
    pub files: Vec<Written>,
    /// The example's RFC, when it was asked for.
    pub example: Option<RfcId>,
}

/// Whether the example is written, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleChoice {
    /// It is not.
    No,
    /// Where no RFC is in use.
    Alone,
    /// Beside the RFCs that are there.
    Beside,
}

/// Writes what is not there yet, the example into the folders that are read, under ids that nothing
/// has; never overwrites.
pub fn init(
    workspace: &Workspace,
    store: &dyn Store,
    example: ExampleChoice,
) -> Result<Initialization, AppFault> {
    let mut files = vec![(config::FILE.to_owned(), CONFIG.to_owned())];
    let mut rfc = None;
    if example != ExampleChoice::No {
        let (id, example) = placed(workspace, example)?;
        files.extend(example);
        rfc = Some(id);
    }
    let written = files.into_iter().map(|(path, text)| {
        let is_new = store.create(&path, text.as_bytes()).map_err(AppFault::writing)?;
        Ok(Written { path, deed: if is_new { Deed::Wrote } else { Deed::Left } })
    });
    let mut files = written.collect::<Result<Vec<_>, AppFault>>()?;
    let deed = attributes::add(store, &workspace.config.layout)?;
    files.push(Written { path: attributes::FILE.to_owned(), deed });
    Ok(Initialization { files, example: rfc })
}

/// The example's files for a repository, with its RFC.
fn placed(
    workspace: &Workspace,
    example: ExampleChoice,
) -> Result<(RfcId, Vec<(String, String)>), AppFault> {
    let library = &workspace.library;
    let known = Dossier::known_rfcs(library);
    let title = known.iter().find(|id| {
        let rfc = library.rfcs.get(id);
        rfc.is_some_and(|rfc| rfc.title.as_deref() == Some(TITLE))
    });
    let is_free = |id: &RfcId| !known.contains(id);
    let rfc = match title {
        // It was written before.
        Some(id) if id.as_str() != RFC => return Ok((id.clone(), Vec::new())),
        Some(id) => id.clone(),
        None if !known.is_empty() && example == ExampleChoice::Alone => {
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
    for old in TICKETS {
        tickets.push((old, ids.next().ok_or_else(full)?));
    }
    let top = library.rfcs_folder.split('/').next().unwrap_or_default();
    let examples = format!("{top}/examples");
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
            ("documents/rfcs/", &library.rfcs_folder),
            ("documents/work/tickets/", &library.tickets_folder),
            // What its tickets make lies in a folder that is there.
            ("documents/examples/", &examples),
        ];
        folders.iter().fold(text, |text, (old, new)| text.replace(old, &format!("{new}/")))
    };
    Ok((rfc.clone(), EXAMPLE.iter().map(|(path, text)| (moved(path), moved(text))).collect()))
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
    use crate::model::Layout;
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
            let name = property["$ref"].as_str().and_then(|at| at.rsplit('/').next());
            let Some(keys) = name.and_then(|name| schema["$defs"][name]["properties"].as_object())
            else {
                continue;
            };
            for key in keys.keys() {
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
