//! What each lens of the tool looks at, asks and distrusts, compiled in from `prompts/lenses.yaml`; the
//! modes of reasoning are lenses, too.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::Deserialize;

use super::modes;
use crate::model::lens;

/// One lens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lens {
    /// Its name.
    pub name: String,
    /// What it looks at, asks and distrusts.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LensesFile {
    #[serde(rename = "schema_version")]
    _schema_version: String,
    lenses: Vec<Lens>,
}

/// The lenses with words of their own, in the order of [`lens::SHIPPED`].
pub fn all() -> &'static [Lens] {
    static LENSES: OnceLock<Vec<Lens>> = OnceLock::new();
    LENSES.get_or_init(|| {
        let text = include_str!("../../prompts/lenses.yaml");
        serde_yaml::from_str::<LensesFile>(text).expect("a test reads prompts/lenses.yaml").lenses
    })
}

/// What a member with this lens is told; `None` for a lens that does not come with the tool.
pub fn text(name: &str) -> Option<Cow<'static, str>> {
    if let Some(own) = all().iter().find(|lens| lens.name == name) {
        return Some(Cow::Borrowed(&own.text));
    }
    let mode = modes::mode(lens::mode_of(name)?);
    Some(Cow::Owned(format!(
        "Reason in one mode, which is called {}. Over a plan it means this, and over any other question the like: {}",
        mode.name, mode.asks
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lens_that_has_a_name_has_words_of_its_own() {
        let names: Vec<&str> = all().iter().map(|lens| lens.name.as_str()).collect();
        assert_eq!(names, lens::SHIPPED);
        for lens in all() {
            let words = lens.text.split_whitespace().count();
            assert!((40..=80).contains(&words), "{}: {words} words", lens.name);
            assert!(lens.text.contains("Distrust "), "{}", lens.name);
        }
        assert!(lens::SHIPPED.iter().all(|name| text(name).is_some()));
        let mode = text("mode-79").expect("a mode is a lens");
        assert!(mode.ends_with(&modes::mode(lens::mode_of("mode-79").expect("one")).asks));
        assert_eq!(text("latency"), None);
    }
}
