//! How long the symbol index of a large repository takes, cold and warm (`cargo bench --bench
//! symbols`). Exits with 1 when a figure is over its bound.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use council_review::host::snapshot;
use council_review::host::symbols::SymbolFolder;
use council_review::port::Shards;
use council_review::symbols::{Index, Searcher, build};
use tempfile::TempDir;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    say(&format!("{threads} threads at once"));
    let large = Bench::of(10_000);
    let small = Bench::of(2_000);
    let rows = [
        ("10,000 files, cold", large.cold, Duration::from_secs(20)),
        ("10,000 files, warm, work tree", large.warm, Duration::from_millis(1_500)),
        ("10,000 files, warm, commit", large.of_commit, Duration::from_millis(700)),
        ("2,000 files, cold", small.cold, Duration::from_secs(5)),
        ("2,000 files, warm, work tree", small.warm, Duration::from_millis(300)),
        ("2,000 files, warm, commit", small.of_commit, Duration::from_millis(150)),
        ("preparing a search in them", small.prepared, Duration::from_millis(500)),
        ("500 questions", small.asked, Duration::from_millis(100)),
    ];
    for (what, measured, bound) in &rows {
        let judged = if measured > bound { "OVER" } else { "ok" };
        say(&format!(
            "{what:<32} {:>8.3} s, at most {:>6.3} {judged}",
            measured.as_secs_f64(),
            bound.as_secs_f64()
        ));
    }
    ExitCode::from(u8::from(rows.iter().any(|(_, measured, bound)| measured > bound)))
}

struct Bench {
    cold: Duration,
    warm: Duration,
    of_commit: Duration,
    prepared: Duration,
    asked: Duration,
}

impl Bench {
    fn of(files: usize) -> Self {
        let folder = TempDir::new().expect("a temp folder");
        let bytes = write(folder.path(), files);
        let own = TempDir::new().expect("a temp folder");
        let shards = SymbolFolder::at(own.path().join("symbols-1"));
        let index = |rev| {
            let tree = snapshot::open(folder.path(), rev).expect("a repository");
            let began = Instant::now();
            let shards: &dyn Shards = &shards;
            let index = build(&tree, Some(shards), &|| false).expect("nobody stops it");
            (index, began.elapsed())
        };
        let (first, cold) = index(None);
        let (again, warm) = index(None);
        let (committed, of_commit) = index(Some("HEAD"));
        assert!(first == again && first == committed, "warm is as cold");
        assert_eq!(first.file_count(), files);
        say(&format!("{files} files, {bytes} bytes, {} definitions", first.symbol_count()));
        let (prepared, asked) = questions(&first);
        Self { cold, warm, of_commit, prepared, asked }
    }
}

fn questions(index: &Index) -> (Duration, Duration) {
    let began = Instant::now();
    let searcher = Searcher::new(index);
    let prepared = began.elapsed();
    let step = (index.symbol_count() / 500).max(1);
    let names: Vec<&str> = index.symbols().map(|(_, symbol)| symbol.name.as_str()).collect();
    let began = Instant::now();
    let found: usize =
        names.iter().step_by(step).take(500).map(|name| searcher.near(name, None).len()).sum();
    let asked = began.elapsed();
    assert!(found > 0, "something is near");
    (prepared, asked)
}

/// Writes a repository of sources of about 9 kB in five languages, commits it, and returns its bytes.
fn write(folder: &Path, files: usize) -> usize {
    let mut bytes = 0;
    for at in 0..files {
        let (ending, text) = match at % 5 {
            0 => ("rs", source(at, 9_000, rust)),
            1 => ("py", source(at, 9_000, python)),
            2 => ("go", format!("package p\n{}", source(at, 9_000, go))),
            3 => ("ts", source(at, 9_000, typescript)),
            _ => ("java", format!("class C{at} {{\n{}}}\n", source(at, 9_000, java))),
        };
        let place = folder.join(format!("part{:02}/area{:02}", at % 20, at / 20 % 50));
        fs::create_dir_all(&place).expect("a folder");
        fs::write(place.join(format!("source{at}.{ending}")), &text).expect("a file");
        bytes += text.len();
    }
    for args in [
        &["init", "-q", "."][..],
        &["add", "-A"],
        &["-c", "user.name=b", "-c", "user.email=b@example.invalid", "commit", "-q", "-m", "all"],
    ] {
        let status = Command::new("git").args(args).current_dir(folder).status();
        assert!(status.expect("git runs").success(), "git {args:?}");
    }
    bytes
}

fn source(at: usize, bytes: usize, one: fn(&str, &str) -> String) -> String {
    const WORDS: [&str; 16] = [
        "lease", "ticket", "bundle", "verdict", "cursor", "packet", "journal", "quorum", "ledger",
        "window", "session", "digest", "charter", "finding", "ballot", "anchor",
    ];
    let mut text = String::new();
    let mut n = 0;
    while text.len() < bytes {
        let word = |k: usize| WORDS[(at * 7 + n * 3 + k * 5 + at / 16) % WORDS.len()];
        let mut name = format!("{}_{}_{}", word(0), word(1), word(2));
        let _ = write!(name, "_{}", at * 31 % 977 + n);
        text.push_str(&one(&name, word(3)));
        n += 1;
    }
    text
}

fn rust(name: &str, word: &str) -> String {
    format!(
        "/// What a {word} says.\n#[derive(Debug, Clone)]\npub struct {name}_t {{\n    pub {word}: \
         Option<String>,\n    count: usize,\n}}\n\nimpl {name}_t {{\n    /// Finds it.\n    pub fn \
         find_{name}(&self, {word}: &str) -> Result<usize, String> {{\n        let found: Vec<_> = \
         {word}.split(',').filter(|part| !part.is_empty()).collect();\n        match found.first() \
         {{\n            Some(first) if first.len() > self.count => Ok(first.len()),\n            \
         Some(_) => Err(format!(\"{{}} is short\", {word})),\n            None => Ok(0),\n        }}\n    \
         }}\n}}\n\n"
    )
}

fn python(name: &str, word: &str) -> String {
    format!(
        "class {name}:\n    \"\"\"What a {word} says.\"\"\"\n\n    LIMIT = 3\n\n    def \
         find_{word}(self, text: str, most: int = 10) -> list:\n        found = [part for part in \
         text.split(',') if part and len(part) < most]\n        for index, part in \
         enumerate(found):\n            if part.startswith('x') and index % 2 == 0:\n                \
         self.count += len(part)\n        return sorted(found, key=lambda part: part.lower())\n\n\n"
    )
}

fn go(name: &str, word: &str) -> String {
    format!(
        "// {name} says what a {word} is.\ntype {name} struct {{\n\tItems map[string]int\n}}\n\nfunc (s \
         *{name}) Find(text string, most int) (int, error) {{\n\tfor key, value := range s.Items \
         {{\n\t\tif strings.HasPrefix(key, text) && value < most {{\n\t\t\treturn value, \
         nil\n\t\t}}\n\t}}\n\treturn 0, fmt.Errorf(\"no %s in {word}\", text)\n}}\n\n"
    )
}

fn typescript(name: &str, word: &str) -> String {
    format!(
        "export interface {name}_i {{\n  readonly {word}: string;\n  count?: number;\n}}\n\nexport const \
         find_{name} = async (of: {name}_i, most = 10): Promise<string[]> => {{\n  const parts = \
         of.{word}.split(',').filter((part) => part.length > 0 && part.length < most);\n  if \
         (parts.length === 0) {{\n    throw new Error(`no {word} in ${{of.{word}}}`);\n  }}\n  return \
         parts.map((part) => part.trim());\n}};\n\n"
    )
}

fn java(name: &str, word: &str) -> String {
    format!(
        "    /** What a {word} says. */\n    public List<String> find_{name}(String {word}, int most) \
         throws IOException {{\n        List<String> found = new ArrayList<>();\n        for (String \
         part : {word}.split(\",\")) {{\n            if (!part.isEmpty() && part.length() < most) \
         {{\n                found.add(part.trim());\n            }}\n        }}\n        if \
         (found.isEmpty()) {{\n            throw new IOException(\"no \" + {word});\n        }}\n        \
         return found;\n    }}\n\n"
    )
}

#[expect(clippy::print_stdout, reason = "a bench prints what it measured")]
fn say(line: &str) {
    println!("{line}");
}
