//! The words of an outcome. Each says what a council's machine has under its own name.

use serde::{Deserialize, Serialize};

macro_rules! word {
    ($(#[$doc:meta])* $visible:vis enum $name:ident { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        $visible enum $name { $($body)* }
    };
}
pub(super) use word;

word! {
    /// How much something weighs, or how sure somebody is.
    pub enum LevelWord {
        /// Little.
        Low,
        /// Some.
        Medium,
        /// Much.
        High,
    }
}

word! {
    /// Whether what is quoted stands where it is said to.
    pub enum GroundingWord {
        /// All that is quoted stands there.
        Grounded,
        /// A quote does not stand there.
        Ungrounded,
        /// Nothing is quoted.
        Uncited,
    }
}

word! {
    /// What a point is.
    pub enum PointWord {
        /// Why a choice is right.
        Argument,
        /// What could go wrong.
        Risk,
    }
}

word! {
    /// How far minds agree.
    pub enum AgreementKind {
        /// All choose alike.
        Unanimous,
        /// More than half do.
        Majority,
        /// No choice has more than half.
        Split,
        /// There are fewer than two minds.
        TooFew,
    }
}

word! {
    /// Where an answer comes from.
    pub enum AnswerOrigin {
        /// From the synthesis.
        Synthesis,
        /// From the most complete opinion.
        BestOpinion,
        /// Code put it together.
        Derived,
        /// There is none.
        None,
    }
}

word! {
    /// What lowers the confidence.
    pub enum CauseWord {
        /// A round was skipped.
        ShortCircuit,
        /// A voice was lost.
        Degraded,
        /// Nobody reviewed.
        NoReviews,
        /// All voices are one provider's one model.
        OneModel,
        /// Fewer than half of the points are grounded, though there was something to quote.
        PoorlyGrounded,
        /// The answer goes against the majority, or against a flaw that is shown.
        Contested,
        /// Code put the answer together.
        Derived,
        /// The best single opinion stands in for a synthesis.
        Fallback,
        /// Every statement as given stands in for a synthesis.
        Raw,
    }
}

word! {
    /// Which fixed text.
    pub enum DisclaimerKey {
        /// The chair gave no synthesis.
        ChairFailed,
        /// Nobody gave a synthesis.
        SynthesisFailed,
        /// Who words the synthesis is a voice, too.
        DualRole,
        /// A voice was lost.
        Degraded,
        /// All agree.
        AllAgree,
        /// A round was skipped.
        ShortCircuit,
        /// A replacement answered for a member.
        FallbackHolder,
        /// The built-in rules answered.
        Offline,
        /// It is a recorded example.
        Demonstration,
    }
}

word! {
    /// What a conflict is about.
    pub enum ConflictKind {
        /// The choice.
        Choice,
        /// A critique of HIGH severity.
        Critique,
    }
}

word! {
    /// The kind of a fault.
    pub enum ErrorType {
        /// No answer came in time.
        Timeout,
        /// The key was not accepted.
        Auth,
        /// Too much was asked of the provider.
        RateLimit,
        /// The member could not be reached, or answered with an error.
        Network,
        /// The reply does not have the form that was asked for.
        Parse,
        /// The member refused the task.
        Refused,
        /// The reply was cut off.
        Truncated,
    }
}

word! {
    /// How a reply differs from what was asked for.
    pub enum DeviationWord {
        /// It has more words.
        OverLength,
        /// It is in another language.
        OtherLanguage,
        /// It gives another choice than before, without a reason.
        UnreasonedChange,
    }
}

word! {
    /// When something is to be done.
    pub enum PriorityWord {
        /// At once.
        Now,
        /// Soon.
        Soon,
        /// Later.
        Later,
    }
}

word! {
    /// What a member is there for.
    pub enum OfficeWord {
        /// Its choice counts.
        Voice,
        /// It words the synthesis.
        Chair,
        /// Both.
        ChairAndVoice,
    }
}

word! {
    /// How materials are shown.
    pub enum PackWord {
        /// Whole.
        Full,
        /// Of each its size, its outline, its first lines and what is cited.
        Summary,
    }
}
