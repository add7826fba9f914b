//! The roots below which RFCs and tickets stand: which folder is read, and what makes that
//! ambiguous (GATES.md R54). Knows names and kinds of paths, and reads no file.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use super::reading::is_yaml;
use crate::model::hidden::is_hidden;
use crate::model::{FixedRoots, Layout, PrdId, RfcId};
use crate::port::{EntryKind, TreeEntry, beneath};

/// What a root holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// A folder for each RFC.
    Rfcs,
    /// The ticket files.
    Tickets,
}

impl Held {
    /// Whether something below a root has the name of what the root is for. A placeholder or a
    /// README has not, nor has what else a program keeps in a folder `tickets`.
    fn is_in_use(self, entries: &[TreeEntry], root: &str) -> bool {
        beneath(entries, root).any(|(rest, _)| match self {
            Held::Rfcs => rest.split('/').next().is_some_and(|name| name.parse::<RfcId>().is_ok()),
            Held::Tickets => is_ticket_name(rest),
        })
    }

    fn candidates(self, layout: &Layout) -> (&[String], Option<&String>) {
        match self {
            Held::Rfcs => (&layout.rfcs, layout.fixed.rfcs.as_ref()),
            Held::Tickets => (&layout.tickets, layout.fixed.tickets.as_ref()),
        }
    }

    /// The root that is read: the one that a base fixed, else the first in use, else the first that
    /// exists, else the first.
    fn root(self, entries: &[TreeEntry], layout: &Layout) -> String {
        let (folders, fixed) = self.candidates(layout);
        let in_use = || folders.iter().find(|folder| self.is_in_use(entries, folder));
        let exists = || folders.iter().find(|folder| beneath(entries, folder).next().is_some());
        fixed.or_else(in_use).or_else(exists).or(folders.first()).cloned().unwrap_or_default()
    }
}

/// Whether a name looks like a ticket's file, well-formed or not (GATES.md R1, R2).
pub(super) fn is_ticket_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.starts_with("tck-") && is_yaml(&lower) && !name.contains('/')
}

/// The two roots of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// That of the RFCs.
    pub rfcs: String,
    /// That of the tickets.
    pub tickets: String,
}

impl Roots {
    /// The roots that are read of a snapshot.
    pub fn of(entries: &[TreeEntry], layout: &Layout) -> Self {
        let root = |held: Held| held.root(entries, layout);
        Self { rfcs: root(Held::Rfcs), tickets: root(Held::Tickets) }
    }

    /// The same, as far as they hold anything: what a base fixes for its changes.
    pub fn in_use(entries: &[TreeEntry], layout: &Layout) -> FixedRoots {
        let used = |held: Held| {
            Some(held.root(entries, layout)).filter(|root| held.is_in_use(entries, root))
        };
        FixedRoots { rfcs: used(Held::Rfcs), tickets: used(Held::Tickets), formats: Vec::new() }
    }
}

/// Why what is read may not be what people mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ambiguity {
    /// Roots beside the one that is read hold RFCs or tickets, too.
    Beside {
        /// Which of the two.
        held: Held,
        /// The root that is read.
        root: String,
        /// Whether that one holds any.
        is_used: bool,
        /// The others, in the order of the layout; twins in another spelling last.
        others: Vec<String>,
    },
    /// Something that is no folder stands at a root or above it.
    Blocked {
        /// Its path.
        path: String,
        /// What it is.
        kind: EntryKind,
    },
}

/// What is ambiguous in the layout of a snapshot.
pub(super) fn ambiguities(entries: &[TreeEntry], layout: &Layout, roots: &Roots) -> Vec<Ambiguity> {
    let beside = [(Held::Rfcs, &roots.rfcs), (Held::Tickets, &roots.tickets)]
        .into_iter()
        .filter_map(|(held, root)| beside(entries, layout, held, root));
    let fixed = [layout.fixed.rfcs.as_ref(), layout.fixed.tickets.as_ref()];
    let mut all: Vec<&String> = layout.rfcs.iter().chain(&layout.tickets).collect();
    all.extend(fixed.into_iter().flatten());
    all.extend([&layout.prds, &layout.atlases, &layout.waivers]);
    let blocks = |entry: &&TreeEntry| {
        // A link at or above the evidence is refused where evidence is read and written.
        entry.kind != EntryKind::File
            && !is_at_or_above(&entry.path, &layout.evidence)
            && all.iter().any(|root| is_at_or_above(&entry.path, root))
    };
    let blocked = entries.iter().filter(blocks);
    let blocked =
        blocked.map(|entry| Ambiguity::Blocked { path: entry.path.clone(), kind: entry.kind });
    beside.chain(blocked).collect()
}

fn is_at_or_above(path: &str, root: &str) -> bool {
    root.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn beside(entries: &[TreeEntry], layout: &Layout, held: Held, root: &str) -> Option<Ambiguity> {
    let (folders, _) = held.candidates(layout);
    let mut others: Vec<String> =
        folders.iter().filter(|folder| *folder != root).cloned().collect();
    let known = |twin: &String| twin != root && !folders.contains(twin);
    let mut of: Vec<&str> = folders.iter().map(String::as_str).collect();
    of.push(root);
    others.extend(twins(entries, &of).into_iter().filter(known));
    others.retain(|other| held.is_in_use(entries, other));
    (!others.is_empty()).then(|| Ambiguity::Beside {
        held,
        root: root.to_owned(),
        is_used: held.is_in_use(entries, root),
        others,
    })
}

/// The folders whose names are those of roots in another spelling: where case or composition of
/// letters does not count, both are one folder.
fn twins(entries: &[TreeEntry], roots: &[&str]) -> BTreeSet<String> {
    let roots: Vec<(&str, usize, String)> =
        roots.iter().map(|root| (*root, root.split('/').count(), folded(root))).collect();
    let mut found = BTreeSet::new();
    let mut last = "";
    for entry in entries {
        for (root, parts, fold) in &roots {
            let Some((end, _)) = entry.path.match_indices('/').nth(parts - 1) else { continue };
            let folder = &entry.path[..end];
            if folder == *root || folder == last {
                continue;
            }
            let is_twin = match folder.is_ascii() && root.is_ascii() {
                true => folder.eq_ignore_ascii_case(root),
                false => folded(folder) == *fold,
            };
            if is_twin {
                found.insert(folder.to_owned());
                last = folder;
            }
        }
    }
    found
}

/// A name without what the eye or a file system may not tell apart.
fn folded(name: &str) -> String {
    name.nfkc().filter(|c| !is_hidden(*c)).flat_map(char::to_lowercase).nfkc().collect()
}

/// Links and submodules in the place of a PRD's folder, or of one below it from which is read. Their
/// requirements or atlas would be missing without a word.
pub(super) fn blocked_prds<'e>(
    entries: &'e [TreeEntry],
    layout: &'e Layout,
) -> impl Iterator<Item = &'e TreeEntry> {
    let is_read = |path: &str, root: &str, below: &str| {
        let rest = path.strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
        rest.is_some_and(|rest| {
            let (prd, folder) = rest.split_once('/').unwrap_or((rest, below));
            prd.parse::<PrdId>().is_ok() && folder == below
        })
    };
    entries.iter().filter(move |entry| {
        entry.kind != EntryKind::File
            && (is_read(&entry.path, &layout.prds, "requirements")
                || is_read(&entry.path, &layout.atlases, "ccp"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::Snapshot as _;
    use crate::source::memory::MemorySnapshot;

    fn found(tree: &MemorySnapshot, layout: &Layout) -> (Roots, Vec<Ambiguity>) {
        let roots = Roots::of(tree.entries(), layout);
        let ambiguous = ambiguities(tree.entries(), layout, &roots);
        (roots, ambiguous)
    }

    fn root_of_rfcs(tree: &MemorySnapshot) -> String {
        let (roots, ambiguous) = found(tree, &Layout::default());
        assert_eq!(ambiguous, []);
        roots.rfcs
    }

    #[test]
    fn the_first_root_in_use_is_read_then_the_first_that_exists() {
        let new = MemorySnapshot::new;
        let placeholder = || new().file("documents/rfcs/.keep", "").file("docs/rfcs/README.md", "");
        assert_eq!(root_of_rfcs(&new()), "documents/rfcs");
        assert_eq!(root_of_rfcs(&new().file("rfcs/0001.md", "")), "rfcs");
        assert_eq!(root_of_rfcs(&placeholder()), "documents/rfcs");
        assert_eq!(root_of_rfcs(&placeholder().file("rfcs/RFC-0001/x", "")), "rfcs");
        let program = new().file("tickets/lib.rs", "").file("docs/work/tickets/TCK-1.yml", "");
        assert_eq!(found(&program, &Layout::default()).0.tickets, "docs/work/tickets");
    }

    #[test]
    fn two_roots_in_use_are_told_with_their_twins() {
        let tree = MemorySnapshot::new()
            .file("docs/rfcs/RFC-0001/00_meta.yaml", "")
            .file("rfcs/RFC-0002", "")
            .file("DOCS/rfcs/RFC-0003/seed.md", "")
            .file("Docs/rfcs/README.md", "");
        let (roots, ambiguous) = found(&tree, &Layout::default());
        assert_eq!(roots.rfcs, "docs/rfcs");
        let others = vec!["rfcs".to_owned(), "DOCS/rfcs".to_owned()];
        let (held, root) = (Held::Rfcs, "docs/rfcs".to_owned());
        assert_eq!(ambiguous, [Ambiguity::Beside { held, root, is_used: true, others }]);
        // One that the configuration names is read without a word about the others.
        let named = Layout { rfcs: vec!["rfcs".to_owned()], ..Layout::default() };
        let (roots, ambiguous) = found(&tree, &named);
        assert_eq!((roots.rfcs.as_str(), ambiguous), ("rfcs", Vec::new()));
        // One that a base fixed is read whatever is there.
        let fixed = FixedRoots {
            rfcs: Some("documents/rfcs".to_owned()),
            tickets: None,
            formats: Vec::new(),
        };
        let (roots, ambiguous) = found(&tree, &Layout { fixed, ..Layout::default() });
        assert_eq!(roots.rfcs, "documents/rfcs");
        let others = ["docs/rfcs", "rfcs", "DOCS/rfcs"].map(str::to_owned).to_vec();
        assert_eq!(
            ambiguous,
            [Ambiguity::Beside { held, root: roots.rfcs, is_used: false, others }]
        );
    }

    #[test]
    fn a_twin_is_known_in_any_composition_and_with_hidden_letters() {
        for twin in ["a\u{308}nderung/rfcs", "\u{c4}NDERUNG/RFCs", "\u{e4}nder\u{200b}ung/rfcs"] {
            let root = "\u{e4}nderung/rfcs".to_owned();
            let tree = MemorySnapshot::new().file(format!("{twin}/RFC-0001/x.md"), "");
            let layout = Layout { rfcs: vec![root], ..Layout::default() };
            let (_, ambiguous) = found(&tree, &layout);
            assert!(
                matches!(&ambiguous[..], [Ambiguity::Beside { others, .. }] if others[..] == [twin]),
                "{twin}: {ambiguous:?}"
            );
        }
    }

    #[test]
    fn what_is_no_folder_at_or_above_a_root_is_told() {
        let tree = MemorySnapshot::new().symlink("documents").symlink("docs/work/tickets");
        let tree = tree.symlink("docs/other").symlink("evidence").symlink("rfcs/RFC-0001/x");
        let (_, ambiguous) = found(&tree, &Layout::default());
        let paths: Vec<&str> = ambiguous
            .iter()
            .filter_map(|one| match one {
                Ambiguity::Blocked { path, .. } => Some(path.as_str()),
                Ambiguity::Beside { .. } => None,
            })
            .collect();
        assert_eq!(paths, ["docs/work/tickets", "documents"]);
    }

    #[test]
    fn a_link_in_the_place_of_a_prd_is_named() {
        let tree = MemorySnapshot::new()
            .symlink("documents/prds/PRD-0001")
            .symlink("documents/prds/PRD-0002/requirements")
            .symlink("documents/prds/PRD-0002/notes")
            .symlink("documents/prds/drafts")
            .symlink("evidence/prd/PRD-0003/ccp");
        let layout = Layout::default();
        let paths: Vec<&str> =
            blocked_prds(tree.entries(), &layout).map(|entry| entry.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "documents/prds/PRD-0001",
                "documents/prds/PRD-0002/requirements",
                "evidence/prd/PRD-0003/ccp"
            ]
        );
    }
}
