//! The table of what councils about a question do: every test that it names is there.

use std::fs;

use walkdir::WalkDir;

use super::root;

/// The tests that the table names, each as its binary and its path.
fn named() -> Vec<(String, String)> {
    let page = root().join("docs/src/design/COUNCILS.md");
    let page = fs::read_to_string(page).expect("a page");
    let (_, table) = page.split_once("## §11 ").expect("a table");
    let cells = table.lines().filter_map(|row| row.strip_prefix("| ")?.split(" | ").nth(2));
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let named = quoted.filter_map(|text| text.split_once(' '));
    named.map(|(binary, test)| (binary.to_owned(), test.to_owned())).collect()
}

/// Whether a binary has a test of this path, the last word of which may be the beginning of a name.
fn is_there(binary: &str, test: &str) -> bool {
    let folder = match binary {
        "lib" => root().join("src"),
        _ => root().join("tests").join(binary),
    };
    let (module, name) = test.rsplit_once("::").expect("a path");
    let module = module.split("::").collect::<Vec<_>>().join("/");
    let files = WalkDir::new(&folder).into_iter().flatten().filter(|file| {
        let path = file.path().strip_prefix(&folder).expect("below").with_extension("");
        let path = path.to_string_lossy().into_owned();
        path == module || path == format!("{module}/mod") || format!("{path}/tests") == module
    });
    files.map(|file| fs::read_to_string(file.path()).unwrap_or_default()).any(|text| {
        let tests = text.split("#[test]").skip(1);
        let names = tests.filter_map(|rest| rest.split_once("fn ")?.1.split('(').next());
        names.into_iter().any(|own| own.starts_with(name))
    })
}

#[test]
fn every_test_that_the_table_of_councils_names_is_there() {
    let named = named();
    assert!(named.len() > 45, "{}", named.len());
    let missing: Vec<_> = named.iter().filter(|(binary, test)| !is_there(binary, test)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (binary, test) in [
        ("it", "councils::features::rounds::nobody_wrote_this"),
        ("lib", "config::panels::limits_from_config_and_more"),
        ("explore", "asked::every_way_through_chat"),
    ] {
        assert!(!is_there(binary, test), "{test}");
    }
}
