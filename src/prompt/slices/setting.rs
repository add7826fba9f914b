//! What tickets are held against: the RFC's decisions, and the components that exist.

use super::Part;
use super::overview::flat;
use crate::prompt::fence::Block;
use crate::source::{AtlasSource, Dossier};

pub(super) fn decisions(dossier: &Dossier) -> Part {
    let mut block = Block::new("decisions");
    for decision in dossier.rfc().into_iter().flat_map(|rfc| &rfc.decisions) {
        block.entry(&decision.id, &flat(&decision.text));
    }
    let blocks = if block.is_empty() { Vec::new() } else { vec![block] };
    Part { heading: "Design decisions", legend: String::new(), blocks }
}

pub(super) fn atlas(dossier: &Dossier) -> Part {
    let atlas = &dossier.atlas;
    let mut block = Block::new("atlas");
    for component in &atlas.components {
        let path = if component.path.is_empty() { "the root" } else { &component.path };
        let mut about = format!("{path}; {}", flat(&component.name));
        if !component.description.is_empty() {
            about.push_str("; ");
            about.push_str(&flat(&component.description));
        }
        block.entry(&flat(&component.id), &about);
        for point in &component.extension_points {
            let name = format!("  extension point {}", flat(&point.id));
            let about = [&point.path, &point.name, &point.description].map(|text| flat(text));
            block.entry(&name, &about.join("; "));
        }
    }
    let legend = match &atlas.source {
        AtlasSource::Prd(_) => "The component atlas: id, folder, name, what it is.",
        AtlasSource::Derived(_) => {
            "There is no component atlas. These components were derived from the repository's \
             manifests; they name no extension points."
        }
        AtlasSource::Unreadable { .. } => {
            "The component atlas cannot be read: judge no path by it."
        }
    };
    let blocks = if block.is_empty() { Vec::new() } else { vec![block] };
    Part { heading: "Components", legend: legend.to_owned(), blocks }
}
