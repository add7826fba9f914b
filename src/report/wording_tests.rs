//! The words of every page, as the fixtures and `explain` print them.

use super::fixtures::{self, FILE};
use super::format::ReportInput;
use super::formats::REPORTS;
use super::{Detail, Style, escalation, explain, finding, terminal, topics};
use crate::council::rfc::roster::OFFICES;
use crate::evidence::v2::bundle::Bundle;
use crate::gates;
use crate::model::{GateId, Severity, Subcategory};

#[path = "../../tests/it/support/wording.rs"]
#[allow(unreachable_pub, reason = "integration tests use it, too")]
mod wording;

/// Nothing is wrapped: a line is a line.
const WIDE: Style = Style { color: false, width: 1_000_000, detail: Detail::Full };

/// The sentences that these texts of one finding have in common.
fn repeated(texts: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = texts.iter().flat_map(|text| wording::sentences(text)).collect();
    all.sort();
    let twice = all.windows(2).filter(|pair| pair[0] == pair[1]);
    twice.map(|pair| pair[0].clone()).collect()
}

fn bundles() -> Vec<Bundle> {
    vec![
        fixtures::approved(),
        fixtures::rejected(),
        fixtures::many(12),
        fixtures::deadlocked(),
        fixtures::aborted(),
        fixtures::standard(),
        fixtures::not_applicable(),
        fixtures::rich(),
    ]
}

/// The text of a page of HTML or XML: what stands outside of its tags, a line for each tag.
fn bare(markup: &str) -> String {
    let pieces = markup.split('<').map(|piece| piece.rsplit('>').next().unwrap_or_default());
    pieces.collect::<Vec<_>>().join("\n")
}

/// A page without what is quoted on it (source lines) and without the words that seats are asked
/// with: those are part of the prompts.
fn own(page: &str) -> String {
    let quoted = |line: &&str| {
        let line = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        !line.starts_with(" | ")
    };
    let mut text = page.lines().filter(quoted).collect::<Vec<_>>().join("\n");
    let asks = GateId::ALL.map(|gate| gates::meta(gate).asks);
    for asked in asks.into_iter().chain(Subcategory::ALL.iter().map(|kind| kind.meaning())) {
        text = text.replace(asked, "");
    }
    text
}

#[test]
fn f54_no_page_holds_a_word_that_stops_a_reader_or_a_sentence_that_tires_one() {
    let mut pages = Vec::new();
    for bundle in bundles() {
        let review =
            ReportInput { bundle: &bundle, file: FILE, link_base: None, fixes: &[], style: WIDE };
        for report in REPORTS {
            let page = report.render(&review);
            match report.name() {
                // The bundle itself, and a document whose texts `explain` prints.
                "json" | "sarif" => {}
                "html" => {
                    let (_, body) = page.split_once("</style>").expect("a style");
                    pages.push(bare(body));
                }
                "junit" => pages.push(bare(&page)),
                _ => pages.push(page),
            }
        }
        pages.push(escalation(&bundle, FILE));
    }
    pages.push(terminal::gates(&fixtures::gates_report(), None, WIDE));
    // The modes are the prompts' own text.
    let topics = topics(&OFFICES).into_iter().filter(|topic| !topic.starts_with("mode-"));
    pages.extend(topics.filter_map(|topic| explain(&topic, &OFFICES, WIDE)));
    let mut faults: Vec<String> =
        pages.iter().flat_map(|page| wording::faults(&own(page))).collect();
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn f54_no_finding_says_a_sentence_twice() {
    for bundle in bundles() {
        for finding in &bundle.findings {
            let notes = finding::notes(&bundle, finding);
            let mut texts: Vec<&str> = vec![&finding.description];
            texts.extend(notes.iter().map(|(_, text)| text.as_str()));
            assert_eq!(repeated(&texts), [""; 0], "{}", finding.finding_id);
        }
    }
    for rule in gates::RULES {
        assert_eq!(repeated(&[rule.title, rule.why, rule.act]), [""; 0], "{}", rule.id);
    }
}

#[test]
fn f54_the_built_in_rules_are_one_panel() {
    let bundle = fixtures::rejected();
    assert!(bundle.council_metadata.as_ref().is_some_and(|council| council.panel.offline));
    for report in REPORTS.iter().filter(|report| report.name() != "json") {
        let page = report.render(&ReportInput {
            bundle: &bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: WIDE,
        });
        assert!(page.contains("built-in rules (no AI model)"), "{}", report.name());
        assert!(!page.contains("seats agree"), "{}", report.name());
    }
}

#[test]
fn hints_of_the_built_in_rules_come_after_all_else_and_count_for_nothing() {
    let mut bundle = fixtures::rejected();
    let hint = bundle.findings.iter().position(|f| f.severity == Severity::Minor).expect("one");
    bundle.findings[hint].severity = Severity::Info;
    let id = bundle.findings[hint].finding_id.to_string();
    assert!(bundle.is_hint(&bundle.findings[hint]));
    let page = |style| terminal::bundle(&bundle, None, None, style);
    let told = "1 hint of the built-in rules: places to look at, which count for nothing";
    let short = page(Style { detail: Detail::Normal, ..WIDE });
    assert!(short.contains(told) && !short.contains(&id), "{short}");
    assert!(!short.contains("INFO"), "{short}");
    let full = page(WIDE);
    let all = full.split_once(told).expect("the hints").1;
    assert!(all.contains(&id), "{full}");
    for report in REPORTS {
        let page = report.render(&ReportInput {
            bundle: &bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: WIDE,
        });
        if ["markdown", "html", "github"].contains(&report.name()) {
            assert!(page.contains("1 hint of the built-in rules"), "{}", report.name());
        }
        assert!(!page.contains("1 INFO"), "{}", report.name());
    }
    // With a model beside them they are findings of a council like all others.
    let seats = &mut bundle.council_metadata.as_mut().expect("a council").subagents;
    seats.iter_mut().for_each(|seat| seat.provider = "anthropic".to_owned());
    assert!(!bundle.is_hint(&bundle.findings[hint]));
}
