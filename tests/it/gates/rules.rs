//! Every rule of the deterministic gates, over small repositories that carry their expectations in
//! place. Every gate runs over every fixture and the whole list of findings is compared, so that a
//! rule that speaks where it should not shows at once.
//! `fixture` says how they are written.

use std::collections::BTreeSet;

use council_review::gates::{
    ExampleSide, GATES, OUTSIDE_EVERY_RFC, RULES, check_all, may_follow, meta, repository_findings,
    rule, rules_of,
};
use council_review::model::{
    Adapter, Finding, FindingId, GateId, GateStatus, Severity, SubjectId, Verdict, is_consequence,
};
use council_review::source::Dossier;

use super::fixture::{Fixture, base, fixtures, text};

#[test]
fn every_fixture_gives_just_the_findings_it_carries() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        let found = fixture.rows();
        if found != fixture.expected {
            wrong.push(format!(
                "{}\n  expected {:?}\n  found    {found:?}",
                fixture.name, fixture.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page that offers a waiver would promise too much for them.
#[test]
fn the_rules_that_no_waiver_reaches_are_those_that_fire_outside_every_rfc_alone() {
    let rules = |findings: &[Finding]| -> BTreeSet<String> {
        findings.iter().map(|finding| finding.rule.to_string()).collect()
    };
    let (mut outside, mut of_rfcs) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures() {
        outside.extend(rules(&repository_findings(&fixture.library())));
        for (_, findings) in fixture.reviews() {
            of_rfcs.extend(rules(&findings));
        }
    }
    let alone: Vec<&String> = outside.difference(&of_rfcs).collect();
    assert_eq!(alone, OUTSIDE_EVERY_RFC);
}

#[test]
fn every_rule_has_a_fixture_that_fires_it_and_one_that_does_not() {
    let (mut fails, mut passes) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures() {
        let Some((head, _)) = fixture.name.split_once(": ") else {
            continue;
        };
        let (id, outcome) = head.split_once(' ').expect("a rule and an outcome");
        let fires = fixture.expected.iter().any(|(_, _, rule, _)| rule == id);
        assert_eq!(outcome == "fails", fires, "{}", fixture.name);
        let heap = if fires { &mut fails } else { &mut passes };
        heap.insert(id.to_owned());
    }
    let all: BTreeSet<String> = rules_of(Adapter::Native).map(|rule| rule.id.to_string()).collect();
    assert_eq!(fails, all);
    assert_eq!(passes, all);
}

#[test]
fn findings_take_gate_and_kind_from_the_table_and_read_as_claims() {
    for fixture in fixtures() {
        for finding in fixture.findings() {
            let info = rule(finding.rule.as_str()).expect("a rule of the table");
            assert_eq!((finding.gate, finding.subcategory), (info.gate, info.subcategory));
            assert!(
                finding.severity == info.severity || !info.varies.is_empty(),
                "{}: {} has a weight of its own",
                fixture.name,
                finding.rule
            );
            for words in [&finding.description, &finding.remediation] {
                assert!(!words.is_empty() && !words.ends_with('.'), "{words}");
                assert!(!words.contains('\n'), "{words}");
                let first = words.chars().next().unwrap_or_default();
                let is_id = ["RFC-", "RFCs ", "TCK-"].iter().any(|id| words.starts_with(id));
                assert!(!first.is_uppercase() || is_id, "{words}");
            }
            assert_ne!(finding.description, finding.remediation);
            assert!(finding.location.line >= 1 && finding.location.column >= 1);
        }
    }
}

#[test]
fn the_tables_are_complete() {
    let gates: Vec<GateId> = GATES.iter().map(|gate| gate.meta().id).collect();
    assert_eq!(gates, GateId::ALL[..4]);
    for id in GateId::ALL {
        let meta = meta(id);
        assert_eq!(meta.id, id);
        assert!(meta.asks.ends_with('?') && meta.why.ends_with('.'), "{id}");
    }
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(ids.len(), RULES.len(), "ids are unique");
    for info in RULES {
        let is_advisory = info.id.as_str().starts_with('L');
        assert!(gates.contains(&info.gate) != is_advisory, "{}", info.id);
        assert!(!is_advisory || info.severity < Severity::Blocker, "{}", info.id);
        assert!(info.why.ends_with('.') && info.act.ends_with('.'), "{}", info.id);
        assert!(!info.title.ends_with('.') && info.why != info.act, "{}", info.id);
    }
    assert!(rule("r3a").is_some() && rule("R50").is_none());
}

/// The repository of the examples, with one side of one in it.
fn with_side(side: &ExampleSide, other: &ExampleSide) -> Fixture {
    let mut fixture = Fixture::blank(side.file);
    fixture.change(&text("examples"));
    let shown = |text: &str| format!("{}\n", text.replace("<TAB>", "\t"));
    let (side_text, other_text) = (shown(side.text), shown(other.text));
    match fixture.files.get_mut(side.file) {
        Some(file) if file.contains(&side_text) => {}
        Some(file) => {
            assert_eq!(file.matches(&other_text).count(), 1, "{}: {other_text}", side.file);
            *file = file.replace(&other_text, &side_text);
        }
        None => {
            fixture.files.insert(side.file.to_owned(), side_text);
        }
    }
    fixture
}

#[test]
fn f45_every_rule_has_an_example_whose_before_it_finds_and_whose_after_it_accepts() {
    for info in rules_of(Adapter::Native) {
        let example = &info.example;
        let fires = |side: &ExampleSide, other: &ExampleSide| {
            let fixture = with_side(side, other);
            let found = fixture.findings();
            (found.iter().any(|finding| finding.rule == info.id), fixture.rows())
        };
        let (found, rows) = fires(&example.before, &example.after);
        assert!(found, "{} does not fire: {rows:?}", info.id);
        let (found, rows) = fires(&example.after, &example.before);
        assert!(!found, "{} fires: {rows:?}", info.id);
        // What is a part of the repository of the examples leaves nothing to object to.
        let is_part = example.before.file == example.after.file && rows.is_empty();
        let is_whole = !text("examples").contains(example.after.text);
        assert!(is_part || is_whole, "{}: {rows:?}", info.id);
    }
}

fn ticket(id: usize, needs: &[usize]) -> (String, String) {
    let needs: Vec<String> = needs.iter().map(|n| format!("TCK-{n:05}")).collect();
    let path = format!("documents/work/tickets/TCK-{id:05}.yaml");
    let text = format!(
        "ticket:\n  id: TCK-{id:05}\n  title: Ticket {id}\n  rfc_id: RFC-0001\n  requirement_ids: [REQ-0001, REQ-0002]\n  depends_on: [{}]\nacceptance_criteria: [it works]\n",
        needs.join(", ")
    );
    (path, text)
}

fn chain(length: usize, last_needs_first: bool) -> Vec<council_review::model::GateResult> {
    let mut fixture = base();
    fixture.files.retain(|path, _| !path.contains("/tickets/") && !path.contains("/06_"));
    for id in 1..=length {
        let needs = match id {
            1 if last_needs_first => vec![length],
            1 => vec![],
            id => vec![id - 1],
        };
        fixture.files.extend([ticket(id, &needs)]);
    }
    let id: SubjectId = "RFC-0001".parse().expect("an id");
    let dossier = Dossier::build(fixture.library(), &id).expect("the RFC");
    check_all(&dossier)
}

#[test]
fn a_chain_of_five_thousand_tickets_is_ordered() {
    let results = chain(5000, false);
    assert!(results[..4].iter().all(|result| result.findings.is_empty()));
    let order = results[1].evidence["order"].as_array().expect("an order");
    assert_eq!((order.len(), order[0].as_str()), (5000, Some("TCK-00001")));
}

#[test]
fn a_circle_of_five_thousand_tickets_is_one_finding() {
    let results = chain(5000, true);
    assert_eq!(results[1].findings.len(), 1);
    assert_eq!(results[1].status, GateStatus::Failed);
    let cycles = &results[1].evidence["cycles"];
    assert_eq!(cycles[0].as_array().map(Vec::len), Some(5000));
}

#[test]
fn each_gate_says_what_it_looked_at() {
    let id: SubjectId = "RFC-0001".parse().expect("an id");
    let dossier = Dossier::build(base().library(), &id).expect("the RFC");
    let results = check_all(&dossier);
    let status: Vec<GateStatus> = results.iter().map(|result| result.status).collect();
    assert_eq!(status[..4], [GateStatus::Passed; 4]);
    assert_eq!(status[4..], [GateStatus::NotRun; 2], "only for what rules find");
    assert_eq!(results[0].evidence["incomplete"], false);
    assert!(results[0].evidence["files"].as_array().is_some_and(|f| f.len() > 4));
    assert_eq!(
        results[1].evidence,
        serde_json::json!({
            "tickets": ["TCK-00001", "TCK-00002"],
            "edges": [{"from": "TCK-00002", "to": "TCK-00001"}],
            "order": ["TCK-00001", "TCK-00002"],
        })
    );
    assert_eq!(
        results[2].evidence,
        serde_json::json!({
            "requirements": [
                {"id": "REQ-0001", "origin": "imported"},
                {"id": "REQ-0002", "origin": "local"},
            ],
            "coverage": {"REQ-0001": ["TCK-00001"], "REQ-0002": ["TCK-00002"]},
            "uncovered": [],
            "incomplete": false,
        })
    );
    assert_eq!(
        results[3].evidence,
        serde_json::json!({
            "atlas": {
                "source": "derived",
                "from": "Cargo workspace",
                "files": ["Cargo.toml"],
                "components": [{"id": "crates/core", "path": "crates/core"}],
            },
            "paths": [
                {
                    "path": "crates/core/src/new.rs",
                    "kind": "create",
                    "ticket": "TCK-00002",
                    "component": "crates/core",
                    "state": "component",
                },
                {
                    "path": "crates/core/src/lib.rs",
                    "kind": "modify",
                    "ticket": "TCK-00002",
                    "component": "crates/core",
                    "state": "tree",
                },
            ],
        })
    );
}

#[test]
fn a_gate_with_nothing_to_look_at_is_not_passed() {
    let library = {
        let mut fixture = base();
        fixture.change("+++ documents/rfcs/RFC-0002/seed.md\n");
        fixture.library()
    };
    let seed: SubjectId = "RFC-0002".parse().expect("an id");
    let dossier = Dossier::build(library, &seed).expect("the seed");
    for result in check_all(&dossier) {
        assert_eq!(result.status, GateStatus::NotApplicable, "{}", result.gate);
    }
}

/// GATES.md R57 as a property: whatever is explained, and whatever of it is waived, nothing is
/// approved beside a BLOCKER that nobody waived, and causes are findings that weigh as much and are
/// explained by nothing.
#[test]
fn f29_no_explanation_hides_a_blocker_and_none_is_explained_itself() {
    let (mut explained, mut waived_causes) = (0, 0);
    for fixture in fixtures() {
        for (rfc, findings) in fixture.reviews() {
            let at = |id: &FindingId| {
                let mut numbers = 0..findings.len();
                numbers.find(|n| FindingId::numbered(&rfc, n + 1) == *id).expect("a finding")
            };
            for finding in &findings {
                for cause in &finding.because {
                    let cause = &findings[at(cause)];
                    assert!(cause.severity >= finding.severity, "{}", fixture.name);
                    assert_eq!(cause.because, [], "{}", fixture.name);
                    let is_one_file = cause.location.file == finding.location.file;
                    assert!(may_follow(finding.rule.as_str(), cause.rule.as_str(), is_one_file));
                    explained += 1;
                }
            }
            // Each finding waived in turn, then each two.
            for first in 0..findings.len() {
                for second in first..findings.len() {
                    let is_waived = |at: usize| at == first || at == second;
                    let counted: Vec<Severity> = (0..findings.len())
                        .filter(|&n| !is_waived(n))
                        .filter(|&n| {
                            let causes = findings[n].because.iter();
                            let stands = causes.map(|cause| Some(!is_waived(at(cause))));
                            !is_consequence(findings[n].severity, stands)
                        })
                        .map(|n| findings[n].severity)
                        .collect();
                    let mut open = (0..findings.len()).filter(|&n| !is_waived(n));
                    let is_blocked = open.any(|n| findings[n].severity == Severity::Blocker);
                    if is_blocked {
                        assert_eq!(Verdict::of(counted), Verdict::Rejected, "{}", fixture.name);
                    }
                    waived_causes += findings
                        .iter()
                        .filter(|f| f.because.iter().any(|cause| is_waived(at(cause))))
                        .count();
                }
            }
        }
    }
    assert!(explained > 20 && waived_causes > 20, "{explained} explained, {waived_causes} waived");
}
