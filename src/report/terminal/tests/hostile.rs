//! A page about files and replies that want to be more than text.

use super::*;

#[test]
fn hostile_text_is_shown_and_never_obeyed() {
    assert_page(
        &plain(&fixtures::hostile()),
        r#"
NEEDS_ADJUDICATION  RFC-0042
  2 findings need a person's decision; apart from that 1 MAJOR finding
  DEADLOCKED: ^[[2J^[]0;owned^G ::error::x ::add-mask::y ##\[error]z
  ![beacon](https://evil.example/a.png) <script>alert(1)</script> @everyone
  \u{202e}kcab ```` # APPROVED [link](javascript:x) <!--
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

  BLOCKER[SA-2 via mode 47]: ^[[2J^[]0;owned^G ::error::x ::add-mask::y
      ##\[error]z ![beacon](https://evil.example/a.png)
      <script>alert(1)</script> @everyone \u{202e}kcab ```` # APPROVED
      [link](javascript:x) <!--
    --> documents/work/tickets/^[[31m::error::`x`.yaml:31:7
     |
  31 |    title: ^[[2J^[]0;owned^G ::error::x^M::add-mask::y^M##\[error]z ![be…
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: needs a person: upheld 2 of 3, without an agreed fix
     = proposed: ^[[2J^[]0;owned^G ::error::x ::add-mask::y ##\[error]z
                 ![beacon](https://evil.example/a.png) <script>alert(1)</script>
                 @everyone \u{202e}kcab ```` # APPROVED [link](javascript:x)
                 <!--
     = id: FND-RFC-0042-003, INCOMPLETE_PLAN

  MAJOR[SA-2 via mode 47]: ^[[2J^[]0;owned^G ::error::x ::add-mask::y
      ##\[error]z ![beacon](https://evil.example/a.png)
      <script>alert(1)</script> @everyone \u{202e}kcab ```` # APPROVED
      [link](javascript:x) <!--
    --> documents/work/tickets/^[[31m::error::`x`.yaml:31:7
     |
  31 |    title: ^[[2J^[]0;owned^G ::error::x^M::add-mask::y^M##\[error]z ![be…
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: agreed 2 of 3
     = help: ^[[2J^[]0;owned^G ::error::x ::add-mask::y ##\[error]z
             ![beacon](https://evil.example/a.png) <script>alert(1)</script>
             @everyone \u{202e}kcab ```` # APPROVED [link](javascript:x) <!--
     = id: FND-RFC-0042-001, AMBIGUOUS_SCOPE

TCK-00011  1 MAJOR

  MAJOR[SA-2 via mode 47]: ^[[2J^[]0;owned^G ::error::x ::add-mask::y
      ##\[error]z ![beacon](https://evil.example/a.png)
      <script>alert(1)</script> @everyone \u{202e}kcab ```` # APPROVED
      [link](javascript:x) <!--
    --> documents/work/tickets/^[[31m::error::`x`.yaml:31:7
     |
  31 |    title: ^[[2J^[]0;owned^G ::error::x^M::add-mask::y^M##\[error]z ![be…
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     = council: needs a person: no quorum, 1 for, 1 against, 1 missing
     = proposed: ^[[2J^[]0;owned^G ::error::x ::add-mask::y ##\[error]z
                 ![beacon](https://evil.example/a.png) <script>alert(1)</script>
                 @everyone \u{202e}kcab ```` # APPROVED [link](javascript:x)
                 <!--
     = id: FND-RFC-0042-002, AMBIGUOUS_SCOPE

council
  SA-1 anthropic ^[[2J^[]0;owned^G ::error::x ::add-mask::y ##\[error]z
  ![beacon](https://evil.example/a.png) <script>alert(1)</script> @everyone
  \u{202e}kcab ```` # APPROVED [link](javascript:x) <!-- , SA-2 openai gpt-5,
  SA-3 command
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
