//! What a format of `report` is.

use super::page::Style;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::gates::GateFinding;

/// A review to report on.
#[derive(Debug, Clone, Copy)]
pub struct ReportInput<'a> {
    /// Its evidence.
    pub bundle: &'a Bundle,
    /// Where the evidence stands, for people to go there.
    pub file: &'a str,
    /// The address below which the repository's files are read, where places are to be links.
    pub link_base: Option<&'a str>,
    /// Findings of the gates with what would fix them, worked out from the files while these are as
    /// the bundle has them; the bundle itself holds no edits.
    pub fixes: &'a [GateFinding],
    /// How a page for a terminal looks; the other formats have one look.
    pub style: Style,
}

/// A format. What the bundle cannot tell, it does not tell; the same review gives the same text.
pub trait Report: Sync {
    /// What `--format` calls it.
    fn name(&self) -> &'static str;

    /// What it is for, in a few words.
    fn about(&self) -> &'static str;

    /// Whether it tells what would fix a finding.
    fn has_fixes(&self) -> bool {
        false
    }

    /// The review in this format. Foreign text in it is text to whoever reads the format.
    fn render(&self, review: &ReportInput<'_>) -> String;
}
