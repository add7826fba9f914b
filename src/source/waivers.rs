//! Waiver files, each read into a waiver or told with its places.

use std::str::FromStr;

use super::reading::{Reading, is_yaml};
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Adapter, Day, GateId, Place, RfcId, Signature, Waiver, WaiverId, WaiverScope};
use crate::port::Snapshot;
use crate::yaml::NodeRef;

/// What a waiver has.
const KEYS: [&str; 5] = ["id", "scope", "reason", "approved_by", "expires"];
/// What its scope may have.
const SCOPE_KEYS: [&str; 7] =
    ["rfc_ids", "adapter", "subject", "rules", "gate_ids", "signatures", "paths"];

/// Everything that a folder of waivers holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waivers {
    /// Those that can be read, by file.
    pub valid: Vec<Waiver>,
    /// What is wrong with the others, a line each, with its place. They waive nothing.
    pub faults: Vec<String>,
}

impl Waivers {
    /// Reads the waivers of a snapshot: `WVR-*.yaml` of a folder. Which numbers rules have, the gates
    /// know.
    pub fn read(snapshot: &dyn Snapshot, folder: &str, is_rule: fn(&str) -> bool) -> Self {
        let mut reading = Reading::new(snapshot, false);
        let mut waivers = Self::default();
        for (name, _) in reading.names_in(folder) {
            if !(name.starts_with("WVR-") && is_yaml(name)) {
                continue;
            }
            let file = format!("{folder}/{name}");
            let document = reading.yaml(&file);
            let broken = std::mem::take(&mut reading.flaws);
            if let Some(flaw) = broken.first() {
                let place = &flaw.place;
                let line = format!("{file}:{}:{}: {}", place.line, place.column, flaw.message);
                waivers.faults.push(line);
                continue;
            }
            let Ok(document) = document else { continue };
            let mut form = Form { file: &file, is_rule, faults: Vec::new() };
            let waiver = form.waiver(document.root(), name);
            match waiver.filter(|_| form.faults.is_empty()) {
                Some(waiver) => waivers.valid.push(waiver),
                None => waivers.faults.extend(form.told()),
            }
        }
        waivers
    }
}

/// One file on its way to a waiver.
struct Form<'f> {
    file: &'f str,
    /// Whether the gates have a rule with this number.
    is_rule: fn(&str) -> bool,
    /// Line, column, and what is wrong.
    faults: Vec<(u32, u32, String)>,
}

impl Form<'_> {
    fn fault(&mut self, place: &Place, message: &str) {
        self.faults.push((place.line, place.column, message.to_owned()));
    }

    fn told(mut self) -> Vec<String> {
        self.faults.sort();
        let line = |(line, column, message): &(u32, u32, String)| {
            format!("{}:{line}:{column}: {message}", self.file)
        };
        self.faults.iter().map(line).collect()
    }

    fn waiver(&mut self, root: NodeRef<'_>, name: &str) -> Option<Waiver> {
        let Some(node) = root.get("waiver") else {
            self.fault(
                &root.place(),
                "there is no key `waiver`; `council-review new waiver` writes a file that counts",
            );
            return None;
        };
        self.no_others(node, &KEYS);
        let id: Option<WaiverId> = self.word(node, "id");
        if let Some(id) = &id {
            let stem = name.trim_end_matches(".yaml").trim_end_matches(".yml");
            if id.as_str() != stem {
                self.fault(&node.place(), &format!("its id is {id}, and its file is {name}"));
            }
        }
        let scope = self.scope(node);
        let reason = self.text(node, "reason");
        let approved_by = self.text(node, "approved_by");
        let expires: Option<Day> = self.word(node, "expires");
        Some(Waiver {
            waiver_id: id?,
            file: self.file.to_owned(),
            scope: scope?,
            reason: reason?,
            approved_by: approved_by?,
            expires: expires?,
        })
    }

    fn scope(&mut self, node: NodeRef<'_>) -> Option<WaiverScope> {
        let Some(scope) = node.get("scope") else {
            self.fault(
                &node.place(),
                "there is no `scope`: name rules, gate_ids, signatures or paths",
            );
            return None;
        };
        self.no_others(scope, &SCOPE_KEYS);
        let is_rule = self.is_rule;
        let adapter = scope.get("adapter").and_then(|node| {
            let found = Adapter::parse(node.as_str().unwrap_or_default());
            if found.is_none() {
                let line = "`adapter` should be native, openspec, spec-kit or bmad";
                self.fault(&node.place(), line);
            }
            found
        });
        let subject = scope.get("subject").and_then(|_| self.word(scope, "subject"));
        if let (Some(_), None) = (&subject, adapter) {
            let node = scope.get("subject").unwrap_or(scope);
            self.fault(
                &node.place(),
                "`subject` is a name within a format: say its `adapter`, too",
            );
        }
        let read = WaiverScope {
            adapter,
            subject,
            rfc_ids: self.list(scope, "rfc_ids", |text| RfcId::from_str(text).ok()),
            rules: self.list(scope, "rules", |text| is_rule(text).then(|| text.to_owned())),
            gate_ids: self.list(scope, "gate_ids", |text| {
                GateId::ALL.into_iter().find(|gate| gate.as_str() == text)
            }),
            signatures: self.list(scope, "signatures", |text| {
                let is_hex = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
                is_hex.then(|| Signature(text.to_owned()))
            }),
            paths: self.list(scope, "paths", |text| {
                (!text.is_empty() && !text.starts_with('/')).then(|| text.to_owned())
            }),
        };
        if read.reaches_everything() {
            self.fault(
                &scope.place(),
                "it waives nothing: name rules, gate_ids, signatures or paths",
            );
            return None;
        }
        Some(read)
    }

    fn no_others(&mut self, node: NodeRef<'_>, known: &[&str]) {
        for (key, _) in node.entries() {
            let name = key.key_text().unwrap_or_default();
            if !known.contains(&name) {
                let near = did_you_mean(&nearest(name, known.iter().copied()));
                let line = format!("unknown key {name:?}{near} (known: {})", known.join(", "));
                self.fault(&key.place(), &line);
            }
        }
    }

    /// A text that says something.
    fn text(&mut self, node: NodeRef<'_>, key: &str) -> Option<String> {
        let value = node.get(key);
        match value.and_then(|value| value.as_str()).map(str::trim) {
            Some(text) if !text.is_empty() => Some(text.to_owned()),
            _ => {
                let place = value.unwrap_or(node).place();
                self.fault(&place, &format!("`{key}` should be a text that says something"));
                None
            }
        }
    }

    fn word<T: FromStr<Err: std::fmt::Display>>(
        &mut self,
        node: NodeRef<'_>,
        key: &str,
    ) -> Option<T> {
        let text = self.text(node, key)?;
        let place = node.get(key).unwrap_or(node).place();
        text.parse().map_err(|why: T::Err| self.fault(&place, &why.to_string())).ok()
    }

    fn list<T>(
        &mut self,
        scope: NodeRef<'_>,
        key: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let Some(list) = scope.get(key) else { return Vec::new() };
        let mut read = Vec::new();
        let mut items = list.items().peekable();
        if items.peek().is_none() && list.as_str().is_some() {
            self.fault(&list.place(), &format!("`{key}` should be a list"));
        }
        for item in items {
            match item.as_str().and_then(&parse) {
                Some(value) => read.push(value),
                None => {
                    let line = format!("{:?} is none of `{key}`", item.as_str().unwrap_or("this"));
                    self.fault(&item.place(), &line);
                }
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::memory::MemorySnapshot;

    fn read(text: &str) -> Waivers {
        let tree = MemorySnapshot::new().file("w/WVR-0001.yaml", text);
        Waivers::read(&tree, "w", |number| number == "R38")
    }

    #[test]
    fn a_waiver_says_what_why_who_and_how_long() {
        let waivers = read(
            "waiver:\n  id: WVR-0001\n  scope: {rules: [R38], paths: [documents/rfcs/RFC-0001]}\n  reason: later\n  approved_by: Ada\n  expires: 2027-01-31\n",
        );
        assert_eq!(waivers.faults, Vec::<String>::new());
        let waiver = &waivers.valid[0];
        assert_eq!((waiver.scope.rules[0].as_str(), waiver.approved_by.as_str()), ("R38", "Ada"));
        assert_eq!(waiver.expires.to_string(), "2027-01-31");
    }

    #[test]
    fn the_schema_for_editors_has_the_keys_that_are_read() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../schemas/waiver.schema.json")).expect("JSON");
        let keys = |pointer: &str| {
            let keys = schema.pointer(pointer).and_then(|at| at["properties"].as_object());
            keys.expect("properties").keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(keys("/properties/waiver"), KEYS);
        assert_eq!(keys("/properties/waiver/properties/scope"), SCOPE_KEYS);
    }

    #[test]
    fn a_subject_of_another_format_is_named_with_its_format() {
        let rest = "  reason: later\n  approved_by: Ada\n  expires: 2027-01-31\n";
        let text = |scope: &str| {
            format!("waiver:\n  id: WVR-0001\n  scope: {{rules: [R38]{scope}}}\n{rest}")
        };
        let waivers = read(&text(", adapter: spec-kit, subject: 001-photo-albums"));
        assert_eq!(waivers.faults, Vec::<String>::new());
        let scope = &waivers.valid[0].scope;
        assert_eq!(scope.adapter, Some(Adapter::SpecKit));
        assert_eq!(scope.subject.as_ref().map(|name| name.as_str()), Some("001-photo-albums"));
        for (scope, fault) in [
            (", adapter: kiro", "3:34: `adapter` should be native, openspec, spec-kit or bmad"),
            (", subject: a", "3:34: `subject` is a name within a format: say its `adapter`, too"),
        ] {
            assert_eq!(read(&text(scope)).faults, [format!("w/WVR-0001.yaml:{fault}")]);
        }
        assert!(
            read(&text(", adapter: bmad, subject: ../x")).faults[0].contains("\"../x\" is not")
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let waivers = read(
            "waiver:\n  id: WVR-0002\n  scope: {rules: [R99], gate_id: x}\n  reason: ' '\n  expires: 31.1.2027\n",
        );
        assert_eq!(
            waivers.faults,
            [
                "w/WVR-0001.yaml:2:3: `approved_by` should be a text that says something",
                "w/WVR-0001.yaml:2:3: its id is WVR-0002, and its file is WVR-0001.yaml",
                "w/WVR-0001.yaml:3:10: it waives nothing: name rules, gate_ids, signatures or paths",
                "w/WVR-0001.yaml:3:19: \"R99\" is none of `rules`",
                "w/WVR-0001.yaml:3:25: unknown key \"gate_id\"; did you mean gate_ids? (known: rfc_ids, adapter, subject, rules, gate_ids, signatures, paths)",
                "w/WVR-0001.yaml:4:11: `reason` should be a text that says something",
                "w/WVR-0001.yaml:5:12: \"31.1.2027\" is not a day like 2027-01-31",
            ]
        );
        assert_eq!(waivers.valid, []);
        assert_eq!(read("waiver: [\n").faults.len(), 1);
        assert!(read("a: 1\n").faults[0].contains("no key `waiver`"));
        let everything = "waiver:\n  id: WVR-0001\n  scope: {rfc_ids: [RFC-0001]}\n  reason: x\n  approved_by: y\n  expires: 2027-01-31\n";
        assert!(read(everything).faults[0].contains("it waives nothing"));
    }
}
