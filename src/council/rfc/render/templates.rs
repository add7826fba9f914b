//! The templates of `prompts/` that this council's tasks are made of, compiled in.

use serde::Serialize;

use crate::prompt::templates::{Template, TemplateSet};

macro_rules! templates {
    ($($name:literal),*) => {
        &[$(Template {
            name: $name,
            source: include_str!(concat!("../../../../prompts/", $name, ".j2")),
        }),*]
    };
}

static TEMPLATES: &[Template] = templates![
    "rules",
    "kinds",
    "rubrics",
    "dossier",
    "role",
    "reask",
    "select_modes",
    "structural",
    "feasibility",
    "converge",
    "remediation",
    "look",
    "looked",
    "reply"
];
static SET: TemplateSet = TemplateSet::new(TEMPLATES);

/// Each template's version, as its first line says it; the evidence names them.
pub fn versions() -> impl Iterator<Item = (&'static str, u32)> {
    SET.versions()
}

/// The rendered template, without empty lines at its ends.
pub(super) fn rendered(name: &str, context: impl Serialize + Send + Sync + 'static) -> String {
    SET.rendered(name, context)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What each template may be given; the contexts in `render` have these fields.
    const GIVEN: [(&str, &[&str]); 14] = [
        ("rules", &["rfc", "boundary", "files", "max_text", "max_findings", "max_entries"]),
        ("kinds", &["gates"]),
        ("rubrics", &["atomicity", "implementability", "anti_cousin"]),
        ("dossier", &["slice", "criteria"]),
        ("role", &["seat", "modes", "raises"]),
        ("reask", &["attempt", "schema"]),
        ("select_modes", &["key_modes", "catalogue"]),
        ("structural", &["seat", "most", "share", "outline"]),
        ("feasibility", &["share", "note", "boundary", "findings", "pairs"]),
        ("converge", &["note", "boundary", "contested", "blockers", "agreed", "pairs"]),
        ("remediation", &["boundary", "blockers"]),
        ("look", &["rounds", "requests", "raises", "checks", "cites"]),
        ("looked", &["round", "boundary", "fences", "left", "is_paid_out"]),
        ("reply", &["shape"]),
    ];

    #[test]
    fn every_template_uses_what_it_is_given_and_nothing_else() {
        assert_eq!(GIVEN.map(|(name, _)| name).to_vec(), names());
        for (name, given) in GIVEN {
            let template = SET.environment().get_template(name).expect("it was added");
            let used: BTreeSet<String> = template.undeclared_variables(false).into_iter().collect();
            let given: BTreeSet<String> = given.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(used, given, "{name}");
        }
    }

    fn names() -> Vec<&'static str> {
        TEMPLATES.iter().map(|template| template.name).collect()
    }

    #[test]
    fn every_template_says_its_version_first() {
        assert_eq!(versions().map(|(name, _)| name).collect::<Vec<_>>(), names());
        assert!(versions().all(|(_, version)| version >= 1));
    }
}
