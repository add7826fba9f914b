//! What panels and lenses say that they cannot mean, each at its place.

use std::collections::BTreeSet;

use super::DERIVED;
use crate::model::panel::{MAX_PART, MAX_VOICES, MIN_VOICES, is_label};
use crate::model::slip::{any_of, did_you_mean, nearest};
use crate::model::{Place, language, lens};
use crate::yaml::{Document, NodeRef};

/// Keys of every panel.
const OF_ALL: [&str; 7] = [
    "council",
    "members",
    "limits",
    "timeout_seconds",
    "token_budget",
    "materials_tokens",
    "looks",
];
/// What panels of one kind have of their own: in the panel, under limits, in a member.
struct Own {
    kind: &'static str,
    panel: &'static [&'static str],
    limits: &'static [&'static str],
    member: &'static [&'static str],
}
const ROUNDS: Own = Own {
    kind: "rounds",
    panel: &["quorum", "short_circuit", "labelled"],
    limits: &["r1", "r2", "r3"],
    member: &["chair"],
};
const LENSES: Own = Own {
    kind: "lenses",
    panel: &["profile", "rounds", "synthesis", "collect_after"],
    limits: &["lens", "rebuttal", "synthesis"],
    member: &["lens"],
};

/// The keys that the group at a path below `councils` may have.
pub(crate) fn known(path: &str) -> Vec<&'static str> {
    let both = |of: fn(&Own) -> &'static [&'static str]| [of(&ROUNDS), of(&LENSES)].concat();
    match path.rsplit('.').next().unwrap_or_default() {
        "limits" => both(|own| own.limits),
        "quorum" => vec!["r1_min", "r2_min", "r3_required", "allow_partial"],
        "short_circuit" => vec!["enabled", "skip_r2_if", "skip_r3_if"],
        "looks" => vec!["rounds", "requests", "paths", "deny"],
        last if last.starts_with("members[") => {
            [&["name", "holder", "fallback", "voice"][..], &both(|own| own.member)].concat()
        }
        _ => [&OF_ALL[..], &both(|own| own.panel)].concat(),
    }
}

/// What could stand in the place of a word below `councils`.
pub(crate) fn odd_word(path: &str) -> Option<&'static str> {
    let last = path.rsplit('.').next().unwrap_or_default();
    Some(match last.split('[').next().unwrap_or_default() {
        "council" => "rounds or lenses",
        "profile" => "thorough, balanced or fast",
        "skip_r2_if" => "high_agreement_in_r1 and low_risk_topic",
        "skip_r3_if" => "r2_confirms_r1_consensus and budget_constraint",
        "looks" => "off, or rounds (0 to 10), requests (1 to 20), paths and deny",
        _ => return None,
    })
}

/// The words of holders in all panels.
pub(crate) fn holders(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    let panels = document.root().get("councils").into_iter().flat_map(|group| group.entries());
    let members = panels.filter_map(|(_, panel)| panel.get("members"));
    members.flat_map(|members| members.items()).flat_map(|member| {
        ["holder", "fallback"].into_iter().filter_map(move |key| member.get(key))
    })
}

/// What no schema can say.
pub(crate) fn faults(document: &Document) -> Vec<(Place, String)> {
    let root = document.root();
    let mut found = Vec::new();
    let mut own = BTreeSet::new();
    for (key, text) in root.get("lenses").into_iter().flat_map(|group| group.entries()) {
        let name = key.key_text().unwrap_or_default();
        own.insert(name);
        if lens::is_shipped(name) {
            let line = format!("the lens {name} comes with the tool: take another name");
            found.push((key.place(), line));
        } else if !is_label(name) {
            found.push((key.place(), no_label(name, "a lens")));
        }
        let length = text.as_str().map(|text| text.trim().chars().count());
        if length.is_some_and(|length| length == 0 || length > MAX_PART) {
            let line = format!("the lens {name} should have 1 to {MAX_PART} characters");
            found.push((text.place(), line));
        }
    }
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
            let mut of = OfPanel { name, key: key.place(), lenses: &own, found: &mut found };
            of.read(panel);
        }
    }
    found
}

fn no_label(name: &str, what: &str) -> String {
    format!(
        "{name:?} cannot name {what}: take a small letter, then up to 23 small letters, digits and hyphens"
    )
}

/// One panel as it is read.
struct OfPanel<'d, 'f> {
    name: &'d str,
    key: Place,
    lenses: &'f BTreeSet<&'d str>,
    found: &'f mut Vec<(Place, String)>,
}

impl<'d> OfPanel<'d, '_> {
    fn says(&mut self, at: Place, line: String) {
        self.found.push((at, line));
    }

    fn read(&mut self, panel: NodeRef<'d>) {
        let name = self.name;
        let own = match said(panel, "council").map(|node| node.as_str()) {
            Some(Some("rounds")) => Some(&ROUNDS),
            Some(Some("lenses")) => Some(&LENSES),
            Some(_) => None,
            None => {
                let line = format!(
                    "the panel {name} does not say which council it holds: write council: rounds, or lenses"
                );
                self.says(self.key.clone(), line);
                None
            }
        };
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
        match own.map(|own| own.kind) {
            Some("rounds") => self.rounds(panel, &members, voices),
            Some(_) => self.lenses(panel, &members),
            None => {}
        }
    }

    /// Keys that only panels of the other kind have.
    fn keys_of_another(&mut self, panel: NodeRef<'d>, own: &Own) {
        let other = if own.kind == ROUNDS.kind { &LENSES } else { &ROUNDS };
        let limits = panel.get("limits").map(|node| (node, own.limits, other.limits));
        let members = panel.get("members").into_iter().flat_map(NodeRef::items);
        let members = members.map(|node| (node, own.member, other.member));
        let groups = [(panel, own.panel, other.panel)].into_iter().chain(limits).chain(members);
        for (node, own_keys, others) in groups {
            for (key, _) in node.entries() {
                let word = key.key_text().unwrap_or_default();
                if others.contains(&word) && !own_keys.contains(&word) {
                    let line = format!(
                        "{word} is a key of {}, and the panel {} holds {}: take {}",
                        other.kind,
                        self.name,
                        own.kind,
                        any_of(own_keys)
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

    fn rounds(&mut self, panel: NodeRef<'d>, members: &[NodeRef<'d>], voices: usize) {
        let name = self.name;
        let mut chairs = members.iter().filter(|member| is(**member, "chair", false));
        chairs.next();
        for second in chairs {
            let line = format!("the panel {name} has two chairs: one member words the synthesis");
            self.says(second.get("chair").map_or_else(|| second.place(), NodeRef::place), line);
        }
        for member in members.iter().filter(|m| !is(**m, "voice", true) && !is(**m, "chair", false))
        {
            let line = format!(
                "{} has no voice and is no chair, so it has nothing to do: remove it, or make it the chair",
                name_of(*member)
            );
            self.says(member.place(), line);
        }
        for key in ["r1_min", "r2_min"] {
            let node = panel.get("quorum").and_then(|quorum| quorum.get(key));
            let least = node.and_then(|node| node.as_scalar()?.parse::<usize>().ok());
            if let Some((node, least)) = node.zip(least)
                && (voices..=MAX_VOICES).contains(&least)
                && least > voices
            {
                let line = format!("{key} is {least}, and the panel {name} has {voices} voices");
                self.says(node.place(), line);
            }
        }
    }

    fn lenses(&mut self, panel: NodeRef<'d>, members: &[NodeRef<'d>]) {
        let name = self.name;
        let synthesis = panel.get("synthesis").and_then(|node| Some((node, node.as_str()?)));
        let synthesis = synthesis.filter(|(_, word)| *word != DERIVED);
        if let Some((node, word)) = synthesis
            && !members.iter().any(|member| name_of(*member) == word)
        {
            let names: Vec<&str> = members.iter().map(|member| name_of(*member)).collect();
            let near = did_you_mean(&nearest(word, names.iter().copied()));
            let line = format!(
                "{word:?} is no member of the panel {name}{near}; write derived, or a member's name"
            );
            self.says(node.place(), line);
        }
        let mut seen = BTreeSet::new();
        for member in members {
            let own = name_of(*member);
            if !is(*member, "voice", true) {
                if synthesis.is_none_or(|(_, word)| word != own) {
                    let line = format!(
                        "{own} has no voice and words no synthesis, so it has nothing to do: remove it, or name it under synthesis"
                    );
                    self.says(member.place(), line);
                }
                continue;
            }
            let node = said(*member, "lens");
            let Some(word) = node.map_or(Some(own), |node| node.as_str()) else { continue };
            let at = node.map_or_else(|| member.place(), NodeRef::place);
            if !lens::is_shipped(word) && !self.lenses.contains(word) {
                self.says(at, no_lens(word, node.is_some(), self.lenses));
            } else if !seen.insert(word) {
                let line = format!(
                    "the panel {name} looks twice through the lens {word}: give one member another"
                );
                self.says(at, line);
            }
        }
    }
}

/// Why a word is no lens; of a member's name, that it needs one.
fn no_lens(word: &str, is_named: bool, own: &BTreeSet<&str>) -> String {
    let near = nearest(word, lens::SHIPPED.into_iter().chain(own.iter().copied()));
    let list = format!("{}, mode-1 to mode-80, or a name of lenses", lens::SHIPPED.join(", "));
    match is_named {
        true => format!("{word:?} is no lens{}; there are {list}", did_you_mean(&near)),
        false => format!("the member {word} needs a lens: {list}"),
    }
}

/// What a key says; a key without a value says nothing.
fn said<'d>(node: NodeRef<'d>, key: &str) -> Option<NodeRef<'d>> {
    node.get(key).filter(|value| !value.is_null())
}

fn name_of(member: NodeRef<'_>) -> &str {
    member.get("name").and_then(NodeRef::as_str).unwrap_or_default()
}

/// Whether a key says yes; `usual` where it is not there.
fn is(node: NodeRef<'_>, key: &str, usual: bool) -> bool {
    said(node, key).map_or(usual, |value| value.to_json() == true)
}
