//! SARIF 2.1.0, for code scanning: rules from our tables, results from the findings.

use serde_json::{Value, json};

use super::because::Explains;
use super::escape::{self, address, json};
use super::finding;
use super::format::{Report, ReportInput};
use super::page::sentence;
use super::panel::OFFLINE;
use super::suppression::{Aside, aside};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::gates::{self, rules_of};
use crate::model::{
    Adapter, Fix, GateId, Location, NodePath, Related, Severity, Subcategory, TerminalState,
};

/// One run of one tool.
#[derive(Debug)]
pub(super) struct Sarif;

impl Report for Sarif {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn about(&self) -> &'static str {
        "SARIF 2.1.0, for code scanning"
    }

    fn has_fixes(&self) -> bool {
        true
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        json::document(&json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run(review)],
        }))
    }
}

fn run(review: &ReportInput<'_>) -> Value {
    let bundle = review.bundle;
    let rules = rules();
    let explains = Explains::in_bundle(&bundle.findings);
    let results = bundle.findings.iter().map(|finding| {
        let mut told = result(bundle, finding, &rules, &explains);
        let fixed = review.fixes.iter().find(|known| {
            finding.rule.as_ref().is_some_and(|rule| rule.as_str() == known.rule)
                && finding.location == known.location
                && finding.description == known.description
        });
        if let Some(fix) = fixed.and_then(|known| known.fix.as_ref()) {
            told["fixes"] = json!([self::fix(fix)]);
        }
        told
    });
    let results: Vec<Value> = results.collect();
    let offline = bundle.council_metadata.as_ref().is_some_and(|council| council.panel.offline);
    let mut properties = json!({
        "rfc": bundle.rfc_id.to_string(),
        "verdict": bundle.verdict,
        "verdictReason": bundle.verdict_reason,
        "terminalState": bundle.terminal_state,
        "terminalReason": bundle.terminal_reason,
        "bundle": review.file,
        "seal": bundle.seal.digest,
        "commit": bundle.inputs.commit,
    });
    if offline {
        properties["panel"] = json!(OFFLINE);
    }
    json!({
        "tool": {"driver": driver(bundle, rules, HOME)},
        "automationDetails": {"id": format!("council-review/{}/", bundle.rfc_id)},
        "invocations": [{
            "executionSuccessful": bundle.terminal_state != TerminalState::Aborted,
            "endTimeUtc": bundle.review_timestamp,
        }],
        "originalUriBaseIds": {
            "SRCROOT": {"description": {"text": "the root of the reviewed repository"}},
        },
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": properties,
    })
}

/// The tool's address, of the manifest; empty while it has none, and then no log names one: a viewer
/// makes a link of whatever stands there.
const HOME: &str = match env!("CARGO_PKG_HOMEPAGE").is_empty() {
    true => env!("CARGO_PKG_REPOSITORY"),
    false => env!("CARGO_PKG_HOMEPAGE"),
};

fn driver(bundle: &Bundle, rules: Vec<Value>, home: &str) -> Value {
    let tool = &bundle.inputs.tool;
    let mut driver = json!({"name": tool.name, "version": tool.version});
    if !home.is_empty() {
        driver["informationUri"] = json!(home);
    }
    driver["rules"] = Value::Array(rules);
    driver
}

/// The rules of the deterministic gates, then what seats can find, by kind.
fn rules() -> Vec<Value> {
    let of_gates = rules_of(Adapter::Native).map(|rule| {
        let mut act = rule.act.to_owned();
        if !rule.varies.is_empty() {
            act = format!("{act} Its severity: {}, {}.", rule.severity, rule.varies);
        }
        json!({
            "id": rule.id,
            "name": rule.subcategory,
            "shortDescription": {"text": sentence(rule.title)},
            "fullDescription": {"text": rule.why},
            "help": help(&act, rule.id.as_str()),
            "defaultConfiguration": {"level": level(rule.severity)},
            "properties": {
                "gate": rule.gate,
                "gateAsks": gates::meta(rule.gate).asks,
                "category": rule.subcategory.category(),
                "tags": tags(rule.subcategory, Some(rule.gate)),
            },
        })
    });
    let of_seats = Subcategory::ALL.iter().map(|kind| {
        json!({
            "id": kind,
            "shortDescription": {"text": sentence(kind.meaning())},
            "fullDescription": {"text": "Raised by a subagent of the council and put to the others."},
            "help": help("Read the finding's own advice.", kind.as_str()),
            "defaultConfiguration": {"level": level(kind.default_severity())},
            "properties": {"category": kind.category(), "tags": tags(*kind, None)},
        })
    });
    of_gates.chain(of_seats).collect()
}

/// What to do, in the two forms that a viewer may show, with the command that says more.
fn help(act: &str, id: &str) -> Value {
    json!({
        "text": format!("{act} More: council-review explain {id}"),
        "markdown": format!("{act}\n\nMore: `council-review explain {id}`"),
    })
}

fn tags(kind: Subcategory, gate: Option<GateId>) -> Vec<String> {
    let source = if gate.is_some() { "deterministic" } else { "council" };
    vec![kind.category().to_string(), source.to_owned()]
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "error",
        Severity::Major => "warning",
        Severity::Minor | Severity::Info => "note",
    }
}

fn result(bundle: &Bundle, finding: &Finding, rules: &[Value], explains: &Explains<'_>) -> Value {
    let at = &finding.location;
    let rule = match &finding.rule {
        Some(rule) => rule.as_str(),
        None => finding.subcategory.as_str(),
    };
    let mut place = physical(at);
    if !at.is_whole_file() && !finding.source_line.is_empty() {
        place["region"]["snippet"] = json!({"text": finding.source_line});
    }
    let mut result = json!({
        "ruleId": rule,
        "level": level(finding.severity),
        "kind": "fail",
        "message": {"text": message(bundle, finding, explains)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"councilReviewSignature/v1": finding.signature},
        "properties": {
            "findingId": finding.finding_id,
            "severity": finding.severity,
            "gate": finding.gate_id,
            "ticket": finding.ticket_id,
            "yamlPath": at.yaml_path(),
            "source": finding::source(finding),
            "agreement": finding.agreement_status,
            "resolution": finding.resolution,
        },
    });
    if let NodePath::Heading(_) | NodePath::Item(_) = at.path {
        result["properties"]["path"] = json!(at.path.to_string());
    }
    if let Some(anchor) = at.path.anchor() {
        result["properties"]["anchor"] = json!(anchor);
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().zip(1_usize..).map(|(one, id)| {
            json!({
                "id": id,
                "physicalLocation": physical(&one.location),
                "message": {"text": message_of(one)},
                "properties": {"kind": one.kind},
            })
        });
        result["relatedLocations"] = related.collect();
    }
    if !finding.because.is_empty() {
        result["properties"]["because"] = json!(finding.because);
    }
    if let Some(index) = rules.iter().position(|known| known["id"] == rule) {
        result["ruleIndex"] = json!(index);
    }
    if let Some(Aside { how, why }) = aside(bundle, finding) {
        let why = if why.is_empty() { how } else { format!("{how}: {why}") };
        result["suppressions"] =
            json!([{"kind": "external", "status": "accepted", "justification": why}]);
    }
    result
}

/// The edits of a fix, file by file.
fn fix(fix: &Fix) -> Value {
    let mut changes: Vec<Value> = Vec::new();
    for edits in fix.edits.chunk_by(|one, other| one.file == other.file) {
        let replacements = edits.iter().map(|edit| {
            json!({
                "deletedRegion": {
                    "startLine": edit.line,
                    "startColumn": edit.column,
                    "endLine": edit.end_line,
                    "endColumn": edit.end_column,
                },
                "insertedContent": {"text": edit.replacement},
            })
        });
        changes.push(json!({
            "artifactLocation": {
                "uri": address::relative(&edits[0].file),
                "uriBaseId": "SRCROOT",
            },
            "replacements": replacements.collect::<Vec<_>>(),
        }));
    }
    json!({"description": {"text": sentence(&fix.does)}, "artifactChanges": changes})
}

/// A place as viewers read it.
fn physical(at: &Location) -> Value {
    let mut place = json!({
        "artifactLocation": {"uri": address::relative(&at.file), "uriBaseId": "SRCROOT"},
    });
    if !at.is_whole_file() {
        place["region"] = json!({
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        });
    }
    place
}

/// What stands at a related place, in a line that makes no link.
fn message_of(one: &Related) -> String {
    escape::block(&format!("{} {}", one.kind.word(), one.name)).replace("](", "] (")
}

/// What is wrong, how far it is agreed, the way out, what it explains. A viewer makes links of `[text](target)`: the
/// two halves are kept apart.
fn message(bundle: &Bundle, finding: &Finding, explains: &Explains<'_>) -> String {
    let mut text = finding.description.clone();
    let notes = finding::notes(bundle, finding).into_iter();
    for (name, note) in notes.chain(explains.notes(&finding.finding_id)) {
        text.push_str(&format!("\n{name}: {note}"));
    }
    escape::block(&text).replace("](", "] (")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures::{self, FILE};
    use crate::report::page::Style;

    fn rendered(bundle: &Bundle) -> Value {
        let text = Sarif.render(&ReportInput {
            bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: Style::default(),
        });
        serde_json::from_str(&text).expect("JSON")
    }

    #[test]
    fn every_finding_is_a_result_and_what_was_set_aside_is_suppressed() {
        let log = rendered(&fixtures::rejected());
        let results = log["runs"][0]["results"].as_array().expect("a list");
        let lines: Vec<String> = results
            .iter()
            .map(|result| {
                let suppressed = result["suppressions"][0]["justification"].as_str();
                format!(
                    "{} {} {} {}",
                    result["properties"]["findingId"].as_str().unwrap_or_default(),
                    result["ruleId"].as_str().unwrap_or_default(),
                    result["level"].as_str().unwrap_or_default(),
                    suppressed.unwrap_or("counts"),
                )
            })
            .collect();
        assert_eq!(
            lines,
            [
                "FND-RFC-0042-001 R12 error counts",
                "FND-RFC-0042-002 AMBIGUOUS_SCOPE warning counts",
                "FND-RFC-0042-003 AMBIGUOUS_SCOPE note counts",
                "FND-RFC-0042-004 AMBIGUOUS_SCOPE note not grounded: its quote is not at the place given",
                "FND-RFC-0042-005 IGNORED_EXTENSION_POINT warning dismissed by vote: 1 for, 2 against",
            ]
        );
        assert_eq!(log["runs"][0]["properties"]["panel"], OFFLINE);
    }

    #[test]
    fn f53_the_tool_has_an_address_when_its_manifest_has_one_and_rules_say_how_to_read_more() {
        let bundle = fixtures::rejected();
        let with = driver(&bundle, Vec::new(), "https://council.example/");
        assert_eq!(with["informationUri"], "https://council.example/");
        assert_eq!(driver(&bundle, Vec::new(), "").get("informationUri"), None);
        for rule in rules() {
            let id = rule["id"].as_str().expect("an id");
            let (text, markdown) = (&rule["help"]["text"], &rule["help"]["markdown"]);
            let command = format!("council-review explain {id}");
            assert!(text.as_str().is_some_and(|text| text.ends_with(&command)), "{rule}");
            assert!(markdown.as_str().is_some_and(|text| text.contains(&command)), "{rule}");
        }
    }

    #[test]
    fn an_index_leads_to_its_rule_and_ids_are_unique() {
        let log = rendered(&fixtures::rejected());
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
        for result in run["results"].as_array().expect("a list") {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
        }
        let mut ids: Vec<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rules.len());
    }

    #[test]
    fn a_whole_file_has_no_region_and_foreign_text_makes_no_link() {
        let log = rendered(&fixtures::standard());
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "documents/rfcs/RFC-0042");
        assert_eq!(place["region"], Value::Null);
        let log = rendered(&fixtures::hostile());
        let result = &log["runs"][0]["results"][0];
        let text = result["message"]["text"].as_str().expect("text");
        assert!(text.contains("![beacon] (https://evil.example/a.png)"), "{text}");
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(*uri, "documents/work/tickets/%1B%5B31m%3A%3Aerror%3A%3A%60x%60.yaml");
    }
}
