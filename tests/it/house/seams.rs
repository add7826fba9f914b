//! What it costs to add a thing, counted on one that is there: the files beside its own that name it.
//! A file more than is listed here is a seam that leaks.

use std::collections::BTreeSet;

use council_review::gates::RULES;

use super::imports::{Tree, without_tests, words};
use super::{root, sources};

/// A thing that is there, where it lives, and who else may name it.
struct Seam {
    what: &'static str,
    /// As an identifier, a path of them, or a text in quotes.
    names: &'static [&'static str],
    own: &'static [&'static str],
    others: &'static [&'static str],
    at_most: usize,
}

const SEAMS: [Seam; 8] = [
    Seam {
        what: "a report format",
        names: &["sarif", "Sarif"],
        own: &["report/sarif.rs"],
        others: &["report/formats.rs", "report/mod.rs"],
        at_most: 4,
    },
    Seam {
        what: "a dialect of a vendor",
        names: &["anthropic", "Anthropic"],
        own: &["members/dialect/anthropic.rs"],
        others: &["members/dialect/mod.rs", "model/dialect.rs"],
        at_most: 4,
    },
    Seam {
        what: "a document of --format json",
        names: &["PruneReport", "prune_report"],
        own: &["app/documents/prune.rs"],
        others: &["app/documents/mod.rs", "cli/prune.rs"],
        at_most: 4,
    },
    Seam {
        what: "a language of symbols",
        names: &["tree_sitter_python"],
        own: &["symbols/extract/mod.rs"],
        others: &[],
        at_most: 4,
    },
    Seam {
        what: "a council about a question",
        // A field `lenses` of the configuration holds lenses, whichever council looks through them.
        names: &[
            "Lenses",
            "LensesCouncil",
            "LensesPolicy",
            "LensesReply",
            "LensesSection",
            "LENSES",
            "lenses ::",
            "mod lenses",
            "\"lenses\"",
        ],
        own: &[
            "app/ask/lenses.rs",
            "config/panels/lenses.rs",
            "council/lenses/",
            "evidence/outcome/lenses.rs",
            "evidence/v2/outcome/lenses.rs",
            "model/lens.rs",
            "model/panel/lenses.rs",
            "prompt/lenses.rs",
            "rules/panelist/lenses.rs",
        ],
        // A line for `mod` in each room that knows councils by type; the last two know the lenses themselves.
        others: &[
            "app/ask/mod.rs",
            "config/panels/mod.rs",
            "council/mod.rs",
            "evidence/outcome/mod.rs",
            "evidence/v2/outcome.rs",
            "model/panel/mod.rs",
            "report/council_words.rs",
            "rules/panelist/mod.rs",
            "prompt/mod.rs",
        ],
        at_most: 9,
    },
    Seam {
        what: "an adapter of plans in another format",
        names: &["openspec", "OpenSpec"],
        own: &["gates/formats/openspec/", "source/formats/openspec/"],
        // Its name, its keys in the configuration, and a line in the tables of readers and of rules.
        others: &[
            "config/layout.rs",
            "gates/formats/mod.rs",
            "model/ids/subject.rs",
            "source/formats/mod.rs",
        ],
        at_most: 4,
    },
    Seam {
        what: "a door",
        names: &["lsp", "Lsp"],
        own: &["cli/editor.rs", "lsp/"],
        others: &["cli/args.rs", "cli/mod.rs", "lib.rs"],
        at_most: 4,
    },
    Seam {
        what: "a question of a council",
        names: &["Converge", "Convergence"],
        own: &["council/rfc"],
        others: &["app/progress.rs", "rules/mod.rs"],
        at_most: 4,
    },
];

/// Whether code names a thing: as an identifier or a path of them, or as a whole text in quotes. What is
/// asked for in quotes is only that.
fn is_named(code: &str, text: &str, name: &str) -> bool {
    let quoted = format!("\"{}\"", name.trim_matches('"'));
    let in_text = |line: &str| !line.trim_start().starts_with("//") && line.contains(&quoted);
    let path = words(name);
    // Most files do not have the letters at all: to see that costs little.
    code.contains(path[0]) && words(code).windows(path.len()).any(|words| words == path)
        || text.contains(&quoted) && without_tests(text).lines().any(in_text)
}

#[test]
fn what_is_added_is_named_where_the_table_says_and_nowhere_else() {
    let tree = Tree::read();
    for Seam { what, names, own, others, at_most } in SEAMS {
        let is_own = |file: &str| own.iter().any(|path| file.starts_with(path));
        let found: BTreeSet<String> = sources()
            .into_iter()
            .filter(|(file, _)| !is_own(file) && !tree.files[file].is_test)
            .filter(|(file, text)| {
                let code = &tree.files[file].code;
                names.iter().any(|name| is_named(code, text, name))
            })
            .map(|(file, _)| file)
            .collect();
        let listed: BTreeSet<String> = others.iter().map(|&file| file.to_owned()).collect();
        assert_eq!(found, listed, "{what}");
        assert!(others.len() <= at_most, "{what} costs a line in more than {at_most} files");
        let home = |path: &&str| tree.files.keys().any(|file| file.starts_with(*path));
        assert!(own.iter().all(home), "{what} has moved");
    }
}

/// Files about what rules have to do with each other: a rule stands there only when it explains another
/// one, or is told by it.
const BETWEEN_RULES: [&str; 5] = [
    "gates/advisory/mod.rs",
    "gates/consequences/mod.rs",
    "gates/consequences/scene.rs",
    "gates/schema/hidden.rs",
    "gates/schema/misspelt.rs",
];

/// Rooms that know no rule of a gate. A question's options are called O1 to O9.
const ROOMS_OF_QUESTIONS: [&str; 5] = [
    "app/ask/",
    "council/rounds/",
    "evidence/outcome/",
    "model/question.rs",
    "report/council_words.rs",
];

/// What it is, why, an example and its check stand in one file; the table of its gate names it, and
/// nothing else.
#[test]
fn a_rule_of_a_gate_is_one_file_and_a_line_in_the_table_of_its_gate() {
    let tree = Tree::read();
    let texts: Vec<(String, String)> =
        sources().into_iter().filter(|(file, _)| !tree.files[file].is_test).collect();
    let (mut wrong, mut alone) = (Vec::new(), 0);
    for rule in RULES {
        let id = rule.id.as_str();
        let declared = format!("static {id}:");
        let own: Vec<&String> = texts
            .iter()
            .filter(|(_, text)| text.contains(&declared))
            .map(|(file, _)| file)
            .collect();
        let [own] = own.as_slice() else { panic!("{id} is declared in {own:?}") };
        let table = own.rsplit_once('/').map(|(folder, _)| format!("{folder}/mod.rs"));
        let table = table.expect("a rule has a folder");
        let named: BTreeSet<&str> = texts
            .iter()
            .filter(|(file, text)| file != *own && is_named(&tree.files[file].code, text, id))
            // The three rounds of a council about a question are called R1 to R3.
            .filter(|(file, _)| !ROOMS_OF_QUESTIONS.iter().any(|room| file.starts_with(room)))
            .map(|(file, _)| file.as_str())
            .collect();
        let others: Vec<&str> = named.iter().copied().filter(|file| *file != table).collect();
        alone += usize::from(others.is_empty());
        let stray = others.into_iter().filter(|file| !BETWEEN_RULES.contains(file));
        wrong.extend(stray.map(|file| format!("{id} costs a line in {file}, too")));
        if !named.contains(table.as_str()) {
            wrong.push(format!("{id} is not in {table}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(alone > 25, "{alone} rules cost one file and one line");
}

/// People read the page before they add a thing: it names the files of the table, and none that is gone.
#[test]
fn the_page_of_what_can_be_added_names_files_that_are_there() {
    let page = std::fs::read_to_string(root().join("docs/src/design/extend.md")).expect("a page");
    let words: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    let is_path = |word: &&&str| ["src/", "tests/", "docs/"].iter().any(|at| word.starts_with(at));
    let paths: Vec<&&str> =
        words.iter().filter(is_path).filter(|word| !word.contains(['<', ' '])).collect();
    assert!(paths.len() > 30, "the test reads paths: {}", paths.len());
    let gone: Vec<_> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(gone.is_empty(), "{gone:?}");
    for what in [
        "a report format",
        "a dialect of a vendor",
        "a document of --format json",
        "a council about a question",
        "an adapter of plans in another format",
        "a door",
    ] {
        let seam = SEAMS.iter().find(|seam| seam.what == what).expect("a row");
        for file in seam.others {
            // What prints a document is one of many.
            let (folder, _) = file.rsplit_once('/').unwrap_or_default();
            let is_named = words.contains(&format!("src/{file}").as_str())
                || folder == "cli" && words.contains(&"src/cli/");
            assert!(is_named, "{what}: {file}");
        }
    }
}
