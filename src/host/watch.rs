//! Changes of files, told by the system, or where that cannot be, found by looking once a second.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

/// Editors write a file in several steps, and git several files: what follows within this time is
/// one change.
const QUIET: Duration = Duration::from_millis(80);
/// Between two looks, where the system tells nothing.
const LOOK: Duration = Duration::from_secs(1);

/// A watch over folders, without what is below them.
pub struct FolderWatch {
    told: UnboundedReceiver<()>,
    watcher: Box<dyn Watcher + Send>,
    folders: BTreeSet<PathBuf>,
}

impl FolderWatch {
    /// Over no folder yet.
    ///
    /// # Errors
    /// What the system said.
    pub fn new() -> Result<Self, String> {
        let (tell, told) = unbounded_channel();
        let watcher: Box<dyn Watcher + Send> =
            match RecommendedWatcher::new(teller(tell.clone()), Config::default()) {
                Ok(watcher) => Box::new(watcher),
                Err(_) => looking(tell)?,
            };
        Ok(Self { told, watcher, folders: BTreeSet::new() })
    }

    /// Watches these folders, too; of one that is not there, the nearest one above it. Whether one of
    /// them was not watched before, so that what happened until now may have been missed.
    ///
    /// # Errors
    /// What the system said, even to looking.
    pub fn add(&mut self, folders: &BTreeSet<PathBuf>) -> Result<bool, String> {
        let there = |folder: &PathBuf| {
            folder.ancestors().find(|above| above.is_dir()).map(Path::to_path_buf)
        };
        let new: BTreeSet<PathBuf> = folders.iter().filter_map(there).collect();
        let new: Vec<PathBuf> = new.difference(&self.folders).cloned().collect();
        for folder in &new {
            if self.watcher.watch(folder, RecursiveMode::NonRecursive).is_err() {
                // As many as the system allows are watched: from now on all are looked at.
                let (tell, told) = unbounded_channel();
                let mut watcher = looking(tell)?;
                for folder in self.folders.iter().chain(&new) {
                    let watched = watcher.watch(folder, RecursiveMode::NonRecursive);
                    watched.map_err(|fault| fault.to_string())?;
                }
                (self.watcher, self.told) = (watcher, told);
                break;
            }
        }
        self.folders.extend(new.iter().cloned());
        Ok(!new.is_empty())
    }

    /// Completes when something has changed and it is quiet again.
    pub async fn changed(&mut self) {
        if self.told.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
        while let Ok(Some(())) = timeout(QUIET, self.told.recv()).await {}
    }
}

fn looking(tell: UnboundedSender<()>) -> Result<Box<dyn Watcher + Send>, String> {
    let watcher = PollWatcher::new(teller(tell), Config::default().with_poll_interval(LOOK));
    Ok(Box::new(watcher.map_err(|fault| fault.to_string())?))
}

/// Reading is no change: the tool itself reads what it watches.
fn teller(tell: UnboundedSender<()>) -> impl Fn(notify::Result<Event>) + Send + 'static {
    move |event| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            // Nobody listens once the watch is over.
            let _ = tell.send(());
        }
    }
}
