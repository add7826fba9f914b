//! What a terminal shows, as a picture: the colours of ANSI escapes, one text of SVG for each run of
//! characters of one colour. Each run says how wide it is, so that no font can clip or shift it.

use std::fmt::Write as _;

const CHARACTER: f64 = 8.4;
const LINE: f64 = 19.0;
const MARGIN: f64 = 18.0;
const SIZE: f64 = 14.0;

/// How characters look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Look {
    is_bold: bool,
    is_dim: bool,
    /// A foreground of ANSI: 30 to 37, 90 to 97.
    color: Option<u8>,
}

impl Look {
    /// After the numbers of one escape.
    fn after(mut self, numbers: &str) -> Self {
        for number in numbers.split(';') {
            match number.parse().unwrap_or(0) {
                0 => self = Self::default(),
                1 => self.is_bold = true,
                2 => self.is_dim = true,
                22 => (self.is_bold, self.is_dim) = (false, false),
                39 => self.color = None,
                color @ (30..=37 | 90..=97) => self.color = Some(color),
                other => panic!("the picture does not know the escape {other}"),
            }
        }
        self
    }

    fn fill(self) -> &'static str {
        match (self.color, self.is_dim) {
            (Some(31 | 91), _) => "#ff7b72",
            (Some(32 | 92), _) => "#56d364",
            (Some(33 | 93), _) => "#e3b341",
            (Some(34 | 94), _) => "#79c0ff",
            (Some(35 | 95), _) => "#d2a8ff",
            (Some(36 | 96), _) => "#76e3ea",
            (Some(_), _) | (None, false) => "#e6edf3",
            (None, true) => "#8b949e",
        }
    }
}

/// The runs of a line, each with its first column; the look goes on in the next line.
fn runs<'l>(line: &'l str, look: &mut Look) -> Vec<(usize, Look, &'l str)> {
    let mut runs = Vec::new();
    let mut column = 0;
    for (i, part) in line.split("\x1b[").enumerate() {
        let text = match i {
            0 => part,
            _ => {
                let (numbers, text) =
                    part.split_once('m').expect("an escape of colour ends with m");
                *look = look.after(numbers);
                text
            }
        };
        let blanks = text.chars().take_while(|c| *c == ' ').count();
        let shown = text.trim();
        if !shown.is_empty() {
            runs.push((column + blanks, *look, shown));
        }
        column += text.chars().count();
    }
    runs
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The picture of a text with the escapes of colours.
pub(crate) fn drawn(title: &str, text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let mut look = Look::default();
    let all: Vec<_> = lines.iter().map(|line| runs(line, &mut look)).collect();
    let ends = all.iter().flatten().map(|(column, _, text)| column + text.chars().count());
    let columns = ends.max().unwrap_or_default() as f64;
    let width = (columns * CHARACTER + 2.0 * MARGIN).ceil();
    let height = (lines.len() as f64 * LINE + 2.0 * MARGIN).ceil();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#0d1117\"/>\n\
         <g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" \
         font-size=\"{SIZE}\" xml:space=\"preserve\">\n",
        escaped(title)
    );
    for (row, runs) in all.iter().enumerate() {
        for (column, look, text) in runs {
            let x = MARGIN + *column as f64 * CHARACTER;
            let y = MARGIN + row as f64 * LINE + SIZE;
            let long = text.chars().count() as f64 * CHARACTER;
            let weight = if look.is_bold { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{long:.1}\" \
                 lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{weight}>{}</text>",
                look.fill(),
                escaped(text)
            );
        }
    }
    svg + "</g>\n</svg>\n"
}

#[test]
fn a_run_has_its_column_its_look_and_no_blanks_around_it() {
    let mut look = Look::default();
    let bold = Look { is_bold: true, ..Look::default() };
    let red = Look { color: Some(91), ..bold };
    let line = "  a \x1b[1m\x1b[91mb < c\x1b[0m  d";
    let expected = vec![(2, Look::default(), "a"), (4, red, "b < c"), (11, Look::default(), "d")];
    assert_eq!(runs(line, &mut look), expected);
    assert_eq!(look, Look::default());
    let svg = drawn("t", line);
    assert!(svg.contains(">b &lt; c</text>") && svg.contains("font-weight=\"bold\""), "{svg}");
}
