//! Where quotes of one member are looked up: in the materials, and in what it was shown.

use super::Brief;
use crate::source::ground::{ShownLines, hold};

/// What a quote can stand in.
#[derive(Debug, Clone)]
pub struct BriefGround<'g> {
    brief: &'g Brief,
    shown: Vec<ShownLines<'g>>,
}

impl<'g> BriefGround<'g> {
    /// The materials, and what one member was shown beside them.
    pub fn with(brief: &'g Brief, shown: impl IntoIterator<Item = ShownLines<'g>>) -> Self {
        Self { brief, shown: shown.into_iter().collect() }
    }

    /// The materials.
    pub fn brief(&self) -> &'g Brief {
        self.brief
    }

    /// Whether a quote stands in a file: in the material of that name, or in lines of it that were
    /// shown.
    pub fn holds(&self, file: &str, quote: &str) -> bool {
        self.brief.find(file, quote).is_some() || hold(&self.shown, file, 1, u32::MAX, quote)
    }
}
