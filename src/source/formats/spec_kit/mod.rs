//! The reader of spec-kit's features: `spec.md`, `plan.md` and `tasks.md` of a folder directly below
//! `specs/`. What its grammar does not match is no entity; it repairs nothing and follows no link.

mod citations;
mod discovery;
mod feature;
mod format;
mod spec;
mod stories;
mod task_line;
mod tasks;
mod waits;

pub use citations::{RequirementCitation, citations, is_of_other_feature};
pub use discovery::{FeatureFolders, is_detected};
pub use feature::{COMPANIONS, Feature, PLAN, SPEC, TASKS};
pub use format::SpecKit;
pub(super) use format::SpecKitFormat;
pub use spec::{is_spec_entry, requirement_family};
pub use stories::{StoryRef, story_references};
pub use task_line::is_task;
pub use tasks::{FeatureTask, TaskReading};
pub use waits::task_number;
