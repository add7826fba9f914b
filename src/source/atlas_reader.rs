//! The atlas files of PRDs, in both shapes, with their inventories (R43, R44), and how one RFC's
//! atlas is joined from those of its PRDs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::atlas::{Atlas, AtlasSource, Component, ExtensionPoint, PrdAtlas};
use super::keys::first_of;
use super::library::Library;
use super::reading::Reading;
use super::scalar::Text;
use super::text::SourceText;
use crate::model::{Layout, PrdId, RfcId};
use crate::yaml::{Document, NodeRef};

/// Inventories of large repositories are larger than any YAML file that people write.
const INVENTORY_BYTES: u64 = 16 << 20;

/// The atlases of all PRDs that have one.
pub(super) fn read_all(
    reading: &mut Reading<'_>,
    layout: &Layout,
    is_wanted: impl Fn(&PrdId) -> bool,
    texts: &mut BTreeMap<String, SourceText>,
) -> BTreeMap<PrdId, PrdAtlas> {
    let ids = reading.folders_in(&layout.atlases).into_iter();
    let ids: Vec<PrdId> = ids.filter_map(|name| name.parse().ok()).filter(is_wanted).collect();
    ids.into_iter()
        .filter_map(|id| {
            let atlas = read(reading, &layout.atlas(&id), texts)?;
            Some((id, atlas))
        })
        .collect()
}

fn read(
    reading: &mut Reading<'_>,
    folder: &str,
    texts: &mut BTreeMap<String, SourceText>,
) -> Option<PrdAtlas> {
    let files = reading
        .yaml_in(folder, |name| matches!(name, "component_atlas.yaml" | "component_atlas.yml"));
    let file = files.into_iter().next()?;
    let mut atlas = PrdAtlas {
        folder: folder.to_owned(),
        files: vec![file.clone()],
        components: Vec::new(),
        inventory: BTreeSet::new(),
        unreadable: None,
    };
    match reading.yaml(&file) {
        Ok(document) => {
            components(&document, &mut atlas);
            texts.insert(file, document.into());
        }
        Err(unread) => atlas.unreadable = Some(format!("component_atlas.yaml: {}", unread.why)),
    }
    let index = format!("{folder}/ccp_index.json");
    let names = reading.names_in(folder);
    if names.iter().any(|(name, _)| *name == "ccp_index.json") {
        let parsed = match reading.bytes(&index, INVENTORY_BYTES) {
            Ok(bytes) => serde_json::from_slice::<Value>(&bytes).map_err(|e| e.to_string()),
            Err(fault) => Err(fault.to_string()),
        };
        match parsed {
            Ok(json) => atlas.inventory.extend(inventory(&json)),
            Err(why) if atlas.unreadable.is_none() => {
                atlas.unreadable = Some(format!("ccp_index.json: {why}"));
            }
            Err(_) => {}
        }
        atlas.files.push(index);
    }
    Some(atlas)
}

fn components(document: &Document, atlas: &mut PrdAtlas) {
    let root = document.root();
    let list = root.get("component_atlas").unwrap_or(root).get("components");
    for item in list.into_iter().flat_map(NodeRef::items) {
        let said = |keys: &[&str]| {
            let text = first_of(item, keys).and_then(NodeRef::as_scalar);
            text.unwrap_or_default().to_owned()
        };
        let path = plain(&said(&["path", "crate_path"]));
        if path.is_empty() {
            continue;
        }
        let mut component = Component {
            id: said(&["id"]),
            name: said(&["name"]),
            description: said(&["description"]),
            extension_points: Vec::new(),
            path,
        };
        gather(item, atlas, &mut component);
        atlas.components.push(component);
    }
    if atlas.components.is_empty() {
        atlas.unreadable = Some("component_atlas.yaml: it names no component".to_owned());
    }
}

/// Extension points of a component and of its modules, and every path that it names.
fn gather(item: NodeRef<'_>, atlas: &mut PrdAtlas, component: &mut Component) {
    let named = ["path", "agents_md", "agents_md_path"];
    let named = named.iter().filter_map(|key| item.get(key)?.as_str());
    atlas.inventory.extend(named.map(plain));
    let members = item.get("items").into_iter().flat_map(NodeRef::items);
    let members = members.filter_map(|node| node.as_str().or_else(|| node.get("path")?.as_str()));
    atlas.inventory.extend(members.map(plain));
    let points = item.get("extension_points").into_iter();
    for point in points.flat_map(NodeRef::items) {
        let said = |key: &str| point.get(key).and_then(NodeRef::as_scalar);
        let Some(path) = said("path") else { continue };
        atlas.inventory.insert(plain(path));
        component.extension_points.push(ExtensionPoint {
            id: said("id").unwrap_or_default().to_owned(),
            name: said("name").unwrap_or_default().to_owned(),
            path: plain(path),
            description: said("description").unwrap_or_default().to_owned(),
            stated_in: atlas.files.first().cloned().unwrap_or_default(),
            stated: Some(Text { value: point.source().to_owned(), place: point.place() }),
        });
    }
    for module in item.get("modules").into_iter().flat_map(NodeRef::items) {
        gather(module, atlas, component);
    }
}

/// `file_inventory.files[].path`, at the root or below `ccp_index`.
fn inventory(json: &Value) -> Vec<String> {
    let root = json.get("ccp_index").unwrap_or(json);
    let files = root.pointer("/file_inventory/files").and_then(Value::as_array);
    let paths = files.into_iter().flatten().filter_map(|file| {
        let path = file.get("path").unwrap_or(file);
        path.as_str().map(plain)
    });
    paths.collect()
}

/// A path of an atlas without `./` before it and without a slash after it.
fn plain(path: &str) -> String {
    let path = path.trim().trim_start_matches("./");
    path.trim_end_matches('/').to_owned()
}

impl Library {
    /// The atlas of an RFC: the first of its PRDs' that exists, widened by the others'; else the
    /// derived one. One that cannot be read spoils all, so that nothing is mapped by half an atlas.
    pub(super) fn atlas_of(&self, rfc: &RfcId) -> Atlas {
        let prds = self.rfcs.get(rfc).map_or(&[][..], |rfc| &rfc.prds);
        let mut joined: Option<Atlas> = None;
        for prd in prds {
            let Some(read) = self.atlases.get(prd) else {
                continue;
            };
            let atlas = joined.get_or_insert_with(|| Atlas {
                source: AtlasSource::Prd(prd.clone()),
                files: Vec::new(),
                components: Vec::new(),
                inventory: BTreeSet::new(),
            });
            atlas.files.extend(read.files.iter().cloned());
            if let Some(why) = &read.unreadable
                && !matches!(atlas.source, AtlasSource::Unreadable { .. })
            {
                atlas.source =
                    AtlasSource::Unreadable { folder: read.folder.clone(), why: why.clone() };
            }
            for component in &read.components {
                if !atlas.components.iter().any(|c| c.path == component.path) {
                    atlas.components.push(component.clone());
                }
            }
            atlas.inventory.extend(read.inventory.iter().cloned());
        }
        let Some(mut atlas) = joined else {
            return self.derived.clone();
        };
        if matches!(atlas.source, AtlasSource::Unreadable { .. }) {
            atlas.components.clear();
            atlas.inventory.clear();
        }
        atlas.components.sort_by(|a, b| a.path.cmp(&b.path));
        atlas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::memory::MemorySnapshot;

    fn atlas(atlases: &[(&str, &str, &str)]) -> Atlas {
        let meta = "rfc_meta:\n  binds_to_prd:\n    prd_id: PRD-0001\n    secondary_prds: [{prd_id: PRD-0002}]\n";
        let tree = MemorySnapshot::new().file("documents/rfcs/RFC-0001/00_meta.yaml", meta);
        let tree = atlases.iter().fold(tree, |tree, (prd, name, text)| {
            tree.file(format!("evidence/prd/{prd}/ccp/{name}"), text)
        });
        let library = Library::load(&tree, Layout::default());
        library.atlas_of(&"RFC-0001".parse().expect("an RFC id"))
    }

    const NESTED: &str = "component_atlas:
  components:
  - id: COMP-CORE
    path: ./crates/core/
    modules:
    - path: crates/core/src/adapter
      extension_points: [{id: EXT-1, name: Adapter, path: crates/core/src/adapter/traits.rs}]
    items: [crates/core/README.md]
";
    const FLAT: &str = "components: [{id: COMP-CLI, name: cli, crate_path: crates/cli}]\n";

    #[test]
    fn both_shapes_are_read_and_joined() {
        let read = atlas(&[
            ("PRD-0001", "component_atlas.yaml", NESTED),
            ("PRD-0002", "component_atlas.yaml", FLAT),
            (
                "PRD-0002",
                "ccp_index.json",
                r#"{"file_inventory": {"files": [{"path": "crates/cli/src/main.rs"}]}}"#,
            ),
        ]);
        assert_eq!(read.source, AtlasSource::Prd("PRD-0001".parse().expect("a PRD id")));
        let paths: Vec<_> = read.components.iter().map(|c| c.path.as_str()).collect();
        assert_eq!(paths, ["crates/cli", "crates/core"]);
        let points: Vec<_> =
            read.components[1].extension_points.iter().map(|p| p.id.as_str()).collect();
        assert_eq!(points, ["EXT-1"]);
        let inventory: Vec<_> = read.inventory.iter().map(String::as_str).collect();
        assert_eq!(
            inventory,
            [
                "crates/cli/src/main.rs",
                "crates/core",
                "crates/core/README.md",
                "crates/core/src/adapter",
                "crates/core/src/adapter/traits.rs",
            ]
        );
        let of = |path| read.component_of(path).map(|c| c.id.as_str());
        assert_eq!(of("crates/core/src/lib.rs"), Some("COMP-CORE"));
        assert_eq!(of("crates/core-extra/src/lib.rs"), None);
    }

    #[test]
    fn half_an_atlas_maps_nothing() {
        for (name, text) in [
            ("component_atlas.yaml", "components: ["),
            ("component_atlas.yaml", "components: []\n"),
            ("ccp_index.json", ""),
        ] {
            let read = atlas(&[
                ("PRD-0002", "component_atlas.yaml", FLAT),
                ("PRD-0001", "component_atlas.yaml", NESTED),
                ("PRD-0002", name, text),
            ]);
            let AtlasSource::Unreadable { folder, why } = &read.source else {
                panic!("{name} {text:?} was read: {read:?}");
            };
            assert_eq!(folder, "evidence/prd/PRD-0002/ccp");
            assert!(why.starts_with(name), "{why}");
            assert!(read.components.is_empty() && read.inventory.is_empty());
        }
    }
}
