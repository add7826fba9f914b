//! The words of councils about a question, and what each means, in a sentence.

/// A word of a council about a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CouncilWord {
    /// The word.
    pub(super) name: &'static str,
    /// Of what it is one.
    pub(super) kind: &'static str,
    /// What it means.
    pub(super) meaning: &'static str,
}

const fn word(kind: &'static str, name: &'static str, meaning: &'static str) -> CouncilWord {
    CouncilWord { name, kind, meaning }
}

const COUNCILS: &str = "councils about a question";
const RESULTS: &str = "results of a council";
const AGREEMENTS: &str = "how far voices agree";
const LINES: &str = "lines beside an answer";
const CAUSES: &str = "what lowers a confidence";
const GROUNDS: &str = "whether a quote is there";
const DIFFERENCES: &str = "how a reply differs from what was asked";

/// All of them, kind by kind.
pub(super) const COUNCIL_WORDS: [CouncilWord; 40] = [
    word(COUNCILS, "ROUNDS", "opinions, a review of each other, and a chair's synthesis"),
    word(COUNCILS, "LENSES", "one lens each, a debate if wanted, and a result that code derives"),
    word(RESULTS, "ADOPT", "do it: exit 0"),
    word(RESULTS, "REJECT", "do it not: exit 1"),
    word(RESULTS, "O1", "the first of the options, and so on to O9: exit 0"),
    word(RESULTS, "NONE", "none of the options: exit 1"),
    word(RESULTS, "SOUND", "what was reviewed is sound: exit 0"),
    word(RESULTS, "FLAWED", "what was reviewed is flawed: exit 1"),
    word(RESULTS, "ANSWER", "the question is answered: exit 0"),
    word(RESULTS, "NEED_INFO", "something must be known first: exit 2, a person decides"),
    word(RESULTS, "SPLIT", "no choice has more than half of the minds: exit 2, a person decides"),
    word(
        RESULTS,
        "CONTESTED",
        "the chair goes against the majority, or against a flaw that is shown: exit 2",
    ),
    word(
        RESULTS,
        "FALLBACK",
        "no synthesis came, and the most complete opinion takes its place: exit 2",
    ),
    word(RESULTS, "RAW", "no synthesis came, and every statement is shown as given: exit 2"),
    word(AGREEMENTS, "UNANIMOUS", "all minds choose alike"),
    word(AGREEMENTS, "MAJORITY", "more than half of the minds choose alike"),
    word(AGREEMENTS, "TOO_FEW", "fewer than two minds, which agree with nobody"),
    word(LINES, "CHAIR_FAILED", "the chair gave no synthesis that holds"),
    word(LINES, "SYNTHESIS_FAILED", "nobody gave a synthesis that holds"),
    word(LINES, "DUAL_ROLE", "the author of the synthesis is also a voice"),
    word(LINES, "DEGRADED", "a member was lost; it also lowers the confidence"),
    word(LINES, "ALL_AGREE", "all say the same, which may come from shared training data"),
    word(
        LINES,
        "SHORT_CIRCUIT",
        "the panel's policy skipped a round; it also lowers the confidence",
    ),
    word(LINES, "FALLBACK_HOLDER", "a replacement answered for a member that was out of reach"),
    word(LINES, "OFFLINE", "the built-in rules (no AI model) hold a voice"),
    word(LINES, "DEMONSTRATION", "a recorded example, no advice"),
    word(CAUSES, "NO_REVIEWS", "nobody reviewed the opinions"),
    word(CAUSES, "ONE_MODEL", "all voices are one model of one provider"),
    word(CAUSES, "POORLY_GROUNDED", "fewer than half of the points quote something that is there"),
    word(CAUSES, "DERIVED", "code put the answer together, and nobody worded it"),
    word(GROUNDS, "GROUNDED", "each quote is where it is said to be"),
    word(GROUNDS, "UNGROUNDED", "a quote is not where it is said to be"),
    word(GROUNDS, "UNCITED", "nothing is quoted"),
    word(DIFFERENCES, "OVER_LENGTH", "it has more words than were asked for, and is kept whole"),
    word(DIFFERENCES, "OTHER_LANGUAGE", "it is in another language than was asked for"),
    word(
        DIFFERENCES,
        "UNREASONED_CHANGE",
        "it changes its choice without a reason, so that the earlier one counts",
    ),
    word(DIFFERENCES, "LATE", "the round closed without it, which is no fault"),
    word(DIFFERENCES, "MISSING", "it gave nothing usable, and sits out"),
    word(DIFFERENCES, "CHALLENGED", "a critique against what another says"),
    word(DIFFERENCES, "CONFIRMED", "a critique for an assumption of another"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::v2::outcome::{
        AgreementKind, CauseWord, DeviationWord, DisclaimerKey, GroundingWord,
    };
    use serde_json::to_value;

    /// A word is that of its type, so that a new one is missed here.
    #[test]
    fn every_word_of_an_outcome_is_explained() {
        let types = [
            to_value(schemars::schema_for!(DisclaimerKey)),
            to_value(schemars::schema_for!(CauseWord)),
            to_value(schemars::schema_for!(GroundingWord)),
            to_value(schemars::schema_for!(AgreementKind)),
            to_value(schemars::schema_for!(DeviationWord)),
        ];
        let mut words = Vec::new();
        for schema in types {
            let schema = schema.expect("a schema");
            let all = schema["oneOf"].as_array().expect("words").clone();
            words.extend(all.iter().filter_map(|one| one["const"].as_str().map(str::to_owned)));
        }
        assert!(words.len() > 25, "{words:?}");
        for word in words {
            assert!(COUNCIL_WORDS.iter().any(|own| own.name == word), "{word}");
        }
    }
}
