//! The set-up, check by check, for people.

use super::page::{Detail, Page, Style, Tone};
use crate::model::{HealthCheck, HealthStatus};

/// Where the columns begin.
const NAME: usize = 7;
const FOUND: usize = 19;

/// A line for each check, and below what is not ok the next act; at the end whether all is ready, and
/// then `next`, the command to run. Quiet, it names the faults alone and gives no advice. No line is
/// wrapped: places and commands are copied as a whole.
pub fn doctor(checks: &[HealthCheck], next: &str, style: Style) -> String {
    let mut page = Page::new(style);
    let is_quiet = style.detail == Detail::Quiet;
    let shown = |check: &&HealthCheck| !is_quiet || check.status == HealthStatus::Fault;
    for check in checks.iter().filter(shown) {
        page.put(tone(check.status), check.status.as_str());
        page.indent(NAME);
        page.put(Tone::Strong, check.name);
        page.indent(FOUND);
        page.put(Tone::Plain, &check.found);
        page.end();
        if let Some(act) = check.act.as_ref().filter(|_| !is_quiet) {
            page.indent(FOUND);
            page.put(Tone::Act, act);
            page.end();
        }
    }
    page.gap();
    match faults(checks) {
        0 => {
            page.put(Tone::Good, "ready");
            if !is_quiet {
                page.put(Tone::Plain, ": ");
                page.put(Tone::Act, next);
            }
        }
        1 => page.put(Tone::Bad, "1 fault: fix it first"),
        n => page.put(Tone::Bad, &format!("{n} faults: fix them first")),
    }
    page.end();
    page.finish()
}

fn faults(checks: &[HealthCheck]) -> usize {
    checks.iter().filter(|check| check.status == HealthStatus::Fault).count()
}

fn tone(status: HealthStatus) -> Tone {
    match status {
        HealthStatus::Ok => Tone::Good,
        HealthStatus::Note => Tone::Notice,
        HealthStatus::Fault => Tone::Bad,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks() -> [HealthCheck; 3] {
        [
            HealthCheck::ok("seats", "three"),
            HealthCheck::note("clock", "it\nstands\u{1b}[2J", "run `unset X`"),
            HealthCheck::fault("evidence", "##[error] in the way", "::warning::remove it"),
        ]
    }

    #[test]
    fn a_line_for_each_and_foreign_text_is_text() {
        assert_eq!(
            doctor(&checks(), "council-review RFC-0001", Style::default()),
            "ok     seats       three\n\
             note   clock       it^Jstands^[[2J\n\
             \x20                  run `unset X`\n\
             fault  evidence    ##\\[error] in the way\n\
             \x20                  \\::warning::remove it\n\
             \n\
             1 fault: fix it first\n"
        );
        assert_eq!(
            doctor(&checks()[..1], "council-review RFC-0001", Style::default()),
            "ok     seats       three\n\nready: council-review RFC-0001\n"
        );
    }

    #[test]
    fn quiet_tells_the_faults_alone() {
        let style = Style { detail: Detail::Quiet, ..Style::default() };
        let fault = "fault  evidence    ##\\[error] in the way\n\n1 fault: fix it first\n";
        assert_eq!(doctor(&checks(), "x", style), fault);
        assert_eq!(doctor(&checks()[..2], "x", style), "ready\n");
    }
}
