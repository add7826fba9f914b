//! Every format over bundles and hostile text: parsed back, each output is what the tool wrote and
//! nothing that a ticket, a file name or a model wrote; and the HTML page in a real Chromium.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::reading;
use crate::support::{self, Repo, STAMP, figure, shared, skipped};
use council_review::evidence::read;
use council_review::evidence::v2::bundle::Bundle;
use council_review::report::{REPORTS, ReportInput, Style};
use proptest::prelude::*;
use serde_json::Value;

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/reports");
    std::fs::read_to_string(folder.join(name)).expect("a fixture")
}

/// Something of everything: `fixtures::rich` of the reports' own tests.
pub(super) fn rich() -> Bundle {
    read::bundle(fixture("bundle.yaml").as_bytes()).expect("a bundle")
}

pub(super) fn rendered(bundle: &Bundle, format: &str) -> String {
    let report = REPORTS.iter().find(|report| report.name() == format).expect("a format");
    report.render(&ReportInput {
        bundle,
        file: "a/b.yaml",
        link_base: None,
        fixes: &[],
        style: Style::default(),
    })
}

/// The bundle with `text` in every field that takes any text, and how many there are. A field that
/// takes none (an id, a digest, a word of a closed list) refuses it.
fn filled(bundle: &Bundle, text: &str) -> (Bundle, usize) {
    fn texts(value: &Value, path: String, found: &mut Vec<String>) {
        match value {
            Value::String(_) => found.push(path),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.for_each(|(i, item)| texts(item, format!("{path}/{i}"), found));
            }
            Value::Object(map) => {
                map.iter().for_each(|(key, item)| {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    texts(item, format!("{path}/{key}"), found);
                });
            }
            _ => {}
        }
    }
    let mut value = serde_json::to_value(bundle).expect("JSON");
    let mut paths = Vec::new();
    texts(&value, String::new(), &mut paths);
    let mut count = 0;
    for path in paths {
        let place = value.pointer_mut(&path).expect("it was found");
        let stood = std::mem::replace(place, Value::String(text.to_owned()));
        if serde_json::from_value::<Bundle>(value.clone()).is_ok() {
            count += 1;
        } else {
            *value.pointer_mut(&path).expect("it was found") = stood;
        }
    }
    (serde_json::from_value(value).expect("each one was tried"), count)
}

/// The same fields filled with something else, without trying each again.
struct Form {
    value: Value,
    count: usize,
}

/// Stands in a form where text goes: no id of any kind, for it has a blank in it.
const BLANK: &str = "a blank";

impl Form {
    fn of(bundle: &Bundle) -> Self {
        let (filled, count) = filled(bundle, BLANK);
        Self { value: serde_json::to_value(filled).expect("JSON"), count }
    }

    fn with(&self, text: &str) -> Bundle {
        fn fill(value: &mut Value, text: &str) {
            match value {
                Value::String(own) if own == BLANK => text.clone_into(own),
                Value::Array(items) => items.iter_mut().for_each(|item| fill(item, text)),
                Value::Object(map) => map.values_mut().for_each(|item| fill(item, text)),
                _ => {}
            }
        }
        let mut value = self.value.clone();
        fill(&mut value, text);
        serde_json::from_value(value).expect("the fields take any text")
    }
}

/// What every format promises of a bundle, `harmless` being the same one with harmless text.
fn must_stay_text(bundle: &Bundle, harmless: &BTreeMap<&'static str, Vec<String>>) {
    for report in REPORTS {
        let name = report.name();
        let output = rendered(bundle, name);
        assert_eq!(rendered(bundle, name), output, "{name} is the same again");
        let skeleton = skeleton(name, &output, bundle);
        assert_eq!(&skeleton, &harmless[name], "{name} has another shape:\n{output}");
    }
}

/// What an output is made of beside its texts. Checks on the way that it is what it should be.
fn skeleton(format: &str, output: &str, bundle: &Bundle) -> Vec<String> {
    let hidden = |c: char| council_review::report::escape::is_unsafe(c) && c != '\n';
    assert!(!output.contains(hidden), "{format} holds what nobody sees: {output:?}");
    assert!(!output.contains("##["), "{format} holds a command to a CI");
    let commands = output.lines().filter(|line| line.trim_start().starts_with("::")).count();
    match format {
        "json" => {
            let back: Bundle = serde_json::from_str(output).expect("a bundle");
            assert_eq!(&back, bundle, "the same values");
        }
        "sarif" => {
            let log: Value = serde_json::from_str(output).expect("JSON");
            reading::sarif::must_be_sarif(&log);
            return reading::sarif::shape(&log);
        }
        "github" => return reading::runner::commands(output),
        "html" => return reading::markup::html(output),
        "junit" => return reading::markup::xml(output),
        "gitlab" => return reading::gitlab::shape(output),
        "markdown" => {
            assert!(output.len() <= 65_536, "GitHub takes it");
            return reading::markdown::blocks(output);
        }
        _ => {}
    }
    assert_eq!(commands, 0, "{format} holds a command to a CI");
    Vec::new()
}

fn harmless(form: &Form) -> BTreeMap<&'static str, Vec<String>> {
    let bundle = form.with("harmless");
    let of = |name: &'static str| (name, skeleton(name, &rendered(&bundle, name), &bundle));
    REPORTS.iter().map(|report| of(report.name())).collect()
}

#[test]
fn hostile_text_in_every_field_stays_text_in_every_format() {
    let form = Form::of(&rich());
    let harmless = harmless(&form);
    let hostile = [
        "</script><script>alert(1)</script><img src=x onerror=alert(1)>",
        "\"' onmouseover='x' style=\"background:url(https://evil.example/a.png)",
        "]]><!--<![CDATA[<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
        "&lt;b&gt; &#60;script&#62; &amp;",
        "{{ 7 * 7 }} {% include 'page.css' %} {# x #}",
        "::error file=a,line=1::x",
        "a\n::stop-commands::x\n  ::add-mask::y\r\n##[error]z ###[group]w",
        "%0A::error::x%0D%3A%2C",
        "![beacon](https://evil.example/a.png) [link](javascript:x) <https://evil.example>",
        "@everyone a@b.c www.evil.example https://evil.example #1 owner/repo#2 GH-3",
        "[a]: https://evil.example\n[a] `` ` ``` ```` ~~~ | a | b |",
        "# heading\n- item\n1. item\n> quote\n---\n===\n***\n    code",
        "<details><summary>x</summary></details><!-- council-review: RFC-0001 -->",
        "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\r\u{8}\0",
        "\u{202e}kcab\u{2066}\u{200b}\u{feff}\u{e0041}\u{fffe}\u{ffff}\u{85}\u{2028}",
        "'; DROP TABLE x; -- =cmd|' /C calc'!A0",
        "\\\\](x) \\` \\",
    ];
    for text in hostile {
        must_stay_text(&form.with(text), &harmless);
    }
    figure(&format!(
        "{} texts in {} fields of a bundle, {} formats",
        hostile.len(),
        form.count,
        REPORTS.len()
    ));
    assert!(form.count > 100, "{} fields take text", form.count);
}

#[test]
fn naughty_strings_stay_text_in_every_format() {
    let Some(path) = shared("corpora/naughty-strings/blns.json") else { return };
    let text = std::fs::read_to_string(&path).expect("a list of strings");
    let strings: Vec<String> = serde_json::from_str(&text).expect("a list of strings");
    let form = Form::of(&rich());
    let harmless = harmless(&form);
    for few in strings.chunks(12) {
        must_stay_text(&form.with(&few.join(" x\n")), &harmless);
    }
    figure(&format!("{} naughty strings", strings.len()));
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<", ">", "&", "\"", "'", "`", "```", "~~~", "](", "[", "]", "(", ")", "!", "@", "#",
        "##[", "::", ":", "%", "\n", "\r", "\t", "\\", "|", "*", "_", "-", "=", "{", "}", "{{",
        "%}", "://", "www.", "script", "a", " ", "\u{202e}", "\u{1b}", "]]>", "<!--", "-->", "é",
        "漢", "🙂", "$",
    ]);
    prop::collection::vec(piece, 1..40).prop_map(|pieces| pieces.concat())
}

#[test]
fn arbitrary_text_stays_text_in_every_format() {
    let form = Form::of(&rich());
    let harmless = harmless(&form);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    // A text of blanks alone is no text to some: a letter keeps the shape the same.
    let text = pieces().prop_map(|text| format!("{text}x"));
    runner
        .run(&text, |text| {
            must_stay_text(&form.with(&text), &harmless);
            Ok(())
        })
        .expect("it stays text");
}

#[test]
fn a_skeleton_can_differ() {
    for (format, text) in [
        ("html", "<!doctype html>\n<html><body><p>a</p><script>x</script></body></html>"),
        (
            "html",
            "<!doctype html>\n<html><body><a href=\"https://evil.example\">a</a></body></html>",
        ),
        ("html", "<!doctype html>\n<html><body><p onclick=\"x\">a</p></body></html>"),
        ("junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a><b></a></b>\n"),
        ("junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>&e;</a>\n"),
        ("markdown", "<b>a</b>"),
        ("markdown", "an ![image](x)"),
        ("markdown", "hello @you"),
        ("github", "::set-output name=x::y"),
    ] {
        let bundle = rich();
        let found = std::panic::catch_unwind(|| skeleton(format, text, &bundle));
        assert!(found.is_err(), "{format} takes {text}");
    }
}

/// `SARIF_SCHEMA=FILE cargo test --test it commands::reports::sarif` holds the logs against the published schema,
/// too (sarif-schema-2.1.0.json of OASIS, which this repository does not hold).
#[test]
fn sarif_of_every_end_is_sarif() {
    let published = std::env::var_os("SARIF_SCHEMA").map(|path| {
        let text = std::fs::read_to_string(path).expect("a file");
        let mut schema: Value = serde_json::from_str(&text).expect("JSON");
        // Its pattern with a bracket too many, of a property that is not written.
        for object in ["run", "toolComponent"] {
            schema["definitions"][object]["properties"]["language"] = Value::Bool(true);
        }
        jsonschema::validator_for(&schema).expect("a schema")
    });
    let hostile = Form::of(&rich()).with("<a>\u{202e} [x](https://evil.example) {0} % #");
    for bundle in [rich(), hostile].into_iter().chain(support::bundles::all().into_values()) {
        let log: Value = serde_json::from_str(&rendered(&bundle, "sarif")).expect("JSON");
        reading::sarif::must_be_sarif(&log);
        if let Some(published) = &published {
            let faults = published.iter_errors(&log);
            let faults: Vec<String> =
                faults.map(|fault| format!("{}: {fault:.200}", fault.instance_path())).collect();
            assert!(faults.is_empty(), "{}", faults.join("\n"));
        }
        let results = log["runs"][0]["results"].as_array().expect("a list");
        assert_eq!(results.len(), bundle.findings.len());
    }
}

/// The example, reviewed.
pub(super) fn reviewed() -> Repo {
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    repo
}

#[test]
fn every_format_is_printed_and_a_rejected_review_fails_no_report() {
    let repo = reviewed();
    for report in REPORTS {
        let name = report.name();
        let run = repo.run(&["report", "RFC-0001", "--format", name]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        assert!(run.stdout.contains("FND-RFC-0001-001"), "{name}");
        assert!(run.stdout.contains("REJECTED"), "{name}");
        assert!(
            name == "json" || run.stdout.contains("built-in rules (no AI model)"),
            "{name} says that no model was asked"
        );
    }
    let text = repo.run(&["report", "RFC-0001"]).stdout;
    assert_eq!(text, repo.run(&["show", "RFC-0001"]).stdout, "text is what `show` shows");
    assert_eq!(repo.run(&["show", "RFC-0001"]).code, 1, "`show` ends with the verdict's code");
}

#[test]
fn the_book_shows_what_github_gets_and_every_format() {
    let page = include_str!("../../../docs/src/start/read-a-report.md");
    let run = reviewed().run(&["report", "RFC-0001", "--format", "github"]);
    assert!(page.contains(&run.stdout), "the page shows something else than:\n{}", run.stdout);
    for report in REPORTS {
        assert!(page.contains(&format!("\n| `{}` | ", report.name())), "{}", report.name());
    }
}

#[test]
fn a_report_is_written_whole_or_not_at_all() {
    let repo = reviewed();
    repo.write("out/page.html", "what stood there before");
    let run = repo.run(&["report", "RFC-0001", "--format", "html", "--output", "out/page.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "council-review: RFC-0001 REJECTED: wrote out/page.html (html)\n");
    assert!(repo.read("out/page.html").starts_with("<!doctype html>"));
    assert_eq!(
        std::fs::read_dir(repo.at("out")).expect("a folder").count(),
        1,
        "nothing beside it"
    );
    for (path, why) in
        [("nowhere/x", "its folder does not exist"), ("out", "directory"), ("..", "names no file")]
    {
        let run = repo.run(&["report", "RFC-0001", "--output", path]);
        assert_eq!((run.code, run.stdout.as_str()), (74, ""), "{path}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        assert!(run.stderr.contains(why), "{run:?}");
    }
}

#[test]
fn a_bundle_is_reported_anywhere_and_only_when_it_verifies() {
    let repo = reviewed();
    let bundle = repo.read(&format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml"));
    let dir = tempfile::tempdir().expect("a temp folder");
    let file = dir.path().join("b.yaml");
    let path = file.to_str().expect("UTF-8");
    let run = |args: &[&str]| {
        let mut command = support::binary();
        let output = command.args(args).current_dir(dir.path()).output().expect("it runs");
        support::Run::from(output)
    };
    std::fs::write(&file, &bundle).expect("written");
    let alone = run(&["report", "--bundle", path, "--format", "junit"]);
    assert_eq!((alone.code, alone.stderr.as_str()), (0, ""));
    let other = run(&["report", "RFC-0002", "--bundle", path]);
    assert_eq!(other.code, 65);
    assert!(other.stderr.ends_with("b.yaml is about RFC-0001, not RFC-0002\n"), "{other:?}");
    std::fs::write(&file, bundle.replacen("verdict: REJECTED", "verdict: APPROVED", 1))
        .expect("written");
    let forged = run(&["report", "--bundle", path, "--format", "html"]);
    assert_eq!((forged.code, forged.stdout.as_str()), (65, ""));
    assert!(
        forged.stderr.contains("does not verify is not reported: council-review verify "),
        "{forged:?}"
    );
    assert_eq!(run(&["report"]).code, 64, "of what?");
    assert_eq!(repo.run(&["report", "RFC-0404"]).code, 65);
}

#[test]
fn a_format_of_another_command_is_told_in_one_line() {
    let repo = Repo::example();
    let first = |args: &[&str]| {
        let run = repo.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (64, ""), "{args:?}");
        run.stderr.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first(&["gates", "RFC-0001", "--format", "html"]),
        "error: only `council-review report RFC --format html` prints html; this command prints text, json, github"
    );
    assert_eq!(
        first(&["report", "RFC-0001", "--format", "pdf"]),
        "error: there is no format \"pdf\"; this command prints text, json, github, markdown, \
         html, sarif, junit, gitlab"
    );
}

/// The page that a bundle gives, and what a browser makes of it.
#[test]
fn a_browser_shows_the_page_and_asks_nobody_for_anything() {
    let Some(browser) = reading::browser::Browser::find() else {
        return skipped("no Chromium is on PATH");
    };
    let control = browser.load(
        "<!doctype html><script>console.error('heard')</script><img src=\"http://evil.example/a.png\">",
    );
    assert!(control.console.iter().any(|line| line.contains("heard")), "{control:?}");
    assert!(control.requests.iter().any(|line| line.contains("evil.example")), "{control:?}");
    let form = Form::of(&rich());
    let hostile = form
        .with("<script>console.error(1)</script><img src=http://evil.example/x onerror=alert(1)>");
    let mut pages = 0;
    for bundle in [rich(), hostile].into_iter().chain(support::bundles::all().into_values()) {
        let page = browser.load(&rendered(&bundle, "html"));
        assert_eq!(page.console, [""; 0], "the console stays empty");
        assert_eq!(page.requests, [""; 0], "nobody is asked");
        for finding in &bundle.findings {
            assert!(page.dom.contains(&format!("<article id=\"{}\"", finding.finding_id)));
        }
        assert!(!page.dom.contains("<script") && !page.dom.contains("<img"));
        pages += 1;
    }
    figure(&format!("{pages} pages in {}", browser.name));
}
