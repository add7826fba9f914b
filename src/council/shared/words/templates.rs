//! The templates of `prompts/councils/` that tasks of councils about a question are made of, compiled
//! in.

use serde::Serialize;

use crate::prompt::templates::{Template, TemplateSet};

macro_rules! templates {
    ($($name:literal),*) => {
        &[$(Template {
            name: $name,
            source: include_str!(concat!("../../../../prompts/councils/", $name, ".j2")),
        }),*]
    };
}

static TEMPLATES: &[Template] = templates![
    "rules",
    "brief",
    "preamble",
    "statement",
    "synthesis",
    "look",
    "looked",
    "reask",
    "reply",
    "rounds_opinion",
    "rounds_review",
    "rounds_chair",
    "lenses_lens",
    "lenses_rebuttal",
    "lenses_synthesis"
];
static SET: TemplateSet = TemplateSet::new(TEMPLATES);

/// Each template's version, without those that only councils of another word have; the evidence names
/// them.
pub fn versions(others: &str) -> Vec<(&'static str, u32)> {
    SET.versions().filter(|(name, _)| !name.starts_with(others)).collect()
}

/// The rendered template, without empty lines at its ends.
pub fn rendered(name: &str, context: impl Serialize + Send + Sync + 'static) -> String {
    SET.rendered(name, context)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What each template may be given.
    const GIVEN: [(&str, &[&str]); 15] = [
        ("rules", &["language", "choices", "boundary", "max_quote", "max_cites", "max_text"]),
        ("brief", &["kind", "stakes", "question", "legend", "materials"]),
        ("preamble", &["kind", "options"]),
        ("statement", &["limits", "risk", "least_steps"]),
        (
            "synthesis",
            &["limits", "admissible", "is_free", "is_review", "names_others", "conflicts", "ids"],
        ),
        ("look", &["rounds", "requests"]),
        ("looked", &["round", "boundary", "fences", "left", "is_paid_out"]),
        ("reask", &["attempt", "schema"]),
        ("reply", &["shape"]),
        ("rounds_opinion", &["preamble", "statement"]),
        ("rounds_review", &["limits", "boundary", "own", "peers"]),
        ("rounds_chair", &["parts", "boundary", "opinions", "critiques", "conflicts"]),
        ("lenses_lens", &["lens", "text", "part", "words", "preamble", "statement"]),
        ("lenses_rebuttal", &["lens", "words", "limits", "boundary", "own", "peers"]),
        (
            "lenses_synthesis",
            &["result", "parts", "boundary", "statements", "answers", "shifts", "conflicts"],
        ),
    ];

    #[test]
    fn every_template_uses_what_it_is_given_and_nothing_else() {
        let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
        assert_eq!(GIVEN.map(|(name, _)| name).to_vec(), names);
        for (name, given) in GIVEN {
            let template = SET.environment().get_template(name).expect("it was added");
            let used: BTreeSet<String> = template.undeclared_variables(false).into_iter().collect();
            let given: BTreeSet<String> = given.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(used, given, "{name}");
        }
    }

    #[test]
    fn a_council_names_its_own_templates() {
        let names = |others| versions(others).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names("lenses_").len(), 12);
        assert_eq!(names("rounds_").len(), 12);
        assert!(versions("lenses_").iter().all(|(_, version)| *version >= 1));
    }
}
