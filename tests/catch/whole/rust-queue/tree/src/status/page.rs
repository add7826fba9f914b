use std::fmt::Write;

use super::StatusView;
use crate::clock::Millis;

pub fn render(view: &StatusView) -> String {
    let mut out = String::from(
        "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=10><title>hopper</title>\n<h1>hopper</h1>\n",
    );
    let counts = view.counts;
    table(
        &mut out,
        "Queue",
        &["ready", "delayed", "running", "done", "dead", "oldest ready"],
        &[vec![
            counts.ready.to_string(),
            counts.delayed.to_string(),
            counts.leased.to_string(),
            counts.done.to_string(),
            counts.dead.to_string(),
            view.oldest_ready_ms.map_or_else(|| "-".into(), span),
        ]],
    );
    let running: Vec<_> = view
        .running
        .iter()
        .map(|r| {
            vec![
                r.id.clone(),
                r.command.clone(),
                r.worker.clone(),
                r.attempt.to_string(),
                span(r.held_ms),
            ]
        })
        .collect();
    table(
        &mut out,
        "Running",
        &["job", "command", "worker", "attempt", "for"],
        &running,
    );
    let dead: Vec<_> = view
        .dead
        .iter()
        .map(|d| vec![d.id.clone(), d.command.clone(), d.reason.clone()])
        .collect();
    table(&mut out, "Dead", &["job", "command", "reason"], &dead);
    out
}

/// A heading and a table. All cells are escaped here and nowhere else.
fn table(out: &mut String, title: &str, head: &[&str], rows: &[Vec<String>]) {
    let _ = writeln!(out, "<h2>{}</h2>\n<table>\n<tr>", escape(title));
    for cell in head {
        let _ = write!(out, "<th>{}", escape(cell));
    }
    for row in rows {
        out.push_str("\n<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}", escape(cell));
        }
    }
    out.push_str("\n</table>\n");
}

/// `1h05m`, `2m10s`, `7s`.
pub fn span(ms: Millis) -> String {
    let secs = ms / 1000;
    match secs {
        0..=59 => format!("{secs}s"),
        60..=3599 => format!("{}m{:02}s", secs / 60, secs % 60),
        _ => format!("{}h{:02}m", secs / 3600, secs % 3600 / 60),
    }
}

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_short() {
        assert_eq!(span(7_400), "7s");
        assert_eq!(span(130_000), "2m10s");
        assert_eq!(span(3_900_000), "1h05m");
    }

    #[test]
    fn commands_cannot_write_markup() {
        assert_eq!(escape("<b>&\"</b>"), "&lt;b&gt;&amp;&quot;&lt;/b&gt;");
    }
}
