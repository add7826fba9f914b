//! What people see, page by page.

mod hostile;
mod several;

use super::*;
use crate::evidence::v2::bundle::Finding;
use crate::evidence::v2::council::{CitedLines, Resolution};
use crate::model::GateId;
use crate::report::fixtures::{self, FILE};

const COLORED: Style = Style { color: true, width: 80, detail: Detail::Normal };

/// A page at 80 columns, without colour.
fn plain(of: &Bundle) -> String {
    bundle(of, Some(FILE), None, Style::default())
}

#[track_caller]
fn assert_page(page: &str, expected: &str) {
    let expected = expected.trim_start_matches('\n');
    assert!(page == expected, "the page is now:\n{page}");
}

#[test]
fn approved() {
    assert_page(
        &plain(&fixtures::approved()),
        r#"
APPROVED  RFC-0042
  no BLOCKER or MAJOR finding
  3 files at 1a2b3c4d5e6f, 1 of them not committed

gates
  GATE-TCK-SCHEMA                 PASSED
  GATE-TCK-DEPENDENCY-ACYCLICITY  PASSED
  GATE-TCK-SCOPE-COVERAGE         PASSED
  GATE-TCK-CCP-MAPPING            PASSED
  GATE-TCK-ATOMICITY              PASSED
  GATE-TCK-IMPLEMENTABILITY       PASSED
  GATE-TCK-ANTI-COUSIN            PASSED

council
  anthropic claude-sonnet-4-5 on all 3 seats
  modes: SA-1 1 6 7 43 75, SA-2 47 48 51 56 70, SA-3 14 15 32 33 79
  3 cycles in 312 s, 48,210 of 600,000 tokens; 6 claims merged to 5, 2 voted on
  implementability: 93 of 100

next
  1. Commit the evidence; anyone can derive it again
     council-review verify evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml

bundle: evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml
"#,
    );
}

#[test]
fn rejected_by_a_gate_and_by_seats() {
    assert_page(
        &plain(&fixtures::rejected()),
        r#"
REJECTED  RFC-0042
  rejected by 1 BLOCKER of the gate SCHEMA; 1 MAJOR besides
  panel: built-in rules (no AI model)
  3 files at 1a2b3c4d5e6f, 1 of them not committed

gates
  GATE-TCK-SCHEMA                 FAILED, 1 BLOCKER
  GATE-TCK-DEPENDENCY-ACYCLICITY  PASSED
  GATE-TCK-SCOPE-COVERAGE         PASSED
  GATE-TCK-CCP-MAPPING            PASSED
  GATE-TCK-ATOMICITY              PASSED
  GATE-TCK-IMPLEMENTABILITY       PASSED, 1 MAJOR, 1 MINOR, 1 without a ground
  GATE-TCK-ANTI-COUSIN            PASSED, 1 dismissed

TCK-00012  1 BLOCKER, 1 MAJOR

  BLOCKER[R12]: the title is empty
   --> documents/work/tickets/TCK-00012.yaml:4:12
    |
  4 |     title: ""
    |            ^^
    = help: write what will be different when the ticket is done
    = id: FND-RFC-0042-001, SCHEMA_VIOLATION

  MAJOR[SA-2 via mode 47]: the step does not say which callers are meant, and
      the crate has eleven; two careful readers would change different ones
    --> documents/work/tickets/TCK-00012.yaml:31:7
     |
  31 |     - update the other callers as needed
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: built-in rules (no AI model)
     = help: name the eleven callers, or say that all are meant
     = id: FND-RFC-0042-002, AMBIGUOUS_SCOPE

TCK-00011  1 MINOR

  MINOR[SA-2 via mode 47]: the step does not say which callers are meant, and
      the crate has eleven; two careful readers would change different ones
    --> documents/work/tickets/TCK-00011.yaml:31:7
     |
  31 |     - update the other callers as needed
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: built-in rules (no AI model)
     = help: list the callers by path
     = id: FND-RFC-0042-003, AMBIGUOUS_SCOPE

not counted
  dismissed by vote: FND-RFC-0042-005 (MAJOR IGNORED_EXTENSION_POINT, SA-2 via
      mode 47), TCK-00011: 1 for, 2 against; the RFC names all callers in
      section 4
  not grounded: FND-RFC-0042-004 (MINOR AMBIGUOUS_SCOPE, SA-2 via mode 47),
      TCK-00012: its quote is not at the place given

council
  panel: built-in rules (no AI model) on all 3 seats
  modes: SA-1 1 6 7 43 75, SA-2 47 48 51 56 70, SA-3 14 15 32 33 79
  3 cycles in 312 s, 48,210 of 600,000 tokens; 6 claims merged to 5, 2 voted on
  implementability: 75 of 100; weakest TCK-00012 57 (seats differ by 21)

next
  1. Fix FND-RFC-0042-001 at documents/work/tickets/TCK-00012.yaml:4:12 first (2
     more findings above)
  2. Why R12 matters and how to fix it
     council-review explain R12
  3. Run the review again
     council-review RFC-0042

bundle: evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml
"#,
    );
}

#[test]
fn needs_adjudication() {
    assert_page(
        &plain(&fixtures::deadlocked()),
        r#"
NEEDS_ADJUDICATION  RFC-0042
  2 findings need a person's decision; apart from that 1 MAJOR finding
  DEADLOCKED: 2 findings are left that only a person can settle
  3 files at 1a2b3c4d5e6f, 1 of them not committed

gates
  GATE-TCK-SCHEMA                 PASSED
  GATE-TCK-DEPENDENCY-ACYCLICITY  PASSED
  GATE-TCK-SCOPE-COVERAGE         PASSED
  GATE-TCK-CCP-MAPPING            PASSED
  GATE-TCK-ATOMICITY              PASSED
  GATE-TCK-IMPLEMENTABILITY       FAILED, 1 BLOCKER, 2 MAJOR
  GATE-TCK-ANTI-COUSIN            PASSED

TCK-00012  1 BLOCKER, 1 MAJOR

  BLOCKER[SA-2 via mode 47]: the step does not say which callers are meant, and
      the crate has eleven; two careful readers would change different ones
    --> documents/work/tickets/TCK-00012.yaml:31:7
     |
  31 |     - update the other callers as needed
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: needs a person: upheld 2 of 3, without an agreed fix
     = proposed: list the callers by path
     = id: FND-RFC-0042-003, INCOMPLETE_PLAN

  MAJOR[SA-2 via mode 47]: the step does not say which callers are meant, and
      the crate has eleven; two careful readers would change different ones
    --> documents/work/tickets/TCK-00012.yaml:31:7
     |
  31 |     - update the other callers as needed
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: agreed 2 of 3
     = help: name the eleven callers, or say that all are meant
     = id: FND-RFC-0042-001, AMBIGUOUS_SCOPE

TCK-00011  1 MAJOR

  MAJOR[SA-2 via mode 47]: the step does not say which callers are meant, and
      the crate has eleven; two careful readers would change different ones
    --> documents/work/tickets/TCK-00011.yaml:31:7
     |
  31 |     - update the other callers as needed
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: needs a person: no quorum, 1 for, 1 against, 1 missing
     = proposed: list the callers by path
     = id: FND-RFC-0042-002, AMBIGUOUS_SCOPE

council
  SA-1 anthropic claude-sonnet-4-5, SA-2 openai gpt-5, SA-3 command
  modes: SA-1 1 6 7 43 75, SA-2 47 48 51 56 70, SA-3 14 15 32 33 79
  3 cycles in 312 s, 48,210 of 600,000 tokens; 6 claims merged to 5, 2 voted on
  implementability: 93 of 100
  degraded: SA-3 fell out in cycle 3: unavailable: 529 after 3 attempts
  ballots that do not count: 0 spoilt, 2 missing

next
  1. human adjudicator: read both sides in
     evidence/rfc/RFC-0042/reviews/escalation_20260126T100000Z.md
  2. Decide FND-RFC-0042-002, FND-RFC-0042-003; the page says what follows from
     each
     council-review adjudicate RFC-0042
  3. Or fix what they are about and run the review again
     council-review RFC-0042

bundle: evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml
"#,
    );
}

#[test]
fn aborted() {
    assert_page(
        &plain(&fixtures::aborted()),
        r#"
ABORTED  RFC-0042
  the review stopped before its end; so far no BLOCKER or MAJOR finding
  ABORTED: BUDGET_EXHAUSTED: call 5 may need 40000 tokens and 12000 of 600000
  are left
  3 files at 1a2b3c4d5e6f, 1 of them not committed

gates
  GATE-TCK-SCHEMA                 PASSED
  GATE-TCK-DEPENDENCY-ACYCLICITY  PASSED
  GATE-TCK-SCOPE-COVERAGE         PASSED
  GATE-TCK-CCP-MAPPING            PASSED
  GATE-TCK-ATOMICITY              NOT_RUN
  GATE-TCK-IMPLEMENTABILITY       NOT_RUN, 1 MAJOR
  GATE-TCK-ANTI-COUSIN            NOT_RUN

TCK-00012  1 MAJOR

  MAJOR[SA-2 via mode 47]: the step does not say which callers are meant, and
      the crate has eleven; two careful readers would change different ones
    --> documents/work/tickets/TCK-00012.yaml:31:7
     |
  31 |     - update the other callers as needed
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: raised by 1 of 3, not settled when the review ended
     = help: list the callers by path
     = id: FND-RFC-0042-001, AMBIGUOUS_SCOPE

council
  openai gpt-5 on all 3 seats
  modes: SA-1 1 6 7 43 75, SA-2 47 48 51 56 70, SA-3 14 15 32 33 79
  1 cycle in 312 s, 48,210 of 600,000 tokens; 6 claims merged to 5

next
  1. Lost: what cycles 2 and 3 would have said; 1 finding kept without a vote.
     The gates' answers are complete
  2. Raise council.token_budget in council.yaml, now 600000; the reason above
     says what was needed
  3. Start over
     council-review RFC-0042

bundle: evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml
"#,
    );
}

#[test]
fn standard_depth() {
    assert_page(
        &plain(&fixtures::standard()),
        r#"
APPROVED  RFC-0042
  no BLOCKER or MAJOR finding
  NOT_CONVENED: the deterministic gates alone were asked for
  3 files at 1a2b3c4d5e6f, 1 of them not committed

gates
  GATE-TCK-SCHEMA                 PASSED
  GATE-TCK-DEPENDENCY-ACYCLICITY  PASSED
  GATE-TCK-SCOPE-COVERAGE         NOT_APPLICABLE, 1 MINOR
  GATE-TCK-CCP-MAPPING            PASSED
  GATE-TCK-ATOMICITY              NOT_RUN
  GATE-TCK-IMPLEMENTABILITY       NOT_RUN
  GATE-TCK-ANTI-COUSIN            NOT_RUN

documents/rfcs/RFC-0042  1 MINOR

  MINOR[R39]: the RFC defines no requirements
   --> documents/rfcs/RFC-0042:1:1
    = help: list them under requirement_binding in 01_problem.yaml
    = id: FND-RFC-0042-001, SCOPE_GAP

next
  1. Commit the evidence; anyone can derive it again
     council-review verify evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml

bundle: evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml
"#,
    );
}

#[test]
fn not_applicable() {
    assert_page(
        &plain(&fixtures::not_applicable()),
        r#"
NOT_APPLICABLE  RFC-0042
  there is nothing to review: its folder holds no YAML yet
  NOT_CONVENED: the deterministic gates alone were asked for
  1 file outside of any commit

gates
  GATE-TCK-SCHEMA                 NOT_APPLICABLE
  GATE-TCK-DEPENDENCY-ACYCLICITY  NOT_APPLICABLE
  GATE-TCK-SCOPE-COVERAGE         NOT_APPLICABLE
  GATE-TCK-CCP-MAPPING            NOT_APPLICABLE
  GATE-TCK-ATOMICITY              NOT_RUN
  GATE-TCK-IMPLEMENTABILITY       NOT_RUN
  GATE-TCK-ANTI-COUSIN            NOT_RUN

next
  1. write its first files
     council-review new rfc "Title" --id RFC-0042
  2. write its tickets, then
     council-review RFC-0042 --depth standard

bundle: evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml
"#,
    );
}

#[test]
fn one_finding_is_whole() {
    let mut own = fixtures::rejected();
    let long = format!("update {} as needed", "every other caller, ".repeat(40).trim_end());
    let mut again = own.findings[1].clone();
    again.finding_id = own.findings[4].finding_id.clone();
    again.description = "nobody can tell which callers".to_owned();
    again.resolution = Resolution::Duplicate;
    let finding = &mut own.findings[1];
    again.duplicate_of = Some(finding.finding_id.clone());
    finding.source_line = format!("    - {long}");
    finding.quote = long.clone();
    finding.location.column = 7;
    finding.location.end_column = 7 + u32::try_from(long.len()).expect("short");
    let cited = "pub fn greet(name: &str) -> String {\n    format!(\"Hello, {name}\")";
    finding.cites = vec![CitedLines {
        path: "src/greet.rs".to_owned(),
        lines: "10-11".to_owned(),
        quote: cited.to_owned(),
    }];
    own.findings[4] = again;
    let page = finding_page(&own, &own.findings[1]);
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(&long), "the passage is uncut: {page}");
    let said = "rests on\n  src/greet.rs:10-11\n    pub fn greet(name: &str) -> String {\n        format!(\"Hello";
    assert!(page.contains(said), "{page}");
    let said = "by SA-2 via mode 47 at documents/work/tickets/TCK-00012.yaml:31:7: nobody can tell";
    assert!(
        flat.contains(&format!("the same or a part of it, said again FND-RFC-0042-005 {said}")),
        "{page}"
    );
    let deadlocked = fixtures::deadlocked();
    let page = finding_page(&deadlocked, &deadlocked.findings[2]);
    assert!(page.contains("  votes       2 for, 0 against, 1 missing: upheld, but"), "{page}");
    assert!(page.contains("  SA-3 in cycle 2, as MAJOR: the atlas lists every caller"), "{page}");
    let page = terminal_point(&own.findings[1]);
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(&long), "nor where it is decided: {page}");
}

fn finding_page(of: &Bundle, one: &Finding) -> String {
    finding(of, one, FILE, Style::default())
}

fn terminal_point(of: &Finding) -> String {
    point(of, Style::default())
}

#[test]
fn a_gate_that_code_passed_is_not_plainly_passed_over_a_blocker_of_a_seat() {
    let mut own = fixtures::rejected();
    own.findings.remove(0);
    own.findings[0].gate_id = GateId::ScopeCoverage;
    own.findings[0].severity = Severity::Blocker;
    let page = plain(&own);
    let said = "  GATE-TCK-SCOPE-COVERAGE         PASSED by code, 1 BLOCKER by seats\n";
    assert!(page.contains(said), "{page}");
    assert!(page.contains("\n  rejected by 1 BLOCKER of SA-2\n"), "{page}");
    own.findings.push(fixtures::rejected().findings.remove(0));
    let said = "\n  rejected by 1 BLOCKER of the gate SCHEMA and 1 of SA-2\n";
    assert!(plain(&own).contains(said), "{}", plain(&own));
}

#[test]
fn a_verdict_that_no_ruling_changes_is_said_before_its_reason() {
    let mut own = fixtures::deadlocked();
    assert_eq!(own.foregone_verdict(), None);
    let mut gate = fixtures::rejected().findings.remove(0);
    gate.finding_id = own.findings[0].finding_id.clone();
    own.findings[0] = gate;
    let second = |page: &str| page.lines().nth(1).unwrap_or_default().trim().to_owned();
    let said = "every ruling gives REJECTED, so rulings are optional; rejected by 1 BLOCKER of the";
    assert!(second(&plain(&own)).starts_with(&said[..70]), "{}", plain(&own));
    for finding in &mut own.findings {
        finding.severity = Severity::Minor;
    }
    let said = "every ruling gives APPROVED, and it needs one on each open finding";
    assert_eq!(second(&plain(&own)), said);
}

#[test]
fn quiet_is_the_answer_and_its_reason() {
    let style = Style { detail: Detail::Quiet, ..Style::default() };
    assert_page(
        &bundle(&fixtures::rejected(), None, None, style),
        r#"
REJECTED  RFC-0042
  rejected by 1 BLOCKER of the gate SCHEMA; 1 MAJOR besides
  panel: built-in rules (no AI model)
  3 files at 1a2b3c4d5e6f, 1 of them not committed
"#,
    );
}

#[test]
fn colour_changes_no_text() {
    for of in
        [fixtures::approved(), fixtures::rejected(), fixtures::deadlocked(), fixtures::hostile()]
    {
        let colored = bundle(&of, Some(FILE), None, COLORED);
        assert!(colored.contains("\u{1b}[1m"));
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain(&of));
    }
}

#[test]
fn no_line_is_wider_than_the_page_but_a_command_or_a_path() {
    for width in [80, 120] {
        let style = Style { width, ..Style::default() };
        let page = bundle(&fixtures::rejected(), None, None, style);
        for line in page.lines() {
            let whole = line.contains("--> ") || line.contains("council-review ");
            assert!(whole || line.chars().count() <= width, "{width}: {line}");
        }
    }
}
