//! What sixteen RFCs share: eight PRDs with their requirements, five crates, and the atlases of
//! five of the PRDs.

use std::fmt::Write as _;
use std::io;

use super::page::Page;
use super::prose::{NOUNS, Words};

/// PRDs of an area.
pub(super) const PRDS: usize = 8;
/// Of which so many have an atlas.
const ATLASES: usize = 5;
/// Requirements of a PRD.
pub(super) const PRD_REQUIREMENTS: usize = 14;
/// Code files of an area, beside the manifests and roots of its crates.
pub(super) const CODE_FILES: usize = 300;

/// Crates of an area, with the number of their first code file.
const CRATES: [(&str, usize); 5] =
    [("core", 0), ("daemon", 160), ("cli", 240), ("api", 270), ("tool", 285)];
/// Code files of a folder.
const FOLDER: usize = 10;

/// `lease`, …, `lattice`, `lease2`, …
fn name(area: usize) -> String {
    let (word, round) = (NOUNS[area % NOUNS.len()], area / NOUNS.len());
    if round == 0 { word.to_owned() } else { format!("{word}{}", round + 1) }
}

fn crate_folder(area: usize, kind: &str) -> String {
    format!("crates/{}-{kind}", name(area))
}

/// The folder of a code file.
pub(super) fn code_folder(area: usize, file: usize) -> String {
    let (kind, _) = CRATES.iter().rev().find(|(_, first)| file >= *first).expect("0 is the first");
    format!("{}/src/{}", crate_folder(area, kind), NOUNS[(file / FOLDER + area) % NOUNS.len()])
}

/// The path of a code file.
pub(super) fn code(area: usize, file: usize) -> String {
    let word = NOUNS[(file % FOLDER * 7 + file / FOLDER) % NOUNS.len()];
    format!("{}/{word}.rs", code_folder(area, file))
}

/// The manifest of the whole workspace.
pub(super) fn workspace(areas: usize) -> String {
    let mut text = String::from("[workspace]\nresolver = \"3\"\nmembers = [\n");
    for area in 0..areas {
        for (kind, _) in CRATES {
            let _ = writeln!(text, "    \"{}\",", crate_folder(area, kind));
        }
    }
    text + "]\n"
}

pub(super) fn files(
    area: usize,
    put: &mut dyn FnMut(String, String) -> io::Result<()>,
) -> io::Result<()> {
    for (kind, _) in CRATES {
        let (folder, name) = (crate_folder(area, kind), format!("{}-{kind}", name(area)));
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n");
        put(format!("{folder}/Cargo.toml"), manifest + "edition = \"2024\"\n")?;
        put(format!("{folder}/AGENTS.md"), format!("# {name}\n"))?;
        put(format!("{folder}/src/lib.rs"), format!("//! {name}\n"))?;
    }
    for file in 0..CODE_FILES {
        let path = code(area, file);
        let text = format!("//! {path}\n");
        put(path, text)?;
    }
    for at in 0..PRDS {
        let number = area * PRDS + at + 1;
        prd(number, area, at, put)?;
        if at < ATLASES {
            atlas(number, area, put)?;
        }
    }
    Ok(())
}

fn prd(
    number: usize,
    area: usize,
    at: usize,
    put: &mut dyn FnMut(String, String) -> io::Result<()>,
) -> io::Result<()> {
    let id = format!("PRD-{number:04}");
    let folder = format!("documents/prds/{id}");
    let words = &mut Words::new(0x00bd_0000 + number);
    let mut meta = Page::new(true);
    meta.open(0, "prd_meta");
    meta.pair(1, "schema_version", "2026-01-23");
    meta.open(1, "prd");
    meta.line(2, &format!("id: {id}"));
    meta.pair(2, "title", &words.title());
    meta.line(2, "status: DRAFT");
    meta.open(1, "custody");
    meta.open(2, "owner_holons");
    while meta.len() < 2_700 {
        meta.item_pair(2, "holon_id", &format!("HOLON-{}", words.noun().to_uppercase()));
        meta.pair(4, "role", &words.sentence());
    }
    put(format!("{folder}/00_meta.yaml"), meta.done())?;
    for one in 1..=PRD_REQUIREMENTS {
        let id = format!("REQ-{one:04}");
        let text = requirement("prd_requirement", &id, &[format!("EVID-{one:04}")], words);
        put(format!("{folder}/requirements/{id}.yaml"), text)?;
        let id = format!("EVID-{one:04}");
        let text = evidence("prd_evidence_artifact", &id, words);
        put(format!("{folder}/evidence_artifacts/{id}.yaml"), text)?;
    }
    debug_assert_eq!(number, area * PRDS + at + 1);
    Ok(())
}

/// A requirement's file of about 1.3 kB, under this root key.
pub(super) fn requirement(
    root: &str,
    id: &str,
    evidence_ids: &[String],
    words: &mut Words,
) -> String {
    let mut page = Page::new(true);
    page.open(0, root);
    page.pair(1, "schema_version", "2026-01-23");
    page.pair(1, "template_version", "2026-01-23");
    page.pair(1, "id", id);
    page.pair(1, "type", words.pick(&["SECURITY", "FUNCTIONAL", "RELIABILITY", "INTERFACE"]));
    page.pair(1, "title", &words.title());
    page.block(1, "statement", &words.paragraph(330));
    page.open(1, "acceptance_criteria");
    let most = 800 + words.below(500);
    while page.len() < most {
        page.item(1, &words.sentence());
    }
    page.open(1, "evidence");
    page.list(2, "evidence_ids", evidence_ids);
    page.line(2, "inherited_from_prd: false");
    page.line(2, "notes: []");
    page.done()
}

/// An evidence artifact's file of about 1.3 kB, under this root key.
pub(super) fn evidence(root: &str, id: &str, words: &mut Words) -> String {
    let mut page = Page::new(true);
    page.open(0, root);
    page.pair(1, "schema_version", "2026-01-23");
    page.pair(1, "template_version", "2026-01-23");
    page.pair(1, "id", id);
    page.pair(1, "category", words.pick(&["TEST_RESULTS", "SECURITY_SCAN_RESULTS", "BENCHMARK"]));
    page.pair(1, "title", &words.title());
    page.open(1, "capture");
    page.list(2, "paths", &[format!("evidence/{}/{}/", words.noun(), words.symbol())]);
    page.open(1, "verification");
    page.open(2, "commands");
    while page.len() < 1_000 {
        page.item_pair(2, "id", &format!("CMD-{}", words.below(9_000)));
        page.line(4, "shell: bash");
        page.pair(4, "command", &format!("cargo test -p {} {}", words.noun(), words.symbol()));
        page.line(4, "expected_exit_code: 0");
        page.line(4, "timeout_seconds: 900");
        page.pair(4, "network_access", "DISALLOWED");
        page.line(4, "constraints: []");
    }
    page.open(1, "data");
    page.pair(2, "classification", "INTERNAL");
    page.open(2, "redaction");
    page.line(3, "required: false");
    page.line(3, "guidance: []");
    page.done()
}

/// The atlas of a PRD: every crate of the area, and an inventory of their files of about 55 kB.
fn atlas(
    prd: usize,
    area: usize,
    put: &mut dyn FnMut(String, String) -> io::Result<()>,
) -> io::Result<()> {
    let folder = format!("evidence/prd/PRD-{prd:04}/ccp");
    let words = &mut Words::new(0xa71a_5000 + prd);
    let mut text = String::from(
        "schema_version: 2026-01-26\ngenerated_at: 2026-01-29T10:22:12.437298824Z\n\
         repo_root: /srv/build/workspace\ncomponents:\n",
    );
    for (kind, _) in CRATES {
        let (path, name) = (crate_folder(area, kind), format!("{}-{kind}", name(area)));
        let id = name.to_uppercase().replace('-', "_");
        let _ = write!(
            text,
            "- id: COMP-{id}\n  name: {name}\n  crate_path: {path}\n  component_type: library\n  \
             description: {}\n  agents_md_path: {path}/AGENTS.md\n  invariants: []\n  contracts: \
             []\n  extension_points: []\n",
            words.sentence()
        );
    }
    put(format!("{folder}/component_atlas.yaml"), text)?;
    let mut index = format!(
        "{{\n  \"schema_version\": \"2026-01-26\",\n  \"prd_id\": \"PRD-{prd:04}\",\n  \
         \"component_count\": {},\n  \"file_inventory\": {{\n    \"file_count\": {CODE_FILES},\n    \
         \"files\": [",
        CRATES.len()
    );
    for file in 0..CODE_FILES {
        let comma = if file == 0 { "" } else { "," };
        let (path, hash, size) = (code(area, file), words.hex(4), 200 + words.below(40_000));
        let _ = write!(
            index,
            "{comma}\n      {{\n        \"path\": \"{path}\",\n        \"hash\": \"{hash}\",\n        \
             \"size\": {size}\n      }}"
        );
    }
    put(format!("{folder}/ccp_index.json"), index + "\n    ]\n  }\n}\n")
}
