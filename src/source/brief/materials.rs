//! Materials as they are gathered: under caps, and without what is shown to nobody.

use super::{Excluded, Material, MaterialKind};
use crate::model::{Digest, LinedText};
use crate::port::{Snapshot, beneath};
use crate::source::exclusion::{Exclusion, MOST_BYTES, NoText, shown, text_of};

/// The most materials of one brief.
pub const MOST_FILES: usize = 64;
/// The most bytes of all of them together.
pub const MOST_TOTAL: usize = 4 << 20;

/// Why a file that a person named is not taken. One line each, with the next act.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefusedMaterial {
    /// Its path leads elsewhere.
    #[error("{0:?} is outside the repository: name a file below its root, as in docs/plan.md")]
    Outside(String),
    /// It is a folder.
    #[error("{0} is a folder: name its files one by one")]
    Folder(String),
    /// The tree does not list it.
    #[error(
        "there is no file {0} in what is read: check the path, and that git does not ignore it"
    )]
    Missing(String),
    /// It cannot be read.
    #[error("cannot read {0}: {1}")]
    Failed(String, String),
    /// It is shown to nobody.
    #[error("{0} is not shown to members: {why}", why = reason(*.1))]
    Excluded(String, Exclusion),
}

/// Why nobody is shown it, and what to do.
const fn reason(why: Exclusion) -> &'static str {
    match why {
        Exclusion::Binary => "it is binary (BINARY); name a text file",
        Exclusion::NotUtf8 => "it is not UTF-8 (NOT_UTF8); save it as UTF-8",
        Exclusion::TooLarge => "it has more than 1 MiB (TOO_LARGE); name a smaller file",
        Exclusion::TooMany => {
            "a brief has at most 64 materials and 4 MiB (TOO_MANY); name fewer files"
        }
        Exclusion::Link => "it is a link or no regular file (LINK); name the file itself",
        Exclusion::SecretSuspected => {
            "its name or text is that of a secret (SECRET_SUSPECTED); name a file without secrets"
        }
    }
}

/// How the outline of a text is made: from its name and what it says.
pub(super) type Outliner<'o> = &'o dyn Fn(&str, &str) -> Vec<String>;

/// What was gathered so far.
pub struct Materials<'o> {
    outline: Outliner<'o>,
    kept: Vec<Material>,
    excluded: Vec<Excluded>,
    bytes: usize,
}

impl<'o> Materials<'o> {
    /// None yet.
    pub fn new(outline: Outliner<'o>) -> Self {
        Self { outline, kept: Vec::new(), excluded: Vec::new(), bytes: 0 }
    }

    /// A file that a person named.
    ///
    /// # Errors
    /// It is outside, not there, or shown to nobody.
    pub fn name(&mut self, snapshot: &dyn Snapshot, path: &str) -> Result<(), RefusedMaterial> {
        let bare = path.strip_prefix("./").unwrap_or(path);
        let is_step = |step: &str| matches!(step, "" | "." | "..");
        if bare.split('/').any(is_step) || bare.contains(|c: char| c == '\\' || c.is_control()) {
            return Err(RefusedMaterial::Outside(path.chars().take(200).collect()));
        }
        self.read(snapshot, bare).map_err(|why| match why {
            NoText::Missing if beneath(snapshot.entries(), bare).next().is_some() => {
                RefusedMaterial::Folder(bare.to_owned())
            }
            NoText::Missing => RefusedMaterial::Missing(bare.to_owned()),
            NoText::Failed(why) => RefusedMaterial::Failed(bare.to_owned(), why),
            NoText::Excluded(why) => RefusedMaterial::Excluded(bare.to_owned(), why),
        })
    }

    /// A file that belongs to what a person named: what may not be shown is excluded.
    pub fn take(&mut self, snapshot: &dyn Snapshot, path: &str) {
        if let Err(NoText::Excluded(why)) = self.read(snapshot, path) {
            self.exclude(path, why);
        }
    }

    /// A text that code or a person made.
    ///
    /// # Errors
    /// It is shown to nobody.
    pub fn add(
        &mut self,
        kind: MaterialKind,
        name: &str,
        text: String,
    ) -> Result<(), RefusedMaterial> {
        let refused = |why| RefusedMaterial::Excluded(name.to_owned(), why);
        let digest = Digest::of(text.as_bytes());
        let text = shown(text.into_bytes()).map_err(refused)?;
        self.keep(kind, name, text, digest).map_err(refused)
    }

    /// A file that would be shown, and is not.
    pub fn exclude(&mut self, path: &str, why: Exclusion) {
        self.excluded.push(Excluded { path: path.to_owned(), why });
    }

    fn read(&mut self, snapshot: &dyn Snapshot, path: &str) -> Result<(), NoText> {
        let is_there = |kept: &Material| kept.name == path && kept.kind == MaterialKind::File;
        if self.kept.iter().any(is_there) {
            return Ok(());
        }
        let (text, digest) = text_of(snapshot, path)?;
        self.keep(MaterialKind::File, path, text, digest).map_err(NoText::Excluded)
    }

    fn keep(
        &mut self,
        kind: MaterialKind,
        name: &str,
        text: String,
        digest: Digest,
    ) -> Result<(), Exclusion> {
        if text.len() as u64 > MOST_BYTES {
            return Err(Exclusion::TooLarge);
        }
        if self.kept.len() >= MOST_FILES || self.bytes + text.len() > MOST_TOTAL {
            return Err(Exclusion::TooMany);
        }
        self.bytes += text.len();
        let outline = match kind {
            MaterialKind::File => (self.outline)(name, &text),
            _ => Vec::new(),
        };
        let text = LinedText::of(text);
        self.kept.push(Material { name: name.to_owned(), kind, text, digest, outline });
        Ok(())
    }

    /// What was gathered: what is shown, and what is not.
    pub fn done(self) -> (Vec<Material>, Vec<Excluded>) {
        (self.kept, self.excluded)
    }
}
