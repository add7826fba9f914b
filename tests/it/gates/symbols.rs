//! The symbol index with real parts: grammars, git, a cache folder.
#![cfg(feature = "symbols")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::support::Repo;
use council_review::host::snapshot::{self, Repository};
use council_review::host::symbols::SymbolFolder;
use council_review::port::{Shards, Snapshot};
use council_review::source::memory::MemorySnapshot;
use council_review::symbols::{Extractor, Gave, Index, Language, Symbol, build, build_on, extract};
use tempfile::TempDir;

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/symbols");
    fs::read(format!("{folder}/{name}")).expect("a fixture")
}

/// `7 method Lease::renew`, and ` test` behind it for tests.
fn shown(symbol: &Symbol) -> String {
    let test = if symbol.is_test { " test" } else { "" };
    format!("{} {} {}{test}", symbol.line, symbol.kind.word(), symbol.full_name())
}

fn of_fixture(name: &str) -> Vec<Symbol> {
    extract(Language::of(name).expect("a known language"), &fixture(name))
}

#[test]
fn every_language_gives_its_definitions() {
    for (name, expected) in EXPECTED {
        let found: Vec<String> = of_fixture(name).iter().map(shown).collect();
        assert_eq!(found, *expected, "{name}");
    }
}

#[cfg(feature = "symbols-c")]
#[test]
fn cpp_gives_its_definitions() {
    let found: Vec<String> = of_fixture("lease.cpp").iter().map(shown).collect();
    assert_eq!(
        found,
        [
            "2 constant MAX_LEASE",
            "3 macro LEASE_OF",
            "7 module lease",
            "9 type lease::Lease",
            "11 method Lease::Lease",
            "13 method Lease::renew",
            "14 method Lease::holder",
            "19 type lease::State",
            "21 type lease::Leases",
            "24 function lease::parse_lease",
            "30 method Lease::renew",
            "32 type entry",
            "34 type entry_t",
            "36 function copy_name",
            "38 function lease_open",
        ]
    );
}

#[test]
fn a_head_is_the_definition_up_to_its_body() {
    let heads: Vec<(String, String)> = ["lease.rs", "lease.ts", "LeaseStore.java", "lease.go"]
        .iter()
        .flat_map(|name| of_fixture(name))
        .map(|symbol| (symbol.full_name(), symbol.head))
        .collect();
    for (name, head) in [
        ("Validate", "pub trait Validate<T>: Send where T: Clone,"),
        ("Lease::acquire", "pub async fn acquire( holder: &str, tag: T, ) -> Self"),
        (
            "acquireLease",
            "export const acquireLease = async ( holder: string, clock: Clock, ): Promise<Lease> =>",
        ),
        (
            "LeaseStore::findLeases",
            "public List<T> findLeases(String holder, int most) throws IOException",
        ),
        ("Lease::Renew", "func (l *Lease) Renew(d time.Duration) (ok bool, err error)"),
    ] {
        assert!(heads.iter().any(|(n, h)| n == name && h == head), "{name}: {heads:#?}");
    }
    let long = format!("fn long({}) {{}}", "argument: u8, ".repeat(500));
    let symbols = extract(Language::Rust, long.as_bytes());
    assert_eq!(symbols[0].head.chars().count(), Symbol::HEAD);
}

#[test]
fn broken_sources_give_what_can_be_read() {
    for (language, source, name) in [
        (
            Language::Rust,
            "fn before() {}\nstruct Half {\nfn after( { ]] \nfn last() {}\n",
            "before",
        ),
        (
            Language::Python,
            "def before():\n    pass\ndef broken(:\n  x = (\nclass Last:\n  pass\n",
            "before",
        ),
        (Language::Go, "package a\nfunc before() {}\nfunc (((\nfunc last() {}\n", "before"),
        (Language::TypeScript, "function before() {}\nclass { ( \nfunction last() {}\n", "before"),
        (Language::Java, "class Before { void a() {} }\nclass { int (( }\n", "Before"),
    ] {
        let found = extract(language, source.as_bytes());
        assert!(found.iter().any(|symbol| symbol.name == name), "{language:?}: {found:#?}");
    }
    // Bytes that are no text.
    let found = extract(Language::Rust, b"fn good() {}\n// \xff\xfe\nfn also() {}\n\xff\n");
    assert!(found.iter().any(|symbol| symbol.name == "good"), "{found:#?}");
}

#[test]
fn hostile_sources_end_soon() {
    let line = |unit: &str| unit.repeat((1 << 20) / unit.len());
    for (what, source) in [
        ("braces", "{".repeat(100_000)),
        ("pairs of braces", format!("{}{}", "{".repeat(100_000), "}".repeat(100_000))),
        ("brackets", "(".repeat(100_000)),
        ("generics", format!("fn a<{}", "T<".repeat(100_000))),
        ("modules", "mod a { ".repeat(50_000)),
        ("classes", "class A { ".repeat(50_000)),
        ("blocks of Python", (0..400).map(|n| format!("{}class A:\n", " ".repeat(n))).collect()),
        ("a line of letters", line("a")),
        ("a line of words", line("a ")),
        ("a line of operators", line("a+")),
        ("a line of quotes", line("\"")),
        ("a line of hashes", line("r#\"")),
        ("a line of errors", line("@ ) fn ; ")),
        ("lines of quotes", line("\"\n\"")),
        ("lines of words", line("a a a a\n")),
    ] {
        for language in [
            Language::Rust,
            Language::Python,
            Language::Go,
            Language::TypeScript,
            Language::Tsx,
            Language::JavaScript,
            Language::Java,
        ] {
            let began = Instant::now();
            let most = if cfg!(debug_assertions) { 20 } else { 2 };
            Extractor::new().extract(language, source.as_bytes(), &|| false);
            let took = began.elapsed();
            assert!(took < Duration::from_secs(most), "{what} as {language:?} took {took:?}");
        }
    }
}

#[test]
fn a_source_that_is_too_large_is_not_read() {
    let source = vec![b' '; (1 << 20) + 1];
    assert_eq!(Extractor::new().extract(Language::Rust, &source, &|| false), Gave::TooHard);
}

/// A repository with a source of every language, committed.
fn repository() -> Repo {
    let repo = Repo::new();
    for (name, _) in EXPECTED {
        repo.write(&format!("src/{name}"), String::from_utf8(fixture(name)).expect("text"));
    }
    for at in 0..40 {
        repo.write(&format!("many/m{at:02}.rs"), format!("pub fn of_{at}() {{}}\n"));
    }
    repo.write("tests/lease.rs", "fn in_tests() {}\n");
    repo.write("node_modules/a/index.js", "function foreign() {}\n");
    repo.write("docs/readme.md", "fn no() {}\n");
    repo.write("src/large.rs", "// a\n".repeat(300_000));
    repo.commit("sources");
    repo
}

fn opened(repo: &Repo, rev: Option<&str>) -> Repository {
    snapshot::open(repo.path(), rev).expect("a repository")
}

fn index(repo: &Repo, rev: Option<&str>, shards: Option<&dyn Shards>) -> Index {
    build(&opened(repo, rev), shards, &|| false).expect("nobody stops it")
}

#[test]
fn an_index_is_the_same_from_a_commit_warm_or_cold_on_any_number_of_threads() {
    let repo = repository();
    let own = TempDir::new().expect("a folder");
    let shards = SymbolFolder::at(own.path().join("symbols-1"));
    let without = index(&repo, None, None);
    assert_eq!(without.file_count(), EXPECTED.len() + 41);
    assert_eq!(without.skipped().too_large, 1);
    assert_eq!(without.in_file("node_modules/a/index.js"), []);
    assert!(without.in_file("tests/lease.rs")[0].is_test);
    let cold = index(&repo, Some("HEAD"), Some(&shards));
    assert_eq!(cold, without);
    assert_eq!(index(&repo, None, Some(&shards)), without, "warm, from the work tree");
    assert_eq!(index(&repo, Some("HEAD"), Some(&shards)), without, "warm, from the commit");
    for threads in [1, 4] {
        let found = build_on(threads, &opened(&repo, None), None, &|| false);
        assert_eq!(found.as_ref(), Some(&without), "{threads} threads");
    }
}

#[test]
fn the_work_tree_and_the_commit_have_the_same_ids() {
    let repo = repository();
    let (tree, commit) = (opened(&repo, None), opened(&repo, Some("HEAD")));
    let bytes = tree.read("src/lease.rs", 1 << 20).expect("it is there");
    assert_eq!(tree.blob("src/lease.rs"), None);
    assert_eq!(tree.blob_of(&bytes), commit.blob("src/lease.rs"));
    assert!(commit.blob("src/lease.rs").is_some());
}

/// Shards that count how often they are written.
struct Counted {
    folder: SymbolFolder,
    kept: AtomicUsize,
}

impl Shards for Counted {
    fn load(&self, shard: u8) -> Option<Vec<u8>> {
        self.folder.load(shard)
    }

    fn keep(&self, shard: u8, bytes: &[u8]) {
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.folder.keep(shard, bytes);
    }
}

#[test]
fn damaged_and_foreign_shards_are_as_good_as_none() {
    let repo = repository();
    let own = TempDir::new().expect("a folder");
    let shards = Counted { folder: SymbolFolder::at(own.path()), kept: AtomicUsize::new(0) };
    let expected = index(&repo, None, Some(&shards));
    let written = shards.kept.swap(0, Ordering::Relaxed);
    assert!(written > 10, "{written}");
    assert_eq!(index(&repo, None, Some(&shards)), expected);
    assert_eq!(shards.kept.load(Ordering::Relaxed), 0, "nothing was new");

    let files: Vec<_> = fs::read_dir(own.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    assert_eq!(files.len(), written);
    for (at, path) in files.iter().enumerate() {
        let mut bytes = fs::read(path).expect("a shard");
        let middle = bytes.len() / 2;
        match at % 4 {
            0 => bytes.truncate(middle),
            1 => bytes[middle] ^= 1,
            2 => bytes = b"something else\n".to_vec(),
            _ => bytes = vec![0xff; 100],
        }
        fs::write(path, bytes).expect("damaged");
    }
    assert_eq!(index(&repo, None, Some(&shards)), expected);
    assert_eq!(shards.kept.swap(0, Ordering::Relaxed), written, "all are replaced");
    assert_eq!(index(&repo, None, Some(&shards)), expected);
    assert_eq!(shards.kept.load(Ordering::Relaxed), 0);
}

#[test]
fn only_the_shards_of_changed_files_are_written() {
    let repo = repository();
    let own = TempDir::new().expect("a folder");
    let shards = Counted { folder: SymbolFolder::at(own.path()), kept: AtomicUsize::new(0) };
    index(&repo, None, Some(&shards));
    shards.kept.store(0, Ordering::Relaxed);
    repo.write("many/m00.rs", "pub fn changed() {}\n");
    let found = index(&repo, None, Some(&shards));
    assert_eq!(found.in_file("many/m00.rs")[0].name, "changed");
    assert_eq!(shards.kept.load(Ordering::Relaxed), 1);
}

#[test]
fn whoever_asks_to_stop_gets_no_index() {
    let repo = repository();
    assert_eq!(build(&opened(&repo, None), None, &|| true), None);
    let asked = AtomicUsize::new(0);
    let later = || asked.fetch_add(1, Ordering::Relaxed) > 20;
    assert_eq!(build(&opened(&repo, None), None, &later), None);
    assert!(asked.load(Ordering::Relaxed) < 40, "{asked:?}");
}

#[test]
fn links_are_not_read() {
    let tree = MemorySnapshot::new().symlink("a.rs").file("b.rs", "fn b() {}");
    let found = build(&tree, None, &|| false).expect("nobody stops it");
    assert_eq!((found.file_count(), found.skipped().unreadable), (1, 1));
}

const EXPECTED: &[(&str, &[&str])] = &[
    (
        "lease.rs",
        &[
            "5 constant MAX_LEASE",
            "6 constant DEFAULT_NAME",
            "8 type Leases",
            "11 type Lease",
            "16 type State",
            "21 interface Validate",
            "26 method Validate::validate",
            "27 method Validate::is_strict",
            "35 method Lease::acquire",
            "45 method State::fmt",
            "50 module clock",
            "51 function clock::now",
            "58 macro lease",
            "63 function lease_open",
            "67 function really",
            "70 module tests test",
            "73 function tests::sample test",
            "78 function tests::it_is_free test",
        ],
    ),
    (
        "lease.py",
        &[
            "5 constant MAX_LEASE",
            "6 constant DEFAULTS",
            "9 type Leases",
            "13 type Lease",
            "16 constant Lease::LIMIT",
            "19 method Lease::__init__",
            "23 method Lease::is_held",
            "30 method Lease::acquire",
            "36 type Lease::Meta",
            "37 method Meta::describe",
            "41 type Validator",
            "42 method Validator::validate",
            "45 function parse_lease",
            "49 function double",
            "54 function fallback_parse",
            "58 type Legacy",
        ],
    ),
    (
        "lease.go",
        &[
            "6 constant MaxLease",
            "9 constant StateFree",
            "10 constant StateHeld",
            "10 constant StateLost",
            "15 type Leases",
            "17 type Duration",
            "20 type Lease",
            "26 type Store",
            "29 interface Validator",
            "30 method Validator::Validate",
            "31 method Validator::Close",
            "35 function NewLease",
            "40 method Lease::Renew",
            "44 method Store::Get",
        ],
    ),
    (
        "lease.ts",
        &[
            "3 constant MAX_LEASE",
            "4 type Leases",
            "6 interface Validator",
            "7 method Validator::validate",
            "11 type State",
            "16 type Lease",
            "17 constant Lease::LIMIT",
            "24 method Lease::renew",
            "28 method Lease::release",
            "30 method Lease::onExpire",
            "34 method Lease::isHeld",
            "39 function parseLease",
            "40 function parseLease",
            "45 function acquireLease",
            "52 type DefaultLease",
            "53 method DefaultLease::run",
            "56 module Legacy",
            "57 function Legacy::migrate",
            "60 module other",
            "61 function other::declared",
        ],
    ),
    (
        "lease.js",
        &[
            "3 constant MAX_LEASE",
            "5 type Lease",
            "6 constant Lease::LIMIT",
            "9 method Lease::renew",
            "10 method Lease::of",
            "11 method Lease::onExpire",
            "15 function parseLease",
            "19 function eachLease",
            "21 function acquireLease",
            "22 function releaseLease",
            "23 function legacyLease",
            "24 type Anonymous",
            "24 method Anonymous::open",
            "26 method Lease::close",
            "27 function encodeLease",
            "29 function decodeLease",
            "30 function countLeases",
            "35 method api::fetchLease",
            "38 function main",
        ],
    ),
    (
        "LeaseStore.java",
        &[
            "6 type LeaseStore",
            "7 constant LeaseStore::MAX_LEASE",
            "7 constant LeaseStore::MIN_LEASE",
            "8 constant LeaseStore::log",
            "17 method LeaseStore::findLeases",
            "24 method LeaseStore::findsNothing test",
            "26 type LeaseStore::State",
            "29 method State::isFree",
            "32 type LeaseStore::Entry",
            "33 method Entry::touch",
            "37 interface Store",
            "38 constant Store::LIMIT",
            "39 method Store::get",
            "40 method Store::close",
            "43 type Pair",
            "44 method Pair::joined",
            "47 interface Audited",
        ],
    ),
];
