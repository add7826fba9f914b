//! The documents that are open, and the repository that they are of.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ls_types::Uri;

use crate::app::fix::{self, FixPlan};
use crate::app::judged::Judged;
use crate::app::scope::Scope;
use crate::app::workspace;
use crate::config::{self, Config, ConfigFault, ConfigOrigin};
use crate::model::{Day, SubjectId};
use crate::port::{Clock as _, Overlay};
use crate::wiring::clock;
use crate::wiring::repository::OpenRepository;
use crate::wiring::{RepositoryOptions, WiringFault};
use crate::yaml::Limits;

/// A repository with unsaved text above it.
pub(super) struct Documents {
    place: RepositoryOptions,
    opened: OpenRepository,
    root: PathBuf,
    config: Config,
    /// What is wrong with the council.yaml that is open; the last one that was right counts.
    pub(super) config_faults: Vec<ConfigFault>,
    /// By path from the root.
    open: BTreeMap<String, String>,
    today: Day,
    /// Worked out when it is asked for.
    fixes: Option<FixPlan>,
}

impl Documents {
    /// Opens the repository of a place, with these documents open.
    pub(super) fn open(
        place: RepositoryOptions,
        open: BTreeMap<String, String>,
    ) -> Result<Self, WiringFault> {
        let opened = OpenRepository::open(&place)?;
        let root = opened.root()?.to_path_buf();
        let today = Day::of(clock()?.now());
        let config = opened.workspace.config.clone();
        let config_faults = Vec::new();
        Ok(Self { place, opened, root, config, config_faults, open, today, fixes: None })
    }

    /// The same repository as it is on the disk now.
    pub(super) fn read_again(&mut self) -> Result<(), WiringFault> {
        let open = std::mem::take(&mut self.open);
        let again = Self::open(self.place.clone(), open.clone());
        self.open = open;
        let again = again?;
        let open = std::mem::take(&mut self.open);
        *self = Self { open, ..again };
        Ok(())
    }

    /// The path from the root of what an address names; `None` for what is elsewhere.
    pub(super) fn path(&self, uri: &Uri) -> Option<String> {
        let file = uri.to_file_path()?;
        let relative = self.opened.relative(&file)?;
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/"))
    }

    /// The address of a path from the root.
    pub(super) fn uri(&self, path: &str) -> Option<Uri> {
        Uri::from_file_path(self.root.join(Path::new(path)))
    }

    pub(super) fn set(&mut self, path: String, text: String) {
        self.open.insert(path, text);
        self.fixes = None;
    }

    pub(super) fn close(&mut self, path: &str) {
        self.open.remove(path);
        self.fixes = None;
    }

    /// The text of a file: as it is open, else as it is on the disk.
    pub(super) fn text(&self, path: &str) -> String {
        match self.open.get(path) {
            Some(text) => text.clone(),
            None => {
                let bytes = self.opened.files().read(path, Limits::TICKET.bytes);
                String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
            }
        }
    }

    fn overlay(&self) -> Overlay<'_> {
        let files = self.open.iter();
        let files = files.map(|(path, text)| (path.clone(), text.clone().into_bytes()));
        Overlay::new(self.opened.files(), files.collect())
    }

    /// What the gates say of it all.
    pub(super) fn judge(&mut self) -> Result<Judged, WiringFault> {
        self.fixes = None;
        self.config_faults.clear();
        if let Some(text) = self.open.get(config::FILE) {
            match config::load(text.as_bytes(), config::FILE, ConfigOrigin::Reviewed) {
                Ok(config) => self.config = config,
                Err(faults) => self.config_faults = faults,
            }
        } else if let Ok(config) = workspace::configuration(self.opened.files(), None) {
            self.config = config;
        }
        Ok(Judged::of(&self.overlay(), &self.config, self.today)?)
    }

    /// The same of these RFCs alone.
    pub(super) fn judge_rfcs(&self, rfcs: &[SubjectId]) -> Result<Judged, WiringFault> {
        Ok(Judged::of_rfcs(&self.overlay(), &self.config, rfcs, self.today)?)
    }

    /// The fixes that are certain.
    pub(super) fn fixes(&mut self) -> Result<&FixPlan, WiringFault> {
        let plan = match self.fixes.take() {
            Some(plan) => plan,
            None => fix::plan(&self.overlay(), &self.config, &Scope::All, self.today)?,
        };
        Ok(self.fixes.insert(plan))
    }
}
