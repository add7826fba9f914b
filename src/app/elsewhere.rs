//! Plans that are there and are not read: in folders that no layout names, or in formats that have no
//! tickets.

use std::collections::BTreeSet;

use crate::port::{TreeEntry, beneath};

/// Folders in which features of spec-kit are found, too.
const SPECS: [&str; 4] = ["docs/specs", ".specify/specs", ".kiro/specs", ".claude/specs"];

/// A line for each place with plans that are not read.
pub(super) fn lines(entries: &[TreeEntry], specs: &str) -> Vec<String> {
    let roots = SPECS.iter().filter(|root| **root != specs);
    let mut found: Vec<String> = roots.filter_map(|root| features(entries, root)).collect();
    let named = |folder: &str, is_one: &dyn Fn(&str) -> bool| {
        beneath(entries, folder).filter(|(path, _)| is_one(path)).count()
    };
    let kiro = named(".kiro/specs", &|path| path.ends_with("/requirements.md"));
    let stories = named("docs/stories", &|path| path.ends_with(".md") && !path.contains('/'));
    let keps = named("keps", &|path| path.ends_with("/kep.yaml") || path.ends_with("/README.md"));
    let rfcs = named("text", &|path| {
        let digits = path.bytes().take_while(u8::is_ascii_digit).count();
        digits == 4 && path[4..].starts_with('-') && path.ends_with(".md")
    });
    for (count, folder, what) in [
        (kiro, ".kiro/specs", "of Kiro"),
        (stories, "docs/stories", "of BMAD v4"),
        (keps, "keps", "of Kubernetes enhancements"),
        (rfcs, "text", "of Rust RFCs"),
    ] {
        if count > 0 {
            let files = if count == 1 { "plan" } else { "plans" };
            found.push(format!(
                "`{folder}/` holds {count} {files} {what}, and that format is not read"
            ));
        }
    }
    found
}

fn features(entries: &[TreeEntry], root: &str) -> Option<String> {
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    for (path, _) in beneath(entries, root) {
        if let Some((folder, "spec.md")) = path.split_once('/') {
            folders.insert(folder);
        }
    }
    let folders = match folders.len() {
        0 => return None,
        1 => "1 folder".to_owned(),
        many => format!("{many} folders"),
    };
    Some(format!("`{root}/` holds {folders} with spec.md: set layout.specs to it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::Snapshot as _;
    use crate::source::memory::MemorySnapshot;

    #[test]
    fn plans_that_are_not_read_are_told() {
        let tree = MemorySnapshot::new()
            .file("docs/specs/001-a/spec.md", "")
            .file("docs/specs/002-b/spec.md", "")
            .file("docs/specs/002-b/x/spec.md", "")
            .file(".kiro/specs/a/requirements.md", "")
            .file("keps/sig-a/1-b/kep.yaml", "")
            .file("text/0001-a.md", "")
            .file("text/0002-b.md", "")
            .file("text/README.md", "");
        assert_eq!(
            lines(tree.entries(), "specs"),
            [
                "`docs/specs/` holds 2 folders with spec.md: set layout.specs to it",
                "`.kiro/specs/` holds 1 plan of Kiro, and that format is not read",
                "`keps/` holds 1 plan of Kubernetes enhancements, and that format is not read",
                "`text/` holds 2 plans of Rust RFCs, and that format is not read",
            ]
        );
        assert_eq!(lines(tree.entries(), "docs/specs").len(), 3);
        assert!(lines(MemorySnapshot::new().entries(), "specs").is_empty());
    }
}
