//! What panels and lenses say that they cannot mean, each at its place.

use std::collections::BTreeSet;

use super::Own;
use crate::model::panel::{CouncilKind, MAX_VOICES, MIN_VOICES, is_label};
use crate::model::slip::any_of;
use crate::model::{Place, language};
use crate::yaml::{Document, NodeRef};

/// Which keys of a kind.
type Keys = fn(&Own) -> &'static [&'static str];

/// The words of holders in all panels.
pub(crate) fn holders(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    let panels = document.root().get("councils").into_iter().flat_map(|group| group.entries());
    let members = panels.filter_map(|(_, panel)| panel.get("members"));
    members.flat_map(|members| members.items()).flat_map(|member| {
        ["holder", "fallback"].into_iter().filter_map(move |key| member.get(key))
    })
}

/// What no schema can say of panels and the language.
pub(super) fn faults(document: &Document) -> Vec<(Place, String)> {
    let root = document.root();
    let mut found = Vec::new();
    if let Some(node) = root.get("language")
        && let Some(word) = node.as_str().filter(|word| language::named(word).is_none())
    {
        found.push((node.place(), language::unknown(word)));
    }
    for (key, panel) in root.get("councils").into_iter().flat_map(|group| group.entries()) {
        let name = key.key_text().unwrap_or_default();
        if !is_label(name) {
            found.push((key.place(), no_label(name, "a panel")));
        }
        // What is no group of keys is told by the schema.
        if panel.is_mapping() {
            let mut of = OfPanel { name, key: key.place(), root, found: &mut found };
            of.read(panel);
        }
    }
    found
}

pub(super) fn no_label(name: &str, what: &str) -> String {
    format!(
        "{name:?} cannot name {what}: take a small letter, then up to 23 small letters, digits and hyphens"
    )
}

/// One panel as it is read.
pub(super) struct OfPanel<'d, 'f> {
    pub(super) name: &'d str,
    key: Place,
    pub(super) root: NodeRef<'d>,
    found: &'f mut Vec<(Place, String)>,
}

impl<'d> OfPanel<'d, '_> {
    pub(super) fn says(&mut self, at: Place, line: String) {
        self.found.push((at, line));
    }

    fn read(&mut self, panel: NodeRef<'d>) {
        let name = self.name;
        let word = said(panel, "council");
        let kind = word.and_then(|node| CouncilKind::of_word(node.as_str()?));
        let own = kind.map(Own::of);
        if word.is_none() {
            let kinds = CouncilKind::ALL.map(CouncilKind::as_str).join(", or ");
            let line = format!(
                "the panel {name} does not say which council it holds: write council: {kinds}"
            );
            self.says(self.key.clone(), line);
        }
        if let Some(own) = own {
            self.keys_of_another(panel, own);
        }
        let Some(list) = said(panel, "members") else {
            let line =
                format!("the panel {name} has no members: name {MIN_VOICES} to {MAX_VOICES}");
            return self.says(self.key.clone(), line);
        };
        let members: Vec<NodeRef<'d>> = list.items().filter(|node| node.is_mapping()).collect();
        let voices = members.iter().filter(|member| is(**member, "voice", true)).count();
        if !(MIN_VOICES..=MAX_VOICES).contains(&voices) {
            let voices =
                if voices == 1 { "1 voice".to_owned() } else { format!("{voices} voices") };
            let line = format!(
                "the panel {name} has {voices}; a council needs {MIN_VOICES} to {MAX_VOICES}"
            );
            self.says(list.place(), line);
        }
        self.names(&members);
        if let Some(own) = own {
            (own.faults)(self, panel, &members, voices);
        }
    }

    /// Keys that only panels of another kind have.
    fn keys_of_another(&mut self, panel: NodeRef<'d>, own: &Own) {
        let limits = panel.get("limits").map(|node| (node, (|own| own.limits) as Keys));
        let members = panel.get("members").into_iter().flat_map(NodeRef::items);
        let members = members.map(|node| (node, (|own| own.member) as Keys));
        let parts = [(panel, (|own| own.panel) as Keys)].into_iter().chain(limits).chain(members);
        for (node, keys) in parts {
            for (key, _) in node.entries() {
                let word = key.key_text().unwrap_or_default();
                let other = Own::all().find(|other| keys(other).contains(&word));
                if let Some(other) = other.filter(|_| !keys(own).contains(&word)) {
                    let line = format!(
                        "{word} is a key of {}, and the panel {} holds {}: take {}",
                        other.kind.as_str(),
                        self.name,
                        own.kind.as_str(),
                        any_of(keys(own))
                    );
                    self.says(key.place(), line);
                }
            }
        }
    }

    /// Names and holders that are missing, unfit or there twice.
    fn names(&mut self, members: &[NodeRef<'d>]) {
        let panel = self.name;
        let mut seen = BTreeSet::new();
        for member in members {
            match said(*member, "name").map(|node| (node, node.as_str())) {
                None => {
                    self.says(member.place(), format!("a member of the panel {panel} has no name"));
                }
                Some((node, Some(name))) if !is_label(name) => {
                    self.says(node.place(), no_label(name, "a member"));
                }
                Some((node, Some(name))) if !seen.insert(name) => {
                    let line = format!("the panel {panel} has two members {name}: rename one");
                    self.says(node.place(), line);
                }
                Some(_) => {}
            }
            if said(*member, "holder").is_none() {
                let line = match name_of(*member) {
                    "" => format!("a member of the panel {panel} has no holder"),
                    name => format!("the member {name} has no holder: name who answers for it"),
                };
                self.says(member.place(), line);
            }
        }
    }
}

/// What a key says; a key without a value says nothing.
pub(super) fn said<'d>(node: NodeRef<'d>, key: &str) -> Option<NodeRef<'d>> {
    node.get(key).filter(|value| !value.is_null())
}

pub(super) fn name_of(member: NodeRef<'_>) -> &str {
    member.get("name").and_then(NodeRef::as_str).unwrap_or_default()
}

/// Whether a key says yes; `usual` where it is not there.
pub(super) fn is(node: NodeRef<'_>, key: &str, usual: bool) -> bool {
    said(node, key).map_or(usual, |value| value.to_json() == true)
}
