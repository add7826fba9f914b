//! The figures as tables.

use std::collections::BTreeSet;

use crate::app::documents::bench::{
    BenchMean, BenchPlan, BenchReport, BenchRow, BenchRun, DefectOutcome, Spent, Spread,
    UnlabelledFinding,
};
use crate::report::{Detail, escape};

/// Plan by plan; without what is to be judged where little is wanted.
pub(super) fn page(report: &BenchReport, detail: Detail) -> String {
    let mut page = String::new();
    for plan in &report.plans {
        page.push_str(&self::plan(plan, detail));
    }
    if !report.means.is_empty() {
        page.push_str("all plans\n");
        page.push_str(&means(&report.means));
        page.push('\n');
    }
    page.push_str("A finding counts by its place, gate and kind; nobody reads its words.\n");
    escape::without_commands(&escape::block(&page))
}

fn plan(plan: &BenchPlan, detail: Detail) -> String {
    let BenchPlan { rfc_id, labels, defects, needing_code, .. } = plan;
    let labels = escape::line(labels);
    let counted = counted(*defects, "defect", "defects");
    let mut page = format!("{rfc_id}: {counted}, {needing_code} needing the code ({labels})\n");
    for run in &plan.runs {
        page.push_str(&format!("\n{} {}\n", run.verdict, escape::line(&run.bundle_path)));
        page.push_str(&rows(run, plan));
        page.push_str(&missed(run));
    }
    if !plan.means.is_empty() {
        page.push_str("\nmean, and least to most\n");
        page.push_str(&means(&plan.means));
    }
    if detail != Detail::Quiet {
        page.push_str(&unjudged(plan));
    }
    page.push('\n');
    page
}

fn rows(run: &BenchRun, plan: &BenchPlan) -> String {
    let mut table = vec![
        ["", "", "caught", "recall", "code", "findings", "repeats", "precision", "read", "written"]
            .map(str::to_owned)
            .to_vec(),
    ];
    table[0].extend(["charged", "looks", "USD", "seconds"].map(str::to_owned));
    for row in &run.rows {
        let BenchRow { who, holder, findings, caught, caught_needing_code, repeats, .. } = row;
        let precision = row.precision.map(|precision| {
            let (least, most) = (precision.at_least_percent, precision.at_most_percent);
            match least == most {
                true => format!("{least:.1} %"),
                false => format!("{least:.1} to {most:.1} %"),
            }
        });
        let mut cells = vec![
            who.clone(),
            escape::line(holder).into_owned(),
            format!("{caught}/{}", plan.defects),
            format!("{:.1} %", row.recall_percent),
            format!("{caught_needing_code}/{}", plan.needing_code),
            findings.to_string(),
            repeats.to_string(),
            precision.unwrap_or_else(none),
        ];
        cells.extend(row.spent.as_ref().map_or_else(|| vec![none(); 6], spent));
        table.push(cells);
    }
    columns(&table)
}

fn spent(spent: &Spent) -> Vec<String> {
    let Spent { input_tokens, output_tokens, charged_tokens, looks, cost, seconds } = spent;
    let cost = cost.as_ref().map_or_else(none, |cost| match cost.unknown_calls {
        0 => cost.known_usd.clone(),
        _ => "no price".to_owned(),
    });
    let counts = [input_tokens, output_tokens, charged_tokens, &u64::from(*looks)];
    let mut cells: Vec<String> = counts.iter().map(ToString::to_string).collect();
    cells.extend([cost, seconds.to_string()]);
    cells
}

fn means(means: &[BenchMean]) -> String {
    let head = ["", "", "runs", "recall %", "precision %, at least", "findings", "repeats"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    table[0].extend(["charged", "USD", "seconds"].map(str::to_owned));
    for mean in means {
        let told = |figure: &Option<Spread>| figure.map_or_else(none, |f| spread(f, 1));
        let cost = mean.cost_usd.map(|f| spread(f, 4));
        table.push(vec![
            mean.who.clone(),
            escape::line(&mean.holder).into_owned(),
            mean.reviews.to_string(),
            spread(mean.recall_percent, 1),
            told(&mean.precision_at_least_percent),
            spread(mean.findings, 1),
            spread(mean.repeats, 1),
            told(&mean.charged_tokens),
            cost.unwrap_or_else(none),
            told(&mean.seconds),
        ]);
    }
    columns(&table)
}

fn spread(spread: Spread, places: usize) -> String {
    let Spread { mean, least, most } = spread;
    match least == most {
        true => format!("{mean:.places$}"),
        false => format!("{mean:.places$} ({least:.places$} to {most:.places$})"),
    }
}

fn none() -> String {
    "-".to_owned()
}

/// The first two columns to the left, the others to the right.
fn columns(table: &[Vec<String>]) -> String {
    let wide = |column: usize| {
        table.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..table[0].len()).map(wide).collect();
    let mut text = String::new();
    for row in table {
        let cells = row.iter().zip(&widths).enumerate().map(|(n, (cell, width))| match n {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(&format!("  {}\n", line.trim_end()));
    }
    text
}

/// What the council let pass, and who of it had it.
fn missed(run: &BenchRun) -> String {
    let council = |outcome: &&DefectOutcome| !outcome.caught_by.iter().any(|who| who == "council");
    let mut text = String::new();
    for outcome in run.defects.iter().filter(council) {
        let by = match outcome.caught_by.as_slice() {
            [] => String::new(),
            by => format!(" ({} had it)", by.join(", ")),
        };
        text.push_str(&format!("  missed {}: {}{by}\n", outcome.id, escape::line(&outcome.says)));
    }
    text
}

/// What no label and no judgement speaks of, each signature once.
fn unjudged(plan: &BenchPlan) -> String {
    let mut seen = BTreeSet::new();
    let all = plan.runs.iter().flat_map(|run| &run.unlabelled);
    let open = all.filter(|one| one.right.is_none() && seen.insert(&one.signature));
    let open: Vec<&UnlabelledFinding> = open.collect();
    if open.is_empty() {
        return String::new();
    }
    let count = counted(open.len() as u32, "finding names no defect", "findings name no defect");
    let mut text = format!(
        "\n{count}. Precision is a range until each is judged.\nWrite under `judged:` of {}:\n",
        escape::line(&plan.labels)
    );
    for one in open {
        let UnlabelledFinding { signature, severity, kind, at, description, .. } = one;
        text.push_str(&format!(
            "  - {{signature: \"{}\", right: }}  # {severity} {kind} {}: {}\n",
            signature.0,
            escape::line(at),
            escape::line(description)
        ));
    }
    text
}

fn counted(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
