//! From an RFC's folder to an [`Rfc`]: meta (file 00), decisions (02), decomposition (06); the
//! requirements are [`super::requirements`]' business.

use std::collections::{BTreeMap, HashMap};

use super::decomposition::decomposition;
use super::keys::first_of;
use super::reading::{Reading, is_yaml};
use super::requirements::{self, Requirements};
use super::rfc::{DesignDecision, Rfc, RfcMeta};
use super::scalar::Text;
use super::slips::Slips;
use super::text::SourceText;
use crate::model::RfcId;
use crate::yaml::NodeRef;

impl Rfc {
    pub(super) fn read(
        reading: &mut Reading<'_>,
        id: RfcId,
        folder: String,
        texts: &mut BTreeMap<String, SourceText>,
    ) -> Self {
        let mut rfc = Self {
            id: id.into(),
            has_yaml: false,
            has_other_yaml: false,
            meta: None,
            title: None,
            prds: Vec::new(),
            requirements: Vec::new(),
            positions: HashMap::new(),
            requirements_incomplete: false,
            decisions: Vec::new(),
            decomposition_file: None,
            decomposition: Vec::new(),
            slips: Vec::new(),
            folder,
        };
        let mut requirements = Requirements::default();
        for file in reading.yaml_in(&rfc.folder, is_numbered) {
            rfc.has_yaml = true;
            let name = file.rsplit('/').next().unwrap_or_default().to_owned();
            let number = &name[..3];
            let first_plan = number == "06_" && rfc.decomposition_file.is_none();
            if first_plan {
                rfc.decomposition_file = Some(file.clone());
            }
            let Ok(document) = reading.yaml(&file) else {
                rfc.requirements_incomplete |= number == "01_";
                continue;
            };
            let root = document.root();
            let slips = match number {
                "00_" => Slips::of_meta(root),
                "01_" => Slips::of_problem(root),
                "06_" if first_plan => Slips::of_plan(root),
                _ => Vec::new(),
            };
            rfc.slips.extend(slips.into_iter().map(|slip| (file.clone(), slip)));
            match number {
                "00_" if is_meta(&name) && rfc.meta.is_none() => read_meta(&mut rfc, &file, root),
                "01_" => requirements.imports(&file, root),
                "02_" => rfc.decisions.extend(decisions(&file, root)),
                "06_" if first_plan => rfc.decomposition = decomposition(root),
                _ => {}
            }
            texts.insert(file, document.into());
        }
        let folder = format!("{}/requirements", rfc.folder);
        if reading.is_no_folder(&folder) {
            rfc.has_yaml = true;
            rfc.requirements_incomplete = true;
        }
        for file in reading.yaml_in(&folder, requirements::may_define) {
            rfc.has_yaml = true;
            match reading.yaml(&file) {
                Ok(document) => {
                    requirements.file(&file, document.root());
                    let slips = requirements::body(document.root()).map(Slips::of_requirement);
                    let slips = slips.into_iter().flatten();
                    rfc.slips.extend(slips.map(|slip| (file.clone(), slip)));
                    texts.insert(file, document.into());
                }
                Err(_) => rfc.requirements_incomplete = true,
            }
        }
        rfc.requirements = requirements.found;
        rfc.index();
        rfc.has_other_yaml = reading
            .names_in(&rfc.folder)
            .iter()
            .any(|(name, _)| is_yaml(name) && !is_numbered(name));
        rfc
    }
}

/// `NN_….yaml`.
fn is_numbered(name: &str) -> bool {
    let bytes = name.as_bytes();
    matches!(bytes, [a, b, b'_', ..] if a.is_ascii_digit() && b.is_ascii_digit())
}

fn is_meta(name: &str) -> bool {
    matches!(name, "00_meta.yaml" | "00_meta.yml")
}

fn text(node: NodeRef<'_>) -> Option<Text> {
    Some(Text { value: node.as_str()?.to_owned(), place: node.place() })
}

/// R17, R33: the id, the title and the PRDs of `rfc_meta`.
fn read_meta(rfc: &mut Rfc, file: &str, root: NodeRef<'_>) {
    let meta = root.get("rfc_meta").unwrap_or(root);
    let binding = meta.get("binds_to_prd");
    let bound = |key: &str| binding.and_then(|b| b.get(key));
    let mut refs: Vec<Text> = Vec::new();
    for holder in [bound("secondary_prd"), bound("secondary_prds")].into_iter().flatten() {
        let one = |node: NodeRef<'_>| text(node).or_else(|| text(node.get("prd_id")?));
        if holder.is_sequence() {
            refs.extend(holder.items().filter_map(one));
        } else {
            refs.extend(one(holder));
        }
    }
    let prd_ref = bound("prd_id").and_then(text);
    for prd in prd_ref.iter().chain(&refs) {
        if let Ok(prd) = prd.value.parse()
            && !rfc.prds.contains(&prd)
        {
            rfc.prds.push(prd);
        }
    }
    rfc.title = meta.at(&["rfc", "title"]).and_then(NodeRef::as_scalar).map(str::to_owned);
    rfc.meta = Some(RfcMeta {
        file: file.to_owned(),
        id: meta.at(&["rfc", "id"]).and_then(text),
        prd_ref,
        secondary_prd_refs: refs,
    });
}

/// The items with an id of every list directly under file 02's root whose name speaks of decisions
/// or hypotheses.
fn decisions(file: &str, root: NodeRef<'_>) -> Vec<DesignDecision> {
    let mut found = Vec::new();
    for (_, part) in root.entries() {
        for (key, list) in part.entries() {
            let about_decisions = key
                .key_text()
                .is_some_and(|k| ["decision", "hypothes"].iter().any(|word| k.contains(word)));
            if !about_decisions {
                continue;
            }
            for item in list.items() {
                let Some(id) = first_of(item, &["id", "decision_id"]).and_then(NodeRef::as_scalar)
                else {
                    continue;
                };
                let said = ["title", "statement", "decision", "description"];
                let words = said.iter().filter_map(|key| item.get(key)?.as_scalar()).map(str::trim);
                let words: Vec<&str> = words.filter(|w| !w.is_empty()).collect();
                found.push(DesignDecision {
                    id: id.to_owned(),
                    text: words.join("\n"),
                    file: file.to_owned(),
                    place: item.place(),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Layout;
    use crate::source::Library;
    use crate::source::memory::MemorySnapshot;

    fn rfc(files: &[(&str, &str)]) -> Rfc {
        let root = "documents/rfcs/RFC-0001";
        let tree = files.iter().fold(MemorySnapshot::new(), |tree, (name, text)| {
            tree.file(format!("{root}/{name}"), text)
        });
        let mut library = Library::load(&tree, Layout::default());
        let (_, rfc) = library.rfcs.pop_first().expect("the folder exists");
        rfc
    }

    #[test]
    fn meta_names_the_first_prd_and_the_others() {
        for others in [
            "secondary_prd: {prd_id: PRD-0002}",
            "secondary_prds: [{prd_id: PRD-0002}, PRD-0001, PRD-x]",
        ] {
            let text = format!(
                "rfc_meta:\n  rfc: {{id: RFC-0001, title: A title}}\n  binds_to_prd:\n    prd_id: PRD-0001\n    {others}\n"
            );
            let rfc = rfc(&[("00_meta.yaml", &text)]);
            let prds: Vec<_> = rfc.prds.iter().map(|p| p.as_str()).collect();
            assert_eq!(prds, ["PRD-0001", "PRD-0002"]);
            assert_eq!(rfc.title.as_deref(), Some("A title"));
        }
    }

    #[test]
    fn requirements_come_from_the_closed_list_and_from_files() {
        let rfc = rfc(&[
            (
                "01_problem_and_imports.yaml",
                "rfc_problem:
  requirement_binding:
    bound_requirement_ids: [REQ-0001, REQ-0002]
    added_rfc_only_requirements:
      local_requirements:
      - {requirement_id: REQ-0002}
      - REQ-0003
  imported_requirements:
  - prd_requirement_id: REQ-0008
    rfc_local_id: HTF-REQ-0008
  imports:
    from_prd: {requirements: [{id: DCP-0001, source_id: REQ-0009}]}
  doctrine_requirements: [{id: DOC-0001}]
  inherited_from_prds: [{requirements: [{id: DOC-0002}]}]
",
            ),
            ("requirements/README.yaml", "requirement: {id: REQ-0666}\n"),
            ("requirements/REQ-0002.yaml", "requirement: {id: REQ-0002, title: Two}\n"),
            ("requirements/REQ-0004.yaml", "rfc_requirement: {id: REQ-0005}\n"),
            ("requirements/REQ-0006.yaml", "requirement: {id: REQ-0006, status: withdrawn}\n"),
            ("requirements/REQ-1000.yaml", "requirement_placeholder: {id: x}\n"),
        ]);
        use crate::source::RequirementOrigin::{Imported, Local};
        let found: Vec<_> = rfc
            .requirements
            .iter()
            .map(|r| {
                let aliases: Vec<&str> = r.aliases.iter().map(String::as_str).collect();
                (
                    r.id.as_str(),
                    r.origin,
                    r.place.line,
                    aliases,
                    r.misnamed.as_ref().map(|m| m.stem.as_str()),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("REQ-0001", Imported, 3, vec![], None),
                ("REQ-0002", Local, 3, vec![], None),
                ("REQ-0003", Local, 7, vec![], None),
                ("HTF-REQ-0008", Imported, 9, vec!["REQ-0008"], None),
                ("DCP-0001", Imported, 12, vec!["REQ-0009"], None),
                ("REQ-0005", Local, 1, vec![], Some("REQ-0004")),
            ]
        );
        assert_eq!(rfc.requirements[1].title.as_deref(), Some("Two"));
        assert!(!rfc.requirements_incomplete);
    }

    #[test]
    fn an_unparsable_input_makes_the_requirements_incomplete() {
        assert!(rfc(&[("01_problem.yaml", "a: [\n")]).requirements_incomplete);
        assert!(rfc(&[("requirements/REQ-0001.yaml", "")]).requirements_incomplete);
        assert!(!rfc(&[("03_trust.yaml", "a: [\n")]).requirements_incomplete);
    }

    #[test]
    fn all_layouts_of_the_decomposition_give_entries() {
        for layout in [
            "ticket_plan:\n    tickets: [ENTRY]",
            "phases: [{tickets: [ENTRY]}]",
            "tickets: [ENTRY]",
            "ticket_mapping: [{final_id: TCK-00001, preliminary_id: P-1, ENTRY_TAIL}]",
            "preliminary_tickets: [ENTRY]",
            "planned_ticket_structure: {groups: [{estimated_tickets: [{title: only a plan}], tickets: [ENTRY]}]}",
        ] {
            let tail = "title: T, depends_on: [TCK-00002], binds: {requirement_ids: [REQ-0001]}";
            let text = layout
                .replace("ENTRY_TAIL", tail)
                .replace("ENTRY", &format!("{{ticket_id: TCK-00001, {tail}}}"));
            let rfc = rfc(&[("06_plan.yaml", &format!("rfc_ticket_decomposition:\n  {text}\n"))]);
            let found: Vec<_> = rfc
                .decomposition
                .iter()
                .map(|e| (e.ticket_id.as_str(), e.dependencies.join(" "), e.requirements.join(" ")))
                .collect();
            let expected = ("TCK-00001", "TCK-00002".to_owned(), "REQ-0001".to_owned());
            assert_eq!(found, [expected], "{layout}");
        }
    }
}
