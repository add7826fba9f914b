//! What the page promises whatever stands on it.

use super::*;
use crate::report::fixtures::{self, FILE};
use crate::report::page::Style;

fn rendered(bundle: &Bundle) -> String {
    Html.render(&Review { bundle, file: FILE, style: Style::default() })
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
