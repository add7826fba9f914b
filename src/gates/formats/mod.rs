//! Gates 1 to 4 over subjects of other formats, each by the rules of its own, and what belongs to none of
//! them. A format is a folder and a line in `FORMATS`; nothing else here knows one.

pub mod bmad;
pub mod openspec;
pub mod spec_kit;

use super::overview::Overview;
use super::rule_info::RuleInfo;
use crate::model::{Adapter, Finding, GateResult};
use crate::source::Dossier;
use crate::source::formats::{FormatPlans, FormatSubject};
use crate::source::subject::TrackedFiles;

/// The rules of a format other than YAML, and how its plans are judged by them.
pub(super) struct FormatRules {
    pub(super) adapter: Adapter,
    /// What the ids of its rules begin with.
    pub(super) letter: &'static str,
    /// In the order of their numbers.
    pub(super) rules: &'static [&'static RuleInfo],
    /// Gates 1 to 4 over one subject; `None` of a subject of another format.
    check: fn(&Sight<'_>, &dyn FormatSubject) -> Option<Vec<GateResult>>,
    /// What belongs to no subject; `None` of plans of another format.
    outside: fn(&Sight<'_>) -> Option<Vec<Finding>>,
}

/// The formats, in the order of their rules.
pub(super) const FORMATS: [FormatRules; 3] = [spec_kit::FORMAT, openspec::FORMAT, bmad::FORMAT];

/// What subjects of a format are judged in sight of.
struct Sight<'a> {
    overview: &'a Overview,
    /// The plans of the format that the repository has.
    plans: Option<&'a dyn FormatPlans>,
    tracked: &'a TrackedFiles,
}

impl<'a> Sight<'a> {
    /// The plans as those of one format.
    fn plans<T: FormatPlans>(&self) -> Option<&'a T> {
        self.plans?.known_as()
    }
}

impl Overview {
    /// The gates over one subject of another format, in sight of all others.
    pub(super) fn check_format(
        &self,
        dossier: &Dossier,
        subject: &dyn FormatSubject,
    ) -> Vec<GateResult> {
        let adapter = dossier.subject.adapter();
        let format = FORMATS.iter().find(|format| format.adapter == adapter);
        let plans = self.library().formats.plans().find(|plans| plans.adapter() == adapter);
        let sight = Sight { overview: self, plans, tracked: self.tracked(&dossier.beside) };
        format.and_then(|format| (format.check)(&sight, subject)).unwrap_or_default()
    }

    /// What belongs to no subject of another format.
    pub(super) fn outside_every_subject(&self) -> Vec<Finding> {
        let of = |format: &FormatRules| {
            let mut plans = self.library().formats.plans();
            let plans = plans.find(|plans| plans.adapter() == format.adapter)?;
            let tracked = self.tracked(&[]);
            (format.outside)(&Sight { overview: self, plans: Some(plans), tracked })
        };
        FORMATS.iter().filter_map(of).flatten().collect()
    }
}
