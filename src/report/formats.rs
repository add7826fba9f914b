//! The formats of `report`: one file each, one line in the table.

use super::format::{Report, ReportInput};
use super::github::Github;
use super::gitlab::Gitlab;
use super::html::Html;
use super::junit::Junit;
use super::markdown::Markdown;
use super::sarif::Sarif;
use super::{escape, terminal};

/// Every format: the two that all commands print, the one of what a CI asks, the others.
pub static REPORTS: &[&dyn Report] =
    &[&Text, &Json, &Github, &Markdown, &Html, &Sarif, &Junit, &Gitlab];

/// The page of `show`.
#[derive(Debug)]
struct Text;

impl Report for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn about(&self) -> &'static str {
        "For people"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        terminal::bundle(review.bundle, Some(review.file), None, review.style)
    }
}

/// The bundle itself.
#[derive(Debug)]
struct Json;

impl Report for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "One JSON document"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        escape::json::document(review.bundle)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::evidence::seal;
    use crate::report::fixtures::{self, FILE};
    use crate::report::page::Style;

    /// `COUNCIL_TEST_BLESS=1 cargo test --lib report` writes them anew.
    #[test]
    fn every_report_is_the_one_that_was_read_and_approved() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/reports");
        let bundle = fixtures::rich();
        let review = ReportInput {
            bundle: &bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: Style::default(),
        };
        let mut expected: Vec<(String, Vec<u8>)> = REPORTS
            .iter()
            .map(|report| {
                let name = report.name();
                let ending = match name {
                    "text" | "github" => "txt",
                    "markdown" => "md",
                    "junit" => "xml",
                    "gitlab" => "codequality.json",
                    name => name,
                };
                (format!("{name}.{ending}"), report.render(&review).into_bytes())
            })
            .collect();
        expected.push(("bundle.yaml".to_owned(), seal::bytes(&bundle)));
        let is_update = std::env::var_os("COUNCIL_TEST_BLESS").is_some();
        for (name, bytes) in &expected {
            let path = folder.join(name);
            if is_update {
                fs::create_dir_all(&folder).expect("made");
                fs::write(&path, bytes).expect("written");
            }
            let stands = fs::read(&path).unwrap_or_default();
            assert!(
                stands == *bytes,
                "{name} has changed: run this test with COUNCIL_TEST_BLESS=1"
            );
        }
        let files = fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(files, expected.len(), "none is left over");
    }

    #[test]
    fn a_format_has_one_name_and_says_what_it_is_for() {
        let mut names: Vec<&str> = REPORTS.iter().map(|report| report.name()).collect();
        assert_eq!(names[..2], ["text", "json"], "these two every command prints");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), REPORTS.len());
        assert!(REPORTS.iter().all(|report| !report.about().is_empty()));
    }
}
