//! Globs over paths: `*` within a name, `**` over folders, `?` one character. Linear in what it is
//! held against, for any glob.

/// Characters that a glob may have.
pub(super) const MOST: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Char(char),
    /// Any character of a name.
    One,
    /// Any characters of a name.
    Name,
    /// Any characters.
    Any,
}

/// A glob, read.
#[derive(Debug, Clone)]
pub(super) struct Glob(Vec<Part>);

impl Glob {
    /// Reads a glob. `a/**/b` covers `a/b`, too.
    pub(super) fn new(glob: &str) -> Self {
        let mut parts = Vec::new();
        let mut chars = glob.chars().peekable();
        while let Some(c) = chars.next() {
            let part = match c {
                '*' if chars.peek() == Some(&'*') => {
                    while chars.next_if_eq(&'*').is_some() {}
                    if matches!(parts.last(), None | Some(Part::Char('/'))) {
                        chars.next_if_eq(&'/');
                    }
                    Part::Any
                }
                '*' => Part::Name,
                '?' => Part::One,
                other => Part::Char(other),
            };
            if !(part == Part::Any && parts.last() == Some(&Part::Any)) {
                parts.push(part);
            }
        }
        Self(parts)
    }

    /// Whether it covers a whole path.
    pub(super) fn covers(&self, path: &str) -> bool {
        let parts = &self.0;
        // Which of the glob's beginnings cover what was read so far.
        let mut reached = vec![false; parts.len() + 1];
        reached[0] = true;
        pass(parts, &mut reached);
        for c in path.chars() {
            let mut next = vec![false; parts.len() + 1];
            for (at, part) in parts.iter().enumerate().filter(|(at, _)| reached[*at]) {
                match part {
                    Part::Char(wanted) => next[at + 1] |= *wanted == c,
                    Part::One => next[at + 1] |= c != '/',
                    Part::Name => next[at] |= c != '/',
                    Part::Any => next[at] = true,
                }
            }
            pass(parts, &mut next);
            reached = next;
        }
        reached[parts.len()]
    }
}

/// What stands for nothing is passed over.
fn pass(parts: &[Part], reached: &mut [bool]) {
    for (at, part) in parts.iter().enumerate() {
        if reached[at] && matches!(part, Part::Name | Part::Any) {
            reached[at + 1] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_covers_whole_paths() {
        for (glob, path, covers) in [
            ("**", "a/b/c.rs", true),
            ("src/**/*.rs", "src/a/b/c.rs", true),
            ("src/**/*.rs", "src/c.rs", true),
            ("src/*.rs", "src/a/c.rs", false),
            ("**/c.rs", "c.rs", true),
            ("*.rs", "c.rs", true),
            ("*.rs", "a/c.rs", false),
            ("src/?.rs", "src/c.rs", true),
            ("src/?.rs", "src/cc.rs", false),
            ("src", "src/c.rs", false),
            ("src/**", "src/a/b", true),
            ("", "a", false),
            ("*a*a*a*a*b", &"a".repeat(900), false),
        ] {
            assert_eq!(Glob::new(glob).covers(path), covers, "{glob} {path}");
        }
        let stars = Glob::new(&"*".repeat(10_000));
        assert!(stars.covers("a/b") && stars.0.len() == 1);
    }
}
