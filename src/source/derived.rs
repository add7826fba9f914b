//! An atlas for repositories that have none, derived from their own manifests (R43, DESIGN.md §5).
//! Manifests may be empty or broken: what they say only narrows what their presence shows.

use std::collections::BTreeSet;

use serde_json::Value;

use super::atlas::{Atlas, AtlasSource, Component};
use super::reading::Reading;
use crate::port::{EntryKind, TreeEntry};
use crate::yaml::NodeRef;

/// More than any manifest that people write.
const MANIFEST_BYTES: u64 = 1 << 20;

/// The atlas that the manifests show; the first kind that the repository uses. The folder `evidence`
/// is no component: what one review writes must not change what the next one sees.
pub(super) fn atlas(reading: &mut Reading<'_>, entries: &[TreeEntry], evidence: &str) -> Atlas {
    let kinds = [cargo, node, go, python];
    let found = kinds.into_iter().find_map(|kind| kind(reading, entries));
    let (source, files, folders) = found.unwrap_or_else(|| {
        let own = |entry: &&TreeEntry| {
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
fn holders(entries: &[TreeEntry], name: &str) -> BTreeSet<String> {
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

/// A manifest in TOML; empty when it cannot be read.
fn toml(reading: &mut Reading<'_>, path: &str) -> toml::Table {
    text(reading, path).parse().unwrap_or_default()
}

/// The texts of a list in TOML.
fn texts(list: Option<&toml::Value>) -> Vec<String> {
    let items = list.and_then(toml::Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

/// The members of a workspace, less what it excludes: folders, or folders to look below.
fn listed(workspace: Option<&toml::Value>) -> Globs {
    let list = |key: &str| texts(workspace.and_then(|workspace| workspace.get(key)));
    Globs { named: list("members"), excluded: list("exclude") }
}

/// The members of the workspace, and its root when that has a package: a virtual manifest would make
/// everything its own.
fn cargo(reading: &mut Reading<'_>, entries: &[TreeEntry]) -> Option<Derived> {
    let mut folders = holders(entries, "Cargo.toml");
    if folders.is_empty() {
        return None;
    }
    let mut files = Vec::new();
    if folders.contains("") {
        files.push("Cargo.toml".to_owned());
        let manifest = toml(reading, "Cargo.toml");
        folders = members(folders, &listed(manifest.get("workspace")));
        if manifest.contains_key("package") || folders.is_empty() {
            folders.insert(String::new());
        }
    } else {
        loose(&mut folders);
    }
    found("Cargo workspace", files, folders)
}

/// The folders with a package.json that the root's `workspaces` or pnpm's `packages` name.
fn node(reading: &mut Reading<'_>, entries: &[TreeEntry]) -> Option<Derived> {
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
    let (out, named): (Vec<String>, Vec<String>) =
        globs.into_iter().partition(|glob| glob.starts_with('!'));
    let excluded = out.iter().map(|glob| glob.trim_start_matches('!').to_owned()).collect();
    let folders = members(holders(entries, "package.json"), &Globs { named, excluded });
    found("package.json workspaces", files, or_root(folders, true))
}

/// The folders with a go.mod, of which `go.work` may name some.
fn go(reading: &mut Reading<'_>, entries: &[TreeEntry]) -> Option<Derived> {
    let folders = holders(entries, "go.mod");
    let has_work = holders(entries, "go.work").contains("");
    if folders.is_empty() && !has_work {
        return None;
    }
    let (mut files, mut named) = (Vec::new(), Vec::new());
    if has_work {
        files.push("go.work".to_owned());
        named.extend(uses(&text(reading, "go.work")));
    }
    let has_root = has_work || folders.contains("");
    let folders = members(folders, &Globs { named, excluded: Vec::new() });
    found("go.work", files, or_root(folders, has_root))
}

/// The members of uv's workspace; without one, the folders with a pyproject.toml.
fn python(reading: &mut Reading<'_>, entries: &[TreeEntry]) -> Option<Derived> {
    let folders = holders(entries, "pyproject.toml");
    let (mut files, mut globs) = (Vec::new(), Globs::default());
    let has_root = folders.contains("");
    if has_root {
        let manifest = toml(reading, "pyproject.toml");
        let uv = manifest.get("tool").and_then(|tool| tool.get("uv"));
        globs = listed(uv.and_then(|uv| uv.get("workspace")));
        if !globs.named.is_empty() {
            files.push("pyproject.toml".to_owned());
        }
    }
    found("pyproject", files, or_root(members(folders, &globs), has_root))
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

/// What a root's manifest says of its members.
#[derive(Debug, Default)]
struct Globs {
    named: Vec<String>,
    excluded: Vec<String>,
}

/// R56: of the folders with a manifest those that the root's names; where it names none, those
/// that are not there for tests or taken over from elsewhere. The root is one only when it is named.
fn members(mut folders: BTreeSet<String>, globs: &Globs) -> BTreeSet<String> {
    if globs.named.is_empty() {
        loose(&mut folders);
        folders.remove("");
        return folders;
    }
    let clean = |glob: &String| {
        let glob = glob.trim_start_matches("./").trim_end_matches('/');
        let glob = if glob == "." { "" } else { glob };
        glob.split('/').map(str::to_owned).collect::<Vec<_>>()
    };
    let (named, excluded): (Vec<_>, Vec<_>) =
        (globs.named.iter().map(clean).collect(), globs.excluded.iter().map(clean).collect());
    let is_member = |folder: &String| {
        let parts: Vec<&str> = folder.split('/').collect();
        // What is excluded goes with all that is below it.
        let mut above = (1..=parts.len()).map(|depth| &parts[..depth]);
        named.iter().any(|glob| glob_matches(glob, &parts))
            && !above.any(|folder| excluded.iter().any(|glob| glob_matches(glob, folder)))
    };
    folders.retain(is_member);
    folders
}

/// Without what is there for tests, was built, or was taken over from elsewhere.
fn loose(folders: &mut BTreeSet<String>) {
    const OTHERS: [&str; 5] = ["tests", "fixtures", "testdata", "target", "vendor"];
    folders.retain(|folder| !folder.split('/').any(|part| OTHERS.contains(&part)));
}

/// What the manifests of one kind show; nothing when all of them are others'.
fn found(kind: &'static str, files: Vec<String>, folders: BTreeSet<String>) -> Option<Derived> {
    (!folders.is_empty()).then_some((kind, files, folders))
}

/// The root alone, where it has a manifest and there is nothing else.
fn or_root(mut folders: BTreeSet<String>, has_root: bool) -> BTreeSet<String> {
    if folders.is_empty() && has_root {
        folders.insert(String::new());
    }
    folders
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
    fn f33_components_are_the_members_that_the_root_names() {
        let cargo = |members: &str| format!("[workspace]\n{members}\n");
        let manifests = [
            "crates/a/Cargo.toml",
            "crates/b/Cargo.toml",
            "tools/x/Cargo.toml",
            "tests/data/crates/strata/Cargo.toml",
            "vendor/crates/c/Cargo.toml",
        ];
        for (root, expected) in [
            (cargo("members = ['crates/*']"), &["crates/a", "crates/b"][..]),
            (
                cargo(
                    "members = [\n  'crates/*', # all\n  './tools/x/',\n]\nexclude = ['crates/b']",
                ),
                &["crates/a", "tools/x"],
            ),
            (
                cargo("members = ['crates/**']\n[package]\nname = 'app'"),
                &[".", "crates/a", "crates/b"],
            ),
            (cargo("members = ['none/*']"), &["."]),
            (cargo("resolver = '3'"), &["crates/a", "crates/b", "tools/x"]),
            ("[package]\nname = 'app'".to_owned(), &[".", "crates/a", "crates/b", "tools/x"]),
            ("\u{0}[[".to_owned(), &["crates/a", "crates/b", "tools/x"]),
        ] {
            let files: Vec<(&str, &str)> = manifests
                .iter()
                .map(|path| (*path, ""))
                .chain([("Cargo.toml", root.as_str())])
                .collect();
            let (source, ids) = derived(&files);
            assert_eq!(source, AtlasSource::Derived("Cargo workspace"));
            assert_eq!(ids, expected, "{root}");
        }
        let uv = "[project]\nname = 'app'\n[tool.uv.workspace]\nmembers = ['packages/*']\nexclude = ['packages/old']\n";
        let (source, ids) = derived(&[
            ("pyproject.toml", uv),
            ("packages/a/pyproject.toml", ""),
            ("packages/old/pyproject.toml", ""),
            ("tests/packages/b/pyproject.toml", ""),
        ]);
        assert_eq!(
            (source, ids),
            (AtlasSource::Derived("pyproject"), vec!["packages/a".to_owned()])
        );
        let (_, ids) = derived(&[
            ("go.work", "use (\n\t.\n\t./tools\n)\n"),
            ("go.mod", ""),
            ("tools/go.mod", ""),
            ("internal/testdata/go.mod", ""),
        ]);
        assert_eq!(ids, [".", "tools"]);
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
