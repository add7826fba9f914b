//! The 80 modes of reasoning, compiled in from `prompts/modes.yaml`.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::model::ModeId;

/// One mode.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// 1 to 80.
    pub id: ModeId,
    /// Its name.
    pub name: String,
    /// Its category: a seat's five modes must be of at least three.
    pub category: String,
    /// What it asks of a reviewer.
    pub asks: String,
    /// The questions it puts to a ticket set.
    pub questions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModesFile {
    #[serde(rename = "schema_version")]
    _schema_version: String,
    modes: Vec<Mode>,
}

/// All modes, by number.
pub fn all() -> &'static [Mode] {
    static MODES: OnceLock<Vec<Mode>> = OnceLock::new();
    MODES.get_or_init(|| {
        let text = include_str!("../../prompts/modes.yaml");
        serde_yaml::from_str::<ModesFile>(text).expect("a test reads prompts/modes.yaml").modes
    })
}

/// The mode with this number.
pub fn mode(id: ModeId) -> &'static Mode {
    &all()[usize::from(id.number()) - 1]
}

/// The category of a mode.
pub fn category_of(id: ModeId) -> &'static str {
    &mode(id).category
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eighty_modes_in_order_and_the_last_six_are_meta() {
        let numbers: Vec<u8> = all().iter().map(|mode| mode.id.number()).collect();
        assert_eq!(numbers, (1..=80).collect::<Vec<_>>());
        for mode in all() {
            assert_eq!(mode.category == "meta", mode.id.is_meta(), "{}", mode.name);
            assert!(mode.asks.len() > 40 && !mode.questions.is_empty(), "{}", mode.name);
        }
        let mut texts: Vec<_> = all().iter().map(|mode| &mode.asks).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 80, "each mode asks something of its own");
    }
}
