//! What `fix` writes, over every fixture and over generated defects: it changes what it names and no
//! other byte, its findings are gone, and no new one is there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use council_review::app::fix::{self, FixPlan};
use council_review::app::scope::Scope;
use council_review::config::Config;
use council_review::core::draw::SplitMix;
use council_review::gates::{RULES, check_all, repository_findings};
use council_review::model::fix::edited;
use council_review::model::{Day, Finding, Layout, Location, SubjectId, Timestamp};
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};

use super::fixture::{Fixture, base, bytes, fixtures};
use crate::support::{figure, scale};

type Files = BTreeMap<String, Vec<u8>>;

fn snapshot(files: &Files, links: &[String]) -> MemorySnapshot {
    let tree = files.iter().fold(MemorySnapshot::new(), |tree, (path, b)| tree.file(path, b));
    links.iter().fold(tree, |tree, link| tree.symlink(link))
}

fn plan(files: &Files, links: &[String]) -> FixPlan {
    let today = Day::of(Timestamp::from_unix(1_769_421_600).expect("a second"));
    let tree = snapshot(files, links);
    fix::plan(&tree, &Config::default(), &Scope::All, today).expect("a plan")
}

/// Rule, file, path and words of all that the gates find.
fn findings(files: &Files, links: &[String]) -> BTreeSet<[String; 4]> {
    let library = Arc::new(Library::load(&snapshot(files, links), Layout::default()));
    let review = |rfc: SubjectId| {
        let dossier = Dossier::build(Arc::clone(&library), &rfc).expect("a known RFC");
        check_all(&dossier).into_iter().flat_map(|result| result.findings)
    };
    let of_rfcs = Dossier::known(&library).into_iter().flat_map(review);
    let one = |finding: Finding| {
        let Location { file, path, .. } = finding.location;
        [finding.rule.to_string(), file, path.to_string(), finding.description]
    };
    of_rfcs.chain(repository_findings(&library)).map(one).collect()
}

fn comments(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let comment = |line: &str| line.split_once(" #").map(|(_, rest)| rest.to_owned());
    let own = |line: &str| line.trim_start().strip_prefix('#').map(str::to_owned);
    text.split(['\n', '\r']).filter_map(|line| own(line).or_else(|| comment(line))).collect()
}

/// The files after a plan, which has kept all it promises.
fn applied(name: &str, files: &Files, links: &[String], plan: &FixPlan) -> Files {
    let mut after = files.clone();
    for file in &plan.files {
        assert_eq!(files[&file.path], file.before, "{name}");
        let edits = plan.fixed.iter().flat_map(|f| &f.finding.fix.as_ref().expect("a fix").edits);
        let edits = edits.filter(|edit| edit.file == file.path);
        assert_eq!(edited(&file.before, edits), file.after, "{name}: {}", file.path);
        assert_eq!(comments(&file.before), comments(&file.after), "{name}: {}", file.path);
        after.insert(file.path.clone(), file.after.clone());
    }
    let (old, new) = (findings(files, links), findings(&after, links));
    for fixed in &plan.fixed {
        let f = &fixed.finding;
        let is_it = |[rule, file, _, says]: &[String; 4]| {
            (rule, file, says) == (&f.rule, &f.location.file, &f.description)
        };
        assert!(!new.iter().any(is_it), "{name}: {} is still there", f.rule);
    }
    // Advisory rules wait until a file can be read.
    for [rule, file, path, says] in new.iter().filter(|[rule, ..]| rule.starts_with('R')) {
        let is_known =
            |[r, f, p, s]: &[String; 4]| (r, f) == (rule, file) && (p == path || s == says);
        assert!(old.iter().any(is_known), "{name}: new {rule} at {file} {path}: {says}");
    }
    after
}

/// Slips that no fixture of a rule has.
const SLIPS: [&str; 6] = [
    "--- documents/work/tickets/TCK-00001.yaml\n-ticket_meta:\n+ticket_mata:\n",
    "--- documents/work/tickets/TCK-00001.yaml\n-    title: First ticket\n+    titel: First ticket\n",
    "--- documents/work/tickets/TCK-00001.yaml\n-    rfc_id: RFC-0001\n+    rfc_id: rfc-1 # x\n",
    "--- documents/work/tickets/TCK-00002.yaml\n-    - ticket_id: TCK-00001\n+    - ticket_id: tck_1\n",
    "--- documents/work/tickets/TCK-00002.yaml\n-      - requirement_id: REQ-0002\n+      - requirement_id: REQ-2\n",
    "--- documents/rfcs/RFC-0001/00_meta.yaml\n-    prd_id: PRD-0001\n+    prd_id: PDR-0001\n",
];

#[test]
fn fixes_of_every_fixture_change_what_they_name_and_bring_nothing_new() {
    let mut fixed_rules = BTreeSet::new();
    let mut count = 0;
    let slips = SLIPS.into_iter().map(|changes| {
        let mut slip = base();
        slip.change(changes);
        slip.name = changes.to_owned();
        slip
    });
    for Fixture { name, files, links, .. } in fixtures().into_iter().chain(slips) {
        let files: Files = files.into_iter().map(|(path, text)| (path, bytes(&text))).collect();
        let plan = plan(&files, &links);
        applied(&name, &files, &links, &plan);
        count += plan.fixed.len();
        fixed_rules.extend(plan.fixed.iter().map(|fixed| fixed.finding.rule.clone()));
    }
    figure(&format!("{count} findings of fixtures fixed, of {fixed_rules:?}"));
    let fixable = RULES.iter().filter(|rule| rule.fix.is_some());
    let lacking: Vec<String> =
        fixable.map(|rule| rule.id.to_string()).filter(|id| !fixed_rules.contains(id)).collect();
    assert_eq!(lacking, Vec::<String>::new(), "each rule with a fix fixes something in a fixture");
}

const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";

/// Two tickets in two styles, with comments everywhere.
fn clean() -> Files {
    let files = [
        ("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", ""),
        (
            "documents/rfcs/RFC-0001/00_meta.yaml",
            "rfc_meta: # meta\n  rfc: {id: RFC-0001, title: Greeting}\n  binds_to_prd: {prd_id: NONE}\n",
        ),
        (
            "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
            "problem:\n  additional_requirements:\n    - {id: REQ-0001, statement: The program greets by name}\n    - {id: REQ-0002, statement: An empty name is refused}\n",
        ),
        (
            "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml",
            "plan:\n  tickets:\n    - {ticket_id: TCK-00001, title: Greet, requirement_ids: [REQ-0001]}\n    - {ticket_id: TCK-00002, title: Refuse, requirement_ids: [REQ-0002], depends_on: [TCK-00001]}\n",
        ),
        (
            FIRST,
            "# the first ticket é\nticket_meta: # head\n  ticket:\n    id: TCK-00001 # its id\n    title: Greet by name\n    status: READY # soon\n  binds:\n    rfc_id: RFC-0001   # bound\n    requirements:\n      - requirement_id: REQ-0001 # what it serves\n  dependencies: {tickets: []} # none\n  implementation:\n    files_to_create:\n      - path: src/greet.rs # new\n    implementation_steps:\n      - \"Print `Hello, ` and the name\"\n  definition_of_done:\n    criteria: [\"cargo test passes\"]\n# the end\n",
        ),
        (
            SECOND,
            "ticket_meta: {ticket: {id: TCK-00002, title: Refuse, status: \"IN_PROGRESS\"}, binds: {rfc_id: 'RFC-0001', requirements: [REQ-0002]}, # one\n  dependencies: {tickets: [TCK-00001]}, # two\n  implementation: {files_to_modify: [src/greet.rs], implementation_steps: [\"Exit with 64 where the name is empty\"]},\n  definition_of_done: {criteria: [\"cargo test passes\"]}}\n",
        ),
    ];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect()
}

fn number(random: &mut SplitMix, below: usize) -> usize {
    (random.next() % below as u64) as usize
}

/// A word with one slip in it.
fn slipped(word: &str, random: &mut SplitMix) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = number(random, letters.len() - 1);
    match number(random, 6) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        3 => return word.to_uppercase(),
        4 => return word.replace('_', "-"),
        _ => letters[at] = char::from(b'a' + number(random, 26) as u8),
    }
    letters.into_iter().collect()
}

/// An id in another spelling.
fn respelled(id: &str, random: &mut SplitMix) -> String {
    match number(random, 5) {
        0 => id.to_lowercase(),
        1 => id.replacen('0', "", 1 + number(random, 3)),
        2 => id.replace('-', "_"),
        3 => id.replace('-', ""),
        _ => id.replacen('-', "-0", 1),
    }
}

/// Puts one defect into the files: what it was, and whether the fix gives back the very bytes.
fn defect(files: &mut Files, random: &mut SplitMix) -> (String, bool) {
    const KEYS: [&str; 11] = [
        "dependencies",
        "implementation",
        "definition_of_done",
        "requirements",
        "status",
        "binds",
        "tickets",
        "title",
        "criteria",
        "files_to_create",
        "implementation_steps",
    ];
    let kind = number(random, 6);
    let file = if kind < 4 { [FIRST, SECOND][number(random, 2)] } else { SECOND };
    let text = String::from_utf8(files[file].clone()).expect("UTF-8");
    let (old, new, is_exact) = match kind {
        0 | 1 => {
            let key = KEYS[number(random, KEYS.len())];
            (format!("{key}:"), format!("{}:", slipped(key, random)), true)
        }
        2 => {
            let old = if file == FIRST { "READY" } else { "IN_PROGRESS" };
            let new = match number(random, 3) {
                0 => old.to_lowercase(),
                1 => old.replace('_', " "),
                _ => slipped(old, random),
            };
            (old.to_owned(), new, true)
        }
        3 => {
            let ids = if file == FIRST {
                ["id: TCK-00001 #", "rfc_id: RFC-0001 ", "requirement_id: REQ-0001 #"]
            } else {
                ["tickets: [TCK-00001]", "rfc_id: 'RFC-0001'", "requirements: [REQ-0002]"]
            };
            let old = ids[number(random, 3)];
            let start = old.find(|c: char| c.is_ascii_uppercase()).expect("an id");
            let id = &old[start..start + 8 + usize::from(old.contains("TCK"))];
            (old.to_owned(), old.replace(id, &respelled(id, random)), true)
        }
        4 => match number(random, 3) {
            0 => ("[REQ-0002]".to_owned(), "REQ-0002".to_owned(), true),
            1 => ("tickets: [TCK-00001]".to_owned(), "tickets: TCK-00001".to_owned(), true),
            _ => ("[src/greet.rs]".to_owned(), "src/greet.rs".to_owned(), true),
        },
        _ => match number(random, 4) {
            0 => ("[TCK-00001]".to_owned(), "[RFC-0001:TCK-00001]".to_owned(), true),
            1 => ("[TCK-00001]".to_owned(), "[]".to_owned(), true),
            2 => ("tickets: [TCK-00001]".to_owned(), "tickets: ~".to_owned(), true),
            _ => {
                ("  dependencies: {tickets: [TCK-00001]}, # two\n".to_owned(), String::new(), false)
            }
        },
    };
    files.insert(file.to_owned(), text.replacen(&old, &new, 1).into_bytes());
    (format!("{file}: {old:?} is {new:?}"), is_exact)
}

#[test]
fn fixes_of_generated_defects_change_what_they_name_and_bring_nothing_new() {
    assert_eq!(findings(&clean(), &[]), BTreeSet::new());
    let runs = scale().of(300, 2_000, 10_000);
    let (mut seen, mut settled, mut kept) = (0, 0, 0);
    for seed in 0..runs {
        let mut random = SplitMix(seed);
        let mut files = clean();
        // Line breaks and marks of other systems are kept, too.
        let (crlf, mark) = (number(&mut random, 4) == 0, number(&mut random, 8) == 0);
        let mut names = Vec::new();
        let mut is_exact = true;
        for _ in 0..1 + number(&mut random, 2) {
            let (name, exact) = defect(&mut files, &mut random);
            names.push(name);
            is_exact &= exact;
        }
        let foreign = |files: &Files| -> Files {
            let mut files = files.clone();
            for path in [FIRST, SECOND] {
                let text = String::from_utf8(files[path].clone()).expect("UTF-8");
                let text = if crlf { text.replace('\n', "\r\n") } else { text };
                let text = if mark { format!("\u{feff}{text}") } else { text };
                files.insert(path.to_owned(), text.into_bytes());
            }
            files
        };
        let (files, whole) = (foreign(&files), foreign(&clean()));
        let name = format!("seed {seed}: {}", names.join("; "));
        let plan = plan(&files, &[]);
        let after = applied(&name, &files, &[], &plan);
        let is_defect = files != whole;
        seen += usize::from(is_defect);
        let settles = findings(&after, &[]) == findings(&whole, &[]);
        settled += usize::from(is_defect && settles);
        if plan.fixed.is_empty() {
            assert_eq!(after, files, "{name}");
        } else if settles && is_exact && after == whole {
            kept += 1;
        }
    }
    figure(&format!(
        "{seen} defective of {runs}, {settled} settled whole, {kept} to the very bytes"
    ));
    assert!(settled * 10 > seen * 6, "{settled} of {seen}");
    assert!(kept * 10 > settled * 7, "{kept} of {settled}");
}
