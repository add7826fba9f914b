//! Gate 7: does the ticket build again what exists? The guardian's rules, and the tests by which
//! the other seats recognise the plainest cases.

use std::collections::BTreeSet;

use super::desk::{Desk, Touched, prose, touched_or_told, whole, work};
use super::rule::{Cycle, Hit, Reach, Rule};
use super::words::{self, file_stem, folder, is_source, listed, shortened};
use crate::model::{GateId, SeatId, Severity, Subcategory};
use crate::source::atlas::ExtensionPoint;
use crate::source::{PathKind, Ticket};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "a new file beside one of the same role",
        finds: "the names of the new file and of one that stands there have the same words",
        seat: SeatId::Sa3,
        cycle: Cycle::Feasibility,
        modes: [14, 79],
        reach: Reach::Ticket,
        check: |desk, ticket| twin_files(desk, ticket, |desk, file| closest(desk, ticket, file)),
    },
    Rule {
        name: "a new file named like a neighbour",
        finds: "the names of the new file and of one in the same folder differ in a letter or two",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [70, 56],
        reach: Reach::Ticket,
        check: |desk, ticket| twin_files(desk, ticket, |desk, file| respelt(desk, ticket, file)),
    },
    Rule {
        name: "a ticket that another RFC has too",
        finds: "title and scope were compared with the tickets of other RFCs, and one has the same telling words",
        seat: SeatId::Sa3,
        cycle: Cycle::Feasibility,
        modes: [15, 33],
        reach: Reach::Ticket,
        check: same_elsewhere,
    },
    Rule {
        name: "an extension point passed by",
        finds: "the extension point is for the same thing, and no file or line of the ticket leads to it",
        seat: SeatId::Sa3,
        cycle: Cycle::Feasibility,
        modes: [14, 32],
        reach: Reach::Ticket,
        check: passed_by,
    },
];

/// Names that say where a file stands, not what it does.
const GENERAL: &[&str] = &[
    "__init__",
    "agents",
    "bench",
    "build",
    "cli",
    "command",
    "commands",
    "common",
    "config",
    "constants",
    "context",
    "error",
    "errors",
    "event",
    "events",
    "fixtures",
    "handler",
    "handlers",
    "index",
    "lib",
    "main",
    "manifest",
    "mod",
    "model",
    "models",
    "prelude",
    "readme",
    "schema",
    "state",
    "store",
    "test",
    "tests",
    "traits",
    "types",
    "v1",
    "version",
];
/// Words by which helpers are named.
const HELPERS: &[&str] = &["common", "helper", "helpers", "misc", "shared", "util", "utils"];

/// The words of a file's name, without endings.
pub(super) fn name_words(path: &str) -> BTreeSet<String> {
    words::words(file_stem(path))
        .iter()
        .map(|word| match word.as_str() {
            "utils" | "helpers" | "helper" | "misc" => "util".to_owned(),
            other => other.strip_suffix('s').filter(|w| w.len() > 3).unwrap_or(other).to_owned(),
        })
        .collect()
}

/// The files that a ticket is to create and that are not there yet. A file that is there already
/// was made by the ticket, or is the gate's matter.
pub(super) fn new_files(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Touched> {
    let mut files = touched_or_told(ticket);
    files.retain(|file| {
        file.kind == PathKind::Create
            && is_source(&file.path)
            && !desk.exists(&file.path)
            && !ticket.justified_paths.contains(&file.path)
    });
    files
}

/// The existing source files that stand near a new one: in its folder, else in its component.
pub(super) fn neighbours<'d>(desk: &Desk<'d>, ticket: &Ticket, file: &Touched) -> Vec<&'d str> {
    let root = desk.component(&file.path).unwrap_or_else(|| folder(&file.path));
    let ending = file.path.rsplit('.').next().unwrap_or_default();
    let own = touched_or_told(ticket);
    if root.is_empty() {
        return Vec::new();
    }
    desk.files_below(root)
        .into_iter()
        .filter(|path| is_source(path) && path.rsplit('.').next() == Some(ending))
        .filter(|path| !own.iter().any(|t| t.path == *path))
        .collect()
}

/// The existing file whose name has the same words as the new one's.
fn closest<'d>(desk: &Desk<'d>, ticket: &Ticket, file: &Touched) -> Option<&'d str> {
    let stem = file_stem(&file.path);
    let name = name_words(&file.path);
    if GENERAL.contains(&stem) {
        return None;
    }
    let is_helper = HELPERS.iter().any(|h| words::words(stem).iter().any(|w| w == h));
    let here = folder(&file.path);
    neighbours(desk, ticket, file).into_iter().find(|path| {
        let other = name_words(path);
        let is_same = other == name && !GENERAL.contains(&file_stem(path));
        let is_near = folder(path) == here
            && name.len() >= 2
            && other.len() >= 2
            && words::likeness(&name, &other) >= 66;
        let both_help = is_helper
            && folder(path) == here
            && HELPERS.iter().any(|h| words::words(file_stem(path)).iter().any(|w| w == h));
        is_same || is_near || both_help
    })
}

/// The existing file in the same folder whose name is the new one's in another spelling.
fn respelt<'d>(desk: &Desk<'d>, ticket: &Ticket, file: &Touched) -> Option<&'d str> {
    let stem = file_stem(&file.path);
    if GENERAL.contains(&stem) || stem.len() < 6 {
        return None;
    }
    neighbours(desk, ticket, file)
        .into_iter()
        .filter(|path| folder(path) == folder(&file.path))
        .find(|path| strsim::normalized_damerau_levenshtein(stem, file_stem(path)) >= 0.85)
}

fn twin_files<'d>(
    desk: &Desk<'d>,
    ticket: &Ticket,
    twin: impl Fn(&Desk<'d>, &Touched) -> Option<&'d str>,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    for file in new_files(desk, ticket) {
        let Some(existing) = twin(desk, &file) else {
            continue;
        };
        if is_mentioned(ticket, existing) {
            continue;
        }
        let severity =
            if folder(existing) == folder(&file.path) { Severity::Major } else { Severity::Minor };
        hits.extend(Hit::at(
            ticket,
            &file.place,
            &file.path,
            (GateId::AntiCousin, Subcategory::CousinViolation, severity),
            format!(
                "{} is to be created while {existing} stands there under nearly the same name, and {} does not say how they differ: two places to look for one thing",
                file.path, ticket.stem
            ),
            format!(
                "extend {existing}, or say in {} what it cannot do and why a second file is needed",
                ticket.stem
            ),
        ));
    }
    hits
}

/// Whether the ticket shows that it knows the file.
pub(super) fn is_mentioned(ticket: &Ticket, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    prose(ticket).any(|text| text.value.contains(name))
}

fn same_elsewhere(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let Some(own) = desk.topic(ticket) else {
        return Vec::new();
    };
    let twin = desk.elsewhere().find(|other| {
        let Some(topic) = desk.topic(other) else {
            return false;
        };
        let same_title = own.title.len() >= 3 && words::likeness(&own.title, &topic.title) >= 80;
        let same_topic = own.all.len() >= 8 && words::likeness(&own.all, &topic.all) >= 60;
        (same_title || same_topic) && !desk.are_ordered(&ticket.stem, &other.stem)
    });
    let Some(other) = twin else {
        return Vec::new();
    };
    let knows = prose(ticket).any(|text| text.value.contains(other.stem.as_str()));
    if knows {
        return Vec::new();
    }
    let owner = other.rfc.as_ref().map_or("no RFC", |rfc| rfc.as_str());
    Hit::at(
        ticket,
        whole(ticket),
        "",
        (GateId::AntiCousin, Subcategory::CousinViolation, Severity::Major),
        format!(
            "{} of {owner} (\"{}\") is about the same thing, and {} does not mention it: the second one to land builds a cousin of the first",
            other.stem,
            shortened(other.name()),
            ticket.stem
        ),
        format!(
            "say what {} leaves to {}, or let this ticket depend on it and extend what it makes",
            ticket.stem, other.stem
        ),
    )
    .into_iter()
    .collect()
}

/// Words that atlases use for any extension point.
const POINT_WORDS: &[&str] = &[
    "extension",
    "point",
    "trait",
    "enum",
    "command",
    "subcommand",
    "handl",
    "handler",
    "variant",
    "adapter",
    "agent",
    "clap",
    "dispatch",
    "interface",
    "registry",
    "type",
];

/// The words that say what an extension point is for.
fn purpose(point: &ExtensionPoint) -> BTreeSet<String> {
    let mut said = words::significant(&format!("{} {}", point.name, point.description));
    said.retain(|word| !POINT_WORDS.contains(&word.as_str()));
    said
}

/// How many extension points the components have in which the ticket makes something new.
pub(super) fn extension_points(desk: &Desk<'_>, ticket: &Ticket) -> usize {
    let new = new_files(desk, ticket);
    let homes: BTreeSet<&str> = new.iter().filter_map(|f| desk.component(&f.path)).collect();
    let components = desk.dossier.atlas.components.iter();
    components
        .filter(|component| homes.contains(component.path.as_str()))
        .map(|component| component.extension_points.len())
        .sum()
}

/// Extension points of a component in which the ticket makes something new, whose purpose it
/// shares, and that it does not touch.
fn passed_by(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let files = touched_or_told(ticket);
    let Some(about) = desk.topic(ticket) else {
        return Vec::new();
    };
    let mut hits = Vec::new();
    for component in &desk.dossier.atlas.components {
        let made = files.iter().find(|file| {
            file.kind == PathKind::Create
                && is_source(&file.path)
                && desk.component(&file.path) == Some(component.path.as_str())
        });
        let Some(made) = made else { continue };
        for point in &component.extension_points {
            let purpose = purpose(point);
            let common: Vec<&String> = purpose.intersection(&about.all).collect();
            let below = point.path.trim_end_matches(".rs");
            let is_touched = files
                .iter()
                .any(|f| f.path == point.path || f.path.starts_with(&format!("{below}/")));
            let is_known = is_touched
                || is_mentioned(ticket, &point.path)
                || work(ticket).any(|text| text.value.contains(&point.name));
            if common.len() < 2 || common.len() * 2 < purpose.len() || is_known {
                continue;
            }
            hits.extend(Hit::at(
                ticket,
                &made.place,
                &made.path,
                (
                    GateId::AntiCousin,
                    Subcategory::IgnoredExtensionPoint,
                    Severity::Major,
                ),
                format!(
                    "{} is made new while the atlas has {} in {} for {}: an addition there would be found by everything that already uses it",
                    made.path,
                    point.name,
                    point.path,
                    listed(&common, 4)
                ),
                format!(
                    "add it through {} in {}, or say why that does not fit",
                    point.name, point.path
                ),
            ));
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{atlas, dossier, found, found_in, ticket, ticket_of};

    fn creating(path: &str, notes: &str) -> (String, String) {
        let rest =
            format!("scope:\n  in_scope:\n  - Store leases\nnotes:\n  general: \"{notes}\"\n");
        let (file, text) = ticket(1, "One", &rest);
        (file, format!("{text}implementation:\n  files_to_create:\n  - path: {path}\n"))
    }

    const TREE: &[&str] = &[
        "Cargo.toml",
        "crates/core/Cargo.toml",
        "crates/core/src/lease/lease_store.rs",
        "crates/core/src/lease/error.rs",
        "crates/core/src/util.rs",
    ];

    #[test]
    fn a_second_file_for_one_role_is_a_cousin() {
        let name = "a new file beside one of the same role";
        let of = |path, notes| found(name, &dossier(&[creating(path, notes)], TREE));
        let quoted = |severity: &str, path: &str| {
            vec![format!("TCK-00001 {severity} COUSIN_VIOLATION: {path}")]
        };
        let beside = "crates/core/src/lease/store_lease.rs";
        assert_eq!(of(beside, ""), quoted("MAJOR", beside));
        let helpers = "crates/core/src/helpers.rs";
        assert_eq!(of(helpers, ""), quoted("MAJOR", helpers));
        let far = "crates/core/src/cache/lease_store.rs";
        assert_eq!(of(far, ""), quoted("MINOR", far));
        assert!(of(beside, "lease_store.rs keeps the old format").is_empty());
        assert!(of("crates/core/src/cache/error.rs", "").is_empty(), "a general name");
        assert!(of("crates/core/src/lease/clock.rs", "").is_empty());
    }

    #[test]
    fn a_neighbour_in_another_spelling_is_a_cousin() {
        let name = "a new file named like a neighbour";
        let of = |path| found(name, &dossier(&[creating(path, "")], TREE)).len();
        assert_eq!(of("crates/core/src/lease/lease_stores.rs"), 1);
        assert_eq!(of("crates/core/src/lease/lease_clock.rs"), 0);
    }

    #[test]
    fn another_rfc_may_have_the_ticket_already() {
        let name = "a ticket that another RFC has too";
        let other = ticket_of("RFC-0002", 2, "Rotate signing keys of the daemon", "");
        assert_eq!(
            found_in(name, &[ticket(1, "Rotate the daemon signing keys", ""), other.clone()]),
            ["TCK-00001 MAJOR COUSIN_VIOLATION: Rotate the daemon signing keys"]
        );
        assert!(found_in(name, &[ticket(1, "Rotate the daemon log", ""), other]).is_empty());
    }

    #[test]
    fn an_extension_point_is_not_passed_by() {
        let name = "an extension point passed by";
        let map = atlas(
            "component_atlas:\n  components:\n  - id: C\n    name: core\n    path: crates/core\n    extension_points:\n    - id: E\n      name: LeaseStorage\n      path: crates/core/src/lease/storage.rs\n      description: Storage of leases\n",
        );
        let made = |rest: &str| {
            let (file, text) = ticket(1, "Storage for leases in a cloud", rest);
            (
                file,
                format!(
                    "{text}implementation:\n  files_to_create:\n  - path: crates/core/src/cloud.rs\n"
                ),
            )
        };
        let by = dossier(&[made(""), map.clone()], TREE);
        assert_eq!(
            found(name, &by),
            ["TCK-00001 MAJOR IGNORED_EXTENSION_POINT: crates/core/src/cloud.rs"]
        );
        let through = made("scope:\n  in_scope:\n  - Register it with LeaseStorage\n");
        assert!(found(name, &dossier(&[through, map], TREE)).is_empty());
    }
}
