//! Which formats a tree has. Knows names, and opens nothing.

use super::Formats;
use crate::model::{Adapter, Layout};
use crate::port::{TreeEntry, beneath, has};
use crate::source::openspec::OpenSpecTree;
use crate::source::{bmad, spec_kit};

impl Formats {
    /// The formats other than YAML that are read of a tree: those that it has, and those that its base
    /// has, as far as the layout allows. So a change can add subjects, and never hide one.
    pub fn found(entries: &[TreeEntry], layout: &Layout) -> Vec<Adapter> {
        let is_read = |adapter: &Adapter| {
            !adapter.is_native()
                && layout.formats.allows(*adapter)
                && (layout.fixed.formats.contains(adapter) || is_there(entries, layout, *adapter))
        };
        Adapter::ALL.into_iter().filter(is_read).collect()
    }

    /// The roots that a layout names and that are not there, each with its key.
    pub fn missing_roots<'l>(
        entries: &[TreeEntry],
        layout: &'l Layout,
    ) -> Vec<(&'static str, &'l str)> {
        let is_there = |path: &str| has(entries, path) || beneath(entries, path).next().is_some();
        layout.formats.named().filter(|(_, path)| !is_there(path)).collect()
    }
}

/// Whether a tree has plans of a format. One that the layout names is there with its root.
fn is_there(entries: &[TreeEntry], layout: &Layout, adapter: Adapter) -> bool {
    let formats = &layout.formats;
    let is_named = formats.adapter == Some(adapter);
    let has_any = |path: &str| has(entries, path) || beneath(entries, path).next().is_some();
    match adapter {
        Adapter::Native => true,
        Adapter::SpecKit => match is_named || formats.specs.is_some() {
            true => has_any(formats.specs()),
            false => spec_kit::is_detected(entries, formats.specs()),
        },
        Adapter::OpenSpec => match is_named || formats.openspec.is_some() {
            true => has_any(formats.openspec()),
            false => OpenSpecTree::is_in(entries, formats.openspec()),
        },
        Adapter::Bmad => {
            let configured = formats.epics.as_deref().unwrap_or(bmad::EPICS);
            bmad::find_epics(entries, configured).is_some()
        }
    }
}
