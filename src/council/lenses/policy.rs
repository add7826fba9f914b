//! What a panel of lenses says.

pub use crate::model::panel::{LensesLimits, LensesPolicy, Profile};
