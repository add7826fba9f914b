//! Several reviews as one row each: the mean and its range.

use std::collections::BTreeMap;

use crate::app::documents::bench::{BenchMean, BenchRow, BenchRun, Spent, Spread};

/// The rows of several reviews, each holder of a seat for itself, in the order in which they come.
pub(super) fn means<'r>(runs: impl Iterator<Item = &'r BenchRun>) -> Vec<BenchMean> {
    let mut order = Vec::new();
    let mut rows: BTreeMap<(&str, &str), Vec<&BenchRow>> = BTreeMap::new();
    for row in runs.flat_map(|run| &run.rows) {
        let key = (row.who.as_str(), row.holder.as_str());
        if !rows.contains_key(&key) {
            order.push(key);
        }
        rows.entry(key).or_default().push(row);
    }
    order.iter().map(|key| mean(*key, &rows[key])).collect()
}

fn mean((who, holder): (&str, &str), rows: &[&BenchRow]) -> BenchMean {
    let of = |figure: &dyn Fn(&BenchRow) -> f64| {
        spread(rows.iter().map(|row| Some(figure(row))), 10.0).expect("a group has a row")
    };
    let spent = |figure: &dyn Fn(&Spent) -> f64| {
        spread(rows.iter().map(|row| row.spent.as_ref().map(figure)), 10.0)
    };
    let precise = rows.iter().filter_map(|row| row.precision);
    let dollars = |row: &&BenchRow| {
        let cost = row.spent.as_ref()?.cost.as_ref()?;
        (cost.unknown_calls == 0).then(|| cost.known_usd.parse().ok())?
    };
    BenchMean {
        who: who.to_owned(),
        holder: holder.to_owned(),
        reviews: rows.len() as u32,
        recall_percent: of(&|row| row.recall_percent),
        precision_at_least_percent: spread(precise.map(|p| Some(p.at_least_percent)), 10.0),
        findings: of(&|row| row.findings.into()),
        repeats: of(&|row| row.repeats.into()),
        charged_tokens: spent(&|spent| spent.charged_tokens as f64),
        cost_usd: spread(rows.iter().map(dollars), 1e6),
        seconds: spent(&|spent| spent.seconds as f64),
    }
}

/// Of figures of which each is known; the mean is kept to so many parts of one.
fn spread(figures: impl Iterator<Item = Option<f64>>, parts: f64) -> Option<Spread> {
    let figures: Vec<f64> = figures.collect::<Option<_>>()?;
    let (first, sum) = (*figures.first()?, figures.iter().sum::<f64>());
    let mean = sum / figures.len() as f64;
    Some(Spread {
        mean: (mean * parts).round() / parts,
        least: figures.iter().copied().fold(first, f64::min),
        most: figures.iter().copied().fold(first, f64::max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_of_figures_that_are_all_known() {
        let of = |figures: &[Option<f64>]| spread(figures.iter().copied(), 10.0);
        let spread = Spread { mean: 1.7, least: 1.0, most: 2.0 };
        assert_eq!(of(&[Some(2.0), Some(1.0), Some(2.0)]), Some(spread));
        assert_eq!(of(&[Some(2.0), None]), None);
        assert_eq!(of(&[]), None);
    }
}
