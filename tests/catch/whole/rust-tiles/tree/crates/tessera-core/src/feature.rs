use serde_json::{Map, Value};

use crate::geom::{Bbox, Geometry};

/// Layer of features that name none.
pub const DEFAULT_LAYER: &str = "default";

/// One geometry in lon/lat with its properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub layer: String,
    pub geometry: Geometry,
    pub properties: Map<String, Value>,
}

impl Feature {
    /// The layer is the property `layer`.
    pub fn new(geometry: Geometry, properties: Map<String, Value>) -> Self {
        let layer = properties
            .get("layer")
            .and_then(Value::as_str)
            .unwrap_or(DEFAULT_LAYER)
            .to_owned();
        Feature {
            layer,
            geometry,
            properties,
        }
    }

    pub fn prop(&self, key: &str) -> Option<&Value> {
        self.properties.get(key)
    }

    pub fn bbox(&self) -> Option<Bbox> {
        self.geometry.bbox()
    }
}

/// The box around all features; `None` without any.
pub fn extent(features: &[Feature]) -> Option<Bbox> {
    features
        .iter()
        .filter_map(Feature::bbox)
        .reduce(|a, b| a.union(&b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Point;

    #[test]
    fn layer_comes_from_the_property() {
        let at = Geometry::Point(Point::new(10.0, 60.0));
        let mut properties = Map::new();
        assert_eq!(
            Feature::new(at.clone(), properties.clone()).layer,
            DEFAULT_LAYER
        );
        properties.insert("layer".into(), Value::from("place"));
        assert_eq!(Feature::new(at, properties).layer, "place");
    }
}
