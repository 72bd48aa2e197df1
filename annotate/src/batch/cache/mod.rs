//! Nothing analysed twice: what an analysis depends on, where it is kept, and who shares it.
//!
//! - [`key`]: everything a result depends on, hashed
//! - [`entry`]: an analysis as bytes, and back
//! - [`desk`]: what the games of one run share
//! - [`place`], [`mod@file`]: what outlives the run, in one `SQLite` file
//!
//! A value found is bit for bit what the search would give, node counts included, so output and
//! report do not depend on what is kept. Whatever is wrong with the file costs time, never truth.

mod desk;
mod entry;
#[cfg(feature = "cache")]
mod file;
#[cfg(not(feature = "cache"))]
#[path = "without_file.rs"]
mod file;
mod key;
#[cfg(feature = "cache")]
mod place;

use std::path::PathBuf;

pub(super) use desk::{Asked, Desk};
pub(super) use entry::encode;
pub(super) use key::{Key, Keys};

use super::{failure::Failure, monitor::Monitor, options::Cached};
use crate::engine::Analysis;
use file::Store;

/// The file a run keeps its analyses in, if it has one.
#[derive(Debug)]
pub(super) struct Cache {
    store: Option<Store>,
}

/// Why a file cannot be the cache.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {} as the cache: {reason}", path.display())]
pub(super) struct Unusable {
    path: PathBuf,
    reason: String,
}

impl Cache {
    /// Opens the cache that was chosen, at most about `size` bytes large.
    ///
    /// The usual place is not worth failing for: where it cannot be used, that is told as a warning.
    ///
    /// # Errors
    ///
    /// When a file that was named cannot be used.
    pub(super) fn open(cached: &Cached, size: u64, monitor: &dyn Monitor) -> Result<Self, Failure> {
        let opened = match cached {
            Cached::Nowhere => return Ok(Self { store: None }),
            Cached::Usual => Store::open_usual(size),
            Cached::File(path) => {
                let store = Store::open(path, size).map_err(|unusable| Failure::Cache {
                    path: unusable.path,
                    reason: unusable.reason,
                })?;
                Ok(Some(store))
            }
        };
        let store = opened.unwrap_or_else(|unusable| {
            monitor.warning(&format!("{unusable}; working without one"));
            None
        });
        Ok(Self { store })
    }

    /// Opens the cache that was chosen if it is there already: to look, not to make one.
    ///
    /// # Errors
    ///
    /// As [`Cache::open`].
    pub(super) fn look(cached: &Cached, size: u64, monitor: &dyn Monitor) -> Result<Self, Failure> {
        let exists = match cached {
            Cached::Nowhere => false,
            Cached::Usual => Store::usual_exists(),
            Cached::File(path) => path.exists(),
        };
        let cached = if exists { cached } else { &Cached::Nowhere };
        Self::open(cached, size, monitor)
    }

    /// What is known of these positions, in their order.
    pub(super) fn find(&self, keys: &[Key]) -> Vec<Option<Analysis>> {
        match &self.store {
            Some(store) if !keys.is_empty() => store.find(keys),
            _ => vec![None; keys.len()],
        }
    }

    /// Keeps an analysis, [encoded](encode), for the next run.
    pub(super) fn keep(&self, key: Key, bytes: Vec<u8>) {
        if let Some(store) = &self.store {
            store.keep(key, bytes);
        }
    }

    /// Writes what is still to be written; tells if something went wrong on the way.
    pub(super) fn close(self, monitor: &dyn Monitor) {
        if let Some(trouble) = self.store.and_then(Store::close) {
            monitor.warning(&trouble);
        }
    }
}
