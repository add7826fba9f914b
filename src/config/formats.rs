//! Which formats of plans are read, and from where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::trimmed;
use crate::model::{Adapter, FormatLayout};

/// A format, or all that are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RawAdapter {
    /// Every format that is found.
    Auto,
    /// RFCs and tickets in YAML.
    Native,
    /// Changes of OpenSpec.
    OpenSpec,
    /// Features of spec-kit.
    #[serde(rename = "spec-kit")]
    SpecKit,
    /// The plan of BMAD.
    Bmad,
}

impl RawAdapter {
    fn valid(self) -> Option<Adapter> {
        match self {
            RawAdapter::Auto => None,
            RawAdapter::Native => Some(Adapter::Native),
            RawAdapter::OpenSpec => Some(Adapter::OpenSpec),
            RawAdapter::SpecKit => Some(Adapter::SpecKit),
            RawAdapter::Bmad => Some(Adapter::Bmad),
        }
    }
}

/// The layout of other formats: the folders of spec-kit and OpenSpec, the epics file and the stories of
/// BMAD, as far as they were named.
pub(super) fn formats(adapter: Option<RawAdapter>, named: [Option<String>; 4]) -> FormatLayout {
    let [specs, openspec, epics, stories] = named.map(|path| path.as_deref().map(trimmed));
    FormatLayout { adapter: adapter.and_then(RawAdapter::valid), specs, openspec, epics, stories }
}
