//! Which language a file is written in, by its name; which files are tests, and which nobody of the
//! project wrote.

/// A language whose definitions can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// `.rs`.
    Rust,
    /// `.py`, `.pyi`.
    Python,
    /// `.go`.
    Go,
    /// `.ts`, `.mts`, `.cts`.
    TypeScript,
    /// `.tsx`.
    Tsx,
    /// `.js`, `.jsx`, `.mjs`, `.cjs`.
    JavaScript,
    /// `.java`.
    Java,
    /// `.c`.
    C,
    /// `.h`, which may be C as well, `.cc`, `.cpp`, `.cxx`, `.hh`, `.hpp`, `.hxx`.
    Cpp,
    /// `.md`, `.markdown`: its headings.
    Markdown,
}

impl Language {
    /// The language of a path that this build can read; `None` for everything else.
    ///
    /// ```
    /// use council_review::symbols::Language;
    ///
    /// assert_eq!(Language::of("docs/a.txt"), None);
    /// ```
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next()?;
        let language = match name.rsplit_once('.')?.1 {
            "rs" => Self::Rust,
            "py" | "pyi" => Self::Python,
            "go" => Self::Go,
            "ts" | "mts" | "cts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            "js" | "jsx" | "mjs" | "cjs" => Self::JavaScript,
            "java" => Self::Java,
            "md" | "markdown" => Self::Markdown,
            "c" => Self::C,
            "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => Self::Cpp,
            _ => return None,
        };
        is_read(language).then_some(language)
    }

    /// A letter for it in files that are kept; it never changes its meaning.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Rust => 'r',
            Self::Python => 'p',
            Self::Go => 'g',
            Self::TypeScript => 't',
            Self::Tsx => 'x',
            Self::JavaScript => 'j',
            Self::Java => 'v',
            Self::C => 'c',
            Self::Cpp => 'k',
            Self::Markdown => 'm',
        }
    }
}

/// Whether this build can read a language.
fn is_read(language: Language) -> bool {
    let is_c = matches!(language, Language::C | Language::Cpp);
    cfg!(feature = "symbols-c") || (cfg!(feature = "symbols") && !is_c)
}

/// Folders that hold what others wrote, or what programs did.
const FOREIGN: [&str; 16] = [
    ".git",
    ".next",
    ".nox",
    ".tox",
    ".venv",
    "__pycache__",
    "bower_components",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "target",
    "third-party",
    "third_party",
    "vendor",
    "venv",
];

/// Endings of names that programs write.
const GENERATED: [&str; 11] = [
    ".bundle.js",
    ".d.ts",
    ".g.ts",
    ".min.cjs",
    ".min.js",
    ".min.mjs",
    ".pb.go",
    "_pb.js",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
];

/// Whether a path names code that is not the project's own: brought along, or generated.
pub(super) fn is_foreign(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    folders.split('/').any(|folder| FOREIGN.contains(&folder))
        || GENERATED.iter().any(|ending| name.ends_with(ending))
        || name.split('.').skip(1).any(|part| part == "generated")
}

/// Whether a path names tests.
pub(super) fn is_test(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let of_tests = ["test", "tests", "__tests__", "spec", "specs", "testdata", "__mocks__"];
    if folders.split('/').any(|folder| of_tests.contains(&folder)) {
        return true;
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    match ending {
        "go" => stem.ends_with("_test"),
        "py" => stem.starts_with("test_") || stem.ends_with("_test") || stem == "conftest",
        "java" => ["Test", "Tests", "IT"].iter().any(|word| stem.ends_with(word)),
        "rs" => stem == "tests" || stem == "test" || stem.ends_with("_test"),
        "c" | "cc" | "cpp" | "cxx" => stem.ends_with("_test") || stem.starts_with("test_"),
        _ => stem.ends_with(".test") || stem.ends_with(".spec"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_by_their_place_and_name() {
        for (path, expected) in [
            ("src/lease.rs", false),
            ("tests/lease.rs", true),
            ("src/lease/tests.rs", true),
            ("src/attest.rs", false),
            ("pkg/lease_test.go", true),
            ("pkg/latest.go", false),
            ("test_lease.py", true),
            ("app/contest.py", false),
            ("web/button.test.tsx", true),
            ("web/button.spec.ts", true),
            ("web/__tests__/button.js", true),
            ("src/main/java/LeaseTest.java", true),
            ("src/main/java/Latest.java", false),
            ("src/test/java/Fixture.java", true),
        ] {
            assert_eq!(is_test(path), expected, "{path}");
        }
    }

    #[test]
    fn what_others_or_programs_wrote_is_foreign() {
        for (path, expected) in [
            ("src/builder.rs", false),
            ("build.rs", false),
            ("web/node_modules/a/index.js", true),
            ("vendor/github.com/a/b.go", true),
            ("target/debug/out.rs", true),
            ("api/lease_pb2.py", true),
            ("api/lease.pb.go", true),
            ("web/app.min.js", true),
            ("web/schema.generated.ts", true),
            ("web/generated.ts", false),
            ("tools/.venv/lib/a.py", true),
        ] {
            assert_eq!(is_foreign(path), expected, "{path}");
        }
    }
}
