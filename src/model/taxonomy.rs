//! The finding taxonomy of DESIGN.md §6: categories, subcategories, severities.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a finding weighs. Ordered: `Info < Minor < Major < Blocker`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Severity {
    /// Worth knowing; asks for nothing.
    Info,
    /// Should be mended; never stops a review.
    Minor,
    /// One to three ask for remediation, more reject.
    Major,
    /// One rejects.
    Blocker,
}

impl Severity {
    /// All severities, worst first.
    pub const WORST_FIRST: [Severity; 4] =
        [Severity::Blocker, Severity::Major, Severity::Minor, Severity::Info];

    /// As in the evidence: `BLOCKER`, `MAJOR`, `MINOR`, `INFO`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "INFO",
            Severity::Minor => "MINOR",
            Severity::Major => "MAJOR",
            Severity::Blocker => "BLOCKER",
        }
    }

    /// Lowered as GATES.md R41 and R49 say: BLOCKER and MAJOR to MINOR, MINOR to INFO.
    #[must_use]
    pub const fn lowered(self) -> Self {
        match self {
            Severity::Blocker | Severity::Major => Severity::Minor,
            Severity::Minor | Severity::Info => Severity::Info,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The five families of defects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the names are the documentation: DESIGN.md §6")]
pub enum Category {
    StructureDefect,
    CoverageDefect,
    CousinDefect,
    ImplementabilityDefect,
    AtomicityDefect,
}

impl Category {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Category::StructureDefect => "STRUCTURE_DEFECT",
            Category::CoverageDefect => "COVERAGE_DEFECT",
            Category::CousinDefect => "COUSIN_DEFECT",
            Category::ImplementabilityDefect => "IMPLEMENTABILITY_DEFECT",
            Category::AtomicityDefect => "ATOMICITY_DEFECT",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

macro_rules! subcategories {
    ($($name:ident, $text:literal, $category:ident, $severity:ident, $meaning:literal;)*) => {
        /// What kind of defect, within its category.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum Subcategory {
            $(#[doc = $meaning] #[serde(rename = $text)] $name,)*
        }

        impl Subcategory {
            /// Every subcategory, in the order of DESIGN.md §6.
            pub const ALL: &[Subcategory] = &[$(Subcategory::$name,)*];

            /// As in the evidence.
            pub const fn as_str(self) -> &'static str {
                match self { $(Subcategory::$name => $text,)* }
            }

            /// The category it belongs to.
            pub const fn category(self) -> Category {
                match self { $(Subcategory::$name => Category::$category,)* }
            }

            /// The severity it has unless a rule says otherwise.
            pub const fn default_severity(self) -> Severity {
                match self { $(Subcategory::$name => Severity::$severity,)* }
            }

            /// One sentence for `explain`.
            pub const fn meaning(self) -> &'static str {
                match self { $(Subcategory::$name => $meaning,)* }
            }
        }
    };
}

subcategories! {
    DependencyCycle, "DEPENDENCY_CYCLE", StructureDefect, Blocker,
        "Tickets depend on each other in a circle, so no order exists in which they can be done.";
    BrokenRef, "BROKEN_REF", StructureDefect, Blocker,
        "Something named by id or path does not exist.";
    SchemaViolation, "SCHEMA_VIOLATION", StructureDefect, Blocker,
        "A file cannot be read, or lacks the shape that everything else relies on.";
    PhaseMisordering, "PHASE_MISORDERING", StructureDefect, Major,
        "Work is ordered so that something is needed before the ticket that makes it.";
    ScopeGap, "SCOPE_GAP", CoverageDefect, Blocker,
        "A requirement of the RFC has no ticket that would bring it about.";
    OrphanTicket, "ORPHAN_TICKET", CoverageDefect, Major,
        "A ticket serves no requirement, so nobody can say when it is right.";
    ScopeOverlap, "SCOPE_OVERLAP", CoverageDefect, Minor,
        "Two tickets claim the same work.";
    EvidenceGap, "EVIDENCE_GAP", CoverageDefect, Major,
        "Nothing would show that the work was done: no criterion, no artifact, no check.";
    CousinViolation, "COUSIN_VIOLATION", CousinDefect, Blocker,
        "A ticket builds again what the code base already has.";
    CcpMismatch, "CCP_MISMATCH", CousinDefect, Blocker,
        "A path of a ticket does not fit the components that exist.";
    IgnoredExtensionPoint, "IGNORED_EXTENSION_POINT", CousinDefect, Major,
        "A ticket passes by the place that exists for just this kind of addition.";
    DecisionConflict, "DECISION_CONFLICT", CousinDefect, Blocker,
        "A ticket goes against a design decision of its RFC.";
    IncompletePlan, "INCOMPLETE_PLAN", ImplementabilityDefect, Blocker,
        "An implementer would have to invent a part of the work.";
    MissingVerification, "MISSING_VERIFICATION", ImplementabilityDefect, Major,
        "No command or measurable criterion tells whether the ticket is done.";
    AgentContextGap, "AGENT_CONTEXT_GAP", ImplementabilityDefect, Major,
        "The ticket needs knowledge that neither it nor what it names contains.";
    AmbiguousScope, "AMBIGUOUS_SCOPE", ImplementabilityDefect, Major,
        "Two careful readers would do different things.";
    RequirementViolation, "REQUIREMENT_VIOLATION", ImplementabilityDefect, Blocker,
        "Done as written, the work goes against a requirement or contract, or leaves a part of it undone.";
    SecurityHazard, "SECURITY_HAZARD", ImplementabilityDefect, Blocker,
        "Done as written, the work can be abused, or loses or discloses data.";
    AtomicityViolation, "ATOMICITY_VIOLATION", AtomicityDefect, Blocker,
        "The ticket cannot land as one change.";
    ScopeTooLarge, "SCOPE_TOO_LARGE", AtomicityDefect, Major,
        "The ticket touches more than one reviewable change should.";
    MultiComponent, "MULTI_COMPONENT", AtomicityDefect, Major,
        "The ticket reaches over more components than one change should.";
    MergeUnsafe, "MERGE_UNSAFE", AtomicityDefect, Blocker,
        "Merging this ticket alone would leave the code broken.";
}

impl fmt::Display for Subcategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_taxonomy_is_the_one_of_the_design() {
        let line = |category: Category| {
            let of = Subcategory::ALL.iter().filter(|s| s.category() == category);
            of.map(|s| format!("{s} {}", &s.default_severity().as_str()[..2]))
                .collect::<Vec<_>>()
                .join(", ")
        };
        assert_eq!(
            line(Category::StructureDefect),
            "DEPENDENCY_CYCLE BL, BROKEN_REF BL, SCHEMA_VIOLATION BL, PHASE_MISORDERING MA"
        );
        assert_eq!(
            line(Category::CoverageDefect),
            "SCOPE_GAP BL, ORPHAN_TICKET MA, SCOPE_OVERLAP MI, EVIDENCE_GAP MA"
        );
        assert_eq!(
            line(Category::CousinDefect),
            "COUSIN_VIOLATION BL, CCP_MISMATCH BL, IGNORED_EXTENSION_POINT MA, DECISION_CONFLICT BL"
        );
        assert_eq!(
            line(Category::ImplementabilityDefect),
            "INCOMPLETE_PLAN BL, MISSING_VERIFICATION MA, AGENT_CONTEXT_GAP MA, AMBIGUOUS_SCOPE MA, \
             REQUIREMENT_VIOLATION BL, SECURITY_HAZARD BL"
        );
        assert_eq!(
            line(Category::AtomicityDefect),
            "ATOMICITY_VIOLATION BL, SCOPE_TOO_LARGE MA, MULTI_COMPONENT MA, MERGE_UNSAFE BL"
        );
    }

    #[test]
    fn lowering_never_raises() {
        for severity in Severity::WORST_FIRST {
            assert!(severity.lowered() <= severity);
        }
    }
}
