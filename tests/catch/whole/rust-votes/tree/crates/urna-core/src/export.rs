use std::collections::BTreeMap;

use crate::ballot::Ballot;
use crate::member::{Member, MemberId};
use crate::poll::{OptionId, Poll};

/// Quotes a field and defuses what a spreadsheet would run as a formula.
pub(crate) fn csv_field(text: &str) -> String {
    let defused = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_string()
    };
    format!("\"{}\"", defused.replace('"', "\"\""))
}

/// The labels of the choices, joined by `; `.
pub(crate) fn labels(poll: &Poll, choices: &[OptionId]) -> String {
    let names: Vec<&str> = choices
        .iter()
        .filter_map(|c| poll.options.iter().find(|o| o.id == *c))
        .map(|o| o.label.as_str())
        .collect();
    names.join("; ")
}

/// One line for each ballot, by member.
pub fn ballots_csv(poll: &Poll, members: &[Member], ballots: &[Ballot]) -> String {
    let names: BTreeMap<MemberId, &Member> = members.iter().map(|m| (m.id, m)).collect();
    let mut out = String::from("member,email,choices,cast_at\n");
    for ballot in ballots {
        let (name, email) = match names.get(&ballot.member) {
            Some(m) => (m.name.as_str(), m.email.as_str()),
            None => ("", ""),
        };
        out.push_str(&format!(
            "{},{},{},{}\n",
            csv_field(name),
            csv_field(email),
            csv_field(&labels(poll, &ballot.choices)),
            ballot.cast_at
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_defused() {
        assert_eq!(csv_field("=HYPERLINK(1)"), "\"'=HYPERLINK(1)\"");
        assert_eq!(csv_field("say \"aye\""), "\"say \"\"aye\"\"\"");
    }
}
