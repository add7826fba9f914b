//! `new rfc`, `new ticket` and the schemas of the files that they write, as a stranger meets them.

use crate::support::{self, Repo, Run};
use serde_json::{Value, json};

/// Rule, weight and place of each finding of the gates.
fn found(repo: &Repo, rfc: &str) -> Vec<String> {
    let report = repo.run(&["gates", rfc, "--format", "json"]).json();
    let findings = report["reviews"][0]["findings"].as_array().expect("a list").clone();
    let one = |f: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        format!("{} {} {}", text(&f["rule"]), text(&f["severity"]), text(&f["location"]["file"]))
    };
    findings.iter().map(one).collect()
}

fn wrote(run: &Run) -> Vec<&str> {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    run.stdout.lines().filter_map(|line| line.strip_prefix("wrote          ")).collect()
}

#[test]
fn f26_new_rfc_and_new_ticket_write_what_the_gates_read() {
    let repo = Repo::new();
    let run = repo.run(&["new", "rfc", "Greet \"by name\": always"]);
    let problem = "documents/rfcs/RFC-0001/01_problem_and_imports.yaml";
    assert_eq!(
        run.stdout,
        format!(
            "wrote          documents/rfcs/RFC-0001/00_meta.yaml\nwrote          {problem}\n\n\
             next: fill in {problem}, then\n      council-review new ticket RFC-0001 --for REQ-0001\n"
        )
    );
    assert_eq!(found(&repo, "RFC-0001"), ["R38 BLOCKER documents/rfcs/RFC-0001"]);
    let gates = repo.run(&["gates", "RFC-0001"]).stdout;
    let words = gates.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("council-review new ticket RFC-0001 --for REQ-0001"), "{gates}");

    let run = repo.run(&["new", "ticket", "RFC-0001", "--for", "REQ-0001"]);
    assert_eq!(
        run.stdout,
        "wrote          documents/work/tickets/TCK-00001.yaml\n\nnext: fill it in, then\n      \
         council-review gates RFC-0001\n"
    );
    // Everything is in its place, and what only the author knows is asked for.
    let ticket = "documents/work/tickets/TCK-00001.yaml";
    assert_eq!(
        found(&repo, "RFC-0001"),
        [format!("R3D MINOR {ticket}"), format!("L6 MAJOR {ticket}")]
    );
    assert!(repo.read(ticket).contains("    title: \"Greet \\\"by name\\\": always\"\n"));
    // No reviewer takes it for a plan.
    let review = repo.run(&["RFC-0001", "--format", "json"]).json();
    assert_ne!(review["reviews"][0]["bundle"]["verdict"], "APPROVED", "{review}");
}

#[test]
fn f26_new_writes_into_the_layout_in_force() {
    let repo = Repo::new();
    repo.write("docs/rfcs/RFC-0007/seed.md", "a seed\n");
    assert_eq!(
        wrote(&repo.run(&["new", "rfc", "Greeting"])),
        ["docs/rfcs/RFC-0008/00_meta.yaml", "docs/rfcs/RFC-0008/01_problem_and_imports.yaml"]
    );
    let run = repo.run(&["new", "ticket", "RFC-0008", "--for", "REQ-0001"]);
    assert_eq!(wrote(&run), ["docs/work/tickets/TCK-00001.yaml"]);
    assert_eq!(repo.run(&["gates", "RFC-0008"]).code, 0);

    let repo = Repo::new();
    repo.write("council.yaml", "layout: {rfcs: design, tickets: work/now}\n");
    let run = repo.run(&["new", "rfc", "Greeting", "--format", "json"]);
    assert_eq!(
        run.json(),
        json!({
            "id": "RFC-0001",
            "files": [
                {"path": "design/RFC-0001/00_meta.yaml", "written": true},
                {"path": "design/RFC-0001/01_problem_and_imports.yaml", "written": true},
            ],
            "next": "council-review new ticket RFC-0001 --for REQ-0001",
        })
    );
    let run = repo.run(&["new", "ticket", "RFC-0001", "--for", "REQ-0001"]);
    assert_eq!(wrote(&run), ["work/now/TCK-00001.yaml"]);
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0);
}

#[test]
fn f26_new_takes_the_next_ids_that_nothing_names() {
    let repo = Repo::example();
    // RFC-0004 has evidence and nothing else; TCK-00007 is planned, TCK-00009 is waited for.
    repo.write("evidence/rfc/RFC-0004/reviews/rfc_review_20260101T000000Z.yaml", "x: 1\n");
    assert!(wrote(&repo.run(&["new", "rfc", "Next"]))[0].contains("/RFC-0005/"));
    repo.edit(
        "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml",
        "    depends_on: []\n",
        "    depends_on: []\n  - ticket_id: TCK-00007\n    title: Planned\n",
    );
    let ticket = ["new", "ticket", "RFC-0001", "--for", "REQ-0003"];
    let run = repo.run(&ticket);
    assert_eq!(wrote(&run), ["documents/work/tickets/TCK-00008.yaml"]);
    assert!(
        run.stdout.contains(
            "next: fill it in, add TCK-00008 to documents/rfcs/RFC-0001/06_ticket_decomposition.yaml, then\n"
        ),
        "{run:?}"
    );
    repo.edit(
        "documents/work/tickets/TCK-00002.yaml",
        "    - ticket_id: TCK-00001\n",
        "    - ticket_id: TCK-00009\n",
    );
    assert_eq!(wrote(&repo.run(&ticket)), ["documents/work/tickets/TCK-00010.yaml"]);
    let planned = [&ticket[..], &["--id", "TCK-00007", "--title", "Planned"]].concat();
    let run = repo.run(&planned);
    assert_eq!(wrote(&run), ["documents/work/tickets/TCK-00007.yaml"]);
    assert!(run.stdout.contains("next: fill it in, then\n"), "{run:?}");
}

#[test]
fn f26_new_overwrites_nothing() {
    let repo = Repo::example();
    let before = repo.git(&["status", "--porcelain", "-uall", "--ignored"]);
    for (args, line) in [
        (
            &["new", "rfc", "Again", "--id", "RFC-0001"][..],
            "RFC-0001 has documents/rfcs/RFC-0001/00_meta.yaml and \
             documents/rfcs/RFC-0001/01_problem_and_imports.yaml: nothing was written; leave out --id for a new RFC",
        ),
        (
            &["new", "ticket", "RFC-0001", "--for", "REQ-0003", "--id", "TCK-00002"],
            "TCK-00002 is there: nothing was written; leave out --id for a free one",
        ),
    ] {
        let run = repo.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (65, ""), "{run:?}");
        assert_eq!(run.stderr, format!("council-review: {line}\n"));
    }
    assert_eq!(repo.git(&["status", "--porcelain", "-uall", "--ignored"]), before);
    // What a folder lacks is added beside what it has.
    repo.write("documents/rfcs/RFC-0002/00_meta.yaml", "rfc_meta: {rfc: {id: RFC-0002}}\n");
    let run = repo.run(&["new", "rfc", "Second", "--id", "RFC-0002"]);
    assert_eq!(wrote(&run), ["documents/rfcs/RFC-0002/01_problem_and_imports.yaml"]);
    assert!(run.stdout.contains("left as it is  documents/rfcs/RFC-0002/00_meta.yaml\n"));
    assert_eq!(
        repo.read("documents/rfcs/RFC-0002/00_meta.yaml"),
        "rfc_meta: {rfc: {id: RFC-0002}}\n"
    );
}

#[test]
fn f26_bad_input_to_new_is_one_line_and_writes_nothing() {
    let repo = Repo::example();
    let before = repo.git(&["status", "--porcelain", "-uall", "--ignored"]);
    let ticket = |rest: &[&'static str]| [&["new", "ticket"][..], rest].concat();
    for (args, code, part) in [
        (vec!["new", "rfc", "ab"], 64, "the title is too short"),
        (vec!["new", "rfc", "two\nlines"], 64, "a line break or a hidden character"),
        (vec!["new", "rfc", "Gre\u{202e}et"], 64, "a line break or a hidden character"),
        (vec!["new", "rfc", "Greet", "--id", "RFC-1"], 64, "is not an RFC id"),
        (vec!["new", "rfc", "Greet", "--rev", "HEAD"], 64, "leave out --rev"),
        (ticket(&["RFC-9", "--for", "REQ-0001"]), 64, "is not an RFC id"),
        (ticket(&["RFC-0009", "--for", "REQ-0001"]), 65, "there is no RFC-0009"),
        (
            ticket(&["RFC-0001", "--for", "REQ-0009"]),
            65,
            "RFC-0001 has no requirement \"REQ-0009\"; it has REQ-0001, REQ-0002, REQ-0003",
        ),
        (ticket(&["RFC-0001", "--for", "REQ-0001", "--id", "TCK-1"]), 64, "is not a ticket id"),
    ] {
        let run = repo.run(&args);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{args:?} {run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{args:?} {run:?}");
        assert!(run.stderr.contains(part), "{args:?} {run:?}");
    }
    assert_eq!(repo.git(&["status", "--porcelain", "-uall", "--ignored"]), before);
}

#[test]
fn f26_what_is_missing_names_the_command_that_writes_it() {
    let repo = Repo::new();
    // A seed; a single file of another name; a ticket without a header; no folder at all.
    repo.write("docs/rfcs/RFC-0001/seed.md", "# A Markdown RFC\n");
    repo.write("docs/rfcs/RFC-0002/rfc.yaml", "title: One file\n");
    repo.write("docs/work/tickets/TCK-00001.yaml", "id: TCK-00001\nrfc_id: RFC-0002\n");
    repo.write(
        "docs/work/tickets/TCK-00002.yaml",
        "ticket: {id: TCK-00002, title: Greet, rfc_id: RFC-0003}\n",
    );
    repo.write(
        "docs/work/tickets/TCK-00003.yaml",
        "ticket: {id: TCK-00003, title: Greet, rfc_id: RFC-0002}\n",
    );
    for (args, command) in [
        (["gates", "RFC-0001"], "council-review new rfc \"Title\" --id RFC-0001"),
        (["gates", "RFC-0002"], "council-review new rfc \"Title\" --id RFC-0002"),
        (["gates", "RFC-0003"], "council-review new rfc \"Title\" --id RFC-0003"),
        (["gates", "--all"], "council-review new ticket RFC-0042 --for REQ-0001"),
    ] {
        let run = repo.run(&args);
        let text = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(command), "{args:?} {}", run.stdout);
    }
    for rule in ["R10", "R17", "R39"] {
        let text = repo.run(&["explain", rule]).stdout;
        assert!(
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains("council-review new ")
        );
    }
    let run = repo.run(&["new", "rfc", "Title", "--id", "RFC-0002"]);
    assert_eq!(wrote(&run).len(), 2);
    assert!(!found(&repo, "RFC-0002").iter().any(|f| f.starts_with("R17") || f.starts_with("R39")));
}

/// The keywords of draft-07, which editors support.
const DRAFT_07: [&str; 19] = [
    "$schema",
    "$id",
    "$ref",
    "title",
    "description",
    "definitions",
    "type",
    "properties",
    "required",
    "items",
    "pattern",
    "minLength",
    "allOf",
    "anyOf",
    "not",
    "if",
    "then",
    "else",
    "enum",
];

/// The keywords of a schema that draft-07 lacks, references with neighbours (which draft-07
/// ignores), and properties that nothing describes.
fn faults(part: &Value, path: &str, found: &mut Vec<String>) {
    let Value::Object(keywords) = part else { return };
    if keywords.contains_key("$ref") && keywords.len() > 1 {
        found.push(format!("{path}: neighbours of $ref"));
    }
    for (keyword, value) in keywords {
        if !DRAFT_07.contains(&keyword.as_str()) && !keyword.starts_with("x-") {
            found.push(format!("{path}/{keyword}"));
        }
        let path = format!("{path}/{keyword}");
        match (keyword.as_str(), value) {
            ("properties" | "definitions", Value::Object(parts)) => {
                for (key, part) in parts {
                    faults(part, &format!("{path}/{key}"), found);
                }
            }
            (_, Value::Array(parts)) => {
                parts.iter().for_each(|part| faults(part, &path, found));
            }
            (_, part) => faults(part, &path, found),
        }
    }
}

/// The keys, at any depth of a definition, that no description speaks of.
fn undescribed(part: &Value, schema: &Value, found: &mut Vec<String>) {
    let Value::Object(keywords) = part else { return };
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            // What only decides is shown to nobody.
            ("if" | "not" | "anyOf", _) => {}
            ("properties", Value::Object(parts)) => {
                for (key, part) in parts {
                    let target = part["$ref"].as_str().and_then(|at| schema.pointer(&at[1..]));
                    let here =
                        part.get("description").or(target.and_then(|t| t.get("description")));
                    if here.is_none() {
                        found.push(key.clone());
                    }
                    undescribed(part, schema, found);
                }
            }
            ("definitions", Value::Object(parts)) => {
                parts.values().for_each(|part| undescribed(part, schema, found));
            }
            (_, Value::Array(parts)) => {
                parts.iter().for_each(|part| undescribed(part, schema, found));
            }
            (_, part) => undescribed(part, schema, found),
        }
    }
}

#[test]
fn f26_the_schemas_of_tickets_and_rfcs_are_draft_07_and_describe_every_key() {
    let repo = Repo::new();
    for name in ["ticket", "rfc"] {
        let schema = repo.run(&["schema", name]).json();
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
        assert!(jsonschema::draft7::meta::is_valid(&schema), "{name}");
        let mut found = Vec::new();
        faults(&schema, "", &mut found);
        assert_eq!(found, Vec::<String>::new(), "{name}");
        undescribed(&schema, &schema, &mut found);
        assert_eq!(found, Vec::<String>::new(), "{name}");
    }
}

/// Every file of RFC folders in a repository that the schema refuses, and how many were read.
fn refused(root: &std::path::Path, rfcs: &str) -> (Vec<String>, usize) {
    let schema = Repo::new().run(&["schema", "rfc"]).json();
    let validator = jsonschema::draft7::new(&schema).expect("a schema");
    let (mut refused, mut read) = (Vec::new(), 0);
    for entry in walkdir::WalkDir::new(root.join(rfcs)).into_iter().flatten() {
        let path = entry.path();
        let is_yaml = path.extension().is_some_and(|end| end == "yaml");
        if !is_yaml || path.components().any(|c| c.as_os_str() == "template") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("UTF-8");
        let Ok(value) = serde_yaml::from_str::<Value>(&text) else { continue };
        read += 1;
        let faults = validator.iter_errors(&value);
        refused.extend(faults.map(|e| format!("{} {}: {e}", path.display(), e.instance_path())));
    }
    (refused, read)
}

#[test]
fn f26_the_schema_of_rfcs_accepts_every_rfc_that_the_gates_accept() {
    let repo = Repo::example();
    repo.run(&["new", "rfc", "Second"]);
    assert_eq!(refused(repo.path(), "documents/rfcs"), (Vec::new(), 5));
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(refused(own, "documents/rfcs"), (Vec::new(), 6));
    let Some(corpus) = support::corpus() else { return };
    let (faults, read) = refused(corpus.path(), "documents/rfcs");
    assert_eq!(faults, Vec::<String>::new());
    assert!(read > 200, "{read} files");
}
