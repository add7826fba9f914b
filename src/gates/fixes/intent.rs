//! What a rule wants to be written, in words of tickets and not of bytes.

/// One thing to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::gates) enum Intent {
    /// The key that begins at a line and column gets this name.
    Rename { file: String, at: (u32, u32), to: String },
    /// The value that begins there says this.
    Say { file: String, at: (u32, u32), to: String },
    /// The entry at a path names this requirement.
    Refer { file: String, path: String, to: String },
    /// The word at a path becomes a list of one.
    Enlist { file: String, path: String },
    /// A ticket waits for these, too.
    Depend { file: String, on: Vec<String> },
}

impl Intent {
    /// The file that it is about.
    pub(super) fn file(&self) -> &str {
        match self {
            Intent::Rename { file, .. }
            | Intent::Say { file, .. }
            | Intent::Refer { file, .. }
            | Intent::Enlist { file, .. }
            | Intent::Depend { file, .. } => file,
        }
    }

    /// What several of them do, for people; `None` without any.
    pub(super) fn told(intents: &[Self]) -> Option<String> {
        let told = |intent: &Self| match intent {
            Intent::Rename { to, .. } => format!("rename the key to `{to}`"),
            Intent::Say { to, .. } | Intent::Refer { to, .. } => format!("write `{to}`"),
            Intent::Enlist { .. } => "make it a list of one entry".to_owned(),
            Intent::Depend { file, on } => {
                let name = file.rsplit('/').next().unwrap_or(file);
                format!("add {} to the dependencies in {name}", on.join(" and "))
            }
        };
        (!intents.is_empty()).then(|| intents.iter().map(told).collect::<Vec<_>>().join("; "))
    }
}
