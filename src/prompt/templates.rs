//! The templates of `prompts/`, compiled in. Their syntax is `<{ value }>`, `<% tag %>` and
//! `<# comment #>`, so that braces in prose stay prose.

use std::sync::OnceLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

/// One template.
#[derive(Debug)]
pub(super) struct Template {
    /// The stem of its file in `prompts/`.
    pub(super) name: &'static str,
    source: &'static str,
}

macro_rules! templates {
    ($($name:literal),*) => {
        &[$(Template {
            name: $name,
            source: include_str!(concat!("../../prompts/", $name, ".j2")),
        }),*]
    };
}

pub(super) static TEMPLATES: &[Template] = templates![
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
    "reply"
];

/// No template comes near it, whatever the dossier holds; a loop that does not end would.
const FUEL: u64 = 50_000_000;

/// Each template's version, as its first line says it; the evidence names them.
pub fn versions() -> impl Iterator<Item = (&'static str, u32)> {
    TEMPLATES.iter().map(|template| {
        let first = template.source.lines().next().unwrap_or_default();
        let number = first.strip_prefix("<# version ").and_then(|rest| rest.split_once(':'));
        let number = number.and_then(|(number, _)| number.parse().ok());
        (template.name, number.expect("a test reads every template's first line"))
    })
}

fn environment() -> &'static Environment<'static> {
    static ENVIRONMENT: OnceLock<Environment<'static>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_fuel(Some(FUEL));
        let syntax = SyntaxConfig::builder()
            .variable_delimiters("<{", "}>")
            .block_delimiters("<%", "%>")
            .comment_delimiters("<#", "#>")
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()
            .expect("the delimiters differ");
        environment.set_syntax(syntax);
        for template in TEMPLATES {
            let added = environment.add_template(template.name, template.source);
            added.expect("a test parses every template");
        }
        environment
    })
}

/// The rendered template, without empty lines at its ends.
pub(super) fn rendered(name: &str, context: impl Serialize + Send + Sync + 'static) -> String {
    let page = environment()
        .get_template(name)
        .and_then(|template| template.render(Value::from(Serde(context))))
        .expect("tests render every template, and its context has one shape");
    page.trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What each template may be given; the contexts in `render` have these fields.
    const GIVEN: [(&str, &[&str]); 12] = [
        ("rules", &["rfc", "boundary", "files", "max_text", "max_findings", "max_entries"]),
        ("kinds", &["gates"]),
        ("rubrics", &["atomicity", "implementability", "anti_cousin"]),
        ("dossier", &["slice", "criteria"]),
        ("role", &["seat", "modes", "raises"]),
        ("reask", &["attempt", "schema"]),
        ("select_modes", &["key_modes", "catalogue"]),
        ("structural", &[]),
        ("feasibility", &["note", "boundary", "findings"]),
        ("converge", &["note", "boundary", "contested", "blockers"]),
        ("remediation", &["boundary", "blockers"]),
        ("reply", &["shape"]),
    ];

    #[test]
    fn every_template_uses_what_it_is_given_and_nothing_else() {
        assert_eq!(GIVEN.map(|(name, _)| name).to_vec(), names());
        for (name, given) in GIVEN {
            let template = environment().get_template(name).expect("it was added");
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

    #[test]
    fn an_undefined_value_is_an_error_and_braces_are_prose() {
        let mut own = environment().clone();
        own.add_template("prose", "{{ a }} {% if %} {# b #}").expect("prose");
        let prose = own.get_template("prose").expect("added").render(()).expect("rendered");
        assert_eq!(prose, "{{ a }} {% if %} {# b #}");
        for source in ["<{ missing }>", "<% if missing %>x<% endif %>", "<{ seat.name }>"] {
            own.add_template("undefined", source).expect("it parses");
            let context = minijinja::context! { seat => minijinja::context! {} };
            let result = own.get_template("undefined").expect("added").render(context);
            assert!(result.is_err(), "{source}");
        }
        assert_eq!(own.fuel(), Some(FUEL));
        own.set_fuel(Some(1_000));
        own.add_template("endless", "<% for a in range(9000) %>x<% endfor %>").expect("it parses");
        assert!(own.get_template("endless").expect("added").render(()).is_err(), "fuel");
    }
}
