//! YAML as the two kinds of authors write it: by hand with quotes and indented lists, or dumped by
//! a program: plain scalars, lists at their key's column, lines of at most eighty columns.

/// A file that is being written. Depths are in levels of two spaces.
pub(super) struct Page {
    text: String,
    by_hand: bool,
}

const WIDTH: usize = 80;

impl Page {
    pub(super) fn new(by_hand: bool) -> Self {
        Self { text: String::new(), by_hand }
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn done(self) -> String {
        self.text
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.text += "  ";
        }
    }

    /// A line as it stands.
    pub(super) fn line(&mut self, depth: usize, line: &str) {
        self.indent(depth);
        self.text += line;
        self.text += "\n";
    }

    /// `key:`, which holds what follows one level deeper.
    pub(super) fn open(&mut self, depth: usize, key: &str) {
        self.line(depth, &format!("{key}:"));
    }

    /// `key: value`
    pub(super) fn pair(&mut self, depth: usize, key: &str, value: &str) {
        self.indent(depth);
        self.text += key;
        self.text += ": ";
        self.scalar(depth, value);
    }

    /// `- key: value`, the first pair of a list's mapping; its others are one level below
    /// [`Page::inside`].
    pub(super) fn item_pair(&mut self, depth: usize, key: &str, value: &str) {
        self.indent(self.dash(depth));
        self.text += "- ";
        self.text += key;
        self.text += ": ";
        self.scalar(self.inside(depth), value);
    }

    /// The depth of the pairs of a mapping in the list whose key stands at `depth`.
    pub(super) fn inside(&self, depth: usize) -> usize {
        self.dash(depth) + 1
    }

    fn dash(&self, depth: usize) -> usize {
        if self.by_hand { depth + 1 } else { depth }
    }

    /// `- value` in the list whose key stands at `depth`.
    pub(super) fn item(&mut self, depth: usize, value: &str) {
        self.indent(self.dash(depth));
        self.text += "- ";
        self.scalar(self.dash(depth), value);
    }

    /// A list of scalars, or `[]`.
    pub(super) fn list<T: AsRef<str>>(&mut self, depth: usize, key: &str, values: &[T]) {
        if values.is_empty() {
            return self.line(depth, &format!("{key}: []"));
        }
        self.open(depth, key);
        for value in values {
            self.item(depth, value.as_ref());
        }
    }

    /// A text of several lines: a literal block, or quoted with an empty line for each break.
    pub(super) fn block(&mut self, depth: usize, key: &str, value: &str) {
        let broken = broken(value, WIDTH - 2 * depth);
        if self.by_hand {
            self.line(depth, &format!("{key}: |"));
            for line in broken {
                self.line(depth + 1, line);
            }
            return;
        }
        self.indent(depth);
        self.text += key;
        self.text += ": '";
        for (at, line) in broken.iter().enumerate() {
            if at > 0 {
                self.text += "\n\n";
                self.indent(depth + 1);
            }
            self.text += &line.replace('\'', "''");
        }
        self.text += "'\n";
    }

    fn scalar(&mut self, depth: usize, value: &str) {
        let must_quote = value.contains(": ") || value.contains(" #") || value.is_empty();
        if self.by_hand && !is_word(value) {
            self.text += "\"";
            self.text += value;
            self.text += "\"\n";
        } else if must_quote {
            self.text += &format!("'{value}'\n");
        } else if self.by_hand {
            self.text += value;
            self.text += "\n";
        } else {
            for (at, line) in broken(value, WIDTH - 2 * depth - 8).iter().enumerate() {
                if at > 0 {
                    self.text += "\n";
                    self.indent(depth + 1);
                }
                self.text += line;
            }
            self.text += "\n";
        }
    }
}

/// What nobody puts in quotes: numbers and the two truths.
fn is_word(value: &str) -> bool {
    matches!(value, "true" | "false" | "null") || value.bytes().all(|b| b.is_ascii_digit())
}

/// Lines of at most so many bytes, broken at single spaces; words that are longer stay whole.
fn broken(text: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.len() > width {
        let at = rest[..width].rfind(' ').or_else(|| rest.find(' '));
        let Some(at) = at.filter(|at| *at > 0) else { break };
        lines.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    lines.push(rest);
    lines
}
