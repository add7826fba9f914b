//! Several RFCs on one page.

use super::*;

#[test]
fn the_gates_alone_fold_what_is_alike_and_end_in_a_table() {
    assert_page(
        &gates(&fixtures::gates_report(), None, Style::default()),
        r#"
REJECTED  RFC-0042  by the deterministic gates alone
  9 BLOCKER

gates
  GATE-TCK-SCHEMA                 FAILED, 9 BLOCKER
  GATE-TCK-DEPENDENCY-ACYCLICITY  PASSED
  GATE-TCK-SCOPE-COVERAGE         PASSED
  GATE-TCK-CCP-MAPPING            NOT_APPLICABLE

TCK-00011  1 BLOCKER

  BLOCKER[R12]: the title is empty
   --> documents/work/tickets/TCK-00011.yaml:4:12
    |
  4 |     title: ""
    |            ^^
    = help: write what will be different when the ticket is done
    = also at: documents/work/tickets/TCK-00012.yaml:4:12
    = also at: documents/work/tickets/TCK-00013.yaml:4:12
    = also at: documents/work/tickets/TCK-00014.yaml:4:12
    = also at: documents/work/tickets/TCK-00015.yaml:4:12
    = also at: documents/work/tickets/TCK-00016.yaml:4:12
    = also at: documents/work/tickets/TCK-00017.yaml:4:12
    = also at: documents/work/tickets/TCK-00018.yaml:4:12
    = also at: documents/work/tickets/TCK-00019.yaml:4:12
    = id: FND-RFC-0042-001, SCHEMA_VIOLATION

next
  1. Fix FND-RFC-0042-001 at documents/work/tickets/TCK-00011.yaml:4:12 first (8
     more findings above)
  2. Why R12 matters and how to fix it
     council-review explain R12
  3. Run the review again
     council-review gates RFC-0042


APPROVED  RFC-0043  by the deterministic gates alone
  no findings, all gates passed


REPOSITORY  what belongs to no RFC

documents/work/tickets/tck-1.yaml  1 BLOCKER

  BLOCKER[R2]: the name is not that of a ticket file
   --> documents/work/tickets/tck-1.yaml:1:1
    = help: rename it to TCK- and five digits


RFC       STATE           VERDICT                    BLOCKER MAJOR MINOR INFO
RFC-0042  OK              REJECTED                         9     0     0    0
RFC-0043  OK              APPROVED                         0     0     0    0
"#,
    );
}

#[test]
fn nothing_is_folded_when_everything_is_asked_for() {
    let full = Style { detail: Detail::Full, ..Style::default() };
    let page = gates(&fixtures::gates_report(), None, full);
    assert_eq!(page.matches("BLOCKER[R12]").count(), 9);
    assert!(!page.contains("also at"));
}

#[test]
fn several_reviews_make_a_table() {
    let rows = [fixtures::approved(), fixtures::rejected(), fixtures::deadlocked()];
    let rows: Vec<Row> = rows.iter().map(Row::from).collect();
    assert_page(
        &summary(&rows, Style::default()),
        r#"
RFC       STATE           VERDICT                    BLOCKER MAJOR MINOR INFO
RFC-0042  OK              APPROVED                         0     0     0    0
RFC-0042  OK              REJECTED                         1     1     1    0
RFC-0042  OK              NEEDS_ADJUDICATION               1     2     0    0
built-in rules (no AI model): RFC-0042
"#,
    );
}
