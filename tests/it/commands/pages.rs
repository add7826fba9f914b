//! Pages as a stranger reads them: what rejects comes first, equal findings are one, places lead
//! there, and nobody is kept from reading.

use std::path::Path;

use crate::support::{Repo, figure, reading, skipped};

/// The example, reviewed: REQ-0003 has no ticket.
fn reviewed() -> Repo {
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    repo
}

fn report(repo: &Repo, args: &[&str]) -> String {
    let run = repo.run(&[&["report", "RFC-0001"], args].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

const BY: &str = "rejected by 1 BLOCKER of the gate SCOPE-COVERAGE";

#[test]
fn every_page_says_first_whose_findings_reject() {
    let repo = reviewed();
    let page = report(&repo, &[]);
    let mut lines = page.lines();
    let first = "REJECTED  RFC-0001 A greeting that knows whom it greets";
    assert_eq!(lines.next(), Some(first), "with its title");
    assert_eq!(lines.next(), Some(format!("  {BY}").as_str()), "{page}");
    let html = report(&repo, &["--format", "html"]);
    assert!(html.contains(&format!("<p class=\"reason\">{BY}</p>")), "{html}");
    let markdown = report(&repo, &["--format", "markdown"]);
    assert!(markdown.contains("\n\n**Rejected by 1 BLOCKER of the gate SCOPE-COVERAGE.**"));
    for format in ["github", "junit", "gitlab"] {
        assert!(report(&repo, &["--format", format]).contains(BY), "{format}");
    }
}

#[test]
fn the_next_act_leads_to_its_finding() {
    let repo = reviewed();
    let page = report(&repo, &[]);
    let place = "documents/rfcs/RFC-0001/01_problem_and_imports.yaml:31:";
    assert!(page.contains(&format!("  1. Fix FND-RFC-0001-001 at {place}")), "{page}");
    let html = report(&repo, &["--format", "html"]);
    let (_, steps) = html.split_once("id=\"next\"").expect("what to do");
    let link = "<li><p>Fix <a href=\"#FND-RFC-0001-001\">FND-RFC-0001-001</a> at ";
    assert!(steps.contains(link), "{steps}");
    assert!(html.contains("<article id=\"FND-RFC-0001-001\""));
}

/// The example with four tickets that serve nothing: one finding four times.
fn with_equal_findings() -> Repo {
    let repo = Repo::mended();
    let ticket = repo.read("documents/work/tickets/TCK-00001.yaml");
    let (head, rest) = ticket.split_once("    requirements:\n").expect("requirements");
    let (_, rest) = rest.split_once("\n  dependencies").expect("dependencies");
    for n in 3..7 {
        let text = format!("{head}\n  dependencies{rest}").replace("00001", &format!("0000{n}"));
        repo.write(&format!("documents/work/tickets/TCK-0000{n}.yaml"), text);
    }
    assert_eq!(repo.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 1);
    repo
}

#[test]
fn equal_findings_are_one_with_all_their_places() {
    let repo = with_equal_findings();
    let places = [4, 5, 6].map(|n| format!("documents/work/tickets/TCK-0000{n}.yaml:3:9"));
    let (page, markdown) = (report(&repo, &[]), report(&repo, &["--format", "markdown"]));
    assert_eq!(page.matches("  MAJOR[R37]: ").count(), 1, "{page}");
    assert_eq!(markdown.matches("\\_TICKET** in `TCK-00003").count(), 1, "{markdown}");
    for place in &places {
        assert!(page.contains(&format!("= also at: {place}")), "{page}");
        assert!(markdown.contains(&format!("- also at `{place}`, FND-")), "{markdown}");
    }
    let all = report(&repo, &["--verbose"]);
    assert_eq!(all.matches("  MAJOR[R37]: ").count(), 4, "{all}");
    let gates = repo.run(&["gates", "RFC-0001"]).stdout;
    assert_eq!(gates.matches("  MAJOR[R37]: ").count(), 1, "{gates}");
}

#[test]
fn places_lead_to_an_address_that_was_given() {
    let repo = reviewed();
    let base = "https://git.example/team/plans/blob/main";
    let there = format!("{base}/documents/rfcs/RFC-0001/01_problem_and_imports.yaml#L31");
    for (format, link) in [
        ("html", format!("<a href=\"{there}\"><code>documents/rfcs/")),
        ("markdown", format!("`]({there})")),
        ("github", format!("%0Aat: {there}%0A")),
    ] {
        let page = report(&repo, &["--format", format, "--link-base", base]);
        assert!(page.contains(&link), "{format}: {page}");
        let slash = format!("{base}/");
        assert_eq!(report(&repo, &["--format", format, "--link-base", &slash]), page, "{format}");
        assert!(!report(&repo, &["--format", format]).contains("git.example"), "{format}");
    }
    for address in ["git.example", "javascript:alert(1)", "https://a/)[", "https://a b"] {
        let run = repo.run(&["report", "RFC-0001", "--link-base", address]);
        assert_eq!((run.code, run.stdout.as_str()), (64, ""), "{address}: {run:?}");
        assert!(run.stderr.contains("https://git.example/"), "it says what one is: {run:?}");
    }
}

/// Screens on which the first finding has to be, and pictures of them beside the tests' other files.
#[test]
fn the_first_screen_of_a_rejected_review_is_drawn() {
    let Some(browser) = reading::browser::Browser::find() else {
        return skipped("no Chromium is on PATH");
    };
    let page = report(&reviewed(), &["--format", "html"]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (width, height) in SCREENS {
        let bottom = browser.bottom_of(&page, ".worst li", (width, height));
        assert!(bottom > 0.0 && bottom <= f64::from(height), "{bottom} at {width} px");
        let picture = browser.screenshot(&page, (width, height));
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
        let side = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().expect("four"));
        assert_eq!((side(16), side(20)), (width, height), "the whole screen");
        let file = folder.join(format!("rejected-{width}.png"));
        std::fs::write(&file, &picture).expect("written");
        figure(&format!("the first screen at {width} px: {}", file.display()));
    }
}

const SCREENS: [(u32, u32); 2] = [(1280, 800), (390, 844)];

/// On both screens a choice leaves the findings that it counts, and no other.
#[test]
fn a_filter_leaves_what_it_counts() {
    let Some(browser) = reading::browser::Browser::find() else {
        return skipped("no Chromium is on PATH");
    };
    let page =
        include_str!("../../fixtures/reports/html.html").replace("<details", "<details open");
    let shown = "[...page.querySelectorAll('.finding')].filter(f => f.offsetHeight > 0).length";
    for screen in SCREENS {
        let all = browser.ask(&page, shown, screen);
        let mut left = Vec::new();
        for id in ["is-blocker", "is-major", "by-code", "not-counted", "of-schema"] {
            let choice = format!("page.querySelector('label:has(#only-{id}) small').textContent");
            let counts = browser.ask(&page, &choice, screen);
            let click = format!("(page.getElementById('only-{id}').click(), {shown})");
            let shown = browser.ask(&page, &click, screen);
            assert!(shown < all, "{id} at {screen:?}: {shown} of {all}");
            left.push((shown, counts));
        }
        // What does not count is seen with its kind; the number beside the choice leaves it out.
        assert!(left.iter().all(|(shown, counts)| shown >= counts), "{left:?}");
        assert_eq!(left[3].0, left[3].1, "not counted");
    }
}

/// What is wider than the screen scrolls in a box of its own, which shows that it goes on.
#[test]
fn a_narrow_screen_scrolls_nothing_but_what_shows_it() {
    let Some(browser) = reading::browser::Browser::find() else {
        return skipped("no Chromium is on PATH");
    };
    let page =
        include_str!("../../fixtures/reports/html.html").replace("<details", "<details open");
    let screen = SCREENS[1];
    let over = browser.ask(&page, "page.documentElement.scrollWidth", screen);
    assert!(over <= f64::from(screen.0), "the page itself is {over} px wide");
    let wide = "[...page.querySelectorAll('body *')].filter(e => e.scrollWidth > e.clientWidth + 1 \
                && ['auto', 'scroll'].includes(page.defaultView.getComputedStyle(e).overflowX))";
    let boxes = browser.ask(&page, &format!("{wide}.length"), screen);
    let silent = format!(
        "{wide}.filter(e => !page.defaultView.getComputedStyle(e).backgroundImage\
         .includes('gradient')).length"
    );
    assert!(boxes > 0.0, "something is wider");
    assert_eq!(browser.ask(&page, &silent, screen), 0.0, "of {boxes} boxes that scroll");
}

/// By day and by night, on pages that hold everything a page can.
#[test]
fn axe_finds_nothing_that_keeps_people_from_reading() {
    let Some(browser) = reading::browser::Browser::find() else {
        return skipped("no Chromium is on PATH");
    };
    let Some(axe) = reading::axe::script() else {
        return skipped("no npm, or no registry, for axe-core");
    };
    let bare = "<!doctype html><html><head><meta http-equiv=\"x\">\n<style>@media \
                (prefers-color-scheme: dark) {}</style></head><body><img src=\"data:,\"></body></html>";
    let faults = browser.faults_by_axe(bare, &axe, false);
    assert!(
        faults.iter().any(|line| line.starts_with("image-alt at ")),
        "axe can fail: {faults:?}"
    );
    let rich = include_str!("../../fixtures/reports/html.html").to_owned();
    for page in [report(&reviewed(), &["--format", "html"]), rich] {
        // What is folded is read, too.
        let page = page.replace("<details", "<details open");
        for is_dark in [false, true] {
            let faults = browser.faults_by_axe(&page, &axe, is_dark);
            assert_eq!(faults, [""; 0], "dark: {is_dark}");
        }
    }
}
