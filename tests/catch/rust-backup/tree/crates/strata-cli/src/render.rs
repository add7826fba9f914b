use strata_common::format_size;

/// What a command has to say when it is done.
#[derive(Debug, Default)]
pub struct Report {
    pub title: String,
    pub rows: Vec<Vec<String>>,
    pub bytes: Option<u64>,
}

/// Turns a report into text. Each output format is one implementation.
pub trait Renderer {
    fn render(&self, report: &Report) -> String;
}

pub struct TableRenderer;

impl Renderer for TableRenderer {
    fn render(&self, report: &Report) -> String {
        let mut out = format!("{}\n", report.title);
        for row in &report.rows {
            out.push_str(&row.join("  "));
            out.push('\n');
        }
        if let Some(bytes) = report.bytes {
            out.push_str(&format!("total {}\n", format_size(bytes)));
        }
        out
    }
}

/// Prints to standard output.
pub fn print_report(renderer: &dyn Renderer, report: &Report) {
    print!("{}", renderer.render(report));
}
