//! The words of an outcome and those of the machines, one for one.

use crate::council::shared::admitted::DeviationKind;
use crate::council::shared::agreement::AgreementWord;
use crate::council::shared::confidence::LoweredBy;
use crate::council::shared::ending::Disclaimer;
use crate::council::shared::point::Grounding;
use crate::council::shared::statement::StatedLevel;
use crate::council::shared::synthesis::Priority;
use crate::evidence::v2::outcome::{
    AgreementKind, CauseWord, DeviationWord, DisclaimerKey, GroundingWord, LevelWord, PackWord,
    PriorityWord,
};
use crate::source::brief::PackedAs;

/// Both directions of words that mean the same.
macro_rules! same {
    ($($own:ident = $word:ident { $($name:ident),+ $(,)? })+) => {
        $(
            impl From<$own> for $word {
                fn from(own: $own) -> Self {
                    match own { $($own::$name => Self::$name),+ }
                }
            }

            impl From<$word> for $own {
                fn from(word: $word) -> Self {
                    match word { $($word::$name => Self::$name),+ }
                }
            }
        )+
    };
}
pub(super) use same;

same! {
    StatedLevel = LevelWord { Low, Medium, High }
    Grounding = GroundingWord { Grounded, Ungrounded, Uncited }
    AgreementWord = AgreementKind { Unanimous, Majority, Split, TooFew }
    LoweredBy = CauseWord {
        ShortCircuit, Degraded, NoReviews, OneModel, PoorlyGrounded, Contested, Derived, Fallback, Raw
    }
    Disclaimer = DisclaimerKey {
        ChairFailed, SynthesisFailed, DualRole, Degraded, AllAgree, ShortCircuit, FallbackHolder,
        Offline, Demonstration
    }
    DeviationKind = DeviationWord { OverLength, OtherLanguage, UnreasonedChange }
    Priority = PriorityWord { Now, Soon, Later }
    PackedAs = PackWord { Full, Summary }
}
