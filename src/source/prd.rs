//! What a review needs of a PRD: whether it exists and which requirements it defines.

use std::collections::BTreeSet;

use crate::model::PrdId;

/// `documents/prds/PRD-dddd/`.
#[derive(Debug)]
pub struct Prd {
    /// The folder's name.
    pub id: PrdId,
    /// Ids defined in its `requirements/`.
    pub requirements: BTreeSet<String>,
    /// Whether a file of its `requirements/` did not parse: ids may be missing (R31).
    pub requirements_incomplete: bool,
}
