//! The known keys against the code that reads tickets and RFCs, and against the schemas that editors
//! use (GATES.md R52): none of the three can be changed alone.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;

type Names = BTreeSet<String>;

fn names(texts: &[&str]) -> Names {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// All keys of a level and of what is read below it.
fn known(level: &'static KeyLevel, into: &mut Names) {
    level.items.into_iter().for_each(|items| known(items, into));
    for key in level.keys() {
        let is_new = into.insert(key.name.to_owned());
        key.below
            .filter(|_| is_new || key.name != "source")
            .into_iter()
            .for_each(|b| known(b, into));
    }
}

fn of_tickets() -> Names {
    let mut found = Names::new();
    known(&ROOT, &mut found);
    found
}

fn of_rfcs() -> Names {
    let mut found = names(&["rfc_meta"]);
    let levels = [&RFC_META, &RFC_PROBLEM, &PLANNED, &REQUIREMENT_FILE];
    levels.into_iter().for_each(|level| known(level, &mut found));
    found
}

/// The keys that code asks for: the texts in the parentheses of its accessors, in the lists that
/// loops and accessors go through, and in its tables.
fn asked(code: &str) -> Names {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Names::new();
    let is_key =
        |text: &str| text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    // Texts between quotes stand at odd places.
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        found.extend(
            line.split('"').skip(1).step_by(2).filter(|text| is_key(text)).map(str::to_owned),
        );
    }
    found
}

/// What the readers of tickets ask for below the last level that R52 knows, in entries of lists.
const IN_TICKET_ENTRIES: &[&str] =
    &["artifact_ref", "code", "evidence_id", "example", "file", "path"];
/// Words in lines of notes, no keys.
const IN_NOTES: &[&str] = &[
    "add",
    "added",
    "and",
    "change",
    "changed",
    "created",
    "delete",
    "deleted",
    "existing",
    "line",
    "lines",
    "modified",
    "modify",
    "new",
    "remove",
    "removed",
    "see",
    "unchanged",
    "update",
    "updated",
];
/// Known because people write them; nothing is read from them.
const FOR_PEOPLE: &[&str] = &["blocks", "custody", "evidence_ids", "reason", "step", "test_id"];

#[test]
fn r52_the_readers_of_tickets_and_the_known_keys_are_one() {
    let readers = [
        include_str!("ticket_reader.rs"),
        include_str!("ticket_shape.rs"),
        include_str!("ticket_paths.rs"),
        include_str!("ticket_prose.rs"),
    ];
    let mut read: Names = readers.into_iter().flat_map(asked).collect();
    for other in names(IN_TICKET_ENTRIES).union(&names(IN_NOTES)) {
        assert!(read.remove(other), "{other} is asked for no more");
    }
    read.extend(names(FOR_PEOPLE));
    assert_eq!(read, of_tickets());
}

/// What the readers of RFCs ask for in file 02, which R52 does not look into, and the keys on the way to
/// entries.
const IN_OTHER_FILES: &[&str] = &["decision", "decision_id", "requirement", "tickets"];

#[test]
fn r52_the_readers_of_rfcs_and_the_known_keys_are_one() {
    let readers = [
        include_str!("rfc_reader.rs"),
        include_str!("requirements.rs"),
        include_str!("decomposition.rs"),
    ];
    let mut read: Names = readers.into_iter().flat_map(asked).collect();
    assert!(read.remove("hypothes"), "a part of a key, by which file 02's lists are known");
    for other in IN_OTHER_FILES {
        assert!(read.remove(*other), "{other} is asked for no more");
    }
    let mut known = of_rfcs();
    // Of a plan's entry, the title makes it one, and its phase is where it stands.
    assert!(known.remove("phase"));
    // For people, and for seats.
    assert!(known.remove("problem_statement") && known.remove("acceptance_criteria"));
    assert_eq!(read, known);
}

/// The parts of a schema that speak of one value: itself, and what it refers to and combines.
fn parts<'s>(schema: &'s Value, at: &'s Value, into: &mut Vec<&'s Value>) {
    if let Some(reference) = at["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        return parts(schema, schema.pointer(pointer).expect("a definition"), into);
    }
    into.push(at);
    for key in ["if", "then", "else"] {
        at.get(key).into_iter().for_each(|part| parts(schema, part, into));
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        at[key].as_array().into_iter().flatten().for_each(|part| parts(schema, part, into));
    }
}

/// Each key that the schema describes and R52 does not know, and each that R52 knows and the schema
/// leaves out: `-path` and `+path`, a list by its items.
fn differences(
    schema: &Value,
    at: &[&Value],
    level: &'static KeyLevel,
    path: &str,
    out: &mut Names,
) {
    let mut all = Vec::new();
    at.iter().for_each(|part| parts(schema, part, &mut all));
    let below = |name: &str| -> Vec<&Value> {
        all.iter().filter_map(|part| part.get("properties")?.get(name)).collect()
    };
    if let Some(items) = level.items {
        let items_at: Vec<&Value> = all.iter().filter_map(|part| part.get("items")).collect();
        if !items_at.is_empty() {
            differences(schema, &items_at, items, path, out);
        }
    }
    let told = all.iter().filter_map(|part| part.get("properties")?.as_object());
    let told: Names = told.flat_map(|keys| keys.keys().cloned()).collect();
    if told.is_empty() {
        return;
    }
    let known: Names = level.keys().map(|key| key.name.to_owned()).collect();
    if known.is_empty() {
        return;
    }
    out.extend(told.difference(&known).map(|key| format!("-{path}{key}")));
    out.extend(known.difference(&told).map(|key| format!("+{path}{key}")));
    for key in level.keys() {
        let here = below(key.name);
        if let Some(deeper) = key.below.filter(|_| !here.is_empty()) {
            differences(schema, &here, deeper, &format!("{path}{}.", key.name), out);
        }
    }
}

fn schema(text: &str) -> Value {
    serde_json::from_str(text).expect("a schema is JSON")
}

/// Keys that the schema of tickets leaves out at a level or at all: it recommends one place for each
/// thing, and these are the others, or for people.
const UNTOLD: &[&str] = &[
    "acceptance_criteria",
    "affected_file",
    "affected_files",
    "blocks",
    "code_examples",
    "command",
    "cousin_justification",
    "cousin_justifications",
    "criteria",
    "custody",
    "definition_of_done",
    "description",
    "evidence_ids",
    "files",
    "in_scope",
    "out_of_scope",
    "phase",
    "plan",
    "prd_id",
    "ref",
    "scope",
    "statement",
    "steps",
    "success_criteria",
    "summary",
    "test_requirements",
    "text",
    "title",
    "verification",
    "verification_command",
];

#[test]
fn r52_the_schema_of_tickets_and_the_known_keys_are_one() {
    let schema = schema(include_str!("../../schemas/ticket.schema.json"));
    let mut found = Names::new();
    differences(&schema, &[&schema], &ROOT, "", &mut found);
    let (unknown, untold): (Names, Names) = found.into_iter().partition(|key| key.starts_with('-'));
    // A section in the header is checked; R52 has four keys there.
    let in_header = ["-ticket_meta.ticket.implementation", "-ticket_meta.ticket.notes"];
    assert_eq!(unknown, names(&in_header), "described, and not known");
    let untold = untold.iter().filter_map(|path| path.rsplit(['.', '+']).next());
    assert_eq!(untold.map(str::to_owned).collect::<Names>(), names(UNTOLD), "known, not described");
}

#[test]
fn r52_the_schema_of_rfcs_and_the_known_keys_are_one() {
    let schema = schema(include_str!("../../schemas/rfc.schema.json"));
    let of = |pointer: &str, level| {
        let mut found = Names::new();
        differences(
            &schema,
            &[schema.pointer(pointer).expect("a definition")],
            level,
            "",
            &mut found,
        );
        found
    };
    // The older spelling of `secondary_prds`.
    assert_eq!(of("/definitions/meta", &RFC_META), names(&["+binds_to_prd.secondary_prd"]));
    assert_eq!(of("/definitions/problem", &RFC_PROBLEM), Names::new());
    // Other spellings, which a file of its own needs no more than the recommended one.
    let others =
        ["description", "name", "prd_requirement_id", "requirement_id", "requirement_text"];
    let others = others.iter().chain(&["rfc_local_id", "source_id", "summary"]);
    let others = others.map(|key| format!("+{key}")).collect();
    assert_eq!(of("/definitions/requirement_file", &REQUIREMENT_FILE), others);
    // Other spellings of an entry's lists, and of its id.
    let others = ["binds", "blocked_by", "dependencies", "final_id", "requirements"];
    let others = others.iter().chain(&["requirements_covered"]).map(|key| format!("+{key}"));
    let entry = "/definitions/decomposition/properties/tickets/items";
    assert_eq!(of(entry, &PLANNED), others.collect());
}
