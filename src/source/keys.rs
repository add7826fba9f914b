//! The keys that are read, level by level (GATES.md R52). A key that no level has is ignored; one
//! that looks like a key which is missing is a slip.

use crate::yaml::NodeRef;

/// What stands under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Dependencies on other tickets.
    Dependencies,
    /// References to requirements, or requirements.
    Requirements,
    /// What shows that the work is done.
    Criteria,
    /// Tests, or a part of a plan that the gates weigh as much as the lists above.
    Weighty,
    /// Anything else.
    Other,
}

/// A key that is read.
#[derive(Debug)]
pub struct Key {
    /// As it is spelled.
    pub name: &'static str,
    /// What stands under it.
    pub holds: Holds,
    /// What is read below it.
    pub(super) below: Option<&'static KeyLevel>,
}

/// A mapping whose keys are known, or a list of such.
#[derive(Debug)]
pub struct KeyLevel {
    /// Its keys, in groups that levels share.
    groups: &'static [&'static [Key]],
    /// What the items are, where a list stands in its place.
    pub(super) items: Option<&'static KeyLevel>,
    /// Keys that say one thing: where one of a group stands, none of the group is missing.
    same: &'static [&'static [&'static str]],
}

impl KeyLevel {
    /// Its keys.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// Whether a key stands in a mapping, or one that says the same.
    pub(super) fn is_said(&self, name: &str, is_present: impl Fn(&str) -> bool) -> bool {
        let same = self.same.iter().find(|group| group.contains(&name));
        is_present(name) || same.is_some_and(|group| group.iter().any(|key| is_present(key)))
    }

    /// The key of this name.
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }
}

const fn key(name: &'static str) -> Key {
    Key { name, holds: Holds::Other, below: None }
}

const fn holding(name: &'static str, holds: Holds) -> Key {
    Key { name, holds, below: None }
}

const fn over(name: &'static str, holds: Holds, below: &'static KeyLevel) -> Key {
    Key { name, holds, below: Some(below) }
}

const fn level(groups: &'static [&'static [Key]]) -> KeyLevel {
    KeyLevel { groups, items: None, same: &[] }
}

const fn list(items: &'static KeyLevel) -> KeyLevel {
    KeyLevel { groups: &[], items: Some(items), same: &[] }
}

use Holds::{Criteria, Dependencies, Other, Requirements, Weighty};

/// The root of a ticket.
pub static ROOT: KeyLevel = KeyLevel {
    groups: &[
        &[
            over("ticket_meta", Other, &META),
            over("ticket", Other, &FLAT),
            over("dependencies", Dependencies, &DEPENDENCIES),
        ],
        SECTIONS,
    ],
    items: None,
    // A ticket has one of the two roots.
    same: &[&["ticket", "ticket_meta"]],
};

/// `ticket_meta`.
pub static META: KeyLevel = level(&[
    &[
        over("ticket", Other, &HEADER),
        over("binds", Other, &BINDS),
        over("dependencies", Dependencies, &DEPENDENCIES),
        key("custody"),
    ],
    SECTIONS,
]);

/// `ticket_meta.ticket`.
pub static HEADER: KeyLevel = level(&[OF_HEADER]);
/// `ticket_meta.binds`, `ticket.source`.
pub static BINDS: KeyLevel = level(&[OF_BINDS]);

/// `ticket`, where it is the root.
pub static FLAT: KeyLevel = level(&[
    OF_HEADER,
    OF_BINDS,
    &[
        over("source", Other, &BINDS),
        over("dependencies", Dependencies, &FLAT_DEPENDENCIES),
        over("depends_on", Dependencies, &DEPENDENCY_LIST),
        key("custody"),
    ],
    SECTIONS,
]);

const OF_HEADER: &[Key] = &[key("id"), key("title"), key("status"), key("phase")];

const OF_BINDS: &[Key] = &[
    key("rfc_id"),
    key("prd_id"),
    over("requirements", Requirements, &REQUIREMENT_LIST),
    over("requirement_ids", Requirements, &REQUIREMENT_LIST),
    key("evidence_artifacts"),
];

/// What tickets of all shapes have at their root, in `ticket_meta` or in `ticket`.
const SECTIONS: &[Key] = &[
    over("acceptance_criteria", Criteria, &CRITERIA),
    over("test_requirements", Weighty, &TESTS),
    over("definition_of_done", Criteria, &DONE),
    holding("success_criteria", Criteria),
    over("scope", Other, &SCOPE),
    key("in_scope"),
    key("out_of_scope"),
    over("plan", Other, &PLAN),
    key("verification"),
    key("summary"),
    key("description"),
    over("notes", Other, &NOTES),
    over("implementation", Other, &IMPLEMENTATION),
    over("cousin_justification", Other, &JUSTIFICATION),
    over("cousin_justifications", Other, &JUSTIFICATION),
];

static DEPENDENCIES: KeyLevel = KeyLevel {
    groups: &[&[over("tickets", Dependencies, &DEPENDENCY_LIST)]],
    items: Some(&DEPENDENCY),
    same: &[],
};
static FLAT_DEPENDENCIES: KeyLevel = KeyLevel {
    groups: &[&[over("blocked_by", Dependencies, &DEPENDENCY_LIST), key("blocks")]],
    items: Some(&DEPENDENCY),
    same: &[],
};
static DEPENDENCY_LIST: KeyLevel = list(&DEPENDENCY);
static DEPENDENCY: KeyLevel = level(&[&[key("ticket_id"), key("id"), key("reason")]]);
static REQUIREMENT_LIST: KeyLevel = list(&REQUIREMENT);
static REQUIREMENT: KeyLevel =
    level(&[&[key("requirement_id"), key("id"), key("requirement_ref"), key("ref")]]);
static CRITERIA: KeyLevel = list(&CRITERION);
static CRITERION: KeyLevel = level(&[&[
    key("criterion"),
    key("statement"),
    key("description"),
    key("text"),
    key("verification"),
    key("verification_command"),
]]);
static DONE: KeyLevel = level(&[&[
    holding("criteria", Criteria),
    over("acceptance_criteria", Criteria, &CRITERIA),
    holding("success_criteria", Criteria),
    key("evidence_ids"),
]]);
static SCOPE: KeyLevel = level(&[&[key("in_scope"), key("out_of_scope")]]);
static PLAN: KeyLevel = level(&[&[over("steps", Other, &STEPS)]]);
static STEPS: KeyLevel = list(&STEP);
static STEP: KeyLevel = KeyLevel {
    groups: &[&[key("action"), key("title"), key("description"), key("details"), key("step")]],
    items: None,
    same: &[&["action", "title", "description"]],
};
static TESTS: KeyLevel = list(&TEST);
static TEST: KeyLevel = KeyLevel {
    groups: &[&[
        key("test_id"),
        key("description"),
        holding("verification_command", Weighty),
        holding("command", Weighty),
    ]],
    items: None,
    same: &[&["verification_command", "command"]],
};

/// `implementation`.
pub static IMPLEMENTATION: KeyLevel = level(&[
    FILES,
    &[
        key("summary"),
        over("implementation_steps", Other, &STEPS),
        over("steps", Other, &STEPS),
        key("code_examples"),
        over("cousin_justification", Other, &JUSTIFICATION),
        over("acceptance_criteria", Criteria, &CRITERIA),
        holding("criteria", Criteria),
        holding("success_criteria", Criteria),
    ],
]);

const FILES: &[Key] = &[
    key("files_to_create"),
    key("files_to_modify"),
    key("files_to_delete"),
    key("files_to_reference"),
];

static NOTES: KeyLevel = level(&[&[
    key("affected_file"),
    key("affected_files"),
    key("files"),
    over("codebase_context", Other, &CONTEXT),
    key("verification"),
]]);
static CONTEXT: KeyLevel = level(&[
    FILES,
    &[
        key("new_files"),
        key("extend_files"),
        key("reference_files"),
        key("create"),
        key("extend"),
        key("reference"),
    ],
]);
static JUSTIFICATION: KeyLevel =
    KeyLevel { groups: &[OF_JUSTIFICATION], items: Some(&ONE_JUSTIFICATION), same: &[] };
static ONE_JUSTIFICATION: KeyLevel = level(&[OF_JUSTIFICATION]);
const OF_JUSTIFICATION: &[Key] = &[
    key("file_path"),
    key("existing_component"),
    key("capability_gap"),
    key("decision"),
    key("decision_rationale"),
];

/// `rfc_meta` of an RFC's file 00.
pub static RFC_META: KeyLevel =
    level(&[&[over("rfc", Other, &RFC_HEADER), over("binds_to_prd", Other, &RFC_BINDING)]]);
static RFC_HEADER: KeyLevel = level(&[&[key("id"), key("title"), key("status")]]);
static RFC_BINDING: KeyLevel =
    level(&[&[key("prd_id"), key("secondary_prd"), key("secondary_prds")]]);

/// What stands below the root key of an RFC's file 01: the containers of requirements and the keys on
/// the way to them.
pub static RFC_PROBLEM: KeyLevel = level(&[&[
    key("problem_statement"),
    over("requirement_binding", Requirements, &REQUIREMENT_BINDING),
    over("imports", Requirements, &IMPORTS),
    over("imported_requirements", Requirements, &RFC_REQUIREMENT_LIST),
    over("additional_requirements", Requirements, &RFC_REQUIREMENT_LIST),
    over("derived_requirements", Requirements, &RFC_REQUIREMENT_LIST),
    over("rfc_local_requirements", Requirements, &REQUIREMENTS),
]]);
static REQUIREMENT_BINDING: KeyLevel = level(&[&[
    over("bound_requirement_ids", Requirements, &RFC_REQUIREMENT_LIST),
    over("added_rfc_only_requirements", Requirements, &LOCAL_REQUIREMENTS),
]]);
static LOCAL_REQUIREMENTS: KeyLevel =
    level(&[&[over("local_requirements", Requirements, &RFC_REQUIREMENT_LIST)]]);
static IMPORTS: KeyLevel = level(&[&[
    over("prd_requirements", Requirements, &RFC_REQUIREMENT_LIST),
    over("from_prd", Requirements, &REQUIREMENTS),
]]);
static REQUIREMENTS: KeyLevel =
    level(&[&[over("requirements", Requirements, &RFC_REQUIREMENT_LIST)]]);

static RFC_REQUIREMENT_LIST: KeyLevel = list(&RFC_REQUIREMENT);
static RFC_REQUIREMENT: KeyLevel =
    KeyLevel { groups: &[OF_REQUIREMENT], items: None, same: SAME_IN_REQUIREMENT };

/// The body of a file of `requirements/`.
pub static REQUIREMENT_FILE: KeyLevel = KeyLevel {
    groups: &[OF_REQUIREMENT, &[key("status")]],
    items: None,
    same: SAME_IN_REQUIREMENT,
};

const OF_REQUIREMENT: &[Key] = &[
    key("id"),
    key("requirement_id"),
    key("rfc_local_id"),
    key("prd_requirement_id"),
    key("source_id"),
    key("title"),
    key("name"),
    key("summary"),
    key("statement"),
    key("requirement_text"),
    key("description"),
    key("acceptance_criteria"),
];
const SAME_IN_REQUIREMENT: &[&[&str]] = &[
    &["id", "requirement_id", "rfc_local_id", "prd_requirement_id", "source_id"],
    &["title", "name", "summary"],
    &["statement", "requirement_text", "description"],
];

/// An entry of an RFC's file 06.
pub static PLANNED: KeyLevel = level(&[&[
    key("ticket_id"),
    key("final_id"),
    key("title"),
    key("phase"),
    holding("depends_on", Dependencies),
    holding("blocked_by", Dependencies),
    holding("dependencies", Dependencies),
    holding("requirement_ids", Requirements),
    holding("requirements", Requirements),
    holding("requirements_covered", Requirements),
    holding("binds", Requirements),
]]);

/// The first of these keys that holds a value.
pub(super) fn first_of<'d>(node: NodeRef<'d>, keys: &[&str]) -> Option<NodeRef<'d>> {
    keys.iter().filter_map(|key| node.get(key)).find(|value| !value.is_null())
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
