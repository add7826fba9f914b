//! What the page promises whatever stands on it.

use super::*;
use crate::report::fixtures::{self, FILE};
use crate::report::page::Style;

fn rendered(bundle: &Bundle) -> String {
    Html.render(&ReportInput {
        bundle,
        file: FILE,
        link_base: None,
        fixes: &[],
        style: Style::default(),
    })
}

#[test]
fn every_end_has_its_page() {
    for bundle in [
        fixtures::approved(),
        fixtures::rejected(),
        fixtures::deadlocked(),
        fixtures::aborted(),
        fixtures::standard(),
        fixtures::not_applicable(),
        fixtures::hostile(),
    ] {
        let page = rendered(&bundle);
        assert!(page.starts_with("<!doctype html>\n") && page.ends_with("</html>"), "{page}");
        assert!(page.contains(&format!("<h1>{}</h1>", bundle.verdict)));
        for finding in &bundle.findings {
            assert!(page.contains(&format!("<article id=\"{}\"", finding.finding_id)));
        }
        assert_eq!(rendered(&bundle), page, "the same bundle gives the same bytes");
    }
}

#[test]
fn the_drawing_says_how_far_it_came() {
    let said = |bundle: &Bundle| {
        let page = rendered(bundle);
        let (_, rest) = page.split_once("role=\"img\" aria-label=\"").expect("a drawing");
        rest.split_once('"').expect("it ends").0.to_owned()
    };
    assert_eq!(
        said(&fixtures::rejected()),
        "INIT, seats and modes: 3 seats; CYCLE 1, structural: 5 raised; CYCLE 2, feasibility: 0 \
         raised; CYCLE 3, converge: 2 voted on. The end: CONVERGED."
    );
    assert_eq!(
        said(&fixtures::aborted()),
        "INIT, seats and modes: 3 seats; CYCLE 1, structural: 1 raised; CYCLE 2, feasibility: \
         stopped here; CYCLE 3, converge: not reached. The end: ABORTED."
    );
    let standard = rendered(&fixtures::standard());
    assert!(standard.contains("No council was convened"), "{standard}");
}

#[test]
fn what_a_filter_chooses_by_is_known_to_the_style() {
    let classes = Severity::WORST_FIRST.len() + crate::model::GateId::ALL.len() + 6;
    assert_eq!(STYLE.matches(".findings:has(#only-").count(), classes);
    let page = rendered(&fixtures::rich());
    let choices = page.matches("id=\"only-").count();
    assert!(choices > 5, "{choices}");
    for choice in page.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        if choice.starts_with("only-") {
            assert!(STYLE.contains(&format!("#{choice}:checked")), "{choice}");
        }
    }
}

/// A rule that is not closed makes part of the rules after it.
#[test]
fn every_rule_of_the_style_ends_where_it_should() {
    let mut depth = 0;
    for line in STYLE.lines() {
        let is_top = line.starts_with(['.', '@', 'a', 'h', 'm', 'n', 'p', 's', 't', 'f']);
        assert!(depth == 0 || !is_top, "it is inside of another: {line}");
        depth += line.matches('{').count();
        depth -= line.matches('}').count();
    }
    assert_eq!(depth, 0);
}

#[test]
fn the_policy_names_the_style_that_stands_there() {
    let page = rendered(&fixtures::rich());
    let (_, rest) = page.split_once("<style>").expect("a style");
    let (style, _) = rest.split_once("</style>").expect("it ends");
    let hash = BASE64.encode(&Sha256::digest(style));
    assert!(page.contains(&format!("style-src 'sha256-{hash}'; ")));
}
