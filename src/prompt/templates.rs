//! The template engine. Its syntax is `<{ value }>`, `<% tag %>` and `<# comment #>`, so that braces
//! in prose stay prose.

use std::sync::OnceLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

/// One template.
#[derive(Debug)]
pub struct Template {
    /// The stem of its file in `prompts/`.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
}

/// No template comes near it, whatever the dossier holds; a loop that does not end would.
const FUEL: u64 = 50_000_000;

/// The templates of one protocol.
#[derive(Debug)]
pub struct TemplateSet {
    templates: &'static [Template],
    environment: OnceLock<Environment<'static>>,
}

impl TemplateSet {
    /// A set whose templates a test parses and renders.
    pub const fn new(templates: &'static [Template]) -> Self {
        Self { templates, environment: OnceLock::new() }
    }

    /// Each template's version, as its first line says it; the evidence names them.
    pub fn versions(&self) -> impl Iterator<Item = (&'static str, u32)> + use<> {
        self.templates.iter().map(|template| {
            let first = template.source.lines().next().unwrap_or_default();
            let number = first.strip_prefix("<# version ").and_then(|rest| rest.split_once(':'));
            let number = number.and_then(|(number, _)| number.parse().ok());
            (template.name, number.expect("a test reads every template's first line"))
        })
    }

    /// The engine with the set's templates.
    pub fn environment(&self) -> &Environment<'static> {
        self.environment.get_or_init(|| {
            let mut environment = engine();
            for template in self.templates {
                let added = environment.add_template(template.name, template.source);
                added.expect("a test parses every template");
            }
            environment
        })
    }

    /// The rendered template, without empty lines at its ends.
    pub fn rendered(&self, name: &str, context: impl Serialize + Send + Sync + 'static) -> String {
        let page = self
            .environment()
            .get_template(name)
            .and_then(|template| template.render(Value::from(Serde(context))))
            .expect("tests render every template, and its context has one shape");
        page.trim_matches('\n').to_owned()
    }
}

/// The engine without a template: an undefined value is an error, and a loop ends.
fn engine() -> Environment<'static> {
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
    environment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undefined_value_is_an_error_and_braces_are_prose() {
        let mut own = engine();
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
