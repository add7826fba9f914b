//! The 80 modes of reasoning, for people.

use super::explain::key_office;
use super::page::{Detail, Page, Style, Tone};
use crate::model::Office;
use crate::prompt::modes::{self, Mode};

/// The modes by category; with everything asked for, what each asks.
pub fn modes_table(offices: &[Office], style: Style) -> String {
    let mut page = Page::new(style);
    let mut categories: Vec<&str> = Vec::new();
    for mode in modes::all() {
        if !categories.contains(&mode.category.as_str()) {
            categories.push(&mode.category);
        }
    }
    for category in categories {
        page.heading(category);
        let modes = modes::all().iter();
        for mode in modes.filter(|mode| mode.category == category) {
            line(&mut page, mode, key_office(mode.id, offices).map(|office| office.name));
        }
    }
    page.gap();
    let seats = "SA-1, SA-2, SA-3: a key mode of that seat.";
    page.line(0, Tone::Quiet, seats);
    let more = "council-review explain mode-47 shows what a mode asks.";
    page.line(0, Tone::Quiet, more);
    page.finish()
}

fn line(page: &mut Page, mode: &Mode, seat: Option<&str>) {
    page.put(Tone::Quiet, &format!("{:>4}", mode.id.number()));
    page.put(Tone::Plain, "  ");
    page.put(Tone::Plain, &mode.name);
    if let Some(seat) = seat {
        page.put(Tone::Plain, "  ");
        page.put(Tone::Act, seat);
    }
    page.end();
    if page.style().detail == Detail::Full {
        page.line(6, Tone::Quiet, &mode.asks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::council::rfc::roster::OFFICES;

    #[test]
    fn all_modes_are_listed_under_twelve_categories() {
        let table = modes_table(&OFFICES, Style::default());
        assert!(table.starts_with("formal\n   1  deductive reasoning  SA-1\n"), "{table}");
        let numbered = |line: &&str| line.starts_with("  ");
        assert_eq!(table.lines().filter(numbered).count(), 80);
        let headings = table.lines().filter(|line| !line.is_empty() && !numbered(line));
        assert_eq!(headings.count(), 12 + 2);
    }
}
