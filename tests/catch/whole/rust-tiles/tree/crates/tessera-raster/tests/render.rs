use std::path::Path;

use tessera_core::{geojson, Color, Feature, Style, TileId};
use tessera_raster::render_tile;

/// Holds all of testdata/harbour.geojson.
const TILE: TileId = TileId {
    z: 12,
    x: 2170,
    y: 1191,
};

fn harbour() -> Vec<Feature> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/harbour.geojson");
    geojson::read(&path).unwrap()
}

fn style(rules: &str) -> Style {
    Style::from_json(&format!(
        r##"{{"background":"#ffffff","rules":[{rules}]}}"##
    ))
    .unwrap()
}

#[test]
fn water_is_filled_and_land_is_not() {
    let canvas = render_tile(
        TILE,
        &harbour(),
        &style(r##"{"layer":"water","fill":"#0000ff"}"##),
    );
    assert_eq!(canvas.get(60, 200), Some(Color::rgb(0, 0, 255)));
    assert_eq!(canvas.get(128, 20), Some(Color::WHITE));
}

#[test]
fn later_rules_are_drawn_on_top() {
    let rules = r##"{"layer":"place","marker":{"color":"#ff0000","radius":4}},
                    {"layer":"place","marker":{"color":"#00ff00","radius":2}}"##;
    let canvas = render_tile(TILE, &harbour(), &style(rules));
    assert_eq!(canvas.get(128, 100), Some(Color::rgb(0, 255, 0)));
    assert_eq!(canvas.get(125, 100), Some(Color::rgb(255, 0, 0)));
}

#[test]
fn rule_outside_its_zoom_draws_nothing() {
    let rules = r##"{"layer":"water","min_zoom":13,"fill":"#0000ff"}"##;
    let canvas = render_tile(TILE, &harbour(), &style(rules));
    assert_eq!(canvas, render_tile(TILE, &[], &style("")));
}

#[test]
fn filter_picks_features() {
    let rules = r##"{"layer":"road","filter":{"key":"class","any_of":["path"]},
                     "stroke":{"color":"#000000","width":3}}"##;
    let canvas = render_tile(TILE, &harbour(), &style(rules));
    assert_eq!(canvas.get(128, 60), Some(Color::WHITE));
}
