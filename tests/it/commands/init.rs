//! `init`: what it writes for an editor, the example of a deadlock, and the layout in force.

use crate::support::{Repo, Run};
use council_review::app::editor::SchemaFile;
use jsonschema::validator_for;
use serde_json::Value;

const SCHEMAS: &str = ".council-review/schemas";

fn deeds(run: &Run) -> Vec<&str> {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    run.stdout.lines().take_while(|line| !line.is_empty()).collect()
}

/// The schema that a file's first line leads to, from the file's own folder.
fn schema_of(repo: &Repo, path: &str) -> Value {
    let text = repo.read(path);
    let line = text.lines().next().unwrap_or_default();
    let way = line.strip_prefix("# yaml-language-server: $schema=");
    let way = way.unwrap_or_else(|| panic!("{path} begins with {line:?}"));
    let file = repo.at(path).parent().expect("a folder").join(way);
    serde_json::from_str(&std::fs::read_to_string(file).expect("it is there")).expect("JSON")
}

#[test]
fn an_editor_gets_schemas_that_are_there_and_files_that_name_them() {
    let repo = Repo::new();
    let schemas = SchemaFile::ALL.map(|file| format!("{SCHEMAS}/{}.schema.json", file.name()));
    let others =
        [".vscode/settings.json", ".vscode/extensions.json", "council.yaml", ".gitattributes"];
    let files = schemas.into_iter().chain(others.map(str::to_owned));
    let wrote: Vec<String> = files.map(|path| format!("wrote          {path}")).collect();
    assert_eq!(deeds(&repo.run(&["init", "--editor"])), wrote);
    for line in [
        &["new", "rfc", "Greetings by name"][..],
        &["new", "ticket", "RFC-0001", "--for", "REQ-0001"],
        &[
            "new",
            "waiver",
            "RFC-0001",
            "--for",
            "L6",
            "--until",
            "2026-02-01",
            "--by",
            "Ada",
            "--reason",
            "begun",
        ],
    ] {
        assert_eq!(repo.run(line).code, 0, "{line:?}");
    }
    for (path, title) in [
        ("council.yaml", "council.yaml"),
        ("documents/rfcs/RFC-0001/00_meta.yaml", "RFC"),
        ("documents/rfcs/RFC-0001/01_problem_and_imports.yaml", "RFC"),
        ("documents/work/tickets/TCK-00001.yaml", "Ticket"),
        ("documents/work/waivers/WVR-0001.yaml", "Waiver"),
    ] {
        let schema = schema_of(&repo, path);
        assert_eq!(schema["title"], title, "{path}");
        // What the tool writes, an editor does not object to.
        let text = repo.read(path);
        let is_said = text.lines().any(|line| !line.is_empty() && !line.starts_with('#'));
        let file: Value = match is_said {
            true => yaml_serde::from_str(&text).expect("YAML"),
            false => serde_json::json!({}),
        };
        let validator = validator_for(&schema).expect("a schema");
        let faults: Vec<String> = validator.iter_errors(&file).map(|f| f.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new(), "{path}");
    }
    // The line is a comment: nothing else is read otherwise.
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0);
    let settings: Value = serde_json::from_str(&repo.read(".vscode/settings.json")).expect("JSON");
    let files = settings["yaml.schemas"].as_object().expect("schemas");
    assert_eq!(files.len(), 4);
    for schema in files.keys() {
        assert!(repo.at(schema).is_file(), "{schema}");
    }
    // A second run changes nothing, and a schema that differs is that of another version.
    repo.write(&format!("{SCHEMAS}/rfc.schema.json"), "{}\n");
    let run = repo.run(&["init", "--editor"]);
    let written: Vec<&str> =
        deeds(&run).into_iter().filter(|line| line.starts_with("wrote")).collect();
    assert_eq!(written, [wrote[1].as_str()]);
}

#[test]
fn settings_that_are_there_stay_and_the_line_that_is_missing_is_said() {
    let repo = Repo::new();
    let mine = "{\n  // mine\n  \"editor.rulers\": [100],\n}\n";
    repo.write(".vscode/settings.json", mine);
    repo.write("docs/rfcs/RFC-0004/seed.md", "a seed\n");
    let run = repo.run(&["init", "--editor"]);
    assert_eq!(repo.read(".vscode/settings.json"), mine);
    let told = deeds(&run).into_iter().find(|line| line.contains("settings.json")).expect("told");
    let start = "left as it is  .vscode/settings.json  (it is yours: add `\"yaml.schemas\": {";
    assert!(told.starts_with(start), "{told}");
    // The layout in force.
    assert!(
        told.contains("\"docs/rfcs/RFC-*/*.yaml\"")
            && told.contains("\"docs/work/tickets/TCK-*.yaml\""),
        "{told}"
    );
    // Without schemas, no file names one.
    let repo = Repo::new();
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    assert!(!repo.read("documents/work/tickets/TCK-00001.yaml").contains("yaml-language-server"));
}

#[test]
fn the_deadlock_ends_open_and_a_person_settles_it() {
    let repo = Repo::new();
    let run = repo.run(&["init", "--example", "deadlock"]);
    let next = "next: council-review RFC-0001 --config documents/examples/recording.yaml\n";
    assert!(run.code == 0 && run.stdout.contains(next), "{run:?}");
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0);
    // The built-in rules alone see nothing.
    let run = repo.run(&["RFC-0001"]);
    assert!(run.code == 0 && run.stdout.starts_with("APPROVED "), "{run:?}");

    let recorded = ["RFC-0001", "--config", "documents/examples/recording.yaml"];
    let run = repo.run(&recorded);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stdout.contains("no quorum, 1 for, 0 against, 2 abstaining\n"), "{run:?}");
    assert!(!run.stdout.contains("degraded"), "{run:?}");
    // What is to be run next takes the same seats.
    for command in ["adjudicate RFC-0001", "RFC-0001"] {
        let next = format!("council-review {command} --config documents/examples/recording.yaml\n");
        assert!(run.stdout.contains(&next), "{run:?}");
    }
    // Every page says that it is a recording.
    let seat = "SA-3 command recording";
    assert!(run.stdout.contains(seat), "{run:?}");
    for format in ["text", "markdown", "html", "json"] {
        let page = repo.run(&["report", "RFC-0001", "--format", format]).stdout;
        assert!(page.contains("recording"), "{format}: {page}");
    }
    let decide = ["adjudicate", "RFC-0001", "FND-RFC-0001-001", "--decision"];
    let who = ["--by", "Ada", "--reason", "names are ASCII"];
    let run = repo.run(&[&decide[..], &["dismiss"], &who].concat());
    assert!(run.code == 0 && run.stdout.contains(seat), "{run:?}");
    assert!(run.stdout.contains("CONVERGED: people settled"), "{run:?}");
    assert_eq!(repo.run(&["check"]).code, 0);
    // Upheld, it is a MAJOR finding that stays.
    assert_eq!(repo.later(60, &recorded).code, 2);
    let run = repo.later(120, &[&decide[..], &["uphold"], &who].concat());
    assert!(run.code == 0 && run.stdout.starts_with("APPROVED_WITH_REMEDIATION "), "{run:?}");
}

#[test]
fn the_deadlock_goes_into_the_layout_in_force_beside_what_is_there() {
    let repo = Repo::new();
    repo.write(
        "council.yaml",
        "layout: {rfcs: plans/rfcs, tickets: plans/now, evidence: out/rfc}\n",
    );
    repo.write("plans/rfcs/RFC-0001/seed.md", "a seed\n");
    let run = repo.run(&["init", "--example", "deadlock"]);
    assert!(run.code == 65 && run.stderr.contains("--force"), "{run:?}");
    let run = repo.run(&["init", "--example", "deadlock", "--force"]);
    let next = "next: council-review RFC-0002 --config plans/examples/recording.yaml\n";
    assert!(run.code == 0 && run.stdout.contains(next), "{run:?}");
    let run = repo.run(&["RFC-0002", "--config", "plans/examples/recording.yaml", "-q"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(repo.at("out/rfc/RFC-0002/reviews").is_dir());
    // It hides nothing: both are read as before.
    assert!(repo.run(&["summary"]).stdout.contains("RFC-0002"));
    assert_eq!(repo.run(&["gates", "RFC-0002"]).code, 0);
    let run = repo.run(&["init", "--example", "nonsense"]);
    assert!(
        run.code == 64 && run.stderr.contains("possible values: greeting, deadlock"),
        "{run:?}"
    );
}
