//! Markdown, as the comment of a bot on a pull request: it begins with a marker by which the bot
//! finds it again, and fits into what GitHub takes.

use super::because::Explains;
use super::escape::{self, markdown};
use super::finding::{self, Weight};
use super::fold::{self, Fold, Likeness};
use super::format::{Report, ReportInput};
use super::link;
use super::page::{LONGEST, clipped, count, cut, sentence, shortened};
use super::panel::{self, OFFLINE};
use super::reason;
use super::suppression;
use super::titles::Titles;
use super::{drawing, terminal};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::model::{Severity, TerminalState};

/// GitHub takes as many characters; bytes are never fewer.
const MOST: usize = 65_536;
/// When there are more findings of a severity, they are folded.
const SHOWN: usize = 5;
/// As many places of equal findings are named.
const PLACES: usize = 12;
/// As much of a description is told in one line.
const LINE: usize = 240;

/// A comment.
#[derive(Debug)]
pub(super) struct Markdown;

impl Report for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn about(&self) -> &'static str {
        "A pull request comment, with a marker to find it again"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        let head = head(review.bundle);
        let foot = foot(review);
        let room = |text: &str| escape::without_commands(text).len();
        let findings = findings(review, MOST - room(&head) - room(&foot) - LAST_LINES);
        escape::without_commands(&format!("{head}{findings}{foot}"))
    }
}

/// The lines on what is left out and what does not count are no longer than this.
const LAST_LINES: usize = 300;
/// What ends a fold.
const FOLD_END: &str = "\n</details>\n";

fn head(bundle: &Bundle) -> String {
    let rfc = &bundle.rfc_id;
    let title = match Titles::of(bundle).title(rfc.name().as_str()) {
        "" => String::new(),
        title => format!(" {}", prose(title)),
    };
    let mut out =
        format!("<!-- council-review: {rfc} -->\n## {rfc}{title}: {}\n\n", bundle.verdict);
    if let Some(settled) = reason::settled(bundle) {
        out.push_str(&format!("**{}** ", prose(&sentence(&settled))));
    }
    out.push_str(&format!("**{}**", prose(&sentence(&reason::reason(bundle)))));
    if bundle.terminal_state != TerminalState::Converged {
        let reason = prose(&bundle.terminal_reason);
        out.push_str(&format!(" {}: {reason}.", markdown::prose(bundle.terminal_state.as_str())));
    }
    out.push_str("\n\n");
    if let Some(council) = &bundle.council_metadata {
        let degraded = if council.degraded { "; **degraded**, a seat fell out" } else { "" };
        let seats = match council.panel.offline {
            true => format!("**{OFFLINE}**"),
            false => prose(&panel::seats(council)),
        };
        out.push_str(&format!("Panel: {seats}{degraded}. "));
    }
    out.push_str(&format!("Reviewed: {}.\n", prose(&panel::about(bundle))));
    out
}

/// The open findings, worst first, in at most `room` bytes.
fn findings(review: &ReportInput<'_>, room: usize) -> String {
    let bundle = review.bundle;
    let open = |severity| {
        let counts = move |f: &&Finding| finding::counts(bundle, f) && f.severity == severity;
        bundle.findings.iter().filter(counts)
    };
    let mut out = String::new();
    let mut left_out = Vec::new();
    let explains = Explains::in_bundle(&bundle.findings);
    let titles = Titles::of(bundle);
    out.push_str(&worst(review, &titles, &explains));
    // What stands at a line's start is treated last, and grows by it.
    let mut left = room.saturating_sub(escape::without_commands(&out).len());
    for severity in Severity::WORST_FIRST {
        let all: Vec<&Finding> = open(severity).collect();
        let of_severity = all.len();
        let all = fold::folded(all, |finding| Likeness::of(finding, &explains));
        if all.is_empty() {
            continue;
        }
        let is_folded = all.len() > SHOWN;
        let mut group = match is_folded {
            true => format!("\n<details><summary><b>{of_severity} {severity}</b></summary>\n"),
            false => format!("\n### {of_severity} {severity}\n"),
        };
        left = left.saturating_sub(group.len() + FOLD_END.len());
        let mut told = 0;
        for fold in &all {
            let item = item(review, fold, &titles, &explains);
            let size = escape::without_commands(&item).len();
            if size > left {
                break;
            }
            left -= size;
            group.push_str(&item);
            told += 1;
        }
        if told > 0 {
            out.push_str(&group);
            if is_folded {
                out.push_str(FOLD_END);
            }
        }
        let untold = all[told..].iter().map(|fold| 1 + fold.more.len()).sum();
        left_out.extend(std::iter::repeat_n(severity, untold));
        if told < all.len() {
            // What weighs less does not stand where something heavier had no room.
            let lighter = Severity::WORST_FIRST.into_iter().filter(|lighter| *lighter < severity);
            left_out.extend(lighter.flat_map(|s| open(s).map(|f| f.severity)));
            break;
        }
    }
    if !left_out.is_empty() {
        let parts: Vec<String> = Weight::of(left_out.iter().copied()).parts().collect();
        out.push_str(&format!(
            "\n**{} left out here for length** ({}): `council-review show {} --verbose`\n",
            count(left_out.len(), "finding is", "findings are"),
            parts.join(", "),
            bundle.rfc_id
        ));
    }
    if let Some(aside) = suppression::tally(bundle.findings.iter()) {
        out.push_str(&format!("\nNot counted: {aside}.\n"));
    }
    out.push_str(&hints(review, &titles, left));
    out
}

/// The hints of the built-in rules, folded, a line each, as many as `left` bytes hold.
fn hints(review: &ReportInput<'_>, titles: &Titles<'_>, left: usize) -> String {
    let hints = finding::hints(review.bundle);
    if hints.is_empty() {
        return String::new();
    }
    let told = finding::hints_counted(hints.len());
    let mut out = format!("\n<details><summary>{told}, which count for nothing</summary>\n\n");
    for hint in hints {
        let line = format!(
            "- {}: {} {}\n",
            named(hint, titles),
            link::markdown(hint, review.link_base),
            markdown::prose(&cut(&hint.description, LINE)),
        );
        if escape::without_commands(&out).len() + line.len() + FOLD_END.len() > left {
            break;
        }
        out.push_str(&line);
    }
    out.push_str(FOLD_END);
    out
}

/// The worst findings in short, where many follow.
fn worst(review: &ReportInput<'_>, titles: &Titles<'_>, explains: &Explains<'_>) -> String {
    let (worst, are_many) = fold::worst_of(review.bundle, explains);
    if !are_many {
        return String::new();
    }
    let mut out = "\n### The worst\n\n".to_owned();
    for (i, Fold { first, more }) in worst.iter().enumerate() {
        let like = match more.len() {
            0 => String::new(),
            n => format!(" and {n} like it"),
        };
        out.push_str(&format!(
            "{}. **{}** in {}: {}{like}  \n   {}\n",
            i + 1,
            first.severity,
            named(first, titles),
            link::markdown(first, review.link_base),
            markdown::prose(&cut(&first.description, LINE)),
        ));
    }
    out
}

/// The ticket or file that a finding is about, with its title.
fn named(finding: &Finding, titles: &Titles<'_>) -> String {
    let subject = finding::subject(finding.ticket_id.as_ref(), &finding.location);
    let title = titles.after(&subject);
    markdown::code(&clip(&format!("{subject}{title}")))
}

fn item(
    review: &ReportInput<'_>,
    fold: &Fold<&Finding>,
    titles: &Titles<'_>,
    explains: &Explains<'_>,
) -> String {
    let Fold { first: finding, more } = fold;
    let place = link::markdown(finding, review.link_base);
    let mut out = format!(
        "\n**{}** in {}, {}: {place}\n\n{}\n\n",
        markdown::prose(finding.subcategory.as_str()),
        named(finding, titles),
        markdown::prose(&finding::source(finding)),
        prose(&finding.description)
    );
    match drawing::underlined(finding, drawing::WIDTH).as_str() {
        "" => {}
        drawing => out.push_str(&format!("{}\n\n", markdown::fence(drawing))),
    }
    for (name, text) in finding::notes(review.bundle, finding) {
        out.push_str(&format!("- {name}: {}\n", prose(&text)));
    }
    let explained = explains.by(&finding.finding_id);
    for line in explained.iter().take(SHOWN) {
        out.push_str(&format!("- explains: {}\n", prose(&line.text)));
    }
    if explained.len() > SHOWN {
        out.push_str(&format!("- explains: {} more\n", explained.len() - SHOWN));
    }
    for other in more.iter().take(PLACES) {
        let place = link::markdown(other, review.link_base);
        out.push_str(&format!("- also at {place}, {}\n", other.finding_id));
    }
    if more.len() > PLACES {
        out.push_str(&format!("- also at {} more places\n", more.len() - PLACES));
    }
    out.push_str(&format!("- id: {}\n", finding.finding_id));
    out
}

fn foot(review: &ReportInput<'_>) -> String {
    let bundle = review.bundle;
    let mut out = "\n| gate | answer |\n| --- | --- |\n".to_owned();
    for gate in &bundle.gates {
        let own = bundle
            .findings
            .iter()
            .filter(|f| f.gate_id == gate.gate_id && finding::counts(bundle, f));
        let open: Vec<Severity> = own.map(|f| f.severity).collect();
        let answer = markdown::prose(&finding::answer(gate.status, &open));
        out.push_str(&format!("| {} | {answer} |\n", gate.gate_id));
    }
    let steps = terminal::steps(bundle, Some(review.file));
    if !steps.is_empty() {
        out.push_str("\n### What to do\n\n");
    }
    for (i, step) in steps.iter().enumerate() {
        out.push_str(&format!("{}. {}", i + 1, prose(&step.what)));
        if let Some(command) = &step.command {
            out.push_str(&format!(": {}", markdown::code(&clip(command))));
        }
        out.push('\n');
    }
    out.push_str(&format!(
        "\nEvidence: {}, sealed {}, by council-review {}.\n",
        markdown::code(&clip(review.file)),
        markdown::code(bundle.seal.digest.as_str()),
        prose(&bundle.inputs.tool.version)
    ));
    out
}

fn prose(text: &str) -> String {
    markdown::prose(&shortened(text, LONGEST))
}

fn clip(text: &str) -> String {
    clipped(text, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures::{self, FILE};
    use crate::report::page::Style;

    fn rendered(bundle: &Bundle) -> String {
        Markdown.render(&ReportInput {
            bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: Style::default(),
        })
    }

    /// As many findings, of which each needs a fix of its own.
    fn apart(n: usize) -> Bundle {
        let mut bundle = fixtures::many(n);
        for finding in &mut bundle.findings {
            finding.rule = None;
            finding.remediation = format!("fix {}", finding.finding_id);
        }
        bundle
    }

    #[test]
    fn a_bot_finds_it_again_and_the_verdict_comes_first() {
        let page = rendered(&fixtures::rejected());
        assert!(
            page.starts_with(
                "<!-- council-review: RFC-0042 -->\n## RFC-0042: REJECTED\n\n\
                 **Rejected by 1 BLOCKER of the gate SCHEMA; 1 MAJOR besides.**\n\n\
                 Panel: **built-in rules (no AI model)**. Reviewed: 3 files at 1a2b3c4d5e6f, 1 of them \
                 not committed.\n\n### 1 BLOCKER\n"
            ),
            "{page}"
        );
        assert!(page.contains("\nNot counted: 1 dismissed, 1 without a ground.\n"), "{page}");
    }

    #[test]
    fn much_of_the_same_is_folded_and_all_that_fits_is_there() {
        let page = rendered(&fixtures::many(9));
        assert!(page.contains("\n### 9 BLOCKER\n"), "{page}");
        assert_eq!(page.matches("- id: FND-RFC-0042-").count(), 1, "one for all");
        assert_eq!(page.matches("- also at `documents/work/tickets/TCK-000").count(), 8);
        let page = rendered(&apart(9));
        assert!(page.contains("\n<details><summary><b>9 BLOCKER</b></summary>\n"), "{page}");
        assert_eq!(page.matches("- id: FND-RFC-0042-").count(), 9);
        let (worst, _) = page.split_once("<details>").expect("a fold");
        assert_eq!(
            worst.matches("**BLOCKER** in `TCK-000").count(),
            3,
            "the worst are in the open"
        );
        assert!(!page.contains("left out"));
    }

    #[test]
    fn it_fits_whatever_was_found() {
        for n in [400, 2_000] {
            let page = rendered(&apart(n));
            assert!(page.len() <= MOST, "{} bytes", page.len());
            assert!(page.len() > MOST - 2_000, "{} bytes: there was room", page.len());
            let told = page.matches("- id: FND-RFC-0042-").count();
            let left = n - told;
            let line =
                format!("\n**{left} findings are left out here for length** ({left} BLOCKER)");
            assert!(page.contains(&line), "{told} of {n}");
            assert!(page.contains("\n### What to do\n"));
        }
        let mut long = fixtures::hostile();
        for finding in &mut long.findings {
            finding.description = "::\n@a<b".repeat(100_000);
            finding.remediation = "`".repeat(100_000);
        }
        long.verdict_reason = "&".repeat(100_000);
        long.terminal_reason = "@".repeat(100_000);
        let page = rendered(&long);
        assert!(page.len() <= MOST, "{} bytes", page.len());
    }
}
