//! A page for a terminal: escaped, wrapped and coloured in one place, so that no part of a report
//! can forget to. Knows no evidence.

use annotate_snippets::Renderer;
use anstyle::{AnsiColor, Style as Ansi};

use super::escape;
use crate::model::{Severity, Verdict};

/// How much a page tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Detail {
    /// The answer and its reason.
    Quiet,
    /// What a reader needs in order to act; much of the same is folded.
    #[default]
    Normal,
    /// Everything.
    Full,
}

/// How a page looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether colours are written. The text is the same without.
    pub color: bool,
    /// Columns.
    pub width: usize,
    /// How much is told.
    pub detail: Detail,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: 80, detail: Detail::Normal }
    }
}

/// What a piece of text is to its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Strong,
    Quiet,
    Good,
    Bad,
    Warning,
    Notice,
    Act,
}

impl Tone {
    pub(super) const fn ansi(self) -> Ansi {
        let ansi = Ansi::new();
        match self {
            Tone::Plain => ansi,
            Tone::Strong => ansi.bold(),
            Tone::Quiet => ansi.dimmed(),
            Tone::Good => AnsiColor::Green.on_default().bold(),
            Tone::Bad => AnsiColor::BrightRed.on_default().bold(),
            Tone::Warning => AnsiColor::Yellow.on_default().bold(),
            Tone::Notice => AnsiColor::BrightBlue.on_default().bold(),
            Tone::Act => AnsiColor::BrightCyan.on_default(),
        }
    }
}

impl From<Severity> for Tone {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Blocker => Tone::Bad,
            Severity::Major => Tone::Warning,
            Severity::Minor => Tone::Notice,
            Severity::Info => Tone::Strong,
        }
    }
}

impl From<Verdict> for Tone {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Approved => Tone::Good,
            Verdict::ApprovedWithRemediation | Verdict::NeedsAdjudication => Tone::Warning,
            Verdict::Rejected | Verdict::Aborted => Tone::Bad,
            Verdict::NotApplicable => Tone::Strong,
        }
    }
}

/// Longest text that a page shows of one description; beyond it stands how much is left out.
pub(super) const LONGEST: usize = 1_500;

/// A page in the making.
#[derive(Debug)]
pub(super) struct Page {
    text: String,
    column: usize,
    style: Style,
}

impl Page {
    pub(super) fn new(style: Style) -> Self {
        Self {
            text: String::new(),
            column: 0,
            style: Style {
                // Narrower than this, wrapping helps nobody.
                width: style.width.max(40),
                ..style
            },
        }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    /// Text at the present column, on this line whatever its length.
    pub(super) fn put(&mut self, tone: Tone, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = escape::line(text);
        self.column += text.chars().count();
        if self.style.color && tone != Tone::Plain {
            let ansi = tone.ansi();
            self.text.push_str(&format!("{ansi}{text}{ansi:#}"));
        } else {
            self.text.push_str(&text);
        }
    }

    /// Text from the present column on, wrapped; further lines begin at column `indent`. All blanks
    /// are alike: no line break of foreign text can make it look like lines of ours.
    pub(super) fn flow(&mut self, tone: Tone, indent: usize, text: &str) {
        let mut run = String::new();
        for word in self.shortened(text).split_whitespace() {
            let word = escape::line(word);
            let (used, long) = (run.chars().count(), word.chars().count());
            let at_start = run.is_empty() && self.column <= indent;
            let gap = usize::from(!run.is_empty());
            if self.column + used + gap + long > self.style.width && !at_start {
                self.put(tone, &run);
                run.clear();
                self.end();
                self.indent(indent);
            } else if gap == 1 {
                run.push(' ');
            }
            run.push_str(&word);
        }
        self.put(tone, &run);
    }

    fn shortened(&self, text: &str) -> String {
        match self.style.detail {
            Detail::Full => text.to_owned(),
            Detail::Quiet | Detail::Normal => shortened(text, LONGEST),
        }
    }

    /// Blanks up to column `column`.
    pub(super) fn indent(&mut self, column: usize) {
        while self.column < column {
            self.text.push(' ');
            self.column += 1;
        }
    }

    /// The end of the line.
    pub(super) fn end(&mut self) {
        let kept = self.text.trim_end_matches(' ').len();
        self.text.truncate(kept);
        self.text.push('\n');
        self.column = 0;
    }

    /// An empty line, unless there is one already or the page begins.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.end();
        }
    }

    /// A heading of one word or two, with an empty line above.
    pub(super) fn heading(&mut self, text: &str) {
        self.gap();
        self.put(Tone::Strong, text);
        self.end();
    }

    /// One wrapped line at column `indent`.
    pub(super) fn line(&mut self, indent: usize, tone: Tone, text: &str) {
        self.indent(indent);
        self.flow(tone, indent, text);
        self.end();
    }

    /// What to do next, which a quiet page leaves out.
    pub(super) fn advise(&mut self, text: &str) {
        if self.style.detail > Detail::Quiet {
            self.indent(2);
            self.put(Tone::Quiet, "next: ");
            self.flow(Tone::Act, 8, text);
            self.end();
        }
    }

    /// A drawing by `renderer`'s crate of text that was escaped before, `indent` columns in.
    pub(super) fn drawing(&mut self, indent: usize, drawing: &str) {
        for line in drawing.lines() {
            self.indent(indent);
            self.text.push_str(line);
            self.end();
        }
    }

    /// What draws source lines, in our colours or in none.
    pub(super) fn renderer(&self) -> Renderer {
        if !self.style.color {
            return Renderer::plain();
        }
        let quiet = Tone::Quiet.ansi();
        Renderer::styled()
            .error(Tone::Bad.ansi())
            .warning(Tone::Warning.ansi())
            .info(Tone::Notice.ansi())
            .note(Tone::Strong.ansi())
            .line_num(quiet)
    }

    pub(super) fn finish(mut self) -> String {
        let kept = self.text.trim_end_matches('\n').len();
        self.text.truncate(kept);
        self.text.push('\n');
        escape::without_commands(&self.text)
    }
}

/// `a tab character` as `A tab character.`.
pub(super) fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

/// `1 finding`, `2 findings`.
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// At most `most` characters of a text, and how many are left out.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{}… ({more} characters more)", &text[..end])
        }
    }
}

/// At most `most` characters of a text, with an ellipsis where it was cut.
pub(super) fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// At most `most` characters of a text's first line, with an ellipsis where it was cut.
pub(super) fn cut(text: &str, most: usize) -> String {
    let first = text.trim().lines().next().unwrap_or_default();
    if first.chars().count() <= most && first.len() == text.trim().len() {
        return first.to_owned();
    }
    let kept: String = first.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
