//! What tickets are held against: the RFC's decisions, and the components that exist.

use super::SliceSection;
use super::overview::flat;
use crate::prompt::fence::Block;
use crate::source::{AtlasSource, Dossier};

pub(super) fn decisions(dossier: &Dossier) -> SliceSection {
    let mut block = Block::new("decisions");
    let mut file = "";
    for decision in dossier.rfc().into_iter().flat_map(|rfc| &rfc.decisions) {
        if decision.file != file {
            file = &decision.file;
            block.entry("file", file);
        }
        block.entry(&decision.id, &flat(&decision.text));
    }
    SliceSection::of("Design decisions", "", block)
}

pub(super) fn atlas(dossier: &Dossier) -> SliceSection {
    let atlas = &dossier.atlas;
    let mut block = Block::new("atlas");
    for file in &atlas.files {
        block.entry("file", file);
    }
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
    SliceSection::of("Components", legend, block)
}
