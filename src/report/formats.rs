//! The formats of `report`: one file each, one line in the table.

use super::github::Github;
use super::html::Html;
use super::junit::Junit;
use super::markdown::Markdown;
use super::page::Style;
use super::sarif::Sarif;
use super::{escape, terminal};
use crate::evidence::v1::bundle::Bundle;

/// A review to report on.
#[derive(Debug, Clone, Copy)]
pub struct Review<'a> {
    /// Its evidence.
    pub bundle: &'a Bundle,
    /// Where the evidence stands, for people to go there.
    pub file: &'a str,
    /// How a page for a terminal looks; the other formats have one look.
    pub style: Style,
}

/// A format. What the bundle cannot tell, it does not tell; the same review gives the same text.
pub trait Report: Sync {
    /// What `--format` calls it.
    fn name(&self) -> &'static str;

    /// What it is for, in a few words.
    fn about(&self) -> &'static str;

    /// The review in this format. Foreign text in it is text to whoever reads the format.
    fn render(&self, review: &Review<'_>) -> String;
}

/// Every format, those of all commands first.
pub static REPORTS: &[&dyn Report] = &[&Text, &Json, &Markdown, &Html, &Sarif, &Github, &Junit];

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

    fn render(&self, review: &Review<'_>) -> String {
        terminal::bundle(review.bundle, Some(review.file), review.style)
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

    fn render(&self, review: &Review<'_>) -> String {
        escape::json::document(review.bundle)
    }
}
