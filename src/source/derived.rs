//! An atlas for repositories that have none, derived from their own manifests (R43, DESIGN.md §5).
//! Manifests may be empty or broken: what they say only narrows what their presence shows.

use std::collections::BTreeSet;

use serde_json::Value;

use super::atlas::{Atlas, AtlasSource, Component};
use super::reading::Reading;
use crate::port::{Entry, EntryKind};
use crate::yaml::NodeRef;

/// More than any manifest that people write.
const MANIFEST_BYTES: u64 = 1 << 20;

/// The atlas that the manifests show; the first kind that the repository uses. The folder `evidence`
/// is no component: what one review writes must not change what the next one sees.
pub(super) fn atlas(reading: &mut Reading<'_>, entries: &[Entry], evidence: &str) -> Atlas {
    let kinds = [cargo, node, go, python];
    let found = kinds.into_iter().find_map(|kind| kind(reading, entries));
    let (source, files, folders) = found.unwrap_or_else(|| {
        let own = |entry: &&Entry| {
            entry.path.strip_prefix(evidence).is_some_and(|rest| rest.starts_with('/'))
        };
        let others = entries.iter().filter(|entry| !own(entry));
        let tops = others.filter_map(|e| Some(e.path.split_once('/')?.0.to_owned()));
        ("top-level folders", Vec::new(), tops.collect())
    });
    Atlas {
        source: AtlasSource::Derived(source),
        files,
        components: folders.into_iter().map(component).collect(),
        inventory: BTreeSet::new(),
    }
}

/// The kind, the manifests that were read, the folders.
type Derived = (&'static str, Vec<String>, BTreeSet<String>);

fn component(folder: String) -> Component {
    let name = folder.rsplit('/').next().unwrap_or_default();
    Component {
        id: if folder.is_empty() { "." } else { &folder }.to_owned(),
        name: if name.is_empty() { "." } else { name }.to_owned(),
        description: String::new(),
        extension_points: Vec::new(),
        path: folder,
    }
}

/// The folders that hold a regular file of this name; `""` is the root.
fn holders(entries: &[Entry], name: &str) -> BTreeSet<String> {
    let files = entries.iter().filter(|e| e.kind == EntryKind::File);
    files
        .filter_map(|entry| match entry.path.rsplit_once('/') {
            Some((folder, last)) => (last == name).then(|| folder.to_owned()),
            None => (entry.path == name).then(String::new),
        })
        .filter(|folder| !folder.split('/').any(|part| part == "node_modules"))
        .collect()
}

fn text(reading: &mut Reading<'_>, path: &str) -> String {
    let bytes = reading.bytes(path, MANIFEST_BYTES).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Every folder that holds a Cargo.toml. The root's is a component of its own only when it has a
/// package, or when there is no other: a virtual manifest would make everything its own.
fn cargo(reading: &mut Reading<'_>, entries: &[Entry]) -> Option<Derived> {
    let mut folders = holders(entries, "Cargo.toml");
    if folders.is_empty() {
        return None;
    }
    let mut files = Vec::new();
    if folders.contains("") {
        files.push("Cargo.toml".to_owned());
        let manifest = text(reading, "Cargo.toml");
        let is_package = manifest.lines().any(|line| line.trim() == "[package]");
        if folders.len() > 1 && !is_package {
            folders.remove("");
        }
    }
    Some(("Cargo workspace", files, folders))
}

/// The folders with a package.json that the root's `workspaces` or pnpm's `packages` name.
fn node(reading: &mut Reading<'_>, entries: &[Entry]) -> Option<Derived> {
    let pnpm = "pnpm-workspace.yaml";
    let has = |path: &str| {
        entries
            .binary_search_by(|e| e.path.as_str().cmp(path))
            .is_ok_and(|at| entries[at].kind == EntryKind::File)
    };
    let (has_npm, has_pnpm) = (has("package.json"), has(pnpm));
    if !has_npm && !has_pnpm {
        return None;
    }
    let (mut files, mut globs) = (Vec::new(), Vec::new());
    if has_npm {
        files.push("package.json".to_owned());
        let manifest: Value =
            serde_json::from_str(&text(reading, "package.json")).unwrap_or_default();
        let spaces = manifest.get("workspaces").unwrap_or(&Value::Null);
        let spaces = spaces.get("packages").unwrap_or(spaces);
        let named = spaces.as_array().into_iter().flatten();
        globs.extend(named.filter_map(|g| g.as_str().map(str::to_owned)));
    }
    if has_pnpm {
        files.push(pnpm.to_owned());
        if let Ok(document) = reading.yaml(pnpm) {
            let named = document.root().get("packages").into_iter();
            let named = named.flat_map(NodeRef::items);
            globs.extend(named.filter_map(|g| g.as_str().map(str::to_owned)));
        }
    }
    let mut folders = holders(entries, "package.json");
    let members = chosen(&folders, &globs);
    if members.is_empty() {
        narrow(&mut folders);
    } else {
        folders = members;
    }
    if folders.is_empty() {
        folders.insert(String::new());
    }
    Some(("package.json workspaces", files, folders))
}

/// The folders with a go.mod, of which `go.work` may name some.
fn go(reading: &mut Reading<'_>, entries: &[Entry]) -> Option<Derived> {
    let mut folders = holders(entries, "go.mod");
    let has_work = holders(entries, "go.work").contains("");
    if folders.is_empty() && !has_work {
        return None;
    }
    let mut files = Vec::new();
    if has_work {
        files.push("go.work".to_owned());
        let used = uses(&text(reading, "go.work"));
        let members: BTreeSet<String> = folders.intersection(&used).cloned().collect();
        if !members.is_empty() {
            folders = members;
        }
    }
    narrow(&mut folders);
    if folders.is_empty() {
        folders.insert(String::new());
    }
    Some(("go.work", files, folders))
}

/// `use ./a` and the lines of `use ( … )`.
fn uses(work: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut inside = false;
    for line in work.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        let path = match line.strip_prefix("use") {
            Some(rest) if rest.trim() == "(" => {
                inside = true;
                continue;
            }
            Some(rest) if rest.starts_with([' ', '\t']) => rest.trim(),
            _ if line == ")" => {
                inside = false;
                continue;
            }
            _ if inside => line,
            _ => continue,
        };
        let path = path.trim_matches(['"', '`']);
        let path = path.trim_start_matches("./").trim_end_matches('/');
        found.insert(if path == "." { "" } else { path }.to_owned());
    }
    found
}

fn python(_: &mut Reading<'_>, entries: &[Entry]) -> Option<Derived> {
    let mut folders = holders(entries, "pyproject.toml");
    narrow(&mut folders);
    (!folders.is_empty()).then(|| ("pyproject", Vec::new(), folders))
}

/// Without the root, when there are others: a root that holds everything tells nothing apart.
fn narrow(folders: &mut BTreeSet<String>) {
    if folders.len() > 1 {
        folders.remove("");
    }
}

/// The folders that some glob names and no `!glob` takes back.
fn chosen(folders: &BTreeSet<String>, globs: &[String]) -> BTreeSet<String> {
    let clean = |glob: &str| {
        let glob = glob.trim_start_matches("./").trim_end_matches('/');
        glob.split('/').map(str::to_owned).collect::<Vec<_>>()
    };
    let (out, in_): (Vec<&String>, Vec<&String>) = globs.iter().partition(|g| g.starts_with('!'));
    let matches_any = |folder: &str, globs: &[&String]| {
        let parts: Vec<&str> = folder.split('/').collect();
        globs.iter().any(|glob| glob_matches(&clean(glob.trim_start_matches('!')), &parts))
    };
    let members = folders.iter().filter(|folder| {
        !folder.is_empty() && matches_any(folder, &in_) && !matches_any(folder, &out)
    });
    members.cloned().collect()
}

/// `**` stands for any number of folders, `*` for any part of one name. Linear in both.
fn glob_matches(glob: &[String], parts: &[&str]) -> bool {
    wild_matches(
        glob,
        parts,
        |g| g == "**",
        |g, part| {
            let letters: Vec<char> = g.chars().collect();
            let name: Vec<char> = part.chars().collect();
            wild_matches(&letters, &name, |c| *c == '*', |a, b| a == b)
        },
    )
}

/// Matching with one wildcard that stands for any run, going back only to the last one.
fn wild_matches<G, T>(
    glob: &[G],
    text: &[T],
    is_wild: impl Fn(&G) -> bool,
    same: impl Fn(&G, &T) -> bool,
) -> bool {
    let (mut g, mut t) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while t < text.len() {
        if g < glob.len() && is_wild(&glob[g]) {
            last = Some((g, t));
            g += 1;
        } else if g < glob.len() && same(&glob[g], &text[t]) {
            g += 1;
            t += 1;
        } else if let Some((wild, from)) = last {
            last = Some((wild, from + 1));
            g = wild + 1;
            t = from + 1;
        } else {
            return false;
        }
    }
    glob[g..].iter().all(is_wild)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::Snapshot as _;
    use crate::source::memory::MemorySnapshot;

    fn derived(files: &[(&str, &str)]) -> (AtlasSource, Vec<String>) {
        let tree =
            files.iter().fold(MemorySnapshot::new(), |tree, (path, text)| tree.file(*path, text));
        let atlas = atlas(&mut Reading::new(&tree, true), tree.entries(), "evidence/rfc");
        (atlas.source, atlas.components.into_iter().map(|c| c.id).collect())
    }

    #[test]
    fn each_kind_of_manifest_names_its_components() {
        let workspace = r#"{"workspaces": ["packages/*", "!packages/old"]}"#;
        type Case<'a> = (&'a [(&'a str, &'a str)], &'static str, &'a [&'a str]);
        let cases: [Case<'_>; 13] = [
            (&[("Cargo.toml", ""), ("crates/a/Cargo.toml", "")], "Cargo workspace", &["crates/a"]),
            (
                &[("Cargo.toml", "[package]"), ("fuzz/Cargo.toml", "")],
                "Cargo workspace",
                &[".", "fuzz"],
            ),
            (&[("Cargo.toml", "\u{0}[["), ("src/lib.rs", "")], "Cargo workspace", &["."]),
            (
                &[
                    ("package.json", workspace),
                    ("packages/a/package.json", ""),
                    ("packages/old/package.json", ""),
                    ("tools/package.json", ""),
                ],
                "package.json workspaces",
                &["packages/a"],
            ),
            (
                &[("package.json", "{"), ("web/package.json", "")],
                "package.json workspaces",
                &["web"],
            ),
            (
                &[
                    ("apps/deep/b/package.json", ""),
                    ("pnpm-workspace.yaml", "packages: ['apps/**']\n"),
                    ("x/package.json", ""),
                ],
                "package.json workspaces",
                &["apps/deep/b"],
            ),
            (&[("package.json", "{}"), ("src/a.js", "")], "package.json workspaces", &["."]),
            (
                &[
                    ("a/go.mod", ""),
                    ("b/go.mod", ""),
                    ("go.work", "go 1.22\nuse (\n\t./a // x\n)\n"),
                ],
                "go.work",
                &["a"],
            ),
            (&[("pyproject.toml", ""), ("lib/pyproject.toml", "")], "pyproject", &["lib"]),
            (
                &[("README", ""), ("docs/a.md", ""), ("src/a.c", "")],
                "top-level folders",
                &["docs", "src"],
            ),
            (
                &[("evidence/rfc/RFC-0001/reviews/a.yaml", ""), ("evidence_of/b", "")],
                "top-level folders",
                &["evidence_of"],
            ),
            (&[("evidence/rfc/a", ""), ("evidence/b", "")], "top-level folders", &["evidence"]),
            (&[], "top-level folders", &[]),
        ];
        for (files, source, folders) in cases {
            let (found, ids) = derived(files);
            assert_eq!(found, AtlasSource::Derived(source), "{files:?}");
            assert_eq!(ids, folders, "{files:?}");
        }
    }

    #[test]
    fn globs_match_by_folder() {
        let parts = |path: &'static str| path.split('/').collect::<Vec<_>>();
        let glob = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        assert!(glob_matches(&glob("a/*"), &parts("a/b")));
        assert!(!glob_matches(&glob("a/*"), &parts("a/b/c")));
        assert!(glob_matches(&glob("**/c"), &parts("a/b/c")));
        assert!(glob_matches(&glob("a/x-*-y"), &parts("a/x-1-y")));
        assert!(!glob_matches(&glob("a/x-*-y"), &parts("a/x-1")));
    }
}
