//! Which files of a room name which, and that they go in no circle.

use std::collections::{BTreeMap, BTreeSet};

use super::{sources, without_tests};

/// Rooms in which no file names, over others, itself.
const WITHOUT_CIRCLES: [&str; 3] = ["app", "report", "wiring"];

/// A path of a module or of what is in it, from the root.
type Path = Vec<String>;

/// The modules of `src`, each with what it makes known under a name of its own.
struct Tree {
    modules: BTreeMap<Path, BTreeMap<String, Path>>,
}

fn module_of(file: &str) -> Path {
    let stem = file.trim_end_matches(".rs");
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    let root = ["lib", "main"].contains(&stem);
    if root { Vec::new() } else { stem.split('/').map(str::to_owned).collect() }
}

/// The paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`. A name given with `as` is kept
/// as it was.
fn expanded(tree: &str) -> Vec<Path> {
    let words = |text: &str| -> Path {
        let text = text.split(" as ").next().unwrap_or_default();
        text.split("::")
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect()
    };
    let Some((head, group)) = tree.split_once('{') else { return vec![words(tree)] };
    let group = &group[..group.rfind('}').unwrap_or(group.len())];
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&group[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(expanded).map(|rest| [words(head), rest].concat()).collect()
}

/// What a text imports, and what it makes known.
fn imports(text: &str) -> (Vec<Path>, Vec<Path>) {
    let (mut own, mut known) = (Vec::new(), Vec::new());
    for statement in text.split(';') {
        let line = statement.trim_start().rsplit("\n\n").next().unwrap_or_default();
        let line = line.lines().filter(|line| !line.trim_start().starts_with("//"));
        let line = line.collect::<Vec<_>>().join(" ");
        let line = line.trim_start();
        let (is_public, rest) = match line.strip_prefix("pub") {
            Some(rest) => (true, rest.split_once("use ").map(|(_, rest)| rest)),
            None => (false, line.strip_prefix("use ")),
        };
        let paths = rest.map(expanded).unwrap_or_default();
        if is_public { known.extend(paths) } else { own.extend(paths) }
    }
    (own, known)
}

/// A path as it is written in a module, from the root; `None` for what is of others.
fn absolute(modules: &BTreeSet<Path>, module: &[String], path: &[String]) -> Option<Path> {
    let ups = path.iter().take_while(|word| *word == "super").count();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => Some([&module[..module.len().checked_sub(ups)?], &path[ups..]].concat()),
        first => {
            let child = [module, &[first.to_owned()]].concat();
            modules.contains(&child).then(|| [module, path].concat())
        }
    }
}

impl Tree {
    /// The module in which what a path means is written.
    fn home(&self, path: &[String], most: usize) -> Path {
        let mut at = Path::new();
        for (i, word) in path.iter().enumerate() {
            let below = [at.clone(), vec![word.clone()]].concat();
            if self.modules.contains_key(&below) {
                at = below;
            } else {
                let known = self.modules[&at].get(word).filter(|_| most > 0);
                return known.map_or(at, |known| {
                    self.home(&[known.clone(), path[i + 1..].to_vec()].concat(), most - 1)
                });
            }
        }
        at
    }
}

/// Each module of `src` with the modules that it imports from.
fn names(files: &[(String, String)]) -> BTreeMap<Path, BTreeSet<Path>> {
    let modules: BTreeSet<Path> = files.iter().map(|(file, _)| module_of(file)).collect();
    let read: Vec<_> =
        files.iter().map(|(file, text)| (module_of(file), imports(without_tests(text)))).collect();
    let mut tree = Tree { modules: BTreeMap::new() };
    for (module, (_, known)) in &read {
        let known = known
            .iter()
            .filter_map(|path| Some((path.last()?.clone(), absolute(&modules, module, path)?)));
        tree.modules.insert(module.clone(), known.collect());
    }
    let homes = |module: &Path, paths: &[Path]| {
        let paths = paths.iter().filter_map(|path| absolute(&modules, module, path));
        paths.map(|path| tree.home(&path, 8)).filter(|home| home != module).collect()
    };
    read.iter().map(|(module, (own, _))| (module.clone(), homes(module, own))).collect()
}

/// The modules of a room that name themselves over others.
fn in_circles(names: &BTreeMap<Path, BTreeSet<Path>>, room: &str) -> Vec<String> {
    let is_own = |module: &&Path| module.first().is_some_and(|first| first == room);
    let reaches_itself = |module: &&Path| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&Path> = names[*module].iter().filter(is_own).collect();
        while let Some(other) = next.pop() {
            if seen.insert(other) {
                next.extend(names[other].iter().filter(is_own));
            }
        }
        seen.contains(module)
    };
    names.keys().filter(is_own).filter(reaches_itself).map(|module| module.join("::")).collect()
}

#[test]
fn no_file_of_these_rooms_goes_in_a_circle() {
    let names = names(&sources());
    let edges: usize = names.values().map(BTreeSet::len).sum();
    assert!(edges > 1_000, "the test reads imports: {edges}");
    for room in WITHOUT_CIRCLES {
        assert_eq!(in_circles(&names, room), Vec::<String>::new(), "{room}");
    }
}

#[test]
fn a_circle_is_found_over_other_files_and_other_names() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let files = [
        file("lib.rs", "//! L.\n"),
        file("app/mod.rs", "//! A.\n\nmod a;\nmod b;\nmod c;\n\npub use c::Sea;\n"),
        file("app/a.rs", "//! A.\n\nuse std::io;\n\nuse super::b::{self, Bee};\n"),
        file("app/b.rs", "//! B.\n\nuse crate::{app::Sea, model::X};\n"),
        file("app/c.rs", "//! C.\n\nuse super::a;\n"),
        file("app/d.rs", "//! D.\n\nuse super::{a, b};\n"),
        file("model/mod.rs", "//! M.\n"),
    ];
    assert_eq!(in_circles(&names(&files), "app"), ["app::a", "app::b", "app::c"]);
    assert_eq!(in_circles(&names(&files[..4]), "app"), Vec::<String>::new());
}
