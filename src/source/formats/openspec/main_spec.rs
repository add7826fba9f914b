//! A main spec: the requirements of a capability that are in force.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

use super::blocks::{OpenBlock, RequirementBlock, folded};
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
    /// The last requirement of each name, which archiving keeps.
    names: HashMap<String, usize>,
    folded: HashMap<String, usize>,
    looks: HashSet<String>,
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
        let numbered =
            || requirements.iter().map(|block: &RequirementBlock| &block.name).enumerate();
        let names = numbered().map(|(at, name)| (name.clone(), at)).collect();
        let by_fold = numbered().map(|(at, name)| (folded(name), at)).collect();
        let looks = numbered().map(|(_, name)| look(name)).collect();
        Self {
            document,
            has_requirements,
            delta_section,
            requirements,
            names,
            folded: by_fold,
            looks,
        }
    }

    /// The requirement with just this name; of several the last, which archiving keeps.
    pub fn requirement(&self, name: &str) -> Option<&RequirementBlock> {
        self.names.get(name).map(|at| &self.requirements[*at])
    }

    /// Whether a requirement of just this name is in force.
    pub fn holds(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// The name in force that differs from this one in case or blanks alone, if at all.
    pub fn near(&self, name: &str) -> Option<&str> {
        self.folded.get(&folded(name)).map(|at| self.requirements[*at].name.as_str())
    }

    /// Whether a name in force looks like this one, to a reader who sees no code points.
    pub fn has_look_alike(&self, name: &str) -> bool {
        self.looks.contains(&look(name))
    }
}

/// A name as it looks: composed and decomposed letters alike.
fn look(name: &str) -> String {
    name.nfkc().collect::<String>().to_lowercase()
}
