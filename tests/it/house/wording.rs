//! F54: the words of what people and models are given to read: README, prompts and `--help`.
//! `src/report/wording_tests.rs` reads the pages, `tests/catch` what the built-in rules say.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::binary;
use crate::support::own::own;
use crate::support::wording::{faults, has_word};
use serde_json::Value;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("there")
}

#[test]
fn f54_the_readme_is_plain() {
    let found = faults(&paragraphs(&read("README.md")));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn f54_the_prompts_are_plain() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("prompts");
    let mut found = Vec::new();
    let mut templates = 0;
    let files = |folder: &Path| {
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path())
    };
    for file in files(&folder).chain(files(&folder.join("councils"))).filter(|path| path.is_file())
    {
        let text = fs::read_to_string(&file).expect("text");
        let name = file.file_name().expect("a name").to_string_lossy();
        if name.ends_with(".j2") {
            templates += 1;
            let faults = faults(&paragraphs(&text));
            found.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(templates >= 27, "{templates}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The 80 modes are questions to a model, some of them long; their words are checked, not their length.
#[test]
fn f54_the_modes_hold_no_word_that_stops_a_reader() {
    let modes: Value = yaml_serde::from_str(&read("prompts/modes.yaml")).expect("YAML");
    let modes = modes["modes"].as_array().expect("modes");
    assert_eq!(modes.len(), 80);
    let found: Vec<String> = modes.iter().flat_map(|mode| has_word(&mode.to_string())).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What `--help` prints of a command, with its words on one line each, and the names of its commands.
fn help(of: &[String]) -> (String, Vec<String>) {
    let run = binary().args(of).arg("--help").output().expect("it runs");
    assert!(run.status.success(), "{of:?}");
    let page = String::from_utf8(run.stdout).expect("UTF-8");
    let mut told = Vec::new();
    let mut commands = Vec::new();
    let mut is_commands = false;
    for line in page.lines() {
        if !line.starts_with(' ') {
            is_commands = line == "Commands:";
        }
        let text = line.trim();
        let is_name = line.starts_with("  ") && !line.starts_with("   ") && !text.starts_with('-');
        if is_commands && is_name {
            commands.extend(text.split_whitespace().next().map(str::to_owned));
        }
        // An option's or a command's words begin after two blanks.
        match text.split_once("  ") {
            Some((_, words)) if is_name || text.starts_with('-') => {
                told.push(words.trim().to_owned());
            }
            _ if text.is_empty() || text.starts_with('-') => told.push(String::new()),
            _ => match told.last_mut() {
                Some(last) => last.extend([" ", text]),
                None => told.push(text.to_owned()),
            },
        }
    }
    commands.retain(|name| name != "help");
    (told.join("\n"), commands)
}

#[test]
fn f54_the_help_of_each_command_is_plain() {
    let mut found = BTreeSet::new();
    let mut open = vec![Vec::new()];
    let mut pages = 0;
    while let Some(command) = open.pop() {
        let (page, commands) = help(&command);
        pages += 1;
        open.extend(commands.into_iter().map(|name| [&command[..], &[name]].concat()));
        let faults = faults(&own(&page));
        found.extend(faults.into_iter().map(|fault| format!("{command:?}: {fault}")));
    }
    assert!(pages >= 22, "{pages}");
    assert!(found.is_empty(), "{}", found.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The sentences that a page of Markdown tells: its paragraphs, entries of lists and cells of tables,
/// each on one line, as [`own`] has it; no code, no heading.
fn paragraphs(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for line in markdown.lines() {
        let text = line.trim();
        if text.starts_with("```") {
            is_code = !is_code;
        }
        if is_code || text.is_empty() || text.starts_with(['#', '|', '`']) {
            is_open = false;
        }
        if is_code || text.starts_with(['#']) || text.starts_with("```") {
            continue;
        }
        if text.starts_with('|') {
            lines.extend(text.split('|').map(str::to_owned));
            continue;
        }
        let is_entry = text.starts_with("- ")
            || text.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        match lines.last_mut().filter(|_| is_open && !is_entry) {
            Some(last) => last.extend([" ", text]),
            None => lines.push(text.to_owned()),
        }
        is_open = !text.is_empty();
    }
    let lines: Vec<String> = lines.iter().map(|line| own(line).replace("**", "")).collect();
    lines.join("\n")
}

/// What people read is for people: code takes tickets, symbols and lines from `related` and from places.
/// Reports may cut and fold texts, and the lines of an answer are held to their lengths.
#[test]
fn no_code_reads_a_finding_s_text() {
    const READS: [&str; 8] = [
        "contains(",
        "ends_with(",
        "find(",
        "match_indices(",
        "split(",
        "split_once(",
        "starts_with(",
        "strip_prefix(",
    ];
    // R45 names a path that is nowhere, so it is no place: of several in one note, the text says which.
    const BY_TEXT: &str = "gates/consequences/scene.rs";
    let fields = ["description", "description()", "remediation", "remediation()"];
    let mut found = Vec::new();
    let mut seen = 0;
    let is_code =
        |file: &str| !file.starts_with("report/") && !file.contains("/tests") && file != BY_TEXT;
    for (file, text) in super::sources().iter().filter(|(file, _)| is_code(file)) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        seen += fields.iter().filter(|field| code.contains(&format!(".{field}"))).count();
        let flat = code.split_whitespace().collect::<Vec<_>>().join("");
        // What an atlas says of an extension point is no finding's text.
        let flat = flat.replace("point.description", "");
        for read in READS {
            let parsed = fields.iter().find(|field| flat.contains(&format!(".{field}.{read}")));
            found.extend(parsed.map(|field| format!("{file}: {field}.{read}")));
        }
    }
    assert!(seen > 10, "the test meets texts: {seen}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
