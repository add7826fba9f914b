//! What the files of `src` name of each other, read as the compiler would: `crate::`, `super::`,
//! `self::`, groups, and names that a module has from another one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::sources;

/// The names of a path below the crate: `["report", "terminal", "Style"]`.
pub(super) type Names = Vec<String>;

/// A file of `src`.
pub(super) struct File {
    /// The module that it is.
    pub(super) module: Names,
    /// Whether it is compiled for tests alone.
    pub(super) is_test: bool,
    /// Its text without comments, texts and unit tests.
    pub(super) code: String,
    /// Every path that it names, from the crate's root, with its unit tests and without.
    pub(super) named: Vec<Names>,
    pub(super) named_in_code: Vec<Names>,
    /// What its own `use` gives a name to.
    uses: BTreeMap<String, Names>,
}

/// All of them, by path below `src`.
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, File>,
    modules: BTreeMap<Names, String>,
}

impl Tree {
    /// All of `src`, read once.
    pub(super) fn read() -> &'static Self {
        static TREE: OnceLock<Tree> = OnceLock::new();
        TREE.get_or_init(|| Self::of(sources()))
    }

    /// A tree of these texts, by path below `src`.
    fn of(texts: Vec<(String, String)>) -> Self {
        let modules: BTreeMap<Names, String> =
            texts.iter().map(|(path, _)| (module_of(path), path.clone())).collect();
        let tests: BTreeSet<Names> = texts
            .iter()
            .flat_map(|(path, text)| test_modules(text).map(|name| below(&module_of(path), &name)))
            .collect();
        let files = texts.into_iter().map(|(path, text)| {
            let module = module_of(&path);
            let is_test = (1..=module.len()).any(|depth| tests.contains(&module[..depth]));
            let (whole, code) = (bare(&text), bare(without_tests(&text)));
            let of = |code: &str| Reader { module: &module, modules: &modules }.read(code);
            let (named, uses) = of(&whole);
            let (named_in_code, _) = of(&code);
            (path, File { module, is_test, code, named, named_in_code, uses })
        });
        let files = files.collect();
        Self { files, modules }
    }

    /// The file in which stands what a path names, where another module's `use` leads.
    pub(super) fn home(&self, path: &[String]) -> Option<&str> {
        let mut path = path.to_vec();
        // A chain of names is short; a circle of them would not compile.
        for _ in 0..8 {
            let depth = (0..=path.len()).rev().find(|&n| self.modules.contains_key(&path[..n]))?;
            let file = &self.modules[&path[..depth]];
            let leads = path.get(depth).and_then(|name| self.files[file].uses.get(name));
            match leads.filter(|to| **to != path[..=depth]) {
                Some(to) => path = to.iter().chain(&path[depth + 1..]).cloned().collect(),
                None => return Some(file),
            }
        }
        None
    }
}

fn module_of(path: &str) -> Names {
    let stem = path.trim_end_matches(".rs");
    let stem = ["lib", "main"].iter().find(|root| **root == stem).map_or(stem, |_| "");
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    stem.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn below(module: &[String], name: &str) -> Names {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// The modules with a file of their own that a text has for its tests.
fn test_modules(text: &str) -> impl Iterator<Item = String> {
    text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| {
        let item = rest.lines().find(|line| !line.trim_start().starts_with("#["))?;
        let name = item.split_once("mod ")?.1.strip_suffix(';')?;
        Some(name.to_owned())
    })
}

/// The text before its unit tests, which may use what the code may not.
pub(super) fn without_tests(text: &str) -> &str {
    let is_block = |at: usize| {
        let mut items = text[at..].lines().skip(1).filter(|line| !line.starts_with("#["));
        items.next().is_some_and(|item| item.starts_with("mod ") && item.ends_with('{'))
    };
    let block = text.match_indices("#[cfg(test)]\n").map(|(at, _)| at).find(|&at| is_block(at));
    &text[..block.unwrap_or(text.len())]
}

/// A text of Rust without its comments and with nothing in its texts.
fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'', 'r']) {
        bare.push_str(&rest[..at]);
        rest = &rest[at..];
        let c = char::from(rest.as_bytes()[0]);
        let is_word = bare.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let raw = rest.strip_prefix('r').filter(|_| !is_word).and_then(|raw| {
            let signs = raw.len() - raw.trim_start_matches('#').len();
            raw[signs..].strip_prefix('"').map(|text| (format!("\"{}", "#".repeat(signs)), text))
        });
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some((close, text)) = raw {
            let open = rest.len() - text.len();
            open + text.find(&close).map_or(text.len(), |at| at + close.len())
        } else if c == '"' {
            closed(rest, '"')
        } else if c == '\'' && (rest[1..].starts_with('\\') || is_letter(rest)) {
            closed(rest, '\'')
        } else {
            bare.push(c);
            1
        };
        rest = &rest[end..];
    }
    bare + rest
}

/// Whether a `'` begins a letter, and no lifetime.
fn is_letter(rest: &str) -> bool {
    rest.chars().nth(2) == Some('\'')
}

/// Where a text or letter ends that begins here.
fn closed(rest: &str, sign: char) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == sign && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(rest.len(), |(at, c)| at + c.len_utf8())
}

/// Reads the paths of one module's code.
struct Reader<'t> {
    module: &'t Names,
    modules: &'t BTreeMap<Names, String>,
}

impl Reader<'_> {
    /// What is named, and what `use` gives a name to.
    fn read(&self, code: &str) -> (Vec<Names>, BTreeMap<String, Names>) {
        let words = words(code);
        let (mut named, mut uses) = (Vec::new(), BTreeMap::new());
        // The modules within the file that are open, by the depth of their block.
        let (mut depth, mut inner): (usize, Vec<(usize, &str)>) = (0, Vec::new());
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let mut at = 0;
        while at < words.len() {
            let here = || -> Names {
                let own = inner.iter().map(|(_, name)| (*name).to_owned());
                self.module.iter().cloned().chain(own).collect()
            };
            match word(at) {
                "mod" if word(at + 2) == "{" => {
                    inner.push((depth, word(at + 1)));
                    at += 2;
                    continue;
                }
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    inner.retain(|(of, _)| *of < depth);
                }
                "use" => {
                    let mut found = Vec::new();
                    at = self.tree(&words, at + 1, None, &here(), &mut found);
                    for (name, path) in found {
                        if inner.is_empty() {
                            uses.insert(name, path.clone());
                        }
                        named.push(path);
                    }
                    continue;
                }
                "crate" | "self" | "super"
                    if word(at + 1) == "::" && (at == 0 || word(at - 1) != "::") =>
                {
                    let mut found = Vec::new();
                    at = self.tree(&words, at, None, &here(), &mut found);
                    named.extend(found.into_iter().map(|(_, path)| path));
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        (named, uses)
    }

    /// Reads a path with its groups from `at` on, behind `before`; gives where it ends.
    fn tree(
        &self,
        words: &[&str],
        mut at: usize,
        before: Option<Names>,
        here: &Names,
        found: &mut Vec<(String, Names)>,
    ) -> usize {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let mut path = before;
        loop {
            match (word(at), path.as_mut()) {
                ("{", _) => {
                    at += 1;
                    while word(at) != "}" && at < words.len() {
                        at = self.tree(words, at, path.clone(), here, found);
                        at += usize::from(word(at) == ",");
                    }
                    return at + 1;
                }
                ("crate", None) => path = Some(Names::new()),
                ("self", None) => path = Some(here.clone()),
                ("super", None) => path = Some(here[..here.len().saturating_sub(1)].to_vec()),
                ("super", Some(path)) => drop(path.pop()),
                ("self", Some(_)) => {}
                ("*", Some(path)) => {
                    found.push(("*".to_owned(), path.clone()));
                    return at + 1;
                }
                (name, None) => {
                    // A path that begins with a name leads to a child, or to another crate.
                    let child = below(here, name);
                    if !self.modules.contains_key(&child) {
                        return self.skipped(words, at);
                    }
                    path = Some(child);
                }
                (name, Some(path)) => path.push(name.to_owned()),
            }
            at += 1;
            if word(at) != "::" || !is_part(word(at + 1)) {
                break;
            }
            at += 1;
        }
        let path = path.unwrap_or_default();
        let mut name = path.last().cloned().unwrap_or_default();
        if word(at) == "as" {
            name = word(at + 1).to_owned();
            at += 2;
        }
        found.push((name, path));
        at
    }

    /// Behind a path of another crate.
    fn skipped(&self, words: &[&str], mut at: usize) -> usize {
        let mut depth = 0;
        while let Some(word) = words.get(at) {
            match *word {
                "{" => depth += 1,
                "}" if depth == 0 => return at,
                "}" => depth -= 1,
                ";" | "," if depth == 0 => return at,
                _ => {}
            }
            at += 1;
        }
        at
    }
}

/// Whether a word goes on with a path.
fn is_part(word: &str) -> bool {
    word == "{" || word == "*" || word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The words and signs of a code, `::` as one.
pub(super) fn words(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(c) = rest.chars().next() {
        let end = match rest.find(|c| !is_word(c)).unwrap_or(rest.len()) {
            0 if rest.starts_with("::") => 2,
            0 => c.len_utf8(),
            end => end,
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

#[test]
fn paths_are_read_as_the_compiler_reads_them() {
    let text = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let tree = Tree::of(vec![
        text("a/mod.rs", "mod b;\nmod c;\npub use b::{B, deep::D as E};\n"),
        text("a/b/mod.rs", "pub mod deep;\nuse super::c::C;\n"),
        text("a/b/deep.rs", "use super::super::{c, E};\nfn f() { crate::x::y() }\n"),
        text(
            "a/c.rs",
            "// crate::no\nfn f(_: &str) -> super::E { f(\"crate::no\") }\n#[cfg(test)]\nmod tests {\n    use super::super::B;\n}\n",
        ),
        text("x.rs", "use crate::{a::{self, E}, x};\nuse serde::{a, b::c};\nuse std::fmt;\n"),
    ]);
    let named = |file: &str| -> Vec<String> {
        tree.files[file].named.iter().map(|path| path.join("::")).collect()
    };
    assert_eq!(named("a/mod.rs"), ["a::b::B", "a::b::deep::D"]);
    assert_eq!(named("a/b/mod.rs"), ["a::c::C"]);
    assert_eq!(named("a/b/deep.rs"), ["a::c", "a::E", "x::y"]);
    assert_eq!(named("a/c.rs"), ["a::E", "a::B"]);
    assert_eq!(tree.files["a/c.rs"].named_in_code.len(), 1);
    assert_eq!(named("x.rs"), ["a", "a::E", "x"]);
    let home = |path: &str| {
        let path: Names = path.split("::").map(str::to_owned).collect();
        tree.home(&path).map(str::to_owned)
    };
    assert_eq!(home("a::E").as_deref(), Some("a/b/deep.rs"));
    assert_eq!(home("a::B").as_deref(), Some("a/b/mod.rs"));
    assert_eq!(home("x::y").as_deref(), Some("x.rs"));
}
