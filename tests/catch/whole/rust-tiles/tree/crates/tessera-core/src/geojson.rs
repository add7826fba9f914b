//! Reads a GeoJSON FeatureCollection. Multi* geometries become one `Feature` per part.

use std::path::Path;

use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::feature::Feature;
use crate::geom::{Geometry, Point};

pub fn read(path: &Path) -> Result<Vec<Feature>> {
    let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, e))?;
    parse(&text)
}

pub fn parse(text: &str) -> Result<Vec<Feature>> {
    let root: Value = serde_json::from_str(text)?;
    let list = root["features"].as_array().ok_or_else(|| Error::GeoJson {
        index: 0,
        reason: "no FeatureCollection".into(),
    })?;
    let mut features = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let properties = item["properties"].as_object().cloned();
        let properties: Map<String, Value> = properties.unwrap_or_default();
        let parts =
            geometries(&item["geometry"]).map_err(|reason| Error::GeoJson { index, reason })?;
        for geometry in parts {
            features.push(Feature::new(geometry, properties.clone()));
        }
    }
    Ok(features)
}

/// A null geometry has no parts.
fn geometries(value: &Value) -> std::result::Result<Vec<Geometry>, String> {
    if value.is_null() {
        return Ok(vec![]);
    }
    let c = &value["coordinates"];
    match value["type"].as_str() {
        Some("Point") => Ok(vec![Geometry::Point(point(c)?)]),
        Some("LineString") => Ok(vec![Geometry::Line(line(c)?)]),
        Some("Polygon") => Ok(vec![Geometry::Polygon(many(c, line)?)]),
        Some("MultiPoint") => many(c, |v| point(v).map(Geometry::Point)),
        Some("MultiLineString") => many(c, |v| line(v).map(Geometry::Line)),
        Some("MultiPolygon") => many(c, |v| many(v, line).map(Geometry::Polygon)),
        other => Err(format!("geometry type {other:?} is not supported")),
    }
}

fn point(value: &Value) -> std::result::Result<Point, String> {
    match (value[0].as_f64(), value[1].as_f64()) {
        (Some(lon), Some(lat)) => Ok(Point::new(lon, lat)),
        _ => Err(format!("{value} is no position")),
    }
}

fn line(value: &Value) -> std::result::Result<Vec<Point>, String> {
    let points = many(value, point)?;
    if points.len() < 2 {
        return Err("fewer than two positions".into());
    }
    Ok(points)
}

fn many<T>(
    value: &Value,
    one: impl Fn(&Value) -> std::result::Result<T, String>,
) -> std::result::Result<Vec<T>, String> {
    value
        .as_array()
        .ok_or_else(|| format!("{value} is no array"))?
        .iter()
        .map(one)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collection(geometry: &str) -> String {
        format!(
            r#"{{"type":"FeatureCollection","features":[
            {{"type":"Feature","properties":{{"layer":"water"}},"geometry":{geometry}}}]}}"#
        )
    }

    #[test]
    fn multipolygon_gives_one_feature_per_part() {
        let square = |x: i32| format!("[[[{x},0],[{0},0],[{0},1],[{x},0]]]", x + 1);
        let text = collection(&format!(
            r#"{{"type":"MultiPolygon","coordinates":[{},{}]}}"#,
            square(0),
            square(5)
        ));
        let features = parse(&text).unwrap();
        assert_eq!(features.len(), 2);
        assert!(features.iter().all(|f| f.layer == "water"));
        assert!(matches!(features[1].geometry, Geometry::Polygon(_)));
    }

    #[test]
    fn null_geometry_is_skipped() {
        assert!(parse(&collection("null")).unwrap().is_empty());
    }

    #[test]
    fn errors_name_the_feature() {
        let text = collection(r#"{"type":"LineString","coordinates":[[1,2]]}"#);
        let message = parse(&text).unwrap_err().to_string();
        assert_eq!(message, "GeoJSON: feature 0: fewer than two positions");
    }
}
