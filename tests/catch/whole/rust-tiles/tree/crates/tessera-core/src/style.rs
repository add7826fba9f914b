//! Style files: which features are drawn, and how.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::color::Color;
use crate::error::{Error, Result};
use crate::feature::Feature;
use crate::tile::MAX_ZOOM;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    pub background: Color,
    pub rules: Vec<Rule>,
}

/// Draws the features of one layer. Rules are drawn in the order of the file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub layer: String,
    pub filter: Option<Filter>,
    #[serde(default)]
    pub min_zoom: u8,
    #[serde(default = "max_zoom")]
    pub max_zoom: u8,
    pub fill: Option<Color>,
    pub stroke: Option<Stroke>,
    pub marker: Option<Marker>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    pub key: String,
    pub any_of: Vec<Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    pub color: Color,
    pub width: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    pub color: Color,
    pub radius: f64,
}

fn max_zoom() -> u8 {
    MAX_ZOOM
}

impl Style {
    pub fn read(path: &Path) -> Result<Style> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, e))?;
        Style::from_json(&text)
    }

    pub fn from_json(text: &str) -> Result<Style> {
        let style: Style = serde_json::from_str(text)?;
        for (index, rule) in style.rules.iter().enumerate() {
            rule.validate().map_err(|reason| Error::Style {
                rule: index,
                reason: reason.to_owned(),
            })?;
        }
        Ok(style)
    }
}

impl Rule {
    pub fn applies_at(&self, zoom: u8) -> bool {
        (self.min_zoom..=self.max_zoom).contains(&zoom)
    }

    pub fn matches(&self, feature: &Feature) -> bool {
        self.layer == feature.layer
            && self.filter.as_ref().is_none_or(|filter| {
                feature
                    .prop(&filter.key)
                    .is_some_and(|value| filter.any_of.contains(value))
            })
    }

    fn validate(&self) -> std::result::Result<(), &'static str> {
        if self.fill.is_none() && self.stroke.is_none() && self.marker.is_none() {
            return Err("needs fill, stroke or marker");
        }
        if self.min_zoom > self.max_zoom || self.max_zoom > MAX_ZOOM {
            return Err("min_zoom and max_zoom must be ordered and at most 22");
        }
        if self.stroke.is_some_and(|s| s.width <= 0.0) {
            return Err("stroke width must be positive");
        }
        if self.marker.is_some_and(|m| m.radius <= 0.0) {
            return Err("marker radius must be positive");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rule: &str) -> Result<Style> {
        Style::from_json(&format!(r##"{{"background":"#ffffff","rules":[{rule}]}}"##))
    }

    #[test]
    fn defaults() {
        let style = parse(r##"{"layer":"water","fill":"#aaccee"}"##).unwrap();
        assert!(style.rules[0].applies_at(0) && style.rules[0].applies_at(22));
        assert_eq!(style.rules[0].filter, None);
    }

    #[test]
    fn empty_rule_is_refused() {
        let message = parse(r#"{"layer":"water"}"#).unwrap_err().to_string();
        assert_eq!(message, "style: rule 0: needs fill, stroke or marker");
    }

    #[test]
    fn unknown_key_is_refused() {
        assert!(parse(r##"{"layer":"water","fil":"#aaccee"}"##).is_err());
    }
}
