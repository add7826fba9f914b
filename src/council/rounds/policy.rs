//! What a panel of rounds says.

pub use crate::model::panel::{
    RoundsLimits, RoundsPolicy, RoundsQuorum, ShortCircuit, SkipReview, SkipSynthesis,
};
