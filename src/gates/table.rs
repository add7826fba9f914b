//! Every rule of every gate, in one table: `explain`, SARIF and the pages of the book are printed from
//! it.

use super::advisory::ADVISORY;
use super::rule_info::RuleInfo;
use super::rules::DECIDED;

/// Every rule that can fire, in the order of GATES.md; the advisory ones last.
pub static RULES: &[&RuleInfo] = &ALL;

static ALL: [&RuleInfo; DECIDED.len() + ADVISORY.len()] = {
    let mut all = [DECIDED[0]; DECIDED.len() + ADVISORY.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = match at.checked_sub(DECIDED.len()) {
            None => DECIDED[at],
            Some(advisory) => ADVISORY[advisory].info,
        };
        at += 1;
    }
    all
};

/// The rule with this id, upper or lower case.
pub fn rule(id: &str) -> Option<&'static RuleInfo> {
    RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(id)).copied()
}
