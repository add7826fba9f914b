//! `modes`.

use serde::Serialize;

use crate::council::rfc::roster::OFFICES;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::model::{MemberName, ModeId, Office};
use crate::prompt::modes;
use crate::report;

/// The 80 modes of reasoning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ModesReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// By number.
    pub modes: Vec<ModeDocument>,
}

/// One mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Mode"))]
pub struct ModeDocument {
    /// 1 to 80.
    pub id: ModeId,
    /// Its name.
    pub name: &'static str,
    /// Its category.
    pub category: &'static str,
    /// What it asks of a reviewer.
    pub asks: &'static str,
    /// The questions it puts to a ticket set.
    pub questions: &'static [String],
    /// The seat whose key mode it is.
    pub key_mode_of: Option<MemberName>,
}

impl ModesReport {
    /// All modes.
    pub fn all() -> Self {
        let modes = modes::all().iter().map(|mode| ModeDocument {
            id: mode.id,
            name: &mode.name,
            category: &mode.category,
            asks: &mode.asks,
            questions: &mode.questions,
            key_mode_of: report::key_office(mode.id, &OFFICES).map(Office::member),
        });
        Self { schema_version: DOCUMENT_VERSION, modes: modes.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modes_are_there_with_the_seat_whose_they_are() {
        let modes = ModesReport::all().modes;
        assert_eq!(modes.len(), 80);
        assert_eq!(modes[46].key_mode_of.as_ref().map(MemberName::as_str), Some("SA-2"));
        assert_eq!(modes[1].key_mode_of, None);
    }
}
