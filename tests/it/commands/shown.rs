//! What the page of a review shows first, shows once, and calls by its name.

use super::reports::{rendered, reviewed, rich};
use crate::support::reading;
use crate::support::{Repo, figure, skipped};
use council_review::evidence::v2::council::Resolution;
use council_review::model::Severity;

const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";

/// The line of a page that begins with this, without what is before it.
fn line<'p>(page: &'p str, begins: &str) -> &'p str {
    let lines = page.lines().map(str::trim_start);
    lines
        .clone()
        .find(|line| line.starts_with(begins))
        .unwrap_or_else(|| panic!("{begins}: {page}"))
}

#[test]
fn f36_with_a_base_a_finding_is_shown_once_and_named_by_its_id_after_that() {
    let repo = reviewed();
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let bound = "    - requirement_id: REQ-0002\n";
    repo.edit(SECOND, bound, &format!("    - requirement_id: REQ-0077\n{bound}"));
    let page = repo.run(&["RFC-0001", "--base", "main"]).stdout;
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let findings = bundle["findings"].as_array().expect("findings");
    assert_eq!(page.matches(" --> ").count(), findings.len(), "each in full, once: {page}");
    let new = findings.iter().find(|finding| finding["rule"] == "R36").expect("R36");
    let (id, severity) = (new["finding_id"].as_str().expect("an id"), &new["severity"]);
    let severity = severity.as_str().expect("a severity");
    let introduced = line(&page, "introduced ");
    assert!(introduced.starts_with(&format!("introduced {id} {severity}[R36]: ")), "{page}");
    let since = line(&page, "NEW ");
    assert!(since.starts_with(&format!("NEW {id} {severity}[")), "{page}");
}

/// The example, and four tickets that serve no requirement.
fn with_four_that_serve_nothing() -> Repo {
    let repo = Repo::mended();
    let ticket = repo.read(FIRST);
    let (head, rest) = ticket.split_once("    requirements:\n").expect("requirements");
    let (_, rest) = rest.split_once("\n  dependencies").expect("dependencies");
    for n in 3..7 {
        let text = format!("{head}\n  dependencies{rest}").replace("00001", &format!("0000{n}"));
        repo.write(&format!("documents/work/tickets/TCK-0000{n}.yaml"), text);
    }
    repo
}

#[test]
fn f47_a_gate_says_what_it_found_and_who_is_rejected_by_number_is_told_so() {
    let repo = with_four_that_serve_nothing();
    let run = repo.run(&["RFC-0001", "--depth", "standard"]);
    assert_eq!(run.code, 1, "{run:?}");
    let reason = "rejected by the number of MAJORs (4; at most 3), not by a gate";
    assert_eq!(run.stdout.lines().nth(1), Some(format!("  {reason}").as_str()), "{run:?}");
    let gate = "GATE-TCK-SCOPE-COVERAGE         PASSED, 4 MAJOR";
    assert_eq!(line(&run.stdout, "GATE-TCK-SCOPE-COVERAGE"), gate);
    let gates = repo.run(&["gates", "RFC-0001", "--color", "always"]).stdout;
    assert!(gates.contains(&format!("  4 MAJOR, 2 MINOR; {reason}\n")), "{gates}");
    assert!(gates.contains("[33mPASSED, 4 MAJOR\u{1b}[0m"), "yellow, as a MAJOR is: {gates}");
    let markdown = repo.run(&["report", "RFC-0001", "--format", "markdown"]).stdout;
    assert!(markdown.contains("| GATE-TCK-SCOPE-COVERAGE | PASSED, 4 MAJOR |"), "{markdown}");
}

#[test]
fn f50_what_is_nowhere_committed_is_counted_once() {
    let repo = Repo::new();
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    let first = |repo: &Repo| {
        let page = repo.run(&["RFC-0001", "--depth", "standard"]).stdout;
        let line = page.lines().find(|line| line.contains(" files"));
        line.unwrap_or_default().trim().to_owned()
    };
    assert_eq!(first(&repo), "5 files, none committed yet");
    repo.commit("example");
    repo.edit(SECOND, "Other arguments", "Other arguments than the name");
    let head = repo.git(&["rev-parse", "--short=12", "HEAD"]);
    assert_eq!(first(&repo), format!("5 files at {head}, 1 of them not committed"));
}

#[test]
fn f52_a_finding_about_a_file_that_is_not_there_is_at_its_folder() {
    let repo = Repo::example();
    std::fs::remove_file(repo.at("documents/rfcs/RFC-0001/00_meta.yaml")).expect("removed");
    let report = repo.run(&["gates", "RFC-0001", "--format", "json"]).json();
    let findings = report["reviews"][0]["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["rule"] == "R17").expect("R17");
    assert_eq!(found["location"]["file"], "documents/rfcs/RFC-0001");
    assert_eq!(found["location"]["line"], 1);
    assert_eq!(found["description"], "RFC-0001 has no 00_meta.yaml");
    let page = repo.run(&["gates", "RFC-0001"]).stdout;
    assert!(page.contains("--> documents/rfcs/RFC-0001:1:1\n"), "{page}");
    // One that is there and says nothing is opened itself.
    repo.write("documents/rfcs/RFC-0001/00_meta.yml", "rfc_meta: [\n");
    let report = repo.run(&["gates", "RFC-0001", "--format", "json"]).json();
    let findings = report["reviews"][0]["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["rule"] == "R17").expect("R17");
    assert_eq!(found["location"]["file"], "documents/rfcs/RFC-0001/00_meta.yml");
}

#[test]
fn f48_the_page_names_what_it_tells_and_leads_to_it() {
    let page = rendered(&rich(), "html");
    let order = ["<h1>", "class=\"worst\"", "id=\"findings\"", "id=\"gates\"", "id=\"protocol\""];
    let places: Vec<usize> =
        order.iter().map(|part| page.find(part).unwrap_or_else(|| panic!("{part}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
    let (_, worst) = page.split_once("class=\"worst\"").expect("the worst");
    let (worst, _) = worst.split_once("</section>").expect("it ends");
    assert_eq!(worst.matches("<li class=").count(), 3);
    assert!(worst.contains("<code class=\"said\">REQ-0003</code> has no ticket"), "code is code");
    for named in [
        "RFC-0042 <span>Greeting by name</span>",
        "<span>TCK-00012 Refuse names that are empty, too long or not printable</span>",
        "<li>TCK-00012 Refuse names that are empty, too long or not printable \
         <a class=\"bad\" href=\"#FND-RFC-0042-001\">",
        "rotate(-90)\">TCK-00011 Greet</text>",
        ">Greet in the caller&#39;s lan…</text>",
        "<a href=\"#FND-RFC-0042-001\"><g class=\"bad\">",
        "<li><code>GATE-TCK-SCHEMA</code> <span class=\"pill bad\">FAILED, 1 BLOCKER</span></li>",
    ] {
        assert!(page.contains(named), "{named}");
    }
}

#[test]
fn f48_equal_findings_are_folded_behind_the_first() {
    let repo = with_four_that_serve_nothing();
    assert_eq!(repo.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 1);
    let page = repo.run(&["report", "RFC-0001", "--format", "html"]).stdout;
    let places = [4, 5, 6].map(|n| format!("documents/work/tickets/TCK-0000{n}.yaml:3:9"));
    let said = format!(
        "<details class=\"fold\">\n<summary>3 more like FND-RFC-0001-001 <small>{}</small></summary>",
        places.join(", ")
    );
    assert!(page.contains(&said), "{page}");
    assert_eq!(page.matches("serves no requirement").count(), 5, "four, and the worst once more");
}

#[test]
fn f51_filters_count_what_counts_and_what_does_not_stands_apart() {
    let mut bundle = rich();
    bundle.findings.retain(|finding| finding.resolution == Resolution::Dismissed);
    let mut info = rich().findings[0].clone();
    info.severity = Severity::Info;
    bundle.findings.push(info);
    let page = rendered(&bundle, "html");
    for choice in [
        "id=\"only-is-major\"> MAJOR <small>0</small>",
        "id=\"only-is-info\"> INFO <small>1</small>",
        "id=\"only-counted\"> open <small>1</small>",
        "id=\"only-not-counted\"> not counted <small>1</small>",
    ] {
        assert!(page.contains(choice), "{choice}");
    }
    assert!(page.contains("<li class=\"none\">1 dismissed</li>"), "{page}");
}

/// The first screen of a desktop and of a telephone.
#[test]
fn f48_the_first_finding_of_a_rejected_review_is_on_the_first_screen() {
    let Some(browser) = reading::browser::Browser::find() else {
        return skipped("no Chromium is on PATH");
    };
    let page = reviewed().run(&["report", "RFC-0001", "--format", "html"]).stdout;
    let mut places = Vec::new();
    for (width, height) in [(1280, 800), (390, 844)] {
        let bottom = browser.bottom_of(&page, ".worst li", (width, height));
        assert!(bottom <= f64::from(height), "it ends {bottom} px below the top at {width} px");
        places.push(format!("{bottom:.0} of {height} px at {width} px"));
    }
    // The measure can fail: the last section is on no first screen.
    assert!(browser.bottom_of(&page, "#protocol", (1280, 800)) > 800.0);
    figure(&format!("the first finding ends {}", places.join(", ")));
}

#[test]
fn quiet_gives_no_advice() {
    let repo = Repo::new();
    let init: &[&str] = &["init", "--example"];
    let waiver: &[&str] =
        &["new", "waiver", "RFC-0001", "--for", "R38", "--by", "Ada", "--reason", "known"];
    let until = &["--until", "2100-01-01"];
    let commands = [
        init,
        &["check"],
        &["new", "rfc", "Greet by name"],
        &["new", "ticket", "RFC-0002", "--for", "REQ-0001"],
        &[waiver, until].concat(),
        &["gates", "--all"],
        &["RFC-0001"],
        &["fix", "--all"],
        &["check"],
    ];
    for command in commands {
        let run = repo.run(&[command, &["--quiet"]].concat());
        let said = format!("{}{}", run.stdout, run.stderr);
        let advises = said.lines().any(|line| line.trim_start().starts_with("next"));
        assert!(run.code < 64 && !said.is_empty() && !advises, "{command:?}: {run:?}");
    }
}
