//! A main spec: the requirements of a capability that are in force.

use std::collections::{HashMap, HashSet};

use super::blocks::{OpenBlock, RequirementBlock};
use super::delta::DeltaOperation;
use super::headers::{requirement, section};
use crate::source::subject::SubjectDocument;

/// What a main spec says.
#[derive(Debug)]
pub struct MainSpec {
    /// Its file.
    pub document: SubjectDocument,
    /// Whether it has a section of requirements: without one, nothing of it is in force.
    pub has_requirements: bool,
    /// The line of the first section of a delta in it.
    pub delta_section: Option<u32>,
    /// The requirements in force, in order, those that stand twice included.
    pub requirements: Vec<RequirementBlock>,
    names: HashSet<String>,
}

impl MainSpec {
    /// Reads a main spec.
    pub fn of(document: SubjectDocument) -> Self {
        let (mut has_requirements, mut delta_section) = (false, None);
        let (mut is_inside, mut open) = (false, None::<OpenBlock>);
        let mut requirements = Vec::new();
        for line in document.lines() {
            if let Some(title) = section(line.text) {
                requirements.extend(open.take().map(OpenBlock::close));
                // A second section of that name is not read.
                is_inside = !has_requirements && title.eq_ignore_ascii_case("Requirements");
                has_requirements |= is_inside;
                if DeltaOperation::of_section(title).is_some() {
                    delta_section = delta_section.or(Some(line.number));
                }
            } else if is_inside {
                match requirement(line.text) {
                    Some(name) => {
                        let next = OpenBlock::new(name, line);
                        requirements.extend(open.replace(next).map(OpenBlock::close));
                    }
                    None => {
                        if let Some(block) = &mut open {
                            block.push(line);
                        }
                    }
                }
            }
        }
        requirements.extend(open.map(OpenBlock::close));
        let names = requirements.iter().map(|block| block.name.clone()).collect();
        Self { document, has_requirements, delta_section, requirements, names }
    }

    /// The requirements by name; of several with one name the last, which archiving keeps.
    pub fn by_name(&self) -> HashMap<&str, &RequirementBlock> {
        self.requirements.iter().map(|block| (block.name.as_str(), block)).collect()
    }

    /// Whether a requirement of just this name is in force.
    pub fn holds(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}
